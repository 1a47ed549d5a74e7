package pack

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Limits of the files of a pack, which people write by hand.
const (
	MaxFile  = 256 << 10 // bytes of one file
	maxTotal = 4 << 20   // bytes of all of them
	maxFiles = 200
)

// Names that the packs of all rulebooks have in common.
const (
	Main       = "battle.yaml" // the main file; a folder with this file is a pack
	LessonsDir = "lessons"
	ArmiesDir  = "armies" // armies that packs have in common, a file each
	TablesDir  = "tables" // and tables
)

// Files are the files of a pack: all .yaml and .txt files in its folder, the .yaml files in its folders of armies and
// tables, and all files in its folder of lessons. They never change.
type Files struct {
	dir      string
	files    map[string][]byte
	problems []Problem
	archive  func() ([]byte, error) // see Archive
}

// newFiles returns files that the caller may still add to.
func newFiles() *Files {
	f := &Files{files: map[string][]byte{}}
	f.archive = sync.OnceValues(f.compress)
	return f
}

// clone returns a copy of the files that the caller may still change.
func (f *Files) clone() *Files {
	out := newFiles()
	out.dir, out.problems = f.dir, f.problems
	maps.Copy(out.files, f.files)
	return out
}

// ReadFiles reads the files of the pack in the folder dir of fsys. Files that could not be read are listed in
// [Files.Problems].
func ReadFiles(fsys fs.FS, dir string) *Files {
	f := newFiles()
	if base := path.Base(dir); base != "." {
		f.dir = base
	}
	total := 0
	read := func(name string) {
		if len(f.files) >= maxFiles || total > maxTotal {
			return
		}
		data, err := readLimited(fsys, path.Join(dir, name))
		if err != nil {
			f.fail(name, err)
			return
		}
		f.files[name] = data
		total += len(data)
		switch {
		case len(f.files) >= maxFiles:
			f.fail(dir, fmt.Errorf("the pack has too many files; the limit is %d", maxFiles-1))
		case total > maxTotal:
			f.fail(dir, fmt.Errorf("the files of the pack are too large; the limit is %d bytes in all", maxTotal))
		}
	}
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		f.fail(dir, err)
	}
	for _, e := range entries {
		if ext := path.Ext(e.Name()); !e.IsDir() && (ext == ".yaml" || ext == ".txt") {
			read(e.Name())
		}
	}
	for _, sub := range []string{ArmiesDir, TablesDir} {
		entries, err = fs.ReadDir(fsys, path.Join(dir, sub))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			f.fail(sub, err)
		}
		for _, e := range entries {
			if !e.IsDir() && path.Ext(e.Name()) == ".yaml" {
				read(path.Join(sub, e.Name()))
			}
		}
	}
	entries, err = fs.ReadDir(fsys, path.Join(dir, LessonsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.fail(LessonsDir, err)
	}
	for _, e := range entries {
		name := path.Join(LessonsDir, e.Name())
		if e.IsDir() || !lessonName.MatchString(name) {
			f.problems = append(f.problems, Problem{
				File: name, Severity: Error, What: "this is not a lesson", Want: "a lesson is a file with a name such as charge.yaml",
			})
			continue
		}
		read(name)
	}
	return f
}

func (f *Files) fail(name string, err error) {
	f.problems = append(f.problems, Problem{File: name, Severity: Error, What: err.Error()})
}

// readLimited reads a regular file of at most [MaxFile] bytes.
func readLimited(fsys fs.FS, name string) ([]byte, error) {
	r, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	info, err := r.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	data, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxFile {
		return nil, tooLarge(MaxFile)
	}
	return data, nil
}

var errNotRegular = errors.New("this is not a regular file; devices, pipes and folders are not read")

func tooLarge(limit int) error {
	return fmt.Errorf("the file is too large; the limit is %d bytes", limit)
}

// Dir returns the name of the folder of the pack, or "" if it is not known.
func (f *Files) Dir() string { return f.dir }

// Problems returns the problems found while reading.
func (f *Files) Problems() []Problem { return slices.Clone(f.problems) }

// Names returns the names of the files in order.
func (f *Files) Names() []string { return slices.Sorted(maps.Keys(f.files)) }

// Read returns the contents of a file, and whether it exists. The caller must not change them.
func (f *Files) Read(name string) ([]byte, bool) {
	data, ok := f.files[name]
	return data, ok
}

// Hash returns the SHA-256, in hexadecimal, of those of the named files that exist. A rulebook names the files that
// affect play, which are all except texts and lessons, so that correcting a translation does not make the records of old
// games unreadable.
func (f *Files) Hash(names ...string) string {
	hash := sha256.New()
	for _, name := range slices.Sorted(slices.Values(names)) {
		if data, ok := f.files[name]; ok {
			fmt.Fprintf(hash, "%s %d\n", name, len(data))
			hash.Write(data)
		}
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// With returns the files with one added or replaced.
func (f *Files) With(name string, data []byte) *Files {
	out := f.clone()
	out.files[name] = slices.Clone(data)
	return out
}

// WithoutLessons returns the files without the lessons, which may not fit an edited battle.
func (f *Files) WithoutLessons() *Files {
	out := f.clone()
	maps.DeleteFunc(out.files, func(name string, _ []byte) bool { return strings.HasPrefix(name, LessonsDir+"/") })
	out.problems = slices.DeleteFunc(slices.Clone(f.problems), func(p Problem) bool { return strings.HasPrefix(p.File, LessonsDir) })
	return out
}

// Find returns the folders of the packs in a file system, in order: every folder at its top that has a [Main] file.
func Find(fsys fs.FS) []string {
	found, _ := fs.Glob(fsys, "*/"+Main) // fails on a bad pattern only
	for i, name := range found {
		found[i] = path.Dir(name)
	}
	return found
}

// textName matches the names of the files of texts, lessonName those of lessons.
var (
	textName   = regexp.MustCompile(`^text\.([a-z]{2})\.yaml$`)
	lessonName = regexp.MustCompile(`^lessons/([a-z0-9]+(?:-[a-z0-9]+)*)\.yaml$`)
)

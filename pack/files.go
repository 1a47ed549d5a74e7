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
)

// Limits of the files of a pack, which people write by hand.
const (
	MaxFile  = 256 << 10 // bytes of one file
	maxTotal = 4 << 20   // bytes of all of them
	maxFiles = 200
)

// The names that every rulebook's packs have in common.
const (
	Main       = "battle.yaml" // says what the battle is; a folder with this file is a pack
	LessonsDir = "lessons"
)

// Files are the files of a pack: all with names in .yaml or .txt in its folder, and all of its folder of lessons. They
// never change.
type Files struct {
	dir      string
	files    map[string][]byte
	problems []Problem
}

// ReadFiles reads the files of the pack in the folder dir of fsys. What could not be read is among the [Files.Problems].
func ReadFiles(fsys fs.FS, dir string) *Files {
	f := &Files{files: map[string][]byte{}}
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
			f.fail(dir, fmt.Errorf("the pack has too many files; at most %d are read", maxFiles-1))
		case total > maxTotal:
			f.fail(dir, fmt.Errorf("the files of the pack are too large; at most %d bytes are read", maxTotal))
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
	entries, err = fs.ReadDir(fsys, path.Join(dir, LessonsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.fail(LessonsDir, err)
	}
	for _, e := range entries {
		name := path.Join(LessonsDir, e.Name())
		if e.IsDir() || !lessonName.MatchString(name) {
			f.problems = append(f.problems, Problem{
				File: name, Severity: Error, What: "this is no lesson", Want: "a lesson is a file with a name such as charge.yaml",
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

// readLimited reads a regular file that is not too large.
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

var errNotRegular = errors.New("this is no regular file; devices, pipes and folders are not read")

func tooLarge(limit int) error {
	return fmt.Errorf("the file is too large; at most %d bytes are read", limit)
}

// Dir returns the name of the folder of the pack, or "" if it is not known.
func (f *Files) Dir() string { return f.dir }

// Problems returns what could not be read.
func (f *Files) Problems() []Problem { return slices.Clone(f.problems) }

// Names returns the names of the files in order.
func (f *Files) Names() []string { return slices.Sorted(maps.Keys(f.files)) }

// Read returns the content of a file, and whether there is one of that name. It is only to be read.
func (f *Files) Read(name string) ([]byte, bool) {
	data, ok := f.files[name]
	return data, ok
}

// Hash returns the SHA-256 in hexadecimal of those of the named files that there are. A rulebook names the files that
// decide how a battle plays, that is all but texts and lessons: correcting a translation leaves the records of old
// games readable.
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

// With returns the files with one put in or replaced.
func (f *Files) With(name string, data []byte) *Files {
	out := *f
	out.files = maps.Clone(f.files)
	out.files[name] = slices.Clone(data)
	return &out
}

// WithoutLessons returns the files without the lessons, which are about the battle as it is.
func (f *Files) WithoutLessons() *Files {
	out := *f
	out.files = maps.Clone(f.files)
	maps.DeleteFunc(out.files, func(name string, _ []byte) bool { return strings.HasPrefix(name, LessonsDir+"/") })
	out.problems = slices.DeleteFunc(slices.Clone(f.problems), func(p Problem) bool { return strings.HasPrefix(p.File, LessonsDir) })
	return &out
}

// Find returns the folders of the packs of a file system, in order: every folder at its top that has a [Main] file.
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

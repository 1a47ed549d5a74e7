package pack

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// DirFS returns a file system that contains only the folder of a pack, and the name of the folder in it. Nothing outside
// the folder can be reached, not even by links, and pipes and devices are refused without blocking.
func DirFS(name string) (fsys fs.FS, dir string) {
	name = filepath.Clean(name)
	dir = "."
	if base := filepath.Base(name); fs.ValidPath(base) {
		dir = base
	}
	return dirFS{name, dir}, dir
}

// dirFS shows the folder at path under the name dir.
type dirFS struct{ path, dir string }

// Open implements [fs.FS].
func (d dirFS) Open(name string) (fs.File, error) {
	inside, ok := name, d.dir == "."
	if !ok {
		inside, ok = strings.CutPrefix(path.Clean(name)+"/", d.dir+"/")
		inside = path.Clean(inside)
	}
	if !fs.ValidPath(name) || !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	// Opening a pipe instead of a folder would block.
	if info, err := os.Stat(d.path); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: d.path, Err: errors.New("this is not a folder")}
	}
	root, err := os.OpenRoot(d.path)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := root.OpenFile(inside, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	return checkKind(f, true)
}

// checkKind returns f if it is a regular file or, if folders is true, a folder. Otherwise it closes f and returns an
// error.
func checkKind(f *os.File, folders bool) (*os.File, error) {
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() && !(folders && info.IsDir()) {
		err = errNotRegular
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// OpenFile opens a regular file whose name comes from a user. Anything else is refused without blocking.
func OpenFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	if f, err = checkKind(f, false); err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return f, nil
}

// ReadFile reads a regular file of at most limit bytes whose name comes from a user.
func ReadFile(name string, limit int) ([]byte, error) {
	f, err := OpenFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err == nil && len(data) > limit {
		err = &fs.PathError{Op: "read", Path: name, Err: tooLarge(limit)}
	}
	return data, err
}

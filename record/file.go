package record

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes the record to a file as [ReplaceFile] does.
func WriteFile(path string, g *Game) error { return ReplaceFile(path, g.Write) }

// ReplaceFile replaces the contents of a file with what write writes. Even if the machine stops meanwhile, the file has
// either its old contents or all of the new. It keeps its permissions. A symbolic link stays a link, and its target is
// replaced; a device or a pipe is written to directly.
func ReplaceFile(path string, write func(io.Writer) error) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		err = writeTo(path, write)
	case err == nil || errors.Is(err, fs.ErrNotExist):
		err = replace(path, info, write)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, cause(err))
	}
	return nil
}

// cause returns an error without the name of the file, which may be that of a temporary file.
func cause(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	if e := (*os.LinkError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

func writeTo(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return cmp.Or(write(f), f.Close())
}

// replace writes a temporary file and renames it to path; old is the file it replaces, or nil if there is none.
func replace(path string, old fs.FileInfo, write func(io.Writer) error) error {
	path, err := follow(path)
	if err != nil {
		return err
	}
	dir, base := filepath.Split(path)
	temp := dir + "." + base + "-" + rand.Text()[:8]
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if old != nil {
		err = f.Chmod(old.Mode().Perm())
	}
	err = cmp.Or(err, write(f), f.Sync())
	err = cmp.Or(err, f.Close())
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		os.Remove(temp)
		return err
	}
	// The new name is permanent once the folder is on disk. Errors are ignored: not every system can sync a folder, and
	// the file is complete in any case.
	if d, err := os.Open(cmp.Or(dir, ".")); err == nil {
		d.Sync()
		d.Close()
	}
	return nil
}

// follow returns the path that symbolic links lead to, even if there is no file yet.
func follow(path string) (string, error) {
	for range 40 {
		to, err := os.Readlink(path)
		if err != nil {
			return path, nil // it is not a link
		}
		if !filepath.IsAbs(to) {
			dir, _ := filepath.Split(path)
			to = dir + to // not cleaned: dir may be a link itself
		}
		path = to
	}
	return "", errors.New("too many symbolic links")
}

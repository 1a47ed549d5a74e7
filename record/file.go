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

// ReplaceFile gives a file what write writes. The file holds either what it held before or all of that, whatever
// happens to the machine in between, and keeps its permissions. A symbolic link stays one, and what is no file, a
// device or a pipe, is written to as it is.
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

// cause leaves out of an error the name of a file, which may be a passing one.
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

// replace writes a new file and gives it the name of the old one; old is nil if there is none.
func replace(path string, old fs.FileInfo, write func(io.Writer) error) error {
	path, err := follow(path)
	if err != nil {
		return err
	}
	dir, base := filepath.Split(path)
	passing := dir + "." + base + "-" + rand.Text()[:8]
	f, err := os.OpenFile(passing, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if old != nil {
		err = f.Chmod(old.Mode().Perm())
	}
	err = cmp.Or(err, write(f), f.Sync())
	err = cmp.Or(err, f.Close())
	if err == nil {
		err = os.Rename(passing, path)
	}
	if err != nil {
		os.Remove(passing)
		return err
	}
	// The new name lasts once the folder is on the disk. Not every system can sync a folder, and the file is whole in
	// any case.
	if d, err := os.Open(cmp.Or(dir, ".")); err == nil {
		d.Sync()
		d.Close()
	}
	return nil
}

// follow returns where symbolic links lead, also if there is nothing yet.
func follow(path string) (string, error) {
	for range 40 {
		to, err := os.Readlink(path)
		if err != nil {
			return path, nil // it is no link
		}
		if !filepath.IsAbs(to) {
			dir, _ := filepath.Split(path)
			to = dir + to // not cleaned: dir may be a link itself
		}
		path = to
	}
	return "", errors.New("too many symbolic links")
}

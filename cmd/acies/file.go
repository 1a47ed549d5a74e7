package main

import (
	"cmp"
	"os"
	"path/filepath"
)

// writeFile writes a file that holds either what it held before or all of data.
func writeFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return badFile(err)
	}
	_, err = f.Write(data)
	err = cmp.Or(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return badFile(err)
	}
	return nil
}

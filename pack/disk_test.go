//go:build unix

package pack_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"acies/battles"
	"acies/pack"
)

// onDisk writes a pack that comes with the program to a folder.
func onDisk(t *testing.T, id string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), id)
	f := pack.ReadFiles(battles.FS, id)
	for _, name := range f.Names() {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		data, _ := f.Read(name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Whatever stands in place of a file, reading a pack neither waits, nor fills the memory, nor shows what is elsewhere.
func TestOnlyRegularFiles(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(secret, []byte("a secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		place func(path string) error
		want  string
	}{
		{"device", func(path string) error { return os.Symlink("/dev/zero", path) }, "escapes"},
		{"pipe", func(path string) error { return syscall.Mkfifo(path, 0o666) }, "this is not a regular file"},
		{"link out", func(path string) error { return os.Symlink(secret, path) }, "escapes"},
		{"relative link out", func(path string) error { return os.Symlink("../../secret.txt", path) }, "escapes"},
		{"large", func(path string) error { return os.WriteFile(path, make([]byte, pack.MaxFile+1), 0o666) }, "the file is too large; the limit is 262144 bytes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := onDisk(t, "guinegate-1479")
			for _, name := range []string{"terrain.txt", "lessons/charge.yaml"} {
				path := filepath.Join(dir, name)
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
				if err := test.place(path); err != nil {
					t.Fatal(err)
				}
				f := pack.ReadFiles(pack.DirFS(dir))
				if _, ok := f.Read(name); ok {
					t.Errorf("%s was read", name)
				}
				if !slices.ContainsFunc(f.Problems(), func(p pack.Problem) bool { return p.File == name && strings.Contains(p.What, test.want) }) {
					t.Errorf("%s: found %v, want %s", name, f.Problems(), test.want)
				}
			}
		})
	}
}

func TestLinkWithin(t *testing.T) {
	dir := onDisk(t, "sparta-195bc")
	if err := os.Rename(filepath.Join(dir, "terrain.txt"), filepath.Join(dir, "ground.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("ground.txt", filepath.Join(dir, "terrain.txt")); err != nil {
		t.Fatal(err)
	}
	f := pack.ReadFiles(pack.DirFS(dir))
	if _, ok := f.Read("terrain.txt"); !ok || len(f.Problems()) > 0 {
		t.Errorf("a link to a file of the same folder is not followed: %v", f.Problems())
	}
}

func TestManyFiles(t *testing.T) {
	dir := t.TempDir()
	large := []byte(strings.Repeat("x", pack.MaxFile))
	for _, name := range strings.Split("abcdefghijklmnopqrst", "") {
		if err := os.WriteFile(filepath.Join(dir, name+".txt"), large, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f := pack.ReadFiles(pack.DirFS(dir))
	if n := len(f.Names()); n > 17 || len(f.Problems()) != 1 {
		t.Errorf("%d files were read, problems %v", n, f.Problems())
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	pipe, file := filepath.Join(dir, "pipe"), filepath.Join(dir, "file")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("12345"), 0o666); err != nil {
		t.Fatal(err)
	}
	if f := pack.ReadFiles(pack.DirFS(pipe)); len(f.Problems()) == 0 {
		t.Error("a pipe is a pack")
	}
	for _, test := range []struct{ name, want string }{
		{pipe, "open " + pipe + ": this is not a regular file; devices, pipes and folders are not read"},
		{"/dev/zero", "open /dev/zero: this is not a regular file; devices, pipes and folders are not read"},
		{dir, "open " + dir + ": this is not a regular file; devices, pipes and folders are not read"},
		{file, "read " + file + ": the file is too large; the limit is 4 bytes"},
	} {
		if _, err := pack.ReadFile(test.name, 4); err == nil || err.Error() != test.want {
			t.Errorf("found %v, want %s", err, test.want)
		}
	}
	if data, err := pack.ReadFile(file, 5); err != nil || string(data) != "12345" {
		t.Errorf("found %q, %v", data, err)
	}
}

package record

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q, error %v, expected %q", path, got, err, want)
	}
}

func TestReplaceFileKeepsMode(t *testing.T) {
	for _, mode := range []fs.FileMode{0o640, 0o444, 0o600} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte("old"), mode); err != nil {
			t.Fatal(err)
		}
		if err := ReplaceFile(path, text("new")); err != nil {
			t.Fatal(err)
		}
		holds(t, path, "new")
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("found %v, error %v, expected %v", info.Mode(), err, mode)
		}
	}
}

func TestReplaceFileFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "games"), 0o755); err != nil {
		t.Fatal(err)
	}
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "games", "second")
	for link, to := range map[string]string{first: "games/second", second: "../file"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	for _, want := range []string{"begun", "gone on"} { // at first there is no file
		if err := ReplaceFile(first, text(want)); err != nil {
			t.Fatal(err)
		}
		holds(t, filepath.Join(dir, "file"), want)
	}
	for _, link := range []string{first, second} {
		if info, err := os.Lstat(link); err != nil || info.Mode().Type() != fs.ModeSymlink {
			t.Errorf("%s is %v, error %v, expected a link", link, info.Mode(), err)
		}
	}
	circle := filepath.Join(dir, "circle")
	if err := os.Symlink("circle", circle); err != nil {
		t.Fatal(err)
	}
	if err := ReplaceFile(circle, text("")); err == nil {
		t.Error("no error when a link leads to itself")
	}
}

func TestReplaceFileFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	if err := ReplaceFile(path, func(io.Writer) error { return full }); !errors.Is(err, full) {
		t.Errorf("error %v, expected %v", err, full)
	}
	holds(t, path, "old")
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files are left, expected 1: %v", len(files), files)
	}
	for _, path := range []string{dir, filepath.Join(dir, "none", "file"), filepath.Join(path, "file")} {
		err := ReplaceFile(path, text(""))
		if err == nil || !strings.HasPrefix(err.Error(), "writing "+path+": ") || strings.Contains(err.Error(), "/.file-") {
			t.Errorf("error %v, expected one that names %s and no other file", err, path)
		}
	}
}

package scenario_test

import (
	"io/fs"
	"maps"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"acies/battles"
	"acies/scenario"
)

// files returns a pack as a file system that can be changed.
func files(t testing.TB, dir string) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	entries, err := fs.ReadDir(battles.FS, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := fs.ReadFile(battles.FS, path.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[path.Join(dir, e.Name())] = &fstest.MapFile{Data: data}
	}
	return out
}

// replace returns a copy of a pack with the first of some words replaced.
func replace(t testing.TB, fsys fstest.MapFS, dir, file, old, new string) fstest.MapFS {
	t.Helper()
	name := path.Join(dir, file)
	text := string(fsys[name].Data)
	if !strings.Contains(text, old) {
		t.Fatalf("%s has no %q", name, old)
	}
	out := maps.Clone(fsys)
	out[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, new, 1))}
	return out
}

// broken is a pack with one thing changed, and what is said of it.
type broken struct {
	name           string
	dir, file      string
	old, new       string
	want           []string
	onlyIfMultiple bool
}

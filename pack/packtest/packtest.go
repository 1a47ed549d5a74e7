// Package packtest serves the tests of what is said of packs that are wrong.
package packtest

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"acies/pack"
)

// Files returns a pack as a file system that can be changed.
func Files(t testing.TB, packs fs.FS, dir string) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	err := fs.WalkDir(packs, dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(packs, name)
		out[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Replace returns a copy of a pack with the first of some words in a file replaced.
func Replace(t testing.TB, fsys fstest.MapFS, dir, file, old, new string) fstest.MapFS {
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

// Lines returns problems as they are printed.
func Lines(problems []pack.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, p.String())
	}
	return out
}

// Breakage is a change that makes a pack wrong in one thing, and what is said of it.
type Breakage struct {
	Name      string
	Dir, File string
	Old, New  string
	Want      []string // the problems
}

// Apply returns the pack with the change made.
func (b *Breakage) Apply(t testing.TB, packs fs.FS) fstest.MapFS {
	t.Helper()
	return Replace(t, Files(t, packs, b.Dir), b.Dir, b.File, b.Old, b.New)
}

// Breakages reads the breakages in the files of testdata/broken:
//
//	another book
//		two-camps-204bc/battle.yaml
//		- book: impetus
//		+ book: bladebow
//		! battle.yaml:7: book "bladebow" is unknown; the book is impetus
//
// has a name, the file to change, what is replaced and by what (nothing, if there is no +), and a problem for each !. A line
// of | goes on with the last of them on a line of its own, and a value in double quotes is as Go writes it.
func Breakages(t testing.TB) (list []Breakage) {
	t.Helper()
	names, err := filepath.Glob("testdata/broken/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("testdata/broken has no lists: %v", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var last *string
		for i, line := range strings.Split(string(data), "\n") {
			text, indented := strings.CutPrefix(line, "\t")
			switch {
			case line == "":
				continue
			case !indented:
				list = append(list, Breakage{Name: line})
				continue
			case len(list) == 0:
				t.Fatalf("%s:%d: expected the name of a breakage", name, i+1)
			}
			b := &list[len(list)-1]
			mark, value, _ := strings.Cut(text, " ")
			if strings.HasPrefix(value, `"`) {
				if value, err = strconv.Unquote(value); err != nil {
					t.Fatalf("%s:%d: %v", name, i+1, err)
				}
			}
			switch mark {
			case "-":
				last = &b.Old
			case "+":
				last = &b.New
			case "!":
				b.Want = append(b.Want, "")
				last = &b.Want[len(b.Want)-1]
			case "|":
				*last += "\n"
			default:
				b.Dir, b.File, _ = strings.Cut(text, "/")
				continue
			}
			*last += value
		}
	}
	return list
}

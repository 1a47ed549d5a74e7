package sim

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var sample = Header{Kind: "sim", Format: Format, Program: "v1", Rules: "sword 1", Battle: "sparta-195bc", Pack: "ab", Sides: [2]string{"random", "recruit"}, Seed: 1}

// written makes a results file of so many games.
func written(t *testing.T, h Header, games int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	f, err := Create(path, h)
	if err != nil {
		t.Fatal(err)
	}
	for n := range games {
		if err := f.Append(Result{N: n, Seed: uint64(n), Winner: n % 2, Degree: "minor"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func addTo(t *testing.T, path, text string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(data, text...), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestResume cuts a file in every way a kill can, goes on with it, and expects every game once.
func TestResume(t *testing.T) {
	for _, test := range []struct{ name, tail string }{
		{"whole", ""},
		{"half a line", `{"n":5,"seed":5,"win`},
		{"a line without its end", `{"n":5,"seed":5,"winner":1}`},
		{"a line of zeros", "\x00\x00\x00\x00\n"},
		{"a game twice", `{"n":4,"seed":4,"winner":0,"degree":"minor"}` + "\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := written(t, sample, 5)
			addTo(t, path, test.tail)
			seen := map[int]int{}
			count := func(r Result) error { seen[r.N]++; return nil }
			f, err := Resume(path, sample, Once(count))
			if err != nil {
				t.Fatal(err)
			}
			if len(seen) != 5 {
				t.Errorf("%d games are there, want 5", len(seen))
			}
			for n := 5; n < 8; n++ {
				if err := f.Append(Result{N: n}); err != nil {
					t.Fatal(err)
				}
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			clear(seen)
			h, err := ReadResults(path, count)
			if err != nil {
				t.Fatal(err)
			}
			if h.Battle != sample.Battle || len(seen) != 8 {
				t.Errorf("the file of %s has %d games, want 8", h.Battle, len(seen))
			}
			for n, k := range seen {
				if k != 1 {
					t.Errorf("game %d comes %d times", n, k)
				}
			}
		})
	}
}

func TestRefusedFiles(t *testing.T) {
	other := func(change func(*Header)) string {
		h := sample
		change(&h)
		return written(t, h, 1)
	}
	plain := filepath.Join(t.TempDir(), "plain")
	addText := func(text string) string {
		if err := os.WriteFile(plain, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return plain
	}
	damaged := written(t, sample, 1)
	addTo(t, damaged, "{\"n\":1,\n"+`{"n":2}`+"\n")
	for _, test := range []struct{ name, path, want string }{
		{"another battle", other(func(h *Header) { h.Battle = "issos-333bc" }), `battle: found "issos-333bc", expected "sparta-195bc"`},
		{"another version", other(func(h *Header) { h.Program = "v0" }), `program: found "v0", expected "v1"`},
		{"another format", other(func(h *Header) { h.Format = 99 }), "format: found 99, expected 1"},
		{"other levels", other(func(h *Header) { h.Sides[1] = "random" }), `sides: found ["random","random"], expected ["random","recruit"]`},
		{"other data", other(func(h *Header) { h.Pack, h.Sets = "cd", []string{"turns=9"} }), `sets: found ["turns=9"], expected null`},
		{"another seed", other(func(h *Header) { h.Seed = 2 }), "seed: found 2, expected 1"},
		{"a damaged line", damaged, ":3: the line is damaged"},
		{"no file", filepath.Join(t.TempDir(), "none"), "no such file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, _ := os.ReadFile(test.path)
			_, err := Resume(test.path, sample, Once(func(Result) error { return nil }))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("found %v, want %s", err, test.want)
			}
			if after, _ := os.ReadFile(test.path); string(before) != string(after) {
				t.Error("a file that is refused is changed")
			}
		})
	}
	for _, text := range []string{"", "hello", "hello\n", "{}\n", `{"acies":"ladder"}` + "\n"} {
		if _, err := ReadResults(addText(text), nil); err == nil || !strings.Contains(err.Error(), "not a results file") {
			t.Errorf("reading %q: %v", text, err)
		}
	}
	if _, err := ReadResults(other(func(h *Header) { h.Format = 99 }), nil); err == nil || !strings.Contains(err.Error(), "format 99") {
		t.Errorf("another format: %v", err)
	}
	if _, err := Create(damaged, sample); err == nil || !strings.Contains(err.Error(), "--resume") {
		t.Errorf("a file that exists: %v", err)
	}
}

// TestDiskError checks that a write that fails is told, and that what was written before is not touched.
func TestDiskError(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	f := &File{f: w}
	if err := f.Append(Result{N: 1}); err == nil {
		t.Error("a write that failed is not told")
	}
	w.Close()
}

// TestLine pins the fields of a result, which other programs read.
func TestLine(t *testing.T) {
	got, err := json.Marshal(Result{N: 1, Seed: 2, Winner: -1, Degree: "draw", Clause: "x", Points: [2]int{3, 3}, Actions: 4, Turns: 5})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"n":1,"seed":2,"winner":-1,"degree":"draw","clause":"x","points":[3,3],"actions":4,"turns":5}`
	if string(got) != want {
		t.Errorf("found %s", got)
	}
	if fmt.Sprint((&Result{Winner: -1}).Value(), (&Result{Winner: 1}).Value(), (&Result{}).Value()) != "0.5 0 1" {
		t.Error("the values of a draw, a defeat and a victory are wrong")
	}
}

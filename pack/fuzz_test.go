package pack_test

import (
	"bytes"
	"compress/flate"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"acies/pack"
	"acies/words/typography"
)

// checkProblem expects a problem to say where in a file it is and what is wrong, in text that can be printed.
func checkProblem(t *testing.T, err error, file string, data []byte) {
	t.Helper()
	var p pack.Problem
	if !errors.As(err, &p) {
		t.Fatalf("%q is refused without a place: %v", data, err)
	}
	if p.File != file || p.What == "" || p.Line < 0 || p.Line > bytes.Count(data, []byte("\n"))+1 {
		t.Fatalf("%q is refused at a place that is not there: %+v", data, p)
	}
	if r, found := pack.FindControl(p.String()); found {
		t.Fatalf("the problem %q has the control character %U", p.String(), r)
	}
}

// checkNode expects the nodes of a tree to be found by their paths, and to have printable text. It returns how many there are.
func checkNode(t *testing.T, root, n *pack.Node) int {
	t.Helper()
	if found := root.Find(n.Path()); found != n {
		t.Fatalf("the path %q leads to %v, not to %v", n.Path(), found, n)
	}
	if r, found := pack.FindControl(n.Text); found {
		t.Fatalf("the text %q has the control character %U", n.Text, r)
	}
	if n.Shape == pack.Mapping && len(n.Keys) != len(n.Items) || n.Shape == pack.Scalar && len(n.Items) > 0 {
		t.Fatalf("%q has %d keys and %d values", n.Path(), len(n.Keys), len(n.Items))
	}
	count := 1 + len(n.Keys)
	for _, item := range n.Items {
		count += checkNode(t, root, item)
	}
	return count
}

// FuzzTree reads any text as YAML: it is refused at a place, or every node of it can be found by its path. The tree of a
// file has no more nodes than the file has bytes, or nearly.
func FuzzTree(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		root, err := pack.ReadTree("x.yaml", data)
		if err != nil {
			checkProblem(t, err, "x.yaml", data)
			return
		}
		if n := checkNode(t, root, root); n > len(data)+2 {
			t.Fatalf("%q has %d nodes", data, n)
		}
		if _, _, err := pack.PositionOf("x.yaml", data); err != nil {
			checkProblem(t, err, "x.yaml", data)
		}
	})
}

// FuzzEdit changes any value of any file: it is refused, or that value alone is another, on a line of the same number, and
// changing it back restores the contents.
func FuzzEdit(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte, at, text string) {
		before := pack.ReadFiles(fstest.MapFS{"ford/battle.yaml": {Data: data}}, "ford")
		after, err := before.Edit(pack.Edit{File: pack.Main, Path: at, Text: text})
		if kept, _ := before.Read(pack.Main); !bytes.Equal(kept, data) {
			t.Fatalf("an edit has changed the files that it was made in: %q, before %q", kept, data)
		}
		if err != nil {
			return
		}
		old, _ := before.Tree(pack.Main)
		changed, err := after.Tree(pack.Main)
		if err != nil {
			t.Fatal(err)
		}
		was, is := old.Find(at), changed.Find(at)
		if is == nil || is.Text != text || is.Line != was.Line || is.Column != was.Column {
			t.Fatalf("%s was %+v and is %+v, not %q", at, was, is, text)
		}
		restored, err := after.Edit(is.Set(was.Text))
		if err != nil {
			return // a value that was written in a way that an edit does not write
		}
		back, err := restored.Tree(pack.Main)
		if err != nil || !sameTree(old, back) {
			t.Fatalf("%q is changed to %q and back, and is another: %v", data, text, err)
		}
	})
}

// sameTree reports whether two trees have the same contents on the same lines.
func sameTree(a, b *pack.Node) bool {
	return a.Shape == b.Shape && a.Text == b.Text && a.Line == b.Line && slices.EqualFunc(a.Keys, b.Keys, sameTree) && slices.EqualFunc(a.Items, b.Items, sameTree)
}

// FuzzArchive reads any bytes as an archive: it is refused with the reason, or its files are within the limits and are
// archived again as they are. Half of the archives are compressed first: what is behind that would hardly be reached otherwise.
func FuzzArchive(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte, compress bool) {
		if compress {
			data = packed(data)
		}
		files, err := pack.FromArchive(data)
		if err != nil {
			if files != nil || !strings.HasPrefix(err.Error(), "the archive of the pack cannot be read: ") {
				t.Fatalf("found %v and the error %v", files, err)
			}
			return
		}
		total := 0
		for _, name := range files.Names() {
			text, _ := files.Read(name)
			total += len(text)
			if len(text) > pack.MaxFile || name != path.Clean(name) || path.IsAbs(name) || strings.HasPrefix(name, "..") {
				t.Fatalf("the file %q of %d bytes is taken", name, len(text))
			}
		}
		if total > 5<<20 || len(files.Names()) > 200 {
			t.Fatalf("%d files of %d bytes are taken", len(files.Names()), total)
		}
		again, err := files.Archive()
		if err != nil {
			t.Fatal(err)
		}
		back, err := pack.FromArchive(again)
		if err != nil || back.Dir() != files.Dir() || back.Hash(back.Names()...) != files.Hash(files.Names()...) {
			t.Fatalf("other files came out than went in: %v", err)
		}
		if twice, err := back.Archive(); err != nil || !bytes.Equal(twice, again) {
			t.Fatalf("the same files give two archives: %v", err)
		}
	})
}

// packed returns data as the contents of an archive.
func packed(data []byte) []byte {
	var b bytes.Buffer
	b.WriteString("acies pack\x01")
	w, _ := flate.NewWriter(&b, flate.BestSpeed) // the level is valid
	w.Write(data)
	w.Close()
	return b.Bytes()
}

// FuzzLesson reads any text as a lesson: it is refused at a place, or it has everything in every language, and a line for
// every action.
func FuzzLesson(f *testing.F) {
	const name = "lessons/x.yaml"
	f.Fuzz(func(t *testing.T, data []byte) {
		files := pack.ReadFiles(fstest.MapFS{"ford/" + name: {Data: data}}, "ford")
		c := &pack.Checks{}
		list := c.ReadLessons(files)
		if len(list)+len(c.Problems) != 1 {
			t.Fatalf("%q: %d lessons and the problems %v", data, len(list), c.Problems)
		}
		if len(list) == 0 {
			checkProblem(t, c.Problems[0], name, data)
			return
		}
		l := list[0]
		for _, lang := range pack.Languages() {
			if l.ID != "x" || l.Title(lang) == "" || l.About(lang) == "" || l.Position == nil || len(l.Steps) == 0 {
				t.Fatalf("%q is read as %+v", data, l)
			}
			for i := range l.Steps {
				s := &l.Steps[i]
				if s.Caption(lang) == "" || s.Task(lang) != "" && (i == 0 || len(s.Do) == 0) {
					t.Fatalf("%q: step %d is %+v", data, i, s)
				}
				for k, do := range s.Do {
					if s.Line(k).Text != do {
						t.Fatalf("%q: action %d of step %d is %q, in the file %q", data, k, i, do, s.Line(k).Text)
					}
				}
			}
		}
	})
}

// FuzzTexts reads any text as the texts of a pack: every problem has a place, and every text that is read is set as its
// language wants and stays as it is if it is set again.
func FuzzTexts(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		name := pack.TextFile("fr")
		files := pack.ReadFiles(fstest.MapFS{"ford/" + name: {Data: data}, "ford/battle.yaml": {Data: []byte("id: ford")}}, "ford")
		p, problems := pack.Open(files)
		for _, x := range problems {
			checkProblem(t, x, name, data)
		}
		var texts pack.Texts
		if bad := pack.Decode(name, data, &texts); (bad != nil) != (len(problems) > 0) {
			t.Fatalf("%q: the problems are %v, and of the file alone %v", data, problems, bad)
		}
		for _, key := range slices.Sorted(maps.Keys(texts)) {
			text, ok := p.Text("fr", key)
			if !ok || text != typography.Set("fr", text) {
				t.Fatalf("%q: the text of %q is %q, set again %q", data, key, text, typography.Set("fr", text))
			}
		}
	})
}

package pack_test

import (
	"bytes"
	"compress/flate"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"acies/battles"
	"acies/pack"
)

func TestOpen(t *testing.T) {
	for _, id := range pack.Find(battles.FS) {
		p, problems := pack.Open(pack.ReadFiles(battles.FS, id))
		if len(problems) > 0 || p.ID != id || p.Book == "" || len(p.Sides) != 2 || !slices.Equal(p.Languages, []string{"en", "fr"}) {
			t.Errorf("%s: %+v, problems %v", id, p, problems)
		}
		if name, ok := p.Text("fr", "battle.name"); !ok || name == "" {
			t.Errorf("%s has no name", id)
		}
	}
}

// Another rulebook's pack is read by the same code, whatever its other files are.
func TestOpenAnotherBook(t *testing.T) {
	fsys := fstest.MapFS{
		"ford/battle.yaml":   {Data: []byte("id: ford\nbook: toy\nsides: [{id: red}, {id: blue}]\noptions:\n  - id: night\ncards: 12\n")},
		"ford/text.en.yaml":  {Data: []byte("battle: {name: The ford}")},
		"ford/notes.md":      {Data: []byte("not read")},
		"ford/lessons/x.txt": {Data: []byte("no lesson")},
	}
	p, problems := pack.Open(pack.ReadFiles(fsys, "ford"))
	if got := fmt.Sprintf("%s %s %v %v %v %v", p.ID, p.Book, p.Sides, p.Options, p.Languages, p.Files.Names()); got != "ford toy [red blue] [night] [en] [battle.yaml text.en.yaml]" {
		t.Error(got)
	}
	if len(problems) != 1 || problems[0].File != "lessons/x.txt" {
		t.Errorf("found %v, want what is wrong with the lesson", problems)
	}
}

// The hashes are in the records of games, so they stay as they are.
func TestHash(t *testing.T) {
	f := pack.ReadFiles(fstest.MapFS{"p/b.txt": {Data: []byte("two")}, "p/a.yaml": {Data: []byte("one")}, "p/c.txt": {}}, "p")
	// The SHA-256 of "a.yaml 3\noneb.txt 3\ntwo".
	const want = "a64730d51c4eda2079d3d3121498e21f4c16ab17316ce680bb18673ffc7628fd"
	if got := f.Hash("b.txt", "a.yaml", "missing.txt"); got != want {
		t.Errorf("found %s, want %s", got, want)
	}
}

func TestArchive(t *testing.T) {
	for _, id := range pack.Find(battles.FS) {
		f := pack.ReadFiles(battles.FS, id)
		archive, err := f.Archive()
		if err != nil {
			t.Fatal(err)
		}
		again, err := f.Archive()
		if err != nil || !bytes.Equal(archive, again) {
			t.Errorf("%s: the archive is not always the same: %v", id, err)
		}
		back, err := pack.FromArchive(archive)
		if err != nil {
			t.Fatal(err)
		}
		if back.Dir() != id || !slices.Equal(back.Names(), f.Names()) || back.Hash(back.Names()...) != f.Hash(f.Names()...) {
			t.Errorf("%s: other files came out than went in", id)
		}
	}
}

func TestArchiveDamaged(t *testing.T) {
	sound, err := pack.ReadFiles(battles.FS, "sparta-195bc").Archive()
	if err != nil {
		t.Fatal(err)
	}
	const mark = "acies pack\x01"
	packed := func(text []byte) []byte {
		var b bytes.Buffer
		b.WriteString(mark)
		w, _ := flate.NewWriter(&b, flate.BestCompression)
		w.Write(text)
		w.Close()
		return b.Bytes()
	}
	tests := map[string][]byte{
		"nothing":   nil,
		"not one":   []byte("hello"),
		"cut short": sound[:len(sound)/2],
		"too large": append(slices.Clone(sound), make([]byte, pack.MaxArchive)...),
		"bomb":      packed(make([]byte, 64<<20)),
		"length":    packed([]byte("\x00\xff\xff\xff\xff\x0fx")),
		"outside":   packed([]byte("\x00\x04../x\x01y")),
		"order":     packed([]byte("\x00\x01b\x00\x01a\x00")),
		"twice":     packed([]byte("\x00\x01a\x00\x01a\x00")),
	}
	for name, archive := range tests {
		if _, err := pack.FromArchive(archive); err == nil || !strings.HasPrefix(err.Error(), "the archive of the pack cannot be read: ") {
			t.Errorf("%s: found %v, want an error", name, err)
		}
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// What reading a file costs grows with its size alone, however it is written, and has an end.
func TestHostileYAML(t *testing.T) {
	const size, perByte, most = 249 << 10, 900, 32 << 20
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)) }
	lines := func(s string) string { return repeat(strings.Repeat(s, 400/len(s)) + "\n") }
	numbered := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	stairs := func(top int) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(strings.Repeat(" ", i%top) + fmt.Sprintf("k%d:\n", i))
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"dashes":    lines("- "),
		"questions": lines("? "),
		"colons":    lines("a: "),
		"list":      repeat("- a\n"),
		"empty":     repeat("-\n"),
		"flow":      "[" + lines("a,") + "]",
		"pairs":     "{" + numbered("k%d: a,\n") + "}",
		"brackets":  lines("["),
		"keys":      numbered("k%d: a\n"),
		"under":     "- " + strings.ReplaceAll(numbered("k%d: a\n"), "\n", "\n  "),
		"documents": repeat("---\na\n"),
		"anchors":   repeat("- &a\n"),
		"tags":      repeat("!a\n"),
		"comments":  repeat("- #\n"),
		"literals":  repeat("- |\n"),
		"quotes":    repeat("- \"\"\n"),
		"steps":     stairs(14),
		"stairs":    stairs(900),
		"prose":     "a: |\n" + repeat("  some words, and some more: a text - as people write it\n"),
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{1 << 10, 8 << 10, 32 << 10, len(text)} {
				data := []byte(text[:min(n, len(text))])
				got := allocated(func() { pack.ReadTree("x.yaml", data) })
				if limit := min(uint64(perByte*len(data)+64<<10), most); got > limit {
					t.Errorf("%d bytes of YAML cost %d bytes, more than %d", len(data), got, limit)
				}
			}
		})
	}
}

func TestLimits(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"dashes":    {strings.Repeat("- ", 17), "x.yaml:1: lists and mappings are nested too deeply; the limit is 16"},
		"documents": {"a: 1\n---\nb: 2\n", "x.yaml:3: a second document starts here; a file has one document and no line ---"},
		"values":    {strings.Repeat("- a\n", 10001), "x.yaml:10001: the file has too many values; the limit is 20000"},
		"large":     {strings.Repeat("# comment\n", 30000), "x.yaml: the file is too large; the limit is 262144 bytes"},
	} {
		_, err := pack.ReadTree("x.yaml", []byte(test.text))
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: found %v, want %s", name, err, test.want)
		}
	}
}

// No control character comes out of a file, written as it is or as an escape.
func TestControlCharacters(t *testing.T) {
	for _, c := range []string{"\x1b", "\a", "\x00", "\x7f", "\u009b", "\b", "\r"} {
		for _, text := range []string{"name: a" + c + "b\n", fmt.Sprintf("name: \"a\\u%04xb\"\n", []rune(c)[0]), fmt.Sprintf("\"a\\u%04xb\": name\n", []rune(c)[0])} {
			n, err := pack.ReadTree("x.yaml", []byte(text))
			if err == nil {
				t.Errorf("%q is read as %q", text, n.Items[0].Text)
			} else if _, found := pack.FindControl(err.Error()); found {
				t.Errorf("%q: the error %q has a control character", text, err)
			}
		}
		var v struct {
			Name pack.Word `yaml:"name"`
		}
		p := pack.Decode("x.yaml", fmt.Appendf(nil, "name: \"a\\u%04xb\"\n", []rune(c)[0]), &v)
		if p == nil || !strings.Contains(p.What, "control character") || p.Line != 1 {
			t.Errorf("%q is decoded as %q: %v", c, v.Name.Text, p)
		}
	}
	n, err := pack.ReadTree("x.yaml", []byte("a: |\r\n  one\r\n  two\r\nb: \"three\\n\\tfour\"\r\n"))
	if err != nil || strings.ReplaceAll(n.Items[0].Text, "\r", "") != "one\ntwo\n" || n.Items[1].Text != "three\n\tfour" {
		t.Errorf("found %v, %+v", err, n)
	}
}

func TestEscape(t *testing.T) {
	p := pack.Problem{File: "a\x1b[2Jb", Line: 3, Severity: pack.Error, What: "a\u009bb\a", Want: "é\n\tc", Excerpt: "\x00"}
	if got, want := p.String(), "a\\u001b[2Jb:3: a\\u009bb\\u0007; é\n\tc\n\\u0000"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
	var b strings.Builder
	w := pack.EscapeWriter(&b)
	for _, c := range []byte("é\x1b \x9b → \xc2\x9b.") {
		if n, err := w.Write([]byte{c}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if want := "é\\u001b \uFFFD → \\u009b."; b.String() != want {
		t.Errorf("found %q, want %q", b.String(), want)
	}
}

func TestEdit(t *testing.T) {
	const before = "# A battle.\nid: ford # its id\nunits:\n  - {id: a/b, front: 4*-4-5 R,  back: '3'}   # first\n  - id: é\n    front: \"4\"\n"
	f := pack.ReadFiles(fstest.MapFS{"ford/battle.yaml": {Data: []byte(before)}}, "ford")
	root, err := f.Tree("battle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	front := root.Get("units").Items[0].Get("front")
	if front.Path() != "/units/0/front" || root.Find(front.Path()) != front || front.Line != 4 || front.Column != 22 {
		t.Errorf("the front is at %s, %d:%d", front.Path(), front.Line, front.Column)
	}
	after, err := f.Edit(front.Set("5-5-5 R"), pack.Edit{File: "battle.yaml", Path: "/id", Text: "a: b"})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(strings.Replace(before, "4*-4-5 R", "5-5-5 R", 1), "ford", `"a: b"`, 1)
	if got, _ := after.Read("battle.yaml"); string(got) != want {
		t.Errorf("found %s, want %s", got, want)
	}
	if got, _ := f.Read("battle.yaml"); string(got) != before {
		t.Error("the files have changed that were edited")
	}
	for _, e := range []pack.Edit{
		{File: "battle.yaml", Path: "/units", Text: "x"},
		{File: "battle.yaml", Path: "/units/2/id", Text: "x"},
		{File: "battle.yaml", Path: "/name", Text: "x"},
		{File: "battle.yaml", Path: "/id", Text: "a\x1bb"},
		{File: "armies.yaml", Path: "/id", Text: "x"},
	} {
		if _, err := f.Edit(e); err == nil {
			t.Errorf("%+v is accepted", e)
		}
	}
}

// TestGroups reads the groups of options.
func TestGroups(t *testing.T) {
	fsys := fstest.MapFS{"ford/battle.yaml": {Data: []byte("id: ford\nbook: toy\noptions:\n  - {id: night}\n  - {id: rain, group: weather}\n  - {id: fog, group: weather}\n")}}
	p, problems := pack.Open(pack.ReadFiles(fsys, "ford"))
	if len(problems) > 0 || !maps.Equal(p.Groups, map[string]string{"rain": "weather", "fog": "weather"}) {
		t.Errorf("groups %v, problems %v", p.Groups, problems)
	}
}

// TestFolders reads the armies and tables of a pack, and nothing else in folders.
func TestFolders(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, name := range []string{"battle.yaml", "armies/red.yaml", "armies/red.txt", "tables/moor.yaml", "tables/old/moor.yaml", "notes/a.yaml"} {
		fsys["ford/"+name] = &fstest.MapFile{}
	}
	if got := pack.ReadFiles(fsys, "ford").Names(); !slices.Equal(got, []string{"armies/red.yaml", "battle.yaml", "tables/moor.yaml"}) {
		t.Errorf("files %q", got)
	}
}

package scenario_test

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"acies/pack"
	"acies/pack/packtest"
	"acies/rules/bladebow/scenario"
)

func TestBroken(t *testing.T) {
	for _, b := range packtest.Breakages(t) {
		t.Run(b.Name, func(t *testing.T) { checkProblems(t, b.Apply(t, packs), b.Dir, b.Want) })
	}
}

// checkProblems compares what is said of a pack, and that it loads if and only if there is no error.
func checkProblems(t *testing.T, fsys fstest.MapFS, dir string, want []string) {
	t.Helper()
	problems := scenario.Check(fsys, dir)
	if got := packtest.Lines(problems); !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	failed := slices.ContainsFunc(problems, func(p pack.Problem) bool { return p.Severity == pack.Error })
	if _, err := scenario.Load(fsys, dir); (err != nil) != failed {
		t.Errorf("Load: %v", err)
	}
}

// TestTooMany adds more units and leaders than a game has room for.
func TestTooMany(t *testing.T) {
	fsys := packtest.Files(t, packs, plataea)
	name := path.Join(plataea, "armies.yaml")
	text := string(fsys[name].Data)
	for i := range 8 {
		text += fmt.Sprintf("  - {id: extra-%d, side: greek, name: extra, type: psiloi R, square: %c9 R, facing: N R, ranks: 0 R}\n", i+1, 'A'+i)
	}
	for i := range 5 {
		text = strings.Replace(text, "\nunits:", fmt.Sprintf("\n  - {id: extra-leader-%d, side: greek, rank: %d R, range: 4 R, value: 2 R, colour: red R, square: A9 R}\nunits:", i, i+3), 1)
	}
	fsys[name] = &fstest.MapFile{Data: []byte(text)}
	for _, lang := range pack.Languages() {
		file := path.Join(plataea, pack.TextFile(lang))
		words := strings.Replace(string(fsys[file].Data), "\nname:", "\nname:\n  extra: Extra", 1)
		for i := range 5 {
			words = strings.Replace(words, "\nleader:", fmt.Sprintf("\nleader:\n  extra-leader-%d: Extra", i), 1)
		}
		fsys[file] = &fstest.MapFile{Data: []byte(words)}
	}
	checkProblems(t, fsys, plataea, []string{
		"armies.yaml:20: there are 9 leaders; a battle has at most 8",
		"armies.yaml:71: there are 49 units; a battle has at most 48",
	})
}

// TestTooManySecrets makes one army of hoplites of all units but those of the other's leaders, more than ranks can be
// distributed among in secret.
func TestTooManySecrets(t *testing.T) {
	fsys := packtest.Files(t, packs, plataea)
	name := path.Join(plataea, "armies.yaml")
	leaders, units, _ := strings.Cut(string(fsys[name].Data), "\nunits:")
	units = regexp.MustCompile(`side: persian(.*square: (?:[^JP]\d|.[^5]))`).ReplaceAllString(units, "side: greek$1")
	units = regexp.MustCompile(`type: \S+`).ReplaceAllString(units, "type: hoplite")
	fsys[name] = &fstest.MapFile{Data: []byte(leaders + "\nunits:" + units)}
	const want = "side greek: 39 units have ranks; ranks may be distributed among at most 31"
	if got := strings.Join(packtest.Lines(scenario.Check(fsys, plataea)), "\n"); !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestMissingFiles takes each file away, and empties it.
func TestMissingFiles(t *testing.T) {
	for _, file := range []string{"battle.yaml", "armies.yaml", "terrain.txt", "text.en.yaml", "text.fr.yaml"} {
		fsys := packtest.Files(t, packs, mycale)
		delete(fsys, path.Join(mycale, file))
		checkProblems(t, fsys, mycale, []string{missing[file]})
		fsys[path.Join(mycale, file)] = &fstest.MapFile{}
		if problems := scenario.Check(fsys, mycale); len(problems) == 0 || problems[0].Severity != pack.Error {
			t.Errorf("an empty %s: %v", file, packtest.Lines(problems))
		}
	}
}

var missing = map[string]string{
	"battle.yaml":  "battle.yaml: the file is missing",
	"armies.yaml":  "armies.yaml: the file is missing",
	"terrain.txt":  "terrain.txt: the file is missing",
	"text.en.yaml": "text.en.yaml: the file is missing; every pack has texts in en, fr",
	"text.fr.yaml": "text.fr.yaml: the file is missing; every pack has texts in en, fr",
}

// FuzzRead reads packs with a file of any contents: there may be problems, but no panic, and what is read is whole.
func FuzzRead(f *testing.F) {
	names := []string{"battle.yaml", "armies.yaml", "terrain.txt", "text.en.yaml"}
	for _, dir := range dirs {
		fsys := packtest.Files(f, packs, dir)
		for i, name := range names {
			f.Add(uint8(i), fsys[path.Join(dir, name)].Data)
		}
	}
	base := packtest.Files(f, packs, thermopylae)
	f.Fuzz(func(t *testing.T, file uint8, data []byte) {
		fsys := maps.Clone(base)
		fsys[path.Join(thermopylae, names[int(file)%len(names)])] = &fstest.MapFile{Data: data}
		p, problems := scenario.Read(pack.ReadFiles(fsys, thermopylae))
		failed := slices.ContainsFunc(problems, func(p pack.Problem) bool { return p.Severity == pack.Error })
		if (p == nil) != failed {
			t.Fatalf("pack %v with problems %q", p, packtest.Lines(problems))
		}
		if p == nil {
			return
		}
		s := p.Setup()
		if len(s.Terrain) != s.Cols*s.Rows || len(s.Units) > scenario.MaxUnits || len(s.Leaders) > scenario.MaxLeaders || len(s.Icons) != scenario.Turns {
			t.Fatalf("set-up %+v", s)
		}
	})
}

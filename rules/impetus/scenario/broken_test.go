package scenario_test

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"acies/pack"
	"acies/pack/packtest"
	"acies/rulebook/cite"
	"acies/rules/impetus/scenario"
)

// Files that the broken packs are made from.
const (
	battle   = "battle.yaml"
	placing  = "placement.yaml"
	romans   = "armies/romans.yaml"
	gauls    = "armies/carthaginians.yaml"
	phalanx  = "armies/macedonians.yaml"
	plain    = "tables/plain.yaml"
	byStream = "tables/stream.yaml"
)

func TestBroken(t *testing.T) {
	cite.Clauses(t, "imp-18.1c", "imp-18.1d")
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

// TestTooMany gives an army more units than a game has room for.
func TestTooMany(t *testing.T) {
	fsys := packtest.Files(t, packs, freeBattle)
	name := path.Join(freeBattle, romans)
	text := string(fsys[name].Data)
	for i := range 52 {
		text += fmt.Sprintf("  - {id: X%d, command: 2, type: S, move: 8, vbu: 1, impetus: 0, discipline: C, vd: 0, weapon: none, rows: 1, depth: 2, traits: none, points: 3}\n", i)
	}
	fsys[name] = &fstest.MapFile{Data: []byte(text)}
	var found []string
	for _, p := range packtest.Lines(scenario.Check(fsys, freeBattle)) {
		if strings.HasPrefix(p, romans) {
			found = append(found, p)
		}
	}
	want := []string{
		"armies/romans.yaml:17: command 2 has 56 units; a command has 1 to 31",
		"armies/romans.yaml:84: army romans has 64 units; an army has at most 63",
	}
	if !slices.Equal(found, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(found, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// TestMissingFiles takes each file away, and empties it.
func TestMissingFiles(t *testing.T) {
	for file, want := range map[string]string{
		battle:         "battle.yaml: the file is missing",
		romans:         `battle.yaml:18: side romans: army "romans" is unknown; the pack has carthaginians`,
		plain:          `battle.yaml:12: the battle: table "plain" is unknown; the pack has none`,
		"text.en.yaml": "text.en.yaml: the file is missing; every pack has texts in en, fr",
		"text.fr.yaml": "text.fr.yaml: the file is missing; every pack has texts in en, fr",
	} {
		fsys := packtest.Files(t, packs, twoCamps)
		delete(fsys, path.Join(twoCamps, file))
		if got := packtest.Lines(scenario.Check(fsys, twoCamps)); !slices.Contains(got, want) {
			t.Errorf("without %s: %q", file, got)
		}
		fsys[path.Join(twoCamps, file)] = &fstest.MapFile{}
		if problems := scenario.Check(fsys, twoCamps); len(problems) == 0 || problems[0].Severity != pack.Error {
			t.Errorf("an empty %s: %v", file, packtest.Lines(problems))
		}
	}
	// Without a placement the armies are deployed by the rule.
	fsys := packtest.Files(t, packs, twoCamps)
	delete(fsys, path.Join(twoCamps, placing))
	checkProblems(t, fsys, twoCamps, nil)
}

// FuzzRead reads packs with a file of any contents: there may be problems, but no panic, and what is read can be set up.
func FuzzRead(f *testing.F) {
	names := []string{battle, placing, romans, plain, "text.en.yaml"}
	base := packtest.Files(f, packs, twoCamps)
	for i, name := range names {
		f.Add(uint8(i), base[path.Join(twoCamps, name)].Data)
	}
	f.Fuzz(func(t *testing.T, file uint8, data []byte) {
		fsys := maps.Clone(base)
		fsys[path.Join(twoCamps, names[int(file)%len(names)])] = &fstest.MapFile{Data: data}
		p, problems := scenario.Read(pack.ReadFiles(fsys, twoCamps))
		failed := slices.ContainsFunc(problems, func(p pack.Problem) bool { return p.Severity == pack.Error })
		if (p == nil) != failed {
			t.Fatalf("pack %v with problems %q", p, packtest.Lines(problems))
		}
		if p == nil {
			return
		}
		if _, err := p.Setup(nil); err != nil {
			t.Fatal(err)
		}
	})
}

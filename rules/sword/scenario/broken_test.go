package scenario_test

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"acies/battles"
	"acies/pack"
	"acies/pack/packtest"
	"acies/rules/sword/scenario"
)

const (
	sparta    = "sparta-195bc"
	issos     = "issos-333bc"
	bouvines  = "bouvines-1214"
	guinegate = "guinegate-1479"
)

// dirs are the battles of the rulebook.
var dirs = []string{sparta, issos, bouvines, guinegate}

// problemsOf returns what is said of a pack.
func problemsOf(fsys fs.FS, dir string) []string {
	_, problems := scenario.Read(pack.ReadFiles(fsys, dir))
	return packtest.Lines(problems)
}

// checkProblems compares what is said of a pack, and that it can be played if and only if there is no error.
func checkProblems(t *testing.T, fsys fs.FS, dir string, want []string) {
	t.Helper()
	p, problems := scenario.Read(pack.ReadFiles(fsys, dir))
	if got := packtest.Lines(problems); !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	if (p == nil) != hasError(problems) {
		t.Errorf("can be played: %t, with the problems %v", p != nil, problems)
	}
}

func hasError(problems []pack.Problem) bool {
	return slices.ContainsFunc(problems, func(p pack.Problem) bool { return p.Severity == pack.Error })
}

func TestBrokenPacks(t *testing.T) {
	for _, b := range packtest.Breakages(t) {
		t.Run(b.Name, func(t *testing.T) { checkProblems(t, b.Apply(t, battles.FS), b.Dir, b.Want) })
	}
}

func TestMissingFiles(t *testing.T) {
	tests := []struct {
		file string
		want []string
	}{
		{"battle.yaml", []string{"battle.yaml: the file is missing"}},
		{"armies.yaml", []string{"armies.yaml: the file is missing"}},
		{"terrain.txt", []string{"terrain.txt: the file is missing"}},
		{"text.fr.yaml", []string{"text.fr.yaml: the file is missing; every pack has texts in en, fr"}},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			fsys := packtest.Files(t, battles.FS, issos)
			delete(fsys, path.Join(issos, test.file))
			checkProblems(t, fsys, issos, test.want)
		})
	}
}

// TestEmptyFiles checks that files with nothing in them are told what they lack.
func TestEmptyFiles(t *testing.T) {
	for _, file := range []string{"battle.yaml", "armies.yaml", "terrain.txt", "levels.txt", "text.en.yaml"} {
		fsys := packtest.Files(t, battles.FS, issos)
		fsys[path.Join(issos, file)] = &fstest.MapFile{}
		_, problems := scenario.Read(pack.ReadFiles(fsys, issos))
		if len(problems) == 0 || problems[0].Severity != pack.Error {
			t.Errorf("an empty %s: %v", file, packtest.Lines(problems))
		}
	}
}

func TestNoPack(t *testing.T) {
	if p, problems := scenario.Read(pack.ReadFiles(battles.FS, "zama-202bc")); p != nil || !hasError(problems) {
		t.Errorf("a pack that is not there was read, with the problems %v", problems)
	}
}

// TestUnplayable checks that a pack which only the engine refuses is an error and not a surprise.
func TestUnplayable(t *testing.T) {
	fsys := packtest.Replace(t, packtest.Files(t, battles.FS, sparta), sparta, "armies.yaml", "front: 4-4-4 R,", "front: 4-4-20 R,")
	problems := problemsOf(fsys, sparta)
	if len(problems) != 1 || !strings.HasPrefix(problems[0], "battle.yaml: the battle cannot be played: battle sparta-195bc: unit hastati-i-1: ") {
		t.Errorf("problems %q", problems)
	}
}

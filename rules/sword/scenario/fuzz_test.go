package scenario_test

import (
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

// FuzzCheck makes any change to any file of a pack. Whatever is in the files, reading them ends in a list of problems;
// a pack without errors loads and can be set up with each of its options.
func FuzzCheck(f *testing.F) {
	dirs := []string{sparta, issos, bouvines, guinegate}
	names := []string{"battle.yaml", "armies.yaml", "edges.yaml", "terrain.txt", "levels.txt", "text.en.yaml", "text.fr.yaml"}
	var packs []fstest.MapFS
	for _, dir := range dirs {
		packs = append(packs, packtest.Files(f, battles.FS, dir))
	}
	for _, b := range packtest.Breakages(f) {
		battle := slices.Index(dirs, b.Dir)
		text := string(packs[battle][path.Join(b.Dir, b.File)].Data)
		f.Add(uint8(battle), uint8(slices.Index(names, b.File)), uint16(strings.Index(text, b.Old)), uint16(len(b.Old)), b.New)
	}
	for file := range names {
		f.Add(uint8(0), uint8(file), uint16(0), ^uint16(0), "")
	}
	f.Fuzz(func(t *testing.T, battle, file uint8, at, cut uint16, insert string) {
		dir, name := dirs[int(battle)%len(dirs)], names[int(file)%len(names)]
		fsys := fstest.MapFS{}
		for key, f := range packs[int(battle)%len(dirs)] {
			fsys[path.Base(key)] = f
		}
		var text string
		if f := fsys[name]; f != nil {
			text = string(f.Data)
		}
		from := min(int(at), len(text))
		to := min(from+int(cut), len(text))
		fsys[name] = &fstest.MapFile{Data: []byte(text[:from] + insert + text[to:])}

		p, problems := scenario.Read(pack.ReadFiles(fsys, "."))
		for _, x := range problems {
			if x.What == "" || x.File == "" || x.Line < 0 {
				t.Errorf("%s: a problem without a place or a word: %+v", dir, x)
			}
		}
		if (p == nil) != hasError(problems) {
			t.Fatalf("%s: can be played: %t, with the problems %v", dir, p != nil, packtest.Lines(problems))
		}
		if p == nil {
			return
		}
		for _, id := range p.Options {
			if _, err := p.Setup([]string{id}); err != nil {
				t.Error(err)
			}
		}
	})
}

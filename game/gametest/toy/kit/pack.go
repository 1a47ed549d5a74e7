package kit

import (
	"fmt"
	"path"
	"strconv"

	"acies/game/gametest/toy"
	"acies/pack"
	"acies/system"
)

// battleYAML is the contents of battle.yaml. Numbers need no mark of their source, because the toy has no sources.
type battleYAML struct {
	ID      pack.Word                `yaml:"id"`
	Book    pack.Word                `yaml:"book"`
	Sides   []pack.Entry[sideYAML]   `yaml:"sides"`
	Rounds  pack.Word                `yaml:"rounds"`
	Options []pack.Entry[optionYAML] `yaml:"options"`
}

type sideYAML struct {
	ID pack.Word `yaml:"id"`
}

// optionYAML is a variant with a different number of rounds, or with ambushes.
type optionYAML struct {
	ID     pack.Word `yaml:"id"`
	Rounds pack.Word `yaml:"rounds"`
	Ambush pack.Word `yaml:"ambush"`
}

// Read implements [system.System].
func (System) Read(f *pack.Files) (*system.Pack, []pack.Problem) {
	common, problems := pack.Open(f)
	c := &pack.Checks{Problems: problems, File: pack.Main}
	var y battleYAML
	c.Decode(f, pack.Main, true, &y)
	if c.Failed() {
		return nil, c.Problems
	}
	s := &scenario{id: common.ID, pack: common, rounds: rounds(c, 1, y.Rounds), options: map[string]variant{}}
	c.ID(1, "battle", y.ID)
	if len(y.Sides) != 2 {
		c.Fail(1, fmt.Sprintf("there are %d sides", len(y.Sides)), "the toy is for two")
	}
	seen := map[string]int{}
	for _, side := range y.Sides {
		if c.ID(side.Line, "side", side.V.ID) && c.Unique(seen, "side", side.V.ID) {
			s.sides = append(s.sides, side.V.ID.Text)
		}
	}
	for _, o := range y.Options {
		if c.ID(o.Line, "option", o.V.ID) && c.Unique(seen, "option", o.V.ID) {
			v := variant{ambush: o.V.Ambush.Text == "true"}
			if !v.ambush || o.V.Rounds.Text != "" {
				v.rounds = rounds(c, o.Line, o.V.Rounds)
			}
			s.options[o.V.ID.Text] = v
		}
	}
	c.CheckTexts(common, s.keys())
	lessons := c.ReadLessons(f)
	if !c.Failed() {
		for _, l := range lessons {
			c.File = path.Join(pack.LessonsDir, l.ID+".yaml")
			if err := system.CheckLesson(s, l); err != nil {
				c.Report(err)
			}
		}
	}
	if c.Failed() {
		return nil, c.Problems
	}
	return &system.Pack{Pack: common, Hash: f.Hash(pack.Main), Turns: s.rounds, Lessons: lessons, Scenario: s}, c.Problems
}

// rounds returns a number of rounds; line is the line of its entry.
func rounds(c *pack.Checks, line int, w pack.Word) int {
	n, err := strconv.Atoi(w.Text)
	if err != nil || n < 1 || n > toy.Cards {
		c.Fail(max(line, w.Line), fmt.Sprintf("rounds %q is not a number from 1 to %d", w.Text, toy.Cards), "")
		return 1
	}
	return n
}

// keys returns the keys of the texts that the pack must have.
func (s *scenario) keys() []string {
	keys := []string{"battle.name", "battle.intro"}
	for _, side := range s.sides {
		keys = append(keys, "side."+side, "champion."+side)
	}
	for _, place := range toy.Places() {
		keys = append(keys, "place."+place)
	}
	for _, o := range s.pack.Options {
		keys = append(keys, "option."+o+".name", "option."+o+".about")
	}
	return keys
}

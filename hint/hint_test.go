package hint

import (
	"testing"
	"time"

	"acies/dice"
	"acies/game"
	"acies/system"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

func TestReason(t *testing.T) {
	for _, c := range []struct {
		name   string
		do     string
		reason system.Reason
		key    string
		points float64
	}{
		{"worth", "melee 0411 0410", system.Reason{Key: "advice.melee", N: 187, Gain: true}, "advice.melee", 1.9},
		{"worth of a blow without a place", "fight", system.Reason{Key: "advice.melee", N: 105, Gain: true}, "advice.melee", 1.1},
		{"no worth", "attack 2219", system.Reason{Key: "advice.melee", N: -5, Gain: true}, "advice.little", 0},
		{"too small to name", "shoot 0511", system.Reason{Key: "advice.shot", N: 4, Gain: true}, "advice.shot", 0},
		{"not in points", "to 0415 UR", system.Reason{Key: "advice.goal", N: 48}, "advice.goal", 0},
		{"the end of something", "done", system.Reason{Key: "advice.wait"}, "advice.wait", 0},
		{"a move for nothing", "move agema-1", system.Reason{Key: "advice.wait"}, "advice.little", 0},
		{"an unknown rulebook", "pass", system.Reason{}, "advice.custom", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			key, points := reason(c.do, c.reason)
			if key != c.key || points != c.points {
				t.Errorf("%s, %v points; want %s, %v", key, points, c.key, c.points)
			}
		})
	}
}

// TestMarkEqual: hints that nothing tells apart say so.
func TestMarkEqual(t *testing.T) {
	list := []Hint{
		{Reason: "march", Chance: 0.382},
		{Reason: "march", Chance: 0.379},
		{Reason: "charge", Chance: 0.38},
		{Reason: "shot", Chance: 0.38, Points: 1},
		{Reason: "shot", Chance: 0.38, Points: 2},
		{Reason: "march", Chance: 0.35},
	}
	markEqual(list, "equal")
	for i, want := range []string{"equal", "equal", "charge", "shot", "shot", "march"} {
		if list[i].Reason != want {
			t.Errorf("hint %d: the reason is %q, want %q", i, list[i].Reason, want)
		}
	}
}

// TestOf asks at the beginning of each battle: what is advised can be done, and is told.
func TestOf(t *testing.T) {
	for _, id := range table.BuiltIn() {
		p, err := table.FindPack(id)
		if err != nil {
			t.Fatal(err)
		}
		g, err := table.New(p, table.Settings{Seed: "hint"})
		if err != nil {
			t.Fatal(err)
		}
		w, err := words.For("en", p, g.Battle)
		if err != nil {
			t.Fatal(err)
		}
		s := g.Game.State().Clone()
		for s.ToAct() == game.Nature {
			s.Apply(s.Roll(dice.New(1)), nil)
		}
		list := Of(s.Clone(), w, 0, time.Millisecond)
		if len(list) == 0 || len(list) > 3 {
			t.Fatalf("%s: %d hints", id, len(list))
		}
		for _, h := range list {
			a, err := g.Battle.Parse(h.Do)
			if err != nil {
				t.Fatal(err)
			}
			if r := s.Check(a); r != nil || h.Text == "" || h.Reason == "" || h.Chance < 0 || h.Chance > 1 {
				t.Errorf("%s: %+v, refused: %v", id, h, r)
			}
		}
	}
}

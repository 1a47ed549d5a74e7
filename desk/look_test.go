package desk_test

import (
	"slices"
	"strings"
	"testing"

	"acies/battles"
	"acies/desk"
	"acies/game"
	"acies/rulebook"
	"acies/system"
	"acies/table"
	"acies/words"
)

// desks calls f with the beginning of every built-in battle, in both languages, as the first side sees it.
func desks(t *testing.T, f func(t *testing.T, b *table.LoadedBattle, d *desk.Desk)) {
	entries, err := battles.FS.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		for _, lang := range words.Languages() {
			t.Run(e.Name()+" "+lang, func(t *testing.T) {
				b, err := table.NewLibrary().Load(e.Name(), nil)
				if err != nil {
					t.Fatal(err)
				}
				w, err := b.Words(lang)
				if err != nil {
					t.Fatal(err)
				}
				f(t, b, &desk.Desk{Game: &desk.Game{State: b.Battle.Start()}, Viewer: 0, Words: w})
			})
		}
	}
}

// checkTold checks that a sentence is one, and that its clause exists.
func checkTold(t *testing.T, what, text, clause string) {
	t.Helper()
	if text == "" || strings.ContainsAny(text, "{}<>") {
		t.Errorf("%s: the text is %q", what, text)
	}
	if _, ok := rulebook.Find(clause); !ok {
		t.Errorf("%s, %q: there is no clause %q", what, text, clause)
	}
}

// Every place has a kind of ground, and every kind says what it does and where the rules say so.
func TestGround(t *testing.T) {
	desks(t, func(t *testing.T, b *table.LoadedBattle, d *desk.Desk) {
		s := b.Pack.Sheet(b.Battle, d.Words)
		if len(s.Terrains) < 2 {
			t.Fatalf("%d kinds of ground", len(s.Terrains))
		}
		for _, k := range s.Terrains {
			for _, e := range k.Effects {
				checkTold(t, k.Name, e.Text, e.Clause)
				if e.On == "" {
					t.Errorf("%s: %q is about nothing", k.Name, e.Text)
				}
			}
			if len(k.Effects) < 3 {
				t.Errorf("%s has %d effects", k.Name, len(k.Effects))
			}
		}
		for _, p := range s.Places {
			if len(p.Terrain) == 0 || slices.Max(p.Terrain) >= len(s.Terrains) {
				t.Errorf("%s has the ground %v", p.ID, p.Terrain)
			}
		}
		if len(s.Places) == 0 && len(s.Areas) == 0 {
			t.Error("no ground can be pointed at")
		}
	})
}

// The wall of Sparta is told as the terrain chart has it.
func TestGroundOfWall(t *testing.T) {
	b, err := table.NewLibrary().Load("sparta-195bc", nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := b.Words("en")
	if err != nil {
		t.Fatal(err)
	}
	s := b.Pack.Sheet(b.Battle, w)
	i := slices.IndexFunc(s.Terrains, func(k system.Terrain) bool { return k.Name == "wall" })
	if i < 0 {
		t.Fatal("the legend has no wall")
	}
	want := []system.Effect{
		{On: "Movement", Text: "to cross: infantry and leaders +2 MP, closed to cavalry", Clause: "ant-C2d"},
		{On: "Shooting", Text: "−3 to a shot across it inward, 0 outward", Clause: "ant-C2d"},
		{On: "Melee", Text: "−3 to an attack across it inward, +1 outward", Clause: "ant-C2d"},
	}
	if !slices.Equal(s.Terrains[i].Effects, want) {
		t.Errorf("the wall does %+v, expected %+v", s.Terrains[i].Effects, want)
	}
	if !slices.ContainsFunc(s.Places, func(p system.Place) bool { return p.Terrain[0] != i && slices.Contains(p.Terrain, i) }) {
		t.Error("no hex stands at the wall")
	}
}

// What the rules say about pieces and lines is said in sentences, with clauses that exist.
func TestAbout(t *testing.T) {
	desks(t, func(t *testing.T, b *table.LoadedBattle, d *desk.Desk) {
		told := 0
		for p := range b.Pack.Sheet(b.Battle, d.Words).Pieces {
			for _, n := range d.About(p).Notes {
				checkTold(t, d.Words.Piece(p), n.Text, n.Clause)
				told++
			}
		}
		if told == 0 {
			t.Error("nothing is said about any piece")
		}
		if len(b.Pack.Sheet(b.Battle, d.Words).Places) == 0 {
			return
		}
		list, err := d.Measure(0, 3)
		if err != nil || len(list) != 2 {
			t.Fatalf("the line is told as %v, %v", list, err)
		}
		checkTold(t, "the line", list[1].Text, list[1].Clause)
	})
}

// How to win is told of every battle: who leads, what decides, the levels; and both sides have a plan, where they are not chosen.
func TestVictory(t *testing.T) {
	desks(t, func(t *testing.T, b *table.LoadedBattle, d *desk.Desk) {
		v := d.Victory()
		checkTold(t, "now", v.Now.Text, v.Now.Clause)
		for _, list := range [][]desk.Told{v.Ends, v.Levels} {
			if len(list) == 0 {
				t.Error("nothing decides, or there are no levels")
			}
			for _, x := range list {
				checkTold(t, "victory", x.Text, x.Clause)
			}
		}
		points := [2]int{}
		for _, g := range v.Goals {
			checkTold(t, "goal", g.Text, g.Clause)
			points[g.Side] += g.Points
		}
		if len(v.Goals) > 0 && (v.Leads == game.Nobody) != (points[0] == points[1]) && points[0]-points[1] > 1 {
			t.Errorf("%d leads with %v", v.Leads, points)
		}
		if plans := desk.NewBattle(b, d.Words).Plans; len(plans) != 2 {
			t.Errorf("there are %d plans", len(plans))
		}
	})
}

// The threat is that of the viewer's enemies alone; a spectator is shown both.
func TestThreat(t *testing.T) {
	desks(t, func(t *testing.T, b *table.LoadedBattle, d *desk.Desk) {
		for _, viewer := range []desk.Viewer{0, 1, desk.Spectator} {
			d.Viewer = viewer
			list, err := d.Shade("threat", -1, -1)
			if err != nil {
				t.Fatal(err)
			}
			var by [2]int
			for _, x := range list {
				by[x.Side]++
			}
			for side := range by {
				if placed := slices.ContainsFunc(d.Game.State.View(game.Side(viewer)).Pieces, func(p game.PieceView) bool { return p.Place >= 0 || p.Pose != nil }); placed && (by[side] > 0) != (int(viewer) != side) {
					t.Errorf("viewer %d is shown %d threats of side %d", viewer, by[side], side)
				}
			}
		}
	})
}

package kit_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
	"acies/rules/sword"
	"acies/rules/sword/kit"
	"acies/table"
)

// TestNotes plays at random and compares the verdict on command with the state of each unit, and what is said of shooting with
// what it can do.
func TestNotes(t *testing.T) {
	cite.Clauses(t, "ant-7.2a", "ant-7.4a", "ant-7.4c", "med-7.4a")
	for _, id := range []string{"sparta-195bc", "guinegate-1479"} {
		b, err := table.NewLibrary().Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		src := rand.New(rand.NewPCG(1, 2))
		s := b.Battle.Start()
		outs := 0
		for range 1500 {
			legal := s.Legal(nil)
			if s.ToAct() == game.Nature {
				legal = nil
				for _, c := range s.Chances(nil) {
					legal = append(legal, c.Action)
				}
			}
			if len(legal) == 0 {
				break
			}
			s.Apply(legal[src.IntN(len(legal))], nil)
			view := s.View(0)
			p := view.Pieces[src.IntN(len(view.Pieces))]
			notes := map[string]string{}
			for _, n := range (kit.System{}).Notes(s, p.Piece, 0) {
				notes[n.On] = n.Key
			}
			command, unit := notes[sword.NoteCommand], p.Piece < b.Battle.(*sword.Battle).Units()
			if p.Place < 0 && len(notes) > 0 {
				t.Fatalf("%s: something is said about a piece off the map: %v", id, notes)
			}
			if p.Place < 0 || !unit {
				continue
			}
			out := slices.Contains(p.States, "out-of-command")
			if !view.Setup && out != strings.HasPrefix(command, "about.out") {
				t.Errorf("%s: %s with the states %v", id, command, p.States)
			}
			if out {
				outs++
			}
			if _, moves := notes[sword.NoteMoves]; moves == slices.Contains(p.States, "routed") {
				t.Errorf("%s: moves is %v with the states %v", id, moves, p.States)
			}
		}
		if outs == 0 {
			t.Errorf("%s: no unit was out of command", id)
		}
	}
}

// TestRange checks what is said of when a unit can shoot: one that only reaches the next hex does so in melee alone.
func TestRange(t *testing.T) {
	cite.Clauses(t, "ant-9.1h", "ant-9.1j")
	for _, row := range []struct{ battle, piece, want string }{
		{"sparta-195bc", "velites-i-1", "about.range-melee"},
		{"sparta-195bc", "hastati-i-1", "about.range-melee"},
		{"sparta-195bc", "cretans-1", "about.range"},
		{"sparta-195bc", "triarii-i-1", ""},
		{"issos-333bc", "cretans-1", "about.range"},
	} {
		b, err := table.NewLibrary().Load(row.battle, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, n := range (kit.System{}).Notes(b.Battle.Start(), b.Battle.(*sword.Battle).Piece(row.piece), 0) {
			if n.On == sword.NoteShoots {
				got = n.Key
			}
		}
		if got != row.want {
			t.Errorf("%s, %s: %q is said of shooting, expected %q", row.battle, row.piece, got, row.want)
		}
	}
}

// TestMeasure measures at Sparta, where the city blocks lines of sight.
func TestMeasure(t *testing.T) {
	cite.Clauses(t, "ant-9.2c", "ant-9.2e")
	b, err := table.NewLibrary().Load("sparta-195bc", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := b.Battle.Start()
	place := func(id string) int {
		for h := range b.Battle.(*sword.Battle).Map().Len() {
			if b.Battle.PlaceID(h) == id {
				return h
			}
		}
		t.Fatalf("there is no hex %s", id)
		return -1
	}
	for _, row := range []struct{ from, to, want string }{
		{"0101", "0101", ""},
		{"0101", "0102", "ruler.free"},
		{"1615", "1619", "ruler.free"},
		{"0105", "0112", "ruler.blocked"},
	} {
		list := (kit.System{}).Measure(s, place(row.from), place(row.to))
		got := ""
		if len(list) > 1 {
			got = list[1].Key
		}
		if got != row.want {
			t.Errorf("from %s to %s: %s, expected %s", row.from, row.to, got, row.want)
		}
		seen := slices.ContainsFunc((kit.System{}).Shade(s, sword.OverlaySight, -1, place(row.from), 0), func(x game.Shade) bool { return x.Place == place(row.to) })
		if seen != (row.want == "ruler.free") {
			t.Errorf("from %s to %s: shaded is %v", row.from, row.to, seen)
		}
	}
}

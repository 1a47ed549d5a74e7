package sword_test

import (
	"math"
	"slices"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/rules/sword"
)

func TestParseErrors(t *testing.T) {
	b := load(t, "sparta-195bc")
	for _, row := range []struct{ in, want string }{
		{"", `action is empty: expected a verb, such as "done"`},
		{"to", `action "to": a hex is missing`},
		{"to 9901 UR", `action "to": hex "9901": column 99 is beyond the map's 16 columns`},
		{"to 0415", `action "to": a facing is missing`},
		{"to 0415 N", `action "to": corner "N": expected one of UR, R, DR, DL, L, UL`},
		{"move hastati", `action "move": there is no piece "hastati"`},
		{"roll x", `action "roll": "x" is not a number`},
		{"done now", `action "done": unexpected "now"`},
	} {
		if _, err := b.Parse(row.in); err == nil || err.Error() != row.want {
			t.Errorf("Parse(%q): error %v, want %s", row.in, err, row.want)
		}
	}
}

// FuzzParse reads any text as an action: it never panics, what it accepts is written as it was read, and no state
// breaks over it.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"roll 7", "place nabis 1005", "face hastati-i-1 UR", "to 0415 UR over", "back 0416 under", "melee 0415 0414 0515",
		"retreat 0415 0416 DL under hastati-i-1", "advance 0415 0414 R", "flee-all 0420", "done", "pair 0101 0102", "with pretor-i",
	} {
		f.Add(s)
	}
	b := load(f, "sparta-195bc")
	var states []*sword.State
	p := newPlayer(b, 5)
	for i := range 2000 {
		if i%97 == 0 {
			states = append(states, p.now.Clone().(*sword.State))
		}
		p.step(f)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := b.Parse(s)
		if err != nil {
			return
		}
		again, err := b.Parse(b.Format(a))
		if err != nil || again != a {
			t.Fatalf("%q reads as %v, which is written %q and reads as %v (%v)", s, a, b.Format(a), again, err)
		}
		for _, st := range states {
			before := st.Hash()
			if r := st.Check(a); r != nil && (r.Key == "" || r.Clause == "") {
				t.Fatalf("%q is refused without a reason: %v", s, r)
			}
			st.Explain(a, game.Nobody)
			if st.Hash() != before {
				t.Fatalf("%q changes a state when it is only asked about", s)
			}
		}
		c := states[len(states)/2].Clone()
		c.Apply(a, &game.Events{})
	})
}

// An action of any numbers is refused or legal, whatever is asked: nothing breaks down.
func TestAnyOperands(t *testing.T) {
	for _, id := range all {
		t.Run(id, func(t *testing.T) {
			b := load(t, id)
			units, pieces, hexes := int32(b.Units()), int32(b.Units()+b.Leaders()), int32(b.Map().Cols*b.Map().Rows)
			odd := []int32{
				math.MinInt32, -32769, -256, -2, -1, 0, 1, 2, 5, 6, 17, 18, units - 1, units, pieces - 1, pieces, 255, 256,
				hexes - 1, hexes, hexes + 1, 32768, 65536, math.MaxInt32,
			}
			src := dice.New(11)
			s, c := b.NewState(), b.NewState()
			var legal []game.Action
			for n := 0; s.ToAct() != game.Nobody && n < 4000; n++ {
				legal = s.Legal(legal[:0])
				for range 3 {
					a := game.Action{Verb: game.Verb(game.Intn(src, len(sword.Verbs())+3))}
					for _, into := range []*int32{&a.A, &a.B, &a.C, &a.D} {
						if game.Intn(src, 2) == 0 {
							*into = odd[game.Intn(src, len(odd))]
						}
					}
					c.CopyFrom(s)
					c.Explain(a, c.ToAct())
					if got, want := c.Apply(a, nil) == nil, slices.Contains(legal, a); got != want || (s.Check(a) == nil) != want {
						t.Fatalf("%+v at %s: it is done: %t, it is legal: %t", a, s.Asked(), got, want)
					}
				}
				a := legal[game.Intn(src, len(legal))]
				if s.ToAct() == game.Nature {
					a = s.Roll(src)
				}
				s.Apply(a, nil)
			}
		})
	}
}

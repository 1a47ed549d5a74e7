package sword_test

import (
	"testing"

	"acies/game"
	"acies/rules/sword"
)

func TestParseErrors(t *testing.T) {
	b := load(t, "sparta-195bc")
	for _, row := range []struct{ in, want string }{
		{"", `action is empty: want a verb, such as "done"`},
		{"to", `action "to": a hex is missing`},
		{"to 9901 UR", `action "to": hex "9901": column 99 is beyond the map's 16 columns`},
		{"to 0415", `action "to": a facing is missing`},
		{"to 0415 N", `action "to": corner "N": want one of UR, R, DR, DL, L, UL`},
		{"move hastati", `action "move": there is no piece "hastati"`},
		{"roll x", `action "roll": "x" is not a number`},
		{"done now", `action "done": "now" is too much`},
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

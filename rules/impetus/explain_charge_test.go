package impetus

import (
	"math"
	"slices"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

// explained returns how an action is explained to the side to act.
func (x *scene) explained(text string) *game.Explanation {
	x.Helper()
	a, err := x.b.Parse(text)
	if err != nil {
		x.Fatal(err)
	}
	e := x.Explain(a, x.ToAct())
	if e == nil {
		x.Fatalf("%s is not explained", text)
	}
	sum := 0
	for _, o := range e.Odds {
		sum += o.Weight
	}
	if len(e.Odds) == 0 {
		return e
	}
	if of := e.Odds[0].Of; sum < of-of/1000 || sum > of {
		x.Errorf("%s: the odds are %d of %d", text, sum, of)
	}
	return e
}

// chanceOf returns the percentage of a result in odds.
func chanceOf(e *game.Explanation, result string) int {
	for _, o := range e.Odds {
		if o.Result == result {
			return int(math.Round(100 * float64(o.Weight) / float64(o.Of)))
		}
	}
	return 0
}

// noteOf returns a note of an explanation.
func noteOf(e *game.Explanation, key string) *game.Event {
	i := slices.IndexFunc(e.Notes, func(n game.Event) bool { return n.Key == key })
	if i < 0 {
		return nil
	}
	return &e.Notes[i]
}

func TestOddsOfChargesCountEvasion(t *testing.T) {
	cite.Clauses(t, "imp-10.4a", "imp-10.4c", "imp-10.4i", "imp-10.4j")
	// Elephants 6U away from skirmishers who evade by 8U: at 14U, of 8U and a die, only a 6 catches them.
	x := lay(t, "a1 El 8 5 3 C at 50 40 0", "b1 S 8 3 0 B at 50 46 180", far)
	x.do("activate a1")
	e := x.explained("charge b1 extended")
	if chanceOf(e, "fate.dispersed") != 17 || chanceOf(e, "charge.evaded-disordered") != 83 {
		t.Errorf("the odds are %+v", e.Odds)
	}
	if n := noteOf(e, "note.evades"); n == nil || n.Clause != "imp-10.4a" {
		t.Errorf("the notes are %+v", e.Notes)
	}
	if n := noteOf(e, "note.if-stands"); n == nil || n.Args[0].N != 100 || n.Args[1].N != 0 {
		t.Errorf("if they stand they are dispersed; the notes are %+v", e.Notes)
	}
	if e := x.explained("charge b1"); chanceOf(e, "charge.evaded") != 100 {
		t.Errorf("without an extension they get away; the odds are %+v", e.Odds)
	}
	// The odds are what the dice do.
	for die, caught := range map[string]bool{"roll 5": false, "roll 6": true} {
		y := lay(t, "a1 El 8 5 3 C at 50 40 0", "b1 S 8 3 0 B at 50 46 180", far)
		y.do("activate a1", "charge b1 extended", "evade")
		if y.ToAct() == 1 {
			y.do("stand")
		}
		y.do(die)
		if legal := slices.Contains(y.list(), "run-at b1"); legal != caught {
			t.Errorf("%s: legal are %s", die, y.list())
		}
	}
	// Those who are asked are told as well.
	x.do("charge b1 extended")
	if e := x.explained("evade"); chanceOf(e, "fate.dispersed") != 17 {
		t.Errorf("the odds of an evasion are %+v", e.Odds)
	}
	if e := x.explained("stand"); chanceOf(e, "fate.dispersed") != 100 {
		t.Errorf("the odds of standing are %+v", e.Odds)
	}
}

func TestOddsOfChargesCountTheRoll(t *testing.T) {
	cite.Clauses(t, "imp-10.1g", "imp-10.1h", "imp-10.1m")
	// Horse with 10U, an enemy without impetus 13U away: 3 or more reaches him.
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 0 B at 50 53 180", far)
	x.do("activate a1")
	e := x.explained("charge b1 extended")
	if chanceOf(e, "charge.missed-disordered") != 33 || e.Total != 7 {
		t.Errorf("the charge is explained as %+v", e)
	}
	if n := noteOf(e, "note.stands"); n != nil {
		t.Errorf("he can only stand, but a note says %+v", n)
	}
}

func TestOddsOfChargesNameReactions(t *testing.T) {
	cite.Clauses(t, "imp-10.3a", "imp-10.3b", "imp-10.3f", "imp-9.2a")
	x := lay(t, "a1 CP 8 6 3 B at 50 40 0", "b1 CP 8 5 4 A at 50 46 180", "b2 T 5 4 0 B at 60 50 180, short_bow_A marked", far)
	x.do("activate a1")
	e := x.explained("charge b1")
	if n := noteOf(e, "note.counter"); n == nil || n.Args[0].N != 4 || n.Args[1].N != 50 || n.Args[2].N != 9 {
		t.Errorf("the notes are %+v, expected a counter-charge on 4 or more, out of command range, with 9 dice", e.Notes)
	}
	if n := noteOf(e, "note.stands"); n == nil {
		t.Errorf("the odds do not say what they assume: %+v", e.Notes)
	}
	if n := noteOf(e, "note.shoots"); n == nil || n.Args[0].N != int(x.u("b2")) {
		t.Errorf("the notes are %+v, expected the shot of b2", e.Notes)
	}
}

func TestMissingImpetusIsExplained(t *testing.T) {
	cite.Clauses(t, "imp-12.2c", "imp-12.2e", "imp-12.2f", "imp-12.2g", "imp-12.2h", "imp-12.2i", "imp-12.2m", "imp-7.4i", "imp-24.7b", "imp-1.3m")
	for _, row := range []struct{ charger, target, more, clause string }{
		{"CP 8 6 3 B at 50 40 0", "FP 5 5 0 B at 50 46 180", "", ""},
		{"CP 8 6 3 B at 50 40 0, vbu 5", "FP 5 5 0 B at 50 46 180", "", "imp-12.2c"},
		{"FP 8 6 3 B at 50 40 0", "CP 8 5 3 B at 50 46 180", "", "imp-12.2e"},
		{"CP 8 6 3 B at 50 40 0", "FP 5 5 0 B at 50 46 180, pike", "", "imp-12.2f"},
		{"CP 8 6 3 B at 50 40 0", "FP 5 5 0 B at 50 46 180, long_spear", "", "imp-12.2g"},
		{"CP 8 6 3 B at 50 40 0", "FP 5 5 0 B at 50 46 180, schiltron", "", "imp-12.2h"},
		{"CP 8 6 3 B at 50 40 0", "W 5 5 0 B at 50 46 180", "", "imp-12.2i"},
		{"CP 8 6 3 B at 50 40 0", "CM 8 5 0 B at 50 46 180, camel", "", "imp-12.2m"},
		{"CP 8 6 3 B at 50 40 0", "T 5 5 0 B at 50 46 180, pavise", "", "imp-1.3m"},
		{"CP 8 6 3 B at 50 40 0", "FP 5 5 0 B at 50 46 180", "broken 40 44 60 44 60 47 40 47", "imp-7.4i"},
	} {
		lines := []string{"a1 " + row.charger, "b1 " + row.target, far}
		if row.more != "" {
			lines = append(lines, row.more)
		}
		x := lay(t, lines...)
		x.do("activate a1")
		n := noteOf(x.explained("charge b1"), "note.no-impetus")
		switch {
		case row.clause == "" && n != nil:
			t.Errorf("%s against %s: %+v, expected the impetus bonus", row.charger, row.target, n)
		case row.clause != "" && (n == nil || n.Clause != row.clause || n.Args[1].N != 3):
			t.Errorf("%s against %s: %+v, expected %s", row.charger, row.target, n, row.clause)
		}
	}
}

func TestUncontrolledMovesAreExplained(t *testing.T) {
	cite.Clauses(t, "imp-6.10c", "imp-6.10e")
	x := lay(t, "a1 FL 6 5 3 C at 50 40 0, impetuous", "a2 FP 5 5 1 B at 100 40 0", "b1 FP 5 5 0 B at 50 48 180", "b2 S 8 3 0 B at 70 56 225")
	x.activate("a1")
	// 8U straight ahead: out of reach of 6U, within reach with 3 or more on the die, which adds half of it.
	if e := x.explained("rush 0 extended"); chanceOf(e, "charge.missed-disordered") != 33 {
		t.Errorf("the odds of the extended charge are %+v", e.Odds)
	}
	if e := x.explained("rush 0"); len(e.Ends) != 1 || e.Ends[0].Pose.Y != 46*U {
		t.Errorf("the move ends at %+v, expected 6 U ahead", e.Ends)
	}
}

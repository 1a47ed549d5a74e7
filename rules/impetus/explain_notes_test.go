package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

// notes are what an explanation is expected to say: a key, the clause, and the numbers of its arguments.
type notes []struct {
	key, clause string
	args        []int
}

// expect checks that an action is explained with some notes, and without others.
func (x *scene) expect(text string, want notes, without ...string) {
	x.Helper()
	e := x.explained(text)
	for _, w := range want {
		n := noteOf(e, "note."+w.key)
		if n == nil || n.Clause != w.clause {
			x.Errorf("%s: the notes are %+v, expected %s %s", text, e.Notes, w.key, w.clause)
			continue
		}
		for i, v := range w.args {
			if n.Args[i].N != v {
				x.Errorf("%s: the note %s is %+v, expected %v", text, w.key, n.Args, w.args)
				break
			}
		}
	}
	for _, key := range without {
		if n := noteOf(e, "note."+key); n != nil {
			x.Errorf("%s: there is a note %+v", text, n)
		}
	}
}

func TestNotesOfTests(t *testing.T) {
	cite.Clauses(t, "imp-5.1a", "imp-5.2a", "imp-5.2d", "imp-5.2f", "imp-6.1d", "imp-6.6d", "imp-9.1c", "imp-9.1f", "imp-20.2c", "imp-20.2f")
	x := lay(t, "a1 FP 5 5 2 B at 50 40 0, commander", far)
	x.do("activate a1")
	x.expect("about-face", notes{{"needed", "imp-5.1a", []int{3}}, {"fails-about", "imp-6.6d", []int{0}}})
	x.expect("opportunity", notes{{"needed", "imp-5.1a", []int{3}}, {"only-action", "imp-9.1c", nil}})
	x.expect("forward 2", nil, "needed", "fails-phase")
	x.do("forward 2")
	x.expect("forward 2", notes{{"needed", "imp-5.1a", []int{3}}, {"fails-phase", "imp-6.1d", []int{0}}})

	x = lay(t, "a1 FP 5 5 2 B at 50 40 0, commander disordered", "quality a 1 Expert", far)
	x.do("activate a1")
	x.expect("rally", notes{{"needed", "imp-5.1a", []int{3}}, {"rally-phase", "imp-20.2f", nil}}, "rally-only")
	x.do("rally", "roll 2")
	x.expect("rally", notes{{"rally-only", "imp-20.2c", nil}}, "rally-phase")

	x = lay(t, "a1 FP 5 5 2 B at 50 40 0, marked", far)
	x.expect("activate a1", notes{{"marker-lost", "imp-9.1f", []int{0}}})
}

func TestNotesOfFire(t *testing.T) {
	cite.Clauses(t, "imp-8.1e", "imp-8.1i", "imp-8.3a", "imp-8.3b", "imp-9.2a", "imp-14.1b", "imp-Q2f")
	// A target of VBU 4 at short range: 4 and 1 less the damage.
	x := lay(t, "a1 T 5 4 1 B at 50 40 0, short_bow_A", "b1 FP 5 4 0 B at 50 50 180", "b2 T 5 4 0 B at 58 50 180, short_bow_A marked", far)
	x.do("activate a1")
	x.expect("fire a1 b1", notes{{"critical", "imp-14.1b", []int{1, 5}}, {"fire-first", "imp-8.1e", []int{0}}, {"may-shoot", "imp-9.2a", []int{2}}}, "fire-last")
	x.expect("forward 1", notes{{"fire-phases", "imp-8.3a", []int{0, 1}}, {"may-shoot", "imp-9.2a", []int{2}}})
	x.do("forward 1")
	if x.ToAct() == 1 {
		x.do("decline")
	}
	x.expect("fire a1 b1", notes{{"fire-last", "imp-Q2f", []int{0}}}, "fire-first")

	x = lay(t, "a1 S 8 3 0 B at 50 40 0, javelin", far)
	x.do("activate a1")
	x.expect("forward 2", nil, "fire-phases")
	x.do("forward 2")
	x.expect("forward 2", notes{{"fire-phases", "imp-8.3a", []int{0, 2}}})

	x = lay(t, "a1 CL 10 4 0 B at 50 40 0, crossbow_A", far)
	x.do("activate a1")
	x.expect("forward 2", notes{{"no-fire-moved", "imp-8.1i", []int{0}}}, "fire-phases")
}

func TestNotesOfCharges(t *testing.T) {
	cite.Clauses(t, "imp-8.1e", "imp-10.3c", "imp-11.1c", "imp-14.1b", "imp-15.2f", "imp-16.1a")
	// Horse that shoots charges fresh legionaries: no more fire, pila against it, and it must win or go back.
	x := lay(t, "a1 CM 10 5 2 B at 50 40 0, javelin", "b1 FP 5 6 2 B at 50 46 180, legionary", far)
	x.do("activate a1")
	x.expect("charge b1", notes{
		{"no-fire", "imp-8.1e", []int{0}},
		{"pila", "imp-11.1c", []int{1, 3}},
		{"critical", "imp-14.1b", []int{0, 5}},
		{"withdraws", "imp-15.2f", []int{0}},
	}, "must-pursue")
	x.do("charge b1")
	x.expect("counter-charge", notes{{"needed", "imp-5.1a", []int{5}}, {"fails-disordered", "imp-10.3c", []int{1}}})

	x = lay(t, "a1 CP 8 6 3 B at 50 40 0", "b1 FP 5 5 0 B at 50 46 180", far)
	x.do("activate a1")
	x.expect("charge b1", notes{{"must-pursue", "imp-16.1a", []int{0}}}, "withdraws", "pila", "no-fire")
}

func TestNotesOfReactions(t *testing.T) {
	cite.Clauses(t, "imp-9.2d", "imp-9.3a", "imp-9.3c", "imp-9.3d")
	// Into the zone of one enemy, before the face of another who is on opportunity.
	x := lay(t, "a1 T 5 4 0 B at 50 40 0, short_bow_A", "b1 FP 5 5 1 B at 50 48 180", "b2 CM 10 5 2 B at 62 42 270, marked", far)
	x.do("activate a1")
	x.expect("forward 3.5", notes{{"may-charge", "imp-9.3a", []int{1}}})
	x.do("forward 3.5")
	x.expect("intercept b1 a1", notes{{"zone-once", "imp-9.3c", []int{1}}, {"shoots-first", "imp-9.3d", []int{0}}}, "marker-spent")
	x.expect("intercept b2 a1", notes{{"marker-spent", "imp-9.2d", []int{2}}}, "zone-once", "shoots-first")
}

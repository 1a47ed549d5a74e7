package impetus

import (
	"math/rand/v2"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

// TestNothingToChoose checks that a state with one legal choice takes it without asking.
func TestNothingToChoose(t *testing.T) {
	cite.Clauses(t, "imp-Q1e", "imp-Q2d", "imp-Q2e", "imp-Q2g")
	// Action: a unit that may move no more and has nothing to shoot at passes. With a target it is asked.
	x := lay(t, "a1 FP 5 5 1 B at 50 20 0, disordered", "a2 FP 5 5 1 B at 150 20 0", far)
	x.do("activate a1", "proceed", "forward 5")
	x.ended("a1")
	x.wantListed("activate a2", "end")
	x = lay(t, "a1 FP 5 5 1 B at 50 20 0, javelin, disordered", "b1 FP 5 5 1 B at 62 38 180", far)
	x.do("activate a1", "proceed", "forward 5")
	x.wantListed("fire a1 b1", "pass")
	// Missile troops inside a square have only their shot, and the way out.
	x = lay(t, "a1 FP 5 4 1 B at 50 40 0, pike, rows 3", "a2 T 5 3 0 B at 50 40 0, musket, inside a1", "a3 FP 5 5 1 B at 42 40 0", "a4 FP 5 5 1 B at 58 40 0", far)
	x.do("activate a2")
	x.ended("a2")
	x = lay(t, "a1 FP 5 4 1 B at 50 40 0, pike, rows 3", "a2 T 5 3 0 B at 50 40 0, musket, inside a1", far)
	x.do("activate a2")
	x.wantListed("leave a2", "pass")
	// Engaged: Impetuous troops fight, guns do not; others choose.
	x = lay(t, "a1 FL 8 4 3 C at 50 40 0, impetuous", "b1 FP 5 5 1 B at 50 40 180", far)
	x.wantDice(4)
	x = lay(t, "a1 ART 0 3 0 B at 50 40 0, artillery_B", "b1 S 8 3 0 B at 50 40 180", far)
	x.do("activate a1")
	x.ended("a1")
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 50 40 180", far)
	x.do("activate a1")
	x.wantListed("fight", "pass")
	// Command: the only unit that has to be activated is; of two the player chooses. Others wait.
	gauls := []string{"a1 FL 8 4 3 C at 50 20 0, impetuous", "a2 FP 5 5 1 B at 20 20 0", "b1 FP 5 5 1 B at 75 40 180"}
	x = lay(t, gauls...)
	x.refuse("imp-6.10b", "activate a2", "end")
	x.wantListed("rush 0", "rush 45")
	x = lay(t, append(gauls, "a3 FL 8 4 3 C at 100 20 0, impetuous")...)
	x.wantListed("activate a1", "activate a3")
	x.wantUnlisted("activate a2", "end")
	// Uncontrolled: straight ahead, with nobody to reach by an extension.
	x = lay(t, "a1 FL 8 4 3 C at 50 20 0, impetuous", "b1 FP 5 5 1 B at 50 45 180", far)
	x.is("a1", "at 50 28 0")
	x = lay(t, "a1 FL 8 4 3 C at 50 20 0, impetuous", "b1 FP 5 5 1 B at 50 30.5 180", far)
	x.is("a1", "at 50 20 0")
	x.wantListed("rush 0", "rush 0 extended")
}

// TestOneChoiceIsNotAsked plays at random and looks for questions with one answer. A unit that could still make a phase
// is asked even if no candidate is left, since Check may accept a place that Legal does not list.
func TestOneChoiceIsNotAsked(t *testing.T) {
	cite.Clauses(t, "imp-Q2e")
	set := *lay(t, motley...).b.setup
	src := rand.NewPCG(5, 6)
	var buf []game.Action
	battle := New(&set)
	for range 3 {
		for s := battle.Start().(*State); s.ToAct() != game.Nobody; {
			if s.ToAct() == game.Nature {
				s.Apply(s.Roll(src), nil)
				continue
			}
			buf = s.Legal(buf[:0])
			if len(buf) == 1 && (s.current().kind != tAction || !s.checkPhase(vForward).ok()) {
				t.Fatalf("a side is asked, and can only %s", s.b.Format(buf[0]))
			}
			s.Apply(buf[game.Intn(src, len(buf))], nil)
		}
	}
}

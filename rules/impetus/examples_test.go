package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

// The worked examples, with the printed dice.

func TestE1(t *testing.T) {
	cite.Clauses(t, "imp-E1")
	x := lay(t,
		"a1 S 8 2 0 B at 50 40 0, crossbow_B",
		"b1 CP 8 7 4 A at 50 52 180, disordered",
	)
	x.do("activate a1", "fire a1 b1", "throw 2 5 6", "roll 3")
	x.is("b1", "vbu 6", "worn", "disordered")
}

func TestE7(t *testing.T) {
	cite.Clauses(t, "imp-E7", "imp-E8")
	x := lay(t,
		"a1 FL 8 4 4 C at 50 40 0, warband impetuous, rows 2",
		"b1 FP 5 5 2 B at 50 45 180, legionary",
	)
	x.do("activate a1", "rush 0", "stand")
	x.do("throw 6 5 5", "roll 4") // pila
	x.is("a1", "rows 4 3", "disordered", "fresh")
	x.do("throw 6 6 5 5 5 3 2 1 1", "throw 6 4 3 2 1", "roll 4", "roll 2")
	x.is("b1", "vbu 3", "disordered")
	x.is("a1", "rows 4 2")
	x.do("roll 3", "roll 5") // retreat 2U, pursuit 3U
	x.is("b1", "melee")
	if n := x.due().n; n != 9 {
		t.Errorf("the Gauls throw %d dice, expected 9", n)
	}
	x.do("throw 1 1 1 1 1 1 1 1 1")
	if n := x.due().n; n != 2 {
		t.Errorf("the Hastati throw %d dice, expected 2", n)
	}
}

package scenario_test

import (
	"testing"

	"acies/pack/packtest"
	"acies/rulebook/cite"
	"acies/rules/impetus"
	"acies/rules/impetus/scenario"
)

func TestLargeUnits(t *testing.T) {
	cite.Clauses(t, "imp-18.1a", "imp-18.1c", "imp-18.1d", "imp-18.1e", "imp-R84")
	// Only those of the lists are Large Units, all their rows of one kind.
	large := map[string]int{"C1.3": 2, "C1.4": 2, "M2.1": 2, "M2.2": 2}
	for _, dir := range []string{twoCamps, stream} {
		for _, u := range setup(t, dir).Units {
			want := max(1, large[u.ID])
			if u.Rows != want {
				t.Errorf("%s has %d rows, expected %d", u.ID, u.Rows, want)
			}
			if u.Traits&impetus.Pike != 0 && u.VBU != 5 {
				t.Errorf("%s: the phalanx has VBU %d, expected 5", u.ID, u.VBU)
			}
		}
	}
	// Three rows for pikemen only, and four for nobody.
	fsys := packtest.Files(t, packs, stream)
	for _, row := range []struct {
		file, old, new string
		sound          bool
	}{
		{phalanx, "rows: 2, depth: 6", "rows: 3, depth: 9", true},
		{phalanx, "rows: 2, depth: 6", "rows: 4, depth: 12", false},
		{phalanx, "rows: 1, depth: 3", "rows: 3, depth: 9", false},
	} {
		_, err := scenario.Load(packtest.Replace(t, fsys, stream, row.file, row.old, row.new), stream)
		if (err == nil) != row.sound {
			t.Errorf("%s: %v", row.new, err)
		}
	}
}

func TestPriceOfDestiny(t *testing.T) {
	cite.Clauses(t, "imp-25.1g", "imp-25.1a")
	s := setup(t, twoCamps)
	s.Sides[0].Destiny = 2
	points := scenario.ArmyPoints(s, 0)
	s.Amendments = true
	if n := scenario.ArmyPoints(s, 0); n != points+10 {
		t.Errorf("with two Rolls of Destiny the army costs %d, expected %d", n, points+10)
	}
}

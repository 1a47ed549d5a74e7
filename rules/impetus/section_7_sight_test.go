package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

// Section 7.3: visibility.

func TestVisibility(t *testing.T) {
	cite.Clauses(t, "imp-7.3a", "imp-7.3b", "imp-7.3c", "imp-7.3d", "imp-7.3e", "imp-7.3f", "imp-7.3g", "imp-R41")
	const aside = "crest 59 21 59 22" // a crest that no line of sight crosses
	for _, w := range []struct {
		name   string
		y      string // of the target, straight ahead of a1 at 20
		ground []string
		seen   bool
	}{
		{"open", "60", nil, true},
		{"broken ground", "60", []string{"broken 40 22 60 22 60 58 40 58"}, true},
		{"marsh", "60", []string{"marsh 40 22 60 22 60 58 40 58"}, true},
		{"impassable ground", "60", []string{"impassable 40 22 60 22 60 58 40 58"}, true},
		{"over a gentle hill, 14.5U", "34.5", []string{"gentle_hill 40 30 60 30 60 32 40 32", aside}, true},
		{"over a gentle hill, 16U", "36", []string{"gentle_hill 40 30 60 30 60 32 40 32", aside}, false},
		{"up a gentle hill", "45", []string{"gentle_hill 40 30 60 30 60 60 40 60", aside}, true},
		{"down from a gentle hill", "45", []string{"gentle_hill 40 10 60 10 60 25 40 25", aside}, true},
		{"both on a gentle hill, 14.5U", "34.5", []string{"gentle_hill 40 10 60 10 60 60 40 60", aside}, true},
		{"both on a gentle hill, 16U", "36", []string{"gentle_hill 40 10 60 10 60 60 40 60", aside}, false},
		{"over a crest, 4.5U", "24.5", []string{"gentle_hill 40 10 60 10 60 60 40 60", "crest 40 22 60 22"}, true},
		{"over a crest, 6U", "26", []string{"gentle_hill 40 10 60 10 60 60 40 60", "crest 40 22 60 22"}, false},
		{"a crest between a unit on the hill and one off it", "40", []string{"gentle_hill 40 10 60 10 60 30 40 30", "crest 40 25 60 25"}, false},
		{"over the crest of a steep hill", "26", []string{"steep_hill 40 21 60 21 60 23 40 23", "crest 40 22 60 22"}, false},
		{"through 4.9U of steep hill", "40", []string{"steep_hill 40 22 60 22 60 26.9 40 26.9", aside}, true},
		{"through 5.1U of steep hill", "40", []string{"steep_hill 40 22 60 22 60 27.1 40 27.1", aside}, false},
		{"through 4.9U of wood", "40", []string{"wood 40 22 60 22 60 26.9 40 26.9"}, true},
		{"through 5.1U of wood", "40", []string{"wood 40 22 60 22 60 27.1 40 27.1"}, false},
		{"through two woods of 3U", "40", []string{"wood 40 22 60 22 60 25 40 25", "wood 40 30 60 30 60 33 40 33"}, false},
		{"through a wood and a hill, 2U each", "40", []string{"wood 40 22 60 22 60 24 40 24", "steep_hill 40 30 60 30 60 32 40 32", aside}, true},
	} {
		t.Run(w.name, func(t *testing.T) {
			x := lay(t, append([]string{"a1 ART 3 4 0 B at 50 20 0, artillery_A", "b1 FP 5 5 1 B at 50 " + w.y + " 180"}, w.ground...)...)
			x.do("activate a1")
			if w.seen {
				x.allow("fire a1 b1")
			} else {
				x.refuse("imp-8.6a", "fire a1 b1")
			}
		})
	}
}

func TestEdgeOfAWood(t *testing.T) {
	cite.Clauses(t, "imp-7.3h", "imp-7.3i", "imp-8.3e", "imp-7.3c", "imp-D6j")
	// Less than 5U inside it can be fired at, with 2 dice less.
	x := lay(t, "a1 T 6 6 0 B at 50 40 0, crossbow_A", "b1 T 6 5 1 B at 50 50 180", "wood 40 46 60 46 60 70 40 70")
	x.do("activate a1", "fire a1 b1")
	x.wantDice(6 + 0 - 2)
	x = lay(t, "a1 T 6 6 0 B at 50 40 0, crossbow_A", "b1 T 6 5 1 B at 50 51.1 180", "wood 40 46 60 46 60 70 40 70")
	x.do("activate a1")
	x.refuse("imp-8.6a", "fire a1 b1")
	// Any part of the base in the wood is enough.
	x = lay(t, "a1 T 6 6 0 B at 50 40 0, crossbow_A", "b1 T 6 5 1 B at 50 50 180", "wood 40 53 60 53 60 70 40 70")
	x.do("activate a1", "fire a1 b1")
	x.wantDice(4)
	// Out of a wood from less than 5U inside, all round as well as ahead.
	for _, unit := range []string{"a1 T 6 6 0 B at 50 40 0, crossbow_A", "a1 CL 6 6 0 B at 50 40 0, composite_bow_A"} {
		x = lay(t, unit, "b1 FP 5 5 1 B at 50 50 180", "wood 40 20 60 20 60 44.9 40 44.9")
		x.do("activate a1")
		x.allow("fire a1 b1")
		x = lay(t, unit, "b1 FP 5 5 1 B at 50 50 180", "wood 40 20 60 20 60 45 40 45")
		x.do("activate a1")
		x.refuse("imp-8.6a", "fire a1 b1")
	}
}

package impetus

import (
	"testing"

	"acies/game"
	"acies/plane"
	"acies/rulebook/cite"
)

// TestOverlays checks the areas that can be shown: every point that one marks is where the rules say.
func TestOverlays(t *testing.T) {
	cite.Clauses(t, "imp-6.9a", "imp-8.4e", "imp-4.1h")
	x := lay(t, "a1 S 8 3 0 B at 50 40 0, sling", "a2 CL 12 4 1 B at 90 40 30, javelin", "a3 FP 5 5 2 B at 70 40 0", "b1 FP 5 5 1 B at 120 100 180")
	if got := x.Shade(OverlayZones, -1, game.Nobody); len(got) != 4 || got[0].Outline[2] != (game.Point{X: 54000, Y: 40000}) || got[0].Strength != 2 {
		t.Errorf("zones %+v", got)
	}
	for _, row := range []struct {
		unit, bands int
	}{{0, 2}, {1, 2}, {2, 0}} {
		got := x.Shade(OverlayFire, row.unit, game.Nobody)
		if len(got) != row.bands {
			t.Errorf("unit %d: %d bands, expected %d", row.unit, len(got), row.bands)
		}
		u := uint8(row.unit)
		s := x.shape(u)
		from := s
		if !x.allRound(u) {
			from = s.Front()
		}
		for _, a := range got {
			for _, p := range a.Outline {
				at := plane.Place(plane.Pose{X: p.X, Y: p.Y}, plane.Base{})
				if d := plane.Dist(&from, &at); d > a.Reach+2 || d > 2 && d < a.Reach-2 {
					t.Errorf("unit %d: a point of the outline is %d away, expected 0 or %d", row.unit, d, a.Reach)
				}
				if right, ahead := s.Local(at.Point()); !x.allRound(u) && max(right, -right) > Frontage/2+ahead+3 {
					t.Errorf("unit %d: a point of the outline is outside of the arc: %d, %d", row.unit, right, ahead)
				}
			}
		}
	}
	if got := x.Shade(OverlayCommand, 0, game.Nobody); len(got) != 1 || got[0].Reach != 30*U || got[0].Outline[2] != (game.Point{X: plane.Width, Y: 30 * U}) {
		t.Errorf("the range of a Commander who is not on the table: %+v", got)
	}
	x = lay(t, "a1 S 8 3 0 B at 50 40 0", "a2 FP 5 5 2 B at 90 40 0, commander", "b1 FP 5 5 1 B at 120 100 180")
	commander := x.shape(1)
	for _, p := range x.Shade(OverlayCommand, 0, game.Nobody)[0].Outline {
		if at := plane.Place(plane.Pose{X: p.X, Y: p.Y}, plane.Base{}); !plane.Within(&commander, &at, 30*U+2) || plane.Within(&commander, &at, 30*U-2) {
			t.Errorf("%v is not 30 U from the Commander", p)
		}
	}
	if got := x.Shade(OverlayFire, -1, game.Nobody); got != nil {
		t.Errorf("without a unit: %+v", got)
	}
}

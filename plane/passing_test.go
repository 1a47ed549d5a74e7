package plane_test

import (
	"math/rand/v2"
	"testing"

	. "acies/plane"
)

// drawPair returns two bases that are seldom far apart.
func drawPair(r *rand.Rand) (a, b Shape) {
	near := func() Pose {
		return Pose{int32(60000 + r.IntN(24000)), int32(60000 + r.IntN(24000)), Heading(r.IntN(Turn))}
	}
	return Place(near(), drawBase(r)), Place(near(), drawBase(r))
}

// TestPassedOver compares the quick looks that pass over bases with what is found out about them exactly.
func TestPassedOver(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var clear, missed int
	for range 20_000 {
		a, b := drawPair(r)
		if b.ClearOf(b.Base, a.Min, a.Max) {
			clear++
			if Meet(&a, &b) != Apart {
				t.Fatalf("%v meets %v, which is said to be clear of it", a.Pose, b.Pose)
			}
		}
		h := Heading(r.IntN(Turn))
		span := Distance(Point{}, Point{X: int64(b.Width / 2), Y: int64(b.Depth)})
		if lane := a.Lane(h); lane.Misses(b.Point(), span) {
			missed++
			end := Place(a.Straight(h, 20000), a.Base)
			if Advance(&a, h, &b) != Never || Meet(&end, &b) != Apart || Meet(&a, &b) != Apart {
				t.Fatalf("%v along %d meets %v, which is said to be off its lane", a.Pose, h, b.Pose)
			}
		}
	}
	if clear < 1000 || missed < 1000 {
		t.Errorf("%d are clear and %d off the lane: too few to compare", clear, missed)
	}
}

func TestTurnToward(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const most = 360
	for range 2_000 {
		a, b := drawPair(r)
		for _, side := range []int{1, -1} {
			open := a.TurnToward(&b, side, 1, most)
			for q := 1; q <= most; q++ {
				if q > open {
					open = a.TurnToward(&b, side, q, most)
				}
				at := Place(a.Wheel(a.Base, side*q), a.Base)
				if q < open && Advance(&at, at.H, &b) != Never {
					t.Fatalf("%v wheeled by %d has %v ahead, and is said not to until %d", a.Pose, side*q, b.Pose, open)
				}
			}
		}
	}
}

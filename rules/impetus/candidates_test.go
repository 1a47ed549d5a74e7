package impetus

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"acies/game"
	"acies/plane"
	"acies/rulebook/cite"
)

// D10: the candidates.

func TestCandidatesAreOrdered(t *testing.T) {
	cite.Clauses(t, "imp-D10a", "imp-D10b", "imp-D10l")
	x := lay(t, "a1 CM 10 5 2 B at 50 20 0, javelin shieldwall", "b1 FP 5 5 1 B at 50 29 180", "b2 FP 5 5 1 B at 70 30 200", "a2 FP 5 5 1 B at 35 25 0", "wood 20 40 80 40 80 60 20 60")
	x.do("activate a1")
	list := x.list()
	order := []string{"opportunity", "shieldwall", "charge", "fire", "forward", "wheel", "oblique", "sideways", "rearward", "about-face", "pass"}
	last := 0
	for i, a := range list {
		verb := slices.Index(order, strings.Fields(a)[0])
		if verb < last {
			t.Errorf("%s comes after %s", a, order[last])
		}
		last = verb
		if slices.Contains(list[:i], a) {
			t.Errorf("%s is listed twice", a)
		}
		x.allow(a)
	}
	for _, verb := range order {
		if !slices.ContainsFunc(list, func(a string) bool { return strings.Fields(a)[0] == verb }) {
			t.Errorf("there is no %s among %s", verb, list)
		}
	}
	if !slices.Equal(list, x.list()) {
		t.Error("the same state gives another list")
	}
	// What cannot be passed and has no effect is not listed: C, out of range, in a Group of none; 6 is still possible.
	x = lay(t, "a1 FP 5 5 1 C at 50 60 0, disordered", "b1 FP 5 5 1 B at 150 110 180")
	x.do("activate a1")
	x.wantListed("rally")
	// Pass is not listed where a unit is compelled.
	x = lay(t, "a1 FL 8 4 3 C at 50 20 0, impetuous", "a2 FL 8 4 3 C at 100 20 0, impetuous", "b1 FP 5 5 1 B at 75 40 180")
	x.wantUnlisted("end")
	x.do("activate a1")
	x.wantUnlisted("pass")
}

func TestChargesAreListed(t *testing.T) {
	cite.Clauses(t, "imp-D10c", "imp-10.1m")
	x := alone(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 50 50 180")
	x.wantListed("charge b1", "charge b1 extended")
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 50 56 180")
	x.wantUnlisted("charge b1")
	x.wantListed("charge b1 extended")
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 50 56.1 180")
	x.wantUnlisted("charge b1", "charge b1 extended")
	// Friends that may be passed are skipped, others hide the enemy.
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 50 50 180", "a2 S 8 3 0 B at 50 45 0")
	x.wantListed("charge b1")
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 50 50 180", "a2 FP 5 5 1 B at 50 45 0")
	x.wantUnlisted("charge b1")
	// One for each: of two enemies the first.
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 47 50 180", "b2 FP 5 5 1 B at 55.5 49 180")
	x.wantListed("charge b2")
	x.wantUnlisted("charge b1")
}

func TestForwardStops(t *testing.T) {
	cite.Clauses(t, "imp-D10e", "imp-D10l")
	x := alone(t, "a1 CM 10 5 2 B at 50 40 0")
	x.wantListed("forward 2.5", "forward 5", "forward 7.5", "forward 10")
	// 1 mU outside a zone; 15U and 5U from an enemy's base.
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0, javelin", "b1 FP 5 5 1 B at 50 54 180")
	x.wantListed("forward 8.999", "forward 9")
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 50 56.2 180")
	x.wantListed("forward 1.2")
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 58 48 270") // its zone lies across the way, 4U ahead
	x.wantListed("forward 3.999")
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 50 77 180")
	x.wantListed("forward 7") // 30U
	// Level with a friend at the side, up to 8U away; in contact with one ahead.
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "a2 FP 5 5 1 B at 66 43.3 0")
	x.wantListed("forward 3.3")
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "a2 FP 5 5 1 B at 66.1 43.3 0")
	x.wantUnlisted("forward 3.3")
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "a2 FP 5 5 1 B at 50 47.7 0")
	x.wantListed("forward 4.7")
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "a2 S 8 3 0 B at 50 46.7 0") // who could be passed as well
	x.wantListed("forward 4.7")
	// The last place before ground that would disorder it.
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "broken 40 43.21 60 43.21 60 60 40 60")
	x.wantListed("forward 3.215") // in the ground only beyond 5 mU
	// All are clipped to what is legal.
	x = alone(t, "a1 CM 10 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 50 47 180")
	x.wantListed("forward 6")
	x.wantUnlisted("forward 10", "forward 7.5")
}

func TestWheelCandidates(t *testing.T) {
	cite.Clauses(t, "imp-D10d", "imp-D10f")
	x := alone(t, "a1 CL 14 5 2 B at 50 40 0")
	for _, q := range []string{"9", "18", "27", "36", "45", "90"} {
		x.wantListed("wheel "+q, "wheel -"+q)
	}
	// The greatest legal one, where the arc or something in the way limits it.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0")
	x.wantListed("wheel 35.75", "wheel -35.75")
	x = alone(t, "a1 CL 14 5 2 B at 50 40 0", "a2 FP 5 5 1 B at 48 49 0")
	greatest := int32(0)
	for _, a := range x.Legal(nil) {
		if a.Verb == vWheel {
			greatest = max(greatest, a.A)
		}
	}
	x.allow("wheel " + formatAngle(greatest))
	x.refuse("imp-6.1j", "wheel "+formatAngle(greatest+1))
	// Square to the heading of an enemy within 40U, against it, and of a friend within 10U.
	x = alone(t, "a1 CL 14 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 50 70 200", "a2 FP 5 5 1 B at 65 40 13")
	x.wantListed("wheel 20", "wheel 13")
	x = alone(t, "a1 CL 14 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 50 81.5 200", "a2 FP 5 5 1 B at 70 40 13")
	x.wantUnlisted("wheel 20", "wheel 13")
	// The least wheel after which an enemy lies first ahead.
	x = alone(t, "a1 CL 14 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 62 52 180")
	u := x.u("a1")
	s := x.shape(u)
	q := x.wheelToward(&s, x.u("b1"), 1, 180)
	if q <= 1 {
		t.Fatalf("the least wheel is %d", q)
	}
	x.wantListed("wheel " + formatAngle(int32(q)))
	x.do("wheel " + formatAngle(int32(q)))
	if x.ToAct() == 1 {
		x.do("decline")
	}
	x.do("charge b1 extended")
	// Also where it takes most of a nimble unit's turn.
	x = alone(t, "a1 CL 14 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 70 41 270")
	s, q = x.shape(u), 0
	for first := uint8(none); first != x.u("b1"); {
		q++
		at := x.shapeAt(u, s.Wheel(s.Base, q))
		first, _ = x.meets(u, &at, at.H, 40*U, setOf(u), nil)
	}
	if q < plane.Turn/8 {
		t.Fatalf("the least wheel is %d, expected more than 45 degrees", q)
	}
	x.wantListed("wheel " + formatAngle(int32(q)))
	// Behind another it is not the first.
	x = alone(t, "a1 CL 14 5 2 B at 50 40 0", "b1 S 8 3 0 B at 62 52 180", "b2 FP 5 5 1 B at 62 47.5 180")
	s = x.shape(u)
	for q := x.wheelToward(&s, x.u("b1"), 1, 180); q != 0; q = 0 {
		at := x.shapeAt(u, s.Wheel(s.Base, q))
		if first, _ := x.meets(u, &at, at.H, 40*U, setOf(u), nil); first != x.u("b1") {
			t.Errorf("after a wheel of %d the first ahead is not b1", q)
		}
	}
}

// turns says whether those who act may wheel by q as far as bases and ground on the way are concerned, found at every whole
// degree without any look ahead.
func (s *State) turns(q int) bool {
	group := s.mask()
	for i := 1; ; i++ {
		at := plane.WheelStop(q, i)
		if at == 0 {
			return true
		}
		for j, u := range s.acting() {
			x := s.shapeAt(u, s.wheelPose(j, at))
			if s.groundAt(u, &x)&bars != 0 || at == q && x.OffTable() {
				return false
			}
			for v := range uint8(len(s.b.units)) {
				if !s.placed(v) || group.Has(int(v)) {
					continue
				}
				y := s.shape(v)
				switch c := plane.Meet(&x, &y); {
				case s.side(v) != s.side(u) && c != plane.Apart, at == q && c == plane.Overlapping:
					return false
				}
			}
		}
	}
}

func TestWheelsOnTheirWay(t *testing.T) {
	cite.Clauses(t, "imp-D4l", "imp-D10f")
	set := *lay(t, motley...).b.setup
	src := rand.NewPCG(1, 2)
	var buf []game.Action
	judged, stopped := 0, 0
	for s := New(&set).Start().(*State); s.ToAct() != game.Nobody && judged < 20_000; {
		if s.ToAct() == game.Nature {
			s.Apply(s.Roll(src), nil)
			continue
		}
		buf = s.Legal(buf[:0])
		if s.current().kind == tAction && s.units[s.act.units[0]].where == onTable && s.checkPhase(vWheel).ok() {
			for q := -180; q <= 180; q += 9 {
				r := s.checkWheel(q)
				if r.id != 0 && r.id != whyBarred && r.id != whyOffTable && r.id != whyTouchEnemy && r.id != whyFriendThere {
					continue
				}
				judged++
				if !r.ok() {
					stopped++
				}
				if r.ok() != s.turns(q) {
					t.Fatalf("wheel %d of %v: %v, expected %v", q, s.acting(), r.ok(), !r.ok())
				}
			}
		}
		s.Apply(buf[game.Intn(src, len(buf))], nil)
	}
	if judged < 2_000 || stopped < 200 {
		t.Errorf("%d wheels were judged, of which %d are stopped: too few to compare", judged, stopped)
	}
}

func TestOtherCandidates(t *testing.T) {
	cite.Clauses(t, "imp-D10g", "imp-D10i", "imp-D10k")
	x := alone(t, "a1 S 9 3 0 B at 50 40 0")
	x.wantListed("oblique -6 6", "oblique -3 6", "oblique 3 6", "oblique 6 6", "sideways 2.25", "sideways -2.25", "sideways 4.5", "sideways -4.5", "rearward 4.5", "rearward 9")
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0")
	x.wantListed("rearward 1.25", "rearward 2.5")
	// Shortened to fit: an enemy stands at the end of the oblique move.
	x = alone(t, "a1 S 9 3 0 B at 50 40 0", "b1 FP 5 5 1 B at 61 45 0, disordered")
	x.wantUnlisted("oblique 6 6", "oblique 3 6")
	x.wantListed("oblique 2.25 4.5")
	// Groups: the line, the column and the connected set through each unit.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 58 40 0", "a3 FP 5 5 1 B at 66 40 0", "a4 FP 5 5 1 B at 58 37 0", "b1 FP 5 5 1 B at 150 110 180")
	x.wantListed("activate a1", "activate a2", "activate a3", "activate a4", "activate a1 a2 a3", "activate a2 a4", "activate a1 a2 a3 a4")
	x.wantUnlisted("activate a1 a2")
	x.do("activate a1 a2 a3")
	x.wantListed("forward 5", "forward 2.5", "wheel 9", "wheel -9")
	// Any legal free move is accepted as well.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0")
	x.wantUnlisted("forward 1.234", "wheel 12.25", "sideways 0.777")
	x.allow("forward 1.234", "wheel 12.25", "sideways 0.777")
}

func TestCandidatesAreExplained(t *testing.T) {
	cite.Clauses(t, "imp-D10h", "imp-D10j")
	x := lay(t, "a1 T 6 5 0 B at 50 20 0, crossbow_A", "b1 FP 5 5 1 B at 50 30 180")
	x.do("activate a1")
	explain := func(text string) *game.Explanation {
		t.Helper()
		a, err := x.b.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		e := x.Explain(a, 0)
		if e == nil {
			t.Fatalf("%s is not explained", text)
		}
		return e
	}
	if e := explain("fire a1 b1"); e.Total != 5 || len(e.Odds) == 0 {
		t.Errorf("the shot is explained as %+v", e)
	}
	if e := explain("opportunity"); e.Total != 4 || len(e.Odds) != 2 || e.Odds[0].Weight != 3 || e.Odds[0].Of != 6 {
		t.Errorf("the test for opportunity is explained as %+v", e)
	}
	if e := explain("forward 3"); e.Cost != 3*U || e.Allowance != 6*U || len(e.Also) != 0 {
		t.Errorf("the first phase is explained as %+v", e)
	}
	x.do("rearward 1")
	x = lay(t, "a1 T 6 5 0 B at 50 20 0, crossbow_A", "b1 FP 5 5 1 B at 150 110 180")
	x.do("activate a1", "forward 1", "forward 1", "roll 6")
	if e := explain("forward 1"); len(e.Also) != 2 || e.Also[0].Weight != 2 || e.Also[0].Of != 6 {
		t.Errorf("the third phase is explained as %+v", e)
	}
}

// Table T13: mean damage and the chance of at least one, in thousandths.
func TestExpectedDamage(t *testing.T) {
	cite.Clauses(t, "imp-D10h", "imp-13.1d")
	mean := []int64{167, 361, 574, 799, 1033, 1272, 1515, 1760, 2007, 2254, 2503, 2752, 3001, 3251, 3501}
	some := []int64{167, 333, 481, 605, 704, 781, 839, 883, 915, 939, 957, 969, 978, 985, 989}
	for i := range mean {
		ways, of := spreadOf(i + 1)
		sum := new(big.Int)
		for d, w := range ways {
			sum.Add(sum, new(big.Int).Mul(big.NewInt(int64(d)), new(big.Int).SetUint64(w)))
		}
		for name, x := range map[string][2]*big.Int{
			"mean damage": {sum, big.NewInt(mean[i])},
			"chance of 1": {new(big.Int).SetUint64(of - ways[0]), big.NewInt(some[i])},
		} {
			// Rounded to the nearest thousandth.
			n := new(big.Int).Mul(x[0], big.NewInt(2000))
			n.Add(n, new(big.Int).SetUint64(of)).Quo(n, new(big.Int).SetUint64(2*of))
			if n.Cmp(x[1]) != 0 {
				t.Errorf("%s of %d dice is %v thousandths, expected %v", name, i+1, n, x[1])
			}
		}
	}
}

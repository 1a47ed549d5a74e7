package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

// Section 7: terrain.

func TestE24(t *testing.T) {
	cite.Clauses(t, "imp-E24", "imp-7.2b", "imp-7.2j", "imp-7.2p", "imp-R31")
	x := alone(t, "a1 FL 8 4 1 B at 50 40 0", "wood 40 43 60 43 60 60 40 60")
	x.allow("forward 3", "forward 4")
	x.refuse("imp-6.2a", "forward 4.001", "forward 8")
	x.do("forward 4")
	x.is("a1", "ordered")
	x = alone(t, "a1 FL 8 4 1 B at 50 40 0", "wood 40 46 60 46 60 60 40 60")
	x.allow("forward 4", "forward 6")
	x.refuse("imp-6.2a", "forward 6.01", "forward 8")
	// Halved and rounded down; the starting place counts.
	x = alone(t, "a1 FL 7.001 4 1 B at 50 40 0", "wood 40 30 60 30 60 37 40 37")
	x.allow("forward 3.5")
	x.refuse("imp-6.2a", "forward 3.501")
	// Wheels, oblique and sideways moves compare in the same way.
	x = alone(t, "a1 FL 8 4 1 B at 50 40 0", "wood 40 30 60 30 60 50 40 50")
	x.allow("wheel 28.5", "sideways 2")
	x.refuse("imp-6.2a", "wheel 28.75", "sideways 2.001")
	x.allow("oblique 2 3")
	x.refuse("imp-6.2a", "oblique 2.5 3.5")
	x.allow("rearward 2")
	x.refuse("imp-6.2a", "rearward 2.001")
	// A charge bonus is not halved: 4 and 3.
	x = alone(t, "a1 FL 8 4 1 B at 50 40 0", "wood 40 30 60 30 60 60 40 60", "b1 FP 5 5 0 B at 50 46.9 180")
	x.refuse("imp-10.1m", "charge b1")
	x.do("charge b1 extended", "roll 5")
	x.is("a1", "at 50 46.9 0", "melee")
	// The limit stays if the ground is left: any touch of the wheel counts, as it began there.
	x = alone(t, "a1 FL 8 4 1 B at 50 40 0", "wood 40 30 60 30 60 36.01 40 36.01")
	x.refuse("imp-6.2a", "wheel 28.75", "wheel -28.75", "forward 4.001")
}

func TestGroundAndTypes(t *testing.T) {
	cite.Clauses(t, "imp-7.1a", "imp-7.1b", "imp-7.1c", "imp-7.1d", "imp-7.1f", "imp-7.2a", "imp-7.2b", "imp-7.2d", "imp-7.2e", "imp-7.2f", "imp-7.2g", "imp-7.2h", "imp-7.2i", "imp-7.2k")
	const (
		nothing = iota
		slowed
		disordered
		both
		destroyed
		barred
	)
	for kinds, row := range map[string]map[string]int{
		"open gentle_hill": {
			"S": nothing, "FL": nothing, "T": nothing, "FP": nothing, "CP": nothing, "CM": nothing, "CL": nothing, "CGL": nothing, "CGP": nothing, "CF": nothing, "El": nothing,
			"ART": nothing, "W": nothing,
		},
		"broken stream": {
			"S": nothing, "FL": nothing, "T": nothing, "FP": disordered, "CP": disordered, "CM": disordered, "CL": disordered, "CGL": disordered, "CGP": disordered,
			"CF": destroyed, "El": disordered, "ART": disordered, "W": disordered,
		},
		"steep_hill wood marsh": {
			"S": slowed, "FL": slowed, "T": both, "FP": both, "CP": both, "CM": both, "CL": both, "CGL": both, "CGP": both, "CF": destroyed, "El": both, "ART": both, "W": barred,
		},
	} {
		for kind := range words(kinds) {
			for typ, want := range row {
				t.Run(kind+" "+typ, func(t *testing.T) {
					terrain := kind + " 40 43 60 43 60 60 40 60"
					x := alone(t, "a1 "+typ+" 8 4 1 B at 50 40 0", "a2 FP 5 5 1 B at 10 10 0", terrain)
					switch want {
					case barred:
						x.allow("forward 3")
						x.refuse("imp-7.1e", "forward 3.01")
						return
					case slowed, both:
						x.refuse("imp-6.2a", "forward 4.1")
					default:
						x.allow("forward 8")
					}
					x.do("forward 4")
					switch want {
					case destroyed:
						x.is("a1", "lost")
					case disordered, both:
						x.is("a1", "disordered")
					default:
						x.is("a1", "ordered")
					}
				})
			}
		}
	}
}

// words yields the words of a text.
func words(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		from := 0
		for i := 0; i <= len(text); i++ {
			if i == len(text) || text[i] == ' ' {
				if !yield(text[from:i]) {
					return
				}
				from = i + 1
			}
		}
	}
}

func TestImpassableGroundAndRoads(t *testing.T) {
	cite.Clauses(t, "imp-7.1e", "imp-7.1f", "imp-7.1g")
	x := alone(t, "a1 FP 5 5 1 B at 50 40 0", "impassable 40 43 60 43 60 60 40 60")
	x.allow("forward 3")
	x.refuse("imp-7.1e", "forward 3.01", "forward 5")
	x = alone(t, "a1 CL 12 5 1 B at 50 40 0", "impassable 54.5 30 60 30 60 60 54.5 60")
	x.refuse("imp-7.1e", "sideways 1", "oblique 1 2")
	x.allow("forward 12")
	x = alone(t, "a1 CL 12 5 1 B at 50 40 0", "impassable 40 43 60 43 60 60 40 60")
	x.refuse("imp-7.1e", "wheel 30")
	// Along a road, with the whole base on it: through impassable ground, and with no effect of a wood.
	const road = "road 45 30 55 30 55 70 45 70"
	x = alone(t, "a1 FP 8 5 1 B at 50 40 0", "impassable 40 43 60 43 60 60 40 60", road)
	x.do("forward 8")
	x.is("a1", "at 50 48 0", "ordered")
	x = alone(t, "a1 FP 8 5 1 B at 50 40 0", "wood 40 30 60 30 60 70 40 70", road)
	x.do("forward 8")
	x.is("a1", "at 50 48 0", "ordered")
	// Partly off the road it is in the wood.
	x = alone(t, "a1 FP 8 5 1 B at 52 40 0", "wood 40 30 60 30 60 70 40 70", road)
	x.refuse("imp-6.2a", "forward 4.1")
	x.do("forward 4")
	x.is("a1", "disordered")
	// Where the road ends the wood begins.
	x = alone(t, "a1 FP 8 5 1 B at 50 40 0", "wood 40 30 60 30 60 70 40 70", "road 45 30 55 30 55 45 45 45")
	x.allow("forward 5")
	x.refuse("imp-6.2a", "forward 5.1")
	// A turn on a wide road leaves it in order, one that ends beside it does not.
	x = alone(t, "a1 FP 8 5 1 B at 50 40 0", "wood 20 20 80 20 80 70 20 70", "road 40 30 60 30 60 70 40 70")
	x.do("wheel 35")
	x.is("a1", "ordered")
	x = alone(t, "a1 FP 8 5 1 B at 50 40 0", "wood 20 20 80 20 80 70 20 70", "road 45.5 30 60 30 60 70 45.5 70")
	x.refuse("imp-6.2a", "wheel 35")
	x.do("wheel 25")
	x.is("a1", "disordered")
	x = alone(t, "a1 FP 8 5 1 B at 50 40 0", "wood 20 20 80 20 80 70 20 70", "road 40 30 60 30 60 70 40 70")
	x.do("sideways 4")
	x.is("a1", "at 54 40 0")
	// A charge along the road.
	x = alone(t, "a1 FP 8 5 1 B at 50 40 0", "wood 40 30 60 30 60 70 40 70", road, "b1 FP 5 5 0 B at 50 47 180")
	x.do("charge b1")
	x.is("a1", "at 50 47 0", "ordered")
	// A column uses it, a line does not.
	x = lay(t, "a1 FP 8 5 1 B at 50 40 0", "a2 FP 8 5 1 B at 50 37 0", "b1 FP 5 5 1 B at 170 110 180", "wood 40 30 60 30 60 70 40 70", road)
	x.do("activate a1 a2", "forward 8")
	x.is("a2", "at 50 45 0", "ordered")
	x = lay(t, "a1 FP 8 5 1 B at 46 40 0", "a2 FP 8 5 1 B at 54 40 0", "b1 FP 5 5 1 B at 170 110 180", "wood 40 30 60 30 60 70 40 70", "road 40 30 60 30 60 70 40 70")
	x.do("activate a1 a2")
	x.refuse("imp-6.2a", "forward 4.1")
}

func TestGroupsInDifficultGround(t *testing.T) {
	cite.Clauses(t, "imp-7.2c")
	wood := "wood 40 43 70 43 70 60 40 60"
	x := lay(t, "a1 FL 8 5 1 B at 50 40 0", "a2 FL 8 5 1 B at 58 40 0", "b1 FP 5 5 0 B at 50 45 180", wood)
	x.do("activate a1 a2")
	x.allow("forward 3")
	x.refuse("imp-7.2c", "forward 4")
	x.refuse("imp-10.1m", "charge b1")
	x.wantUnlisted("charge b1", "forward 4")
	x = lay(t, "a1 S 8 5 1 B at 50 40 0", "a2 S 8 5 1 B at 50 38 0", "b1 FP 5 5 1 B at 170 110 180", wood)
	x.do("activate a1 a2")
	x.allow("forward 4")
	x = lay(t, "a1 FL 8 5 1 B at 50 40 0", "a2 FL 8 5 1 B at 58 40 0", "b1 FP 5 5 0 B at 170 110 180", "wood 40 41 70 41 70 60 40 60")
	x.do("activate a1 a2")
	x.refuse("imp-7.2c", "wheel 10")
	// An uncontrolled move of a line stops before the ground.
	x = lay(t, "a1 FL 8 5 1 B at 50 40 0, impetuous", "a2 FL 8 5 1 B at 58 40 0, impetuous", "b1 FP 5 5 1 B at 50 46 180", "wood 40 42 70 42 70 60 40 60")
	x.do("activate a1 a2")
	x.is("a1", "at 50 42 0", "ordered")
}

func TestTerrainDisorder(t *testing.T) {
	cite.Clauses(t, "imp-7.2k", "imp-7.2l", "imp-7.2m", "imp-7.2n", "imp-7.2o")
	broken := "broken 40 30 60 30 60 60 40 60"
	// Who stands still may rally there and stays in order until it moves again.
	x := lay(t, "a1 FP 5 5 1 B at 50 40 0, disordered", "a2 FP 5 5 1 B at 20 20 0", "b1 FP 5 5 1 B at 170 110 180", broken)
	x.do("activate a1", "rally", "roll 6", "pass")
	x.is("a1", "ordered")
	x.nextTurn(0, 1)
	x.is("a1", "ordered")
	x.do("activate a1", "forward 1")
	x.is("a1", "disordered")
	// A wheel and a sideways move within it disorder too.
	x = alone(t, "a1 CL 12 5 1 B at 50 40 0", broken)
	x.do("wheel 10")
	x.is("a1", "disordered")
	x = alone(t, "a1 CL 12 5 1 B at 50 40 0", broken)
	x.do("sideways 1")
	x.is("a1", "disordered")
	// Scythed chariots are destroyed by a wheel into it as by any move.
	x = alone(t, "a1 CF 10 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 10 10 0", "broken 44 44 56 44 56 60 44 60")
	x.do("wheel 40")
	x.is("a1", "lost")
	// It never costs a loss.
	x = alone(t, "a1 FP 5 5 1 B at 50 40 0, disordered", broken)
	x.do("proceed", "forward 5")
	x.is("a1", "vbu 5", "disordered")
	// Evades are disordered by the ground, and not slowed.
	x = lay(t, "a1 CM 10 5 2 B at 50 30 0", "b1 CL 12 4 1 B at 50 36 180", "b2 FP 5 5 1 B at 150 110 180", "marsh 40 44 60 44 60 70 40 70")
	x.do("activate a1", "charge b1", "evade")
	x.is("b1", "at 50 48 180", "disordered")
	// Retreats too: FP that lose go back 3U into a wood.
	x = lay(t, "a1 CP 8 6 4 A at 50 40 0", "b1 FP 5 5 0 B at 50 45 180", "wood 40 48.1 60 48.1 60 70 40 70")
	x.do("activate a1", "charge b1", "throw 6 6 6 1 1 1 1 1 1 1", "throw 1 1 1 1 1", "roll 3", "roll 6")
	x.is("b1", "at 50 48 180", "vbu 4", "disordered")
	// In a charge it is applied on contact, before the dice.
	x = lay(t, "a1 CM 10 5 3 B at 50 40 0", "b1 FP 5 5 0 B at 50 46 180", "broken 40 41 60 41 60 42 40 42")
	x.do("activate a1", "charge b1")
	x.is("a1", "disordered", "melee")
	x.wantDice(4) // 5 - 1: parts of its base are in the ground, so that it has no impetus
}

func TestMeleeGround(t *testing.T) {
	cite.Clauses(t, "imp-7.4a", "imp-7.4b", "imp-7.4c", "imp-7.4d", "imp-7.4e", "imp-7.4f", "imp-7.4g", "imp-7.4h", "imp-7.4i", "imp-7.4j")
	const (
		hill  = "gentle_hill 40 40 60 40 60 60 40 60"
		under = "marsh 40 30 60 30 60 60 40 60"     // both units
		yours = "marsh 40 44.9 60 44.9 60 60 40 60" // the whole of the defender
		part  = "marsh 40 47 60 47 60 60 40 60"     // a part of the defender
	)
	for _, w := range []struct {
		name           string
		a, b           string
		ground         []string
		attack, defend int
	}{
		{"in the open", "a1 FP 5 5 0 B at 50 42 180", "b1 FP 5 5 0 B at 50 42 0", nil, 5, 5},
		{"uphill", "a1 FP 5 5 0 B at 50 40.003 180", "b1 FP 5 5 0 B at 50 39.999 0", []string{hill, "crest 50 41 50 59"}, 6, 5},
		{"both on it, 1U nearer the crest", "a1 FP 5 5 0 B at 50 45 0", "b1 FP 5 5 0 B at 52 45 180", []string{hill, "crest 52 41 52 59"}, 5, 6},
		{"both on it, less than 1U nearer", "a1 FP 5 5 0 B at 50 45 0", "b1 FP 5 5 0 B at 50.9 45 180", []string{hill, "crest 52 41 52 59"}, 5, 5},
		{"mounted in difficult ground", "a1 CM 10 5 0 B at 50 45 0", "b1 FP 5 5 0 B at 50 45 180", []string{"marsh 40 38 60 38 60 40 40 40"}, 4, 5},
		{"mounted against troops wholly inside", "a1 CM 10 5 0 B at 50 45 0", "b1 FP 5 5 0 B at 50 45 180", []string{yours}, 4, 5},
		{"against troops partly inside", "a1 CM 10 5 0 B at 50 45 0", "b1 FP 5 5 0 B at 50 45 180", []string{part}, 5, 5},
		{"once for both causes", "a1 CM 10 5 0 B at 50 45 0", "b1 FP 5 5 0 B at 50 45 180", []string{under}, 4, 5},
		{"pikemen", "a1 FP 5 5 0 B at 50 45 0, pike", "b1 FP 5 5 0 B at 50 45 180", []string{under}, 3, 5},
		{"chariots", "a1 CGP 8 5 0 B at 50 45 0", "b1 FP 5 5 0 B at 50 45 180", []string{yours}, 3, 5},
		{"infantry", "a1 FP 5 5 0 B at 50 45 0", "b1 FP 5 5 0 B at 50 45 180", []string{under}, 5, 5},
		{"broken ground", "a1 CM 10 5 0 B at 50 45 0", "b1 FP 5 5 0 B at 50 45 180", []string{"broken 40 30 60 30 60 60 40 60"}, 5, 5},
	} {
		t.Run(w.name, func(t *testing.T) {
			x := lay(t, append([]string{w.a, w.b}, w.ground...)...)
			x.set(x.u("a1"), fMoving) // chariots that stood still have another modifier
			x.do("activate a1", "fight")
			if n, m := int(x.fight.pools[0]), int(x.fight.pools[1]); n != w.attack || m != w.defend {
				t.Errorf("pools %d and %d, expected %d and %d", n, m, w.attack, w.defend)
			}
		})
	}
	// Impetus in broken or difficult ground: only Impetuous FL keep it, wherever the enemy stands.
	for _, w := range []struct {
		name, a, ground string
		attack          int
	}{
		{"in the open", "a1 FL 8 4 3 B at 50 40 0", "broken 40 20 60 20 60 30 40 30", 7},
		{"any part of the base", "a1 FL 8 4 3 B at 50 40 0", "broken 40 30 60 30 60 42 40 42", 4},
		{"the enemy's ground is no matter", "a1 FL 8 4 3 B at 50 40 0", "broken 40 46 60 46 60 60 40 60", 7},
		{"mounted", "a1 CM 10 4 3 B at 50 40 0", "broken 40 39 60 39 60 60 40 60", 3}, // Disordered as well
	} {
		t.Run(w.name, func(t *testing.T) {
			if n, _ := pools(t, w.a, "b1 FP 5 5 0 B at 50 45 180", w.ground); n != w.attack {
				t.Errorf("pool %d, expected %d", n, w.attack)
			}
		})
	}
	x := lay(t, "a1 FL 8 4 3 B at 50 40 0, impetuous", "b1 FP 5 5 0 B at 50 44 180", "marsh 40 30 60 30 60 60 40 60")
	x.do("rush 0")
	x.wantDice(7)
}

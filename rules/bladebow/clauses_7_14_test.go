package bladebow_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"acies/game"
	"acies/grid"
	"acies/rulebook/cite"
	"acies/rules/bladebow"
)

// pitched returns a game on open ground in which side 0 gives orders. All units of side 0 have a melee marker, so that they
// enter melee without dice.
func pitched(t *testing.T, units ...bladebow.UnitSetup) *bladebow.State {
	t.Helper()
	setup := &bladebow.Setup{ID: "field", Cols: 9, Rows: 9, Terrain: make([]bladebow.Terrain, 81), Icons: []int{0, 6}, Units: units}
	setup.Sides = [2]bladebow.Army{
		{ID: "blue", Impulses: 3, RoutLevel: 9, TieBreaker: true, Camps: []int{72}},
		{ID: "red", Impulses: 3, RoutLevel: 9, Camps: []int{8}},
	}
	p := bladebow.Position{Turn: 1, Phase: "impulses", Moment: "orders", Active: 0, Actions: 1, Winner: -1}
	p.Sides[0].Camp, p.Sides[1].Camp = 72, 8
	for i := range units {
		u := bladebow.UnitAt{Square: units[i].Square, Facing: units[i].Facing, Ranks: units[i].Ranks, States: []string{"known"}}
		if units[i].Side == 0 {
			u.States = append(u.States, "melee")
		}
		p.Units = append(p.Units, u)
	}
	b, err := bladebow.From(bladebow.New(setup), p)
	if err != nil {
		t.Fatal(err)
	}
	return b.Start().(*bladebow.State)
}

const (
	middle = 4*9 + 4 // E5
	north  = 0
	south  = 4
)

// duel returns a melee of two units, face to face, whose dice are about to be rolled.
func duel(t *testing.T, attacker, defender bladebow.Type, ranks int) *bladebow.State {
	t.Helper()
	of := func(typ bladebow.Type) int {
		if typ.Data().Density == bladebow.Open {
			return 0
		}
		return ranks
	}
	s := pitched(t,
		bladebow.UnitSetup{ID: "one", Side: 0, Type: attacker, Square: middle, Facing: north, Ranks: of(attacker)},
		bladebow.UnitSetup{ID: "two", Side: 1, Type: defender, Square: middle - 9, Facing: south, Ranks: of(defender)},
	)
	do(t, s, nil, "melee one")
	do(t, s, nil, "attack E4")
	if s.ToAct() != game.Nature {
		do(t, s, nil, "stand")
	}
	return s
}

// do carries out an action in notation.
func do(t *testing.T, s *bladebow.State, sink game.Sink, text string) {
	t.Helper()
	a, err := s.Battle().Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Apply(a, sink); r != nil {
		t.Fatalf("%s: %v", text, r)
	}
}

// hits returns what the event that counts the hits of a melee says, those on the defender first.
func hits(t *testing.T, events game.Events) (onDefender, onAttackers int) {
	t.Helper()
	for _, e := range events {
		if e.Key == "melee-hits" {
			return e.Args[0].N, e.Args[1].N
		}
	}
	t.Fatalf("no hits were counted in %v", events)
	return 0, 0
}

func TestForwardSquares(t *testing.T) {
	cite.Clauses(t, "bnb-14.0a")
	board := grid.NewSquares(9, 9)
	for facing := range 8 {
		s := pitched(t, bladebow.UnitSetup{ID: "one", Type: bladebow.Spears, Square: middle, Facing: facing})
		want := map[int]string{
			board.Neighbor(middle, facing):                "strong",
			board.Neighbor(middle, grid.Turn(facing, 1)):  "weak",
			board.Neighbor(middle, grid.Turn(facing, -1)): "weak",
		}
		got := map[int]string{}
		for q := range board.Len() {
			if z := s.Zone(0, q); z != "none" {
				got[q] = z
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("facing %d the zone of control is %v, want %v", facing, got, want)
		}
	}
}

// Two equal units: over all throws, and with no die thrown again, the attacker loses as much as the defender, as often.
func TestEqualUnits(t *testing.T) {
	cite.Clauses(t, "bnb-14.0d")
	for _, test := range []struct {
		typ   bladebow.Type
		ranks int
	}{{bladebow.Psiloi, 0}, {bladebow.Spears, 0}, {bladebow.HeavyCavalry, 0}, {bladebow.Hoplite, 0}, {bladebow.Hoplite, 2}, {bladebow.Maniple, 1}} {
		t.Run(fmt.Sprintf("%s +%d", test.typ.Data().Key, test.ranks), func(t *testing.T) {
			s := duel(t, test.typ, test.typ, test.ranks)
			if a, d := s.CombatDice(); a != d {
				t.Fatalf("%d attack dice and %d defence dice, want equal numbers", a, d)
			}
			chances := map[[2]int]int64{}
			for _, attack := range s.Chances(nil) {
				one := s.Clone().(*bladebow.State)
				one.Apply(attack.Action, nil)
				for _, defence := range one.Chances(nil) {
					two := one.Clone().(*bladebow.State)
					two.Apply(defence.Action, nil)
					var events game.Events
					do(t, two, &events, "keep")
					d, a := hits(t, events)
					chances[[2]int{d, a}] += attack.Weight * defence.Weight
				}
			}
			if len(chances) < 3 {
				t.Errorf("the only results are %v", chances)
			}
			for r, n := range chances {
				if m := chances[[2]int{r[1], r[0]}]; n != m {
					t.Errorf("%d hits on the defender and %d on the attacker come %d times, the reverse %d times", r[0], r[1], n, m)
				}
			}
		})
	}
}

func TestDiceBySize(t *testing.T) {
	cite.Clauses(t, "bnb-14.0e")
	var attack, defence []int
	for _, typ := range []bladebow.Type{bladebow.Psiloi, bladebow.Spears, bladebow.Hoplite} {
		a, _ := duel(t, typ, bladebow.Spears, 0).CombatDice()
		_, d := duel(t, bladebow.Spears, typ, 0).CombatDice()
		attack, defence = append(attack, a), append(defence, d)
	}
	if want := []int{1, 2, 3}; !slices.Equal(attack, want) || !slices.Equal(defence, want) {
		t.Errorf("light, medium and heavy units attack with %v and defend with %v dice, want %v", attack, defence, want)
	}
	// One die against one: low faces hit, high faces save from a hit, and those between do neither.
	count := func(own, enemy int) int {
		if enemy <= 2 && own <= 4 {
			return 1
		}
		return 0
	}
	for one := 1; one <= 6; one++ {
		for two := 1; two <= 6; two++ {
			s := duel(t, bladebow.Psiloi, bladebow.Psiloi, 0)
			do(t, s, nil, fmt.Sprint("roll ", one))
			do(t, s, nil, fmt.Sprint("roll ", two))
			var events game.Events
			do(t, s, &events, "keep")
			if d, a := hits(t, events); d != count(two, one) || a != count(one, two) {
				t.Errorf("%d against %d: %d hits on the defender and %d on the attacker, want %d and %d", one, two, d, a, count(two, one), count(one, two))
			}
		}
	}
}

// Every army of the battles has a camp, and it is further from the enemy than the army is.
func TestCampsInTheRear(t *testing.T) {
	cite.Clauses(t, "bnb-12.0a")
	for _, id := range battles {
		b := load(t, id)
		setup, board := b.Setup(), b.Board()
		for side, army := range setup.Sides {
			if len(army.Camps) == 0 {
				t.Errorf("%s: %s has no camp", id, army.ID)
			}
			for _, camp := range army.Camps {
				// The distance to the nearest enemy, of the camp and of the army on average.
				nearest := func(q int) int {
					best := 1 << 30
					for _, u := range setup.Units {
						if u.Side != side && u.Square >= 0 {
							best = min(best, board.Points(q, u.Square))
						}
					}
					return best
				}
				sum, n := 0, 0
				for _, u := range setup.Units {
					if u.Side == side && u.Square >= 0 {
						sum += nearest(u.Square)
						n++
					}
				}
				if far := nearest(camp); far*n <= sum {
					t.Errorf("%s: the camp of %s in %s is %d points from the enemy, its army %d on average", id, army.ID, b.PlaceID(camp), far, sum/n)
				}
			}
		}
	}
}

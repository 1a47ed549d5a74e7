package bladebow_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"acies/game"
	"acies/grid"
	"acies/rulebook/cite"
	"acies/rules/bladebow"
)

// Every die has six faces, whoever rolls it.
func TestDiceHaveSixFaces(t *testing.T) {
	cite.Clauses(t, "bnb-2.0b")
	battle := load(t, "marathon-490bc")
	for _, bad := range []string{"roll 0", "roll 7", "roll 1 7", "roll -1"} {
		if a, err := battle.Parse(bad); err == nil {
			t.Errorf("%q is read as %s, expected an error", bad, battle.Format(a))
		}
	}
	src := rand.New(rand.NewPCG(5, 6))
	s := battle.Start()
	seen := map[string]int{}
	for s.ToAct() != game.Nobody {
		if s.ToAct() == game.Nature && s.Dice().N == 1 {
			if d := s.Dice(); d.Low != 1 || d.High != 6 {
				t.Fatalf("the die shows %d to %d, expected 1 to 6", d.Low, d.High)
			}
			if n := len(s.Legal(nil)); n != 6 {
				t.Fatalf("a die can fall in %d ways, expected 6", n)
			}
			for range 20 {
				seen[battle.Format(s.Roll(src))]++
			}
		}
		step(s, src)
	}
	for face := 1; face <= 6; face++ {
		if seen[fmt.Sprint("roll ", face)] == 0 {
			t.Errorf("no die showed %d: %v", face, seen)
		}
	}
	if len(seen) != 6 {
		t.Errorf("dice showed %v, expected six faces", seen)
	}
}

// scores returns the points of a track by side, and which sides have one.
func scores(v *game.View, key string) map[game.Side]int {
	list := map[game.Side]int{}
	for _, x := range v.Scores {
		if x.Key == "score."+key {
			list[x.Side] = x.Points
		}
	}
	return list
}

// At the start the rout level markers stand where the scenarios say, and those of losses at 0.
func TestMarkersAtTheStart(t *testing.T) {
	cite.Clauses(t, "bnb-2.3.3.2a", "bnb-2.3.3.3a", "bnb-2.3.3.1a")
	for id, levels := range map[string][2]int{
		"marathon-490bc": {7, 7}, "thermopylae-480bc": {5, 8}, "plataea-479bc": {9, 10}, "mycale-479bc": {8, 7},
	} {
		src := rand.New(rand.NewPCG(1, 1))
		s := load(t, id).Start()
		for s.View(game.Nature).Setup {
			step(s, src)
		}
		v := s.View(game.Nature)
		if v.Turn != 1 {
			t.Errorf("%s: the turn marker is in space %d, expected 1", id, v.Turn)
		}
		for side := range 2 {
			if n := scores(&v, "rout-level")[game.Side(side)]; n != levels[side] {
				t.Errorf("%s: the rout level of side %d is %d, expected %d", id, side, n, levels[side])
			}
			if n, ok := scores(&v, "losses")[game.Side(side)]; n != 0 || !ok {
				t.Errorf("%s: the losses of side %d are %d (shown: %v), expected 0", id, side, n, ok)
			}
		}
	}
}

// After the dice of a turn, the turn marker shows the side with the lower result; after a tie, the side that it showed before.
func TestTurnMarkerShowsTheInitiative(t *testing.T) {
	cite.Clauses(t, "bnb-2.3.3.1b", "bnb-5.3e", "bnb-5.3c", "bnb-5.3d")
	battle := load(t, "marathon-490bc")
	var lower, ties int
	for seed := range uint64(6) {
		src := rand.New(rand.NewPCG(seed, 8))
		s := battle.Start()
		holder := game.Side(0) // the tie-breaker of the first turn
		turn := 0
		for s.ToAct() != game.Nobody {
			p := bladebow.PositionOf(s)
			if p.Phase == "impulses" && p.Turn != turn {
				turn = p.Turn
				switch a, b := p.Sides[0].Die, p.Sides[1].Die; {
				case a < b:
					holder = 0
					lower++
				case b < a:
					holder = 1
					lower++
				default:
					ties++
				}
			}
			if p.Turn > 0 && p.Phase != "initiative" {
				v := s.View(game.Nature)
				if shown := scores(&v, "initiative"); len(shown) != 1 || shown[holder] != 1 {
					t.Fatalf("seed %d, turn %d: the marker shows %v, expected side %d", seed, p.Turn, shown, holder)
				}
			}
			step(s, src)
		}
	}
	if lower == 0 || ties == 0 {
		t.Errorf("%d turns had a lower die and %d a tie; expected both", lower, ties)
	}
}

// Nobody ever has to ask how a unit stands: each on the map is shown with one of eight facings, and a move names the facing.
func TestFacingIsExplicit(t *testing.T) {
	cite.Clauses(t, "bnb-3.1b")
	battle := load(t, "marathon-490bc")
	if a, err := battle.Parse("to E8"); err == nil {
		t.Errorf("a move without a facing is read as %s", battle.Format(a))
	}
	src := rand.New(rand.NewPCG(2, 9))
	s := battle.Start()
	for s.ToAct() != game.Nobody {
		for _, side := range []game.Side{0, 1, game.Nature} {
			for i, u := range bladebow.PositionOf(s).Units {
				if p := s.View(side).Pieces[i]; u.Where == "" && (p.Facing < 0 || p.Facing > 7 || p.Facing != u.Facing) {
					t.Fatalf("unit %d faces %d, and is shown to side %d facing %d", i, u.Facing, side, p.Facing)
				}
			}
		}
		for range 25 {
			if s.ToAct() != game.Nobody {
				step(s, src)
			}
		}
	}
}

// The three squares ahead are the front, those at right angles the flanks, and the other three the rear: seen by the morale
// dice that a hoplite asks of an attacker in each of them, 3 more in front, 1 on its left, none on its right and no roll behind.
func TestFrontFlanksAndRear(t *testing.T) {
	cite.Clauses(t, "bnb-3.1.1a", "bnb-3.1.1b", "bnb-3.1.1c")
	board := grid.NewSquares(9, 9)
	middle, err := board.Parse("E5")
	if err != nil {
		t.Fatal(err)
	}
	dice := [8]int{4, 4, 1, 0, 0, 0, 2, 4} // by the direction of the attacker from the facing, clockwise
	for facing := range 8 {
		for turn, want := range dice {
			from := board.Neighbor(middle, grid.Turn(facing, turn))
			set := &bladebow.Setup{ID: "around", Cols: 9, Rows: 9, Terrain: make([]bladebow.Terrain, 81), Icons: []int{0, 6}}
			set.Sides = [2]bladebow.Army{
				{ID: "greek", Impulses: 3, RoutLevel: 9, TieBreaker: true, Camps: []int{72}},
				{ID: "persian", Impulses: 3, RoutLevel: 9, Camps: []int{0}},
			}
			set.Units = []bladebow.UnitSetup{
				{ID: "attacker", Type: bladebow.Spears, Square: from, Facing: board.Direction(from, middle)},
				{ID: "defender", Side: 1, Type: bladebow.Hoplite, Square: middle, Facing: facing},
			}
			p := bladebow.Position{Turn: 1, Phase: "impulses", Moment: bladebow.MomentOrders, Actions: 1, Winner: -1}
			p.Sides[0].Camp = 72
			for _, u := range set.Units {
				p.Units = append(p.Units, bladebow.UnitAt{Square: u.Square, Facing: u.Facing, States: []string{"known"}})
			}
			battle, err := bladebow.From(bladebow.New(set), p)
			if err != nil {
				t.Fatal(err)
			}
			s := battle.Start()
			for _, text := range []string{"melee attacker", "attack E5"} {
				a, err := battle.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				if r := s.Apply(a, nil); r != nil {
					t.Fatalf("facing %d, attacker at %d: %s is refused: %v", facing, turn, text, r)
				}
			}
			got := 0
			if s.View(0).Prompt.Key == "prompt.entry" {
				got = s.Dice().N
			}
			if got != want {
				t.Errorf("facing %s, attacker in %s: %d morale dice, expected %d", battle.FacingID(facing), board.ID(from), got, want)
			}
		}
	}
}

package judge_test

import (
	"testing"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/rules/bladebow"
)

// playUntil plays a game between centurions until stop says so, and returns the state.
func playUntil(t *testing.T, b *bladebow.Battle, seed uint64, stop func(s *bladebow.State) bool) *bladebow.State {
	t.Helper()
	s, src := b.Start(), dice.New(seed)
	players := [2]ai.Player{ai.Centurion(), ai.Centurion()}
	for s.ToAct() != game.Nobody && !stop(s.(*bladebow.State)) {
		var a game.Action
		if side := s.ToAct(); side == game.Nature {
			a = s.Roll(src)
		} else {
			a = players[side].Choose(s, side, src)
		}
		if r := s.Apply(a, nil); r != nil {
			t.Fatal(r)
		}
	}
	return s.(*bladebow.State)
}

// TestRanksGoToTheFront: at Thermopylae those who stand nearest to the Persians have all the ranks, and the guards of the wall and the path none.
func TestRanksGoToTheFront(t *testing.T) {
	b := load(t, "thermopylae-480bc")
	s := playUntil(t, b, 1, func(s *bladebow.State) bool { return s.Turn() > 0 })
	for i, u := range b.Setup().Units {
		if u.Side != 0 || u.Type != bladebow.Hoplite {
			continue
		}
		row := b.Board().Row(u.Square)
		switch n := s.Unit(i, 0).Ranks; {
		case row == 8 && n != 2:
			t.Errorf("%s stands in front with %d ranks", u.ID, n)
		case row > 9 && n != 0:
			t.Errorf("%s stands at the back with %d ranks", u.ID, n)
		}
	}
}

// TestLeadersLeadMany: the commanders begin where they can lead most of their armies.
func TestLeadersLeadMany(t *testing.T) {
	for _, id := range battles {
		b := load(t, id)
		s := playUntil(t, b, 1, func(s *bladebow.State) bool { return s.Turn() > 0 })
		var units, led [2]int
		for i := range b.Units() {
			u := s.Unit(i, 0)
			if u.Square < 0 {
				continue
			}
			units[u.Side]++
			for l := range b.Leaders() {
				if h := s.Leader(l); h.Side == u.Side && h.Square >= 0 && b.Board().Points(h.Square, u.Square) <= h.Range {
					led[u.Side]++
					break
				}
			}
		}
		for side := range units {
			if 2*led[side] < units[side] {
				t.Errorf("%s: the leaders of side %d lead %d of %d units", id, side, led[side], units[side])
			}
		}
	}
}

// TestColumnsMarchTogether: in the pass those behind march with those before them, who stand in their way.
func TestColumnsMarchTogether(t *testing.T) {
	b := load(t, "thermopylae-480bc")
	most := 0
	for seed := range uint64(3) {
		playUntil(t, b, seed, func(s *bladebow.State) bool {
			if s.Asked() == bladebow.AskMoves && s.Active() == 1 {
				n := 0
				for i := range b.Units() {
					if s.Unit(i, 1).InForm {
						n++
					}
				}
				most = max(most, n)
			}
			return false
		})
	}
	if most < 8 {
		t.Errorf("at most %d units march together", most)
	}
}

package judge_test

import (
	"testing"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/rules/bladebow"
)

// TestCardsArePlayed: centurions play cards for their effects, those that only help to march, to evade and to stay too.
func TestCardsArePlayed(t *testing.T) {
	b := load(t, "marathon-490bc")
	missing := map[bladebow.Effect]string{
		bladebow.DoubleMarch: "double march", bladebow.FeignedFlight: "feigned flight", bladebow.HoldHold: "hold, hold",
		bladebow.RiderWithOrders: "rider with orders", bladebow.ChargeHome: "charge home", bladebow.LockedShields: "locked shields",
	}
	for seed := uint64(0); seed < 60 && len(missing) > 0; seed++ {
		s, src := b.Start(), dice.New(seed)
		players := [2]ai.Player{ai.Centurion(), ai.Centurion()}
		for s.ToAct() != game.Nobody {
			var a game.Action
			if side := s.ToAct(); side == game.Nature {
				a = s.Roll(src)
			} else {
				a = players[side].Choose(s, side, src)
			}
			if a.Verb == bladebow.VerbPlay {
				delete(missing, bladebow.Deck[a.A].Effect)
			}
			if r := s.Apply(a, nil); r != nil {
				t.Fatal(r)
			}
		}
	}
	for _, name := range missing {
		t.Errorf("%s is never played", name)
	}
}

// TestReinforcementsDoNotDally: the Spartans wait only if that shortens their way.
func TestReinforcementsDoNotDally(t *testing.T) {
	b := load(t, "mycale-479bc")
	asked := 0
	for seed := range uint64(8) {
		s := playUntil(t, b, seed, func(s *bladebow.State) bool { return s.Asked() == bladebow.AskDelay })
		if s.ToAct() == game.Nobody {
			continue
		}
		asked++
		die := int32(0)
		for _, a := range s.Legal(nil) {
			if a.A == 0 {
				die = a.B
			}
		}
		a := ai.Centurion().Choose(s, s.ToAct(), dice.New(seed))
		same := b.Setup().Arrival.Areas[a.B-1].Squares[0] == b.Setup().Arrival.Areas[die-1].Squares[0]
		if a.A > 0 && same || a.A > 1 {
			t.Errorf("with a %d they choose %s", die, b.Format(a))
		}
	}
	if asked == 0 {
		t.Error("nobody was asked")
	}
}

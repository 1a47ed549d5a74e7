package main

import (
	"cmp"
	"strings"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/match"
)

// seat sets the players of the sides, given by the names of levels, or human.
func (s *session) seat(names []string) error {
	if len(names) != s.t.Battle.Sides() {
		return usage("--sides needs two names, the attacker and the defender, not %q", strings.Join(names, ","))
	}
	s.players = make([]ai.Player, len(names))
	for i, name := range names {
		if name == match.Human {
			continue
		}
		maker, err := ai.Parse(name)
		if err != nil {
			return usage("--sides: %w; or human", err)
		}
		s.players[i] = maker()
		s.sides = strings.Join(names, ",")
	}
	return nil
}

// playOpponent makes one choice for the side to act if a computer plays it, and reports whether one does.
func (s *session) playOpponent() (bool, error) {
	state := s.t.Game.State()
	side := state.ToAct()
	if side < 0 || s.players[side] == nil {
		return false, nil
	}
	// Unlike the source of the dice, about which it reveals nothing.
	secret := cmp.Or(s.t.Game.Header().Seed, s.path)
	src := dice.New(dice.NewKeyed("player " + secret).At(len(s.t.Game.Entries())).Uint64())
	known := state.Clone()
	known.Resample(side, src)
	return true, s.do([]game.Action{s.players[side].Choose(known, side, src)})
}

package main

import (
	"cmp"
	"strings"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/match"
)

// seat gives the sides their players, by the names that people have given them: those of levels, or human.
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

// opponent lets the player of the side to act do one thing. It reports whether there is one.
func (s *session) opponent() (bool, error) {
	state := s.t.Game.State()
	side := state.ToAct()
	if side < 0 || s.players[side] == nil {
		return false, nil
	}
	// Not the source of the dice, of which it tells nothing.
	secret := cmp.Or(s.t.Game.Header().Seed, s.path)
	src := dice.New(dice.NewKeyed("player " + secret).At(len(s.t.Game.Entries())).Uint64())
	known := state.Clone()
	known.Resample(side, src)
	return true, s.do([]game.Action{s.players[side].Choose(known, side, src)})
}

package impetus

import "acies/game"

// Prospects returns how the battle is won and how it stands. Losses are open to everybody.
func (s *State) Prospects() game.Prospects {
	out := game.Prospects{Leads: game.Nobody}
	a, b := s.lostValue(0)*s.b.value[1], s.lostValue(1)*s.b.value[0]
	switch {
	case a < b:
		out.Leads = 0
	case b < a:
		out.Leads = 1
	case s.b.setup.TieWinner >= 0:
		out.Leads = game.Side(s.b.setup.TieWinner)
	}
	out.Now = game.Event{Key: "goal.now-draw", Clause: outcomeClauses[outLimit]}
	if w := out.Leads; w != game.Nobody {
		out.Now = game.Event{Key: "goal.now-wins", Clause: outcomeClauses[outLimit], Args: []game.Arg{
			player("side", uint8(w)), num("own", s.lostValue(uint8(w))), num("of", s.b.value[w]), num("enemy", s.lostValue(uint8(1-w))), num("all", s.b.value[1-w]),
		}}
	}
	for side := range uint8(2) {
		out.Ends = append(out.Ends, game.Event{Key: "goal.defeat", Clause: outcomeClauses[outDefeat], Args: []game.Arg{
			player("side", other(side)), player("enemy", side), num("lost", s.lostValue(side)), num("level", (s.b.value[side]+1)/2),
		}})
	}
	out.Levels = []game.Event{
		{Key: "goal.commands", Clause: "imp-23.1b"},
		{Key: "goal.baggage", Clause: "imp-23.1f"},
		{Key: "goal.limit", Clause: outcomeClauses[outLimit], Args: []game.Arg{num("turns", s.b.setup.Turns)}},
		{Key: "goal.both", Clause: outcomeClauses[outBoth]},
	}
	if t := s.b.setup.TieWinner; t >= 0 {
		out.Levels = append(out.Levels, game.Event{Key: "goal.tie", Clause: outcomeClauses[outLimit], Args: []game.Arg{player("side", uint8(t))}})
	}
	return out
}

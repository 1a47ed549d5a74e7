package bladebow

import "acies/game"

// Prospects returns how the battle is won and how it stands. Losses and rout levels are open to everybody.
func (s *State) Prospects() game.Prospects {
	out := game.Prospects{Leads: game.Nobody}
	left := [2]int{s.routLevel(0) - int(s.losses[0]), s.routLevel(1) - int(s.losses[1])}
	holder := s.b.setup.Sack
	switch {
	case holder != nil:
		out.Leads = game.Side(holder.Side)
		out.Now = game.Event{Key: "goal.now-holds", Clause: outcomeClauses[byHolding], Args: []game.Arg{player("side", uint8(holder.Side))}}
	case left[0] != left[1]:
		w := better(left[0], left[1])
		out.Leads = game.Side(w)
		out.Now = game.Event{Key: "goal.now-minor", Clause: outcomeClauses[byDistance], Args: []game.Arg{player("side", uint8(w)), num("own", left[w]), num("enemy", left[1-w])}}
	case s.losses[0] != s.losses[1]:
		w := better(int(s.losses[1]), int(s.losses[0]))
		out.Leads = game.Side(w)
		out.Now = game.Event{Key: "goal.now-marginal", Clause: outcomeClauses[byLosses], Args: []game.Arg{player("side", uint8(w))}}
	default:
		out.Now = game.Event{Key: "goal.now-draw", Clause: outcomeClauses[byNothing]}
	}
	for side := range uint8(2) {
		out.Ends = append(out.Ends, game.Event{Key: "goal.rout", Clause: outcomeClauses[byRout], Args: []game.Arg{
			player("side", other(side)), player("enemy", side), num("losses", int(s.losses[side])), num("level", s.routLevel(side)),
		}})
	}
	if k := s.b.setup.King; k != nil {
		out.Ends = append(out.Ends, game.Event{Key: "goal.king", Clause: outcomeClauses[byKing], Args: []game.Arg{
			player("side", uint8(1-s.b.leaders[k.Leader].Side)), piece("leader", s.b.leaderPiece(k.Leader)),
		}})
	}
	if holder != nil {
		out.Ends = append(out.Ends, game.Event{Key: "goal.sack", Clause: outcomeClauses[bySack], Args: []game.Arg{
			player("side", uint8(1-holder.Side)), player("enemy", uint8(holder.Side)),
		}})
		out.Levels = []game.Event{{Key: "goal.both-fell", Clause: outcomeClauses[byBothFell], Args: []game.Arg{player("side", uint8(holder.Side))}}}
	}
	if k := s.b.setup.Storm; k != nil {
		out.Ends = append(out.Ends, game.Event{Key: "goal.storm", Clause: outcomeClauses[byStorm], Args: []game.Arg{
			player("side", uint8(1-k.Side)), player("enemy", uint8(k.Side)),
		}})
	}
	both := uint8(1)
	if s.b.setup.Sides[1].TieBreaker {
		both = 0
	}
	out.Levels = append(out.Levels, game.Event{Key: "goal.both-rout", Clause: outcomeClauses[byBothRout], Args: []game.Arg{player("side", both)}})
	if holder != nil {
		out.Levels = append(out.Levels, game.Event{Key: "goal.holds", Clause: outcomeClauses[byHolding], Args: []game.Arg{player("side", uint8(holder.Side))}})
		return out
	}
	out.Levels = append(out.Levels,
		game.Event{Key: "goal.minor", Clause: outcomeClauses[byDistance]},
		game.Event{Key: "goal.marginal", Clause: outcomeClauses[byLosses]},
		game.Event{Key: "goal.draw", Clause: outcomeClauses[byNothing]})
	return out
}

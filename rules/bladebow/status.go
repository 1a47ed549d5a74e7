package bladebow

import "acies/game"

// Status implements [game.State].
func (s *State) Status(p int, viewer game.Side) game.Status {
	if p < 0 || p >= len(s.b.units)+len(s.b.leaders) {
		return game.Status{Reasons: []game.Refusal{*s.refusal(reason{id: whyNoPiece})}}
	}
	side := game.Nobody
	if p < len(s.b.units) {
		side = game.Side(s.b.units[p].side)
	} else {
		side = game.Side(s.b.leaders[p-len(s.b.units)].Side)
	}
	switch {
	case s.over:
		return game.Status{Reasons: []game.Refusal{*s.refusal(reason{id: whyOver})}}
	case s.ToAct() != side || viewer != side:
		return game.Status{Reasons: []game.Refusal{*s.refusal(reason{id: whyNotYours})}}
	}
	for _, a := range s.Legal(nil) {
		x := &syntax[a.Verb]
		for i, v := range [2]int32{a.A, a.B} {
			if (x.args[i] == opUnit || x.args[i] == opLeader) && int(v) == p {
				return game.Status{CanAct: true}
			}
		}
	}
	return game.Status{Reasons: []game.Refusal{*s.refusal(reason{id: whyNotNow})}}
}

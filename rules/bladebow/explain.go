package bladebow

import (
	"acies/game"
)

// Explain implements [game.State].
func (s *State) Explain(a game.Action, viewer game.Side) *game.Explanation {
	if s.check(a) != (reason{}) {
		return nil
	}
	if a.Verb == vTo && s.current().kind == tMove {
		return s.explainMove(int(a.A), int(a.B))
	}
	return nil
}

// explainMove returns the way of the moving unit and its cost.
func (s *State) explainMove(q, f int) *game.Explanation {
	var path [maxPath]int16
	n, cost := s.trace(q, f, &path)
	x := &game.Explanation{Kind: "move", Cost: cost, Allowance: int(s.move.mp)}
	for i := n - 1; i >= 0; i-- {
		if sq := int(path[i]) / 8; len(x.Path) == 0 || x.Path[len(x.Path)-1] != sq {
			x.Path = append(x.Path, sq)
		}
	}
	return x
}

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

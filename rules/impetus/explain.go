package impetus

import "acies/game"

// Explain implements [game.State].
func (s *State) Explain(a game.Action, viewer game.Side) *game.Explanation {
	if a.Verb == vName && s.ToAct() != viewer || !s.check(a).ok() {
		return nil
	}
	return nil
}

package bladebow

import "acies/game"

// Chapter 15: the choices of the set-up. Ranks are distributed in secret, then the side without the tie-breaker chooses its
// camp and places its leaders, then the other (R91).

// mayRedistribute reports whether a unit takes part in the distribution of ranks of its army.
func (s *State) mayRedistribute(u int) bool {
	d := &s.b.units[u]
	return d.Density != Open && s.units[u].where == onMap && s.b.setup.Sides[d.side].MaxRanks > 0
}

// nextRanked returns the first unit of a side after u that takes part in the distribution, or -1.
func (s *State) nextRanked(side uint8, u int) int {
	for i := u + 1; i < len(s.b.units); i++ {
		if s.b.units[i].side == side && s.mayRedistribute(i) {
			return i
		}
	}
	return -1
}

// ranksLeft returns how many ranks of a side are still to be given out before unit u gets its own, and how many units after u
// remain.
func (s *State) ranksLeft(side uint8, u int) (ranks, units int) {
	for i := s.nextRanked(side, -1); i >= 0; i = s.nextRanked(side, i) {
		ranks += s.b.setup.Units[i].Ranks
		if i < u {
			ranks -= int(s.units[i].ranks)
		}
		if i > u {
			units++
		}
	}
	return ranks, units
}

func (s *State) stepRanks(t task) bool {
	if t.b < 0 && s.nextRanked(t.a, -1) < 0 || int(t.b) >= len(s.b.units) {
		s.pop()
		return false
	}
	return s.waitFor(t.a)
}

func (s *State) optRanks(t task, buf []game.Action) []game.Action {
	u := int(t.b)
	if u < 0 {
		u = s.nextRanked(t.a, -1)
		for i := range len(s.b.setup.Sides[t.a].Presets) + 1 {
			buf = append(buf, game.Action{Verb: vPreset, A: int32(i)})
		}
	}
	for n := range s.b.setup.Sides[t.a].MaxRanks + 1 {
		if a := (game.Action{Verb: vRanks, A: int32(u), B: int32(n)}); s.checkRanks(t, a).ok() {
			buf = append(buf, a)
		}
	}
	return buf
}

func (s *State) checkRanks(t task, a game.Action) reason {
	u := int(t.b)
	if u < 0 {
		u = s.nextRanked(t.a, -1)
	}
	most := s.b.setup.Sides[t.a].MaxRanks
	switch a.Verb {
	case vPreset:
		if t.b >= 0 || int(a.A) > len(s.b.setup.Sides[t.a].Presets) {
			return reason{id: whyRanksBegun}
		}
		return reason{}
	case vRanks:
		if int(a.A) != u {
			return reason{id: whyRanksNext, a: int16(u)}
		}
		if int(a.B) > most {
			return reason{id: whyMostRanks, a: int16(most)}
		}
		ranks, units := s.ranksLeft(t.a, u)
		if rest := ranks - int(a.B); rest < 0 || rest > units*most {
			return reason{id: whyRankTotal, a: int16(ranks), b: int16(units)}
		}
		return reason{}
	}
	return reason{id: whySetup}
}

func (s *State) doRanks(t task, a game.Action) {
	if a.Verb == vPreset {
		if a.A > 0 {
			for i, n := range s.b.setup.Sides[t.a].Presets[a.A-1].Ranks {
				if n >= 0 {
					s.units[i].ranks = uint8(n)
				}
			}
		}
		s.top().b = int16(len(s.b.units))
		return
	}
	s.units[a.A].ranks = uint8(a.B)
	s.top().b = int16(len(s.b.units))
	if next := s.nextRanked(t.a, int(a.A)); next >= 0 {
		s.top().b = int16(next)
	}
}

func (s *State) stepCamp(t task) bool {
	if len(s.b.setup.Sides[t.a].Camps) > 1 {
		return s.waitFor(t.a)
	}
	s.pop()
	return false
}

func (s *State) optCamp(t task, buf []game.Action) []game.Action {
	for _, q := range s.b.setup.Sides[t.a].Camps {
		buf = append(buf, game.Action{Verb: vCamp, A: int32(q)})
	}
	return buf
}

func (s *State) checkCamp(t task, a game.Action) reason {
	if a.Verb != vCamp {
		return reason{id: whySetup}
	}
	for _, q := range s.b.setup.Sides[t.a].Camps {
		if q == int(a.A) {
			return reason{}
		}
	}
	return reason{id: whyCampSquare}
}

func (s *State) doCamp(t task, a game.Action) {
	s.camps[t.a] = int16(a.A)
	s.say("camp", "bnb-15.3pf", player("side", t.a), place("square", int(a.A)))
	s.pop()
}

// nextLeader returns the first leader of a side on the map, from index l, or -1.
func (s *State) nextLeader(side uint8, l int) int {
	for ; l < len(s.b.leaders); l++ {
		if s.b.leaders[l].Side == int(side) && s.leaders[l].where == onMap {
			return l
		}
	}
	return -1
}

func (s *State) stepLeaders(t task) bool {
	next := s.nextLeader(t.a, int(t.b))
	if next < 0 {
		s.pop()
		return false
	}
	s.top().b = int16(next)
	return s.waitFor(t.a)
}

func (s *State) optLeaders(t task, buf []game.Action) []game.Action {
	piece := int32(s.b.leaderPiece(int(t.b)))
	buf = append(buf, game.Action{Verb: vReady})
	for q := range s.b.squares {
		if u := s.at[q]; u != none && s.side(u) == t.a {
			buf = append(buf, game.Action{Verb: vPlace, A: piece, B: int32(q)})
		}
	}
	return buf
}

func (s *State) checkLeaders(t task, a game.Action) reason {
	switch {
	case a.Verb == vReady:
		return reason{}
	case a.Verb != vPlace:
		return reason{id: whySetup}
	case int(a.A) != s.b.leaderPiece(int(t.b)):
		return reason{id: whyLeaderNext, a: int16(s.b.leaderPiece(int(t.b)))}
	}
	if u := s.at[a.B]; u == none || s.side(u) != t.a {
		return reason{id: whyLeaderAlone}
	}
	return reason{}
}

// doLeaders places a leader, or leaves all that remain where they are printed.
func (s *State) doLeaders(t task, a game.Action) {
	if a.Verb == vReady {
		s.pop()
		return
	}
	s.leaders[t.b].square = int16(a.B)
	s.say("leader-placed", "bnb-15.1c", piece("leader", int(a.A)), place("square", int(a.B)))
	s.top().b++
}

// stepShields lets an army start in a shield wall (15.4ye, M22).
func (s *State) stepShields(t task) bool {
	if len(s.b.setup.Sides[t.a].Shields) == 0 {
		s.pop()
		return false
	}
	return s.waitFor(t.a)
}

func (s *State) optShields(t task, buf []game.Action) []game.Action {
	buf = append(buf, game.Action{Verb: vReady})
	for i := range s.b.units {
		if s.b.units[i].side == t.a && s.units[i].where == onMap {
			buf = append(buf, game.Action{Verb: vShield, A: int32(i)})
		}
	}
	return append(buf, game.Action{Verb: vNoShields})
}

func (s *State) checkShields(t task, a game.Action) reason {
	switch a.Verb {
	case vReady:
		return reason{}
	case vNoShields:
		if t.c != 0 {
			return reason{id: whyShieldsBegun}
		}
		return reason{}
	case vShield:
	default:
		return reason{id: whySetup}
	}
	u := uint8(a.A)
	switch {
	case s.side(u) != t.a || !s.placed(u):
		return reason{id: whyNotYours}
	case s.b.units[u].typ != Spears:
		return reason{id: whyShieldSpears}
	case t.c != 0 && s.has(u, fShield):
		return reason{id: whyHasShield}
	case t.c > 1 && !s.nextToShield(u):
		return reason{id: whyShieldGap}
	}
	return reason{}
}

// nextToShield reports whether a unit stands next to one of its side in a shield wall.
func (s *State) nextToShield(u uint8) bool {
	for d := range 8 {
		if q := s.b.board.Neighbor(int(s.units[u].square), d); q >= 0 && s.at[q] != none && s.side(s.at[q]) == s.side(u) && s.has(s.at[q], fShield) {
			return true
		}
	}
	return false
}

// doShields builds a wall unit by unit; the first one named replaces the printed wall. c of the task counts: 0 nothing
// chosen, 1 an empty wall, then one more for each unit.
func (s *State) doShields(t task, a game.Action) {
	switch a.Verb {
	case vReady:
		s.pop()
		return
	case vNoShields:
		s.dropShields(t.a)
		s.pop()
		return
	}
	if t.c == 0 {
		s.dropShields(t.a)
		s.top().c = 1
	}
	s.set(uint8(a.A), fShield)
	s.top().c++
	s.say("shield-placed", "bnb-15.4ye", piece("unit", int(a.A)))
}

func (s *State) dropShields(side uint8) {
	for i := range s.b.units {
		if s.b.units[i].side == side {
			s.units[i].flags &^= fShield
		}
	}
}

package bladebow

import "acies/game"

// Chapter 6: leaders.

// commander returns the overall commander of an army: its senior leader on the map (2.3.1.1b, 6.1.1b), or none.
func (s *State) commander(side uint8) uint8 {
	best := uint8(none)
	for l := range s.b.leaders {
		d := &s.b.leaders[l]
		if d.Side == int(side) && s.leaders[l].where == onMap && (best == none || d.Rank < s.b.leaders[best].Rank) {
			best = uint8(l)
		}
	}
	return best
}

// leads reports whether a leader is on the map and the ranking one of his side in his square (6.1.1c).
func (s *State) leads(l uint8) bool {
	p := &s.leaders[l]
	if p.where != onMap {
		return false
	}
	for i := range s.b.leaders {
		q := &s.leaders[i]
		if uint8(i) != l && q.where == onMap && q.square == p.square && s.b.leaders[i].Side == s.b.leaders[l].Side && s.b.leaders[i].Rank < s.b.leaders[l].Rank {
			return false
		}
	}
	return true
}

// leaderIn reports whether a leader of a side stands in a square.
func (s *State) leaderIn(side uint8, q int) bool {
	for l := range s.b.leaders {
		if s.b.leaders[l].Side == int(side) && s.leaders[l].where == onMap && int(s.leaders[l].square) == q {
			return true
		}
	}
	return false
}

// leaderNear reports whether a leader of a side stands a number of squares away from a square.
func (s *State) leaderNear(side uint8, q, squares int) bool {
	for l := range s.b.leaders {
		if s.b.leaders[l].Side == int(side) && s.leaders[l].where == onMap && s.b.board.Steps(q, int(s.leaders[l].square)) == squares {
			return true
		}
	}
	return false
}

// inCommand reports whether a unit is within the command range of a leader (2.3.1.2a, 6.1.2b).
func (s *State) inCommand(u, l uint8) bool {
	return s.b.board.Points(int(s.leaders[l].square), int(s.units[u].square)) <= s.b.leaders[l].Range
}

// follow takes the leaders in a unit's old square along to its new one (6.0b, R28).
func (s *State) follow(u uint8, from, to int) {
	for l := range s.b.leaders {
		if p := &s.leaders[l]; p.where == onMap && int(p.square) == from && s.b.leaders[l].Side == int(s.side(u)) {
			p.square = int16(to)
		}
	}
}

// mayRide decides whether a leader may be moved by himself (6.2, R29).
func (s *State) mayRide(side, l uint8) reason {
	switch {
	case s.b.leaders[l].Side != int(side):
		return reason{id: whyNotYours}
	case s.leaders[l].where != onMap:
		return reason{id: whyLeaderAway}
	case !s.leads(l):
		return reason{id: whyOutranked}
	}
	for q := range s.b.squares {
		if s.mayRideTo(l, q).ok() {
			return reason{}
		}
	}
	return reason{id: whyNoRide}
}

// mayRideTo decides whether a leader may be put into a square (6.2.1, R29, R94).
func (s *State) mayRideTo(l uint8, q int) reason {
	side := uint8(s.b.leaders[l].Side)
	switch {
	case s.leaders[l].where == onMap && int(s.leaders[l].square) == q:
		return reason{id: whySameSquare}
	case s.b.ground[q].closed || s.b.ground[q].path && (!s.found || int(side) != s.b.setup.Pass.Side):
		return reason{id: whyImpassable}
	case s.beyond(side, q):
		return reason{id: whyColumn}
	case s.at[q] != none && s.side(s.at[q]) != side || s.enemyCamp(side, q):
		return reason{id: whyEnemyThere}
	case s.enemyZone(side, q) == strong:
		return reason{id: whyStrongZone}
	case !s.friendNear(side, q):
		return reason{id: whyNoFriend}
	}
	return reason{}
}

// friendNear reports whether a combat unit of a side, or its camp if it is not overrun, stands in a square or next to it.
func (s *State) friendNear(side uint8, q int) bool {
	if c := int(s.camps[side]); !s.overrun[side] && s.b.board.Steps(c, q) <= 1 {
		return true
	}
	if s.at[q] != none && s.side(s.at[q]) == side {
		return true
	}
	for d := range 8 {
		if n := s.b.board.Neighbor(q, d); n >= 0 && s.at[n] != none && s.side(s.at[n]) == side {
			return true
		}
	}
	return false
}

func (s *State) stepRide(t task) bool {
	if t.c != 0 {
		s.pop()
		return false
	}
	return s.waitFor(uint8(s.b.leaders[t.a].Side))
}

func (s *State) optRide(_ task, buf []game.Action) []game.Action {
	for q := range s.b.squares {
		buf = append(buf, game.Action{Verb: vRide, A: int32(q)})
	}
	return buf
}

func (s *State) checkRide(t task, a game.Action) reason {
	if a.Verb != vRide {
		return reason{id: whyRide}
	}
	return s.mayRideTo(t.a, int(a.A))
}

// doRide moves a leader. A unit that he leaves in an enemy zone of control checks its morale (6.2.2, R30).
func (s *State) doRide(t task, a game.Action) {
	p := &s.leaders[t.a]
	from := int(p.square)
	side := uint8(s.b.leaders[t.a].Side)
	p.square = int16(a.A)
	s.say("rides", "bnb-6.2b", piece("leader", s.b.leaderPiece(int(t.a))), place("from", from), place("to", int(a.A)))
	s.top().c = 1
	if u := s.at[from]; u != none && s.side(u) == side && s.enemyZone(side, from) != noZone {
		s.push(tCheck, u, checkLeft, 0)
	}
}

// What a single morale die is for.
const (
	checkLeft    = iota // the leader has left (6.2.2)
	checkReverse        // 7.1.3b
	checkHold           // an attacker that need not recoil if it passes (9.4.9c)
	checkAgain          // cavalry continuation (9.4.12a)
	checkRally          // 11.0e
	checkReturn         // rout management (5.5.2b)
)

// checkModifiers returns what is added to the single morale die of a unit, term by term.
func (s *State) checkModifiers(u uint8, what int, add func(value int, key, clause string)) {
	side := s.side(u)
	q := int(s.units[u].square)
	if n := s.despair(side); n != 0 {
		add(n, "camp-overrun", "bnb-12.0j")
	}
	immortals := s.b.units[u].typ == Immortals
	switch what {
	case checkReverse: // R40
		if s.leaderNear(side, q, 1) {
			add(-1, "leader-adjacent", "bnb-R40")
		}
		if s.enemyZone(side, q) != noZone {
			add(1, "zone", "bnb-R40")
		}
	case checkRally:
		if s.leaderNear(side, q, 1) {
			add(-1, "leader-adjacent", "bnb-11.1a")
		}
		if immortals {
			add(-1, "immortals", "bnb-11.2a")
		}
		if s.enemyZone(side, q) != noZone {
			add(1, "zone", "bnb-11.3a")
		}
		if s.form.breath {
			add(-1, "card", "bnb-E12")
		}
	case checkReturn: // R79
		if !s.overrun[side] && s.leaderIn(side, int(s.camps[side])) {
			add(-1, "leader-in-camp", "bnb-R79")
		}
		if immortals {
			add(-1, "immortals", "bnb-R79")
		}
		if s.has(u, fCarded) {
			add(-2, "card", "bnb-E23")
		}
	}
}

// checkModifier returns the sum of what is added to the single morale die of a unit.
func (s *State) checkModifier(u uint8, what int) (n int) {
	s.checkModifiers(u, what, func(value int, _, _ string) { n += value })
	return n
}

// checkLevel returns the highest modified die with which a unit passes a single check.
func (s *State) checkLevel(u uint8, what int) int {
	if what == checkReturn || what == checkAgain {
		return s.morale(s.side(u))
	}
	return s.resolve(u)
}

func (s *State) doCheck(t task, a game.Action) {
	s.pop()
	u, what := t.a, int(t.b)
	die := pool(a.A).lowest()
	pass := die+s.checkModifier(u, what) <= s.checkLevel(u, what)
	s.say("check", checkClauses[what], piece("unit", int(u)), face("die", die), signed("modifier", s.checkModifier(u, what)),
		num("level", s.checkLevel(u, what)), word("result", passKey(pass)))
	switch what {
	case checkLeft:
		if pass {
			break
		}
		switch {
		case !s.disrupted(u):
			s.disrupt(u, "bnb-6.2.2b")
		case s.units[u].ranks > 0:
			s.loseRank(u, "bnb-6.2.2c")
		default:
			s.hurt = hurt{unit: u, rout: 1, away: -1}
			s.push(tRoutDice, 0, 0, 0)
		}
	case checkReverse:
		s.reversed(u, pass)
	case checkHold:
		s.hurt.recoil = !pass
	case checkAgain:
		s.duel.chain = 1
		if !pass {
			s.duel.chain = 2
		}
	case checkRally:
		if pass {
			s.rally(u)
		}
	case checkReturn:
		s.decideRouted(u, pass)
	}
}

var checkClauses = [...]string{
	checkLeft: "bnb-6.2.2a", checkReverse: "bnb-7.1.3b", checkHold: "bnb-9.4.9c", checkAgain: "bnb-9.4.12a",
	checkRally: "bnb-11.0e", checkReturn: "bnb-5.5.2b",
}

func passKey(pass bool) string {
	if pass {
		return "check.passed"
	}
	return "check.failed"
}

// examineLeaders makes the leaders in a unit's square check for casualties (6.3a, R31).
func (s *State) examineLeaders(u uint8) {
	for l := len(s.b.leaders) - 1; l >= 0; l-- {
		if p := &s.leaders[l]; p.where == onMap && p.square == s.units[u].square && s.b.leaders[l].Side == int(s.side(u)) {
			s.push(tCasualty, uint8(l), 0, 0)
		}
	}
}

// stepCasualty goes through a casualty check: cards, the first die, the second (6.3, 6.4). b is the stage: 0 before the
// cards, 1 before the first die, 2 before the second, 3 spared.
func (s *State) stepCasualty(t task) bool {
	switch t.b {
	case 0:
		s.hurt.shade, s.hurt.singled = false, false
		s.top().b = 1
		s.open(windowL, int(t.a))
		return false
	case 1:
		if s.hurt.shade {
			s.say("spared", "bnb-E17", piece("leader", s.b.leaderPiece(int(t.a))))
			s.survive(t)
			return false
		}
	}
	return s.roll()
}

func (s *State) doCasualty(t task, a game.Action) {
	die := pool(a.A).lowest()
	l := piece("leader", s.b.leaderPiece(int(t.a)))
	if t.b == 1 {
		danger := 6
		if s.hurt.singled {
			danger = 5
		}
		s.say("casualty-die", "bnb-6.3b", l, face("die", die), num("danger", danger))
		if die < danger {
			s.survive(t)
			return
		}
		s.top().b = 2
		return
	}
	value := s.b.leaders[t.a].Value
	s.say("casualty-die-2", "bnb-6.3c", l, face("die", die), num("value", value))
	if die > value {
		s.survive(t)
		return
	}
	s.pop()
	s.kill(t.a)
}

// kill removes a leader for good (6.3c, 6.3d).
func (s *State) kill(l uint8) {
	side := uint8(s.b.leaders[l].Side)
	if l == s.commander(side) { // the value of the next counts for the hand from the next turn on (4.0c)
		s.hands[side] = uint8(s.handSize(side))
	}
	s.leaders[l].where = gone
	s.killed[side]++
	s.say("killed", "bnb-6.3c", piece("leader", s.b.leaderPiece(int(l))))
	if k := s.b.setup.King; k != nil && k.Leader == int(l) {
		s.slain = true
	}
	for i := range s.b.leaders {
		if s.b.leaders[i].Side == int(side) && s.leaders[i].where != gone {
			return
		}
	}
	s.say("leaderless", "bnb-5.1c", player("side", side))
}

// survive ends a casualty check that the leader has survived; one who was being captured goes onto the turn track (6.4c).
func (s *State) survive(t task) {
	s.pop()
	if t.c == 0 {
		return
	}
	p := &s.leaders[t.a]
	p.where, p.turn = captive, s.turn+2
	s.say("captured", "bnb-6.4c", piece("leader", s.b.leaderPiece(int(t.a))), num("turn", int(p.turn)))
}

// capture makes enemy leaders who stand alone in a square that a unit has entered check (6.4a, R33).
func (s *State) capture(u uint8, q int) {
	for l := len(s.b.leaders) - 1; l >= 0; l-- {
		if p := &s.leaders[l]; p.where == onMap && int(p.square) == q && s.b.leaders[l].Side != int(s.side(u)) {
			s.push(tCasualty, uint8(l), 0, 1)
		}
	}
}

// stepLeadersBack lets routed and captured leaders return (R34, 6.3g, 6.4d). b is the leader being asked about.
func (s *State) stepLeadersBack(t task) bool {
	for l := int(t.b); l < len(s.b.leaders); l++ {
		p := &s.leaders[l]
		if s.b.leaders[l].Side != int(t.a) || p.where != inRouted && (p.where != captive || p.turn > s.turn) {
			continue
		}
		for q := range s.b.squares {
			if s.mayRideTo(uint8(l), q).ok() {
				s.top().b = int16(l)
				return s.waitFor(t.a)
			}
		}
	}
	s.pop()
	return false
}

func (s *State) optLeadersBack(t task, buf []game.Action) []game.Action {
	for q := range s.b.squares {
		buf = append(buf, game.Action{Verb: vPlace, A: int32(s.b.leaderPiece(int(t.b))), B: int32(q)})
	}
	return append(buf, game.Action{Verb: vStay})
}

func (s *State) checkLeadersBack(t task, a game.Action) reason {
	switch {
	case a.Verb == vStay:
		return reason{}
	case a.Verb != vPlace:
		return reason{id: whyLeaderReturns}
	case int(a.A) != s.b.leaderPiece(int(t.b)):
		return reason{id: whyLeaderNext, a: int16(s.b.leaderPiece(int(t.b)))}
	}
	return s.mayRideTo(uint8(t.b), int(a.B))
}

func (s *State) doLeadersBack(t task, a game.Action) {
	s.top().b++
	if a.Verb == vStay {
		return
	}
	s.leaders[t.b] = leader{square: int16(a.B)}
	s.say("leader-back", "bnb-6.3g", piece("leader", int(a.A)), place("square", int(a.B)))
}

package sword

import (
	"math/bits"
	"slices"

	"acies/game"
)

// Sections 7.5 and 7.6: leaders who are wounded, killed, replaced, or left without a unit.

// Why a leader is asked whether he goes along.
const (
	goFlight  = iota // with units that flee
	goRetreat        // with units that retreat; c: their hex
)

// Where a leader may be put, and why.
const (
	placeAny       = iota // with any unit he may be with: he is a replacement
	placeNearest          // with the nearest such unit: his own was shot down
	placeOwn              // with the nearest of his own contingent: his unit left the map
	placeOff              // with the nearest he may be with: his unit left the map
	placeBarred           // the same: his unit could not flee
	placeOwnBarred        // with the nearest of his own contingent: his unit could not flee
	placeFreed            // with the nearest he may be with: he has been freed, or gives the army command back
	placeAlone            // the same: he has moved and is without a unit
)

// placeClauses gives the clause by which a leader is put somewhere.
var placeClauses = [...]string{"ant-7.6c", "ant-7.5c", "med-7.5i", "ant-7.5h", "ant-R44", "med-7.5l", "med-R26", "ant-R34"}

// own reports whether a leader is put with units of his own contingent only.
func (t task) own() bool { return t.b == placeOwn || t.b == placeOwnBarred }

// Why a leader is checked.
const (
	checkShot = iota
	checkMelee
)

// checkRow returns the row of the chart for a check.
func (s *State) checkRow(why int16) *CheckRow {
	if why == checkMelee {
		return &s.b.book.LeaderCheck.Melee
	}
	return &s.b.book.LeaderCheck.Shot
}

// result returns the key and the clause of what a roll of the check does (ant-C7e to C7g).
func (c *CheckRow) result(roll int) (key, clause string) {
	switch {
	case roll >= c.Kill:
		return "check.killed", "ant-C7g"
	case roll >= c.Wound:
		return "check.wounded", "ant-C7f"
	case c.Capture > 0 && roll >= c.Capture:
		return "check.captured", "med-LEd"
	}
	return "check.unharmed", "ant-C7e"
}

// rollLeader applies a leader's check.
func (s *State) rollLeader(l uint8, why int16, roll int) {
	key, clause := s.checkRow(why).result(roll)
	if s.sink != nil {
		s.say("leader-check", clause, piece("leader", len(s.b.units)+int(l)), die("roll", roll), word("result", key))
	}
	switch key {
	case "check.killed":
		s.kill(l, clause)
	case "check.wounded":
		s.wound(l)
	case "check.captured":
		s.capture(l, int(s.leaders[l].hex), clause)
	}
}

// wound wounds a leader (ant-7.5.1).
func (s *State) wound(l uint8) {
	if s.leaders[l].flags&lWounded != 0 {
		s.kill(l, "ant-7.5.1c")
		return
	}
	s.leaders[l].flags |= lWounded
	s.suddenLeader(l, false)
}

// kill removes a leader at once and puts his replacement in his place (ant-7.5.2a, 7.6).
func (s *State) kill(l uint8, clause string) {
	d := &s.b.leaders[l]
	p := &s.leaders[l]
	if s.savedByGuard(l) {
		s.fleeField("iss-13.6")
		return
	}
	if s.sink != nil {
		s.say("leader-killed", clause, piece("leader", len(s.b.units)+int(l)))
	}
	s.scoreLeader(l)
	p.hex = -1
	p.bound = none
	s.suddenLeader(l, true)
	if s.b.book.Capture {
		s.vacateLeader(l)
		return
	}
	if d.commander || !s.contingentHasUnit(d.contingent) {
		p.flags |= lDead
		return
	}
	p.flags = p.flags&(lActivated|lBarred) | lReplacement
	if s.phase >= phaseC && s.phase < phaseE && p.flags&(lActivated|lBarred) == 0 {
		p.flags |= lWaiting
	}
	s.push(task{kind: tPlaceLeader, a: l})
}

// savedByGuard reports whether the commander of the Flight rule flees instead of dying, because a friendly unit is
// adjacent (iss-13.6).
func (s *State) savedByGuard(l uint8) bool {
	r := s.b.flight
	if r == nil || r.leader != l || s.leaders[l].hex < 0 {
		return false
	}
	for k := range 6 {
		if n := s.b.next[s.leaders[l].hex][k]; n >= 0 && s.friendAt(int(n), s.b.leaders[l].side) {
			return true
		}
	}
	return false
}

func (s *State) contingentHasUnit(c uint8) bool {
	for _, u := range s.b.contingents[c].units {
		if s.units[u].hex >= 0 {
			return true
		}
	}
	return false
}

// settleOrphans decides the fate of leaders in a hex whose last unit has been eliminated (ant-7.5b to 7.5i, R44, R45).
func (s *State) settleOrphans(h int, side uint8, f fall) {
	c, surrounded := f.how, f.surrounded
	for set := s.leadersAt(h, side); set != 0; set &= set - 1 {
		l := uint8(bits.TrailingZeros32(set))
		if s.joinable(l, h) || s.aloftWith(l, h) {
			continue
		}
		if s.b.book.Capture {
			s.losesLeader(l, f)
			continue
		}
		switch {
		case c == causeMelee || f.level:
			s.kill(l, "ant-7.5b")
		case c != causeOff && surrounded && c == causeShot:
			s.kill(l, "ant-7.5d")
		case c != causeOff && surrounded:
			s.kill(l, "ant-7.5g")
		case s.anyUnitFor(l):
			s.seekUnit(l, h, c.placing())
		case c == causeOff:
			s.leaveMap(l)
		case c == causeShot:
			s.kill(l, "ant-7.5d")
		case s.b.leaders[l].commander:
			s.kill(l, "ant-R45") // for an army commander it is the army, not the contingent
		default:
			s.kill(l, "ant-7.1c")
		}
	}
}

// aloftWith reports whether a unit the leader may be with is fleeing in his hex. A rout move in progress without him
// only passes through.
func (s *State) aloftWith(l uint8, h int) bool {
	for i := range s.b.units {
		u := uint8(i)
		if !s.has(u, fAloft) || int(s.units[u].hex) != h || !s.mayJoin(l, u) || s.running(u) {
			continue
		}
		f := &s.flight
		if s.flight.leaders>>l&1 != 0 || !slices.Contains(f.units[:f.n], u) {
			return true
		}
	}
	return false
}

// leaveMap removes a leader from the map unharmed.
func (s *State) leaveMap(l uint8) {
	s.leaders[l].hex = -1
	s.leaders[l].flags |= lDead
	if s.sink != nil {
		s.say("leader-departs", "ant-7.5i", piece("leader", len(s.b.units)+int(l)))
	}
}

func (s *State) anyUnitFor(l uint8) bool {
	for i := range s.b.units {
		if s.units[i].hex >= 0 && s.mayJoin(l, uint8(i)) {
			return true
		}
	}
	return false
}

// seekUnit takes a leader off the map until he is placed with the nearest unit he may join (ant-7.5c, R45).
func (s *State) seekUnit(l uint8, h int, where int16) {
	if !s.anyUnitFor(l) {
		return
	}
	s.leaders[l].hex = -1
	s.leaders[l].bound = none
	s.push(task{kind: tPlaceLeader, a: l, b: where, c: int16(h)})
}

// leaderPlace reports whether a leader may be put into a hex.
func (s *State) leaderPlace(t task, h int) bool {
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.placesWith(t, u) {
			return t.b == placeAny || s.b.m.Distance(int(t.c), h) == s.nearest(t)
		}
	}
	return false
}

// placesWith reports whether a unit is one the leader may be put with.
func (s *State) placesWith(t task, u uint8) bool {
	return s.mayJoin(t.a, u) && (!t.own() || s.b.units[u].contingent == s.b.leaders[t.a].contingent)
}

func (s *State) nearest(t task) int {
	best := 999
	for i := range s.b.units {
		u := uint8(i)
		if h := s.units[u].hex; h >= 0 && !s.has(u, fAloft) && s.placesWith(t, u) {
			best = min(best, s.b.m.Distance(int(t.c), int(h)))
		}
	}
	return best
}

func (s *State) stepPlaceLeader(t task) bool {
	one, n := -1, 0
	for i := range s.b.units {
		h := int(s.units[i].hex)
		if h >= 0 && s.top[h] == uint8(i) && s.leaderPlace(t, h) {
			one = h
			n++
		}
	}
	switch n {
	case 0:
		// The same result has eliminated his last units too.
		s.pop()
		if s.b.book.Capture {
			if r := &s.dash; s.running(r.unit) && s.mayJoin(t.a, r.unit) {
				s.leaders[t.a].hex = s.units[r.unit].hex
				r.leaders |= 1 << t.a
				return false
			}
			s.withoutUnit(t)
			return false
		}
		s.leaders[t.a].flags |= lDead
		if t.b != placeAny && !s.b.leaders[t.a].commander {
			s.scoreLeader(t.a)
		}
		return false
	case 1:
		s.setLeader(t, one)
		return false
	}
	return s.waitFor(s.b.leaders[t.a].side)
}

func (s *State) optPlaceLeader(t task, buf []game.Action) []game.Action {
	for i := range s.b.units {
		if h := s.units[i].hex; h >= 0 && s.top[h] == uint8(i) {
			buf = append(buf, game.Action{Verb: vPlace, A: int32(len(s.b.units)) + int32(t.a), B: int32(h)})
		}
	}
	return buf
}

func (s *State) checkPlaceLeader(t task, a game.Action) reason {
	l := int16(len(s.b.units)) + int16(t.a)
	switch {
	case a.Verb != vPlace || a.A != int32(l):
		return reason{id: whyPlaceLeader, a: l}
	case !s.joinable(t.a, int(a.B)):
		return s.whyNotWith(t.a, int(a.B))
	case !s.leaderPlace(t, int(a.B)):
		return reason{id: whyNearest, a: l, b: int16(s.b.m.Distance(int(t.c), int(a.B))), c: int16(s.nearest(t))}
	}
	return reason{}
}

func (s *State) doPlaceLeader(t task, a game.Action) { s.setLeader(t, int(a.B)) }

func (s *State) setLeader(t task, h int) {
	s.pop()
	s.leaders[t.a].hex = int16(h)
	if s.sink != nil {
		key := "leader-joins"
		if t.b == placeAny {
			key = "leader-replaced"
		}
		s.say(key, placeClauses[t.b], piece("leader", len(s.b.units)+int(t.a)), place("to", h))
	}
}

// stepLeaderGo asks whether a leader goes with the units that leave his hex or stays with those that remain (R41).
func (s *State) stepLeaderGo(t task) bool { return s.waitFor(s.b.leaders[t.a].side) }

func (s *State) optLeaderGo(t task, buf []game.Action) []game.Action {
	l := int32(len(s.b.units)) + int32(t.a)
	return append(buf, game.Action{Verb: vGo, A: l}, game.Action{Verb: vRemain, A: l})
}

func (s *State) checkLeaderGo(t task, a game.Action) reason {
	l := int32(len(s.b.units)) + int32(t.a)
	if (a.Verb == vGo || a.Verb == vRemain) && a.A == l {
		return reason{}
	}
	return reason{id: whyLeaderGo, a: int16(l)}
}

func (s *State) doLeaderGo(t task, a game.Action) {
	s.pop()
	if a.Verb == vRemain {
		return
	}
	if t.b == goFlight {
		s.flight.leaders |= 1 << t.a
		return
	}
	s.leaders[t.a].hex = t.c
	s.leaders[t.a].flags |= lJoined
}

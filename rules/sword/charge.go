package sword

import (
	"math/bits"

	"acies/game"
	"acies/grid"
)

// Sections 10.2 and 10.3 of the medieval book: charges and reaction charges. A charge is declared in D.1, when the unit
// moves straight at the enemy ahead of it, and fought in D.4 before any other melee. The pursuit after it is in
// pursuit.go.

// stage says whether a melee belongs to a charge, and how far its pursuit has come.
type stage uint8

const (
	notCharge stage = iota
	charging
	elan
	dispersion
)

// charge is a charge that has been declared.
type charge struct {
	unit, target uint8
}

// dash is a charge move in progress.
type dash struct {
	unit    uint8
	target  uint8
	leaders uint32 // who ride with it
	steps   uint8  // hexes still to go
}

// running reports whether a unit is making its charge move: it only passes through the hexes on its way.
func (s *State) running(u uint8) bool { return s.dash.unit != s.dash.target && s.dash.unit == u }

// gallop is the straight move of a unit to the first enemy ahead of it (med-10.2j, 10.2k, R57).
type gallop struct {
	target int // hex of the enemy
	end    int
	steps  int
	cost   int
	leader int // its cost for a leader who goes along
}

// gallop returns the charge move of a unit and, if it is not legal, why (med-10.2e, 10.2f, R55, R58, R59).
func (s *State) gallop(u uint8) (g gallop, why reason) {
	side, column, k := s.sideOf(u), s.column(u), int(s.units[u].facing)
	at := int(s.units[u].hex)
	for {
		n := int(s.b.next[at][k])
		switch {
		case n < 0:
			return g, reason{id: whyNobodyAhead, a: int16(u)}
		case s.b.noRide[at]>>k&1 != 0:
			return g, reason{id: whyNoRide, a: int16(u), b: int16(n)}
		case s.enemyAt(n, side):
			g.target, g.end = n, at
			return g, s.mayGallop(u, &g)
		case s.b.step[column][at][k] == Closed:
			return g, reason{id: whyClosed, a: int16(n)}
		}
		g.cost += int(s.b.step[column][at][k])
		g.leader += int(s.b.step[Foot][at][k])
		if s.inEnemyFront(at, side) {
			g.cost++
			g.leader++
		}
		g.steps++
		at = n
	}
}

func (s *State) mayGallop(u uint8, g *gallop) reason {
	limit := min(s.b.book.Charge.MP, s.mp(u))
	switch {
	case g.steps == 0:
		return reason{id: whyInContact, a: int16(u)}
	case g.cost > limit:
		return reason{id: whyChargeFar, a: int16(u), b: int16(g.cost), c: int16(limit)}
	case s.top[g.end] != none:
		return reason{id: whyChargeEnd, a: int16(g.end), b: int16(s.top[g.end])}
	}
	return reason{}
}

// inContact reports whether an enemy stands next to a hex across a side that allows melee (med-R3, R56).
func (s *State) inContact(h int, side uint8) bool {
	for k := range 6 {
		if n := s.b.next[h][k]; n >= 0 && s.b.barred[h]>>k&1 == 0 && s.enemyAt(int(n), side) {
			return true
		}
	}
	return false
}

// canCharge checks whether the group can charge at all (med-10.2a to 10.2d, 10.2h, R55, R64).
func (s *State) canCharge() reason {
	g := &s.group
	u := g.units[0]
	switch {
	case s.b.book.Charge == nil:
		return reason{id: whyGroup}
	case !s.b.units[u].charges || !s.isMounted(u):
		return reason{id: whyNoCharger, a: int16(u)}
	case g.stray:
		return reason{id: whyStrayCharge, a: int16(u)}
	case g.n > 1:
		return reason{id: whyChargeAlone, a: int16(u)}
	case g.spent > 0:
		return reason{id: whyChargeOnly, a: int16(u)}
	case s.inContact(int(g.from), s.side):
		return reason{id: whyInContact, a: int16(u)}
	case s.nCharges == maxCharges:
		return reason{id: whyChargesFull, a: maxCharges}
	}
	return reason{}
}

// mayCharge checks whether the group may charge the enemy in a hex.
func (s *State) mayCharge(hex int32, st *strand) reason {
	if n := s.canCharge(); !n.ok() {
		return n
	}
	u := s.group.units[0]
	g, why := s.gallop(u)
	switch {
	case !why.ok():
		return why
	case g.target != int(hex):
		return reason{id: whyNotAhead, a: int16(u), b: int16(hex)}
	case s.group.leaders>>s.active&1 != 0 && g.leader > s.leaderMP(s.active):
		return reason{id: whyLeaderMP, a: s.activePiece(), b: int16(s.leaderMP(s.active))}
	case !st.lets(s, g.end):
		return reason{id: whyStrands, a: s.activePiece()}
	}
	return reason{}
}

// listCharge adds the charge of the group, if it has one.
func (s *State) listCharge(st *strand, buf []game.Action) []game.Action {
	if !s.canCharge().ok() {
		return buf
	}
	g, why := s.gallop(s.group.units[0])
	if why.ok() && s.mayCharge(int32(g.target), st).ok() {
		buf = append(buf, game.Action{Verb: vCharge, A: int32(g.target)})
	}
	return buf
}

// beginCharge starts the charge move. The unit leaves its stack until the move ends, so that it blocks no hex.
func (s *State) beginCharge(target int) {
	u := s.group.units[0]
	g, _ := s.gallop(u)
	if s.sink != nil {
		s.say("charges", "med-10.2g", piece("unit", int(u)), piece("target", int(s.top[target])), place("hex", target),
			num("cost", g.cost), num("mp", min(s.b.book.Charge.MP, s.mp(u))), places("path", s.gallopPath(u, g.steps)))
	}
	s.group.leaders |= s.carried()
	s.set(u, fDone|fMoved|fCharging)
	if s.has(u, fFatigued) {
		s.set(u, fTired)
	}
	s.disturb(u)
	s.markMoved(u)
	s.dash = dash{unit: u, target: s.top[target], leaders: s.group.leaders, steps: uint8(g.steps)}
	s.unstack(u)
	s.set(u, fAloft)
	s.pop()
	s.leaderHasGone()
	s.group = group{}
	s.push(task{kind: tRun})
}

// gallopPath returns the hexes of a charge move, the first being the start.
func (s *State) gallopPath(u uint8, steps int) []int {
	at := int(s.units[u].hex)
	path := []int{at}
	for range steps {
		at = int(s.b.next[at][s.units[u].facing])
		path = append(path, at)
	}
	return path
}

// stepRun moves the charging unit one hex, through friends if necessary, and places the markers at the end (med-10.2g).
func (s *State) stepRun(task) bool {
	r := &s.dash
	u := r.unit
	if r.steps > 0 {
		r.steps--
		n := s.b.next[s.units[u].hex][s.units[u].facing]
		s.units[u].hex = n
		s.rideThrough(int(n))
		return false
	}
	h := int(s.units[u].hex)
	s.unset(u, fAloft)
	s.stack(u, h, false)
	for set := r.leaders; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set)
		s.leaders[l].hex = int16(h)
		if s.sink != nil {
			s.say("goes-along", "ant-R34", piece("leader", len(s.b.units)+l), place("to", h))
		}
	}
	s.charges[s.nCharges] = charge{u, r.target}
	s.nCharges++
	for v := s.top[s.units[r.target].hex]; v != none; v = s.units[v].below {
		s.set(v, fTarget)
	}
	s.dash = dash{}
	s.pop()
	s.rouseHill(u, h)
	s.hasEntered([]uint8{u}, h)
	return false
}

// rideThrough routs the friends through whom a charge passes (med-10.2i, R59).
func (s *State) rideThrough(h int) {
	for v := s.top[h]; v != none; {
		below := s.units[v].below
		if s.isRouted(v) || s.b.units[v].guns {
			s.sayUnit("ridden-down", "med-R59", v)
			s.eliminate(v, causeRidden)
		} else {
			s.becomeRouted(v, fFlee, "med-10.2i")
		}
		v = below
	}
	s.pushFlights(2, causeRidden)
}

// charged reports whether a charge can still be fought: its target stands straight ahead (med-10.2l).
func (s *State) charged(c charge) bool {
	p, q := &s.units[c.unit], &s.units[c.target]
	return p.hex >= 0 && q.hex >= 0 && p.flags&fAloft == 0 && q.flags&fAloft == 0 && p.disorder != routed &&
		s.b.next[p.hex][p.facing] == q.hex
}

// leavesPair redirects the charges at a unit that has left a hex to the unit that shared it: a pair is charged as one
// counter (med-5.2.5e).
func (s *State) leavesPair(u uint8, h int) {
	for i := range s.charges[:s.nCharges] {
		if v := s.top[h]; s.charges[i].target == u && v != none && s.has(v, fTarget) {
			s.charges[i].target = v
		}
	}
}

// pruneCharges drops the charges whose target has gone: before the melees begin the unit may still fight in another
// way, after that its attack is lost (med-10.4h, 10.4j, R60).
func (s *State) pruneCharges(lapse bool) {
	s.keepCharges(s.charged, lapse)
}

func (s *State) keepCharges(keep func(charge) bool, lapse bool) {
	n := uint8(0)
	for _, c := range s.charges[:s.nCharges] {
		if keep(c) {
			s.charges[n] = c
			n++
			continue
		}
		if lapse {
			s.unset(c.unit, fCharging|fTired)
		} else if s.units[c.unit].hex >= 0 {
			s.set(c.unit, fFought)
		}
		s.sayUnit("charge-void", "med-R60", c.unit)
	}
	if n == s.nCharges {
		return
	}
	s.nCharges = n
	for i := range s.b.units {
		s.unset(uint8(i), fTarget)
	}
	for _, c := range s.charges[:n] {
		if s.units[c.target].hex < 0 {
			continue // lost in the melee that is being fought; the charge will be found void
		}
		for v := s.top[s.units[c.target].hex]; v != none; v = s.units[v].below {
			s.set(v, fTarget)
		}
	}
}

// optCharges lists the charges that may be fought next, one for each enemy charged.
func (s *State) optCharges(buf []game.Action) []game.Action {
	for i, c := range s.charges[:s.nCharges] {
		if s.firstCharge(c.target) == i {
			buf = append(buf, game.Action{Verb: vMelee, A: int32(s.units[c.unit].hex), B: int32(s.units[c.target].hex)})
		}
	}
	return buf
}

func (s *State) firstCharge(target uint8) int {
	for i, c := range s.charges[:s.nCharges] {
		if s.units[c.target].hex == s.units[target].hex {
			return i
		}
	}
	return -1
}

// checkCharges refuses other melees until every charge has been fought (med-6.D4a).
func (s *State) checkCharges(a game.Action) reason {
	for i, c := range s.charges[:s.nCharges] {
		if s.firstCharge(c.target) == i && a == (game.Action{Verb: vMelee, A: int32(s.units[c.unit].hex), B: int32(s.units[c.target].hex)}) {
			return reason{}
		}
	}
	return reason{id: whyChargesFirst, a: int16(s.charges[0].unit), b: int16(s.charges[0].target)}
}

// fightCharge begins the melee of all units that charge the enemy in a hex (med-10.2n, 10.2o).
func (s *State) fightCharge(h int16) {
	m := &s.melee
	*m = melee{nDef: 1, stage: charging}
	m.def[0] = h
	n := uint8(0)
	for _, c := range s.charges[:s.nCharges] {
		if s.units[c.target].hex != h {
			s.charges[n] = c
			n++
			continue
		}
		m.att[m.nAtt] = s.units[c.unit].hex
		m.nAtt++
	}
	s.nCharges = n
	s.beginMelee()
}

// Reaction charges.

// reactor returns the unit that may charge in reaction, or none (med-10.3a to 10.3e).
func (s *State) reactor() uint8 {
	m := &s.melee
	if m.stage == notCharge || m.nDef == 0 {
		return none
	}
	u := s.top[m.def[0]]
	if u == none || !s.has(u, fDef) || s.isRouted(u) || !s.b.units[u].charges || !s.isMounted(u) {
		return none
	}
	return u
}

// mayReact checks whether the unit may react to a charging unit, which must be in one of its front hexes (med-10.3d,
// 10.3j).
func (s *State) mayReact(u, against uint8) reason {
	k := -1
	if s.has(against, fAtt) && s.units[against].hex >= 0 && !s.isRouted(against) {
		k = s.b.m.Side(int(s.units[u].hex), int(s.units[against].hex))
	}
	if k < 0 || s.unitArc(u, k) != grid.Front {
		return reason{id: whyReact, a: int16(u), b: int16(against)}
	}
	return reason{}
}

func (s *State) stepReact(task) bool {
	if u := s.reactor(); u != none {
		for i := range s.b.units {
			if s.mayReact(u, uint8(i)).ok() {
				return s.waitFor(s.sideOf(u))
			}
		}
	}
	s.pop()
	return false
}

func (s *State) optReact(_ task, buf []game.Action) []game.Action {
	buf = append(buf, game.Action{Verb: vDone})
	for i := range s.b.units {
		if s.has(uint8(i), fAtt) {
			buf = append(buf, game.Action{Verb: vReact, A: int32(i)})
		}
	}
	return buf
}

func (s *State) checkReact(_ task, a game.Action) reason {
	switch {
	case a.Verb == vDone:
		return reason{}
	case a.Verb != vReact:
		return reason{id: whyReactNow}
	}
	return s.mayReact(s.reactor(), uint8(a.A))
}

func (s *State) doReact(_ task, a game.Action) {
	s.pop()
	if a.Verb == vReact {
		s.push(task{kind: tDie, a: dieReact, b: int16(a.A)})
	}
}

// rollReact applies the roll: the quality or less succeeds, and the unit turns to meet the charge (med-10.3f to 10.3h).
func (s *State) rollReact(against uint8, roll int) {
	u := s.reactor()
	ok := roll <= s.quality(u)
	if s.sink != nil {
		key := "react-fails"
		if ok {
			key = "reacts"
		}
		s.say(key, "med-10.3f", piece("unit", int(u)), piece("target", int(against)), die("roll", roll), num("quality", s.quality(u)))
	}
	if !ok {
		return
	}
	s.meetCharge(u, against)
}

// meetCharge turns a unit toward the charging unit that it meets by a reaction charge.
func (s *State) meetCharge(u, against uint8) {
	s.melee.reacted = against + 1
	s.disturb(u)
	s.markMoved(u)
	k := s.b.m.Side(int(s.units[u].hex), int(s.units[against].hex))
	for v := s.top[s.units[u].hex]; v != none; v = s.units[v].below {
		s.units[v].facing = uint8(k)
	}
}

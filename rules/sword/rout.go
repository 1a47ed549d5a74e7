package sword

import (
	"math/bits"

	"acies/game"
)

// Chapters 11 and 12: fatigue, discouragement and rout, with the flights that follow (chart C1).

// cause is why a unit loses a level or is eliminated; it decides the fate of a leader with it.
type cause uint8

const (
	causeMelee cause = iota
	causeShot
	causeFire    // the fire of Sparta
	causeRetreat // it could not retreat, or fled forward
	causePhaseE  // the rout move of Phase E
	causeOff     // it left the map
	causeBlocked // its way was blocked
	causeStack   // it ended in an illegal stack
	causeRidden  // friends charged through it
)

// fall describes how a unit was lost.
type fall struct {
	how        cause
	from       int  // where it stood, or where its rout move began
	surrounded bool // it was surrounded there
	byEnemy    bool // an enemy action caused it
	level      bool // the extra level of a melee eliminated it, because it could not retreat
}

// clause returns the clause by which the cause eliminates a unit.
func (c cause) clause() string {
	switch c {
	case causeOff:
		return "ant-12.2.3m"
	case causeBlocked:
		return "ant-R81"
	case causeStack:
		return "ant-12.2.1e"
	case causeRidden:
		return "med-R59"
	}
	return "ant-12.2.3j"
}

// placing returns where the leader of a unit lost in this way is put: with the nearest unit.
func (c cause) placing() int16 {
	switch c {
	case causeShot, causeFire:
		return placeNearest
	case causeOff:
		return placeOff
	}
	return placeBarred
}

// fatigue applies F (ant-11b, 11c).
func (s *State) fatigue(u uint8) {
	if s.has(u, fFatigued) {
		return
	}
	s.set(u, fFatigued)
	if s.sink != nil {
		s.say("fatigued", "ant-11b", piece("unit", int(u)))
	}
}

// discourage applies D (ant-12.1a to 12.1c, 12.2.3f).
func (s *State) discourage(u uint8, c cause) {
	p := &s.units[u]
	switch {
	case p.disorder == valiant:
		p.disorder = discouraged
		s.sayUnit("discouraged", "ant-12.1a", u)
	case p.disorder == discouraged && p.flags&fFatigued == 0:
		s.sayUnit("still-discouraged", "ant-12.1b", u)
		s.fatigue(u)
	case p.disorder == discouraged && s.b.units[u].guns:
		s.loseGuns(u, c)
		return
	case p.disorder == discouraged:
		s.becomeRouted(u, fFlee, "ant-12.1c")
	default:
		s.fleeOn(u, "ant-12.2.3f")
	}
	s.shakeHill(u)
}

// fleeOn makes a unit that is routed already flee because of a D or an R. If it cannot, the extra level eliminates it
// (ant-12.2.3g, 12.2.3i).
func (s *State) fleeOn(u uint8, clause string) {
	s.sayUnit("flees-on", clause, u)
	s.set(u, fFlee)
	if !s.b.book.Capture { // the medieval book spares the leader (med-7.5l)
		s.set(u, fFurther)
	}
}

// fleesOn reports whether the flight in progress of a unit is the one that fleeOn has caused, not one in which it is only
// swept along.
func (s *State) fleesOn(u uint8) bool { return s.has(u, fFurther) && !s.has(u, fFlee) }

// rout applies Dr, or a rout by shooting (ant-12.2.1a, 12.1d, 12.2.3j).
func (s *State) rout(u uint8, c cause) {
	if s.b.units[u].guns {
		s.loseGuns(u, c)
		return
	}
	if s.isRouted(u) {
		s.sayUnit("destroyed", "ant-12.2.3j", u)
		s.eliminate(u, c)
		return
	}
	s.becomeRouted(u, fFlee, "ant-12.2.1a")
}

// loseGuns eliminates artillery, which neither routs nor retreats (med-9.3i, 10.6c, R76).
func (s *State) loseGuns(u uint8, c cause) {
	s.sayUnit("guns-lost", "med-R76", u)
	s.eliminate(u, c)
}

// extraLevel applies the level that an unrouted unit loses for a retreat forward or impossible: only disorganisation,
// not fatigue (R70, R71).
func (s *State) extraLevel(u uint8) {
	if s.units[u].disorder == valiant {
		s.units[u].disorder = discouraged
		s.sayUnit("discouraged", "ant-10.5d", u)
		s.shakeHill(u)
		return
	}
	s.becomeRouted(u, fFlee, "ant-10.5e")
}

// becomeRouted marks a unit as routed; its rout move of two hexes follows (ant-12.2.1b, 12.2.1g). The flag says why it
// flees: because of a result, or because others fled through its hex.
func (s *State) becomeRouted(u uint8, flag flags, clause string) {
	s.units[u].disorder = routed
	s.disturb(u)
	s.markMoved(u)
	s.set(u, flag)
	s.sayUnit("routs", clause, u)
	s.releaseReserve(u)
	s.shakeHill(u)
}

// sayUnit reports an event about one unit.
func (s *State) sayUnit(key, clause string, u uint8) {
	if s.sink != nil {
		s.say(key, clause, piece("unit", int(u)))
	}
}

// pushFlights pushes the rout moves of the units that must flee, if there are any.
func (s *State) pushFlights(steps int, c cause) {
	for i := range s.b.units {
		if s.has(uint8(i), fFlee) {
			s.push(task{kind: tFlee, a: uint8(steps), c: int16(c)})
			return
		}
	}
}

// fleeing reports whether a task makes a unit flee: tFlee all that must flee, tSwept those of one hex through which
// others have fled.
func (s *State) fleeing(t task, u uint8) bool {
	if s.units[u].hex < 0 || s.has(u, fAloft) {
		return false
	}
	if t.kind == tFlee {
		return s.has(u, fFlee)
	}
	return s.has(u, fSwept) && s.units[u].hex == t.b
}

// fleeingFrom counts the units of a hex that a task makes flee.
func (s *State) fleeingFrom(t task, h int) int {
	n := 0
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.fleeing(t, u) {
			n++
		}
	}
	return n
}

// stepFlee starts the rout moves, in the owner's order; units of one hex may flee together (ant-5.2.6a).
func (s *State) stepFlee(t task) bool {
	one, n := uint8(none), 0
	for i := range s.b.units {
		if s.fleeing(t, uint8(i)) {
			one = uint8(i)
			n++
		}
	}
	switch n {
	case 0:
		s.pop()
		return false
	case 1:
		s.startFlight(t, one, false)
		return false
	}
	return s.waitFor(s.sideOf(one))
}

func (s *State) optFlee(_ task, buf []game.Action) []game.Action {
	for i := range s.b.units {
		buf = append(buf, game.Action{Verb: vFlee, A: int32(i)})
		if h := s.units[i].hex; h >= 0 && s.top[h] == uint8(i) {
			buf = append(buf, game.Action{Verb: vFleeAll, A: int32(h)})
		}
	}
	return buf
}

func (s *State) checkFlee(t task, a game.Action) reason {
	if a.Verb != vFlee && a.Verb != vFleeAll {
		return reason{id: whyFleeing}
	}
	if a.Verb == vFleeAll {
		if s.fleeingFrom(t, int(a.A)) < 2 {
			return reason{id: whyTogether, a: int16(a.A)}
		}
		return reason{}
	}
	if !s.fleeing(t, uint8(a.A)) {
		return reason{id: whyNotFleeing, a: int16(a.A)}
	}
	return reason{}
}

func (s *State) doFlee(t task, a game.Action) {
	if a.Verb == vFlee {
		s.startFlight(t, uint8(a.A), false)
		return
	}
	s.startFlight(t, s.top[a.A], true)
}

// startFlight takes a unit, or all of its hex that must flee, out of the stack and starts its rout move. A rout move
// that is not caused by another begins a chain, in which no unit has checked or moved yet (R86).
func (s *State) startFlight(t task, first uint8, all bool) {
	flag, steps := fFlee, t.a
	if t.kind == tSwept {
		flag, steps = fSwept, 2
	} else {
		s.beginChain()
	}
	f := flight{at: s.units[first].hex, steps: steps, mp: -1, cause: cause(t.c)}
	for u := s.top[f.at]; u != none; u = s.units[u].below {
		if s.fleeing(t, u) && (all || u == first) {
			f.units[f.n] = u
			f.n++
			s.unset(u, flag)
			s.set(u, fChain)
		}
	}
	s.liftFlight(&f)
}

func (s *State) beginChain() {
	for i := range s.b.units {
		s.unset(uint8(i), fChain)
	}
}

// liftFlight takes the units of a flight out of their stack and asks which leaders go with them (ant-7.5e, R41).
func (s *State) liftFlight(f *flight) {
	for _, u := range f.units[:f.n] {
		s.unstack(u)
		s.set(u, fAloft)
		s.leavesPair(u, int(f.at))
	}
	s.dropMark(f.at)
	s.flight = *f
	s.flight.from = f.at
	s.push(task{kind: tFlight})
	if r := s.b.units[f.units[0]].rout; r[0] != r[1] {
		s.push(task{kind: tHead})
	}
	s.withFlight(int(f.at))
}

// withFlight decides which leaders of the hex flee too: those left alone must, the others may, unless they are bound.
func (s *State) withFlight(h int) {
	f := &s.flight
	side := s.sideOf(f.units[0])
	for set := s.leadersAt(h, side); set != 0; set &= set - 1 {
		l := uint8(bits.TrailingZeros32(set))
		holds := false
		bound := false
		for _, u := range f.units[:f.n] {
			holds = holds || s.mayJoin(l, u)
			bound = bound || s.leaders[l].bound == u
		}
		switch {
		case !holds:
		case bound || !s.joinable(l, h):
			f.leaders |= 1 << l
		case s.leaders[l].bound != none:
		default:
			s.push(task{kind: tLeaderGo, a: l, b: goFlight})
		}
	}
}

// stepFlight moves the flight one hex at a time.
func (s *State) stepFlight(task) bool {
	f := &s.flight
	if f.mp >= 0 {
		return s.stepPhaseE()
	}
	if f.steps == 0 {
		s.landFlight()
		return false
	}
	k := s.heading(f)
	n := int(s.b.next[f.at][k])
	if n < 0 && s.leaves(f, int(f.at)) {
		s.loseFlight(causeOff)
		return false
	}
	if n < 0 || !s.canEnter(f.units[0], int(f.at), k).ok() {
		s.loseFlight(causeBlocked)
		return false
	}
	s.moveFlight(n)
	f.steps--
	if f.steps > 0 && s.goesOn(f, n) {
		s.passThrough(n)
	}
	return false
}

// goesOn reports whether the flight goes on beyond a hex, over the edge of the map too. Where its way is barred it has
// not passed through the friends there (ant-R84, med-R91).
func (s *State) goesOn(f *flight, h int) bool {
	k := s.heading(f)
	if s.b.next[h][k] < 0 {
		return s.leaves(f, h)
	}
	return s.canEnter(f.units[0], h, k).ok()
}

// moveFlight moves the flight into a hex.
func (s *State) moveFlight(n int) {
	f := &s.flight
	f.at = int16(n)
	f.moved = true
	for _, u := range f.units[:f.n] {
		s.units[u].hex = int16(n)
	}
	for set := f.leaders; set != 0; set &= set - 1 {
		s.leaders[bits.TrailingZeros32(set)].hex = int16(n)
	}
	if s.sink != nil {
		for _, u := range f.units[:f.n] {
			clause := "ant-12.2.1b"
			if f.mp >= 0 {
				clause = "ant-12.2.2b"
			}
			s.say("flees", clause, piece("unit", int(u)), place("to", n))
		}
	}
}

// passThrough makes the friends in a hex check, or flee if they are routed already (ant-12.2.3a to 12.2.3e, R84, R85).
func (s *State) passThrough(h int) {
	f := &s.flight
	check, flee := false, false
	for u := s.top[h]; u != none; u = s.units[u].below {
		switch {
		case s.has(u, fChain):
		case s.isRouted(u):
			s.set(u, fChain|fSwept)
			s.sayUnit("swept-along", "ant-12.2.3c", u)
			flee = true
		default:
			check = true
		}
	}
	if (flee || check) && f.nPend < maxStacks {
		f.pending[f.nPend] = int16(h)
		f.nPend++
	}
	if check {
		s.push(task{kind: tDie, a: diePassed, b: int16(h)})
	}
}

// passedQuality returns the best quality among the units that check.
func (s *State) passedQuality(h int) int {
	q := 0
	for u := s.top[h]; u != none; u = s.units[u].below {
		if !s.has(u, fChain) && !s.isRouted(u) {
			q = max(q, s.quality(u))
		}
	}
	return q
}

// rollPassed applies the roll: above the quality all units that checked rout; they flee after this flight
// (ant-12.2.3d).
func (s *State) rollPassed(h, roll int) {
	q := s.passedQuality(h)
	fails := roll > q
	if s.sink != nil {
		key := "passed-holds"
		if fails {
			key = "passed-routs"
		}
		s.say(key, "ant-12.2.3b", place("hex", h), die("roll", roll), num("quality", q))
	}
	gone := uint8(none)
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.has(u, fChain) {
			continue
		}
		s.set(u, fChain)
		if fails && s.b.units[u].guns {
			gone = u
			continue
		}
		if fails && !s.isRouted(u) {
			s.becomeRouted(u, fSwept, "ant-12.2.3b")
			if s.phase == phaseE {
				s.set(u, fGone) // it was not routed when the rout moves began
			}
		}
	}
	if gone != none {
		s.loseGuns(gone, causeStack)
	}
}

// landFlight ends a flight: each unit in turn is tested against the stacking limit (ant-12.2.1e, R82).
func (s *State) landFlight() {
	f := s.flight
	s.endFlight()
	joins := s.top[f.at] != none
	for _, u := range f.units[:f.n] {
		s.unset(u, fAloft)
		if n := s.mayStack(u, 1, s.sp(u), int(f.at)); !n.ok() {
			s.sayUnit("crowded-out", "ant-12.2.1e", u)
			s.set(u, fAloft)
			s.lost(u, s.fall(&f, u, causeStack))
			continue
		}
		if s.fleesOn(u) {
			s.unset(u, fFurther)
		}
		s.stack(u, int(f.at), true)
		if f.cause == causeMelee || f.cause == causeRetreat {
			s.set(u, fJoined)
		}
		if joins {
			s.push(task{kind: tSettle, a: u, b: f.at})
		}
	}
	s.bindLeaders(&f)
}

// bindLeaders binds the leaders of a flight to a unit whose flight has ended; those without one need another
// (ant-7.5f).
func (s *State) bindLeaders(f *flight) {
	for set := f.leaders; set != 0; set &= set - 1 {
		l := uint8(bits.TrailingZeros32(set))
		for _, u := range f.units[:f.n] {
			if s.units[u].hex == f.at && s.mayJoin(l, u) {
				s.leaders[l].bound = u
			}
		}
		if f.cause == causeMelee || f.cause == causeRetreat {
			s.leaders[l].flags |= lJoined
		}
	}
}

// loseFlight eliminates a whole flight.
func (s *State) loseFlight(c cause) {
	f := s.flight
	s.endFlight()
	for _, u := range f.units[:f.n] {
		if s.sink != nil {
			key, clause := "barred-way", "ant-12.2.1d"
			if c == causeOff {
				key, clause = "off-map", "ant-12.2.3m"
			}
			s.say(key, clause, piece("unit", int(u)), place("hex", int(f.at)))
		}
		s.lost(u, s.fall(&f, u, c))
	}
}

// endFlight ends the flight and pushes the flights it has caused.
func (s *State) endFlight() {
	s.pop()
	f := &s.flight
	for i := int(f.nPend) - 1; i >= 0; i-- {
		s.push(task{kind: tSwept, b: f.pending[i], c: int16(f.cause)})
	}
	s.flight = flight{}
}

// fall describes how a unit of the flight is lost.
func (s *State) fall(f *flight, u uint8, c cause) fall {
	return fall{
		how: c, from: int(f.from), byEnemy: f.cause <= causeRetreat,
		level: s.fleesOn(u) && f.cause == causeMelee && c == causeBlocked,
	}
}

// eliminate removes a unit where it stands.
func (s *State) eliminate(u uint8, c cause) {
	s.lost(u, fall{how: c, from: int(s.units[u].hex), byEnemy: c <= causeRetreat})
}

// lost removes a unit, scores it, and decides the fate of leaders it leaves alone and of captives it held.
func (s *State) lost(u uint8, f fall) {
	p := &s.units[u]
	h := int(p.hex)
	if p.flags&fAloft == 0 {
		s.unstack(u)
		s.leavesPair(u, h)
	}
	// Whether it is surrounded is decided before the unit is removed: where it was lost (R45), or where it last stood
	// legally (med-R22).
	f.surrounded = s.surrounded(h, u)
	if s.b.book.Capture {
		f.surrounded = s.surrounded(f.from, u)
	}
	guns := s.b.units[u].guns
	p.hex = -1
	p.below = none
	p.flags, p.facing, p.did = 0, 0, 0
	for i := range s.b.leaders {
		if s.leaders[i].bound == u {
			s.leaders[i].bound = none
		}
	}
	s.sayUnit("eliminated", f.how.clause(), u)
	s.scoreUnit(u)
	s.dropMark(int16(h))
	s.settleOrphans(h, s.sideOf(u), f)
	if s.b.book.Capture {
		s.captorLost(u, f)
	}
	if guns {
		s.gunsTaken(h)
	}
}

// surrounded reports whether at least one enemy is adjacent and no adjacent hex could be entered or holds a friend
// (R45).
func (s *State) surrounded(h int, u uint8) bool {
	d := &s.b.units[u]
	enemy := false
	for k := range 6 {
		n := int(s.b.next[h][k])
		if n < 0 || s.b.step[s.column(u)][h][k] == Closed {
			enemy = enemy || n >= 0 && s.enemyAt(n, d.side)
			continue
		}
		if !s.enemyAt(n, d.side) {
			return false
		}
		enemy = true
	}
	return enemy
}

// stepSettle asks whether a unit that has ended its rout move in a friendly stack goes on top or underneath (R73).
func (s *State) stepSettle(t task) bool {
	if s.units[t.a].hex != t.b || s.units[t.a].below == none && s.top[t.b] == t.a {
		s.pop()
		return false
	}
	return s.waitFor(s.sideOf(t.a))
}

func (s *State) optSettle(_ task, buf []game.Action) []game.Action {
	return append(buf, game.Action{Verb: vOver}, game.Action{Verb: vUnder})
}

func (s *State) checkSettle(_ task, a game.Action) reason {
	if a.Verb == vOver || a.Verb == vUnder {
		return reason{}
	}
	return reason{id: whySettle}
}

func (s *State) doSettle(t task, a game.Action) {
	s.pop()
	s.unstack(t.a)
	s.stack(t.a, int(t.b), a.Verb == vUnder)
}

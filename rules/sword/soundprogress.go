package sword

import (
	"math/bits"
	"slices"
)

// Whether what is in progress in a position can be continued: a shot, a move, a charge, a melee, a pursuit, a flight.

// checkInProgress checks that what is in progress belongs to a task. What is left of something finished is dropped:
// older versions wrote it.
func (r *placing) checkInProgress() error {
	s := r.s
	if !r.has(tGroup) {
		s.group = group{}
	}
	if r.find(tAssemble, tEndMelee) < 0 {
		s.melee = melee{}
	}
	if !r.has(tFlight) {
		s.flight = flight{}
	}
	if !r.has(tRun) {
		s.dash = dash{}
	}
	if i := r.find(shotTasks...); i < 0 || s.tasks[i].b == 0 {
		s.shot = shot{}
	}
	if (s.nMark > 0 || s.nCharges > 0) && !r.has(tMelees) {
		return wrong("tasks", "no %s, but enemies are marked or charged", taskSyntax[tMelees].word)
	}
	for i, h := range s.marked[:s.nMark] {
		if slices.Contains(s.marked[:i], h) {
			return wrong("marked", "%s is listed twice", r.b.PlaceID(int(h)))
		}
	}
	for _, c := range s.charges[:s.nCharges] {
		if s.sideOf(c.unit) != s.side || s.sideOf(c.target) == s.side {
			return wrong("charges", "%s cannot have charged %s in this activation", r.b.units[c.unit].id, r.b.units[c.target].id)
		}
	}
	return r.shotStands()
}

// shotStands checks the shot that is being prepared or has been made.
func (r *placing) shotStands() error {
	s := r.s
	x := &s.shot
	i := r.find(shotTasks...)
	if i < 0 || s.tasks[i].b == 0 {
		return nil
	}
	t := s.tasks[i]
	kind := shotKind(slices.Index(shotTasks, t.kind))
	shoots := s.side
	if kind == shotDefensive {
		shoots = 1 - s.side
	}
	part := task{}
	for _, p := range s.tasks[i:s.nTasks] {
		if p.kind == tShooters || p.kind == tShotResult || p.kind == tDie && p.a == dieShot {
			part = p
		}
	}
	if part.kind == tNone {
		return nil // it has been made, and the next shot replaces it
	}
	if x.kind != kind || x.guns != (t.c != 0) {
		return wrong("shot kind", "%s, expected %s for %q", shotNames[x.kind], shotNames[kind], r.b.formatTask(t))
	}
	if part.kind != tShooters && x.n == 0 {
		return wrong("shot shooters", "no units, but the tasks have %q", r.b.formatTask(part))
	}
	for _, u := range x.shooters[:x.n] {
		switch id := r.b.units[u].id; {
		case r.b.units[u].side != shoots:
			return wrong("shot shooters", "%s belongs to the other side", id)
		case r.b.units[u].typ != r.b.units[x.shooters[0]].typ:
			return wrong("shot shooters", "the type of %s differs from that of %s", id, r.b.units[x.shooters[0]].id)
		}
	}
	if part.kind == tShotResult {
		if part.b == 0 {
			return wrong("tasks", "%q has nothing to do", r.b.formatTask(part))
		}
		return nil
	}
	return r.checkShooters(part, shoots)
}

// checkShooters checks that the shooters can shoot at the target.
func (r *placing) checkShooters(part task, shoots uint8) error {
	s := *r.s
	s.toAct = int8(shoots)
	if !s.enemyAt(int(s.shot.target), shoots) {
		return wrong("shot target", "no enemy is in %s", r.b.PlaceID(int(s.shot.target)))
	}
	list, n := s.shot.shooters, s.shot.n
	if part.kind == tDie { // they have been marked as shooting
		for u := s.top[s.shot.target]; u != none; u = s.units[u].below {
			s.unset(u, fShotAt)
		}
		for _, u := range list[:n] {
			s.unset(u, fShot)
		}
	}
	s.shot.n = 0
	for _, u := range list[:n] {
		if n := s.mayCombine(u); !n.ok() {
			return wrong("shot shooters", "%s cannot shoot at %s: %v", r.b.units[u].id, r.b.PlaceID(int(s.shot.target)), s.refusal(n))
		}
		s.addShooter(u)
	}
	for i := 0; s.shot.n == 0; i++ {
		if i == len(r.b.units) {
			return wrong("shot shooters", "no unit can shoot at %s", r.b.PlaceID(int(s.shot.target)))
		}
		if s.mayCombine(uint8(i)).ok() {
			break
		}
	}
	return nil
}

// groupStands checks the group that is about to move.
func (r *placing) groupStands(under task) error {
	s := r.s
	g := &s.group
	if g.n == 0 {
		return wrong("group units", "no units, but the tasks have a %s", taskSyntax[tGroup].word)
	}
	if g.stray != (under.kind == tStray) {
		return wrong("group stray", "%t, but the task is %q", g.stray, r.b.formatTask(under))
	}
	for _, u := range g.units[:g.n] {
		p := &s.units[u]
		stray := p.flags&fOutOfCommand != 0
		switch id := r.b.units[u].id; {
		case p.hex != g.from || p.flags&fAloft != 0:
			return wrong("group units", "%s is not in %s", id, r.b.PlaceID(int(g.from)))
		case s.sideOf(u) != s.side || p.flags&fActive == 0 || p.flags&fDone != 0 || p.disorder == routed || stray != g.stray:
			return wrong("group units", "%s may not move now", id)
		case g.stray && (s.strayLeader(u) == none || s.held(u)):
			return wrong("group units", "%s has no leader to go to", id)
		}
	}
	for set := g.leaders; set != 0; set &= set - 1 {
		l := uint8(bits.TrailingZeros32(set))
		d := &r.b.leaders[l]
		if d.side != s.side || !s.commands(l) || s.leaders[l].hex != g.from || g.stray ||
			l == s.active && s.leaders[l].flags&lRode != 0 || l != s.active && !s.groupHolds(l) {
			return wrong("group leaders", "%s may not go with the group", d.id)
		}
	}
	return nil
}

// dashStands checks a charge move in progress: its path stays on the map, and its target is an enemy.
func (r *placing) dashStands() error {
	s := r.s
	d := &s.dash
	p := &s.units[d.unit]
	id := r.b.units[d.unit].id
	if d.unit == d.target || s.sideOf(d.unit) != s.side || p.hex < 0 || p.flags&fAloft == 0 || p.flags&fCharging == 0 || p.disorder == routed {
		return wrong("dash unit", "%s is not charging", id)
	}
	if q := &s.units[d.target]; s.sideOf(d.target) == s.side || q.hex < 0 || q.flags&fAloft != 0 {
		return wrong("dash target", "%s is not an enemy on the map", r.b.units[d.target].id)
	}
	at := int(p.hex)
	for range d.steps {
		n := int(r.b.next[at][p.facing])
		if n < 0 || !s.canEnter(d.unit, at, int(p.facing)).ok() {
			return wrong("dash steps", "%s cannot go %d hexes further", id, d.steps)
		}
		at = n
	}
	for set := d.leaders; set != 0; set &= set - 1 {
		l := uint8(bits.TrailingZeros32(set))
		if e := &r.b.leaders[l]; e.side != s.side || !s.commands(l) || !s.mayJoin(l, d.unit) {
			return wrong("dash leaders", "%s cannot ride with %s", e.id, id)
		}
	}
	return nil
}

// assembles checks a melee whose attackers are being chosen.
func (r *placing) assembles() error {
	s := r.s
	m := &s.melee
	if m.nDef != 1 || m.stage != notCharge {
		return wrong("melee defenders", "%d hexes, expected 1", m.nDef)
	}
	if m.nAtt == 0 {
		return wrong("melee attackers", "no hexes, expected 1 or more")
	}
	for i, h := range m.att[:m.nAtt] {
		if slices.Contains(m.att[:i], h) || !s.friendAt(int(h), s.side) || !s.mayAttackFrom(int(h)).ok() || !s.mayAttack(int(h), int(m.def[0])).ok() {
			return wrong("melee attackers", "the units in %s cannot attack %s", r.b.PlaceID(int(h)), r.b.PlaceID(int(m.def[0])))
		}
	}
	return nil
}

// meleeStands checks the melee that is being fought.
func (r *placing) meleeStands(under task) error {
	s := r.s
	m := &s.melee
	for _, x := range []struct {
		field string
		list  []int16
	}{{"melee attackers", m.att[:m.nAtt]}, {"melee defenders", m.def[:m.nDef]}} {
		if len(x.list) == 0 {
			return wrong(x.field, "no hexes, expected 1 or more")
		}
		for i, h := range x.list {
			if slices.Contains(x.list[:i], h) {
				return wrong(x.field, "%s is listed twice", r.b.PlaceID(int(h)))
			}
		}
	}
	want := notCharge
	if under.kind == tPursue {
		want = stage(under.b)
	}
	if m.stage != want {
		return wrong("melee stage", "%s, expected %s", stageNames[m.stage], stageNames[want])
	}
	if m.reacted != 0 && (want == notCharge || s.sideOf(m.reacted-1) != s.side) {
		return wrong("melee reacted", "%s has not charged", r.b.units[m.reacted-1].id)
	}
	if want == notCharge && r.has(tReact) {
		return wrong("tasks", "%q, but the melee is not a charge", taskSyntax[tReact].word)
	}
	return nil
}

// pursues checks the unit that pursues or may pursue.
func (r *placing) pursues(line string, t task) error {
	s := r.s
	p := &s.units[t.a]
	if s.sideOf(t.a) != s.side {
		return wrong("tasks", "%q, but the unit belongs to the other side", line)
	}
	if t.kind == tDisperse {
		if p.hex < 0 || p.flags&fAloft != 0 || p.disorder == routed || s.ahead(t.a, int(p.hex), int(p.facing)) < 0 {
			return wrong("tasks", "%q, but no enemy is ahead of it", line)
		}
		return nil
	}
	if stage(t.b) == notCharge {
		return wrong("tasks", "%q does not follow a charge", line)
	}
	if s.chase.unit == 0 {
		return nil
	}
	u := s.chase.unit - 1
	if q := &s.units[u]; s.sideOf(u) != s.side || q.hex < 0 || q.flags&fAloft != 0 || q.disorder == routed {
		return wrong("chase unit", "%s cannot have advanced", r.b.units[u].id)
	}
	return nil
}

// flees checks the flight in progress.
func (r *placing) flees(under task) error {
	s := r.s
	f := &s.flight
	if f.n == 0 {
		return nil // the units in flight are checked with the others
	}
	first := &r.b.units[f.units[0]]
	for _, u := range f.units[:f.n] {
		if d := &r.b.units[u]; d.side != first.side || d.guns || s.units[u].disorder != routed {
			return wrong("flight units", "%s is not routed, or belongs to the other side", d.id)
		}
	}
	for set := f.leaders; set != 0; set &= set - 1 {
		l := uint8(bits.TrailingZeros32(set))
		if !s.commands(l) || s.leaders[l].hex != f.at || !slices.ContainsFunc(f.units[:f.n], func(u uint8) bool { return s.mayJoin(l, u) }) {
			return wrong("flight leaders", "%s is not with the units", r.b.leaders[l].id)
		}
	}
	if routs := under.kind == tRouts; routs != (f.mp >= 0) || routs && under.a != first.side {
		return wrong("flight mp", "%d, but the flight comes before %q", f.mp, r.b.formatTask(under))
	}
	if f.steps > 2 {
		return wrong("flight steps", "%d, expected 0 to 2", f.steps)
	}
	if e := first.rout; e[0] != e[1] && f.heading != e[0] && f.heading != e[1] && !r.has(tHead) {
		return wrong("flight heading", "%d is not toward the edge to which %s flees", f.heading, first.id)
	}
	return nil
}

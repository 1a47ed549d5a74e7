package judge

import (
	"slices"

	"acies/game"
	"acies/grid"
	"acies/rules/sword"
)

// The choices of By the Edge of the Sword, each rated by its own function.

func (m *Judge) rateDeploy(legal []game.Action, r []int) {
	for i, a := range legal {
		switch a.Verb {
		case sword.VerbReady:
			r[i] = later
		case sword.VerbFace:
			r[i] = never
			u := &m.units[a.A]
			if was, is := m.facing(u.Hex, u.Facing), m.facing(u.Hex, int(a.B)); is > was {
				r[i] = sooner + is
			}
		default:
			r[i] = never
		}
	}
}

func (m *Judge) rateRest(legal []game.Action, r []int) {
	for i, a := range legal {
		switch {
		case a.Verb == sword.VerbDone:
			r[i] = later
		case m.nearest(m.units[a.A].Hex) >= 3:
			r[i] = sooner
		default:
			r[i] = never
		}
	}
}

// shotWorth returns the expected value of a shot.
func (m *Judge) shotWorth(e *game.Explanation, hex int) int {
	if e == nil || len(e.Odds) == 0 {
		return 0
	}
	u := &m.units[m.s.Top(hex)]
	sum := 0
	for _, o := range e.Odds {
		switch o.Result {
		case "shot.rout":
			sum += o.Weight * m.w.harmTo(u, sword.Rout)
		case "shot.discourage":
			sum += o.Weight * m.w.harmTo(u, sword.Discourage)
		}
	}
	return sum*m.worth(m.s.Top(hex))/(100*e.Odds[0].Of) + m.leaderOdds(e)
}

func (m *Judge) rateShots(legal []game.Action, r []int) {
	// An offensive shot costs two in the melee that follows, unless it is the pilum.
	least := m.w.ShotLeast
	switch m.s.Asked() {
	case "defend":
		least = 0
	case "offend":
		if !m.freeShot() {
			least = m.w.ShotFirst
		}
	}
	for i, a := range legal {
		if a.Verb == sword.VerbDone {
			r[i] = least
		} else {
			r[i] = m.shotWorth(m.s.Explain(a, m.me), int(a.A))
		}
	}
}

// freeShot reports whether the attackers can shoot without weakening their attack.
func (m *Judge) freeShot() bool {
	for _, h := range m.s.Attackers(nil) {
		st := m.friendAt(h)
		if st != nil && !slices.Contains(m.set.Book.MeleeMods.OffensiveShotExempt, m.set.Book.Types[st.typ].Code) {
			return false
		}
	}
	return true
}

func (m *Judge) rateShooters(legal []game.Action, r []int) {
	target := m.s.Target()
	for i, a := range legal {
		r[i] = m.shotWorth(m.s.Explain(a, m.me), target)
		if a.Verb == sword.VerbFire {
			r[i]++ // a unit that adds nothing may shoot elsewhere
		}
	}
}

// rateLeaders rates which leader to activate: the one with the most units near the enemy. The enemy leader to make
// inactive is the most dangerous, the one to force is the one who can do least.
func (m *Judge) rateLeaders(legal []game.Action, r []int) {
	for i, a := range legal {
		r[i] = m.weight(int(a.A) - m.n)
		if a.Verb == sword.VerbForce {
			r[i] = -r[i]
		}
	}
}

// weight returns how much a leader could do if he were activated now.
func (m *Judge) weight(l int) int {
	x := m.heads[l]
	sum := 5 * x.Bonus
	for i := range m.n {
		u := &m.units[i]
		if u.Hex < 0 || u.Routed || u.Side != x.Side {
			continue
		}
		if u.Contingent != x.Contingent && !(x.Commander && m.m.Distance(u.Hex, x.Hex) <= x.Radius) {
			continue
		}
		d := 99
		for j := range m.n {
			if e := &m.units[j]; e.Hex >= 0 && e.Side != u.Side {
				d = min(d, m.m.Distance(u.Hex, e.Hex))
			}
		}
		sum += 2 * max(0, 12-d)
	}
	return sum
}

// rateMoves rates which unit to move: units in front of others first, and the leader's own last, since he goes with it.
// A unit with nothing to gain is not moved.
func (m *Judge) rateMoves(legal []game.Action, r []int) {
	type mover struct{ at, key int }
	var list []mover
	lead := -1
	for i, a := range legal {
		switch a.Verb {
		case sword.VerbDone:
			r[i] = later
		case sword.VerbLead:
			lead = i
			r[i] = -later
		case sword.VerbEnter:
			r[i] = m.entryWorth(a)
		default:
			u := &m.units[a.A]
			r[i] = never
			key := m.nearest(u.Hex)
			if l := m.s.Active(); l >= 0 && m.heads[l].Hex == u.Hex {
				key += 100
			}
			list = append(list, mover{i, key})
		}
	}
	slices.SortStableFunc(list, func(a, b mover) int { return a.key - b.key })
	m.enter()
	for {
		var seen [sword.MaxHexes]bool
		for _, x := range list {
			u := legal[x.at].A
			h := m.units[u].Hex
			if seen[h] || m.asked[u] {
				continue
			}
			seen[h] = true
			m.asked[u] = true
			if m.moveGain(legal[x.at]) > 0 {
				r[x.at] = always
				m.moved = true
				return
			}
		}
		if !m.moved {
			break
		}
		m.asked, m.moved = [sword.MaxUnits]bool{}, false // now that others have moved, some may gain by moving
	}
	if lead >= 0 && m.leaderWants() {
		r[lead] = sooner
	}
}

// enter clears the units already considered when a new activation or stage of moves begins.
func (m *Judge) enter() {
	if at := stage(m.s); at != m.stage {
		m.stage, m.asked, m.moved = at, [sword.MaxUnits]bool{}, false
	}
}

// Forget implements [system.Judge].
func (m *Judge) Forget() { m.stage = 0 }

// stage identifies the activation and whether its units or its stray units move.
func stage(s *sword.State) uint64 {
	n := uint64(1)
	if s.Asked() == "stray" {
		n = 2
	}
	return uint64(s.Turn())<<16 | uint64(s.Active()+1)<<8 | n
}

// moveGain returns what a unit gains by moving together with those of its stack that can.
func (m *Judge) moveGain(a game.Action) int {
	c := m.scratch
	c.CopyFrom(m.s)
	if c.Apply(a, nil) != nil {
		return 0
	}
	for u := m.s.Top(m.units[a.A].Hex); u >= 0; u = m.s.Below(u) {
		if u != int(a.A) {
			c.Apply(game.Action{Verb: sword.VerbWith, A: int32(u)}, nil)
		}
	}
	m.ends = c.Legal(m.ends[:0])
	ends := m.ends
	m.endings = slices.Grow(m.endings[:0], len(ends))[:len(ends)]
	r := m.endings
	clear(r)
	m.rateEnds(c, ends, r)
	stay, best := 0, never
	for i, e := range ends {
		switch e.Verb {
		case sword.VerbStay:
			stay = r[i]
		case sword.VerbTo, sword.VerbBack, sword.VerbCharge, sword.VerbMount, sword.VerbDismount:
			best = max(best, r[i])
		}
	}
	return best - stay
}

// rateEnds rates the hexes and facings in which the group of c could end.
func (m *Judge) rateEnds(c *sword.State, legal []game.Action, r []int) {
	var room [9]int
	group := c.Group(room[:0])
	u := group[0]
	from := m.units[u].Hex
	st := stack{hex: from, worst: 99}
	for _, v := range group {
		m.add(&st, v)
	}
	facing := m.units[u].Facing
	m.valueFor(u, group)
	m.field.reach(from)
	for _, a := range legal {
		switch a.Verb {
		case sword.VerbTo, sword.VerbBack:
			m.field.reachToo(int(a.A))
		case sword.VerbCharge:
			_, end, _, _ := m.s.Gallop(u)
			m.field.reachToo(end)
		}
	}
	m.goals(&st, u, from)
	m.weighedAt = -1
	rating := func(h, f int) int { return m.terms(&st, u, from, h, f).sum() }
	for i, a := range legal {
		switch a.Verb {
		case sword.VerbTo:
			r[i] = rating(int(a.A), int(a.B))
			if w := m.friendAt(int(a.A)); w != nil && int(a.A) != from {
				r[i] -= m.w.Crowd
				if w.routed > 0 {
					r[i] -= m.w.Trample
				}
			}
		case sword.VerbBack:
			r[i] = rating(int(a.A), facing)
		case sword.VerbCharge:
			_, end, _, _ := m.s.Gallop(u)
			t := m.terms(&st, u, from, end, facing)
			r[i] = t.sum() - t[termAttack] - t[termReady] + m.chargeWorth(c, a, u)
		case sword.VerbMount, sword.VerbDismount:
			r[i] = rating(from, facing) + m.changeWorth(u, a.Verb)
		case sword.VerbStay:
			r[i] = rating(from, facing) + m.w.Inertia
			if m.units[u].Resting {
				r[i] += m.w.RestTerm
			}
			if m.guards(u) {
				r[i] += sooner
			}
		}
	}
}

// terms are the separate parts of the rating of a hex and a facing.
type terms [termCount]int

const (
	termGround = iota
	termFriends
	termCover
	termGoal
	termCommand
	termRally
	termStance
	termAttack
	termShot
	termReady
	termGuns
	termCount
)

// termKeys gives the key of each term as a reason.
var termKeys = [termCount]string{
	"advice.ground", "advice.line", "advice.cover", "advice.goal", "advice.command", "advice.withdraw", "advice.stance",
	"advice.attack", "advice.shoot", "advice.charge", "advice.screen",
}

func (t *terms) sum() int {
	n := 0
	for _, x := range t {
		n += x
	}
	return n
}

// terms rates a hex and a facing for a group.
func (m *Judge) terms(st *stack, u, from, h, f int) *terms {
	t := &m.weighed
	if m.weighedAt != h {
		m.weighedAt = h
		t[termGround] = int(m.value[h])
		t[termFriends], t[termCover] = m.company(from, h)
		t[termGoal], t[termRally] = int(m.pull[h]), 0
		t[termCommand] = m.command(u, h)
		if st.shaken == st.n {
			t[termGoal], t[termRally] = 0, m.w.DrawBack*min(m.nearest(h), 3)
		}
	}
	t[termStance] = m.stance(st, from, h, f)
	t[termAttack] = m.chances(st, from, h, f)
	t[termShot] = m.shots(st, u, h, f)
	t[termReady] = m.readiness(u, h, f)
	t[termGuns] = m.gunnery(st, from, h)
	return t
}

// guards reports whether a unit stays with the activated leader because he should stay where he is.
func (m *Judge) guards(u int) bool {
	l := m.s.Active()
	if l < 0 || !m.retiring(l) {
		return false
	}
	x := m.heads[l]
	return x.Hex == m.units[u].Hex && m.nearest(x.Hex) > 1
}

// retiring reports whether a leader should stay behind the line: he has a refuge, or the Flight rule applies to him.
func (m *Judge) retiring(l int) bool {
	id := m.set.Leaders[l].ID
	sp := &m.set.Special
	return sp.Citadel != nil && sp.Citadel.Leader == id || sp.Flight != nil && sp.Flight.Leader == id
}

func (m *Judge) rateGroup(legal []game.Action, r []int) {
	for i, a := range legal {
		if a.Verb == sword.VerbWith && int(a.A) < m.n {
			r[i] = always // the stack goes together
			return
		}
	}
	m.rateEnds(m.s, legal, r)
	for i, a := range legal {
		if a.Verb != sword.VerbWith {
			continue
		}
		switch l := int(a.A) - m.n; {
		case l == m.s.Active() && m.takeAlong(l):
			r[i] = sooner * 2
		default:
			r[i] = never
		}
	}
}

// takeAlong reports whether the activated leader goes with the group. In books where his move ends all moves, he does
// not if units near him still wait for others to make room.
func (m *Judge) takeAlong(l int) bool {
	x := m.heads[l]
	if m.retiring(l) || m.isVital(l) {
		return false // he moves alone, and not to the front
	}
	if m.set.Book.Command.AnyTime {
		return true // the others may still move after him
	}
	for i := range m.n {
		u := &m.units[i]
		if u.Side == m.me && u.Hex >= 0 && u.Hex != x.Hex && u.Active && !u.Done && !u.Routed && !u.OutOfCommand &&
			!u.Resting && !u.Reserve && m.m.Distance(u.Hex, x.Hex) <= 2 {
			return false
		}
	}
	return true
}

// leaderPlace rates a hex for a leader.
func (m *Judge) leaderPlace(l, h int) int {
	x := m.heads[l]
	if c := m.set.Special.Citadel; c != nil && m.m.ID(h) == c.Hex {
		if m.nearest(x.Hex) <= 4 {
			return 1000
		}
		return -1000
	}
	sum := 0
	for i := range m.n {
		u := &m.units[i]
		if u.Side != m.me || u.Hex < 0 || m.m.Distance(u.Hex, h) > x.Radius {
			continue
		}
		switch {
		case u.Contingent == x.Contingent:
			sum += m.w.LeadUnit
		case x.Commander:
			sum += m.w.LeadUnit / 4
		}
	}
	if st := m.friendAt(h); st != nil {
		sum += 2*st.sp + 2*st.best - 40*st.routed - 8*st.shaken
	}
	switch d := m.nearest(h); {
	case m.retiring(l):
		sum += 25*min(d, 5) + 15*m.guardsNear(h)
	case d == 1 && m.isVital(l):
		sum -= m.w.Sheltered
	case d == 1:
		sum += m.w.LeadFront * x.Bonus
	default:
		sum -= m.w.LeadLag * min(d, 20)
	}
	return sum
}

// guardsNear counts the units of the guard beside a hex or in it.
func (m *Judge) guardsNear(h int) int {
	f := m.set.Special.Flight
	n := 0
	for i := range m.n {
		u := &m.units[i]
		if f != nil && m.set.Units[i].Contingent == f.Guard && u.Hex >= 0 && !u.Routed && m.m.Distance(u.Hex, h) <= 1 {
			n++
		}
	}
	return n
}

// leaderWants reports whether another hex would be much better for the activated leader.
func (m *Judge) leaderWants() bool {
	l := m.s.Active()
	x := m.heads[l]
	if x.Hex < 0 {
		return false
	}
	c := m.set.Special.Citadel
	if c != nil && c.Leader == m.set.Leaders[l].ID && m.nearest(x.Hex) <= 4 {
		return true
	}
	here := m.leaderPlace(l, x.Hex)
	for i := range m.own {
		h := m.own[i].hex
		if m.m.Distance(h, x.Hex) <= x.MP && m.s.MayJoin(l, m.s.Top(h)) && m.leaderPlace(l, h) > here+m.w.LeadMove {
			return true
		}
	}
	return false
}

func (m *Judge) ratePlaces(legal []game.Action, r []int) {
	l := m.s.Active()
	for i, a := range legal {
		switch a.Verb {
		case sword.VerbPlace:
			r[i] = m.leaderPlace(int(a.A)-m.n, int(a.B))
		case sword.VerbRide:
			r[i] = m.leaderPlace(l, int(a.A))
		default:
			r[i] = m.leaderPlace(l, m.heads[l].Hex) + m.w.Inertia
		}
	}
}

// rateDeclare rates each attack by the best melee that could follow from it.
func (m *Judge) rateDeclare(legal []game.Action, r []int) {
	for i, a := range legal {
		if a.Verb == sword.VerbDone {
			r[i] = m.w.Keenness
			continue
		}
		var room [3]int
		targets := m.s.Targets(int(a.A), room[:0])
		r[i] = m.odds(m.s, a, []int{int(a.A)}, targets)
		if len(targets) == 1 || slices.ContainsFunc(targets, m.s.Marked) {
			r[i] = max(r[i], m.joint(a, targets))
		}
	}
}

// joint applies a declaration, plays on to the melees, and returns the value of the best melee on a new target.
func (m *Judge) joint(a game.Action, targets []int) int {
	c := m.s.Clone().(*sword.State)
	if c.Apply(a, nil) != nil || c.Apply(game.Action{Verb: sword.VerbDone}, nil) != nil || c.Asked() != "melees" {
		return never
	}
	best := never
	var room [64]game.Action
	for _, x := range c.Legal(room[:0]) {
		if x.Verb != sword.VerbMelee || m.s.Marked(int(x.B)) || !slices.Contains(targets, int(x.B)) {
			continue
		}
		best = max(best, m.meleeWorth(c, x))
	}
	return best
}

// meleeWorth returns the value of a melee with all stacks that should join it.
func (m *Judge) meleeWorth(s *sword.State, a game.Action) int {
	att, def := []int{int(a.A)}, []int{int(a.B)}
	switch {
	case a.Verb == sword.VerbPair:
		att = append(att, int(a.B))
		def = s.Targets(int(a.A), def[:0])
		for _, h := range s.Targets(int(a.B), nil) {
			if !slices.Contains(def, h) {
				def = append(def, h)
			}
		}
	case a.C != 0:
		def = append(def, int(a.C)-1)
		if a.D != 0 {
			def = append(def, int(a.D)-1)
		}
	}
	best := m.odds(s, a, att, def)
	if len(def) > 1 {
		return best
	}
	c := s.Clone().(*sword.State)
	for c.Apply(a, nil) == nil && c.Asked() == "assemble" {
		var room [8]game.Action
		found := false
		for _, x := range c.Legal(room[:0]) {
			if x.Verb != sword.VerbJoin {
				continue
			}
			if v := m.odds(c, x, append(c.Attackers(nil), int(x.A)), def); v > best {
				best, a, found = v, x, true
			}
		}
		if !found {
			break
		}
	}
	return best
}

func (m *Judge) rateMelees(legal []game.Action, r []int) {
	for i, a := range legal {
		r[i] = m.meleeWorth(m.s, a)
	}
}

func (m *Judge) rateJoins(legal []game.Action, r []int) {
	def := m.s.Defenders(nil)
	for i, a := range legal {
		att := m.s.Attackers(nil)
		if a.Verb == sword.VerbJoin {
			att = append(att, int(a.A))
		}
		r[i] = m.odds(m.s, a, att, def)
	}
}

// rateRetreats prefers hexes away from the enemy, with the front toward the enemy, and avoids retreats forward.
func (m *Judge) rateRetreats(legal []game.Action, r []int) {
	last, group := int32(-1), []int(nil)
	for i, a := range legal {
		if a.Verb != sword.VerbRetreat {
			r[i] = later // routed units flee first
			continue
		}
		from, to, f := int(a.A), int(a.B), int(a.C%6)
		if a.A != last {
			last, group = a.A, m.unitsAt(from)
			m.valueFor(group[0], group)
		}
		st := m.friendAt(from)
		r[i] = m.place(from, to) + m.stance(st, from, to, f) + m.w.RetreatRoom*min(m.nearest(to), 4)
		if m.arc(st, m.m.Side(from, to)) == grid.Front {
			r[i] -= m.w.RetreatPast
		}
		if m.friendAt(to) != nil {
			r[i] -= 20
		}
	}
}

func (m *Judge) unitsAt(h int) []int {
	var list []int
	for u := m.s.Top(h); u >= 0; u = m.s.Below(u) {
		list = append(list, u)
	}
	return list
}

// rateAdvance rates an advance by its hex, and by facing the next enemy.
func (m *Judge) rateAdvance(legal []game.Action, r []int) {
	for i, a := range legal {
		switch a.Verb {
		case sword.VerbAdvance:
			from, to := int(a.A), int(a.B)
			group := m.unitsAt(from)
			st := m.friendAt(from)
			m.valueFor(group[0], group)
			here := m.place(from, from) + m.stance(st, from, from, st.facing)
			r[i] = m.place(from, to) + m.stance(st, from, to, int(a.C)) - here + m.w.FollowUp
		case sword.VerbDone:
			r[i] = 0
		default:
			r[i] = never
		}
	}
}

// rateFire burns units if that is worth more than the points the enemy scores for it.
func (m *Judge) rateFire(legal []game.Action, r []int) {
	cost := 0
	for i := range m.set.Victory.Scores {
		if s := &m.set.Victory.Scores[i]; s.Kind == sword.FireUsed && s.Side != int(m.me) {
			cost = 100 * s.Points
		}
	}
	for i, a := range legal {
		if a.Verb == sword.VerbDone {
			r[i] = cost * m.w.FireTerm / 100
			continue
		}
		u := &m.units[a.A]
		r[i] = m.w.harmTo(u, sword.Discourage)*m.worth(int(a.A))/100 + int(m.ground[u.Hex])/4
	}
}

// rateBlow makes the second blow if the leader's units are close enough to the enemy to use it.
func (m *Judge) rateBlow(legal []game.Action, r []int) {
	near := 0
	for l := range m.leaders {
		x := m.heads[l]
		if b := m.set.Special.SecondBlow; b == nil || m.set.Leaders[l].ID != b.Leader || x.Hex < 0 {
			continue
		}
		for i := range m.own {
			if h := m.own[i].hex; m.m.Distance(h, x.Hex) <= x.Radius && m.nearest(h) <= 2 {
				near++
			}
		}
	}
	for i, a := range legal {
		switch {
		case a.Verb == sword.VerbDone:
			r[i] = later
		case near >= 4 || near > 0 && m.s.Turn() > m.set.Turns/2:
			r[i] = sooner
		}
	}
}

func (m *Judge) rateRally(legal []game.Action, r []int) {
	for i, a := range legal {
		if a.Verb == sword.VerbDone {
			continue
		}
		r[i] = sooner + m.friendAt(int(a.A)).worth
	}
}

// rateFlights rates the choices for routed units: flee together rather than one by one, the foremost first, underneath
// units that stand, and away from friends; leaders stay with units that stay.
func (m *Judge) rateFlights(legal []game.Action, r []int) {
	for i, a := range legal {
		switch a.Verb {
		case sword.VerbFleeAll:
			r[i] = later + 10*m.toRear(int(a.A)) + 5
		case sword.VerbFlee:
			r[i] = later + 10*m.toRear(m.units[a.A].Hex)
		case sword.VerbUnder, sword.VerbRemain:
			r[i] = later
		case sword.VerbSwerve:
			if m.friendAt(int(a.A)) == nil {
				r[i] = later
			}
		}
	}
}

// toRear returns how far a hex is toward the rout edge of the side.
func (m *Judge) toRear(h int) int {
	switch m.set.Sides[m.me].RoutEdge {
	case "top":
		return m.m.Rows - m.m.Row(h)
	case "left":
		return m.m.Cols - m.m.Col(h)
	case "right":
		return m.m.Col(h)
	}
	return m.m.Row(h)
}

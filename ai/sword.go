package ai

import (
	"slices"

	"acies/game"
	"acies/grid"
	"acies/rules/sword"
)

// What a recruit knows of By the Edge of the Sword. All ratings are in hundredths of a victory point.

// weights are what a player makes of what he sees. Harm is in hundredths of a unit's worth, all else in hundredths of
// a victory point.
type weights struct {
	HarmFatigue    int
	HarmDiscourage int
	HarmRout       int
	HarmRetreat    int
	HarmFlight     int // a routed unit flees on
	GainAdvance    int

	PullEnemy   int // an enemy of even strength
	PullOwn     int // ground to stay on
	FriendNear  int // for each of at most two friends beside
	LineUp      int // if they face the same way
	Misfaced    int // for each quarter of the way that the front looks past the enemy
	OutOfReach  int // for each hex beyond the leader's radius
	GuardTerm   int // percent of an enemy's expected gain by attacking
	AttackTerm  int // percent of the own expected gain
	OpenFlank   int // an empty flank or rear hex with the enemy near
	CoverTerm   int // for each point that the ground takes from an attack
	Inertia     int // for staying put
	DrawBack    int // for each of three hexes between the discouraged and the enemy
	RestTerm    int // for not disturbing a rest
	ShotTerm    int // for an enemy within range and none beside
	GuardPlace  int // for the guard of a commander, beside him
	FullHold    int // the most that standing on ground is worth
	LeaderWorth int
	GameWorth   int // what ends the game at once
	GuardFront  int // percent of that for enemies in front, whom the unit can attack first
	FireTerm    int // percent of the points for a fire that it must be worth
	Sheltered   int // for a leader whose fall ends the game, against standing beside an enemy
	Keenness    int // what an attack must be worth to be made
	Hold        int // of a side that has more to keep: how far off an enemy is still worth going for
}

// plain are weights set by hand, from which the tuning began.
var plain = weights{
	HarmFatigue: 12, HarmDiscourage: 25, HarmRout: 60, HarmRetreat: 5, HarmFlight: 15, GainAdvance: 3,
	PullEnemy: 110, PullOwn: 70, FriendNear: 6, LineUp: 3, Misfaced: 7, OutOfReach: 12, GuardTerm: 60, GuardFront: 100,
	AttackTerm: 110, OpenFlank: 4, CoverTerm: 6, Inertia: 8, DrawBack: 40, RestTerm: 40, ShotTerm: 25, GuardPlace: 60,
	FullHold: 700, LeaderWorth: 300, GameWorth: 2500, Hold: 2, FireTerm: 50, Sheltered: 40, Keenness: 4,
}

// swordMind returns a mind that plays in a style: as self-play has taught, and what departs from it.
func swordMind(b *sword.Battle, st style) *mind {
	l := lessonOf(b)
	w := l.Weights
	for i := range w {
		w[i].adopt(st)
	}
	return newMind(b, l, w)
}

func (w *weights) adopt(st style) {
	switch st {
	case bold:
		w.AttackTerm, w.GuardTerm = w.AttackTerm*3/2, w.GuardTerm/2
		w.PullEnemy, w.Hold = w.PullEnemy*3/2, 99
	case careful:
		w.AttackTerm, w.GuardTerm = w.AttackTerm*4/5, w.GuardTerm*2+20
		w.OpenFlank, w.FriendNear = 2*w.OpenFlank+2, 2*w.FriendNear+2
	case patient:
		w.Inertia, w.PullEnemy, w.PullOwn = w.Inertia+50, 0, w.PullOwn/3
	case grasping:
		w.PullOwn, w.PullEnemy, w.FullHold = 2*w.PullOwn, w.PullEnemy/2, 2*w.FullHold
	}
}

const (
	pullStep = 12  // what one movement point nearer to a goal is worth
	pullMost = 220 // the most that a goal can pull
	sight    = 7   // how far off an enemy matters to a facing if there is a nearer one
)

// Ratings of choices of form, far apart.
const (
	always = 1 << 20
	sooner = 1 << 16
	later  = 1 << 12
	never  = -1 << 20
)

// lore is what a player knows of a battle that never changes.
type lore struct {
	b       *sword.Battle
	set     *sword.Setup
	m       *grid.Map
	n       int // units
	leaders int
	hold    [2]bool                 // the side has more to keep than to take
	points  [sword.MaxUnits]int     // for the loss of a unit
	ground  [sword.MaxHexes]int16   // what it is worth to drive the enemy out of a hex
	fatal   [sword.MaxLeaders]uint8 // 1: his death ends the game, 2: a wound does too
}

// taste is how a side weighs things.
type taste struct {
	weights
	loss [2][15]int // mean harm by the modifier of a mêlée, in percent: of the attackers, of the defenders
}

// mind is what a side makes of one state.
type mind struct {
	lore
	w      *taste // of the side that is looked for
	tastes [2]taste
	plain  taste // for forecasts
	lesson *Lesson

	s     *sword.State
	me    game.Side
	units [sword.MaxUnits]sword.UnitInfo
	heads [sword.MaxLeaders]sword.LeaderInfo
	own   []stack
	foe   []stack
	at    [sword.MaxHexes]int16 // 1 + the index in own of the stack in a hex, or minus that in foe
	near  [sword.MaxHexes]int8  // 1 + the distance to the nearest enemy, where known

	faces [sword.MaxHexes][6]int8 // how well each facing looks at the enemy, where known
	known [sword.MaxHexes]bool

	scratch *sword.State
	value   [sword.MaxHexes]int16 // of standing in a hex, for the group that is being considered
	pull    [sword.MaxHexes]int16 // of being near a goal
	field   field
	ends    []game.Action
	endings []int

	weighed   terms // of the place last looked at
	weighedAt int

	// Which units have been asked whether they would rather be elsewhere, in this activation.
	stage uint64
	asked [sword.MaxUnits]bool
	moved bool // somebody has moved since
}

// stack is the units of one side in a hex. They are of one type.
type stack struct {
	hex, facing int
	typ         int
	sp, worth   int
	best, worst int // quality
	bonus       int // of its leaders
	n, shaken   int
	routed      int
	active      bool // may attack in this activation
	reserve     bool
}

// newMind returns a mind for a battle that weighs things as the sides do in w.
func newMind(b *sword.Battle, l *Lesson, w [2]weights) *mind {
	m := &mind{lesson: l}
	m.b, m.set, m.m, m.n, m.leaders = b, b.Setup(), b.Map(), b.Units(), b.Leaders()
	s := b.Start().(*sword.State)
	m.scratch = b.Start().(*sword.State)
	for i := range m.n {
		m.units[i] = s.Unit(i)
		m.points[i] = m.unitPoints(&m.units[i])
	}
	for side := range game.Side(2) {
		m.me = side
		m.hold[side] = m.keeps() >= m.takes()
	}
	for h := range m.m.Len() {
		m.ground[h] = int16(m.groundPoints(h))
	}
	for l := range m.leaders {
		m.fatal[l] = m.fate(l)
	}
	m.plain = m.taste(plain)
	m.tastes = [2]taste{m.taste(w[0]), m.taste(w[1])}
	return m
}

// taste works out what mêlées cost, as the weights have it.
func (m *mind) taste(w weights) taste {
	t := taste{weights: w}
	for mod := range 15 {
		for roll := range 10 {
			row := meleeRow(m.set.Book, mod-7+roll)
			for _, e := range row.Attackers {
				t.loss[0][mod] += w.harm(e) / 2
			}
			for _, e := range row.Defenders {
				t.loss[1][mod] += w.harm(e) / 2
			}
		}
		t.loss[0][mod] /= 5
		t.loss[1][mod] /= 5
	}
	return t
}

// compare implements [judge].
func (m *mind) compare(s game.State, side game.Side, legal []game.Action, r []int) {
	m.rate(s, side, legal, r)
	if k := m.s.Asked(); k != "moves" && k != "stray" {
		return
	}
	for i, a := range legal {
		if a.Verb == sword.VerbMove {
			r[i] = m.moveGain(a)
		} else {
			r[i] = 0 // done, or the leader by himself
		}
	}
}

// rate implements [judge].
func (m *mind) rate(s game.State, side game.Side, legal []game.Action, r []int) {
	m.s, m.me, m.w = s.(*sword.State), side, &m.tastes[side]
	m.look()
	switch m.s.Asked() {
	case "deploy":
		m.rateDeploy(legal, r)
	case "rest":
		m.rateRest(legal, r)
	case "archers", "volley", "defend", "offend":
		m.rateShots(legal, r)
	case "shooters":
		m.rateShooters(legal, r)
	case "first", "next", "bar", "force":
		m.rateLeaders(legal, r)
	case "moves", "stray":
		m.rateMoves(legal, r)
	case "group":
		m.rateGroup(legal, r)
	case "ride", "place-leader":
		m.ratePlaces(legal, r)
	case "declare":
		m.rateDeclare(legal, r)
	case "melees":
		m.rateMelees(legal, r)
	case "assemble":
		m.rateJoins(legal, r)
	case "retreats":
		m.rateRetreats(legal, r)
	case "advance":
		m.rateAdvance(legal, r)
	case "burn":
		m.rateFire(legal, r)
	case "blow":
		m.rateBlow(legal, r)
	case "rally":
		m.rateRally(legal, r)
	case "rallied":
		for i, a := range legal {
			r[i] = m.facing(m.units[a.A].Hex, int(a.B))
		}
	default:
		m.rateFlights(legal, r)
	}
}

// activation implements [judge].
func (m *mind) activation(s game.State) (id uint64, whose game.Side) {
	x := s.(*sword.State)
	whose = x.ToAct()
	if l := x.Active(); l >= 0 {
		whose = x.Leader(l).Side
	}
	return uint64(x.Turn())<<8 | uint64(x.Active()+1), whose
}

// question implements [judge].
func (m *mind) question(s game.State) question {
	x := s.(*sword.State)
	switch x.Asked() {
	case "deploy", "rest", "rally", "shooters", "ride", "group", "stray":
		return minor
	case "retreats", "advance", "flee", "swerve", "settle", "leader-go", "place-leader", "rallied":
		return reaction
	case "moves":
		for i := range m.n {
			if u := x.Unit(i); u.Active && u.Done {
				return minor
			}
		}
		return plan
	}
	return single
}

// look takes in the whole field.
func (m *mind) look() {
	m.own, m.foe = m.own[:0], m.foe[:0]
	clear(m.at[:])
	clear(m.near[:])
	clear(m.known[:])
	for i := range m.n {
		m.units[i] = m.s.Unit(i)
	}
	for i := range m.n {
		h := m.units[i].Hex
		if h < 0 || m.s.Top(h) != i {
			continue
		}
		st := m.stackAt(h)
		if m.units[i].Side == m.me {
			m.own = append(m.own, st)
			m.at[h] = int16(len(m.own))
		} else {
			m.foe = append(m.foe, st)
			m.at[h] = -int16(len(m.foe))
		}
	}
	for l := range m.leaders {
		x := m.s.Leader(l)
		m.heads[l] = x
		if x.Hex < 0 || !x.Commands {
			continue
		}
		switch i := m.at[x.Hex]; {
		case i > 0 && x.Side == m.me:
			m.own[i-1].bonus += x.Bonus
		case i < 0 && x.Side != m.me:
			m.foe[-i-1].bonus += x.Bonus
		}
	}
}

func meleeRow(b *sword.Book, total int) *sword.MeleeRow {
	for i := range b.Results {
		if r := &b.Results[i]; total >= r.From && total <= r.To {
			return r
		}
	}
	return &b.Results[0]
}

// harm is what an effect does to a fresh and valiant unit, in hundredths of its worth.
func (w *weights) harm(e sword.Effect) int {
	switch e {
	case sword.Fatigue:
		return w.HarmFatigue
	case sword.Discourage:
		return w.HarmDiscourage
	case sword.Rout:
		return w.HarmRout
	case sword.Retreat:
		return w.HarmRetreat
	case sword.Advance:
		return -w.GainAdvance
	}
	return 0
}

// harmTo is what an effect does to a unit as it is now.
func (w *weights) harmTo(u *sword.UnitInfo, e sword.Effect) int {
	switch {
	case e == sword.Fatigue && u.Fatigued, e == sword.Advance && u.Discouraged:
		return 0
	case e == sword.Discourage && u.Routed:
		return w.HarmFlight
	case e == sword.Discourage && u.Discouraged && u.Fatigued, e == sword.Rout && u.Discouraged:
		return w.HarmRout - w.HarmDiscourage
	case e == sword.Discourage && u.Discouraged:
		return w.HarmFatigue
	case e == sword.Rout && u.Routed:
		return 100
	case e == sword.Retreat && u.Routed:
		return w.HarmFlight
	}
	return w.harm(e)
}

// worth is what a unit is worth to its side: the points for its loss, and its strength.
func (m *mind) worth(i int) int {
	u := &m.units[i]
	return 60*m.points[i] + 10*u.SP + 8*u.Quality
}

func (m *mind) unitPoints(u *sword.UnitInfo) int {
	points := 0
	for i := range m.set.Victory.Scores {
		r := &m.set.Victory.Scores[i]
		if r.Kind == sword.Eliminated && r.Side != int(u.Side) && u.Front >= r.Quality[0] && u.Front <= r.Quality[1] {
			points += r.Points
		}
	}
	return points
}

// stackAt adds up the units in a hex.
func (m *mind) stackAt(h int) stack {
	st := stack{hex: h, worst: 99}
	for u := m.s.Top(h); u >= 0; u = m.s.Below(u) {
		m.add(&st, u)
	}
	return st
}

func (m *mind) add(st *stack, i int) {
	u := &m.units[i]
	if st.n == 0 || !u.Routed {
		st.facing = u.Facing
	}
	st.typ = u.Type
	st.sp += u.SP
	st.worth += m.worth(i)
	st.best = max(st.best, u.Quality)
	st.worst = min(st.worst, u.Quality)
	st.n++
	if u.Discouraged {
		st.shaken++
	}
	if u.Routed {
		st.routed++
	}
	st.active = st.active || u.Active && !u.OutOfCommand && !u.Routed && !u.Fought && !u.Held
	st.reserve = st.reserve || u.Reserve
}

func (m *mind) friendAt(h int) *stack {
	if i := m.at[h]; i > 0 {
		return &m.own[i-1]
	}
	return nil
}

func (m *mind) foeAt(h int) *stack {
	if i := m.at[h]; i < 0 {
		return &m.foe[-i-1]
	}
	return nil
}

// nearest returns the distance to the nearest enemy who is not routed, or 98.
func (m *mind) nearest(h int) int {
	if m.near[h] == 0 {
		d := 98
		for i := range m.foe {
			if e := &m.foe[i]; e.routed < e.n {
				d = min(d, m.m.Distance(h, e.hex))
			}
		}
		m.near[h] = int8(d + 1)
	}
	return int(m.near[h]) - 1
}

// facing rates a facing by how much of the enemy, the near before the far, it has in front.
func (m *mind) facing(h, f int) int {
	if !m.known[h] {
		m.known[h] = true
		var off [6]int
		sum := 0
		for i := range m.foe {
			e := m.foe[i].hex
			d := m.m.Distance(h, e)
			if d > sight && d > m.nearest(h) {
				continue
			}
			w := 1000 / max(d*d, 1)
			if m.foe[i].routed == m.foe[i].n {
				w /= 4
			}
			var near [6]int
			for k := range near {
				near[k] = d + 1
				if n := m.m.Neighbor(h, k); n >= 0 {
					near[k] = m.m.Distance(n, e)
				}
			}
			for g := range off {
				off[g] += w * (near[g] + near[(g+1)%6] - 2*d + 2)
			}
			sum += w
		}
		for g := range off {
			if sum > 0 {
				m.faces[h][g] = int8(-m.w.Misfaced * off[g] / sum)
			}
		}
	}
	return int(m.faces[h][f])
}

// Victory.

// keeps adds up the points for what the side holds at the start; takes, those for what it has yet to win.
func (m *mind) keeps() int {
	n := 0
	for i := range m.set.Victory.Scores {
		r := &m.set.Victory.Scores[i]
		if r.Side != int(m.me) {
			continue
		}
		switch r.Kind {
		case sword.NotFled:
			n += r.Points
		case sword.OccupiedEnd, sword.OccupiedTurn:
			n += r.Points * m.begun(r, int(m.me))
		case sword.ZonesFree:
			n += r.Points * (len(r.Zones) - m.begun(r, int(m.me.Other())))
		}
	}
	return n
}

func (m *mind) takes() int {
	n := 0
	for i := range m.set.Victory.Scores {
		r := &m.set.Victory.Scores[i]
		if r.Side != int(m.me) {
			continue
		}
		switch r.Kind {
		case sword.Fled:
			n += r.Points
		case sword.OccupiedEnd:
			n += r.Points * (len(r.Zones) - m.begun(r, int(m.me)))
		case sword.ZonesFree:
			n += r.Points * m.begun(r, int(m.me.Other()))
		case sword.NamesAcross:
			n += r.Points * len(r.Names)
		case sword.UnitsAcross:
			n += max(r.Max, r.Points)
		}
	}
	return n
}

// begun counts the zones of a rule in which a side has a unit at the printed set-up.
func (m *mind) begun(r *sword.ScoreRule, side int) int {
	n := 0
	for _, id := range r.Zones {
		if slices.ContainsFunc(m.set.Zones, func(z sword.ZoneDef) bool { return z.ID == id && m.startsIn(&z, side) }) {
			n++
		}
	}
	return n
}

func (m *mind) startsIn(z *sword.ZoneDef, side int) bool {
	for i := range m.set.Units {
		if int(m.units[i].Side) == side && slices.Contains(z.Hexes, m.set.Units[i].Hex) {
			return true
		}
	}
	return false
}

// valueFor fills m.value with what standing in each hex is worth to units of m.me like u; the units of the group do
// not count as there already.
func (m *mind) valueFor(u int, group []int) {
	clear(m.value[:])
	v := &m.set.Victory
	left := m.set.Turns - m.s.Turn()
	for i := range v.Scores {
		r := &v.Scores[i]
		mine := r.Side == int(m.me)
		switch r.Kind {
		case sword.OccupiedEnd:
			m.addValue(r.Zones, 100*r.Points)
		case sword.OccupiedTurn:
			m.addValue(r.Zones, 100*r.Points*min(left, 2))
		case sword.ZonesFree:
			if !mine { // the enemy scores each zone where we have nobody
				m.addEmpty(r.Zones, 100*r.Points, group)
			} else if left < 2 { // only to come between
				m.addValue(r.Zones, 10*r.Points)
			}
		case sword.NamesAcross:
			if mine && slices.Contains(r.Names, m.set.Units[u].Name) {
				m.addValue(r.Zones, 100*r.Points)
			}
		case sword.UnitsAcross:
			if mine && slices.Contains(r.Types, m.set.Units[u].Type) {
				m.addValue(r.Zones, 100*r.Points)
			}
		}
	}
	m.addGuard(u)
	for i := range v.Decisive {
		r := &v.Decisive[i]
		switch {
		case r.Kind == sword.AllZonesFree && r.Side != int(m.me):
			m.addEmpty(r.Zones, 200, group)
		case r.Kind == sword.FledAndInZone:
			m.addValue(r.Zones, 200)
		}
	}
}

// addGuard adds the hexes around a commander who must not flee, for units of his guard.
func (m *mind) addGuard(u int) {
	f := m.set.Special.Flight
	if f == nil || m.set.Units[u].Contingent != f.Guard || m.units[u].Side != m.me {
		return
	}
	l := m.leader(f.Leader)
	x := m.heads[l]
	if !x.Commands {
		return
	}
	m.value[x.Hex] += int16(m.w.GuardPlace)
	for k := range 6 {
		if n := m.m.Neighbor(x.Hex, k); n >= 0 {
			m.value[n] += int16(m.w.GuardPlace)
		}
	}
}

// leader returns the index of a leader.
func (m *mind) leader(id string) int {
	return slices.IndexFunc(m.set.Leaders, func(d sword.LeaderDef) bool { return d.ID == id })
}

func (m *mind) addValue(zones []string, points int) {
	for _, id := range zones {
		for _, h := range m.b.Zone(id) {
			m.value[h] = int16(min(int(m.value[h])+points, m.w.FullHold))
		}
	}
}

// addEmpty adds to the zones in which the side has no valiant unit but those of the group.
func (m *mind) addEmpty(zones []string, points int, group []int) {
	for i := range zones {
		if !m.valiantIn(zones[i], group) {
			m.addValue(zones[i:i+1], points)
		}
	}
}

func (m *mind) valiantIn(zone string, but []int) bool {
	for _, h := range m.b.Zone(zone) {
		if m.friendAt(int(h)) == nil {
			continue
		}
		for u := m.s.Top(int(h)); u >= 0; u = m.s.Below(u) {
			if p := &m.units[u]; !p.Discouraged && !p.Routed && !slices.Contains(but, u) {
				return true
			}
		}
	}
	return false
}

// Mêlée.

// attack is what a mêlée would be, by rule of thumb: for weighing places to go to. Declared attacks are weighed by
// the exact odds.
type attack struct {
	sp, worth, best, bonus int
	n, shaken              int
	typ, ground            int // the modifiers best for the defender
	arcs                   [3]bool
}

// with adds attackers from a hex, over its side k, on a defender who faces f.
func (m *mind) with(x *attack, st *stack, from, k int, def *stack, f int) {
	typ := int(m.set.Book.Melee[st.typ][def.typ])
	ground, _ := m.b.AttackMod(from, k)
	if x.n == 0 {
		x.typ, x.ground = typ, ground
	}
	x.typ, x.ground = min(x.typ, typ), min(x.ground, ground)
	x.sp += st.sp
	x.worth += st.worth
	x.best = max(x.best, st.best)
	x.bonus += st.bonus
	x.n += st.n
	x.shaken += st.shaken
	x.arcs[grid.ArcByCorner(f, grid.Opposite(k))] = true
}

// gain is what the attackers can expect, their own harm taken off.
func (m *mind) gain(x *attack, def *stack) int {
	mods := &m.set.Book.MeleeMods
	mod := x.typ + x.ground + x.bonus - def.bonus
	switch {
	case x.sp >= 2*def.sp:
		mod += 2
	case x.sp >= def.sp:
		mod++
	case 3*x.sp < def.sp:
		mod -= 2
	case 2*x.sp < def.sp:
		mod--
	}
	switch {
	case x.best > def.worst:
		mod += int(mods.QualityUp)
	case x.best < def.worst:
		mod += int(mods.QualityDown)
	}
	switch {
	case def.routed == def.n:
		mod += int(mods.DefendersRouted)
	case x.arcs[grid.Rear] && (x.arcs[grid.Flank] || x.arcs[grid.Front]):
		mod += int(mods.RearMore)
	case x.arcs[grid.Rear]:
		mod += int(mods.Rear)
	case x.arcs[grid.Flank]:
		mod += int(mods.Flank)
	}
	switch {
	case x.shaken == x.n:
		mod += int(mods.AttackersAll)
	case x.shaken > 0:
		mod += int(mods.AttackersSome)
	}
	switch {
	case def.routed == def.n:
	case def.shaken+def.routed == def.n:
		mod += int(mods.DefendersAll)
	case def.shaken+def.routed > 0:
		mod += int(mods.DefendersSome)
	}
	mod = max(-7, min(7, mod)) + 7
	return (m.w.loss[1][mod]*def.worth - m.w.loss[0][mod]*x.worth) / 100
}

// odds turns the exact chances of the mêlée that an action would start into what it is worth.
func (m *mind) odds(s *sword.State, a game.Action, att, def []int) int {
	total, ok := s.MeleeTotal(a)
	if !ok {
		return 0
	}
	sum := 0
	var last *sword.MeleeRow
	worth := 0
	for roll := range 10 {
		if row := meleeRow(m.set.Book, roll+total); row != last {
			last = row
			worth = m.suffer(def, row.Defenders, false) - m.suffer(att, row.Attackers, true)
		}
		sum += worth
	}
	return sum/10 + m.leaderRisk(def) - m.leaderRisk(att) - m.reserveCost(att)
}

// leaderRisk is the danger to the leaders in some hexes: one roll in ten calls for a check.
func (m *mind) leaderRisk(hexes []int) int {
	c := &m.set.Book.LeaderCheck
	sum := 0
	for l := range m.leaders {
		if x := &m.heads[l]; x.Hex >= 0 && slices.Contains(hexes, x.Hex) {
			sum += (m.leaderLoss(l, true)*(10-c.Kill) + m.leaderLoss(l, false)*(c.Kill-c.Wound)) / 100
		}
	}
	return sum
}

// suffer adds up what effects do to the units in some hexes; the routed take no part in an attack.
func (m *mind) suffer(hexes []int, effects []sword.Effect, attackers bool) int {
	sum := 0
	for _, h := range hexes {
		for u := m.s.Top(h); u >= 0; u = m.s.Below(u) {
			p := &m.units[u]
			if attackers && p.Routed {
				continue
			}
			n := 0
			for _, e := range effects {
				n += m.w.harmTo(p, e)
			}
			sum += n * m.worth(u) / 100
		}
		if !attackers && slices.Contains(effects, sword.Retreat) {
			sum += int(m.ground[h])
		}
	}
	return sum
}

// groundPoints is what it is worth to drive the enemy out of a hex.
func (m *mind) groundPoints(h int) int {
	sum := 0
	for i := range m.set.Victory.Scores {
		r := &m.set.Victory.Scores[i]
		var share int
		switch r.Kind {
		case sword.OccupiedEnd, sword.OccupiedTurn:
			share = 40 * r.Points
		case sword.ZonesFree:
			share = 10 * r.Points
		default:
			continue
		}
		for _, id := range r.Zones {
			if slices.Contains(m.b.Zone(id), int16(h)) {
				sum += share
			}
		}
	}
	return min(sum, 300)
}

// leaderOdds is the danger to the enemy's leaders less that to the own.
func (m *mind) leaderOdds(e *game.Explanation) int {
	sum := 0
	for _, o := range e.Also {
		l := o.Piece - m.n
		w := m.leaderLoss(l, o.Result == "check.killed") * o.Weight / o.Of
		if m.heads[l].Side == m.me {
			w = -w
		}
		sum += w
	}
	return sum
}

// leaderLoss is what a leader's death or wound costs his side.
func (m *mind) leaderLoss(l int, killed bool) int {
	switch {
	case m.fatal[l] == 2, m.fatal[l] == 1 && killed:
		return m.w.GameWorth
	case killed:
		return m.w.LeaderWorth
	}
	return m.w.LeaderWorth / 4
}

func (m *mind) fate(l int) (f uint8) {
	id := m.set.Leaders[l].ID
	for i := range m.set.Victory.Decisive {
		switch r := &m.set.Victory.Decisive[i]; {
		case r.Leader != id:
		case r.Kind == sword.LeaderHit:
			f = 2
		case r.Kind == sword.LeaderDead:
			f = max(f, 1)
		}
	}
	return f
}

// precious reports whether a leader's fall ends the game.
func (m *mind) precious(l int) bool { return m.fatal[l] > 0 }

// reserveCost is what the enemy scores if units of the reserve attack, which he does once.
func (m *mind) reserveCost(att []int) int {
	for _, h := range att {
		if st := m.friendAt(h); st != nil && st.reserve {
			for i := range m.set.Victory.Scores {
				if r := &m.set.Victory.Scores[i]; r.Kind == sword.ReserveUsed && r.Side != int(m.me) {
					return 100 * r.Points
				}
			}
		}
	}
	return 0
}

// Places to be.

// goals fills m.pull: how strongly each hex draws a group of one type, by the ways it can go.
func (m *mind) goals(st *stack, u, from int) {
	f := &m.field
	f.n, f.head = 0, [fieldCosts]int16{}
	for h, v := range m.value[:m.m.Len()] {
		if v > 0 && (m.friendAt(h) == nil || h == from) {
			f.start(h, min(m.w.PullOwn+int(v)/5, pullMost))
		}
	}
	for i := range m.foe {
		e := &m.foe[i]
		if st.reserve || m.hold[m.me] && m.m.Distance(from, e.hex) > m.w.Hold && int(m.ground[e.hex]) == 0 {
			continue
		}
		w := m.w.PullEnemy + 8*int(m.set.Book.Melee[st.typ][e.typ]) + int(m.ground[e.hex])/4
		if e.routed > 0 {
			w -= 30
		}
		if e.shaken > 0 {
			w += 15
		}
		f.start(e.hex, max(0, min(w, pullMost)))
	}
	if l := m.leaderOf(u); l >= 0 && (st.reserve || m.units[u].OutOfCommand) {
		f.start(m.heads[l].Hex, m.w.PullOwn)
	}
	f.spread(m, m.set.Book.Types[st.typ].Column)
}

// leaderOf returns the leader of a unit's contingent if he is on the map, or -1.
func (m *mind) leaderOf(u int) int {
	for l := range m.leaders {
		if x := m.heads[l]; x.Contingent == m.units[u].Contingent && x.Commands {
			return l
		}
	}
	return -1
}

// field is a search outward from goals, by cost.
type field struct {
	head [fieldCosts]int16
	node [fieldNodes]int16
	next [fieldNodes]int16
	n    int
}

const (
	fieldCosts = 96
	fieldNodes = 6144
)

func (f *field) start(h, pull int) { f.push(h, (pullMost-pull)/pullStep) }

func (f *field) push(h, cost int) {
	if cost >= fieldCosts || f.n >= fieldNodes {
		return
	}
	f.node[f.n], f.next[f.n] = int16(h), f.head[cost]
	f.n++
	f.head[cost] = int16(f.n)
}

// spread fills m.pull. It goes against the direction of movement: what counts is the way from a hex to the goal.
func (f *field) spread(m *mind, c sword.Column) {
	var done [sword.MaxHexes]bool
	clear(m.pull[:])
	for cost := range fieldCosts {
		for f.head[cost] != 0 {
			i := f.head[cost] - 1
			h := int(f.node[i])
			f.head[cost] = f.next[i]
			if done[h] {
				continue
			}
			done[h] = true
			m.pull[h] = int16(pullMost - pullStep*cost)
			for k := range 6 {
				n := m.m.Neighbor(h, k)
				if n < 0 || done[n] {
					continue
				}
				if step := m.b.Step(c, n, grid.Opposite(k)); step != sword.Closed {
					f.push(n, cost+step)
				}
			}
		}
	}
}

// place rates a hex for a group, whatever its facing there.
func (m *mind) place(from, h int) int {
	friends, cover := m.company(from, h)
	return int(m.value[h]) + friends + cover
}

// company rates a hex by the friends beside it, and by how it is protected.
func (m *mind) company(from, h int) (company, protection int) {
	friends := 0
	cover, sides := 0, 0
	for k := range 6 {
		n := m.m.Neighbor(h, k)
		if n < 0 {
			continue
		}
		if x := m.friendAt(n); x != nil && n != from && x.routed == 0 {
			friends++
			continue
		}
		if mod, ok := m.b.AttackMod(n, grid.Opposite(k)); ok {
			cover -= mod
			sides++
		}
	}
	if sides > 0 && m.nearest(h) <= 5 {
		protection = m.w.CoverTerm * cover / sides
	}
	return m.w.FriendNear * min(friends, 2), protection
}

// stance rates a facing in a hex: who is in front, who can come from where.
func (m *mind) stance(st *stack, from, h, f int) int {
	sum := m.facing(h, f)
	var x, behind attack
	me := *st
	me.hex, me.facing = h, f
	for k := range 6 {
		n := m.m.Neighbor(h, k)
		if n < 0 {
			continue
		}
		arc := grid.ArcByCorner(f, k)
		if e := m.foeAt(n); e != nil {
			if _, ok := m.b.AttackMod(n, grid.Opposite(k)); ok && e.routed == 0 {
				m.with(&x, e, n, grid.Opposite(k), &me, f)
				if arc != grid.Front {
					m.with(&behind, e, n, grid.Opposite(k), &me, f)
				}
			}
			continue
		}
		if w := m.friendAt(n); w != nil && n != from && w.routed == 0 {
			if w.facing == f {
				sum += m.w.LineUp
			}
			continue
		}
		if arc != grid.Front && m.b.Step(sword.Foot, n, grid.Opposite(k)) != sword.Closed && m.nearest(n) <= 2 {
			sum -= m.w.OpenFlank * int(arc)
		}
	}
	if x.n > 0 {
		danger := max(0, m.gain(&x, &me))
		if st.active && m.w.GuardFront < 100 {
			rest := 0
			if behind.n > 0 {
				rest = max(0, m.gain(&behind, &me))
			}
			danger = (danger*m.w.GuardFront + rest*(100-m.w.GuardFront)) / 100
		}
		sum -= danger * m.w.GuardTerm / 100
	}
	return sum
}

// chances rates the attacks a group could make from a hex with a facing, friends who face the same enemy included.
func (m *mind) chances(st *stack, from, h, f int) int {
	if !st.active || st.reserve {
		return 0
	}
	best, targets := 0, 0
	for k := f; k < f+2; k++ {
		n := m.m.Neighbor(h, k%6)
		if n < 0 {
			continue
		}
		e := m.foeAt(n)
		if e == nil || m.shy(st, e) {
			continue
		}
		if _, ok := m.b.AttackMod(h, k%6); !ok {
			continue
		}
		targets++
		var x attack
		for j := range 6 {
			g := m.m.Neighbor(n, j)
			if g < 0 || g == from || g == h {
				continue
			}
			w := m.friendAt(g)
			if w == nil || !w.active || w.reserve || w.routed > 0 || grid.ArcByCorner(w.facing, grid.Opposite(j)) != grid.Front {
				continue
			}
			if _, ok := m.b.AttackMod(g, grid.Opposite(j)); ok {
				m.with(&x, w, g, grid.Opposite(j), e, e.facing)
			}
		}
		without := 0
		if x.n > 0 {
			without = max(0, m.gain(&x, e))
		}
		m.with(&x, st, h, k%6, e, e.facing)
		gain := max(0, m.gain(&x, e)-without)
		if gain > 0 {
			gain += int(m.ground[n]) / 4
		}
		best = max(best, gain)
	}
	if targets > 1 {
		best /= 2
	}
	return best * m.w.AttackTerm / 100
}

// shy reports whether a rule keeps the stack from attacking.
func (m *mind) shy(st, e *stack) bool {
	r := m.set.Special.Levies
	return r != nil && slices.Contains(r.Types, m.set.Book.Types[st.typ].Code) &&
		slices.Contains(r.Against, m.set.Book.Types[e.typ].Code)
}

// shots rates the shots a group could make from a hex.
func (m *mind) shots(st *stack, u, h, f int) int {
	reach := m.b.Reach(st.typ)
	if reach < 2 || !m.units[u].Shoots {
		return 0
	}
	for k := range 6 {
		if n := m.m.Neighbor(h, k); n >= 0 && m.foeAt(n) != nil {
			return 0
		}
	}
	for i := range m.foe {
		e := m.foe[i].hex
		if m.foe[i].routed == m.foe[i].n || m.m.Distance(h, e) > reach {
			continue
		}
		if s1, s2 := m.m.Exit(h, e); grid.ArcByCorner(f, s1) == grid.Front && grid.ArcByCorner(f, s2) == grid.Front {
			return m.w.ShotTerm
		}
	}
	return 0
}

// command rates a hex by the leader of the contingent, who will come after but not far.
func (m *mind) command(u, h int) int {
	l := m.leaderOf(u)
	if l < 0 {
		return 0
	}
	x := m.heads[l]
	return -m.w.OutOfReach * max(0, m.m.Distance(h, x.Hex)-x.Radius-1)
}

// Choices.

func (m *mind) rateDeploy(legal []game.Action, r []int) {
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

func (m *mind) rateRest(legal []game.Action, r []int) {
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

// shotWorth is what a shot can be expected to do.
func (m *mind) shotWorth(e *game.Explanation, hex int) int {
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

func (m *mind) rateShots(legal []game.Action, r []int) {
	// An offensive shot takes two from the mêlée that follows, unless it is the pilum.
	least := 3
	switch m.s.Asked() {
	case "defend":
		least = 0
	case "offend":
		if !m.freeShot() {
			least = 40
		}
	}
	for i, a := range legal {
		if a.Verb == sword.VerbDone {
			r[i] = least
		} else {
			r[i] = m.shotWorth(m.s.Explain(a), int(a.A))
		}
	}
}

// freeShot reports whether the attackers shoot without spoiling their attack.
func (m *mind) freeShot() bool {
	for _, h := range m.s.Attackers(nil) {
		st := m.friendAt(h)
		if st != nil && !slices.Contains(m.set.Book.MeleeMods.OffensiveShotExempt, m.set.Book.Types[st.typ].Code) {
			return false
		}
	}
	return true
}

func (m *mind) rateShooters(legal []game.Action, r []int) {
	target := m.s.Target()
	for i, a := range legal {
		r[i] = m.shotWorth(m.s.Explain(a), target)
		if a.Verb == sword.VerbFire {
			r[i]++ // who adds nothing may shoot elsewhere
		}
	}
}

// rateLeaders chooses who acts now: the leader with most of his units near the enemy. Barring takes the most
// dangerous enemy, and the one forced to act is he who can do least.
func (m *mind) rateLeaders(legal []game.Action, r []int) {
	for i, a := range legal {
		r[i] = m.weight(int(a.A) - m.n)
		if a.Verb == sword.VerbForce {
			r[i] = -r[i]
		}
	}
}

// weight is how much a leader could do if he were activated now.
func (m *mind) weight(l int) int {
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

// rateMoves chooses the unit to move: those before the others come first, and the leader's own last, since he goes
// with it. A unit that has nothing to gain is left alone.
func (m *mind) rateMoves(legal []game.Action, r []int) {
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
		m.asked, m.moved = [sword.MaxUnits]bool{}, false // now that others have moved, some may want to after all
	}
	if lead >= 0 && m.leaderWants() {
		r[lead] = sooner
	}
}

// enter forgets who was asked when another leader's units move.
func (m *mind) enter() {
	if at := stage(m.s); at != m.stage {
		m.stage, m.asked, m.moved = at, [sword.MaxUnits]bool{}, false
	}
}

// forget implements [judge].
func (m *mind) forget() { m.stage = 0 }

// stage names the activation and what is asked in it.
func stage(s *sword.State) uint64 {
	n := uint64(1)
	if s.Asked() == "stray" {
		n = 2
	}
	return uint64(s.Turn())<<16 | uint64(s.Active()+1)<<8 | n
}

// moveGain is what a unit gains by moving, with those of its stack who can.
func (m *mind) moveGain(a game.Action) int {
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
		case sword.VerbTo, sword.VerbBack:
			best = max(best, r[i])
		}
	}
	return best - stay
}

// rateEnds rates where the group of c could end.
func (m *mind) rateEnds(c *sword.State, legal []game.Action, r []int) {
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
	m.goals(&st, u, from)
	m.weighedAt = -1
	rating := func(h, f int) int { return m.terms(&st, u, from, h, f).sum() }
	for i, a := range legal {
		switch a.Verb {
		case sword.VerbTo:
			r[i] = rating(int(a.A), int(a.B))
			if w := m.friendAt(int(a.A)); w != nil && int(a.A) != from {
				r[i] -= 15 // a deep stack is a narrow line
				if w.routed > 0 {
					r[i] -= 60
				}
			}
		case sword.VerbBack:
			r[i] = rating(int(a.A), facing)
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

// terms is what speaks for a place and a facing, each by itself.
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
	termCount
)

// termKeys name the terms as reasons.
var termKeys = [termCount]string{
	"advice.ground", "advice.line", "advice.cover", "advice.goal", "advice.command", "advice.withdraw", "advice.stance",
	"advice.attack", "advice.shoot",
}

func (t *terms) sum() int {
	n := 0
	for _, x := range t {
		n += x
	}
	return n
}

// terms rates a place and a facing for a group.
func (m *mind) terms(st *stack, u, from, h, f int) *terms {
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
	return t
}

// guards reports whether a unit keeps the activated leader company where he should stay.
func (m *mind) guards(u int) bool {
	l := m.s.Active()
	if l < 0 || !m.retiring(l) {
		return false
	}
	x := m.heads[l]
	return x.Hex == m.units[u].Hex && m.nearest(x.Hex) > 1
}

// retiring reports whether a leader belongs behind the line: one who has a refuge, or whose flight is the aim.
func (m *mind) retiring(l int) bool {
	id := m.set.Leaders[l].ID
	sp := &m.set.Special
	return sp.Citadel != nil && sp.Citadel.Leader == id || sp.Flight != nil && sp.Flight.Leader == id
}

func (m *mind) rateGroup(legal []game.Action, r []int) {
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

// takeAlong reports whether the activated leader goes with the group, which ends all moves: not if units near him are
// waiting for the way to be free.
func (m *mind) takeAlong(l int) bool {
	x := m.heads[l]
	if m.retiring(l) || m.precious(l) {
		return false // he rides by himself, and not to the front
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
func (m *mind) leaderPlace(l, h int) int {
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
			sum += 12
		case x.Commander:
			sum += 3
		}
	}
	if st := m.friendAt(h); st != nil {
		sum += 2*st.sp + 2*st.best - 40*st.routed - 8*st.shaken
	}
	switch d := m.nearest(h); {
	case m.retiring(l):
		sum += 25*min(d, 5) + 15*m.guardsNear(h)
	case d == 1 && m.precious(l):
		sum -= m.w.Sheltered
	case d == 1:
		sum += 8 * x.Bonus
	default:
		sum -= 2 * min(d, 20) // not far behind
	}
	return sum
}

// guardsNear counts the units of the guard beside a hex or in it.
func (m *mind) guardsNear(h int) int {
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

// leaderWants reports whether the activated leader would be much better somewhere else.
func (m *mind) leaderWants() bool {
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
		if m.m.Distance(h, x.Hex) <= x.MP && m.b.MayJoin(l, m.s.Top(h)) && m.leaderPlace(l, h) > here+20 {
			return true
		}
	}
	return false
}

func (m *mind) ratePlaces(legal []game.Action, r []int) {
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

// rateDeclare weighs each attack by the best mêlée that could come of it.
func (m *mind) rateDeclare(legal []game.Action, r []int) {
	for i, a := range legal {
		if a.Verb == sword.VerbDone {
			r[i] = m.w.Keenness
			continue
		}
		var room [2]int
		targets := m.s.Targets(int(a.A), room[:0])
		r[i] = m.odds(m.s, a, []int{int(a.A)}, targets)
		if len(targets) == 1 || m.s.Marked(targets[0]) || m.s.Marked(targets[1]) {
			r[i] = max(r[i], m.joint(a, targets))
		}
	}
}

// joint plays a declaration on to the mêlées and returns what the best of those on a new target is worth.
func (m *mind) joint(a game.Action, targets []int) int {
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

// meleeWorth is what a mêlée is worth with all who should join it.
func (m *mind) meleeWorth(s *sword.State, a game.Action) int {
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

func (m *mind) rateMelees(legal []game.Action, r []int) {
	for i, a := range legal {
		r[i] = m.meleeWorth(m.s, a)
	}
}

func (m *mind) rateJoins(legal []game.Action, r []int) {
	def := m.s.Defenders(nil)
	for i, a := range legal {
		att := m.s.Attackers(nil)
		if a.Verb == sword.VerbJoin {
			att = append(att, int(a.A))
		}
		r[i] = m.odds(m.s, a, att, def)
	}
}

// rateRetreats keeps away from the enemy, with the front to him, and does not retreat forward.
func (m *mind) rateRetreats(legal []game.Action, r []int) {
	last, group := int32(-1), []int(nil)
	for i, a := range legal {
		if a.Verb != sword.VerbRetreat {
			r[i] = later // the routed run first
			continue
		}
		from, to, f := int(a.A), int(a.B), int(a.C%6)
		if a.A != last {
			last, group = a.A, m.unitsAt(from)
			m.valueFor(group[0], group)
		}
		st := m.friendAt(from)
		r[i] = m.place(from, to) + m.stance(st, from, to, f) + 4*min(m.nearest(to), 4)
		if grid.ArcByCorner(st.facing, m.m.Side(from, to)) == grid.Front {
			r[i] -= 150
		}
		if m.friendAt(to) != nil {
			r[i] -= 20
		}
	}
}

func (m *mind) unitsAt(h int) []int {
	var list []int
	for u := m.s.Top(h); u >= 0; u = m.s.Below(u) {
		list = append(list, u)
	}
	return list
}

// rateAdvance goes on if the place is good, and faces the next enemy.
func (m *mind) rateAdvance(legal []game.Action, r []int) {
	for i, a := range legal {
		switch a.Verb {
		case sword.VerbAdvance:
			from, to := int(a.A), int(a.B)
			group := m.unitsAt(from)
			st := m.friendAt(from)
			m.valueFor(group[0], group)
			here := m.place(from, from) + m.stance(st, from, from, st.facing)
			r[i] = m.place(from, to) + m.stance(st, from, to, int(a.C)) - here + 15
		case sword.VerbDone:
			r[i] = 0
		default:
			r[i] = never
		}
	}
}

// rateFire burns where it hurts more than the point that the enemy gets for it.
func (m *mind) rateFire(legal []game.Action, r []int) {
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

// rateBlow strikes again when the leader's men are close enough to use it.
func (m *mind) rateBlow(legal []game.Action, r []int) {
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

func (m *mind) rateRally(legal []game.Action, r []int) {
	for i, a := range legal {
		if a.Verb == sword.VerbDone {
			continue
		}
		r[i] = sooner + m.friendAt(int(a.A)).worth
	}
}

// rateFlights is for what happens to the beaten: together rather than one by one, the foremost first, beneath those
// who stand, away from friends; and leaders stay with those who stay.
func (m *mind) rateFlights(legal []game.Action, r []int) {
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

// toRear is how far a hex lies toward the edge where the side's routed units go.
func (m *mind) toRear(h int) int {
	if m.set.Sides[m.me].RoutEdge == "top" {
		return m.m.Rows - m.m.Row(h)
	}
	return m.m.Row(h)
}

// reason implements [judge].
func (m *mind) reason(s game.State, side game.Side, a game.Action) Reason {
	m.s, m.me, m.w = s.(*sword.State), side, &m.tastes[side]
	m.look()
	var r [1]int
	switch a.Verb {
	case sword.VerbAttack:
		m.rateDeclare([]game.Action{a}, r[:])
		return Reason{"advice.melee", r[0]}
	case sword.VerbMelee, sword.VerbPair:
		return Reason{"advice.melee", m.meleeWorth(m.s, a)}
	case sword.VerbJoin, sword.VerbFight:
		m.rateJoins([]game.Action{a}, r[:])
		return Reason{"advice.melee", r[0]}
	case sword.VerbShoot:
		m.rateShots([]game.Action{a}, r[:])
		return Reason{"advice.shot", r[0]}
	case sword.VerbBurn:
		m.rateFire([]game.Action{a}, r[:])
		return Reason{"advice.burn", r[0]}
	case sword.VerbMove:
		return m.moveReason(a)
	case sword.VerbTo, sword.VerbBack:
		return m.endReason(m.s, a)
	}
	if key := plainReasons[a.Verb]; key != "" {
		return Reason{Key: key}
	}
	return Reason{Key: "advice.custom"}
}

// plainReasons are the reasons of actions that speak for themselves.
var plainReasons = map[game.Verb]string{
	sword.VerbDone: "advice.wait", sword.VerbStay: "advice.wait", sword.VerbReady: "advice.ready", sword.VerbFace: "advice.face",
	sword.VerbActivate: "advice.activate", sword.VerbForce: "advice.force", sword.VerbBar: "advice.bar",
	sword.VerbRest: "advice.rest", sword.VerbRally: "advice.rally", sword.VerbRetreat: "advice.retreat",
	sword.VerbAdvance: "advice.advance", sword.VerbRide: "advice.leader", sword.VerbLead: "advice.leader",
	sword.VerbPlace: "advice.leader", sword.VerbAgain: "advice.again", sword.VerbWith: "advice.together",
}

// moveReason is that of the best place the unit could go to.
func (m *mind) moveReason(a game.Action) Reason {
	if m.moveGain(a) <= 0 {
		return Reason{Key: "advice.wait"}
	}
	at := -1
	for i, e := range m.ends {
		if (e.Verb == sword.VerbTo || e.Verb == sword.VerbBack) && (at < 0 || m.endings[i] > m.endings[at]) {
			at = i
		}
	}
	return m.endReason(m.scratch, m.ends[at])
}

// endReason is the term by which a place is most ahead of staying.
func (m *mind) endReason(c *sword.State, a game.Action) Reason {
	var room [9]int
	group := c.Group(room[:0])
	u := group[0]
	from, facing := m.units[u].Hex, m.units[u].Facing
	st := stack{hex: from, worst: 99}
	for _, v := range group {
		m.add(&st, v)
	}
	m.valueFor(u, group)
	m.goals(&st, u, from)
	f := facing
	if a.Verb == sword.VerbTo {
		f = int(a.B)
	}
	m.weighedAt = -1
	there := *m.terms(&st, u, from, int(a.A), f)
	m.weighedAt = -1
	here := *m.terms(&st, u, from, from, facing)
	at := 0
	for i := range there {
		if there[i]-here[i] > there[at]-here[at] {
			at = i
		}
	}
	return Reason{termKeys[at], there[at] - here[at]}
}

// Package judge is how computer opponents evaluate By the Edge of the Sword. Its files rate ground and fights
// (ground.go, fight.go, charge.go) and choices (choices.go), forecast the result from a state (forecast.go), give the
// reason for an action (reasons.go) and hold what self-play has learned (tuning.go, tuning.json).
package judge

import (
	"slices"

	"acies/game"
	"acies/grid"
	"acies/rules/sword"
	"acies/system"
)

// weights are the values of a player. Harm is in hundredths of a unit's value, everything else in hundredths of a
// victory point.
type weights struct {
	HarmFatigue    int `range:"0 200"`
	HarmDiscourage int `range:"0 200"`
	HarmRout       int `range:"0 500"`
	HarmRetreat    int `range:"0 100"`
	HarmFlight     int `range:"0 200"` // a routed unit flees again
	GainAdvance    int `range:"0 100"`

	PullEnemy   int `range:"0 330"`  // an enemy of even strength
	PullOwn     int `range:"0 330"`  // ground to stay on
	FriendNear  int `range:"0 100"`  // for each adjacent friend, at most two
	LineUp      int `range:"0 100"`  // if they face the same way
	Misfaced    int `range:"0 100"`  // for each quarter by which the front misses the enemy
	OutOfReach  int `range:"0 200"`  // for each hex beyond the leader's radius
	GuardTerm   int `range:"0 300"`  // percent of an enemy's expected gain by attacking
	AttackTerm  int `range:"0 1000"` // percent of the side's own expected gain
	OpenFlank   int `range:"0 60"`   // an empty flank or rear hex with the enemy near
	CoverTerm   int `range:"0 100"`  // for each point by which the ground weakens an attack
	Inertia     int `range:"0 200"`  // for staying put
	DrawBack    int `range:"0 400"`  // for each of three hexes between a discouraged unit and the enemy
	RestTerm    int `range:"0 400"`  // for not disturbing a rest
	ShotTerm    int `range:"0 400"`  // for an enemy within range if none is adjacent
	GuardPlace  int `range:"0 600"`  // for a commander's guard next to him
	FullHold    int `range:"0 3000"` // the most that standing on ground is worth
	LeaderWorth int `range:"0 3000"`
	GameWorth   int `range:"0 20000"` // value of ending the game at once
	GuardFront  int `range:"0 100"`   // percent of the danger from enemies in front, which the unit can attack first, that counts
	FireTerm    int `range:"0 600"`   // percent of the points for a fire that it must be worth
	Sheltered   int `range:"0 400"`   // for a leader whose death ends the game, against standing next to an enemy
	Keenness    int `range:"0 200"`   // the least value of an attack that is made
	Hold        int `range:"0 99"`    // for a side that has more to keep: the distance up to which it goes for an enemy

	ChargeTerm  int `range:"0 600"` // percent of the expected gain of a charge
	ChargeReady int `range:"0 200"` // for a free run at an enemy
	Elan        int `range:"0 300"` // for the pursuit that may follow a charge
	Ransom      int `range:"0 200"` // against a Dispersion
	Screen      int `range:"0 150"` // for guns with other units in front of them, and for those units
	Dismount    int `range:"0 150"` // for each enemy beyond two that can shoot at a mounted unit

	PullType      int `range:"0 40"`   // for each point by which types favour an attack on an enemy
	LeaveRouted   int `range:"0 200"`  // against going for an enemy in rout
	PressShaken   int `range:"0 200"`  // for going for one that is discouraged
	Nearer        int `range:"4 40"`   // for each movement point nearer to a goal
	TakeGround    int `range:"0 200"`  // percent of the value of ground that an attack may gain
	Crowd         int `range:"0 150"`  // against joining a stack: a high stack makes a short line
	Trample       int `range:"0 400"`  // against joining one with routed units
	FollowUp      int `range:"0 200"`  // for advancing after a melee
	RetreatRoom   int `range:"0 40"`   // for each of four hexes between a retreat and the enemy
	RetreatPast   int `range:"0 600"`  // against a retreat forward
	ShotLeast     int `range:"0 60"`   // what a shot must be worth
	ShotFirst     int `range:"0 300"`  // what a shot must be worth that weakens the attack after it
	WorthPoints   int `range:"10 300"` // of a unit, for each victory point for its loss
	WorthStrength int `range:"0 60"`   // of a unit, for each strength point
	WorthQuality  int `range:"0 60"`   // of a unit, for each point of quality
	LeadUnit      int `range:"0 60"`   // for each unit of his contingent within a leader's radius
	LeadFront     int `range:"0 60"`   // for each point of bonus of a leader next to the enemy
	LeadLag       int `range:"0 20"`   // against each hex by which a leader is behind
	LeadMove      int `range:"0 200"`  // what it must be worth for a leader to leave his units
}

// plain are the weights set by hand, from which the tuning began.
var plain = weights{
	HarmFatigue: 12, HarmDiscourage: 25, HarmRout: 60, HarmRetreat: 5, HarmFlight: 15, GainAdvance: 3,
	PullEnemy: 110, PullOwn: 70, FriendNear: 6, LineUp: 3, Misfaced: 7, OutOfReach: 12, GuardTerm: 60, GuardFront: 100,
	AttackTerm: 110, OpenFlank: 4, CoverTerm: 6, Inertia: 8, DrawBack: 40, RestTerm: 40, ShotTerm: 25, GuardPlace: 60,
	FullHold: 700, LeaderWorth: 300, GameWorth: 2500, Hold: 2, FireTerm: 50, Sheltered: 40, Keenness: 4,
	ChargeTerm: 130, ChargeReady: 20, Elan: 20, Ransom: 10, Screen: 15, Dismount: 10,
	PullType: 8, LeaveRouted: 30, PressShaken: 15, Nearer: 12, TakeGround: 25, Crowd: 15, Trample: 60, FollowUp: 15,
	RetreatRoom: 4, RetreatPast: 150, ShotLeast: 3, ShotFirst: 40, WorthPoints: 60, WorthStrength: 10, WorthQuality: 8,
	LeadUnit: 12, LeadFront: 8, LeadLag: 2, LeadMove: 20,
}

// New returns a judge that plays in a style: the tuning learned by self-play, with the changes the style makes.
func New(b *sword.Battle, st system.Style) *Judge {
	t := TuningOf(b)
	w := tunings.Weights(&t)
	for i := range w {
		w[i].adopt(st)
	}
	return newJudge(b, &t, w)
}

// Tuned returns a judge that uses a tuning.
func Tuned(b *sword.Battle, t *system.Tuning) *Judge { return newJudge(b, t, tunings.Weights(t)) }

func (w *weights) adopt(st system.Style) {
	switch st {
	case system.Bold:
		w.AttackTerm, w.GuardTerm = w.AttackTerm*3/2, w.GuardTerm/2
		w.PullEnemy, w.Hold = w.PullEnemy*3/2, 99
	case system.Careful:
		w.AttackTerm, w.GuardTerm = w.AttackTerm*4/5, w.GuardTerm*2+20
		w.OpenFlank, w.FriendNear = 2*w.OpenFlank+2, 2*w.FriendNear+2
	case system.Patient:
		w.Inertia, w.PullEnemy, w.PullOwn = w.Inertia+50, 0, w.PullOwn/3
	case system.Grasping:
		w.PullOwn, w.PullEnemy, w.FullHold = 2*w.PullOwn, w.PullEnemy/2, 2*w.FullHold
	}
}

const (
	pullMost = 220 // the greatest pull of a goal
	sight    = 7   // the distance up to which an enemy matters to a facing if another is nearer
)

// Ratings of choices that need no estimate, far apart from the others.
const (
	always = 1 << 20
	sooner = 1 << 16
	later  = 1 << 12
	never  = system.Never
)

// battleFacts are facts about a battle that do not change during play.
type battleFacts struct {
	b       *sword.Battle
	set     *sword.Setup
	m       *grid.Map
	n       int // units
	leaders int
	hold    [2]bool                 // the side has more to keep than to take
	points  [sword.MaxUnits]int     // for the loss of a unit
	ground  [sword.MaxHexes]int16   // the value of driving the enemy out of a hex
	fatal   [sword.MaxLeaders]uint8 // 1: his death ends the game, 2: a wound does too
}

// taste holds the weights of a side, and what follows from them.
type taste struct {
	weights
	loss [2][15]int // mean harm by the modifier of a melee, in percent: to the attackers, to the defenders
}

// Judge evaluates one state for a side. It implements [system.Student].
type Judge struct {
	battleFacts
	w      *taste // of the side for which the state is rated
	tastes [2]taste
	plain  taste // for forecasts
	tuning *system.Tuning

	s     *sword.State
	me    game.Side
	units [sword.MaxUnits]sword.UnitInfo
	heads [sword.MaxLeaders]sword.LeaderInfo
	own   []stack
	foe   []stack
	at    [sword.MaxHexes]int16 // 1 + the index in own of the stack in a hex, or minus that in foe
	near  [sword.MaxHexes]int8  // 1 + the distance to the nearest enemy, where known

	faces [sword.MaxHexes][6]int16 // how well each facing covers the enemy, where known
	known [sword.MaxHexes]bool
	sees  []enemy // the enemies for which near and faces were worked out
	seer  *taste  // and the weights

	scratch *sword.State
	value   [sword.MaxHexes]int16 // of standing in a hex, for the group that is being considered
	pull    [sword.MaxHexes]int16 // of being near a goal
	field   field
	ends    []game.Action
	endings []int

	weighed   terms // of the hex and facing last rated
	weighedAt int

	// Which units have been considered for a move in this activation.
	stage uint64
	asked [sword.MaxUnits]bool
	moved bool // a unit has moved since
}

// stack is the units of one side in a hex. Except for guns they are of one type.
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
	guns        bool // nothing but guns
}

// enemy is a stack as far as facings and distances depend on it.
type enemy struct {
	hex   int
	flees bool
}

// newJudge returns a judge of a battle with the weights of each side.
func newJudge(b *sword.Battle, t *system.Tuning, w [2]weights) *Judge {
	m := &Judge{tuning: t}
	m.b, m.set, m.m, m.n, m.leaders = b, b.Setup(), b.Map(), b.Units(), b.Leaders()
	s := b.Start().(*sword.State)
	m.scratch = b.Start().(*sword.State)
	for i := range m.n {
		m.units[i] = s.Unit(i)
		m.points[i] = m.unitPoints(&m.units[i])
	}
	for side := range game.Side(2) {
		m.me = side
		m.hold[side] = m.keeps() > 0 && m.keeps() >= m.takes()
	}
	for h := range m.m.Len() {
		m.ground[h] = int16(m.groundPoints(h))
	}
	for l := range m.leaders {
		m.fatal[l] = m.fate(l)
	}
	m.plain = m.taste(plain)
	m.tastes = [2]taste{m.taste(tunings.Limit(w[0])), m.taste(tunings.Limit(w[1]))}
	return m
}

// taste works out the mean harm of melees for some weights.
func (m *Judge) taste(w weights) taste {
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

// Compare implements [system.Judge].
func (m *Judge) Compare(s game.State, side game.Side, legal []game.Action, r []int) {
	m.Rate(s, side, legal, r)
	if k := m.s.Asked(); k != "moves" && k != "stray" {
		return
	}
	for i, a := range legal {
		if a.Verb == sword.VerbMove {
			r[i] = m.moveGain(a)
		} else {
			r[i] = 0 // done, or the leader alone
		}
	}
}

// Rate implements [system.Judge].
func (m *Judge) Rate(s game.State, side game.Side, legal []game.Action, r []int) {
	m.s, m.me, m.w = s.(*sword.State), side, &m.tastes[side]
	m.readState()
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
	case "react":
		m.rateReact(legal, r)
	case "disperse":
		m.ratePursuit(legal, r)
	case "hold":
		m.rateCaptors(legal, r)
	case "succeed":
		for i, a := range legal {
			r[i] = m.heads[int(a.A)-m.n].Bonus
		}
	case "rallied":
		for i, a := range legal {
			r[i] = m.facing(m.units[a.A].Hex, int(a.B))
		}
	default:
		m.rateFlights(legal, r)
	}
}

// Activation implements [system.Judge]. The second blow is an activation of its own.
func (m *Judge) Activation(s game.State) (id uint64, whose game.Side) {
	x := s.(*sword.State)
	l := x.Active()
	if l < 0 {
		return 0, x.ToAct()
	}
	id = uint64(x.Turn())<<16 | uint64(l+1)<<1
	if x.SecondBlow() {
		id++
	}
	return id, x.Leader(l).Side
}

// Roll implements [system.Judge].
func (m *Judge) Roll(s game.State) uint64 {
	x := s.(*sword.State)
	kind, at := x.Due()
	return uint64(x.Turn())<<32 | uint64(kind)<<16 | uint64(at)&0xffff
}

// Question implements [system.Judge].
func (m *Judge) Question(s game.State) system.Question {
	x := s.(*sword.State)
	switch x.Asked() {
	case "deploy", "rest", "rally", "shooters", "ride", "group", "stray":
		return system.Minor
	case "first", "next", "bar", "force":
		return system.Order
	case "archers", "volley", "defend", "offend":
		return system.Shot
	case "declare":
		return system.Attack
	case "retreats":
		return system.Retreat
	case "advance":
		return system.Advance
	case "flee", "swerve", "settle", "leader-go", "place-leader", "rallied", "react", "hold", "succeed", "head":
		return system.Reaction
	case "moves":
		return system.Plan
	}
	return system.Single
}

// readState reads the whole map from the state.
func (m *Judge) readState() {
	m.own, m.foe = m.own[:0], m.foe[:0]
	clear(m.at[:])
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
	m.watch()
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

// watch forgets the distances to the enemy and the ratings of facings unless all enemies are where they were.
func (m *Judge) watch() {
	same := m.seer == m.w && len(m.sees) == len(m.foe)
	for i := range m.foe {
		e := &m.foe[i]
		is := enemy{e.hex, e.routed == e.n}
		if i == len(m.sees) {
			m.sees = append(m.sees, is)
		}
		same = same && m.sees[i] == is
		m.sees[i] = is
	}
	if !same {
		m.sees, m.seer = m.sees[:len(m.foe)], m.w
		clear(m.near[:])
		clear(m.known[:])
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

// harm returns what an effect does to a fresh and valiant unit, in hundredths of its value.
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

// harmTo returns what an effect does to a unit in its present state.
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

// worth returns the value of a unit to its side: the points for its loss, and its strength.
func (m *Judge) worth(i int) int {
	u := &m.units[i]
	return m.w.WorthPoints*m.points[i] + m.w.WorthStrength*u.SP + m.w.WorthQuality*u.Quality
}

func (m *Judge) unitPoints(u *sword.UnitInfo) int {
	points := 0
	for i := range m.set.Victory.Scores {
		r := &m.set.Victory.Scores[i]
		if r.Kind == sword.Eliminated && r.Side != int(u.Side) && u.Front >= r.Quality[0] && u.Front <= r.Quality[1] &&
			(len(r.Types) == 0 || slices.Contains(r.Types, m.set.Book.Types[u.Type].Code)) {
			points += r.Points
		}
	}
	return points
}

// stackAt adds up the units in a hex.
func (m *Judge) stackAt(h int) stack {
	st := stack{hex: h, worst: 99}
	for u := m.s.Top(h); u >= 0; u = m.s.Below(u) {
		m.add(&st, u)
	}
	return st
}

func (m *Judge) add(st *stack, i int) {
	u := &m.units[i]
	if st.n == 0 || !u.Routed {
		st.facing = u.Facing
	}
	if st.n == 0 || !u.Guns {
		st.typ, st.guns = u.Type, u.Guns
	}
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
	st.active = st.active || u.Active && !u.OutOfCommand && !u.Routed && !u.Fought && !u.Held && !u.Guns && !u.Charging
	st.reserve = st.reserve || u.Reserve
}

func (m *Judge) friendAt(h int) *stack {
	if i := m.at[h]; i > 0 {
		return &m.own[i-1]
	}
	return nil
}

func (m *Judge) foeAt(h int) *stack {
	if i := m.at[h]; i < 0 {
		return &m.foe[-i-1]
	}
	return nil
}

// nearest returns the distance to the nearest unrouted enemy, or 98.
func (m *Judge) nearest(h int) int {
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

// facing rates a facing by how many enemies it has in front; nearer enemies count more.
func (m *Judge) facing(h, f int) int {
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
				if m.set.Book.Facing == sword.FaceSide {
					off[g] += w * (near[(g+5)%6] + 2*near[g] + near[(g+1)%6] - 4*d + 4) / 2
				} else {
					off[g] += w * (near[g] + near[(g+1)%6] - 2*d + 2)
				}
			}
			sum += w
		}
		for g := range off {
			if sum > 0 {
				m.faces[h][g] = int16(-m.w.Misfaced * off[g] / sum)
			}
		}
	}
	return int(m.faces[h][f])
}

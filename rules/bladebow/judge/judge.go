// Package judge is how computer opponents evaluate Blade & Bow. Its files rate fights (tables.go, fight.go), places
// (ground.go), orders (orders.go) and all other choices (choices.go, cards.go), and forecast the result (forecast.go). A
// judge knows only what its side may know: its own hand, and the ranks of the enemy that it has seen.
package judge

import (
	"acies/game"
	"acies/grid"
	"acies/rules/bladebow"
	"acies/system"
)

// weights are the values of a player, in hundredths of a loss unless they say otherwise.
type weights struct {
	Disrupt  int `range:"0 200"` // a unit in good order is disrupted
	Rank     int `range:"0 150"` // a rank is lost, beyond the loss itself
	Recoil   int `range:"0 150"`
	Rout     int `range:"0 400"` // a unit routs; it may come back
	Own      int `range:"0 300"` // percent at which own harm counts
	General  int `range:"0 600"` // a leader is killed
	Strength int `range:"0 60"`  // a die of melee of a unit that is lost

	Approach int `range:"0 300"` // for each directional point nearer to the enemy, in tenths
	Near     int `range:"0 40"`  // distance at which a unit that fights hand to hand is near enough if it cannot attack
	Slack    int `range:"0 60"`  // how far units go ahead of the others, in directional points
	Column   int `range:"0 60"`  // the length of a column that fights together, in directional points
	Tail     int `range:"0 100"` // percent by which the march of units behind it counts for less
	Follow   int `range:"0 100"` // percent at which the march of a unit counts that another one only has to make way for
	Misfaced int `range:"0 40"`  // for each eighth by which a unit looks past the enemy
	Friend   int `range:"0 60"`  // for a friend next to it in line
	Command  int `range:"0 100"` // within the range of a leader
	Attack   int `range:"0 400"` // percent of the gain of an attack that can be made in this impulse
	Later    int `range:"0 300"` // percent of the gain of one that may be made later
	Danger   int `range:"0 100"` // percent of the harm by enemies in contact
	Soon     int `range:"0 100"` // percent of the harm by enemies that can come into contact
	Shot     int `range:"0 100"` // for each die of a shot that can be made
	Shy      int `range:"0 60"`  // for each point by which a light unit is too near
	Rough    int `range:"0 150"` // bad ground
	Hill     int `range:"0 60"`
	Camp     int `range:"0 60"`   // percent by which the enemy's camp draws more than units, where its fall decides
	Guard    int `range:"0 300"`  // the own camp
	Shields  int `range:"0 150"`  // a shield wall
	Rally    int `range:"0 200"`  // a unit in good order again, beyond what it is spared
	Card     int `range:"0 100"`  // a card in hand
	Ride     int `range:"0 200"`  // what moving a leader must be worth
	Keen     int `range:"0 60"`   // the least that an attack must be worth
	Stir     int `range:"0 60"`   // the least that a move of a unit must be worth
	Overrun  int `range:"0 1000"` // a camp falls that decides nothing

	Lead      int `range:"0 30"`  // for each unit in the range of a leader
	Inspire   int `range:"0 150"` // for a leader with a unit that has an enemy to attack; less if he is near it
	Exposed   int `range:"0 30"`  // against each way in which the enemy can come at a leader
	Sheltered int `range:"0 150"` // the same, for one whose death decides
}

// plain are the weights set by hand.
var plain = weights{
	Disrupt: 35, Rank: 15, Recoil: 15, Rout: 75, Own: 90, General: 80, Strength: 5,
	Approach: 30, Near: 0, Slack: 14, Column: 10, Tail: 50, Follow: 70, Misfaced: 4, Friend: 3, Command: 10, Attack: 70, Later: 35, Danger: 60, Soon: 25,
	Shot: 7, Shy: 6, Rough: 20, Hill: 6, Camp: 0, Guard: 25, Shields: 15, Rally: 25, Card: 8, Ride: 25, Keen: 4, Stir: 3,
	Overrun: 150, Lead: 3, Inspire: 22, Exposed: 2, Sheltered: 25,
}

func (w *weights) adopt(st system.Style) {
	switch st {
	case system.Bold:
		w.Approach, w.Attack, w.Later = w.Approach*3/2+5, w.Attack*3/2, w.Later*3/2
		w.Danger, w.Soon, w.Own = w.Danger/2, w.Soon/2, w.Own*3/4
	case system.Careful:
		w.Danger, w.Soon, w.Own = w.Danger*3/2+10, w.Soon*2+10, w.Own*5/4
		w.Friend = w.Friend * 3 / 2
	case system.Patient:
		w.Approach, w.Stir, w.Rally = 0, w.Stir+8, w.Rally*3/2
	case system.Grasping:
		w.Shot, w.Attack, w.Keen = w.Shot*3/2, w.Attack*5/4, 0
		w.Recoil, w.Rout = w.Recoil*3/2, w.Rout*5/4
	}
}

// Ratings of choices that need no estimate, far apart from the others.
const (
	always = 1 << 20
	sooner = 1 << 16
	apart  = 8 // by how much the ratings of the places lie apart to which a unit can go
	never  = system.Never
)

// Judge evaluates states for a side. It implements [system.Student].
type Judge struct {
	b       *bladebow.Battle
	set     *bladebow.Setup
	board   *grid.Squares
	n       int // units
	leaders int
	nets    *[kinds][kinds]odds
	tastes  [2]weights
	tuning  *system.Tuning

	s     *bladebow.State
	me    game.Side
	w     *weights // of the side for which the state is rated
	units [bladebow.MaxUnits]bladebow.UnitFacts
	heads [bladebow.MaxLeaders]bladebow.LeaderFacts
	level [2]int // morale
	left  int    // actions after the present one
	all   bool   // orders that mean the same are all rated

	harms  [2][2]harms // as each side sees the harm to each side
	harmed [2][2]int   // the morale for which they were worked out, plus 1

	strength [bladebow.MaxUnits]int // of each unit as a lead
	spot     spot                   // worked out last
	ground   ground
	plan     plan
	poses    bladebow.Poses
}

// New returns a judge that plays in a style: the tuning learned by self-play, with the changes the style makes.
func New(b *bladebow.Battle, st system.Style) *Judge {
	t := TuningOf(b)
	w := tunings.Weights(&t)
	for i := range w {
		w[i].adopt(st)
	}
	return newJudge(b, &t, w)
}

// Tuned returns a judge that uses a tuning.
func Tuned(b *bladebow.Battle, t *system.Tuning) *Judge { return newJudge(b, t, tunings.Weights(t)) }

func newJudge(b *bladebow.Battle, t *system.Tuning, w [2]weights) *Judge {
	return &Judge{
		b: b, set: b.Setup(), board: b.Board(), n: b.Units(), leaders: b.Leaders(), nets: nets(), tastes: [2]weights{tunings.Limit(w[0]), tunings.Limit(w[1])}, tuning: t,
	}
}

// read reads the state.
func (m *Judge) read(s game.State, side game.Side) {
	m.s, m.me, m.w = s.(*bladebow.State), side, &m.tastes[side]
	for i := range m.n {
		m.units[i] = m.s.Unit(i, side)
	}
	for l := range m.leaders {
		m.heads[l] = m.s.Leader(l)
	}
	for side := range game.Side(2) {
		m.level[side] = m.s.Morale(side)
		if _, overrun := m.s.Camp(side); overrun {
			m.level[side]--
		}
	}
	m.left = m.s.Actions()
	if m.s.Asked() == bladebow.AskOrders {
		m.left--
	}
	if m.s.Active() != side {
		m.left = 0
	}
	for i := range m.n {
		m.strength[i] = m.power(i)
	}
	m.spot.unit = -1
	m.workOutHarms()
}

// Rate implements [system.Judge].
func (m *Judge) Rate(s game.State, side game.Side, legal []game.Action, r []int) {
	m.read(s, side)
	switch m.s.Asked() {
	case bladebow.AskRanks:
		m.rateRanks(legal, r)
	case bladebow.AskCamp:
		m.rateCamp(legal, r)
	case bladebow.AskLeaders, bladebow.AskLeadersBack, bladebow.AskArrive:
		m.rateLeaders(legal, r)
	case bladebow.AskShields:
		rateVerb(legal, r, bladebow.VerbReady)
	case bladebow.AskTake:
		rateVerb(legal, r, bladebow.VerbTake)
	case bladebow.AskDelay:
		m.rateDelay(legal, r)
	case bladebow.AskOrders:
		m.rateOrders(legal, r)
	case bladebow.AskForm:
		m.rateForm(legal, r)
	case bladebow.AskCards:
		m.rateCards(legal, r)
	case bladebow.AskMoves:
		m.rateMoves(legal, r)
	case bladebow.AskMove:
		m.rateMove(legal, r)
	case bladebow.AskPush:
		m.rateSquares(legal, r, m.s.Subject())
	case bladebow.AskRide:
		m.rateRide(legal, r)
	case bladebow.AskVolleys:
		m.rateVolleys(legal, r)
	case bladebow.AskFirers:
		m.rateFirers(legal, r)
	case bladebow.AskMelees:
		m.rateMelees(legal, r)
	case bladebow.AskAttackers:
		m.rateAttackers(legal, r)
	case bladebow.AskEvade:
		m.rateEvade(legal, r)
	case bladebow.AskCommit:
		m.rateCommit(legal, r)
	case bladebow.AskLead:
		m.rateLead(legal, r)
	case bladebow.AskRerolls:
		m.rateRerolls(legal, r)
	case bladebow.AskRecoil, bladebow.AskWithdraw:
		m.rateSquares(legal, r, m.s.Subject())
	case bladebow.AskAdvance:
		m.rateAdvance(legal, r)
	case bladebow.AskAgain:
		m.rateAgain(legal, r)
	case bladebow.AskFace:
		m.rateFace(legal, r)
	case bladebow.AskReturn:
		m.rateReturn(legal, r)
	}
}

// Compare implements [system.Judge].
func (m *Judge) Compare(s game.State, side game.Side, legal []game.Action, r []int) {
	m.all = true
	m.Rate(s, side, legal, r)
	m.all = false
}

// Forget implements [system.Judge].
func (m *Judge) Forget() { m.ground.key, m.plan.key = 0, 0 }

// rateVerb prefers the actions with a verb.
func rateVerb(legal []game.Action, r []int, v game.Verb) {
	for i, a := range legal {
		if a.Verb == v {
			r[i] = sooner
		}
	}
}

// Activation implements [system.Judge]: an impulse.
func (m *Judge) Activation(s game.State) (id uint64, owner game.Side) {
	x := s.(*bladebow.State)
	if owner = x.Active(); owner < 0 {
		return 0, x.ToAct()
	}
	return impulse(x, owner), owner
}

// impulse returns an id of the present impulse of a side, or of the states of a turn outside of impulses if the side is
// nobody.
func impulse(x *bladebow.State, owner game.Side) uint64 {
	if owner < 0 {
		return uint64(x.Turn())<<16 | 1<<15
	}
	return uint64(x.Turn())<<16 | uint64(owner)<<8 | uint64(x.Impulses(0))<<4 | uint64(x.Impulses(1))
}

// Roll implements [system.Judge].
func (m *Judge) Roll(s game.State) uint64 {
	x := s.(*bladebow.State)
	return impulse(x, x.Active())<<24 | uint64(x.Actions())<<20 | uint64(x.Asked())<<12 | uint64(x.Subject()+1)&0xfff
}

// Question implements [system.Judge]. An impulse has two actions or so, and which orders are given makes more difference
// than the style in which they are carried out: so each order is a choice of its own, and there are no plans.
func (m *Judge) Question(s game.State) system.Question {
	x := s.(*bladebow.State)
	switch x.Asked() {
	case bladebow.AskOrders:
		return system.Order
	case bladebow.AskRanks, bladebow.AskCamp, bladebow.AskLeaders, bladebow.AskShields, bladebow.AskTake, bladebow.AskForm,
		bladebow.AskMoves, bladebow.AskMove, bladebow.AskRerolls, bladebow.AskFirers, bladebow.AskAttackers, bladebow.AskLead,
		bladebow.AskPush, bladebow.AskRide, bladebow.AskCards, bladebow.AskLeadersBack:
		return system.Minor
	case bladebow.AskDelay:
		return system.Order
	case bladebow.AskMelees:
		return system.Attack
	case bladebow.AskVolleys:
		return system.Shot
	case bladebow.AskRecoil, bladebow.AskWithdraw:
		return system.Retreat
	case bladebow.AskAdvance:
		return system.Advance
	case bladebow.AskEvade, bladebow.AskFace:
		return system.Reaction
	}
	return system.Single
}

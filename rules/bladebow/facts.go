package bladebow

import "acies/game"

// Facts for those who judge a game, such as computer opponents. Nothing here changes a state, and nothing allocates. What
// a side may not know is left out or replaced by what it can expect.

// The verbs, for those who choose actions.
const (
	VerbRoll      = vRoll
	VerbDraw      = vDraw
	VerbPreset    = vPreset
	VerbRanks     = vRanks
	VerbCamp      = vCamp
	VerbPlace     = vPlace
	VerbShield    = vShield
	VerbNoShields = vNoShields
	VerbReady     = vReady
	VerbTake      = vTake
	VerbPlay      = vPlay
	VerbPass      = vPass
	VerbMove      = vMove
	VerbShoot     = vShoot
	VerbMelee     = vMelee
	VerbRally     = vRally
	VerbWall      = vWall
	VerbLeader    = vLeader
	VerbDiscard   = vDiscard
	VerbBuy       = vBuy
	VerbIdle      = vIdle
	VerbEnd       = vEnd
	VerbWith      = vWith
	VerbGo        = vGo
	VerbMarch     = vMarch
	VerbTo        = vTo
	VerbReverse   = vReverse
	VerbLoosen    = vLoosen
	VerbLower     = vLower
	VerbHalt      = vHalt
	VerbDisplace  = vDisplace
	VerbRide      = vRide
	VerbTarget    = vTarget
	VerbAttack    = vAttack
	VerbStand     = vStand
	VerbEvade     = vEvade
	VerbCommit    = vCommit
	VerbPress     = vPress
	VerbLead      = vLead
	VerbReroll    = vReroll
	VerbKeep      = vKeep
	VerbRecoil    = vRecoil
	VerbAdvance   = vAdvance
	VerbStay      = vStay
	VerbAgain     = vAgain
	VerbFace      = vFace
	VerbReturn    = vReturn
	VerbDelay     = vDelay
	VerbDone      = vDone
)

// Question is what a state asks the side to act, or which roll is due.
type Question = taskKind

// The questions.
const (
	AskRanks       = tRanks
	AskCamp        = tCamp
	AskLeaders     = tLeaders
	AskShields     = tShields
	AskTake        = tTake
	AskDelay       = tDelay
	AskArrive      = tArrive
	AskOrders      = tOrders
	AskForm        = tForm
	AskCards       = tWindow
	AskMoves       = tMoves
	AskMove        = tMove
	AskPush        = tPush
	AskRide        = tRide
	AskVolleys     = tVolleys
	AskFirers      = tFirers
	AskMelees      = tMelees
	AskAttackers   = tAttackers
	AskEvade       = tEvade
	AskCommit      = tCommit
	AskLead        = tLead
	AskRerolls     = tRerolls
	AskRecoil      = tRecoil
	AskWithdraw    = tWithdraw
	AskAdvance     = tAdvance
	AskAgain       = tAgain
	AskFace        = tFace
	AskLeadersBack = tLeadersBack
	AskReturn      = tReturn
)

// Asked returns what the state asks, or 0 if the game is over.
func (s *State) Asked() Question { return s.current().kind }

// Subject returns the unit or the leader that a question or a roll is about, or -1.
func (s *State) Subject() int {
	t := s.current()
	switch t.kind {
	case tMove:
		return int(s.move.unit)
	case tPush:
		return int(s.move.pushed)
	case tRide, tCasualty, tFace, tCheck:
		return int(t.a)
	case tLeaders, tLeadersBack, tReturn:
		return int(t.b)
	case tEntry:
		return int(s.duel.units[t.a])
	case tRecoil, tWithdraw, tRoutDice:
		return int(s.hurt.unit)
	case tAdvance, tAgain, tLead:
		return int(s.duel.units[0])
	case tWindow:
		switch window(t.a) {
		case windowRecoil, windowPanic, windowAdvance, windowL:
			return int(t.b)
		}
	}
	return -1
}

// Units returns the number of units.
func (b *Battle) Units() int { return len(b.units) }

// Leaders returns the number of leaders.
func (b *Battle) Leaders() int { return len(b.leaders) }

// High reports whether the ground is hill.
func (t Terrain) High() bool { return t.high() }

// Disrupts reports whether a unit of a type in good order is disrupted on entering the ground.
func (t Terrain) Disrupts(d *TypeData) bool { return t.disrupts(d) }

// Clumsy reports whether the enemy of a unit has an additional die in melee if the unit stands in a square.
func (s *State) Clumsy(u, q int) bool { return s.clumsy(uint8(u), s.b.ground[q].terrain) }

// Active returns the side whose impulse it is, or Nobody.
func (s *State) Active() game.Side {
	if s.active == none {
		return game.Nobody
	}
	return game.Side(s.active)
}

// Impulses returns how many impulses a side has left this turn, not counting the present one.
func (s *State) Impulses(side game.Side) int { return int(s.impulses[side]) }

// Actions returns how many actions are left in this impulse, not counting the present one.
func (s *State) Actions() int { return int(s.actions) }

// Losses returns the losses of a side.
func (s *State) Losses(side game.Side) int { return int(s.losses[side]) }

// RoutLevel returns the losses at which a side quits the field.
func (s *State) RoutLevel(side game.Side) int { return s.routLevel(uint8(side)) }

// Camp returns the square of a side's camp and whether it has been overrun.
func (s *State) Camp(side game.Side) (q int, overrun bool) {
	return int(s.camps[side]), s.overrun[side]
}

// Morale returns the morale level of a side.
func (s *State) Morale(side game.Side) int { return s.morale(uint8(side)) }

// HandSize returns how many cards a side may hold, and how many it holds.
func (s *State) HandSize(side game.Side) (most, held int) {
	return s.handSize(uint8(side)), s.handCount(uint8(side))
}

// Holds reports whether a card is in the hand of a side. A judge may ask only for its own.
func (s *State) Holds(side game.Side, card int) bool { return s.cards[card] == inHand0+uint8(side) }

// UnitFacts is a unit as a side knows it.
type UnitFacts struct {
	*TypeData
	Type      Type
	Side      game.Side
	Square    int // -1: not on the map
	Facing    int
	Ranks     int // what a side that does not know them can expect
	Disrupted bool
	Shield    bool
	Marked    bool // has a melee marker
	Attacked  bool // in this action
	Targeted  bool // in this action
	Fired     bool // in this action
	ShotAt    bool // in this action
	Routed    bool // in the Routed Units box
	Rallied   bool // in the Rallied Units box
	Awaited   bool // a reinforcement
	InForm    bool // in the formation of this action
	Acted     bool // has done its part of it
}

// Unit returns a unit as a side knows it.
func (s *State) Unit(i int, viewer game.Side) UnitFacts {
	p, d := &s.units[i], &s.b.units[i]
	f := UnitFacts{TypeData: d.TypeData, Type: d.typ, Side: game.Side(d.side), Square: -1, Facing: int(p.facing)}
	switch p.where {
	case onMap:
		f.Square = int(p.square)
	case inRouted:
		f.Routed = true
	case inRallied:
		f.Rallied = true
	case awaited:
		f.Awaited = true
	}
	f.Disrupted = p.flags&fDisrupted != 0
	f.Shield = p.flags&fShield != 0
	f.Marked = p.flags&fMelee != 0
	f.Attacked = p.flags&fAttacked != 0
	f.Targeted = p.flags&fTarget != 0
	f.Fired = p.flags&fFired != 0
	f.ShotAt = p.flags&fShotAt != 0
	f.InForm = s.form.units>>i&1 != 0
	f.Acted = s.form.acted>>i&1 != 0
	if d.Density == Open {
		return f
	}
	if f.Side == viewer || p.flags&fKnown != 0 && s.phase != phaseSetup {
		f.Ranks = int(p.ranks)
	} else {
		f.Ranks = s.expectedRanks(d.side)
	}
	return f
}

// expectedRanks returns the mean of the ranks of a side that its enemy does not know. Everybody knows their sum. While the
// ranks are being given out it is the mean at the start.
func (s *State) expectedRanks(side uint8) int {
	sum, n := 0, 0
	for i := range s.b.units {
		d, p := &s.b.units[i], &s.units[i]
		if d.side != side || d.Density == Open || p.where == awaited || p.flags&fKnown != 0 {
			continue
		}
		n++
		if s.phase == phaseSetup {
			sum += s.b.setup.Units[i].Ranks
		} else {
			sum += int(p.ranks)
		}
	}
	if n == 0 {
		return 0
	}
	return (2*sum + n) / (2 * n)
}

// LeaderFacts is a leader.
type LeaderFacts struct {
	Side   game.Side
	Square int // -1: not on the map
	Range  int
	Value  int
	Rank   int
	Leads  bool // the ranking one in his square, who may gather a formation
	Fatal  bool // his death decides the game
}

// Leader returns a leader.
func (s *State) Leader(l int) LeaderFacts {
	d := &s.b.leaders[l]
	f := LeaderFacts{Side: game.Side(d.Side), Square: -1, Range: d.Range, Value: d.Value, Rank: d.Rank}
	f.Fatal = s.b.setup.King != nil && s.b.setup.King.Leader == l
	if s.leaders[l].where == onMap {
		f.Square, f.Leads = int(s.leaders[l].square), s.leads(uint8(l))
	}
	return f
}

// UnitAt returns the unit in a square, or -1.
func (s *State) UnitAt(q int) int {
	if s.at[q] == none {
		return -1
	}
	return int(s.at[q])
}

// Control returns the control that a side exerts in a square: 0 none, 1 weak, 2 strong.
func (s *State) Control(side game.Side, q int) int { return int(s.zone[side][q]) }

// Reaches reports whether a zone of control or a melee reaches from a square in a direction.
func (s *State) Reaches(q, d int) bool { return s.reaches(q, d) }

// MayStep reports whether the ground lets a unit step from a square in a direction.
func (s *State) MayStep(u, q, d int) bool { return s.steps(uint8(u), q, d) }

// Closed reports whether nobody can enter a square now.
func (s *State) Closed(q int) bool { return s.closed(q) }

// Turns returns by how many eighths a unit has to turn to fire at a square.
func (s *State) Turns(u, q int) int {
	turns, _ := s.turnsTo(uint8(u), q)
	return turns
}

// Linked reports whether units of the active side in two squares may belong to one formation.
func (s *State) Linked(p, q int) bool { return s.linked(p, q, 2) }

// Poses are the poses that a unit can reach.
type Poses struct {
	way       search
	low, high int // the squares that have been looked at
}

// Cost returns the movement points that a pose costs, or -1 if it is out of reach.
func (p *Poses) Cost(q, facing int) int {
	if q < p.low || q >= p.high || p.way.cost[q*8+facing] == unreached {
		return -1
	}
	return int(p.way.cost[q*8+facing])
}

// Explore finds the poses that a unit can reach in one move action as things stand. It reports whether it can move at all. A
// unit in a shield wall lowers its shields first.
func (s *State) Explore(u int, to *Poses) bool {
	c := *s
	c.move = move{unit: uint8(u), mp: int8(c.allowance(uint8(u)))}
	if c.has(uint8(u), fShield) {
		c.clear(uint8(u), fShield)
		c.move.mp--
	}
	to.low, to.high = c.rows()
	if !c.prepare(&to.way) {
		return false
	}
	c.spread(&to.way, nil, false)
	return true
}

// Order returns the verb of the order that the formation carries out, or 0.
func (s *State) Order() game.Verb {
	if int(s.form.kind) < len(orderVerbs) {
		return orderVerbs[s.form.kind]
	}
	return 0
}

// MeleeFacts is the present melee.
type MeleeFacts struct {
	Target    int // the defending unit, or -1 if it is a camp
	Square    int
	Facing    int // of the defender
	N         int
	Attackers [maxAttackers]int // the lead first once it is known
	Failed    [maxAttackers]int // commitment points that an attacker needs to enter; 0: it needs none
	Points    int               // of commitment, not spent
	Dice      [3]int            // to roll: attack, attack from shield walls, defence
	Moved     bool              // the defender has left its square
}

// Melee returns the present melee. It means something only while one is fought.
func (s *State) Melee() MeleeFacts {
	d := &s.duel
	m := MeleeFacts{Target: -1, Square: int(d.square), Facing: int(d.facing), N: int(d.n), Points: int(d.points), Moved: d.moved}
	if d.target != none {
		m.Target = int(d.target)
	}
	for i, u := range d.units[:d.n] {
		m.Attackers[i] = int(u)
		if d.status[i] == failed {
			m.Failed[i] = s.price(i)
		}
	}
	for i, n := range d.count {
		m.Dice[i] = int(n)
	}
	return m
}

// MeleeDie says what a die of the present melee is worth: a hit, a cancellation, or neither.
func (s *State) MeleeDie(side game.Side, group, face int) (hit, cancel bool) {
	g := s.ownGroup(uint8(side), group)
	if g < 0 {
		return false, false
	}
	c := *s
	c.duel.dice[g] = pool(0).with(face)
	h, n := c.tally(g)
	return h > 0, n > 0
}

// MeleeBalance returns the hits of each side less the cancellations of the other, which may be negative.
func (s *State) MeleeBalance() (attack, defence int) {
	var hits, cancels [2]int
	for group := range s.duel.dice {
		h, c := s.tally(group)
		hits[group/2] += h
		cancels[group/2] += c
	}
	return hits[attacking] - cancels[defending], hits[defending] - cancels[attacking]
}

// ShotTarget returns the target of the present ranged attack, or -1, and its dice.
func (s *State) ShotTarget() (u, attack, defence int) {
	if s.shot.target == none {
		return -1, 0, 0
	}
	attack, defence = s.shotDice()
	return int(s.shot.target), attack, defence
}

// Recoiling returns where a recoiling unit has come to.
func (s *State) Recoiling() int { return int(s.hurt.at) }

// Toward returns the direction of the eight that leads best from a square to another, or -1 if they are the same.
func (b *Battle) Toward(from, to int) int {
	dx, dy := b.board.Offset(from, to)
	ax, ay := max(dx, -dx), max(dy, -dy)
	if ax == 0 && ay == 0 {
		return -1
	}
	if 2*ay <= ax {
		dy = 0
	}
	if 2*ax <= ay {
		dx = 0
	}
	for d := range 8 {
		if n := compass[d]; n[0] == sign(dx) && n[1] == sign(dy) {
			return d
		}
	}
	return -1
}

var compass = [8][2]int{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

package sword

import "acies/game"

// State is one moment of a battle: a flat value whose only pointer is to its [Battle], so that assignment copies it.
type State struct {
	sink game.Sink // set only while an action is applied
	b    *Battle
	core
}

// core is the part of a state that is encoded.
type core struct {
	units   [maxUnits]unit
	leaders [maxLeaders]leader
	top     [maxHexes]uint8 // the top unit of the stack in a hex, or none
	tasks   [maxTasks]task
	nTasks  uint8

	toAct  int8
	turn   uint8
	phase  phase
	active uint8 // the activated leader, or none
	side   uint8 // his side

	dice     [2]int8 // initiative totals
	rating   int8    // of the leaders whose turn it is, for ties
	tieSide  uint8   // the side that acts next among leaders of equal rating
	fires    uint8   // units burnt in this activation
	heavy    uint8   // heavy ones among them
	burnt    [maxBurnt]uint8
	released uint32 // contingents whose reserve is free
	blow     bool   // the second blow has been used
	hillFree bool   // the hill force may act
	hillHeld bool   // the hill force is held for the rest of the game
	fled     bool   // the commander of the Flight rule is gone

	group  group
	shot   shot
	melee  melee
	marked [maxMarked]int16 // hexes of declared defenders
	nMark  uint8
	flight flight

	charges  [maxCharges]charge // declared, not yet fought
	nCharges uint8
	dash     dash
	chase    chase
	fates    [maxLeaders]fate
	visited  uint64 // hexes of the zones of Entered that have been entered, by number

	points  [maxScores]int16
	over    bool
	winner  int8
	degree  degree
	because uint8 // index of the decisive rule, none: by points
}

// unit is the part of a combat unit that changes.
type unit struct {
	hex      int16 // -1: eliminated; waiting: yet to arrive
	facing   uint8
	disorder disorder
	flags    flags
	below    uint8 // the next unit down in its stack, or none
	did      acts  // in earlier activations of this turn
}

// acts is what a unit has done or suffered.
type acts uint8

const (
	didMove acts = 1 << iota
	didShoot
	didAttack
	wasShotAt
	wasAttacked
)

// acts returns what the flags of an activation say.
func (f flags) acts() acts {
	var a acts
	for _, x := range [...]struct {
		flag flags
		act  acts
	}{{fMoved, didMove}, {fShot, didShoot}, {fFought, didAttack}, {fShotAt, wasShotAt}, {fAttacked, wasAttacked}} {
		if f&x.flag != 0 {
			a |= x.act
		}
	}
	return a
}

// disorder is the level of disorganisation (ant-2.3.2a).
type disorder uint8

const (
	valiant disorder = iota
	discouraged
	routed
)

// flags of a unit.
type flags uint32

const (
	fFatigued flags = 1 << iota
	fOutOfCommand
	fResting
	fPilum
	fPlaced   // set-up: placed, faced
	fFaced    //
	fActive   // acts in this activation
	fMoved    // has moved or turned in this activation
	fDone     // has finished its move
	fShot     // has shot in this phase or melee
	fShotAt   // its stack has been shot at in this activation
	fAttacked // has been attacked in this activation
	fFought   // has attacked in this activation
	fJoined   // came into its hex through a melee result of this activation
	fAtt      // attacks in the present melee
	fDef      // defends in it
	fRetreat  // still has to retreat
	fFlee     // still has to flee because of a result
	fSwept    // still has to flee because others fled through its hex
	fChain    // has checked or moved in this chain of routs
	fTested   // has tried to rally, or need not
	fGone     // has made its rout move of Phase E
	fAside    // stays behind when its stack advances
	fAloft    // is in flight: on the map, but in no stack
	fChanged  // is not in the form that its counter shows: dismounted, or on horse
	fCharging // charges in this activation
	fTired    // was fatigued when its charge began
	fTarget   // has a charge marker
	fStirred  // has moved in this turn, kept for the Ring rule only
	fRansom   // takes ransoms: out of command in the next turn
	fPlunder  // plunders: misses its next activation
	fFurther  // was routed before the result that makes it flee: if it cannot, the extra level eliminates it

	activationFlags = fActive | fMoved | fDone | fShot | fShotAt | fAttacked | fFought | fJoined | fCharging | fTired | fTarget
	meleeFlags      = fAtt | fDef | fRetreat | fAside
)

// leader is the part of a leader that changes.
type leader struct {
	hex   int16 // -1: not on the map; waiting: yet to arrive
	flags lflags
	bound uint8 // the routed unit he may not leave, or none

	captor uint8 // the enemy unit that holds him while another stands in for him, or none
}

type lflags uint16

const (
	lWounded lflags = 1 << iota
	lReplacement
	lDead    // removed permanently
	lCitadel // safe inside
	lActivated
	lBarred  // made inactive by the enemy's initiative
	lWaiting // a replacement who activates next
	lPlaced  // set-up

	lJoined // came into his hex through a melee result of this activation
	lBehind // stays behind when his stack leaves
	lRank   // his rank is not the printed one: he has become army commander, or no longer is
	lRode   // has made his own move in this activation
	lLost   // has been killed or captured; his replacement still has to be placed
	lTaken  // has been captured; his captor still has to be chosen
	lHurt   // the captive was wounded
	lRanked // the captive was army commander
)

// phase is a phase of the turn, for display and for a few rules.
type phase uint8

const (
	phaseSetup phase = iota
	phaseA
	phaseB
	phaseC
	phaseD1
	phaseD2
	phaseD3
	phaseD4
	phaseD5
	phaseE
	phaseEnd
)

var phaseKeys = [...]string{"setup", "a", "b", "c", "d1", "d2", "d3", "d4", "d5", "e", "end"}

const (
	maxGroup    = 9
	maxMarked   = 32
	maxStacks   = 6
	maxBurnt    = 2
	maxShooters = 12 // the most that shoot together
	maxCharges  = 16
)

// group is the set of pieces that move together, from the top.
type group struct {
	units   [maxGroup]uint8
	n       uint8
	leaders uint32
	from    int16
	stray   bool  // an out-of-command move
	spent   uint8 // movement points already spent: on mounting, or on entering the map
	rode    uint8 // what entering has cost the leader
}

// shot is the shot that is being prepared or has just been made.
type shot struct {
	kind     shotKind
	guns     bool // Phase B: the step of the guns
	target   int16
	shooters [maxShooters]uint8
	n        uint8
}

// melee is the melee being fought.
type melee struct {
	att, def   [maxStacks]int16
	nAtt, nDef uint8
	shot       bool // an attacking stack has made offensive shooting that costs it
	stage      stage
	reacted    uint8 // 1 + the charging unit that the defender has charged in reaction
	guns       uint8 // bit i: guns were lost in the hex of defender i
}

// flight is a rout move in progress.
type flight struct {
	units   [maxGroup]uint8
	n       uint8
	at      int16
	steps   uint8 // hexes still to go
	mp      int8  // Phase E: movement points left; -1 outside it
	moved   bool
	cause   cause
	leaders uint32
	pending [maxStacks]int16 // hexes whose units flee when this one has finished
	nPend   uint8
	heading uint8 // the side over which it goes
	from    int16 // where it began
}

// NewState returns the first state of a battle.
func (b *Battle) NewState() *State {
	if b.first != nil {
		s := *b.first
		return &s
	}
	s := b.printed()
	s.pushDeploy()
	s.run(nil)
	return s
}

// printed returns a state with every piece as in the set-up and no tasks.
func (b *Battle) printed() *State {
	s := &State{b: b}
	for i := range s.top {
		s.top[i] = none
	}
	for i := range s.units {
		s.units[i] = unit{hex: -1, below: none}
	}
	for i := range s.leaders {
		s.leaders[i] = leader{hex: -1, bound: none, captor: none}
	}
	for i := range b.units {
		d := &b.units[i]
		s.units[i].facing = d.facing
		if d.pilum {
			s.units[i].flags |= fPilum
		}
		if d.changed {
			s.units[i].flags |= fChanged
		}
		if d.hex < 0 {
			s.units[i].hex = d.hex
			continue
		}
		s.stack(uint8(i), int(d.hex), true)
	}
	for i := range b.leaders {
		s.leaders[i].hex = b.leaders[i].hex
	}
	s.active = none
	s.because = none
	s.winner = int8(game.Nobody)
	s.turn = 1
	return s
}

// pushDeploy pushes the set-up and the first turn.
func (s *State) pushDeploy() {
	s.push(task{kind: tTurn})
	first := uint8(s.b.setup.Deploy.First)
	s.push(task{kind: tDeploy, a: 1 - first})
	s.push(task{kind: tDeploy, a: first})
}

// Start implements [game.Battle].
func (b *Battle) Start() game.State { return b.NewState() }

// Battle implements [game.State].
func (s *State) Battle() game.Battle { return s.b }

// ToAct implements [game.State].
func (s *State) ToAct() game.Side { return game.Side(s.toAct) }

// Clone implements [game.State].
func (s *State) Clone() game.State {
	c := *s
	return &c
}

// CopyFrom implements [game.State].
func (s *State) CopyFrom(other game.State) { *s = *other.(*State) }

// Resample implements [game.State]: these books hide nothing.
func (s *State) Resample(game.Side, game.Source) {}

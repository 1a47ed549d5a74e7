package impetus

import (
	"acies/game"
	"acies/plane"
)

// Limits of a battle, which the state has room for.
const (
	MaxUnits    = 128
	MaxCommands = 4 // of one army
	maxGroup    = 16
	maxTasks    = 24
	maxContacts = 96
	maxDice     = 24 // in one throw: more are thrown in turn
)

// none stands for no unit, no command, no side.
const none = 0xff

// flags are the states of a unit.
type flags uint32

const (
	fDisordered  flags = 1 << iota
	fMarked            // on opportunity
	fActivated         // this turn
	fFired             // this turn
	fZoneCharged       // it has charged an intruder this turn (9.3c)
	fMoving            // chariots that made a phase in their latest activation (24.3b)
	fWalled            // in shieldwall
	fDismounted        //
	fMain              // a main unit in a melee of the Command's activation (17.1f)
	fFought            // it took part in one
	fEvading           // it has declared that it evades (8.3r)
	fRallied           // in its activation this turn, which counts as a phase
	fInVillage         // it occupies a built-up area
	flagBits     = 13
)

type where uint8

const (
	onTable where = iota
	lost          // routed, dispersed, destroyed
	gone          // removed with its Command; its value counts as lost as well
	unplaced
	inside // a square
	wheres
)

// unit is a unit in play.
type unit struct {
	plane.Pose
	rows   [3]uint8 // the current VBU of each row, the front first
	where  where
	flags  flags
	phases uint8     // made in its own activation this turn
	shotBy [2]uint64 // the enemies that shot at it since its latest activation (8.5g)
}

// command is a command in play.
type command struct {
	quality Quality
	changed bool // the quality has changed once
	pending int8 // the change that takes effect after the round
	spent   bool // it has acted or was barred this turn
	routed  bool
	leader  bool // its commander is still in command
	shaken  bool // another friendly Command has routed since the latest roll (3.2h)
}

// contact is a pair of enemies that touch.
type contact struct {
	a, b   uint8 // a is the lower number
	side   [2]uint8
	fought bool    // a round has been fought since they came into contact
	came   [2]bool // a, b came into contact by a charge, counter-charge or pursuit in this activation
}

// How an enemy came upon a unit.
const (
	onFront uint8 = iota
	onFlank
	onRear
)

// State is a game at one point.
type State struct {
	b *Battle

	units     [MaxUnits]unit
	commands  [2][MaxCommands]command
	chief     [2]uint8 // the command of the commander-in-chief
	contacts  [maxContacts]contact
	nContacts uint8

	tasks  [maxTasks]task
	nTasks uint8
	toAct  int8
	over   bool

	turn   uint8
	phase  phase
	active uint8    // the side whose Command is active, or none
	named  [2]uint8 // the Commands named this round, or none
	dice   [2][2]uint8
	last   thrown   // the dice thrown last
	alone  bool     // only one player rolls in this round
	luck   [2]uint8 // Rolls of Destiny left
	winner int8
	why    uint8

	act    activation
	shot   shot
	charge charge
	fight  fight
	test   test
	hurt   hurt

	stirred plane.Set // the units whose move can be reacted to
	before  plane.Set // the enemies in whose zones they were before it

	index plane.Index // of the units on the table; it follows from their places
	sink  game.Sink
}

// thrown is a roll: the faces of one or two dice, or the sixes and fives of a pool.
type thrown struct {
	n     uint8
	pool  bool
	faces [2]uint8
}

// activation is the unit or group that acts.
type activation struct {
	command uint8
	n       uint8
	units   [maxGroup]uint8 // the leader of a group first
	offset  [maxGroup][2]int32
	column  bool
	failed  bool  // a test for a further phase failed, or an about face was tried: no more movement
	fired   bool  // one of them has fired after moving: no more movement
	early   bool  // one of them fired before moving: no charge
	rushed  bool  // it has made its uncontrolled move: it may not fire
	rushing bool  // the charge is its uncontrolled move, which needs no test
	due     bool  // its uncontrolled move was due when it was chosen
	turned  int16 // the free turn of the uncontrolled move
	tries   uint8 // to rally
	tried   uint8 // actions whose test failed
	kind    uint8 // the phase that is being made
	a, b    int32
	ran     uint16 // members that have run in a group charge
}

// shot is a shot that is being resolved.
type shot struct {
	firer, target uint8
	band          uint8
	left          uint8 // dice still to be thrown
	sixes, fives  uint8
}

// test is a discipline test.
type test struct {
	purpose uint8
	unit    uint8
	passed  bool
}

// charge is a charge that is being made.
type charge struct {
	unit     uint8
	target   uint8
	how      uint8 // chargeOwn, chargeZone, chargeMarked or chargePursuit
	extended bool
	bonus    uint8 // the extension, in U
	failed   bool  // disorder of a failed test is applied on contact or at the end
	evades   uint8 // made by the target
	barred   bool  // the target may react no further
	counter  bool  // the target counter-charges
	group    bool
	rush     bool // it is the uncontrolled move of Impetuous troops
	open     bool // it has dispersed its target and may run on
	entered  bool // it charges out of an enemy's zone, which disorders it
	member   bool // of a group, after the first has touched
	touched  bool // it has come upon an enemy, and its phase has been counted
	effect   effect
	from     plane.Pose
	least    int32 // the distance at which it would have touched the target
	gone     int32 // the distance moved so far from its start
	room     int32 // of a pursuit: how far it goes
}

const (
	chargeOwn uint8 = iota
	chargeZone
	chargeMarked
	chargePursuit
)

// fight is a round of melee; 0 is the attacking side, 1 the other.
type fight struct {
	mains    [2]uint8
	left     uint8 // dice still to be thrown in this pool
	pools    [2]uint8
	damage   [2]uint8 // that each side takes
	sixes    [2]uint8
	fives    [2]uint8
	die      [2]uint8
	critic   [2]int8
	losses   [2]uint8
	counted  [2]uint8
	failed   [2]bool
	flanked  [2]bool // the main unit is being attacked on flank or rear
	charged  [2]bool // it came into this melee by charge, counter-charge, reaction or pursuit
	routed   [2]bool
	winner   uint8    // index of the side that won, or none
	relief   bool     // this round is fought after a relief
	relieved bool     // in this melee and activation
	first    bool     // the first round of these two since they touched
	thrown   [2]uint8 // sixes and fives of pila
	retreat  int32
	back     int16 // the heading in which the loser goes
	loser    uint8 // who goes back, or none
	start    plane.Pose
	passed   plane.Set // friends passed through by the retreat
}

// hurt is a unit that makes a Cohesion Test outside the melee round: after a shot, pila or a panic.
type hurt struct {
	unit   uint8
	cause  uint8
	damage uint8
}

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

func (s *State) has(u uint8, f flags) bool { return s.units[u].flags&f != 0 }
func (s *State) set(u uint8, f flags)      { s.units[u].flags |= f }
func (s *State) clear(u uint8, f flags)    { s.units[u].flags &^= f }

func (s *State) placed(u uint8) bool { return s.units[u].where == onTable }

func (s *State) side(u uint8) uint8 { return s.b.units[u].side }

func (s *State) typ(u uint8) Type { return s.data(u).Type }

// data returns what never changes about a unit: of its foot profile, once it has dismounted.
func (s *State) data(u uint8) *unitData {
	if s.has(u, fDismounted) {
		return s.b.units[u].foot
	}
	return &s.b.units[u]
}

func (s *State) trait(u uint8, t Trait) bool { return s.data(u).Traits&t != 0 }

// vbu returns the current VBU of the front row, which is that of the unit.
func (s *State) vbu(u uint8) int { return int(s.units[u].rows[0]) }

// rowCount returns how many rows of a unit are left.
func (s *State) rowCount(u uint8) int {
	n := 0
	for _, v := range s.units[u].rows {
		if v > 0 {
			n++
		}
	}
	return n
}

// strength returns the sum of the current VBU of all rows.
func (s *State) strength(u uint8) int {
	r := &s.units[u].rows
	return int(r[0]) + int(r[1]) + int(r[2])
}

// fresh reports whether a unit has no permanent loss, or a Large Unit none in its front row (1.1n, 18.2g).
func (s *State) fresh(u uint8) bool { return s.vbu(u) == s.data(u).VBU }

func (s *State) disordered(u uint8) bool { return s.has(u, fDisordered) }

// impetuous reports whether a unit still is Impetuous: it has lost less than half of its starting VBU (1.3l, 18.2i).
func (s *State) impetuous(u uint8) bool {
	d := s.data(u)
	whole := d.VBU * d.Rows
	return d.Traits&Impetuous != 0 && 2*(whole-s.strength(u)) < whole
}

// large reports whether a unit is a Large Unit with more than one row left.
func (s *State) large(u uint8) bool { return s.units[u].rows[1] > 0 }

func other(side uint8) uint8 { return 1 - side }

// disorder makes a unit Disordered, which costs it its marker (9.1f). Scythed chariots never are (24.2a).
func (s *State) disorder(u uint8, clause string) {
	if s.typ(u) == CF || s.typ(u) == Baggage || !s.placed(u) || s.disordered(u) {
		return
	}
	s.set(u, fDisordered)
	s.clear(u, fMarked)
	s.say("disordered", clause, piece("unit", int(u)))
}

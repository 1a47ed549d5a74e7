package bladebow

import (
	"acies/game"
)

// where a unit or a leader is.
type where uint8

const (
	onMap where = iota
	inRouted
	inRallied
	gone    // eliminated or killed
	spent   // removed for overrunning a camp
	captive // a leader on the turn track
	awaited // a reinforcement
	wheres
)

type flags uint16

const (
	fDisrupted flags = 1 << iota
	fShield          // in a shield wall
	fMelee           // has a melee marker
	fAttacked        // has attacked in melee in this action
	fTarget          // has been attacked in melee in this action
	fFired           // has fired in this action
	fShotAt          // has been the target of a ranged attack in this action
	fCarded          // a card of its owner is in force for it
	fKnown           // the enemy knows its ranks
	fBroken          // was disrupted in the present combat
	flagBits   = 10
)

type unit struct {
	square int16 // the last one, if it is not on the map
	facing uint8
	ranks  uint8
	lost   uint8 // ranks lost so far
	where  where
	flags  flags
}

type leader struct {
	square int16
	where  where
	turn   uint8 // when a captive returns
}

// The locations of cards.
const (
	inDeck uint8 = iota
	inHand0
	inHand1
	discarded
)

// none stands for no unit, no leader, no side.
const none = 0xff

const (
	maxTasks     = 24
	maxAttackers = 8
	maxFirers    = 16
)

// State is a game at one point.
type State struct {
	b *Battle

	units   [MaxUnits]unit
	leaders [MaxLeaders]leader
	cards   [CardCount]uint8

	tasks  [maxTasks]task
	nTasks uint8
	toAct  int8
	over   bool

	turn       uint8
	phase      phase
	initiative uint8 // the side that holds it; before the first roll, the side with the tie-breaker
	active     uint8 // the side whose impulse it is, or none
	impulses   [2]uint8
	actions    uint8 // left in this impulse
	killed     [2]uint8
	losses     [2]uint8
	camps      [2]int16
	overrun    [2]bool
	hands      [2]uint8 // the hand size for the rest of the turn, if the commander was killed in it; else 0
	dice       [2]int8  // initiative, modified; 0 before the roll
	omens      [2]int8  // modifiers of the initiative dice
	muddled    uint8    // actions that cards take away in this impulse

	found  bool  // the goat path
	area   uint8 // the second die of the arrival; 0: not rolled yet
	delay  uint8 // turns until the reinforcements come
	slain  bool  // the king, this game
	sacked bool  // the camp whose fall decides
	winner int8
	degree uint8
	why    uint8 // index of the clause of the outcome

	last pool // the dice thrown last

	form form
	move move
	shot shot
	duel duel
	hurt hurt

	// Worked out from the rest whenever units change; not encoded.
	at    [MaxSquares]uint8    // the combat unit in each square, or none
	zone  [2][MaxSquares]uint8 // control that a side exerts: 0 none, 1 weak, 2 strong
	stale bool

	sink game.Sink
}

// form is the formation that carries out an action.
type form struct {
	kind    uint8  // an order
	units   uint64 // its members
	acted   uint64 // those that have finished
	leaders uint8  // those who have all members within range
	march   int8   // additional MP
	drill   bool   // Parade Drill
	reach   int8   // additional range
	wind    uint8  // the unit that rallies by a card, or none
	breath  bool   // Second Wind is in force
	camp    bool   // the enemy's camp has been attacked in melee in this action
}

// The orders of an action.
const (
	noOrder uint8 = iota
	orderMove
	orderShoot
	orderMelee
	orderRally
	orderWall
)

// move is the unit that is moving.
type move struct {
	unit   uint8
	mp     int8
	began  bool  // it has spent something or disrupted itself
	halted bool  // it may not go on
	goal   int16 // where it arrives once a friend has given way
	facing uint8
	pushed uint8 // the friend that has to give way
}

// shot is a ranged attack.
type shot struct {
	target uint8
	n      uint8
	firers [maxFirers]uint8
	turns  uint8   // eighths by which the firers turn, together
	extra  [2]int8 // additional attack and defence dice by cards
	dice   [2]pool
}

// duel is a melee.
type duel struct {
	target  uint8 // the defending unit, or none if it is a camp
	camp    uint8 // the side whose camp is attacked, or none
	square  int16 // of the defender
	facing  uint8 // of the defender, when it was attacked
	n       uint8
	units   [maxAttackers]uint8 // the lead first once it is known
	entry   [maxAttackers]pool
	status  [maxAttackers]uint8
	points  uint8    // of commitment, not spent
	fewer   uint8    // Paean: entry dice fewer
	more    uint8    // Bristling Spears: entry dice more
	feigned bool     // Feigned Flight
	extra   [2]int8  // additional dice by cards, of attack and defence
	count   [3]uint8 // dice to roll: attack, attack with +1, defence
	dice    [3]pool
	rerolls [2]uint8
	hits    [2]uint8 // sustained by the defender, and by the attackers together
	chain   uint8    // 0: the first attack; 1: a continuation; 2: one whose roll failed
	evaded  bool
	moved   bool                // the defender has left its square
	left    bool                // the defender has left the map
	recoils bool                // the defender had to recoil
	advance bool                // the lead has advanced
	held    bool                // Hold, Hold!
	take    [maxAttackers]uint8 // hits that each attacker takes
	turn    uint8               // attackers whose hits have been dealt with
}

// What an attacker has come to before it fights.
const (
	mustRoll uint8 = iota // it has to roll to enter
	needless              // it needs no roll
	passed                // it has passed, or passes without a roll because of a leader
	failed
)

// hurt is the unit that is taking hits.
type hurt struct {
	unit    uint8
	hits    uint8
	ranged  bool
	rout    uint8 // rout check dice
	recoil  bool
	away    int16 // the square from which it recoils
	at      int16 // how far it has come; it stays in its square until it has found room
	facing  uint8
	path    uint64 // directions already gone, three bits a step, so that it never goes back
	steps   uint8
	stands  bool  // Stand Fast
	panic   uint8 // rout check dice added by cards
	shade   bool  // Guardian Shade: the leader is spared
	singled bool  // Single Out the General
}

// pool is a number of dice that have been thrown: how many show each face, four bits a face, from 1.
type pool uint32

func (p pool) count(face int) int { return int(p>>(4*(face-1))) & 15 }

func (p pool) with(face int) pool { return p + 1<<(4*(face-1)) }

func (p pool) without(face int) pool { return p - 1<<(4*(face-1)) }

// size returns the number of dice.
func (p pool) size() (n int) {
	for ; p != 0; p >>= 4 {
		n += int(p & 15)
	}
	return n
}

// between returns how many dice show a face from low to high.
func (p pool) between(low, high int) (n int) {
	for f := max(low, 1); f <= min(high, 6); f++ {
		n += p.count(f)
	}
	return n
}

// lowest returns the lowest face thrown.
func (p pool) lowest() int {
	for f := 1; f <= 6; f++ {
		if p.count(f) > 0 {
			return f
		}
	}
	return 0
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

func (s *State) set(u uint8, f flags) { s.units[u].flags |= f }

func (s *State) clear(u uint8, f flags) { s.units[u].flags &^= f }

func (s *State) disrupted(u uint8) bool { return s.units[u].flags&fDisrupted != 0 }

func (s *State) placed(u uint8) bool { return s.units[u].where == onMap }

func (s *State) side(u uint8) uint8 { return s.b.units[u].side }

func other(side uint8) uint8 { return 1 - side }

// index returns 0 for a unit in good order and 1 for a disrupted one, for pairs of values.
func (s *State) index(u uint8) int {
	if s.disrupted(u) {
		return 1
	}
	return 0
}

// handCount returns the number of cards in a hand.
func (s *State) handCount(side uint8) (n int) {
	for _, c := range s.cards {
		if c == inHand0+side {
			n++
		}
	}
	return n
}

// second returns the side that does not hold the initiative, which declares first in every window (R19).
func (s *State) second() uint8 { return other(s.initiative) }

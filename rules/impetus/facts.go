package impetus

import (
	"acies/game"
	"acies/plane"
)

// What opponents ask of a state: plain facts, without words.

// Ask is what the side to act is asked.
type Ask uint8

const (
	AskNothing Ask = iota
	AskDeploy
	AskName
	AskCommand
	AskRally
	AskRush
	AskAction
	AskEngaged
	AskReact
	AskIntruder
	AskAnswer
	AskRun
	AskMember
	AskMelees
	AskFriend
	AskRelief
	AskPursue
	AskDestiny
)

var asks = [taskKinds]Ask{
	tDeploy: AskDeploy, tRound: AskName, tCommand: AskCommand, tRally: AskRally, tRush: AskRush, tAction: AskAction, tEngaged: AskEngaged,
	tReact: AskReact, tIntruder: AskIntruder, tAnswer: AskAnswer, tRun: AskRun, tMembers: AskMember, tMelees: AskMelees, tFriend: AskFriend,
	tRelief: AskRelief, tPursuit: AskPursue, tDestiny: AskDestiny,
}

// Asked returns what the side to act is asked.
func (s *State) Asked() Ask { return asks[s.current().kind] }

// The verbs that opponents tell apart.
const (
	VerbReady      = vReady
	VerbProceed    = vProceed
	VerbName       = vName
	VerbActivate   = vActivate
	VerbEnd        = vEnd
	VerbRally      = vRally
	VerbRush       = vRush
	VerbFight      = vFight
	VerbDisengage  = vDisengage
	VerbMark       = vOpportunity
	VerbShieldwall = vShieldwall
	VerbCharge     = vCharge
	VerbFire       = vFire
	VerbForward    = vForward
	VerbWheel      = vWheel
	VerbOblique    = vOblique
	VerbSideways   = vSideways
	VerbRearward   = vRearward
	VerbAbout      = vAbout
	VerbPass       = vPass
	VerbStand      = vStand
	VerbCounter    = vCounter
	VerbEvade      = vEvade
	VerbStop       = vStop
	VerbRunAt      = vRunAt
	VerbIntercept  = vIntercept
	VerbDecline    = vDecline
	VerbMember     = vMember
	VerbMelee      = vMelee
	VerbPush       = vPush
	VerbThrough    = vThrough
	VerbRelieve    = vRelieve
	VerbPursue     = vPursue
	VerbReroll     = vReroll
)

// Facts are what a player sees of a unit.
type Facts struct {
	*UnitSetup
	Pose       plane.Pose
	Base       plane.Base
	Placed     bool
	VBU        int // of the front row
	RowsLeft   int
	Left       int // VBU of all rows
	Disordered bool
	Fresh      bool
	Melee      bool
	Done       bool // activated this turn
	Fired      bool
	Marked     bool
	Wild       bool // still Impetuous
	Phases     int
}

// Units returns the number of units, baggage included.
func (b *Battle) Units() int { return len(b.units) }

// Unit returns the facts about a unit.
func (s *State) Unit(i int) Facts {
	u := uint8(i)
	return Facts{
		UnitSetup: &s.data(u).UnitSetup, Pose: s.units[u].Pose, Base: s.base(u), Placed: s.placed(u), VBU: s.vbu(u), RowsLeft: s.rowCount(u),
		Left: s.strength(u), Disordered: s.disordered(u), Fresh: s.fresh(u), Melee: s.inMelee(u), Done: s.has(u, fActivated|fFought),
		Fired: s.has(u, fFired), Marked: s.has(u, fMarked), Wild: s.impetuous(u), Phases: s.counted(u),
	}
}

// Acting returns the units that act, the leader of a group first.
func (s *State) Acting() []uint8 { return s.acting() }

// Members returns the units that an activation names.
func (s *State) Members(a game.Action, buf []uint8) []uint8 {
	side, c, mask := splitMask(a.A)
	for _, u := range s.b.members[side][c] {
		if s.b.units[u].bit&mask != 0 {
			buf = append(buf, u)
		}
	}
	return buf
}

// Needs returns what a die must show for those who act to pass the test of a further phase; 1 or less if there is none.
func (s *State) Needs() int {
	if s.act.n == 0 || s.counted(s.act.units[0]) == 0 {
		return 0
	}
	return s.needs(s.acting(), s.phasePenalty())
}

// Moved makes into out the state after a phase of movement, as if its test were passed and nobody reacted.
func (s *State) Moved(a game.Action, out *State) {
	*out = *s
	out.sink = nil
	out.makePhase(a.Verb, a.A, a.B)
}

// Charging returns the unit that charges, or is asked to stand a charge, and its target.
func (s *State) Charging() (unit, target int) { return int(s.charge.unit), int(s.charge.target) }

// Fighting returns the main units of the melee in progress: of the attacking side, and of the other.
func (s *State) Fighting() (attacker, other int) {
	return int(s.fight.mains[0]), int(s.fight.mains[1])
}

// Opponent returns the enemy that a unit would fight, or -1.
func (s *State) Opponent(u int) int {
	if v := s.opponent(uint8(u)); v != none {
		return int(v)
	}
	return -1
}

// Striker returns which of those who act would strike a target first.
func (s *State) Striker(target int) int {
	u, _ := s.firstMember(uint8(target))
	return int(u)
}

// Blow returns where a straight charge from where a unit stands would land.
func (s *State) Blow(u, target int) plane.Blow { return s.blowOn(uint8(u), uint8(target)) }

// Flanked reports whether an enemy that came upon the flank or rear of a unit touches it.
func (s *State) Flanked(u int) bool { return s.flanked(uint8(u)) }

// ShotDice returns the dice of a shot, or 0 if it cannot be made.
func (s *State) ShotDice(u, target int) int {
	a, r := s.mayShoot(uint8(u), uint8(target))
	if !r.ok() {
		return 0
	}
	return s.firePool(uint8(u), uint8(target), a, nil)
}

// AimDice returns the dice of a shot if nothing hides the target, or 0 if it cannot be made even then. It is cheaper than
// ShotDice, and never less.
func (s *State) AimDice(u, target int) int {
	a, r := s.mayAim(uint8(u), uint8(target))
	if !r.ok() {
		return 0
	}
	return max(0, s.firePool(uint8(u), uint8(target), a, nil))
}

// CommandNo returns the Command that a naming means, from 0.
func CommandNo(a game.Action) int { return int(a.A) - 1 }

// Turn returns the turn.
func (s *State) Turn() int { return int(s.turn) }

// Lost returns the VD that a side has lost, and what it had.
func (s *State) Lost(side int) (lost, of int) { return s.lostValue(uint8(side)), s.b.value[side] }

// Rough reports whether a unit stands in ground that disorders it when it moves.
func (s *State) Rough(u int) bool {
	x := s.shape(uint8(u))
	for i := range s.b.terrain {
		if p := &s.b.terrain[i]; s.effectOf(uint8(u), p.kind)&(disorders|destroys) != 0 && p.Holds(&x) {
			return true
		}
	}
	return false
}

// Led reports whether a unit is within command range.
func (s *State) Led(u int) bool { return s.inRange(uint8(u)) }

// Harm returns the chance in thousandths that a pool of n dice routs a unit, and the losses in thousandths of a VBU that
// it can expect besides; base is its critical number before damage.
func Harm(n, base, strength int, disordered, flanked bool) (rout, losses, shake int) {
	f := fateOf(n, base, strength, disordered, flanked)
	part := func(w uint64) int { return int(w / (f.of/1000 + 1)) }
	for i, w := range f.ways {
		switch p := part(w); {
		case i == routs:
			rout = p
		case i == worn:
			losses += p
			shake += p
		case i >= failed1:
			losses += p * (i - failed1 + 1)
			shake += p
		case i == shaken:
			shake += p
		}
	}
	return rout, losses, shake
}

// Commanding returns the side and the Command that is active, if one is.
func (s *State) Commanding() (side, command int, ok bool) {
	if s.active == none {
		return 0, 0, false
	}
	return int(s.active), int(s.act.command), true
}

// RollKey returns a number that the same roll has in two playouts of a plan: what is rolled, and for whom.
func (s *State) RollKey() uint64 {
	t := s.current()
	u := uint8(none)
	switch t.kind {
	case tTest:
		u = s.test.unit
	case tShot:
		u = s.shot.firer
	case tCharge:
		u = s.charge.unit
	case tContact, tMelee:
		u = s.fight.mains[0]
	case tHurt:
		u = s.hurt.unit
	case tAfter:
		u = s.fight.loser
	case tPursuit:
		u = s.fight.mains[s.fight.winner]
	}
	return uint64(t.kind)<<16 | uint64(t.a)<<8 | uint64(u)
}

// Zones returns the enemies in whose zones of control a unit is.
func (s *State) Zones(u int) []int {
	x := s.shape(uint8(u))
	owners := s.zones(uint8(u), &x)
	var list []int
	for i := owners.Next(0); i >= 0; i = owners.Next(i + 1) {
		list = append(list, i)
	}
	return list
}

// Sees reports whether the ground lets a unit see another.
func (s *State) Sees(u, v int) bool { return s.visible(uint8(u), uint8(v)) }

// Round is a round of melee that may come: side 0 is that of the unit that charges or fights.
type Round struct {
	Scatters   bool // the other does not stand: nothing is rolled (10.5)
	Dice       [2]int
	Pila       [2]int
	Base       [2]int  // critical numbers before damage
	Disordered [2]bool // when the dice are rolled
	Flanked    [2]bool
}

// Round returns the first round of melee between a unit and an enemy, once a straight charge has reached him, or the next
// round of two that touch. Counter says that the enemy charges as well. It is worked out in scratch. There is none, and ok
// is false, if the enemy is not straight ahead.
func (s *State) Round(unit, target int, charging, counter bool, scratch *State) (r Round, ok bool) {
	*scratch = *s
	scratch.sink = nil
	return scratch.roundOf(uint8(unit), uint8(target), charging, counter)
}

func (s *State) roundOf(u, v uint8, charging, counter bool) (r Round, ok bool) {
	x, y := s.shape(u), s.shape(v)
	if s.contactOf(u, v) == nil {
		blow, t := s.blowOn(u, v), plane.Advance(&x, x.H, &y)
		if t == plane.Never {
			return r, false
		}
		_, _, ground := s.straightGround(u, &x, x.H, t)
		s.moveTo(u, x.Straight(x.H, t))
		if s.contactOf(u, v) == nil {
			s.joinContact(u, v)
		}
		if counter {
			blow = plane.OnFront
		}
		for i := range s.nContacts {
			if c := &s.contacts[i]; c.a == u || c.b == u {
				*c.charges(u) = true
			}
		}
		*s.contactOf(u, v).cameUpon(v) = uint8(blow)
		if uint8(blow) != onFront {
			s.disorder(v, "imp-10.2e")
		}
		if ground&disorders != 0 {
			s.disorder(u, "imp-7.2o")
		}
	}
	r.Scatters = s.typ(v) == S && s.typ(u) != S || s.typ(v) == ART
	if r.Scatters {
		return r, true
	}
	s.startFight(u, v, charging)
	s.fight.charged[1] = counter
	for side, m := range s.fight.mains {
		r.Dice[side] = s.sidePool(side)
		if charging {
			r.Pila[side] = s.pila(side)
		}
		r.Base[side], r.Disordered[side] = s.criticalBase(m, byMelee), s.disordered(m)
		r.Flanked[side] = s.flanked(m) || s.typ(m) == Baggage
	}
	return r, true
}

// Passes returns in how many of six rolls a unit passes a test of discipline that nothing makes harder.
func (s *State) Passes(u int) int {
	one := [1]uint8{uint8(u)}
	return max(0, min(6, 7-s.needs(one[:], 0)))
}

// Commands reports whether a commander is with a unit.
func (s *State) Commands(u int) bool { return s.hasCommander(uint8(u)) }

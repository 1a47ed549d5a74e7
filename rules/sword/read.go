package sword

import (
	"acies/game"
	"acies/grid"
)

// Reading a state without the cost of a [game.View]: for players that examine the whole battle at every choice. These
// books hide nothing, so both sides know all of it.

// The most that a battle can hold.
const (
	MaxUnits   = maxUnits
	MaxHexes   = maxHexes
	MaxLeaders = maxLeaders
)

// The verbs, for packages that choose among actions.
const (
	VerbRoll     = vRoll
	VerbPlace    = vPlace
	VerbFace     = vFace
	VerbReady    = vReady
	VerbRest     = vRest
	VerbDone     = vDone
	VerbShoot    = vShoot
	VerbWith     = vWith
	VerbFire     = vFire
	VerbActivate = vActivate
	VerbForce    = vForce
	VerbBar      = vBar
	VerbMove     = vMove
	VerbLead     = vLead
	VerbTo       = vTo
	VerbBack     = vBack
	VerbRide     = vRide
	VerbStay     = vStay
	VerbAttack   = vAttack
	VerbMelee    = vMelee
	VerbPair     = vPair
	VerbJoin     = vJoin
	VerbFight    = vFight
	VerbBurn     = vBurn
	VerbRetreat  = vRetreat
	VerbAdvance  = vAdvance
	VerbAside    = vAside
	VerbBehind   = vBehind
	VerbFlee     = vFlee
	VerbFleeAll  = vFleeAll
	VerbOver     = vOver
	VerbUnder    = vUnder
	VerbSwerve   = vSwerve
	VerbGo       = vGo
	VerbRemain   = vRemain
	VerbRally    = vRally
	VerbAgain    = vAgain
	VerbCharge   = vCharge
	VerbMount    = vMount
	VerbDismount = vDismount
	VerbEnter    = vEnter
	VerbReact    = vReact
	VerbPursue   = vPursue
	VerbHold     = vHold
	VerbPromote  = vPromote
	VerbHead     = vHead
)

// UnitInfo is a combat unit in its present state, with the figures on the visible side of its counter.
type UnitInfo struct {
	Hex        int // below 0: eliminated, or yet to arrive
	Facing     int // a corner or a side, depending on the book; meaningless for a routed unit
	Side       game.Side
	Type       int // index into Book.Types
	Contingent int // index into Setup.Contingents
	SP         int
	Quality    int
	MP         int
	Front      int // quality of the fresh side, used to score its loss

	Discouraged, Routed bool
	Fatigued, Resting   bool
	OutOfCommand        bool
	Active              bool // acts in this activation
	Done                bool // has finished its move
	Fought              bool // has attacked in this activation
	Shoots              bool // by its asterisk or by a pilum
	Reserve             bool // belongs to the reserve of the legion rule
	Held                bool // belongs to a hill force that may only turn and shoot

	Mounted  bool // as it is now
	Guns     bool
	Charges  bool // of a type that charges when mounted
	Charging bool // has charged in this activation
}

// Unit returns a unit by its index in the battle.
func (s *State) Unit(i int) UnitInfo {
	u := uint8(i)
	p, d := &s.units[u], &s.b.units[u]
	return UnitInfo{
		Hex: int(p.hex), Facing: int(p.facing), Side: game.Side(d.side), Type: int(d.typ), Contingent: int(d.contingent),
		SP: s.sp(u), Quality: s.quality(u), MP: s.mp(u), Front: int(d.quality[0]),
		Discouraged: s.isDiscouraged(u), Routed: s.isRouted(u),
		Fatigued: s.has(u, fFatigued), Resting: s.has(u, fResting), OutOfCommand: s.has(u, fOutOfCommand),
		Active: s.has(u, fActive), Done: s.has(u, fDone), Fought: s.has(u, fFought),
		Shoots: s.canShoot(u), Reserve: d.reserve, Held: s.held(u),
		Mounted: s.isMounted(u), Guns: d.guns, Charges: d.charges, Charging: s.has(u, fCharging),
	}
}

// LeaderInfo is a leader in his present state.
type LeaderInfo struct {
	Hex        int // below 0: not on the map, or yet to arrive
	Side       game.Side
	Commander  bool
	Contingent int // -1: an army commander without units of his own
	Bonus      int
	Radius     int
	MP         int
	Commands   bool // he is on the map and able to command
	Activated  bool // he has been activated this turn
}

// Leader returns a leader by his index among the leaders; his piece number is Units() higher.
func (s *State) Leader(i int) LeaderInfo {
	l := uint8(i)
	d := &s.b.leaders[l]
	info := LeaderInfo{
		Hex: int(s.leaders[l].hex), Side: game.Side(d.side), Commander: s.commander(l), Contingent: int(d.contingent),
		Bonus: s.bonus(l), Radius: s.radius(l), MP: s.leaderMP(l),
		Commands: s.commands(l), Activated: s.leaders[l].flags&lActivated != 0,
	}
	if d.contingent == none {
		info.Contingent = -1
	}
	return info
}

// Asked names what the state waits for, by the key of its prompt: "moves", "declare"; "die" for any roll but the
// initiative.
func (s *State) Asked() string { return nodeKeys[s.current().kind] }

// Turn returns the number of the turn, from 1.
func (s *State) Turn() int { return int(s.turn) }

// Active returns the activated leader, or -1.
func (s *State) Active() int {
	if s.active == none {
		return -1
	}
	return int(s.active)
}

// Top returns the top unit of the stack in a hex, or -1; Below the next unit down from one, or -1.
func (s *State) Top(h int) int   { return unitOrNone(s.top[h]) }
func (s *State) Below(u int) int { return unitOrNone(s.units[u].below) }

func unitOrNone(u uint8) int {
	if u == none {
		return -1
	}
	return int(u)
}

// Group appends the units of the group that is about to move, from the top.
func (s *State) Group(buf []int) []int {
	for _, u := range s.group.units[:s.group.n] {
		buf = append(buf, int(u))
	}
	return buf
}

// Targets appends the hexes of the enemies that the stack in a hex has to attack if it attacks.
func (s *State) Targets(h int, buf []int) []int {
	var list [3]int16
	for _, to := range s.targets(h, &list) {
		buf = append(buf, int(to))
	}
	return buf
}

// Attackers and Defenders append the hexes of the melee that is being prepared or fought.
func (s *State) Attackers(buf []int) []int { return appendHexes(buf, s.melee.att[:s.melee.nAtt]) }
func (s *State) Defenders(buf []int) []int { return appendHexes(buf, s.melee.def[:s.melee.nDef]) }

func appendHexes(buf []int, list []int16) []int {
	for _, h := range list {
		buf = append(buf, int(h))
	}
	return buf
}

// Target returns the target hex of the shot that is being prepared.
func (s *State) Target() int { return int(s.shot.target) }

// Marked reports whether the enemies in a hex have been declared the target of an attack.
func (s *State) Marked(h int) bool { return s.isMarked(h) }

// MayJoin reports whether a leader may be stacked with a unit.
func (s *State) MayJoin(leader, unit int) bool { return s.mayJoin(uint8(leader), uint8(unit)) }

// Arc returns what the hex across a side is to a unit facing f, or to guns.
func (b *Battle) Arc(guns bool, f, side int) grid.Arc {
	kind := 0
	if guns {
		kind = 1
	}
	return b.arcs[kind][(side-f+6)%6]
}

// Gallop returns the hex of the enemy that a unit could charge from where it stands, where the charge move ends and
// what it costs; ok is false if there is no legal charge move.
func (s *State) Gallop(unit int) (target, end, cost int, ok bool) {
	g, why := s.gallop(uint8(unit))
	return g.target, g.end, g.cost, why.ok()
}

// Pursuer returns the unit that may make a Dispersion, while the state asks for that choice.
func (s *State) Pursuer() int { return int(s.current().a) }

// Column returns the column of the terrain chart that a unit uses now.
func (s *State) Column(unit int) Column { return s.column(uint8(unit)) }

// Step returns what crossing a side of a hex costs in movement points, or [Closed].
func (b *Battle) Step(c Column, h, side int) int { return int(b.step[c][h][side]) }

// AttackMod returns the terrain modifier of an attack across a side of a hex; ok is false if the side forbids melee or
// leads off the map.
func (b *Battle) AttackMod(h, side int) (mod int, ok bool) {
	return int(b.attack[h][side]), b.next[h][side] >= 0 && b.barred[h]>>side&1 == 0
}

// Zone returns the hexes of a zone, or nil if there is no such zone; callers must not change them.
func (b *Battle) Zone(id string) []int16 {
	if z, err := b.zone(id); err == nil {
		return b.zones[z].hexes
	}
	return nil
}

// Reach returns the greatest distance of a shot by units of a type, 0 if they cannot shoot.
func (b *Battle) Reach(typ int) int { return int(b.reach[typ]) }

// PointsNow returns the victory points of both sides if the game ended now.
func (s *State) PointsNow() [2]int {
	p := s.total()
	for i := range s.b.scores {
		r := &s.b.scores[i]
		n := r.Points * s.endCount(r)
		if r.Max > 0 {
			n = min(n, r.Max-int(s.points[i]))
		}
		p[r.Side] += max(n, 0)
	}
	return p
}

// MeleeTotal returns the modifier to the roll in the melee that an action would start, as [State.Explain] gives it.
func (s *State) MeleeTotal(a game.Action) (total int, ok bool) {
	if !s.check(a).ok() {
		return 0, false
	}
	c := *s
	if !c.previewMelee(s.current(), a) {
		return 0, false
	}
	var m mods
	c.meleeMods(&m)
	return s.b.meleeTotal(m.sum()), true
}

// Due identifies the roll that is due by its kind and by where or for whom it is made, so that the same roll can be
// recognised in two lines of play.
func (s *State) Due() (kind, at int) {
	t := s.current()
	if t.kind != tDie {
		return int(t.kind), int(t.a)
	}
	kind = int(taskKinds) + int(t.a)
	switch t.a {
	case dieShot:
		return kind, int(s.shot.target)
	case dieMelee:
		return kind, int(s.melee.def[0]) + int(s.melee.stage)<<12
	}
	return kind, int(t.b)
}

// SecondBlow reports whether the second blow has been used.
func (s *State) SecondBlow() bool { return s.blow }

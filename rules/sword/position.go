package sword

import (
	"fmt"
	"slices"

	"acies/grid"
)

// Position is one moment of a battle in words: everything a [State] holds, by name, so that a person can read it,
// change it and continue from there. What a position does not mention is as in the battle's set-up.
//
// The point that play has reached is given either exactly, by Tasks with Phase, Active and Side, or by At, the name of
// a moment of the turn from which the rest of the turn follows.
type Position struct {
	Turn int  // 0: the first
	Only bool // pieces that are not listed are not on the map

	At     string   // "activation philotas", "phase-e"; see [Moments]
	Phase  string   // "d1"
	Active string   // the activated leader
	Side   string   // whose activation it is
	Tasks  []string // what still has to be done, the next first

	Units   []UnitAt
	Leaders []LeaderAt

	Initiative [2]int    // totals of the turn
	Rating     int       // of the leaders whose turn it is
	Next       string    // the side that acts next among leaders of equal rating
	Scores     []ScoreAt // points so far
	Released   []string  // contingents whose reserve is free
	SecondBlow bool      // it has been used
	Hill       []string  // "free", "held"
	Fled       bool      // the commander of the Flight rule is gone
	Marked     []string  // hexes of declared defenders

	Fire   *FireAt
	Group  *GroupAt
	Shot   *ShotAt
	Melee  *MeleeAt
	Flight *FlightAt
	Result *ResultAt // the battle is over

	Charges []ChargeAt // declared
	Dash    *DashAt    // a charge move in progress
	Chase   *ChaseAt   // what the pursuit after a charge depends on
	Visited []int      // numbers of the hexes that have been scored for being entered
}

// Waiting is the hex of a piece that has yet to arrive.
const Waiting = "waiting"

// ChargeAt is a declared charge.
type ChargeAt struct {
	Unit, Target string
}

// DashAt is a charge move in progress.
type DashAt struct {
	Unit, Target string
	Leaders      []string
	Steps        int
}

// ChaseAt is what the pursuit after a charge depends on: the unit that has advanced, and whether its enemy could not
// retreat.
type ChaseAt struct {
	Unit   string
	Barred bool
}

// CaptiveAt is what has become of a leader who has been lost.
type CaptiveAt struct {
	Captor string // empty: nobody holds him
	Hex    string // where he was lost
	Wait   int    // his place among the replacements who wait
	Near   bool   // any enemy next to him may keep him
}

// Off is the hex of a piece that is not on the map.
const Off = "off"

// UnitAt is a combat unit in a position. Empty fields are as in the set-up.
type UnitAt struct {
	ID     string
	Hex    string // or Off: eliminated
	Facing string
	State  string   // "valiant", "discouraged", "routed"
	Order  int      // in its stack, 1 being the top; 0: after those that have one, as the battle lists them
	Flags  []string // "fatigued", "out-of-command"; "no-" before a flag takes it away
}

// LeaderAt is a leader in a position.
type LeaderAt struct {
	ID    string
	Hex   string // or Off
	Flags []string
	Bound string // the routed unit he may not leave
	Fate  *CaptiveAt
}

// ScoreAt is what a side has scored under one rule.
type ScoreAt struct {
	Side, Key string
	Points    int
}

// FireAt is the use of the fire in an activation.
type FireAt struct {
	Count, Heavy int
	Units        [2]string
}

// GroupAt is a group of pieces that move together, from the top.
type GroupAt struct {
	Units, Leaders []string
	From           string
	Stray          bool
	Spent, Rode    int // already, by the units and by the leader
}

// ShotAt is a shot whose shooters are being chosen, or that has just been made.
type ShotAt struct {
	Kind     string // "archers", "volley", "defensive", "offensive"
	Target   string
	Shooters []string
	Guns     bool // the step of the guns
}

// MeleeAt is a melee being fought, between hexes.
type MeleeAt struct {
	Attackers, Defenders []string
	Shot                 bool
	Stage                string   // "charge", "elan", "dispersion"; empty for other melees
	Reacted              string   // the charging unit that was met by a reaction charge
	Guns                 []string // hexes of defenders where guns were lost
}

// FlightAt is a rout move in progress.
type FlightAt struct {
	Units, Leaders []string
	At             string
	Steps, MP      int // MP is -1 outside Phase E
	Moved          bool
	Cause          string
	Pending        []string // hexes whose units flee next
	From           string
	Heading        string // a side; empty if the edge leaves no choice
}

// ResultAt is the end of a battle.
type ResultAt struct {
	Winner  string // empty for a draw
	Degree  string
	Because string // the key of the decisive rule, if one ended it
}

// PositionError says which field of a position is wrong, and how. Field is a path: "units philotas-1".
type PositionError struct {
	Field, Problem string
}

// Error implements error.
func (e *PositionError) Error() string { return e.Field + ": " + e.Problem }

func wrong(field, format string, args ...any) error {
	return &PositionError{field, fmt.Sprintf(format, args...)}
}

var (
	stateNames = []string{"valiant", "discouraged", "routed"}
	shotNames  = []string{"archers", "volley", "defensive", "offensive"}
	causeNames = []string{"melee", "shot", "fire", "retreat", "phase-e", "off-map", "barred", "crowded", "ridden"}
	dieNames   = []string{"shot", "melee", "leader", "passed", "rally", "flight", "react"}
	goNames    = []string{"flight", "retreat"}
	nearNames  = []string{"anywhere", "near", "own", "near-off", "near-barred", "own-barred", "near-freed", "near-alone"}
	stageNames = []string{"melee", "charge", "elan", "dispersion"}
	hitNames   = []string{"none", "discourage", "rout"}
	effectName = []string{"no-effect", "fatigue", "discourage", "rout", "retreat", "advance", "may-advance"}
	hillNames  = []string{"free", "held"}

	unitFlagNames = []string{
		"fatigued", "out-of-command", "resting", "pilum", "placed", "faced", "active", "moved", "done", "shot", "shot-at",
		"attacked", "fought", "joined", "attacking", "defending", "must-retreat", "must-flee", "swept", "checked", "tested",
		"has-fled", "aside", "fleeing", "changed", "charging", "tired", "charged", "stirred", "after-ransom", "plundering",
		"flees-on",
	}
	actNames        = []string{"has-moved", "has-shot", "has-attacked", "was-shot-at", "was-attacked"}
	leaderFlagNames = []string{
		"wounded", "replacement", "removed", "sheltered", "activated", "inactive", "waiting", "placed", "joined", "behind",
		"changed-rank", "rode", "lost", "taken", "hurt", "ranked",
	}
)

// UnitFlags and LeaderFlags return the names of the flags of pieces in a position.
func UnitFlags() []string   { return slices.Concat(unitFlagNames, actNames) }
func LeaderFlags() []string { return slices.Clone(leaderFlagNames) }

// Position returns the state in words; [Battle.FromPosition] turns it back into the same state.
func (s *State) Position() *Position {
	b := s.b
	p := &Position{
		Turn: int(s.turn), Phase: phaseKeys[s.phase], Side: b.setup.Sides[s.side].ID,
		Initiative: [2]int{int(s.dice[0]), int(s.dice[1])}, Rating: int(s.rating), Next: b.setup.Sides[s.tieSide].ID,
		SecondBlow: s.blow, Fled: s.fled, Marked: s.hexIDs(s.marked[:s.nMark]),
	}
	if s.active != none {
		p.Active = b.leaders[s.active].id
	}
	for i := range b.units {
		p.Units = append(p.Units, s.unitAt(uint8(i)))
	}
	for i := range b.leaders {
		p.Leaders = append(p.Leaders, s.leaderAt(uint8(i)))
	}
	for i := range b.scores {
		if s.points[i] != 0 {
			r := &b.scores[i]
			p.Scores = append(p.Scores, ScoreAt{b.setup.Sides[r.Side].ID, r.Key, int(s.points[i])})
		}
	}
	for c := range b.contingents {
		if s.released>>c&1 != 0 {
			p.Released = append(p.Released, b.contingents[c].id)
		}
	}
	for i, on := range []bool{s.hillFree, s.hillHeld} {
		if on {
			p.Hill = append(p.Hill, hillNames[i])
		}
	}
	for _, c := range s.charges[:s.nCharges] {
		p.Charges = append(p.Charges, ChargeAt{b.units[c.unit].id, b.units[c.target].id})
	}
	for i := range 64 {
		if s.visited>>i&1 != 0 {
			p.Visited = append(p.Visited, i)
		}
	}
	s.makingAt(p)
	for i := int(s.nTasks) - 1; i >= 0; i-- {
		p.Tasks = append(p.Tasks, b.formatTask(s.tasks[i]))
	}
	if s.over {
		p.Result = &ResultAt{Degree: degreeKeys[s.degree]}
		if s.winner >= 0 {
			p.Result.Winner = b.setup.Sides[s.winner].ID
		}
		if s.because != none {
			p.Result.Because = b.sudden[s.because].Key
		}
	}
	return p
}

// makingAt adds what is in progress: a group, a shot, a melee, a flight. The state keeps the last of each until the
// next begins, and so does the position.
func (s *State) makingAt(p *Position) {
	b := s.b
	if s.fires|s.heavy|s.burnt[0]|s.burnt[1] != 0 {
		p.Fire = &FireAt{int(s.fires), int(s.heavy), [2]string{b.units[s.burnt[0]].id, b.units[s.burnt[1]].id}}
	}
	if g := &s.group; *g != (group{}) {
		p.Group = &GroupAt{s.unitIDs(g.units[:g.n]), s.leaderIDs(g.leaders), b.PlaceID(int(g.from)), g.stray, int(g.spent), int(g.rode)}
	}
	if x := &s.shot; *x != (shot{}) {
		p.Shot = &ShotAt{shotNames[x.kind], b.PlaceID(int(x.target)), s.unitIDs(x.shooters[:x.n]), x.guns}
	}
	if m := &s.melee; *m != (melee{}) {
		p.Melee = &MeleeAt{Attackers: s.hexIDs(m.att[:m.nAtt]), Defenders: s.hexIDs(m.def[:m.nDef]), Shot: m.shot}
		if m.stage != notCharge {
			p.Melee.Stage = stageNames[m.stage]
		}
		if m.reacted != 0 {
			p.Melee.Reacted = b.units[m.reacted-1].id
		}
		for i, h := range m.def[:m.nDef] {
			if m.guns>>i&1 != 0 {
				p.Melee.Guns = append(p.Melee.Guns, b.PlaceID(int(h)))
			}
		}
	}
	if d := &s.dash; *d != (dash{}) {
		p.Dash = &DashAt{b.units[d.unit].id, b.units[d.target].id, s.leaderIDs(d.leaders), int(d.steps)}
	}
	if c := &s.chase; *c != (chase{}) {
		p.Chase = &ChaseAt{Barred: c.barred}
		if c.unit != 0 {
			p.Chase.Unit = b.units[c.unit-1].id
		}
	}
	if f := &s.flight; *f != (flight{}) {
		p.Flight = &FlightAt{
			Units: s.unitIDs(f.units[:f.n]), Leaders: s.leaderIDs(f.leaders), At: b.PlaceID(int(f.at)),
			Steps: int(f.steps), MP: int(f.mp), Moved: f.moved, Cause: causeNames[f.cause],
			Pending: s.hexIDs(f.pending[:f.nPend]),
		}
		if b.book.Capture {
			p.Flight.From = b.PlaceID(int(f.from))
		}
		if b.slant {
			p.Flight.Heading = grid.SideNames[f.heading]
		}
	}
}

func (s *State) unitAt(u uint8) UnitAt {
	p := &s.units[u]
	x := UnitAt{ID: s.b.units[u].id, Hex: Off, Facing: s.b.FacingID(int(p.facing)), State: stateNames[p.disorder]}
	for i, name := range unitFlagNames {
		switch {
		case p.flags>>i&1 != 0:
			x.Flags = append(x.Flags, name)
		case 1<<i == fPilum && s.b.units[u].pilum, 1<<i == fChanged && s.b.units[u].changed:
			x.Flags = append(x.Flags, "no-"+name)
		}
	}
	for i, name := range actNames {
		if p.did>>i&1 != 0 {
			x.Flags = append(x.Flags, name)
		}
	}
	if p.hex == waiting {
		x.Hex = Waiting
	}
	if p.hex < 0 {
		return x
	}
	x.Hex = s.b.PlaceID(int(p.hex))
	if p.flags&fAloft == 0 && (s.top[p.hex] != u || p.below != none) {
		x.Order = 1
		for v := s.top[p.hex]; v != u; v = s.units[v].below {
			x.Order++
		}
	}
	return x
}

func (s *State) leaderAt(l uint8) LeaderAt {
	p := &s.leaders[l]
	x := LeaderAt{ID: s.b.leaders[l].id, Hex: Off}
	switch {
	case p.hex >= 0:
		x.Hex = s.b.PlaceID(int(p.hex))
	case p.hex == waiting:
		x.Hex = Waiting
	}
	if f := &s.fates[l]; *f != (fate{}) || p.captor != none {
		x.Fate = &CaptiveAt{Hex: s.b.PlaceID(int(f.at)), Wait: int(f.wait), Near: f.near}
		if p.captor != none {
			x.Fate.Captor = s.b.units[p.captor].id
		}
	}
	for i, name := range leaderFlagNames {
		if p.flags>>i&1 != 0 {
			x.Flags = append(x.Flags, name)
		}
	}
	if p.bound != none {
		x.Bound = s.b.units[p.bound].id
	}
	return x
}

func (s *State) hexIDs(list []int16) []string {
	var out []string
	for _, h := range list {
		out = append(out, s.b.PlaceID(int(h)))
	}
	return out
}

func (s *State) unitIDs(list []uint8) []string {
	var out []string
	for _, u := range list {
		out = append(out, s.b.units[u].id)
	}
	return out
}

func (s *State) leaderIDs(set uint32) []string {
	var out []string
	for i := range s.b.leaders {
		if set>>i&1 != 0 {
			out = append(out, s.b.leaders[i].id)
		}
	}
	return out
}

// From returns the battle with games that begin at a state instead of the set-up.
func (b *Battle) From(s *State) *Battle {
	c := *b
	first := *s
	first.b = &c
	c.first = &first
	return &c
}

// Package impetus is the engine of Impetus: battles of rectangular bases on a table without a grid, measured in
// thousandths of a U. A file holds a chapter of the rulebook; clause ids such as imp-10.2b name the rules. The geometry
// is in package plane.
package impetus

import (
	"math"

	"acies/game"
	"acies/plane"
)

// Version is the version of the engine. It changes whenever the same actions lead to different states.
const Version = "2"

// Battle is a compiled [Setup].
type Battle struct {
	setup    *Setup
	units    []unitData
	terrain  []terrain
	works    []works
	spans    [operandKinds]span
	members  [2][MaxCommands][]uint8 // the units of each command, in order
	army     [2]plane.Set            // the units of each side, baggage included
	baggage  [2]uint8
	hasRoads bool
	value    [2]int // the starting VD of each army
	worth    [2][MaxCommands]int
	leaders  [2][MaxCommands]string // the keys of the names of the commanders, for which the pack has texts
	start    State
}

// unitData is what never changes about a unit.
type unitData struct {
	UnitSetup
	side    uint8
	command uint8 // none for baggage
	bit     int32 // of the unit in the mask of its command
	deep    int32 // the depth of its base with all rows, on horse or on foot
	span    int64 // no part of that is further from the front centre
	foot    *unitData
}

// New compiles a battle. The setup must be sound: package scenario sees to that.
func New(setup *Setup) *Battle {
	b := &Battle{setup: setup, baggage: [2]uint8{none, none}}
	for i := range setup.Units {
		x := &setup.Units[i]
		u := unitData{UnitSetup: *x, side: uint8(x.Side), command: none}
		switch {
		case x.Type == Baggage:
			b.baggage[x.Side] = uint8(i)
		default:
			c := &b.members[x.Side][x.Command]
			u.command, u.bit = uint8(x.Command), 1<<len(*c)
			*c = append(*c, uint8(i))
			b.value[x.Side] += x.VD
			b.worth[x.Side][x.Command] += x.VD
		}
		if x.Foot != nil {
			u.foot = &unitData{UnitSetup: *x.Foot, side: u.side, command: u.command, bit: u.bit}
		}
		if u.deep = x.Depth; x.Foot != nil {
			u.deep = max(u.deep, x.Foot.Depth)
		}
		u.span = plane.Distance(plane.Point{}, plane.Point{X: Frontage / 2, Y: int64(u.deep)})
		b.army[u.side].Add(i)
		b.units = append(b.units, u)
	}
	for i := range setup.Terrain {
		b.terrain = append(b.terrain, compileTerrain(&setup.Terrain[i]))
		b.hasRoads = b.hasRoads || setup.Terrain[i].Kind == Road
	}
	for i := range setup.Lines {
		b.works = append(b.works, compileLine(&setup.Lines[i]))
	}
	for side := range setup.Sides {
		a := &setup.Sides[side]
		for c := range a.Commands {
			b.leaders[side][c] = "commander." + a.ID + "-" + a.Commands[c].ID
		}
	}
	b.spans = b.operandSpans()
	b.start = State{b: b}
	b.start.begin()
	return b
}

// begin sets up the first state and runs to the first choice.
func (s *State) begin() {
	s.active, s.named, s.winner = none, [2]uint8{none, none}, int8(game.Nobody)
	for i := range s.b.units {
		d := &s.b.units[i]
		u := &s.units[i]
		for r := range d.Rows {
			u.rows[r] = uint8(d.VBU)
		}
		switch {
		case d.Square >= 0:
			u.where = inside
		case s.b.setup.FreeSetup && d.Type != Baggage:
			u.where = unplaced
		default:
			s.enter(uint8(i), d.Pose)
		}
	}
	for side := range s.commands {
		for c, x := range s.b.setup.Sides[side].Commands {
			s.commands[side][c] = command{quality: x.Quality, leader: true}
			if x.InChief {
				s.chief[side] = uint8(c)
			}
		}
		if s.b.setup.Amendments {
			s.luck[side] = uint8(s.b.setup.Sides[side].Destiny) // 25.1a, 25.1g
		}
	}
	s.push(tTurn, 0, 0, 0)
	if s.b.setup.FreeSetup {
		// Commands are placed in turn, each complete (26.1e).
		first := uint8(s.b.setup.SetupFirst)
		for c := MaxCommands - 1; c >= 0; c-- {
			for _, side := range [...]uint8{other(first), first} {
				if c < len(s.b.setup.Sides[side].Commands) {
					s.push(tDeploy, side, c, 0)
				}
			}
		}
	}
	s.run(nil)
}

// Setup returns what the battle was compiled from; it must not be changed.
func (b *Battle) Setup() *Setup { return b.setup }

// ID implements [game.Battle].
func (b *Battle) ID() string { return b.setup.ID }

// Rulebook implements [game.Battle].
func (b *Battle) Rulebook() string { return "impetus" }

// Version implements [game.Battle].
func (b *Battle) Version() string { return Version }

// Secrets implements [game.Battle]: both players name a Command before either name is known (3.1d).
func (b *Battle) Secrets() bool { return true }

// Sides implements [game.Battle].
func (b *Battle) Sides() int { return 2 }

// Start implements [game.Battle].
func (b *Battle) Start() game.State {
	s := b.start
	return &s
}

// Bound implements [game.Battle]. Q7b says why a game ends: in each turn a unit is activated once, makes at most seven
// phases and causes a bounded number of reactions and melees.
func (b *Battle) Bound() int { return 1 << 20 }

// PieceID implements [game.Battle].
func (b *Battle) PieceID(p int) string {
	if p < 0 || p >= len(b.units) {
		return "?"
	}
	return b.units[p].ID
}

// PlaceID implements [game.Battle]: there are no places.
func (b *Battle) PlaceID(int) string { return "?" }

// FacingID implements [game.Battle]: headings are numbers.
func (b *Battle) FacingID(int) string { return "?" }

// first returns the side that is listed first for dice.
func (b *Battle) first() uint8 { return uint8(b.setup.First) }

// span is the range of values of an operand.
type span struct{ least, most int32 }

func (b *Battle) operandSpans() [operandKinds]span {
	far := max(b.setup.Width, b.setup.Height)
	return [operandKinds]span{
		opUnit:    {0, int32(len(b.units)) - 1},
		opCommand: {0, MaxCommands - 1},
		opHidden:  {0, MaxCommands},
		opGroup:   {1, math.MaxInt32},
		opLength:  {-far, far},
		opAngle:   {-plane.Turn, plane.Turn},
		opX:       {0, b.setup.Width},
		opY:       {0, b.setup.Height},
		opHeading: {0, plane.Turn - 1},
		opFace:    {0, 6},
		opCount:   {0, maxDice},
		opSwitch:  {0, 1},
	}
}

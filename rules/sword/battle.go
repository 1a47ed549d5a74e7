// Package sword is the engine of By the Edge of the Sword: hex battles of contingents, activations, shooting, melee and
// rout. A [Book] holds the charts of one rulebook, a [Setup] one battle; [New] compiles both into a [Battle], and a
// [State] is one moment of it.
//
// The files are named after the chapters they implement. A state keeps a small stack of tasks and waits at the one on
// top. An action answers that task, and the engine then runs (sequence.go) until the next choice or roll is needed.
package sword

import (
	"fmt"

	"acies/game"
	"acies/grid"
)

// Version is the version of the engine. It changes whenever the same actions lead to different states, which the golden
// games of package table show: a record made by another version can be continued only as far as both versions agree.
const Version = "3"

// Limits of what a state can hold.
const (
	maxUnits   = 96
	maxLeaders = 24
	maxHexes   = 1024
	maxTasks   = 48
	maxScores  = 28
	none       = 255 // no unit, no leader
)

// Battle is a battle compiled for play. It never changes.
type Battle struct {
	setup *Setup
	book  *Book
	m     *grid.Map
	first *State // where games begin, if not with the set-up

	hexes   int
	window  [window * window]int16 // offset in hex numbers of each cell of a search window from its middle
	next    [maxHexes][6]int16
	step    [columns][maxHexes][6]int8 // MP to cross a side, or Closed
	attack  [maxHexes][6]int8          // terrain modifier of an attack across a side
	charge  [maxHexes][6]int8          // the same for a charge
	barred  [maxHexes]uint8            // bit k: side k forbids melee
	noRide  [maxHexes]uint8            // bit k: no charge may cross side k
	bank    [maxHexes]uint8            // bit k: side k leads to the far bank, which only a rout move may enter
	edges   [maxHexes][6]uint32        // bit 2e: edge kind e crossed inward (or both ways), bit 2e+1: outward
	level   [maxHexes]int8
	terrain [maxHexes]uint8
	blocks  [maxHexes]bool

	units       []unitDef
	leaders     []leaderDef
	contingents []contingentDef
	names       []string
	arcs        [2][6]grid.Arc // what the hex across side facing+k is: to other units, to guns
	fronts      [2][6]sides    // the front sides for each facing: of other units, of guns
	frontSides  int            // how many front sides a unit other than guns has
	guns        bool           // there may be artillery
	slant       bool           // some units flee toward the left or right edge
	initiative  [2][]uint8     // leaders whose bonus counts: the first one still on the map

	zones  []zone
	scores []scoreRule
	sudden []suddenRule

	reach   [maxTypes]uint8 // greatest distance of a shot by type, 0: none
	shotMod [maxTypes]int8  // modifier of a target of the type
	free    [2]int16        // zone of free placement, -1: none
	citadel int16           // hex, -1: none
	cRefuge uint8           // leader who may enter it
	fire    *fireRule
	second  uint8 // leader who may make the second blow
	hill    hillRule
	flight  *flightRule
	levies  *leviesRule

	pairs    [maxTypes]bool // types of which two of a contingent may share a hex
	mounts   [maxTypes]bool // types that may change between horse and foot
	armour   *armourRule
	doubtful *doubtfulRule
	plunder  *plunderRule
	spans    [operandKinds]span // of the numbers of actions
	entries  bool               // some score rule is for entering hexes
	bankStep map[[3]int]int8    // by column, hex and side: what a rout move pays to enter the far bank
	ransom   [2][maxTypes]bool
	arrivals []arrival
}

// sides is a list of at most three sides of a hex, three bits each: the side plus one, the first side in the lowest
// bits. A loop over it does not allocate: for x := list; x != 0; x >>= 3 { k := x.first() … }.
type sides uint16

func (x sides) first() int { return int(x&7) - 1 }

const maxTypes = 16

// unitDef is a combat unit, compiled.
type unitDef struct {
	id         string
	name       uint8
	typ        uint8
	side       uint8
	contingent uint8
	column     [2]Column // as printed, in its other form
	mounted    [2]bool
	guns       bool
	charges    bool     // may charge when mounted
	ring       bool     // has no rear until it moves
	changed    bool     // begins in its other form
	arrives    uint8    // turn, 0: from the start
	rout       [2]uint8 // the sides over which it flees: one, or two that slant toward the left or right edge
	sp         [2]int8  // fresh, fatigued
	quality    [2]int8
	mp         [2][2]int8 // as printed, in its other form; fresh, fatigued
	shoots     [2]bool
	freeTurn   bool
	pilum      bool // begins with a pilum
	reserve    bool // may not move next to the enemy until a unit of the line routs
	line       bool // whose rout frees the reserve
	hex        int16
	facing     uint8
}

type leaderDef struct {
	id         string
	side       uint8
	commander  bool
	contingent uint8 // none for a commander without units of his own
	hex        int16
	bonus      int8
	rating     int8
	radius     int8
	mp         int8
	arrives    uint8 // turn, 0: from the start
}

type contingentDef struct {
	id     string
	side   uint8
	leader uint8
	units  []uint8
	rout   [2]uint8
}

type zone struct {
	id    string
	hexes []int16
	in    [maxHexes]bool
}

type fireRule struct {
	leader   uint8
	reach    int
	most     int
	heavy    [maxTypes]bool
	mostOf   int
	ground   [maxHexes]bool
	pointsTo uint8
}

type hillRule struct {
	contingent uint8 // none: no such rule
	distance   int
	fromTurn   int
}

type flightRule struct {
	leader  uint8
	guard   uint8
	threats [maxTypes]bool
	Flight
}

type leviesRule struct {
	types, against [maxTypes]bool
}

// New compiles a battle. The error names the field that is wrong; package scenario has checked packs, with line
// numbers, before this.
func New(setup *Setup) (*Battle, error) {
	b := &Battle{setup: setup, book: setup.Book}
	for _, step := range []func() error{b.compileMap, b.compilePieces, b.compileRules} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("battle %s: %w", setup.ID, err)
		}
	}
	b.spans = b.operandSpans()
	return b, nil
}

// Setup returns the data the battle was compiled from; callers must not change it.
func (b *Battle) Setup() *Setup { return b.setup }

// Map returns the geometry of the map.
func (b *Battle) Map() *grid.Map { return b.m }

// Units and Leaders return how many of each there are. Pieces are numbered: units first, then leaders.
func (b *Battle) Units() int   { return len(b.units) }
func (b *Battle) Leaders() int { return len(b.leaders) }

// ID implements [game.Battle].
func (b *Battle) ID() string { return b.setup.ID }

// Rulebook implements [game.Battle].
func (b *Battle) Rulebook() string { return "sword/" + b.book.ID }

// Version implements [game.Battle].
func (b *Battle) Version() string { return Version }

// Sides implements [game.Battle].
func (b *Battle) Sides() int { return 2 }

// Bound implements [game.Battle]: a turn cannot hold more choices than every activation of every leader allows every
// piece.
func (b *Battle) Bound() int {
	pieces := len(b.units) + len(b.leaders)
	return 4*pieces + b.setup.Turns*(len(b.leaders)+2)*(12*pieces+40)
}

// PieceID implements [game.Battle].
func (b *Battle) PieceID(p int) string {
	switch {
	case p >= 0 && p < len(b.units):
		return b.units[p].id
	case p >= len(b.units) && p < len(b.units)+len(b.leaders):
		return b.leaders[p-len(b.units)].id
	}
	return "?"
}

// PlaceID implements [game.Battle].
func (b *Battle) PlaceID(h int) string {
	if h < 0 || h >= b.hexes {
		return "?"
	}
	return b.m.ID(h)
}

// Piece returns the number of the piece with that id, or -1.
func (b *Battle) Piece(id string) int {
	for i := range b.units {
		if b.units[i].id == id {
			return i
		}
	}
	for i := range b.leaders {
		if b.leaders[i].id == id {
			return len(b.units) + i
		}
	}
	return -1
}

// Clauses of the rules for a free set-up, which the books leave to the scenario.
const (
	setupZones   = "set-up zones"
	setupCommand = "set-up command"
)

// clause returns the id of the clause in which this battle's book, or its scenario, states a rule.
func (b *Battle) clause(id string) string {
	if c, ok := b.book.Clauses[id]; ok {
		id = c
	}
	switch id {
	case setupZones:
		return b.setup.Deploy.ZonesClause
	case setupCommand:
		return b.setup.Deploy.CommandClause
	}
	return id
}

var _ game.Battle = (*Battle)(nil)

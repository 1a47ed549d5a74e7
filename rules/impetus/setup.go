package impetus

import "acies/plane"

// Setup is a battle as its pack describes it. [New] compiles it.
type Setup struct {
	ID     string
	Width  int32 // of the table
	Height int32
	Turns  int // the limit
	// First is the side that is listed first for dice.
	First int
	// TieWinner is the side that wins with equal shares of losses at the limit, or -1 for a draw (23.1j).
	TieWinner int
	// Amendments says that section 25 is in force.
	Amendments bool
	// FreeSetup says that the players place their units, the side SetupFirst first.
	FreeSetup  bool
	SetupFirst int

	Sides    [2]Army
	Units    []UnitSetup // of side 0, then of side 1, each in the order of its list; then what is not in a list
	Terrain  []Piece
	Lines    []Line
	HighBank *Bank
}

// Army is one side.
type Army struct {
	ID        string
	Structure Structure
	Commands  []Command
	Zone      Zone
	HomeEdge  Edge
	Destiny   int // rolls of destiny bought (25.1g)
}

// Zone is where an army may be placed.
type Zone struct{ X, Y [2]int32 }

// Edge is an edge of the table.
type Edge uint8

const (
	South Edge = iota
	North
	West
	East
)

// Command is one command of an army with its commander.
type Command struct {
	ID       string
	Quality  Quality
	InChief  bool
	Attached int // to this unit of the setup, or -1 if he is off the table
}

// UnitSetup is a unit at the start.
type UnitSetup struct {
	ID         string
	Side       int
	Command    int // within its army; -1 for baggage
	Type       Type
	Move       int32
	VBU        int
	Impetus    int
	Discipline Discipline
	VD         int
	Weapon     Weapon
	Rows       int
	Depth      int32
	Traits     Trait
	Hastati    bool // the line that relief knows as Hastati
	Principes  bool
	Foot       *UnitSetup // what it becomes if it dismounts
	Square     int        // the unit that it stands inside as a square (24.9), or -1
	Pose       plane.Pose
}

// Piece is a piece of terrain.
type Piece struct {
	ID      string
	Kind    Kind
	Polygon []plane.Point // convex, counter-clockwise
	Crest   []plane.Point // of a hill
}

// Line is a fortification (22.3).
type Line struct {
	ID     string
	Points []plane.Point
	// Protects is the edge of the table towards which the protected side lies.
	Protects Edge
}

// Bank is ground at a stream from which a unit fights as if it were higher.
type Bank struct {
	Stream int // index of the piece
	Y      [2]int32
}

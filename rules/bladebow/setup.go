package bladebow

// Setup is a battle as its pack describes it. [New] compiles it.
type Setup struct {
	ID         string
	Cols, Rows int
	Terrain    []Terrain // by square
	Sides      [2]Army
	Units      []UnitSetup
	Leaders    []LeaderSetup
	Icons      []int // the die icon of each turn: 0 none, 6 the game ends without a roll

	Pass    *Pass    // Thermopylae: the hills, the goat path and the wall
	King    *King    // Thermopylae: a leader whose death decides
	Sack    *Sack    // Thermopylae: a camp whose fall decides at the end of the turn
	Arrival *Arrival // Mycale: the Spartans
	Storm   *Storm   // Mycale: a camp whose fall ends the battle at once
}

// Army is one side.
type Army struct {
	ID         string
	Impulses   int
	RoutLevel  int
	MaxRanks   int  // of one unit, if ranks are redistributed; 0: they are not
	TieBreaker bool // on turn 1; one side has it
	Camps      []int
	ShieldWall bool     // the army may form shield walls
	Presets    []Preset // of its ranks
	Shields    []int    // units that start in a shield wall unless the player chooses others
}

// Preset is a distribution of the ranks of an army: by unit, in the order of Setup.Units; -1 for all other units.
type Preset struct {
	ID    string
	Ranks []int
}

// UnitSetup is a unit at the start. Square is -1 for a reinforcement.
type UnitSetup struct {
	ID     string
	Side   int
	Type   Type
	Square int
	Facing int
	Ranks  int
}

// LeaderSetup is a leader at the start. Square is -1 for one who arrives later.
type LeaderSetup struct {
	ID                 string
	Side               int
	Rank, Range, Value int
	Colour             Colour
	Square             int
}

// Pass are the special rules of the ground at Thermopylae (15.2t).
type Pass struct {
	Side    int      // that may use the path once it has found it
	Path    []int    // the squares of the goat path, in order
	Hills   []int    // the hill squares that may be entered
	Column  int      // before the discovery this is the last column, from 1, that Side may enter
	Walls   [][2]int // pairs of squares whose common side nothing crosses
	Gap     []int    // while a combat unit stands in one of these, Corners are barred
	Corners [][2]int
}

// King is the rule that a leader's death gives the enemy a major victory at the end of the turn (15.2to).
type King struct {
	Leader int
}

// Sack is the rule that the fall of a camp gives the enemy a major victory at the end of the turn, that the owner has a
// minor one if the King falls in the same turn, and that the owner wins if nobody else does (15.2tp to 15.2tr).
type Sack struct {
	Side int // that owns the camp
}

// Arrival are reinforcements that come by a die (15.4yf to 15.4yl).
type Arrival struct {
	Units  []int
	Leader int
	Areas  [6]Area // by the second die, from 1
}

// Area is a group of squares at the edge.
type Area struct {
	Squares []int
	Facing  int
}

// Storm is the rule that the fall of a camp ends the battle at once (15.4ym).
type Storm struct {
	Side int // that owns the camp
}

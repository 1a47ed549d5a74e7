package sword

// Book is one rulebook of the series as data: types, charts and the few switches by which the books differ in kind.
// A book is never changed after it has been made.
type Book struct {
	ID string // "antiquity-2"

	Types   []UnitType
	Terrain []Terrain
	Edges   []Edge
	Level   Level

	StackSP int // the most SP in a hex

	Shots    []ShotRow // by type; a type without a row cannot shoot
	ShotMods ShotMods

	Melee     [][]int8 // type modifiers: attacker's type, defender's type
	MeleeMods MeleeMods
	MeleeCap  int
	Results   []MeleeRow

	LeaderCheck LeaderCheck
	Initiative  []InitiativeRow

	// Clauses gives the clause ids that differ from those the engine names by default (volume 1 has its own charts).
	Clauses map[string]string
}

// Column is a column of the terrain chart.
type Column uint8

const (
	Foot  Column = iota // infantry and leaders
	Horse               // cavalry
	columns
)

// Closed is the cost of ground that may not be entered: NA on the chart.
const Closed = -1

// UnitType is a kind of troops.
type UnitType struct {
	Code     string // "Ho"
	Column   Column
	Mounted  bool
	FreeTurn bool // pays nothing for changing facing
	Phalanx  bool // the phalanx lines of the melee chart
	Archer   bool // shoots in Phase B, and over units
	Clause   string
}

// Terrain is a row of the terrain chart that fills a hex.
type Terrain struct {
	ID     string
	Cost   [columns]int8 // or Closed
	Shot   int8          // to a shot at a unit in it
	Melee  int8          // to an attack on a unit in it
	Blocks bool          // blocks line of sight
	Clause string
}

// Edge is a row of the terrain chart that lies on a hexside. Shot and Melee hold for a shot or attack that
// crosses it inward, the Out figures for one that crosses it outward; a feature without an inside has both alike.
type Edge struct {
	ID       string
	Cost     [columns]int8 // added, or Closed
	Shot     int8
	ShotOut  int8
	Melee    int8
	MeleeOut int8
	Path     bool // a move along it costs 1 and ignores all but levels
	Bridge   bool // opens a closed hexside and replaces its effects
	Clause   string
}

// Level is the effect of a change of level.
type Level struct {
	Up, Down           [columns]int8
	MeleeUp, MeleeDown int8
}

// ShotRow is a row of the shooting chart: what each distance needs.
type ShotRow struct {
	Type   string
	Need   []ShotNeed // by distance; the first is one hex
	Clause []string   // by distance
}

// ShotNeed is a cell of the shooting chart; Rout 0 means that no rout is possible.
type ShotNeed struct {
	Discourage, Rout int8
}

// ShotMods are the modifiers of the shooting chart.
type ShotMods struct {
	Few, Many       int // SP: fewer than Few give FewMod, more than Many give ManyMod
	FewMod, ManyMod int8
	Small           int // target of so few SP
	SmallMod        int8
	Large           int // target of so many SP
	LargeMod        int8
	Target          []TypeMod
	Moved           int8
	MovedExempt     []string // types
	Discouraged     int8
}

// TypeMod is a modifier for some types.
type TypeMod struct {
	Types  []string
	Mod    int8
	Clause string
}

// MeleeMods are the modifiers of the melee chart.
type MeleeMods struct {
	OffensiveShot          int8
	OffensiveShotExempt    []string
	Flank, Rear, RearMore  int8
	AttackersSome          int8
	AttackersAll           int8
	DefendersSome          int8
	DefendersAll           int8
	DefendersRouted        int8
	QualityUp, QualityDown int8
	PhalanxQuality         int8
	PhalanxAttack          int8
	PhalanxDefend          int8
	PhalanxPair            int8
}

// Effect is what a melee result does to one side.
type Effect uint8

const (
	NoEffect   Effect = iota
	Fatigue           // F
	Discourage        // D
	Rout              // Dr
	Retreat           // R
	Advance           // mandatory advance
	MayAdvance        // advance possible

)

// MeleeRow is a row of the melee results: the totals From to To.
type MeleeRow struct {
	ID        string // "D+R"
	From, To  int
	Defenders []Effect
	Attackers []Effect
	Clause    string
}

// LeaderCheck is the chart of effects on leaders.
type LeaderCheck struct {
	ShotRoll, DefenderRoll, AttackerRoll int // the unmodified rolls that call for a check
	Wound, Kill                          int // the lowest rolls that wound and kill
}

// InitiativeRow is a line of C.1 to C.4: differences from Least up.
type InitiativeRow struct {
	Least  int
	First  bool // activates a leader at once
	Force  bool // names an enemy leader who must follow
	Bar    bool // names another who may not activate
	Clause string
}

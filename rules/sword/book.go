package sword

import "acies/grid"

// Book is one rulebook of the series as data: types, charts and the few switches for the rules that differ between
// books. A book never changes.
type Book struct {
	ID string // "antiquity-2"

	Types   []UnitType
	Terrain []Terrain
	Edges   []Edge
	Level   Level

	Facing   FacingMode
	Stacking Stacking
	Command  Command
	Mounting *Mounting // nil: units cannot mount or dismount
	Charge   *Charge   // nil: no charges

	PhaseB   []FireStep
	Shots    []ShotRow // by type; a type without a row cannot shoot
	ShotMods ShotMods
	// HigherThanEither: open ground blocks a line of sight if it is higher than the shooter or the target; otherwise
	// only if it is higher than both.
	HigherThanEither bool
	// ContactForbids: a unit in contact with an enemy may not shoot at all in B and D.2, not even at another enemy.
	ContactForbids bool

	// StopsShort: a rout move stops before a hex in which it would have to end in an illegal stack.
	StopsShort bool
	// OffPays: leaving an enemy front also costs MP when a rout move leaves the map.
	OffPays bool

	Melee     [][]int8 // type modifiers: attacker's type, defender's type
	MeleeMods MeleeMods
	MeleeCap  int
	Results   []MeleeRow

	LeaderCheck LeaderCheck
	Capture     bool // lost leaders are captured rather than killed, kept by a captor, and can be freed
	Succession  bool // another leader succeeds an army commander who is lost
	Initiative  []InitiativeRow

	// Clauses maps a clause of Antiquity, volume 2, by which the engine names a rule, to the clause of this book that
	// states it. A book other than that volume has to map every clause it uses.
	Clauses map[string]string
}

// Books returns every rulebook of the series that the engine knows.
func Books() []*Book { return []*Book{&Antiquity2, &Antiquity1, &Medieval} }

// FindBook returns the book with the given id, or nil.
func FindBook(id string) *Book {
	for _, b := range Books() {
		if b.ID == id {
			return b
		}
	}
	return nil
}

// FacingMode says whether units face a corner or a side of their hex.
type FacingMode uint8

const (
	FaceCorner FacingMode = iota // two front hexes, two flanks, two rear
	FaceSide                     // three front hexes, three rear; artillery one and five
)

// FacingNames returns the names of the facings in the notation, by number.
func (b *Book) FacingNames() *[6]string {
	if b.Facing == FaceSide {
		return &grid.SideNames
	}
	return &grid.CornerNames
}

// ParseFacing returns the number of the facing with the given name.
func (b *Book) ParseFacing(s string) (int, error) {
	if b.Facing == FaceSide {
		return grid.ParseSide(s)
	}
	return grid.ParseCorner(s)
}

// FormOf returns the form of a unit as printed: on foot, mounted or guns.
func (b *Book) FormOf(u *UnitDef) Form {
	if u.Form != "" {
		return u.Form
	}
	for i := range b.Types {
		switch t := &b.Types[i]; {
		case t.Code != u.Type:
		case t.Guns:
			return WithGuns
		case t.Mounted:
			return Mounted
		}
	}
	return OnFoot
}

// Stacking says which units may share a hex and how a stack fights.
type Stacking struct {
	SP     int  // the most SP in a hex, all of one name and type; 0: one unit per hex, or a pair the scenario allows
	Guns   bool // one artillery unit may share the hex of a unit on foot
	Lowest bool // a stack attacks with its lowest quality, not its best
	Whole  bool // a stack counts as one counter: a shot affects all of it, and all of it advances
}

// Command holds the differences between books in command and in the order of activation.
type Command struct {
	OwnLeader  bool // only the leader of its own contingent puts a unit in command
	AnyTime    bool // the activated leader may move before his units do
	TieByBonus bool // among equal ratings the side with the smaller commander's bonus acts first
	ForceFirst bool // the enemy leader who must activate is named before the one who may not
}

// Mounting holds the rules for mounting and dismounting (8.4).
type Mounting struct {
	Cost  int
	Foot  [2]int8 // movement on foot of a mounted unit, fresh and fatigued
	Horse [2]int8 // movement on horse of a unit on foot
}

// Charge holds the rules for charges by heavy cavalry (10.2).
type Charge struct {
	MP int // the most a charge may cost
}

// FireStep is a step of Phase B: the side whose archers, or guns, shoot.
type FireStep struct {
	Side uint8
	Guns bool
}

// Column is a column of the terrain chart.
type Column uint8

const (
	Foot  Column = iota // infantry and leaders
	Horse               // cavalry
	columns
)

// Closed is the cost of terrain that may not be entered: NA on the chart.
const Closed = -1

// UnitType is a type of troops.
type UnitType struct {
	Code     string // "Ho"
	Column   Column
	Mounted  bool
	FreeTurn bool // pays nothing for changing facing
	Phalanx  bool // the phalanx lines of the melee chart
	Archer   bool // shoots in Phase B, and over units
	Guns     bool // artillery: shoots in Phase B, never attacks, a result that would move it eliminates it
	Charges  bool // may charge when mounted
	Clause   string
}

// Terrain is a row of the terrain chart for terrain that fills a hex.
type Terrain struct {
	ID     string
	Cost   [columns]int8 // or Closed
	Shot   int8          // to a shot at a unit in it
	Melee  int8          // to an attack on a unit in it
	Charge int8          // to a charge at a unit in it
	Blocks bool          // blocks line of sight
	Barred bool          // no charge may enter it
	Clause string
}

// Edge is a row of the terrain chart for a feature of a hexside. Shot and Melee apply to a shot or attack that crosses
// it inward, the Out figures to one that crosses it outward; for a feature without an inside they are equal.
type Edge struct {
	ID       string
	Cost     [columns]int8 // added, or Closed
	Shot     int8
	ShotOut  int8
	Melee    int8
	MeleeOut int8
	Charge   int8 // in either direction
	Wall     bool // of several such sides by which a shot enters, one counts
	Barred   bool // no charge may cross it
	NoMelee  bool // no attack may cross it, though a move may
	Path     bool // a move along it costs 1 and ignores everything but levels
	Road     bool // a path that ignores levels too
	Bridge   bool // opens a closed hexside and replaces its effects
	Clause   string
}

// Level holds the effects of a change of level.
type Level struct {
	Up, Down           [columns]int8
	MeleeUp, MeleeDown int8
	ChargeUp           int8
	ChargeDown         int8
}

// ShotRow is a row of the shooting chart: the roll needed at each distance.
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
	FewExempt       []string
	More            int // SP: more than this give MoreMod instead of ManyMod; 0: no such line
	MoreMod         int8
	Small           int // a target of at most this many SP; 0: no such line
	SmallMod        int8
	Large           int // a target of at least this many SP; 0: no such line
	LargeMod        int8
	Target          []TypeMod
	TargetOnFoot    []TypeMod // of targets that have dismounted
	Moved           int8
	MovedExempt     []string // types
	Mounted         int8     // a shooter on horse
	Discouraged     int8
}

// TypeMod is a modifier for certain types.
type TypeMod struct {
	Types  []string
	Mod    int8
	Clause string
}

// MeleeMods are the modifiers of the melee chart.
type MeleeMods struct {
	OffensiveShot          int8
	OffensiveShotExempt    []string
	Flank, Rear            int8
	RearMore               int8 // from the rear and another side; 0: Rear
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
	ChargeFront            int8
	ChargeRear             int8 // a charge into a rear hex, or several into the front
	ChargeMore             int8 // several charges, one of them into a rear hex
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
	ShotRoll, DefenderRoll, AttackerRoll int // the unmodified rolls that require a check
	Shot, Melee                          CheckRow
}

// CheckRow holds the lowest rolls of a leader's check that capture, wound and kill; with Capture 0 nobody is captured.
type CheckRow struct {
	Capture, Wound, Kill int
}

// InitiativeRow is a line of C.1 to C.4, for differences of at least Least.
type InitiativeRow struct {
	Least  int
	First  bool // activates a leader at once
	Force  bool // names an enemy leader who must follow
	Bar    bool // names another who may not activate
	Clause string
}

package sword

// Setup is a battle as data: everything a scenario pack says, with the options of one game already applied. Pieces,
// hexes and kinds are named by their ids; [New] checks and compiles it into a [Battle].
type Setup struct {
	ID    string // "sparta-195bc"
	Hash  string // of the pack's files, kept in records
	Book  *Book
	Turns int

	Cols, Rows int
	Hexes      []HexDef // row by row from 0101; Cols*Rows of them
	Edges      []EdgeDef
	Zones      []ZoneDef

	Sides       [2]SideDef // the attacker first
	Contingents []ContingentDef
	Units       []UnitDef
	Leaders     []LeaderDef
	Wounded     LeaderState
	Replacement LeaderState

	Pairs          []string // types of which two units of one contingent may share a hex where the book allows one unit
	Mounting       MountingDef
	RearCharge     bool // a charge into a rear hex adds the modifier of the rear to that of the charge
	Reinforcements []Reinforcement

	Deploy  Deployment
	Special Special
	Victory Victory
}

// HexDef is the terrain of one hex.
type HexDef struct {
	Terrain string // an id of Book.Terrain
	Level   int
}

// EdgeDef is a feature of one hexside. For a fortification A is the inside hex; for a path the order has no meaning.
type EdgeDef struct {
	A, B string // "0109", "0110"
	Kind string // an id of Book.Edges
}

// ZoneDef is a named set of hexes: a district, a bank of the river, a camp.
type ZoneDef struct {
	ID    string
	Hexes []string
}

// SideDef is one of the two armies.
type SideDef struct {
	ID       string   // "roman"
	RoutEdge string   // "top", "bottom", "left" or "right" of the sheet
	Bonus    []string // commanders whose bonus counts for initiative: the first still on the map; none listed: the present one
}

// ContingentDef is a group of units under one leader.
type ContingentDef struct {
	ID       string
	Side     int
	Leader   string
	RoutEdge string // if different from that of its side
	Arms     string // a plain blazon, for display: "bend azure or"
}

// Values are the figures on one side of a counter.
type Values struct {
	SP, Quality, MP int
	Shoots          bool // the asterisk
}

// UnitDef is one combat unit. Units of one hex are listed from the top of the stack.
type UnitDef struct {
	ID         string // "hastati-i-1"
	Name       string // an id shared by units that may stack: "hastati-i"
	Type       string // "Lg"
	Contingent string
	Front      Values
	Back       Values
	Form       Form
	Changed    bool   // begins in its other form: dismounted, or on horse
	Hex        string // empty: a reinforcement
	Facing     int
}

// Form is whether a unit moves on foot or on horse; empty: as its type does.
type Form string

const (
	OnFoot   Form = "foot"
	Mounted  Form = "mounted"
	WithGuns Form = "guns" // never written in a pack: the type decides
)

// MountingDef says which units may mount or dismount, and how many markers each side has for it.
type MountingDef struct {
	Types             []string
	Dismount, Remount [2]int
}

// Reinforcement is a group that enters in the activation of a leader, in a given turn or later. A leader without a hex
// enters with it.
type Reinforcement struct {
	Turn   int
	Leader string
	Units  []string
	Entry  []string // hexes
}

// LeaderDef is one leader; Contingent is empty for an army commander who has none of his own.
type LeaderDef struct {
	ID         string
	Side       int
	Commander  bool
	Contingent string
	Hex        string // empty: he enters with his reinforcements
	Bonus      int
	Rating     int
	Radius     int
	MP         int
}

// LeaderState holds the figures of a wounded leader or of a replacement; Rating is added to the leader's own.
type LeaderState struct {
	Bonus, Radius, MP Figure
	Rating            int
}

// Figure is a leader's figure in some state: N, if that is worse than his own; or, if Relative, his own plus N, but at
// least Least.
type Figure struct {
	N        int
	Relative bool
	Least    int
}

// of returns the figure for a leader whose own is given.
func (f Figure) of(own int) int {
	if f.Relative {
		return min(own, max(own+f.N, f.Least))
	}
	return min(own, f.N)
}

// Deployment says what the players may decide before the first turn.
type Deployment struct {
	Face     bool        // each side faces its units as it likes
	Exchange bool        // units of one name may exchange their hexes
	Free     [2]FreeZone // where a side may place its units freely; no zone: as printed
	Stacking bool        // units may share a hex at set-up
	First    int         // the side that begins
	Command  bool        // every unit must stand in the command of its leader
	// Clauses of a free set-up, where the book leaves it to the scenario.
	ZonesClause, CommandClause string
}

// FreeZone is the zone of a free set-up.
type FreeZone struct {
	Zone string
}

// Special holds the special rules a scenario uses; a nil field means that it does not use the rule.
type Special struct {
	Citadel    *Citadel
	Fire       *Fire
	Legion     *Legion
	SecondBlow *SecondBlow
	HillForce  *HillForce
	Flight     *Flight
	Levies     *Levies
	Armour     *Armour
	Ring       *Ring
	FarBank    *FarBank
	Doubtful   *Doubtful
	Ransom     *Ransom
	Plunder    *Plunder
}

// IDs returns the names of the rules in force, as packs write them.
func (x *Special) IDs() []string {
	list := []string{}
	for _, r := range []struct {
		id  string
		has bool
	}{
		{"citadel", x.Citadel != nil},
		{"fire", x.Fire != nil},
		{"legion", x.Legion != nil},
		{"second-blow", x.SecondBlow != nil},
		{"hill-force", x.HillForce != nil},
		{"flight", x.Flight != nil},
		{"levies", x.Levies != nil},
		{"armour", x.Armour != nil},
		{"ring", x.Ring != nil},
		{"far-bank", x.FarBank != nil},
		{"doubtful", x.Doubtful != nil},
		{"ransom", x.Ransom != nil},
		{"plunder", x.Plunder != nil},
	} {
		if r.has {
			list = append(list, r.id)
		}
	}
	return list
}

// Armour makes shots of some types at others use the chart column for a greater distance.
type Armour struct {
	Shooters, Targets []string
	Columns           int
}

// Ring gives units that have not moved or turned in this turn no rear in a melee.
type Ring struct {
	Contingent string
	Types      []string
}

// FarBank is ground that can be entered only by a rout move of Phase E.
type FarBank struct {
	Zone string
}

// Doubtful puts units out of command for the rest of a turn if the enemy has won the initiative by a given margin.
type Doubtful struct {
	Names []string
	Least int
}

// Ransom puts units that have made a Dispersion out of command in the next turn.
type Ransom struct {
	Side  int
	Types []string
}

// Plunder makes units that enter a zone, or the hex of guns they have taken, miss their next activation.
type Plunder struct {
	Contingent string
	Zone       string
}

// Citadel is a hex closed to all but one leader, who is safe inside but cannot command.
type Citadel struct {
	Hex    string
	Leader string
}

// Fire lets a leader discourage enemy units in the town at the end of his activation.
type Fire struct {
	Leader   string
	Range    int
	Most     int
	Terrain  []string // terrains of the town
	Heavy    []string // types of which at most one may be chosen
	MostOf   int      // how many heavy ones
	PointsTo int      // the side that scores each use
}

// Legion gives units of some types a pilum each, and holds back the reserve until a unit of the line has routed.
type Legion struct {
	Pilum   []string // types
	Reserve []string // names of units that may not come next to the enemy: "triarii-i"
	Line    []string // types whose first rout lifts the ban for their contingent
}

// SecondBlow lets a leader be activated again, once in the game.
type SecondBlow struct {
	Leader string
}

// HillForce holds a contingent in place until the enemy comes or a turn begins.
type HillForce struct {
	Contingent string
	Distance   int
	FromTurn   int
}

// Flight makes a commander leave the field when the enemy presses him.
type Flight struct {
	Leader  string
	Guard   string   // the contingent that guards him
	Lost    int      // this many of its units routed or eliminated require a roll
	Threats []string // types of valiant enemies whose contact requires a roll
	Needed  int      // the modified roll at which he flees
	Wounded int      // added to the roll if he is wounded
	Rally   int      // added to his side's rally rolls once he is gone
}

// Levies may not start a melee against some types.
type Levies struct {
	Types   []string
	Against []string
}

// Victory says how a battle is won.
type Victory struct {
	Scores   []ScoreRule
	Decisive []DecisiveRule
	Margin   int // the lead that makes a major victory
	Least    int // the lead below which the battle is drawn; 0: any lead wins
	// Clauses of the ends of the game.
	MajorClause, MinorClause, DrawClause string
}

// ScoreRule is one source of victory points; Kind decides which of the other fields apply.
type ScoreRule struct {
	Key    string // of its text: "heptagon-held"
	Clause string
	Side   int // who scores
	Kind   ScoreKind
	Points int
	Max    int // 0: no limit

	Quality [2]int   // Eliminated: lowest and highest front quality
	Leader  string   // LeaderKilled: this one only
	Zones   []string // ZonesCleared, ZonesHeld, Occupied, Across
	Names   []string // NamesAcross, NamesLost; ReserveShot, ReserveUsed read the Legion
	Types   []string // UnitsAcross; Eliminated: these only
	Valiant bool     // Occupied: the unit must be valiant
}

// ScoreKind names a way to score.
type ScoreKind string

const (
	Eliminated   ScoreKind = "eliminated"    // each enemy unit eliminated, by front quality
	LeaderKilled ScoreKind = "leader-killed" // each enemy contingent leader killed, or the one named in Leader
	ZonesFree    ScoreKind = "zones-free"    // at the end, each zone without a valiant enemy unit
	OccupiedEnd  ScoreKind = "occupied-end"  // at the end, each hex of Zones with an own unit
	OccupiedTurn ScoreKind = "occupied-turn" // the same at the end of each turn except the last
	FireUsed     ScoreKind = "fire-used"     // each use of the fire
	ReserveShot  ScoreKind = "reserve-shot"  // once, if shooting has discouraged or routed a reserve unit
	ReserveUsed  ScoreKind = "reserve-used"  // once, if a reserve unit has attacked
	Fled         ScoreKind = "fled"          // once, when the commander of Flight has fled
	NotFled      ScoreKind = "not-fled"      // at the end, if he has not
	NamesAcross  ScoreKind = "names-across"  // at the end, each of Names with a valiant unit in Zones
	UnitsAcross  ScoreKind = "units-across"  // at the end, each valiant unit of Types in Zones
	NamesLost    ScoreKind = "names-lost"    // each of Names with all its units eliminated

	RoutedEnd         ScoreKind = "routed-end"         // at the end, each enemy unit that is routed
	LeaderCaptured    ScoreKind = "leader-captured"    // each enemy leader held or lost permanently
	CommanderKilled   ScoreKind = "commander-killed"   // the same for an army commander
	CommanderCaptured ScoreKind = "commander-captured" //
	Entered           ScoreKind = "entered"            // each hex of Zones that an unrouted own unit has entered, once
)

// DecisiveRule ends the game at once.
type DecisiveRule struct {
	Key    string
	Clause string
	Side   int // who wins
	Kind   DecisiveKind
	Leader string
	Zones  []string
	Points int // Lead
}

// DecisiveKind names a way to end the game at once.
type DecisiveKind string

const (
	LeaderHit     DecisiveKind = "leader-hit"       // the leader is wounded or killed
	LeaderDead    DecisiveKind = "leader-dead"      // the leader is killed
	AllZonesFree  DecisiveKind = "all-zones-free"   // no zone holds a valiant enemy unit
	FledAndInZone DecisiveKind = "fled-and-in-zone" // the enemy commander has fled and a valiant unit is in a zone at the end of a turn
	Lead          DecisiveKind = "lead"             // a lead of Points at the end of a turn, counted as if the game ended there
)

package scenario

import "github.com/goccy/go-yaml/ast"

// The files of a pack. Every field is a word with its line, so that whatever is found wrong with it can be shown
// where it stands; what the words mean is for the checks to find out.

const (
	battleYAML = "battle.yaml"
	armiesYAML = "armies.yaml"
	edgesYAML  = "edges.yaml"
	terrainTXT = "terrain.txt"
	levelsTXT  = "levels.txt"
	lessonsDir = "lessons"
)

type battleFile struct {
	ID         word                   `yaml:"id"`
	Book       word                   `yaml:"book"`
	Turns      marked                 `yaml:"turns"`
	Map        entry[mapBlock]        `yaml:"map"`
	Zones      []entry[zoneEntry]     `yaml:"zones"`
	Sides      []entry[sideEntry]     `yaml:"sides"`
	Pairs      marked                 `yaml:"pairs"`
	Mounting   *entry[mountingBlock]  `yaml:"mounting"`
	RearCharge marked                 `yaml:"rear-charge"`
	Deployment entry[deploymentBlock] `yaml:"deployment"`
	Special    entry[specialBlock]    `yaml:"special"`
	Victory    entry[victoryBlock]    `yaml:"victory"`
	Options    []entry[optionEntry]   `yaml:"options"`
}

type mapBlock struct {
	Columns marked                        `yaml:"columns"`
	Rows    marked                        `yaml:"rows"`
	North   marked                        `yaml:"north"`
	Source  word                          `yaml:"source"`
	Legend  map[string]entry[legendEntry] `yaml:"legend"`
}

type legendEntry struct {
	Terrain word `yaml:"terrain"`
	Zone    word `yaml:"zone"`
}

type zoneEntry struct {
	ID     word  `yaml:"id"`
	Source word  `yaml:"source"`
	Hexes  words `yaml:"hexes"`
}

type sideEntry struct {
	ID         word   `yaml:"id"`
	Rout       marked `yaml:"rout"`
	Facing     marked `yaml:"facing"`
	Initiative marked `yaml:"initiative"`
}

// mountingBlock says who may change between horse and foot, and how many markers each side has for it.
type mountingBlock struct {
	Types    marked            `yaml:"types"`
	Dismount map[string]marked `yaml:"dismount"`
	Remount  map[string]marked `yaml:"remount"`
}

type deploymentBlock struct {
	Face     marked `yaml:"face"`
	Exchange marked `yaml:"exchange"`
	Stacking marked `yaml:"stacking"`
	First    marked `yaml:"first"`
	Command  marked `yaml:"command"`

	ZonesClause   word `yaml:"zones-clause"`
	CommandClause word `yaml:"command-clause"`
}

type specialBlock struct {
	Citadel    *entry[citadelBlock]    `yaml:"citadel"`
	Fire       *entry[fireBlock]       `yaml:"fire"`
	Legion     *entry[legionBlock]     `yaml:"legion"`
	SecondBlow *entry[secondBlowBlock] `yaml:"second-blow"`
	HillForce  *entry[hillForceBlock]  `yaml:"hill-force"`
	Flight     *entry[flightBlock]     `yaml:"flight"`
	Levies     *entry[leviesBlock]     `yaml:"levies"`
	Armour     *entry[armourBlock]     `yaml:"armour"`
	Ring       *entry[ringBlock]       `yaml:"ring"`
	FarBank    *entry[farBankBlock]    `yaml:"far-bank"`
	Doubtful   *entry[doubtfulBlock]   `yaml:"doubtful"`
	Ransom     *entry[ransomBlock]     `yaml:"ransom"`
	Plunder    *entry[plunderBlock]    `yaml:"plunder"`
}

type citadelBlock struct {
	Hex    marked `yaml:"hex"`
	Leader marked `yaml:"leader"`
}

type fireBlock struct {
	Leader    marked `yaml:"leader"`
	Range     marked `yaml:"range"`
	Most      marked `yaml:"most"`
	Terrain   marked `yaml:"terrain"`
	Heavy     marked `yaml:"heavy"`
	MostHeavy marked `yaml:"most-heavy"`
	PointsTo  marked `yaml:"points-to"`
}

type legionBlock struct {
	Pilum   marked `yaml:"pilum"`
	Reserve marked `yaml:"reserve"`
	Line    marked `yaml:"line"`
}

type secondBlowBlock struct {
	Leader marked `yaml:"leader"`
}

type hillForceBlock struct {
	Contingent marked `yaml:"contingent"`
	Distance   marked `yaml:"distance"`
	FromTurn   marked `yaml:"from-turn"`
}

type flightBlock struct {
	Leader  marked `yaml:"leader"`
	Guard   marked `yaml:"guard"`
	Lost    marked `yaml:"lost"`
	Threats marked `yaml:"threats"`
	Needed  marked `yaml:"needed"`
	Wounded marked `yaml:"wounded"`
	Rally   marked `yaml:"rally"`
}

type leviesBlock struct {
	Types   marked `yaml:"types"`
	Against marked `yaml:"against"`
}

type armourBlock struct {
	Shooters marked `yaml:"shooters"`
	Targets  marked `yaml:"targets"`
	Columns  marked `yaml:"columns"`
}

type ringBlock struct {
	Contingent marked `yaml:"contingent"`
	Types      marked `yaml:"types"`
}

type farBankBlock struct {
	Zone marked `yaml:"zone"`
}

type doubtfulBlock struct {
	Names marked `yaml:"names"`
	Least marked `yaml:"least"`
}

type ransomBlock struct {
	Side  marked `yaml:"side"`
	Types marked `yaml:"types"`
}

type plunderBlock struct {
	Contingent marked `yaml:"contingent"`
	Zone       marked `yaml:"zone"`
}

type victoryBlock struct {
	Margin   marked                 `yaml:"margin"`
	Least    marked                 `yaml:"least"`
	Major    word                   `yaml:"major"`
	Minor    word                   `yaml:"minor"`
	Draw     word                   `yaml:"draw"`
	Scores   []entry[scoreEntry]    `yaml:"scores"`
	Decisive []entry[decisiveEntry] `yaml:"decisive"`
}

type scoreEntry struct {
	Key     word   `yaml:"key"`
	Clause  word   `yaml:"clause"`
	Side    word   `yaml:"side"`
	Kind    word   `yaml:"kind"`
	Points  marked `yaml:"points"`
	Max     marked `yaml:"max"`
	Quality marked `yaml:"quality"`
	Leader  marked `yaml:"leader"`
	Zones   marked `yaml:"zones"`
	Names   marked `yaml:"names"`
	Types   marked `yaml:"types"`
	Valiant marked `yaml:"valiant"`
}

type decisiveEntry struct {
	Key    word   `yaml:"key"`
	Clause word   `yaml:"clause"`
	Side   word   `yaml:"side"`
	Kind   word   `yaml:"kind"`
	Leader marked `yaml:"leader"`
	Zones  marked `yaml:"zones"`
	Points marked `yaml:"points"`
}

type optionEntry struct {
	ID         word                 `yaml:"id"`
	Clause     word                 `yaml:"clause"`
	Remove     marked               `yaml:"remove"`
	Free       freeList             `yaml:"free"`
	Change     marked               `yaml:"change"`
	RearCharge marked               `yaml:"rear-charge"`
	Special    *entry[specialBlock] `yaml:"special"`
}

type freeBlock struct {
	Side word   `yaml:"side"`
	Zone marked `yaml:"zone"`
}

// freeList is the zone of one side, or a list of those of both.
type freeList []entry[freeBlock]

func (l *freeList) UnmarshalYAML(n ast.Node) error {
	blocks := []ast.Node{n}
	if seq, ok := n.(*ast.SequenceNode); ok {
		blocks = seq.Values
	}
	for _, b := range blocks {
		var e entry[freeBlock]
		if err := e.UnmarshalYAML(b); err != nil {
			return err
		}
		*l = append(*l, e)
	}
	return nil
}

type armiesFile struct {
	Leaders        []entry[leaderEntry]        `yaml:"leaders"`
	States         entry[statesBlock]          `yaml:"states"`
	Contingents    []entry[contingentEntry]    `yaml:"contingents"`
	Reinforcements []entry[reinforcementEntry] `yaml:"reinforcements"`
}

type leaderEntry struct {
	ID        word   `yaml:"id"`
	Side      word   `yaml:"side"`
	Commander marked `yaml:"commander"`
	Hex       marked `yaml:"hex"`
	Bonus     marked `yaml:"bonus"`
	Rating    marked `yaml:"rating"`
	Radius    marked `yaml:"radius"`
	MP        marked `yaml:"mp"`
}

type statesBlock struct {
	Wounded     entry[stateBlock] `yaml:"wounded"`
	Replacement entry[stateBlock] `yaml:"replacement"`
}

type stateBlock struct {
	Bonus  marked `yaml:"bonus"`
	Rating marked `yaml:"rating"`
	Radius marked `yaml:"radius"`
	MP     marked `yaml:"mp"`
}

type contingentEntry struct {
	ID     word               `yaml:"id"`
	Leader word               `yaml:"leader"`
	Rout   marked             `yaml:"rout"`
	Arms   marked             `yaml:"arms"`
	Units  []entry[unitEntry] `yaml:"units"`
}

type unitEntry struct {
	ID      word   `yaml:"id"`
	Name    word   `yaml:"name"`
	Type    marked `yaml:"type"`
	Front   marked `yaml:"front"`
	Back    marked `yaml:"back"`
	Form    marked `yaml:"form"`
	Changed marked `yaml:"changed"`
	Hex     marked `yaml:"hex"`
	Facing  marked `yaml:"facing"`
}

type reinforcementEntry struct {
	Turn   marked `yaml:"turn"`
	Leader marked `yaml:"leader"`
	Units  marked `yaml:"units"`
	Entry  marked `yaml:"entry"`
}

type edgesFile struct {
	Edges []entry[edgeEntry] `yaml:"edges"`
}

type edgeEntry struct {
	ID       word  `yaml:"id"`
	Kind     word  `yaml:"kind"`
	Source   word  `yaml:"source"`
	Chain    words `yaml:"chain"`
	Border   word  `yaml:"border"`
	Hexsides words `yaml:"hexsides"`
	Gaps     words `yaml:"gaps"`
}

package scenario

import (
	"github.com/goccy/go-yaml/ast"

	"acies/pack"
)

// The files of a pack. Every field is a word with its line, so that a problem can be reported where it is; the checks
// interpret the words.

const (
	battleYAML = pack.Main
	armiesYAML = "armies.yaml"
	edgesYAML  = "edges.yaml"
	terrainTXT = "terrain.txt"
	levelsTXT  = "levels.txt"
)

// deciding are the files that decide how a battle plays; the hash covers them.
var deciding = []string{battleYAML, armiesYAML, edgesYAML, terrainTXT, levelsTXT}

type battleFile struct {
	ID         pack.Word                   `yaml:"id"`
	Book       pack.Word                   `yaml:"book"`
	Turns      pack.Marked                 `yaml:"turns"`
	Map        pack.Entry[mapBlock]        `yaml:"map"`
	Zones      []pack.Entry[zoneEntry]     `yaml:"zones"`
	Sides      []pack.Entry[sideEntry]     `yaml:"sides"`
	Pairs      pack.Marked                 `yaml:"pairs"`
	Mounting   *pack.Entry[mountingBlock]  `yaml:"mounting"`
	RearCharge pack.Marked                 `yaml:"rear-charge"`
	Deployment pack.Entry[deploymentBlock] `yaml:"deployment"`
	Special    pack.Entry[specialBlock]    `yaml:"special"`
	Victory    pack.Entry[victoryBlock]    `yaml:"victory"`
	Options    []pack.Entry[optionEntry]   `yaml:"options"`
}

type mapBlock struct {
	Columns pack.Marked                        `yaml:"columns"`
	Rows    pack.Marked                        `yaml:"rows"`
	North   pack.Marked                        `yaml:"north"`
	Source  pack.Word                          `yaml:"source"`
	Legend  map[string]pack.Entry[legendEntry] `yaml:"legend"`
}

type legendEntry struct {
	Terrain pack.Word `yaml:"terrain"`
	Zone    pack.Word `yaml:"zone"`
}

type zoneEntry struct {
	ID     pack.Word  `yaml:"id"`
	Source pack.Word  `yaml:"source"`
	Hexes  pack.Words `yaml:"hexes"`
}

type sideEntry struct {
	ID         pack.Word   `yaml:"id"`
	Rout       pack.Marked `yaml:"rout"`
	Facing     pack.Marked `yaml:"facing"`
	Initiative pack.Marked `yaml:"initiative"`
}

// mountingBlock says which units may mount or dismount, and how many markers each side has for it.
type mountingBlock struct {
	Types    pack.Marked            `yaml:"types"`
	Dismount map[string]pack.Marked `yaml:"dismount"`
	Remount  map[string]pack.Marked `yaml:"remount"`
}

type deploymentBlock struct {
	Face     pack.Marked `yaml:"face"`
	Exchange pack.Marked `yaml:"exchange"`
	Stacking pack.Marked `yaml:"stacking"`
	First    pack.Marked `yaml:"first"`
	Command  pack.Marked `yaml:"command"`

	ZonesClause   pack.Word `yaml:"zones-clause"`
	CommandClause pack.Word `yaml:"command-clause"`
}

type specialBlock struct {
	Citadel    *pack.Entry[citadelBlock]    `yaml:"citadel"`
	Fire       *pack.Entry[fireBlock]       `yaml:"fire"`
	Legion     *pack.Entry[legionBlock]     `yaml:"legion"`
	SecondBlow *pack.Entry[secondBlowBlock] `yaml:"second-blow"`
	HillForce  *pack.Entry[hillForceBlock]  `yaml:"hill-force"`
	Flight     *pack.Entry[flightBlock]     `yaml:"flight"`
	Levies     *pack.Entry[leviesBlock]     `yaml:"levies"`
	Armour     *pack.Entry[armourBlock]     `yaml:"armour"`
	Ring       *pack.Entry[ringBlock]       `yaml:"ring"`
	FarBank    *pack.Entry[farBankBlock]    `yaml:"far-bank"`
	Doubtful   *pack.Entry[doubtfulBlock]   `yaml:"doubtful"`
	Ransom     *pack.Entry[ransomBlock]     `yaml:"ransom"`
	Plunder    *pack.Entry[plunderBlock]    `yaml:"plunder"`
}

type citadelBlock struct {
	Hex    pack.Marked `yaml:"hex"`
	Leader pack.Marked `yaml:"leader"`
}

type fireBlock struct {
	Leader    pack.Marked `yaml:"leader"`
	Range     pack.Marked `yaml:"range"`
	Most      pack.Marked `yaml:"most"`
	Terrain   pack.Marked `yaml:"terrain"`
	Heavy     pack.Marked `yaml:"heavy"`
	MostHeavy pack.Marked `yaml:"most-heavy"`
	PointsTo  pack.Marked `yaml:"points-to"`
}

type legionBlock struct {
	Pilum   pack.Marked `yaml:"pilum"`
	Reserve pack.Marked `yaml:"reserve"`
	Line    pack.Marked `yaml:"line"`
}

type secondBlowBlock struct {
	Leader pack.Marked `yaml:"leader"`
}

type hillForceBlock struct {
	Contingent pack.Marked `yaml:"contingent"`
	Distance   pack.Marked `yaml:"distance"`
	FromTurn   pack.Marked `yaml:"from-turn"`
}

type flightBlock struct {
	Leader  pack.Marked `yaml:"leader"`
	Guard   pack.Marked `yaml:"guard"`
	Lost    pack.Marked `yaml:"lost"`
	Threats pack.Marked `yaml:"threats"`
	Needed  pack.Marked `yaml:"needed"`
	Wounded pack.Marked `yaml:"wounded"`
	Rally   pack.Marked `yaml:"rally"`
}

type leviesBlock struct {
	Types   pack.Marked `yaml:"types"`
	Against pack.Marked `yaml:"against"`
}

type armourBlock struct {
	Shooters pack.Marked `yaml:"shooters"`
	Targets  pack.Marked `yaml:"targets"`
	Columns  pack.Marked `yaml:"columns"`
}

type ringBlock struct {
	Contingent pack.Marked `yaml:"contingent"`
	Types      pack.Marked `yaml:"types"`
}

type farBankBlock struct {
	Zone pack.Marked `yaml:"zone"`
}

type doubtfulBlock struct {
	Names pack.Marked `yaml:"names"`
	Least pack.Marked `yaml:"least"`
}

type ransomBlock struct {
	Side  pack.Marked `yaml:"side"`
	Types pack.Marked `yaml:"types"`
}

type plunderBlock struct {
	Contingent pack.Marked `yaml:"contingent"`
	Zone       pack.Marked `yaml:"zone"`
}

type victoryBlock struct {
	Margin   pack.Marked                 `yaml:"margin"`
	Least    pack.Marked                 `yaml:"least"`
	Major    pack.Word                   `yaml:"major"`
	Minor    pack.Word                   `yaml:"minor"`
	Draw     pack.Word                   `yaml:"draw"`
	Scores   []pack.Entry[scoreEntry]    `yaml:"scores"`
	Decisive []pack.Entry[decisiveEntry] `yaml:"decisive"`
}

type scoreEntry struct {
	Key     pack.Word   `yaml:"key"`
	Clause  pack.Word   `yaml:"clause"`
	Side    pack.Word   `yaml:"side"`
	Kind    pack.Word   `yaml:"kind"`
	Points  pack.Marked `yaml:"points"`
	Max     pack.Marked `yaml:"max"`
	Quality pack.Marked `yaml:"quality"`
	Leader  pack.Marked `yaml:"leader"`
	Zones   pack.Marked `yaml:"zones"`
	Names   pack.Marked `yaml:"names"`
	Types   pack.Marked `yaml:"types"`
	Valiant pack.Marked `yaml:"valiant"`
}

type decisiveEntry struct {
	Key    pack.Word   `yaml:"key"`
	Clause pack.Word   `yaml:"clause"`
	Side   pack.Word   `yaml:"side"`
	Kind   pack.Word   `yaml:"kind"`
	Leader pack.Marked `yaml:"leader"`
	Zones  pack.Marked `yaml:"zones"`
	Points pack.Marked `yaml:"points"`
}

type optionEntry struct {
	ID         pack.Word                 `yaml:"id"`
	Clause     pack.Word                 `yaml:"clause"`
	Remove     pack.Marked               `yaml:"remove"`
	Free       freeList                  `yaml:"free"`
	Change     pack.Marked               `yaml:"change"`
	RearCharge pack.Marked               `yaml:"rear-charge"`
	Special    *pack.Entry[specialBlock] `yaml:"special"`
}

type freeBlock struct {
	Side pack.Word   `yaml:"side"`
	Zone pack.Marked `yaml:"zone"`
}

// freeList is the zone of one side, or a list of the zones of both.
type freeList []pack.Entry[freeBlock]

func (l *freeList) UnmarshalYAML(n ast.Node) error {
	blocks := []ast.Node{n}
	if seq, ok := n.(*ast.SequenceNode); ok {
		blocks = seq.Values
	}
	for _, b := range blocks {
		var e pack.Entry[freeBlock]
		if err := e.UnmarshalYAML(b); err != nil {
			return err
		}
		*l = append(*l, e)
	}
	return nil
}

type armiesFile struct {
	Leaders        []pack.Entry[leaderEntry]        `yaml:"leaders"`
	States         pack.Entry[statesBlock]          `yaml:"states"`
	Contingents    []pack.Entry[contingentEntry]    `yaml:"contingents"`
	Reinforcements []pack.Entry[reinforcementEntry] `yaml:"reinforcements"`
}

type leaderEntry struct {
	ID        pack.Word   `yaml:"id"`
	Side      pack.Word   `yaml:"side"`
	Commander pack.Marked `yaml:"commander"`
	Hex       pack.Marked `yaml:"hex"`
	Bonus     pack.Marked `yaml:"bonus"`
	Rating    pack.Marked `yaml:"rating"`
	Radius    pack.Marked `yaml:"radius"`
	MP        pack.Marked `yaml:"mp"`
}

type statesBlock struct {
	Wounded     pack.Entry[stateBlock] `yaml:"wounded"`
	Replacement pack.Entry[stateBlock] `yaml:"replacement"`
}

type stateBlock struct {
	Bonus  pack.Marked `yaml:"bonus"`
	Rating pack.Marked `yaml:"rating"`
	Radius pack.Marked `yaml:"radius"`
	MP     pack.Marked `yaml:"mp"`
}

type contingentEntry struct {
	ID     pack.Word               `yaml:"id"`
	Leader pack.Word               `yaml:"leader"`
	Rout   pack.Marked             `yaml:"rout"`
	Arms   pack.Marked             `yaml:"arms"`
	Units  []pack.Entry[unitEntry] `yaml:"units"`
}

type unitEntry struct {
	ID      pack.Word   `yaml:"id"`
	Name    pack.Word   `yaml:"name"`
	Type    pack.Marked `yaml:"type"`
	Front   pack.Marked `yaml:"front"`
	Back    pack.Marked `yaml:"back"`
	Form    pack.Marked `yaml:"form"`
	Changed pack.Marked `yaml:"changed"`
	Hex     pack.Marked `yaml:"hex"`
	Facing  pack.Marked `yaml:"facing"`
}

type reinforcementEntry struct {
	Turn   pack.Marked `yaml:"turn"`
	Leader pack.Marked `yaml:"leader"`
	Units  pack.Marked `yaml:"units"`
	Entry  pack.Marked `yaml:"entry"`
}

type edgesFile struct {
	Edges []pack.Entry[edgeEntry] `yaml:"edges"`
}

type edgeEntry struct {
	ID       pack.Word  `yaml:"id"`
	Kind     pack.Word  `yaml:"kind"`
	Source   pack.Word  `yaml:"source"`
	Chain    pack.Words `yaml:"chain"`
	Border   pack.Word  `yaml:"border"`
	Hexsides pack.Words `yaml:"hexsides"`
	Gaps     pack.Words `yaml:"gaps"`
}

package scenario

import "acies/pack"

// The files of a pack. Every field is a word with its line, so that a problem can be reported where it is; the checks
// interpret the words.

const (
	battleYAML = pack.Main
	armiesYAML = "armies.yaml"
	terrainTXT = "terrain.txt"
)

// deciding are the files that decide how a battle plays; the hash covers them.
var deciding = []string{battleYAML, armiesYAML, terrainTXT}

type battleFile struct {
	ID      pack.Word                `yaml:"id"`
	Book    pack.Word                `yaml:"book"`
	Turns   pack.Marked              `yaml:"turns"`
	Icons   pack.Marked              `yaml:"icons"`
	Map     pack.Entry[mapBlock]     `yaml:"map"`
	Places  []pack.Entry[placeEntry] `yaml:"places"`
	Sides   []pack.Entry[sideEntry]  `yaml:"sides"`
	Special pack.Entry[specialBlock] `yaml:"special"`
}

type mapBlock struct {
	Columns pack.Marked `yaml:"columns"`
	Rows    pack.Marked `yaml:"rows"`
	Source  pack.Word   `yaml:"source"`
}

// placeEntry is a part of the map that has a name.
type placeEntry struct {
	ID      pack.Word  `yaml:"id"`
	Source  pack.Word  `yaml:"source"`
	Squares pack.Words `yaml:"squares"`
}

type sideEntry struct {
	ID         pack.Word                 `yaml:"id"`
	Impulses   pack.Marked               `yaml:"impulses"`
	RoutLevel  pack.Marked               `yaml:"rout-level"`
	MaxRanks   pack.Marked               `yaml:"max-ranks"`
	TieBreaker pack.Marked               `yaml:"tie-breaker"`
	Camps      pack.Marked               `yaml:"camps"`
	ShieldWall pack.Marked               `yaml:"shield-wall"`
	Shields    pack.Marked               `yaml:"shields"`
	Presets    []pack.Entry[presetEntry] `yaml:"presets"`
}

// presetEntry is a distribution of ranks, in the order of the units of the side that have ranks.
type presetEntry struct {
	ID    pack.Word   `yaml:"id"`
	Ranks pack.Marked `yaml:"ranks"`
}

type specialBlock struct {
	Pass    *pack.Entry[passBlock]    `yaml:"pass"`
	King    *pack.Entry[kingBlock]    `yaml:"king"`
	Sack    *pack.Entry[campBlock]    `yaml:"sack"`
	Arrival *pack.Entry[arrivalBlock] `yaml:"arrival"`
	Storm   *pack.Entry[campBlock]    `yaml:"storm"`
}

type passBlock struct {
	Side    pack.Marked `yaml:"side"`
	Path    pack.Marked `yaml:"path"`
	Hills   pack.Marked `yaml:"hills"`
	Column  pack.Marked `yaml:"column"`
	Walls   pack.Marked `yaml:"walls"`
	Gap     pack.Marked `yaml:"gap"`
	Corners pack.Marked `yaml:"corners"`
}

type kingBlock struct {
	Leader pack.Marked `yaml:"leader"`
}

// campBlock is a rule about the camp of a side.
type campBlock struct {
	Side pack.Marked `yaml:"side"`
}

type arrivalBlock struct {
	Units  pack.Marked             `yaml:"units"`
	Leader pack.Marked             `yaml:"leader"`
	Areas  []pack.Entry[areaEntry] `yaml:"areas"`
}

type areaEntry struct {
	Dice    pack.Marked `yaml:"dice"`
	Squares pack.Marked `yaml:"squares"`
	Facing  pack.Marked `yaml:"facing"`
}

type armiesFile struct {
	Leaders []pack.Entry[leaderEntry] `yaml:"leaders"`
	Units   []pack.Entry[unitEntry]   `yaml:"units"`
}

type leaderEntry struct {
	ID     pack.Word   `yaml:"id"`
	Side   pack.Word   `yaml:"side"`
	Rank   pack.Marked `yaml:"rank"`
	Range  pack.Marked `yaml:"range"`
	Value  pack.Marked `yaml:"value"`
	Colour pack.Marked `yaml:"colour"`
	Square pack.Marked `yaml:"square"`
}

type unitEntry struct {
	ID     pack.Word   `yaml:"id"`
	Side   pack.Word   `yaml:"side"`
	Name   pack.Word   `yaml:"name"`
	Type   pack.Marked `yaml:"type"`
	Square pack.Marked `yaml:"square"`
	Facing pack.Marked `yaml:"facing"`
	Ranks  pack.Marked `yaml:"ranks"`
}

package scenario

import "acies/pack"

// The files of a pack. Every field is a word with its line, so that a problem can be reported where it is; the checks
// interpret the words. Lengths are in U and headings in degrees.

const (
	battleYAML    = pack.Main
	placementYAML = "placement.yaml"
)

type battleFile struct {
	ID         pack.Word                 `yaml:"id"`
	Book       pack.Word                 `yaml:"book"`
	Source     pack.Word                 `yaml:"source"`
	Turns      pack.Marked               `yaml:"turns"`
	Tie        pack.Marked               `yaml:"tie"`
	Table      pack.Marked               `yaml:"table"`
	SetUpFirst pack.Marked               `yaml:"set-up-first"`
	Sides      []pack.Entry[sideEntry]   `yaml:"sides"`
	Options    []pack.Entry[optionEntry] `yaml:"options"`
}

// sideEntry is a side; without an army its player chooses one.
type sideEntry struct {
	ID      pack.Word   `yaml:"id"`
	Army    pack.Marked `yaml:"army"`
	Edge    pack.Marked `yaml:"edge"`
	Destiny pack.Marked `yaml:"destiny"`
}

// optionEntry is something that players may choose, and what it sets. Options that set the same thing are of one group, of
// which a game has at most one.
type optionEntry struct {
	ID         pack.Word   `yaml:"id"`
	Group      pack.Word   `yaml:"group"`
	SetUp      pack.Marked `yaml:"set-up"`
	Amendments pack.Marked `yaml:"amendments"`
	Side       pack.Marked `yaml:"side"`
	Army       pack.Marked `yaml:"army"`
	Table      pack.Marked `yaml:"table"`
	Seed       pack.Marked `yaml:"seed"`
}

type placementFile struct {
	Source pack.Word                `yaml:"source"`
	Units  []pack.Entry[placeEntry] `yaml:"units"`
}

type placeEntry struct {
	ID      pack.Word   `yaml:"id"`
	X       pack.Marked `yaml:"x"`
	Y       pack.Marked `yaml:"y"`
	Heading pack.Marked `yaml:"heading"`
}

type tableFile struct {
	ID             pack.Word                `yaml:"id"`
	Source         pack.Word                `yaml:"source"`
	Size           pack.Marked              `yaml:"size"`
	Zones          pack.Entry[zonesBlock]   `yaml:"zones"`
	Terrain        []pack.Entry[pieceEntry] `yaml:"terrain"`
	Fortifications []pack.Entry[lineEntry]  `yaml:"fortifications"`
	HighBank       *pack.Entry[bankBlock]   `yaml:"high-bank"`
}

// zonesBlock has the zones of the armies by their edge of the table, each as two opposite corners.
type zonesBlock struct {
	South pack.Marked `yaml:"south"`
	North pack.Marked `yaml:"north"`
}

type pieceEntry struct {
	ID      pack.Word   `yaml:"id"`
	Kind    pack.Marked `yaml:"kind"`
	Polygon pack.Marked `yaml:"polygon"`
	Crest   pack.Marked `yaml:"crest"`
}

type lineEntry struct {
	ID       pack.Word   `yaml:"id"`
	Line     pack.Marked `yaml:"line"`
	Protects pack.Marked `yaml:"protects"`
}

type bankBlock struct {
	Stream pack.Marked `yaml:"stream"`
	Y      pack.Marked `yaml:"y"`
}

type armyFile struct {
	ID         pack.Word                  `yaml:"id"`
	Source     pack.Word                  `yaml:"source"`
	Structure  pack.Marked                `yaml:"structure"`
	Points     pack.Marked                `yaml:"points"`
	VD         pack.Marked                `yaml:"vd"`
	DefeatedAt pack.Marked                `yaml:"defeated-at"`
	Commands   []pack.Entry[commandEntry] `yaml:"commands"`
	Units      []pack.Entry[unitEntry]    `yaml:"units"`
}

// commandEntry is a command with its commander; one who is attached to no unit is off the table.
type commandEntry struct {
	ID         pack.Word   `yaml:"id"`
	Quality    pack.Marked `yaml:"quality"`
	InChief    pack.Marked `yaml:"in-chief"`
	AttachedTo pack.Marked `yaml:"attached-to"`
	Points     pack.Marked `yaml:"points"`
	VD         pack.Marked `yaml:"vd"`
	RoutsAt    pack.Marked `yaml:"routs-at"`
}

// unitEntry is a unit; VBU, impetus and discipline are those of one row, VD and depth those of the whole unit.
type unitEntry struct {
	ID         pack.Word                 `yaml:"id"`
	Command    pack.Word                 `yaml:"command"`
	Type       pack.Marked               `yaml:"type"`
	Move       pack.Marked               `yaml:"move"`
	VBU        pack.Marked               `yaml:"vbu"`
	Impetus    pack.Marked               `yaml:"impetus"`
	Discipline pack.Marked               `yaml:"discipline"`
	VD         pack.Marked               `yaml:"vd"`
	Weapon     pack.Marked               `yaml:"weapon"`
	Rows       pack.Marked               `yaml:"rows"`
	Depth      pack.Marked               `yaml:"depth"`
	Traits     pack.Marked               `yaml:"traits"`
	Points     pack.Marked               `yaml:"points"`
	Line       pack.Marked               `yaml:"line"`
	Foot       *pack.Entry[profileBlock] `yaml:"foot"`
	Inside     pack.Marked               `yaml:"inside"`
}

// profileBlock is what a unit becomes when it dismounts.
type profileBlock struct {
	Type       pack.Marked `yaml:"type"`
	Move       pack.Marked `yaml:"move"`
	VBU        pack.Marked `yaml:"vbu"`
	Impetus    pack.Marked `yaml:"impetus"`
	Discipline pack.Marked `yaml:"discipline"`
	Weapon     pack.Marked `yaml:"weapon"`
	Depth      pack.Marked `yaml:"depth"`
	Traits     pack.Marked `yaml:"traits"`
}

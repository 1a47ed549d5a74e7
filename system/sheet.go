package system

import "acies/game"

// Sheet describes how a battle is drawn, in one language: where its places are, and what each counter looks like. The
// ground under the counters is drawn separately. Lengths are in the unit of the drawing, in which a counter is
// [CounterSize] wide; angles are in degrees clockwise from the top.
type Sheet struct {
	Width   float64            `json:"width"`
	Height  float64            `json:"height"`
	Unit    float64            `json:"unit,omitempty"`   // the length of the unit of poses, on a board without places
	Left    float64            `json:"left,omitempty"`   // where the pose 0, 0 is, from the left
	Bottom  float64            `json:"bottom,omitempty"` // and from the top; the y of poses grows upwards from there, or downwards if it is 0
	Shapes  [][]float64        `json:"shapes"`           // outlines of places, relative to the centre: x and y of each corner
	Places  []Place            `json:"places"`           // by index
	Facings []Facing           `json:"facings,omitempty"`
	Fronts  map[string][]Front `json:"fronts,omitempty"`  // how counters show their facing, by kind of front and facing
	Figures map[string][]Part  `json:"figures,omitempty"` // drawings on counters, around the origin, looking to the right
	Colors  []Palette          `json:"colors"`            // by side
	Pieces  []Counter          `json:"pieces"`            // by index
	Groups  []Group            `json:"groups,omitempty"`
	Armies  []string           `json:"armies,omitempty"` // what there is to say about each side as a whole
	States  map[string]string  `json:"states,omitempty"` // names of the states that are shown as text
	Means   map[string]string  `json:"means,omitempty"`  // what states do, where their names do not say it
	Did     map[string]string  `json:"did,omitempty"`    // names of the states that say what a piece has done or suffered this turn
	Values  map[string]string  `json:"values,omitempty"` // names of the values printed on counters
	Boxes   map[string]Box     `json:"boxes,omitempty"`  // around printed values, by key
	Badges  []Badge            `json:"badges,omitempty"` // signs of states and values on counters, in the order in which they are drawn
	Turned  string             `json:"turned,omitempty"` // the state in which counters show their back
	// Strength is the key of the value that counters show when they are too small for the others.
	Strength string `json:"strength,omitempty"`
	Legend   []Sign `json:"-"` // signs of the ground, for pictures with a key

	Terrains []Terrain `json:"terrains,omitempty"` // the kinds of ground of the board, in the order of a legend
	Areas    []Area    `json:"areas,omitempty"`    // of ground on a board without places
}

// Terrain is a kind of ground and what it does.
type Terrain struct {
	Name    string   `json:"name"`
	Effects []Effect `json:"effects,omitempty"`
}

// Effect is what a kind of ground does to one kind of action, and the clause that says so.
type Effect struct {
	On     string `json:"on"` // "movement"
	Text   string `json:"text"`
	Clause string `json:"clause"`
}

// Area is a piece of ground on a board without places. The ground outside of all areas is of the first kind.
type Area struct {
	Terrain int          `json:"terrain"` // the index of its kind
	Name    string       `json:"name,omitempty"`
	Outline []game.Point `json:"outline"`
}

// CounterSize is the width and height of the counter of a unit.
const CounterSize = 44

// Place is one place of the board.
type Place struct {
	ID    string   `json:"id"`
	Name  string   `json:"name,omitempty"` // if it differs from the id
	X     float64  `json:"x"`              // of its centre
	Y     float64  `json:"y"`
	Shape int      `json:"shape,omitempty"` // the index of its outline
	About []string `json:"about,omitempty"` // descriptions: "wood"
	// Terrain are the indexes of its kinds of ground: first that in it, then those at its sides.
	Terrain []int `json:"terrain,omitempty"`
}

// Facing is a direction that a piece may face.
type Facing struct {
	ID    string  `json:"id"`   // as in notation: "UR"
	Name  string  `json:"name"` // "upper right"
	Angle float64 `json:"angle"`
}

// Front is how a counter shows one facing: the edge of the counter in that direction, on a square counter (Edge) and on
// one with cut corners (Cut), and an arrow beyond it (Head), which is drawn pointing right and then rotated. All are paths.
type Front struct {
	Edge string `json:"edge"`
	Cut  string `json:"cut"`
	Head string `json:"head"`
}

// Palette is the colours of a side.
type Palette struct {
	Field string `json:"field"`
	Dark  string `json:"dark"`
	Light string `json:"light"`
	Cloth string `json:"cloth"`
}

// Counter is what a piece looks like and what is printed on it.
type Counter struct {
	ID       string            `json:"id"`
	Name     string            `json:"name"`
	Side     int               `json:"side"`
	Shape    string            `json:"shape"`              // "unit", "leader", "card"
	Type     string            `json:"type,omitempty"`     // as printed: "Lg"
	TypeName string            `json:"typeName,omitempty"` // "legionaries"
	Group    string            `json:"group,omitempty"`    // the id of its group
	Figure   string            `json:"figure,omitempty"`   // a key of the sheet's figures
	Forms    map[string]string `json:"forms,omitempty"`    // figures by state, where they differ
	Front    string            `json:"front,omitempty"`    // a key of the sheet's fronts
	Base     *Base             `json:"base,omitempty"`     // if it is drawn to scale
	Values   []Value           `json:"values,omitempty"`   // as printed, in order
	Back     []Value           `json:"back,omitempty"`     // printed on the back
	Chief    bool              `json:"chief,omitempty"`    // the commander of an army
	Text     string            `json:"text,omitempty"`     // printed on a card: what it does
	Details  []Detail          `json:"details,omitempty"`  // what its list says about it, and the counter does not show
}

// Detail is a fact about a piece that never changes, in words.
type Detail struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Base is a counter drawn to scale on a board without places: a rectangle whose front edge has the pose of the piece at its
// middle. It consists of rows, one behind the other, each with the figures of the counter, drawn as seen from above and
// looking up, with the middle of the front edge of the row at the origin.
type Base struct {
	Width float64 `json:"width"`
	Depth float64 `json:"depth"`          // of one row
	Rows  string  `json:"rows,omitempty"` // the key of the value that says how many rows there are; without the value there is one
}

// NoSide is the side of a piece that belongs to no army, such as a card of a common deck.
const NoSide = -1

// Value is one number printed on a counter. Numbers stand in a row with hyphens between them, unless they have a slot.
type Value struct {
	Key   string `json:"key"` // "sp"
	N     int    `json:"n"`
	Mark  string `json:"mark,omitempty"`  // printed after it: "*"
	Text  string `json:"text,omitempty"`  // printed instead of the number: "H"
	Says  string `json:"says,omitempty"`  // what that stands for: "heavy"
	Apart bool   `json:"apart,omitempty"` // in the row: preceded by a space instead of a hyphen
	Slot  string `json:"slot,omitempty"`  // a place of its own: one of the slots
	Box   string `json:"box,omitempty"`   // a key of the sheet's boxes
}

// Slots of printed values. On a leader's disc the first value with a box takes the place of the first value.
const (
	SlotCorner = "corner" // the upper left corner; on a card, its number
	SlotLeft   = "left"   // at the left, above the row
	SlotRight  = "right"  // at the right, above the row
	SlotFoot   = "foot"   // on a card, in the row at its foot
)

// Box is drawn under a printed value: about 13 wide and high around the origin, and the colour of the text in it.
type Box struct {
	Parts []Part `json:"parts"`
	Ink   string `json:"ink"`
}

// Badge is a sign on the counters of all pieces that have a state, or a value in the view. Its place is relative to the
// centre of the counter. Where it would hide the arrow of a facing it moves: above the counter to the middle, beside it down.
type Badge struct {
	State string  `json:"state,omitempty"`
	Value string  `json:"value,omitempty"`
	Text  string  `json:"text,omitempty"` // written on it, with {n} for the value: "+{n}"
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Size  float64 `json:"size,omitempty"` // of the text
	Box
}

// Part is one path of a drawing and how it is painted: a class, known to both the client's style sheet and package
// picture, or a colour.
type Part struct {
	Class string `json:"class,omitempty"`
	Fill  string `json:"fill,omitempty"`
	Path  string `json:"d"`
}

// Group is a contingent, a banner or a command.
type Group struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	About string `json:"about,omitempty"` // who leads it
	Arms  []Part `json:"arms,omitempty"`  // 20 wide and 24 high around the origin
}

// Sign is a line of the key of a picture: SVG around the origin, and what it means.
type Sign struct {
	SVG  string
	Text string
}

// Speaker returns texts and names in one language; package words implements it.
type Speaker interface {
	Text(key string) string
	Say(key string, args ...game.Arg) string
	Piece(i int) string
	Place(i int) string
	Side(s game.Side) string
	Facing(f int) string
}

// Ground is a kind of drawing of a board without counters, which is the content of an SVG element of the size of the
// sheet. The names of places, regions and edges are groups of the classes "numbers", "names" and "rout-edge", which a
// style sheet may show differently.
type Ground int

// The drawings of a board.
const (
	Whole    Ground = iota // with all details
	Card                   // for a small picture, without details that would be illegible
	Backdrop               // faded, as the background of another drawing
)

package system

// Sheet is a battle as it is drawn: the board once, and what each counter looks like. Lengths are in the unit of the
// drawing, angles in degrees clockwise from the top.
type Sheet struct {
	Width   float64   `json:"width"`
	Height  float64   `json:"height"`
	North   string    `json:"north,omitempty"`   // the edge that lies to the north: "top"
	Ground  string    `json:"-"`                 // the board without counters, as the content of an SVG element
	Places  []Place   `json:"places"`            // by index
	Facings []float64 `json:"facings,omitempty"` // the direction of each facing
	Size    float64   `json:"size"`              // of a counter
	Colors  []Palette `json:"colors"`            // by side
	Pieces  []Counter `json:"pieces"`            // by index
	Groups  []Group   `json:"groups,omitempty"`  // contingents, commands
}

// Place is one place of the board.
type Place struct {
	ID      string    `json:"id"`
	X       float64   `json:"x"` // its middle
	Y       float64   `json:"y"`
	Outline []float64 `json:"outline"`         // x and y of its corners in turn
	About   []string  `json:"about,omitempty"` // what there is to say of it, as keys of package words: "terrain.wood"
	Level   int       `json:"level,omitempty"`
	Zones   []string  `json:"zones,omitempty"` // keys
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
	ID     string   `json:"id"`
	Side   int      `json:"side"`
	Shape  string   `json:"shape"`           // "unit", "leader", "card"
	Type   string   `json:"type,omitempty"`  // a key of package words: "type.Lg"
	Group  string   `json:"group,omitempty"` // the id of its group
	Figure []Part   `json:"figure,omitempty"`
	Forms  [][]Part `json:"forms,omitempty"` // figures of other states, named in FormOf
	FormOf []string `json:"formOf,omitempty"`
	Front  []Figure `json:"front,omitempty"` // printed values
	Back   []Figure `json:"back,omitempty"`  // those of its other face
	Chief  bool     `json:"chief,omitempty"` // the commander of an army
}

// Figure is one printed value of a counter.
type Figure struct {
	Key string `json:"key"` // "sp"
	N   int    `json:"n"`
}

// Part is one path of a figure and how it is painted: a class of the style sheet.
type Part struct {
	Class string `json:"class"`
	Path  string `json:"d"`
}

// Group is a contingent, a banner or a command.
type Group struct {
	ID   string `json:"id"`
	Key  string `json:"key"` // its name in package words: "contingent.romans"
	Arms string `json:"arms,omitempty"`
}

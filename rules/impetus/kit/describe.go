package kit

import (
	"acies/game"
	"acies/plane"
	"acies/rules/impetus"
	"acies/rules/impetus/scenario"
)

// battleJSON is everything about a battle that never changes, for programs. Lengths are in thousandths of a U, headings in
// quarter degrees clockwise from north.
type battleJSON struct {
	ID         string      `json:"id"`
	Turns      int         `json:"turns"`
	Width      int32       `json:"width"`
	Height     int32       `json:"height"`
	First      int         `json:"first"` // the side that is first for dice
	Tie        *int        `json:"tie"`   // the side that wins with equal shares of losses at the limit; null: nobody
	Amendments bool        `json:"amendments"`
	FreeSetup  bool        `json:"freeSetup"`
	Sides      []sideJSON  `json:"sides"`
	Units      []unitJSON  `json:"units"` // by index
	Terrain    []pieceJSON `json:"terrain"`
	Lines      []lineJSON  `json:"lines"` // fortifications
	HighBank   *bankJSON   `json:"highBank,omitempty"`
	Special    []string    `json:"special"`
}

type sideJSON struct {
	ID         string        `json:"id"` // of its army
	Structure  string        `json:"structure"`
	Range      int32         `json:"range"`  // of command
	Points     int           `json:"points"` // by the yardstick of the army lists
	VD         int           `json:"vd"`
	DefeatedAt int           `json:"defeatedAt"`
	Commands   []commandJSON `json:"commands"`
	Zone       [2][2]int32   `json:"zone"` // the range of x and that of y
	HomeEdge   string        `json:"homeEdge"`
	Camp       string        `json:"camp"` // the id of the unit
}

type commandJSON struct {
	ID         string `json:"id"`
	Quality    string `json:"quality"`
	Leadership int    `json:"leadership"`
	InChief    bool   `json:"inChief"`
	Attached   string `json:"attached,omitempty"` // the unit; empty: he is off the table
	VD         int    `json:"vd"`
	RoutsAt    int    `json:"routsAt"`
}

type unitJSON struct {
	ID         string   `json:"id"`
	Side       int      `json:"side"`
	Command    int      `json:"command"` // the index within its side; -1 for baggage
	Type       string   `json:"type"`
	Move       int32    `json:"move"`
	VBU        int      `json:"vbu"` // of one row
	Impetus    int      `json:"impetus"`
	Discipline string   `json:"discipline"`
	VD         int      `json:"vd"`
	Weapon     string   `json:"weapon"`
	Rows       int      `json:"rows"`
	Width      int32    `json:"width"`
	Depth      int32    `json:"depth"`
	Traits     []string `json:"traits"`
	Line       string   `json:"line,omitempty"` // hastati or principes
	Inside     string   `json:"inside,omitempty"`
	Points     int      `json:"points"`
	X          int32    `json:"x"` // of its front centre at the start
	Y          int32    `json:"y"`
	Heading    int      `json:"heading"`
}

type pieceJSON struct {
	ID      string     `json:"id"`
	Kind    string     `json:"kind"`
	Polygon [][2]int64 `json:"polygon"`
	Crest   [][2]int64 `json:"crest,omitempty"`
}

type lineJSON struct {
	ID       string     `json:"id"`
	Points   [][2]int64 `json:"points"`
	Protects string     `json:"protects"` // the edge of the table
}

type bankJSON struct {
	Stream string   `json:"stream"`
	Y      [2]int32 `json:"y"`
}

// Describe implements [system.System].
func (System) Describe(of game.Battle) any {
	set := of.(*impetus.Battle).Setup()
	out := &battleJSON{
		ID: set.ID, Turns: set.Turns, Width: set.Width, Height: set.Height, First: set.First, Amendments: set.Amendments, FreeSetup: set.FreeSetup,
		Terrain: []pieceJSON{}, Lines: []lineJSON{}, Special: append([]string{}, scenario.Special(set)...),
	}
	if set.TieWinner >= 0 {
		out.Tie = &set.TieWinner
	}
	for i := range set.Units {
		out.Units = append(out.Units, describeUnit(set, &set.Units[i]))
	}
	for i := range set.Sides {
		out.Sides = append(out.Sides, describeSide(set, i))
	}
	for _, p := range set.Terrain {
		out.Terrain = append(out.Terrain, pieceJSON{p.ID, impetus.KindNames[p.Kind], points(p.Polygon), points(p.Crest)})
	}
	for _, l := range set.Lines {
		out.Lines = append(out.Lines, lineJSON{l.ID, points(l.Points), scenario.EdgeNames()[l.Protects]})
	}
	if b := set.HighBank; b != nil {
		out.HighBank = &bankJSON{set.Terrain[b.Stream].ID, b.Y}
	}
	return out
}

func describeSide(set *impetus.Setup, i int) sideJSON {
	a := &set.Sides[i]
	out := sideJSON{
		ID: a.ID, Structure: impetus.StructureNames[a.Structure], Range: a.Structure.Range(), Points: scenario.ArmyPoints(set, i),
		Zone: [2][2]int32{a.Zone.X, a.Zone.Y}, HomeEdge: scenario.EdgeNames()[a.HomeEdge], Camp: scenario.Camp(a.ID).ID,
	}
	for k, c := range a.Commands {
		x := commandJSON{ID: c.ID, Quality: impetus.QualityNames[c.Quality], Leadership: c.Quality.Leadership(), InChief: c.InChief}
		if c.Attached >= 0 {
			x.Attached = set.Units[c.Attached].ID
		}
		for _, u := range set.Units {
			if u.Side == i && u.Command == k {
				x.VD += u.VD
			}
		}
		x.RoutsAt = (x.VD + 1) / 2
		out.Commands = append(out.Commands, x)
		out.VD += x.VD
	}
	out.DefeatedAt = (out.VD + 1) / 2
	return out
}

func describeUnit(set *impetus.Setup, u *impetus.UnitSetup) unitJSON {
	out := unitJSON{
		ID: u.ID, Side: u.Side, Command: u.Command, Type: u.Type.Code(), Move: u.Move, VBU: u.VBU, Impetus: u.Impetus,
		Discipline: string('A' + rune(u.Discipline)), VD: u.VD, Weapon: impetus.Weapons()[u.Weapon], Rows: u.Rows, Width: impetus.Frontage, Depth: u.Depth,
		Traits: []string{}, X: u.Pose.X, Y: u.Pose.Y, Heading: int(u.Pose.H),
	}
	for i, name := range impetus.Traits() {
		if u.Traits&(1<<i) != 0 {
			out.Traits = append(out.Traits, name)
		}
	}
	switch {
	case u.Hastati:
		out.Line = "hastati"
	case u.Principes:
		out.Line = "principes"
	}
	if u.Square >= 0 {
		out.Inside = set.Units[u.Square].ID
	}
	if u.Type != impetus.Baggage {
		out.Points = scenario.UnitPoints(u)
	}
	return out
}

func points(list []plane.Point) [][2]int64 {
	var out [][2]int64
	for _, p := range list {
		out = append(out, [2]int64{p.X, p.Y})
	}
	return out
}

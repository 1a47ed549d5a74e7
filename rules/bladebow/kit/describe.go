package kit

import (
	"acies/game"
	"acies/grid"
	"acies/rules/bladebow"
	"acies/rules/bladebow/scenario"
)

// battleJSON is everything about a battle that never changes, for programs.
type battleJSON struct {
	ID      string       `json:"id"`
	Turns   int          `json:"turns"`
	Icons   []int        `json:"icons"` // of the turn track: the game ends on this roll or less; 0: no roll, 6: it ends
	Sides   []sideJSON   `json:"sides"`
	Cols    int          `json:"cols"`
	Rows    int          `json:"rows"`
	Squares []squareJSON `json:"squares"`
	Units   []unitJSON   `json:"units"`
	Leaders []leaderJSON `json:"leaders"`
	Cards   []cardJSON   `json:"cards"`
	Special specialJSON  `json:"special"`
}

type sideJSON struct {
	ID         string       `json:"id"`
	Impulses   int          `json:"impulses"`
	RoutLevel  int          `json:"routLevel"`
	MaxRanks   int          `json:"maxRanks"` // of one unit, if ranks are redistributed; 0: they are not
	TieBreaker bool         `json:"tieBreaker"`
	Camp       string       `json:"camp"`  // the id of its piece
	Camps      []string     `json:"camps"` // squares where it may stand
	ShieldWall bool         `json:"shieldWall"`
	Shields    []string     `json:"shields,omitempty"` // units that start in a shield wall
	Presets    []presetJSON `json:"presets,omitempty"`
}

// presetJSON is a distribution of ranks.
type presetJSON struct {
	ID    string         `json:"id"`
	Ranks map[string]int `json:"ranks"` // by unit
}

type squareJSON struct {
	ID      string    `json:"id"`
	Terrain string    `json:"terrain"`
	Next    [8]string `json:"next"` // the neighbours by direction, from north clockwise; empty: the edge of the map
}

type unitJSON struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Side     int    `json:"side"`
	Size     string `json:"size"`
	Density  string `json:"density"`
	Mounted  bool   `json:"mounted"`
	MP       [2]int `json:"mp"` // in good order, and disrupted; so missile
	Strength int    `json:"strength"`
	Range    int    `json:"range"`
	Missile  [2]int `json:"missile"`
	Morale   [3]int `json:"morale"` // for attacks from its left, its front and its right
	Square   string `json:"square"` // at the start; empty: it arrives later
	Facing   string `json:"facing"`
}

type leaderJSON struct {
	ID     string `json:"id"`
	Side   int    `json:"side"`
	Rank   int    `json:"rank"`
	Range  int    `json:"range"`
	Value  int    `json:"value"`
	Colour string `json:"colour"`
	Square string `json:"square"`
}

type cardJSON struct {
	ID         string         `json:"id"`
	Effect     string         `json:"effect"`
	Commitment int            `json:"commitment"`
	Actions    map[string]int `json:"actions,omitempty"` // by colour
}

// specialJSON are the special rules of a battle: their ids, and the figures of those that have some.
type specialJSON struct {
	IDs     []string     `json:"ids"`
	Pass    *passJSON    `json:"pass,omitempty"`
	King    string       `json:"king,omitempty"` // the leader
	Sack    *int         `json:"sack,omitempty"` // the side that owns the camp
	Arrival *arrivalJSON `json:"arrival,omitempty"`
	Storm   *int         `json:"storm,omitempty"` // the side that owns the camp
}

type passJSON struct {
	Side    int         `json:"side"` // that may use the path once it has found it
	Path    []string    `json:"path"`
	Hills   []string    `json:"hills"`  // that may be entered
	Column  int         `json:"column"` // the last, from 1, that the side may enter before it has found the path
	Walls   [][2]string `json:"walls"`
	Gap     []string    `json:"gap"`
	Corners [][2]string `json:"corners"` // barred while the gap is held
}

type arrivalJSON struct {
	Units  []string   `json:"units"`
	Leader string     `json:"leader"`
	Areas  []areaJSON `json:"areas"` // by the second die
}

type areaJSON struct {
	Squares []string `json:"squares"`
	Facing  string   `json:"facing"`
}

var (
	sizeNames    = map[bladebow.Size]string{bladebow.Light: "light", bladebow.Medium: "medium", bladebow.Heavy: "heavy"}
	densityNames = map[bladebow.Density]string{bladebow.Open: "open", bladebow.Dense: "dense", bladebow.Flexible: "flexible"}
)

// Describe implements [system.System].
func (System) Describe(of game.Battle) any {
	b := of.(*bladebow.Battle)
	set := b.Setup()
	d := describer{b, set}
	out := &battleJSON{
		ID: set.ID, Turns: len(set.Icons), Icons: set.Icons, Cols: set.Cols, Rows: set.Rows,
		Cards: cards(b), Special: d.special(),
	}
	for i := range set.Sides {
		out.Sides = append(out.Sides, d.side(i))
	}
	for q, t := range set.Terrain {
		x := squareJSON{ID: b.PlaceID(q), Terrain: t.Data().Key}
		for k := range x.Next {
			if n := b.Board().Neighbor(q, k); n >= 0 {
				x.Next[k] = b.PlaceID(n)
			}
		}
		out.Squares = append(out.Squares, x)
	}
	for _, u := range set.Units {
		t := u.Type.Data()
		x := unitJSON{
			ID: u.ID, Type: t.Key, Side: u.Side, Size: sizeNames[t.Size], Density: densityNames[t.Density], Mounted: t.Mounted,
			MP: t.MP, Strength: t.Strength, Range: t.Range, Missile: t.Missile, Morale: t.Morale, Square: d.square(u.Square),
		}
		if x.Square != "" {
			x.Facing = grid.DirectionNames[u.Facing]
		}
		out.Units = append(out.Units, x)
	}
	for _, l := range set.Leaders {
		out.Leaders = append(out.Leaders, leaderJSON{l.ID, l.Side, l.Rank, l.Range, l.Value, bladebow.ColourNames[l.Colour], d.square(l.Square)})
	}
	return out
}

// describer names the parts of a battle by their ids.
type describer struct {
	b   *bladebow.Battle
	set *bladebow.Setup
}

func (d describer) square(q int) string {
	if q < 0 {
		return ""
	}
	return d.b.PlaceID(q)
}

func (d describer) squares(list []int) []string {
	out := []string{}
	for _, q := range list {
		out = append(out, d.b.PlaceID(q))
	}
	return out
}

func (d describer) pairs(list [][2]int) [][2]string {
	out := [][2]string{}
	for _, p := range list {
		out = append(out, [2]string{d.b.PlaceID(p[0]), d.b.PlaceID(p[1])})
	}
	return out
}

func (d describer) units(list []int) []string {
	var out []string
	for _, u := range list {
		out = append(out, d.set.Units[u].ID)
	}
	return out
}

func (d describer) side(i int) sideJSON {
	a := &d.set.Sides[i]
	out := sideJSON{
		ID: a.ID, Impulses: a.Impulses, RoutLevel: a.RoutLevel, MaxRanks: a.MaxRanks, TieBreaker: a.TieBreaker,
		Camp: d.b.PieceID(len(d.set.Units) + len(d.set.Leaders) + i), Camps: d.squares(a.Camps), ShieldWall: a.ShieldWall, Shields: d.units(a.Shields),
	}
	for _, p := range a.Presets {
		x := presetJSON{p.ID, map[string]int{}}
		for u, n := range p.Ranks {
			if n >= 0 {
				x.Ranks[d.set.Units[u].ID] = n
			}
		}
		out.Presets = append(out.Presets, x)
	}
	return out
}

func (d describer) special() specialJSON {
	s := d.set
	out := specialJSON{IDs: append([]string{}, scenario.Special(s)...)}
	if p := s.Pass; p != nil {
		out.Pass = &passJSON{p.Side, d.squares(p.Path), d.squares(p.Hills), p.Column, d.pairs(p.Walls), d.squares(p.Gap), d.pairs(p.Corners)}
	}
	if s.King != nil {
		out.King = s.Leaders[s.King.Leader].ID
	}
	if s.Sack != nil {
		out.Sack = &s.Sack.Side
	}
	if s.Storm != nil {
		out.Storm = &s.Storm.Side
	}
	if a := s.Arrival; a != nil {
		out.Arrival = &arrivalJSON{Units: d.units(a.Units), Leader: s.Leaders[a.Leader].ID}
		for _, x := range a.Areas {
			out.Arrival.Areas = append(out.Arrival.Areas, areaJSON{d.squares(x.Squares), grid.DirectionNames[x.Facing]})
		}
	}
	return out
}

func cards(b *bladebow.Battle) []cardJSON {
	var out []cardJSON
	for i, c := range bladebow.Deck {
		x := cardJSON{ID: b.PieceID(b.CardPiece(i)), Effect: c.Effect.Key(), Commitment: c.Commitment}
		for colour, n := range c.Actions {
			if n > 0 {
				if x.Actions == nil {
					x.Actions = map[string]int{}
				}
				x.Actions[bladebow.ColourNames[colour]] = n
			}
		}
		out = append(out, x)
	}
	return out
}

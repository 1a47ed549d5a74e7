package server

import (
	"net/http"
	"slices"
	"strings"

	"acies/rules/sword"
	"acies/system"
	"acies/table"
	"acies/words"
)

type named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type optionJSON struct {
	named
	About string `json:"about"`
}

type battleCard struct {
	named
	Intro   string       `json:"intro"`
	Book    string       `json:"book"`
	Sides   []named      `json:"sides"`
	Turns   int          `json:"turns"`
	Cols    int          `json:"cols"`
	Rows    int          `json:"rows"`
	Units   int          `json:"units"`
	Leaders int          `json:"leaders"`
	Options []optionJSON `json:"options"`
	Lessons []optionJSON `json:"lessons"`
}

func (s *server) battles(c *call) error {
	packs, err := s.Games.Library().Packs()
	if err != nil {
		return err
	}
	list := []battleCard{}
	for _, p := range packs {
		b, err := s.Games.Library().Board(p.ID, nil)
		if err != nil {
			return err
		}
		list = append(list, card(c.lang, b))
	}
	return c.answer(http.StatusOK, list)
}

func card(lang string, b *table.Board) battleCard {
	p, set := b.Pack, b.Battle.(*sword.Battle).Setup()
	out := battleCard{
		named: named{p.ID, text(p, lang, "battle.name")}, Intro: text(p, lang, "battle.intro"), Book: p.Book,
		Turns: set.Turns, Cols: set.Cols, Rows: set.Rows, Units: len(set.Units), Leaders: len(set.Leaders),
		Options: options(p, lang), Lessons: lessons(p, lang),
	}
	for _, side := range p.Sides {
		out.Sides = append(out.Sides, named{side, text(p, lang, "side."+side)})
	}
	return out
}

func options(p *system.Pack, lang string) []optionJSON {
	list := []optionJSON{}
	for _, o := range p.Options {
		list = append(list, optionJSON{named{o, text(p, lang, "option."+o+".name")}, text(p, lang, "option."+o+".about")})
	}
	return list
}

func lessons(p *system.Pack, lang string) []optionJSON {
	list := []optionJSON{}
	for _, l := range p.Lessons {
		list = append(list, optionJSON{named{l.ID, l.Title(lang)}, l.About(lang)})
	}
	return list
}

// text returns a text of a pack; a pack without that language speaks its first.
func text(p *system.Pack, lang, key string) string {
	t, ok := p.Text(lang, key)
	if !ok && len(p.Languages) > 0 {
		t, _ = p.Text(p.Languages[0], key)
	}
	return t
}

type hexJSON struct {
	ID      string `json:"id"`
	Terrain string `json:"terrain"`
	Level   int    `json:"level"`
}

type edgeJSON struct {
	A    int    `json:"a"`
	B    int    `json:"b"`
	Kind string `json:"kind"`
}

type pathJSON struct {
	Kind  string `json:"kind"`
	Hexes []int  `json:"hexes"`
}

type zoneJSON struct {
	named
	Hexes []int `json:"hexes"`
}

type sideJSON struct {
	named
	Rout string `json:"rout"`
}

type faceJSON struct {
	SP      int  `json:"sp"`
	Quality int  `json:"quality"`
	MP      int  `json:"mp"`
	Shoots  bool `json:"shoots"`
}

type unitJSON struct {
	Piece int `json:"piece"`
	named
	Type       string   `json:"type"`
	Side       int      `json:"side"`
	Contingent string   `json:"contingent"`
	Form       string   `json:"form"`
	Front      faceJSON `json:"front"`
	Back       faceJSON `json:"back"`
}

type contingentJSON struct {
	named
	Arms string `json:"arms,omitempty"`
}

type leaderJSON struct {
	Piece int `json:"piece"`
	named
	Side       int    `json:"side"`
	Commander  bool   `json:"commander"`
	Contingent string `json:"contingent"`
	Bonus      int    `json:"bonus"`
	Rating     int    `json:"rating"`
	Radius     int    `json:"radius"`
	MP         int    `json:"mp"`
}

type battleJSON struct {
	named
	Intro        string            `json:"intro"`
	Book         string            `json:"book"`
	Cols         int               `json:"cols"`
	Rows         int               `json:"rows"`
	North        string            `json:"north"`  // an edge: "top"
	Facing       string            `json:"facing"` // what units face: "corner" or "side"
	Turns        int               `json:"turns"`
	Hexes        []hexJSON         `json:"hexes"`
	Edges        []edgeJSON        `json:"edges"`
	Paths        []pathJSON        `json:"paths"`
	Zones        []zoneJSON        `json:"zones"`
	Sides        []sideJSON        `json:"sides"`
	Contingents  []contingentJSON  `json:"contingents"`
	Units        []unitJSON        `json:"units"`
	Leaders      []leaderJSON      `json:"leaders"`
	Specials     []optionJSON      `json:"specials"`
	Options      []optionJSON      `json:"options"`
	Lessons      []optionJSON      `json:"lessons"`
	TerrainNames map[string]string `json:"terrainNames"`
	EdgeNames    map[string]string `json:"edgeNames"`
	TypeNames    map[string]string `json:"typeNames"`
	Texts        map[string]string `json:"texts"` // by the keys that views and choices have: phases, turns, verbs, states
}

func (s *server) battle(c *call) error {
	var chosen []string
	if q := c.query.Get("options"); q != "" {
		chosen = strings.Split(q, ",")
	}
	id := c.PathValue("battle")
	b, err := s.Games.Library().Board(id, nil)
	if err != nil {
		return err
	}
	for i, o := range chosen {
		if !slices.Contains(b.Pack.Options, o) || slices.Contains(chosen[:i], o) {
			return malformed("options", "the battle has "+strings.Join(b.Pack.Options, ", ")+", each at most once")
		}
	}
	if b, err = s.Games.Library().Board(id, chosen); err != nil {
		return err
	}
	w, err := b.Words(c.lang)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, describe(b, w))
}

// describe says everything of a battle that never changes.
func describe(b *table.Board, w *words.Words) battleJSON {
	p, set, m := b.Pack, b.Battle.(*sword.Battle).Setup(), b.Battle.(*sword.Battle).Map()
	out := battleJSON{
		named: named{p.ID, w.Text("battle.name")}, Intro: w.Text("battle.intro"), Book: p.Book,
		Cols: set.Cols, Rows: set.Rows, North: p.Scenario.(interface{ North() string }).North(), Facing: facing(set.Book), Turns: set.Turns, Options: options(p, w.Lang()), Specials: specials(p, w, &set.Special),
		Lessons: lessons(p, w.Lang()), Edges: []edgeJSON{}, Paths: []pathJSON{}, Zones: []zoneJSON{},
		TerrainNames: map[string]string{}, EdgeNames: map[string]string{}, TypeNames: map[string]string{},
	}
	index := func(id string) int {
		i, err := m.Parse(id)
		if err != nil {
			panic(err) // the battle has been compiled with it
		}
		return i
	}
	for i, h := range set.Hexes {
		out.Hexes = append(out.Hexes, hexJSON{m.ID(i), h.Terrain, h.Level})
		out.TerrainNames[h.Terrain] = w.Text("terrain." + h.Terrain)
	}
	isPath := map[string]bool{}
	for _, e := range set.Book.Edges {
		isPath[e.ID] = e.Path
	}
	for _, e := range set.Edges {
		x := edgeJSON{index(e.A), index(e.B), e.Kind}
		if isPath[e.Kind] {
			out.Paths = append(out.Paths, pathJSON{x.Kind, []int{x.A, x.B}})
			continue
		}
		out.Edges = append(out.Edges, x)
		out.EdgeNames[e.Kind] = w.Text("edge." + e.Kind)
	}
	for _, z := range set.Zones {
		x := zoneJSON{named: named{z.ID, w.Text("zone." + z.ID)}}
		for _, id := range z.Hexes {
			x.Hexes = append(x.Hexes, index(id))
		}
		out.Zones = append(out.Zones, x)
	}
	for _, side := range set.Sides {
		out.Sides = append(out.Sides, sideJSON{named{side.ID, w.Text("side." + side.ID)}, side.RoutEdge})
	}
	out.pieces(set, w)
	out.Texts = w.Texts("phase", "turn", "verb", "state")
	return out
}

func facing(b *sword.Book) string {
	if b.Facing == sword.FaceSide {
		return "side"
	}
	return "corner"
}

// pieces adds the contingents, units and leaders.
func (out *battleJSON) pieces(set *sword.Setup, w *words.Words) {
	side := map[string]int{}
	for _, x := range set.Contingents {
		side[x.ID] = x.Side
		out.Contingents = append(out.Contingents, contingentJSON{named{x.ID, w.Text("contingent." + x.ID)}, x.Arms})
	}
	for i, u := range set.Units {
		out.Units = append(out.Units, unitJSON{
			Piece: i, named: named{u.ID, w.Piece(i)}, Type: u.Type, Side: side[u.Contingent], Contingent: u.Contingent,
			Form: string(set.Book.FormOf(&u)), Front: faceJSON(u.Front), Back: faceJSON(u.Back),
		})
		out.TypeNames[u.Type] = w.Text("type." + u.Type)
	}
	for i, l := range set.Leaders {
		piece := len(set.Units) + i
		out.Leaders = append(out.Leaders, leaderJSON{
			Piece: piece, named: named{l.ID, w.Piece(piece)}, Side: l.Side, Commander: l.Commander,
			Contingent: l.Contingent, Bonus: l.Bonus, Rating: l.Rating, Radius: l.Radius, MP: l.MP,
		})
	}
}

// specials returns the special rules in force, as the pack tells them.
func specials(p *system.Pack, w *words.Words, x *sword.Special) []optionJSON {
	list := []optionJSON{}
	for _, id := range x.IDs() {
		if name := text(p, w.Lang(), "special."+id+".name"); name != "" {
			list = append(list, optionJSON{named{id, name}, text(p, w.Lang(), "special."+id+".about")})
		}
	}
	return list
}

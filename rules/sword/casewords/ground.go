package casewords

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"acies/grid"
	"acies/pack"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
)

// The ground of a case: a battle with changes, or the case's own small map and units.

// positionNode collects the fields of the position, which are in the case itself or under position:. The pieces of a
// case's own map do not belong to it.
func positionNode(n *pack.Node, own bool) (*pack.Node, error) {
	out := &pack.Node{File: n.File, Line: n.Line, Shape: pack.Mapping}
	add := func(n *pack.Node, all bool) error {
		for i, k := range n.Keys {
			piece := own && (k.Text == "units" || k.Text == "leaders")
			switch {
			case piece && all:
				return k.Errorf("%s belong in the case itself", k.Text)
			case piece || !all && !slices.Contains(scenario.PositionFields(), k.Text):
			case out.Get(k.Text) != nil:
				return k.Errorf("%s is given both in the case and in its position", k.Text)
			default:
				out.Keys, out.Items = append(out.Keys, k), append(out.Items, n.Items[i])
			}
		}
		return nil
	}
	if err := add(n, false); err != nil {
		return nil, err
	}
	if p := n.Get("position"); p != nil {
		if p.Shape != pack.Mapping {
			return nil, p.Errorf("position: expected a mapping")
		}
		return out, add(p, true)
	}
	return out, nil
}

// own builds a battle from a case's own map and pieces.
type own struct {
	n     *pack.Node
	p     *scenario.Position
	m     *grid.Map
	setup sword.Setup
	late  map[string]bool // pieces that the reinforcements name

	reserved func(name string) bool // reports whether a piece cannot have the name
}

var sideIDs = []string{"red", "blue"}

func ownBattle(n *pack.Node, p *scenario.Position, reserved func(string) bool) (*sword.Battle, error) {
	id, err := n.Get("book").One()
	if err != nil {
		return nil, err
	}
	o := &own{n: n, p: p, reserved: reserved}
	book := sword.FindBook(id)
	o.setup = sword.Setup{
		ID: "case", Book: book, Turns: 8,
		Sides:  [2]sword.SideDef{{ID: "red", RoutEdge: "bottom"}, {ID: "blue", RoutEdge: "top"}},
		Deploy: sword.Deployment{Stacking: true},
	}
	o.usualRules()
	if t := n.Get("turns"); t != nil {
		if o.setup.Turns, err = t.Number(1, 99); err != nil {
			return nil, err
		}
	}
	for _, step := range []func() error{
		o.ground, o.terrain, o.levels, o.edges, o.zones, o.pairs, o.options, o.arrivals,
		o.leaders, o.units, o.contingents, o.markers, o.rout, o.reinforcements,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if err := scenario.ReadRules(&o.setup, n.Get("special"), n.Get("victory")); err != nil {
		return nil, err
	}
	b, err := sword.New(&o.setup)
	if err != nil {
		return nil, n.Errorf("%v", err)
	}
	return b, nil
}

// letters gives the terrains that each letter of a map stands for, each from a different book.
var letters = map[rune][]string{
	'.': {"clear"}, 'c': {"city"}, 't': {"temple"}, 'T': {"tower"}, 's': {"sanctuary"}, '#': {"citadel"},
	'1': {"ford-1"}, '2': {"ford-2"}, '3': {"ford-3"}, '~': {"sea", "river"}, 'r': {"river"},
	'W': {"wood"}, 'o': {"bushes"}, 'm': {"marsh"}, 'V': {"village"}, 'F': {"farm"}, 'L': {"lake"}, '=': {"bridge"}, ':': {"ford"},
}

var sizeWord = regexp.MustCompile(`^(\d{1,2})x(\d{1,2})$`)

// ground reads the map: its size, all clear, or rows of letters.
func (o *own) ground() error {
	m := o.n.Get("map")
	if m == nil {
		return o.n.Errorf("map is missing; expected a size such as 8x6 or rows of letters")
	}
	text, err := m.One()
	if err != nil {
		return m.Errorf("map: expected a size such as 8x6 or rows of letters")
	}
	if s := sizeWord.FindStringSubmatch(text); s != nil {
		o.setup.Cols, _ = strconv.Atoi(s[1])
		o.setup.Rows, _ = strconv.Atoi(s[2])
		if o.setup.Cols*o.setup.Rows == 0 || o.setup.Cols*o.setup.Rows > 1024 {
			return m.Errorf("map: %s has %d hexes, expected 1 to 1024", text, o.setup.Cols*o.setup.Rows)
		}
		for range o.setup.Cols * o.setup.Rows {
			o.setup.Hexes = append(o.setup.Hexes, sword.HexDef{Terrain: "clear"})
		}
	} else if err := o.rows(m, "map", func(c rune) error {
		i := slices.IndexFunc(letters[c], o.hasTerrain)
		if i < 0 {
			return fmt.Errorf("letter %q does not stand for a terrain of the book %s", c, o.setup.Book.ID)
		}
		o.setup.Hexes = append(o.setup.Hexes, sword.HexDef{Terrain: letters[c][i]})
		return nil
	}); err != nil {
		return err
	}
	o.m = grid.New(o.setup.Cols, o.setup.Rows)
	return nil
}

// rows reads rows of letters and ignores the spaces between them. The first map sets the size; the others must match
// it.
func (o *own) rows(n *pack.Node, what string, hex func(rune) error) error {
	row := 0
	for i, text := range strings.Split(n.Text, "\n") {
		at := *n
		if n.Block {
			at.Line += i + 1
		}
		text = strings.ReplaceAll(strings.TrimSpace(text), " ", "")
		if text == "" {
			continue
		}
		row++
		cells := []rune(text)
		if o.setup.Cols == 0 {
			o.setup.Cols = len(cells)
		}
		if len(cells) != o.setup.Cols || len(cells) > grid.MaxSize {
			return at.Errorf("%s: the row has %d hexes, expected %d", what, len(cells), min(o.setup.Cols, grid.MaxSize))
		}
		for _, c := range cells {
			if err := hex(c); err != nil {
				return at.Errorf("%s: %v", what, err)
			}
		}
	}
	if o.m == nil {
		o.setup.Rows = row
	}
	if row != o.setup.Rows || row == 0 || row > grid.MaxSize || row*o.setup.Cols > 1024 {
		return n.Errorf("%s has %d rows of %d hexes, expected %d rows and at most 1024 hexes", what, row, o.setup.Cols, o.setup.Rows)
	}
	return nil
}

func (o *own) hasTerrain(id string) bool {
	return slices.ContainsFunc(o.setup.Book.Terrain, func(t sword.Terrain) bool { return t.ID == id })
}

// hexes reads the hexes that a key names, separated by spaces; a run such as 0304-0306 goes down a column.
func (o *own) hexes(n *pack.Node, text string) ([]int, error) {
	var out []int
	for _, w := range strings.Fields(text) {
		first, last, run := strings.Cut(w, "-")
		a, err := o.m.Parse(first)
		if err != nil {
			return nil, n.Errorf("%v", err)
		}
		b := a
		if run {
			if b, err = o.m.Parse(last); err != nil {
				return nil, n.Errorf("%v", err)
			}
			if o.m.Col(a) != o.m.Col(b) || b < a {
				return nil, n.Errorf("%s is not a run down a column", w)
			}
		}
		for h := a; h <= b; h += o.m.Cols {
			out = append(out, h)
		}
	}
	return out, nil
}

// byHex reads a mapping from hexes to something.
func (o *own) byHex(n *pack.Node, what string, set func(h int, value *pack.Node) error) error {
	if n.Shape != pack.Mapping {
		return n.Errorf("%s: expected a mapping such as {0304 0305: …}", what)
	}
	for i, k := range n.Keys {
		list, err := o.hexes(k, k.Text)
		if err != nil {
			return err
		}
		for _, h := range list {
			if err := set(h, n.Items[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o *own) terrain() error {
	n := o.n.Get("terrain")
	if n == nil {
		return nil
	}
	return o.byHex(n, "terrain", func(h int, v *pack.Node) error {
		id, err := v.One()
		if err == nil && !o.hasTerrain(id) {
			err = v.Errorf("terrain %q is not in the book %s", id, o.setup.Book.ID)
		}
		o.setup.Hexes[h].Terrain = id
		return err
	})
}

func (o *own) levels() error {
	n := o.n.Get("levels")
	switch {
	case n == nil:
		return nil
	case n.Shape == pack.Scalar:
		h := 0
		return o.rows(n, "levels", func(c rune) error {
			if c < '0' || c > '9' {
				return fmt.Errorf("level %q is not a digit", c)
			}
			if h < len(o.setup.Hexes) {
				o.setup.Hexes[h].Level = int(c - '0')
			}
			h++
			return nil
		})
	}
	return o.byHex(n, "levels", func(h int, v *pack.Node) (err error) {
		o.setup.Hexes[h].Level, err = v.Number(0, 9)
		return err
	})
}

// edges reads lines such as "0101|0201 0102|0202 river".
func (o *own) edges() error {
	n := o.n.Get("edges")
	if n == nil {
		return nil
	}
	lines, err := n.Lines()
	if err != nil {
		return err
	}
	for _, line := range lines {
		words := strings.Fields(line.Text)
		if len(words) < 2 {
			return line.Errorf("edges: expected hexsides and what lies on them, such as 0101|0201 river")
		}
		kind := words[len(words)-1]
		if !slices.ContainsFunc(o.setup.Book.Edges, func(e sword.Edge) bool { return e.ID == kind }) {
			return line.Errorf("edges: %q is not a feature of the book %s", kind, o.setup.Book.ID)
		}
		for _, w := range words[:len(words)-1] {
			a, b, ok := strings.Cut(w, "|")
			x, errA := o.m.Parse(a)
			y, errB := o.m.Parse(b)
			if !ok || errA != nil || errB != nil || o.m.Side(x, y) < 0 {
				return line.Errorf("edges: %q is not a hexside between neighbours on the map", w)
			}
			o.setup.Edges = append(o.setup.Edges, sword.EdgeDef{A: a, B: b, Kind: kind})
		}
	}
	return nil
}

func (o *own) zones() error {
	n := o.n.Get("zones")
	if n == nil {
		return nil
	}
	if n.Shape != pack.Mapping {
		return n.Errorf("zones: expected a mapping of names and hexes")
	}
	for i, k := range n.Keys {
		words, err := n.Items[i].Words()
		if err != nil {
			return err
		}
		list, err := o.hexes(n.Items[i], strings.Join(words, " "))
		if err != nil {
			return err
		}
		z := sword.ZoneDef{ID: k.Text}
		for _, h := range list {
			z.Hexes = append(z.Hexes, o.m.ID(h))
		}
		o.setup.Zones = append(o.setup.Zones, z)
	}
	return nil
}

var (
	idWord    = regexp.MustCompile(`^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$`)
	valueWord = regexp.MustCompile(`^(\d+)(\*?)-(\d+)-(\d+)(?:/(\d+)(\*?)-(\d+)-(\d+))?$`)
	lastDigit = regexp.MustCompile(`-?\d+$`)
)

// lineWords returns the words of a piece's line.
func lineWords(n *pack.Node) ([]string, error) {
	if n.Shape != pack.Scalar {
		return nil, n.Errorf("expected a line of words")
	}
	return strings.Fields(strings.NewReplacer("[", " ", "]", " ", ",", " ").Replace(n.Text)), nil
}

// each reads the pieces under a key, whose names must be valid in notation and not used for anything else.
func (o *own) each(field string, read func(k, v *pack.Node) error) error {
	n := o.n.Get(field)
	if n == nil {
		return nil
	}
	if n.Shape != pack.Mapping {
		return n.Errorf("%s: expected a mapping of names and lines", field)
	}
	for i, k := range n.Keys {
		if !idWord.MatchString(k.Text) || o.reserved(k.Text) {
			return k.Errorf("%q cannot be the name of a piece", k.Text)
		}
		o.p.Note(field+" "+k.Text, k)
		if err := read(k, n.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (o *own) units() error {
	return o.each("units", func(k, v *pack.Node) error {
		words, err := lineWords(v)
		if err != nil {
			return err
		}
		d := sword.UnitDef{ID: k.Text, Name: lastDigit.ReplaceAllString(k.Text, ""), Facing: -1}
		if d.Name == "" {
			d.Name = k.Text
		}
		at := sword.UnitAt{ID: k.Text}
		side, figures := "", ""
		for i, w := range words {
			name, value, pair := strings.Cut(w, "=")
			switch {
			case slices.Contains(sideIDs, w):
				side = w
			case slices.ContainsFunc(o.setup.Book.Types, func(t sword.UnitType) bool { return t.Code == w }):
				d.Type = w
			case valueWord.MatchString(w):
				figures = w
			case pair && name == "name":
				d.Name = value
			case pair && name == "contingent":
				d.Contingent = value
			case o.formWord(&d, w):
			case i == 0 && w[0] >= 'A' && w[0] <= 'Z' && !slices.Contains(o.setup.Book.FacingNames()[:], w):
				d.Name = strings.ToLower(w)
			default:
				scenario.UnitWord(&at, w)
			}
		}
		switch {
		case side == "":
			return v.Errorf("unit %s: expected its side, red or blue", k.Text)
		case d.Type == "":
			return v.Errorf("unit %s: expected its type, one of %s", k.Text, strings.Join(typeCodes(o.setup.Book), ", "))
		case at.Hex == "" && !o.late[k.Text]:
			return v.Errorf("unit %s: expected its hex, or eliminated", k.Text)
		}
		if d.Contingent == "" {
			d.Contingent = side
		}
		if err := o.values(&d, figures); err != nil {
			return v.Errorf("unit %s: %v", k.Text, err)
		}
		if d.Hex, err = o.startHex(at.Hex, k.Text); err != nil {
			return v.Errorf("unit %s: %v", k.Text, err)
		}
		d.Facing = [...]int{0, 3}[slices.Index(sideIDs, side)] // toward the enemy
		o.setup.Units = append(o.setup.Units, d)
		o.p.Units = append(o.p.Units, at)
		return o.contingent(v, d.Contingent, slices.Index(sideIDs, side))
	})
}

func typeCodes(b *sword.Book) []string {
	var out []string
	for _, t := range b.Types {
		out = append(out, t.Code)
	}
	return out
}

// startHex returns the set-up hex of a piece that the position puts in a hex: the same hex, none if it arrives later,
// or any hex if it is off the map. A reinforcement that is on the map has already arrived.
func (o *own) startHex(hex, id string) (string, error) {
	switch {
	case o.late[id]:
		if hex == "" || hex == sword.Off || hex == sword.Waiting {
			return "", nil
		}
		_, err := o.m.Parse(hex)
		return "", err
	case hex == sword.Off:
		return "0101", nil
	}
	_, err := o.m.Parse(hex)
	return hex, err
}

// contingent records a contingent of a side.
func (o *own) contingent(n *pack.Node, id string, side int) error {
	for _, c := range o.setup.Contingents {
		if c.ID == id {
			if c.Side != side {
				return n.Errorf("contingent %s belongs to the other side", id)
			}
			return nil
		}
	}
	o.setup.Contingents = append(o.setup.Contingents, sword.ContingentDef{ID: id, Side: side})
	return nil
}

func (o *own) leaders() error {
	return o.each("leaders", func(k, v *pack.Node) error {
		words, err := lineWords(v)
		if err != nil {
			return err
		}
		d := sword.LeaderDef{ID: k.Text, Side: -1, Rating: 1, Radius: 4, MP: o.leaderMP()}
		at := sword.LeaderAt{ID: k.Text}
		figures := map[string]*int{"bonus": &d.Bonus, "rating": &d.Rating, "radius": &d.Radius, "mp": &d.MP}
		for i := 0; i < len(words); i++ {
			name, value, pair := strings.Cut(words[i], "=")
			if figures[name] != nil && !pair && i+1 < len(words) {
				i++
				value = words[i]
			}
			switch {
			case figures[name] != nil:
				n, err := strconv.Atoi(value)
				if err != nil || n < 0 || n > 15 {
					return v.Errorf("leader %s: %s %q is not a number from 0 to 15", k.Text, name, value)
				}
				*figures[name] = n
			case pair && name == "contingent":
				d.Contingent = value
			case slices.Contains(sideIDs, name):
				d.Side = slices.Index(sideIDs, name)
			case name == "commander":
				d.Commander = true
			case name == "contingent":
			default:
				n, err := scenario.LeaderWords(&at, words[i:])
				if err != nil {
					return v.Errorf("leader %s: %v", k.Text, err)
				}
				i += n - 1
			}
		}
		switch {
		case d.Side < 0:
			return v.Errorf("leader %s: expected his side, red or blue", k.Text)
		case at.Hex == "" && !slices.Contains(at.Flags, "removed") && !o.late[k.Text]:
			return v.Errorf("leader %s: expected his hex, or removed", k.Text)
		case at.Hex == "" && !o.late[k.Text]:
			at.Hex = sword.Off
		}
		if d.Hex, err = o.startHex(at.Hex, k.Text); err != nil {
			return v.Errorf("leader %s: %v", k.Text, err)
		}
		o.setup.Leaders = append(o.setup.Leaders, d)
		o.p.Leaders = append(o.p.Leaders, at)
		return nil
	})
}

// contingents gives each contingent its leader. The contingent named after a side gets the first of its leaders who has
// no other, contingent leaders before commanders; a contingent without a leader gets one who is not on the map.
func (o *own) contingents() error {
	for side, id := range sideIDs {
		free := slices.IndexFunc(o.setup.Leaders, func(l sword.LeaderDef) bool {
			return l.Side == side && !l.Commander && l.Contingent == ""
		})
		led := slices.ContainsFunc(o.setup.Leaders, func(l sword.LeaderDef) bool { return l.Contingent == id })
		if free < 0 && !led {
			free = slices.IndexFunc(o.setup.Leaders, func(l sword.LeaderDef) bool { return l.Side == side && l.Contingent == "" })
		}
		if free >= 0 && !led {
			o.setup.Leaders[free].Contingent = id
		}
	}
	for _, l := range o.setup.Leaders {
		n := o.n.Get("leaders").Get(l.ID)
		if l.Contingent == "" && !l.Commander {
			return n.Errorf("leader %s: expected contingent=NAME, another leads %s", l.ID, sideIDs[l.Side])
		}
		if l.Contingent == "" {
			continue
		}
		if err := o.contingent(n, l.Contingent, l.Side); err != nil {
			return err
		}
		i := slices.IndexFunc(o.setup.Contingents, func(c sword.ContingentDef) bool { return c.ID == l.Contingent })
		if o.setup.Contingents[i].Leader != "" {
			return n.Errorf("leader %s: contingent %s already has a leader", l.ID, l.Contingent)
		}
		o.setup.Contingents[i].Leader = l.ID
	}
	for i := range o.setup.Contingents {
		c := &o.setup.Contingents[i]
		if c.Leader != "" {
			continue
		}
		c.Leader = "no-leader-" + c.ID
		o.setup.Leaders = append(o.setup.Leaders, sword.LeaderDef{ID: c.Leader, Side: c.Side, Contingent: c.ID, Hex: "0101", Rating: 9, MP: 1})
		o.p.Leaders = append(o.p.Leaders, sword.LeaderAt{ID: c.Leader, Hex: sword.Off, Flags: []string{"removed"}})
	}
	if o.setup.Book.Succession {
		return nil
	}
	for side := range sideIDs {
		for _, l := range o.setup.Leaders {
			if l.Side == side && l.Commander {
				o.setup.Sides[side].Bonus = append(o.setup.Sides[side].Bonus, l.ID)
			}
		}
	}
	return nil
}

package casewords

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/grid"
	"acies/pack"
	"acies/rules/bladebow"
	"acies/system"
)

// own builds a battle from a case's own ground, armies and pieces:
//
//	book: bladebow
//	ground: 9x9                                # clear, or rows of the symbols of the map
//	armies: {greek: {camps: [A9, B9], shield-wall: yes, max-ranks: 3}}
//	icons: [0, 0, 3, 6]                        # the die icon of each turn
//	special: {sack: greek}
//	leaders: {xerxes: persian 1-6-3-white J6}  # rank, range, value and colour
//	units: {h1: greek hoplite E5 N +1}
//	to-act: orders greek 2
//
// Without to-act the case starts with the set-up of this battle.
type own struct {
	n        *pack.Node
	board    *grid.Squares
	setup    bladebow.Setup
	reserved func(name string) bool // reports whether a piece cannot have the name
}

// makeOwn returns a battle made for a case, and its first state.
func makeOwn(n *pack.Node, reserved func(string) bool) (game.Battle, game.State, error) {
	at, err := system.PositionNode(n, positionFields())
	if err != nil {
		return nil, nil, err
	}
	o := &own{n: n, reserved: reserved, setup: bladebow.Setup{ID: "case", Icons: []int{0, 0, 0, 0, 0, 1, 2, 2, 3, 4, 5, 6}}}
	for _, read := range []func() error{o.ground, o.armies, o.icons} {
		if err := read(); err != nil {
			return nil, nil, err
		}
	}
	out := &pack.Node{File: at.File, Line: at.Line, Shape: pack.Mapping}
	for i, k := range at.Keys {
		v := at.Items[i]
		switch k.Text {
		case "units":
			v, err = o.pieces(v, o.unit)
		case "leaders":
			v, err = o.pieces(v, o.leader)
		}
		if err != nil {
			return nil, nil, err
		}
		out.Keys, out.Items = append(out.Keys, k), append(out.Items, v)
	}
	if err := o.special(); err != nil {
		return nil, nil, err
	}
	if len(o.setup.Units) > bladebow.MaxUnits || len(o.setup.Leaders) > bladebow.MaxLeaders {
		return nil, nil, n.Errorf("the case has %d units and %d leaders; expected at most %d and %d",
			len(o.setup.Units), len(o.setup.Leaders), bladebow.MaxUnits, bladebow.MaxLeaders)
	}
	b := bladebow.New(&o.setup)
	if at.Get("to-act") == nil && at.Get("tasks") == nil && at.Get("over") == nil {
		for _, k := range at.Keys {
			if k.Text != "units" && k.Text != "leaders" {
				return nil, nil, k.Errorf("the case starts with the set-up, which has no %s; expected to-act, or units and leaders alone", k.Text)
			}
		}
		return b, b.Start(), nil
	}
	s, err := start(out, b)
	return b, s, err
}

var sizeWord = regexp.MustCompile(`^(\d{1,2})x(\d{1,2})$`)

func (o *own) ground() error {
	n := o.n.Get("ground")
	if n == nil {
		return o.n.Errorf("ground is missing; expected a size such as 9x9 or rows of symbols")
	}
	var rows []string
	if m := sizeWord.FindStringSubmatch(n.Text); m != nil {
		cols, _ := strconv.Atoi(m[1])
		count, _ := strconv.Atoi(m[2])
		for range count {
			rows = append(rows, strings.Repeat(".", cols))
		}
	} else {
		rows = strings.Fields(n.Text)
	}
	if len(rows) == 0 || len(rows[0]) == 0 || len(rows) > grid.MaxSize || len(rows[0]) > grid.MaxColumns || len(rows)*len(rows[0]) > bladebow.MaxSquares {
		return n.Errorf("ground: expected a size such as 9x9 or rows of symbols, at most %d columns and %d squares", grid.MaxColumns, bladebow.MaxSquares)
	}
	o.setup.Cols, o.setup.Rows = len(rows[0]), len(rows)
	for i, row := range rows {
		if len(row) != o.setup.Cols {
			return n.Errorf("ground: row %d has %d squares, expected %d", i+1, len(row), o.setup.Cols)
		}
		for k := range len(row) {
			t, ok := bladebow.TerrainOf(row[k])
			if !ok {
				return n.Errorf("ground: row %d: %q does not stand for a terrain", i+1, row[k])
			}
			o.setup.Terrain = append(o.setup.Terrain, t)
		}
	}
	o.board = grid.NewSquares(o.setup.Cols, o.setup.Rows)
	return nil
}

// armies reads the two sides. The camps are in the corners of the first column unless the case says otherwise.
func (o *own) armies() error {
	o.setup.Sides = [2]bladebow.Army{
		{ID: sideIDs[0], Impulses: 3, RoutLevel: 9, TieBreaker: true, Camps: []int{o.board.Len() - o.board.Cols}},
		{ID: sideIDs[1], Impulses: 3, RoutLevel: 9, Camps: []int{0}},
	}
	n := o.n.Get("armies")
	if n == nil {
		return nil
	}
	read := map[string]func(*pack.Node) error{}
	for i, id := range sideIDs {
		a := &o.setup.Sides[i]
		read[id] = func(n *pack.Node) error {
			return n.Each("an army", map[string]func(*pack.Node) error{
				"impulses":    number(&a.Impulses, 1, 9),
				"rout-level":  number(&a.RoutLevel, 1, 99),
				"max-ranks":   number(&a.MaxRanks, 0, 3),
				"camps":       o.squares(&a.Camps),
				"shield-wall": func(n *pack.Node) (err error) { a.ShieldWall, err = yes(n); return err },
				"tie-breaker": func(n *pack.Node) (err error) {
					a.TieBreaker, err = yes(n)
					o.setup.Sides[1-i].TieBreaker = !a.TieBreaker
					return err
				},
			})
		}
	}
	return n.Each("armies", read)
}

func number(into *int, lo, hi int) func(*pack.Node) error {
	return func(n *pack.Node) (err error) {
		*into, err = n.Number(lo, hi)
		return err
	}
}

func yes(n *pack.Node) (bool, error) {
	if n.Text != "yes" && n.Text != "no" {
		return false, n.Errorf("%q: expected yes or no", n.Text)
	}
	return n.Text == "yes", nil
}

// squares returns a function that reads at least one square.
func (o *own) squares(into *[]int) func(*pack.Node) error {
	return func(n *pack.Node) error {
		words, err := n.Words()
		if err != nil {
			return err
		}
		*into = nil
		for _, w := range words {
			q, err := o.board.Parse(w)
			if err != nil {
				return n.Errorf("%v", err)
			}
			*into = append(*into, q)
		}
		if len(*into) == 0 {
			return n.Errorf("expected squares")
		}
		return nil
	}
}

// pairs returns a function that reads pairs of neighbours, such as R11-R12.
func (o *own) pairs(into *[][2]int) func(*pack.Node) error {
	return func(n *pack.Node) error {
		words, err := n.Words()
		if err != nil {
			return err
		}
		for _, w := range words {
			first, second, _ := strings.Cut(w, "-")
			p, errP := o.board.Parse(first)
			q, errQ := o.board.Parse(second)
			if errP != nil || errQ != nil || o.board.Direction(p, q) < 0 {
				return n.Errorf("%q: expected two neighbours such as C4-C5", w)
			}
			*into = append(*into, [2]int{p, q})
		}
		return nil
	}
}

func (o *own) icons() error {
	n := o.n.Get("icons")
	if n == nil {
		return nil
	}
	words, err := n.Words()
	if err != nil {
		return err
	}
	o.setup.Icons = nil
	for _, w := range words {
		v, err := strconv.Atoi(w)
		if err != nil || v < 0 || v > 6 {
			return n.Errorf("icon %q is not a number from 0 to 6", w)
		}
		o.setup.Icons = append(o.setup.Icons, v)
	}
	if len(words) == 0 {
		return n.Errorf("icons: expected the icon of each turn")
	}
	return nil
}

var nameWord = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// pieces reads units or leaders, and returns them as a position has them: without what never changes.
func (o *own) pieces(n *pack.Node, read func(id string, n *pack.Node, words []string) (rest []string, err error)) (*pack.Node, error) {
	if n.Shape != pack.Mapping {
		return nil, n.Errorf("expected a mapping of names and words")
	}
	out := *n
	out.Items = nil
	for i, k := range n.Keys {
		if !nameWord.MatchString(k.Text) || o.reserved(k.Text) {
			return nil, k.Errorf("%q cannot be the name of a piece", k.Text)
		}
		words, err := n.Items[i].Words()
		if err != nil {
			return nil, err
		}
		rest, err := read(k.Text, n.Items[i], words)
		if err != nil {
			return nil, err
		}
		v := *n.Items[i]
		v.Shape, v.Text, v.Items = pack.Scalar, strings.Join(rest, " "), nil
		out.Items = append(out.Items, &v)
	}
	return &out, nil
}

// unit reads "greek hoplite E5 N +1".
func (o *own) unit(id string, n *pack.Node, words []string) ([]string, error) {
	if len(words) < 2 {
		return nil, n.Errorf("unit %s: expected its side, its type and where it is", id)
	}
	side := slices.Index(sideIDs, words[0])
	if side < 0 {
		return nil, n.Errorf("unit %s: expected its side, one of %s", id, pack.List(sideIDs))
	}
	t, ok := bladebow.TypeOf(words[1])
	if !ok {
		var types []string
		for t := range bladebow.Types {
			types = append(types, t.Data().Key)
		}
		return nil, n.Errorf("unit %s: type %q is unknown; expected one of %s", id, words[1], pack.List(types))
	}
	u := bladebow.UnitSetup{ID: id, Side: side, Type: t}
	for _, w := range words[2:] {
		if q, err := o.board.Parse(w); err == nil {
			u.Square = q
		}
		if f, ok := bladebow.FacingOf(w); ok {
			u.Facing = f
		}
		if len(w) == 2 && w[0] == '+' && w[1] >= '0' && w[1] <= '3' {
			u.Ranks = int(w[1] - '0')
		}
	}
	o.setup.Units = append(o.setup.Units, u)
	return words[2:], nil
}

var commandWord = regexp.MustCompile(`^(\d)-(\d{1,2})-(\d)-(\w+)$`)

// leader reads "greek 1-6-3-red E5".
func (o *own) leader(id string, n *pack.Node, words []string) ([]string, error) {
	if len(words) < 2 {
		return nil, n.Errorf("leader %s: expected his side, his values and where he is", id)
	}
	side := slices.Index(sideIDs, words[0])
	m := commandWord.FindStringSubmatch(words[1])
	if side < 0 {
		return nil, n.Errorf("leader %s: expected his side, one of %s", id, pack.List(sideIDs))
	}
	if m == nil || !slices.Contains(bladebow.ColourNames[:], m[4]) {
		return nil, n.Errorf("leader %s: %q: expected rank, range, command value and colour, such as 1-6-3-red", id, words[1])
	}
	l := bladebow.LeaderSetup{ID: id, Side: side, Colour: bladebow.Colour(slices.Index(bladebow.ColourNames[:], m[4]))}
	l.Rank, _ = strconv.Atoi(m[1])
	l.Range, _ = strconv.Atoi(m[2])
	l.Value, _ = strconv.Atoi(m[3])
	for _, w := range words[2:] {
		if q, err := o.board.Parse(w); err == nil {
			l.Square = q
		}
	}
	o.setup.Leaders = append(o.setup.Leaders, l)
	return words[2:], nil
}

// special reads the rules of scenarios that a case uses.
func (o *own) special() error {
	n := o.n.Get("special")
	if n == nil {
		return nil
	}
	side := func(into *int) func(*pack.Node) error {
		return func(n *pack.Node) error {
			if *into = slices.Index(sideIDs, n.Text); *into < 0 {
				return n.Errorf("side %q is unknown; expected one of %s", n.Text, pack.List(sideIDs))
			}
			return nil
		}
	}
	return n.Each("special", map[string]func(*pack.Node) error{
		"pass": func(n *pack.Node) error {
			p := &bladebow.Pass{Column: o.board.Cols, Side: 1}
			o.setup.Pass = p
			return n.Each("pass", map[string]func(*pack.Node) error{
				"side": side(&p.Side), "path": o.squares(&p.Path), "hills": o.squares(&p.Hills), "column": number(&p.Column, 1, grid.MaxColumns),
				"walls": o.pairs(&p.Walls), "gap": o.squares(&p.Gap), "corners": o.pairs(&p.Corners),
			})
		},
		"king": func(n *pack.Node) error {
			i := slices.IndexFunc(o.setup.Leaders, func(l bladebow.LeaderSetup) bool { return l.ID == n.Text })
			if i < 0 {
				return n.Errorf("there is no leader %q", n.Text)
			}
			o.setup.King = &bladebow.King{Leader: i}
			return nil
		},
		"sack": func(n *pack.Node) error {
			o.setup.Sack = &bladebow.Sack{}
			return side(&o.setup.Sack.Side)(n)
		},
		"storm": func(n *pack.Node) error {
			o.setup.Storm = &bladebow.Storm{}
			return side(&o.setup.Storm.Side)(n)
		},
	})
}

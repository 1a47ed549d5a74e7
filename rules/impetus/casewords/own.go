package casewords

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/plane"
	"acies/rules/impetus"
	"acies/system"
)

// own builds a battle from a case's own table, armies and units:
//
//	book: impetus
//	terrain: [wood 40 43 60 43 60 60 40 60, gentle_hill 20 40 40 40 40 60 20 60 crest 25 50 35 50]
//	lines: [80 64 96 64 north]                    # a fortification, and the edge on its protected side
//	armies: {red: {structure: Good, commands: [Expert, Fair], destiny: 2}}
//	amendments: yes                               # section 25 is in force
//	turns: 12
//	units:
//	  a1: red FP 5 5 2 B 50 40 0 pike rows=2 command=2 commander disordered
//	  a2: red T 5 3 0 B musket inside=a1
//	  camp: blue baggage 90 112 180
//	to-act: command red 1
//
// A unit has its side, its type, M, VBU, impetus and discipline, then its place and other words in any order: traits, a
// weapon, rows=, command=, commander, hastati, principes, vd=, inside=, and those of a position. Without to-act the case
// starts with the first turn.
type own struct {
	n        *pack.Node
	setup    impetus.Setup
	reserved func(name string) bool // reports whether a unit cannot have the name
}

// makeOwn returns a battle made for a case, and its first state.
func makeOwn(n *pack.Node, reserved func(string) bool) (game.Battle, game.State, error) {
	at, err := system.PositionNode(n, positionFields())
	if err != nil {
		return nil, nil, err
	}
	o := &own{n: n, reserved: reserved, setup: impetus.Setup{ID: "case", Width: plane.Width, Height: plane.Height, Turns: 12, TieWinner: -1}}
	for side, id := range sideIDs {
		o.setup.Sides[side] = impetus.Army{
			ID: id, Structure: impetus.AverageStructure, HomeEdge: impetus.Edge(side),
			Zone: impetus.Zone{X: [2]int32{0, plane.Width}, Y: [2]int32{0, plane.Height}},
		}
	}
	if err := o.read(); err != nil {
		return nil, nil, err
	}
	out := &pack.Node{File: at.File, Line: at.Line, Shape: pack.Mapping}
	for i, k := range at.Keys {
		v := at.Items[i]
		if k.Text == "units" {
			if v, err = o.units(v); err != nil {
				return nil, nil, err
			}
		}
		out.Keys, out.Items = append(out.Keys, k), append(out.Items, v)
	}
	for side := range o.setup.Sides {
		o.command(side, 0) // an army has one at least
	}
	b := impetus.New(&o.setup)
	if at.Get("to-act") == nil && at.Get("tasks") == nil && at.Get("over") == nil {
		for _, k := range at.Keys {
			if k.Text != "units" {
				return nil, nil, k.Errorf("the case starts with the first turn, which has no %s; expected to-act, or units alone", k.Text)
			}
		}
		return b, b.Start(), nil
	}
	s, err := start(out, b)
	return b, s, err
}

// read reads the fields of the case that describe its battle, except the units.
func (o *own) read() error {
	readers := map[string]func(*pack.Node) error{
		"terrain": o.terrain,
		"lines":   o.lines,
		"armies":  o.armies,
		"amendments": func(n *pack.Node) (err error) {
			o.setup.Amendments, err = n.Flag()
			return err
		},
		"turns": func(n *pack.Node) (err error) {
			o.setup.Turns, err = n.Number(1, 99)
			return err
		},
	}
	for i, k := range o.n.Keys {
		if f := readers[k.Text]; f != nil {
			if err := f(o.n.Items[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// points reads pairs of coordinates.
func points(n *pack.Node, words []string, least int) ([]plane.Point, error) {
	if len(words)%2 != 0 || len(words) < 2*least {
		return nil, n.Errorf("%q: expected x and y of at least %d points", strings.Join(words, " "), least)
	}
	var list []plane.Point
	for i := 0; i < len(words); i += 2 {
		p, err := impetus.ParsePose([]string{words[i], words[i+1], "0"})
		if err != nil {
			return nil, n.Errorf("%v", err)
		}
		list = append(list, p.Point())
	}
	return list, nil
}

func (o *own) terrain(n *pack.Node) error {
	lines, err := n.Lines()
	if err != nil {
		return err
	}
	for i, line := range lines {
		text, crest, hasCrest := strings.Cut(line.Text, " crest ")
		words := strings.Fields(text)
		if len(words) == 0 || !slices.Contains(impetus.KindNames[:], words[0]) {
			return line.Errorf("terrain %q is unknown; expected one of %s and its corners", text, pack.List(impetus.KindNames[:]))
		}
		kind := slices.Index(impetus.KindNames[:], words[0])
		p := impetus.Piece{ID: "terrain-" + strconv.Itoa(i+1), Kind: impetus.Kind(kind)}
		if p.Polygon, err = points(line, words[1:], 3); err != nil {
			return err
		}
		if _, err := plane.NewPiece(p.Polygon...); err != nil {
			return line.Errorf("terrain %q: expected a convex polygon in counter-clockwise order", text)
		}
		if hasCrest {
			if p.Crest, err = points(line, strings.Fields(crest), 2); err != nil {
				return err
			}
		}
		o.setup.Terrain = append(o.setup.Terrain, p)
	}
	return nil
}

var edgeNames = []string{impetus.South: "south", impetus.North: "north", impetus.West: "west", impetus.East: "east"}

func (o *own) lines(n *pack.Node) error {
	lines, err := n.Lines()
	if err != nil {
		return err
	}
	for i, line := range lines {
		words := strings.Fields(line.Text)
		last := len(words) - 1
		edge := -1
		if last >= 0 {
			edge = slices.Index(edgeNames, words[last])
		}
		if edge < 0 {
			return line.Errorf("line %q: expected points and then the edge of the protected side, one of %s", line.Text, pack.List(edgeNames))
		}
		x := impetus.Line{ID: "line-" + strconv.Itoa(i+1), Protects: impetus.Edge(edge)}
		if x.Points, err = points(line, words[:last], 2); err != nil {
			return err
		}
		o.setup.Lines = append(o.setup.Lines, x)
	}
	return nil
}

func (o *own) armies(n *pack.Node) error {
	read := map[string]func(*pack.Node) error{}
	for side, id := range sideIDs {
		a := &o.setup.Sides[side]
		read[id] = func(n *pack.Node) error {
			return n.Each("an army", map[string]func(*pack.Node) error{
				"structure": func(n *pack.Node) error {
					w, err := n.OneOf("structure", impetus.StructureNames[:])
					a.Structure = impetus.Structure(max(0, slices.Index(impetus.StructureNames[:], w)))
					return err
				},
				"commands": func(n *pack.Node) error {
					words, err := n.Words()
					if err == nil && len(words) > impetus.MaxCommands {
						err = n.Errorf("found %d Commands, expected at most %d", len(words), impetus.MaxCommands)
					}
					if err != nil {
						return err
					}
					for c, w := range words {
						q := slices.Index(impetus.QualityNames[:], w)
						if q < 0 {
							return n.Errorf("quality %q is unknown; expected one of %s", w, pack.List(impetus.QualityNames[:]))
						}
						o.command(side, c).Quality = impetus.Quality(q)
					}
					return nil
				},
				"destiny": func(n *pack.Node) (err error) {
					a.Destiny, err = n.Number(0, 3)
					return err
				},
			})
		}
	}
	return n.Each("armies", read)
}

// command returns a Command of a side, and adds it if it is new.
func (o *own) command(side, c int) *impetus.Command {
	a := &o.setup.Sides[side]
	for n := len(a.Commands); n <= c; n++ {
		a.Commands = append(a.Commands, impetus.Command{ID: strconv.Itoa(n + 1), Quality: impetus.Fair, Attached: -1, InChief: n == 0})
	}
	return &a.Commands[c]
}

var nameWord = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// units reads the units, and returns them as a position has them: without what never changes.
func (o *own) units(n *pack.Node) (*pack.Node, error) {
	if n.Shape != pack.Mapping {
		return nil, n.Errorf("units: expected a mapping of names and words")
	}
	if len(n.Keys) > impetus.MaxUnits {
		return nil, n.Errorf("the case has %d units; expected at most %d", len(n.Keys), impetus.MaxUnits)
	}
	out := *n
	out.Items = nil
	for i, k := range n.Keys {
		if !nameWord.MatchString(k.Text) || o.reserved(k.Text) {
			return nil, k.Errorf("%q cannot be the name of a unit", k.Text)
		}
		words, err := n.Items[i].Words()
		if err != nil {
			return nil, err
		}
		rest, err := o.unit(k.Text, n.Items[i], words)
		if err != nil {
			return nil, err
		}
		v := *n.Items[i]
		v.Shape, v.Text, v.Items = pack.Scalar, strings.Join(rest, " "), nil
		out.Items = append(out.Items, &v)
	}
	return &out, nil
}

// unit reads a unit and returns what is left for its position.
func (o *own) unit(id string, n *pack.Node, words []string) ([]string, error) {
	fail := func(format string, args ...any) ([]string, error) {
		return nil, n.Errorf("unit "+id+": "+format, args...)
	}
	if len(words) < 2 {
		return fail("expected its side, its type, M, VBU, impetus, discipline and where it is")
	}
	side, t := slices.Index(sideIDs, words[0]), slices.Index(impetus.Types(), words[1])
	switch {
	case side < 0:
		return fail("expected its side, one of %s", pack.List(sideIDs))
	case t < 0:
		return fail("type %q is unknown; expected one of %s", words[1], pack.List(impetus.Types()))
	}
	u := impetus.UnitSetup{ID: id, Side: side, Type: impetus.Type(t), Rows: 1, VD: 2, Square: -1}
	words = words[2:]
	if u.Type == impetus.Baggage {
		u.Command, u.VBU, u.VD, u.Discipline = -1, 2, 3, 2
	} else {
		if len(words) < 4 {
			return fail("expected M, VBU, impetus and discipline, such as 5 5 2 B")
		}
		var figures [3]int
		for i, most := range []int{20, 9, 9} {
			v, err := strconv.Atoi(words[i])
			if err != nil || v < 0 || v > most || v == 0 && i < 2 {
				return fail("%q: expected M, VBU, impetus and discipline, such as 5 5 2 B", strings.Join(words[:4], " "))
			}
			figures[i] = v
		}
		d := slices.Index([]string{"A", "B", "C"}, words[3])
		if d < 0 {
			return fail("discipline %q: expected A, B or C", words[3])
		}
		u.Move, u.VBU, u.Impetus, u.Discipline = int32(figures[0])*impetus.U, figures[1], figures[2], impetus.Discipline(d)
		words = words[4:]
	}
	rest, commander, err := o.unitWords(&u, n, words)
	if err != nil {
		return nil, err
	}
	if commander {
		o.command(side, max(0, u.Command)).Attached = len(o.setup.Units)
	}
	o.command(side, max(0, u.Command))
	u.Depth = u.Type.Depth() * int32(u.Rows)
	o.setup.Units = append(o.setup.Units, u)
	return rest, nil
}

// unitWords reads the words after the figures of a unit.
func (o *own) unitWords(u *impetus.UnitSetup, n *pack.Node, words []string) (rest []string, commander bool, err error) {
	var place []string
	for _, w := range words {
		name, value, _ := strings.Cut(w, "=")
		number := func(into *int, least, most int) error {
			v, err := strconv.Atoi(value)
			if err != nil || v < least || v > most {
				return n.Errorf("unit %s: %q: expected a number from %d to %d", u.ID, w, least, most)
			}
			*into = v
			return nil
		}
		err = nil
		trait, weapon := slices.Index(impetus.Traits(), w), slices.Index(impetus.Weapons(), w)
		switch {
		case w == "shieldwall": // of those who can form one; to stand in it is a state of a position
			u.Traits |= impetus.Shieldwall
		case w == "in-shieldwall":
			u.Traits |= impetus.Shieldwall
			rest = append(rest, "shieldwall")
		case trait >= 0:
			u.Traits |= 1 << trait
		case weapon >= 0:
			u.Weapon = impetus.Weapon(weapon)
		case w == "commander":
			commander = true
		case w == "hastati":
			u.Hastati = true
		case w == "principes":
			u.Principes = true
		case name == "rows":
			err = number(&u.Rows, 1, 3)
		case name == "command":
			err = number(&u.Command, 1, impetus.MaxCommands)
			u.Command--
		case name == "vd":
			err = number(&u.VD, 0, 99)
		case name == "inside":
			u.Square = slices.IndexFunc(o.setup.Units, func(x impetus.UnitSetup) bool { return x.ID == value })
			if u.Square < 0 {
				err = n.Errorf("unit %s: there is no unit %q before it", u.ID, value)
			}
			rest = append(rest, "inside")
		default:
			if strings.ContainsAny(w[:1], "-0123456789") {
				place = append(place, w)
			}
			rest = append(rest, w)
		}
		if err != nil {
			return nil, false, err
		}
	}
	if len(place) == 3 {
		if u.Pose, err = impetus.ParsePose(place); err != nil {
			return nil, false, n.Errorf("unit %s: %v", u.ID, err)
		}
	}
	return rest, commander, nil
}

package casewords

import (
	"slices"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
	"acies/system"
)

// test checks an expectation that has been read.
type test = func(game.State) error

// figures removes the figures of a piece, written as words or fields name=value, from a node and returns them.
func figures(n *pack.Node, names ...string) (*pack.Node, map[string]int, error) {
	out := *n
	got := map[string]int{}
	set := func(name, value string) error {
		v := *n
		v.Shape, v.Text = pack.Scalar, value
		num, err := v.Number(-99, 99)
		got[name] = num
		return err
	}
	switch n.Shape {
	case pack.Scalar:
		var rest []string
		for _, w := range strings.Fields(n.Text) {
			name, value, pair := strings.Cut(w, "=")
			switch {
			case !pair:
				rest = append(rest, w)
			case !slices.Contains(names, name):
				return nil, nil, n.Errorf("%q is not a figure; expected one of %s", name, strings.Join(names, ", "))
			default:
				if err := set(name, value); err != nil {
					return nil, nil, err
				}
			}
		}
		out.Text = strings.Join(rest, " ")
	case pack.Mapping:
		out.Keys, out.Items = nil, nil
		for i, k := range n.Keys {
			if !slices.Contains(names, k.Text) {
				out.Keys, out.Items = append(out.Keys, k), append(out.Items, n.Items[i])
			} else if err := set(k.Text, n.Items[i].Text); err != nil {
				return nil, nil, err
			}
		}
	default:
		return nil, nil, n.Errorf("expected a line of words or a mapping")
	}
	return &out, got, nil
}

// knownFlags checks the names of flags.
func knownFlags(n *pack.Node, flags, known []string) error {
	for _, f := range flags {
		if !slices.Contains(known, strings.TrimPrefix(f, "no-")) {
			return n.Errorf("%q is not a state of a piece; expected one of %s", f, strings.Join(known, ", "))
		}
	}
	return nil
}

func unit(b *sword.Battle, k, v *pack.Node) (test, error) {
	rest, values, err := figures(v, "sp", "quality", "mp")
	if err != nil {
		return nil, err
	}
	want, err := scenario.ReadUnit(k.Text, rest)
	if err != nil {
		return nil, err
	}
	if err := knownFlags(v, want.Flags, append(sword.UnitFlags(), "shoots")); err != nil {
		return nil, err
	}
	piece := b.Piece(k.Text)
	return func(s game.State) error {
		p := s.(*sword.State).Position()
		i := slices.IndexFunc(p.Units, func(u sword.UnitAt) bool { return u.ID == want.ID })
		got, view := &p.Units[i], s.View(game.Nature).Pieces[piece]
		d := system.Differences{}
		d.Text("hex", got.Hex, want.Hex)
		d.Text("facing", got.Facing, want.Facing)
		d.Text("state", got.State, want.State)
		if want.Order != 0 {
			d.Number("order", max(got.Order, 1), want.Order)
		}
		flagDifferences(&d, append(got.Flags, view.States...), want.Flags)
		figureDifferences(&d, view.Values, values)
		return d.Error(k, "unit "+k.Text)
	}, nil
}

func leader(b *sword.Battle, k, v *pack.Node) (test, error) {
	rest, values, err := figures(v, "bonus", "rating", "radius", "mp")
	if err != nil {
		return nil, err
	}
	want, err := scenario.ReadLeader(k.Text, rest)
	if err != nil {
		return nil, err
	}
	if err := knownFlags(v, want.Flags, append(sword.LeaderFlags(), "bound", "captive", "commander")); err != nil {
		return nil, err
	}
	for _, id := range []string{want.Bound, captor(&want)} {
		if id != "" && b.Piece(id) < 0 {
			return nil, v.Errorf("there is no piece %q", id)
		}
	}
	piece := b.Piece(k.Text)
	return func(s game.State) error {
		p := s.(*sword.State).Position()
		i := slices.IndexFunc(p.Leaders, func(l sword.LeaderAt) bool { return l.ID == want.ID })
		got, view := &p.Leaders[i], s.View(game.Nature).Pieces[piece]
		flags := append(got.Flags, view.States...)
		if got.Bound != "" {
			flags = append(flags, "bound")
		}
		if captor(got) != "" {
			flags = append(flags, "captive")
		}
		d := system.Differences{}
		d.Text("hex", got.Hex, want.Hex)
		d.Text("bound", got.Bound, want.Bound)
		d.Text("captor", captor(got), captor(&want))
		flagDifferences(&d, flags, want.Flags)
		figureDifferences(&d, view.Values, values)
		return d.Error(k, "leader "+k.Text)
	}, nil
}

// captor returns the unit that holds a leader captive, or an empty string.
func captor(l *sword.LeaderAt) string {
	if l.Fate == nil {
		return ""
	}
	return l.Fate.Captor
}

// hexes reads hex names.
func hexes(b *sword.Battle, v *pack.Node) ([]string, error) {
	words, err := v.Words()
	if err != nil {
		return nil, err
	}
	for _, w := range words {
		if _, err := b.Map().Parse(w); err != nil {
			return nil, v.Errorf("%v", err)
		}
	}
	return words, nil
}

func marked(b *sword.Battle, k, v *pack.Node) (test, error) {
	if v.Shape == pack.Scalar && v.Text == "none" {
		v = &pack.Node{File: v.File, Line: v.Line}
	}
	want, err := hexes(b, v)
	slices.Sort(want)
	return func(s game.State) error {
		got := s.(*sword.State).Position().Marked
		slices.Sort(got)
		if !slices.Equal(got, want) {
			return k.Errorf("the marked hexes are %v, expected %v", got, want)
		}
		return nil
	}, err
}

// stack reads the units that must be in a hex, from the top.
func stack(b *sword.Battle, k, v *pack.Node, hex string) (test, error) {
	h, err := b.Map().Parse(hex)
	if err != nil {
		return nil, k.Errorf("%v", err)
	}
	want, err := v.Words()
	if err != nil {
		return nil, err
	}
	if len(want) == 1 && want[0] == "empty" {
		want = nil
	}
	for _, id := range want {
		if n := b.Piece(id); n < 0 || n >= b.Units() {
			return nil, v.Errorf("there is no unit %q", id)
		}
	}
	return func(s game.State) error {
		var in []game.PieceView
		for _, p := range s.View(game.Nature).Pieces[:b.Units()] {
			if p.Place == h && !slices.Contains(p.States, "fleeing") {
				in = append(in, p)
			}
		}
		slices.SortFunc(in, func(a, b game.PieceView) int { return a.Order - b.Order })
		var got []string
		for _, p := range in {
			got = append(got, b.PieceID(p.Piece))
		}
		if !slices.Equal(got, want) {
			return k.Errorf("the stack in %s is %v, expected %v", hex, got, want)
		}
		return nil
	}, nil
}

// flagDifferences compares flags; no- before a flag means that it must not be set.
func flagDifferences(d *system.Differences, got, want []string) {
	for _, f := range want {
		name, off := strings.CutPrefix(f, "no-")
		switch has := slices.Contains(got, name); {
		case has && off:
			d.Add("%s, expected not %s", name, name)
		case !has && !off:
			d.Add("not %s, expected %s", name, name)
		}
	}
}

func figureDifferences(d *system.Differences, got []game.Value, want map[string]int) {
	for _, v := range got {
		if n, ok := want[v.Key]; ok {
			d.Number(v.Key, v.N, n)
		}
	}
}

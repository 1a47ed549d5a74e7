package cases

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"acies/game"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
)

// Expectations: what must be true. Each is read once, with all its names, and then tested at every run of its case.

// test is an expectation that has been read.
type test func(*run) error

// expectations reads a mapping of them, or a list of such mappings.
func (r *reader) expectations(n *scenario.Node) error {
	list := []*scenario.Node{n}
	if n.Shape == scenario.Sequence {
		list = n.Items
	}
	count := 0
	for _, m := range list {
		if m.Shape != scenario.Mapping {
			return m.Errorf("expect: want a mapping, such as {to-act: red}")
		}
		for i, k := range m.Keys {
			t, err := r.expectation(k, m.Items[i])
			if err != nil {
				return err
			}
			count++
			r.c.steps = append(r.c.steps, step{at: k, do: t, expect: true})
		}
	}
	if count == 0 {
		return n.Errorf("expect: nothing is expected")
	}
	return nil
}

// kinds are the expectations by their key.
var kinds = map[string]func(r *reader, k, v *scenario.Node) (test, error){
	"legal":     (*reader).legal,
	"illegal":   (*reader).illegal,
	"choices":   (*reader).choices,
	"refused":   (*reader).refused,
	"cost":      (*reader).cost,
	"events":    (*reader).eventList,
	"no-events": (*reader).noEvents,
	"to-act":    (*reader).toAct,
	"prompt":    (*reader).prompt,
	"phase":     (*reader).phase,
	"turn":      (*reader).turn,
	"active":    (*reader).active,
	"points":    (*reader).points,
	"scores":    (*reader).scores,
	"over":      (*reader).over,
	"winner":    (*reader).winner,
	"degree":    (*reader).degree,
	"because":   (*reader).because,
	"marked":    (*reader).marked,
}

// about are the expectations whose key goes on with what they are about.
var about = map[string]func(r *reader, k, v *scenario.Node, what string) (test, error){
	"stack":    (*reader).stack,
	"odds of":  (*reader).odds,
	"standing": (*reader).standing,
}

// reserved reports whether a word cannot name a piece, because an expectation begins with it.
func reserved(w string) bool {
	return kinds[w] != nil || w == "stack" || w == "standing" || w == "odds"
}

func (r *reader) expectation(k, v *scenario.Node) (test, error) {
	if f := kinds[k.Text]; f != nil {
		return f(r, k, v)
	}
	for prefix, f := range about {
		if what, ok := strings.CutPrefix(k.Text, prefix+" "); ok {
			return f(r, k, v, strings.TrimSpace(what))
		}
	}
	switch n := r.b.Piece(k.Text); {
	case n < 0:
		return nil, k.Errorf("%q is neither a piece nor one of %s, stack HEX, odds of ACTION, standing PIECE",
			k.Text, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	case n < r.b.Units():
		return r.unit(k, v)
	}
	return r.leader(k, v)
}

// figures takes the words or fields name=value of a piece's figures out of a node.
func figures(n *scenario.Node, names ...string) (*scenario.Node, map[string]int, error) {
	out := *n
	got := map[string]int{}
	set := func(name, value string) error {
		v := *n
		v.Shape, v.Text = scenario.Scalar, value
		num, err := v.Number(-99, 99)
		got[name] = num
		return err
	}
	switch n.Shape {
	case scenario.Scalar:
		var rest []string
		for _, w := range strings.Fields(n.Text) {
			name, value, pair := strings.Cut(w, "=")
			switch {
			case !pair:
				rest = append(rest, w)
			case !slices.Contains(names, name):
				return nil, nil, n.Errorf("%q is no figure; want one of %s", name, strings.Join(names, ", "))
			default:
				if err := set(name, value); err != nil {
					return nil, nil, err
				}
			}
		}
		out.Text = strings.Join(rest, " ")
	case scenario.Mapping:
		out.Keys, out.Items = nil, nil
		for i, k := range n.Keys {
			if !slices.Contains(names, k.Text) {
				out.Keys, out.Items = append(out.Keys, k), append(out.Items, n.Items[i])
			} else if err := set(k.Text, n.Items[i].Text); err != nil {
				return nil, nil, err
			}
		}
	default:
		return nil, nil, n.Errorf("want a line of words or a mapping")
	}
	return &out, got, nil
}

// knownFlags checks the names of flags.
func knownFlags(n *scenario.Node, flags, known []string) error {
	for _, f := range flags {
		if !slices.Contains(known, strings.TrimPrefix(f, "no-")) {
			return n.Errorf("%q is no state of a piece; want one of %s", f, strings.Join(known, ", "))
		}
	}
	return nil
}

func (r *reader) unit(k, v *scenario.Node) (test, error) {
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
	piece := r.b.Piece(k.Text)
	return func(r *run) error {
		p := r.s.Position()
		i := slices.IndexFunc(p.Units, func(u sword.UnitAt) bool { return u.ID == want.ID })
		got, view := &p.Units[i], r.s.View(game.Nature).Pieces[piece]
		d := differences{}
		d.text("hex", got.Hex, want.Hex)
		d.text("facing", got.Facing, want.Facing)
		d.text("state", got.State, want.State)
		if want.Order != 0 {
			d.number("order", max(got.Order, 1), want.Order)
		}
		d.flags(append(got.Flags, view.States...), want.Flags)
		d.figures(view.Values, values)
		return d.error(k, "unit "+k.Text)
	}, nil
}

func (r *reader) leader(k, v *scenario.Node) (test, error) {
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
		if id != "" && r.b.Piece(id) < 0 {
			return nil, v.Errorf("there is no piece %q", id)
		}
	}
	piece := r.b.Piece(k.Text)
	return func(r *run) error {
		p := r.s.Position()
		i := slices.IndexFunc(p.Leaders, func(l sword.LeaderAt) bool { return l.ID == want.ID })
		got, view := &p.Leaders[i], r.s.View(game.Nature).Pieces[piece]
		flags := append(got.Flags, view.States...)
		if got.Bound != "" {
			flags = append(flags, "bound")
		}
		if captor(got) != "" {
			flags = append(flags, "captive")
		}
		d := differences{}
		d.text("hex", got.Hex, want.Hex)
		d.text("bound", got.Bound, want.Bound)
		d.text("captor", captor(got), captor(&want))
		d.flags(flags, want.Flags)
		d.figures(view.Values, values)
		return d.error(k, "leader "+k.Text)
	}, nil
}

// captor returns the unit that holds a leader captive, or nothing.
func captor(l *sword.LeaderAt) string {
	if l.Fate == nil {
		return ""
	}
	return l.Fate.Captor
}

// differences gathers what is not as expected.
type differences []string

func (d *differences) add(format string, args ...any) { *d = append(*d, fmt.Sprintf(format, args...)) }

// text compares a name that is expected unless it is empty.
func (d *differences) text(what, got, want string) {
	if want != "" && got != want {
		if got == "" {
			got = "none"
		}
		d.add("%s %s, want %s", what, got, want)
	}
}

func (d *differences) number(what string, got, want int) {
	if got != want {
		d.add("%s %d, want %d", what, got, want)
	}
}

func (d *differences) flags(got, want []string) {
	for _, f := range want {
		name, off := strings.CutPrefix(f, "no-")
		switch has := slices.Contains(got, name); {
		case has && off:
			d.add("%s, want it not", name)
		case !has && !off:
			d.add("not %s, want it so", name)
		}
	}
}

func (d *differences) figures(got []game.Value, want map[string]int) {
	for _, v := range got {
		if n, ok := want[v.Key]; ok {
			d.number(v.Key, v.N, n)
		}
	}
}

func (d differences) error(at *scenario.Node, what string) error {
	if len(d) == 0 {
		return nil
	}
	return at.Errorf("%s: %s", what, strings.Join(d, "; "))
}

// equal tests one name.
func equal(k *scenario.Node, want string, got func(*run) string) test {
	return func(r *run) error {
		if g := got(r); g != want {
			return k.Errorf("%s is %s, want %s", k.Text, g, want)
		}
		return nil
	}
}

// one reads a word that must be among those there are.
func one(v *scenario.Node, what string, known ...string) (string, error) {
	w, err := v.One()
	if err == nil && !slices.Contains(known, w) {
		err = v.Errorf("%s %q is unknown; want one of %s", what, w, strings.Join(known, ", "))
	}
	return w, err
}

func (r *reader) sides() []string {
	s := r.b.Setup().Sides
	return []string{s[0].ID, s[1].ID}
}

func (r *run) sideName(s game.Side) string {
	switch s {
	case game.Nature:
		return "nature"
	case game.Nobody:
		return "nobody"
	}
	return r.b.Setup().Sides[s].ID
}

func (r *reader) toAct(k, v *scenario.Node) (test, error) {
	want, err := one(v, "side", append(r.sides(), "nature", "nobody")...)
	return equal(k, want, func(r *run) string { return r.sideName(r.s.ToAct()) }), err
}

func (r *reader) phase(k, v *scenario.Node) (test, error) {
	w, err := v.One()
	if err != nil {
		return nil, err
	}
	want := "phase." + strings.TrimPrefix(w, "phase.")
	if !slices.Contains(sword.Phases(), want) {
		return nil, v.Errorf("phase %q is unknown; want one of %s", w, phases())
	}
	return equal(k, want, func(r *run) string { return r.s.View(game.Nature).Phase }), nil
}

// prompt reads what must be asked: its name and, if wanted, what it is about.
func (r *reader) prompt(k, v *scenario.Node) (test, error) {
	want, err := parsePattern(v)
	if err != nil {
		return nil, err
	}
	want.key = "prompt." + strings.TrimPrefix(want.key, "prompt.")
	if !slices.Contains(sword.Prompts(), want.key) {
		return nil, v.Errorf("nothing is asked under the name %q; want one of %s", want.key, prompts())
	}
	return func(r *run) error {
		if got := r.s.View(game.Nature).Prompt; !want.matches(r, got.Key, got.Clause, nil, got.Args) {
			return k.Errorf("what is asked is %s, want %s", r.fact(got.Key, got.Clause, got.Args), want)
		}
		return nil
	}, nil
}

func (r *reader) turn(k, v *scenario.Node) (test, error) {
	want, err := v.Number(1, 99)
	return equal(k, fmt.Sprint(want), func(r *run) string { return fmt.Sprint(r.s.View(game.Nature).Turn) }), err
}

func (r *reader) active(k, v *scenario.Node) (test, error) {
	want, err := v.One()
	if err == nil && want != "nobody" && r.b.Piece(want) < r.b.Units() {
		err = v.Errorf("there is no leader %q", want)
	}
	return equal(k, want, func(r *run) string {
		if n := r.s.View(game.Nature).Active; n >= 0 {
			return r.b.PieceID(n)
		}
		return "nobody"
	}), err
}

func (r *reader) over(k, v *scenario.Node) (test, error) {
	want, err := v.Flag()
	return equal(k, fmt.Sprint(want), func(r *run) string { return fmt.Sprint(r.s.Outcome().Over) }), err
}

func (r *reader) winner(k, v *scenario.Node) (test, error) {
	want, err := one(v, "side", append(r.sides(), "nobody")...)
	return equal(k, want, func(r *run) string { return r.sideName(r.s.Outcome().Winner) }), err
}

func (r *reader) degree(k, v *scenario.Node) (test, error) {
	want, err := one(v, "degree", "decisive", "major", "minor", "draw")
	return equal(k, want, func(r *run) string { return r.s.Outcome().Degree }), err
}

func (r *reader) because(k, v *scenario.Node) (test, error) {
	want, err := v.One()
	if err == nil && !clauseWord.MatchString(want) {
		err = v.Errorf("%q is no clause", want)
	}
	return equal(k, want, func(r *run) string { return r.s.Outcome().Clause }), err
}

func (r *reader) points(k, v *scenario.Node) (test, error) {
	want := map[int]int{}
	if v.Shape != scenario.Mapping {
		return nil, v.Errorf("points: want a mapping of sides and points")
	}
	for i, side := range v.Keys {
		if _, err := one(side, "side", r.sides()...); err != nil {
			return nil, err
		}
		n, err := v.Items[i].Number(0, 999)
		if err != nil {
			return nil, err
		}
		want[slices.Index(r.sides(), side.Text)] = n
	}
	return func(r *run) error {
		d := differences{}
		for side, got := range r.s.Outcome().Points {
			if n, ok := want[side]; ok {
				d.number(r.sideName(game.Side(side)), got, n)
			}
		}
		return d.error(k, "points")
	}, nil
}

// scores reads the points a side must have under single rules.
func (r *reader) scores(k, v *scenario.Node) (test, error) {
	type score struct {
		side, key string
		points    int
	}
	var want []score
	if v.Shape != scenario.Mapping {
		return nil, v.Errorf("scores: want a mapping of sides, such as {red: {unit-poor: 1}}")
	}
	for i, side := range v.Keys {
		if _, err := one(side, "side", r.sides()...); err != nil {
			return nil, err
		}
		m := v.Items[i]
		if m.Shape != scenario.Mapping {
			return nil, m.Errorf("scores: want a mapping of keys and points")
		}
		for j, key := range m.Keys {
			if !slices.ContainsFunc(r.b.Setup().Victory.Scores, func(s sword.ScoreRule) bool {
				return s.Key == key.Text && r.sides()[s.Side] == side.Text
			}) {
				return nil, key.Errorf("%s has no score %q", side.Text, key.Text)
			}
			n, err := m.Items[j].Number(0, 999)
			if err != nil {
				return nil, err
			}
			want = append(want, score{side.Text, key.Text, n})
		}
	}
	return func(r *run) error {
		d := differences{}
		got := r.s.Position().Scores
		for _, w := range want {
			n := 0
			for _, g := range got {
				if g.Side == w.side && g.Key == w.key {
					n = g.Points
				}
			}
			d.number(w.side+" "+w.key, n, w.points)
		}
		return d.error(k, "scores")
	}, nil
}

// hexes reads names of hexes.
func (r *reader) hexes(v *scenario.Node) ([]string, error) {
	words, err := v.Words()
	if err != nil {
		return nil, err
	}
	for _, w := range words {
		if _, err := r.b.Map().Parse(w); err != nil {
			return nil, v.Errorf("%v", err)
		}
	}
	return words, nil
}

func (r *reader) marked(k, v *scenario.Node) (test, error) {
	if v.Shape == scenario.Scalar && v.Text == "none" {
		v = &scenario.Node{File: v.File, Line: v.Line}
	}
	want, err := r.hexes(v)
	slices.Sort(want)
	return func(r *run) error {
		got := r.s.Position().Marked
		slices.Sort(got)
		if !slices.Equal(got, want) {
			return k.Errorf("marked are %v, want %v", got, want)
		}
		return nil
	}, err
}

// stack reads the units that must be in a hex, from the top.
func (r *reader) stack(k, v *scenario.Node, hex string) (test, error) {
	h, err := r.b.Map().Parse(hex)
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
		if n := r.b.Piece(id); n < 0 || n >= r.b.Units() {
			return nil, v.Errorf("there is no unit %q", id)
		}
	}
	return func(r *run) error {
		var in []game.PieceView
		for _, p := range r.s.View(game.Nature).Pieces[:r.b.Units()] {
			if p.Place == h && !slices.Contains(p.States, "fleeing") {
				in = append(in, p)
			}
		}
		slices.SortFunc(in, func(a, b game.PieceView) int { return a.Order - b.Order })
		var got []string
		for _, p := range in {
			got = append(got, r.b.PieceID(p.Piece))
		}
		if !slices.Equal(got, want) {
			return k.Errorf("the stack in %s is %v, want %v", hex, got, want)
		}
		return nil
	}, nil
}

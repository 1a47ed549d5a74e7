package cases

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/system"
)

// This file reads expectations. Each is read and checked once, with all its names, and then tested in every run of its
// case.

// test is an expectation that has been read.
type test func(*run) error

// expectations reads a mapping of expectations, or a list of such mappings.
func (r *reader) expectations(n *pack.Node) error {
	list := []*pack.Node{n}
	if n.Shape == pack.Sequence {
		list = n.Items
	}
	count := 0
	for _, m := range list {
		if m.Shape != pack.Mapping {
			return m.Errorf("expect: expected a mapping, such as {to-act: red}")
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
		return n.Errorf("expect: found none, expected at least one expectation")
	}
	return nil
}

// kinds are the readers of expectations, by key.
var kinds = map[string]func(r *reader, k, v *pack.Node) (test, error){
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
}

// about are the readers of expectations whose key ends with their subject, by the start of the key.
var about = map[string]func(r *reader, k, v *pack.Node, what string) (test, error){
	"odds of":  (*reader).odds,
	"standing": (*reader).standing,
}

// reserved reports whether a word cannot be the name of a piece, because an expectation starts with it.
func (r *reader) reserved(w string) bool {
	return kinds[w] != nil || w == "odds" || w == "standing" ||
		slices.ContainsFunc(r.c.vocabulary.Keys, func(key string) bool { return key == w || strings.HasPrefix(key, w+" ") })
}

func (r *reader) expectation(k, v *pack.Node) (test, error) {
	if f := kinds[k.Text]; f != nil {
		return f(r, k, v)
	}
	for prefix, f := range about {
		if what, ok := strings.CutPrefix(k.Text, prefix+" "); ok {
			return f(r, k, v, strings.TrimSpace(what))
		}
	}
	if r.c.vocabulary.Expect != nil {
		own, err := r.c.vocabulary.Expect(r.b, k, v)
		if own != nil || err != nil {
			return func(r *run) error { return own(r.s) }, err
		}
	}
	keys := append(slices.Sorted(maps.Keys(kinds)), r.c.vocabulary.Keys...)
	return nil, k.Errorf("%q is neither a piece nor one of %s, odds of ACTION, standing PIECE", k.Text, strings.Join(keys, ", "))
}

// equal returns a test that compares a text with the expected one.
func equal(k *pack.Node, want string, got func(*run) string) test {
	return func(r *run) error {
		if g := got(r); g != want {
			return k.Errorf("%s is %s, expected %s", k.Text, g, want)
		}
		return nil
	}
}

// one reads a word that must be one of the known ones.
func one(v *pack.Node, what string, known ...string) (string, error) {
	w, err := v.One()
	if err == nil && !slices.Contains(known, w) {
		err = v.Errorf("%s %q is unknown; expected one of %s", what, w, strings.Join(known, ", "))
	}
	return w, err
}

func (r *run) sideName(s game.Side) string {
	switch s {
	case game.Nature:
		return "nature"
	case game.Nobody:
		return "nobody"
	}
	return r.c.sides[s]
}

func (r *reader) toAct(k, v *pack.Node) (test, error) {
	want, err := one(v, "side", append(slices.Clone(r.c.sides), "nature", "nobody")...)
	return equal(k, want, func(r *run) string { return r.sideName(r.s.ToAct()) }), err
}

// keys returns the keys of a section of the catalogue, without the name of the section, for a message.
func (r *reader) keys(section string) string {
	var out []string
	for key := range r.words.Texts(section) {
		if _, key, _ = strings.Cut(key, "."); !strings.Contains(key, ".") {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

func (r *reader) phase(k, v *pack.Node) (test, error) {
	w, err := v.One()
	if err != nil {
		return nil, err
	}
	want := "phase." + strings.TrimPrefix(w, "phase.")
	if !r.hasWords(want) {
		return nil, v.Errorf("phase %q is unknown; expected one of %s", w, r.keys("phase"))
	}
	return equal(k, want, func(r *run) string { return r.s.View(game.Nature).Phase }), nil
}

// prompt reads the expected prompt: its name and, optionally, its arguments.
func (r *reader) prompt(k, v *pack.Node) (test, error) {
	want, err := parsePattern(v)
	if err != nil {
		return nil, err
	}
	want.key = "prompt." + strings.TrimPrefix(want.key, "prompt.")
	if !r.hasWords(want.key) {
		return nil, v.Errorf("prompt %q is unknown; expected one of %s", want.key, r.keys("prompt"))
	}
	return func(r *run) error {
		if got := r.s.View(game.Nature).Prompt; !want.matches(r, got.Key, got.Clause, nil, got.Args) {
			return k.Errorf("the prompt is %s, expected %s", r.formatEvent(got.Key, got.Clause, got.Args), want)
		}
		return nil
	}, nil
}

func (r *reader) turn(k, v *pack.Node) (test, error) {
	want, err := v.Number(1, 99)
	return equal(k, fmt.Sprint(want), func(r *run) string { return fmt.Sprint(r.s.View(game.Nature).Turn) }), err
}

func (r *reader) active(k, v *pack.Node) (test, error) {
	want, err := v.One()
	if _, ok := r.pieces[want]; err == nil && want != "nobody" && !ok {
		err = v.Errorf("there is no piece %q", want)
	}
	return equal(k, want, func(r *run) string {
		if n := r.s.View(game.Nature).Active; n >= 0 {
			return r.b.PieceID(n)
		}
		return "nobody"
	}), err
}

func (r *reader) over(k, v *pack.Node) (test, error) {
	want, err := v.Flag()
	return equal(k, fmt.Sprint(want), func(r *run) string { return fmt.Sprint(r.s.Outcome().Over) }), err
}

func (r *reader) winner(k, v *pack.Node) (test, error) {
	want, err := one(v, "side", append(slices.Clone(r.c.sides), "nobody")...)
	return equal(k, want, func(r *run) string { return r.sideName(r.s.Outcome().Winner) }), err
}

func (r *reader) degree(k, v *pack.Node) (test, error) {
	want, err := v.One()
	if err == nil && !r.hasWords("degree."+want) {
		err = v.Errorf("degree %q is unknown; expected one of %s", want, r.keys("degree"))
	}
	return equal(k, want, func(r *run) string { return r.s.Outcome().Degree }), err
}

func (r *reader) because(k, v *pack.Node) (test, error) {
	want, err := v.One()
	if err == nil && !isClause(want) {
		err = v.Errorf("%q is not a clause", want)
	}
	return equal(k, want, func(r *run) string { return r.s.Outcome().Clause }), err
}

func (r *reader) points(k, v *pack.Node) (test, error) {
	want := map[int]int{}
	if v.Shape != pack.Mapping {
		return nil, v.Errorf("points: expected a mapping of sides and points")
	}
	for i, side := range v.Keys {
		if _, err := one(side, "side", r.c.sides...); err != nil {
			return nil, err
		}
		n, err := v.Items[i].Number(0, 999)
		if err != nil {
			return nil, err
		}
		want[slices.Index(r.c.sides, side.Text)] = n
	}
	return func(r *run) error {
		d := system.Differences{}
		for side, got := range r.s.Outcome().Points {
			if n, ok := want[side]; ok {
				d.Number(r.sideName(game.Side(side)), got, n)
			}
		}
		return d.Error(k, "points")
	}, nil
}

// scores reads the points that a side must have by score key.
func (r *reader) scores(k, v *pack.Node) (test, error) {
	var want []game.Score
	if v.Shape != pack.Mapping {
		return nil, v.Errorf("scores: expected a mapping of sides, such as {%s: {KEY: 1}}", r.c.sides[0])
	}
	for i, side := range v.Keys {
		if _, err := one(side, "side", r.c.sides...); err != nil {
			return nil, err
		}
		m, s := v.Items[i], game.Side(slices.Index(r.c.sides, side.Text))
		if m.Shape != pack.Mapping {
			return nil, m.Errorf("scores: expected a mapping of keys and points")
		}
		for j, key := range m.Keys {
			if r.c.vocabulary.Scores == nil || !slices.Contains(r.c.vocabulary.Scores(r.b, s), key.Text) {
				return nil, key.Errorf("%s has no score %q", side.Text, key.Text)
			}
			n, err := m.Items[j].Number(0, 999)
			if err != nil {
				return nil, err
			}
			want = append(want, game.Score{Side: s, Key: "score." + key.Text, Points: n})
		}
	}
	return func(r *run) error {
		d := system.Differences{}
		got := r.s.View(game.Nature).Scores
		for _, w := range want {
			n := 0
			for _, g := range got {
				if g.Side == w.Side && g.Key == w.Key {
					n = g.Points
				}
			}
			d.Number(r.sideName(w.Side)+" "+strings.TrimPrefix(w.Key, "score."), n, w.Points)
		}
		return d.Error(k, "scores")
	}, nil
}

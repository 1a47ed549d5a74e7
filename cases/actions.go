package cases

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/rulebook"
	"acies/system"
)

// This file reads expectations about actions and events: which actions are legal, why others are refused, what they cost,
// and which events have happened.

var (
	clauseWord = regexp.MustCompile(`^([a-z]+)-[0-9A-Z][0-9A-Za-z.]*$`)
	signedWord = regexp.MustCompile(`^[+-]?\d+$`)
)

// isClause reports whether a word has the form of a clause id of one of the rulebooks. The clause need not exist.
func isClause(w string) bool {
	m := clauseWord.FindStringSubmatch(w)
	return m != nil && slices.Contains(rulebook.Prefixes(), m[1])
}

// actionList reads actions.
func (r *reader) actionList(v *pack.Node) ([]game.Action, error) {
	lines, err := v.Lines()
	if err != nil {
		return nil, err
	}
	var out []game.Action
	for _, line := range lines {
		a, err := r.parse(line, line.Text)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

func (r *reader) legal(k, v *pack.Node) (test, error) {
	list, err := r.actionList(v)
	return func(r *run) error {
		d := system.Differences{}
		now := r.s.Legal(nil)
		for _, a := range list {
			if slices.Contains(now, a) {
				continue
			}
			if no := r.s.Check(a); no != nil {
				d.Add("%q is refused: %s", r.b.Format(a), r.refusal(no))
			} else {
				d.Add("%q is not listed", r.b.Format(a))
			}
		}
		return d.Error(k, "legal")
	}, err
}

func (r *reader) illegal(k, v *pack.Node) (test, error) {
	list, err := r.actionList(v)
	return func(r *run) error {
		d := system.Differences{}
		now := r.s.Legal(nil)
		for _, a := range list {
			if slices.Contains(now, a) || r.s.Check(a) == nil {
				d.Add("%q is legal", r.b.Format(a))
			}
		}
		return d.Error(k, "illegal")
	}, err
}

// choices reads all the actions that must be legal, in any order.
func (r *reader) choices(k, v *pack.Node) (test, error) {
	list, err := r.actionList(v)
	return func(r *run) error {
		d := system.Differences{}
		now := r.s.Legal(nil)
		for _, a := range list {
			if !slices.Contains(now, a) {
				d.Add("%q is missing", r.b.Format(a))
			}
		}
		for _, a := range now {
			if !slices.Contains(list, a) {
				d.Add("%q is legal too", r.b.Format(a))
			}
		}
		return d.Error(k, "choices")
	}, err
}

// byAction reads a mapping whose keys are actions and returns one test of all its values.
func (r *reader) byAction(k, v *pack.Node, read func(a game.Action, v *pack.Node) (test, error)) (test, error) {
	if v.Shape != pack.Mapping {
		return nil, v.Errorf("%s: expected a mapping of actions", k.Text)
	}
	var tests []test
	for i, key := range v.Keys {
		a, err := r.parse(key, key.Text)
		if err != nil {
			return nil, err
		}
		t, err := read(a, v.Items[i])
		if err != nil {
			return nil, err
		}
		tests = append(tests, t)
	}
	return func(r *run) error {
		for _, t := range tests {
			if err := t(r); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

func (r *reader) refused(k, v *pack.Node) (test, error) {
	return r.byAction(k, v, func(a game.Action, v *pack.Node) (test, error) {
		want, err := r.pattern(v, "refusal")
		return func(r *run) error {
			no := r.s.Check(a)
			switch {
			case no == nil:
				return v.Errorf("%q is legal, expected a refusal by %s", r.b.Format(a), want)
			case !want.matches(r, no.Key, no.Clause, nil, no.Args):
				return v.Errorf("%q is refused by %s, expected %s", r.b.Format(a), r.refusal(no), want)
			}
			return nil
		}, err
	})
}

// cost reads what actions cost: "3", "3 of 6", "3 of 6 by 0304 0305 0406".
func (r *reader) cost(k, v *pack.Node) (test, error) {
	return r.byAction(k, v, func(a game.Action, v *pack.Node) (test, error) {
		words, err := v.Words()
		if err != nil {
			return nil, err
		}
		cost, mp, path := -1, -1, []string(nil)
		bad := func() (test, error) {
			return nil, v.Errorf("cost %q: expected a number, optionally followed by of NUMBER and by PLACES", strings.Join(words, " "))
		}
		rest := words
		if len(rest) == 0 {
			return bad()
		}
		if cost, err = strconv.Atoi(rest[0]); err != nil {
			return bad()
		}
		rest = rest[1:]
		if len(rest) > 1 && rest[0] == "of" {
			if mp, err = strconv.Atoi(rest[1]); err != nil {
				return bad()
			}
			rest = rest[2:]
		}
		if len(rest) > 1 && rest[0] == "by" {
			path, rest = rest[1:], nil
		}
		if len(rest) > 0 {
			return bad()
		}
		return func(r *run) error {
			e := r.s.Explain(a, r.s.ToAct())
			if e == nil {
				if no := r.s.Check(a); no != nil {
					return v.Errorf("%q is refused: %s", r.b.Format(a), r.refusal(no))
				}
				return v.Errorf("%q costs nothing", r.b.Format(a))
			}
			d := system.Differences{}
			d.Number("cost", e.Cost, cost)
			if mp >= 0 {
				d.Number("of", e.Allowance, mp)
			}
			var got []string
			for _, h := range e.Path {
				got = append(got, r.b.PlaceID(h))
			}
			if path != nil && !slices.Equal(got, path) {
				d.Add("path %v, expected %v", got, path)
			}
			return d.Error(v, strconv.Quote(r.b.Format(a)))
		}, nil
	})
}

// pattern describes an expected event, refusal or modifier.
type pattern struct {
	key, clause string
	value       *int
	args        map[string]string
	text        string // as written
}

func (p *pattern) String() string { return p.text }

// pattern reads a pattern for keys of a family: "event", "refusal" or "modifier"; see parsePattern. A key or clause that
// does not exist is an error, because an expectation that it is absent would always be true.
func (r *reader) pattern(n *pack.Node, family string) (*pattern, error) {
	p, err := parsePattern(n)
	if err != nil {
		return nil, err
	}
	key := family + "." + p.key
	if family == "event" && strings.HasPrefix(p.key, "modifier.") {
		key = p.key
	}
	if p.key != "" && !r.hasWords(key) {
		return nil, n.Errorf("%s %q is unknown", family, p.key)
	}
	return p, r.clause(n, p.clause)
}

// hasWords reports whether a key exists: the program has a sentence for every key.
func (r *reader) hasWords(key string) bool { return r.words.Text(key) != key }

func (r *reader) clause(n *pack.Node, id string) error {
	if _, ok := rulebook.Find(id); id != "" && !ok {
		return n.Errorf("clause %q is not in the rulebook", id)
	}
	return nil
}

// parsePattern reads a line such as "routs ant-12.1c unit=hastati-1", or a mapping {key: routs, clause: ant-12.1c, unit:
// hastati-1}. In a line, a number is the value of a modifier.
func parsePattern(n *pack.Node) (*pattern, error) {
	p := &pattern{args: map[string]string{}}
	switch n.Shape {
	case pack.Scalar:
		p.text = n.Text
		for _, w := range strings.Fields(n.Text) {
			name, value, pair := strings.Cut(w, "=")
			switch {
			case pair:
				p.args[name] = value
			case isClause(w):
				p.clause = w
			case signedWord.MatchString(w):
				v, err := strconv.Atoi(w)
				if err != nil {
					return nil, n.Errorf("%q is not a number", w)
				}
				p.value = &v
			case p.key == "":
				p.key = w
			default:
				return nil, n.Errorf("%q: expected one key, a clause, and name=value", n.Text)
			}
		}
	case pack.Mapping:
		var words []string
		for i, k := range n.Keys {
			w, err := n.Items[i].One()
			if err != nil {
				return nil, err
			}
			words = append(words, k.Text+": "+w)
			switch k.Text {
			case "key":
				p.key = w
			case "clause":
				p.clause = w
			case "value":
				v, err := n.Items[i].Number(-99, 99)
				if err != nil {
					return nil, err
				}
				p.value = &v
			default:
				p.args[k.Text] = w
			}
		}
		p.text = "{" + strings.Join(words, ", ") + "}"
	default:
		return nil, n.Errorf("expected a line or a mapping")
	}
	if p.key == "" && p.clause == "" {
		return nil, n.Errorf("expected a key or a clause")
	}
	return p, nil
}

func (p *pattern) matches(r *run, key, clause string, value *int, args []game.Arg) bool {
	if p.key != "" && p.key != key || p.clause != "" && p.clause != clause || p.value != nil && (value == nil || *value != *p.value) {
		return false
	}
	for name, want := range p.args {
		i := slices.IndexFunc(args, func(a game.Arg) bool { return a.Name == name })
		if i < 0 {
			return false
		}
		got := r.operand(args[i])
		if got != want && got != strings.TrimPrefix(want, "+") {
			return false
		}
	}
	return true
}

// operand returns an operand as it is written in a case.
func (r *run) operand(a game.Arg) string {
	switch a.Kind {
	case game.Piece:
		return r.b.PieceID(a.N)
	case game.Pieces:
		var ids []string
		for _, p := range a.List {
			ids = append(ids, r.b.PieceID(p))
		}
		return strings.Join(ids, "-")
	case game.Place:
		return r.b.PlaceID(a.N)
	case game.Places:
		var ids []string
		for _, h := range a.List {
			ids = append(ids, r.b.PlaceID(h))
		}
		return strings.Join(ids, "-")
	case game.Facing:
		return r.b.FacingID(a.N)
	case game.Player:
		return r.sideName(game.Side(a.N))
	case game.Key:
		return a.Text
	case game.Die:
		if a.List != nil {
			var faces []string
			for _, f := range a.List {
				faces = append(faces, strconv.Itoa(f))
			}
			return strings.Join(faces, "-")
		}
	}
	return strconv.Itoa(a.N)
}

// formatEvent returns an event, a refusal or a modifier as it is written in a case.
func (r *run) formatEvent(key, clause string, args []game.Arg) string {
	out := key
	if clause != "" {
		out += " " + clause
	}
	for _, a := range args {
		out += " " + a.Name + "=" + r.operand(a)
	}
	return out
}

func (r *run) refusal(no *game.Refusal) string { return r.formatEvent(no.Key, no.Clause, no.Args) }

// patterns reads a list of patterns.
func (r *reader) patterns(v *pack.Node, family string) ([]*pattern, error) {
	if v.Shape != pack.Sequence {
		v = &pack.Node{File: v.File, Line: v.Line, Shape: pack.Sequence, Items: []*pack.Node{v}}
	}
	var out []*pattern
	for _, item := range v.Items {
		p, err := r.pattern(item, family)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// eventList reads events that must have happened in this order since the last expectations, with any others in between.
func (r *reader) eventList(k, v *pack.Node) (test, error) {
	want, err := r.patterns(v, "event")
	return func(r *run) error {
		at := 0
		for _, e := range r.since {
			if at < len(want) && want[at].matches(r, e.Key, e.Clause, nil, e.Args) {
				at++
			}
		}
		if at < len(want) {
			return k.Errorf("event %d, %s, did not happen; the events were\n%s", at+1, want[at], r.listEvents())
		}
		return nil
	}, err
}

func (r *reader) noEvents(k, v *pack.Node) (test, error) {
	list, err := r.patterns(v, "event")
	return func(r *run) error {
		for _, e := range r.since {
			for _, p := range list {
				if p.matches(r, e.Key, e.Clause, nil, e.Args) {
					return k.Errorf("this happened: %s", r.formatEvent(e.Key, e.Clause, e.Args))
				}
			}
		}
		return nil
	}, err
}

// listEvents returns the events since the last expectations, for a message.
func (r *run) listEvents() string {
	var out []string
	for _, e := range r.since {
		out = append(out, "    "+r.formatEvent(e.Key, e.Clause, e.Args))
	}
	if len(out) == 0 {
		return "    none"
	}
	return strings.Join(out, "\n")
}

// standing reads whether a piece must be able to act, or the reason why it must not.
func (r *reader) standing(k, v *pack.Node, id string) (test, error) {
	piece, ok := r.pieces[id]
	if !ok {
		return nil, k.Errorf("there is no piece %q", id)
	}
	if v.Text == "can-act" {
		return func(r *run) error {
			if st := r.s.Status(piece, r.s.ToAct()); !st.CanAct {
				return k.Errorf("%s cannot act: %s", id, r.refusal(&st.Reasons[0]))
			}
			return nil
		}, nil
	}
	want, err := r.pattern(v, "refusal")
	return func(r *run) error {
		st := r.s.Status(piece, r.s.ToAct())
		if st.CanAct {
			return k.Errorf("%s can act, expected %s", id, want)
		}
		for _, no := range st.Reasons {
			if want.matches(r, no.Key, no.Clause, nil, no.Args) {
				return nil
			}
		}
		return k.Errorf("%s cannot act because of %s, expected %s", id, r.refusal(&st.Reasons[0]), want)
	}, err
}

package cases

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/system"
)

// odds reads expectations about the explanation of an action: modifiers, sums, rows of the chart, chances.
func (r *reader) odds(k, v *pack.Node, action string) (test, error) {
	var tests []func(*run, *game.Explanation, *system.Differences)
	add := func(t func(*run, *game.Explanation, *system.Differences)) { tests = append(tests, t) }
	number := func(name string, got func(*game.Explanation) int) func(*pack.Node) error {
		return func(n *pack.Node) error {
			want, err := n.Number(-99, 99)
			add(func(_ *run, e *game.Explanation, d *system.Differences) { d.Number(name, got(e), want) })
			return err
		}
	}
	err := v.Each("odds", map[string]func(*pack.Node) error{
		"kind": func(n *pack.Node) error {
			want, err := n.One()
			add(func(_ *run, e *game.Explanation, d *system.Differences) { d.Text("kind", e.Kind, want) })
			return err
		},
		"sum":   number("sum", func(e *game.Explanation) int { return e.Sum }),
		"total": number("total", func(e *game.Explanation) int { return e.Total }),
		"modifiers": func(n *pack.Node) error {
			want, err := r.patterns(n, "modifier")
			add(func(r *run, e *game.Explanation, d *system.Differences) { r.modifiers(e, want, d) })
			return err
		},
		"has": func(n *pack.Node) error {
			want, err := r.patterns(n, "modifier")
			add(func(r *run, e *game.Explanation, d *system.Differences) {
				for _, p := range want {
					if !r.hasModifier(e, p) {
						d.Add("modifier %s is missing among %s", p, r.modifierList(e))
					}
				}
			})
			return err
		},
		"lacks": func(n *pack.Node) error {
			want, err := r.patterns(n, "modifier")
			add(func(r *run, e *game.Explanation, d *system.Differences) {
				for _, p := range want {
					if r.hasModifier(e, p) {
						d.Add("modifier %s is present: %s", p, r.modifierList(e))
					}
				}
			})
			return err
		},
		"notes": func(n *pack.Node) error {
			want, err := r.patterns(n, "note")
			add(func(r *run, e *game.Explanation, d *system.Differences) { r.notes(e, want, d) })
			return err
		},
		"rows": func(n *pack.Node) error {
			t, err := r.rows(n)
			add(t)
			return err
		},
		"chances": func(n *pack.Node) error {
			t, err := r.chances(n, "chance", func(e *game.Explanation) []game.Odds { return e.Odds })
			add(t)
			return err
		},
		"also": func(n *pack.Node) error {
			t, err := r.chances(n, "separate chance", func(e *game.Explanation) []game.Odds { return e.Also })
			add(t)
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	action = strings.Trim(action, `"'`)
	var a game.Action
	if action != "roll" {
		if a, err = r.parse(k, action); err != nil {
			return nil, err
		}
	}
	return func(r *run) error {
		a := a
		if action == "roll" {
			if r.s.ToAct() != game.Nature {
				return k.Errorf("no roll is due; legal actions: %s", r.legal())
			}
			a = r.s.Legal(nil)[0]
		}
		e := r.s.Explain(a, r.s.ToAct())
		if e == nil {
			if no := r.s.Check(a); no != nil {
				return k.Errorf("%q is refused: %s", action, r.refusal(no))
			}
			return k.Errorf("%q has no odds", action)
		}
		d := system.Differences{}
		for _, t := range tests {
			t(r, e, &d)
		}
		return d.Error(k, k.Text)
	}, nil
}

// modifiers compares the complete list of modifiers, in order.
func (r *run) modifiers(e *game.Explanation, want []*pattern, d *system.Differences) {
	same := len(e.Modifiers) == len(want)
	for i := range min(len(e.Modifiers), len(want)) {
		m := &e.Modifiers[i]
		same = same && want[i].matches(r, m.Key, m.Clause, &m.Value, m.Args)
	}
	if !same {
		var list []string
		for _, p := range want {
			list = append(list, p.String())
		}
		d.Add("the modifiers are %s, expected %s", r.modifierList(e), strings.Join(list, ", "))
	}
}

func (r *run) hasModifier(e *game.Explanation, p *pattern) bool {
	for i := range e.Modifiers {
		if m := &e.Modifiers[i]; p.matches(r, m.Key, m.Clause, &m.Value, m.Args) {
			return true
		}
	}
	return false
}

func (r *run) modifierList(e *game.Explanation) string {
	var out []string
	for _, m := range e.Modifiers {
		out = append(out, fmt.Sprintf("%s %+d", r.formatEvent(m.Key, m.Clause, m.Args), m.Value))
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}

// notes compares the notes of an explanation, all of them in order.
func (r *run) notes(e *game.Explanation, want []*pattern, d *system.Differences) {
	same := len(e.Notes) == len(want)
	for i := range min(len(e.Notes), len(want)) {
		n := &e.Notes[i]
		same = same && want[i].matches(r, strings.TrimPrefix(n.Key, "note."), n.Clause, nil, n.Args)
	}
	if same {
		return
	}
	list := []string{}
	for _, n := range e.Notes {
		list = append(list, r.formatEvent(n.Key, n.Clause, n.Args))
	}
	d.Add("the notes are %s, expected %s", cmp.Or(strings.Join(list, ", "), "none"), cmp.Or(fmt.Sprint(want), "none"))
}

// sameResult reports whether a result has the given name, with or without its family: D+R for melee.D+R.
func sameResult(got, want string) bool { return got == want || strings.HasSuffix(got, "."+want) }

// result returns an error if a result does not exist.
func (r *reader) result(n *pack.Node, want string) error {
	if want == "" || r.hasWords(want) {
		return nil
	}
	for _, section := range r.c.vocabulary.Results {
		if r.hasWords(section + "." + want) {
			return nil
		}
	}
	return n.Errorf("result %q is unknown", want)
}

// rows reads a mapping from dice to results: {0-3: shot.none, 4: shot.rout ant-C3a total=8}.
func (r *reader) rows(n *pack.Node) (func(*run, *game.Explanation, *system.Differences), error) {
	type row struct {
		lo, hi, total  int
		result, clause string
	}
	var want []row
	if n.Shape != pack.Mapping {
		return nil, n.Errorf("rows: expected a mapping of dice and results, such as {0-3: RESULT}")
	}
	for i, k := range n.Keys {
		lo, hi, isRange := strings.Cut(k.Text, "-")
		w := row{total: -1000}
		var errA, errB error
		w.lo, errA = strconv.Atoi(lo)
		w.hi = w.lo
		if isRange {
			w.hi, errB = strconv.Atoi(hi)
		}
		if errA != nil || errB != nil || w.lo < 0 || w.hi > 12 || w.hi < w.lo {
			return nil, k.Errorf("rows: %q is not a die; expected one such as 3, or several such as 0-3", k.Text)
		}
		p, err := parsePattern(n.Items[i])
		if err == nil {
			err = cmp.Or(r.clause(n.Items[i], p.clause), r.result(n.Items[i], p.key))
		}
		if err != nil {
			return nil, err
		}
		w.result, w.clause = p.key, p.clause
		if t, ok := p.args["total"]; ok {
			if w.total, err = strconv.Atoi(t); err != nil {
				return nil, n.Items[i].Errorf("rows: total %q is not a number", t)
			}
		}
		want = append(want, w)
	}
	return func(_ *run, e *game.Explanation, d *system.Differences) {
		for _, w := range want {
			for die := w.lo; die <= w.hi; die++ {
				found := false
				for _, g := range e.Rows {
					if g.Die != die {
						continue
					}
					found = true
					if w.result != "" && !sameResult(g.Result, w.result) || w.clause != "" && w.clause != g.Clause ||
						w.total != -1000 && w.total != g.Total {
						d.Add("a %d gives %s %s total=%d, expected %s %s", die, g.Result, g.Clause, g.Total, w.result, w.clause)
					}
				}
				if !found {
					d.Add("a %d has no row", die)
				}
			}
		}
	}, nil
}

// chances reads a mapping from results to fractions: {melee.D+R: 4/10}.
func (r *reader) chances(n *pack.Node, what string, of func(*game.Explanation) []game.Odds) (func(*run, *game.Explanation, *system.Differences), error) {
	type chance struct {
		result  string
		num, of int
	}
	var want []chance
	if n.Shape != pack.Mapping {
		return nil, n.Errorf("expected a mapping of results and chances, such as {RESULT: 4/10}")
	}
	for i, k := range n.Keys {
		w, err := n.Items[i].One()
		if err != nil {
			return nil, err
		}
		a, b, _ := strings.Cut(w, "/")
		num, errA := strconv.Atoi(a)
		den, errB := strconv.Atoi(b)
		if errA != nil || errB != nil || den < 1 {
			return nil, n.Items[i].Errorf("%q is not a chance; expected a fraction such as 4/10", w)
		}
		if err := r.result(k, k.Text); err != nil {
			return nil, err
		}
		want = append(want, chance{k.Text, num, den})
	}
	return func(_ *run, e *game.Explanation, d *system.Differences) {
		for _, w := range want {
			got := game.Odds{Of: 1}
			for _, o := range of(e) {
				if sameResult(o.Result, w.result) {
					got = o
				}
			}
			if got.Weight*w.of != w.num*got.Of {
				d.Add("%s of %s %d/%d, expected %d/%d", what, w.result, got.Weight, got.Of, w.num, w.of)
			}
		}
	}, nil
}

// Package cases reads and runs case files: rule tests that players can read and write. A case is a position, actions with
// chosen dice, and expectations; it cites the clauses that it tests. The language is described in docs/cases.md.
//
// This package reads what is common to all rulebooks. The rulebook of a case adds the rest as a [system.Vocabulary]: how a
// position is written, and its own expectations.
package cases

import (
	"errors"
	"fmt"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/rulebook"
	"acies/system"
	"acies/words"
)

// Case is one case of a file.
type Case struct {
	Name  string
	Cites []string // clause ids
	File  string
	Line  int

	battle     game.Battle
	vocabulary *system.Vocabulary
	sides      []string // ids
	start      game.State
	steps      []step
}

// step is an action or an expectation.
type step struct {
	at     *pack.Node
	do     func(*run) error
	expect bool
}

// Read reads a case file. Everything in a case is checked, down to the names of pieces in its last expectation; errors say
// where the fault is, and those of several cases are joined.
func Read(name string, src []byte) ([]Case, error) {
	root, err := pack.ReadTree(name, src)
	if err != nil {
		return nil, err
	}
	if root.Shape != pack.Sequence {
		return nil, root.Errorf("expected a list of cases, each starting with - case: and its title")
	}
	var list []Case
	var errs []error
	for _, n := range root.Items {
		c, err := readCase(n)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		list = append(list, *c)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return list, nil
}

// Run plays the case. It returns an error that joins all differences from what the case expects, each with its line.
func (c *Case) Run() (err error) {
	r := &run{c: c, b: c.battle, s: c.start.Clone()}
	var at *pack.Node
	defer func() {
		if x := recover(); x != nil {
			err = errors.Join(append(r.failed, at.Errorf("the engine panicked: %v", x))...)
		}
	}()
	for i, x := range c.steps {
		at = x.at
		if x.expect && i > 0 && !c.steps[i-1].expect {
			r.since, r.events = r.events, nil
		}
		if err := x.do(r); err != nil {
			r.failed = append(r.failed, err)
			if !x.expect {
				break // later failures would only be consequences
			}
		}
	}
	return errors.Join(r.failed...)
}

// run is one run of a case.
type run struct {
	c      *Case
	b      game.Battle
	s      game.State
	events game.Events // since the last expectations
	since  game.Events // those that the current expectations are about
	failed []error
}

// reader reads one case.
type reader struct {
	c      *Case
	b      game.Battle
	pieces map[string]int // by id
	words  *words.Words   // used to check whether a key exists: every key has a text
}

func readCase(n *pack.Node) (*Case, error) {
	c := &Case{File: n.File, Line: n.Line}
	r := &reader{c: c}
	if n.Shape != pack.Mapping {
		return nil, n.Errorf("expected a case, which starts with case: and its title")
	}
	title := n.Get("case")
	if title == nil {
		return nil, n.Errorf("the case has no title; expected case:")
	}
	var err error
	if c.Name, err = title.One(); err != nil {
		return nil, title.Errorf("the case has no title; expected case:")
	}
	if err := r.begin(n); err != nil {
		return nil, err
	}
	if r.words, err = words.New("en", r.b, system.Names{}); err != nil {
		return nil, err
	}
	return c, r.rest(n)
}

// rest reads what every case has in addition to its position.
func (r *reader) rest(n *pack.Node) error {
	c := r.c
	cites := n.Get("cites")
	if cites == nil {
		return n.Errorf("the case cites no clause; expected cites: and the ids of clauses")
	}
	var err error
	if c.Cites, err = cites.Words(); err != nil {
		return err
	}
	if len(c.Cites) == 0 {
		return cites.Errorf("the case cites no clause; expected cites: and the ids of clauses")
	}
	for _, id := range c.Cites {
		if _, ok := rulebook.Find(id); !ok {
			return cites.Errorf("clause %q is not in the rulebook", id)
		}
	}
	do, expect, steps := n.Get("do"), n.Get("expect"), n.Get("steps")
	if steps != nil && (do != nil || expect != nil) {
		return steps.Errorf("expected either steps, or do and expect")
	}
	if do != nil {
		if err := r.actions(do); err != nil {
			return err
		}
	}
	if expect != nil {
		if err := r.expectations(expect); err != nil {
			return err
		}
	}
	if steps != nil {
		if err := r.readSteps(steps); err != nil {
			return err
		}
	}
	for _, x := range c.steps {
		if x.expect {
			return nil
		}
	}
	return n.Errorf("the case has nothing to check; expected expect:")
}

func (r *reader) actions(n *pack.Node) error {
	lines, err := n.Lines()
	if err != nil {
		return err
	}
	for _, line := range lines {
		if err := r.action(line); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) readSteps(n *pack.Node) error {
	if n.Shape != pack.Sequence {
		return n.Errorf("steps: expected a list of actions and expectations")
	}
	for _, item := range n.Items {
		switch {
		case item.Shape == pack.Scalar:
			if err := r.action(item); err != nil {
				return err
			}
		case item.Shape != pack.Mapping || len(item.Keys) != 1:
			return item.Errorf("expected an action, do: and actions, or expect: and expectations")
		case item.Keys[0].Text == "do":
			if err := r.actions(item.Items[0]); err != nil {
				return err
			}
		case item.Keys[0].Text == "expect":
			if err := r.expectations(item.Items[0]); err != nil {
				return err
			}
		default:
			return item.Errorf("expected do or expect, not %q", item.Keys[0].Text)
		}
	}
	return nil
}

// action reads an action in notation, or a skip.
func (r *reader) action(n *pack.Node) error {
	if goal, ok := strings.CutPrefix(n.Text, "skip to "); ok {
		return r.skip(n, goal)
	}
	a, err := r.b.Parse(n.Text)
	if err != nil {
		return n.Errorf("%v", err)
	}
	r.c.steps = append(r.c.steps, step{at: n, do: func(r *run) error {
		if no := r.s.Apply(a, &r.events); no != nil {
			return n.Errorf("%q is refused: %s", n.Text, r.refusal(no))
		}
		return nil
	}})
	return nil
}

// parse reads an action that an expectation names.
func (r *reader) parse(n *pack.Node, text string) (game.Action, error) {
	a, err := r.b.Parse(strings.Trim(text, `"'`))
	if err != nil {
		return a, n.Errorf("%v", err)
	}
	return a, nil
}

// legal returns the first legal actions in notation, for a message.
func (r *run) legal() string {
	list := r.s.Legal(nil)
	var out []string
	for i, a := range list {
		if i == 12 {
			out = append(out, fmt.Sprintf("and %d more", len(list)-i))
			break
		}
		out = append(out, r.b.Format(a))
	}
	if len(out) == 0 {
		return "nothing"
	}
	return strings.Join(out, ", ")
}

package cases

import (
	"strconv"
	"strings"

	"acies/game"
	"acies/pack"
)

// skip reads a step that passes over what a case is not about:
//
//	skip to melees            until that is asked
//	skip to phase e           until that phase
//	skip to turn 3
//	skip to … rolling 7       with that die instead of a 5
//
// A rulebook can have other goals. On the way the players do as little as they may.
func (r *reader) skip(n *pack.Node, goal string) error {
	goal, with, given := strings.Cut(goal, " rolling ")
	die := 5
	if given {
		d, err := strconv.Atoi(strings.TrimSpace(with))
		if err != nil || d < 0 || d > 12 {
			return n.Errorf("skip: %q is not a die", with)
		}
		die = d
	}
	there, err := r.goal(n, strings.Fields(goal))
	if err != nil {
		return err
	}
	r.c.steps = append(r.c.steps, step{at: n, do: func(r *run) error {
		for range 20000 {
			switch {
			case there(r.s):
				return nil
			case r.s.ToAct() == game.Nobody:
				return n.Errorf("skip to %s: the game is over before", goal)
			}
			if no := r.s.Apply(r.least(die), &r.events); no != nil {
				return n.Errorf("skip to %s: %s", goal, r.refusal(no))
			}
		}
		return n.Errorf("skip to %s: it does not come", goal)
	}})
	return nil
}

// goal returns what tells that the skip is at its end.
func (r *reader) goal(n *pack.Node, words []string) (func(game.State) bool, error) {
	switch {
	case len(words) == 1:
		key := "prompt." + words[0]
		if !r.hasWords(key) {
			return nil, n.Errorf("skip: nothing is asked under the name %q; want one of %s", words[0], r.keys("prompt"))
		}
		return func(s game.State) bool { return s.View(game.Nature).Prompt.Key == key }, nil
	case len(words) == 2 && words[0] == "phase":
		key := "phase." + words[1]
		if !r.hasWords(key) {
			return nil, n.Errorf("skip: phase %q is unknown; want one of %s", words[1], r.keys("phase"))
		}
		return func(s game.State) bool { return s.View(game.Nature).Phase == key }, nil
	case len(words) == 2 && words[0] == "turn":
		turn, err := strconv.Atoi(words[1])
		if err != nil {
			return nil, n.Errorf("skip: turn %q is not a number", words[1])
		}
		return func(s game.State) bool { return s.View(game.Nature).Turn == turn }, nil
	}
	if r.c.vocabulary.Goal != nil {
		if there, err := r.c.vocabulary.Goal(r.b, words); there != nil || err != nil {
			if err != nil {
				err = n.Errorf("skip: %v", err)
			}
			return there, err
		}
	}
	goals := strings.Join(append([]string{"what is asked", "phase X", "turn N"}, r.c.vocabulary.Goals...), ", ")
	return nil, n.Errorf("skip to %q: want one of %s", strings.Join(words, " "), goals)
}

// least returns the action that does least: it ends what is asked, or else is the first there is.
func (r *run) least(die int) game.Action {
	list := r.s.Legal(nil)
	if r.s.ToAct() == game.Nature {
		for _, a := range list {
			if x := r.b.Choice(a).Operands; len(x) > 0 && x[0].N == die {
				return a
			}
		}
		return list[len(list)/2]
	}
	for _, word := range r.c.vocabulary.Least {
		for _, a := range list {
			if r.b.Format(a) == word {
				return a
			}
		}
	}
	return list[0]
}

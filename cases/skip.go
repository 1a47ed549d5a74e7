package cases

import (
	"strconv"
	"strings"

	"acies/game"
	"acies/pack"
)

// skip reads a step that plays on to a goal, past what the case is not about:
//
//	skip to melees            to the prompt of that name
//	skip to phase e           to that phase
//	skip to turn 3            to that turn
//	skip to … rolling 7       with that roll instead of a 5
//
// A rulebook can have other goals. Until then the players do as little as the rules allow.
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
	reached, err := r.goal(n, strings.Fields(goal))
	if err != nil {
		return err
	}
	r.c.steps = append(r.c.steps, step{at: n, do: func(r *run) error {
		for range 20000 {
			switch {
			case reached(r.s):
				return nil
			case r.s.ToAct() == game.Nobody:
				return n.Errorf("skip to %s: the game ended first", goal)
			}
			if no := r.s.Apply(r.least(die), &r.events); no != nil {
				return n.Errorf("skip to %s: %s", goal, r.refusal(no))
			}
		}
		return n.Errorf("skip to %s: not reached", goal)
	}})
	return nil
}

// goal returns a function that reports whether the goal of a skip is reached.
func (r *reader) goal(n *pack.Node, words []string) (func(game.State) bool, error) {
	switch {
	case len(words) == 1:
		key := "prompt." + words[0]
		if !r.hasWords(key) {
			return nil, n.Errorf("skip: prompt %q is unknown; expected one of %s", words[0], r.keys("prompt"))
		}
		return func(s game.State) bool { return s.View(game.Nature).Prompt.Key == key }, nil
	case len(words) == 2 && words[0] == "phase":
		key := "phase." + words[1]
		if !r.hasWords(key) {
			return nil, n.Errorf("skip: phase %q is unknown; expected one of %s", words[1], r.keys("phase"))
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
		if reached, err := r.c.vocabulary.Goal(r.b, words); reached != nil || err != nil {
			if err != nil {
				err = n.Errorf("skip: %v", err)
			}
			return reached, err
		}
	}
	goals := strings.Join(append([]string{"PROMPT", "phase X", "turn N"}, r.c.vocabulary.Goals...), ", ")
	return nil, n.Errorf("skip to %q: expected one of %s", strings.Join(words, " "), goals)
}

// least returns the legal action that does least, or the first one if the rulebook names none. For a roll it returns the
// outcome with the given die, or the middle one if there is none.
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

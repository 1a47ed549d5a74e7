package cases

import (
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
)

// skip reads a step that passes over what a case is not about:
//
//	skip to melees            until that is asked
//	skip to phase e           until that phase
//	skip to turn 3
//	skip to activation nabis  until he is asked for his moves
//	skip to … rolling 7       with that die instead of a 5
//
// On the way the players do as little as they may.
func (r *reader) skip(n *scenario.Node, goal string) error {
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
func (r *reader) goal(n *scenario.Node, words []string) (func(*sword.State) bool, error) {
	switch {
	case len(words) == 1:
		key := "prompt." + words[0]
		if !slices.Contains(sword.Prompts(), key) {
			return nil, n.Errorf("skip: nothing is asked under the name %q; want one of %s", words[0], prompts())
		}
		return func(s *sword.State) bool { return s.View(game.Nature).Prompt.Key == key }, nil
	case len(words) == 2 && words[0] == "phase":
		key := "phase." + words[1]
		if !slices.Contains(sword.Phases(), key) {
			return nil, n.Errorf("skip: phase %q is unknown; want one of %s", words[1], phases())
		}
		return func(s *sword.State) bool { return s.View(game.Nature).Phase == key }, nil
	case len(words) == 2 && words[0] == "turn":
		turn, err := strconv.Atoi(words[1])
		if err != nil {
			return nil, n.Errorf("skip: turn %q is not a number", words[1])
		}
		return func(s *sword.State) bool { return s.View(game.Nature).Turn == turn }, nil
	case len(words) == 2 && words[0] == "activation":
		leader := r.b.Piece(words[1])
		if leader < r.b.Units() {
			return nil, n.Errorf("skip: there is no leader %q", words[1])
		}
		return func(s *sword.State) bool {
			v := s.View(game.Nature)
			return v.Active == leader && v.Prompt.Key == "prompt.moves"
		}, nil
	}
	return nil, n.Errorf("skip to %q: want what is asked, phase X, turn N or activation LEADER", strings.Join(words, " "))
}

// least returns the action that does least: it ends what is asked, or else is the first there is.
func (r *run) least(die int) game.Action {
	list := r.s.Legal(nil)
	if r.s.ToAct() == game.Nature {
		for _, a := range list {
			if int(a.A) == die {
				return a
			}
		}
		return list[len(list)/2]
	}
	for _, word := range []string{"ready", "done", "stay", "fight", "fire"} {
		for _, a := range list {
			if r.b.Format(a) == word {
				return a
			}
		}
	}
	return list[0]
}

func prompts() string { return cut(sword.Prompts(), "prompt.") }
func phases() string  { return cut(sword.Phases(), "phase.") }

// cut lists keys without the beginning they share.
func cut(keys []string, prefix string) string {
	var out []string
	for _, k := range keys {
		out = append(out, strings.TrimPrefix(k, prefix))
	}
	return strings.Join(out, ", ")
}

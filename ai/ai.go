// Package ai implements the computer opponents. A player is given a state and chooses one of its legal actions. It uses
// only the contract of package game and what its side may know.
//
// There are four levels. Two are scripts that rate every action and take the best: recruit, whose ratings are often
// wrong, and centurion. One searches: strategos plays out alternatives to the centurion's choice with the same dice.
// The fourth, random, takes any legal action and serves as a baseline.
//
// What a player knows about a rulebook is in the [system.Judge] that the rulebook provides; the code here is the same
// for all rulebooks.
package ai

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"acies/game"
	"acies/system"
)

// Player chooses for one side of one game. It may keep results from one choice to the next, so it must not be shared
// between games or goroutines. Its choices depend only on the states it was shown, its level and its sources, unless it
// has a time limit.
type Player interface {
	// Choose returns a legal action of s, in which side is to act. Random choices are drawn from src, which should not
	// be the source of the game's dice.
	Choose(s game.State, side game.Side, src game.Source) game.Action
}

// Levels returns the names of the levels, the weakest first.
func Levels() []string { return []string{"random", "recruit", "centurion", "strategos"} }

// Parse returns a function that makes players of the named level. A strategos may be given a budget for each of its
// activations, as a time or as a number of nodes (actions tried), and then the number of processors to use:
// "strategos:500ms", "strategos:20000", "strategos:1s:2".
func Parse(spec string) (func() Player, error) {
	level, rest, limited := strings.Cut(spec, ":")
	if !slices.Contains(Levels(), level) {
		return nil, fmt.Errorf("unknown level %q; choose one of %s", level, strings.Join(Levels(), ", "))
	}
	if limited && level != "strategos" {
		return nil, fmt.Errorf("%s: a %s takes no budget; only a strategos does", spec, level)
	}
	switch level {
	case "random":
		return func() Player { return random{} }, nil
	case "recruit":
		return Recruit, nil
	case "centurion":
		return Centurion, nil
	}
	b := budget{time: time.Second}
	jobs := 1
	if limited {
		limit, cores, several := strings.Cut(rest, ":")
		var err error
		if b, err = parseBudget(limit); err != nil {
			return nil, fmt.Errorf("%s: %w", spec, err)
		}
		if several {
			if jobs, err = strconv.Atoi(cores); err != nil || jobs < 1 {
				return nil, fmt.Errorf("%s: the number of processors must be at least 1, not %q", spec, cores)
			}
		}
	}
	return func() Player { return newSearch(b, jobs) }, nil
}

// Recruit returns a player that looks one step ahead and often misjudges.
func Recruit() Player { return &script{recruit: true} }

// Centurion returns a player that looks one step ahead and uses the weights found by self-play.
func Centurion() Player { return &script{} }

func parseBudget(s string) (budget, error) {
	if n, err := strconv.Atoi(s); err == nil && n > 0 {
		return budget{nodes: n}, nil
	}
	if d, err := time.ParseDuration(s); err == nil && d > 0 {
		return budget{time: d}, nil
	}
	return budget{}, fmt.Errorf("the budget must be a time such as 500ms or a number of nodes such as 20000, not %q", s)
}

// Forecaster forecasts the results of games of one battle. It is not safe for concurrent use.
type Forecaster struct{ judge system.Judge }

// NewForecaster returns a forecaster for a battle. Where the rulebook has no judge nothing can be forecast, and ok is
// false.
func NewForecaster(b game.Battle) (f *Forecaster, ok bool) {
	j := newJudge(b, system.Steady)
	_, unknown := j.(noJudge)
	return &Forecaster{j}, !unknown
}

// Forecast returns the expected result of a state, with the weights found by self-play. It is cheap: nothing is played
// out.
func (f *Forecaster) Forecast(s game.State) system.Forecast { return f.judge.Forecast(s) }

// Reacts reports whether the side to act is only reacting to the last action, so that it is too early to forecast the
// effect of that action.
func (f *Forecaster) Reacts(s game.State) bool { return f.judge.Question(s).Reacts() }

// random takes any legal action.
type random struct{}

// Choose implements [Player].
func (random) Choose(s game.State, _ game.Side, src game.Source) game.Action {
	var room [512]game.Action
	legal := s.Legal(room[:0])
	return legal[game.Intn(src, len(legal))]
}

// script rates every action by rules of thumb and by the exact odds, and takes the best, unless it makes a mistake.
type script struct {
	style    system.Style
	recruit  bool // it makes the mistakes of the recruits of a battle
	mistakes system.Mistakes

	battle  game.Battle
	judge   system.Judge
	legal   []game.Action
	ratings []int
}

// Choose implements [Player].
func (p *script) Choose(s game.State, side game.Side, src game.Source) game.Action {
	p.legal = s.Legal(p.legal[:0])
	if len(p.legal) == 1 {
		return p.legal[0]
	}
	if p.battle != s.Battle() {
		p.battle, p.judge = s.Battle(), newJudge(s.Battle(), p.style)
		if p.recruit {
			p.mistakes = mistakesOf(s.Battle())
		}
	}
	p.ratings = slices.Grow(p.ratings[:0], len(p.legal))[:len(p.legal)]
	clear(p.ratings)
	p.judge.Rate(s, side, p.legal, p.ratings)
	if m := p.mistakes; m.Slip > 0 && game.Intn(src, m.Slip) == 0 {
		for i := range p.ratings {
			p.ratings[i] += game.Intn(src, 2*m.Blur+1) - m.Blur
		}
	}
	return p.legal[best(p.ratings, src)]
}

// forget makes the script judge the activation again from the start.
func (p *script) forget() {
	if p.judge != nil {
		p.judge.Forget()
	}
}

// best returns the index of the highest rating, chosen at random among equals.
func best(ratings []int, src game.Source) int {
	at, equals := 0, 1
	for i := 1; i < len(ratings); i++ {
		switch {
		case ratings[i] > ratings[at]:
			at, equals = i, 1
		case ratings[i] == ratings[at]:
			equals++
		}
	}
	if equals == 1 {
		return at
	}
	skip := game.Intn(src, equals)
	for i := at; ; i++ {
		if ratings[i] != ratings[at] {
			continue
		}
		if skip == 0 {
			return i
		}
		skip--
	}
}

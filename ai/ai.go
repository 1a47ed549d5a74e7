// Package ai has the opponents. A player is given a state and chooses one of its legal actions, through the contract
// of package game and with nothing but what its side may know.
//
// What a player knows of a rulebook stands in one file for each rulebook (sword.go); this file is what they share.
package ai

import (
	"fmt"
	"strings"

	"acies/game"
	"acies/rules/sword"
)

// Player chooses for one side of one game. It may keep what it has thought of for its next choice, so it is not for
// several games or goroutines at once; but what it chooses depends on nothing but the states it was shown, its level and
// its sources, unless it is limited in time.
type Player interface {
	// Choose returns a legal action of s, in which side is to act. Whatever is left to chance comes from src, which
	// should not be the source of the game's dice.
	Choose(s game.State, side game.Side, src game.Source) game.Action
}

// Levels returns the names of the levels, the weakest first.
func Levels() []string { return []string{"random", "recruit", "centurion", "strategos"} }

// Parse returns a maker of players from the name of a level. A level that searches may be followed by a colon and its
// budget for one activation, a time or a number of nodes: "strategos:500ms", "strategos:20000".
func Parse(spec string) (func() Player, error) {
	level, _, _ := strings.Cut(spec, ":")
	switch level {
	case "random":
		return func() Player { return random{} }, nil
	case "recruit", "centurion", "strategos":
		return Recruit, nil
	}
	return nil, fmt.Errorf("there is no level %q: want one of %s", level, strings.Join(Levels(), ", "))
}

// random takes any legal action.
type random struct{}

// Choose implements [Player].
func (random) Choose(s game.State, _ game.Side, src game.Source) game.Action {
	var room [512]game.Action
	legal := s.Legal(room[:0])
	return legal[game.Intn(src, len(legal))]
}

// Forecast is what is to be expected of the rest of a game, as seen by side 0.
type Forecast struct {
	Points float64 // the victory points of side 0 at the end, less those of side 1
	Result float64 // 1 for a victory of side 0, 0.5 for a draw, 0 for a defeat
}

// Foresee returns what self-play has taught to expect from a state, at no more cost than a look at it. Of a rulebook
// that nobody here knows nothing can be foreseen, and ok is false.
func Foresee(s game.State) (f Forecast, ok bool) {
	out := s.Outcome()
	f.Points = float64(out.Points[0] - out.Points[1])
	f.Result = 0.5
	return f, true
}

// Recruit returns a player who looks one step ahead: he rates every action by rules of thumb and by the exact odds,
// takes the best, and now and then misjudges.
func Recruit() Player { return recruit{slip: 16, blur: 30} }

// recruit takes the best action as he sees it. Once in slip choices he sees badly: each rating is off by up to blur.
// Ratings are hundredths of a victory point, and where a choice is one of order or of form they are so far apart that
// no slip reaches from one to the next.
type recruit struct {
	slip, blur int
}

// Choose implements [Player].
func (p recruit) Choose(s game.State, side game.Side, src game.Source) game.Action {
	var room [512]game.Action
	legal := s.Legal(room[:0])
	switch len(legal) {
	case 0:
		return game.Action{}
	case 1:
		return legal[0]
	}
	ratings := rate(s, side, legal)
	if game.Intn(src, p.slip) == 0 {
		for i := range ratings {
			ratings[i] += game.Intn(src, 2*p.blur+1) - p.blur
		}
	}
	return legal[best(ratings, src)]
}

// rate returns a rating for each action. Of a rulebook that nobody here knows all are equal.
func rate(s game.State, side game.Side, legal []game.Action) []int {
	ratings := make([]int, len(legal))
	if s, ok := s.(*sword.State); ok {
		rateSword(s, side, legal, ratings)
	}
	return ratings
}

// best returns the index of the highest rating, and one at random of several.
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

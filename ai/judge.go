package ai

import (
	"acies/game"
	"acies/rules/sword"
)

// judge is the knowledge of a rulebook, in one battle of it. A judge belongs to one player and keeps what it has seen
// of an activation; it looks at states and never changes them.
type judge interface {
	// rate sets a rating for each legal action of s. Where a choice is one of order or of form the ratings are far
	// apart, else they are hundredths of a victory point.
	rate(s game.State, side game.Side, legal []game.Action, ratings []int)
	// compare rates as rate does, but all that could be done next and not only what should be done first.
	compare(s game.State, side game.Side, legal []game.Action, ratings []int)
	// forget makes the judge look afresh at an activation.
	forget()
	// activation names the activation that a state is in, which is what one plan covers, and says whose it is. The id is
	// 0 if there is none.
	activation(s game.State) (id uint64, whose game.Side)
	// roll names the roll that is due, so that the same roll can be told in two lines of play; 0 if it cannot.
	roll(s game.State) uint64
	// question says how much thought the choice in a state deserves.
	question(s game.State) question
	// foresee returns what is to be expected of a state.
	foresee(s game.State) Forecast
	// reason says what speaks for an action.
	reason(s game.State, side game.Side, a game.Action) Reason
}

// question is a kind of choice.
type question int

const (
	minor    question = iota // not worth a search
	single                   // a choice by itself
	reaction                 // one that answers what has just happened
	plan                     // the first of many that one plan covers
)

// style is a way to play: how things are weighed.
type style int

const (
	steady style = iota // as tuned
	bold
	careful
	patient
	grasping
	styles
)

// newJudge returns what is known of a battle. Of a rulebook that nobody here knows, nothing is.
func newJudge(b game.Battle, st style) judge {
	if b, ok := b.(*sword.Battle); ok {
		return swordMind(b, st)
	}
	return ignorant{}
}

// ignorant knows the contract of package game and nothing else: all choices are equal, and a game is one activation.
type ignorant struct{}

func (ignorant) rate(game.State, game.Side, []game.Action, []int)    {}
func (ignorant) compare(game.State, game.Side, []game.Action, []int) {}
func (ignorant) forget()                                             {}
func (ignorant) activation(s game.State) (uint64, game.Side)         { return 0, s.ToAct() }
func (ignorant) roll(game.State) uint64                              { return 0 }
func (ignorant) question(game.State) question                        { return single }
func (ignorant) reason(game.State, game.Side, game.Action) Reason    { return Reason{} }
func (ignorant) foresee(s game.State) Forecast {
	result, points := ending(s)
	return Forecast{Points: points, Result: result}
}

package system

import (
	"slices"

	"acies/game"
)

// Standing is a rulebook that asks a side small questions while the other side acts, such as whether to shoot at those who
// attack. In a game of a move a day each of them is a day, so a player may say once how they are answered for him.
type Standing interface {
	// StandingQuestions returns what a battle can ask so, in the order in which a player is shown it. The texts of a question
	// are "standing." and its key and, if it can be declined, the same with ".decline".
	StandingQuestions(b game.Battle) []StandingQuestion
	// StandingAsked returns the key of the question that a state asks the side to act, and the action that declines it, which
	// has no verb if nothing does. The key is empty where the side acts on its own account: in its own activation above all.
	StandingAsked(s game.State) (key string, decline game.Action)
}

// StandingQuestion is a kind of question that can be answered for a player.
type StandingQuestion struct {
	Key      string `json:"key"`                // "defend"
	Clause   string `json:"clause"`             // the rule by which the side is asked
	Declines bool   `json:"declines,omitempty"` // it can be declined
}

// StandingQuestions returns the questions of a battle that can be answered for a player; nil if its rulebook has none.
func StandingQuestions(b game.Battle) []StandingQuestion {
	if s, ok := Of(b).(Standing); ok {
		return s.StandingQuestions(b)
	}
	return nil
}

// FindStanding returns the question of a battle with the given key.
func FindStanding(b game.Battle, key string) (StandingQuestion, bool) {
	list := StandingQuestions(b)
	i := slices.IndexFunc(list, func(q StandingQuestion) bool { return q.Key == key })
	if i < 0 {
		return StandingQuestion{}, false
	}
	return list[i], true
}

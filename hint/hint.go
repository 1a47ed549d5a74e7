// Package hint suggests the best choices for the side to act, with the chance of victory and a reason in words.
package hint

import (
	"math"
	"strings"
	"time"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/system"
	"acies/words"
)

// Thought is how long a hint may take.
const Thought = 700 * time.Millisecond

// Hint is one suggested action.
type Hint struct {
	Do     string  `json:"action"` // in notation
	Text   string  `json:"text"`
	Reason string  `json:"reason"`
	Points float64 `json:"points,omitempty"` // the approximate gain, where that is meaningful
	Chance float64 `json:"chance"`           // of victory for the side; a draw counts half
}

// Adviser returns the best actions open to a side, the best first, or nil if it cannot answer. [ai.Advise] is one.
type Adviser func(s game.State, side game.Side, src game.Source, thought time.Duration) []ai.Advice

// Of returns the best choices of the side to act, the best first. It changes s: it resamples everything the side cannot
// know. n, the number of actions so far, makes the answer repeatable.
func Of(s game.State, w *words.Words, n int, thought time.Duration) []Hint {
	return By(ai.Advise, s, w, n, thought)
}

// By is like [Of], but somebody else advises. It returns nil if he cannot.
func By(adviser Adviser, s game.State, w *words.Words, n int, thought time.Duration) []Hint {
	side, src := s.ToAct(), dice.New(uint64(n))
	s.Resample(side, src)
	list := adviser(s, side, src, thought)
	if list == nil {
		return nil
	}
	prompt := s.View(side).Prompt
	out := []Hint{}
	for _, a := range list {
		do := s.Battle().Format(a.Action)
		key, points := reason(do, a.Reason)
		out = append(out, Hint{Do: do, Text: w.Action(prompt, a.Action), Reason: w.Text(key), Points: points, Chance: math.Round(a.Chance*1000) / 1000})
	}
	markEqual(out, w.Text("advice.equal"))
	return out
}

// markEqual gives hints that nothing tells apart, neither the reason nor the points nor the chance in whole per cent, the
// reason that they are equal.
func markEqual(list []Hint, equal string) {
	alike := func(a, b *Hint) bool {
		return a.Reason == b.Reason && a.Points == b.Points && math.Round(100*a.Chance) == math.Round(100*b.Chance)
	}
	var marked []int
	for i := range list {
		for j := range list {
			if i != j && alike(&list[i], &list[j]) {
				marked = append(marked, i)
				break
			}
		}
	}
	for _, i := range marked {
		list[i].Reason = equal
	}
}

// reason returns the key of the reason for an action, and its points where players can compare them.
func reason(do string, r system.Reason) (key string, points float64) {
	ends := !strings.Contains(do, " ") // an action without operands only ends a step
	tenths := math.Round(float64(r.N)/10) / 10
	switch {
	case r.Key == "":
		return "advice.custom", 0
	case r.Key == "advice.wait" && !ends, r.Gain && r.N <= 0:
		return "advice.little", 0
	case r.Gain:
		return r.Key, tenths
	}
	return r.Key, 0
}

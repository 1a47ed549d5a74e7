// Package hint advises people: what the side to act could best do, what is then to be expected, and why, in words.
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

// Thought is how long people are kept waiting.
const Thought = 700 * time.Millisecond

// Hint is one thing to do.
type Hint struct {
	Do     string  `json:"action"` // in notation
	Text   string  `json:"text"`
	Reason string  `json:"reason"`
	Points float64 `json:"points,omitempty"` // about what it brings, where that can be said
	Chance float64 `json:"chance"`           // of victory for the side; a draw is half of one
}

// Of returns the best choices of the side to act, the best first. What it cannot know is drawn anew in s, which the caller
// gives away; n, the number of actions so far, lets the same question be answered alike.
func Of(s game.State, w *words.Words, n int, thought time.Duration) []Hint {
	side, src := s.ToAct(), dice.New(uint64(n))
	s.Resample(side, src)
	prompt := s.View(side).Prompt.Key
	out := []Hint{}
	for _, a := range ai.Advise(s, side, src, thought) {
		do := s.Battle().Format(a.Action)
		key, points := reason(do, a.Reason)
		out = append(out, Hint{Do: do, Text: w.Action(prompt, a.Action), Reason: w.Text(key), Points: points, Chance: math.Round(a.Chance*1000) / 1000})
	}
	return out
}

// reason returns the key of what is said for an action, and its worth if it is one that people can compare.
func reason(do string, r system.Reason) (key string, points float64) {
	ends := !strings.Contains(do, " ") // whatever else does something to somebody
	tenths := math.Round(float64(r.N)/10) / 10
	switch r.Key {
	case "":
		return "advice.custom", 0
	case "advice.wait":
		if !ends {
			return "advice.little", 0
		}
	case "advice.melee", "advice.shot", "advice.burn", "advice.attack":
		if r.N <= 0 {
			return "advice.little", 0
		}
		return r.Key, tenths
	}
	return r.Key, 0
}

package gametest

import (
	"errors"
	"fmt"
	"math"

	"acies/game"
)

// Fair rolls many times in one state and returns an error if the outcomes do not follow their weights. A correct rulebook
// fails once in a million times. There should be at least ten rolls for each unit of weight.
func Fair(s game.State, rolls int, src game.Source) error {
	chances := s.Chances(nil)
	if len(chances) == 0 {
		return errors.New("no roll is due")
	}
	count := make(map[game.Action]int)
	for range rolls {
		count[s.Roll(src)]++
	}
	var sum, counted int
	for _, c := range chances {
		sum += int(c.Weight)
		counted += count[c.Action]
	}
	if counted != rolls {
		return fmt.Errorf("%d of %d rolls are not among the chances", rolls-counted, rolls)
	}
	// Pearson's chi-square, and its limit at 4.75 standard deviations by the approximation of Wilson and Hilferty.
	var square float64
	for _, c := range chances {
		want := float64(rolls) * float64(c.Weight) / float64(sum)
		off := float64(count[c.Action]) - want
		square += off * off / want
	}
	free := float64(len(chances) - 1)
	if free == 0 {
		return nil
	}
	limit := free * math.Pow(1-2/(9*free)+4.75*math.Sqrt(2/(9*free)), 3)
	if square > limit {
		return fmt.Errorf("%d rolls do not follow the weights: chi-square is %.1f, expected at most %.1f", rolls, square, limit)
	}
	return nil
}

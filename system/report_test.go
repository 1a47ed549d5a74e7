package system_test

import (
	"math"
	"testing"

	"acies/game"
	"acies/system"
)

// The chances of a kind of roll are those of the sum of its dice.
func TestRollKind(t *testing.T) {
	for _, c := range []struct {
		dice   game.Dice
		sum    int
		chance float64
		mean   float64
	}{
		{game.Dice{N: 1, High: 9}, 0, 0.1, 4.5},
		{game.Dice{N: 1, High: 9}, 10, 0, 4.5},
		{game.Dice{N: 1, Low: 1, High: 6}, 0, 0, 3.5},
		{game.Dice{N: 1, Low: 1, High: 6}, 6, 1.0 / 6, 3.5},
		{game.Dice{N: 2, Low: 1, High: 6}, 1, 0, 7},
		{game.Dice{N: 2, Low: 1, High: 6}, 7, 6.0 / 36, 7},
		{game.Dice{N: 2, Low: 1, High: 6}, 11, 2.0 / 36, 7},
	} {
		k := system.RollKind{Dice: c.dice}
		if got := k.Chance(c.sum); math.Abs(got-c.chance) > 1e-12 || k.Mean() != c.mean {
			t.Errorf("%+v: %d has the chance %v, expected %v; the mean is %v, expected %v", c.dice, c.sum, got, c.chance, k.Mean(), c.mean)
		}
	}
}

package sim

import (
	"sync/atomic"
	"testing"

	"acies/game/gametest/toy"
)

// TestRun plays the same games whatever the number of jobs.
func TestRun(t *testing.T) {
	b := toy.New(toy.Options{})
	var done atomic.Int64
	one := Run(b, Options{Games: 40, Seed: 3, Jobs: 1, Done: func() { done.Add(1) }})
	two := Run(b, Options{Games: 40, Seed: 3, Jobs: 2})
	if one.Games != 40 || done.Load() != 40 || one.Actions == 0 || one.Violations != 0 {
		t.Errorf("report %+v after %d games", one, done.Load())
	}
	if one.Actions != two.Actions || one.Draws != two.Draws || one.Wins[0] != two.Wins[0] {
		t.Errorf("one job: %+v, two jobs: %+v", one, two)
	}
}

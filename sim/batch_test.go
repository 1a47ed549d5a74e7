package sim

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"acies/ai"
	"acies/game"
	"acies/game/gametest/toy"
)

func anybody() ai.Player { return &random{} }

// run plays a batch and returns the results in order.
func run(t *testing.T, b Batch) []Result {
	t.Helper()
	var out []Result
	b.Done = func(r Result) error {
		out = append(out, r)
		return nil
	}
	if err := b.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(out, func(x, y Result) int { return x.N - y.N })
	return out
}

// TestJobs plays the same games whatever the number of jobs, and the same in two parts as in one.
func TestJobs(t *testing.T) {
	for name, battle := range map[string]game.Battle{"toy": toy.New(toy.Options{}), "sparta": compiled(t, "sparta-195bc")} {
		t.Run(name, func(t *testing.T) {
			b := Batch{Battle: battle, Players: [2]func() ai.Player{anybody, anybody}, Seed: 5, Games: 12, Jobs: 1, Facts: true}
			one := run(t, b)
			b.Jobs = 3
			if three := run(t, b); !reflect.DeepEqual(one, three) {
				t.Error("three jobs play other games than one")
			}
			b.Have = map[int]bool{}
			for n := range 5 {
				b.Have[n] = true
			}
			if rest := run(t, b); !reflect.DeepEqual(one[5:], rest) {
				t.Errorf("after 5 games %d are played, or other ones", len(rest))
			}
		})
	}
}

func TestStop(t *testing.T) {
	full := errors.New("the disk is full")
	n := 0
	b := Batch{Battle: toy.New(toy.Options{}), Players: [2]func() ai.Player{anybody, anybody}, Games: 1000, Jobs: 2, Done: func(Result) error {
		if n++; n == 10 {
			return full
		}
		return nil
	}}
	if err := b.Run(context.Background()); !errors.Is(err, full) {
		t.Errorf("found %v, want the error of Done", err)
	}
	if n > 12 {
		t.Errorf("%d games were finished after the error", n-10)
	}
}

package sim

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"acies/ai"
	"acies/game"
	"acies/game/gametest/toy"
	"acies/pack"
	"acies/system"
	_ "acies/systems"
	"acies/table"
)

// compiled returns a battle that comes with the program, with figures changed.
func compiled(t *testing.T, id string, changes ...string) game.Battle {
	t.Helper()
	files, err := system.Vary(pack.ReadFiles(table.Locate(id)), changes)
	if err != nil {
		t.Fatal(err)
	}
	p, problems := system.Read(files)
	if p == nil {
		t.Fatal(pack.Errors(problems))
	}
	b, err := p.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// rolls is a sink that keeps the dice of the initiative, which every game rolls first.
type rolls []int

func (r *rolls) Event(e game.Event) {
	for _, a := range e.Args {
		if e.Key == "initiative-roll" && a.Name == "roll" {
			*r = append(*r, a.N)
		}
	}
}

// TestSameDice checks that the first rolls of two games of a seed are the same with the players exchanged, and others
// under another seed.
func TestSameDice(t *testing.T) {
	b := NewRunner(compiled(t, "sparta-195bc"))
	first := func(seed uint64, players ...ai.Player) []int {
		var r rolls
		if _, err := b.Play(context.Background(), seed, [2]ai.Player(players), &r); err != nil {
			t.Fatal(err)
		}
		return r[:2]
	}
	one, two := first(7, &random{}, ai.Recruit()), first(7, ai.Recruit(), &random{})
	if !slices.Equal(one, two) {
		t.Errorf("the sides exchanged, the first rolls are %v and %v", one, two)
	}
	differ := false
	for seed := range uint64(5) {
		differ = differ || !slices.Equal(one, first(100+seed, &random{}, &random{}))
	}
	if !differ {
		t.Error("five other seeds give the same rolls")
	}
}

// stubborn chooses what is never legal.
type stubborn struct{}

func (stubborn) Choose(game.State, game.Side, game.Source) game.Action { return game.Action{} }

func TestPlayErrors(t *testing.T) {
	b := NewRunner(toy.New(toy.Options{}))
	_, err := b.Play(context.Background(), 12, [2]ai.Player{&random{}, stubborn{}}, nil)
	if err == nil || !strings.Contains(err.Error(), "seed 12: ") || !strings.Contains(err.Error(), "side 1 chose") {
		t.Errorf("an illegal choice: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.Play(ctx, 1, [2]ai.Player{&random{}, &random{}}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a game that was called off: %v", err)
	}
}

func TestLevel(t *testing.T) {
	if _, err := Level("general"); err == nil || !strings.Contains(err.Error(), "recruit") {
		t.Errorf("an unknown level: %v, want the names of the levels", err)
	}
	for _, level := range []string{"random", "recruit"} {
		if _, err := Level(level); err != nil {
			t.Errorf("%s: %v", level, err)
		}
	}
}

package bladebow_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"acies/game"
	"acies/rules/bladebow"
)

// Every state of random games is the same again when its position is set up.
func TestPositions(t *testing.T) {
	battle := load(t, "marathon-490bc")
	for seed := range uint64(4) {
		src := rand.New(rand.NewPCG(seed, 3))
		s := battle.Start()
		for n := 0; ; n++ {
			if n%3 == 0 || s.ToAct() == game.Nobody {
				p := bladebow.PositionOf(s)
				at, err := bladebow.From(battle, p)
				if err != nil {
					t.Fatalf("seed %d, action %d: %v\n%+v", seed, n, err, p)
				}
				if at.Start().Hash() != s.Hash() {
					t.Fatalf("seed %d, action %d: the position is another one\n%+v\n%+v", seed, n, p, bladebow.PositionOf(at.Start()))
				}
			}
			if s.ToAct() == game.Nobody {
				break
			}
			step(s, src)
		}
	}
}

// A position in which something was changed is either refused or can be played on.
func TestChangedPositions(t *testing.T) {
	battle := load(t, "marathon-490bc")
	refused, played := 0, 0
	src := rand.New(rand.NewPCG(7, 9))
	for range 3 {
		s := battle.Start()
		for s.ToAct() != game.Nobody {
			if src.IntN(4) == 0 {
				p := bladebow.PositionOf(s)
				what := change(&p, src)
				at, err := bladebow.From(battle, p)
				if err != nil {
					refused++
				} else {
					played++
					playOn(t, at.Start(), src, what, p)
				}
			}
			step(s, src)
		}
	}
	if refused < 20 || played < 20 {
		t.Errorf("%d positions were refused and %d played; expected many of both", refused, played)
	}
}

// change changes something in a position.
func change(p *bladebow.Position, src *rand.Rand) string {
	u := src.IntN(len(p.Units))
	switch src.IntN(8) {
	case 0:
		p.Units[u].Where = bladebow.Wheres()[src.IntN(len(bladebow.Wheres()))]
		return "a unit is away"
	case 1:
		p.Units[u].Where, p.Units[u].Square = "", src.IntN(21*16)
		return "a unit is elsewhere"
	case 2:
		p.Units[u].States = bladebow.UnitStates()[src.IntN(5):][:src.IntN(4)]
		return "a unit has other states"
	case 3:
		if len(p.Tasks) > 0 {
			i := src.IntN(len(p.Tasks))
			p.Tasks = append(p.Tasks[:i:i], p.Tasks[i+1:]...)
		}
		return "a task is missing"
	case 4:
		if len(p.Tasks) > 0 {
			p.Tasks[src.IntN(len(p.Tasks))] += fmt.Sprintf(" %d", src.IntN(4))
		}
		return "a task has another number"
	case 5:
		if len(p.Parts) > 0 {
			v := p.Parts[src.IntN(len(p.Parts))].Values
			i := src.IntN(len(v))
			v[i] = v[0]
		}
		return "a value is missing"
	case 6:
		p.Active = src.IntN(3) - 1
		return "another side is active"
	default:
		l := src.IntN(len(p.Leaders))
		p.Leaders[l].Where = bladebow.Killed
		return "a leader is gone"
	}
}

// playOn plays some actions at random.
func playOn(t *testing.T, s game.State, src *rand.Rand, what string, p bladebow.Position) {
	defer func() {
		if x := recover(); x != nil {
			t.Errorf("%s: %v\n%q %+v", what, x, p.Tasks, p.Parts)
		}
	}()
	for range 60 {
		if s.ToAct() == game.Nobody {
			return
		}
		s.View(0)
		step(s, src)
	}
}

// step does something at random.
func step(s game.State, src *rand.Rand) {
	if s.ToAct() == game.Nature {
		s.Apply(s.Roll(src), nil)
		return
	}
	legal := s.Legal(nil)
	s.Apply(legal[src.IntN(len(legal))], nil)
}

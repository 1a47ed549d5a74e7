package ai_test

import (
	"flag"
	"maps"
	"slices"
	"testing"

	"acies/battles"
	"acies/dice"
	"acies/game"
	"acies/system"
)

// The long run: go test ./ai -run AnyWeights -decisions 1000000 -timeout 0
var decisions = flag.Int("decisions", 300, "how many decisions TestAnyWeights makes in each battle")

// TestAnyWeights: judges decide with any weights within their ranges, in every battle whose rulebook can be tuned. No
// estimate comes near the limits of the integers in which it is worked out.
func TestAnyWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	folders, err := battles.FS.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		b := load(t, f.Name())
		x, ok := system.Of(b).(system.Tunable)
		if !ok {
			continue
		}
		t.Run(f.Name(), func(t *testing.T) {
			t.Parallel()
			for n, seed := 0, uint64(1); n < *decisions; seed++ {
				n += decide(t, b, x, seed, min(100+10*int(seed), *decisions-n))
			}
		})
	}
}

// decide makes decisions in a game that has been played at random for a while, with new weights every fifty decisions,
// until it is over. It returns how many it made, up to a number.
func decide(t *testing.T, b game.Battle, x system.Tunable, seed uint64, most int) (made int) {
	t.Helper()
	src := dice.New(seed)
	var j system.Judge
	var tuning system.Tuning
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("seed %d, decision %d, weights %v: %v", seed, made, tuning.Weights, p)
		}
	}()
	for s := playAtRandom(b, game.Intn(src, 1500), src); s.ToAct() != game.Nobody && made < most; {
		side := s.ToAct()
		if side == game.Nature {
			s.Apply(s.Roll(src), nil)
			continue
		}
		legal := s.Legal(nil)
		if made%50 == 0 {
			tuning = anyWeights(b, x, src)
			j = x.Tuned(b, &tuning)
		}
		ratings := make([]int, len(legal))
		j.Rate(s, side, legal, ratings)
		made++
		for i, r := range ratings {
			if r < 8*system.Never || r > -8*system.Never {
				t.Fatalf("seed %d, decision %d, weights %v: %s is rated %d", seed, made, tuning.Weights, b.Format(legal[i]), r)
			}
		}
		if f := j.Forecast(s); !(f.Result >= 0 && f.Result <= 1) {
			t.Fatalf("seed %d, decision %d: forecast %+v", seed, made, f)
		}
		if r := s.Apply(legal[slices.Index(ratings, slices.Max(ratings))], nil); r != nil {
			t.Fatalf("seed %d, decision %d: %v", seed, made, r)
		}
	}
	return made
}

// playAtRandom returns a state after a number of actions taken at random, or the start if the game ends before that.
func playAtRandom(b game.Battle, actions int, src game.Source) game.State {
	s := b.Start()
	for range actions {
		switch s.ToAct() {
		case game.Nobody:
			return b.Start()
		case game.Nature:
			s.Apply(s.Roll(src), nil)
		default:
			legal := s.Legal(nil)
			s.Apply(legal[game.Intn(src, len(legal))], nil)
		}
	}
	return s
}

// anyWeights returns a tuning with weights from all over their ranges, often at the ends.
func anyWeights(b game.Battle, x system.Tunable, src game.Source) system.Tuning {
	t := x.Tuning(b)
	ranges := x.Ranges(b)
	for side := range t.Weights {
		t.Weights[side] = maps.Clone(t.Weights[side])
		for _, name := range slices.Sorted(maps.Keys(ranges)) {
			r := ranges[name]
			switch game.Intn(src, 4) {
			case 0:
				t.Weights[side][name] = r.Low
			case 1:
				t.Weights[side][name] = r.High
			default:
				t.Weights[side][name] = r.Low + game.Intn(src, r.High-r.Low+1)
			}
		}
	}
	return t
}

// TestRanges: the weights in use are within their ranges, so that limiting them changes nothing, and every weight that can
// be tuned is named in the tuning.
func TestRanges(t *testing.T) {
	folders, err := battles.FS.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		b := load(t, f.Name())
		x, ok := system.Of(b).(system.Tunable)
		if !ok {
			continue
		}
		tuning := x.Tuning(b)
		for name, r := range x.Ranges(b) {
			for side, w := range tuning.Weights {
				if v, ok := w[name]; !ok || v != r.Limit(v) {
					t.Errorf("%s, side %d: %s is %d (%t), want %d to %d", f.Name(), side, name, v, ok, r.Low, r.High)
				}
			}
		}
	}
}

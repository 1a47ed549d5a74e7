package ai

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"acies/dice"
	"acies/game"
	"acies/system"
)

// Tuner looks for better weights for both sides of a battle by an evolution strategy.
//
// In each step it shakes all weights of both sides at once, plays a game, and plays the same dice again with every
// change reversed. The difference of the two results, over many such pairs, says in which direction each weight should
// go. Weights are shaken and moved in logarithms, since what matters is by how many per cent they change. Because the
// enemy's weights are shaken too, weights are found that are good against many ways to play.
//
// Later steps are shorter, shake less, and rest on more games.
type Tuner struct {
	battle game.Battle
	rules  system.Tunable
	start  system.Tuning
	names  []string
	ranges []system.Range
	state  TunerState
}

// TunerState is how far a tuner has come. Vectors have a value for each weight, in the order of their names.
type TunerState struct {
	Steps  int          `json:"steps"`
	At     [2][]float64 `json:"at"`     // the logarithms of the weights, by side
	Mean   [2][]float64 `json:"mean"`   // the same, averaged over the last steps
	Slope  [2][]float64 `json:"slope"`  // Adam's mean of gradients
	Square [2][]float64 `json:"square"` // and of their squares
}

// Step is the result of one step of a [Tuner].
type Step struct {
	Games  int
	Result float64 // the mean result of side 0
	Change float64 // the root mean square change of the averaged weights since the start, in logarithms
}

const (
	firstPairs = 24   // in the first step
	firstShake = 0.25 // the standard deviation of a weight's logarithm
	firstMove  = 0.05 // how far a step may move it
	easing     = 40   // the number of steps after which a step is half as long and rests on twice the games
	averaging  = 0.9  // the share of the old weights in the average
	slopeShare = 0.9  // the shares of the old in Adam's means
	squareOld  = 0.98
	finest     = 50 // the part of its range that a weight of zero counts as, so that it can leave zero
)

// NewTuner returns a tuner that begins with the weights in use.
func NewTuner(b game.Battle) (*Tuner, error) {
	x, err := tunable(b)
	if err != nil {
		return nil, err
	}
	t := &Tuner{battle: b, rules: x, start: x.Tuning(b)}
	ranges := x.Ranges(b)
	t.names = slices.Sorted(maps.Keys(ranges))
	for _, name := range t.names {
		t.ranges = append(t.ranges, ranges[name])
	}
	t.reset()
	return t, nil
}

// reset goes back to the start.
func (t *Tuner) reset() {
	n := len(t.names)
	t.state = TunerState{}
	for side := range 2 {
		at := make([]float64, n)
		for i, name := range t.names {
			at[i] = toLog(t.start.Weights[side][name], t.ranges[i])
		}
		t.state.At[side], t.state.Mean[side] = at, slices.Clone(at)
		t.state.Slope[side], t.state.Square[side] = make([]float64, n), make([]float64, n)
	}
}

// offset returns what is added to a weight, above the low end of its range, before its logarithm is taken.
func offset(r system.Range) float64 { return max(1, float64(r.High-r.Low)/finest) }

func toLog(v int, r system.Range) float64 { return math.Log(float64(r.Limit(v)-r.Low) + offset(r)) }

func fromLog(x float64, r system.Range) int {
	return r.Limit(r.Low + int(math.Round(math.Exp(min(x, toLog(r.High, r)))-offset(r))))
}

// Start returns the tuning with which the tuner began.
func (t *Tuner) Start() system.Tuning { return t.start }

// State returns how far the tuner has come. It does not change with later steps.
func (t *Tuner) State() TunerState { return t.state }

// Restore continues from a state of a tuner of the same battle.
func (t *Tuner) Restore(s TunerState) error {
	for _, v := range [][2][]float64{s.At, s.Mean, s.Slope, s.Square} {
		if len(v[0]) != len(t.names) || len(v[1]) != len(t.names) {
			return fmt.Errorf("the state has %d and %d weights, the battle %d for each side", len(v[0]), len(v[1]), len(t.names))
		}
	}
	t.state = s
	return nil
}

// Tuning returns the weights found so far, averaged over the last steps. Its forecast is still that of the start.
func (t *Tuner) Tuning() system.Tuning { return t.at(t.state.Mean) }

// at returns the start with the weights at two points.
func (t *Tuner) at(x [2][]float64) system.Tuning {
	out := t.start
	for side := range x {
		out.Weights[side] = maps.Clone(t.start.Weights[side])
		for i, name := range t.names {
			out.Weights[side][name] = fromLog(x[side][i], t.ranges[i])
		}
	}
	return out
}

// ease returns by how much a step is eased compared with the first.
func ease(step int) float64 { return 1 + float64(step)/easing }

// pairsOf returns the number of pairs of games in a step.
func pairsOf(step int) int { return int(firstPairs * ease(step)) }

// shakeOf returns the standard deviation by which a step shakes a weight's logarithm.
func shakeOf(step int) float64 { return firstShake / math.Sqrt(ease(step)) }

// StepGames returns the number of games in the steps from one up to another.
func StepGames(from, to int) (games int) {
	for step := from; step < to; step++ {
		games += 2 * pairsOf(step)
	}
	return games
}

// Step makes one step. If it is cancelled, the tuner is left as it was.
func (t *Tuner) Step(ctx context.Context, w Work) (Step, error) {
	s := &t.state
	pairs := pairsOf(s.Steps)
	seed := w.Seed + uint64(s.Steps)<<20
	shakes := make([][2][]float64, pairs)
	for i := range shakes {
		shakes[i] = t.shake(seed + uint64(i))
	}
	sigma := shakeOf(s.Steps)
	games := make([]SelfPlay, 2*pairs)
	for i := range games {
		by := sigma
		if i%2 == 1 {
			by = -sigma
		}
		tuning := t.at(moved(s.At, by, shakes[i/2]))
		games[i] = SelfPlay{Seed: seed + uint64(i/2), Tunings: [2]*system.Tuning{&tuning, &tuning}}
	}
	results, err := w.play(ctx, t.battle, games)
	if err != nil {
		return Step{}, err
	}
	out := Step{Games: 2 * pairs}
	for i := range results {
		out.Result += results[i].End.Result / float64(len(results))
	}
	t.move(shakes, results)
	out.Change = t.change()
	return out, nil
}

// shake returns a random direction for the weights of each side.
func (t *Tuner) shake(seed uint64) (d [2][]float64) {
	src := rand.New(dice.New(seed + 3<<40))
	for side := range d {
		d[side] = make([]float64, len(t.names))
		for i := range d[side] {
			d[side][i] = src.NormFloat64()
		}
	}
	return d
}

// moved returns two points moved some way in two directions.
func moved(x [2][]float64, by float64, d [2][]float64) (out [2][]float64) {
	for side := range x {
		out[side] = make([]float64, len(x[side]))
		for i := range x[side] {
			out[side][i] = x[side][i] + by*d[side][i]
		}
	}
	return out
}

// move moves the weights of each side in the direction in which it did better, as far as Adam says. Only the relation of
// the gradients to each other counts, so that they need no unit.
func (t *Tuner) move(shakes [][2][]float64, results []Played) {
	s := &t.state
	next := TunerState{Steps: s.Steps + 1}
	n := float64(next.Steps)
	length := firstMove / ease(s.Steps)
	for side := range s.At {
		gradient := make([]float64, len(t.names))
		for k := range shakes {
			gain := worth(results[2*k].End, game.Side(side)) - worth(results[2*k+1].End, game.Side(side))
			for i := range gradient {
				gradient[i] += gain * shakes[k][side][i] / float64(len(shakes))
			}
		}
		at, mean := slices.Clone(s.At[side]), slices.Clone(s.Mean[side])
		slope, square := slices.Clone(s.Slope[side]), slices.Clone(s.Square[side])
		for i, g := range gradient {
			slope[i] = slopeShare*slope[i] + (1-slopeShare)*g
			square[i] = squareOld*square[i] + (1-squareOld)*g*g
			spread := math.Sqrt(square[i] / (1 - math.Pow(squareOld, n)))
			at[i] += length * slope[i] / (1 - math.Pow(slopeShare, n)) / (spread + 1e-9)
			at[i] = min(max(at[i], toLog(t.ranges[i].Low, t.ranges[i])), toLog(t.ranges[i].High, t.ranges[i]))
			mean[i] = averaging*mean[i] + (1-averaging)*at[i]
		}
		next.At[side], next.Mean[side], next.Slope[side], next.Square[side] = at, mean, slope, square
	}
	t.state = next
}

// change returns the root mean square change of the averaged weights since the start.
func (t *Tuner) change() float64 {
	sum := 0.0
	for side := range t.state.Mean {
		for i, name := range t.names {
			sum += math.Pow(t.state.Mean[side][i]-toLog(t.start.Weights[side][name], t.ranges[i]), 2)
		}
	}
	return math.Sqrt(sum / float64(2*len(t.names)))
}

package ai

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"acies/dice"
	"acies/game"
	"acies/system"
)

// Probe measures how much of what a search promises is left later, and how well the forecast tells two lines of play
// apart. The result depends on everything but Jobs.
type Probe struct {
	Work
	Games   int
	Nodes   int      // budget of an activation
	Samples int      // choices of each kind that are tried in each game
	Rounds  int      // how often each deviation is played on; few pass the test, so it costs little
	Horizon int      // activations that the search plays out; 0: as in the tuning of the battle
	Kinds   []string // that are searched; none: as in the tuning of the battle
}

// The moments at which two lines of play are compared.
const (
	markTurn  = iota // the end of the turn
	markOne          // a whole turn later
	markTwo          // two whole turns later
	markEnd          // the end of the game
	turnMarks        // their number
	ahead     = 4    // activations whose ends are compared too
)

// Probed is the result of a probe.
type Probed struct {
	Battle string        `json:"battle"`
	Search system.Search `json:"search"` // as it was probed
	Games  int           `json:"games"`
	Kinds  []KindProbed  `json:"kinds"`
	Total  KindProbed    `json:"total"`
	Slopes []Slope       `json:"slopes"`
}

// KindProbed says what became of the deviations of one kind. Gains are in games: 0.01 is a hundredth of a victory.
type KindProbed struct {
	Kind       string    `json:"kind,omitempty"`
	Choices    float64   `json:"choices"`    // per game
	Tried      int       `json:"tried"`      // choices that were searched
	Deviations int       `json:"deviations"` // of these
	PerGame    float64   `json:"perGame"`    // deviations
	Promised   Estimate  `json:"promised"`   // by a deviation
	Activation Estimate  `json:"activation"` // left at the end of its activation
	Turn       Estimate  `json:"turn"`       // left at the end of the turn
	One        Estimate  `json:"oneTurn"`    // left a whole turn later
	Two        Estimate  `json:"twoTurns"`   // left two whole turns later
	End        Estimate  `json:"end"`        // left at the end of the game
	Kept       *Estimate `json:"kept"`       // Two as a share of Promised; nil for fewer than two deviations
}

// Estimate is a mean with its standard error.
type Estimate struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"`
}

// Slope says how the difference between two lines of play in the forecast predicts the difference later: 1 if it is
// unbiased, less if it fades.
type Slope struct {
	Kind  string   `json:"kind"`
	After int      `json:"after"` // activations that have ended when the first difference is taken
	Pairs int      `json:"pairs"` // of playouts, with the same dice
	Turn  Estimate `json:"turn"`  // slope of the difference at the end of the turn
	One   Estimate `json:"oneTurn"`
	Two   Estimate `json:"twoTurns"`
	End   Estimate `json:"end"`
}

// sample is a choice kept from a game.
type sample struct {
	state  game.State
	side   game.Side
	again  bool    // its activation has a plan already
	weight float64 // how many choices of its game it stands for
}

// trial is a sample that was searched.
type trial struct {
	weight    float64
	kinds     []string // of its alternatives
	kind      string   // of the deviation; empty if there is none
	promised  float64
	left      contrast // of the deviation, the mean over all rounds
	sister    string   // the kind of one of the alternatives
	contrasts []contrast
}

// contrast is the difference of two playouts with the same dice at the ends of activations and turns.
type contrast struct {
	after  [ahead]float64
	within [ahead]bool // the end of the activation lies before the end of the turn, in both
	later  [turnMarks]float64
}

// Run plays games between centurions. In each it searches some of the choices as a strategos would, and plays on both
// what the search would do and what the script does, with fresh dice. It ends early if ctx is cancelled.
func (p *Probe) Run(ctx context.Context, b game.Battle) (Probed, error) {
	if _, ok := system.Of(b).(system.Judging); !ok {
		return Probed{}, fmt.Errorf("the rulebook %s has no judge to probe", b.Rulebook())
	}
	if _, ok := b.Start().(turner); !ok {
		return Probed{}, fmt.Errorf("the rulebook %s has no turns to look ahead", b.Rulebook())
	}
	look := p.search(b)
	games := make([][]trial, p.Games)
	if err := p.each(ctx, p.Games, func(i int) { games[i] = p.game(b, look, p.Seed+uint64(i)) }); err != nil {
		return Probed{}, err
	}
	var all []trial
	for _, list := range games {
		all = append(all, list...)
	}
	out := Probed{Battle: b.ID(), Search: look, Games: p.Games, Total: sumUp(all, "", p.Games)}
	for _, kind := range Kinds() {
		if k := sumUp(all, kind, p.Games); k.Tried > 0 {
			out.Kinds = append(out.Kinds, k)
		}
		out.Slopes = append(out.Slopes, slopes(all, kind)...)
	}
	return out, nil
}

// search returns how the battle is searched. For kinds that its tuning does not search, all that they promise is believed.
func (p *Probe) search(b game.Battle) system.Search {
	tuned, rest := searchOf(b), unprobed()
	kinds := p.Kinds
	if len(kinds) == 0 {
		kinds = slices.Collect(maps.Keys(tuned))
	}
	out := system.Search{}
	for _, kind := range kinds {
		look, ok := tuned[kind]
		if !ok {
			look = rest[kind]
		}
		if p.Horizon > 0 {
			look.Horizon = p.Horizon
		}
		out[kind] = look
	}
	return out
}

// turner is a state that counts turns.
type turner interface{ Turn() int }

// game plays one game and probes some of its choices.
func (p *Probe) game(b game.Battle, look system.Search, seed uint64) []trial {
	src := dice.New(seed + 3<<40)
	search := newSearch(budget{nodes: p.Nodes}, 1)
	search.look, search.fixed = look, true
	judge := search.prepare(b.Start())
	var seen [system.Questions]int
	var kept [system.Questions][]sample
	players := [2]*script{{}, {}}
	var legal []game.Action
	planned := uint64(0) // the last activation that was given a plan
	playOn(b, players, seed, func(s game.State, _ game.Source) {
		q := judge.Question(s)
		if legal = s.Legal(legal[:0]); q == system.Minor || len(legal) < 2 {
			return
		}
		again := false
		if q == system.Plan {
			id, _ := judge.Activation(s)
			again = id != 0 && id == planned
			planned = id
		}
		seen[q]++
		i := len(kept[q])
		if i < p.Samples {
			kept[q] = append(kept[q], sample{})
		} else if i = game.Intn(src, seen[q]); i >= p.Samples {
			return
		}
		kept[q][i] = sample{state: s.Clone(), side: s.ToAct(), again: again}
	})
	var list []trial
	for q := range kept {
		for _, x := range kept[q] {
			x.weight = float64(seen[q]) / float64(len(kept[q]))
			if t, ok := p.try(search, judge, x, src); ok {
				list = append(list, t)
			}
		}
	}
	return list
}

// try searches a choice and plays on what it finds; ok is false if there is nothing to search.
func (p *Probe) try(search *search, judge system.Judge, x sample, src game.Source) (t trial, ok bool) {
	id, owner := judge.Activation(x.state)
	search.activation = 0
	search.enter(id, owner == x.side, x.state.Battle())
	search.planned = x.again
	search.script.setStyle(system.Steady, x.state.Battle())
	search.script.forget()
	own, list := search.alternatives(judge.Question(x.state), x.state, x.side, src)
	if len(list) == 0 {
		return t, false
	}
	t.weight = x.weight
	for i := range list {
		if !slices.Contains(t.kinds, list[i].kind) {
			t.kinds = append(t.kinds, list[i].kind)
		}
	}
	d := search.workers[0]
	sister := list[game.Intn(src, len(list))]
	t.sister = sister.kind
	for range slopePairs {
		t.contrasts = append(t.contrasts, d.contrast(x, own, sister, src.Uint64()))
	}
	at, gain := search.compare(x.state, x.side, own, list, src.Uint64(), search.shareOf(judge, x.state, 0), time.Now())
	if at < 0 {
		return t, true
	}
	t.kind, t.promised = list[at].kind, gain
	for range p.Rounds {
		c := d.contrast(x, own, list[at], src.Uint64())
		for i, v := range c.after {
			t.left.after[i] += v / float64(p.Rounds)
		}
		for i, v := range c.later {
			t.left.later[i] += v / float64(p.Rounds)
		}
	}
	return t, true
}

// contrast plays on a rival and the script's own choice with the same dice and returns how much better the rival does.
func (d *worker) contrast(x sample, own, r rival, seed uint64) contrast {
	c, base := d.marks(x, r, seed), d.marks(x, own, seed)
	for i := range c.after {
		c.after[i] -= base.after[i]
		c.within[i] = c.within[i] && base.within[i]
	}
	for i := range c.later {
		c.later[i] -= base.later[i]
	}
	return c
}

// marks plays on a rival to the end of the game and returns the forecasts for its side; the last is the result.
func (d *worker) marks(x sample, r rival, seed uint64) (m contrast) {
	begun := x.state.(turner).Turn()
	ends, turns := 0, 0
	record := func(ended, turn int, within bool) {
		if ended = min(ended, ahead); ended == ends && turn-begun <= turns {
			return
		}
		v := worth(d.forecast(), x.side)
		for ; ends < ended; ends++ {
			m.after[ends], m.within[ends] = v, within
		}
		for ; turns < min(turn-begun, markEnd); turns++ {
			m.later[turns] = v
		}
	}
	d.follow(x.state, x.side, r, seed, func(ended int) bool {
		turn := d.work.(turner).Turn()
		record(ended, turn, turn == begun)
		return false
	})
	record(ahead, begun+markEnd, false)
	m.later[markEnd] = worth(d.forecast(), x.side)
	return m
}

// sumUp returns what became of the deviations of a kind; an empty kind stands for all.
func sumUp(all []trial, kind string, games int) KindProbed {
	k := KindProbed{Kind: kind}
	var list []trial
	for _, t := range all {
		if kind == "" || slices.Contains(t.kinds, kind) {
			k.Tried++
			k.Choices += t.weight / float64(games)
		}
		if t.kind != "" && (kind == "" || t.kind == kind) {
			k.Deviations++
			k.PerGame += t.weight / float64(games)
			list = append(list, t)
		}
	}
	if len(list) == 0 {
		return k
	}
	k.Promised = meanOf(list, func(t *trial) float64 { return t.promised })
	k.Activation = meanOf(list, func(t *trial) float64 { return t.left.after[0] })
	k.Turn = meanOf(list, func(t *trial) float64 { return t.left.later[markTurn] })
	k.One = meanOf(list, func(t *trial) float64 { return t.left.later[markOne] })
	k.Two = meanOf(list, func(t *trial) float64 { return t.left.later[markTwo] })
	k.End = meanOf(list, func(t *trial) float64 { return t.left.later[markEnd] })
	if len(list) < 2 {
		return k
	}
	share := k.Two.Mean / k.Promised.Mean
	rest := meanOf(list, func(t *trial) float64 { return t.left.later[markTwo] - share*t.promised })
	k.Kept = &Estimate{share, rest.Error / k.Promised.Mean}
	return k
}

// meanOf returns the weighted mean of a figure over trials.
func meanOf(list []trial, figure func(t *trial) float64) Estimate {
	var sum, weights, square float64
	for i := range list {
		sum += list[i].weight * figure(&list[i])
		weights += list[i].weight
	}
	m := sum / weights
	for i := range list {
		square += math.Pow(list[i].weight*(figure(&list[i])-m), 2)
	}
	n := float64(len(list))
	return Estimate{m, math.Sqrt(square*n/max(n-1, 1)) / weights}
}

// slopes returns the slopes of a kind of choice for each number of activations, as far as there are pairs of playouts.
func slopes(all []trial, kind string) []Slope {
	var out []Slope
	for after := range ahead {
		var x [][]float64
		var y [turnMarks][][]float64
		pairs := 0
		for i := range all {
			if all[i].sister != kind {
				continue
			}
			var now []float64
			var then [turnMarks][]float64
			for _, c := range all[i].contrasts {
				if !c.within[after] {
					continue
				}
				now = append(now, c.after[after])
				for m := range then {
					then[m] = append(then[m], c.later[m])
				}
			}
			pairs += len(now)
			x = append(x, now)
			for m := range y {
				y[m] = append(y[m], then[m])
			}
		}
		if pairs >= leastPairs {
			s := Slope{Kind: kind, After: after + 1, Pairs: pairs}
			s.Turn, s.One, s.Two, s.End = regress(x, y[markTurn]), regress(x, y[markOne]), regress(x, y[markTwo]), regress(x, y[markEnd])
			out = append(out, s)
		}
	}
	return out
}

// slopePairs is how many pairs of playouts each choice adds to the slopes.
const slopePairs = 2

// leastPairs is the number of pairs below which a slope is not worth stating.
const leastPairs = 8

// regress returns the slope of y over x by least squares. The values come in groups, which may differ from each other
// more than the values in one of them; the error allows for that.
func regress(x, y [][]float64) Estimate {
	mx, my := mean(slices.Concat(x...)), mean(slices.Concat(y...))
	var xx, xy float64
	for g := range x {
		for i := range x[g] {
			xx += (x[g][i] - mx) * (x[g][i] - mx)
			xy += (x[g][i] - mx) * (y[g][i] - my)
		}
	}
	if xx == 0 {
		return Estimate{}
	}
	slope, square := xy/xx, 0.0
	for g := range x {
		sum := 0.0
		for i := range x[g] {
			sum += (x[g][i] - mx) * (y[g][i] - my - slope*(x[g][i]-mx))
		}
		square += sum * sum
	}
	return Estimate{slope, math.Sqrt(square) / xx}
}

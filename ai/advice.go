package ai

import (
	"cmp"
	"slices"
	"time"

	"acies/game"
	"acies/system"
)

// Advice is an action, its expected result and the reason for it.
type Advice struct {
	Action game.Action
	Chance float64 // expected result for the side: 1 for a victory, 0.5 for a draw
	Reason system.Reason
}

// advised is the number of actions that [Advise] returns at most.
const advised = 3

// Advise returns the best actions open to a side, the best first. It plays them out for the given time.
func Advise(s game.State, side game.Side, src game.Source, thought time.Duration) []Advice {
	p := newSearch(budget{time: thought}, 1)
	j := p.prepare(s)
	p.horizon = p.horizonOf(j.Question(s))
	p.legal = s.Legal(p.legal[:0])
	ratings := make([]int, len(p.legal))
	j.Compare(s, side, p.legal, ratings)
	order := make([]int, len(p.legal))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b], ratings[a]) })
	order = order[:min(len(order), advised)]

	list := make([]Advice, len(order))
	sums := make([]float64, len(order))
	seed, rounds := src.Uint64(), 0
	for deadline := time.Now().Add(thought); rounds < 1 || rounds < proofs && time.Now().Before(deadline); rounds++ {
		for i, at := range order {
			a := p.legal[at]
			sums[i] += p.workers[0].playOut(s, side, rival{first: &a}, p.horizon, seed+uint64(rounds), time.Time{}).Result
		}
	}
	for i, at := range order {
		a := p.legal[at]
		list[i] = Advice{Action: a, Chance: sums[i] / float64(rounds), Reason: j.Reason(s, side, a)}
		if side == 1 {
			list[i].Chance = 1 - list[i].Chance
		}
	}
	slices.SortStableFunc(list, func(a, b Advice) int { return cmp.Compare(b.Chance, a.Chance) })
	return list
}

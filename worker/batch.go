package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"acies/ai"
	"acies/game"
	"acies/sim"
	"acies/system"
)

// weightOf returns the weight of a game between players of some levels: one who searches takes seconds or minutes.
func weightOf(levels ...string) int {
	for _, l := range levels {
		if strings.HasPrefix(l, "strategos") {
			return whole
		}
	}
	return light
}

// Sim plays a batch as [sim.Batch.Run] does; sides are the levels of the players. Done is called in the order of the games, except
// for those that are played when it is stopped. Crew is told now and then who is working.
func (c *Client) Sim(ctx context.Context, b *sim.Batch, where Battle, sides [2]string, crew func(Crew)) error {
	var games []int
	var keys []string
	for n := range b.Games {
		if !b.Have[n] {
			games, keys = append(games, n), append(keys, simKey(n))
		}
	}
	x := &batch{
		what:    run{Kind: simKind, Sides: sides[:], Seed: b.Seed, Facts: b.Facts},
		battles: []Battle{where}, keys: keys,
		weight: func(int) int { return weightOf(sides[:]...) },
		describe: func(list []int) any {
			out := make([]int, len(list))
			for i, at := range list {
				out[i] = games[at]
			}
			return out
		},
		got: func(i int, data json.RawMessage) error {
			var r sim.Result
			if err := json.Unmarshal(data, &r); err != nil {
				return err
			}
			if r.N != games[i] {
				return fmt.Errorf("a worker sent game %d for game %d", r.N, games[i])
			}
			return b.Done(r)
		},
	}
	return c.collect(ctx, x, crew)
}

// Ladder plays a ladder as [sim.Ladder.Run] does, and calls Done in the order of its schedule; where are its battles.
func (c *Client) Ladder(ctx context.Context, l *sim.Ladder, where []Battle, crew func(Crew)) error {
	for _, level := range l.Levels {
		if _, err := sim.Level(level); err != nil {
			return err
		}
	}
	pairs := l.Schedule()
	x := &batch{
		what:    run{Kind: ladderKind, Seed: l.Seed},
		battles: where,
		weight:  func(i int) int { return min(whole, 2*weightOf(pairs[i].Levels[:]...)) },
		describe: func(list []int) any {
			out := make([]ladderTask, len(list))
			for i, at := range list {
				p := &pairs[at]
				out[i] = ladderTask{p.Battle, p.Levels, p.N, p.Seed}
			}
			return out
		},
		got: func(i int, data json.RawMessage) error {
			var p sim.Pair
			if err := json.Unmarshal(data, &p); err != nil {
				return err
			}
			if p.Key() != pairs[i].Key() {
				return fmt.Errorf("a worker sent pair %s for pair %s", p.Key(), pairs[i].Key())
			}
			return l.Done(p)
		},
	}
	for i := range pairs {
		x.keys = append(x.keys, pairs[i].Key())
	}
	return c.collect(ctx, x, crew)
}

// selfWeight is the weight of a game of self-play: a step has few games, and all workers should have some.
const selfWeight = 4

// SelfPlay returns a function for [ai.Work.Elsewhere]. Find returns where workers find a battle.
func (c *Client) SelfPlay(find func(game.Battle) Battle, crew func(Crew)) func(context.Context, game.Battle, []ai.SelfPlay, func()) ([]ai.Played, error) {
	return func(ctx context.Context, b game.Battle, games []ai.SelfPlay, done func()) ([]ai.Played, error) {
		keys := make([]string, len(games))
		all := make([]int, len(games))
		for i := range games {
			keys[i], all[i] = fmt.Sprint(i), i
		}
		describe := func(list []int) any { return describeSelf(games, keys, list) }
		out := make([]ai.Played, len(games))
		x := &batch{
			what:    run{Kind: selfKind, Games: digest(describe(all))},
			battles: []Battle{find(b)}, keys: keys,
			weight:   func(int) int { return selfWeight },
			describe: describe,
			got: func(i int, data json.RawMessage) error {
				defer done()
				return json.Unmarshal(data, &out[i])
			},
		}
		return out, c.collect(ctx, x, crew)
	}
}

// describeSelf returns games of self-play as tasks.
func describeSelf(games []ai.SelfPlay, keys []string, list []int) (out selfTasks) {
	at := map[*system.Tuning]int{}
	for _, i := range list {
		g := &games[i]
		t := selfTask{Key: keys[i], Seed: g.Seed, Mistakes: g.Mistakes, Study: g.Study}
		for side, tuning := range g.Tunings {
			k, ok := at[tuning]
			if !ok {
				k = len(out.Tunings)
				at[tuning] = k
				out.Tunings = append(out.Tunings, *tuning)
			}
			t.Tunings[side] = k
		}
		out.Games = append(out.Games, t)
	}
	return out
}

package ai

import (
	"math"
	"sync"
	"time"

	"acies/game"
	"acies/system"
)

// Parameters of a comparison.
const (
	batch      = 4     // rounds before the results are checked
	least      = 8     // rounds before a rival is judged
	trials     = 64    // rounds at most to choose a rival
	proofs     = 400   // rounds at most to confirm it
	choosing   = 0.5   // share of the budget for choosing
	behind     = 2.0   // standard errors by which a rival must be behind to be dropped
	alpha      = 0.05  // chance to confirm a rival that is no better
	beta       = 0.1   // chance to drop one that is as good as it seemed
	worthwhile = 0.001 // the least gain, in games, for which to leave the script's choice
	linear     = 0.004 // weight of a point beside the result, so that a side that is clearly winning or losing keeps trying
)

// rival is an alternative, with the statistics of how much better it did than the script's own choice.
type rival struct {
	kind  string
	slope float64      // the share of its gain that is expected to last
	first *game.Action // nil: as the style chooses
	style system.Style
	tally
	out bool
}

// promise returns the gain that a rival is expected to bring.
func (r *rival) promise() float64 { return r.slope * r.mean() }

// tally adds up differences.
type tally struct {
	n           int
	sum, square float64
}

func (t *tally) add(d float64) {
	t.n++
	t.sum += d
	t.square += d * d
}

func (t *tally) mean() float64 { return t.sum / float64(t.n) }

// variance is that of a single difference.
func (t *tally) variance() float64 {
	m := t.mean()
	return max(t.square/float64(t.n)-m*m, 1e-8) * float64(t.n) / float64(t.n-1)
}

// err is the standard error of the mean.
func (t *tally) err() float64 { return math.Sqrt(t.variance() / float64(t.n)) }

// compare plays out the rivals and own, the script's choice, with the same dice in each round. First it chooses the most
// promising rival, then it tests that one with other dice. It returns the index of the rival if the test confirms it, and
// the gain that the test found, as far as it is expected to last; otherwise -1.
func (p *search) compare(s game.State, side game.Side, own rival, list []rival, seed uint64, share float64,
	begun time.Time,
) (int, float64) {
	spent := p.used(begun)
	limit := min(spent+share, p.share)
	at := p.choose(s, side, own, list, seed, begun, spent+choosing*(limit-spent))
	if at < 0 {
		return -1, 0
	}
	gain, ok := p.confirm(s, side, own, list[at], seed+1<<32, begun, limit)
	if !ok || gain < worthwhile {
		return -1, 0
	}
	return at, gain
}

// choose returns the index of the rival that promises most, or -1 if none promises anything.
func (p *search) choose(s game.State, side game.Side, own rival, list []rival, seed uint64, begun time.Time,
	limit float64,
) int {
	alive := len(list)
	for round := 0; round < trials && (alive > 1 || round < least) && p.used(begun) < limit; round += batch {
		if !p.play(s, side, own, list, seed+uint64(round), begun, limit) {
			break
		}
		if alive = drop(list); alive == 0 {
			return -1
		}
	}
	at := -1
	for i := range list {
		if r := &list[i]; !r.out && r.n >= least && r.promise() >= worthwhile && (at < 0 || r.promise() > list[at].promise()) {
			at = i
		}
	}
	return at
}

// drop marks the rivals that are clearly worse than the script's choice or than another rival, and returns the number of
// those that are left.
func drop(list []rival) (alive int) {
	floor := 0.0
	for i := range list {
		if r := &list[i]; !r.out && r.n >= least {
			floor = max(floor, r.slope*(r.mean()-behind*r.err()))
		}
	}
	for i := range list {
		r := &list[i]
		r.out = r.out || r.n >= least && r.slope*(r.mean()+behind*r.err()) < floor
		if !r.out {
			alive++
		}
	}
	return alive
}

// confirm tests the rival that was chosen by rounds of its own: a sequential probability ratio test of what it promised,
// less the error of that, against no gain at all. It returns the gain in these rounds, and whether the rival passed.
func (p *search) confirm(s game.State, side game.Side, own, r rival, seed uint64, begun time.Time,
	limit float64,
) (gain float64, passed bool) {
	chosen := r.tally
	want := max(chosen.mean()-chosen.err(), chosen.mean()/2)
	list := []rival{r}
	list[0].tally, list[0].out = tally{}, false
	for round := 0; round < proofs && p.used(begun) < limit; round += batch {
		if !p.play(s, side, own, list, seed+uint64(round), begun, limit) {
			break
		}
		t := &list[0].tally
		n := float64(t.n)
		variance := (t.variance()*n + chosen.variance()*float64(chosen.n)) / (n + float64(chosen.n))
		switch ratio := want * (t.sum - n*want/2) / variance; {
		case ratio < math.Log(beta/(1-alpha)):
			return 0, false
		case ratio > math.Log((1-beta)/alpha) && t.n >= least:
			return list[0].promise(), true
		}
	}
	return 0, false
}

// play plays a batch of rounds on all workers and adds the results. If it runs out of time it adds nothing and returns
// false.
func (p *search) play(s game.State, side game.Side, own rival, list []rival, seed uint64, begun time.Time,
	limit float64,
) bool {
	var deadline time.Time
	if p.budget.time > 0 {
		deadline = begun.Add(time.Duration(limit*prudence*float64(p.budget.time)) - p.thought)
	}
	width := len(list) + 1
	p.results = append(p.results[:0], make([]float64, batch*width)...)
	var wg sync.WaitGroup
	for j, d := range p.workers {
		d.nodes = 0
		work := func() {
			for round := j; round < batch; round += len(p.workers) {
				row := p.results[round*width:][:width]
				row[0] = worth(d.playOut(s, side, own, p.horizon, seed+uint64(round), deadline), side)
				for i := range list {
					if !list[i].out {
						row[i+1] = worth(d.playOut(s, side, list[i], p.horizon, seed+uint64(round), deadline), side)
					}
				}
			}
		}
		if len(p.workers) == 1 {
			work()
		} else {
			wg.Go(work)
		}
	}
	wg.Wait()
	for _, d := range p.workers {
		p.spent += d.nodes
		p.nodes += d.nodes
	}
	if !deadline.IsZero() && time.Now().After(deadline) {
		return false
	}
	for round := range batch {
		row := p.results[round*width:][:width]
		for i := range list {
			if !list[i].out {
				list[i].add(row[i+1] - row[0])
			}
		}
	}
	return true
}

// worth returns the value of a forecast for a side.
func worth(f system.Forecast, side game.Side) float64 {
	v := f.Result + linear*f.Points
	if side == 1 {
		return -v
	}
	return v
}

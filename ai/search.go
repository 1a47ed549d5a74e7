package ai

import (
	"math"
	"sync"
	"time"

	"acies/dice"
	"acies/game"
	"acies/system"
)

// budget limits the thought for one activation; one of the two is set.
type budget struct {
	time  time.Duration
	nodes int // actions tried
}

// How the search goes about it.
const (
	horizon   = 1     // activations played on after the present one
	batch     = 4     // rounds between two looks at the results
	most      = 64    // rounds
	least     = 8     // rounds before a rival is judged
	doubt     = 3.0   // standard errors by which a rival must be better
	rivals    = 3     // of a single choice
	planShare = 0.6   // of the budget, for the plan of an activation
	oneShare  = 0.12  // for a single choice
	away      = 0.25  // for all choices in an activation of the enemy
	prudence  = 0.9   // of the time, so that a pause of the machine does not break the budget
	linear    = 0.004 // what a point counts beside the result, so that the winner and the loser go on trying
)

// planStyles are the ways to play an activation that are tried against the steady one.
var planStyles = []system.Style{system.Bold, system.Careful, system.Patient, system.Grasping}

// search plays as a centurion does, and before it does so looks at what else it could do. Each rival is played out
// against the centurion's choice under the same dice, on to some activations later, where the forecast judges; it is
// taken only if it is better beyond doubt. The moves of an activation are one choice, among ways to make them.
type search struct {
	budget  budget
	script  script // plays on in the chosen style
	workers []*worker
	results []float64
	legal   []game.Action

	activation uint64
	share      float64 // of the budget that may be spent in it
	spent      int
	thought    time.Duration
	nodes      int
}

// worker is where one goroutine plays a rival out.
type worker struct {
	work    game.State
	scripts [system.Styles]*script
	nodes   int
	rolls   []uint64 // made in this line of play
}

func newSearch(b budget, jobs int) *search {
	p := &search{budget: b, workers: make([]*worker, min(jobs, batch))}
	for i := range p.workers {
		d := &worker{}
		for st := range d.scripts {
			d.scripts[st] = &script{style: system.Style(st)}
		}
		p.workers[i] = d
	}
	return p
}

// Nodes returns how many actions have been tried.
func (p *search) Nodes() int { return p.nodes }

// Choose implements [Player].
func (p *search) Choose(s game.State, side game.Side, src game.Source) game.Action {
	p.legal = s.Legal(p.legal[:0])
	if len(p.legal) == 1 {
		return p.legal[0]
	}
	begun := time.Now()
	defer func() { p.thought += time.Since(begun) }()
	j := p.prepare(s)
	id, owner := j.Activation(s)
	p.enter(id, owner == side, s.Battle())
	switch j.Question(s) {
	case system.Plan:
		p.script.turn(p.plan(s, side, src.Uint64(), begun), s.Battle())
	case system.Single, system.Reaction:
		return p.single(s, side, src, begun)
	}
	return p.script.Choose(s, side, src)
}

// prepare readies the workers for a battle, and returns the judge.
func (p *search) prepare(s game.State) system.Judge {
	for _, d := range p.workers {
		if d.work == nil || d.work.Battle() != s.Battle() {
			d.work = s.Clone()
			for st, x := range d.scripts {
				x.turn(system.Style(st), s.Battle())
			}
		}
	}
	if p.script.battle != s.Battle() {
		p.script.turn(system.Steady, s.Battle())
	}
	return p.workers[0].scripts[system.Steady].judge
}

// turn makes a script play in a style.
func (p *script) turn(st system.Style, b game.Battle) {
	if p.battle != b || p.style != st {
		p.style, p.battle, p.judge = st, b, newJudge(b, st)
	}
}

// enter starts a new budget with a new activation; where a rulebook has none that is known, with each choice.
func (p *search) enter(activation uint64, mine bool, b game.Battle) {
	if activation == p.activation && activation != 0 {
		return
	}
	p.activation, p.spent, p.thought, p.share = activation, 0, 0, 1
	if !mine {
		p.share = away
	}
	p.script.turn(system.Steady, b)
}

// used returns the share of the budget that is spent.
func (p *search) used(begun time.Time) float64 {
	if p.budget.nodes > 0 {
		return float64(p.spent) / float64(p.budget.nodes)
	}
	return float64(p.thought+time.Since(begun)) / (prudence * float64(p.budget.time))
}

// rival is an alternative, with what is known of how it compares with the script's own choice.
type rival struct {
	first  *game.Action // nil: what the style says
	style  system.Style
	n      int
	sum    float64
	square float64
	out    bool
}

func (r *rival) mean() float64 { return r.sum / float64(r.n) }

// err is the standard error of the mean.
func (r *rival) err() float64 {
	m := r.mean()
	return math.Sqrt(max(r.square/float64(r.n)-m*m, 1e-8) / float64(r.n-1))
}

func (r *rival) add(d float64) {
	r.n++
	r.sum += d
	r.square += d * d
}

// plan chooses the style in which to play an activation.
func (p *search) plan(s game.State, side game.Side, seed uint64, begun time.Time) system.Style {
	list := make([]rival, len(planStyles))
	for i, st := range planStyles {
		list[i].style = st
	}
	if i := p.compare(s, side, rival{style: system.Steady}, list, seed, planShare, begun); i >= 0 {
		return list[i].style
	}
	return system.Steady
}

// single compares the script's choice with the next best.
func (p *search) single(s game.State, side game.Side, src game.Source, begun time.Time) game.Action {
	choice := p.script.Choose(s, side, src)
	list := p.next(choice, p.script.style)
	own := rival{first: &choice, style: p.script.style}
	share := oneShare
	if p.activation == 0 {
		share = 1
	}
	if i := p.compare(s, side, own, list, src.Uint64(), share, begun); i >= 0 {
		choice = *list[i].first
	}
	p.script.forget()
	return choice
}

// next returns the actions that the script has just rated next best to its choice; those of another order are none.
func (p *search) next(choice game.Action, st system.Style) []rival {
	legal, ratings := p.script.legal, p.script.ratings
	var list []rival
	for len(list) < rivals {
		at := -1
		for i := range legal {
			if legal[i] != choice && !listed(list, legal[i]) && (at < 0 || ratings[i] > ratings[at]) {
				at = i
			}
		}
		if at < 0 || ratings[at] <= system.Never/2 {
			break
		}
		a := legal[at]
		list = append(list, rival{first: &a, style: st})
	}
	return list
}

func listed(list []rival, a game.Action) bool {
	for i := range list {
		if *list[i].first == a {
			return true
		}
	}
	return false
}

// compare plays the rivals out against the own choice, with the same dice in each round, and returns the index of the
// one that is better beyond doubt, or -1. It goes on until all rivals are out or a share of the budget is spent.
func (p *search) compare(s game.State, side game.Side, own rival, list []rival, seed uint64, share float64,
	begun time.Time,
) int {
	limit := min(p.used(begun)+share, p.share)
	alive := len(list)
	for round := 0; round < most && alive > 0 && p.used(begun) < limit; round += batch {
		if !p.play(s, side, own, list, seed+uint64(round), begun, limit) {
			break
		}
		for i := range list {
			if r := &list[i]; !r.out && r.n >= least && r.mean()+doubt*r.err() < 0 {
				r.out = true
				alive--
			}
		}
	}
	at := -1
	for i := range list {
		r := &list[i]
		if r.out || r.n < least || r.mean() < doubt*r.err() {
			continue
		}
		if at < 0 || r.mean() > list[at].mean() {
			at = i
		}
	}
	return at
}

// play plays a batch of rounds, at all workers, and adds the results. It reports whether time sufficed.
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
				row[0] = worth(d.playOut(s, side, own, seed+uint64(round), deadline), side)
				for i := range list {
					if !list[i].out {
						row[i+1] = worth(d.playOut(s, side, list[i], seed+uint64(round), deadline), side)
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

// playOut plays on from a state, in which what the side cannot know is drawn anew: the rival's way to the end of the
// activation, then the steady way for some more. It returns what can be expected then, or anything if the time is up.
func (d *worker) playOut(s game.State, side game.Side, r rival, seed uint64, deadline time.Time) system.Forecast {
	src := dice.New(seed ^ golden)
	w := d.work
	w.CopyFrom(s)
	w.Resample(side, dice.New(seed))
	d.rolls = d.rolls[:0]
	way, reply := d.scripts[r.style], d.scripts[system.Steady]
	way.forget()
	reply.forget()
	if r.first != nil {
		w.Apply(*r.first, nil)
		d.nodes++
	}
	j := reply.judge
	at, _ := j.Activation(w)
	passed := 0
	for w.ToAct() != game.Nobody {
		if now, _ := j.Activation(w); now != at {
			at = now
			if passed++; passed > horizon {
				break
			}
		}
		var a game.Action
		switch who := w.ToAct(); {
		case who == game.Nature:
			a = w.Roll(d.dice(j.Roll(w), seed))
		case who == side && passed == 0:
			a = way.Choose(w, who, src)
		default:
			a = reply.Choose(w, who, src)
		}
		w.Apply(a, nil)
		if d.nodes++; d.nodes&15 == 0 && !deadline.IsZero() && time.Now().After(deadline) {
			return system.Forecast{}
		}
	}
	return j.Forecast(w)
}

// golden spreads seeds.
const golden = 0x9e3779b97f4a7c15

// dice returns what a roll is drawn from. The same roll has the same dice in every line of play of a round, whatever
// was rolled before it: else one die more or less would make all that follows differ by chance.
func (d *worker) dice(roll, seed uint64) game.Source {
	times := uint64(0)
	for _, r := range d.rolls {
		if r == roll {
			times++
		}
	}
	d.rolls = append(d.rolls, roll)
	return dice.New((seed*golden+roll)*golden + times)
}

// worth is what a forecast is worth to a side.
func worth(f system.Forecast, side game.Side) float64 {
	v := f.Result + linear*f.Points
	if side == 1 {
		return -v
	}
	return v
}

package ai

import (
	"math"
	"sync"
	"time"

	"acies/dice"
	"acies/game"
	"acies/system"
)

// budget limits the search for one activation; exactly one of the fields is set.
type budget struct {
	time  time.Duration
	nodes int // actions tried
}

// Parameters of the search.
const (
	horizon   = 1     // activations played out after the current one
	batch     = 4     // rounds before the results are checked
	most      = 64    // rounds at most
	least     = 8     // rounds before a rival is judged
	doubt     = 3.0   // standard errors by which a rival must be better
	rivals    = 3     // alternatives to a single choice
	planShare = 0.6   // share of the budget for the plan of an activation
	oneShare  = 0.12  // share for a single choice
	away      = 0.25  // share for all choices in an activation of the enemy
	prudence  = 0.9   // share of the time used, so that a pause of the machine does not break the budget
	linear    = 0.004 // weight of a point beside the result, so that a side that is clearly winning or losing keeps trying
)

// planStyles are the styles in which an activation is tried, against the steady one.
var planStyles = []system.Style{system.Bold, system.Careful, system.Patient, system.Grasping}

// search plays like a centurion, but tries alternatives first. Each alternative, called a rival, is played out with the
// same dice as the centurion's choice up to a forecast some activations later. A rival is taken only if it is better by
// a statistically clear margin. The moves of an activation are one choice: the style in which they are made.
type search struct {
	budget  budget
	script  script // plays in the chosen style
	workers []*worker
	results []float64
	legal   []game.Action

	activation uint64
	share      float64 // of the budget, for this activation
	spent      int
	thought    time.Duration
	nodes      int
}

// worker holds what one goroutine needs to play out rivals.
type worker struct {
	work    game.State
	scripts [system.Styles]*script
	nodes   int
	rolls   []uint64 // so far in this playout
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
		p.script.setStyle(p.plan(s, side, src.Uint64(), begun), s.Battle())
	case system.Single, system.Reaction:
		return p.single(s, side, src, begun)
	}
	return p.script.Choose(s, side, src)
}

// prepare sets up the workers for the battle of s and returns its judge.
func (p *search) prepare(s game.State) system.Judge {
	for _, d := range p.workers {
		if d.work == nil || d.work.Battle() != s.Battle() {
			d.work = s.Clone()
			for st, x := range d.scripts {
				x.setStyle(system.Style(st), s.Battle())
			}
		}
	}
	if p.script.battle != s.Battle() {
		p.script.setStyle(system.Steady, s.Battle())
	}
	return p.workers[0].scripts[system.Steady].judge
}

// setStyle makes a script play a battle in a style.
func (p *script) setStyle(st system.Style, b game.Battle) {
	if p.battle != b || p.style != st {
		p.style, p.battle, p.judge = st, b, newJudge(b, st)
	}
}

// enter starts a new budget if the activation is a new one. Where the rulebook reports no activations, every choice
// has a new budget.
func (p *search) enter(activation uint64, mine bool, b game.Battle) {
	if activation == p.activation && activation != 0 {
		return
	}
	p.activation, p.spent, p.thought, p.share = activation, 0, 0, 1
	if !mine {
		p.share = away
	}
	p.script.setStyle(system.Steady, b)
}

// used returns the share of the budget that has been spent.
func (p *search) used(begun time.Time) float64 {
	if p.budget.nodes > 0 {
		return float64(p.spent) / float64(p.budget.nodes)
	}
	return float64(p.thought+time.Since(begun)) / (prudence * float64(p.budget.time))
}

// rival is an alternative, with the statistics of how much better it did than the script's own choice.
type rival struct {
	first  *game.Action // nil: as the style chooses
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

// single returns the script's choice, or one of the next best actions if that is clearly better.
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

// next returns the actions that the script has just rated next best after its choice. Actions rated as never to be
// taken are left out.
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

// compare plays out the rivals and own, the script's choice, with the same dice in each round. It returns the index of
// the best rival that is clearly better than own, or -1. It stops when all rivals are out or the share of the budget is
// spent.
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

// playOut plays from a copy of s in which everything unknown to the side is drawn at random: in the rival's style to the
// end of the activation, then in the steady style for horizon more. It returns the forecast at that point; if the time
// runs out, the value means nothing.
func (d *worker) playOut(s game.State, side game.Side, r rival, seed uint64, deadline time.Time) system.Forecast {
	src := dice.New(seed ^ golden)
	w := d.work
	w.CopyFrom(s)
	w.Resample(side, dice.New(seed))
	d.rolls = d.rolls[:0]
	mine, steady := d.scripts[r.style], d.scripts[system.Steady]
	mine.forget()
	steady.forget()
	if r.first != nil {
		w.Apply(*r.first, nil)
		d.nodes++
	}
	j := steady.judge
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
			a = mine.Choose(w, who, src)
		default:
			a = steady.Choose(w, who, src)
		}
		w.Apply(a, nil)
		if d.nodes++; d.nodes&15 == 0 && !deadline.IsZero() && time.Now().After(deadline) {
			return system.Forecast{}
		}
	}
	return j.Forecast(w)
}

// golden turns consecutive seeds into ones that differ in many bits.
const golden = 0x9e3779b97f4a7c15

// dice returns the source of a roll. The same roll has the same dice in every playout of a round, whatever was rolled
// before it; otherwise one die more or less would change all later rolls at random.
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

// worth returns the value of a forecast for a side.
func worth(f system.Forecast, side game.Side) float64 {
	v := f.Result + linear*f.Points
	if side == 1 {
		return -v
	}
	return v
}

package ai

import (
	"slices"
	"time"

	"acies/game"
	"acies/system"
)

// budget limits the search for one activation; exactly one of the fields is set.
type budget struct {
	time  time.Duration
	nodes int // actions tried
}

// Shares of the budget of an activation.
const (
	planShare   = 0.6  // for the plan of an activation
	replanShare = 0.25 // of what is left, for the plan of the rest of it
	orderShare  = 0.4  // for who acts next
	oneShare    = 0.12 // for any other choice, for each activation that is played out
	away        = 0.25 // for all choices in an activation of the enemy
	prudence    = 0.9  // share of the time used, so that a pause of the machine does not break the budget
)

// rivals is the number of alternatives to a choice that is not a plan.
const rivals = 3

// planStyles are the styles in which an activation is tried, against the steady one.
var planStyles = []system.Style{system.Bold, system.Careful, system.Patient, system.Grasping}

// search plays like a centurion, but tries alternatives first. Each alternative, called a rival, is played out with the
// same dice as the centurion's choice up to a forecast some activations later. A rival is taken only if rounds that had no
// part in choosing it confirm that it is better. The moves of an activation are not searched one by one. What is tried
// instead, before each of them, is another style for those that are left; an order within an activation is tried in other
// styles too. Which kinds of choices are searched and how far is part of the tuning of a battle.
type search struct {
	budget  budget
	look    system.Search
	fixed   bool   // look was not taken from the tuning of the battle and stays
	script  script // plays in the chosen style
	workers []*worker
	results []float64
	legal   []game.Action
	horizon int // of the present choice

	activation uint64
	planned    bool    // the plan of this activation was made, at least once
	share      float64 // of the budget, for this activation
	spent      int
	thought    time.Duration
	nodes      int
}

func newSearch(b budget, jobs int) *search {
	p := &search{budget: b, workers: make([]*worker, min(jobs, batch))}
	for i := range p.workers {
		p.workers[i] = newWorker()
	}
	return p
}

// Kinds returns the kinds of choices that can be searched, as [system.Search] names them.
func Kinds() []string {
	var list []string
	for _, st := range planStyles {
		list = append(list, planKind(st))
	}
	for _, q := range []system.Question{
		system.Order, system.Attack, system.Shot, system.Single, system.Retreat, system.Advance, system.Reaction,
	} {
		list = append(list, q.String())
	}
	return list
}

// planKind returns the kind of choice that a plan in a style is.
func planKind(st system.Style) string { return system.Plan.String() + "-" + st.String() }

// unprobed returns how a battle is searched for which nothing was measured: every kind of choice, one activation ahead
// except where that was too short in every battle that was probed.
func unprobed() system.Search {
	s := system.Search{}
	for _, kind := range Kinds() {
		s[kind] = system.Look{Horizon: 1, Slope: 1}
	}
	s[system.Order.String()] = system.Look{Horizon: 3, Slope: 0.85}
	s[system.Attack.String()] = system.Look{Horizon: 2, Slope: 0.9}
	return s
}

// searchOf returns how a battle is searched.
func searchOf(b game.Battle) system.Search {
	if x, ok := system.Of(b).(system.Tunable); ok {
		if s := x.Tuning(b).Search; s != nil {
			return s
		}
	}
	return unprobed()
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
	q := j.Question(s)
	own, list := p.alternatives(q, s, side, src)
	if len(list) > 0 {
		if i, _ := p.compare(s, side, own, list, src.Uint64(), p.shareOf(j, s, p.used(begun)), begun); i >= 0 {
			own = list[i]
		}
		p.script.setStyle(own.style, s.Battle())
		if q == system.Plan {
			p.planned = id != 0
		}
	}
	if own.first == nil {
		return p.script.Choose(s, side, src)
	}
	p.script.forget()
	return *own.first
}

// prepare sets up the workers for the battle of s and returns its judge.
func (p *search) prepare(s game.State) system.Judge {
	for _, d := range p.workers {
		d.prepare(s)
	}
	if p.script.battle != s.Battle() {
		p.script.setStyle(system.Steady, s.Battle())
		if !p.fixed {
			p.look = searchOf(s.Battle())
		}
	}
	return p.workers[0].scripts[system.Steady].judge
}

// setStyle makes a script play a battle in a style.
func (p *script) setStyle(st system.Style, b game.Battle) {
	if p.battle != b || p.style != st {
		p.style, p.battle, p.judge = st, b, newJudge(b, st)
	}
}

// enter starts a new budget if the activation is a new one, and ends the plan of the last one. Between activations every
// choice has a new budget, and a plan that is chosen there is for the next activation.
func (p *search) enter(activation uint64, mine bool, b game.Battle) {
	if activation == p.activation && activation != 0 {
		return
	}
	if p.activation != 0 || !mine {
		p.script.setStyle(system.Steady, b)
	}
	p.activation, p.planned, p.spent, p.thought, p.share = activation, false, 0, 0, 1
	if !mine {
		p.share = away
	}
}

// shareOf returns the share of the budget for a choice, of which so much is spent. Where nothing is known about activations it is the whole.
func (p *search) shareOf(j system.Judge, s game.State, spent float64) float64 {
	if _, unknown := j.(noJudge); unknown {
		return 1
	}
	switch q := j.Question(s); {
	case q == system.Plan && p.planned:
		return replanShare * (p.share - spent)
	case q == system.Plan:
		return planShare
	case p.look[q.String()].Share > 0:
		return p.look[q.String()].Share
	case q == system.Order:
		return orderShare
	}
	return oneShare * float64(p.horizon)
}

// used returns the share of the budget that has been spent.
func (p *search) used(begun time.Time) float64 {
	if p.budget.nodes > 0 {
		return float64(p.spent) / float64(p.budget.nodes)
	}
	return float64(p.thought+time.Since(begun)) / (prudence * float64(p.budget.time))
}

// horizonOf returns the number of activations that are played out for a kind of choice; 1 for one that is not searched.
func (p *search) horizonOf(q system.Question) int {
	horizon := max(1, p.look[q.String()].Horizon)
	if q == system.Plan {
		for _, st := range planStyles {
			horizon = max(horizon, p.look[planKind(st)].Horizon)
		}
	}
	return horizon
}

// alternatives returns the script's choice of a kind and the alternatives that are worth a search in this battle, and sets
// the horizon.
func (p *search) alternatives(q system.Question, s game.State, side game.Side, src game.Source) (own rival, list []rival) {
	p.horizon = p.horizonOf(q)
	if q == system.Plan {
		return rival{style: p.script.style}, p.styles()
	}
	look, ok := p.look[q.String()]
	if !ok {
		return own, nil
	}
	choice := p.script.Choose(s, side, src)
	own = rival{style: p.script.style, first: &choice}
	for _, a := range p.next(choice) {
		list = append(list, rival{kind: q.String(), slope: look.Slope, style: p.script.style, first: &a})
	}
	if q == system.Order && p.activation != 0 {
		list = append(list, p.styles()...)
	}
	return own, list
}

// styles returns the styles other than the present one that are worth a search in this battle. To go back to the steady
// style is as doubtful as it was to leave it.
func (p *search) styles() (list []rival) {
	present := p.script.style
	for _, st := range planStyles {
		if look, ok := p.look[planKind(st)]; ok && st != present {
			list = append(list, rival{kind: planKind(st), slope: look.Slope, style: st})
		}
	}
	if present != system.Steady {
		kind := planKind(present)
		list = append(list, rival{kind: kind, slope: p.look[kind].Slope, style: system.Steady})
	}
	return list
}

// next returns the actions that the script has just rated next best after its choice. Actions rated as never to be
// taken are left out.
func (p *search) next(choice game.Action) []game.Action {
	legal, ratings := p.script.legal, p.script.ratings
	var list []game.Action
	for len(list) < rivals {
		at := -1
		for i := range legal {
			if legal[i] != choice && !slices.Contains(list, legal[i]) && (at < 0 || ratings[i] > ratings[at]) {
				at = i
			}
		}
		if at < 0 || ratings[at] <= system.Never/2 {
			break
		}
		list = append(list, legal[at])
	}
	return list
}

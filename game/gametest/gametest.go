// Package gametest plays any rulebook at random and checks that it keeps the contract of package game. Every rulebook
// passes [Run] in its tests; [Play] does the same for one game outside of a test.
package gametest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"acies/game"
	"acies/record"
)

// Property is one promise of the contract, by the name it has in reports.
type Property string

const (
	DeadEnd  Property = "dead-end" // there are choices unless the game is over, and then nobody is to act
	Offered  Property = "offered"  // what Legal lists, Check accepts, Apply carries out and the view shows
	Refused  Property = "refused"  // what Legal does not list is refused with key and clause, and nothing changes
	Order    Property = "order"    // Legal lists an action once, in a fixed order, after what is in buf
	Clone    Property = "clone"    // clones and copies are equal and independent
	Encode   Property = "encode"   // a state survives being written and read, and its hash tells it from others
	Notation Property = "notation" // an action survives being written and read
	Replay   Property = "replay"   // the same actions give the same states, with a sink and without
	Undo     Property = "undo"     // undo gives the state before, and takes back nothing that a side has learnt
	Chance   Property = "chance"   // the outcomes open to Nature are those of Legal, with weights
	Leak     Property = "leak"     // nothing that a side sees depends on what it may not know
	Explain  Property = "explain"  // explanations add up
	Limits   Property = "limits"   // the rulebook's own limits hold: see Options
	Bound    Property = "bound"    // the game ends within Bound actions
	Damage   Property = "damage"   // Decode refuses what AppendBinary did not write, and never panics
	Panic    Property = "panic"    // nothing panics
)

// Options say how thoroughly to play. The zero value is a good start.
type Options struct {
	Games      int    // played by Run; 0 means 20
	Seed       uint64 // of the first game of Run; the others have the seeds that follow
	MaxActions int    // give up after that many; 0 means the Bound of the battle
	ProbeEvery int    // the costly properties are checked once in so many steps, on average; 0 means 16
	Sample     int    // so many actions, offered or not, are tried in each check; 0 means 16

	// Continuous says that Check accepts more than Legal lists.
	Continuous bool
	// Limits, if not nil, checks what must hold in every state of this rulebook: strengths, stacking, the map.
	Limits func(game.State) error
}

// Violation is one promise broken.
type Violation struct {
	Property Property
	Step     int // actions played before
	Detail   string
}

func (v Violation) String() string {
	return fmt.Sprintf("after %d actions: %s: %s", v.Step, v.Property, v.Detail)
}

// Report is what became of one game.
type Report struct {
	Actions    int
	Violations []Violation // the first few of each property
	Outcome    game.Outcome
}

// Run plays games on all processors and reports every violation as an error of the test.
func Run(t testing.TB, b game.Battle, opt Options) {
	t.Helper()
	if opt.Games == 0 {
		opt.Games = 20
	}
	reports := make([]Report, opt.Games)
	Each(opt.Games, func(i int) { reports[i] = Play(b, opt.Seed+uint64(i), opt) })
	for i, r := range reports {
		for _, v := range r.Violations {
			t.Errorf("game with seed %d: %v", opt.Seed+uint64(i), v)
		}
	}
}

// Each calls f for every number below n, on all processors at once.
func Each(n int, f func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}

// Play plays one game at random and checks it on the way. The report depends on nothing but the arguments, and the
// actions played not even on how often the game is probed.
func Play(b game.Battle, seed uint64, opt Options) Report {
	if opt.ProbeEvery == 0 {
		opt.ProbeEvery = 16
	}
	if opt.Sample == 0 {
		opt.Sample = 16
	}
	p := &play{
		battle: b,
		opt:    opt,
		choice: rand.NewPCG(seed, 1),
		probe:  rand.NewPCG(seed, 2),
	}
	p.guard("playing", p.run)
	p.guard("replaying", p.replay)
	p.report.Actions = len(p.actions)
	return p.report
}

// play is one game being played.
type play struct {
	battle   game.Battle
	opt      Options
	choice   game.Source // decides the game
	probe    game.Source // decides what is checked
	report   Report
	failures int // with those that the report leaves out
	actions  []game.Action
	hashes   []uint64 // before the first action and after each

	legal []game.Action // open in the current state
	past  []game.Action // offered at some time
	now   []byte        // the current state, encoded
}

// fail notes a violation at the current step. The first few of a property tell all.
func (p *play) fail(prop Property, format string, args ...any) {
	const most = 3
	p.failures++
	n := 0
	for _, v := range p.report.Violations {
		if v.Property == prop {
			n++
		}
	}
	if n < most {
		p.report.Violations = append(p.report.Violations, Violation{prop, len(p.actions), fmt.Sprintf(format, args...)})
	}
}

// guard calls f and notes a panic in it as a violation.
func (p *play) guard(doing string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			p.fail(Panic, "%s: %v, %s", doing, r, origin())
		}
	}()
	f()
}

// origin returns the place of the panic being recovered from.
func origin() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs[:])])
	panicked := false
	for {
		f, more := frames.Next()
		if panicked && !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("in %s (%s:%d)", f.Function, filepath.Base(f.File), f.Line)
		}
		panicked = panicked || f.Function == "runtime.gopanic"
		if !more {
			return "in an unknown place"
		}
	}
}

// run plays the game to its end, or until it cannot go on.
func (p *play) run() {
	s := p.battle.Start()
	p.hashes = append(p.hashes, s.Hash())
	for p.step(s) {
	}
	p.report.Outcome = s.Outcome()
}

// step checks a state and plays an action; it reports whether to go on.
func (p *play) step(s game.State) bool {
	p.legal = s.Legal(p.legal[:0])
	if !p.alive(s) {
		return false
	}
	if p.opt.Limits != nil {
		if err := p.opt.Limits(s); err != nil {
			p.fail(Limits, "%v", err)
		}
	}
	over := s.ToAct() == game.Nobody
	if n := len(p.actions); n == 0 || over || game.Intn(p.probe, p.opt.ProbeEvery) == 0 {
		if !p.probeAll(s) {
			return false
		}
	}
	if over {
		return false
	}
	if n := len(p.actions); n >= p.battle.Bound() {
		p.fail(Bound, "the game goes on after %d actions, its bound", n)
		return false
	} else if p.opt.MaxActions > 0 && n >= p.opt.MaxActions {
		return false
	}
	return p.advance(s)
}

// alive reports whether the game can go on or is properly over.
func (p *play) alive(s game.State) bool {
	side, over := s.ToAct(), s.Outcome().Over
	switch {
	case side < game.Nobody || int(side) >= p.battle.Sides():
		p.fail(DeadEnd, "side %d is to act, and there is no such side", side)
	case over != (side == game.Nobody):
		p.fail(DeadEnd, "side %d is to act and the outcome says over: %t", side, over)
	case over && len(p.legal) > 0:
		p.fail(DeadEnd, "the game is over and %q is offered", p.battle.Format(p.legal[0]))
	case !over && len(p.legal) == 0:
		p.fail(DeadEnd, "side %d is to act and has no choice", side)
	default:
		return true
	}
	return false
}

// advance plays a random action; it reports whether the rulebook let it.
func (p *play) advance(s game.State) bool {
	a := p.legal[game.Intn(p.choice, len(p.legal))]
	p.past = append(p.past, a)
	if s.ToAct() == game.Nature {
		if r := s.Roll(p.choice); slices.Contains(p.legal, r) {
			a = r
		} else {
			p.fail(Chance, "Roll yields %+v, which is not open to Nature", r)
		}
	}
	p.notation(a)
	if r := s.Check(a); r != nil {
		p.fail(Offered, "Check refuses %q: %v", p.battle.Format(a), r)
	}
	if r := s.Apply(a, nil); r != nil {
		p.fail(Offered, "Apply refuses %q: %v", p.battle.Format(a), r)
		return false
	}
	p.actions = append(p.actions, a)
	p.hashes = append(p.hashes, s.Hash())
	return true
}

// replay plays the same actions again, as a record, and takes some back on the way.
func (p *play) replay() {
	actions := p.actions
	defer func() { p.actions = actions }()
	g, err := record.New(p.battle, record.Header{Dice: record.ByHand})
	if err != nil {
		p.fail(Replay, "%v", err)
		return
	}
	for i := range actions {
		p.actions = actions[:i] // where a violation will be said to be
		if !p.redo(g, actions[i]) {
			return
		}
		if game.Intn(p.probe, p.opt.ProbeEvery) == 0 && !p.undo(g, actions[:i+1]) {
			return
		}
	}
}

// redo plays the next action of the game again.
func (p *play) redo(g *record.Game, a game.Action) bool {
	do := g.Do
	if g.State().ToAct() == game.Nature {
		do = g.RollByHand
	}
	if err := do(a, new(game.Events)); err != nil {
		p.fail(Replay, "%q is refused: %v", p.battle.Format(a), err)
		return false
	}
	n := len(g.Entries())
	if got := g.State().Hash(); got != p.hashes[n] {
		p.fail(Replay, "%q gives the state %016x, before it gave %016x", p.battle.Format(a), got, p.hashes[n])
		return false
	}
	return true
}

// undo takes back as many of the actions as it can, then plays them again.
func (p *play) undo(g *record.Game, actions []game.Action) bool {
	for g.CanUndo() == nil {
		e, err := g.Undo()
		if err != nil {
			p.fail(Undo, "%v", err)
			return false
		}
		n := len(g.Entries())
		if got := g.State().Hash(); got != p.hashes[n] {
			p.fail(Undo, "without %q the state is %016x, before it was %016x", e.Do, got, p.hashes[n])
			return false
		}
	}
	for _, a := range actions[len(g.Entries()):] {
		if !p.redo(g, a) {
			return false
		}
	}
	return true
}

// probeAll checks the costly properties of a state; it reports whether the state is still the same.
func (p *play) probeAll(s game.State) bool {
	p.now = s.AppendBinary(p.now[:0])
	var after []byte
	for _, pr := range probes {
		before := p.failures
		p.guard("checking "+string(pr.property), func() { pr.run(p, s) })
		if after = s.AppendBinary(after[:0]); !bytes.Equal(after, p.now) {
			p.fail(pr.property, "checking it changed the state")
			return false
		}
		if pr.basic && p.failures > before {
			return true
		}
	}
	return true
}

// Package gametest plays games of any rulebook at random and checks that the rulebook keeps the contract of package game.
// Every rulebook calls [Run] in its tests; [Play] does the same for one game outside a test.
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

// Property is the name of one promise of the contract, as reports show it.
type Property string

const (
	DeadEnd  Property = "dead-end" // there are choices unless the game is over, and then nobody is to act
	Offered  Property = "offered"  // every action that Legal lists is accepted by Check and Apply and is in the view
	Refused  Property = "refused"  // an action that Legal does not list is refused with key and clause, and nothing changes
	Order    Property = "order"    // Legal lists an action once, in a fixed order, after what is in buf
	Clone    Property = "clone"    // clones and copies are equal and independent
	Readers  Property = "readers"  // what reads a state never writes to it, not even for a moment; the race detector sees it
	Encode   Property = "encode"   // a state is the same after being written and read, and its hash differs from others
	Notation Property = "notation" // an action is the same after being written and read
	Replay   Property = "replay"   // the same actions give the same states, with a sink and without
	Undo     Property = "undo"     // undo restores the previous state, and is impossible once a side has learnt something
	Chance   Property = "chance"   // the outcomes of a roll are those in Legal, with weights
	Leak     Property = "leak"     // nothing that a viewer sees depends on what it may not know
	Explain  Property = "explain"  // explanations add up
	Limits   Property = "limits"   // the rulebook's own limits hold: see [Options]
	Bound    Property = "bound"    // the game ends within Bound actions
	Damage   Property = "damage"   // Decode refuses bytes that AppendBinary did not write, and never panics
	Panic    Property = "panic"    // nothing panics
)

// Options says how thoroughly to test. The zero value is a good start.
type Options struct {
	Games      int    // played by Run; 0 means 20
	Seed       uint64 // of the first game of Run; each following game has the next seed
	MaxActions int    // stop a game after this many; 0 means the Bound of the battle
	ProbeEvery int    // average number of steps between checks of the costly properties; 0 means 16
	Sample     int    // number of actions, legal or not, tried in each check; 0 means 16

	// Continuous says that Check accepts more than Legal lists, as it may for every [game.Proposer].
	Continuous bool
	// Limits, if not nil, checks what must hold in every state of this rulebook: strengths, stacking, the map.
	Limits func(game.State) error
}

// Violation is one broken promise.
type Violation struct {
	Property Property
	Step     int // actions played before
	Detail   string
}

func (v Violation) String() string {
	return fmt.Sprintf("after %d actions: %s: %s", v.Step, v.Property, v.Detail)
}

// Report is the result of one game.
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

// Each calls f for every number from 0 to n-1, on all processors.
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

// Play plays one game at random and checks it at every step. The report depends only on the arguments, and the actions
// played do not depend on how often the game is probed.
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

// play is one game in progress.
type play struct {
	battle   game.Battle
	opt      Options
	choice   game.Source // decides the game
	probe    game.Source // decides what is checked
	report   Report
	failures int // including those that the report leaves out
	actions  []game.Action
	hashes   []uint64 // before the first action and after each

	legal []game.Action // legal in the current state
	past  []game.Action // legal in an earlier state
	now   []byte        // the current state, encoded
}

// fail reports a violation at the current step. It keeps only the first few of each property.
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

// guard calls f and reports a panic in it as a violation.
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

// run plays the game to its end, or until it cannot be continued.
func (p *play) run() {
	s := p.battle.Start()
	p.hashes = append(p.hashes, s.Hash())
	for p.step(s) {
	}
	p.report.Outcome = s.Outcome()
}

// step checks a state and plays an action. It reports whether the game continues.
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
		p.fail(Bound, "the game has not ended after %d actions, its bound", n)
		return false
	} else if p.opt.MaxActions > 0 && n >= p.opt.MaxActions {
		return false
	}
	return p.advance(s)
}

// alive reports whether the game can be continued or is properly over.
func (p *play) alive(s game.State) bool {
	side, over := s.ToAct(), s.Outcome().Over
	switch {
	case side < game.Nobody || int(side) >= p.battle.Sides():
		p.fail(DeadEnd, "side %d is to act, which does not exist", side)
	case over != (side == game.Nobody):
		p.fail(DeadEnd, "side %d is to act, but Over of the outcome is %t", side, over)
	case over && len(p.legal) > 0:
		p.fail(DeadEnd, "the game is over, but %q is legal", p.battle.Format(p.legal[0]))
	case !over && len(p.legal) == 0:
		p.fail(DeadEnd, "side %d is to act, but has no legal action", side)
	default:
		return true
	}
	return false
}

// advance plays a random legal action. It reports whether the rulebook accepted it.
func (p *play) advance(s game.State) bool {
	a := p.legal[game.Intn(p.choice, len(p.legal))]
	p.past = append(p.past, a)
	if s.ToAct() == game.Nature {
		if r := s.Roll(p.choice); slices.Contains(p.legal, r) {
			a = r
		} else {
			p.fail(Chance, "Roll returns %+v, which is not a possible outcome", r)
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

// replay replays the same actions as a record, and undoes and redoes some of them.
func (p *play) replay() {
	actions := p.actions
	defer func() { p.actions = actions }()
	g, err := record.New(p.battle, record.Header{Dice: record.ByHand})
	if err != nil {
		p.fail(Replay, "%v", err)
		return
	}
	for i := range actions {
		p.actions = actions[:i] // the step that a violation reports
		if !p.redo(g, actions[i]) {
			return
		}
		if game.Intn(p.probe, p.opt.ProbeEvery) == 0 && !p.undo(g, actions[:i+1]) {
			return
		}
	}
}

// redo plays the next action of the game again and compares the state. It reports whether that worked.
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
		p.fail(Replay, "%q now gives the state %016x, first it gave %016x", p.battle.Format(a), got, p.hashes[n])
		return false
	}
	return true
}

// undo undoes as many of the actions as it can, then plays them again. It reports whether that worked.
func (p *play) undo(g *record.Game, actions []game.Action) bool {
	for g.CanUndo() == nil {
		e, err := g.Undo()
		if err != nil {
			p.fail(Undo, "%v", err)
			return false
		}
		n := len(g.Entries())
		if got := g.State().Hash(); got != p.hashes[n] {
			p.fail(Undo, "after undoing %q the state is %016x, expected %016x", e.Do, got, p.hashes[n])
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

// probeAll checks the costly properties of a state. It reports whether the state is unchanged.
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

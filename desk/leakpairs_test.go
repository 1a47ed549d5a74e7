package desk_test

import (
	"bytes"
	"math"
	"reflect"
	"slices"
	"sync"
	"testing"

	"acies/bot"
	"acies/desk"
	"acies/dice"
	"acies/game"
	"acies/record"
	"acies/system"
	_ "acies/systems"
)

// A leak is found by playing two games side by side that differ only in what a viewer cannot know. Wherever they are the
// same to him by the rules, every byte that he is sent must be the same. What he knows by the rules is decided by a game of
// the sound rulebook, which is played along with that in which a leak may be planted.

// played is one of the two games.
type played struct {
	game     *record.Game
	sound    *record.Game
	steps    []desk.Step
	changes  record.Changes
	messages bot.Messages
}

// bench plays pairs of games for one viewer.
type bench struct {
	*search
	t      *testing.T
	viewer game.Side
	seen   desk.Viewer // for whom the desk is made: the viewer, unless a leak is planted there
	src    *dice.PCG
	games  [2]*played
	alike  bool // the enemy chooses the same in both games where he can, so that they go on for longer
	fork   *fork
}

// fork is the last moment at which both games were the same and somebody was about to choose what the viewer may not see. The
// games come back to it where they cannot go on, because a secret that differs is about to come out.
type fork struct {
	games [2]played
	marks [2][2]record.Mark // of both games of each
	left  int               // how often other choices are tried, before both games choose the same and go on
}

// forks is how many pairs a secret that comes out soon is worth.
const forks = 6

func (x *bench) begin() {
	for i := range x.games {
		g := &played{changes: record.CountChanges(x.faulty), messages: bot.NewMessages(x.faulty, x.viewer, x.words)}
		h := record.Header{Battle: x.id, Pack: x.pack, Seed: "a seed that nobody is told"}
		var err error
		if g.game, err = record.New(x.faulty, h); err != nil {
			x.t.Fatal(err)
		}
		if g.sound, err = record.New(x.sound, h); err != nil {
			x.t.Fatal(err)
		}
		x.games[i] = g
	}
}

// do carries out an action in one of the games.
func (x *bench) do(i int, a game.Action) {
	g := x.games[i]
	out, err := g.game.Play([]game.Action{a}, record.Rolls{Wait: true}, nil)
	if err != nil {
		x.t.Fatal(err)
	}
	if _, err := g.sound.Play([]game.Action{a}, record.Rolls{Wait: true}, nil); err != nil {
		x.t.Fatal(err)
	}
	step := &out.Steps[0]
	g.steps = append(g.steps, desk.Step{Step: step, Told: &sync.Map{}})
	g.changes = g.changes.Add(&step.Entry)
	for _, e := range step.Events {
		g.messages.Event(e)
	}
}

func (x *bench) undo(i int) {
	g := x.games[i]
	e, err := g.game.Undo()
	if err != nil {
		x.t.Fatal(err)
	}
	if _, err := g.sound.Undo(); err != nil {
		x.t.Fatal(err)
	}
	g.steps = g.steps[:len(g.steps)-1]
	g.changes = g.changes.Add(&e)
}

// shown is an action as the viewer may see it.
type shown struct {
	action game.Action
	ok     bool
}

func (x *bench) shown(s game.State, a game.Action) shown {
	b, ok := s.Shown(a, x.viewer)
	if !ok {
		return shown{}
	}
	return shown{b, true}
}

// fighting are the verbs that lead to combat, and so to questions that are seldom asked in games at random.
var fighting = []string{"shoot", "target", "melee", "attack", "with", "again", "reroll"}

// pick returns a random action in a state that the viewer sees as want, or as anything if want is nil.
func (x *bench) pick(s game.State, want *shown) (game.Action, bool) {
	legal := s.Legal(nil)
	if want == nil && game.Intn(x.src, 2) == 0 {
		likely := x.fierce
		if x.same() {
			likely = x.brief
		}
		if list := likely(s, legal); len(list) > 0 {
			legal = list
		}
	}
	if want != nil {
		legal = slices.DeleteFunc(legal, func(a game.Action) bool { return x.shown(s, a) != *want })
	}
	if len(legal) == 0 {
		return game.Action{}, false
	}
	return legal[game.Intn(x.src, len(legal))], true
}

// brief returns the actions that only end a step: while both games are the same there is nothing to compare.
func (x *bench) brief(s game.State, legal []game.Action) []game.Action {
	b := s.Battle()
	return slices.DeleteFunc(slices.Clone(legal), func(a game.Action) bool { return !b.Choice(a).Ends })
}

// fierce returns the actions that lead to combat, or else the moves that end nearest to the enemy.
func (x *bench) fierce(s game.State, legal []game.Action) []game.Action {
	b := s.Battle()
	fights := slices.DeleteFunc(slices.Clone(legal), func(a game.Action) bool { return !slices.Contains(fighting, b.Choice(a).Verb) })
	if len(fights) > 0 || x.sheet == nil || s.ToAct() < 0 {
		return fights
	}
	var enemies []system.Place
	for _, p := range s.View(game.Nobody).Pieces {
		if p.Place >= 0 && x.sheet.Pieces[p.Piece].Side == int(s.ToAct().Other()) {
			enemies = append(enemies, x.sheet.Places[p.Place])
		}
	}
	var best []game.Action
	nearest := math.Inf(1)
	for _, a := range legal {
		for _, o := range b.Choice(a).Operands {
			if o.Kind != game.Place || o.Role != game.Goal {
				continue
			}
			at, far := x.sheet.Places[o.N], math.Inf(1)
			for _, e := range enemies {
				far = min(far, math.Hypot(at.X-e.X, at.Y-e.Y))
			}
			if far < nearest {
				best, nearest = nil, far
			}
			if far == nearest {
				best = append(best, a)
			}
		}
	}
	return best
}

// step goes on in both games, in a way that is the same to the viewer. It reports whether that was possible.
func (x *bench) step() bool {
	if game.Intn(x.src, 6) == 0 && x.stepBack() {
		return x.agree([2][]game.Action{})
	}
	// Something is sought by which the viewer does not learn more in one of the games than in the other.
	for range min(100, 8*len(x.games[0].sound.State().Legal(nil))) {
		if lists, ok := x.propose(); ok && x.agree(lists) {
			for i, list := range lists {
				for _, a := range list {
					x.do(i, a)
				}
			}
			return true
		}
	}
	return false
}

// propose returns actions for both games that are shown to the viewer in the same way.
func (x *bench) propose() (lists [2][]game.Action, ok bool) {
	first := game.Intn(x.src, 2)
	one, two := x.games[first].sound.State(), x.games[1-first].sound.State()
	toAct := one.ToAct()
	a, _ := x.pick(one, nil)
	want := x.shown(one, a)
	lists[first] = []game.Action{a}
	switch {
	case toAct == x.viewer, x.chooseAlike() && toAct >= 0 && two.Check(a) == nil && x.shown(two, a) == want:
		lists[1-first] = lists[first]
		return lists, true
	case want.ok:
		b, ok := x.pick(two, &want)
		lists[1-first] = []game.Action{b}
		return lists, ok
	}
	// In one of the games only, unless the viewer sees that it has gone on.
	for other := two.Clone(); !x.agree(lists); {
		b, ok := x.pick(other, &shown{})
		if !ok || other.ToAct() != toAct {
			return lists, false
		}
		other.Apply(b, nil)
		lists[1-first] = append(lists[1-first], b)
	}
	return lists, true
}

// chooseAlike reports whether the enemy chooses the same in both games where he can: not where a secret is to make them differ.
func (x *bench) chooseAlike() bool {
	if x.sinceFork() == 0 {
		return x.fork.left == 0
	}
	return x.alike
}

// sinceFork returns how many actions the first game is past the fork, or -1 if there is none.
func (x *bench) sinceFork() int {
	if x.fork == nil {
		return -1
	}
	return len(x.games[0].steps) - len(x.fork.games[0].steps)
}

// note makes a fork of a moment at which both games are the same and the enemy is about to choose a secret.
func (x *bench) note() {
	s := x.games[0].sound.State()
	if s.ToAct() < 0 || s.ToAct() == x.viewer || !x.same() {
		return
	}
	hides := func(a game.Action) bool { return x.shown(s, a) != shown{a, true} }
	if !slices.ContainsFunc(s.Legal(nil), hides) {
		return
	}
	x.fork = &fork{left: forks}
	x.mark()
}

// mark makes the moment of the fork that of both games. A mark of a game serves once.
func (x *bench) mark() {
	for i, g := range x.games {
		x.fork.games[i], x.fork.marks[i] = *g, [2]record.Mark{g.game.Mark(), g.sound.Mark()}
	}
}

// rejoin takes both games back to the fork, from where they go on in another way. It reports whether that was possible.
func (x *bench) rejoin() bool {
	if x.fork == nil || x.fork.left == 0 {
		return false
	}
	for i, g := range x.games {
		*g = x.fork.games[i]
		g.steps = slices.Clip(g.steps)
		g.game.Reset(x.fork.marks[i][0])
		g.sound.Reset(x.fork.marks[i][1])
	}
	x.fork.left--
	x.mark()
	return true
}

// same reports whether both games are in the same state.
func (x *bench) same() bool {
	return bytes.Equal(x.games[0].sound.State().AppendBinary(nil), x.games[1].sound.State().AppendBinary(nil))
}

// agree reports whether both games are the same to the viewer after these actions.
func (x *bench) agree(lists [2][]game.Action) bool {
	var views [2]game.View
	for i, g := range x.games {
		s := g.sound.State().Clone()
		for _, a := range lists[i] {
			s.Apply(a, nil)
		}
		views[i] = s.View(x.viewer)
	}
	return reflect.DeepEqual(views[0], views[1])
}

// stepBack undoes the last action in both games, or one that the viewer may not know of in its game.
func (x *bench) stepBack() bool {
	var known [2]bool
	for i, g := range x.games {
		if g.sound.CanUndo() != nil {
			return false
		}
		_, known[i] = g.sound.Entries()[len(g.sound.Entries())-1].ShownTo(x.viewer)
	}
	switch known {
	case [2]bool{true, true}:
		x.undo(0)
		x.undo(1)
	case [2]bool{true, false}:
		x.undo(1)
	case [2]bool{false, true}:
		x.undo(0)
	default:
		if x.undo(0); !x.agree([2][]game.Action{}) {
			x.undo(1)
		}
	}
	return true
}

// run plays a pair of games and compares what the viewer is sent at some moments.
func (x *bench) run() {
	x.begin()
	for steps := 0; steps < x.steps && !x.enough() && x.games[0].sound.State().ToAct() != game.Nobody; steps++ {
		x.taken++
		if x.sinceFork() != 0 {
			x.note()
		}
		if !x.step() {
			if x.rejoin() {
				continue
			}
			return
		}
		a := x.games[0].sound.State()
		if a.ToAct() == game.Nobody || x.same() || !x.chosen(a.View(x.viewer).Prompt.Key) {
			continue
		}
		x.count++
		x.compare()
	}
}

// chosen reports whether a moment is compared: all of those at which something is asked that is seldom asked, or right after the
// games have come to differ, and some of the others.
func (x *bench) chosen(prompt string) bool {
	const seldom = 30
	n := x.asks[prompt]
	x.asks[prompt]++
	return n < seldom || n%x.every == 0 || x.sinceFork() == 1
}

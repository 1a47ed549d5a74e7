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
}

func (x *bench) begin() {
	for i := range x.games {
		g := &played{changes: record.CountChanges(x.faulty), messages: bot.NewMessages(x.faulty, x.viewer, x.words)}
		h := record.Header{Battle: "ford", Pack: "9f2c", Seed: "a seed that nobody is told"}
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
		if fierce := x.fierce(s, legal); len(fierce) > 0 {
			legal = fierce
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
	const tries = 100 // for something by which the viewer does not learn more in one of the games than in the other
	for range tries {
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
	case toAct == x.viewer, x.alike && toAct >= 0 && two.Check(a) == nil && x.shown(two, a) == want:
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
	for steps := 0; steps < x.steps && !x.enough() && x.games[0].sound.State().ToAct() != game.Nobody && x.step(); steps++ {
		x.taken++
		a, b := x.games[0].sound.State(), x.games[1].sound.State()
		if a.ToAct() == game.Nobody || bytes.Equal(a.AppendBinary(nil), b.AppendBinary(nil)) || !x.chosen(a.View(x.viewer).Prompt.Key) {
			continue
		}
		x.count++
		x.compare()
	}
}

// chosen reports whether a moment is compared: all of those at which something is asked that is seldom asked, and some of the
// others.
func (x *bench) chosen(prompt string) bool {
	const seldom = 30
	n := x.asks[prompt]
	x.asks[prompt]++
	return n < seldom || n%x.every == 0
}

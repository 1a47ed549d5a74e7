package desk_test

import (
	"maps"
	"slices"
	"testing"

	"acies/game"
)

// leaky is a battle in which a leak is planted. No rulebook of ours has its name, so that opponents know
// only the contract.
type leaky struct {
	game.Battle
	plant *plant
}

// plant is a leak: something secret, and the way in which it comes out.
type plant struct {
	name     string
	channels []string
	secret   func(s game.State, viewer game.Side) int
	view     bool // as a score of the view
	events   bool // as an event for everybody
	shown    bool // the whole action is shown
	passes   bool // a pass of somebody who could have played a card is shown
	explain  bool // in the total of an explanation
	check    bool // in a refusal
	status   bool // in what a piece cannot do
	resample bool // nothing is drawn anew, so that a search knows it
}

func (b leaky) Rulebook() string { return "leaky" }

func (b leaky) Start() game.State { return &leakyState{b.Battle.Start(), b} }

// leakyState is a state of such a battle.
type leakyState struct {
	game.State
	battle leaky
}

func (s *leakyState) Battle() game.Battle { return s.battle }

func (s *leakyState) Clone() game.State { return &leakyState{s.State.Clone(), s.battle} }

func (s *leakyState) CopyFrom(other game.State) { s.State.CopyFrom(other.(*leakyState).State) }

func (s *leakyState) View(viewer game.Side) game.View {
	v := s.State.View(viewer)
	if s.battle.plant.view {
		v.Scores = append(v.Scores, game.Score{Key: "score.hand", Points: s.battle.plant.secret(s.State, viewer), Track: true})
	}
	return v
}

func (s *leakyState) Shown(a game.Action, viewer game.Side) (game.Action, bool) {
	b, ok := s.State.Shown(a, viewer)
	switch {
	case s.battle.plant.shown && ok, s.battle.plant.passes && !ok && s.battle.Choice(a).Quiet && len(s.Legal(nil)) > 1:
		return a, true
	}
	return b, ok
}

func (s *leakyState) Apply(a game.Action, sink game.Sink) *game.Refusal {
	if s.battle.plant.events && sink != nil && s.Check(a) == nil {
		sink.Event(game.Event{Key: "turn", Args: []game.Arg{leaked("turn", s.battle.plant.secret(s.State, game.Nobody))}, To: game.Everyone})
	}
	return s.State.Apply(a, sink)
}

func (s *leakyState) Explain(a game.Action, viewer game.Side) *game.Explanation {
	x := s.State.Explain(a, viewer)
	if x != nil && s.battle.plant.explain {
		x.Total += s.battle.plant.secret(s.State, viewer)
	}
	return x
}

func (s *leakyState) Check(a game.Action) *game.Refusal {
	r := s.State.Check(a)
	if r != nil && s.battle.plant.check {
		return &game.Refusal{Key: "dice", Clause: r.Clause, Args: []game.Arg{leaked("n", s.battle.plant.secret(s.State, s.ToAct()))}}
	}
	return r
}

func (s *leakyState) Status(piece int, viewer game.Side) game.Status {
	st := s.State.Status(piece, viewer)
	if s.battle.plant.status {
		st.Reasons = []game.Refusal{{Key: "dice", Clause: "bnb-2.0c", Args: []game.Arg{leaked("n", s.battle.plant.secret(s.State, viewer))}}}
	}
	return st
}

func (s *leakyState) Resample(viewer game.Side, src game.Source) {
	if !s.battle.plant.resample {
		s.State.Resample(viewer, src)
	}
}

// leaked is a secret as an argument of a sentence.
func leaked(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Number, N: n} }

// handOf is the first card that a viewer's enemy holds.
func handOf(s game.State, viewer game.Side) int {
	for _, p := range s.View(max(viewer, 0).Other()).Pieces {
		if slices.Contains(p.States, "held") {
			return p.Piece
		}
	}
	return -1
}

// drawPile adds up the cards that somebody holds, which says what is left in the pile.
func drawPile(s game.State, _ game.Side) (sum int) {
	for side := range game.Side(2) {
		for _, p := range s.View(side).Pieces {
			if slices.Contains(p.States, "held") {
				sum += p.Piece * p.Piece
			}
		}
	}
	return sum
}

// ranksOf adds up all ranks, each times the number of its unit, so that it matters where they are.
func ranksOf(s game.State, _ game.Side) (sum int) {
	for side := range game.Side(2) {
		for _, p := range s.View(side).Pieces {
			for _, v := range p.Values {
				if v.Key == "ranks" {
					sum += v.N * (p.Piece + 1)
				}
			}
		}
	}
	return sum
}

// TestPlantedLeaksOfCommands plants leaks of the Command that the enemy has named in Impetus, which is secret only until the
// viewer has named his own.
func TestPlantedLeaksOfCommands(t *testing.T) {
	named := func(s game.State, _ game.Side) int { return int(s.Hash() % 1000) }
	for _, p := range []plant{
		{name: "in the view", secret: named, view: true, channels: []string{"table", "bot"}},
		{name: "in what is shown", shown: true, channels: []string{"log", "last", "record"}},
	} {
		c := battleSearch(t, "two-camps-204bc", func(b game.Battle) game.Battle { return leaky{b, &p} })
		c.wanted = p.channels
		leaks := c.run(t, 150)
		if missed := c.missed(); len(missed) > 0 {
			t.Errorf("%s: not found in %v, but in %v", p.name, missed, slices.Sorted(maps.Keys(leaks)))
		}
		t.Logf("%s: %d pairs in %d steps", p.name, c.count, c.taken)
	}
}

// TestPlantedLeaksOfBattles plants leaks of what is secret in Blade & Bow and expects to find them in every channel.
func TestPlantedLeaksOfBattles(t *testing.T) {
	var plants []plant
	for name, secret := range map[string]func(game.State, game.Side) int{"hand": handOf, "draw pile": drawPile, "ranks": ranksOf} {
		plants = append(plants,
			plant{name: name + " in the view", secret: secret, view: true, channels: []string{"table", "moment", "bot"}},
			plant{name: name + " in events", secret: secret, events: true, channels: []string{"log", "last", "done", "moment", "events"}},
			plant{name: name + " in explanations", secret: secret, explain: true, channels: []string{"odds"}},
			plant{name: name + " in refusals", secret: secret, check: true, channels: []string{"why"}},
			plant{name: name + " in the status of pieces", secret: secret, status: true, channels: []string{"why"}},
		)
	}
	plants = append(plants,
		plant{name: "drawn cards", shown: true, channels: []string{"log", "last", "record"}},
		plant{name: "declined windows", passes: true, channels: []string{"log", "last", "record", "stream", "table"}},
		plant{name: "what a search may know", resample: true, channels: []string{"hint"}},
	)
	for _, p := range plants {
		c := battleSearch(t, "marathon-490bc", func(b game.Battle) game.Battle { return leaky{b, &p} })
		c.every, c.wanted = 1, p.channels
		c.steps = 80 // of many games
		leaks := c.run(t, 800)
		if missed := c.missed(); len(missed) > 0 {
			t.Errorf("%s: not found in %v, but in %v", p.name, missed, slices.Sorted(maps.Keys(leaks)))
		}
		t.Logf("%s: %d pairs", p.name, c.count)
	}
}

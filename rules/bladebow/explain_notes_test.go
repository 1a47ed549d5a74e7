package bladebow

import (
	"slices"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

// noteOf returns a note of an explanation, or nil.
func noteOf(e *game.Explanation, key string) *game.Event {
	i := slices.IndexFunc(e.Notes, func(n game.Event) bool { return n.Key == "note."+key })
	if i < 0 {
		return nil
	}
	return &e.Notes[i]
}

// expectNote checks that an explanation has a note that cites a clause and begins with a number.
func expectNote(t *testing.T, e *game.Explanation, key, clause string, n int) {
	t.Helper()
	if e == nil {
		t.Fatal("there is no explanation")
	}
	if got := noteOf(e, key); got == nil || got.Clause != clause || len(got.Args) > 0 && got.Args[0].N != n {
		t.Errorf("the notes are %+v, expected %s %s %d", e.Notes, key, clause, n)
	}
}

// expectNone checks that an explanation has no such note.
func expectNone(t *testing.T, e *game.Explanation, key string) {
	t.Helper()
	if got := noteOf(e, key); got != nil {
		t.Errorf("there is a note %+v", got)
	}
}

func attackOn(s *State, target uint8) game.Action {
	return game.Action{Verb: vAttack, A: int32(s.units[target].square)}
}

func TestNotesOfMelee(t *testing.T) {
	cite.Clauses(t, "bnb-9.4.2a", "bnb-9.4.2b", "bnb-9.4.10a", "bnb-9.4.10b", "bnb-13.2b", "bnb-13.2c", "bnb-R107", "bnb-4.2c")
	for _, c := range []struct {
		name   string
		target Type
		clause string // by which it may retreat, if it may
	}{{"light foot", Psiloi, "bnb-9.4.2a"}, {"light horse", LightCavalry, "bnb-9.4.2b"}, {"heavy foot", Hoplite, ""}} {
		t.Run(c.name, func(t *testing.T) {
			f := newField()
			target := f.unit(1, c.target, "F5", 4, 0)
			u := f.unit(0, Hoplite, "F6", 0, 0)
			s := f.start().melee(u)
			e := s.Explain(attackOn(s, target), 0)
			if c.clause == "" {
				expectNone(t, e, "may-evade")
			} else {
				expectNote(t, e, "may-evade", c.clause, int(target))
			}
			expectNote(t, e, "must-advance", "bnb-9.4.10a", int(u))
			expectNote(t, e, "attack-used", "bnb-R107", 0)
			expectNone(t, e, "may-play")
			s.set(u, fShield)
			s.set(target, fShield)
			e = s.Explain(attackOn(s, target), 0)
			expectNote(t, e, "no-advance", "bnb-13.2c", int(u))
			expectNone(t, e, "must-advance")
			expectNone(t, e, "may-evade")
		})
	}
	// A leader leaves the advance to his player, and enters without a check.
	f := newField()
	target := f.unit(1, Spears, "F5", 4, 0)
	u := f.unit(0, Hoplite, "F6", 0, 0)
	f.leader(0, 2, "F6")
	s := f.start().melee(u)
	e := s.Explain(attackOn(s, target), 0)
	expectNone(t, e, "must-advance")
	expectNone(t, e, "attack-used")
}

// TestNotesKeepHands checks that the cards of the enemy are counted and not looked at.
func TestNotesKeepHands(t *testing.T) {
	cite.Clauses(t, "bnb-4.2c", "bnb-R14")
	f := newField()
	target := f.unit(1, Spears, "F5", 4, 0)
	u := f.unit(0, Hoplite, "F6", 0, 0)
	s := f.start().melee(u)
	for first := range len(Deck) - 3 {
		c := *s
		c.cards[first], c.cards[first+2] = inHand0+1, inHand0+1
		e := c.Explain(attackOn(s, target), 0)
		if n := noteOf(e, "may-play"); n == nil || n.Args[0].N != 1 || n.Args[1].N != 2 {
			t.Fatalf("card %d: the notes are %+v", first, e.Notes)
		}
	}
}

func TestNotesOfShots(t *testing.T) {
	cite.Clauses(t, "bnb-8.4d", "bnb-8.6a", "bnb-X25")
	f := newField()
	target := f.unit(1, Spears, "I8", 4, 0) // 3 east, 1 south
	u := f.unit(0, Archers, "F7", 0, 0)
	s := f.start()
	s.must(game.Action{Verb: vShoot, A: int32(u)})
	e := s.Explain(game.Action{Verb: vTarget, A: int32(s.units[target].square)}, 0)
	expectNote(t, e, "turns", "bnb-8.4d", int(u))
	if n := noteOf(e, "turns"); n != nil && n.Args[1].N != 2 {
		t.Errorf("they face %d, expected east", n.Args[1].N)
	}
	expectNote(t, e, "shot-once", "bnb-8.6a", int(target))
}

func TestNotesOfMoves(t *testing.T) {
	cite.Clauses(t, "bnb-7.2a", "bnb-7.2.2b", "bnb-7.3.2a", "bnb-7.3.4d", "bnb-7.5d", "bnb-8.1a", "bnb-9.4.4.6b", "bnb-2.3.2.7e")
	f := newField()
	f.unit(1, Spears, "F5", 4, 0)
	hoplite := f.unit(0, Hoplite, "F8", 0, 1)
	archers := f.unit(0, Archers, "G8", 0, 0)
	spears, through, small := f.unit(0, Spears, "C9", 0, 0), f.unit(0, Spears, "C8", 0, 0), f.unit(0, Psiloi, "D8", 0, 0)
	f.setup.Terrain[f.square("F7")] = Woods
	s := f.start()
	s.clear(hoplite, fKnown)
	s.set(hoplite, fMelee)
	to := func(u uint8, square string) *game.Explanation {
		t.Helper()
		c := *s
		c.must(game.Action{Verb: vMove, A: int32(u)})
		for c.current().kind != tMove {
			c.must(game.Action{Verb: vGo})
		}
		return c.Explain(game.Action{Verb: vTo, A: int32(f.square(square)), B: int32(c.units[u].facing)}, 0)
	}
	e := to(hoplite, "F7")
	expectNote(t, e, "disrupted", Woods.Data().Clause, int(hoplite))
	expectNote(t, e, "marker-lost", "bnb-9.4.4.6b", int(hoplite))
	expectNone(t, e, "ranks-shown")

	f.setup.Terrain[f.square("F7")] = Clear
	s = f.start()
	s.clear(hoplite, fKnown)
	e = to(hoplite, "F6")
	expectNote(t, e, "zone-strong", "bnb-7.2.2b", int(hoplite))
	expectNote(t, e, "ranks-shown", "bnb-2.3.2.7e", int(hoplite))
	expectNone(t, e, "marker-lost")
	expectNone(t, e, "no-shooting")
	e = to(archers, "G6")
	expectNote(t, e, "zone-weak", "bnb-7.2a", int(archers))
	expectNote(t, e, "no-shooting", "bnb-8.1a", int(archers))
	e = to(spears, "C7")
	expectNote(t, e, "disrupted", "bnb-7.3.2a", int(through))
	if n := len(e.Notes); n != 2 {
		t.Errorf("there are %d notes, expected that both are disrupted: %+v", n, e.Notes)
	}
	s.units[spears].square = int16(f.square("D9"))
	s.touch()
	s.refresh()
	expectNote(t, to(spears, "D8"), "displaces", "bnb-7.3.4d", int(small))
}

func TestNotesOfChecks(t *testing.T) {
	cite.Clauses(t, "bnb-3.4b", "bnb-6.2.2b", "bnb-6.2.2c", "bnb-7.1.3d", "bnb-9.4.9c", "bnb-9.4.12c", "bnb-5.5.2d", "bnb-11.0e")
	f := newField()
	f.unit(1, Spears, "F5", 4, 0)
	u, v := f.unit(0, Spears, "F6", 0, 0), f.unit(0, Hoplite, "F9", 0, 0)
	f.leader(0, 2, "F6")
	s := f.start()
	c := *s
	c.must(game.Action{Verb: vMove, A: int32(v)})
	for c.current().kind != tMove {
		c.must(game.Action{Verb: vGo})
	}
	e := c.Explain(game.Action{Verb: vReverse}, 0)
	expectNote(t, e, "level", "bnb-3.4b", 3)
	expectNote(t, e, "fails-reverse", "bnb-7.1.3d", int(v))

	ride := game.Action{Verb: vRide, A: int32(f.square("F10"))}
	c = *s
	c.must(game.Action{Verb: vLeader, A: int32(s.b.leaderPiece(2))})
	expectNote(t, c.Explain(ride, 0), "fails-disrupted", "bnb-6.2.2b", int(u))
	c.set(u, fDisrupted)
	expectNote(t, c.Explain(ride, 0), "fails-loss", "bnb-6.2.2c", int(u))

	for what, want := range map[int][2]string{
		checkHold: {"fails-recoil", "bnb-9.4.9c"}, checkAgain: {"fails-after", "bnb-9.4.12c"}, checkReturn: {"fails-lost", "bnb-5.5.2d"},
	} {
		c := *s
		x := explainer{State: &c}
		expectNote(t, x.explainCheck("check", u, what), want[0], want[1], int(u))
	}

	// Two spears rally together: each needs 3 or less.
	f = newField()
	u, v = f.unit(0, Spears, "F8", 0, 0), f.unit(0, Spears, "G8", 0, 0)
	f.unit(1, Spears, "F2", 4, 0)
	s = f.start()
	s.set(u, fDisrupted)
	s.set(v, fDisrupted)
	s.must(game.Action{Verb: vRally, A: int32(u)})
	expectNote(t, s.Explain(game.Action{Verb: vWith, A: int32(v)}, 0), "level", "bnb-3.4b", 3)
	x := explainer{State: s}
	x.join(v)
	expectNote(t, x.explainFormation(none), "level", "bnb-3.4b", 3)
}

// TestNotesOfOrdersToShoot: an order to shoot for which there is no target says so and is confirmed like a roll; any other has
// nothing to explain.
func TestNotesOfOrdersToShoot(t *testing.T) {
	cite.Clauses(t, "bnb-5.4.4.2a", "bnb-E7")
	f := newField()
	f.unit(1, Spears, "F2", 4, 0)
	far := f.unit(0, Psiloi, "F6", 0, 0) // 8 points away, with a range of 6
	s := f.start()
	shoot := game.Action{Verb: vShoot, A: int32(far)}
	if !s.b.Choice(shoot).Rolls {
		t.Error("an order to shoot is never confirmed")
	}
	e := s.Explain(shoot, 0)
	expectNote(t, e, "no-target", "bnb-5.4.4.2a", 0)
	expectNone(t, e, "long-shot")
	for c := range Deck {
		if Deck[c].Effect == LongShot {
			s.cards[c] = inHand0
			break
		}
	}
	expectNote(t, s.Explain(shoot, 0), "long-shot", "bnb-E7", 0)
	for _, other := range []game.Side{1, game.Nobody} {
		if e := s.Explain(shoot, other); noteOf(e, "no-target") == nil || noteOf(e, "long-shot") != nil {
			t.Errorf("viewer %d is told %+v", other, e.Notes)
		}
	}

	// Somebody who may join has a target: it is the order of the first alone that is given for nothing.
	near := f.unit(0, Psiloi, "F5", 0, 0)
	s = f.start()
	expectNote(t, s.Explain(shoot, 0), "no-target-alone", "bnb-5.4.4.2a", int(far))
	if e := s.Explain(game.Action{Verb: vShoot, A: int32(near)}, 0); e != nil {
		t.Errorf("with a target, the order is explained as %+v", e)
	}
	s.must(shoot)
	expectNote(t, s.Explain(game.Action{Verb: vGo}, 0), "no-target", "bnb-5.4.4.2a", 0)
	c := *s
	c.must(game.Action{Verb: vWith, A: int32(near)})
	if c.current().kind != tVolleys {
		t.Errorf("the formation of both is asked for %v, expected a target", c.View(0).Prompt)
	}
	actions := s.actions
	var events game.Events
	s.Apply(game.Action{Verb: vGo}, &events)
	if s.current().kind != tOrders || s.actions != actions {
		t.Error("the action is not lost, as the note says")
	}
	if !slices.ContainsFunc(events, func(e game.Event) bool { return e.Key == "no-target" }) {
		t.Errorf("the events %v do not tell that the action is lost", events)
	}
}

// TestNotesOfDice: the terms of a combat are numbers of dice, and its odds are those of a melee that takes place.
func TestNotesOfDice(t *testing.T) {
	cite.Clauses(t, "bnb-9.4.6a", "bnb-9.4.3d", "bnb-8.5.1d")
	f := newField()
	target := f.unit(1, Spears, "F5", 4, 0)
	u := f.unit(0, Hoplite, "F6", 0, 2)
	archers := f.unit(0, Archers, "I6", 0, 0)
	f.unit(1, Spears, "I3", 4, 0)
	s := f.start()
	dice := func(e *game.Explanation, key string, attack, defence int) {
		t.Helper()
		if n := noteOf(e, key); n == nil || n.Args[0].N != attack || n.Args[1].N != defence {
			t.Errorf("the notes are %+v, expected %s with %d and %d", e.Notes, key, attack, defence)
		}
	}
	c := *s
	c.melee(u)
	e := c.Explain(attackOn(&c, target), 0)
	dice(e, "dice", 5, 2)
	if e.Sum != 5-2 {
		t.Errorf("the terms add up to %d", e.Sum)
	}
	expectNote(t, e, "if-entered", "bnb-9.4.3d", 0)
	// The enemy does not know the ranks, nor can he tell them from the note.
	c.clear(u, fKnown)
	for ranks := range uint8(4) {
		c.units[u].ranks = ranks
		if n := noteOf(c.Explain(attackOn(&c, target), 1), "dice-known"); n == nil || n.Args[0].N != 3 {
			t.Errorf("of %d ranks the enemy is told %+v", ranks, n)
		}
	}

	c = *s
	c.must(game.Action{Verb: vShoot, A: int32(archers)})
	dice(c.Explain(game.Action{Verb: vTarget, A: int32(f.square("I3"))}, 0), "dice", 2, 2)

	// Who need not check goes in for certain.
	f.leader(0, 2, "F6")
	s = f.start().melee(u)
	expectNone(t, s.Explain(attackOn(s, target), 0), "if-entered")
}

// TestNoteOfNoMelee: to spend nothing on attackers of whom all have failed is explained: there is no melee.
func TestNoteOfNoMelee(t *testing.T) {
	cite.Clauses(t, "bnb-9.4.3d")
	f := newField()
	target := f.unit(1, Spears, "F5", 4, 0)
	u := f.unit(0, Hoplite, "F6", 0, 0)
	s := f.start()
	s.cards[0] = inHand0
	s.melee(u).must(attackOn(s, target))
	for s.current().kind != tCommit {
		a := game.Action{Verb: vPass}
		if s.ToAct() == game.Nature {
			a = game.Action{Verb: vRoll}
			for range s.entryDice(u) {
				a.A = int32(pool(a.A).with(6))
			}
		}
		s.must(a)
	}
	e := s.Explain(game.Action{Verb: vDone}, 0)
	expectNote(t, e, "no-melee", "bnb-9.4.3d", 0)
	if len(e.Odds)+len(e.Also) > 0 {
		t.Errorf("the odds of no melee are %v, %v", e.Odds, e.Also)
	}
	var events game.Events
	s.Apply(game.Action{Verb: vDone}, &events)
	if !slices.ContainsFunc(events, func(e game.Event) bool { return e.Key == "aborted" }) {
		t.Errorf("the events are %v", events)
	}
}

// TestNoteOfDoubleMarch: the card says that it does not change where units have been sent.
func TestNoteOfDoubleMarch(t *testing.T) {
	cite.Clauses(t, "bnb-E8")
	f := newField()
	f.unit(1, Spears, "F2", 4, 0)
	u := f.unit(0, Hoplite, "F9", 0, 0)
	s := f.start()
	march, drill := -1, -1
	for c := range Deck {
		switch Deck[c].Effect {
		case DoubleMarch:
			march = c
		case ParadeDrill:
			drill = c
		}
	}
	s.cards[march], s.cards[drill] = inHand0, inHand0
	s.must(game.Action{Verb: vMove, A: int32(u)})
	if s.current().kind != tWindow {
		t.Fatalf("the Greeks are asked for %v, expected a card", s.View(0).Prompt)
	}
	expectNote(t, s.Explain(game.Action{Verb: vPlay, A: int32(march)}, 0), "march-goals", "bnb-E8", 0)
	for _, a := range []game.Action{{Verb: vPlay, A: int32(drill)}, {Verb: vPass}} {
		if e := s.Explain(a, 0); e != nil {
			t.Errorf("%s is explained as %+v", s.b.Format(a), e)
		}
	}
	if e := s.Explain(game.Action{Verb: vPlay, A: int32(march)}, 1); e != nil {
		t.Errorf("the enemy is told of a card in hand: %+v", e)
	}
}

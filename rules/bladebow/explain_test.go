package bladebow

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

// TestTargetSeen checks that everybody sees who is attacked, from the declaration to the end of the melee.
func TestTargetSeen(t *testing.T) {
	cite.Clauses(t, "bnb-9.4.1a")
	f := newField()
	target := f.unit(1, Spears, "F5", 4, 0)
	f.unit(1, Spears, "E5", 4, 0)
	u := f.unit(0, Spears, "F6", 0, 0)
	s := f.start()
	if s.melee(u); len(s.View(1).Marks) > 0 {
		t.Error("somebody is marked before the attack")
	}
	s.must(game.Action{Verb: vAttack, A: int32(s.units[target].square)})
	for _, viewer := range []game.Side{0, 1, game.Nobody} {
		if got := s.View(viewer).Marks; len(got) != 1 || got[0].Key != "melee" || got[0].Place != int(s.units[target].square) {
			t.Errorf("viewer %d: got the marks %+v, expected the square of the target", viewer, got)
		}
	}
	for s.current().kind != tOrders {
		a := s.Legal(nil)[0]
		if s.ToAct() != game.Nature {
			a = policy(s)
		}
		s.must(a)
	}
	if got := s.View(1).Marks; len(got) > 0 {
		t.Errorf("after the melee: got the marks %+v", got)
	}
}

// TestSecondWindSeen checks that everybody sees which unit of a formation rallies by a card.
func TestSecondWindSeen(t *testing.T) {
	cite.Clauses(t, "bnb-R14")
	f := newField()
	f.unit(1, Spears, "F2", 4, 0)
	u, v := f.unit(0, Spears, "F9", 0, 0), f.unit(0, Spears, "G9", 0, 0)
	s := f.start()
	s.set(u, fDisrupted)
	s.set(v, fDisrupted)
	s.touch()
	s.refresh()
	card := slices.IndexFunc(Deck[:], func(c Card) bool { return c.Effect == SecondWind })
	s.cards[card] = inHand0
	s.must(game.Action{Verb: vRally, A: int32(u)}).must(game.Action{Verb: vWith, A: int32(v)})
	if s.current().kind == tForm {
		s.must(game.Action{Verb: vGo})
	}
	s.must(game.Action{Verb: vPlay, A: int32(card), B: int32(v) + 1})
	for i, p := range s.View(1).Pieces[:3] {
		if got := slices.Contains(p.States, "second-wind"); got != (i == int(v)) {
			t.Errorf("%s: got %v", s.b.PieceID(i), got)
		}
	}
}

// TestEntryTable checks the printed chances to pass a melee entry check.
func TestEntryTable(t *testing.T) {
	cite.Clauses(t, "bnb-9.4.3a", "bnb-9.4.3.1a", "bnb-9.4.3.3a", "bnb-4.1b", "bnb-X1", "bnb-X2", "bnb-X36", "bnb-X41")
	for n, row := range [][5]uint64{1: {33, 50, 67, 83, 100}, 2: {11, 25, 44, 69, 100}, 3: {4, 13, 30, 58, 100}, 4: {1, 6, 20, 48, 100}} {
		if n == 0 {
			continue
		}
		for i, want := range row {
			weight, of := entryPrices(n, i+2)
			if got := (200*weight[0] + of) / (2 * of); got != want {
				t.Errorf("%d dice at most %d: got %d%%, want %d%%", n, i+2, got, want)
			}
			// And every throw, with its price.
			var count [maxPrice + 1]uint64
			faces(n, func(list []int) {
				price := 0
				for _, f := range list {
					price += max(f-i-2, 0)
				}
				count[price]++
			})
			if count != weight {
				t.Errorf("%d dice at most %d: got prices %v, want %v", n, i+2, weight, count)
			}
		}
	}
}

// TestEntryExplained checks dice, level and chances of attackers before they attack.
func TestEntryExplained(t *testing.T) {
	cite.Clauses(t, "bnb-9.4.3a", "bnb-9.4.3.1a", "bnb-9.4.3.3a", "bnb-4.1a", "bnb-X1", "bnb-X2", "bnb-X36", "bnb-X41", "bnb-E10", "bnb-E11")
	for _, c := range []struct {
		name        string
		typ, target Type
		near        bool
		dice, level int
		pass        [2]int
	}{
		{"X1", Hoplite, Hoplite, true, 4, 5, [2]int{625, 1296}},
		{"X2", Hoplite, Hoplite, false, 4, 3, [2]int{1, 16}},
		{"X36 psiloi", Spears, Psiloi, true, 1, 6, [2]int{1, 1}},
		{"X36 hoplite", Spears, Hoplite, false, 4, 3, [2]int{1, 16}},
		{"X41", Spears, Spears, false, 2, 3, [2]int{1, 4}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newField()
			target := f.unit(1, c.target, "F5", 4, 0)
			u := f.unit(0, c.typ, "F6", 0, 0)
			if c.near {
				f.leader(0, 3, "F7")
			}
			s := f.start()
			s.cards[0], s.cards[2] = inHand0, inHand0 // 2 points and 1
			s.melee(u)
			a := game.Action{Verb: vAttack, A: int32(s.units[target].square)}
			e := s.Explain(a, 0)
			dice, level := 0, 0
			for _, m := range e.Modifiers {
				if m.Key == "entry" {
					dice, level = m.Args[1].N, m.Args[2].N
				}
			}
			if dice != c.dice || level != c.level {
				t.Errorf("got %d dice at most %d, want %d at most %d", dice, level, c.dice, c.level)
			}
			weight, of := entryPrices(c.dice, c.level)
			sum := weight[0]
			for k := range 4 {
				key := "entry.passes"
				if k > 0 {
					key = pointKeys[k-1]
					if sum == of {
						break
					}
					sum += weight[k]
				}
				got := [2]int{}
				for _, o := range e.Also {
					if o.Result == key && o.Piece == int(u) {
						got = [2]int{o.Weight, o.Of}
					}
				}
				g := gcd(sum, of)
				if want := [2]int{int(sum / g), int(of / g)}; got != want {
					t.Errorf("%s: got %v, want %v", key, got, want)
				}
				if k == 0 && got != c.pass {
					t.Errorf("%s: got %v, want %v", key, got, c.pass)
				}
			}
			// Nobody else learns what the attacker holds.
			for _, o := range s.Explain(a, 1).Also {
				if o.Result == pointKeys[0] {
					t.Error("the enemy learns the points of the hand")
				}
			}
			after := *s
			after.must(a)
			for name, x := range map[string]struct {
				faces [4]int
				price int
			}{"X1": {[4]int{2, 4, 4, 6}, 1}, "X2": {[4]int{2, 3, 5, 5}, 4}} {
				if name == c.name {
					var p pool
					for _, f := range x.faces {
						p = p.with(f)
					}
					after.duel.entry[0] = p
					if got := after.price(0); got != x.price {
						t.Errorf("%v: got a price of %d, want %d", x.faces, got, x.price)
					}
				}
			}
			if c.name != "X41" {
				return
			}
			after.duel.fewer, after.duel.more = 1, 1 // Paean and Bristling Spears
			if got := after.entryDice(u); got != 2 {
				t.Errorf("with Paean and Bristling Spears: got %d dice, want 2", got)
			}
			// Paean alone: one die.
			paean, bristling := 24, 26
			s.cards[paean], s.cards[bristling] = inHand0, inHand1
			s.must(a)
			for s.current().kind == tWindow && window(s.current().a) != windowE {
				s.must(game.Action{Verb: vPass})
			}
			for s.ToAct() != 0 {
				s.must(game.Action{Verb: vPass})
			}
			e = s.Explain(game.Action{Verb: vPlay, A: int32(paean)}, 0)
			if e == nil || !hasOdds(e.Also, game.Odds{Result: "entry.passes", Weight: 1, Of: 2, Piece: int(u)}) {
				t.Errorf("with Paean: got %+v, want 1 of 2 to enter", e)
			}
		})
	}
}

// TestHiddenRanks checks that the odds of a shot at ranks that the viewer does not know cover every number that may be.
func TestHiddenRanks(t *testing.T) {
	cite.Clauses(t, "bnb-2.3.2.7c", "bnb-R11")
	f := newField()
	f.setup.Sides[1].MaxRanks = 3
	target := f.unit(1, Hoplite, "F4", 4, 1)
	f.unit(1, Hoplite, "G4", 4, 1)
	u := f.unit(0, Archers, "F7", 0, 0)
	s := f.start()
	var got []*game.Explanation
	for ranks := range uint8(3) {
		s := s.Clone().(*State)
		s.clear(target, fKnown)
		s.clear(target+1, fKnown)
		s.units[target].ranks, s.units[target+1].ranks = ranks, 2-ranks
		s.must(game.Action{Verb: vShoot, A: int32(u)})
		got = append(got, s.Explain(game.Action{Verb: vTarget, A: int32(s.units[target].square)}, 0))
	}
	for _, e := range got {
		if fmt.Sprint(*e) != fmt.Sprint(*got[0]) {
			t.Errorf("the odds depend on what is hidden: %+v and %+v", e, got[0])
		}
	}
	known := *s
	known.units[target].ranks = 0
	known.must(game.Action{Verb: vShoot, A: int32(u)})
	sum := distribution{}
	for ranks := range uint8(3) {
		known.units[target].ranks = ranks
		for _, o := range known.Explain(game.Action{Verb: vTarget, A: int32(s.units[target].square)}, 0).Odds {
			sum.add(o.Result, [2]uint64{uint64(o.Weight), uint64(3 * o.Of)})
		}
	}
	if d := fromOdds(got[0].Odds, -1); !maps.Equal(d, sum) {
		t.Errorf("got %v, want the mean %v", d, sum)
	}
}

// TestSingleChecks checks the odds of dice thrown one at a time.
func TestSingleChecks(t *testing.T) {
	cite.Clauses(t, "bnb-11.0c", "bnb-11.0e", "bnb-11.1a", "bnb-11.3a")
	f := newField()
	f.unit(1, Spears, "F3", 4, 0)
	u, v := f.unit(0, Hoplite, "F5", 0, 0), f.unit(0, Spears, "G5", 0, 0)
	f.unit(1, Psiloi, "G4", 4, 0)
	f.leader(0, 2, "H5")
	s := f.start()
	s.set(u, fDisrupted)
	s.set(v, fDisrupted)
	s.touch()
	s.refresh()
	rally := *s
	if e := rally.Explain(game.Action{Verb: vRally, A: int32(v)}, 0); !hasOdds(e.Odds, game.Odds{Result: "check.passed", Weight: 1, Of: 1, Piece: -1}) {
		t.Errorf("alone: got %+v", e)
	}
	rally.must(game.Action{Verb: vRally, A: int32(u)})
	// Next to a leader, in an enemy zone: 3 of 6.
	e := rally.Explain(game.Action{Verb: vWith, A: int32(v)}, 0)
	if !hasOdds(e.Odds, game.Odds{Result: "check.passed", Weight: 3, Of: 6, Piece: -1}) || len(e.Modifiers) != 2 {
		t.Errorf("the second: got %+v", e)
	}
	if !hasOdds(e.Also, game.Odds{Result: "rally.succeeds", Weight: 1, Of: 3, Piece: int(u)}) { // in a zone of the psiloi
		t.Errorf("the first: got %+v", e)
	}
}

// TestReverseAndRideOdds checks the odds of a reverse, and of a unit that its leader leaves next to the enemy.
func TestReverseAndRideOdds(t *testing.T) {
	cite.Clauses(t, "bnb-C4a", "bnb-R40", "bnb-6.2.2a")
	half := game.Odds{Result: "check.passed", Weight: 3, Of: 6, Piece: -1}
	f := newField()
	f.unit(1, Spears, "F2", 4, 0)
	u := f.unit(0, Hoplite, "F9", 0, 0)
	s := f.start()
	s.must(game.Action{Verb: vMove, A: int32(u)})
	e := s.Explain(game.Action{Verb: vReverse}, 0)
	if e == nil || !hasOdds(e.Odds, half) || e.Cost != 2 {
		t.Errorf("reverse: got %+v", e)
	}
	f = newField()
	f.unit(1, Spears, "F5", 4, 0)
	f.unit(0, Spears, "F6", 0, 0)
	f.leader(0, 2, "F6")
	s = f.start()
	s.must(game.Action{Verb: vLeader, A: int32(s.b.leaderPiece(2))})
	e = s.Explain(game.Action{Verb: vRide, A: int32(f.square("F7"))}, 0)
	if e == nil || !hasOdds(e.Odds, half) {
		t.Errorf("ride: got %+v", e)
	}
}

// TestInitiativeOdds checks who wins with and without omens.
func TestInitiativeOdds(t *testing.T) {
	cite.Clauses(t, "bnb-5.3a", "bnb-5.3b", "bnb-E13")
	f := newField()
	f.unit(1, Spears, "F3", 4, 0)
	f.unit(0, Spears, "F9", 0, 0)
	s := New(&f.setup).Start().(*State)
	for s.current().kind != tWindow {
		a := s.Legal(nil)[0]
		s.must(a)
	}
	s.cards = [CardCount]uint8{}
	const fair = 30
	s.cards[fair] = inHand0
	s.cards[0] = inHand1
	for s.ToAct() != 0 {
		s.must(game.Action{Verb: vPass})
	}
	e := s.Explain(game.Action{Verb: vPass}, 0)
	if !hasOdds(e.Odds, game.Odds{Result: "initiative.attacker", Weight: 21, Of: 36, Piece: -1}) {
		t.Errorf("without omens: got %+v", e)
	}
	e = s.Explain(game.Action{Verb: vPlay, A: fair}, 0)
	if !hasOdds(e.Odds, game.Odds{Result: "initiative.attacker", Weight: 30, Of: 36, Piece: -1}) || !hasOdds(e.Also, game.Odds{Result: "without.initiative.attacker", Weight: 21, Of: 36, Piece: -1}) {
		t.Errorf("with omens: got %+v", e)
	}
}

// TestStatusReasons checks why units cannot act.
func TestStatusReasons(t *testing.T) {
	cite.Clauses(t, "bnb-7.2.2b", "bnb-9.0b", "bnb-9.1c", "bnb-8.2a", "bnb-8.6b", "bnb-5.0b")
	f := newField()
	ours := f.unit(0, Spears, "F6", 0, 0)
	archers := f.unit(0, Archers, "B6", 0, 0)
	nearer := f.unit(0, Archers, "C6", 2, 0)
	pinned := f.unit(0, Spears, "J6", 0, 0)
	enemy := f.unit(1, Spears, "F5", 4, 0)
	f.unit(1, Spears, "J7", 0, 0) // behind our unit
	away := f.unit(0, Spears, "B9", 0, 0)
	s := f.start()
	s.units[away].where = inRouted
	s.touch()
	s.refresh()
	expect := func(u uint8, viewer game.Side, keys ...string) {
		t.Helper()
		st := s.Status(int(u), viewer)
		var got []string
		for _, r := range st.Reasons {
			got = append(got, r.Key)
		}
		if !slices.Equal(got, keys) || st.CanAct != (len(keys) == 0) {
			t.Errorf("%s: got %v, want %v", s.b.PieceID(int(u)), got, keys)
		}
	}
	expect(ours, 0)
	expect(ours, 1, "not-yours")
	expect(enemy, 1, "not-now")
	expect(away, 0, "routed")
	expect(pinned, 0, "strong-zone-leave", "no-target")
	before := *s
	s.must(game.Action{Verb: vShoot, A: int32(archers)})
	s.must(game.Action{Verb: vWith, A: int32(nearer)})
	expect(nearer, 0)
	expect(archers, 0, "range")
	s.set(nearer, fFired)
	expect(nearer, 0, "fired")
	*s = before
	s.melee(ours)
	expect(ours, 0)
	expect(archers, 0, "not-in-formation")
	s.set(ours, fAttacked)
	expect(ours, 0, "attacked")
}

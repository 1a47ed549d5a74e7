package bladebow

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"acies/game"
	"acies/grid"
	"acies/rulebook/cite"
)

// field is a small battle on open ground, built for one test.
type field struct {
	setup Setup
	board *grid.Squares
}

func newField() *field {
	f := &field{board: grid.NewSquares(12, 12)}
	f.setup = Setup{ID: "field", Cols: 12, Rows: 12, Icons: []int{0, 0, 0, 6}}
	f.setup.Terrain = make([]Terrain, 144)
	f.setup.Sides = [2]Army{
		{ID: "blue", Impulses: 3, RoutLevel: 9, TieBreaker: true, Camps: []int{f.square("A12")}},
		{ID: "red", Impulses: 3, RoutLevel: 9, Camps: []int{f.square("L1")}},
	}
	// Commanders of value 3 far from the fighting.
	f.leader(0, 3, "B12")
	f.leader(1, 3, "K1")
	return f
}

func (f *field) square(name string) int {
	q, err := f.board.Parse(name)
	if err != nil {
		panic(err)
	}
	return q
}

func (f *field) leader(side, value int, name string) {
	n := len(f.setup.Leaders)
	f.setup.Leaders = append(f.setup.Leaders, LeaderSetup{ID: fmt.Sprint("leader-", n), Side: side, Rank: n + 1, Range: 40, Value: value, Square: f.square(name)})
}

func (f *field) unit(side int, typ Type, name string, facing, ranks int) uint8 {
	f.setup.Units = append(f.setup.Units, UnitSetup{ID: typ.Data().Key + "-" + name, Side: side, Type: typ, Square: f.square(name), Facing: facing, Ranks: ranks})
	return uint8(len(f.setup.Units) - 1)
}

// start returns the state in which side 0 has its first order to give, nobody holds a card and the armies know each other.
func (f *field) start() *State {
	s := New(&f.setup).Start().(*State)
	for s.current().kind != tOrders {
		var a game.Action
		switch t := s.current(); {
		case t.kind == tInitiative: // side 0 wins
			die := pool(0).with(1)
			if s.second() == 0 != (t.a == 1) {
				die = pool(0).with(6)
			}
			a = game.Action{Verb: vRoll, A: int32(die)}
		case t.kind == tWindow:
			a = game.Action{Verb: vPass}
		default:
			a = s.Legal(nil)[0]
		}
		if r := s.Apply(a, nil); r != nil {
			panic(r)
		}
	}
	for c := range s.cards {
		s.cards[c] = inDeck
	}
	for i := range f.setup.Units {
		s.set(uint8(i), fKnown)
	}
	s.actions = 9
	s.touch()
	s.refresh()
	return s
}

func (s *State) must(a game.Action) *State {
	if r := s.Apply(a, nil); r != nil {
		panic(fmt.Sprintf("%s: %v", s.b.Format(a), r))
	}
	return s
}

// melee orders a formation to attack and waits for the choice of a target.
func (s *State) melee(units ...uint8) *State {
	s.must(game.Action{Verb: vMelee, A: int32(units[0])})
	for _, u := range units[1:] {
		s.must(game.Action{Verb: vWith, A: int32(u)})
	}
	if s.current().kind == tForm {
		s.must(game.Action{Verb: vGo})
	}
	return s
}

// play follows every way in which dice can fall, with the choices of the policy for re-rolls, until the combat is over, and
// calls count for each end with its chance as a fraction.
func play(s *State, weight [2]uint64, done func(*State) bool, count func(*State, [2]uint64)) {
	for {
		if done(s) {
			count(s, weight)
			return
		}
		if s.ToAct() == game.Nature {
			break
		}
		s.must(policy(s))
	}
	list := s.Chances(nil)
	total := uint64(0)
	for _, c := range list {
		total += uint64(c.Weight)
	}
	for _, c := range list {
		n := *s
		n.must(c.Action)
		w := [2]uint64{weight[0] * uint64(c.Weight), weight[1] * total}
		g := gcd(w[0], w[1])
		play(&n, [2]uint64{w[0] / g, w[1] / g}, done, count)
	}
}

// policy is how the choices of a combat are made for the odds.
func policy(s *State) game.Action {
	t := s.current()
	legal := s.Legal(nil)
	switch t.kind {
	case tRerolls:
		d := &s.duel
		var hits, cancels [2]int
		for g := range d.dice {
			h, c := s.tally(g)
			hits[g/2] += h
			cancels[g/2] += c
		}
		half := s.half(t.a)
		best := game.Action{Verb: vKeep}
		for _, a := range legal {
			if a.Verb != vReroll {
				continue
			}
			g := s.ownGroup(t.a, int(a.B))
			keep := d.dice[g]
			d.dice[g] = pool(0).with(int(a.A))
			h, c := s.tally(g)
			d.dice[g] = keep
			if h+c == 0 {
				return a
			}
			mixed := half == attacking && d.count[0] > 0 && d.count[1] > 0
			if c == 1 && h == 0 && cancels[half] > hits[1-half] && !mixed && s.rerollHelps(g) && best.Verb == vKeep {
				best = a
			}
		}
		return best
	case tWindow:
		return game.Action{Verb: vPass}
	case tAdvance, tLead:
		return legal[0]
	case tAgain:
		return game.Action{Verb: vDone}
	case tEvade:
		return game.Action{Verb: vStand}
	case tRecoil, tWithdraw:
		for _, a := range legal {
			if s.at[a.A] == none {
				return a
			}
		}
	}
	return legal[0]
}

// rerollHelps reports whether a die of a group can hit at all.
func (s *State) rerollHelps(g int) bool {
	c := *s
	c.duel.dice[g] = 0x111111
	h, _ := c.tally(g)
	return h > 0 || g < 2
}

// become returns what has become of a unit in a combat since a state.
func become(before, after *State, u uint8, at int16) string {
	p, q := &before.units[u], &after.units[u]
	switch {
	case q.where == inRouted:
		return "result.routs"
	case q.where == gone:
		return "result.eliminated"
	case q.square != at:
		return "result.recoil"
	case q.ranks < p.ranks:
		return fmt.Sprint("result.ranks-", p.ranks-q.ranks)
	case q.flags&fDisrupted != p.flags&fDisrupted:
		return "result.disrupted"
	}
	return "result.none"
}

// distribution adds up fractions exactly, as long as they fit.
type distribution map[string][2]uint64

func (d distribution) add(key string, w [2]uint64) {
	x := d[key]
	if x[1] == 0 {
		x = [2]uint64{0, 1}
	}
	g := gcd(x[1], w[1])
	n := [2]uint64{x[0]*(w[1]/g) + w[0]*(x[1]/g), x[1] / g * w[1]}
	g = gcd(n[0], n[1])
	d[key] = [2]uint64{n[0] / g, n[1] / g}
}

func fromOdds(list []game.Odds, p int) distribution {
	d := distribution{}
	for _, o := range list {
		if o.Piece == p {
			d.add(o.Result, [2]uint64{uint64(o.Weight), uint64(o.Of)})
		}
	}
	return d
}

// TestMeleeOddsAgainstEngine compares odds with what the engine makes of every throw.
func TestMeleeOddsAgainstEngine(t *testing.T) {
	cite.Clauses(t, "bnb-9.4.6a", "bnb-9.4.7.2a", "bnb-9.4.7.1a", "bnb-9.4.8a", "bnb-9.4.8.1a", "bnb-9.4.8.2b", "bnb-9.4.9c", "bnb-9.4.11c", "bnb-R66")
	const n, south, east, west = 0, 4, 2, 6
	for name, build := range map[string]func(f *field) (attackers []uint8, target uint8, prepare func(*State)){
		"psiloi against spears": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Spears, "F5", south, 0)
			return []uint8{f.unit(0, Psiloi, "F6", n, 0)}, target, nil
		},
		"light against light": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Psiloi, "F5", south, 0)
			return []uint8{f.unit(0, Peltasts, "F6", n, 0)}, target, nil
		},
		"spears against a disrupted archer": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Archers, "F5", south, 0)
			return []uint8{f.unit(0, Spears, "F6", n, 0)}, target, func(s *State) { s.set(target, fDisrupted) }
		},
		"two against a hoplite with a rank": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Hoplite, "F5", south, 1)
			return []uint8{f.unit(0, Psiloi, "F6", n, 0), f.unit(0, Psiloi, "G6", 7, 0)}, target, nil
		},
		"with the first unit of all, which odds must name too": func(f *field) ([]uint8, uint8, func(*State)) {
			u := f.unit(0, Psiloi, "F6", n, 0)
			return []uint8{u}, f.unit(1, Psiloi, "F5", south, 0), nil
		},
		"against a flank": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Spears, "F5", east, 0)
			return []uint8{f.unit(0, Psiloi, "F6", n, 0)}, target, nil
		},
		"at the edge of the map": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Peltasts, "F1", south, 0)
			return []uint8{f.unit(0, Peltasts, "F2", n, 0)}, target, nil
		},
		"a friend behind": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Spears, "F5", south, 0)
			f.unit(1, Spears, "F4", west, 0)
			return []uint8{f.unit(0, Spears, "F6", n, 0)}, target, func(s *State) { s.set(target, fDisrupted) }
		},
		"a leader with the defender": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Spears, "F5", south, 0)
			f.leader(1, 0, "F5") // who cannot be killed
			return []uint8{f.unit(0, Spears, "F6", n, 0)}, target, func(s *State) { s.set(target, fDisrupted) }
		},
		"a leader with the attacker": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Psiloi, "F5", south, 0)
			f.leader(0, 0, "F6")
			return []uint8{f.unit(0, Psiloi, "F6", n, 0)}, target, nil
		},
		"nowhere to go": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Spears, "F5", south, 0)
			f.unit(0, Psiloi, "E3", 2, 0)
			f.unit(0, Psiloi, "G3", 6, 0)
			f.unit(0, Psiloi, "D4", 2, 0)
			f.unit(0, Psiloi, "H4", 6, 0)
			return []uint8{f.unit(0, Psiloi, "F6", n, 0)}, target, nil
		},
		"a shield wall": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Psiloi, "F5", south, 0)
			u := f.unit(0, Psiloi, "F6", n, 0)
			return []uint8{u}, target, func(s *State) { s.set(target, fShield); s.set(u, fShield) }
		},
		"a shield wall with a supporter outside": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Psiloi, "F5", south, 0)
			u, v := f.unit(0, Spears, "F6", n, 0), f.unit(0, Psiloi, "G6", 7, 0)
			return []uint8{u, v}, target, func(s *State) { s.set(u, fShield); s.set(target, fDisrupted) }
		},
		"with the enemy holding the initiative": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Psiloi, "F5", south, 0)
			return []uint8{f.unit(0, Psiloi, "F6", n, 0)}, target, func(s *State) { s.initiative = 1 }
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newField()
			attackers, target, prepare := build(f)
			s := f.start()
			if prepare != nil {
				prepare(s)
				s.touch()
				s.refresh()
			}
			for _, u := range attackers {
				s.set(u, fMelee) // no entry checks
			}
			s.melee(attackers...)
			attack := game.Action{Verb: vAttack, A: int32(s.units[target].square)}
			if len(attackers) == 1 {
				checkMelee(t, s, attack, target)
				return
			}
			// With several, choose them, the first in front being the lead.
			s.must(attack)
			for _, u := range attackers[1:] {
				s.must(game.Action{Verb: vWith, A: int32(u)})
			}
			last := game.Action{Verb: vWith, A: int32(attackers[0])}
			checkMelee(t, s, last, target)
		})
	}
}

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

// checkMelee compares the odds of an attack, and then those of each step on one way through the melee, with the engine.
func checkMelee(t *testing.T, s *State, a game.Action, target uint8) {
	t.Helper()
	before := *s
	c := *s
	compareMelee(t, &before, &c, a, target)
	c.must(a)
	for i := 0; ; i++ {
		switch k := c.current().kind; {
		case k == tDuel && c.ToAct() == game.Nature, k == tReroll:
			list := c.Legal(nil)
			a = list[(i*7+3)%len(list)]
			compareMelee(t, &before, &c, game.Action{Verb: vRoll, A: -1}, target)
		case k == tRerolls:
			a = policy(&c)
			compareMelee(t, &before, &c, a, target)
		case k == tHurt, k == tMelees, k == tOrders, k == tRoutDice, k == tAdvance, k == tRecoil, k == tCheck, k == tCasualty:
			return
		default:
			a = policy(&c)
		}
		c.must(a)
	}
}

// compareMelee compares the odds of an action, or of a roll of any outcome, with the engine.
func compareMelee(t *testing.T, before, s *State, a game.Action, target uint8) {
	t.Helper()
	c := *s
	if a.A < 0 {
		a = s.Legal(nil)[0]
	} else {
		c.must(a)
	}
	e := s.Explain(a, 0)
	if e == nil {
		t.Fatalf("%s: nothing is explained", s.b.Format(a))
	}
	end := func(s *State) bool {
		k := s.current().kind
		return k == tMelees || k == tOrders || k == tAdvance
	}
	lead := s.duel.units[0]
	for c.ToAct() != game.Nature && !end(&c) {
		c.must(policy(&c))
	}
	if c.duel.n > 0 {
		lead = c.duel.units[0]
	}
	defender, attacker := distribution{}, distribution{}
	play(&c, [2]uint64{1, 1}, end, func(after *State, w [2]uint64) {
		defender.add(become(before, after, target, before.units[target].square), w)
		if key := become(before, after, lead, before.units[lead].square); key != "result.none" {
			attacker.add(key, w)
		}
	})
	if got := fromOdds(e.Odds, -1); !maps.Equal(got, defender) {
		t.Errorf("%s: odds of the defender: got %v, and the engine makes %v", s.b.Format(a), got, defender)
	}
	if got := fromOdds(e.Also, int(lead)); !maps.Equal(got, attacker) {
		t.Errorf("%s: odds of the lead: got %v, and the engine makes %v", s.b.Format(a), got, attacker)
	}
}

// faces calls visit for every throw of n dice.
func faces(n int, visit func([]int)) {
	list := make([]int, n)
	var next func(i int)
	next = func(i int) {
		if i == n {
			visit(list)
			return
		}
		for list[i] = 1; list[i] <= 6; list[i]++ {
			next(i + 1)
		}
	}
	next(0)
}

// TestThrowByFaces compares the hits of two sides without re-rolls with every face of every die.
func TestThrowByFaces(t *testing.T) {
	cite.Clauses(t, "bnb-9.3d", "bnb-9.3e", "bnb-9.4.6b", "bnb-9.4.8a", "bnb-R87")
	for _, c := range []struct{ plain, walls, defence, hit, cancel int }{
		{3, 0, 3, 2, 2}, {1, 2, 2, 2, 2}, {2, 1, 3, 1, 2}, {0, 3, 2, 0, 2}, {4, 0, 2, 1, 3},
	} {
		f := fight{groups: [3]group{
			{left: c.plain, hit: 2, cancel: 2}, {left: c.walls, hit: 1, cancel: 3}, {left: c.defence, hit: c.hit, cancel: c.cancel},
		}}
		got := f.solve()
		var want clash
		faces(c.plain+c.walls+c.defence, func(list []int) {
			var h, n [2]int
			for i, face := range list {
				hit, cancel, half := 2, 2, 0
				switch {
				case i >= c.plain+c.walls:
					hit, cancel, half = c.hit, c.cancel, 1
				case i >= c.plain:
					hit, cancel = 1, 3
				}
				if face <= hit {
					h[half]++
				}
				if face > 6-cancel {
					n[half]++
				}
			}
			want.weight[max(h[0]-n[1], 0)][max(h[1]-n[0], 0)]++
			want.of++
		})
		want.reduce()
		if got != want {
			t.Errorf("%+v: got %v, want %v", c, got, want)
		}
	}
}

// TestShotOddsAgainstEngine compares odds of ranged attacks with what the engine makes of every throw.
func TestShotOddsAgainstEngine(t *testing.T) {
	cite.Clauses(t, "bnb-8.5.1b", "bnb-8.5.1e", "bnb-8.5.2c", "bnb-8.5.3a", "bnb-8.5.3f", "bnb-8.5.3i", "bnb-X26", "bnb-X27")
	for name, build := range map[string]func(f *field) (firers []uint8, target uint8, prepare func(*State)){
		"archers at a hoplite": func(f *field) ([]uint8, uint8, func(*State)) { // X26
			target := f.unit(1, Hoplite, "F5", 4, 1)
			return []uint8{f.unit(0, Archers, "F8", 0, 0), f.unit(0, Archers, "G8", 0, 0)}, target, nil
		},
		"archers at disrupted spears": func(f *field) ([]uint8, uint8, func(*State)) { // X27
			target := f.unit(1, Spears, "F5", 4, 0)
			return []uint8{f.unit(0, Archers, "F8", 0, 0), f.unit(0, Archers, "G8", 0, 0)}, target, func(s *State) { s.set(target, fDisrupted) }
		},
		"a leader with the target": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Spears, "F5", 4, 0)
			f.leader(1, 0, "F5")
			return []uint8{f.unit(0, Archers, "F8", 0, 0), f.unit(0, Archers, "G8", 0, 0)}, target, func(s *State) { s.set(target, fDisrupted) }
		},
		"no way back": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Spears, "F1", 4, 0)
			return []uint8{f.unit(0, Archers, "F4", 0, 0), f.unit(0, Archers, "G4", 0, 0)}, target, func(s *State) { s.set(target, fDisrupted) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newField()
			firers, target, prepare := build(f)
			s := f.start()
			if prepare != nil {
				prepare(s)
				s.touch()
				s.refresh()
			}
			s.must(game.Action{Verb: vShoot, A: int32(firers[0])})
			for _, u := range firers[1:] {
				s.must(game.Action{Verb: vWith, A: int32(u)})
			}
			a := game.Action{Verb: vTarget, A: int32(s.units[target].square)}
			e := s.Explain(a, 0)
			if e == nil {
				t.Fatal("nothing is explained")
			}
			before := *s
			s.must(a)
			for _, u := range firers {
				if x := s.Explain(game.Action{Verb: vWith, A: int32(u)}, 0); x == nil {
					t.Error("a firer is not explained")
				}
				s.must(game.Action{Verb: vWith, A: int32(u)})
			}
			got := distribution{}
			end := func(s *State) bool { k := s.current().kind; return k == tVolleys || k == tOrders }
			play(s, [2]uint64{1, 1}, end, func(after *State, w [2]uint64) {
				got.add(become(&before, after, target, before.units[target].square), w)
			})
			if want := fromOdds(e.Odds, -1); !maps.Equal(got, want) {
				t.Errorf("got %v, and the engine makes %v", want, got)
			}
		})
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

func hasOdds(list []game.Odds, want game.Odds) bool {
	for _, o := range list {
		if o == want {
			return true
		}
	}
	return false
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

// greatFight is a melee with eight dice on each side, in sixths, and re-rolls of both.
func greatFight() fight {
	return fight{
		groups:  [3]group{{left: 5, hit: 2, cancel: 2}, {left: 3, hit: 1, cancel: 3}, {left: 8, hit: 1, cancel: 2}},
		rerolls: [2]int{2, 1},
	}
}

func BenchmarkGreatFight(b *testing.B) {
	for b.Loop() {
		f := greatFight()
		f.solve()
	}
}

func BenchmarkMeleeOdds(b *testing.B) {
	f := newField()
	target := f.unit(1, Hoplite, "F5", 4, 3)
	list := []uint8{f.unit(0, Hoplite, "F6", 0, 2), f.unit(0, Hoplite, "G6", 7, 1)}
	f.leader(0, 3, "F6")
	f.leader(1, 3, "F5")
	s := f.start()
	s.melee(list...)
	a := game.Action{Verb: vAttack, A: int32(s.units[target].square)}
	b.ReportAllocs()
	for b.Loop() {
		s.Explain(a, 0)
	}
}

func BenchmarkRangedOdds(b *testing.B) {
	f := newField()
	f.setup.Sides[1].MaxRanks = 3
	target := f.unit(1, Hoplite, "F5", 4, 1)
	f.unit(1, Hoplite, "G3", 4, 2)
	list := []uint8{f.unit(0, Archers, "E8", 0, 0), f.unit(0, Archers, "F8", 0, 0), f.unit(0, Archers, "G8", 0, 0), f.unit(0, Archers, "H8", 0, 0)}
	s := f.start()
	s.clear(target, fKnown)
	s.clear(target+1, fKnown)
	s.must(game.Action{Verb: vShoot, A: int32(list[0])})
	for _, u := range list[1:] {
		s.must(game.Action{Verb: vWith, A: int32(u)})
	}
	a := game.Action{Verb: vTarget, A: int32(s.units[target].square)}
	b.ReportAllocs()
	for b.Loop() {
		s.Explain(a, 0)
	}
}

func BenchmarkEntryOdds(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		entryPrices(5, 3)
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

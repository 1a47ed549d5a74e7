package bladebow

import (
	"fmt"
	"maps"
	"testing"

	"acies/game"
	"acies/grid"
	"acies/rulebook/cite"
)

// field is a small battle on open ground, built for one test.
type field struct {
	*testing.T
	setup Setup
	board *grid.Squares
}

func newField(t testing.TB) *field {
	f := &field{board: grid.NewSquares(12, 12)}
	f.T, _ = t.(*testing.T)
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
// returns the weight of what becomes of a unit, out of the same total for all.
func play(s *State, root *State, weight [2]uint64, done func(*State) bool, count func(*State, [2]uint64)) {
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
		play(&n, root, [2]uint64{w[0] / g, w[1] / g}, done, count)
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
			f := newField(t)
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

func checkMelee(t *testing.T, s *State, a game.Action, target uint8) {
	t.Helper()
	e := s.Explain(a, 0)
	if e == nil {
		t.Fatal("nothing is explained")
	}
	before := *s
	end := func(s *State) bool {
		k := s.current().kind
		return k == tMelees || k == tOrders || k == tAdvance
	}
	var lead uint8
	defender, attacker := distribution{}, distribution{}
	c := *s
	c.must(a)
	for c.ToAct() != game.Nature {
		c.must(policy(&c))
	}
	lead = c.duel.units[0]
	play(&c, &before, [2]uint64{1, 1}, end, func(after *State, w [2]uint64) {
		defender.add(become(&before, after, target, before.units[target].square), w)
		if key := become(&before, after, lead, before.units[lead].square); key != "result.none" {
			attacker.add(key, w)
		}
	})
	if got := fromOdds(e.Odds, 0); !maps.Equal(got, defender) {
		t.Errorf("odds of the defender: got %v, and the engine makes %v", got, defender)
	}
	if lead == 0 {
		t.Fatal("the lead must not be unit 0, which cannot be named in odds")
	}
	if got := fromOdds(e.Also, int(lead)); !maps.Equal(got, attacker) {
		t.Errorf("odds of the lead: got %v, and the engine makes %v", got, attacker)
	}
}

package bladebow

import (
	"fmt"

	"acies/game"
	"acies/grid"
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

func hasOdds(list []game.Odds, want game.Odds) bool {
	for _, o := range list {
		if o == want {
			return true
		}
	}
	return false
}

package bladebow

import (
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

// hiding is an army of four hoplites whose ranks the enemy does not know; two of them have lost some.
func hiding() (s *State, archers uint8) {
	f := newField()
	f.setup.Sides[1].MaxRanks = 3
	for i, square := range []string{"E4", "F4", "G4", "H4"} {
		f.unit(1, Hoplite, square, 4, []int{2, 1, 0, 1}[i])
	}
	archers = f.unit(0, Archers, "F7", 0, 0)
	s = f.start()
	for u := range uint8(4) {
		s.clear(u, fKnown)
		s.units[u].lost = []uint8{0, 1, 2, 0}[u]
	}
	return s, archers
}

// distributions calls visit with every distribution of the ranks of that army.
func distributions(s *State, visit func(ranks [4]int)) {
	for n := range 256 {
		ranks := [4]int{n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6}
		sum, fits := 0, true
		for u, k := range ranks {
			sum += k
			fits = fits && k+int(s.units[u].lost) <= 3
		}
		if fits && sum == 4 {
			visit(ranks)
		}
	}
}

// TestSecretRanks compares the chances of ranks that a viewer does not know with every distribution, and with what is drawn.
func TestSecretRanks(t *testing.T) {
	cite.Clauses(t, "bnb-2.3.2.7c", "bnb-15.2b", "bnb-R92")
	s, _ := hiding()
	var want [4][4]uint64
	all := map[[4]int]int{}
	distributions(s, func(ranks [4]int) {
		all[ranks] = 0
		for u, k := range ranks {
			want[u][k]++
		}
	})
	for u := range uint8(4) {
		x := s.secretRanks(1)
		if got := x.chances(u); got != want[u] {
			t.Errorf("unit %d: got %v, want %v", u, got, want[u])
		}
	}
	src := rand.New(rand.NewPCG(7, 7))
	const each = 400
	for range each * len(all) {
		c := *s
		c.Resample(0, src)
		var ranks [4]int
		for u := range ranks {
			ranks[u] = int(c.units[u].ranks)
		}
		if _, ok := all[ranks]; !ok {
			t.Fatalf("drawn: %v, which cannot be", ranks)
		}
		all[ranks]++
	}
	for ranks, n := range all {
		if off := math.Abs(float64(n - each)); off > 6*math.Sqrt(each) {
			t.Errorf("%v was drawn %d times, expected about %d", ranks, n, each)
		}
	}
}

// TestSecretOdds compares the odds of a shot with those over every distribution of ranks.
func TestSecretOdds(t *testing.T) {
	cite.Clauses(t, "bnb-2.3.2.7c", "bnb-8.5.3c", "bnb-R11")
	s, archers := hiding()
	const target = 1
	s.set(target, fDisrupted)
	s.touch()
	s.refresh()
	s.must(game.Action{Verb: vShoot, A: int32(archers)})
	a := game.Action{Verb: vTarget, A: int32(s.units[target].square)}
	got := fromOdds(s.Explain(a, 0).Odds, -1)
	count := uint64(0)
	distributions(s, func([4]int) { count++ })
	want := distribution{}
	distributions(s, func(ranks [4]int) {
		c := *s
		for u, k := range ranks {
			c.set(uint8(u), fKnown)
			c.units[u].ranks = uint8(k)
		}
		for _, o := range c.Explain(a, 0).Odds {
			want.add(o.Result, [2]uint64{uint64(o.Weight), uint64(o.Of) * count})
		}
	})
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestSecretLimit counts the distributions of the greatest army.
func TestSecretLimit(t *testing.T) {
	cite.Clauses(t, "bnb-2.3.2.7c")
	x := secret{n: MaxSecret, total: MaxSecret * maxMarker / 2}
	for i := range x.n {
		x.units[i], x.room[i] = uint8(i), maxMarker
	}
	sum := uint64(0)
	for _, w := range x.chances(5) {
		sum += w
	}
	if w := x.count(); sum != w[x.total] || sum > 1<<62 {
		t.Errorf("got %d ways by the ranks of one unit, and %d in all", sum, w[x.total])
	}
	left := x.total
	x.draw(rand.New(rand.NewPCG(1, 2)), func(_ uint8, ranks int) { left -= ranks })
	if left != 0 {
		t.Errorf("%d ranks were not given out", left)
	}
}

// TestFixedRanksAreKnown: the ranks of an army that cannot distribute them are printed for everybody to read, from the set-up on;
// those of an army that can are nobody else's knowledge.
func TestFixedRanksAreKnown(t *testing.T) {
	cite.Clauses(t, "bnb-15.1md", "bnb-15.1mb", "bnb-2.3.2.7c")
	f := newField()
	f.setup.Sides[0].MaxRanks = 3
	fixed := f.unit(1, Hoplite, "F2", 4, 1)
	free := f.unit(0, Hoplite, "F11", 0, 1)
	shown := func(s *State, u uint8, viewer game.Side) (list []game.Value) {
		for _, x := range s.View(viewer).Pieces[u].Values {
			if x.Key == "ranks" || x.Key == "last-known" {
				list = append(list, x)
			}
		}
		return list
	}
	s := New(&f.setup).Start().(*State)
	for range 2 { // in the set-up, and when the armies stand apart
		for _, viewer := range []game.Side{0, 1, game.Nobody} {
			if got := shown(s, fixed, viewer); len(got) != 1 || got[0] != (game.Value{Key: "ranks", N: 1}) {
				t.Errorf("phase %d: viewer %d sees %v of fixed ranks", s.phase, viewer, got)
			}
		}
		for _, viewer := range []game.Side{1, game.Nobody} {
			if got := shown(s, free, viewer); got != nil {
				t.Errorf("phase %d: viewer %d sees %v of ranks that are the owner's to distribute", s.phase, viewer, got)
			}
		}
		s = f.start()
		s.clear(free, fKnown)
	}
}

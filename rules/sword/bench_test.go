package sword_test

import (
	"testing"

	"acies/battles"
	"acies/dice"
	"acies/game"
	"acies/pack"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
)

func load(t testing.TB, id string, options ...string) *sword.Battle {
	t.Helper()
	p, problems := scenario.Read(pack.ReadFiles(battles.FS, id))
	if p == nil {
		t.Fatal(pack.Errors(problems))
	}
	set, err := p.Setup(options)
	if err != nil {
		t.Fatal(err)
	}
	b, err := sword.New(set)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// player plays random legal games one after the other without allocating.
type player struct {
	first, now *sword.State
	src        *dice.PCG
	buf        []game.Action
	games      int
}

func newPlayer(b *sword.Battle, seed uint64) *player {
	return &player{first: b.NewState(), now: b.NewState(), src: dice.New(seed), buf: make([]game.Action, 0, 4096)}
}

// step plays one action.
func (p *player) step(t testing.TB) {
	switch p.now.ToAct() {
	case game.Nobody:
		p.now.CopyFrom(p.first)
		p.games++
	case game.Nature:
		p.now.Apply(p.now.Roll(p.src), nil)
	default:
		p.buf = p.now.Legal(p.buf[:0])
		if r := p.now.Apply(p.buf[game.Intn(p.src, len(p.buf))], nil); r != nil {
			t.Fatal(r)
		}
	}
}

// until plays on to the first state with the given prompt.
func (p *player) until(t testing.TB, prompt string) {
	for range 100000 {
		if p.now.View(game.Nobody).Prompt.Key == prompt {
			return
		}
		p.step(t)
	}
	t.Fatalf("no state with %s in 100,000 actions", prompt)
}

var all = []string{"sparta-195bc", "issos-333bc", "bouvines-1214", "guinegate-1479"}

func BenchmarkPlayout(b *testing.B) {
	for _, id := range all {
		b.Run(id, func(b *testing.B) {
			p := newPlayer(load(b, id), 1)
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				p.step(b)
				n++
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "actions/s")
			b.ReportMetric(float64(p.games)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

func BenchmarkCopy(b *testing.B) {
	for _, id := range all {
		b.Run(id, func(b *testing.B) {
			p := newPlayer(load(b, id), 1)
			for b.Loop() {
				p.now.CopyFrom(p.first)
			}
		})
	}
}

func BenchmarkHash(b *testing.B) {
	p := newPlayer(load(b, "sparta-195bc"), 1)
	for b.Loop() {
		p.now.Hash()
	}
}

// chooseUnit returns a state in which a unit of 6 MP has been chosen to move, on open ground or in the middle of a fight.
func chooseUnit(t testing.TB, fight bool) *sword.State {
	battle := load(t, "sparta-195bc")
	if !fight {
		s := battle.NewState()
		for _, a := range []string{"ready", "ready", "roll 12", "roll 2", "activate pretor-ii", "move equites-ii-1"} {
			do(t, s, a)
		}
		return s
	}
	p := &sword.Position{Turn: 3, At: "activation pretor-ii", Units: []sword.UnitAt{
		{ID: "equites-ii-1", Hex: "0811", Facing: "UR"},
		{ID: "mercenaries-1", Hex: "0910", Facing: "DL"},
		{ID: "helots-1", Hex: "0709", Facing: "DR"},
	}}
	s, err := battle.FromPosition(p)
	if err != nil {
		t.Fatal(err)
	}
	do(t, s, "move equites-ii-1")
	return s
}

// BenchmarkSearch finds where one unit of 6 MP may go; BenchmarkDestinations also lists it as actions.
func BenchmarkSearch(b *testing.B) {
	for _, fight := range []bool{false, true} {
		b.Run(map[bool]string{false: "open", true: "fight"}[fight], func(b *testing.B) {
			s := chooseUnit(b, fight)
			for b.Loop() {
				s.Search(false)
			}
			b.ReportMetric(float64(s.Search(true)), "nodes")
		})
	}
}

func BenchmarkDestinations(b *testing.B) {
	for _, fight := range []bool{false, true} {
		b.Run(map[bool]string{false: "open", true: "fight"}[fight], func(b *testing.B) {
			s := chooseUnit(b, fight)
			buf := make([]game.Action, 0, 1024)
			b.ReportAllocs()
			for b.Loop() {
				buf = s.Legal(buf[:0])
			}
			b.ReportMetric(float64(len(buf)), "destinations")
		})
	}
}

// BenchmarkMeleeOdds works out the modifiers and the exact distribution of one melee.
func BenchmarkMeleeOdds(b *testing.B) {
	p := newPlayer(load(b, "sparta-195bc"), 7)
	p.until(b, "prompt.die-melee")
	a := game.Action{Verb: 1, A: 5}
	for b.Loop() {
		if p.now.Explain(a, game.Nobody) == nil {
			b.Fatal("no explanation of a melee roll")
		}
	}
}

func do(t testing.TB, s *sword.State, action string) {
	t.Helper()
	a, err := s.Battle().Parse(action)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Apply(a, nil); r != nil {
		t.Fatalf("%s: %v", action, r)
	}
}

// TestNoAllocation plays in the steady state: neither Legal nor Apply may allocate without a sink.
func TestNoAllocation(t *testing.T) {
	for _, id := range all {
		p := newPlayer(load(t, id), 3)
		for range 2000 {
			p.step(t)
		}
		if n := testing.AllocsPerRun(5000, func() { p.step(t) }); n != 0 {
			t.Errorf("%s: %v allocations an action, want 0", id, n)
		}
	}
}

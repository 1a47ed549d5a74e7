package bladebow_test

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	packs "acies/battles"
	"acies/game"
	"acies/game/gametest"
	"acies/rulebook/cite"
	"acies/rules/bladebow"
	"acies/rules/bladebow/scenario"
)

var battles = []string{"marathon-490bc", "thermopylae-480bc", "plataea-479bc", "mycale-479bc"}

func load(t testing.TB, id string) *bladebow.Battle {
	t.Helper()
	p, err := scenario.Load(packs.FS, id)
	if err != nil {
		t.Fatal(err)
	}
	return bladebow.New(p.Setup())
}

func TestContract(t *testing.T) {
	cite.Clauses(t, "bnb-1.0a", "bnb-2.0c", "bnb-3.1a", "bnb-3.2a", "bnb-5.0a")
	games := 12
	if testing.Short() {
		games = 2
	}
	for _, id := range battles {
		t.Run(id, func(t *testing.T) {
			gametest.Run(t, load(t, id), gametest.Options{Games: games, Limits: bladebow.Limits, ProbeEvery: 48})
		})
	}
}

// play plays one random action.
func play(s game.State, src game.Source, buf []game.Action) []game.Action {
	var a game.Action
	if s.ToAct() == game.Nature {
		a = s.Roll(src)
	} else {
		buf = s.Legal(buf[:0])
		a = buf[game.Intn(src, len(buf))]
	}
	if r := s.Apply(a, nil); r != nil {
		panic(r)
	}
	return buf
}

func TestNoAllocation(t *testing.T) {
	for _, id := range battles {
		s := load(t, id).Start()
		start := s.Clone()
		src := rand.NewPCG(1, 2)
		buf := make([]game.Action, 0, 4096)
		n := testing.AllocsPerRun(20_000, func() {
			if s.ToAct() == game.Nobody {
				s.CopyFrom(start)
			}
			buf = play(s, src, buf)
		})
		if n != 0 {
			t.Errorf("%s: %v allocations an action", id, n)
		}
	}
}

func TestStateSize(t *testing.T) {
	if n := unsafe.Sizeof(bladebow.State{}); n > 4096 {
		t.Errorf("a state has %d bytes", n)
	}
}

func BenchmarkPlayout(b *testing.B) {
	for _, id := range battles {
		b.Run(id, func(b *testing.B) {
			s := load(b, id).Start()
			start := s.Clone()
			src := rand.NewPCG(1, 2)
			var buf []game.Action
			games := 0
			b.ReportAllocs()
			for b.Loop() {
				if s.ToAct() == game.Nobody {
					s.CopyFrom(start)
					games++
				}
				buf = play(s, src, buf)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "actions/s")
			b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

func BenchmarkCopy(b *testing.B) {
	s := load(b, "plataea-479bc").Start()
	c := s.Clone()
	for b.Loop() {
		c.CopyFrom(s)
	}
}

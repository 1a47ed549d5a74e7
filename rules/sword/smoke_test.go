package sword_test

import (
	"testing"

	"acies/battles"
	"acies/dice"
	"acies/game"
	"acies/rules/sword"
	"acies/scenario"
)

func load(t testing.TB, id string, opts ...string) *sword.Battle {
	p, err := scenario.Load(battles.FS, id)
	if err != nil {
		t.Fatal(err)
	}
	set, err := p.Setup(opts)
	if err != nil {
		t.Fatal(err)
	}
	b, err := sword.New(set)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func BenchmarkPlayout(b *testing.B) {
	for _, id := range []string{"sparta-195bc", "issos-333bc"} {
		b.Run(id, func(b *testing.B) {
			bt := load(b, id)
			first := bt.NewState()
			st := bt.NewState()
			src := dice.New(1)
			var buf []game.Action
			n, games := 0, 0
			st.CopyFrom(first)
			b.ReportAllocs()
			for b.Loop() {
				switch st.ToAct() {
				case game.Nobody:
					st.CopyFrom(first)
					games++
					continue
				case game.Nature:
					st.Apply(st.Roll(src), nil)
				default:
					buf = st.Legal(buf[:0])
					if r := st.Apply(buf[game.Intn(src, len(buf))], nil); r != nil {
						b.Fatal(r)
					}
				}
				n++
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "actions/s")
			b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

package sword_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	"fmt"

	"acies/dice"
	"acies/game"
	"acies/rules/sword"
)

func TestStress(t *testing.T) {
	for _, id := range []string{"sparta-195bc", "issos-333bc"} {
		b := load(t, id)
		r := rand.New(rand.NewPCG(1, 2))
		var pool []*sword.Position
		for seed := range uint64(6) {
			src := dice.New(seed)
			s := b.NewState()
			var buf []game.Action
			for s.ToAct() != game.Nobody {
				if game.Intn(src, 10) == 0 { pool = append(pool, s.Position()) }
				a := s.Roll(src)
				if s.ToAct() != game.Nature { buf = s.Legal(buf[:0]); a = buf[game.Intn(src, len(buf))] }
				s.Apply(a, nil)
			}
		}
		fmt.Println(id, len(pool))
		ok, bad, late := 0, 0, 0
		for i := range 6000 {
			p := *pool[r.IntN(len(pool))]
			q := pool[r.IntN(len(pool))]
			p.Tasks = slices.Clone(p.Tasks); p.Units = slices.Clone(p.Units); p.Leaders = slices.Clone(p.Leaders)
			for range 1 + r.IntN(3) {
				switch r.IntN(9) {
				case 0: if len(p.Tasks) > 0 { k := r.IntN(len(p.Tasks)); p.Tasks = slices.Delete(p.Tasks, k, k+1) }
				case 1: if len(q.Tasks) > 0 { p.Tasks = slices.Insert(p.Tasks, r.IntN(len(p.Tasks)+1), q.Tasks[r.IntN(len(q.Tasks))]) }
				case 2: p.Tasks = slices.Clone(q.Tasks)
				case 3: k := r.IntN(len(p.Units)); p.Units[k] = q.Units[k]
				case 4: k := r.IntN(len(p.Leaders)); p.Leaders[k] = q.Leaders[k]
				case 5: p.Group, p.Shot = q.Group, q.Shot
				case 6: p.Melee, p.Flight = q.Melee, q.Flight
				case 7: p.Active, p.Side = q.Active, q.Side
				case 8: k := r.IntN(len(p.Units)); fl := sword.UnitFlags(); p.Units[k].Flags = append(slices.Clone(p.Units[k].Flags), fl[r.IntN(len(fl))])
				}
			}
			done := make(chan *sword.State, 1)
			go func() { s, err := b.FromPosition(&p); if err != nil { s = nil }; done <- s }()
			var s *sword.State
			select {
			case s = <-done:
			case <-time.After(5 * time.Second):
				t.Fatalf("%d hangs: %q\n%+v", i, p.Tasks, p)
			}
			if s == nil { bad++; continue }
			ok++
			fin := make(chan any, 1)
			go func() {
				defer func() { fin <- recover() }()
				src := dice.New(uint64(i)); var buf []game.Action
				for n := 0; s.ToAct() != game.Nobody && n < 100000; n++ {
					a := s.Roll(src)
					if s.ToAct() != game.Nature { buf = s.Legal(buf[:0]); if len(buf) == 0 { q := s.Position(); panic(fmt.Sprint("no legal ", q.Tasks, q.Active, q.Leaders, q.Group)) }; a = buf[game.Intn(src, len(buf))] }
					if n := s.Apply(a, nil); n != nil { panic(n) }
				}
			}()
			select {
			case x := <-fin:
				if x != nil { late++; if late < 6 { fmt.Printf("%d late: %v %q\n", i, x, p.Tasks) } }
			case <-time.After(5 * time.Second):
				t.Fatalf("%d game hangs: %q", i, p.Tasks)
			}
		}
		fmt.Println(id, "ok", ok, "refused", bad, "late", late)
	}
}

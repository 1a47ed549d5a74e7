package impetus_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	packs "acies/battles"
	"acies/game"
	"acies/game/gametest"
	"acies/plane"
	"acies/rulebook/cite"
	"acies/rules/impetus"
	"acies/rules/impetus/scenario"
)

// set is a battle with options.
type set struct {
	id      string
	options []string
}

var battles = []set{
	{"two-camps-204bc", nil},
	{"two-camps-204bc", []string{"free-set-up", "amendments"}},
	{"stream-333bc", nil},
	{"free-battle", []string{"first-romans", "second-persians", "table-stream"}},
	{"free-battle", []string{"first-macedonians", "second-carthaginians", "table-seed-3"}},
}

func (x set) String() string { return fmt.Sprint(x.id, x.options) }

func load(t testing.TB, x set) *impetus.Battle {
	t.Helper()
	p, err := scenario.Load(packs.FS, x.id)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := p.Setup(x.options)
	if err != nil {
		t.Fatal(err)
	}
	return impetus.New(setup)
}

func TestContract(t *testing.T) {
	cite.Clauses(t, "imp-D9a", "imp-D9f", "imp-D9g", "imp-D10a", "imp-Q7b")
	games := 4
	if testing.Short() {
		games = 1
	}
	for _, x := range battles {
		t.Run(x.String(), func(t *testing.T) {
			gametest.Run(t, load(t, x), gametest.Options{
				Games: games, ProbeEvery: 64, Limits: func(s game.State) error { return s.(*impetus.State).Limits() },
			})
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
	for _, x := range battles {
		s := load(t, x).Start()
		start := s.Clone()
		src := rand.NewPCG(1, 2)
		buf := make([]game.Action, 0, 4096)
		n := testing.AllocsPerRun(3_000, func() {
			if s.ToAct() == game.Nobody {
				s.CopyFrom(start)
			}
			buf = play(s, src, buf)
		})
		if n != 0 {
			t.Errorf("%s: %v allocations an action", x, n)
		}
	}
}

func TestStateSize(t *testing.T) {
	if n := unsafe.Sizeof(impetus.State{}); n > 8192 {
		t.Errorf("a state has %d bytes", n)
	}
}

func BenchmarkPlayout(b *testing.B) {
	for _, x := range battles {
		b.Run(x.String(), func(b *testing.B) {
			s := load(b, x).Start()
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
	s := load(b, battles[0]).Start()
	c := s.Clone()
	for b.Loop() {
		c.CopyFrom(s)
	}
}

// crowd returns a battle of n units in the middle of a game, of which one of the first Command acts.
func crowd(b *testing.B, n int) game.State {
	setup := &impetus.Setup{ID: "crowd", Width: plane.Width, Height: plane.Height, Turns: 12, TieWinner: -1}
	for side := range 2 {
		setup.Sides[side] = impetus.Army{
			ID: fmt.Sprint(side), Structure: impetus.GoodStructure, HomeEdge: impetus.Edge(side),
		}
		for c := range 4 {
			army := &setup.Sides[side]
			army.Commands = append(army.Commands, impetus.Command{ID: fmt.Sprint(c + 1), Quality: impetus.Fair, InChief: c == 0, Attached: -1})
		}
		for i := range n / 2 {
			// Lines of fourteen, 10U apart from side to side and 6U deep, 40U from the enemy.
			x, y := int32(10+12*(i%14))*impetus.U, int32(40-6*(i/14))*impetus.U
			h := plane.Heading(0)
			if side == 1 {
				y, h = int32(80+6*(i/14))*impetus.U, plane.Turn/2
			}
			setup.Units = append(setup.Units, impetus.UnitSetup{
				ID: fmt.Sprintf("%c%d", 'a'+side, i), Side: side, Command: i * 8 / n, Type: impetus.CM, Move: 10 * impetus.U, VBU: 5, Impetus: 2, Discipline: 1, VD: 2, Rows: 1,
				Depth: 4 * impetus.U, Square: -1, Pose: plane.Pose{X: x, Y: y, H: h},
			})
		}
	}
	battle := impetus.New(setup)
	s := battle.Start()
	for {
		if s.ToAct() == game.Nature {
			a, _ := s.Thrown([]int{6, 5}[:s.Dice().N])
			if s.View(0).Pools != nil {
				a, _ = s.Thrown([]int{1, 2}[:s.Dice().N])
			}
			s.Apply(a, nil)
			continue
		}
		text := "name 1"
		if a, _ := battle.Parse(text); s.Check(a) != nil {
			text = "activate a3"
		}
		a, err := battle.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		if r := s.Apply(a, nil); r != nil {
			b.Fatal(r)
		}
		if text != "name 1" {
			return s
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{28, 56, 112} {
		s := crowd(b, n)
		a, err := s.Battle().Parse("oblique 1.234 5.678")
		if err != nil {
			b.Fatal(err)
		}
		if r := s.Check(a); r != nil {
			b.Fatal(r)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				s.Check(a)
			}
		})
	}
}

func BenchmarkCandidates(b *testing.B) {
	for _, n := range []int{28, 56, 112} {
		s := crowd(b, n)
		var buf []game.Action
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				buf = s.Legal(buf[:0])
			}
			b.ReportMetric(float64(len(buf)), "candidates")
		})
	}
}

package ai

import (
	"math"
	"slices"
	"testing"
	"time"

	"acies/dice"
	"acies/game"
	"acies/game/gametest/toy"
	"acies/pack"
	"acies/system"
	_ "acies/systems"
	"acies/table"
)

func loadBattle(t *testing.T, id string) game.Battle {
	t.Helper()
	p, problems := system.Read(pack.ReadFiles(table.Locate(id)))
	if p == nil {
		t.Fatal(pack.Errors(problems))
	}
	b, err := p.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestHorizon: a playout counts activations that have ended, and only those. None comes back after its end.
func TestHorizon(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	for _, id := range []string{"sparta-195bc", "bouvines-1214", "marathon-490bc", "two-camps-204bc", "free-battle"} {
		b := loadBattle(t, id)
		d := newWorker()
		s := b.Start()
		d.prepare(s)
		j := d.scripts[system.Steady].judge
		var seen []uint64
		last := 0
		d.follow(s, s.ToAct(), rival{}, 1, func(ended int) bool {
			now, _ := j.Activation(d.work)
			if now != 0 && (len(seen) == 0 || seen[len(seen)-1] != now) {
				if slices.Contains(seen, now) {
					t.Fatalf("%s: activation %d comes back after its end", id, now)
				}
				seen = append(seen, now)
			}
			want := len(seen)
			if now != 0 {
				want--
			}
			if ended != want {
				t.Fatalf("%s: %d activations have ended, want %d", id, ended, want)
			}
			last = ended
			return ended == 12
		})
		if last != 12 {
			t.Errorf("%s: the playout ended after %d activations, want 12", id, last)
		}
	}
}

// TestPlan: a plan lasts to the end of its activation unless the search, which is asked again before every move, finds a
// better one for the rest.
func TestPlan(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	b := loadBattle(t, "two-camps-204bc")
	for _, nodes := range []int{1, 4000} { // too few to find anything, and enough to look
		p := newSearch(budget{nodes: nodes}, 1)
		src, s := dice.New(1), b.Start()
		j := p.prepare(s)
		plans, again, searched, style, activation := 0, 0, 0, system.Steady, uint64(0)
		for plans < 6 {
			if s.ToAct() == game.Nature {
				s.Apply(s.Roll(src), nil)
				continue
			}
			id, owner := j.Activation(s)
			q := j.Question(s)
			before := p.Nodes()
			a := p.Choose(s, s.ToAct(), src)
			if q == system.Plan && owner == s.ToAct() && len(p.legal) > 1 {
				switch {
				case id != activation:
					if plans++; nodes == 1 && p.script.style != system.Steady {
						t.Fatalf("activation %d begins in the style %v", id, p.script.style)
					}
					p.script.setStyle(system.Careful, b) // as if that had been found best
				case nodes == 1 && p.script.style != style:
					t.Fatalf("activation %d: the plan changes from %v to %v, and nothing was tried", id, style, p.script.style)
				default:
					if again++; p.Nodes() > before {
						searched++
					}
				}
				activation, style = id, p.script.style
			}
			s.Apply(a, nil)
		}
		if again == 0 || nodes > 1 && searched == 0 {
			t.Errorf("%d nodes: of %d plans for the rest of an activation %d were searched", nodes, again, searched)
		}
	}
}

// TestDrop: rivals that are clearly behind are dropped; those that are only doubtful stay.
func TestDrop(t *testing.T) {
	src := dice.New(1)
	list := []rival{{slope: 1}, {slope: 1}, {slope: 1}, {slope: 0.1}}
	for range least {
		noise := float64(game.Intn(src, 1000)-500) / 1e5
		for i, gain := range []float64{0.1, -0.1, 0.1, 0.1} {
			list[i].add(gain + noise)
		}
	}
	if n := drop(list); n != 2 || list[0].out || !list[1].out || list[2].out || !list[3].out {
		t.Errorf("%d are left: %+v; want the first and the third", n, list)
	}
}

// TestConfirm: a sequential test hardly ever confirms a rival that is the same as the script's choice.
func TestConfirm(t *testing.T) {
	b := toy.New(toy.Options{})
	p := newSearch(budget{nodes: 1 << 20}, 1)
	s := b.Start()
	p.prepare(s)
	p.enter(0, true, b)
	for s.ToAct() < 0 {
		s.Apply(s.Roll(dice.New(1)), nil)
	}
	same := rival{slope: 1}
	for range least {
		same.add(0.2)
		same.add(-0.1)
	}
	if gain, ok := p.confirm(s, s.ToAct(), rival{}, same, 1, time.Now(), 1); ok {
		t.Errorf("the same line of play is confirmed to gain %g", gain)
	}
}

func TestRegress(t *testing.T) {
	x := [][]float64{{1, 2}, {3}, nil, {4, 5}}
	y := [][]float64{{1.5, 2}, {2.5}, nil, {3, 3.5}}
	if e := regress(x, y); math.Abs(e.Mean-0.5) > 1e-12 || e.Error > 1e-12 {
		t.Errorf("found %+v, want a slope of 0.5 without error", e)
	}
	if e := regress([][]float64{{1, 1}}, [][]float64{{1, 2}}); e != (Estimate{}) {
		t.Errorf("found %+v, want no slope where nothing differs", e)
	}
}

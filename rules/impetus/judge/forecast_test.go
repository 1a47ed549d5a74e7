package judge

import (
	"maps"
	"testing"

	"acies/battles"
	"acies/game"
	"acies/pack"
	"acies/rules/impetus"
	"acies/rules/impetus/position"
	"acies/rules/impetus/scenario"
	"acies/system"
)

// at returns a position of the two camps in which the first Roman Command is to act.
func at(t *testing.T, rest string) game.State {
	t.Helper()
	p, err := scenario.Load(battles.FS, "two-camps-204bc")
	if err != nil {
		t.Fatal(err)
	}
	setup, err := p.Setup(nil)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := pack.ReadTree("p.yaml", []byte("battle: two-camps-204bc\nturn: 3\nto-act: command romans 1\nunits:\n"+rest))
	if err != nil {
		t.Fatal(err)
	}
	b, err := position.Read(tree, impetus.New(setup), true)
	if err != nil {
		t.Fatal(err)
	}
	return b.Start()
}

// TestFeatures: the Carthaginians have more of a feature, compared with the Romans, in the second of two positions.
func TestFeatures(t *testing.T) {
	const horse, foot = "  R1.8: 108 60 0\n", "  C1.1: 108 68 180\n"
	tests := []struct {
		name       string
		feature    int
		less, more string
		zero       bool // the first has none of it
	}{
		{"a charge at the flank", featMenace, horse + foot, horse + "  C1.1: 112 68 90\n", false},
		{"a charge out of reach", featMenace, "  R1.8: 108 30 0\n" + foot, horse + "  C1.1: 112 68 90\n", true},
		{"a shot", featArrows, "  R1.6: 108 40 0\n" + foot, "  R1.6: 108 62 0\n" + foot, true},
		{"a melee of unequal foes", featMelee, "  R1.1: 108 60 0\n  C1.1: 108 70 180\n", "  R1.1: 108 60 0\n  C1.1: 108 60 180 vbu=2\n", true},
		{"units that can act", featReady, horse + foot, horse + foot + "  C1.2: 40 80 180\n", false},
	}
	for _, x := range tests {
		values := [2]float64{}
		for i, text := range []string{x.less, x.more} {
			s := at(t, text)
			values[i] = New(s.Battle().(*impetus.Battle), system.Steady).Features(s)[x.feature]
		}
		if values[1] <= values[0] || x.zero && values[0] != 0 {
			t.Errorf("%s: %.2f, and then %.2f", x.name, values[0], values[1])
		}
	}
}

// TestForecastAllocates: a forecast is made at the end of every playout, so it makes no work for the memory.
func TestForecastAllocates(t *testing.T) {
	s := at(t, "  R1.8: 108 60 0\n  C1.1: 108 68 180\n  R1.6: 92 62 0\n")
	m := New(s.Battle().(*impetus.Battle), system.Steady)
	before := s.Hash()
	if n := testing.AllocsPerRun(10, func() { m.Forecast(s) }); n != 0 {
		t.Errorf("a forecast allocates %.0f times", n)
	}
	if s.Hash() != before {
		t.Error("a forecast changes the state")
	}
}

// TestBestShot: the best shot is the same as if every target were looked at.
func TestBestShot(t *testing.T) {
	s := at(t, "  R1.6: 108 58 0\n  R1.7: 100 58 0\n  C1.1: 108 66 180\n  C1.3: 100 66 180 disordered\n  C2.4: 92 68 180 vbu=2\n  C1.6: 104 64 180\n")
	m := New(s.Battle().(*impetus.Battle), system.Steady)
	x := s.(*impetus.State)
	m.read(x, 0)
	m.trial = *x
	for i := range m.n {
		if u := &m.units[i]; !u.Placed || u.Weapon == impetus.NoWeapon {
			continue
		}
		best := 0
		for j := range m.n {
			best = max(best, m.shot(x, i, j))
		}
		if got, want := m.bestShot(i), best*m.w.Shot/100; got != want {
			t.Errorf("%s: its best shot is worth %d, want %d", m.units[i].ID, got, want)
		}
	}
}

// TestCommonSearch: a battle that was never studied is searched as others are, where they agree.
func TestCommonSearch(t *testing.T) {
	got := commonSearch(map[string]system.Tuning{
		"ford": {Search: system.Search{"order": {Horizon: 3, Slope: 0.9}, "attack": {Horizon: 1, Slope: 0.8}}},
		"pass": {Search: system.Search{"attack": {Horizon: 2, Slope: 1}, "shot": {Horizon: 1, Slope: 1}}},
	})
	if want := (system.Search{"attack": {Horizon: 2, Slope: 0.8}}); !maps.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

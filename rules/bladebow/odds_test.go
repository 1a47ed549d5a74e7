package bladebow

import (
	"maps"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

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
		"with the first unit of all, which odds must name too": func(f *field) ([]uint8, uint8, func(*State)) {
			u := f.unit(0, Psiloi, "F6", n, 0)
			return []uint8{u}, f.unit(1, Psiloi, "F5", south, 0), nil
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
		"a leader with the defender": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Spears, "F5", south, 0)
			f.leader(1, 0, "F5") // who cannot be killed
			return []uint8{f.unit(0, Spears, "F6", n, 0)}, target, func(s *State) { s.set(target, fDisrupted) }
		},
		"a leader with the attacker": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Psiloi, "F5", south, 0)
			f.leader(0, 0, "F6")
			return []uint8{f.unit(0, Psiloi, "F6", n, 0)}, target, nil
		},
		"nowhere to go": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Spears, "F5", south, 0)
			f.unit(0, Psiloi, "E3", 2, 0)
			f.unit(0, Psiloi, "G3", 6, 0)
			f.unit(0, Psiloi, "D4", 2, 0)
			f.unit(0, Psiloi, "H4", 6, 0)
			return []uint8{f.unit(0, Psiloi, "F6", n, 0)}, target, nil
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
			f := newField()
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

// checkMelee compares the odds of an attack, and then those of each step on one way through the melee, with the engine.
func checkMelee(t *testing.T, s *State, a game.Action, target uint8) {
	t.Helper()
	before := *s
	c := *s
	compareMelee(t, &before, &c, a, target)
	c.must(a)
	for i := 0; ; i++ {
		switch k := c.current().kind; {
		case k == tDuel && c.ToAct() == game.Nature, k == tReroll:
			list := c.Legal(nil)
			a = list[(i*7+3)%len(list)]
			compareMelee(t, &before, &c, game.Action{Verb: vRoll, A: -1}, target)
		case k == tRerolls:
			a = policy(&c)
			compareMelee(t, &before, &c, a, target)
		case k == tHurt, k == tMelees, k == tOrders, k == tRoutDice, k == tAdvance, k == tRecoil, k == tCheck, k == tCasualty:
			return
		default:
			a = policy(&c)
		}
		c.must(a)
	}
}

// compareMelee compares the odds of an action, or of a roll of any outcome, with the engine.
func compareMelee(t *testing.T, before, s *State, a game.Action, target uint8) {
	t.Helper()
	c := *s
	if a.A < 0 {
		a = s.Legal(nil)[0]
	} else {
		c.must(a)
	}
	e := s.Explain(a, 0)
	if e == nil {
		t.Fatalf("%s: nothing is explained", s.b.Format(a))
	}
	end := func(s *State) bool {
		k := s.current().kind
		return k == tMelees || k == tOrders || k == tAdvance
	}
	lead := s.duel.units[0]
	for c.ToAct() != game.Nature && !end(&c) {
		c.must(policy(&c))
	}
	if c.duel.n > 0 {
		lead = c.duel.units[0]
	}
	defender, attacker := distribution{}, distribution{}
	play(&c, [2]uint64{1, 1}, end, func(after *State, w [2]uint64) {
		defender.add(become(before, after, target, before.units[target].square), w)
		if key := become(before, after, lead, before.units[lead].square); key != "result.none" {
			attacker.add(key, w)
		}
	})
	if got := fromOdds(e.Odds, -1); !maps.Equal(got, defender) {
		t.Errorf("%s: odds of the defender: got %v, and the engine makes %v", s.b.Format(a), got, defender)
	}
	if got := fromOdds(e.Also, int(lead)); !maps.Equal(got, attacker) {
		t.Errorf("%s: odds of the lead: got %v, and the engine makes %v", s.b.Format(a), got, attacker)
	}
}

// faces calls visit for every throw of n dice.
func faces(n int, visit func([]int)) {
	list := make([]int, n)
	var next func(i int)
	next = func(i int) {
		if i == n {
			visit(list)
			return
		}
		for list[i] = 1; list[i] <= 6; list[i]++ {
			next(i + 1)
		}
	}
	next(0)
}

// TestThrowByFaces compares the hits of two sides without re-rolls with every face of every die.
func TestThrowByFaces(t *testing.T) {
	cite.Clauses(t, "bnb-9.3d", "bnb-9.3e", "bnb-9.4.6b", "bnb-9.4.8a", "bnb-R87")
	for _, c := range []struct{ plain, walls, defence, hit, cancel int }{
		{3, 0, 3, 2, 2}, {1, 2, 2, 2, 2}, {2, 1, 3, 1, 2}, {0, 3, 2, 0, 2}, {4, 0, 2, 1, 3},
	} {
		f := fight{groups: [3]group{
			{left: c.plain, hit: 2, cancel: 2}, {left: c.walls, hit: 1, cancel: 3}, {left: c.defence, hit: c.hit, cancel: c.cancel},
		}}
		got := f.solve()
		var want clash
		faces(c.plain+c.walls+c.defence, func(list []int) {
			var h, n [2]int
			for i, face := range list {
				hit, cancel, half := 2, 2, 0
				switch {
				case i >= c.plain+c.walls:
					hit, cancel, half = c.hit, c.cancel, 1
				case i >= c.plain:
					hit, cancel = 1, 3
				}
				if face <= hit {
					h[half]++
				}
				if face > 6-cancel {
					n[half]++
				}
			}
			want.weight[max(h[0]-n[1], 0)][max(h[1]-n[0], 0)]++
			want.of++
		})
		want.reduce()
		if got != want {
			t.Errorf("%+v: got %v, want %v", c, got, want)
		}
	}
}

// TestShotOddsAgainstEngine compares odds of ranged attacks with what the engine makes of every throw.
func TestShotOddsAgainstEngine(t *testing.T) {
	cite.Clauses(t, "bnb-8.5.1b", "bnb-8.5.1e", "bnb-8.5.2c", "bnb-8.5.3a", "bnb-8.5.3f", "bnb-8.5.3i", "bnb-X26", "bnb-X27")
	for name, build := range map[string]func(f *field) (firers []uint8, target uint8, prepare func(*State)){
		"archers at a hoplite": func(f *field) ([]uint8, uint8, func(*State)) { // X26
			target := f.unit(1, Hoplite, "F5", 4, 1)
			return []uint8{f.unit(0, Archers, "F8", 0, 0), f.unit(0, Archers, "G8", 0, 0)}, target, nil
		},
		"archers at disrupted spears": func(f *field) ([]uint8, uint8, func(*State)) { // X27
			target := f.unit(1, Spears, "F5", 4, 0)
			return []uint8{f.unit(0, Archers, "F8", 0, 0), f.unit(0, Archers, "G8", 0, 0)}, target, func(s *State) { s.set(target, fDisrupted) }
		},
		"a leader with the target": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Spears, "F5", 4, 0)
			f.leader(1, 0, "F5")
			return []uint8{f.unit(0, Archers, "F8", 0, 0), f.unit(0, Archers, "G8", 0, 0)}, target, func(s *State) { s.set(target, fDisrupted) }
		},
		"no way back": func(f *field) ([]uint8, uint8, func(*State)) {
			target := f.unit(1, Spears, "F1", 4, 0)
			return []uint8{f.unit(0, Archers, "F4", 0, 0), f.unit(0, Archers, "G4", 0, 0)}, target, func(s *State) { s.set(target, fDisrupted) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newField()
			firers, target, prepare := build(f)
			s := f.start()
			if prepare != nil {
				prepare(s)
				s.touch()
				s.refresh()
			}
			s.must(game.Action{Verb: vShoot, A: int32(firers[0])})
			for _, u := range firers[1:] {
				s.must(game.Action{Verb: vWith, A: int32(u)})
			}
			a := game.Action{Verb: vTarget, A: int32(s.units[target].square)}
			e := s.Explain(a, 0)
			if e == nil {
				t.Fatal("nothing is explained")
			}
			before := *s
			s.must(a)
			for _, u := range firers {
				if x := s.Explain(game.Action{Verb: vWith, A: int32(u)}, 0); x == nil {
					t.Error("a firer is not explained")
				}
				s.must(game.Action{Verb: vWith, A: int32(u)})
			}
			got := distribution{}
			end := func(s *State) bool { k := s.current().kind; return k == tVolleys || k == tOrders }
			play(s, [2]uint64{1, 1}, end, func(after *State, w [2]uint64) {
				got.add(become(&before, after, target, before.units[target].square), w)
			})
			if want := fromOdds(e.Odds, -1); !maps.Equal(got, want) {
				t.Errorf("got %v, and the engine makes %v", want, got)
			}
		})
	}
}

// greatFight is a melee with eight dice on each side, in sixths, and re-rolls of both.
func greatFight() fight {
	return fight{
		groups:  [3]group{{left: 5, hit: 2, cancel: 2}, {left: 3, hit: 1, cancel: 3}, {left: 8, hit: 1, cancel: 2}},
		rerolls: [2]int{2, 1},
	}
}

func BenchmarkGreatFight(b *testing.B) {
	for b.Loop() {
		f := greatFight()
		f.solve()
	}
}

func BenchmarkMeleeOdds(b *testing.B) {
	f := newField()
	target := f.unit(1, Hoplite, "F5", 4, 3)
	list := []uint8{f.unit(0, Hoplite, "F6", 0, 2), f.unit(0, Hoplite, "G6", 7, 1)}
	f.leader(0, 3, "F6")
	f.leader(1, 3, "F5")
	s := f.start()
	s.melee(list...)
	a := game.Action{Verb: vAttack, A: int32(s.units[target].square)}
	b.ReportAllocs()
	for b.Loop() {
		s.Explain(a, 0)
	}
}

// BenchmarkSecretMelee is a melee for a spectator who does not know the ranks of the lead.
func BenchmarkSecretMelee(b *testing.B) {
	f := newField()
	f.setup.Sides[0].MaxRanks = 3
	target := f.unit(1, Hoplite, "F5", 0, 1)
	list := []uint8{f.unit(0, Hoplite, "F6", 0, 1), f.unit(0, Hoplite, "G6", 7, 2)}
	f.unit(0, Hoplite, "A9", 0, 3)
	f.leader(0, 3, "F6")
	s := f.start()
	s.melee(list...)
	for _, u := range list {
		s.clear(u, fKnown)
	}
	a := game.Action{Verb: vAttack, A: int32(s.units[target].square)}
	b.ReportAllocs()
	for b.Loop() {
		s.Explain(a, game.Nobody)
	}
}

func BenchmarkRangedOdds(b *testing.B) {
	f := newField()
	f.setup.Sides[1].MaxRanks = 3
	target := f.unit(1, Hoplite, "F5", 4, 1)
	f.unit(1, Hoplite, "G3", 4, 2)
	list := []uint8{f.unit(0, Archers, "E8", 0, 0), f.unit(0, Archers, "F8", 0, 0), f.unit(0, Archers, "G8", 0, 0), f.unit(0, Archers, "H8", 0, 0)}
	s := f.start()
	s.clear(target, fKnown)
	s.clear(target+1, fKnown)
	s.must(game.Action{Verb: vShoot, A: int32(list[0])})
	for _, u := range list[1:] {
		s.must(game.Action{Verb: vWith, A: int32(u)})
	}
	a := game.Action{Verb: vTarget, A: int32(s.units[target].square)}
	b.ReportAllocs()
	for b.Loop() {
		s.Explain(a, 0)
	}
}

func BenchmarkEntryOdds(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		entryPrices(5, 3)
	}
}

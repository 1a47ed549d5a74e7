package impetus

import "acies/game"

// Rolls of Nature. A test is one die, a pair two; of a pool only sixes and fives matter (13.1), so that its outcomes are
// classes: how many dice show a 6, how many a 5.

// dicePlan is what is thrown next: one or two dice whose faces count, or a pool.
type dicePlan struct {
	n    int
	pool bool
}

// due returns the dice of the roll that is due.
func (s *State) due() dicePlan {
	t := s.current()
	switch t.kind {
	case tInitiative, tCommander, tPanic:
		return dicePlan{n: 2}
	case tShot:
		return dicePlan{min(int(s.shot.left), maxDice), true}
	case tContact:
		return dicePlan{min(int(s.fight.left), maxDice), true}
	case tMelee:
		if t.a == meleeAttack || t.a == meleeDefend {
			return dicePlan{min(int(s.fight.left), maxDice), true}
		}
	}
	return dicePlan{n: 1}
}

func (s *State) optDice(_ task, buf []game.Action) []game.Action {
	d := s.due()
	switch {
	case d.pool:
		for sixes := d.n; sixes >= 0; sixes-- {
			for fives := d.n - sixes; fives >= 0; fives-- {
				buf = append(buf, game.Action{Verb: vThrow, A: int32(sixes), B: int32(fives), C: int32(d.n)})
			}
		}
	case d.n == 2:
		for a := int32(1); a <= 6; a++ {
			for b := int32(1); b <= 6; b++ {
				buf = append(buf, game.Action{Verb: vRoll, A: a, B: b})
			}
		}
	default:
		for a := int32(1); a <= 6; a++ {
			buf = append(buf, game.Action{Verb: vRoll, A: a})
		}
	}
	return buf
}

func (s *State) checkDice(_ task, a game.Action) reason {
	d := s.due()
	switch {
	case d.pool && a.Verb == vThrow:
		if int(a.C) != d.n || a.A+a.B > a.C {
			return reason{id: whyDice, a: int32(d.n)}
		}
	case !d.pool && a.Verb == vRoll:
		if a.A == 0 || (a.B != 0) != (d.n == 2) {
			return reason{id: whyDice, a: int32(d.n)}
		}
	default:
		return reason{id: whyRolling}
	}
	return reason{}
}

// weight returns the number of ways to throw an outcome.
func weight(a game.Action) int64 {
	if a.Verb != vThrow {
		return 1
	}
	w := choose(a.C, a.A) * choose(a.C-a.A, a.B)
	for range a.C - a.A - a.B {
		w *= 4
	}
	return w
}

// choose returns the number of ways to choose k of n.
func choose(n, k int32) int64 {
	w := int64(1)
	for i := range min(k, n-k) {
		w = w * int64(n-i) / int64(i+1)
	}
	return w
}

// Chances implements [game.State].
func (s *State) Chances(buf []game.Chance) []game.Chance {
	if s.ToAct() != game.Nature {
		return buf
	}
	for _, a := range s.Legal(nil) {
		buf = append(buf, game.Chance{Action: a, Weight: weight(a)})
	}
	return buf
}

// Roll implements [game.State].
func (s *State) Roll(src game.Source) game.Action {
	d := s.due()
	if !d.pool {
		a := game.Action{Verb: vRoll, A: int32(game.Intn(src, 6)) + 1}
		if d.n == 2 {
			a.B = int32(game.Intn(src, 6)) + 1
		}
		return a
	}
	a := game.Action{Verb: vThrow, C: int32(d.n)}
	for range d.n {
		switch game.Intn(src, 6) {
		case 5:
			a.A++
		case 4:
			a.B++
		}
	}
	return a
}

// Dice implements [game.State].
func (s *State) Dice() game.Dice {
	if s.ToAct() != game.Nature {
		return game.Dice{}
	}
	return game.Dice{N: s.due().n, Low: 1, High: 6}
}

// Thrown implements [game.State].
func (s *State) Thrown(faces []int) (game.Action, *game.Refusal) {
	if s.ToAct() != game.Nature {
		return game.Action{}, s.refusal(reason{id: whyNoRoll})
	}
	d := s.due()
	if len(faces) != d.n {
		return game.Action{}, s.refusal(reason{id: whyDice, a: int32(d.n)})
	}
	a := game.Action{Verb: vRoll}
	if d.pool {
		a = game.Action{Verb: vThrow, C: int32(d.n)}
	}
	for i, f := range faces {
		switch {
		case f < 1 || f > 6:
			return game.Action{}, s.refusal(reason{id: whyDie})
		case !d.pool && i == 0:
			a.A = int32(f)
		case !d.pool:
			a.B = int32(f)
		case f == 6:
			a.A++
		case f == 5:
			a.B++
		}
	}
	return a, nil
}

// damage returns the damage of a pool (13.1d).
func damage(sixes, fives uint8) uint8 { return sixes + fives/2 }

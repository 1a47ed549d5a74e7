package bladebow

import "acies/game"

// Rolls of Nature: pools of six-sided dice, and draws of cards. A pool is a class of outcomes: how many dice show each
// face; its weight is the number of ways to throw it.

// due returns the number of dice of the roll that is due.
func (s *State) due() int {
	t := s.current()
	switch t.kind {
	case tShot:
		attack, defence := s.shotDice()
		if t.a == 1 {
			return attack
		}
		return defence
	case tDuel:
		return int(s.duel.count[t.a-duelAttack])
	case tEntry:
		return s.entryDice(s.duel.units[t.a])
	case tRoutDice:
		return min(s.routDice()+int(s.hurt.panic), maxDice)
	}
	return 1
}

func (s *State) optDice(_ task, buf []game.Action) []game.Action {
	return appendPools(buf, s.due(), 1, 0)
}

// appendPools appends every pool of n more dice that show faces from a face up.
func appendPools(buf []game.Action, n, face int, p pool) []game.Action {
	if face == 6 {
		return append(buf, game.Action{Verb: vRoll, A: int32(p + pool(n)<<20)})
	}
	for k := n; k >= 0; k-- {
		buf = appendPools(buf, n-k, face+1, p+pool(k)<<(4*(face-1)))
	}
	return buf
}

func (s *State) checkDice(_ task, a game.Action) reason {
	if a.Verb != vRoll {
		return reason{id: whyRolling}
	}
	if n := s.due(); a.A>>24 != 0 || pool(a.A).size() != n {
		return reason{id: whyDice, a: int16(n)}
	}
	return reason{}
}

var factorials = [maxDice + 1]int64{1, 1, 2, 6, 24, 120, 720, 5040, 40320}

// ways returns the number of ways to throw a pool.
func (p pool) ways() int64 {
	n := factorials[p.size()]
	for f := 1; f <= 6; f++ {
		n /= factorials[p.count(f)]
	}
	return n
}

// Chances implements [game.State].
func (s *State) Chances(buf []game.Chance) []game.Chance {
	if s.ToAct() != game.Nature {
		return buf
	}
	for _, a := range s.Legal(nil) {
		c := game.Chance{Action: a, Weight: 1}
		if a.Verb == vRoll {
			c.Weight = pool(a.A).ways()
		}
		buf = append(buf, c)
	}
	return buf
}

// Roll implements [game.State].
func (s *State) Roll(src game.Source) game.Action {
	if s.current().kind == tDraw {
		n := 0
		for _, at := range s.cards {
			if at == inDeck {
				n++
			}
		}
		n = game.Intn(src, n)
		for c, at := range s.cards {
			if at == inDeck {
				if n == 0 {
					return game.Action{Verb: vDraw, A: int32(c) + 1}
				}
				n--
			}
		}
	}
	var p pool
	for range s.due() {
		p = p.with(game.Intn(src, 6) + 1)
	}
	return game.Action{Verb: vRoll, A: int32(p)}
}

// Dice implements [game.State].
func (s *State) Dice() game.Dice {
	if s.ToAct() != game.Nature || s.current().kind == tDraw {
		return game.Dice{}
	}
	return game.Dice{N: s.due(), Low: 1, High: 6}
}

// Thrown implements [game.State].
func (s *State) Thrown(faces []int) (game.Action, *game.Refusal) {
	if s.Dice().N == 0 {
		return game.Action{}, s.refusal(reason{id: whyNoRoll})
	}
	if n := s.due(); len(faces) != n {
		return game.Action{}, s.refusal(reason{id: whyDice, a: int16(n)})
	}
	var p pool
	for _, f := range faces {
		if f < 1 || f > 6 {
			return game.Action{}, s.refusal(reason{id: whyDie})
		}
		p = p.with(f)
	}
	return game.Action{Verb: vRoll, A: int32(p)}, nil
}

package impetus

import "acies/game"

// Section 25.1g and 25.1h: Rolls of Destiny. Dice that have been rolled lie on the table until nobody who has rolls left
// wants to roll one of them again.

// The stages of the window after a roll: the side listed first is asked, then the other; a die is rolled again.
const (
	destinyFirst uint8 = iota
	destinyOther
	destinyOver
	destinyDie
)

// waitsForDestiny reports whether a roll waits for a Roll of Destiny.
func (s *State) waitsForDestiny(t task, a game.Action) bool {
	return (a.Verb == vRoll || a.Verb == vThrow) && t.kind != tDestiny && s.luck[0]+s.luck[1] > 0
}

// lying returns the dice on the table as the action that rolled them.
func (s *State) lying() game.Action {
	d := &s.last
	a := game.Action{Verb: vRoll, A: int32(d.faces[0]), B: int32(d.faces[1])}
	if d.pool {
		a.Verb, a.C = vThrow, int32(d.n)
	}
	return a
}

func (s *State) stepDestiny(t task) bool {
	switch t.a {
	case destinyDie:
		return s.roll()
	case destinyOver:
		s.pop()
		on := s.current()
		nodes[on.kind].do(s, on, s.lying())
		return false
	}
	if side := s.namer(t.a); s.luck[side] > 0 {
		return s.waitFor(side)
	}
	s.stage(t.a + 1)
	return false
}

// optDestiny lists the dice that can be rolled again by what they show; of a pool, 0 stands for a die that does not count.
func (s *State) optDestiny(t task, buf []game.Action) []game.Action {
	if t.a == destinyDie {
		return s.optDice(t, buf)
	}
	for f := int32(6); f >= 0; f-- {
		buf = append(buf, game.Action{Verb: vReroll, A: f})
	}
	return append(buf, game.Action{Verb: vDecline})
}

func (s *State) checkDestiny(t task, a game.Action) reason {
	switch {
	case t.a == destinyDie:
		return s.checkDice(t, a)
	case a.Verb == vReroll && !s.last.shows(uint8(a.A)):
		return reason{id: whyNoSuchDie}
	case a.Verb == vReroll, a.Verb == vDecline:
		return reason{}
	}
	return reason{id: whyDestiny}
}

// shows reports whether a die of the roll shows a face, or none that counts.
func (d *thrown) shows(f uint8) bool {
	if !d.pool {
		return f != 0 && (d.faces[0] == f || d.faces[1] == f)
	}
	switch f {
	case 6:
		return d.faces[0] > 0
	case 5:
		return d.faces[1] > 0
	}
	return f == 0 && d.faces[0]+d.faces[1] < d.n
}

// replace puts a die that has been rolled again in the place of one that showed a face.
func (d *thrown) replace(old, new uint8) {
	if !d.pool {
		i := 0
		if d.faces[0] != old {
			i = 1
		}
		d.faces[i] = new
		return
	}
	if old >= 5 {
		d.faces[6-old]--
	}
	if new >= 5 {
		d.faces[6-new]++
	}
}

func (s *State) doDestiny(t task, a game.Action) {
	switch {
	case t.a == destinyDie:
		s.last.replace(uint8(t.b), uint8(a.A))
		s.stage(destinyFirst)
		s.say("destiny", "imp-25.1h", player("side", uint8(t.c)), face("die", int(a.A)))
	case a.Verb == vReroll:
		side := s.namer(t.a)
		s.luck[side]--
		*s.top() = task{tDestiny, destinyDie, int16(a.A), int16(side)}
	default:
		s.stage(t.a + 1)
	}
}

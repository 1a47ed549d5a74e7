package sword

import (
	"acies/game"
	"acies/grid"
)

// Notes of explanations: what a roll is made against, what the enemy may do first, and what an action costs later.

func (s *State) addNote(e *game.Explanation, key, clause string, args ...game.Arg) {
	e.Notes = append(e.Notes, game.Event{Key: "note." + key, Clause: s.b.clause(clause), Args: args, To: game.Everyone})
}

// noteQuality adds the quality that a roll must not exceed.
func (s *State) noteQuality(e *game.Explanation, quality int, clause string) {
	s.addNote(e, "quality", clause, num("quality", quality))
}

// noteShot adds what a shot costs: offensive shooting a modifier in the melee that follows, any shot the rest of those
// who shoot.
func (s *State) noteShot(e *game.Explanation) {
	costs := false
	for _, u := range s.shot.shooters[:s.shot.n] {
		costs = costs || s.shot.kind == shotOffensive && !s.melee.shot && !exempt(s.b.book.MeleeMods.OffensiveShotExempt, s.b.book.Types[s.b.units[u].typ].Code)
	}
	if costs {
		s.addNote(e, "melee-shot", "ant-C5m", signed("value", int(s.b.book.MeleeMods.OffensiveShot)))
	}
	for _, u := range s.shot.shooters[:s.shot.n] {
		s.noteRest(e, u)
	}
}

func (s *State) noteRest(e *game.Explanation, u uint8) {
	if s.has(u, fResting) {
		s.addNote(e, "rest-ends", "ant-11.2m", piece("unit", int(u)))
	}
}

// noteMove adds what a move to a hex costs the units of the group: their rest, and what becomes of their shooting. If the leader
// goes along, it may end the movement.
func (s *State) noteMove(e *game.Explanation, to, f int) {
	for _, u := range s.group.units[:s.group.n] {
		s.noteRest(e, u)
		if !s.group.stray && s.shootsLater(u) {
			s.noteShooting(e, u, to, f)
		}
	}
	if s.group.leaders>>s.active&1 != 0 {
		s.noteLast(e)
	}
}

// shootsLater reports whether a unit that has not moved yet could shoot in this activation.
func (s *State) shootsLater(u uint8) bool {
	return s.canShoot(u) && s.b.reach[s.b.units[u].typ] > 0 && !s.isRouted(u) && !s.has(u, fMoved|fOutOfCommand)
}

// noteShooting adds what a move to a hex means for the shooting of a unit: next to an enemy it cannot shoot in D.2, and one that
// only reaches the next hex never can, so that the modifier for having moved counts in the melee alone.
func (s *State) noteShooting(e *game.Explanation, u uint8, to, f int) {
	d := &s.b.units[u]
	moved := int(s.b.book.ShotMods.Moved)
	if moved == 0 || exempt(s.b.book.ShotMods.MovedExempt, s.b.book.Types[d.typ].Code) {
		return
	}
	switch beside := s.adjacentEnemy(to, d.side); {
	case beside && !s.shootsAcross(u, to, f):
		s.addNote(e, "no-volley", "ant-9.1h", piece("unit", int(u)), signed("value", moved))
	case beside || s.b.reach[d.typ] > 1:
		s.addNote(e, "shot-moved", "ant-C3o", piece("unit", int(u)), signed("value", moved))
	}
}

// shootsAcross reports whether a unit in a hex next to enemies could shoot in D.2 all the same: at one in its front hexes, across
// a side that forbids melee (ant-9.1i).
func (s *State) shootsAcross(u uint8, h, f int) bool {
	side := s.sideOf(u)
	if s.b.book.ContactForbids && s.inContact(h, side) {
		return false
	}
	for k := range 6 {
		if n := s.b.next[h][k]; n >= 0 && s.enemyAt(int(n), side) && s.b.barred[h]>>k&1 != 0 && s.arcOf(u, f, k) == grid.Front {
			return true
		}
	}
	return false
}

// noteLast adds, to a move of the leader in a book in which he moves last, how many units can no longer move after it.
func (s *State) noteLast(e *game.Explanation) {
	if s.b.book.Command.AnyTime {
		return
	}
	n := 0
	for i := range s.b.units {
		if u := uint8(i); s.mayMove(task{kind: tMoves}, u).ok() && !s.inGroup(u) || s.canArrive(u) {
			n++
		}
	}
	if n > 0 {
		s.addNote(e, "ends-movement", "ant-7.2k", num("n", n))
	}
}

// explainLead says what the leader's own move costs before its hex is chosen.
func (s *State) explainLead() *game.Explanation {
	e := &game.Explanation{Kind: "lead"}
	s.noteLast(e)
	if len(e.Notes) == 0 {
		return nil
	}
	return e
}

// explainRetreat says what a retreat costs: a level if it leads into a front hex.
func (s *State) explainRetreat(a game.Action) *game.Explanation {
	e := &game.Explanation{Kind: "retreat"}
	h := int(a.A)
	for u := s.top[h]; u != none; u = s.units[u].below {
		if s.has(u, fRetreat) && !s.isRouted(u) && (a.D == 0 || u == uint8(a.D-1)) && s.unitArc(u, s.b.m.Side(h, int(a.B))) == grid.Front {
			s.addNote(e, "retreats-forward", "ant-10.5i", piece("unit", int(u)))
		}
	}
	if len(e.Notes) == 0 {
		return nil
	}
	return e
}

// noteAnswers adds, to the odds of a melee that has been set up on a copy of the state, what the defender may do before
// it: shoot, and meet a charge.
func (s *State) noteAnswers(e *game.Explanation) {
	c := *s
	c.shot = shot{kind: shotDefensive}
	for i := range s.b.units {
		c.unset(uint8(i), fShot)
	}
	for i := range s.b.units {
		if u := uint8(i); c.has(u, fDef) && c.findsTarget(u) {
			s.addNote(e, "may-shoot", "ant-10.3d", piece("unit", i))
		}
	}
	s.noteReaction(e)
}

// noteReaction adds the reaction charge that the defender may try: the roll it needs, and the modifiers that are left if
// it succeeds.
func (s *State) noteReaction(e *game.Explanation) {
	u := s.reactor()
	if u == none {
		return
	}
	for i := range s.b.units {
		against := uint8(i)
		if !s.mayReact(u, against).ok() {
			continue
		}
		c := *s
		c.sink = nil
		c.meetCharge(u, against)
		var m mods
		c.meleeMods(&m)
		q := s.quality(u)
		s.addNote(e, "may-react", "med-10.3f", piece("unit", int(u)), piece("target", i), num("quality", q),
			num("chance", 10*min(q+1, 10)), signed("total", s.b.meleeTotal(m.sum())))
	}
}

// notePursuit adds what a Dispersion costs the unit whatever its result.
func (s *State) notePursuit(e *game.Explanation, u uint8) {
	if !s.has(u, fFatigued) {
		s.addNote(e, "fatigues", "med-10.9e", piece("unit", int(u)))
	}
	if d := &s.b.units[u]; s.b.ransom[d.side][d.typ] {
		s.addNote(e, "after-ransom", "gui-4d", piece("unit", int(u)))
	}
}

package bladebow

import (
	"math/bits"

	"acies/game"
)

// asking gives the verb with which a waiting task names a unit, so that Check tells why one cannot be named.
var asking = [taskKinds]game.Verb{
	tShields: vShield, tForm: vWith, tMoves: vMarch, tFirers: vWith, tAttackers: vWith, tCommit: vPress, tLead: vLead,
}

// Status implements [game.State].
func (s *State) Status(p int, viewer game.Side) game.Status {
	r := s.idle(p, viewer)
	if !r.ok() {
		return game.Status{Reasons: []game.Refusal{*s.refusal(r)}}
	}
	if p < len(s.b.units) && s.current().kind == tOrders {
		if list := s.pinned(uint8(p)); list != nil {
			return game.Status{Reasons: list}
		}
	}
	return game.Status{CanAct: true}
}

// pinned returns why a unit in a strong zone of control, which could be ordered to move but would not get anywhere, cannot
// do anything else either; nil if it can.
func (s *State) pinned(u uint8) (list []game.Refusal) {
	move := s.mayTurn(u)
	if move.id != whyStrongZoneLeave {
		return nil
	}
	list = append(list, *s.refusal(move))
	for _, order := range [...]uint8{orderShoot, orderMelee, orderRally} {
		r := s.able(u, order)
		switch r.id {
		case 0:
			return nil
		case whyInOrder, whyNoBow: // nobody would expect it to
		default:
			list = append(list, *s.refusal(r))
		}
	}
	return list
}

// Objections implements [game.Objector]: why a unit that could be given an order cannot attack or shoot at an enemy.
func (s *State) Objections(p, place int) (list []game.Refusal) {
	if p < 0 || p >= len(s.b.units) || place < 0 || place >= len(s.at) || s.current().kind != tOrders {
		return nil
	}
	u := uint8(p)
	if s.side(u) != s.active || !s.placed(u) || !s.enemyIn(s.side(u), place) {
		return nil
	}
	trial := *s
	trial.sink = nil
	trial.form.units = 1 << u
	fight := trial.mayFight(u, place)
	if fight.ok() {
		return nil
	}
	if fight.id == whyNoEnemy { // it is not next to it
		fight = reason{id: whyNoTarget, a: int16(u)}
	}
	list = append(list, *s.refusal(fight))
	target := s.at[place]
	if s.b.units[u].Strength == 0 || target == none {
		return list
	}
	shot := s.able(u, orderShoot)
	if shot.ok() {
		shot = trial.mayFire(u, target)
	}
	if shot.ok() {
		return nil
	}
	return append(list, *s.refusal(shot))
}

// idle returns why a piece cannot act now, as far as the viewer may know.
func (s *State) idle(p int, viewer game.Side) reason {
	units, camps := len(s.b.units), len(s.b.units)+len(s.b.leaders)
	side := game.Nobody
	switch {
	case p >= 0 && p < units:
		side = game.Side(s.b.units[p].side)
	case p >= units && p < camps:
		side = game.Side(s.b.leaders[p-units].Side)
	case p >= s.b.CardPiece(0) && p < s.b.CardPiece(CardCount):
		if viewer < 0 || s.cards[p-s.b.CardPiece(0)] != inHand0+uint8(viewer) {
			return reason{id: whyNotHeld}
		}
		side = viewer
	default:
		return reason{id: whyNoPiece}
	}
	switch {
	case s.over:
		return reason{id: whyOver}
	case viewer != side:
		return reason{id: whyNotYours}
	case s.ToAct() == game.Nature:
		return reason{id: whyRolling}
	case s.ToAct() != side:
		return reason{id: whyNotNow}
	case s.isNamed(p):
		return reason{}
	case p < units:
		return s.idleUnit(uint8(p))
	case p < camps:
		return s.idleLeader(uint8(p - units))
	case s.current().kind == tWindow:
		t := s.current()
		return s.fits(window(t.a), int(t.b), uint8(side), Deck[p-s.b.CardPiece(0)].Effect, 0)
	}
	return reason{id: whyNotNow}
}

// isNamed reports whether a legal action names a piece, or is about the unit that is moving, recoiling or turning.
func (s *State) isNamed(p int) bool {
	switch t := s.current(); t.kind {
	case tMove:
		return p == int(s.move.unit)
	case tPush:
		return p == int(s.move.pushed)
	case tRecoil, tWithdraw:
		return p == int(s.hurt.unit)
	case tAdvance, tAgain:
		return p == int(s.duel.units[0])
	case tFace:
		return p == int(t.a)
	case tEvade:
		return p == int(s.duel.target)
	case tRide:
		return p == s.b.leaderPiece(int(t.a))
	}
	for _, a := range s.Legal(nil) {
		for i, v := range [2]int32{a.A, a.B} {
			switch syntax[a.Verb].args[i] {
			case opUnit, opLeader:
				if int(v) == p {
					return true
				}
			case opCard:
				if s.b.CardPiece(int(v)) == p {
					return true
				}
			}
		}
	}
	return false
}

// away gives the reasons why a unit that is not on the map cannot act.
var away = [wheres]why{inRouted: whyRouted, inRallied: whyRallied, gone: whyGone, spent: whySpent, awaited: whyAwaited}

// idleUnit returns why a unit of the side to act cannot act now.
func (s *State) idleUnit(u uint8) reason {
	if !s.placed(u) {
		return reason{id: away[s.units[u].where], a: int16(u)}
	}
	t := s.current()
	switch t.kind {
	case tMove:
		return reason{id: whyMoving}
	case tVolleys:
		return s.idleFirer(u)
	case tMelees:
		return s.idleAttacker(u)
	}
	if v := asking[t.kind]; v != 0 {
		return s.check(game.Action{Verb: v, A: int32(u)})
	}
	return reason{id: whyNotNow}
}

// idleFirer returns why a unit has nobody to shoot at, if it has nobody: for want of a better reason, why not the nearest.
func (s *State) idleFirer(u uint8) reason {
	var last reason
	near := 0
	for i := range s.b.units {
		e := uint8(i)
		if !s.placed(e) || s.side(e) == s.side(u) || s.has(e, fShotAt) {
			continue
		}
		r := s.mayFire(u, e)
		if r.ok() {
			return r
		}
		if far := s.b.board.Points(int(s.units[u].square), int(s.units[e].square)); last.ok() || far < near {
			last, near = r, far
		}
	}
	if last.ok() {
		return reason{id: whyNoTarget, a: int16(u)}
	}
	return last
}

// idleAttacker returns why a unit has nobody to attack, if it has nobody.
func (s *State) idleAttacker(u uint8) reason {
	last := reason{id: whyNoTarget, a: int16(u)}
	for set := s.front(u); set != 0; set &= set - 1 {
		q := s.b.board.Neighbor(int(s.units[u].square), bits.TrailingZeros8(set))
		if q < 0 || !s.enemyIn(s.side(u), q) {
			continue
		}
		if last = s.mayFight(u, q); last.ok() {
			if last = s.mayAttack(q); last.ok() {
				return last
			}
		}
	}
	if r := s.mayFight(u, int(s.units[u].square)); r.id != whyNoEnemy && last.id == whyNoTarget {
		return r
	}
	return last
}

// front returns the directions of the front squares of a unit, a bit each.
func (s *State) front(u uint8) uint8 { return bits.RotateLeft8(0b10000011, int(s.units[u].facing)) }

// idleLeader returns why a leader of the side to act cannot act now.
func (s *State) idleLeader(l uint8) reason {
	switch {
	case s.leaders[l].where != onMap:
		return reason{id: whyLeaderAway}
	case s.current().kind == tOrders:
		return s.mayRide(uint8(s.b.leaders[l].Side), l)
	}
	return reason{id: whyNotNow}
}

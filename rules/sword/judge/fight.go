package judge

import (
	"slices"

	"acies/game"
	"acies/grid"
	"acies/rules/sword"
)

// The value of fights in By the Edge of the Sword.

// attack is an estimate of a melee, for rating places to move to. Declared attacks are rated by their exact odds.
type attack struct {
	sp, worth, best, bonus int
	n, shaken              int
	typ, ground            int // the modifiers best for the defender
	arcs                   [3]bool
}

// with adds attackers from a hex, across its side k, on a defender that faces f.
func (m *Judge) with(x *attack, st *stack, from, k int, def *stack, f int) {
	typ := int(m.set.Book.Melee[st.typ][def.typ])
	ground, _ := m.b.AttackMod(from, k)
	if x.n == 0 {
		x.typ, x.ground = typ, ground
	}
	x.typ, x.ground = min(x.typ, typ), min(x.ground, ground)
	x.sp += st.sp
	x.worth += st.worth
	x.best = max(x.best, st.best)
	x.bonus += st.bonus
	x.n += st.n
	x.shaken += st.shaken
	x.arcs[m.b.Arc(def.guns, f, grid.Opposite(k))] = true
}

// gain returns the expected gain of the attackers, minus their own expected harm.
func (m *Judge) gain(x *attack, def *stack) int {
	mods := &m.set.Book.MeleeMods
	mod := x.typ + x.ground + x.bonus - def.bonus
	switch {
	case x.sp >= 2*def.sp:
		mod += 2
	case x.sp >= def.sp:
		mod++
	case 3*x.sp < def.sp:
		mod -= 2
	case 2*x.sp < def.sp:
		mod--
	}
	switch {
	case x.best > def.worst:
		mod += int(mods.QualityUp)
	case x.best < def.worst:
		mod += int(mods.QualityDown)
	}
	switch {
	case def.routed == def.n:
		mod += int(mods.DefendersRouted)
	case x.arcs[grid.Rear] && (x.arcs[grid.Flank] || x.arcs[grid.Front]) && mods.RearMore != 0:
		mod += int(mods.RearMore)
	case x.arcs[grid.Rear]:
		mod += int(mods.Rear)
	case x.arcs[grid.Flank]:
		mod += int(mods.Flank)
	}
	switch {
	case x.shaken == x.n:
		mod += int(mods.AttackersAll)
	case x.shaken > 0:
		mod += int(mods.AttackersSome)
	}
	switch {
	case def.routed == def.n:
	case def.shaken+def.routed == def.n:
		mod += int(mods.DefendersAll)
	case def.shaken+def.routed > 0:
		mod += int(mods.DefendersSome)
	}
	mod = max(-7, min(7, mod)) + 7
	return (m.w.loss[1][mod]*def.worth - m.w.loss[0][mod]*x.worth) / 100
}

// odds returns the value of the melee that an action would start, from its exact odds.
func (m *Judge) odds(s *sword.State, a game.Action, att, def []int) int {
	total, ok := s.MeleeTotal(a)
	if !ok {
		return 0
	}
	sum := 0
	var last *sword.MeleeRow
	worth := 0
	for roll := range 10 {
		if row := meleeRow(m.set.Book, roll+total); row != last {
			last = row
			worth = m.suffer(def, row.Defenders, false) - m.suffer(att, row.Attackers, true)
		}
		sum += worth
	}
	return sum/10 + m.leaderRisk(def) - m.leaderRisk(att) - m.reserveCost(att)
}

// leaderRisk returns the expected loss of leaders in some hexes: one roll in ten requires a check.
func (m *Judge) leaderRisk(hexes []int) int {
	c := &m.set.Book.LeaderCheck.Melee
	sum := 0
	for l := range m.leaders {
		if x := &m.heads[l]; x.Hex >= 0 && slices.Contains(hexes, x.Hex) {
			sum += (m.leaderLoss(l, true)*(10-c.Kill) + m.leaderLoss(l, false)*(c.Kill-c.Wound)) / 100
			if c.Capture > 0 {
				sum += m.captureLoss(l) * (c.Wound - c.Capture) / 100
			}
		}
	}
	return sum
}

// suffer adds up what effects do to the units in some hexes; routed units take no part in an attack.
func (m *Judge) suffer(hexes []int, effects []sword.Effect, attackers bool) int {
	sum := 0
	for _, h := range hexes {
		for u := m.s.Top(h); u >= 0; u = m.s.Below(u) {
			p := &m.units[u]
			if attackers && p.Routed {
				continue
			}
			n := 0
			for _, e := range effects {
				n += m.w.harmTo(p, e)
			}
			sum += n * m.worth(u) / 100
		}
		if !attackers && slices.Contains(effects, sword.Retreat) {
			sum += int(m.ground[h])
		}
	}
	return sum
}

// groundPoints returns the value of driving the enemy out of a hex.
func (m *Judge) groundPoints(h int) int {
	sum := 0
	for i := range m.set.Victory.Scores {
		r := &m.set.Victory.Scores[i]
		var share int
		switch r.Kind {
		case sword.OccupiedEnd, sword.OccupiedTurn:
			share = 40 * r.Points
		case sword.ZonesFree:
			share = 10 * r.Points
		default:
			continue
		}
		for _, id := range r.Zones {
			if slices.Contains(m.b.Zone(id), int16(h)) {
				sum += share
			}
		}
	}
	return min(sum, 300)
}

// leaderOdds returns the risk to the enemy's leaders minus that to the side's own.
func (m *Judge) leaderOdds(e *game.Explanation) int {
	sum := 0
	for _, o := range e.Also {
		l := o.Piece - m.n
		w := m.leaderLoss(l, o.Result == "check.killed") * o.Weight / o.Of
		if o.Result == "check.captured" {
			w = m.captureLoss(l) * o.Weight / o.Of
		}
		if m.heads[l].Side == m.me {
			w = -w
		}
		sum += w
	}
	return sum
}

// leaderLoss returns what a leader's death or wound costs his side.
func (m *Judge) leaderLoss(l int, killed bool) int {
	switch {
	case m.fatal[l] == 2, m.fatal[l] == 1 && killed:
		return m.w.GameWorth
	case killed:
		return m.w.LeaderWorth
	}
	return m.w.LeaderWorth / 4
}

// captureLoss returns what a leader's capture costs his side: the points, and the leader.
func (m *Judge) captureLoss(l int) int {
	kind := sword.LeaderCaptured
	if m.heads[l].Commander {
		kind = sword.CommanderCaptured
	}
	points := 0
	for i := range m.set.Victory.Scores {
		if r := &m.set.Victory.Scores[i]; r.Kind == kind && r.Side != int(m.heads[l].Side) {
			points = r.Points
		}
	}
	return m.w.LeaderWorth/2 + 60*points
}

func (m *Judge) fate(l int) (f uint8) {
	id := m.set.Leaders[l].ID
	for i := range m.set.Victory.Decisive {
		switch r := &m.set.Victory.Decisive[i]; {
		case r.Leader != id:
		case r.Kind == sword.LeaderHit:
			f = 2
		case r.Kind == sword.LeaderDead:
			f = max(f, 1)
		}
	}
	return f
}

// isVital reports whether a leader's death ends the game.
func (m *Judge) isVital(l int) bool { return m.fatal[l] > 0 }

// reserveCost returns what the enemy scores, once, if units of the reserve attack.
func (m *Judge) reserveCost(att []int) int {
	for _, h := range att {
		if st := m.friendAt(h); st != nil && st.reserve {
			for i := range m.set.Victory.Scores {
				if r := &m.set.Victory.Scores[i]; r.Kind == sword.ReserveUsed && r.Side != int(m.me) {
					return 100 * r.Points
				}
			}
		}
	}
	return 0
}

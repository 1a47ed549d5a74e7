package judge

import (
	"acies/game"
	"acies/grid"
	"acies/rules/bladebow"
)

// keep returns how much a card is worth in hand for its effect.
func keep(e bladebow.Effect) int {
	switch e {
	case bladebow.ToughLuck:
		return 0
	case bladebow.LongShot, bladebow.ParadeDrill, bladebow.HoldHold, bladebow.RiderWithOrders, bladebow.FeignedFlight, bladebow.DoubleMarch:
		return 4
	case bladebow.FoulOmens, bladebow.FairOmens, bladebow.SingleOutTheGeneral, bladebow.GuardianShade, bladebow.ToTheStandard:
		return 8
	case bladebow.SeizeTheMoment, bladebow.MuddledOrders, bladebow.WeightOfRanks:
		return 20
	}
	return 14
}

// rateCards decides whether a card is played; to pass is worth 0.
func (m *Judge) rateCards(legal []game.Action, r []int) {
	for i, a := range legal {
		if a.Verb == bladebow.VerbPlay {
			r[i] = m.rateCard(bladebow.Deck[a.A].Effect, int(a.B))
		}
	}
}

func (m *Judge) rateCard(e bladebow.Effect, named int) int {
	_, held := m.s.HandSize(m.me)
	switch e {
	case bladebow.ChargeHome, bladebow.WeightOfRanks:
		x := m.s.Melee()
		if x.Dice[0]+x.Dice[1] >= maxDice {
			return -1
		}
		return 10
	case bladebow.LockedShields:
		return 10
	case bladebow.StandFast:
		return 5
	case bladebow.DarkenTheSky:
		if _, attack, _ := m.s.ShotTarget(); attack >= 7 {
			return -1
		}
		return 10
	case bladebow.ShieldsUp:
		if _, attack, defence := m.s.ShotTarget(); attack < 3 || attack < defence {
			return -1
		}
		return 10
	case bladebow.Paean, bladebow.BristlingSpears:
		return 6
	case bladebow.SecondWind:
		m.survey()
		u := &m.units[named-1]
		return 20 + int(m.danger(named-1, u.Square, u.Facing, true)) - int(20*m.rallies(named-1))
	case bladebow.FairOmens, bladebow.FoulOmens:
		if held >= 3 && m.s.Turn() > 1 {
			return 3
		}
		return -1
	case bladebow.SeizeTheMoment:
		return 12
	case bladebow.MuddledOrders:
		if m.s.Actions() >= 2 {
			return 12
		}
		return -1
	case bladebow.GuardianShade, bladebow.SingleOutTheGeneral, bladebow.ToTheStandard, bladebow.PanicSpreads:
		return 10
	case bladebow.TurnTheBlow:
		return 5
	case bladebow.DoubleMarch:
		return m.hasten(held)
	case bladebow.FeignedFlight:
		return int(m.assault()) - m.w.Disrupt
	case bladebow.HoldHold:
		return m.holdBack()
	case bladebow.RiderWithOrders:
		return m.rideGain(named-1) - m.w.Ride/2
	case bladebow.FickleFortune:
		attack, defence := m.s.MeleeBalance()
		theirs, ours := defence, attack
		if m.s.Active() != m.me {
			theirs, ours = attack, defence
		}
		hit, cancel := m.s.MeleeDie(1-m.me, named>>3, named&7)
		switch {
		case hit && theirs > 0:
			return 10
		case cancel && ours >= 0:
			return 8
		}
		return -1
	}
	return -1
}

// hasten returns what it is worth that the units of a march go farther: much if many of them are on their way, and little if
// few cards are left to commit.
func (m *Judge) hasten(held int) int {
	m.survey()
	n := 0
	for i := range m.n {
		if u := &m.units[i]; u.InForm && u.Square >= 0 && m.ground.dist[u.Square] > marching {
			n++
		}
	}
	if n < 4 || held < 3 {
		return -1
	}
	return n
}

// assault returns what the attack is worth to the enemy that the present melee begins with.
func (m *Judge) assault() float64 {
	x := m.s.Melee()
	v := m.victimAt(x.Square)
	var room [10]blow
	list := room[:0]
	for _, u := range x.Attackers[:x.N] {
		list = append(list, m.blow(u, m.units[u].Square, &v))
	}
	return m.strike(list, &v)
}

// holdBack returns by how much the lead of a melee stands better where it is than where it would have to advance to.
func (m *Judge) holdBack() int {
	m.survey()
	x := m.s.Melee()
	u := x.Attackers[0]
	at := m.units[u].Square
	d := m.board.Direction(at, x.Square)
	if d < 0 {
		return -1
	}
	best := never
	for turn := -1; turn <= 1; turn++ {
		best = max(best, m.pose(u, x.Square, grid.Turn(d, turn)))
	}
	return m.pose(u, at, m.units[u].Facing) - best - keep(bladebow.HoldHold)
}

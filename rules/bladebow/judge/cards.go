package judge

import (
	"acies/game"
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

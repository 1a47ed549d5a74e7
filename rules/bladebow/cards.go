package bladebow

import "acies/game"

// Chapter 4: the action deck. The order of the draw pile is nobody's knowledge and is not kept: a draw takes any card of
// the pile, each as likely as any other.

// What a card is drawn for.
const (
	drawActions uint8 = iota
	drawDealt
	drawTaken
	drawBought
)

var drawClauses = [...]string{drawDealt: "bnb-15.1d", drawTaken: "bnb-5.1a", drawBought: "bnb-5.4.4.6a"}

// handSize returns how many cards a side may hold (4.0b to 4.0d, R13, R22).
func (s *State) handSize(side uint8) int {
	if s.commander(side) == none {
		return 1
	}
	if n := s.hands[side]; n > 0 {
		return int(n)
	}
	return s.morale(side) + 1
}

// stepDeal deals an opening hand (15.1d, R104).
func (s *State) stepDeal(t task) bool {
	if s.handCount(t.a) >= s.handSize(t.a) {
		s.pop()
		return false
	}
	s.push(tDraw, drawDealt, int(t.a), 0)
	return false
}

func (s *State) optDraw(_ task, buf []game.Action) []game.Action {
	for c, at := range s.cards {
		if at == inDeck {
			buf = append(buf, game.Action{Verb: vDraw, A: int32(c) + 1})
		}
	}
	return buf
}

func (s *State) checkDraw(_ task, a game.Action) reason {
	switch {
	case a.Verb != vDraw:
		return reason{id: whyDrawing}
	case a.A == 0 || s.cards[a.A-1] != inDeck:
		return reason{id: whyNotInDeck}
	}
	return reason{}
}

func (s *State) doDraw(t task, a game.Action) {
	c, side := int(a.A)-1, uint8(t.b)
	if c == reshuffle {
		// It goes back with all discards, and the draw is made again (2.2.1d, R15).
		for i := range s.cards {
			if s.cards[i] == discarded {
				s.cards[i] = inDeck
			}
		}
		s.say("reshuffled", "bnb-2.2.1d")
		return
	}
	s.pop()
	if t.a != drawActions {
		s.cards[c] = inHand0 + side
		s.say("draws", drawClauses[t.a], player("side", side))
		s.sayTo(game.Only(game.Side(side)), "drew", drawClauses[t.a], card("card", c))
		return
	}
	s.cards[c] = discarded // its effect and bonus unused (R16)
	n := Deck[c].Actions[s.colour(side)]
	s.actions = uint8(n)
	s.say("action-card", "bnb-5.4.1c", player("side", side), card("card", c), num("actions", n))
}

// colour returns the colour of the command value that counts for a side (2.2.3c, R22).
func (s *State) colour(side uint8) Colour {
	if l := s.commander(side); l != none {
		return s.b.leaders[l].Colour
	}
	return White
}

// stepTake lets a side draw one card at the start of a turn (5.1a).
func (s *State) stepTake(t task) bool {
	if t.b != 0 || s.handCount(t.a) >= s.handSize(t.a) {
		s.pop()
		return false
	}
	return s.waitFor(t.a)
}

func (s *State) optTake(_ task, buf []game.Action) []game.Action {
	return append(buf, game.Action{Verb: vTake}, game.Action{Verb: vDone})
}

func (s *State) checkTake(_ task, a game.Action) reason {
	if a.Verb != vTake && a.Verb != vDone {
		return reason{id: whyTake}
	}
	return reason{}
}

func (s *State) doTake(t task, a game.Action) {
	s.top().b = 1
	if a.Verb == vTake {
		s.push(tDraw, drawTaken, int(t.a), 0)
	}
}

// window is a moment at which effect cards may be played.
type window uint8

const (
	windowI window = iota
	windowA
	windowM
	windowV
	windowF
	windowY
	windowD
	windowE
	windowC
	windowW
	windowZ
	windowRecoil  // H: a unit must recoil from melee
	windowPanic   // H: a unit is about to roll rout dice
	windowAdvance // H: the lead would have to advance
	windowL
	windowT
	windows
)

var windowKeys = [windows]string{"i", "a", "m", "v", "f", "y", "d", "e", "c", "w", "z", "recoil", "panic", "advance", "l", "t"}

// open opens a window: the side without the initiative declares its cards first, then the other (4.2g, R19). What is the
// number of a unit or leader, where the window is about one.
func (s *State) open(w window, what int) { s.push(tWindow, uint8(w), what, 0) }

// asks reports whether a window is open to a side. It depends on what both sides know, never on the cards held.
func (s *State) asks(w window, what int, side uint8) bool {
	switch w {
	case windowM, windowV, windowY:
		return side == s.active
	case windowD, windowAdvance:
		if w == windowD {
			return side != s.active
		}
		return side == s.active
	case windowW:
		return int(side) == what
	case windowRecoil:
		return side == s.side(uint8(what))
	case windowPanic:
		return side != s.side(uint8(what))
	}
	return true
}

// stepWindow asks the sides in turn. A side without cards is not asked; any other is, whether or not one of its cards fits,
// so that being asked says nothing about the hand.
func (s *State) stepWindow(t task) bool {
	w := window(t.a)
	for ; s.top().c < 2; s.top().c++ {
		side := s.asked(s.top().c)
		if s.asks(w, int(t.b), side) && s.handCount(side) > 0 {
			return s.waitFor(side)
		}
	}
	s.pop()
	return false
}

// asked returns the side that is asked first or second.
func (s *State) asked(nth int16) uint8 {
	if nth == 0 {
		return s.second()
	}
	return s.initiative
}

func (s *State) optWindow(t task, buf []game.Action) []game.Action {
	side := s.asked(t.c)
	for c, at := range s.cards {
		if at != inHand0+side {
			continue
		}
		switch Deck[c].Effect {
		case SecondWind, ToTheStandard:
			for i := range s.b.units {
				if s.b.units[i].side == side {
					buf = append(buf, game.Action{Verb: vPlay, A: int32(c), B: int32(i) + 1})
				}
			}
		case FickleFortune:
			for group := range int32(2) {
				for f := int32(1); f <= 6; f++ {
					buf = append(buf, game.Action{Verb: vPlay, A: int32(c), B: 8*group + f})
				}
			}
		case RiderWithOrders:
			for l := range s.b.leaders {
				buf = append(buf, game.Action{Verb: vPlay, A: int32(c), B: int32(l) + 1})
			}
		default:
			buf = append(buf, game.Action{Verb: vPlay, A: int32(c)})
		}
	}
	return append(buf, game.Action{Verb: vPass})
}

func (s *State) checkWindow(t task, a game.Action) reason {
	side := s.asked(t.c)
	switch {
	case a.Verb == vPass:
		return reason{}
	case a.Verb != vPlay:
		return reason{id: whyWindow}
	case s.cards[a.A] != inHand0+side:
		return reason{id: whyNotHeld}
	}
	return s.fits(window(t.a), int(t.b), side, Deck[a.A].Effect, int(a.B))
}

// moments gives the window in which each effect is played (reconstruction, part c).
var moments = [effects]window{
	ChargeHome: windowC, WeightOfRanks: windowC, LockedShields: windowC, StandFast: windowRecoil, DarkenTheSky: windowF,
	ShieldsUp: windowF, LongShot: windowV, DoubleMarch: windowM, ParadeDrill: windowM, Paean: windowE, BristlingSpears: windowE,
	SecondWind: windowY, FairOmens: windowI, FoulOmens: windowI, SeizeTheMoment: windowA, MuddledOrders: windowA,
	GuardianShade: windowL, SingleOutTheGeneral: windowL, TurnTheBlow: windowW, FickleFortune: windowZ, FeignedFlight: windowD,
	HoldHold: windowAdvance, ToTheStandard: windowT, PanicSpreads: windowPanic, ToughLuck: windows, RiderWithOrders: windowA,
	Reshuffle: windows,
}

// fits decides whether a side may play an effect in a window; x is what the card names.
func (s *State) fits(w window, what int, side uint8, e Effect, x int) reason {
	if moments[e] != w {
		if e == ToughLuck {
			return reason{id: whyToughLuck}
		}
		return reason{id: whyWrongWindow, a: int16(moments[e])}
	}
	if x != 0 && e != SecondWind && e != FickleFortune && e != ToTheStandard && e != RiderWithOrders {
		return reason{id: whyCardUnit}
	}
	attacker := side == s.active
	d := &s.duel
	switch e {
	case ChargeHome, WeightOfRanks:
		switch lead := d.units[0]; {
		case !attacker:
			return reason{id: whyCardAttacker}
		case s.has(lead, fCarded):
			return reason{id: whyOneCard, a: int16(lead)}
		case e == WeightOfRanks && s.units[lead].ranks == 0:
			return reason{id: whyCardRanks, a: int16(lead)}
		}
	case LockedShields, BristlingSpears:
		switch {
		case attacker:
			return reason{id: whyCardDefender}
		case d.target == none || s.disrupted(d.target) || e == LockedShields && s.b.units[d.target].Mounted:
			return reason{id: whyCardOrder}
		case s.has(d.target, fCarded):
			return reason{id: whyOneCard, a: int16(d.target)}
		}
	case FeignedFlight:
		switch u := d.target; {
		case u == none || s.disrupted(u) || s.b.units[u].Density != Open || s.has(u, fShield):
			return reason{id: whyCardOpen}
		case s.has(u, fCarded):
			return reason{id: whyOneCard, a: int16(u)}
		case !s.canRetreat():
			return reason{id: whyNoRetreat}
		}
	case Paean:
		if !attacker {
			return reason{id: whyCardAttacker}
		}
		return s.uncarded(d.units[:d.n])
	case StandFast:
		if s.has(uint8(what), fCarded) {
			return reason{id: whyOneCard, a: int16(what)}
		}
	case HoldHold:
		if s.has(d.units[0], fCarded) {
			return reason{id: whyOneCard, a: int16(d.units[0])}
		}
	case DarkenTheSky:
		if !attacker {
			return reason{id: whyCardAttacker}
		}
		return s.uncarded(s.shot.firers[:s.shot.n])
	case ShieldsUp:
		switch {
		case attacker:
			return reason{id: whyCardDefender}
		case s.has(s.shot.target, fCarded):
			return reason{id: whyOneCard, a: int16(s.shot.target)}
		}
	case LongShot, DoubleMarch, ParadeDrill:
		return s.uncardedForm()
	case SecondWind:
		if x == 0 || x > len(s.b.units) || s.form.units>>(x-1)&1 == 0 {
			return reason{id: whyCardUnit}
		}
		return s.uncardedForm()
	case SeizeTheMoment:
		if !attacker {
			return reason{id: whyCardOwnImpulse}
		}
	case MuddledOrders:
		if attacker {
			return reason{id: whyCardEnemyImpulse}
		}
	case RiderWithOrders:
		switch {
		case !attacker:
			return reason{id: whyCardOwnImpulse}
		case x == 0 || x > len(s.b.leaders):
			return reason{id: whyCardLeader}
		}
		return s.mayRide(side, uint8(x-1))
	case GuardianShade:
		if s.b.leaders[what].Side != int(side) {
			return reason{id: whyCardOwnLeader}
		}
	case SingleOutTheGeneral:
		if s.b.leaders[what].Side == int(side) {
			return reason{id: whyCardEnemyLeader}
		}
	case TurnTheBlow:
		u := d.target
		if attacker {
			u = d.units[0]
		}
		if u == none || s.has(u, fCarded) {
			return reason{id: whyOneCard, a: int16(u)}
		}
	case FickleFortune:
		group, f := x>>3, x&7
		if f < 1 || f > 6 || group > 1 {
			return reason{id: whyCardDie}
		}
		if attacker {
			group += 2
		}
		if group > 2 || d.dice[group].count(f) == 0 {
			return reason{id: whyCardDie}
		}
	case ToTheStandard:
		if x == 0 || x > len(s.b.units) || s.b.units[x-1].side != side || s.units[x-1].where != inRouted {
			return reason{id: whyCardRouted}
		}
		if s.has(uint8(x-1), fCarded) {
			return reason{id: whyOneCard, a: int16(x - 1)}
		}
	}
	return reason{}
}

// uncarded refuses a card for units of which one has the benefit of a card already (4.2f, R18).
func (s *State) uncarded(list []uint8) reason {
	for _, u := range list {
		if s.has(u, fCarded) {
			return reason{id: whyOneCard, a: int16(u)}
		}
	}
	return reason{}
}

func (s *State) uncardedForm() reason {
	for i := range s.b.units {
		if s.form.units>>i&1 != 0 && s.has(uint8(i), fCarded) {
			return reason{id: whyOneCard, a: int16(i)}
		}
	}
	return reason{}
}

func (s *State) doWindow(t task, a game.Action) {
	if a.Verb == vPass {
		s.top().c++
		return
	}
	side := s.asked(t.c)
	c := int(a.A)
	s.cards[c] = discarded
	s.say("plays", "bnb-4.2a", player("side", side), card("card", c))
	d := &s.duel
	attack := 1 // index of pairs of attack and defence
	if side == s.active {
		attack = 0
	}
	benefit := func(list ...uint8) {
		for _, u := range list {
			s.set(u, fCarded)
		}
	}
	switch x := int(a.B); Deck[c].Effect {
	case ChargeHome:
		d.extra[0]++
		benefit(d.units[0])
		s.countDice()
	case WeightOfRanks:
		d.extra[0] += 2
		benefit(d.units[0])
		s.countDice()
	case LockedShields:
		d.extra[1]++
		benefit(d.target)
		s.countDice()
	case StandFast:
		s.hurt.stands = true
		benefit(uint8(t.b))
	case DarkenTheSky:
		s.shot.extra[0] += 2
		benefit(s.shot.firers[:s.shot.n]...)
	case ShieldsUp:
		s.shot.extra[1] += 2
		benefit(s.shot.target)
	case LongShot:
		s.form.reach += 2
		s.benefitForm()
	case DoubleMarch:
		s.form.march += 2
		s.benefitForm()
	case ParadeDrill:
		s.form.drill = true
		s.benefitForm()
	case Paean:
		d.fewer++
		benefit(d.units[:d.n]...)
	case BristlingSpears:
		d.more++
		benefit(d.target)
	case SecondWind:
		s.form.wind, s.form.breath = uint8(x-1), true
		s.benefitForm()
	case FairOmens:
		s.omens[side] -= 2
	case FoulOmens:
		s.omens[other(side)] += 2
	case SeizeTheMoment:
		s.actions++
	case MuddledOrders:
		s.muddled++
	case GuardianShade:
		s.hurt.shade = true
	case SingleOutTheGeneral:
		s.hurt.singled = true
	case TurnTheBlow:
		d.rerolls[attack] += 2
		if attack == 0 {
			benefit(d.units[0])
		} else {
			benefit(d.target)
		}
	case FickleFortune:
		group, f := x>>3, x&7
		if attack == 0 {
			group += 2
		}
		d.dice[group] = d.dice[group].without(f)
		s.say("rerolls", "bnb-E20", player("side", other(side)), face("die", f))
		s.push(tReroll, other(side), 1, group)
	case FeignedFlight:
		d.feigned = true
		benefit(d.target)
	case HoldHold:
		d.held = true
		benefit(d.units[0])
	case ToTheStandard:
		s.set(uint8(x-1), fCarded)
	case PanicSpreads:
		s.hurt.panic++
	case RiderWithOrders:
		s.push(tRide, uint8(x-1), 0, 0)
	}
}

func (s *State) benefitForm() {
	for i := range s.b.units {
		if s.form.units>>i&1 != 0 {
			s.set(uint8(i), fCarded)
		}
	}
}

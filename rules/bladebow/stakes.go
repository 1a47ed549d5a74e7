package bladebow

import (
	"math/bits"
	"slices"

	"acies/game"
)

// Section 4.1 at a glance: what the attacking player could spend on the morale dice just rolled, from nothing to everybody
// who can be sent in.

// mostWeighed is how many attackers that have failed are weighed in every combination; of more the cheapest come first.
const mostWeighed = 3

// stake is a set of attackers that are sent in, and the cards that pay for them.
type stake struct {
	units uint64 // indices into the duel
	price int
	cards uint64 // of the deck
}

// Stakes implements [game.Staker].
func (s *State) Stakes() []game.Stake {
	t := s.current()
	if t.kind != tCommit {
		return nil
	}
	var list []game.Stake
	for _, x := range s.findStakes() {
		list = append(list, s.stakeOf(x))
	}
	return list
}

// findStakes returns the sets of attackers that can be paid for, the cheapest first, each with the fewest cards, and of these
// with the lowest.
func (s *State) findStakes() []stake {
	d := &s.duel
	var failing []int
	for i := range d.n {
		if d.status[i] == failed {
			failing = append(failing, int(i))
		}
	}
	slices.SortStableFunc(failing, func(a, b int) int { return s.price(a) - s.price(b) })
	var list []stake
	for set := range uint64(1) << len(failing) {
		if len(failing) > mostWeighed && set&(set+1) != 0 {
			continue
		}
		x := stake{}
		for j, i := range failing {
			if set>>j&1 != 0 {
				x.units |= 1 << i
				x.price += s.price(i)
			}
		}
		var ok bool
		if x.cards, ok = s.cheapest(x.price - int(d.points)); ok {
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, func(a, b stake) int { return a.price - b.price })
	return list
}

// cheapest returns the fewest cards of the active player, and of these the lowest, that are worth a number of points.
func (s *State) cheapest(points int) (cards uint64, ok bool) {
	if points <= 0 {
		return 0, true
	}
	var held []int
	for c, at := range s.cards {
		if at == inHand0+s.active {
			held = append(held, c)
		}
	}
	fewest, lowest := 0, 0
	for set := range uint64(1) << len(held) {
		worth, mask := 0, uint64(0)
		for j, c := range held {
			if set>>j&1 != 0 {
				worth += Deck[c].Commitment
				mask |= 1 << c
			}
		}
		n := bits.OnesCount64(set)
		if worth >= points && (!ok || n < fewest || n == fewest && worth < lowest) {
			cards, fewest, lowest, ok = mask, n, worth, true
		}
	}
	return cards, ok
}

// stakeOf describes a stake: what is done, what it costs, and the dice as they would then count.
func (s *State) stakeOf(x stake) game.Stake {
	out := game.Stake{Points: x.price}
	c := *s
	c.sink = nil
	do := func(a game.Action) {
		if c.current().kind == tCommit && c.Apply(a, nil) == nil {
			out.Actions = append(out.Actions, a)
		}
	}
	for set := x.cards; set != 0; set &= set - 1 {
		k := bits.TrailingZeros64(set)
		out.Cards = append(out.Cards, s.b.CardPiece(k))
		do(game.Action{Verb: vCommit, A: int32(k)})
	}
	var sent []int
	for i, u := range s.duel.units[:s.duel.n] {
		p := s.duel.entry[i]
		if p == 0 {
			continue
		}
		level := s.entryLevel(u)
		q := game.Pool{Key: "pool.entry", Side: game.Side(s.active), Piece: int(u), Dice: dice("", p).List}
		q.Signs = make([]string, len(q.Dice))
		for j, n := range q.Dice {
			switch {
			case n <= level:
			case x.units>>i&1 != 0:
				q.Dice[j], q.Signs[j] = max(level, 1), "lowered"
			case s.duel.status[i] == failed:
				q.Signs[j] = "fail"
			}
		}
		out.Pools = append(out.Pools, q)
		if x.units>>i&1 != 0 {
			sent = append(sent, int(u))
			do(game.Action{Verb: vPress, A: int32(u)})
		}
	}
	do(game.Action{Verb: vDone})
	switch {
	case len(sent) == 0:
		out.Name = game.Event{Key: "stake.none", Clause: "bnb-4.1a"}
	default:
		out.Name = game.Event{Key: "stake.send", Clause: "bnb-4.1a", Args: []game.Arg{{Name: "units", Kind: game.Pieces, List: sent}, num("cards", len(out.Cards))}}
	}
	return out
}

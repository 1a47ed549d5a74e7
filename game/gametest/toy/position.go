package toy

import (
	"errors"
	"fmt"

	"acies/game"
)

// Cards is the number of cards of a side.
const Cards = cards

// Places returns the ids of the places, in the order of the track.
func Places() []string { return places[:] }

// Sides returns the ids of the sides.
func Sides(b game.Battle) []string { return b.(*battle).sides[:] }

// Verbs returns the words with which actions start in notation.
func Verbs() []string { return verbs[Deal:] }

// Pieces returns the ids of a side's pieces: its champion, then its cards.
func Pieces(side game.Side) []int {
	list := []int{int(side)}
	for n := range cards {
		list = append(list, cardPiece(side, n+1))
	}
	return list
}

// Position is a position of a game in a form that people can write.
type Position struct {
	Round int  // from 1; one more than the number of rounds is the end
	Step  int  // 0: the leader's turn, 1: the other side's turn, 2 and 3: their dice
	Spent int  // of the allowance in this turn
	Die   int  // the leader's die, if the other side's is due
	Asked bool // for an ambush: the side that is not in its turn
	Sides [2]Holding
}

// Holding is the place, points and cards of a side.
type Holding struct {
	Place   int
	Points  int
	Scouted bool
	Cards   []Card // those dealt so far
	Played  int    // this round's card, counted from 1; 0: none yet
}

// Card is a card that was dealt.
type Card struct {
	Rank int
	Seen bool // by the enemy
	Used bool
}

// PositionOf returns the position of a state of the toy.
func PositionOf(s game.State) Position {
	t := &s.(*state).table
	p := Position{Round: int(t.Round) + 1, Step: int(t.Turn), Spent: int(t.Spent), Die: int(t.Die), Asked: s.(*state).Asked == 1}
	for side := range p.Sides {
		h := Holding{
			Place: int(t.Place[side]), Points: int(t.Points[side]), Scouted: t.Scouted[side] == 1, Played: int(t.Played[side]),
		}
		for _, c := range t.Hand[side] {
			if c.Rank > 0 {
				h.Cards = append(h.Cards, Card{int(c.Rank), c.Seen == 1, c.Used == 1})
			}
		}
		p.Sides[side] = h
	}
	return p
}

// From returns the battle with its games starting at a position. Every position that it accepts can be played.
func From(b game.Battle, p Position) (game.Battle, error) {
	out := *b.(*battle)
	t := &out.start
	*t = table{}
	out.asked = flag(p.Asked)
	for _, n := range []int{p.Round - 1, p.Step, p.Spent, p.Die} {
		if n < 0 || n > faces {
			return nil, errors.New("round, step, spent or die is out of range")
		}
	}
	t.Round, t.Turn, t.Spent, t.Die = uint8(p.Round-1), uint8(p.Step), uint8(p.Spent), uint8(p.Die)
	for side, h := range p.Sides {
		if h.Place < 0 || h.Place >= len(places) || h.Points < 0 || h.Points > cards || h.Played < 0 || h.Played > cards || len(h.Cards) > cards {
			return nil, fmt.Errorf("side %d: place, points, played or the number of cards is out of range", side)
		}
		t.Place[side], t.Points[side], t.Played[side], t.Scouted[side] = uint8(h.Place), uint8(h.Points), uint8(h.Played), flag(h.Scouted)
		for i, c := range h.Cards {
			if c.Rank < 1 || c.Rank > ranks {
				return nil, fmt.Errorf("side %d: card %d has the rank %d, expected 1 to %d", side, i+1, c.Rank, ranks)
			}
			t.Hand[side][i] = card{uint8(c.Rank), flag(c.Seen), flag(c.Used)}
			t.Dealt++
		}
	}
	if err := t.sound(&out); err != nil {
		return nil, err
	}
	if s := out.Start().(*state); p.Asked {
		if !out.ambush || s.ToAct() < 0 || s.Place[s.turn()] != ford || !s.hasCard(s.turn().Other()) {
			return nil, errors.New("asked: a side with a card is asked for an ambush when a champion is at the ford, in that variant")
		}
	}
	return &out, nil
}

func flag(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// sound returns an error if no game could have reached a table; such a table might not be playable.
func (t *table) sound(b *battle) error {
	rounds := b.rounds
	if !t.valid() {
		return errors.New("a value is out of range, or a rank is dealt more than three times")
	}
	if int(t.Round) > rounds {
		return fmt.Errorf("round %d: there are %d", t.Round+1, rounds)
	}
	over := int(t.Round) == rounds
	if t.Dealt < 2*cards {
		fresh := table{Dealt: t.Dealt, Hand: t.Hand}
		for side := range t.Hand {
			for i, c := range t.Hand[side] {
				if (c.Rank > 0) != (2*i+side < int(t.Dealt)) || c.Seen+c.Used > 0 {
					return errors.New("cards are dealt in turn, and nothing happens before the last")
				}
			}
		}
		if *t != fresh {
			return errors.New("nothing happens before all cards are dealt")
		}
		return nil
	}
	if over && (t.Turn > 0 || t.Spent > 0) {
		return errors.New("nothing happens after the last round")
	}
	if t.Turn >= 2 && t.Spent > 0 {
		return errors.New("spent: nobody marches while dice are thrown")
	}
	if (t.Die > 0) != (t.Turn == 3) {
		return errors.New("die: the leader's die lies there while the other's is due, and only then")
	}
	if t.Points[0]+t.Points[1] > t.Round {
		return errors.New("points: a round gives one at most")
	}
	for side := range game.Side(2) {
		if err := t.soundHand(side, b.ambush); err != nil {
			return fmt.Errorf("side %d: %w", side, err)
		}
	}
	return nil
}

// soundHand returns an error if a side cannot have these cards.
func (t *table) soundHand(side game.Side, ambush bool) error {
	played := t.Turn >= 2 || t.Turn == 1 && side == t.leader()
	if (t.Played[side] > 0) != played {
		return errors.New("played: a side has played a card after its turn, and only then")
	}
	used, looked := 0, 0
	for i, c := range t.Hand[side] {
		faceDown := played && t.Turn < 2 && int(t.Played[side]) == i+1
		used += int(c.Used)
		switch {
		case played && int(t.Played[side]) == i+1 && c.Used == 0:
			return fmt.Errorf("card %d is played, so it is used", i+1)
		case c.Used == 1 && !faceDown && c.Seen == 0:
			return fmt.Errorf("card %d was turned up, so it is seen", i+1)
		case c.Seen == 1 && (c.Used == 0 || faceDown):
			looked++
		}
	}
	if used != int(t.Round)+int(flag(played)) {
		return errors.New("each side uses one card a round")
	}
	if looked > int(t.Scouted[side.Other()]) && !ambush {
		return errors.New("a card in the hand is seen by a scout, and a side scouts once")
	}
	return nil
}

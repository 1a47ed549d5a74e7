// Package toy is a minimal rulebook with everything that a rulebook can have: hidden cards, dice, movement with a cost,
// and a reveal. It exists to test code that uses package game.
//
// Its rules:
//
//	toy-1  Deal. Of twelve cards, three of each rank from 1 to 4, each side is dealt three in turn.
//	toy-2  Round. Side 0 leads the first round, side 1 the second, and so on; the leader has its turn, then the other.
//	toy-3  March. In its turn a side's champion may walk along the track; it costs 1 to enter a place, 2 for the ford, and
//	       there are 2 points per turn.
//	toy-4  Scout. Once per game, in its turn, a side may look at one card of the enemy.
//	toy-5  Play. A turn ends by playing one card face down. The second card turns both up.
//	toy-6  Duel. Each side, the leader first, rolls a die and adds the rank of its card, and 1 on the hill. The higher
//	       total scores a point.
//	toy-7  End. After the last round the side with more points wins.
//	toy-8  Ambush, in a variant. When a champion marches to the ford, the enemy is asked for an ambush if he has a card to
//	       play: by showing a card of rank 4 that has not been seen, he sends the champion back to the camp. He is asked
//	       whether or not he has such a card, and nobody else learns that he declined.
package toy

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"acies/game"
)

// The verbs. All but Pass have one operand.
const (
	Deal   game.Verb = 1 + iota // a rank
	March                       // a place
	Scout                       // one of the enemy's cards
	Play                        // one of the side's own cards
	Roll                        // a die
	Ambush                      // the piece of one of the side's own cards
	Pass
)

const (
	cards     = 3 // of a side
	ranks     = 4
	copies    = 3 // of each rank
	allowance = 2
	faces     = 6
)

var (
	verbs  = [...]string{Deal: "deal", March: "march", Scout: "scout", Play: "play", Roll: "roll", Ambush: "ambush", Pass: "pass"}
	places = [...]string{"camp", "wood", "ford", "hill"}
	costs  = [...]int{1, 1, 2, 1}
)

const (
	camp = 0
	ford = 2
	hill = 3
)

// version is the version of the rules. A program linked with another one is the next release of a test: in version 2, the ford costs 1
// like every other place.
var version = "1"

// entry returns what it costs to enter a place.
func entry(place int) int {
	if version == "2" {
		return 1
	}
	return costs[place]
}

// Options are the settings of a game of the toy.
type Options struct {
	ID     string    // of the battle; "ford" if it is empty
	Sides  [2]string // their ids
	Rounds int       // from 1 to 3; 0 means 3
	Ambush bool      // the variant of toy-8
	Fault  Fault     // how to break the contract
}

// New returns the toy battle.
func New(opt Options) game.Battle {
	if opt.Rounds == 0 {
		opt.Rounds = cards
	}
	b := &battle{id: cmp.Or(opt.ID, "ford"), sides: opt.Sides, rounds: opt.Rounds, ambush: opt.Ambush}
	if opt.Fault != "" {
		return &badBattle{battle: b, fault: opt.Fault}
	}
	return b
}

type battle struct {
	id     string
	sides  [2]string
	rounds int
	ambush bool
	start  table // of its games
	asked  uint8 // at their start
}

func (b *battle) ID() string       { return b.id }
func (b *battle) Rulebook() string { return "toy" }
func (b *battle) Version() string  { return version }
func (b *battle) Sides() int       { return 2 }
func (b *battle) Start() game.State {
	return &state{b: b, table: b.start, Asked: b.asked}
}

// Bound implements [game.Battle]: the cards dealt, in each round two turns of two marches and a card and two dice,
// two scouts, and an answer for each turn in which a champion can reach the ford.
func (b *battle) Bound() int {
	n := 2*cards + b.rounds*(2*(allowance+1)+2) + 2
	if b.ambush {
		n += 2 * b.rounds
	}
	return n
}

func (b *battle) PieceID(piece int) string {
	if piece < 2 {
		return "champion-" + strconv.Itoa(piece)
	}
	return fmt.Sprintf("card-%d-%d", (piece-2)/cards, (piece-2)%cards+1)
}

// PlaceID implements [game.Battle].
func (b *battle) PlaceID(place int) string { return places[place] }

// FacingID implements [game.Battle]: the toy has no facings.
func (b *battle) FacingID(int) string { return "?" }

func (b *battle) Format(a game.Action) string {
	n := strconv.Itoa(int(a.A))
	switch {
	case a.Verb == March:
		n = places[a.A]
	case a.Verb == Ambush:
		n = b.PieceID(int(a.A))
	case a.Verb == Pass:
		return verbs[Pass]
	case a.Verb == Deal && a.A == 0:
		n = "?"
	}
	return verbs[a.Verb] + " " + n
}

// Choice implements [game.Battle].
func (b *battle) Choice(a game.Action) game.Choice {
	c := game.Choice{Verb: verbs[a.Verb], Key: "action." + verbs[a.Verb]}
	o := game.Operand{Kind: game.Number, N: int(a.A)}
	switch a.Verb {
	case March:
		o.Kind, o.Role = game.Place, game.Goal
	case Scout:
		o.Role = game.Target
	case Play:
		o.Role = game.Own
		c.Rolls = true
	case Roll:
		o.Kind, o.Role = game.Die, game.Result
	case Ambush:
		o.Kind, o.Role = game.Card, game.Own
	case Pass:
		c.Ends, c.Quiet = true, true
		return c
	case Deal:
		o.Role = game.Result
		if a.A == 0 {
			c.Key, c.Operands = "action.deal-hidden", nil
			return c
		}
	}
	c.Operands = []game.Operand{o}
	return c
}

// Instead implements [game.Changer]. Every action has one operand.
func (b *battle) Instead(a game.Action, _, n int) game.Action {
	a.A = int32(n)
	return a
}

// Secrets implements [game.Battle].
func (b *battle) Secrets() bool { return true }

func (b *battle) Parse(s string) (game.Action, error) {
	verb, operand, _ := strings.Cut(s, " ")
	for v, name := range verbs {
		if name == "" || name != verb {
			continue
		}
		a := game.Action{Verb: game.Verb(v)}
		if a.Verb == March {
			for p, name := range places {
				if name == operand {
					a.A = int32(p)
					return a, nil
				}
			}
			return a, fmt.Errorf("toy: %q: no such place", s)
		}
		switch {
		case a.Verb == Pass && operand == "":
			return a, nil
		case a.Verb == Ambush:
			for p := range 2 * cards {
				if b.PieceID(2+p) == operand {
					a.A = int32(2 + p)
					return a, nil
				}
			}
			return a, fmt.Errorf("toy: %q: no such card", s)
		}
		n, err := strconv.ParseInt(operand, 10, 32)
		a.A = int32(n)
		return a, err
	}
	return game.Action{}, fmt.Errorf("toy: %q: no such verb", s)
}

var errDamaged = errors.New("toy: damaged state")

func (b *battle) Decode(data []byte) (game.State, error) {
	s := &state{b: b}
	if b.ambush && len(data) > 0 {
		s.Asked = data[len(data)-1]
		data = data[:len(data)-1]
	}
	if len(data) != binary.Size(s.table) || s.Asked > 1 {
		return nil, errDamaged
	}
	if _, err := binary.Decode(data, binary.LittleEndian, &s.table); err != nil {
		return nil, err
	}
	if !s.valid() {
		return nil, errDamaged
	}
	return s, nil
}

package kit

import (
	"strconv"
	"strings"

	"acies/game"
	"acies/game/gametest/toy"
	"acies/pack"
	"acies/system"
)

// Vocabulary implements [system.Cases]: a case may start at a position, and expect the place of a champion or the hand of
// a side.
func (System) Vocabulary() *system.Vocabulary {
	return &system.Vocabulary{
		Sides:    toy.Sides,
		Scores:   func(game.Battle, game.Side) []string { return []string{"duels"} },
		Position: []string{"position"},
		Place: func(b game.Battle, n *pack.Node) (game.State, error) {
			if n = n.Get("position"); n == nil {
				return b.Start(), nil
			}
			at, err := readPosition(n, b, false)
			if err != nil {
				return nil, err
			}
			return at.Start(), nil
		},
		Keys:    []string{"place SIDE", "hand SIDE"},
		Expect:  expect,
		Results: []string{"duel"},
		Least:   []string{"play 1", "play 2", "play 3"},
	}
}

// expect reads an expectation:
//
//	place red: hill
//	hand blue: 2 4 1      the ranks, in the order in which they were dealt
func expect(b game.Battle, key, value *pack.Node) (func(game.State) error, error) {
	what, id, _ := strings.Cut(key.Text, " ")
	if what != "place" && what != "hand" {
		return nil, nil
	}
	for side, name := range toy.Sides(b) {
		if name == id {
			want, err := value.Words()
			return func(s game.State) error {
				got := []string{toy.Places()[toy.PositionOf(s).Sides[side].Place]}
				if what == "hand" {
					got = nil
					for _, c := range toy.PositionOf(s).Sides[side].Cards {
						got = append(got, strconv.Itoa(c.Rank))
					}
				}
				var d system.Differences
				d.Text(what, strings.Join(got, " "), strings.Join(want, " "))
				return d.Error(key, id)
			}, err
		}
	}
	return nil, key.Errorf("there is no side %q; expected one of %s", id, pack.List(toy.Sides(b)))
}

var _ system.Cases = System{}

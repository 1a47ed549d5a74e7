// Package casewords is the vocabulary of Impetus in case files: positions, a case's own table, armies and units, and
// expectations about units, Commands, zones of control, sight and dice.
package casewords

import (
	"acies/game"
	"acies/pack"
	"acies/rules/impetus"
	"acies/rules/impetus/position"
	"acies/system"
)

// sideIDs are the sides of a battle made for a case. The first is listed first for dice, and its home edge is the south.
var sideIDs = []string{"red", "blue"}

// Vocabulary returns the vocabulary.
func Vocabulary() *system.Vocabulary {
	return &system.Vocabulary{
		Sides:    sides,
		Scores:   func(game.Battle, game.Side) []string { return []string{"lost"} },
		Position: append(positionFields(), "position"),
		Own:      []string{"terrain", "lines", "armies", "amendments", "turns"},
		Place:    place,
		Make:     makeOwn,
		Keys:     []string{"unit NAME", "command SIDE NUMBER", "lost SIDE", "zones NAME", "sees NAME NAME", "rolling", "accepted"},
		Expect:   expect,
		Results:  []string{"fate", "round", "test"},
		Least:    []string{"decline", "stand", "proceed", "pass", "end", "ready"},
	}
}

func sides(b game.Battle) []string {
	s := b.(*impetus.Battle).Setup().Sides
	return []string{s[0].ID, s[1].ID}
}

func positionFields() []string { return append(position.Fields(), sideIDs...) }

// place returns the state that the fields of a position describe, or the start of the battle if there are none.
func place(b game.Battle, n *pack.Node) (game.State, error) {
	at, err := system.PositionNode(n, positionFields())
	if err != nil {
		return nil, err
	}
	return start(at, b)
}

func start(at *pack.Node, b game.Battle) (game.State, error) {
	if len(at.Keys) == 0 {
		return b.Start(), nil
	}
	out, err := position.Read(at, b, false)
	if err != nil {
		return nil, err
	}
	return out.Start(), nil
}

// Package casewords is the vocabulary of Blade & Bow in case files: positions, a case's own ground, armies and pieces, and
// expectations about units, leaders, hands, zones of control and dice.
package casewords

import (
	"acies/game"
	"acies/pack"
	"acies/rules/bladebow"
	"acies/rules/bladebow/position"
	"acies/system"
)

// sideIDs are the sides of a battle made for a case. Those of the battles of the book have the same names.
var sideIDs = []string{"greek", "persian"}

// Vocabulary returns the vocabulary.
func Vocabulary() *system.Vocabulary {
	return &system.Vocabulary{
		Sides: sides,
		Scores: func(game.Battle, game.Side) []string {
			return []string{"enemy-losses", "losses", "rout-level", "impulses", "hand", "routed", "rallied", "actions", "initiative"}
		},
		Position: append(positionFields(), "position"),
		Own:      []string{"ground", "armies", "icons", "special"},
		Place:    place,
		Make:     makeOwn,
		Keys: []string{
			"unit NAME", "leader NAME", "hand SIDE", "losses SIDE", "impulses SIDE", "camp SIDE", "zone SQUARE SIDE", "sees SQUARE SQUARE",
			"ranks NAME for SIDE", "dice", "rolling", "actions", "initiative",
		},
		Expect: expect,
		Least:  []string{"pass", "ready", "preset 0", "done", "keep", "stay", "stand", "halt", "go", "end"},
	}
}

func sides(b game.Battle) []string {
	s := b.(*bladebow.Battle).Setup().Sides
	return []string{s[0].ID, s[1].ID}
}

func positionFields() []string { return append(position.Fields(), sideIDs...) }

// place returns the state that the fields of a position describe, or the set-up if there are none.
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

// Package casewords is the vocabulary of By the Edge of the Sword in case files: positions, a case's own maps and
// pieces, and expectations about units, leaders, stacks and markers. docs/cases.md describes the language.
package casewords

import (
	"fmt"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
	"acies/system"
)

// Vocabulary returns the vocabulary.
func Vocabulary() *system.Vocabulary {
	return &system.Vocabulary{
		Sides:    sides,
		Scores:   scores,
		Position: append(scenario.PositionFields(), "position"),
		Own: []string{
			"map", "terrain", "levels", "edges", "zones", "turns", "special", "victory",
			"rout", "pairs", "mounting", "dismount", "remount", "reinforcements", "options",
		},
		Place:   place,
		Make:    makeOwn,
		Keys:    []string{"marked", "stack HEX"},
		Expect:  expect,
		Results: []string{"melee", "shot", "check", "passed", "rally", "flight", "initiative"},
		Goals:   []string{"activation LEADER"},
		Goal:    goal,
		Least:   []string{"ready", "done", "stay", "fight", "fire"},
	}
}

func sides(b game.Battle) []string {
	s := b.(*sword.Battle).Setup().Sides
	return []string{s[0].ID, s[1].ID}
}

// scores returns the keys of the score rules of a side.
func scores(b game.Battle, side game.Side) []string {
	var keys []string
	for _, r := range b.(*sword.Battle).Setup().Victory.Scores {
		if game.Side(r.Side) == side {
			keys = append(keys, r.Key)
		}
	}
	return keys
}

// place returns the state that the fields of a position describe, or the set-up if there are none.
func place(b game.Battle, n *pack.Node) (game.State, error) {
	node, err := positionNode(n, false)
	if err != nil {
		return nil, err
	}
	if len(node.Keys) == 0 {
		return b.Start(), nil
	}
	p, err := scenario.NewPosition(node, false)
	if err != nil {
		return nil, err
	}
	return start(p, b.(*sword.Battle))
}

// makeOwn returns a battle made from a case's own map and pieces, and its first state.
func makeOwn(n *pack.Node, reserved func(string) bool) (game.Battle, game.State, error) {
	node, err := positionNode(n, true)
	if err != nil {
		return nil, nil, err
	}
	p, err := scenario.NewPosition(node, false)
	if err != nil {
		return nil, nil, err
	}
	b, err := ownBattle(n, p, reserved)
	if err != nil {
		return nil, nil, err
	}
	s, err := start(p, b)
	return b, s, err
}

// start returns the state at a position.
func start(p *scenario.Position, b *sword.Battle) (game.State, error) {
	s, err := p.Start(b)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// goal reads the end of a skip to an activation: the state that asks its leader for moves.
func goal(battle game.Battle, words []string) (func(game.State) bool, error) {
	if len(words) != 2 || words[0] != "activation" {
		return nil, nil
	}
	b := battle.(*sword.Battle)
	leader := b.Piece(words[1])
	if leader < b.Units() {
		return nil, fmt.Errorf("there is no leader %q", words[1])
	}
	return func(s game.State) bool {
		v := s.View(game.Nature)
		return v.Active == leader && (v.Prompt.Key == "prompt.moves" || v.Prompt.Key == "prompt.moved")
	}, nil
}

// expect reads an expectation about a piece, a stack or markers.
func expect(battle game.Battle, k, v *pack.Node) (func(game.State) error, error) {
	b := battle.(*sword.Battle)
	hex, isStack := strings.CutPrefix(k.Text, "stack ")
	switch n := b.Piece(k.Text); {
	case k.Text == "marked":
		return marked(b, k, v)
	case isStack:
		return stack(b, k, v, strings.TrimSpace(hex))
	case n < 0:
		return nil, nil
	case n < b.Units():
		return unit(b, k, v)
	}
	return leader(b, k, v)
}

package cases_test

import (
	"strings"
	"testing"

	"acies/cases"
	"acies/game"
	"acies/game/gametest/toy"
	"acies/pack"
	"acies/system"
)

// toySystem is the toy rulebook as far as cases need one: a vocabulary of next to nothing.
type toySystem struct{ system.System }

func init() { system.Register(toySystem{}) }

func (toySystem) ID() string      { return "toy" }
func (toySystem) Books() []string { return []string{"toy"} }

func (toySystem) Rules() (name, text string) {
	return "toy", "# Toy\n\n## Rules\n\n- [toy-2] Round.\n- [toy-3] March.\n- [toy-5] Play.\n- [toy-6] Duel.\n- [toy-7] End.\n"
}

func (toySystem) Texts(string) map[string]string {
	texts := map[string]string{}
	for _, key := range strings.Fields(`event.marched event.played event.scored refusal.far refusal.order modifier.rank modifier.hill
		prompt.turn prompt.die phase.turns phase.duel duel.won duel.lost duel.drawn`) {
		texts[key] = key + "."
	}
	return texts
}

func (toySystem) Vocabulary() *system.Vocabulary {
	return &system.Vocabulary{
		Sides:  func(game.Battle) []string { return []string{"north", "south"} },
		Scores: func(game.Battle, game.Side) []string { return []string{"duels"} },
		Make: func(*pack.Node, func(string) bool) (game.Battle, game.State, error) {
			b := toy.New(toy.Options{Rounds: 1})
			return b, b.Start(), nil
		},
		Results: []string{"duel"},
	}
}

// Cases run under a rulebook with another board, hidden cards and dice of six.
func TestToy(t *testing.T) {
	const text = `- case: A march and a duel
  cites: [toy-3, toy-6]
  book: toy
  steps:
    - do: [deal 1, deal 2, deal 3, deal 4, deal 1, deal 2]
    - expect:
        to-act: north
        phase: turns
        prompt: turn toy-2 champion=champion-0
        standing champion-0: can-act
        standing champion-1: order
        cost: {march wood: 1 of 2 by camp wood}
        refused: {march hill: toy-3 far}
        legal: [play 1]
    - march wood
    - expect: {events: [marched toy-3], no-events: [played], turn: 1, active: nobody}
    - skip to phase duel rolling 6
    - expect:
        odds of roll: {kind: duel, has: [rank toy-6], lacks: [hill]}
    - skip to turn 1
    - do: [roll 6, roll 1]
    - expect: {over: true, winner: north, because: toy-7, points: {north: 1, south: 0}, scores: {north: {duels: 1}}, events: [scored side=north]}
`
	list, err := cases.Read("toy.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := list[0].Run(); err != nil {
		t.Error(err)
	}
	for wrong, want := range map[string]string{
		strings.Replace(text, "toy-6", "toy-9", 1):                                  `clause "toy-9" is not in the rulebook`,
		strings.Replace(text, "[marched", "[moved", 1):                              `event "moved" is unknown`,
		strings.Replace(text, "to-act: north", "champion: hill", 1):                 `"champion" is neither a piece nor one of active,`,
		strings.Replace(text, "to-act: north", "to-act: red", 1):                    `side "red" is unknown; expected one of north, south`,
		strings.Replace(text, "book: toy", "book: toy\n  map: 3x3", 1):              `a case has no field "map" here; its fields are book, case, cites,`,
		strings.Replace(text, "skip to turn 1", "skip to activation champion-0", 1): "expected one of PROMPT, phase X, turn N",
	} {
		if _, err := cases.Read("toy.yaml", []byte(wrong)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Read gives %v\nwant %s", err, want)
		}
	}
}

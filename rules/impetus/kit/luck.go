package kit

import (
	"acies/game"
	"acies/rules/impetus"
	"acies/system"
)

// LuckKinds implements [system.Luck].
func (System) LuckKinds() []string { return impetus.RollKinds }

// CauseOf implements [system.Luck]. The events of other rolls say themselves what they are for.
func (System) CauseOf(kind string) string {
	return map[string]string{"melee": "melee", "shot": "fires", "extension": "charges"}[kind]
}

// RollOf implements [system.Luck]. A table without a grid has no places.
func (System) RollOf(s game.State) (kind string, side game.Side, place int) {
	kind, side = s.(*impetus.State).Due()
	return kind, side, -1
}

// Settled implements [system.Settling]. What dice are worth shows when the charge, the shot or the melee is over.
func (System) Settled(_, s game.State) bool {
	switch s.(*impetus.State).Asked() {
	case impetus.AskDeploy, impetus.AskName, impetus.AskCommand, impetus.AskRally, impetus.AskRush, impetus.AskAction, impetus.AskEngaged:
		return true
	}
	return false
}

// Alike implements [system.Settling].
func (System) Alike(s game.State, outcome game.Action) int { return s.(*impetus.State).Alike(outcome) }

var (
	_ system.Luck     = System{}
	_ system.Settling = System{}
)

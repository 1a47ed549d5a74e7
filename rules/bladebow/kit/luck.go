package kit

import (
	"acies/game"
	"acies/rules/bladebow"
	"acies/system"
)

// LuckKinds implements [system.Luck]. Dice come first; cards drawn for actions and cards drawn into hands are apart.
func (System) LuckKinds() []string { return bladebow.RollKinds }

// CauseOf implements [system.Luck].
func (System) CauseOf(kind string) string {
	return map[string]string{"ranged": "fires", "defence": "fires", "melee": "attacks", "entry": "attacks"}[kind]
}

// RollOf implements [system.Luck].
func (System) RollOf(s game.State) (kind string, side game.Side, place int) {
	return s.(*bladebow.State).Due()
}

var _ system.Luck = System{}

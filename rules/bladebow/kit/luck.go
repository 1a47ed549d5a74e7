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

// Settled implements [system.Settling]. What a card drawn for actions is worth shows when they have been taken, what dice
// are worth when the combat is over.
func (System) Settled(before, s game.State) bool {
	x, then := s.(*bladebow.State), before.(*bladebow.State)
	if kind, _, _ := then.Due(); kind == "actions" {
		now, _ := x.Impulse()
		drawn, _ := then.Impulse()
		if now == drawn {
			return false
		}
	}
	switch x.Asked() {
	case bladebow.AskCards, bladebow.AskEvade, bladebow.AskCommit, bladebow.AskLead, bladebow.AskRerolls, bladebow.AskRecoil, bladebow.AskWithdraw,
		bladebow.AskAdvance, bladebow.AskAgain, bladebow.AskFace, bladebow.AskPush:
		return false
	}
	return true
}

// Alike implements [system.Settling].
func (System) Alike(s game.State, outcome game.Action) int { return s.(*bladebow.State).Alike(outcome) }

var (
	_ system.Luck     = System{}
	_ system.Settling = System{}
)

// Package kit is what By the Edge of the Sword brings besides its rules.
package kit

import (
	"acies/game"
	"acies/rules/sword"
	"acies/rules/sword/judge"
	"acies/system"
)

// System is By the Edge of the Sword.
type System struct{}

// ID implements [system.System].
func (System) ID() string { return "sword" }

// Judge implements [system.Judging].
func (System) Judge(b game.Battle, style system.Style) system.Judge {
	return judge.New(b.(*sword.Battle), style)
}

// Tunings implements [system.Tunable].
func (System) Tunings() map[string]system.Tuning { return judge.Tunings() }

// Tuning implements [system.Tunable].
func (System) Tuning(b game.Battle) system.Tuning { return judge.TuningOf(b.(*sword.Battle)) }

// Tuned implements [system.Tunable].
func (System) Tuned(b game.Battle, t *system.Tuning) system.Student {
	return judge.Tuned(b.(*sword.Battle), t)
}

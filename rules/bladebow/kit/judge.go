package kit

import (
	"acies/game"
	"acies/rules/bladebow"
	"acies/rules/bladebow/judge"
	"acies/system"
)

// Judge implements [system.Judging].
func (System) Judge(b game.Battle, style system.Style) system.Judge {
	return judge.New(b.(*bladebow.Battle), style)
}

// Tunings implements [system.Tunable].
func (System) Tunings() map[string]system.Tuning { return judge.Tunings() }

// Tuning implements [system.Tunable].
func (System) Tuning(b game.Battle) system.Tuning { return judge.TuningOf(b.(*bladebow.Battle)) }

// Ranges implements [system.Tunable].
func (System) Ranges(b game.Battle) map[string]system.Range {
	return judge.Ranges(b.(*bladebow.Battle))
}

// Tuned implements [system.Tunable].
func (System) Tuned(b game.Battle, t *system.Tuning) system.Student {
	return judge.Tuned(b.(*bladebow.Battle), t)
}

var _ system.Tunable = System{}

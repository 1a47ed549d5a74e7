package kit

import (
	"acies/game"
	"acies/rules/impetus"
	"acies/rules/impetus/judge"
	"acies/system"
)

// Judge implements [system.Judging].
func (System) Judge(b game.Battle, style system.Style) system.Judge {
	return judge.New(b.(*impetus.Battle), style)
}

// Tunings implements [system.Tunable].
func (System) Tunings() map[string]system.Tuning { return judge.Tunings() }

// Tuning implements [system.Tunable].
func (System) Tuning(b game.Battle) system.Tuning { return judge.TuningOf(b.(*impetus.Battle)) }

// Ranges implements [system.Tunable].
func (System) Ranges(b game.Battle) map[string]system.Range { return judge.Ranges(b.(*impetus.Battle)) }

// Tuned implements [system.Tunable].
func (System) Tuned(b game.Battle, t *system.Tuning) system.Student {
	return judge.Tuned(b.(*impetus.Battle), t)
}

var _ system.Tunable = System{}

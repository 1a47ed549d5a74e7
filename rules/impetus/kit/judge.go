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

var _ system.Judging = System{}

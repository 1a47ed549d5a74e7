package kit

import (
	"acies/game"
	"acies/pack"
	"acies/rules/impetus/casewords"
	"acies/rules/impetus/position"
	"acies/system"
)

func (x *battle) At(b game.Battle, file string, text []byte) (game.Battle, error) {
	n, err := pack.ReadTree(file, text)
	if err != nil {
		return nil, err
	}
	return position.Read(n, b, true)
}

func (x *battle) Position(options []string, s game.State) []byte {
	return position.Write(x.p.ID, options, s)
}

func (x *battle) Begin(b game.Battle, l *pack.Lesson) (game.State, error) {
	at, err := position.Read(l.Position, b, false)
	if err != nil {
		return nil, err
	}
	return at.Start(), nil
}

// Vocabulary implements [system.Cases].
func (System) Vocabulary() *system.Vocabulary { return casewords.Vocabulary() }

var _ system.Cases = System{}

package kit

import (
	"fmt"

	"acies/game"
	"acies/pack"
)

// Positions of Impetus cannot be written down yet, so its packs have no lessons either.

func (x *battle) At(_ game.Battle, file string, _ []byte) (game.Battle, error) {
	return nil, fmt.Errorf("%s: battles of Impetus start from their deployment only", file)
}

func (x *battle) Position([]string, game.State) []byte { return nil }

func (x *battle) Begin(game.Battle, *pack.Lesson) (game.State, error) {
	return nil, fmt.Errorf("battles of Impetus have no lessons")
}

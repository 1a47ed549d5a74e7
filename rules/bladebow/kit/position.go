package kit

import (
	"errors"

	"acies/game"
	"acies/pack"
)

var errPosition = errors.New("positions are not read yet")

func (x *battle) At(game.Battle, string, []byte) (game.Battle, error) { return nil, errPosition }

func (x *battle) Position([]string, game.State) []byte { return []byte("battle: " + x.p.ID + "\n") }

func (x *battle) Begin(game.Battle, *pack.Lesson) (game.State, error) { return nil, errPosition }

//go:build toy

package systems

import (
	"acies/game/gametest/toy/kit"
	"acies/system"
)

func init() { system.Register(kit.System{}) }

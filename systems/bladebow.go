package systems

import (
	"acies/rules/bladebow/kit"
	"acies/system"
)

func init() { system.Register(kit.System{}) }

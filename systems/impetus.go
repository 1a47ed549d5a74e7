package systems

import (
	"acies/rules/impetus/kit"
	"acies/system"
)

func init() { system.Register(kit.System{}) }

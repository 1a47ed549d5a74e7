// Package systems registers all rulebooks. It is the only place outside of a rulebook's own folder that knows one by name;
// programs and tests import it for its effect.
package systems

import (
	"acies/rules/sword/kit"
	"acies/system"
)

func init() { system.Register(kit.System{}) }

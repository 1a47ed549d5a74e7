package kit

import (
	_ "embed" // the text of the rules

	"acies/system"
)

//go:embed rules.md
var rules string

//go:embed rules.fr.md
var rulesFrench string

//go:embed untestable.txt
var untestable string

// Rules implements [system.Ruled].
func (System) Rules() (name, text string) { return "impetus", rules }

// Translations implements [system.Translated].
func (System) Translations() map[string]string { return map[string]string{"fr": rulesFrench} }

// Untestable implements [system.Exempting].
func (System) Untestable() string { return untestable }

var (
	_ system.Ruled     = System{}
	_ system.Exempting = System{}
)

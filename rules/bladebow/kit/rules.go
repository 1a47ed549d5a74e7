// Package kit is what Blade & Bow provides in addition to its rules.
package kit

import _ "embed" // the text of the rules

//go:embed rules.md
var rules string

//go:embed untestable.txt
var untestable string

// System is Blade & Bow as a rulebook.
type System struct{}

// Rules implements [acies/system.Ruled].
func (System) Rules() (name, text string) { return "bladebow", rules }

// Untestable implements [acies/system.Exempting].
func (System) Untestable() string { return untestable }

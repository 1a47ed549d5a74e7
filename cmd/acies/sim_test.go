package main

import (
	"regexp"
	"testing"

	"acies/system"
	"acies/table"
)

// Each change that the help of acies sim shows can be made to some battle.
func TestVaryHelp(t *testing.T) {
	changes := regexp.MustCompile(`(?m)^  (?:'([^']+)'|([a-z]\S*=\S+))`).FindAllStringSubmatch(system.VaryHelp(), -1)
	if len(changes) < 15 {
		t.Errorf("%d changes found, expected 15 or more", len(changes))
	}
	for _, c := range changes {
		if change := c[1] + c[2]; !canVary(t, change) {
			t.Errorf("no battle can be changed by %s", change)
		}
	}
}

func canVary(t *testing.T, change string) bool {
	t.Helper()
	for _, id := range table.BuiltIn() {
		p, err := table.FindPack(id)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := system.Vary(p.Files, []string{change}); err == nil {
			if changed, _ := system.Read(f); changed != nil {
				return true
			}
		}
	}
	return false
}

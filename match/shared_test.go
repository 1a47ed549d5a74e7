package match_test

import (
	"testing"

	"acies/game/gametest"
	"acies/table"
)

// Snapshots of one moment share a state, so that reading it must not write to it. The rulebooks' own tests run without
// the race detector, which sees that.
func TestStatesCanBeShared(t *testing.T) {
	lib := table.NewLibrary()
	actions := 300
	if testing.Short() {
		actions = 60
	}
	for _, id := range table.BuiltIn() {
		b, err := lib.Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		gametest.Run(t, b.Battle, gametest.Options{Games: 1, MaxActions: actions, ProbeEvery: 20})
	}
}

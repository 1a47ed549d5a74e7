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
	for _, id := range table.BuiltIn() {
		b, err := lib.Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		gametest.Run(t, b.Battle, gametest.Options{Games: 1, MaxActions: 300, ProbeEvery: 20})
	}
}

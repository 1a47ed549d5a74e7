package sword_test

import (
	"testing"

	"acies/game/gametest"
)

func TestSuite(t *testing.T) {
	for _, id := range []string{"sparta-195bc", "issos-333bc"} {
		t.Run(id, func(t *testing.T) {
			gametest.Run(t, load(t, id), gametest.Options{Games: 6})
		})
	}
}

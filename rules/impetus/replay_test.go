package impetus_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

var (
	replays       = flag.Int("replays", 2, "how many of the kept games of a battle TestSameOnEveryMachine plays, at most 20")
	updateReplays = flag.Bool("update-replays", false, "write the games of TestSameOnEveryMachine anew")
)

// TestSameOnEveryMachine plays random games and compares all their states with those on the machine that wrote the file:
// GOOS=js GOARCH=wasm and GOARCH=arm64 must find the same.
func TestSameOnEveryMachine(t *testing.T) {
	cite.Clauses(t, "imp-D9f")
	const file, most = "testdata/replays.txt", 20
	kept, err := os.ReadFile(file)
	if err != nil && !*updateReplays {
		t.Fatal(err)
	}
	n := min(*replays, most)
	if *updateReplays {
		n = most
	}
	var all bytes.Buffer
	for _, x := range battles {
		b := load(t, x)
		for seed := range n {
			line := fmt.Sprintf("%s %d: %s\n", x, seed, playOut(b, uint64(seed)))
			all.WriteString(line)
			if !*updateReplays && !bytes.Contains(kept, []byte(line)) {
				t.Errorf("not in %s: %s", file, line)
			}
		}
	}
	if *updateReplays {
		if err := os.WriteFile(file, all.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// playOut plays a random game to its end and returns the number of its actions and a hash of all its states.
func playOut(b game.Battle, seed uint64) string {
	s := b.Start()
	src := rand.NewPCG(seed, 3)
	var buf []game.Action
	n, sum := 0, uint64(0)
	for ; s.ToAct() != game.Nobody; n++ {
		buf = play(s, src, buf)
		sum = sum*0x9E3779B97F4A7C15 + s.Hash()
	}
	return fmt.Sprintf("%d actions, %016x", n, sum)
}

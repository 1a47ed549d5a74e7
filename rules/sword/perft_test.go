package sword_test

import (
	"testing"

	"acies/game"
	"acies/rules/sword"
)

// perft counts the lines of play of a given length, the outcomes of Nature included.
func perft(s *sword.State, depth int) int {
	moves := s.Legal(nil)
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, a := range moves {
		c := s.Clone().(*sword.State)
		c.Apply(a, nil)
		if c.ToAct() == game.Nobody {
			n++
			continue
		}
		n += perft(c, depth-1)
	}
	return n
}

// TestPerft pins the number of legal lines from four positions: the first activation of each battle, and two moments in
// the middle of a fight. A change of these counts is a change of the rules.
func TestPerft(t *testing.T) {
	for _, row := range []struct {
		name   string
		battle string
		setup  []string
		seed   uint64
		prompt string
		want   []int
	}{
		{"Sparta, Pretor I to move", "sparta-195bc", []string{"ready", "ready", "roll 9", "roll 5", "activate pretor-i"}, 0, "", nil},
		{"Issos, Philotas to move", "issos-333bc", []string{"done", "done", "roll 7", "roll 5", "activate philotas"}, 0, "", nil},
		{"Sparta, melees declared", "sparta-195bc", nil, 11, "prompt.melees", nil},
		{"Issos, a stack retreats", "issos-333bc", nil, 12, "prompt.retreats", nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := newPlayer(load(t, row.battle), row.seed)
			for _, a := range row.setup {
				do(t, p.now, a)
			}
			if row.prompt != "" {
				p.until(t, row.prompt)
			}
			var got []int
			for depth := 1; depth <= 3; depth++ {
				got = append(got, perft(p.now, depth))
			}
			t.Errorf("legal lines of 1, 2, 3 actions: %v, want %v", got, row.want)
		})
	}
}

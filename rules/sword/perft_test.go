package sword_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"acies/game"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
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

// TestPerft pins the number of legal lines from some positions: the first moves of a battle, moments in the middle of a
// fight, a charge, reinforcements. A change of these counts is a change of the rules
// or of the figures of the units.
func TestPerft(t *testing.T) {
	for _, row := range []struct {
		file string
		want []int // lines of 1, 2, 3 … actions
	}{
		{"sparta-move", []int{10, 1004, 8978}},
		{"issos-move", []int{5, 46, 313, 7229}},
		{"sparta-melees", []int{1, 10, 89, 511}},
		{"issos-retreat", []int{9, 63, 594, 4752}},
		{"guinegate-charge", []int{4, 659, 2102, 215384}},
		{"bouvines-react", []int{1, 2, 20, 209, 2022, 13643}},
		{"bouvines-enter", []int{63, 2314, 79626}},
	} {
		t.Run(row.file, func(t *testing.T) {
			file := filepath.Join("testdata", "perft", row.file+".yaml")
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, err := scenario.ReadPosition(file, data)
			if err != nil {
				t.Fatal(err)
			}
			s, err := p.Start(load(t, p.Battle, p.Options...))
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for depth := range len(row.want) {
				got = append(got, perft(s, depth+1))
			}
			if !slices.Equal(got, row.want) {
				t.Errorf("legal lines by length: %v, want %v", got, row.want)
			}
		})
	}
}

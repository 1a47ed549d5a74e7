package judge

import (
	"math"
	"testing"
)

// TestNets: chances of hits that are left add up to one and agree with a count by hand.
func TestNets(t *testing.T) {
	for a := range kinds {
		for b := range kinds {
			sum := 0.0
			for _, p := range nets()[a][b] {
				sum += float64(p)
			}
			if math.Abs(sum-1) > 1e-4 {
				t.Fatalf("chances of %d and %d add up to %v", a, b, sum)
			}
		}
	}
	tests := []struct {
		what string
		a, b int
		hits int
		want float64
	}{
		{"one die, none against it", kind(2, 2, 0, 1), kind(2, 2, 0, 0), 1, 1.0 / 3},
		{"one die against one", kind(2, 2, 0, 1), kind(2, 2, 0, 1), 1, 2.0 / 9},
		{"two dice, none against them", kind(2, 2, 0, 2), kind(2, 2, 0, 0), 2, 1.0 / 9},
		{"one die and a re-roll of a blank", kind(2, 2, 1, 1), kind(2, 2, 0, 0), 1, 1.0/3 + 1.0/9},
		{"a shield wall hits with ones", kind(1, 3, 0, 1), kind(2, 2, 0, 0), 1, 1.0 / 6},
		{"and cancels with fours", kind(2, 2, 0, 1), kind(1, 3, 0, 1), 1, 1.0 / 6},
	}
	for _, test := range tests {
		if got := float64(nets()[test.a][test.b][test.hits]); math.Abs(got-test.want) > 1e-5 {
			t.Errorf("%s: %v, want %v", test.what, got, test.want)
		}
	}
}

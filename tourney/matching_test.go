package tourney

import (
	"fmt"
	"math"
	"testing"

	"acies/dice"
	"acies/game"
)

// leastCost returns the cost of the cheapest perfect matching, by trying all of them, a set of vertices at a time.
func leastCost(costs [][]int64) int64 {
	n := len(costs)
	best := make([]int64, 1<<n)
	for set := 1; set < len(best); set++ {
		best[set] = math.MaxInt64
		i := 0
		for set>>i&1 == 0 {
			i++
		}
		for j := i + 1; j < n; j++ {
			if rest := set &^ (1<<i | 1<<j); set>>j&1 == 1 && best[rest] < math.MaxInt64 {
				best[set] = min(best[set], best[rest]+costs[i][j])
			}
		}
	}
	return best[len(best)-1]
}

func checkMatching(t *testing.T, costs [][]int64) (cost int64) {
	t.Helper()
	mates := cheapestMatching(costs)
	for i, j := range mates {
		if j < 0 || j == i || mates[j] != i {
			t.Fatalf("no perfect matching of %v: %v", costs, mates)
		}
		if i < j {
			cost += costs[i][j]
		}
	}
	return cost
}

// TestMatching compares with the cheapest of all matchings. Few different costs make many edges without slack, and so
// blossoms within blossoms.
func TestMatching(t *testing.T) {
	src := dice.New(1)
	for trial := range 3000 {
		n := 2 + 2*game.Intn(src, 6)
		most := []int{2, 3, 6, 50, 1 << 40}[trial%5]
		costs := make([][]int64, n)
		for i := range costs {
			costs[i] = make([]int64, n)
			for j := range i {
				costs[i][j] = int64(game.Intn(src, most))
				costs[j][i] = costs[i][j]
			}
		}
		if got, want := checkMatching(t, costs), leastCost(costs); got != want {
			t.Fatalf("a matching costs %d, the cheapest %d: %v", got, want, costs)
		}
	}
}

// TestMatchingOfRings: within odd rings all edges are free, between them dear, so that rings have to be contracted and taken
// apart again; each lone vertex pays once.
func TestMatchingOfRings(t *testing.T) {
	for _, ring := range []int{3, 5, 7, 21} {
		for n := 2 * ring; n <= MaxPlayers; n += 2 * ring {
			costs := make([][]int64, n)
			for i := range costs {
				costs[i] = make([]int64, n)
				for j := range costs[i] {
					switch d := (i - j + ring) % ring; {
					case i/ring != j/ring:
						costs[i][j] = costBye
					case d != 1 && d != ring-1:
						costs[i][j] = costRematch
					}
				}
			}
			t.Run(fmt.Sprintf("%d of %d", n/ring, ring), func(t *testing.T) {
				if got, want := checkMatching(t, costs), int64(n/ring/2)*costBye; got != want {
					t.Errorf("costs %d, want %d", got, want)
				}
			})
		}
	}
}

func BenchmarkMatching(b *testing.B) {
	src := dice.New(1)
	costs := make([][]int64, MaxPlayers)
	for i := range costs {
		costs[i] = make([]int64, len(costs))
		for j := range i {
			costs[i][j] = int64(game.Intn(src, 1000))
			costs[j][i] = costs[i][j]
		}
	}
	for b.Loop() {
		cheapestMatching(costs)
	}
}

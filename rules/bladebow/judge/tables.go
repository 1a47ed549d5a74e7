package judge

import "sync"

// Odds of dice. A die of melee is a hit, a cancellation or blank; how many faces are which depends on flanks and shield
// walls. Blanks are thrown again as far as there are re-rolls.

const (
	maxDice    = 8
	maxRerolls = 2
	kinds      = 3 * 2 * (maxRerolls + 1) * (maxDice + 1)
)

// kind returns the index of a pool: how many faces hit (0 to 2), how many cancel (2 or 3), re-rolls and dice.
func kind(hit, cancel, rerolls, dice int) int {
	return ((hit*2+cancel-2)*(maxRerolls+1)+min(rerolls, maxRerolls))*(maxDice+1) + max(0, min(dice, maxDice))
}

// odds are the chances of 0 to 8 of something.
type odds [maxDice + 1]float32

// nets holds, for the hits of one pool and the cancellations of another, the chances of the hits that are left.
var nets = sync.OnceValue(func() *[kinds][kinds]odds {
	var hits, cancels [kinds][maxDice + 1]float64
	for hit := range 3 {
		for cancel := 2; cancel <= 3; cancel++ {
			for rerolls := range maxRerolls + 1 {
				for dice := range maxDice + 1 {
					k := kind(hit, cancel, rerolls, dice)
					throw(float64(hit)/6, float64(cancel)/6, rerolls, dice, &hits[k], &cancels[k])
				}
			}
		}
	}
	out := new([kinds][kinds]odds)
	for a := range kinds {
		for b := range kinds {
			for h, p := range hits[a] {
				if p == 0 {
					continue
				}
				for c, r := range cancels[b] {
					out[a][b][max(h-c, 0)] += float32(p * r)
				}
			}
		}
	}
	return out
})

// throw adds up the chances of hits and of cancellations in a pool.
func throw(hit, cancel float64, rerolls, dice int, hits, cancels *[maxDice + 1]float64) {
	var p [maxDice + 1][maxDice + 1]float64 // by hits and cancellations
	p[0][0] = 1
	for range dice {
		var q [maxDice + 1][maxDice + 1]float64
		for h := range dice + 1 {
			for c := range dice + 1 - h {
				if p[h][c] == 0 {
					continue
				}
				q[h][c] += p[h][c] * (1 - hit - cancel)
				if h < maxDice {
					q[h+1][c] += p[h][c] * hit
				}
				if c < maxDice {
					q[h][c+1] += p[h][c] * cancel
				}
			}
		}
		p = q
	}
	for range rerolls {
		var q [maxDice + 1][maxDice + 1]float64
		for h := range dice + 1 {
			for c := range dice + 1 - h {
				if h+c == dice {
					q[h][c] += p[h][c]
					continue
				}
				q[h][c] += p[h][c] * (1 - hit - cancel)
				q[h+1][c] += p[h][c] * hit
				q[h][c+1] += p[h][c] * cancel
			}
		}
		p = q
	}
	for h := range dice + 1 {
		for c := range dice + 1 - h {
			hits[h] += p[h][c]
			cancels[c] += p[h][c]
		}
	}
}

// power returns x to the n.
func power(x float64, n int) float64 {
	v := 1.0
	for range n {
		v *= x
	}
	return v
}

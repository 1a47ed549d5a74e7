package grid

import (
	"cmp"
	"math"
	"slices"
)

// TakeUp gives the places of a line to those who stand at other places: both keep their order along the line, as many as
// there is room for get a place, and the sum of the squares of their distances is the least that is possible then. It returns
// for each of them the place of the line that is his, or -1.
func TakeUp(from, line []int, distance func(a, b int) int) []int {
	along := func(at int) int { // twice the middle of the nearest places of the line
		first, last, least := 0, 0, math.MaxInt
		for j, h := range line {
			if d := distance(at, h); d < least {
				first, last, least = j, j, d
			} else if d == least {
				last = j
			}
		}
		return first + last
	}
	order := make([]int, len(from))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(along(from[i]), along(from[j])) })
	const skipped = 1 << 20 // more than any distances cost
	n, m := len(order), len(line)
	sums, takes := make([]int, (n+1)*(m+1)), make([]bool, (n+1)*(m+1)) // of the first i of them and j places
	at := func(i, j int) int { return i*(m+1) + j }
	for i := 1; i <= n; i++ {
		sums[at(i, 0)] = i * skipped
		for j := 1; j <= m; j++ {
			d := distance(from[order[i-1]], line[j-1])
			with := sums[at(i-1, j-1)] + d*d
			without := min(sums[at(i-1, j)]+skipped, sums[at(i, j-1)])
			sums[at(i, j)], takes[at(i, j)] = min(with, without), with < without
		}
	}
	out := make([]int, n)
	for i, j := n, m; i > 0; {
		switch {
		case j > 0 && takes[at(i, j)]:
			out[order[i-1]] = line[j-1]
			i, j = i-1, j-1
		case j > 0 && sums[at(i, j)] == sums[at(i, j-1)]:
			j--
		default:
			out[order[i-1]] = -1
			i--
		}
	}
	return out
}

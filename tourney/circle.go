package tourney

// pairCircle returns a round of a round robin.
//
// With m, the number of rounds, an odd number, the players 0 to m-1 meet in round r when their numbers make r, counted round a
// circle of m; the one left over meets player m or, if there is none, has a bye. From round to round the way round the circle
// from a player to his opponent grows by one. He attacks when it is odd: so he attacks and defends in turn, and in the end as
// often the one as the other, or once more.
func (t *Tournament) pairCircle(r int) Round {
	n, m := len(t.Players), t.Len()
	var out Round
	for i := range m {
		j := (r - i + m) % m
		first, second := i, j
		switch {
		case i == j && n == m:
			out.Bye = t.Players[i].ID
			continue
		case i == j:
			second = m
			if r%2 == 1 {
				first, second = m, i
			}
		case i > j:
			continue
		case (j-i)%2 == 0: // the way from j to i is odd
			first, second = j, i
		}
		p := t.newPairing(t.Players[first].ID, t.Players[second].ID)
		t.forfeit(&p)
		out.Pairings = append(out.Pairings, p)
	}
	return out
}

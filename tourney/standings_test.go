package tourney

import (
	"slices"
	"strings"
	"testing"
)

// results returns a tournament with rounds such as "a>b c=d e", in which a won, c and d drew and e had a bye. The letters of
// players are in the order of their seeds.
func results(f Format, players string, rounds ...string) *Tournament {
	t := &Tournament{Format: f}
	if f == Swiss {
		t.Rounds = len(rounds)
	}
	for _, id := range players {
		t.Players = append(t.Players, Player{ID: string(id)})
	}
	for _, round := range rounds {
		var r Round
		for _, p := range strings.Fields(round) {
			if len(p) == 1 {
				r.Bye = p
				continue
			}
			result := map[byte]Result{'>': FirstWon, '<': SecondWon, '=': Drawn, '-': Unplayed, '?': Pending}[p[1]]
			r.Pairings = append(r.Pairings, Pairing{p[:1], p[2:], []Result{result}})
		}
		t.Paired = append(t.Paired, r)
	}
	return t
}

// TestTieBreaks has a row for each tie-break, worked out by hand.
func TestTieBreaks(t *testing.T) {
	for _, c := range []struct {
		name string
		t    *Tournament
		want []Standing
	}{
		{"direct encounter", results(Swiss, "bacdef", "a>b c<e d>f", "a<c b>d e>f"), []Standing{
			{Player: "e", Place: 1, Points: 4, Wins: 2, Buchholz: 2, SonnebornBerger: 4},
			{Player: "c", Place: 2, Points: 2, Wins: 1, Buchholz: 6, SonnebornBerger: 4},
			{Player: "a", Place: 3, Points: 2, Wins: 1, Buchholz: 4, SonnebornBerger: 4, Direct: 2},
			{Player: "b", Place: 4, Points: 2, Wins: 1, Buchholz: 4, SonnebornBerger: 4},
			{Player: "d", Place: 5, Points: 2, Wins: 1, Buchholz: 2},
			{Player: "f", Place: 6, Buchholz: 6},
		}},
		{"Sonneborn-Berger before wins", results(Swiss, "bastuv", "a=s b>u t=v", "a=t v>b s=u"), []Standing{
			{Player: "v", Place: 1, Points: 3, Wins: 1, Buchholz: 4, SonnebornBerger: 6},
			{Player: "t", Place: 2, Points: 2, Buchholz: 5, SonnebornBerger: 5},
			{Player: "a", Place: 3, Points: 2, Buchholz: 4, SonnebornBerger: 4},
			{Player: "b", Place: 4, Points: 2, Wins: 1, Buchholz: 4, SonnebornBerger: 2},
			{Player: "s", Place: 5, Points: 2, Buchholz: 3, SonnebornBerger: 3},
			{Player: "u", Place: 6, Points: 1, Buchholz: 4, SonnebornBerger: 2},
		}},
		{"wins, then shared places by seed", results(Swiss, "apqtbrsu", "a=p b>r q=t u>s", "a=q s>b p=t r>u"), []Standing{
			{Player: "b", Place: 1, Points: 2, Wins: 1, Buchholz: 4, SonnebornBerger: 4},
			{Player: "r", Place: 1, Points: 2, Wins: 1, Buchholz: 4, SonnebornBerger: 4},
			{Player: "s", Place: 1, Points: 2, Wins: 1, Buchholz: 4, SonnebornBerger: 4},
			{Player: "u", Place: 1, Points: 2, Wins: 1, Buchholz: 4, SonnebornBerger: 4},
			{Player: "a", Place: 5, Points: 2, Buchholz: 4, SonnebornBerger: 4},
			{Player: "p", Place: 5, Points: 2, Buchholz: 4, SonnebornBerger: 4},
			{Player: "q", Place: 5, Points: 2, Buchholz: 4, SonnebornBerger: 4},
			{Player: "t", Place: 5, Points: 2, Buchholz: 4, SonnebornBerger: 4},
		}},
		{"bye in a Swiss tournament", results(Swiss, "abc", "a=b c"), []Standing{
			{Player: "c", Place: 1, Points: 2, Buchholz: 2},
			{Player: "a", Place: 2, Points: 1, Buchholz: 1, SonnebornBerger: 1, Direct: 1},
			{Player: "b", Place: 2, Points: 1, Buchholz: 1, SonnebornBerger: 1, Direct: 1},
		}},
		{"bye and an unplayed game in a round robin", results(RoundRobin, "abc", "a-b c", "c<b a"), []Standing{
			{Player: "b", Place: 1, Points: 2, Wins: 1},
			{Player: "a", Place: 2, Buchholz: 2},
			{Player: "c", Place: 2, Buchholz: 2},
		}},
		{"game in progress", results(Swiss, "abcd", "a?b c<d"), []Standing{
			{Player: "d", Place: 1, Points: 2, Wins: 1},
			{Player: "c", Place: 2, Buchholz: 2},
			{Player: "a", Place: 3},
			{Player: "b", Place: 3},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.t.Check(); err != nil {
				t.Fatal(err)
			}
			if got := c.t.Standings(); !slices.Equal(got, c.want) {
				for i := range got {
					t.Errorf("%+v, want %+v", got[i], c.want[i])
				}
			}
		})
	}
}

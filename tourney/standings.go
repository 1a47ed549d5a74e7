package tourney

import (
	"cmp"
	"slices"
)

// Standing is a line of the standings.
type Standing struct {
	Player string `json:"player"`
	Left   bool   `json:"left,omitempty"`
	Place  int    `json:"place"`  // from 1; shared by those whom only their seed tells apart
	Points int    `json:"points"` // in half points; a bye of a Swiss tournament counts as won, one of a round robin as nothing
	Wins   int    `json:"wins"`   // games

	Buchholz        int `json:"buchholz"`        // points of all opponents, in half points; for a bye, the player's own
	SonnebornBerger int `json:"sonnebornBerger"` // points of each opponent times points won against him, in quarter points
	Direct          int `json:"direct"`          // points against those with the same figures before, if they all have met, in half points
}

// worth returns the half points of both players for a result.
func (r Result) worth() (first, second int) {
	switch r {
	case FirstWon:
		return 2, 0
	case SecondWon:
		return 0, 2
	case Drawn:
		return 1, 1
	}
	return 0, 0
}

// worth returns the half points of both players for a pairing, and whether any of its games is over.
func (p Pairing) worth() (first, second int, met bool) {
	for _, r := range p.Results {
		a, b := r.worth()
		first, second, met = first+a, second+b, met || r != Pending
	}
	return first, second, met
}

// points returns the points of all players, by seed.
func (t *Tournament) points() []int {
	index := t.index()
	out := make([]int, len(t.Players))
	for _, r := range t.Paired {
		for _, p := range r.Pairings {
			a, b, _ := p.worth()
			out[index[p.First]] += a
			out[index[p.Second]] += b
		}
		if r.Bye != "" && t.Format == Swiss {
			out[index[r.Bye]] += 2 * t.games()
		}
	}
	return out
}

// index returns the seed of each player, from 0.
func (t *Tournament) index() map[string]int {
	out := make(map[string]int, len(t.Players))
	for i, p := range t.Players {
		out[p.ID] = i
	}
	return out
}

// Standings returns the players in order: by points, Buchholz, Sonneborn-Berger, direct encounter, wins, and seed. Those who have left
// keep their place.
func (t *Tournament) Standings() []Standing {
	index, points := t.index(), t.points()
	out := make([]Standing, len(t.Players))
	for i, p := range t.Players {
		out[i] = Standing{Player: p.ID, Left: p.Left, Points: points[i]}
	}
	for _, r := range t.Paired {
		for _, p := range r.Pairings {
			i, j := index[p.First], index[p.Second]
			a, b, met := p.worth()
			if !met {
				continue
			}
			out[i].add(points[j], a)
			out[j].add(points[i], b)
			for _, x := range p.Results {
				switch x {
				case FirstWon:
					out[i].Wins++
				case SecondWon:
					out[j].Wins++
				}
			}
		}
		if r.Bye != "" && t.Format == Swiss {
			i := index[r.Bye]
			out[i].Buchholz += points[i]
		}
	}
	slices.SortStableFunc(out, compareFigures)
	for from, to := 0, 0; from < len(out); from = to {
		for to < len(out) && compareFigures(out[from], out[to]) == 0 {
			to++
		}
		t.meet(out[from:to])
	}
	slices.SortStableFunc(out, compareAll)
	for i := range out {
		out[i].Place = i + 1
		if i > 0 && compareAll(out[i-1], out[i]) == 0 {
			out[i].Place = out[i-1].Place
		}
	}
	return out
}

// add counts an opponent with points against whom some were won.
func (s *Standing) add(points, won int) {
	s.Buchholz += points
	s.SonnebornBerger += points * won
}

// compareFigures compares by all that can be said of one player alone, except wins.
func compareFigures(a, b Standing) int {
	return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Buchholz, a.Buchholz), cmp.Compare(b.SonnebornBerger, a.SonnebornBerger))
}

// compareAll compares by everything but the seed.
func compareAll(a, b Standing) int {
	return cmp.Or(compareFigures(a, b), cmp.Compare(b.Direct, a.Direct), cmp.Compare(b.Wins, a.Wins))
}

// meet sets the points of direct encounters in a group, if all of it have met.
func (t *Tournament) meet(group []Standing) {
	at := map[string]int{}
	for i, s := range group {
		at[s.Player] = i
	}
	direct := make([]int, len(group))
	met := map[[2]int]bool{}
	for _, r := range t.Paired {
		for _, p := range r.Pairings {
			i, first := at[p.First]
			j, second := at[p.Second]
			a, b, over := p.worth()
			if !first || !second || !over {
				continue
			}
			direct[i] += a
			direct[j] += b
			met[[2]int{min(i, j), max(i, j)}] = true
		}
	}
	if len(met) < len(group)*(len(group)-1)/2 {
		return
	}
	for i, d := range direct {
		group[i].Direct = d
	}
}

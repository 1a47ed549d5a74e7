package tourney

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"acies/dice"
	"acies/game"
)

// feasible reports whether the players who are left can be paired without a rematch and without a second bye, by trying all
// ways, a set of players at a time.
func feasible(x *Tournament) bool {
	var ids []string
	for _, p := range x.Players {
		if !p.Left {
			ids = append(ids, p.ID)
		}
	}
	barred := map[[2]string]bool{}
	for _, r := range x.Paired {
		for _, p := range r.Pairings {
			barred[[2]string{p.First, p.Second}], barred[[2]string{p.Second, p.First}] = true, true
		}
		barred[[2]string{r.Bye, ""}], barred[[2]string{"", r.Bye}] = true, true
	}
	if len(ids)%2 == 1 {
		ids = append(ids, "")
	}
	costs := make([][]int64, len(ids))
	for i, a := range ids {
		costs[i] = make([]int64, len(ids))
		for j, b := range ids {
			if barred[[2]string{a, b}] {
				costs[i][j] = 1
			}
		}
	}
	return leastCost(costs) == 0
}

// checkSwiss plays a Swiss tournament in which players leave now and then, and checks each of its rounds.
func checkSwiss(t *testing.T, x *Tournament, src game.Source, leave int) {
	t.Helper()
	met, byes := map[[2]string]bool{}, map[string]bool{}
	n := len(x.Players)
	for len(x.Paired) < x.Len() {
		if leave > 0 && game.Intn(src, leave) == 0 && x.present() > 2 {
			if err := x.Leave(x.Players[game.Intn(src, n)].ID); err != nil {
				t.Fatal(err)
			}
		}
		// With fewer rounds behind than half of the players there is always a way; else all ways are tried, if they are few.
		avoidable := len(x.Paired)+1 < x.present()/2 || x.present() <= 12 && feasible(x)
		again := clone(t, x)
		r, err := x.PairNext()
		if err != nil {
			t.Fatal(err)
		}
		if other, _ := again.PairNext(); !reflect.DeepEqual(r, other) {
			t.Fatalf("the same tournament was paired as %+v and %+v", r, other)
		}
		if present := x.present(); len(r.Pairings) != present/2 || (r.Bye != "") != (present%2 == 1) {
			t.Fatalf("%d of %d players are there: round %+v", present, n, r)
		}
		if avoidable && byes[r.Bye] {
			t.Fatalf("round %d of %d players: a second bye for %s", len(x.Paired), n, r.Bye)
		}
		for _, p := range r.Pairings {
			pair := [2]string{min(p.First, p.Second), max(p.First, p.Second)}
			if avoidable && met[pair] {
				t.Fatalf("round %d of %d players: %v met again", len(x.Paired), n, pair)
			}
			met[pair] = true
		}
		if r.Bye != "" {
			byes[r.Bye] = true
		}
		if err := x.Check(); err != nil {
			t.Fatal(err)
		}
		if _, err := x.PairNext(); !x.Over() && !errors.Is(err, ErrPending) && !errors.Is(err, ErrOver) {
			t.Fatalf("a round was paired before the last was played: %v", err)
		}
		playRound(t, x, src)
		checkStandings(t, x)
	}
	if !x.Over() {
		t.Fatal("the tournament is not over")
	}
}

// TestSwiss plays tournaments of every size. Sides differ by two at most while rounds are few.
func TestSwiss(t *testing.T) {
	src := dice.New(1)
	for n := 2; n <= MaxPlayers; n++ {
		for trial := range 3 {
			x := newTournament(Swiss, n, SwissRounds(n)+trial%3, trial%2 == 1)
			checkSwiss(t, x, src, 0)
			if last, most := leans(x); !x.Return && x.Len() <= n/2 && most > 2 {
				t.Errorf("%d players, %d rounds: sides %v, at most %d", n, x.Len(), last, most)
			}
		}
	}
}

// TestLongSwiss plays on until everybody has met everybody, and longer, and lets players leave.
func TestLongSwiss(t *testing.T) {
	src := dice.New(2)
	for trial := range 150 {
		n := 2 + game.Intn(src, 11)
		checkSwiss(t, newTournament(Swiss, n, n+1, trial%2 == 1), src, 4*(trial%3))
	}
	for range 4 {
		checkSwiss(t, newTournament(Swiss, 20+game.Intn(src, 45), 12, false), src, 2)
	}
}

// TestSwissGroups: in the first round the upper half meets the lower; winners meet winners after it.
func TestSwissGroups(t *testing.T) {
	x := newTournament(Swiss, 8, 3, false)
	first, _ := x.PairNext()
	for i, p := range first.Pairings {
		if got, want := []string{min(p.First, p.Second), max(p.First, p.Second)}, []string{x.Players[i].ID, x.Players[i+4].ID}; !slices.Equal(got, want) {
			t.Errorf("pairing %d is %v, want %v", i, got, want)
		}
		result := FirstWon
		if p.Second == x.Players[i].ID {
			result = SecondWon
		}
		if err := x.Report(GameID{0, i, 0}, result); err != nil {
			t.Fatal(err)
		}
	}
	second, _ := x.PairNext()
	for _, p := range second.Pairings {
		if (p.First < "p04") != (p.Second < "p04") {
			t.Errorf("%s, who won, meets %s, who lost", p.First, p.Second)
		}
	}
	before, _ := leans(&Tournament{Paired: x.Paired[:1]})
	for _, p := range second.Pairings {
		if before[p.First] > before[p.Second] {
			t.Errorf("%s attacks again, and %s defends", p.First, p.Second)
		}
	}
}

// TestSwissPoints: with return games, where sides are always even, no other round without a rematch has players whose points are
// nearer to each other.
func TestSwissPoints(t *testing.T) {
	src := dice.New(3)
	for range 60 {
		x := newTournament(Swiss, 8+2*game.Intn(src, 3), 5, true)
		met := map[[2]int]int64{}
		for range x.Len() {
			points, index := x.points(), x.index()
			costs := make([][]int64, len(points))
			for i := range costs {
				for j := range points {
					gap := int64(points[i] - points[j])
					costs[i] = append(costs[i], gap*gap+10_000*met[[2]int{min(i, j), max(i, j)}])
				}
			}
			r, err := x.PairNext()
			if err != nil {
				t.Fatal(err)
			}
			cost := int64(0)
			for _, p := range r.Pairings {
				i, j := index[p.First], index[p.Second]
				cost += costs[i][j]
				met[[2]int{min(i, j), max(i, j)}]++
			}
			if want := leastCost(costs); cost != want {
				t.Fatalf("round %d: squares of %d, want %d: %+v", len(x.Paired), cost, want, r)
			}
			playRound(t, x, src)
		}
	}
}

func TestTooFew(t *testing.T) {
	x := newTournament(Swiss, 3, 3, false)
	for _, id := range []string{"p00", "p02"} {
		if err := x.Leave(id); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := x.PairNext(); !errors.Is(err, ErrTooFew) || !x.Over() {
		t.Errorf("a single player: %v, over is %v", err, x.Over())
	}
}

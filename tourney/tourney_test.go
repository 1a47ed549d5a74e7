package tourney

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"acies/game"
)

// newTournament returns a tournament of players p00, p01 and so on.
func newTournament(f Format, players, rounds int, twice bool) *Tournament {
	t := &Tournament{Format: f, Rounds: rounds, Return: twice}
	for i := range players {
		t.Players = append(t.Players, Player{ID: fmt.Sprintf("p%02d", i)})
	}
	return t
}

// playRound reports any results for the last round.
func playRound(t *testing.T, x *Tournament, src game.Source) {
	t.Helper()
	r := len(x.Paired) - 1
	for i, p := range x.Paired[r].Pairings {
		for j, was := range p.Results {
			if was != Pending {
				continue
			}
			if err := x.Report(GameID{r, i, j}, []Result{FirstWon, FirstWon, SecondWon, SecondWon, Drawn, Unplayed}[game.Intn(src, 6)]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// leans returns how much more often each player has attacked than defended, and the most it ever was either way.
func leans(x *Tournament) (last map[string]int, most int) {
	last = map[string]int{}
	for _, r := range x.Paired {
		for _, p := range r.Pairings {
			for g := range p.Results {
				attacker, defender := p.Sides(g)
				last[attacker]++
				last[defender]--
			}
			most = max(most, last[p.First], -last[p.First], last[p.Second], -last[p.Second])
		}
	}
	return last, most
}

// TestRoundRobin: everybody meets everybody once, plays every round except for one bye if they are odd, and attacks as often as he
// defends, or once more or less; at no time more than two.
func TestRoundRobin(t *testing.T) {
	for n := 2; n <= MaxPlayers; n++ {
		for _, twice := range []bool{false, true} {
			x := newTournament(RoundRobin, n, 0, twice)
			met, byes := map[[2]string]int{}, map[string]int{}
			for range x.Len() {
				r, err := x.PairNext()
				if err != nil {
					t.Fatal(err)
				}
				if len(r.Pairings) != n/2 || (r.Bye != "") != (n%2 == 1) {
					t.Fatalf("%d players: round %+v", n, r)
				}
				byes[r.Bye]++
				for _, p := range r.Pairings {
					met[[2]string{min(p.First, p.Second), max(p.First, p.Second)}]++
				}
			}
			if err := x.Check(); err != nil {
				t.Fatalf("%d players: %v", n, err)
			}
			if _, err := x.PairNext(); !errors.Is(err, ErrOver) {
				t.Errorf("%d players: one more round: %v", n, err)
			}
			for pair, k := range met {
				if k != 1 {
					t.Errorf("%d players: %v met %d times", n, pair, k)
				}
			}
			if len(met) != n*(n-1)/2 {
				t.Errorf("%d players: %d pairs met", n, len(met))
			}
			for id, k := range byes {
				if id != "" && k != 1 {
					t.Errorf("%d players: %s has %d byes", n, id, k)
				}
			}
			final, most := leans(x)
			for id, lean := range final {
				if want := (n + 1) % 2; twice && lean != 0 || max(lean, -lean) > want || most > 2 {
					t.Errorf("%d players: %s attacked %+d times more than he defended, at most %d", n, id, lean, most)
				}
			}
		}
	}
}

func clone(t *testing.T, x *Tournament) *Tournament {
	t.Helper()
	text, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Decode(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// checkStandings checks that the order is one, that it follows the figures, and that points add up.
func checkStandings(t *testing.T, x *Tournament) {
	t.Helper()
	list := x.Standings()
	if !reflect.DeepEqual(list, clone(t, x).Standings()) {
		t.Fatal("the same results gave different standings")
	}
	ids := map[string]bool{}
	sum := 0
	for i, s := range list {
		ids[s.Player] = true
		sum += s.Points
		if i == 0 {
			continue
		}
		before := list[i-1]
		if d := compareAll(before, s); d > 0 || (d == 0) != (before.Place == s.Place) || d == 0 && before.Player > s.Player {
			t.Fatalf("%+v stands before %+v", before, s)
		}
	}
	want := 0
	for _, r := range x.Paired {
		for _, p := range r.Pairings {
			for _, res := range p.Results {
				if res != Unplayed && res != Pending {
					want += 2
				}
			}
		}
		if r.Bye != "" && x.Format == Swiss {
			want += 2 * x.games()
		}
	}
	if len(ids) != len(x.Players) || sum != want {
		t.Fatalf("%d of %d players with %d half points, want %d", len(ids), len(x.Players), sum, want)
	}
}

// TestLeave: games that are open are won by the opponent, those to come in a round robin too, and those between two who have
// left by nobody; results that are there stay.
func TestLeave(t *testing.T) {
	x := newTournament(RoundRobin, 4, 0, true)
	if _, err := x.PairNext(); err != nil {
		t.Fatal(err)
	}
	p := x.Paired[0].Pairings[0]
	if err := x.Report(GameID{0, 0, 0}, Drawn); err != nil {
		t.Fatal(err)
	}
	if err := x.Leave(p.First); err != nil {
		t.Fatal(err)
	}
	if got := x.Paired[0].Pairings[0].Results; !slices.Equal(got, []Result{Drawn, SecondWon}) {
		t.Errorf("the games of who left: %v", got)
	}
	if got := x.Paired[0].Pairings[1].Results; !slices.Equal(got, []Result{Pending, Pending}) {
		t.Errorf("the games of others: %v", got)
	}
	if err := x.Leave(x.Paired[0].Pairings[1].First); err != nil {
		t.Fatal(err)
	}
	unplayed := 0
	for range 2 {
		r, err := x.PairNext()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Pairings {
			if p.Results[0] == Unplayed {
				unplayed++
			}
		}
	}
	if unplayed != 1 {
		t.Errorf("%d pairings are unplayed, want that of the two who left", unplayed)
	}
	if err := x.Leave("nobody"); !errors.Is(err, ErrPlayer) {
		t.Errorf("somebody who is not there left: %v", err)
	}
}

func TestReport(t *testing.T) {
	x := newTournament(Swiss, 4, 2, true)
	x.Deadlines = []int64{100, 200}
	if _, err := x.PairNext(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		id   GameID
		r    Result
		want error
	}{
		{"result", GameID{0, 1, 1}, SecondWon, nil},
		{"again", GameID{0, 1, 1}, SecondWon, ErrReported},
		{"not paired yet", GameID{1, 0, 0}, Drawn, ErrNoGame},
		{"no pairing", GameID{0, 2, 0}, Drawn, ErrNoGame},
		{"third game", GameID{0, 0, 2}, Drawn, ErrNoGame},
		{"before the first", GameID{-1, 0, 0}, Drawn, ErrNoGame},
		{"no result", GameID{0, 0, 0}, Pending, ErrResult},
		{"other words", GameID{0, 0, 0}, "won", ErrResult},
	} {
		if err := x.Report(c.id, c.r); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.want)
		}
	}
	if got := x.Overdue(99); got != nil {
		t.Errorf("overdue before the deadline: %v", got)
	}
	if got, want := x.Overdue(100), []GameID{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}}; !slices.Equal(got, want) {
		t.Errorf("overdue %v, want %v", got, want)
	}
}

// TestSides: in the return game sides are exchanged.
func TestSides(t *testing.T) {
	p := Pairing{First: "a", Second: "b"}
	if a, d := p.Sides(0); a != "a" || d != "b" {
		t.Errorf("first game: %s attacks %s", a, d)
	}
	if a, d := p.Sides(1); a != "b" || d != "a" {
		t.Errorf("return game: %s attacks %s", a, d)
	}
}

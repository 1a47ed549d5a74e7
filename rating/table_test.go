package rating

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"acies/dice"
	"acies/game"
)

var programs = Programs{"recruit": Program(0.152, 0.12), "centurion": Program(), "strategos": Program(0.715, 0.66)}

// manyGames returns games between players and programs.
func manyGames(seed uint64, n int) []Game {
	src := dice.New(seed)
	levels := slices.Sorted(maps.Keys(programs))
	out := make([]Game, n)
	now := int64(0)
	for i := range out {
		now += int64(game.Intn(src, 7200))
		a := game.Intn(src, 200)
		g := Game{Players: [2]string{fmt.Sprint("p", a), fmt.Sprint("p", (a+1+game.Intn(src, 199))%200)}, Ended: now, Advantage: anyAdvantage(src) / 4, Score: float64(game.Intn(src, 3)) / 2}
		if game.Intn(src, 3) == 0 {
			g.Players[game.Intn(src, 2)] = levels[game.Intn(src, len(levels))]
		}
		out[i] = g
	}
	return out
}

// TestReplay: the same games give the same ratings, at once or one by one; programs keep theirs; nothing leaves its limits.
func TestReplay(t *testing.T) {
	games := manyGames(1, 5000)
	first, err := Replay(programs, games)
	if err != nil {
		t.Fatal(err)
	}
	second := NewTable(programs)
	for _, g := range games {
		before := [2]Rating{second.Rating(g.Players[0], 0), second.Rating(g.Players[1], 0)}
		after, err := second.Add(g)
		if err != nil {
			t.Fatal(err)
		}
		for side, id := range g.Players {
			if r, fixed := programs[id]; fixed && after[side] != r {
				t.Fatalf("%s went from %v to %v", id, before[side], after[side])
			}
			if second.Rating(id, g.Ended) != after[side] {
				t.Fatalf("%s has %v, Add returned %v", id, second.Rating(id, g.Ended), after[side])
			}
		}
	}
	now := games[len(games)-1].Ended + 30*24*3600
	if !reflect.DeepEqual(first.Standings(now), second.Standings(now)) {
		t.Error("the same games gave different standings")
	}
	for _, s := range first.Standings(now) {
		if !s.Program {
			checkLimits(t, s.Rating)
		}
	}
}

func TestStandings(t *testing.T) {
	table := NewTable(programs)
	for n := range 40 {
		for _, g := range []Game{
			{Players: [2]string{"strong", "centurion"}, Score: Win},
			{Players: [2]string{"recruit", "weak"}, Score: Draw},
			{Players: [2]string{"gone", "centurion"}, Score: Win},
		} {
			g.Ended = int64(n) * 3600
			if g.Players[0] == "gone" {
				g.Ended -= 3 * 365 * 24 * 3600
			}
			if _, err := table.Add(g); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := table.Add(Game{Players: [2]string{"new", "recruit"}, Score: Win, Ended: 40 * 3600}); err != nil {
		t.Fatal(err)
	}
	list := table.Standings(40 * 3600)
	var names []string
	for i, s := range list {
		names = append(names, s.Player)
		if i > 0 && s.Rating.Floor() > list[i-1].Rating.Floor() {
			t.Errorf("%s stands below %s", s.Player, list[i-1].Player)
		}
		if want := s.Player == "new" || s.Player == "gone"; s.Provisional != want {
			t.Errorf("%s: provisional is %v, rating %+v", s.Player, s.Provisional, s.Rating)
		}
	}
	if want := []string{"strong", "gone", "strategos", "centurion", "weak", "recruit", "new"}; !slices.Equal(names, want) {
		t.Errorf("order %v, want %v", names, want)
	}
}

// TestSides: with an advantage, a win from the better side is worth less and a loss costs more; the other side mirrors it.
func TestSides(t *testing.T) {
	add := func(score, advantage float64) [2]Rating {
		after, err := NewTable(nil).Add(Game{Players: [2]string{"a", "b"}, Score: score, Advantage: advantage})
		if err != nil {
			t.Fatal(err)
		}
		return after
	}
	for _, score := range []float64{Loss, Draw, Win} {
		even, better := add(score, 0), add(score, 200)
		if better[0].Value >= even[0].Value || better[1].Value <= even[1].Value {
			t.Errorf("score %v: %v on even ground, %v from the better side", score, even, better)
		}
		if mirror := add(1-score, -200); !near(mirror[1].Value, better[0].Value, 1e-9) {
			t.Errorf("score %v: %v is not the mirror of %v", score, mirror, better)
		}
	}
}

// TestProgram: a level has the mean of what its scores are worth.
func TestProgram(t *testing.T) {
	if got := Program(0.152, 0.12).Value; !near(got, 1500-(298.6+346.1)/2, 0.1) {
		t.Errorf("recruit %v", got)
	}
	if got := Program(); got.Value != StartValue || got.Provisional() {
		t.Errorf("centurion %+v", got)
	}
}

func TestUnrated(t *testing.T) {
	for name, g := range map[string]Game{
		"nobody":          {Players: [2]string{"a", ""}},
		"against himself": {Players: [2]string{"a", "a"}},
		"two programs":    {Players: [2]string{"recruit", "centurion"}},
		"half a draw":     {Players: [2]string{"a", "b"}, Score: 0.25},
		"no score":        {Players: [2]string{"a", "b"}, Score: math.NaN()},
		"advantage":       {Players: [2]string{"a", "b"}, Advantage: 5000},
		"no advantage":    {Players: [2]string{"a", "b"}, Advantage: math.NaN()},
	} {
		table := NewTable(programs)
		if _, err := table.Add(g); !errors.Is(err, ErrUnrated) {
			t.Errorf("%s: error %v", name, err)
		}
		if len(table.Standings(0)) != len(programs) {
			t.Errorf("%s: left a player behind", name)
		}
		if _, err := Replay(programs, []Game{g}); !errors.Is(err, ErrUnrated) {
			t.Errorf("%s, replayed: error %v", name, err)
		}
	}
}

// TestLate: a game that ended earlier than the last one of its player makes him no less sure.
func TestLate(t *testing.T) {
	table := NewTable(programs)
	var after [2][2]Rating
	for i, ended := range []int64{1e9, 1e8} {
		var err error
		if after[i], err = table.Add(Game{Players: [2]string{"a", "centurion"}, Score: Draw, Ended: ended}); err != nil {
			t.Fatal(err)
		}
	}
	if after[1][0].Deviation >= after[0][0].Deviation || table.Rating("a", 1e9) != after[1][0] {
		t.Errorf("after a late game %v", after)
	}
}

func BenchmarkReplay(b *testing.B) {
	games := manyGames(1, 100_000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Replay(programs, games); err != nil {
			b.Fatal(err)
		}
	}
}

package rating

import (
	"fmt"
	"math"
	"testing"

	"acies/dice"
	"acies/game"
)

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

// TestPaper is the worked example of Glickman's paper, with the figures printed there. The paper goes on with rounded figures,
// so that its last digits are a little off.
func TestPaper(t *testing.T) {
	r := Rating{1500, 200, 0.06}
	opponents := []struct{ value, deviation, g, e, score float64 }{
		{1400, 30, 0.9955, 0.639, Win},
		{1550, 100, 0.9531, 0.432, Loss},
		{1700, 300, 0.7242, 0.303, Loss},
	}
	var results []Result
	for _, o := range opponents {
		g := weight(o.deviation / scale)
		if e := expected((r.Value-o.value)/scale, g); !near(g, o.g, 5e-5) || !near(e, o.e, 1e-3) {
			t.Errorf("against %v: g %.4f and E %.3f, want %v and %v", o.value, g, e, o.g, o.e)
		}
		results = append(results, Result{Opponent: Rating{o.value, o.deviation, 0.06}, Score: o.score})
	}
	if got := volatility(1.1513, 0.06, 1.7785, -0.4834); !near(got, 0.05999, 1e-5) {
		t.Errorf("volatility %.6f, want 0.05999", got)
	}
	got := r.Update(1, results...)
	if !near(got.Value, 1464.06, 0.015) || !near(got.Deviation, 151.52, 0.005) || !near(got.Volatility, 0.05999, 1e-5) {
		t.Errorf("after the period %+v, want 1464.06, 151.52, 0.05999", got)
	}
}

func TestAdvantage(t *testing.T) {
	for _, c := range []struct{ score, want float64 }{
		{0.5, 0},
		{10.0 / 11, 400},
		{1.0 / 11, -400},
		{0.552, 36.26},
		{0, -798.25},
		{1, 798.25},
	} {
		if got := Advantage(c.score); !near(got, c.want, 0.01) {
			t.Errorf("a score of %v is worth %.2f, want %v", c.score, got, c.want)
		}
	}
	// Between two who are sure to be equal, the expected score is the one that was measured.
	even := Rating{1500, 0, 0.06}
	for _, s := range []float64{0.0365, 0.3, 0.552, 0.9} {
		if got := even.Expected(even, Advantage(s)); !near(got, s, 1e-4) {
			t.Errorf("from a side that scores %v equals expect %v", s, got)
		}
	}
}

func ExampleRating_Expected() {
	player, opponent := Start(), Program(0.715)
	fmt.Printf("%.0f: %.2f as attacker, %.2f as defender\n", opponent.Value, player.Expected(opponent, Advantage(0.58)), player.Expected(opponent, -Advantage(0.58)))
	// Output: 1660: 0.40 as attacker, 0.30 as defender
}

// anyRating returns any rating that an update can return.
func anyRating(src game.Source) Rating {
	between := func(low, high float64) float64 { return low + (high-low)*float64(game.Intn(src, 1001))/1000 }
	return Rating{between(leastValue, greatestValue), between(leastDeviation, greatestDeviation), between(leastVolatility, greatestVolatility)}
}

func anyAdvantage(src game.Source) float64 { return Advantage(float64(game.Intn(src, 101)) / 100) }

// TestLaws: what one player wins an equally sure one loses; a better score gives a better rating, and so does a draw from a
// worse side; a game makes a rating surer; nothing leaves its limits.
func TestLaws(t *testing.T) {
	src := dice.New(1)
	for range 20_000 {
		a, b, adv := anyRating(src), anyRating(src), anyAdvantage(src)
		periods := float64(game.Intn(src, 300)) / 10
		if sum := a.Expected(b, adv) + b.Expected(a, -adv); !near(sum, 1, 1e-12) {
			t.Fatalf("%v and %v expect %v together", a, b, sum)
		}
		var by [3]Rating
		for i, s := range []float64{Loss, Draw, Win} {
			by[i] = a.Update(periods, Result{b, adv, s})
			checkLimits(t, by[i])
			if by[i].Deviation > math.Max(a.Update(periods).Deviation*1.02, leastDeviation) {
				t.Fatalf("%v is less sure after a game: %v", a, by[i])
			}
		}
		if a.Value > leastValue && a.Value < greatestValue && !(by[0].Value <= a.Value && by[2].Value >= a.Value && by[0].Value <= by[1].Value && by[1].Value <= by[2].Value) {
			t.Fatalf("%v against %v: %v after a loss, a draw, a win", a, b, by)
		}
		if math.Abs(by[2].Value-a.Value) > 800 {
			t.Fatalf("%v after one game against %v: %v", a, b, by[2])
		}
		if easier := a.Update(0, Result{b, adv + 100, Draw}); easier.Value > a.Update(0, Result{b, adv, Draw}).Value+1 && !surprising(a, b, adv) {
			t.Fatalf("%v gains more from a better side against %v", a, b)
		}
		b.Deviation, b.Volatility = a.Deviation, a.Volatility
		up, down := a.Update(periods, Result{b, adv, Win}), b.Update(periods, Result{a, -adv, Loss})
		if inside(up) && inside(down) && !near(up.Value-a.Value, b.Value-down.Value, 1e-6) {
			t.Fatalf("%v wins %v, %v loses %v", a, up.Value-a.Value, b, b.Value-down.Value)
		}
	}
}

// surprising reports whether two ratings are so far apart that a draw says little of where between them the truth is.
func surprising(a, b Rating, advantage float64) bool {
	e := a.Expected(b, advantage)
	return e < 0.1 || e > 0.9
}

func inside(r Rating) bool { return r.Value > leastValue && r.Value < greatestValue }

func checkLimits(t *testing.T, r Rating) {
	t.Helper()
	if !(r.Value >= leastValue && r.Value <= greatestValue && r.Deviation >= leastDeviation && r.Deviation <= greatestDeviation &&
		r.Volatility >= leastVolatility && r.Volatility <= greatestVolatility) {
		t.Fatalf("out of limits: %+v", r)
	}
}

// TestAway: a deviation grows with the time away, as fast in many steps as in one, and no further than that of a stranger.
func TestAway(t *testing.T) {
	r := Rating{1800, 60, 0.06}
	year := r.Update(365.0 / 5)
	if year.Value != r.Value || !near(year.Deviation, 108, 2) {
		t.Errorf("after a year %+v, want a deviation of about 108", year)
	}
	steps := r
	for range 73 {
		steps = steps.Update(1)
	}
	if !near(steps.Deviation, year.Deviation, 1e-9) {
		t.Errorf("%v in steps, %v at once", steps.Deviation, year.Deviation)
	}
	if long := r.Update(1e6); long.Deviation != StartDeviation {
		t.Errorf("after a long time the deviation is %v", long.Deviation)
	}
	if back := r.Update(-3); back != r {
		t.Errorf("time running backwards gives %+v", back)
	}
}

// TestTruth: players of known strength who play many games come to have ratings near it, whatever sides they play, and the
// programs they play against give the scale.
func TestTruth(t *testing.T) {
	src := dice.New(2)
	programs := Programs{"recruit": Program(0.15), "centurion": Program()}
	truth := []float64{1100, 1300, 1500, 1700, 1900}
	name := func(i int) string { return fmt.Sprint("player", i) }
	table := NewTable(programs)
	const adv = 150.0
	for n := range 4000 {
		i, j := game.Intn(src, len(truth)), game.Intn(src, len(truth)+1)
		g := Game{Players: [2]string{name(i), name(j)}, Advantage: adv, Ended: int64(n) * 3600}
		value := 1500.0
		switch {
		case i == j:
			continue
		case j == len(truth):
			g.Players[1] = "centurion"
		default:
			value = truth[j]
		}
		// The stronger half attacks always: without the advantage they would be rated too high.
		if i < 2 && j != len(truth) {
			g.Players[0], g.Players[1] = g.Players[1], g.Players[0]
			i, value = j, truth[i]
		}
		if e := expected((truth[i]+adv-value)/scale, 1); float64(game.Intn(src, 10_000)) < 10_000*e {
			g.Score = Win
		}
		if _, err := table.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range truth {
		if r := table.Rating(name(i), 4000*3600); !near(r.Value, want, 110) || r.Provisional() {
			t.Errorf("%s has %+v, want about %v", name(i), r, want)
		}
	}
}

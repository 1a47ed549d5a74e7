// Package rating measures how strong players are, by the system Glicko-2 of Mark Glickman.
//
// A [Rating] belongs to one player and one rulebook. It says how strong the player is, how sure that is, and how steadily
// he plays. [Rating.Update] is the whole system: it takes the games of a period, or one game, and the time since the last
// ones. A [Table] applies it to all games of a rulebook in the order in which they ended.
//
// Ratings depend on nothing but those games: there is no clock here, and whoever keeps the games needs to keep no ratings.
package rating

import "math"

// The rating of somebody who has never played.
const (
	StartValue      = 1500
	StartDeviation  = 350
	StartVolatility = 0.06
)

// Limits of what an update returns. A deviation below the least would make a rating deaf to new games.
const (
	leastValue, greatestValue           = 0, 4000
	leastDeviation, greatestDeviation   = 45, StartDeviation
	leastVolatility, greatestVolatility = 0.03, 0.12
)

// established is the greatest deviation of a rating that is not provisional.
const established = 110

// scale is the number of rating points in a unit of Glicko-2's own scale, in which the formulas are written: 400/ln 10.
const scale = 173.7178

// tau limits how fast the volatility changes. The paper recommends 0.3 to 1.2; dice decide enough here for a low value.
const tau = 0.5

// Rating is the strength of a player in the usual scale: of two players who are 400 points apart, the stronger one has ten
// chances to one.
type Rating struct {
	Value      float64 `json:"value"`
	Deviation  float64 `json:"deviation"`  // the true value is within two of them in 95 of 100 cases
	Volatility float64 `json:"volatility"` // how much the true value is expected to change in a period
}

// Start returns the rating of somebody who has never played.
func Start() Rating { return Rating{StartValue, StartDeviation, StartVolatility} }

// Scores of a game.
const (
	Loss = 0.0
	Draw = 0.5
	Win  = 1.0
)

// Result is one game as one of its players counts it.
type Result struct {
	Opponent  Rating
	Advantage float64 // of the player's side over the opponent's, in rating points; see [Advantage]
	Score     float64 // of the player: Loss, Draw or Win
}

// Advantage returns how many rating points a side is worth that scores so much between equal opponents, where a draw counts
// as half a win. It is positive for a score above one half, and Advantage(1-s) is -Advantage(s). Scores below 1% and above
// 99% count as these: no laboratory plays enough games to tell more.
func Advantage(score float64) float64 {
	score = min(max(score, 0.01), 0.99)
	return -400 * math.Log10(1/score-1)
}

// Expected returns the score that r expects against an opponent, from a side with an advantage. What r expects and what the
// opponent expects from the other side make 1.
func (r Rating) Expected(opponent Rating, advantage float64) float64 {
	unsure := math.Hypot(r.Deviation, opponent.Deviation) / scale
	return expected((r.Value+advantage-opponent.Value)/scale, weight(unsure))
}

// Floor returns the value that the player has almost certainly: the value less two deviations.
func (r Rating) Floor() float64 { return r.Value - 2*r.Deviation }

// Provisional reports whether the rating is too unsure to be compared with others.
func (r Rating) Provisional() bool { return r.Deviation > established }

// Update returns the rating after some games that count as played at the same time. Periods is the time since the games
// before these, in rating periods; in the paper it is always 1. Without games only the deviation grows, up to that of
// somebody who has never played.
func (r Rating) Update(periods float64, results ...Result) Rating {
	periods = max(periods, 0)
	if periods == 0 && len(results) == 0 {
		return r
	}
	var certainty, surprise float64 // 1/v and delta/v in the paper
	for _, x := range results {
		g := weight(x.Opponent.Deviation / scale)
		e := expected((r.Value+x.Advantage-x.Opponent.Value)/scale, g)
		certainty += g * g * e * (1 - e)
		surprise += g * (x.Score - e)
	}
	phi := r.Deviation / scale
	sigma := r.Volatility
	if certainty > 0 {
		sigma = volatility(phi, sigma, 1/certainty, surprise/certainty)
	}
	variance := phi*phi + periods*sigma*sigma
	variance = min(variance, greatestDeviation*greatestDeviation/(scale*scale))
	variance = 1 / (1/variance + certainty)
	return Rating{
		Value:      min(max(r.Value+scale*variance*surprise, leastValue), greatestValue),
		Deviation:  min(max(scale*math.Sqrt(variance), leastDeviation), greatestDeviation),
		Volatility: min(max(sigma, leastVolatility), greatestVolatility),
	}
}

// weight is g in the paper: how much a game counts against an opponent of that deviation.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expected is E in the paper: the expected score of a player who is better by a difference.
func expected(difference, weight float64) float64 { return 1 / (1 + math.Exp(-weight*difference)) }

// volatility returns the volatility after games with variance v whose results were better than expected by delta. It is
// where f, the slope of the likelihood of its logarithm, is zero; the search is step 5 of the paper, the Illinois form of
// regula falsi.
func volatility(phi, sigma, v, delta float64) float64 {
	const enough = 1e-6
	start := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-start)/(tau*tau)
	}
	a, b := start, start-tau
	if excess := delta*delta - phi*phi - v; excess > 0 {
		b = math.Log(excess)
	} else {
		for f(b) < 0 { // f grows without limit to the left
			b -= tau
		}
	}
	fa, fb := f(a), f(b)
	for math.Abs(b-a) > enough {
		c := a + (a-b)*fa/(fb-fa)
		fc := f(c)
		if fc*fb <= 0 {
			a, fa = b, fb
		} else {
			fa /= 2
		}
		b, fb = c, fc
	}
	return math.Exp(a / 2)
}

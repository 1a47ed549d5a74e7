package balance

import (
	"fmt"
	"io"

	"acies/game"
	"acies/sim"
	"acies/words"
)

// Text writes the result in a few lines. played is the number of games played in this run, which took the given number
// of seconds; the others were in the results file.
func (t *Tally) Text(w io.Writer, played int, seconds float64, words *words.Words) error {
	p := phrases{words}
	s := t.Summary()
	games := p.T("summary-games")
	if played < t.games {
		games = p.T("summary-more")
	}
	out := fill(games, "games", p.Number(t.games), "played", p.Number(played), "seconds", p.Decimal(seconds, 1)) + "\n"
	for side, share := range s.Wins {
		out += p.T("summary-wins", append([]string{"side", p.Side(game.Side(side))}, p.share(share)...)...) + "\n"
	}
	out += p.T("summary-draws", p.share(s.Draws)...) + "\n"
	out += p.T("summary-points", "a", p.Decimal(s.Points[0].Mean, 1), "b", p.Decimal(s.Points[1].Mean, 1), "margin", p.SignedDecimal(s.Margin.Mean, 2),
		"low", p.SignedDecimal(s.Margin.CI.Low, 2), "high", p.SignedDecimal(s.Margin.CI.High, 2)) + "\n"
	out += t.verdict(p) + "\n"
	_, err := io.WriteString(w, out)
	return err
}

func (p phrases) share(s Share) []string {
	return []string{"share", p.Percent(s.Share, 1), "low", p.Decimal(100*s.CI.Low, 1), "high", p.Percent(s.CI.High, 1)}
}

// Compare writes whether two variants differ. The first lines name their files.
func Compare(w io.Writer, c sim.Comparison, files [2]string, words *words.Words) error {
	p := phrases{words}
	side := p.Side(0)
	out := fmt.Sprintf("A  %s\nB  %s\n", files[0], files[1])
	if c.Paired {
		out += p.T("compare-paired", "games", p.Number(c.Games[0])) + "\n"
	} else {
		out += p.T("compare-unpaired", "a", p.Number(c.Games[0]), "b", p.Number(c.Games[1])) + "\n"
	}
	five := p.T("percent-points", "n", "5")
	out += "\n" + p.T("compare-result", "side", side, "a", p.Percent(c.Result.Means[0], 1), "b", p.Percent(c.Result.Means[1], 1),
		"by", p.SignedDecimal(100*c.Result.By, 1), "low", p.SignedDecimal(100*c.Result.CI.Low, 1), "high", p.SignedDecimal(100*c.Result.CI.High, 1)) + "\n"
	out += p.conclude(c.Result, five, 0.05)
	out += "\n" + p.T("compare-points", "side", side, "a", p.SignedDecimal(c.Points.Means[0], 2), "b", p.SignedDecimal(c.Points.Means[1], 2),
		"by", p.SignedDecimal(c.Points.By, 2), "low", p.SignedDecimal(c.Points.CI.Low, 2), "high", p.SignedDecimal(c.Points.CI.High, 2)) + "\n"
	out += p.conclude(c.Points, "1", 1)
	_, err := io.WriteString(w, out)
	return err
}

// conclude says whether a difference is significant. If it is not, it says how many games would show this difference,
// and how many would show the difference worth, which text names.
func (p phrases) conclude(d sim.Difference, text string, worth float64) string {
	if d.Differs {
		return p.T("compare-differs") + "\n"
	}
	out := p.T("compare-same") + " "
	if d.Needed == 0 {
		out += p.T("compare-none")
	} else {
		out += p.T("compare-needed", "n", p.Number(d.Needed))
	}
	return out + " " + p.T("compare-five", "by", text, "n", p.Number(d.Shows(worth))) + "\n"
}

package sim

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Standings are the results of a ladder.
type Standings struct {
	Levels  []string
	Pairs   []Pair // in any order
	Command string // that produced them
	Machine string // on which the times were measured
}

// Meeting is the result of one level against another at one battle, or at all battles together.
type Meeting struct {
	Battle string // empty: all battles
	Levels [2]string
	Score  Estimate    // of the first level; the unit is the pair
	As     [2]Estimate // of the first level as attacker and as defender
	Won    int         // games of the first level
	Drawn  int
	Lost   int
}

// Meetings returns the results of every two levels, the later in Levels named first, at each battle and at all battles
// together.
func (s *Standings) Meetings() []Meeting {
	battles := []string{}
	for i := range s.Pairs {
		if b := s.Pairs[i].Battle; !slices.Contains(battles, b) {
			battles = append(battles, b)
		}
	}
	slices.Sort(battles)
	if len(battles) > 1 {
		battles = append(battles, "")
	}
	var out []Meeting
	for j := range s.Levels {
		for i := range j {
			for _, b := range battles {
				if m := s.meeting(b, [2]string{s.Levels[j], s.Levels[i]}); m.Score.N > 0 {
					out = append(out, m)
				}
			}
		}
	}
	return out
}

func (s *Standings) meeting(battle string, levels [2]string) Meeting {
	m := Meeting{Battle: battle, Levels: levels}
	var scores []float64
	var as [2][]float64
	for i := range s.Pairs {
		p := &s.Pairs[i]
		if battle != "" && p.Battle != battle || p.Levels != levels {
			continue
		}
		scores = append(scores, p.Score())
		for k, v := range p.Values {
			as[k] = append(as[k], v)
			switch v {
			case 1:
				m.Won++
			case 0:
				m.Lost++
			default:
				m.Drawn++
			}
		}
	}
	m.Score, m.As = Score(scores), [2]Estimate{Mean(as[0]), Mean(as[1])}
	return m
}

// Efforts returns the effort of each level in all its games.
func (s *Standings) Efforts() map[string]*Effort {
	out := map[string]*Effort{}
	for _, l := range s.Levels {
		out[l] = &Effort{}
	}
	for i := range s.Pairs {
		for k, l := range s.Pairs[i].Levels {
			if out[l] != nil {
				out[l].Add(s.Pairs[i].Effort[k])
			}
		}
	}
	return out
}

// Markdown writes the standings as a document.
func (s *Standings) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, `# Strength of the opponents

Two opponents play a battle in pairs of games: both games use the same seed for the dice, and the sides are exchanged,
so that neither the dice nor the better side favours an opponent. A score counts a draw as half a win. Intervals treat a
pair as one observation and contain the true score in 95 of 100 such ladders.

    %s

%s

`, s.Command, s.Machine)
	s.writeRatings(&b)
	s.writeMeetings(&b)
	s.writeEfforts(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *Standings) writeRatings(b *strings.Builder) {
	b.WriteString(`## Elo

Fitted to all games of all battles. A difference of 400 means ten to one. One drawn pair is added between each two
opponents, so that one that never loses has a rating too: such ratings are lower bounds.

| Level | Elo | 95% interval |
|---|---:|---:|
`)
	for _, r := range Elo(s.Levels, s.Pairs) {
		if r.CI.Low == r.CI.High {
			fmt.Fprintf(b, "| %s | %.0f | fixed |\n", r.Level, r.Elo)
			continue
		}
		fmt.Fprintf(b, "| %s | %.0f | %.0f to %.0f |\n", r.Level, r.Elo, r.CI.Low, r.CI.High)
	}
}

func (s *Standings) writeMeetings(b *strings.Builder) {
	b.WriteString(`
## Scores

| Levels | Battle | Games | Won | Drawn | Lost | Score | 95% interval | As attacker | As defender |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|
`)
	for _, m := range s.Meetings() {
		battle := m.Battle
		if battle == "" {
			battle = "all"
		}
		fmt.Fprintf(b, "| %s – %s | %s | %d | %d | %d | %d | **%.1f%%** | %.1f – %.1f%% | %.1f%% | %.1f%% |\n",
			m.Levels[0], m.Levels[1], battle, 2*m.Score.N, m.Won, m.Drawn, m.Lost,
			100*m.Score.Mean, 100*m.Score.CI.Low, 100*m.Score.CI.High, 100*m.As[0].Mean, 100*m.As[1].Mean)
	}
}

func (s *Standings) writeEfforts(b *strings.Builder) {
	b.WriteString(`
## Time

Wall-clock milliseconds, with other games running at the same time. An activation is all choices of a player while one
of his leaders or Commands is active, or in one of his impulses. It is over budget if it exceeds its time budget by more than a tenth.

| Level | Decisions | mean | p95 | max | Activations | mean | p95 | max | over budget | nodes per activation |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
`)
	efforts := s.Efforts()
	for _, l := range s.Levels {
		e := efforts[l]
		over, nodes := "–", "–"
		if budget(l) > 0 {
			over = fmt.Sprint(e.Over)
		}
		if e.Nodes > 0 {
			nodes = fmt.Sprintf("%.0f", float64(e.Nodes)/float64(max(1, e.Activations.N)))
		}
		fmt.Fprintf(b, "| %s | %d | %s | %s | %s | %d | %s | %s | %s | %s | %s |\n", l,
			e.Decisions.N, ms(e.Decisions.Mean()), ms(e.Decisions.Below(0.95)), ms(e.Decisions.Max),
			e.Activations.N, ms(e.Activations.Mean()), ms(e.Activations.Below(0.95)), ms(e.Activations.Max), over, nodes)
	}
}

// ms formats milliseconds, with fewer digits for larger values.
func ms(x float64) string {
	switch {
	case x < 0.1:
		return fmt.Sprintf("%.3f", x)
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

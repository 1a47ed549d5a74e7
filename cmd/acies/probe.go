package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"acies/ai"
	"acies/table"
)

func (c *cli) probe() *cobra.Command {
	var p ai.Probe
	cmd := c.withJSON(&cobra.Command{
		Use:   "probe BATTLE",
		Short: "Measure how much of what a strategos promises itself is left later",
		Long: `Probe plays games between centurions. In each game it takes some choices of every
kind and searches them as a strategos would. Where the search deviates from the
centurion's choice, both are played on with the same fresh dice. It prints, by
kind of choice:

  ahead       activations that are played out before the forecast judges
  choices     per game
  tried       how many of them were searched
  deviations  how many of these led to a deviation, and how many that is per game
  promised    the gain that the search found, in hundredths of a game
  left        what is left of it at the end of the activation, at the end of the
              turn, and one and two whole turns later
  kept        the last of these, as a share of what was promised

A second table shows how the difference between two lines of play in the forecast,
taken when one to four activations have ended, predicts the difference later: a
slope of 1 means that it lasts, 0.5 that half of it fades. Figures after ± are
standard errors.

Search a kind of choice only if what it promises is left two turns later; look as
many activations ahead as the slopes need to come near 1. Try other settings with
--horizon and --kinds; those of each battle are part of its tuning ("search" in
tuning.json). A probe needs about a tenth of the time of a ladder.`,
		Example: `  acies probe sparta-195bc
  acies probe issos-333bc --games 100 --nodes 20000 --horizon 3 --kinds all
  acies probe issos-333bc --kinds plan-bold,order --json`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return c.runProbe(cmd.Context(), args[0], &p) },
	})
	cmd.Flags().IntVar(&p.Games, "games", 40, "number of games")
	cmd.Flags().IntVar(&p.Samples, "samples", 2, "choices of each kind to try in each game")
	cmd.Flags().IntVar(&p.Rounds, "rounds", 32, "how often to play on each deviation")
	cmd.Flags().IntVar(&p.Nodes, "nodes", 20000, "budget of the strategos for an activation")
	cmd.Flags().IntVar(&p.Horizon, "horizon", 0, "activations that the search looks ahead; 0 means as tuned for the battle")
	cmd.Flags().StringSliceVar(&p.Kinds, "kinds", nil, "kinds of choices to search, or all; default as tuned for the battle")
	cmd.Flags().Uint64Var(&p.Seed, "seed", 1, "seed of the first game; the others use the following seeds")
	cmd.Flags().IntVar(&p.Jobs, "jobs", runtime.GOMAXPROCS(0), "games played at a time")
	return cmd
}

func (c *cli) runProbe(ctx context.Context, id string, p *ai.Probe) error {
	for _, f := range []struct {
		name     string
		n, least int
	}{{"games", p.Games, 1}, {"samples", p.Samples, 1}, {"rounds", p.Rounds, 1}, {"nodes", p.Nodes, 1}, {"jobs", p.Jobs, 1}, {"horizon", p.Horizon, 0}} {
		if f.n < f.least {
			return usage("--%s must be at least %d, not %d", f.name, f.least, f.n)
		}
	}
	if slices.Equal(p.Kinds, []string{"all"}) {
		p.Kinds = ai.Kinds()
	}
	for _, kind := range p.Kinds {
		if !slices.Contains(ai.Kinds(), kind) {
			return usage("--kinds: unknown kind %q; choose all, or some of %s", kind, strings.Join(ai.Kinds(), ", "))
		}
	}
	pack, err := table.FindPack(id)
	if err != nil {
		return badFile(err)
	}
	t, err := table.New(pack, table.Settings{})
	if err != nil {
		return badFile(err)
	}
	bar := c.progress(p.Games)
	p.Done = bar.step
	r, err := p.Run(ctx, t.Battle)
	bar.end()
	if err != nil {
		return refused(err)
	}
	if c.json {
		return c.encode(r)
	}
	c.printProbe(p, &r)
	return nil
}

func (c *cli) printProbe(p *ai.Probe, r *ai.Probed) {
	fmt.Fprintf(c.out, "%s: %s, %d nodes; gains in hundredths of a game\n\n", r.Battle, count(r.Games, "game"), p.Nodes)
	fmt.Fprintf(c.out, "  %-13s %6s %8s %6s %11s %9s %14s %14s %14s %14s %14s %12s %14s\n", "kind", "ahead", "choices", "tried", "deviations", "per game",
		"promised", "activation", "turn", "one turn", "two turns", "kept", "end")
	for _, k := range append(r.Kinds, r.Total) {
		name, ahead := k.Kind, strconv.Itoa(r.Search[k.Kind].Horizon)
		if name == "" {
			name, ahead = "all", ""
		}
		fmt.Fprintf(c.out, "  %-13s %6s %8.1f %6d %11d %9.2f", name, ahead, k.Choices, k.Tried, k.Deviations, k.PerGame)
		for _, e := range []ai.Estimate{k.Promised, k.Activation, k.Turn, k.One, k.Two} {
			switch k.Deviations {
			case 0:
			case 1: // has no error
				fmt.Fprintf(c.out, " %14s", fmt.Sprintf("%+.2f", 100*e.Mean))
			default:
				fmt.Fprintf(c.out, " %14s", fmt.Sprintf("%+.2f ± %.2f", 100*e.Mean, 100*e.Error))
			}
		}
		if k.Kept != nil {
			fmt.Fprintf(c.out, " %12s %14s", fmt.Sprintf("%.0f ± %.0f%%", 100*k.Kept.Mean, 100*k.Kept.Error),
				fmt.Sprintf("%+.2f ± %.2f", 100*k.End.Mean, 100*k.End.Error))
		}
		fmt.Fprintln(c.out)
	}
	if len(r.Slopes) == 0 {
		return
	}
	fmt.Fprintf(c.out, "\nSlopes of the later difference\n\n  %-13s %11s %6s %14s %14s %14s %14s\n", "kind", "activations", "pairs", "turn", "one turn", "two turns", "end")
	for _, s := range r.Slopes {
		fmt.Fprintf(c.out, "  %-13s %11d %6d", s.Kind, s.After, s.Pairs)
		for _, e := range []ai.Estimate{s.Turn, s.One, s.Two, s.End} {
			fmt.Fprintf(c.out, " %14s", fmt.Sprintf("%.2f ± %.2f", e.Mean, e.Error))
		}
		fmt.Fprintln(c.out)
	}
}

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"acies/ai"
	"acies/system"
	"acies/table"
)

// tuning is a run of acies tune.
type tuning struct {
	*cli
	rounds, games, study int
	out                  string
	work                 ai.Work
}

func (c *cli) tune() *cobra.Command {
	x := &tuning{cli: c}
	cmd := &cobra.Command{
		Use:   "tune BATTLE…",
		Short: "Train the computer opponents by self-play",
		Long: `Tune lets centurions play each other. First it searches for better weights: in
each round it changes a few for one side, plays the same games with and without
the change, and keeps it if it is better by more than the error. Then it plays
games to fit the forecast that a strategos uses.

It starts from the built-in weights; with --out it writes those of its rulebook,
updated, in the format of tuning.json, from which the program is built.`,
		Example: `  acies tune sparta-195bc --rounds 20 --games 60
  acies tune sparta-195bc issos-333bc --rounds 100 --games 200 --study 1000 --out tuning.json`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error { return x.run(args) },
	}
	cmd.Flags().IntVar(&x.rounds, "rounds", 50, "rounds of the search for weights; 0 for none")
	cmd.Flags().IntVar(&x.games, "games", 100, "games in each round")
	cmd.Flags().IntVar(&x.study, "study", 500, "games for the forecast; 0 for none")
	cmd.Flags().Uint64Var(&x.work.Seed, "seed", 1, "seed of the first game")
	cmd.Flags().IntVar(&x.work.Jobs, "jobs", runtime.GOMAXPROCS(0), "games played at a time")
	cmd.Flags().StringVar(&x.out, "out", "", "file to write the weights to")
	return cmd
}

func (x *tuning) run(battles []string) error {
	for flag, n := range map[string]int{"rounds": x.rounds, "study": x.study, "games": x.games - 1, "jobs": x.work.Jobs - 1} {
		if n < 0 {
			return usage("--%s must be at least %d", flag, map[string]int{"games": 1, "jobs": 1}[flag])
		}
	}
	all := map[string]map[string]system.Tuning{} // by rulebook and battle
	for _, id := range battles {
		if err := x.battle(id, all); err != nil {
			return err
		}
	}
	if x.out == "" {
		return nil
	}
	if len(all) > 1 {
		return usage("--out takes the tunings of one rulebook; the battles are of %d", len(all))
	}
	var tunings map[string]system.Tuning
	for _, tunings = range all {
	}
	text, err := json.MarshalIndent(tunings, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(x.out, append(text, '\n'), 0o644); err != nil {
		return badFile(err)
	}
	return nil
}

// battle tunes the opponents for one battle and adds the tuning to the others of its rulebook.
func (x *tuning) battle(id string, all map[string]map[string]system.Tuning) error {
	p, err := table.FindPack(id)
	if err != nil {
		return badFile(err)
	}
	t, err := table.New(p, table.Settings{})
	if err != nil {
		return badFile(err)
	}
	fmt.Fprintln(x.cli.out, id)
	bar := x.progress(x.rounds*x.games + x.study)
	defer bar.end()
	x.work.Done = bar.step
	x.work.Games = x.games
	tuned, err := ai.Tune(t.Battle, x.rounds, x.work, func(t ai.Trial) {
		verdict := "not kept"
		if t.Kept {
			verdict = "kept"
		}
		fmt.Fprintf(x.cli.out, "  round %d, side %d: %+.3f ± %.3f, %s: %v\n", t.Round, t.Side, t.Gain, t.Error, verdict, t.Changes)
	})
	if err != nil {
		return err
	}
	if x.study > 0 {
		x.work.Games = x.study
		f, err := ai.Fit(t.Battle, &tuned, x.work)
		if err != nil {
			return err
		}
		fmt.Fprintf(x.cli.out, "  forecast from %d moments of %d games: log loss %.3f (%.3f for the mean), margin off by %.1f (spread %.1f)\n",
			f.Moments, f.Games, f.LogLoss, f.Baseline, f.Error, f.Spread)
	}
	sys := system.Of(t.Battle)
	if all[sys.ID()] == nil {
		all[sys.ID()] = sys.(system.Tunable).Tunings()
	}
	all[sys.ID()][p.ID] = tuned
	return nil
}

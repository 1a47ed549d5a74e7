package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/sim"
	"acies/table"
)

func (c *cli) playout() *cobra.Command {
	var o sim.Options
	var options []string
	cmd := c.withJSON(&cobra.Command{
		Use:   "playout BATTLE",
		Short: "Play random games to measure or check the engine",
		Long: `Playout plays games in which both sides choose at random. With --check it tests
the contract of the rules at every step: every offered action applies, every
other is refused with a reason, undo and replay are exact, and so on.`,
		Example: `  acies playout sparta-195bc --games 1000
  acies playout issos-333bc --games 200 --seed 7 --check --json`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if o.Games < 1 {
				return usage("--games must be at least 1, not %d", o.Games)
			}
			if o.Jobs < 0 {
				return usage("--jobs must not be negative: %d", o.Jobs)
			}
			p, err := table.FindPack(args[0])
			if err != nil {
				return badFile(err)
			}
			t, err := table.New(p, table.Settings{Options: options})
			if err != nil {
				return usage("%w", err)
			}
			bar := c.progress(o.Games)
			o.Done = bar.step
			r := sim.Run(t.Battle, o)
			bar.end()
			if c.json {
				err = c.encode(r)
			} else {
				err = c.printPlayout(t, r)
			}
			if err == nil && r.Violations > 0 {
				return errFound
			}
			return err
		},
	})
	cmd.Flags().IntVar(&o.Games, "games", 100, "number of games")
	cmd.Flags().Uint64Var(&o.Seed, "seed", 1, "seed of the first game; the others use the following seeds")
	cmd.Flags().BoolVar(&o.Check, "check", false, "check the contract of the rules at every step")
	cmd.Flags().IntVar(&o.Jobs, "jobs", 0, "games played at a time; 0 means one per processor")
	cmd.Flags().StringArrayVar(&options, "option", nil, "variant of the battle (may be repeated)")
	return cmd
}

func (c *cli) printPlayout(t *table.Table, r sim.Report) error {
	w, err := c.words(t)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s, %s in %.2f s: %.1f games and %.0f actions per second\n",
		count(r.Games, "game"), count(r.Actions, "action"), r.Seconds, r.GamesPerSecond, r.ActionsPerSecond)
	for side, n := range r.Wins {
		fmt.Fprintf(c.out, "%s: %s\n", w.Side(game.Side(side)), count(n, "win"))
	}
	fmt.Fprintf(c.out, "%s\n%s\n", count(r.Draws, "draw"), count(r.Violations, "violation"))
	for _, v := range r.First {
		fmt.Fprintln(c.out, "  "+v)
	}
	return nil
}

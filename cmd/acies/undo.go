package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (c *cli) undo() *cobra.Command {
	n := 1
	cmd := &cobra.Command{
		Use:   "undo GAME",
		Short: "Take back the last action",
		Long: `Undo takes back the last action of the side to act. It goes no further than the
last roll, the last thing revealed, or the last change of the side to act.`,
		Example: `  acies undo game.jsonl
  acies undo game.jsonl -n 2`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			t, err := c.open(args[0])
			if err != nil {
				return err
			}
			w, err := c.words(t)
			if err != nil {
				return err
			}
			if n < 1 {
				return usage("-n %d: want the number of actions to take back, 1 or more", n)
			}
			for range n {
				e, err := t.Game.Undo()
				if err != nil {
					return refused(err)
				}
				fmt.Fprintf(c.out, "  %s\n", w.Say("ui.undone")+" "+e.Do)
			}
			if err := c.save(args[0], t); err != nil {
				return err
			}
			return c.status(t, w)
		},
	}
	cmd.Flags().IntVarP(&n, "count", "n", 1, "how many actions to take back")
	return cmd
}

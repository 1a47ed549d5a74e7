package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"acies/record"
)

type undoneJSON struct {
	Undone []string `json:"undone"` // the last one first
	standingJSON
}

func (c *cli) undo() *cobra.Command {
	n := 1
	cmd := c.withJSON(&cobra.Command{
		Use:   "undo GAME",
		Short: "Undo the last action",
		Long: `Undo takes back the last action of the side to act. It goes back no further than
the last roll, the last information revealed, or the last change of the side to
act.`,
		Example: `  acies undo game.jsonl
  acies undo game.jsonl -n 2`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			t, w, err := c.game(args[0])
			if err != nil {
				return err
			}
			if n < 1 {
				return usage("-n must be at least 1, not %d", n)
			}
			var undone []record.Entry
			for range n {
				e, err := t.Game.Undo()
				if err != nil {
					return refused(err)
				}
				undone = append(undone, e)
			}
			if err := c.save(args[0], t); err != nil {
				return err
			}
			if c.json {
				return c.encode(undoneJSON{notation(undone, chooser(t, len(t.Game.Entries()))), standing(t, w)})
			}
			for _, e := range undone {
				fmt.Fprintf(c.out, "  %s %s\n", w.Text("ui.undone"), e.Do)
			}
			return c.status(t, w)
		},
	})
	cmd.Flags().IntVarP(&n, "count", "n", 1, "number of actions to undo")
	return cmd
}

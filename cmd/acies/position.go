package main

import (
	"maps"
	"slices"

	"github.com/spf13/cobra"
)

func (c *cli) position() *cobra.Command {
	return &cobra.Command{
		Use:   "position GAME",
		Short: "Write where a game stands as a text you can edit",
		Long: `Position writes the present moment of a game, of any phase, as a YAML text:
every piece with its hex, facing and state, the points, and what has still to be
done. Change what you like and begin a game from it. Pieces that are left out
stand as in the set-up; in place of phase, active, side and tasks you may name a
moment, such as "at: activation nabis". See docs/cases.md.`,
		Example: `  acies position game.jsonl > p.yaml
  acies new --position p.yaml > other.jsonl`,
		Args: asUsed,
		RunE: func(_ *cobra.Command, args []string) error {
			t, err := c.openAny(args[0])
			if err != nil {
				return err
			}
			h := t.Game.Header()
			_, err = c.out.Write(t.Pack.Position(slices.Sorted(maps.Keys(h.Options)), t.Game.State()))
			return err
		},
	}
}

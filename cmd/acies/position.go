package main

import (
	"maps"
	"slices"

	"github.com/spf13/cobra"
)

func (c *cli) position() *cobra.Command {
	return &cobra.Command{
		Use:   "position GAME",
		Short: "Write the current position as text you can edit",
		Long: `Position writes the current position of a game, in any phase, as YAML: every
counter with its place, facing and state, points or losses, cards, and what is due
next. Edit it and start a game from it. Counters that are left out are placed as
in the set-up. The moment can be named, as in "at: activation nabis" or, in Blade
& Bow, "to-act: orders greek 2". See docs/cases.md. Nothing is hidden: a position
of a game with secrets shows the cards and ranks of both sides.`,
		Example: `  acies position game.jsonl > p.yaml
  acies new --position p.yaml > other.jsonl`,
		Args: checkArgs,
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

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/hint"
	"acies/table"
	"acies/words"
)

type hintsJSON struct {
	Side  string      `json:"side"`
	Hints []hint.Hint `json:"hints"`
}

func (c *cli) hint() *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "hint GAME",
		Short: "Suggest the best choices for the side to act",
		Long: `Hint lists the three best choices for the side to act, the best first, each with
a reason and the chance of victory. It thinks for a moment and changes nothing.`,
		Example: `  acies hint game.jsonl
  acies hint game.jsonl --json`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			t, w, err := c.game(args[0])
			if err != nil {
				return err
			}
			list, err := advise(t, w)
			if err != nil {
				return err
			}
			if c.json {
				return c.encode(hintsJSON{sideID(t, t.Game.State().ToAct()), list})
			}
			fmt.Fprintf(c.out, "%s\n", asked(w, t.Game.State().View(game.Nobody)))
			c.printHints(w, list)
			return nil
		},
	})
}

// advise returns hints for the side to act.
func advise(t *table.Table, w *words.Words) ([]hint.Hint, error) {
	s := t.Game.State()
	switch s.ToAct() {
	case game.Nobody:
		return nil, refused(fmt.Errorf("%s", w.Text("ui.hint-over")))
	case game.Nature:
		return nil, refused(fmt.Errorf("%s", w.Text("ui.hint-roll")))
	}
	return hint.Of(s.Clone(), w, len(t.Game.Entries()), hint.Thought), nil
}

func (c *cli) printHints(w *words.Words, list []hint.Hint) {
	for _, h := range list {
		chance := w.Say("ui.hint", text("chance", w.Percent(min(max(h.Chance, 0.01), 0.99), 0))) // nothing is certain
		fmt.Fprintf(c.out, "  %s  %s\n      %s · %s", pad(h.Do, 30), h.Text, chance, h.Reason)
		if h.Points != 0 {
			fmt.Fprintf(c.out, " (%s)", w.Say("ui.hint-points", text("points", w.SignedDecimal(h.Points, 1))))
		}
		fmt.Fprintln(c.out)
	}
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"acies/game"
)

type actionJSON struct {
	Do     string `json:"do"`
	Text   string `json:"text"`
	Weight int    `json:"weight,omitempty"` // of a roll
}

type legalJSON struct {
	ToAct   int          `json:"toAct"`
	Prompt  string       `json:"prompt"`
	Actions []actionJSON `json:"actions"`
}

func (c *cli) legal() *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "legal GAME",
		Short: "List all legal actions",
		Long: `Legal lists every legal action, in notation and in words. When a roll is
pending, these are the possible results.`,
		Example: `  acies legal game.jsonl
  acies legal game.jsonl --json`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			t, w, err := c.game(args[0])
			if err != nil {
				return err
			}
			s := t.Game.State()
			v := s.View(game.Nobody)
			weights := map[game.Action]int{}
			for _, x := range s.Chances(nil) {
				weights[x.Action] = int(x.Weight)
			}
			list := legalJSON{ToAct: int(v.ToAct), Prompt: w.Event(v.Prompt), Actions: []actionJSON{}}
			for _, a := range s.Legal(nil) {
				list.Actions = append(list.Actions, actionJSON{t.Battle.Format(a), w.Action(v.Prompt, a), weights[a]})
			}
			if c.json {
				return c.encode(list)
			}
			fmt.Fprintf(c.out, "%s\n", asked(w, v))
			for _, a := range list.Actions {
				fmt.Fprintf(c.out, "  %s  %s\n", pad(a.Do, 32), a.Text)
			}
			return nil
		},
	})
}

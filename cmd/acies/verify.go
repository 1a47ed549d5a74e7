package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/table"
)

type verifyJSON struct {
	File    string        `json:"file"`
	OK      bool          `json:"ok"`
	Error   string        `json:"error,omitempty"`
	Battle  string        `json:"battle,omitempty"`
	Actions int           `json:"actions"`
	Rolls   int           `json:"rolls"`
	ByHand  int           `json:"byHand"`
	Sealed  int           `json:"sealed"`
	Chain   string        `json:"chain,omitempty"`
	Outcome *game.Outcome `json:"outcome,omitempty"` // of a sound record
}

func (c *cli) verify() *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "verify GAME…",
		Short: "Replay games and detect any change to their files",
		Long: `Verify replays games from their files. Every action must be legal, every roll the
one that the seed gives, and every byte as the program writes it. The chain it
prints identifies the whole game: two files with the same chain hold the same
game.`,
		Example: `  acies verify game.jsonl`,
		Args:    asUsed,
		RunE: func(_ *cobra.Command, args []string) error {
			list := []verifyJSON{}
			failed := false
			for _, path := range args {
				rep, err := table.Verify(path, c.packs...)
				if e := (*fs.PathError)(nil); errors.As(err, &e) {
					return badFile(err)
				}
				v := verifyJSON{
					File: path, OK: err == nil, Battle: rep.Header.Battle, Actions: rep.Actions, Rolls: rep.Rolls,
					ByHand: rep.ByHand, Sealed: rep.Sealed, Chain: rep.Chain, Outcome: &rep.Outcome,
				}
				if err != nil {
					v.Error, v.Outcome, failed = err.Error(), nil, true
				}
				list = append(list, v)
			}
			if c.json {
				if err := c.encode(list); err != nil {
					return err
				}
			} else {
				for _, v := range list {
					c.printVerified(v)
				}
			}
			if failed {
				return errFound
			}
			return nil
		},
	})
}

func (c *cli) printVerified(v verifyJSON) {
	if !v.OK {
		fmt.Fprintln(c.out, v.Error)
		return
	}
	fmt.Fprintf(c.out, "%s: sound, %s, %s, %s (%d by hand, %d sealed), chain %s\n",
		v.File, v.Battle, count(v.Actions, "action"), count(v.Rolls, "roll"), v.ByHand, v.Sealed, v.Chain)
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

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
	ByHand  []int         `json:"byHand"`           // the numbers of the actions that are rolls by hand
	Taken   []int         `json:"taken"`            // of those that are rolls of another game
	Sealed  []int         `json:"sealed"`           // of those whose seed is still secret
	Undone  int           `json:"undone,omitempty"` // actions that players have agreed to take back
	Chain   string        `json:"chain,omitempty"`
	Shared  bool          `json:"shared,omitempty"`  // the players have added to the dice
	Key     string        `json:"key,omitempty"`     // with which a server has signed the game
	Outcome *game.Outcome `json:"outcome,omitempty"` // of a sound record
}

func (c *cli) verify() *cobra.Command {
	var strict bool
	var key string
	cmd := c.withJSON(&cobra.Command{
		Use:   "verify GAME…",
		Short: "Replay games and detect any change to their files",
		Long: `Verify replays games from their files. Every action must be legal, every roll the
one that the seed gives, and every byte as the program writes it. The chain it
prints identifies the whole game: two files with the same chain hold the same
game.

A game is sound if every roll follows from its seed. Rolls by hand, rolls taken
over from another game, and rolls of a game in progress whose seed is still
secret (sealed), cannot be checked: verify lists the numbers of their actions,
and --strict does not accept them. A game between people that was played on a
server with shared dice is signed by it; --key accepts only such games that are
signed with its key, which the server shows under /api/key. See docs/dice.md.`,
		Example: `  acies verify game.jsonl
  acies verify --strict game.jsonl
  acies verify --strict --key WZx6gyW7VTOS3eZF0Uo5ts4HtS7mXOTDGYwK8nJPa7w game.jsonl`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			list := []verifyJSON{}
			failed := false
			for _, path := range args {
				v, err := c.verifyFile(path, strict, key)
				if err != nil {
					return err
				}
				failed = failed || !v.OK
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
	cmd.Flags().BoolVar(&strict, "strict", false, "accept only games in which every roll follows from the seed")
	cmd.Flags().StringVar(&key, "key", "", "accept only games that are signed with this key")
	return cmd
}

// verifyFile verifies one game. The error means that its file cannot be read at all.
func (c *cli) verifyFile(path string, strict bool, key string) (verifyJSON, error) {
	rep, err := table.Verify(path, c.packs...)
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return verifyJSON{}, badFile(err)
	}
	v := verifyJSON{
		File: path, OK: err == nil, Battle: rep.Header.Battle, Actions: rep.Actions, Rolls: rep.Rolls,
		ByHand: append([]int{}, rep.ByHand...), Taken: append([]int{}, rep.Taken...), Sealed: append([]int{}, rep.Sealed...), Chain: rep.Chain,
		Shared: rep.Shared, Key: rep.Key, Undone: rep.Undone,
	}
	if err != nil {
		v.Error = err.Error()
		return v, nil
	}
	v.Outcome = &rep.Outcome
	if doubts := v.doubts(); strict && len(doubts) > 0 {
		v.OK, v.Error = false, path+": "+strings.Join(doubts, "; ")
	}
	switch {
	case !v.OK || key == "":
	case v.Key != key:
		v.OK, v.Error = false, fmt.Sprintf("%s: found the key %q, expected %q", path, v.Key, key)
	case !v.Shared: // whoever knows or has chosen the seed could have played it alone
		v.OK, v.Error = false, fmt.Sprintf("%s: found dice by %q, expected shared dice", path, rep.Header.Dice)
	}
	return v, nil
}

// doubts returns why some rolls of a game cannot be checked against its seed.
func (v *verifyJSON) doubts() []string {
	var out []string
	for _, x := range []struct {
		actions []int
		why     string
	}{
		{v.ByHand, "rolled by hand"},
		{v.Taken, "taken over from another game"},
		{v.Sealed, "not checked because the seed is sealed"},
	} {
		if len(x.actions) > 0 {
			out = append(out, fmt.Sprintf("%s %s: %s", count(len(x.actions), "roll"), x.why, listActions(x.actions)))
		}
	}
	return out
}

// listActions returns the numbers of actions in words.
func listActions(list []int) string {
	numbers := make([]string, len(list))
	for i, action := range list {
		numbers[i] = strconv.Itoa(action)
	}
	if len(list) == 1 {
		return "action " + numbers[0]
	}
	return "actions " + strings.Join(numbers, ", ")
}

func (c *cli) printVerified(v verifyJSON) {
	if !v.OK {
		fmt.Fprintln(c.out, v.Error)
		return
	}
	doubts := v.doubts()
	verdict := "sound"
	if len(doubts) > 0 {
		verdict = "unchanged, but not every roll is proven"
	}
	fmt.Fprintf(c.out, "%s: %s, %s, %s, %s, chain %s\n", v.File, verdict, v.Battle, count(v.Actions, "action"), count(v.Rolls, "roll"), v.Chain)
	if v.Shared {
		fmt.Fprintln(c.out, "  the players have added to the dice")
	}
	if v.Undone > 0 {
		fmt.Fprintf(c.out, "  %s taken back by agreement\n", count(v.Undone, "action"))
	}
	if v.Key != "" {
		fmt.Fprintf(c.out, "  signed with the key %s\n", v.Key)
	}
	for _, d := range doubts {
		fmt.Fprintf(c.out, "  %s\n", d)
	}
}

package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/record"
	"acies/table"
	"acies/words"
)

type doneJSON struct {
	Done  []string   `json:"done"` // including the rolls
	Facts []factJSON `json:"facts"`
	standingJSON
}

func (c *cli) do() *cobra.Command {
	var d table.Dice
	var withPack bool
	cmd := c.withJSON(&cobra.Command{
		Use:   "do GAME ACTION…",
		Short: "Carry out actions and the rolls that follow",
		Long: `Do carries out actions of the side to act, one after the other, all or none: if
one is refused, the game is unchanged. Rolls on the way and afterwards come from
the seed of the game, unless the game uses real dice or you supply them: "roll 7"
among the actions, or --dice.

An action of several words is one argument in quotes, or just its words. A move
may name its end: "move hastati-i-1 0415 UR" is short for the two actions
"move hastati-i-1" and "to 0415 UR".`,
		Example: `  acies do game.jsonl ready
  acies do game.jsonl move hastati-i-1 0415 UR
  acies do game.jsonl "shoot 0511" "with velites-i-1" fire --dice 7
  acies do game.jsonl roll 7`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			t, w, err := c.game(args[0])
			if err != nil {
				return err
			}
			actions, err := parse(t, args[1:])
			if err != nil {
				return err
			}
			before := len(t.Game.Entries())
			var events game.Events
			if err := t.Do(actions, d, &events); err != nil {
				return c.failure(t, err)
			}
			if withPack {
				if err := t.PutPack(); err != nil {
					return badFile(err)
				}
			}
			if err := c.save(args[0], t); err != nil {
				return err
			}
			viewer := chooser(t, before)
			events = game.For(viewer, events)
			if c.json {
				return c.encode(doneJSON{notation(t.Game.Entries()[before:], viewer), facts(t, w, events), standing(t, w)})
			}
			for _, e := range events {
				c.printEvent(w, e, true)
			}
			return c.status(t, w)
		},
	})
	cmd.Flags().Var(&throws{&d.Given}, "dice", "rolls to use, in order, before any from the seed: 7,3, or 4+3,3 die by die")
	cmd.Flags().BoolVar(&d.Wait, "no-roll", false, "leave pending rolls to the next command")
	withPackFlag(cmd, &withPack)
	return cmd
}

// notation returns the actions of entries as a viewer may see them.
func notation(entries []record.Entry, viewer game.Side) []string {
	out := []string{}
	for i := range entries {
		if e, ok := entries[i].ShownTo(viewer); ok {
			out = append(out, e.Do)
		}
	}
	return out
}

// printEvent prints an event. Modifiers come before the roll they belong to, indented.
func (c *cli) printEvent(w *words.Words, e game.Event, rules bool) {
	modifier := strings.HasPrefix(e.Key, "modifier.")
	if modifier && !rules || e.Key == "phase" {
		return
	}
	line := w.Event(e)
	if modifier {
		line = "    " + line
	}
	if rules && e.Clause != "" {
		line += " [" + e.Clause + "]"
	}
	fmt.Fprintf(c.out, "  %s\n", line)
}

// throws is a flag of rolls, separated by commas; a plus separates the dice of one roll.
type throws struct{ into *[][]int }

func (t *throws) Type() string { return "dice" }

func (t *throws) String() string {
	var rolls []string
	for _, faces := range *t.into {
		var dice []string
		for _, n := range faces {
			dice = append(dice, strconv.Itoa(n))
		}
		rolls = append(rolls, strings.Join(dice, "+"))
	}
	return strings.Join(rolls, ",")
}

func (t *throws) Set(text string) error {
	for roll := range strings.SplitSeq(text, ",") {
		var faces []int
		for die := range strings.SplitSeq(roll, "+") {
			n, err := strconv.Atoi(strings.TrimSpace(die))
			if err != nil {
				return fmt.Errorf("found %q, expected numbers such as 7,3 or 4+3,3", text)
			}
			faces = append(faces, n)
		}
		*t.into = append(*t.into, faces)
	}
	return nil
}

package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/table"
	"acies/words"
)

func (c *cli) odds() *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "odds GAME ACTION…",
		Short: "Say what an action costs or is worth, and how likely each result is",
		Long: `Odds shows the modifiers of a shot, a mêlée, a rally or any roll one by one with
their clauses, the total, what each face of the die does, and the exact chance
of each result. For a move it shows the path and what it costs. Of several
actions the last is explained, as if the others had been carried out. "roll"
alone explains the roll that is due.`,
		Example: `  acies odds game.jsonl "shoot 0511"
  acies odds game.jsonl attack 0612
  acies odds game.jsonl roll`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			t, err := c.open(args[0])
			if err != nil {
				return err
			}
			w, err := c.words(t)
			if err != nil {
				return err
			}
			a, x, err := c.explain(t, args[1:])
			if err != nil {
				return err
			}
			if c.json {
				return c.encode(x)
			}
			c.printOdds(t, w, a, x)
			return nil
		},
	})
}

// explain returns the last of the actions and what it would start.
func (c *cli) explain(t *table.Table, args []string) (game.Action, *game.Explanation, error) {
	var none game.Action
	var actions []game.Action
	last := t.Game.State()
	if legal := last.Legal(nil); slices.Equal(args, []string{"roll"}) && last.ToAct() == game.Nature && len(legal) > 0 {
		actions = legal[:1]
	} else {
		var err error
		if actions, err = parse(t, args); err != nil {
			return none, nil, err
		}
	}
	n := len(actions) - 1
	s, err := t.After(actions[:n])
	if err != nil {
		return none, nil, c.failure(t, err)
	}
	if r := s.Check(actions[n]); r != nil {
		return none, nil, c.failure(t, &table.Failure{N: n, Do: t.Battle.Format(actions[n]), Err: r})
	}
	x := s.Explain(actions[n])
	if x == nil {
		return none, nil, refused(fmt.Errorf("%q starts nothing that has a cost or odds", t.Battle.Format(actions[n])))
	}
	return actions[n], x, nil
}

func (c *cli) printOdds(t *table.Table, w *words.Words, a game.Action, x *game.Explanation) {
	fmt.Fprintf(c.out, "%s\n", w.Action(a))
	if x.Kind == "move" {
		var ids []string
		for _, p := range x.Path {
			ids = append(ids, t.Battle.PlaceID(p))
		}
		fmt.Fprintf(c.out, "  %s\n  %s\n", strings.Join(ids, " – "), w.Say("ui.cost", number("cost", x.Cost), number("mp", x.Allowance)))
		return
	}
	for _, m := range x.Modifiers {
		fmt.Fprintf(c.out, "  %3s  %s  [%s]\n", words.Signed(m.Value), pad(w.Modifier(m), 52), m.Clause)
	}
	if len(x.Modifiers) > 0 {
		fmt.Fprintf(c.out, "  %3s  %s\n", words.Signed(x.Total), w.Text("ui.total"))
		if x.Sum != x.Total {
			fmt.Fprintf(c.out, "       %s\n", w.Say("ui.limited", game.Arg{Name: "sum", Kind: game.Signed, N: x.Sum}))
		}
	}
	fmt.Fprintln(c.out)
	for _, r := range x.Rows {
		fmt.Fprintf(c.out, "  %s %2d  →  %3d  %s  [%s]\n", w.Text("ui.die"), r.Die, r.Total, pad(w.Result(r.Result), 52), r.Clause)
	}
	fmt.Fprintln(c.out)
	width := 0
	for _, o := range slices.Concat(x.Odds, x.Also) {
		width = max(width, utf8.RuneCountInString(label(w, o)))
	}
	for _, o := range x.Odds {
		fmt.Fprintf(c.out, "  %s  %s %s\n", pad(label(w, o), width), bar(o.Weight, o.Of, 20), percent(o))
	}
	for i, o := range x.Also {
		if i == 0 {
			fmt.Fprintf(c.out, "  %s\n", w.Text("ui.also"))
		}
		fmt.Fprintf(c.out, "  %s  %s %s\n", pad(label(w, o), width), bar(o.Weight, o.Of, 20), percent(o))
	}
}

// label names a result and, where it is not plain, whom it happens to.
func label(w *words.Words, o game.Odds) string {
	if o.Piece == 0 {
		return w.Result(o.Result)
	}
	return w.Piece(o.Piece) + ": " + w.Result(o.Result)
}

// percent writes an exact chance.
func percent(o game.Odds) string {
	return fmt.Sprintf("%5.1f %%", 100*float64(o.Weight)/float64(o.Of))
}

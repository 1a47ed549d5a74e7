package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/record"
	"acies/table"
	"acies/words"
)

type oddsJSON struct {
	Do   string `json:"do"`
	Text string `json:"text"`
	game.Explanation
	PathIDs   []string       `json:"path_ids,omitempty"`
	Modifiers []modifierJSON `json:"modifiers,omitempty"`
	Odds      []chanceJSON   `json:"odds,omitempty"`
	Also      []chanceJSON   `json:"also,omitempty"`
}

type chanceJSON struct {
	Text string `json:"text"`
	game.Odds
	ID string `json:"id,omitempty"` // of the piece
}

func (c *cli) odds() *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "odds GAME ACTION…",
		Short: "Show the cost, modifiers and odds of an action",
		Long: `Odds shows the modifiers of a shot, a melee, a rally or any roll one by one with
their clauses, the total, the result of each face of the die, and the exact
probability of each result. For a move it shows the path and the cost. Of several
actions, the last one is explained as if the others had been carried out. "roll"
alone explains the pending roll.`,
		Example: `  acies odds game.jsonl "shoot 0511"
  acies odds game.jsonl attack 0612
  acies odds game.jsonl "melee greek-hoplite-8" go "attack K8"
  acies odds game.jsonl roll`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			t, w, err := c.game(args[0])
			if err != nil {
				return err
			}
			x, err := c.explain(t, w, args[1:])
			if err != nil {
				return err
			}
			if c.json {
				return c.encode(x)
			}
			c.printOdds(w, x)
			return nil
		},
	})
}

// explain returns the odds of the last of the actions.
func (c *cli) explain(t *table.Table, w *words.Words, args []string) (*oddsJSON, error) {
	if slices.Equal(args, []string{"roll"}) {
		s := t.Game.State()
		if s.ToAct() != game.Nature {
			return nil, refused(record.ErrNoRoll)
		}
		return c.explained(t, w, s, s.Legal(nil)[0])
	}
	actions, err := parse(t, args)
	if err != nil {
		return nil, err
	}
	n := len(actions) - 1
	s, err := t.After(actions[:n])
	if err != nil {
		return nil, c.failure(t, err)
	}
	if r := s.Check(actions[n]); r != nil {
		return nil, c.failure(t, &table.Failure{N: n, Do: t.Battle.Format(actions[n]), Err: r})
	}
	return c.explained(t, w, s, actions[n])
}

// explained returns the odds of a legal action. All faces of a die lead to the same roll.
func (c *cli) explained(t *table.Table, w *words.Words, s game.State, a game.Action) (*oddsJSON, error) {
	x := oddsJSON{Do: t.Battle.Format(a), Text: w.Action(s.View(game.Nobody).Prompt, a)}
	if s.ToAct() == game.Nature {
		x.Do, x.Text = "roll", w.Event(s.View(game.Nobody).Prompt)
	}
	e := s.Explain(a, s.ToAct())
	if e == nil {
		return nil, refused(fmt.Errorf("%q has no cost and no odds", x.Do))
	}
	x.Explanation, x.PathIDs = *e, placeIDs(t, e.Path)
	for _, m := range e.Modifiers {
		x.Modifiers = append(x.Modifiers, modifierJSON{w.Modifier(m), m, identify(t, w, m.Args)})
	}
	x.Odds, x.Also = chances(t, w, e.Odds), chances(t, w, e.Also)
	return &x, nil
}

// chances describes each result and, where it is not obvious, whom it affects.
func chances(t *table.Table, w *words.Words, list []game.Odds) []chanceJSON {
	var out []chanceJSON
	for _, o := range list {
		j := chanceJSON{Text: w.Chance(o), Odds: o}
		if o.Piece >= 0 {
			j.ID = t.Battle.PieceID(o.Piece)
		}
		out = append(out, j)
	}
	return out
}

func (c *cli) printOdds(w *words.Words, x *oddsJSON) {
	fmt.Fprintf(c.out, "%s\n", x.Text)
	switch {
	case x.Trail != nil && x.Cost > 0:
		fmt.Fprintf(c.out, "  %s\n", w.Say("ui.distance", game.Arg{Name: "cost", Kind: game.Length, N: x.Cost}, game.Arg{Name: "of", Kind: game.Length, N: x.Allowance}))
	case x.Trail == nil && x.Kind == "move":
		cost := w.Say("ui.cost", number("cost", x.Cost), number("mp", x.Allowance))
		fmt.Fprintf(c.out, "  %s\n  %s\n", strings.Join(x.PathIDs, " – "), cost)
	}
	for _, note := range x.Notes {
		fmt.Fprintf(c.out, "  %s\n", w.Say(note.Key, note.Args...))
	}
	total := w.Signed
	for _, m := range x.Modifiers {
		value := w.Signed(m.Value)
		if m.Base {
			value, total = w.Number(m.Value), w.Number
		}
		fmt.Fprintf(c.out, "  %3s  %s  [%s]\n", value, pad(m.Text, 52), m.Clause)
	}
	if len(x.Modifiers) > 0 {
		fmt.Fprintf(c.out, "  %3s  %s\n", total(x.Total), w.Text("ui.total"))
		if x.Sum != x.Total {
			fmt.Fprintf(c.out, "       %s\n", w.Say("ui.limited", game.Arg{Name: "sum", Kind: game.Signed, N: x.Sum}))
		}
	}
	if len(x.Rows) > 0 {
		fmt.Fprintln(c.out)
	}
	for _, r := range x.Rows {
		fmt.Fprintf(c.out, "  %s %2d  →  %3d  %s  [%s]\n", w.Text("ui.die"), r.Die, r.Total, pad(w.Result(r.Result), 52), r.Clause)
	}
	if len(x.Odds)+len(x.Also) > 0 {
		fmt.Fprintln(c.out)
	}
	width := 0
	for _, o := range slices.Concat(x.Odds, x.Also) {
		width = max(width, utf8.RuneCountInString(o.Text))
	}
	c.printChances(w, x.Odds, width)
	if len(x.Also) > 0 {
		fmt.Fprintf(c.out, "  %s\n", w.Text("ui.also"))
		c.printChances(w, x.Also, width)
	}
}

func (c *cli) printChances(w *words.Words, list []chanceJSON, width int) {
	for _, o := range list {
		percent := w.Percent(float64(o.Weight)/float64(o.Of), 1)
		fmt.Fprintf(c.out, "  %s  %s %s\n", pad(o.Text, width), bar(o.Weight, o.Of, 20), padLeft(percent, 7))
	}
}

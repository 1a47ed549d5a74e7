package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/rulebook"
	"acies/table"
	"acies/words"
)

type reasonJSON struct {
	Text string `json:"text"`
	Rule string `json:"rule,omitempty"` // the clause's own text
	game.Refusal
	Args []argJSON `json:"args,omitempty"`
}

type whyJSON struct {
	Do      string       `json:"do"` // the action, or the piece
	Legal   bool         `json:"legal"`
	Reasons []reasonJSON `json:"reasons"`
}

func (c *cli) why() *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "why GAME ACTION…|COUNTER",
		Short: "Explain why an action is not legal, or why a counter cannot act",
		Long: `Why says why an action is not legal now, and quotes the clause of the rulebook.
Given the id of a counter, it says whether it can act now and, if not, why. Of
several actions, the first that is refused is explained.`,
		Example: `  acies why game.jsonl move hastati-i-1 0412 UR
  acies why game.jsonl nabis`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			t, w, err := c.game(args[0])
			if err != nil {
				return err
			}
			answer, err := c.reason(t, w, args[1:])
			if err != nil {
				return err
			}
			if c.json {
				return c.encode(answer)
			}
			c.printWhy(w, answer)
			return nil
		},
	})
}

// reason returns why an action is not legal, or why a piece cannot act.
func (c *cli) reason(t *table.Table, w *words.Words, args []string) (whyJSON, error) {
	if p, ok := w.FindPiece(args[0]); ok && len(args) == 1 {
		st := t.Game.State().Status(p, t.Game.State().ToAct())
		out := whyJSON{Do: args[0], Legal: st.CanAct, Reasons: []reasonJSON{}}
		for _, r := range st.Reasons {
			out.Reasons = append(out.Reasons, quote(t, w, r))
		}
		return out, nil
	}
	actions, err := parse(t, args)
	if err != nil {
		return whyJSON{}, err
	}
	s := t.Game.State().Clone()
	for _, a := range actions {
		if r := s.Apply(a, nil); r != nil {
			return whyJSON{Do: t.Battle.Format(a), Reasons: []reasonJSON{quote(t, w, *r)}}, nil
		}
	}
	return whyJSON{Do: t.Battle.Format(actions[len(actions)-1]), Legal: true, Reasons: []reasonJSON{}}, nil
}

func quote(t *table.Table, w *words.Words, r game.Refusal) reasonJSON {
	rule, _ := rulebook.Find(r.Clause)
	return reasonJSON{Text: w.Refusal(&r), Rule: rule.In(w.Lang()).Text, Refusal: r, Args: identify(t, w, r.Args)}
}

func (c *cli) printWhy(w *words.Words, answer whyJSON) {
	if answer.Legal {
		fmt.Fprintf(c.out, "%s: %s\n", answer.Do, w.Text("ui.legal"))
	}
	for _, r := range answer.Reasons {
		fmt.Fprintf(c.out, "%s: %s\n", answer.Do, r.Text)
		if r.Rule != "" {
			fmt.Fprintf(c.out, "%s\n", wrap(r.Clause+": "+r.Rule, 90, "    "))
		}
	}
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/system"
	"acies/table"
	"acies/words"
)

type stepJSON struct {
	N     int        `json:"n"`
	Side  int        `json:"side"`
	Do    string     `json:"do"`
	By    string     `json:"by,omitempty"`
	Turn  int        `json:"turn"`
	Phase string     `json:"phase"`
	Facts []factJSON `json:"facts"`
}

func (c *cli) log() *cobra.Command {
	var rules bool
	var side string
	cmd := c.withJSON(&cobra.Command{
		Use:   "log GAME",
		Short: "Print the battle log",
		Long: `Log prints what has happened, turn by turn and phase by phase. With --rules it
adds every modifier and the clauses of the rulebook.`,
		Example: `  acies log game.jsonl
  acies log game.jsonl --lang fr
  acies log game.jsonl --rules | less`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			t, w, err := c.game(args[0])
			if err != nil {
				return err
			}
			viewer, err := viewerOf(t, side)
			if err != nil {
				return err
			}
			if c.json {
				return c.logJSON(t, w, viewer)
			}
			return c.printLog(t, w, viewer, rules)
		},
	})
	cmd.Flags().BoolVar(&rules, "rules", false, "include modifiers and clauses")
	sideFlag(cmd, &side)
	return cmd
}

// printLog prints the battle in words: turns and activations are headings, and so is each phase in which something
// happens.
func (c *cli) printLog(t *table.Table, w *words.Words, viewer game.Side, rules bool) error {
	v := t.Game.Battle().Start().View(game.Nobody)
	if v.Phase != "phase.setup" {
		fmt.Fprintf(c.out, "%s\n", w.Say("event.turn", number("turn", v.Turn), number("turns", v.Turns)))
	}
	phase := ""
	staging, _ := system.Of(t.Battle).(system.Staging)
	return t.Replay(func(s table.Step) error {
		now := s.Phase
		for _, e := range game.For(viewer, s.Events) {
			scene := system.PlainScene
			if staging != nil {
				scene = staging.Stage(&e).Scene
			}
			switch {
			case e.Key == "phase":
				now = e.Args[0].Text
				continue
			case scene == system.TurnScene, scene == system.ActivationScene:
				phase = ""
				fmt.Fprintf(c.out, "\n%s\n", w.Event(e))
				continue
			}
			if phase != now {
				phase = now
				fmt.Fprintf(c.out, "%s\n", w.Text(phase))
			}
			c.printEvent(w, e, rules)
		}
		return nil
	})
}

func (c *cli) logJSON(t *table.Table, w *words.Words, viewer game.Side) error {
	steps := []stepJSON{}
	err := t.Replay(func(s table.Step) error {
		if e, ok := s.ShownTo(viewer); ok {
			steps = append(steps, stepJSON{
				N: e.N, Side: int(e.Side), Do: e.Do, By: e.By, Turn: s.Turn, Phase: s.Phase,
				Facts: facts(t, w, game.For(viewer, s.Events)),
			})
		}
		return nil
	})
	if err != nil {
		return badFile(err)
	}
	return c.encode(steps)
}

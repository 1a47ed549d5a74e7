package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/picture"
	"acies/record"
	"acies/table"
	"acies/words"
)

type pieceJSON struct {
	ID     string         `json:"id"`
	Name   string         `json:"name"`
	Hex    string         `json:"hex,omitempty"` // empty: not on the map
	Order  int            `json:"order"`
	Facing string         `json:"facing,omitempty"`
	Pose   *game.Pose     `json:"pose,omitempty"` // on a board without places
	Values map[string]int `json:"values"`
	States []string       `json:"states"`
}

// standingJSON is the state of a battle without its pieces.
type standingJSON struct {
	Battle  string       `json:"battle"`
	Turn    int          `json:"turn"`
	Turns   int          `json:"turns"`
	Phase   string       `json:"phase"`
	ToAct   int          `json:"toAct"`
	Prompt  string       `json:"prompt"`
	Scores  []game.Score `json:"scores"`
	Outcome game.Outcome `json:"outcome"`
	Frozen  string       `json:"frozen,omitempty"` // why the game cannot continue
}

type showJSON struct {
	standingJSON
	Pieces []pieceJSON `json:"pieces"`
}

func (c *cli) show() *cobra.Command {
	var svg, side string
	cmd := c.withJSON(&cobra.Command{
		Use:   "show BATTLE|GAME",
		Short: "Draw the map and its counters",
		Long: `Show draws the map and its counters as text, in colour on a terminal (unless
NO_COLOR is set), and lists the counters by place. With --svg it writes a picture
that any browser can show.`,
		Example: `  acies show sparta-195bc | less -S
  acies show game.jsonl --svg game.svg`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			t, err := c.openAny(args[0])
			if err != nil {
				return err
			}
			w, err := c.words(t)
			if err != nil {
				return err
			}
			c.noteFrozen(t, w)
			viewer, err := viewerOf(t, side)
			if err != nil {
				return err
			}
			v := t.Game.State().View(viewer)
			switch {
			case svg != "":
				err := record.ReplaceFile(svg, func(out io.Writer) error {
					return picture.Draw(out, t.Pack, t.Battle, v, w)
				})
				if err != nil {
					return badFile(err)
				}
				return nil
			case c.json:
				return c.encode(showState(t, w, v))
			}
			if err := c.drawMap(t, w, viewer, false); err != nil {
				return err
			}
			fmt.Fprintln(c.out)
			return c.status(t, w)
		},
	})
	cmd.Flags().StringVar(&svg, "svg", "", "write a picture to this file")
	sideFlag(cmd, &side)
	return cmd
}

func (c *cli) drawMap(t *table.Table, w *words.Words, viewer game.Side, brief bool) error {
	v := t.Game.State().View(viewer)
	out := c.out
	if c.color() {
		out = c.rawOut // a pack has no control characters, and the colours are ours
	}
	return picture.Text(out, t.Battle, v, w, c.color(), brief)
}

// status prints the state of the battle and who has to choose what.
func (c *cli) status(t *table.Table, w *words.Words) error {
	s := t.Game.State()
	v := s.View(game.Nobody)
	o := t.Game.Outcome()
	fmt.Fprintf(c.out, "%s · %s · %s\n", w.Text("battle.name"),
		w.Say("ui.turn", number("turn", v.Turn), number("turns", v.Turns)), w.Text(v.Phase))
	fmt.Fprintf(c.out, "%s\n", w.Say("ui.points", player("attacker", 0), number("a", o.Points[0]), player("defender", 1), number("d", o.Points[1])))
	if o.Over {
		_, err := fmt.Fprintf(c.out, "%s\n", c.describeOutcome(w, o))
		return err
	}
	_, err := fmt.Fprintf(c.out, "%s\n", asked(w, v))
	return err
}

// asked returns who has to choose what.
func asked(w *words.Words, v game.View) string {
	if v.ToAct < 0 {
		return w.Event(v.Prompt)
	}
	return w.Side(v.ToAct) + " – " + w.Event(v.Prompt)
}

func (c *cli) describeOutcome(w *words.Words, o game.Outcome) string {
	if o.Clause == "" { // people have ended the game, not a rule
		return w.Outcome(o)
	}
	return fmt.Sprintf("%s [%s]", w.Outcome(o), o.Clause)
}

func number(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Number, N: n} }

// text returns an argument that is written as it is.
func text(name, s string) game.Arg { return game.Arg{Name: name, Kind: game.Key, Text: s} }

func player(name string, s game.Side) game.Arg {
	return game.Arg{Name: name, Kind: game.Player, N: int(s)}
}

func standing(t *table.Table, w *words.Words) standingJSON {
	v := t.Game.State().View(game.Nobody)
	return standingJSON{
		Battle: t.Pack.ID, Turn: v.Turn, Turns: v.Turns, Phase: v.Phase, ToAct: int(v.ToAct), Prompt: w.Event(v.Prompt),
		Scores: v.Scores, Outcome: t.Game.Outcome(), Frozen: frozen(t, w),
	}
}

func showState(t *table.Table, w *words.Words, v game.View) showJSON {
	out := showJSON{standingJSON: standing(t, w)}
	for _, p := range v.Pieces {
		j := pieceJSON{ID: t.Battle.PieceID(p.Piece), Name: w.Piece(p.Piece), Order: p.Order, Pose: p.Pose, States: p.States, Values: map[string]int{}}
		if p.Place >= 0 {
			j.Hex = t.Battle.PlaceID(p.Place)
		}
		if p.Facing >= 0 {
			j.Facing = w.FacingID(p.Facing)
		}
		for _, x := range p.Values {
			j.Values[x.Key] = x.N
		}
		out.Pieces = append(out.Pieces, j)
	}
	return out
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/pack"
	"acies/table"
	"acies/words"
)

// cli is one run of the program: its input and output, and what all commands share.
type cli struct {
	in       io.Reader
	out, err io.Writer // control characters are escaped: much of what is printed comes from other people
	lang     string
	packs    []string
	json     bool

	rawOut, rawErr io.Writer // for colours and progress bars only
}

// run runs a command line and returns the exit code.
func run(args []string, in io.Reader, out, err io.Writer) int {
	c := &cli{in: in, out: pack.EscapeWriter(out), err: pack.EscapeWriter(err), rawOut: out, rawErr: err}
	root := c.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(c.out)
	root.SetErr(c.err)
	if e := root.Execute(); e != nil {
		return report(c.err, e)
	}
	return exitOK
}

func (c *cli) root() *cobra.Command {
	serve := c.serve()
	root := &cobra.Command{
		Use:   "acies",
		Short: "Play historical battles with the rules enforced",
		Long: `Acies plays historical battles and enforces their rules: it shows what is legal
and why, the modifiers and exact odds of every attack, and keeps a record that
anyone can verify.

Without a command it opens the browser, as acies serve does. At the terminal, a
game is one text file. Start one, look at it, play it:

  acies new sparta-195bc > game.jsonl
  acies show game.jsonl
  acies legal game.jsonl
  acies do game.jsonl ready
  acies log game.jsonl

or play at the terminal: two players, or against the computer:

  acies play sparta-195bc
  acies play sparta-195bc --sides human,centurion

Actions are short: "move hastati-i-1", "to 0415 UR", "shoot 0511", "done"; in
Blade & Bow "melee spears-3", "to H9 SE", "play K07", "pass"; in Impetus
"activate R1.1", "forward 4.5", "charge C1.3". See docs/notation.md.
In usage lines, BATTLE is the id of a battle or the folder of a pack, GAME the
file of a game, ACTION an action.

Exit codes: 0 success; 1 an action was refused, or problems or violations were
found; 2 invalid command line; 3 a file cannot be read or written.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("unknown command %q; see acies --help", args[0])
			}
			return nil
		},
		RunE: serve.RunE,
	}
	root.PersistentFlags().StringVar(&c.lang, "lang", "en", "language of the output: en or fr")
	root.PersistentFlags().StringArrayVar(&c.packs, "pack", nil, "folder of a pack used by games (may be repeated)")
	root.Flags().AddFlagSet(serve.Flags())
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		serve, c.nodeStatus(), c.admin(), c.backup(), c.restore(), c.moveStore(), c.battles(), c.show(), c.new(), c.legal(), c.do(), c.undo(), c.log(), c.odds(), c.why(), c.hint(), c.luck(), c.play(),
		c.position(), c.check(), c.verify(), c.cases(), c.playout(), c.sim(), c.ladder(), c.tune(), c.probe(), c.worker(), c.botMatch(), c.version(),
	)
	return root
}

// withJSON adds the flag --json to a command.
func (c *cli) withJSON(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&c.json, "json", false, "write JSON")
	return cmd
}

// encode writes a value as JSON.
func (c *cli) encode(v any) error {
	e := json.NewEncoder(c.out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// open reads the game in a file.
func (c *cli) open(path string) (*table.Table, error) {
	t, err := table.Open(path, c.packs...)
	if err == nil {
		return t, nil
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil, badFile(fmt.Errorf("game %s not found; start one with: acies new BATTLE > %s", path, path))
	}
	return nil, badFile(fmt.Errorf("cannot read the game %s: %w", path, err))
}

// game reads the game in a file, and returns it with the words for it.
func (c *cli) game(path string) (*table.Table, *words.Words, error) {
	t, err := c.open(path)
	if err != nil {
		return nil, nil, err
	}
	w, err := c.words(t)
	if err == nil {
		c.noteFrozen(t, w)
	}
	return t, w, err
}

// noteFrozen prints why a game cannot continue, if that is so.
func (c *cli) noteFrozen(t *table.Table, w *words.Words) {
	if text := frozen(t, w); text != "" {
		fmt.Fprintln(c.err, text)
	}
}

// frozen returns why a game cannot continue, or an empty string if it can.
func frozen(t *table.Table, w *words.Words) string {
	f := t.Game.Frozen()
	if f == nil {
		return ""
	}
	key := "ui.frozen"
	if f.Newer() {
		key = "ui.ahead"
	}
	return w.Say(key, number("n", f.N-1))
}

// openAny opens a game or, if the name is that of a battle, the battle before its first turn.
func (c *cli) openAny(name string) (*table.Table, error) {
	if s, err := os.Stat(name); err == nil && s.Mode().IsRegular() {
		return c.open(name)
	}
	p, err := table.FindPack(name)
	if err != nil {
		return nil, badFile(err)
	}
	t, err := table.New(p, table.Settings{})
	if err != nil {
		return nil, badFile(err)
	}
	return t, nil
}

func (c *cli) words(t *table.Table) (*words.Words, error) {
	w, err := words.For(c.lang, t.Pack, t.Battle)
	if err != nil {
		return nil, usage("--lang: %w", err)
	}
	return w, nil
}

// parse reads actions from the command line.
func parse(t *table.Table, args []string) ([]game.Action, error) {
	actions, err := t.Parse(args)
	if err != nil {
		return nil, usage("%w", err)
	}
	return actions, nil
}

// terminal reports whether a stream is a terminal.
func terminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	s, err := f.Stat()
	return err == nil && s.Mode()&os.ModeCharDevice != 0
}

// color reports whether to use colours.
func (c *cli) color() bool { return terminal(c.rawOut) && os.Getenv("NO_COLOR") == "" }

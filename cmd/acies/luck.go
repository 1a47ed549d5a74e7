package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"acies/ai"
	"acies/game"
	"acies/luck"
	"acies/table"
	"acies/words"
)

func (c *cli) luck() *cobra.Command {
	var study string
	var options []string
	trial := luck.Trial{}
	level := ""
	cmd := c.withJSON(&cobra.Command{
		Use:   "luck [GAME]",
		Short: "Report the luck of a finished game",
		Long: `Luck reports how every roll of a finished game changed the expected margin, by
side and by kind, and what the margin would be without luck. The luck of a roll
is the expected margin after it, minus the mean over all faces of the die. Cards
that are drawn count like rolls, and are also added up apart from the dice.

With --study it plays games between equal opponents instead and measures how
good such reports are: whether luck is zero on average, how much less the margins
vary without it, and whether the stated errors are right.`,
		Example: `  acies luck game.jsonl
  acies luck game.jsonl --json
  acies luck --study sparta-195bc --games 200`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case study == "" && len(args) == 0:
				return usage("missing argument GAME; usage: acies luck GAME, or acies luck --study BATTLE")
			case study != "" && len(args) > 0:
				return usage("unexpected argument %q: --study plays its own games", args[0])
			case study != "":
				return c.studyLuck(study, options, level, trial)
			}
			return c.printLuck(args[0])
		},
	})
	cmd.Flags().StringVar(&study, "study", "", "battle to study")
	cmd.Flags().IntVar(&trial.Games, "games", 200, "number of games to study, at least 2")
	cmd.Flags().Uint64Var(&trial.Seed, "seed", 1, "seed of the first game; the others use the following seeds")
	cmd.Flags().StringVar(&level, "level", "recruit", "computer opponent that plays both sides")
	cmd.Flags().StringArrayVar(&options, "option", nil, "variant of the battle to study (may be repeated)")
	return cmd
}

func (c *cli) printLuck(path string) error {
	t, w, err := c.game(path)
	if err != nil {
		return err
	}
	r, err := luck.Of(t.Game.Battle(), t.Game.Entries())
	switch {
	case errors.Is(err, luck.ErrUnfinished):
		return refused(fmt.Errorf("%s: %s", path, w.Text("error.unfinished")))
	case errors.Is(err, luck.ErrUnforeseen):
		return refused(fmt.Errorf("%s: %s", path, w.Text("error.unforeseen")))
	case err != nil:
		return badFile(fmt.Errorf("%s: %w", path, err))
	}
	a := luck.Describe(w, t.Game.Battle(), r)
	if c.json {
		return c.encode(a)
	}
	o := t.Game.Outcome()
	fmt.Fprintf(c.out, "%s\n%s\n\n%s\n", w.Text("battle.name"), w.Outcome(o), a.Text)
	c.printKinds(w, a)
	c.printGreatest(w, a)
	c.printTurns(w, a)
	return nil
}

// printKinds writes a table: a row for each kind, and for each side how many rolls it made and what they brought it.
func (c *cli) printKinds(w *words.Words, a *luck.Summary) {
	all := luck.KindLuck{Name: w.Text("ui.luck-total")}
	width := utf8.RuneCountInString(all.Name)
	for _, k := range a.Kinds {
		width = max(width, utf8.RuneCountInString(k.Name))
		for i := range 2 {
			all.Rolls[i] += k.Rolls[i]
			all.Luck[i] += k.Luck[i]
		}
	}
	fmt.Fprintf(c.out, "\n%s\n", w.Text("ui.luck-by-kind"))
	fmt.Fprintf(c.out, "  %s  %s  %s\n", pad("", width), padLeft(a.Sides[0], 16), padLeft(a.Sides[1], 16))
	heads := padLeft(w.Text("ui.luck-rolls"), 8) + padLeft(w.Text("ui.luck-points"), 8)
	fmt.Fprintf(c.out, "  %s  %s  %s  %s\n", pad("", width), heads, heads, padLeft(w.Text("ui.luck-balance"), 10))
	for _, k := range slices.Concat(a.Kinds, a.Groups, []luck.KindLuck{all}) {
		fmt.Fprintf(c.out, "  %s", pad(k.Name, width))
		for i := range 2 {
			fmt.Fprintf(c.out, "  %8d%s", k.Rolls[i], padLeft(w.SignedDecimal(k.Luck[i], 1), 8))
		}
		fmt.Fprintf(c.out, "  %s\n", padLeft(w.SignedDecimal(k.Luck[0]-k.Luck[1], 1), 10))
	}
	fmt.Fprintf(c.out, "  %s\n", w.Say("ui.luck-signs", side("attacker", 0), side("defender", 1)))
}

// greatest is how many rolls are listed.
const greatest = 5

func (c *cli) printGreatest(w *words.Words, a *luck.Summary) {
	fmt.Fprintf(c.out, "\n%s\n", w.Text("ui.luck-greatest"))
	for _, r := range a.Greatest(greatest) {
		who := game.Side(0)
		if r.Luck < 0 {
			who = 1
		}
		head := w.Say("ui.luck-roll", number("turn", r.Turn), text("points", w.SignedDecimal(math.Abs(r.Luck), 1)), side("side", who))
		fmt.Fprintf(c.out, "  %s\n%s\n", head, wrap(r.Text, 80, "      "))
	}
}

// half is the length of the longest bar of a turn, in characters.
const half = 24

func (c *cli) printTurns(w *words.Words, a *luck.Summary) {
	most := 0.0
	for _, x := range a.Turns {
		most = max(most, math.Abs(x))
	}
	fmt.Fprintf(c.out, "\n%s\n", w.Text("ui.luck-by-turn"))
	fmt.Fprintf(c.out, "      %s │ %s\n", padLeft(a.Sides[1], half), a.Sides[0])
	for i, x := range a.Turns {
		n := 0
		if most > 0 {
			n = int(math.Round(math.Abs(x) / most * half))
		}
		block := strings.Repeat("█", n)
		if x < 0 {
			fmt.Fprintf(c.out, "  %2d  %s │ %s %s\n", i+1, padLeft(block, half), pad("", half), padLeft(w.SignedDecimal(x, 1), 6))
		} else {
			fmt.Fprintf(c.out, "  %2d  %s │ %s %s\n", i+1, pad("", half), pad(block, half), padLeft(w.SignedDecimal(x, 1), 6))
		}
	}
}

func padLeft(s string, n int) string {
	return strings.Repeat(" ", max(0, n-utf8.RuneCountInString(s))) + s
}

func side(name string, s game.Side) game.Arg {
	return game.Arg{Name: name, Kind: game.Player, N: int(s)}
}

// studyLuck plays the games of a trial and prints how good the reports on them are.
func (c *cli) studyLuck(battle string, options []string, level string, trial luck.Trial) error {
	if trial.Games < 2 {
		return usage("--games must be at least 2, not %d", trial.Games)
	}
	maker, err := ai.Parse(level)
	if err != nil {
		return usage("--level: %w", err)
	}
	trial.Player = maker
	p, err := table.FindPack(battle)
	if err != nil {
		return badFile(err)
	}
	t, err := table.New(p, table.Settings{Options: options})
	if err != nil {
		return usage("%w", err)
	}
	bar := c.progress(trial.Games)
	trial.Done = bar.step
	s, err := luck.Examine(t.Battle, trial)
	bar.end()
	if err != nil {
		return refused(err)
	}
	if c.json {
		return c.encode(s)
	}
	fmt.Fprintf(c.out, "%s: %s, %s on both sides, %.0f rolls per game, %.2f s per report\n",
		battle, count(s.Games, "game"), level, s.Rolls, s.Seconds)
	for _, row := range []struct {
		name string
		luck.Spread
	}{{"margin", s.Margin}, {"luck", s.Luck}, {"margin without luck", s.Without}} {
		fmt.Fprintf(c.out, "  %-20s mean %6.2f ± %.2f, standard deviation %6.2f\n", row.name, row.Mean, row.Error, row.SD)
	}
	fmt.Fprintf(c.out, "  without luck, %.0f%% of the variance of the margin remains\n", 100*s.Variance)
	fmt.Fprintf(c.out, "  stated error %.2f; %.0f%% of the games are within two stated errors of the mean\n", s.Error, 100*s.Within)
	return nil
}

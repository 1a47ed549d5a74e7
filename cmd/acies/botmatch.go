package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"acies/bot"
	"acies/dice"
	"acies/game"
	"acies/record"
	"acies/system"
	"acies/table"
	"acies/words"
)

// contest holds the settings of acies bot-match.
type contest struct {
	pack    *system.Pack
	players [2]bot.Contestant
	names   [2]string // as they were given
	games   int
	seed    string
	options []string
	clock   bot.Clock
	dir     string // for records; empty: none are kept
}

type contestJSON struct {
	Battle   string       `json:"battle"`
	Seed     string       `json:"seed"`
	Players  [2]string    `json:"players"`
	Results  []bot.Played `json:"results"`
	Standing bot.Standing `json:"standing"`
}

func (c *cli) botMatch() *cobra.Command {
	o := contest{clock: bot.DefaultClock}
	cmd := c.withJSON(&cobra.Command{
		Use:   "bot-match BATTLE PLAYER PLAYER",
		Short: "Play bots against each other or against the computer",
		Long: `Bot-match referees games between two players. A player is a computer opponent
(random, recruit, centurion, strategos) or the command of a bot: a program that
reads JSON lines and answers in JSON lines, as described in docs/bots.md.

The first player attacks in the first game. Games are played in pairs, with the
same dice and the sides exchanged. A bot that is late, exits, writes unrequested
output or gives an invalid answer loses the game.

The score is that of the first player. Every saved game is verified.`,
		Example: `  acies bot-match sparta-195bc 'python3 bot/examples/python/bot.py' recruit
  acies bot-match issos-333bc ./mybot 'node other.js' --games 20 --record games/
  acies bot-match sparta-195bc ./mybot centurion --move-time 200ms --bank 10s --json`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.prepareMatch(&o, args); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return c.referee(ctx, &o)
		},
	})
	cmd.Flags().IntVar(&o.games, "games", 2, "number of games: 1, or an even number")
	cmd.Flags().StringVar(&o.seed, "seed", "", "seed of the dice of all games (default: a secret one)")
	cmd.Flags().DurationVar(&o.clock.Move, "move-time", o.clock.Move, "time a bot has for each choice")
	cmd.Flags().DurationVar(&o.clock.Bank, "bank", o.clock.Bank, "extra time a bot has for the whole game, for choices that take longer")
	cmd.Flags().StringArrayVar(&o.options, "option", nil, "variant of the battle (may be repeated)")
	cmd.Flags().StringVar(&o.dir, "record", "", "folder for the saved games and results.jsonl")
	return cmd
}

// prepareMatch checks the settings and finds the battle and the players.
func (c *cli) prepareMatch(o *contest, args []string) error {
	switch {
	case o.games != 1 && (o.games < 1 || o.games%2 == 1):
		return usage("--games must be 1 or an even number, not %d: games are played in pairs with the sides exchanged", o.games)
	case o.clock.Move < 0:
		return usage("--move-time must not be negative: %v", o.clock.Move)
	case o.clock.Bank < 0:
		return usage("--bank must not be negative: %v", o.clock.Bank)
	case o.clock.Move+o.clock.Bank == 0:
		return usage("--move-time and --bank must not both be 0")
	}
	if o.seed == "" {
		o.seed = dice.NewSeed()
	}
	var err error
	if o.pack, err = c.find(args[0]); err != nil {
		return err
	}
	program := bot.Program{Clock: o.clock, Stderr: c.err, Words: func(lang string, b game.Battle) (*words.Words, error) {
		return words.For(lang, o.pack, b)
	}}
	for i := range o.players {
		o.names[i] = args[i+1]
		if o.players[i], err = bot.Parse(args[i+1], program); err != nil {
			return usage("player %d: %w", i+1, err)
		}
	}
	if _, err := o.begin("1"); err != nil {
		return usage("%w", err)
	}
	if o.dir != "" {
		if err := os.MkdirAll(o.dir, 0o755); err != nil {
			return badFile(err)
		}
	}
	return nil
}

// begin starts a game.
func (o *contest) begin(seed string) (*table.Table, error) {
	return table.New(o.pack, table.Settings{Options: o.options, Seed: seed})
}

// referee plays the games and prints the results.
func (c *cli) referee(ctx context.Context, o *contest) error {
	t, err := o.begin("1")
	if err != nil {
		return usage("%w", err)
	}
	w, err := c.words(t)
	if err != nil {
		return err
	}
	told := contestJSON{Battle: o.pack.ID, Seed: o.seed, Players: o.names, Results: []bot.Played{}}
	run := bot.Contest{
		Players: o.players, Games: o.games, Seed: o.seed,
		New: func(seed string) (*record.Game, error) {
			t, err := o.begin(seed)
			if err != nil {
				return nil, err
			}
			return t.Game, nil
		},
		Done: func(p bot.Played, g *record.Game) error {
			if err := o.keep(&p, g); err != nil {
				return badFile(err)
			}
			told.Results = append(told.Results, p)
			if !c.json {
				fmt.Fprintln(c.out, played(w, o, p))
			}
			return nil
		},
	}
	told.Standing, err = run.Run(ctx)
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		return err
	}
	if c.json {
		err = c.encode(told)
	} else {
		err = c.printStanding(o, told.Standing)
	}
	if err == nil && stopped {
		return refused(fmt.Errorf("stopped after %d of %s", told.Standing.Games, count(o.games, "game")))
	}
	return err
}

// keep writes the record and the result of a game, if there is a folder for them.
func (o *contest) keep(p *bot.Played, g *record.Game) error {
	if o.dir == "" {
		return nil
	}
	p.Record = filepath.Join(o.dir, fmt.Sprintf("game-%03d.jsonl", p.Game))
	if err := record.WriteFile(p.Record, g); err != nil {
		return err
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	if p.Game == 1 {
		flags |= os.O_TRUNC
	}
	f, err := os.OpenFile(filepath.Join(o.dir, "results.jsonl"), flags, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(json.NewEncoder(f).Encode(p), f.Close())
}

// played describes one game in a line.
func played(w *words.Words, o *contest, p bot.Played) string {
	line := fmt.Sprintf("game %d, %s against %s: ", p.Game, o.names[p.Players[0]], o.names[p.Players[1]])
	if p.Fault != nil {
		line += fmt.Sprintf("%s lost by forfeit, %v", o.names[p.Players[p.Fault.Side]], p.Fault)
	} else {
		line += w.Outcome(p.Outcome)
	}
	if p.Record != "" {
		line += " " + p.Record
	}
	return line
}

func (c *cli) printStanding(o *contest, s bot.Standing) error {
	for i, n := range s.Faults {
		if n > 0 {
			fmt.Fprintf(c.out, "%s lost %s by forfeit\n", o.names[i], count(n, "game"))
		}
	}
	fmt.Fprintf(c.out, "dice: --seed %s\n", o.seed)
	_, err := fmt.Fprintf(c.out, "%s scores %.1f%% of %s against %s (95%% interval %.1f%% to %.1f%%): %d won, %d drawn, %d lost\n",
		o.names[0], 100*s.Score, count(s.Games, "game"), o.names[1], 100*s.Interval.Low, 100*s.Interval.High, s.Won, s.Drawn, s.Lost)
	return err
}

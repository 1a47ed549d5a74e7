package main

import (
	"bufio"
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"acies/dice"
	"acies/match"
	"acies/table"
)

func (c *cli) play() *cobra.Command {
	var x sitting
	var hand bool
	cmd := &cobra.Command{
		Use:   "play BATTLE|GAME",
		Short: "Play at the terminal, in twos or against a level",
		Long: `Play shows the map, says who has to choose what, and numbers the choices. Answer
with a number or in notation ("move hastati-i-1 0415 UR"). It also knows

  map, pieces   draw the map again; with a list of all pieces
  odds CHOICE   what a choice costs or is worth, by number or in notation
  why ACTION    why an action is not legal, or why a piece cannot act
  hint          the three best choices, with reasons
  undo          take back the last action
  log           the battle so far
  save FILE     write a copy of the game (--force replaces a file)
  help, quit

The game is saved after every action, in a file named after the battle in the
current folder, and play goes on from there the next time; --new begins another
in its place.

With --sides a level plays an army or both: recruit, centurion, or strategos,
who may be given a time to think, strategos:5s. A file does not tell who plays;
say it again when you go on.`,
		Example: `  acies play sparta-195bc
  acies play sparta-195bc --sides human,centurion
  acies play issos-333bc --hand --file evening.jsonl
  acies play evening.jsonl`,
		Args: asUsed,
		RunE: func(cmd *cobra.Command, args []string) error {
			if hand && x.Seed != "" {
				return usage("--hand and --seed exclude each other: dice are thrown by hand or come from a seed")
			}
			if x.Seed == "" && !hand {
				x.Seed = dice.NewSeed()
			}
			x.name = args[0]
			s, err := c.sitDown(cmd, x)
			if err != nil {
				return err
			}
			if err := s.seat(x.sides); err != nil {
				return err
			}
			return s.play()
		},
	}
	cmd.Flags().StringArrayVar(&x.Options, "option", nil, "a variant of the battle (may be repeated)")
	cmd.Flags().StringVar(&x.Seed, "seed", "", "what the dice follow from")
	cmd.Flags().BoolVar(&hand, "hand", false, "throw the dice yourselves and type in what they show")
	cmd.Flags().StringSliceVar(&x.sides, "sides", []string{match.Human, match.Human}, "who plays the attacker and the defender: human or a level")
	cmd.Flags().StringVar(&x.file, "file", "", "where the game is kept")
	cmd.Flags().BoolVar(&x.again, "new", false, "begin a new game in place of the one that is kept")
	return cmd
}

// sitting is what people say when they sit down to play.
type sitting struct {
	name, file string // of the battle or game, and where the game is kept
	again      bool   // begin a new game in any case
	sides      []string
	table.Settings
}

// sitDown begins a game, or goes on with the one in the file.
func (c *cli) sitDown(cmd *cobra.Command, x sitting) (*session, error) {
	s := &session{cli: c, path: x.name, lines: bufio.NewScanner(c.in)}
	if isFile(x.name) {
		if flags := given(cmd, "option", "seed", "hand", "file", "new"); flags != "" {
			return nil, usage("%s is a game, and %s only good for a new one; name a battle instead to begin one", x.name, flags)
		}
		return s, s.goOn("")
	}
	p, err := c.find(x.name)
	if err != nil {
		return nil, err
	}
	s.path = cmp.Or(x.file, p.ID+".jsonl")
	s.again = "acies play " + x.name + " --new"
	if x.file != "" {
		s.again += " --file " + x.file
	}
	if isFile(s.path) && !x.again {
		if flags := given(cmd, "option", "seed", "hand"); flags != "" {
			return nil, usage("%s holds a game already, and %s only good for a new one; begin one in its place with --new, "+
				"or elsewhere with --file FILE", s.path, flags)
		}
		return s, s.goOn(p.ID)
	}
	if s.t, err = table.New(p, x.Settings); err != nil {
		return nil, usage("%w", err)
	}
	if s.w, err = c.words(s.t); err != nil {
		return nil, err
	}
	return s, c.save(s.path, s.t)
}

// goOn reads the game in the file, which must be of the battle if one is named.
func (s *session) goOn(battle string) error {
	t, w, err := s.game(s.path)
	if err != nil {
		return err
	}
	if id := t.Pack.ID; battle != "" && id != battle {
		return badFile(fmt.Errorf("%s holds a game of %s, not of %s; choose another file with --file FILE", s.path, id, battle))
	}
	s.t, s.w, s.begun = t, w, true
	return nil
}

// given tells which of the flags have been given: "--seed is", "--seed and --new are", or nothing.
func given(cmd *cobra.Command, names ...string) string {
	var flags []string
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			flags = append(flags, "--"+name)
		}
	}
	switch len(flags) {
	case 0:
		return ""
	case 1:
		return flags[0] + " is"
	}
	return strings.Join(flags, " and ") + " are"
}

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
	var x playSettings
	var hand bool
	cmd := &cobra.Command{
		Use:   "play BATTLE|GAME",
		Short: "Play at the terminal: two players, or against the computer",
		Long: `Play shows the map and numbers the choices of the side to act. Answer with a
number or in notation ("move hastati-i-1 0415 UR"). Other commands:

  map, pieces   draw the map again; with a list of all counters
  odds CHOICE   the cost or odds of a choice, by number or in notation
  why ACTION    why an action is not legal, or why a counter cannot act
  hint          the three best choices, with reasons
  undo          undo the last action
  log           the battle log
  save FILE     save a copy of the game (--force replaces a file, --with-pack
                puts the pack of the battle into it)
  help, quit

The game is saved after every action in a file named after the battle, in the
current folder, and resumes from there the next time; --new starts a new game in
its place.

With --sides the computer plays one army or both: recruit, centurion, or
strategos, optionally with a time to think: strategos:5s. The file does not store
who plays: name the sides again when you resume.`,
		Example: `  acies play sparta-195bc
  acies play sparta-195bc --sides human,centurion
  acies play issos-333bc --hand --file evening.jsonl
  acies play evening.jsonl`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if hand && x.Seed != "" {
				return usage("--hand and --seed cannot be used together: dice are real or come from a seed")
			}
			if x.Seed == "" && !hand {
				x.Seed = dice.NewSeed()
			}
			x.name = args[0]
			s, err := c.openGame(cmd, x)
			if err != nil {
				return err
			}
			if err := s.seat(x.sides); err != nil {
				return err
			}
			return s.play()
		},
	}
	cmd.Flags().StringArrayVar(&x.Options, "option", nil, "variant of the battle (may be repeated)")
	cmd.Flags().StringVar(&x.Seed, "seed", "", "seed of the dice")
	cmd.Flags().BoolVar(&hand, "hand", false, "roll real dice and type the results")
	cmd.Flags().StringSliceVar(&x.sides, "sides", []string{match.Human, match.Human}, "players of the attacker and the defender: human, recruit, centurion or strategos")
	cmd.Flags().StringVar(&x.file, "file", "", "file of the game")
	cmd.Flags().BoolVar(&x.again, "new", false, "start a new game in place of the saved one")
	return cmd
}

// playSettings holds the settings of acies play.
type playSettings struct {
	name, file string // of the battle or game, and where the game is kept
	again      bool   // start a new game even if the file exists
	sides      []string
	table.Settings
}

// openGame starts a game, or resumes the one in the file.
func (c *cli) openGame(cmd *cobra.Command, x playSettings) (*session, error) {
	s := &session{cli: c, path: x.name, lines: bufio.NewScanner(c.in)}
	if isFile(x.name) {
		if flags := given(cmd, "option", "seed", "hand", "file", "new"); flags != "" {
			return nil, usage("%s is a saved game: %s can only be used with a new one; to start one, name a battle", x.name, flags)
		}
		return s, s.resumeGame("")
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
			return nil, usage("%s already holds a game: %s can only be used with a new one; start one in its place with --new, "+
				"or elsewhere with --file FILE", s.path, flags)
		}
		return s, s.resumeGame(p.ID)
	}
	if s.t, err = table.New(p, x.Settings); err != nil {
		return nil, usage("%w", err)
	}
	if s.w, err = c.words(s.t); err != nil {
		return nil, err
	}
	return s, c.save(s.path, s.t)
}

// resumeGame reads the game in the file, which must be a game of the battle if one is named.
func (s *session) resumeGame(battle string) error {
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

// given lists the flags that were given: "--seed and --new".
func given(cmd *cobra.Command, names ...string) string {
	var flags []string
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			flags = append(flags, "--"+name)
		}
	}
	return strings.Join(flags, " and ")
}

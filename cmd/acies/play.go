package main

import (
	"os"

	"github.com/spf13/cobra"

	"acies/dice"
	"acies/table"
)

func (c *cli) play() *cobra.Command {
	var s table.Settings
	var hand bool
	var file string
	cmd := &cobra.Command{
		Use:   "play BATTLE|GAME",
		Short: "Play at the terminal, two people in turn",
		Long: `Play shows the map, says who has to choose what, and numbers the choices. Answer
with a number or in notation ("move hastati-i-1 0415 UR"). It also knows

  map, pieces   draw the map again; with a list of all pieces
  odds CHOICE   what a choice costs or is worth, by number or in notation
  why ACTION    why an action is not legal, or why a piece cannot act
  undo          take back the last action
  log           the battle so far
  save FILE     write a copy of the game
  help, quit

The game is saved after every action, in a file named after the battle in the
current folder, and play goes on from there the next time.`,
		Example: `  acies play sparta-195bc
  acies play issos-333bc --hand --file evening.jsonl
  acies play evening.jsonl`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if hand && s.Seed != "" {
				return usage("--hand and --seed exclude each other: dice are thrown by hand or come from a seed")
			}
			if s.Seed == "" && !hand {
				s.Seed = dice.NewSeed()
			}
			t, path, err := c.sitDown(args[0], file, s)
			if err != nil {
				return err
			}
			return c.session(t, path, len(t.Game.Entries()) > 0)
		},
	}
	cmd.Flags().StringArrayVar(&s.Options, "option", nil, "a variant of the battle (may be repeated)")
	cmd.Flags().StringVar(&s.Seed, "seed", "", "what the dice follow from")
	cmd.Flags().BoolVar(&hand, "hand", false, "throw the dice yourselves and type in what they show")
	cmd.Flags().StringVar(&file, "file", "", "where the game is kept")
	return cmd
}

// sitDown begins a game, or goes on with the one in the file.
func (c *cli) sitDown(name, file string, s table.Settings) (*table.Table, string, error) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		t, err := c.open(name)
		return t, name, err
	}
	p, err := table.FindPack(name)
	if err != nil {
		return nil, "", badFile(err)
	}
	if file == "" {
		file = p.ID + ".jsonl"
	}
	if _, err := os.Stat(file); err == nil {
		t, err := c.open(file)
		return t, file, err
	}
	t, err := table.New(p, s)
	if err != nil {
		return nil, "", usage("%w", err)
	}
	return t, file, c.save(file, t)
}

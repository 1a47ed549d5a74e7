package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"acies/dice"
	"acies/pack"
	"acies/record"
	"acies/table"
)

type newJSON struct {
	File string `json:"file"`
	record.Header
}

func (c *cli) new() *cobra.Command {
	var s settings
	var hand, force, withPack bool
	var file, position string
	cmd := c.withJSON(&cobra.Command{
		Use:   "new [BATTLE]",
		Short: "Start a game and write its file",
		Long: `New writes the file of a new game to standard output, or to a file that does not
exist yet. The dice come from a random seed, unless you give one or roll real
dice (--hand). A game can start from a position, which names its battle; see
acies position.`,
		Example: `  acies new sparta-195bc > game.jsonl
  acies new sparta-195bc --option reduced-roman-army --seed nabis -o game.jsonl
  acies new issos-333bc --hand -o game.jsonl
  acies new --position p.yaml -o game.jsonl`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if hand && s.Seed != "" {
				return usage("--hand and --seed cannot be used together: dice are real or come from a seed")
			}
			if c.json && file == "" {
				return usage("--json needs a file for the game: acies new BATTLE --json -o GAME")
			}
			if err := checkReplace(file, force); err != nil {
				return err
			}
			if position != "" {
				var err error
				if args, err = s.from(position, args); err != nil {
					return err
				}
			}
			if len(args) == 0 {
				return usage("missing battle: name one of %v, the folder of a pack, or a position (--position)", table.BuiltIn())
			}
			p, err := c.find(args[0])
			if err != nil {
				return err
			}
			if s.Seed == "" && !hand {
				s.Seed = dice.NewSeed()
			}
			t, err := table.New(p, s.Settings)
			if err != nil {
				return usage("%w", err)
			}
			if withPack {
				if err := t.PutPack(); err != nil {
					return badFile(err)
				}
				c.packs = nil // the game needs none
			}
			name := "GAME"
			if file == "" {
				err = t.Game.Write(c.out)
			} else {
				name, err = file, c.save(file, t)
			}
			if err != nil {
				return err
			}
			if c.json {
				h := t.Game.Header()
				h.Archive = nil // it is in the file
				return c.encode(newJSON{name, h})
			}
			fmt.Fprintf(c.err, "Continue with: %s, %s, %s, or %s.\n", c.command("show", name), c.command("legal", name),
				c.command("do", name, "ACTION"), c.command("play", name))
			return nil
		},
	})
	cmd.Flags().StringArrayVar(&s.Options, "option", nil, "variant of the battle, as listed by acies battles (may be repeated)")
	cmd.Flags().StringVar(&s.Seed, "seed", "", "seed of the dice; anyone who knows it knows every roll")
	cmd.Flags().BoolVar(&hand, "hand", false, "roll real dice and type the results: acies do GAME roll 7")
	cmd.Flags().StringVar(&position, "position", "", "start from the position in this file, as written by acies position")
	cmd.Flags().StringVarP(&file, "output", "o", "", "write to this file")
	cmd.Flags().BoolVar(&force, "force", false, "replace the file if it exists")
	withPackFlag(cmd, &withPack)
	return cmd
}

type settings struct{ table.Settings }

// from starts the game from the position in a file and returns the battle: the one named, or that of the position.
func (s *settings) from(file string, args []string) ([]string, error) {
	text, err := pack.ReadFile(file, pack.MaxFile)
	if err != nil {
		return nil, badFile(err)
	}
	battle, options, err := pack.PositionOf(file, text)
	if err != nil {
		return nil, badFile(err)
	}
	if len(s.Options) > 0 {
		return nil, usage("--option and --position cannot be used together: the position has its own options")
	}
	s.Options, s.Position = options, string(text)
	if len(args) == 0 {
		args = []string{battle}
	}
	p, err := table.FindPack(args[0])
	if err != nil {
		return nil, badFile(err)
	}
	b, err := p.Compile(options)
	if err == nil {
		_, err = p.At(b, file, text)
	}
	if err != nil {
		return nil, badFile(err)
	}
	return args, nil
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"acies/dice"
	"acies/table"
)

func (c *cli) new() *cobra.Command {
	var s table.Settings
	var hand bool
	var file string
	cmd := &cobra.Command{
		Use:   "new BATTLE",
		Short: "Begin a game and write its record",
		Long: `New writes the record of a game that is about to begin, to standard output or
to a file. Its dice follow from a seed that nobody can guess, unless you give
one or throw the dice yourselves (--hand).`,
		Example: `  acies new sparta-195bc > game.acies
  acies new sparta-195bc --option reduced-roman-army --seed nabis -o game.acies
  acies new issos-333bc --hand -o game.acies`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if hand && s.Seed != "" {
				return usage("--hand and --seed exclude each other: dice are thrown by hand or come from a seed")
			}
			p, err := table.FindPack(args[0])
			if err != nil {
				return badFile(err)
			}
			if s.Seed == "" && !hand {
				s.Seed = dice.NewSeed()
			}
			t, err := table.New(p, s)
			if err != nil {
				return usage("%w", err)
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
			fmt.Fprintf(c.err, "Go on with: acies show %s, acies legal %s, acies do %s ACTION, or acies play %s.\n", name, name, name, name)
			return nil
		},
	}
	cmd.Flags().StringArrayVar(&s.Options, "option", nil, "a variant of the battle, as acies battles lists them (may be repeated)")
	cmd.Flags().StringVar(&s.Seed, "seed", "", "what the dice follow from; whoever knows it knows every roll")
	cmd.Flags().BoolVar(&hand, "hand", false, "dice are thrown by hand and typed in: acies do GAME roll 7")
	cmd.Flags().StringVarP(&file, "output", "o", "", "write to this file")
	return cmd
}

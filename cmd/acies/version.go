package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"acies/record"
	"acies/rules/sword"
)

func (c *cli) version() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Tell the versions of the program, its engine and its records",
		Example: `  acies version`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			program := "unknown"
			if info, ok := debug.ReadBuildInfo(); ok {
				program = info.Main.Version
			}
			_, err := fmt.Fprintf(c.out, "acies %s, engine sword %s, records %d\n", program, sword.Version, record.Format)
			return err
		},
	}
}

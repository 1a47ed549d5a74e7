package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"acies/record"
	"acies/rules/sword"
)

type versionJSON struct {
	Acies   string `json:"acies"`
	Sword   string `json:"sword"` // the engine
	Records int    `json:"records"`
}

func (c *cli) version() *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:     "version",
		Short:   "Tell the versions of the program, its engine and its records",
		Example: `  acies version`,
		Args:    asUsed,
		RunE: func(*cobra.Command, []string) error {
			v := versionJSON{Acies: program(), Sword: sword.Version, Records: record.Format}
			if c.json {
				return c.encode(v)
			}
			_, err := fmt.Fprintf(c.out, "acies %s, engine sword %s, records %d\n", v.Acies, v.Sword, v.Records)
			return err
		},
	})
}

// program returns the version of the program.
func program() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}

package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"acies/record"
	"acies/system"
)

type versionJSON struct {
	Acies   string            `json:"acies"`
	Engines map[string]string `json:"engines"` // by rulebook
	Records int               `json:"records"`
}

func (c *cli) version() *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:     "version",
		Short:   "Print the versions of the program, the engine and the file format",
		Example: `  acies version`,
		Args:    checkArgs,
		RunE: func(*cobra.Command, []string) error {
			v := versionJSON{Acies: program(), Engines: map[string]string{}, Records: record.Format}
			var engines []string
			for _, s := range system.All() {
				v.Engines[s.ID()] = s.Version()
				engines = append(engines, s.ID()+" "+s.Version())
			}
			if c.json {
				return c.encode(v)
			}
			_, err := fmt.Fprintf(c.out, "acies %s, engines %s, records %d\n", v.Acies, strings.Join(engines, ", "), v.Records)
			return err
		},
	})
}

// release is the version of a program that was built for others; make release sets it.
var release string

// program returns the version of the program.
func program() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}

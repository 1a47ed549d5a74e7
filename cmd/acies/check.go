package main

import (
	"fmt"
	"io/fs"
	"path"

	"github.com/spf13/cobra"

	"acies/pack"
	"acies/system"
	"acies/table"
)

func (c *cli) check() *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "check PACK…",
		Short: "Check packs and report errors with file and line",
		Long: `Check reads packs, given by folder or by the id of a built-in battle, and reports
every error as a compiler would: file, line, what is wrong and how to fix it.
With warnings only, the exit code is 0.`,
		Example: `  acies check battles/my-battle
  acies check sparta-195bc issos-333bc`,
		Args: checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			all := []pack.Problem{}
			failed := false
			for _, name := range args {
				fsys, dir := table.Locate(name)
				if info, err := fs.Stat(fsys, dir); err != nil || !info.IsDir() {
					return badFile(fmt.Errorf("pack %q not found; name a folder, or one of %v", name, table.BuiltIn()))
				}
				_, problems := system.Read(pack.ReadFiles(fsys, dir))
				for _, p := range problems {
					p.File = path.Join(name, p.File)
					failed = failed || p.Severity == pack.Error
					all = append(all, p)
				}
				if !c.json && len(problems) == 0 {
					fmt.Fprintf(c.out, "%s: no problems\n", name)
				}
			}
			if c.json {
				if err := c.encode(all); err != nil {
					return err
				}
			} else {
				for _, p := range all {
					fmt.Fprintln(c.out, p)
				}
			}
			if failed {
				return errFound
			}
			return nil
		},
	})
}

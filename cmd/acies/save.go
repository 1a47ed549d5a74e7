package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"acies/record"
	"acies/system"
	"acies/table"
)

// save writes a game to its file.
func (c *cli) save(path string, t *table.Table) error {
	if err := record.WriteFile(path, t.Game); err != nil {
		return badFile(err)
	}
	return nil
}

// withPackFlag adds the flag --with-pack, which keeps the pack in the file of a game.
func withPackFlag(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "with-pack", false, "put the pack of the battle into the file, for players who do not have it")
}

// isFile reports whether a regular file exists; devices and pipes, which store nothing, do not count.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// checkReplace returns an error if a file exists and may not be replaced.
func checkReplace(path string, force bool) error {
	if !force && isFile(path) {
		return badFile(fmt.Errorf("%s already exists; choose another name, or replace it with --force", path))
	}
	return nil
}

// find loads the pack with a name. A pack that is not built in is remembered, since its games cannot be read without
// it.
func (c *cli) find(name string) (*system.Pack, error) {
	p, err := table.FindPack(name)
	if err != nil {
		return nil, badFile(err)
	}
	if !slices.Contains(table.BuiltIn(), name) && !slices.Contains(c.packs, name) {
		c.packs = append(c.packs, name)
	}
	return p, nil
}

// command returns a command line for people to type, with the packs its game needs.
func (c *cli) command(words ...string) string {
	line := "acies " + strings.Join(words, " ")
	for _, p := range c.packs {
		line += " --pack " + p
	}
	return line
}

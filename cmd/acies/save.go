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

// withPackFlag adds the flag --with-pack, after which the file of a game keeps its pack.
func withPackFlag(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "with-pack", false, "put the pack of the battle into the file, for players who do not have it")
}

// isFile reports whether a file is there; devices and pipes, which keep nothing, are none.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// vacant returns an error if a file is there that nobody has said to replace.
func vacant(path string, force bool) error {
	if !force && isFile(path) {
		return badFile(fmt.Errorf("%s already exists; choose another name, or replace it with --force", path))
	}
	return nil
}

// find loads the pack of a name. One of the players' own is remembered: its games are not read without it.
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

// command writes a command line for people to type, with the packs its game needs.
func (c *cli) command(words ...string) string {
	line := "acies " + strings.Join(words, " ")
	for _, p := range c.packs {
		line += " --pack " + p
	}
	return line
}

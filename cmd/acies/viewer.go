package main

import (
	"slices"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/pack"
	"acies/table"
)

// Anyone who has the file of a game can find out everything. The output is still for one viewer, so that people who
// play at one terminal do not see each other's cards.

// sideFlag adds the flag that names the side to print for.
func sideFlag(cmd *cobra.Command, side *string) {
	cmd.Flags().StringVar(side, "side", "", "print what this side may know; otherwise, what a spectator may know")
}

// viewerOf returns the viewer that --side names.
func viewerOf(t *table.Table, side string) (game.Side, error) {
	if side == "" {
		return game.Nobody, nil
	}
	i := slices.Index(t.Pack.Sides, side)
	if i < 0 {
		return game.Nobody, usage("--side: there is no side %q; choose one of %s", side, pack.List(t.Pack.Sides))
	}
	return game.Side(i), nil
}

// chooser returns the viewer for whom the entries of a game from a number on are printed: the side that chose first
// among them, or else the one to choose now; a spectator if there is none.
func chooser(t *table.Table, from int) game.Side {
	for _, e := range t.Game.Entries()[from:] {
		if e.Side >= 0 {
			return e.Side
		}
	}
	if side := t.Game.State().ToAct(); side >= 0 {
		return side
	}
	return game.Nobody
}

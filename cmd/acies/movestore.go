package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"acies/match"
	"acies/store"
	"acies/table"
)

func (c *cli) moveStore() *cobra.Command {
	return &cobra.Command{
		Use:   "move-store FROM TO",
		Short: "Copy all data to another file or database",
		Long: `Move-store copies everything from one data file or PostgreSQL database to another: games,
packs, users with sessions and keys, messages, notices, tournaments, events. FROM is only
read. Every game is replayed before it is copied, with its rolls and its chain, and the copy
is compared with it; a game that is damaged stays where it is and is listed at the end.

Stop the server first, and start it with the new data afterwards. A move can be stopped with
Ctrl-C and resumed with the same command: what is there already is not copied again. TO must
have no other games, and none that has been played on there.`,
		Example: `  acies move-store club.db postgres://acies@localhost/acies
  acies move-store postgres://acies@localhost/acies club.db`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return c.move(ctx, args[0], args[1])
		},
	}
}

func (c *cli) move(ctx context.Context, source, target string) error {
	if source == target || sameFile(source, target) {
		return usage("FROM and TO are the same: %s", store.Shown(source))
	}
	from, err := store.Open(source, store.Options{ReadOnly: true})
	if err != nil {
		return badFile(err)
	}
	defer from.Close()
	to, err := store.Open(target, store.Options{})
	if err != nil {
		return badFile(err)
	}
	games := match.New(from, match.Options{Library: table.NewLibrary(c.packs...)})
	var bar *progress
	done, total := 0, 0
	moved, err := store.Move(ctx, from, to, store.MoveOptions{
		Check: func(_ context.Context, id string) error {
			return games.With(id, func(*match.Match) error { return nil })
		},
		Progress: func(n, of int) {
			if done, total = n, of; bar == nil {
				bar = c.progress(of)
				return
			}
			bar.step()
		},
	})
	if bar != nil {
		bar.end()
	}
	games.Close()
	err = errors.Join(err, to.Close())
	if errors.Is(err, context.Canceled) {
		return refused(fmt.Errorf("stopped after %d of %d games; resume with the same command", done, total))
	}
	if err != nil {
		return badFile(err)
	}
	fmt.Fprintf(c.out, "%s: games copied: %d, there already: %d, users: %d.\n", store.Shown(target), moved.Games, moved.Same, moved.Users)
	for _, id := range slices.Sorted(maps.Keys(moved.Damaged)) {
		fmt.Fprintf(c.err, "not copied: %v\n", moved.Damaged[id])
	}
	if len(moved.Damaged) > 0 {
		return refused(fmt.Errorf("damaged and not copied: %d of %d games", len(moved.Damaged), total))
	}
	return nil
}

// sameFile reports whether two names lead to one file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

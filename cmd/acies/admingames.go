package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"acies/account"
	"acies/match"
	"acies/record"
	"acies/store"
)

// The states of a game, as lists of games name them.
const (
	stateWaiting = "waiting" // a seat is open
	statePlaying = "playing"
	stateOver    = "over"
	stateDeleted = "deleted"
	stateDamaged = "damaged" // it cannot be read
)

// gameJSON is a game as acies admin games lists it.
type gameJSON struct {
	ID      string    `json:"id"`
	Battle  string    `json:"battle"`
	Title   string    `json:"title,omitempty"`
	State   string    `json:"state"`
	Turn    int       `json:"turn"`
	Players []string  `json:"players"`
	Host    string    `json:"host,omitempty"`
	Updated time.Time `json:"updated"`
}

// describeGames returns all games, the latest first.
func describeGames(ctx context.Context, s *store.Store) ([]gameJSON, error) {
	games, err := s.Games(ctx, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	users, err := account.New(s, nil).Users(ctx)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, u := range users {
		if names[u.ID] = u.Name; u.Guest() {
			names[u.ID] = "(guest)"
		}
	}
	list := []gameJSON{}
	for _, g := range games {
		list = append(list, describeGame(&g, names))
	}
	return list, nil
}

func describeGame(g *match.Game, names map[string]string) gameJSON {
	x := gameJSON{ID: g.ID, Title: g.Title, State: statePlaying, Players: []string{}, Host: names[g.Host], Updated: g.Updated.UTC()}
	for _, s := range g.Seats {
		name, there := names[s.User]
		switch {
		case s.Kind != match.Human || g.Host == "": // without a host anybody at the table plays
			name = s.Kind
		case s.User == "":
			name, x.State = "(open)", stateWaiting
		case !there:
			name = "(deleted)"
		}
		x.Players = append(x.Players, name)
	}
	var h record.Header
	sum, err := match.ReadSummary(g.Summary)
	if err != nil || json.Unmarshal([]byte(g.Header), &h) != nil {
		x.State = stateDamaged
		return x
	}
	x.Battle, x.Turn = h.Battle, sum.Turn
	if sum.Outcome.Over {
		x.State = stateOver
	}
	if !g.Deleted.IsZero() {
		x.State = stateDeleted
	}
	return x
}

func (c *cli) adminGames(data *string) *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "games",
		Short: "List all games with their players",
		Long: `Games lists all games, those changed last first. STATE is waiting (a seat is open),
playing, over, deleted or damaged. Players are named by side; a computer opponent by its
level. Nothing is shown that is hidden in a game.`,
		Example: `  acies admin games
  acies admin games --json`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withData(*data, false, func(s *store.Store) error {
				list, err := describeGames(cmd.Context(), s)
				if err != nil || c.json {
					return firstError(err, func() error { return c.encode(list) })
				}
				w := c.columns("GAME", "BATTLE", "STATE", "TURN", "UPDATED", "PLAYERS")
				for _, g := range list {
					fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\n", g.ID, g.Battle, g.State, g.Turn, day(g.Updated), strings.Join(g.Players, " - "))
				}
				return w.Flush()
			})
		},
	})
}

// firstError returns an error or, if there is none, what f returns.
func firstError(err error, f func() error) error {
	if err != nil {
		return err
	}
	return f()
}

// statsJSON is what acies admin stats says.
type statsJSON struct {
	Users  int            `json:"users"`
	Banned int            `json:"banned"`
	Guests int            `json:"guests"`
	Games  map[string]int `json:"games"` // by state
	Bytes  int64          `json:"bytes"`
}

func (c *cli) adminStats(data *string) *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:     "stats",
		Short:   "Count users and games",
		Long:    `Stats counts accounts, guests and games by their state, and gives the size of the data.`,
		Example: `  acies admin stats`,
		Args:    checkArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withData(*data, false, func(s *store.Store) error {
				x, err := countAll(cmd.Context(), s)
				if err != nil || c.json {
					return firstError(err, func() error { return c.encode(x) })
				}
				w := c.columns("WHAT", "COUNT")
				fmt.Fprintf(w, "accounts\t%d\nbanned\t%d\nguests\t%d\n", x.Users, x.Banned, x.Guests)
				for _, state := range []string{stateWaiting, statePlaying, stateOver, stateDeleted, stateDamaged} {
					fmt.Fprintf(w, "games %s\t%d\n", state, x.Games[state])
				}
				fmt.Fprintf(w, "bytes\t%d\n", x.Bytes)
				return w.Flush()
			})
		},
	})
}

func countAll(ctx context.Context, s *store.Store) (x statsJSON, err error) {
	users, err := account.New(s, nil).Users(ctx)
	if err != nil {
		return x, err
	}
	for _, u := range users {
		if u.Guest() {
			x.Guests++
		} else {
			x.Users++
		}
		if !u.Banned.IsZero() {
			x.Banned++
		}
	}
	games, err := describeGames(ctx, s)
	if err != nil {
		return x, err
	}
	x.Games = map[string]int{}
	for _, g := range games {
		x.Games[g.State]++
	}
	x.Bytes, err = s.Size(ctx)
	return x, err
}

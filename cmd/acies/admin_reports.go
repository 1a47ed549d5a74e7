package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"acies/account"
	"acies/store"
	"acies/talk"
)

// reportJSON is a report as acies admin reports lists it.
type reportJSON struct {
	At     time.Time `json:"at"`
	By     string    `json:"by"`
	Why    string    `json:"why,omitempty"`
	Game   string    `json:"game"`
	Room   talk.Room `json:"room"`
	N      int       `json:"n"`
	Author string    `json:"author"`
	Said   time.Time `json:"said"`
	Text   string    `json:"text"`
}

func (c *cli) adminReports(data *string) *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "reports",
		Short: "List the messages that users have reported",
		Long: `Reports lists messages that readers have reported, the latest first: who wrote each of
them, in which game, who reports it and why. Reports are kept for 90 days, even if the game
is deleted.`,
		Example: `  acies admin reports
  acies admin reports --json`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withData(*data, false, func(s *store.Store) error {
				list, err := describeReports(cmd.Context(), s)
				if err != nil || c.json {
					return firstError(err, func() error { return c.encode(list) })
				}
				w := c.columns("REPORTED", "BY", "GAME", "AUTHOR", "MESSAGE", "WHY")
				for _, r := range list {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", day(r.At), r.By, r.Game, r.Author, oneLine(r.Text), oneLine(r.Why))
				}
				return w.Flush()
			})
		},
	})
}

// oneLine returns a text of several lines as one.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// namer returns a function that names the users of ids.
func namer(ctx context.Context, s *store.Store) (func(id string) string, error) {
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
	return func(id string) string {
		if n, there := names[id]; there {
			return n
		}
		return "(deleted)"
	}, nil
}

// describeReports returns all reports, the latest first.
func describeReports(ctx context.Context, s *store.Store) ([]reportJSON, error) {
	reports, err := s.Reports(ctx)
	if err != nil {
		return nil, err
	}
	name, err := namer(ctx, s)
	if err != nil {
		return nil, err
	}
	list := []reportJSON{}
	for _, r := range reports {
		m := &r.Said
		list = append(list, reportJSON{r.At.UTC(), name(r.By), r.Why, m.Game, m.Room, m.N, name(m.User), m.At.UTC(), m.Text})
	}
	return list, nil
}

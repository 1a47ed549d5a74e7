package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"acies/store"
)

// eventJSON is an event as acies admin audit lists it.
type eventJSON struct {
	At      time.Time `json:"at"`
	Who     string    `json:"who,omitempty"`
	What    string    `json:"what"`
	About   string    `json:"about,omitempty"`
	Address string    `json:"address,omitempty"`
}

// audited is how many events acies admin audit lists.
const audited = 1000

func (c *cli) adminAudit(data *string) *cobra.Command {
	days := 7
	cmd := c.withJSON(&cobra.Command{
		Use:   "audit",
		Short: "List who did what with accounts and games",
		Long: `Audit lists log-ins, failed log-ins, registrations, changes of passwords, tokens,
passkeys and addresses, ended sessions, recoveries and links for them, bans and deletions,
the latest first, with the address they came from. Events are kept for 90 days.`,
		Example: `  acies admin audit
  acies admin audit --days 90 --json`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withData(*data, false, func(s *store.Store) error {
				list, err := describeEvents(cmd.Context(), s, time.Now().AddDate(0, 0, -days))
				if err != nil || c.json {
					return firstError(err, func() error { return c.encode(list) })
				}
				w := c.columns("WHEN", "WHO", "WHAT", "ABOUT", "FROM")
				for _, e := range list {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", e.At.Format("2006-01-02 15:04:05"), e.Who, e.What, e.About, e.Address)
				}
				return w.Flush()
			})
		},
	})
	cmd.Flags().IntVar(&days, "days", days, "how many days back")
	return cmd
}

// describeEvents returns the events since a time, the latest first.
func describeEvents(ctx context.Context, s *store.Store, since time.Time) ([]eventJSON, error) {
	events, err := s.Events(ctx, since, "", audited)
	if err != nil {
		return nil, err
	}
	name, err := namer(ctx, s)
	if err != nil {
		return nil, err
	}
	list := []eventJSON{}
	for _, e := range events {
		x := eventJSON{At: e.At.UTC(), What: e.What, About: e.About, Address: e.Address}
		if e.Actor != "" {
			x.Who = name(e.Actor)
		}
		if n := name(e.About); e.About != "" && n != "(deleted)" { // else it is a game, or somebody who is gone
			x.About = n
		}
		list = append(list, x)
	}
	return list, nil
}

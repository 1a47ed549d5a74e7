package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"acies/account"
	"acies/match"
	"acies/server"
	"acies/store"
	"acies/table"
)

// admin is the command for those who run a server for others.
func (c *cli) admin() *cobra.Command {
	var data string
	cmd := &cobra.Command{
		Use:   "admin",
		Short: "Manage the users of a shared server",
		Long: `Admin manages the users of a server that people share (acies serve --public): who
they are, a new password for somebody who has forgotten it, and the door. It works on
the data file or the database (--store), also while the server runs; what it changes
holds at once.

Users are named as they named themselves; capitals and accents do not matter. A guest has
no name and is given by his id, such as id:k3v7q2m5x4w6y8zb, as acies admin users lists him.`,
		Example: `  acies admin users
  acies admin recover Xenophon --public https://club.example
  acies admin ban Tissaphernes
  acies admin stats --data /var/lib/acies/acies.db`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	dataFlags(cmd, cmd.PersistentFlags(), &data)
	cmd.AddCommand(c.adminUsers(&data), c.adminGames(&data), c.adminReports(&data), c.adminAudit(&data), c.adminStats(&data), c.adminRecover(&data), c.adminDelete(&data),
		c.adminDoor(&data, "ban", "Keep a user out", `Ban ends all sessions and tokens of a user, who cannot log in any more and is told that
the account is suspended. Nobody waits for him: his open challenges are withdrawn, rated
games and those of tournaments are lost, and in others a program plays on. The name stays
taken.`, "%s is banned.\n", account.Banned, true, (*account.People).Ban),
		c.adminDoor(&data, "unban", "Let a banned user in again", `Unban lets a banned user log in again, with the same name, password and games.`,
			"%s can log in again.\n", account.Unbanned, false, (*account.People).Unban))
	return cmd
}

// withData calls f with the data. A file that does not exist is not created.
func withData(data string, change bool, f func(s *store.Store) error) error {
	address, err := dataFile(data)
	if err != nil {
		return badFile(err)
	}
	if !store.IsDatabase(address) {
		if _, err := os.Stat(address); err != nil {
			return badFile(fmt.Errorf("there is no data file: %w", err))
		}
	}
	s, err := store.Open(address, store.Options{ReadOnly: !change})
	if err != nil {
		return badFile(err)
	}
	err = f(s)
	if e := (*exit)(nil); err != nil && !errors.As(err, &e) {
		err = badFile(err)
	}
	return errors.Join(err, s.Close())
}

// idMark stands before the id of a user where a name is expected. No name has a colon in it.
const idMark = "id:"

// nameOf returns what the commands call a user: guests have no name.
func nameOf(u *account.User) string {
	if u.Guest() {
		return idMark + u.ID
	}
	return u.Name
}

// find returns the user whom a command names, by name or by id.
func find(ctx context.Context, s *store.Store, p *account.People, name string) (account.User, error) {
	if id, ok := strings.CutPrefix(name, idMark); ok {
		return s.User(ctx, id)
	}
	return p.Named(ctx, name)
}

// withUser calls f with the user of a name or an id.
func withUser(ctx context.Context, data, name string, f func(s *store.Store, p *account.People, u *account.User) error) error {
	return withData(data, true, func(s *store.Store) error {
		p := account.New(s, nil)
		u, err := find(ctx, s, p, name)
		if errors.Is(err, account.ErrUnknown) {
			return refused(fmt.Errorf("there is no user %q; see acies admin users", name))
		}
		if err != nil {
			return err
		}
		return f(s, p, &u)
	})
}

// userJSON is a user as acies admin users lists him.
type userJSON struct {
	ID      string     `json:"id"`
	Name    string     `json:"name,omitempty"`
	Kind    string     `json:"kind"`
	Banned  *time.Time `json:"banned,omitempty"`
	Created time.Time  `json:"created"`
	Seen    *time.Time `json:"seen,omitempty"`
	Games   int        `json:"games"`
}

// kindOf returns what kind of user somebody is.
func kindOf(u *account.User) string {
	switch {
	case !u.Banned.IsZero():
		return "banned"
	case u.Guest():
		return "guest"
	}
	return "account"
}

// moment returns a time for JSON, nil for none.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// day returns a time for a list.
func day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format(time.DateOnly)
}

func (c *cli) adminUsers(data *string) *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "users",
		Short: "List accounts and guests",
		Long: `Users lists everybody: accounts by name, then guests by their ids. KIND is account,
banned or guest. SEEN is the last day on which somebody was here, by the browsers
that are still logged in. GAMES counts those that a user has set up or has a seat in.`,
		Example: `  acies admin users
  acies admin users --json`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withData(*data, false, func(s *store.Store) error {
				list, err := account.New(s, nil).Users(cmd.Context())
				if err != nil {
					return err
				}
				if c.json {
					out := []userJSON{}
					for _, u := range list {
						out = append(out, userJSON{u.ID, u.Name, kindOf(&u.User), moment(u.Banned), u.Created.UTC(), moment(u.Seen), u.Games})
					}
					return c.encode(out)
				}
				w := c.columns("NAME", "KIND", "CREATED", "SEEN", "GAMES")
				for _, u := range list {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\n", nameOf(&u.User), kindOf(&u.User), day(u.Created), day(u.Seen), u.Games)
				}
				return w.Flush()
			})
		},
	})
}

// columns returns a writer of lines with tabs between their columns.
func (c *cli) columns(heads ...string) *tabwriter.Writer {
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(heads, "\t"))
	return w
}

func (c *cli) adminRecover(data *string) *cobra.Command {
	var public string
	cmd := &cobra.Command{
		Use:   "recover NAME",
		Short: "Make a link with which a user sets a new password",
		Long: `Recover prints a link for somebody who has forgotten the password. It is good for one
use within 24 hours. Whoever opens it sets a new password; all sessions and tokens of the
account end then. Hand it over so that nobody else sees it.`,
		Example: `  acies admin recover Xenophon
  acies admin recover Xenophon --public https://club.example`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			base := "https://YOUR-SERVER"
			if public != "" {
				u, err := publicAddress(public)
				if err != nil {
					return err
				}
				base = (&url.URL{Scheme: u.Scheme, Host: u.Host}).String()
			}
			return withUser(cmd.Context(), *data, args[0], func(s *store.Store, p *account.People, u *account.User) error {
				secret, err := p.Recovery(cmd.Context(), u)
				if errors.Is(err, account.ErrGuest) {
					return refused(fmt.Errorf("%s is a guest, who has no password", nameOf(u)))
				}
				if err == nil {
					err = s.AddEvent(cmd.Context(), account.Event{At: time.Now(), What: account.LinkIssued, About: u.ID})
				}
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(c.out, "A new password for %s, once and within 24 hours:\n%s/#/recover/%s\n", u.Name, base, secret)
				return err
			})
		},
	}
	cmd.Flags().StringVar(&public, "public", "", "address of the server, as for acies serve, so that the link is complete")
	return cmd
}

// vacate ends what a user leaves open who does not come back.
func vacate(ctx context.Context, s *store.Store, u *account.User) error {
	games := match.New(s, match.Options{Library: table.NewLibrary(), Substitute: substitute})
	defer games.Close()
	return server.New(server.Options{Games: games, Tourneys: s}).Vacate(ctx, u.ID)
}

// adminDoor returns a command that does something to one user, which is kept as an event. If he goes for good, nobody is to wait
// for him.
func (c *cli) adminDoor(data *string, name, short, long, done, event string, goes bool, do func(*account.People, context.Context, *account.User) error) *cobra.Command {
	return &cobra.Command{
		Use:     name + " NAME",
		Short:   short,
		Long:    long,
		Example: "  acies admin " + name + " Tissaphernes",
		Args:    checkArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withUser(cmd.Context(), *data, args[0], func(s *store.Store, p *account.People, u *account.User) error {
				if err := do(p, cmd.Context(), u); err != nil {
					return err
				}
				err := s.AddEvent(cmd.Context(), account.Event{At: time.Now(), What: event, About: u.ID})
				if goes { // the door is shut, whatever is behind it
					if left := vacate(cmd.Context(), s, u); left != nil {
						err = errors.Join(err, fmt.Errorf("what %s left open cannot all be ended: %w", nameOf(u), left))
					}
				}
				_, werr := fmt.Fprintf(c.out, done, nameOf(u))
				return errors.Join(err, werr)
			})
		},
	}
}

func (c *cli) adminDelete(data *string) *cobra.Command {
	return c.adminDoor(data, "delete-user", "Delete a user", `Delete-user removes an account or a guest with everything that belongs to it but games. Nobody
waits for its owner: open challenges are withdrawn, rated games and those of tournaments are
lost, and in others a program plays on. The name is free again. This cannot be undone; to
keep somebody out, use ban.`, "%s is deleted.\n", account.AccountDeleted, true, (*account.People).Remove)
}

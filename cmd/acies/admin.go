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
	"acies/store"
)

// admin is the command for those who run a server for others.
func (c *cli) admin() *cobra.Command {
	var data string
	cmd := &cobra.Command{
		Use:   "admin",
		Short: "Manage the users of a shared server",
		Long: `Admin manages the users of a server that people share (acies serve --public): who
they are, a new password for somebody who has forgotten it, and the door. It works on
the data file, also while the server runs; what it changes holds at once.

Users are named as they named themselves; capitals and accents do not matter.`,
		Example: `  acies admin users
  acies admin recover Xenophon --public https://club.example
  acies admin ban Tissaphernes
  acies admin stats --data /var/lib/acies/acies.db`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().StringVar(&data, "data", "", "data file (default: acies.db in your data folder)")
	cmd.AddCommand(c.adminUsers(&data), c.adminGames(&data), c.adminReports(&data), c.adminAudit(&data), c.adminStats(&data), c.adminRecover(&data), c.adminDelete(&data), c.adminRights(&data),
		c.adminDoor(&data, "ban", "Keep a user out", `Ban ends all sessions and tokens of a user, who cannot log in any more and is told that
the account is suspended. Games and seats stay as they are. The name stays taken.`, "%s is banned.\n", account.Banned, (*account.People).Ban),
		c.adminDoor(&data, "unban", "Let a banned user in again", `Unban lets a banned user log in again, with the same name, password and games.`,
			"%s can log in again.\n", account.Unbanned, (*account.People).Unban))
	return cmd
}

// withData calls f with the data file. A file that does not exist is not created.
func withData(data string, change bool, f func(s *store.Store, path string) error) error {
	path, err := dataFile(data)
	if err != nil {
		return badFile(err)
	}
	if _, err := os.Stat(path); err != nil {
		return badFile(fmt.Errorf("there is no data file: %w", err))
	}
	s, err := store.Open(path, store.Options{ReadOnly: !change})
	if err != nil {
		return badFile(err)
	}
	err = f(s, path)
	if e := (*exit)(nil); err != nil && !errors.As(err, &e) {
		err = badFile(err)
	}
	return errors.Join(err, s.Close())
}

// withUser calls f with the user of a name.
func withUser(ctx context.Context, data, name string, f func(s *store.Store, p *account.People, u *account.User) error) error {
	return withData(data, true, func(s *store.Store, _ string) error {
		p := account.New(s, nil)
		u, err := p.Named(ctx, name)
		if errors.Is(err, account.ErrUnknown) {
			return refused(fmt.Errorf("there is no account %q; see acies admin users", name))
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
	case u.Guest():
		return "guest"
	case !u.Banned.IsZero():
		return "banned"
	case u.Admin:
		return "admin"
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
		Long: `Users lists everybody: accounts by name, then guests, who have none. KIND is account,
admin, banned or guest. SEEN is the last day on which somebody was here, by the browsers
that are still logged in. GAMES counts those that a user has set up or has a seat in.`,
		Example: `  acies admin users
  acies admin users --json`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withData(*data, false, func(s *store.Store, _ string) error {
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
					name := u.Name
					if name == "" {
						name = "-"
					}
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\n", name, kindOf(&u.User), day(u.Created), day(u.Seen), u.Games)
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
			return withUser(cmd.Context(), *data, args[0], func(_ *store.Store, p *account.People, u *account.User) error {
				secret, err := p.Recovery(cmd.Context(), u)
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

// adminDoor returns a command that does something to one user, which is kept as an event.
func (c *cli) adminDoor(data *string, name, short, long, done, event string, do func(*account.People, context.Context, *account.User) error) *cobra.Command {
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
				if err := s.AddEvent(cmd.Context(), account.Event{At: time.Now(), What: event, About: u.ID}); err != nil {
					return err
				}
				_, err := fmt.Fprintf(c.out, done, u.Name)
				return err
			})
		},
	}
}

func (c *cli) adminDelete(data *string) *cobra.Command {
	return c.adminDoor(data, "delete-user", "Delete an account", `Delete-user removes an account with everything that belongs to it but games: these stay
as they are, with nobody in the seat. The name is free again. This cannot be undone; to keep
somebody out, use ban.`, "%s is deleted.\n", account.AccountDeleted, (*account.People).Remove)
}

func (c *cli) adminRights(data *string) *cobra.Command {
	var remove bool
	cmd := &cobra.Command{
		Use:   "admin NAME",
		Short: "Make a user an admin, or no longer",
		Long: `Admin marks an account as one of those who run the server; with --remove it is an
ordinary account again.`,
		Example: `  acies admin admin Xenophon
  acies admin admin Xenophon --remove`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withUser(cmd.Context(), *data, args[0], func(_ *store.Store, p *account.People, u *account.User) error {
				if err := p.SetAdmin(cmd.Context(), u, !remove); err != nil {
					return err
				}
				text := "%s is an admin.\n"
				if remove {
					text = "%s is no admin.\n"
				}
				_, err := fmt.Fprintf(c.out, text, u.Name)
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&remove, "remove", false, "take the right away")
	return cmd
}

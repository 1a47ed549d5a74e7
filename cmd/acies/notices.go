package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"acies/account"
	"acies/match"
	"acies/notify"
	"acies/store"
)

// mailSettings say by which server mail is sent.
type mailSettings struct {
	server, from, user, passwordFile string
}

func (m *mailSettings) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&m.server, "smtp", "", "server that takes mail, host:port; without it no mail is sent")
	cmd.Flags().StringVar(&m.from, "smtp-from", "", "address from which mail is sent")
	cmd.Flags().StringVar(&m.user, "smtp-user", "", "name with which to log in to the mail server")
	cmd.Flags().StringVar(&m.passwordFile, "smtp-password-file", "", "file with the password for the mail server")
}

// mailer returns what sends mail; nil: nothing does.
func (m *mailSettings) mailer() (*notify.SMTP, error) {
	if m.server == "" {
		if m.from != "" || m.user != "" || m.passwordFile != "" {
			return nil, usage("--smtp-from, --smtp-user and --smtp-password-file need --smtp")
		}
		return nil, nil
	}
	s := &notify.SMTP{Server: m.server, From: m.from, User: m.user}
	if err := s.Check(); err != nil {
		return nil, usage("--smtp %s, --smtp-from %s: expected host:port and an address such as acies@club.example: %w", m.server, m.from, err)
	}
	if (m.user == "") != (m.passwordFile == "") {
		return nil, usage("--smtp-user and --smtp-password-file need each other")
	}
	if m.passwordFile != "" {
		text, err := os.ReadFile(m.passwordFile)
		if err != nil {
			return nil, badFile(err)
		}
		s.Password = strings.TrimRight(string(text), "\r\n")
	}
	return s, nil
}

// notices returns what tells people that games wait for them; nil on a server without accounts, or one where nobody plays.
func (o *serveSettings) notices(s *store.Store, mail *notify.SMTP, leases *match.Leases, log *slog.Logger) (*notify.Notifier, error) {
	public, err := publicAddress(o.public)
	if err != nil || public == nil || o.readOnly {
		return nil, err
	}
	return notify.New(notify.Options{
		Store: s, Public: public, Mail: mail, Leases: leases, Logger: log,
		Address: func(ctx context.Context, user string) (string, error) {
			u, err := s.User(ctx, user)
			if errors.Is(err, account.ErrUnknown) || !u.Banned.IsZero() {
				return "", nil
			}
			return u.Email, err
		},
	}), nil
}

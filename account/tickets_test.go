package account

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// tickets is a store of one user with tickets, under the clock of a test.
type tickets struct {
	sessions
	user User
	kept map[Hash]Ticket
}

func (s tickets) UserOf(context.Context, string) (User, error) { return s.user, nil }

func (s tickets) User(context.Context, string) (User, error) { return s.user, nil }

func (s tickets) ChangeUser(context.Context, User, string) error { return nil }

func (s tickets) EndSessions(context.Context, string, string) error { return nil }

func (s tickets) Sessions(context.Context, string) ([]Session, error) { return nil, nil }

func (s tickets) AddTicket(_ context.Context, h Hash, t Ticket) error {
	s.kept[h] = t
	return nil
}

func (s tickets) TakeTicket(_ context.Context, h Hash, kind TicketKind) (Ticket, error) {
	t, ok := s.kept[h]
	delete(s.kept, h)
	if !ok || t.Kind != kind {
		return t, ErrUnknown
	}
	return t, nil
}

// TestTicketExpiry: links and tokens are good for as long as they say, to the second, however they are used.
func TestTicketExpiry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		u := User{ID: "u", Name: "Xenophon", Email: "x@club.example"}
		p := New(tickets{sessions{kept: map[Hash]Session{}}, u, map[Hash]Ticket{}}, nil)
		handed := func() (string, error) { return p.Recovery(ctx, &u) }
		mailed := func() (string, error) {
			_, secret, err := p.MailRecovery(ctx, "Xenophon")
			return secret, err
		}
		for _, x := range []struct {
			name string
			make func() (string, error)
			keep time.Duration
		}{{"handed over", handed, 24 * time.Hour}, {"mailed", mailed, time.Hour}} {
			for _, after := range []time.Duration{x.keep - time.Second, x.keep} {
				secret, err := x.make()
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(after)
				_, _, _, err = p.Recover(ctx, secret, "the sea, the sea", "")
				if late := after >= x.keep; errors.Is(err, ErrLink) != late || !late && err != nil {
					t.Errorf("a link that was %s, after %v: %v", x.name, after, err)
				}
			}
		}
		s, secret, err := p.NewToken(ctx, &u, Proof{Since: time.Now()}, "", Read, 48*time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, x, err := p.Bearer(ctx, secret); err != nil || !x.Expires.Equal(s.Expires) {
				t.Errorf("a token is good until %v: %v", x.Expires, err)
			}
			time.Sleep(15 * time.Hour)
		}
		time.Sleep(3 * time.Hour)
		if _, _, err := p.Bearer(ctx, secret); !errors.Is(err, ErrToken) {
			t.Errorf("a token after its time: %v", err)
		}
	})
}

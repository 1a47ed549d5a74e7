package account

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// sessions is a store of nothing but sessions, with a clock that a test can turn.
type sessions struct {
	Store
	kept map[Hash]Session
}

func (s sessions) AddUser(context.Context, User, string) error { return nil }

func (s sessions) AddSession(_ context.Context, h Hash, x Session) error {
	s.kept[h] = x
	return nil
}

func (s sessions) Session(_ context.Context, h Hash) (Session, User, error) {
	x, ok := s.kept[h]
	if !ok {
		return x, User{}, ErrUnknown
	}
	return x, User{ID: x.User}, nil
}

func (s sessions) SeeSession(_ context.Context, id string, seen, expires time.Time) error {
	for h, x := range s.kept {
		if x.ID == id {
			x.Seen, x.Expires = seen, expires
			s.kept[h] = x
		}
	}
	return nil
}

// TestExpiry: a session that is used lasts, and one that is not ends.
func TestExpiry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, p := t.Context(), New(sessions{kept: map[Hash]Session{}}, nil)
		_, _, used, err1 := p.Guest(ctx, "")
		_, _, left, err2 := p.Guest(ctx, "")
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		for range 4 {
			time.Sleep(keepGuest / 2)
			if _, x, renewed, err := p.Known(ctx, used); err != nil || !renewed || x.Expires.Sub(now()) != keepGuest {
				t.Fatalf("after %v: renewed %t until %v, %v", keepGuest/2, renewed, x.Expires, err)
			}
			if _, _, renewed, err := p.Known(ctx, used); err != nil || renewed {
				t.Fatalf("at once: renewed %t, %v", renewed, err)
			}
		}
		if _, _, _, err := p.Known(ctx, left); !errors.Is(err, ErrUnknown) {
			t.Errorf("a session that nobody used: %v", err)
		}
		if _, _, _, err := p.Known(ctx, "x"); !errors.Is(err, ErrUnknown) {
			t.Errorf("a secret that is none: %v", err)
		}
	})
}

package account

import (
	"context"
	"errors"
	"time"
)

// Event is something that whoever runs a server may want to know later: a log-in, a changed password, a deleted game.
type Event struct {
	At      time.Time // to the millisecond
	Actor   string    // the user who did it; empty: nobody who is known
	What    string    // one of the words below
	About   string    // the user or the game that it was done to; empty: the actor
	Address string    // from where; empty: from this computer
}

// What events say. The words stand in data files, so they never change their meaning.
const (
	LoggedIn        = "log-in"
	LogInFailed     = "log-in failed"
	Registered      = "registration"
	PasswordChanged = "password changed"
	AccountDeleted  = "account deleted"
	GameDeleted     = "game deleted"
	Banned          = "ban"
	Unbanned        = "ban lifted"
	Recovered       = "recovery"
	TokenMade       = "token made"
	TokenRevoked    = "token revoked"
	PasskeyAdded    = "passkey added"
	PasskeyRemoved  = "passkey removed"
	EmailSet        = "e-mail set"
	EmailRemoved    = "e-mail removed"
	SessionEnded    = "session ended"
	LinkIssued      = "recovery link issued"
)

// Audit keeps events durably. Its methods may be called by several goroutines at once.
type Audit interface {
	// AddEvent keeps an event.
	AddEvent(ctx context.Context, e Event) error
}

// Named returns the user with a name, or [ErrUnknown].
func (p *People) Named(ctx context.Context, name string) (User, error) {
	clean, _, err := KnownName(name)
	if err != nil {
		return User{}, errors.Join(ErrUnknown, err)
	}
	return p.named(ctx, clean)
}

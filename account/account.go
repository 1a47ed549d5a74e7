// Package account keeps who plays on a server that several people share: guests, who need nothing but a browser, and
// accounts with a name; their passwords, and the sessions by which a request shows whose it is.
//
// A secret that a browser or a program presents is never stored: the [Store] has its hash. Every change of a person's
// credentials ends the sessions that it should.
package account

import (
	"context"
	"errors"
	"time"
)

// User is a person who plays: a guest, or somebody with a name.
type User struct {
	ID       string
	Name     string // as it is shown; empty: a guest
	Password string // hashed, see [HashPassword]; empty: none
	Admin    bool   // may run the server
	Created  time.Time
}

// Guest reports whether a user has no account.
func (u *User) Guest() bool { return u.Name == "" }

// Session is a browser, or a program with a token, that acts as a user.
type Session struct {
	ID      string // for lists; it is no secret
	User    string
	Label   string // what it is, in the words of the browser or of the user
	Created time.Time
	Seen    time.Time // when it was last used, to the hour
	Expires time.Time
}

// Hash stands for a secret in the store.
type Hash [32]byte

// Store keeps users and sessions durably. Its methods may be called by several goroutines at once. A method that writes
// returns nil only when what it wrote survives a crash.
type Store interface {
	// AddUser adds a user. The skeleton stands for all names that look alike; the error is [ErrTaken] if somebody has it. A
	// guest has none.
	AddUser(ctx context.Context, u User, skeleton string) error

	// User returns the user of an id, or [ErrUnknown].
	User(ctx context.Context, id string) (User, error)

	// UserOf returns the user with a skeleton, or [ErrUnknown].
	UserOf(ctx context.Context, skeleton string) (User, error)

	// ChangeUser sets the name and the password of a user; errors are those of AddUser and User.
	ChangeUser(ctx context.Context, u User, skeleton string) error

	// DeleteUser removes a user with all sessions, or returns [ErrUnknown]. Games stay as they are.
	DeleteUser(ctx context.Context, id string) error

	// AddSession adds a session under the hash of its secret.
	AddSession(ctx context.Context, h Hash, s Session) error

	// Session returns the session of a secret and its user, or [ErrUnknown].
	Session(ctx context.Context, h Hash) (Session, User, error)

	// SeeSession sets when a session was last used and when it expires.
	SeeSession(ctx context.Context, id string, seen, expires time.Time) error

	// Sessions returns the sessions of a user, the latest first.
	Sessions(ctx context.Context, user string) ([]Session, error)

	// EndSession removes a session of a user, or returns [ErrUnknown].
	EndSession(ctx context.Context, user, id string) error

	// EndSessions removes all sessions of a user but one.
	EndSessions(ctx context.Context, user, but string) error

	// Secret returns a secret of the server itself. If there is none of that name, it keeps the given one.
	Secret(ctx context.Context, name string, fresh []byte) ([]byte, error)
}

// Why a request is refused.
var (
	ErrUnknown  = errors.New("there is no such user or session")
	ErrTaken    = errors.New("somebody has this name, or one that looks like it")
	ErrLogIn    = errors.New("the name or the password is wrong")
	ErrName     = errors.New("the name cannot be used")
	ErrPassword = errors.New("the password is too short or too long")
	ErrGuest    = errors.New("a guest cannot do this")
)

// Package account keeps who plays on a server that several people share: guests, who need nothing but a browser, and
// accounts with a name; their passwords, passkeys and identities elsewhere; and the sessions and tokens by which a request
// shows whose it is.
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
	Email    string // an address that the user has confirmed; empty: none
	Created  time.Time
	Banned   time.Time // since when the user may not log in; zero: he may
}

// Guest reports whether a user has no account.
func (u *User) Guest() bool { return u.Name == "" }

// Session is a browser, or a program with a token, that acts as a user.
type Session struct {
	ID      string // for lists; it is no secret
	User    string
	Label   string // what it is, in the words of the browser or of the user
	Scope   Scope
	Created time.Time
	Seen    time.Time // when it was last used, to the hour
	Expires time.Time
}

// Scope is what a session allows.
type Scope string

// The scopes. What a program with a token may do never includes managing the account.
const (
	Everything Scope = ""     // a browser
	Read       Scope = "read" // a program that watches the games of its user
	Play       Scope = "play" // a program that acts in the seats of its user, too
)

// Ticket is a secret that is good for one use.
type Ticket struct {
	Kind    TicketKind
	User    string // empty: it is not known yet who it is
	Data    string // depends on the kind
	Expires time.Time
}

// TicketKind is what a ticket is for.
type TicketKind string

// Passkey is a key pair of which the store has the public half.
type Passkey struct {
	ID      []byte // as the device that has the key calls it
	User    string
	Label   string // what the user calls it
	Key     string // the credential of the library, as JSON
	Created time.Time
	Used    time.Time // when somebody last logged in with it; zero: never
}

// Identity is who somebody is to a provider of identities elsewhere.
type Identity struct {
	Issuer, Subject string
}

// Listed is a user as those who run the server see him.
type Listed struct {
	User
	Seen  time.Time // when he was last here, to the hour; zero: all sessions have ended
	Games int       // that he has set up or has a seat in
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

	// SetBanned sets since when a user may not log in, and then ends all sessions; the zero time lets him in again. The error
	// may be [ErrUnknown].
	SetBanned(ctx context.Context, id string, since time.Time) error

	// SetEmail sets the address of a user and removes all his tickets, some of which may have been sent to the address before. The
	// error may be [ErrUnknown].
	SetEmail(ctx context.Context, id, email string) error

	// DeleteUser removes a user with all sessions, tickets, passkeys and identities, or returns [ErrUnknown]. Games stay as
	// they are.
	DeleteUser(ctx context.Context, id string) error

	// Users returns all users: those with a name first, by name, then guests by age.
	Users(ctx context.Context) ([]Listed, error)

	// MoveGames gives the seats and the games of a user to another, removes the first, and returns the ids of the games.
	MoveGames(ctx context.Context, from, to string) ([]string, error)

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

	// EndSessions removes all sessions of a user but one, and all tickets.
	EndSessions(ctx context.Context, user, but string) error

	// AddTicket adds a ticket under the hash of its secret, and may remove those that have expired.
	AddTicket(ctx context.Context, h Hash, t Ticket) error

	// TakeTicket removes a ticket of a kind and returns it, or returns [ErrUnknown]. Of several who take it at once one gets
	// it.
	TakeTicket(ctx context.Context, h Hash, kind TicketKind) (Ticket, error)

	// AddPasskey adds a passkey; the error is [ErrTaken] if there is one of that id.
	AddPasskey(ctx context.Context, k Passkey) error

	// Passkeys returns the passkeys of a user, the oldest first.
	Passkeys(ctx context.Context, user string) ([]Passkey, error)

	// ChangePasskey sets label, key and last use of a passkey, or returns [ErrUnknown].
	ChangePasskey(ctx context.Context, k Passkey) error

	// RemovePasskey removes a passkey of a user, or returns [ErrUnknown].
	RemovePasskey(ctx context.Context, user string, id []byte) error

	// AddIdentity says whose an identity is; the error is [ErrTaken] if it is somebody's.
	AddIdentity(ctx context.Context, i Identity, user string) error

	// Identities returns the identities of a user, sorted.
	Identities(ctx context.Context, user string) ([]Identity, error)

	// RemoveIdentity removes an identity of a user, or returns [ErrUnknown].
	RemoveIdentity(ctx context.Context, i Identity, user string) error

	// UserWith returns the user with an identity, or [ErrUnknown].
	UserWith(ctx context.Context, i Identity) (User, error)

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
	ErrBanned   = errors.New("the account is suspended")
	ErrLink     = errors.New("the link is not valid, or no longer")
	ErrToken    = errors.New("the token is not valid, or no longer")
	ErrEmail    = errors.New("this is no e-mail address")
	ErrNotFresh = errors.New("the user logged in too long ago")
	ErrPasskey  = errors.New("the passkey is not accepted")
	ErrLastKey  = errors.New("the account could not be entered any more")
	ErrMany     = errors.New("there are too many already")
	ErrProvider = errors.New("the provider of identities did not say who it is")
	ErrIdentity = errors.New("the identity is that of another account")
	ErrLinked   = errors.New("the account has an identity at the provider already")
	ErrUnlinked = errors.New("the account has no identity at the provider")
)

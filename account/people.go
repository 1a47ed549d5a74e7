package account

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
	"unicode/utf8"
)

// How long a browser that is not used stays known, and how often its use is noted.
const (
	keepGuest   = 180 * 24 * time.Hour
	keepUser    = 90 * 24 * time.Hour
	noteSeen    = time.Hour
	maxLabel    = 240 // characters
	secretBytes = 32
)

// People are the users of a server.
type People struct {
	store  Store
	logger *slog.Logger
}

// New returns the users of a store.
func New(s Store, logger *slog.Logger) *People {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return &People{store: s, logger: logger}
}

// newSecret returns a secret of 256 random bits as text, and its hash.
func newSecret() (string, Hash) {
	b := make([]byte, secretBytes)
	rand.Read(b)
	secret := base64.RawURLEncoding.EncodeToString(b)
	return secret, HashOf(secret)
}

// HashOf returns the hash of a secret. A secret is random, so it needs no salt.
func HashOf(secret string) Hash { return sha256.Sum256([]byte(secret)) }

// NewID returns an id that nobody can guess.
func NewID() string { return strings.ToLower(rand.Text())[:16] }

// Guest adds a guest with a session, and returns the secret of the session.
func (p *People) Guest(ctx context.Context, label string) (User, Session, string, error) {
	u := User{ID: NewID(), Created: now()}
	if err := p.store.AddUser(ctx, u, ""); err != nil {
		return User{}, Session{}, "", err
	}
	s, secret, err := p.begin(ctx, &u, label)
	return u, s, secret, err
}

// begin adds a session of a user.
func (p *People) begin(ctx context.Context, u *User, label string) (Session, string, error) {
	secret, hash := newSecret()
	s := Session{ID: NewID(), User: u.ID, Label: shorten(label), Created: now(), Seen: now(), Expires: now().Add(kept(u))}
	return s, secret, p.store.AddSession(ctx, hash, s)
}

func kept(u *User) time.Duration {
	if u.Guest() {
		return keepGuest
	}
	return keepUser
}

// now returns the time as the store keeps it, to the millisecond.
func now() time.Time { return time.Now().Truncate(time.Millisecond) }

func shorten(label string) string {
	label = strings.ToValidUTF8(label, "")
	if utf8.RuneCountInString(label) > maxLabel {
		label = string([]rune(label)[:maxLabel])
	}
	return label
}

// Known returns whose secret it is, or [ErrUnknown].
func (p *People) Known(ctx context.Context, secret string) (User, Session, error) {
	if len(secret) != base64.RawURLEncoding.EncodedLen(secretBytes) {
		return User{}, Session{}, ErrUnknown
	}
	s, u, err := p.store.Session(ctx, HashOf(secret))
	if err != nil {
		return User{}, Session{}, err
	}
	if !now().Before(s.Expires) {
		return User{}, Session{}, ErrUnknown
	}
	if now().Sub(s.Seen) >= noteSeen {
		s.Seen, s.Expires = now(), now().Add(kept(&u))
		// A session is valid even if its use cannot be noted.
		if err := p.store.SeeSession(ctx, s.ID, s.Seen, s.Expires); err != nil {
			p.logger.Warn("the use of a session cannot be noted", "error", err)
		}
	}
	return u, s, nil
}

// Register gives somebody an account: a guest keeps the id and with it the games; anybody else is added. It ends all other
// sessions of the user and returns the secret of a new one.
func (p *People) Register(ctx context.Context, guest *User, name, password, label string) (User, Session, string, error) {
	clean, skeleton, err := CleanName(name)
	if err != nil {
		return User{}, Session{}, "", err
	}
	hash, err := HashPassword(password)
	if err != nil {
		return User{}, Session{}, "", err
	}
	u := User{ID: NewID(), Created: now()}
	add := p.store.AddUser
	if guest != nil && guest.Guest() {
		u, add = *guest, p.store.ChangeUser
	}
	u.Name, u.Password = clean, hash
	if err := add(ctx, u, skeleton); err != nil {
		return User{}, Session{}, "", err
	}
	return p.renew(ctx, u, label)
}

// renew begins a session of a user and ends all others.
func (p *People) renew(ctx context.Context, u User, label string) (User, Session, string, error) {
	s, secret, err := p.begin(ctx, &u, label)
	if err == nil {
		err = p.store.EndSessions(ctx, u.ID, s.ID)
	}
	return u, s, secret, err
}

// LogIn returns the user of a name and a password with the secret of a new session, or [ErrLogIn], which says and takes the
// same whether or not there is such a name.
func (p *People) LogIn(ctx context.Context, name, password, label string) (User, Session, string, error) {
	var u User
	_, skeleton, err := CleanName(name)
	if err == nil {
		if u, err = p.store.UserOf(ctx, skeleton); err != nil && !errors.Is(err, ErrUnknown) {
			return User{}, Session{}, "", err
		}
	}
	if !checkPassword(u.Password, password) || err != nil {
		return User{}, Session{}, "", ErrLogIn
	}
	s, secret, err := p.begin(ctx, &u, label)
	return u, s, secret, err
}

// SetPassword changes the password of a user who knows the present one. All other sessions end.
func (p *People) SetPassword(ctx context.Context, u User, old, password, label string) (User, Session, string, error) {
	if u.Guest() {
		return User{}, Session{}, "", ErrGuest
	}
	if u.Password != "" && !checkPassword(u.Password, old) {
		return User{}, Session{}, "", ErrLogIn
	}
	hash, err := HashPassword(password)
	if err != nil {
		return User{}, Session{}, "", err
	}
	_, skeleton, err := CleanName(u.Name)
	if err != nil {
		return User{}, Session{}, "", err
	}
	u.Password = hash
	if err := p.store.ChangeUser(ctx, u, skeleton); err != nil {
		return User{}, Session{}, "", err
	}
	return p.renew(ctx, u, label)
}

// SigningKey returns the key with which the server signs games, and makes it the first time.
func (p *People) SigningKey(ctx context.Context) (ed25519.PrivateKey, error) {
	fresh := make([]byte, ed25519.SeedSize)
	rand.Read(fresh)
	seed, err := p.store.Secret(ctx, "signing key", fresh)
	if err != nil {
		return nil, err
	}
	if len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("the signing key of the server: found %d bytes, expected %d", len(seed), ed25519.SeedSize)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// User returns the user of an id, or [ErrUnknown].
func (p *People) User(ctx context.Context, id string) (User, error) { return p.store.User(ctx, id) }

// Sessions returns the sessions of a user, the latest first.
func (p *People) Sessions(ctx context.Context, u *User) ([]Session, error) {
	return p.store.Sessions(ctx, u.ID)
}

// LogOut ends a session of a user.
func (p *People) LogOut(ctx context.Context, u *User, session string) error {
	return p.store.EndSession(ctx, u.ID, session)
}

// Delete removes a user, who must know the password if there is one.
func (p *People) Delete(ctx context.Context, u *User, password string) error {
	if u.Password != "" && !checkPassword(u.Password, password) {
		return ErrLogIn
	}
	return p.store.DeleteUser(ctx, u.ID)
}

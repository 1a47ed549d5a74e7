package account

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/webauthn"
)

// How long a browser that is not used stays known, and how often its use is noted.
const (
	keepGuest   = 180 * 24 * time.Hour
	keepUser    = 90 * 24 * time.Hour
	noteSeen    = time.Hour
	maxLabel    = 240 // characters
	secretBytes = 32
	keepFresh   = 10 * time.Minute // how long after logging in somebody without a password is believed to be himself
)

// People are the users of a server.
type People struct {
	store    Store
	logger   *slog.Logger
	names    sync.Map // nameKept by id of the user
	passkeys *webauthn.WebAuthn
}

// nameKept is the name of a user as it was at a time.
type nameKept struct {
	name string
	at   time.Time
}

// keepName is how long a name is believed that another process may have changed.
const keepName = time.Minute

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

// Known returns whose secret of a browser it is, or [ErrUnknown]. A session that was not used for a while is renewed: it
// then lasts as long as a new one.
func (p *People) Known(ctx context.Context, secret string) (u User, s Session, renewed bool, err error) {
	if s, u, err = p.find(ctx, secret); err == nil && s.Scope != Everything {
		err = ErrUnknown // a token is no cookie
	}
	if err != nil {
		return User{}, Session{}, false, err
	}
	if now().Sub(s.Seen) >= noteSeen {
		s.Expires, renewed = now().Add(kept(&u)), true
		p.note(ctx, &s)
	}
	return u, s, renewed, nil
}

// find returns the session of a secret and its user, or [ErrUnknown].
func (p *People) find(ctx context.Context, secret string) (Session, User, error) {
	if len(secret) != base64.RawURLEncoding.EncodedLen(secretBytes) {
		return Session{}, User{}, ErrUnknown
	}
	s, u, err := p.store.Session(ctx, HashOf(secret))
	if err == nil && (!now().Before(s.Expires) || !u.Banned.IsZero()) {
		err = ErrUnknown
	}
	if err != nil {
		return Session{}, User{}, err
	}
	return s, u, nil
}

// Holds returns [ErrUnknown] unless a secret is still that of a session.
func (p *People) Holds(ctx context.Context, secret string, s *Session) error {
	now, _, err := p.find(ctx, secret)
	if err == nil && now.ID != s.ID {
		err = ErrUnknown
	}
	return err
}

// note writes that a session is used now. It is valid even if that cannot be written.
func (p *People) note(ctx context.Context, s *Session) {
	s.Seen = now()
	if err := p.store.SeeSession(ctx, s.ID, s.Seen, s.Expires); err != nil {
		p.logger.Warn("the use of a session cannot be noted", "error", err)
	}
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
	u, err := p.name(ctx, guest, clean, skeleton, hash)
	if err != nil {
		return User{}, Session{}, "", err
	}
	return p.renew(ctx, u, label)
}

// named returns the user of a name as it is written, in small letters or in capitals. The names of two users may be alike in one of these
// ways if one of them is from a time when less was compared; then it is the one who is called so.
func (p *People) named(ctx context.Context, clean string) (User, error) {
	var first User
	for _, skeleton := range skeletons(clean) {
		u, err := p.store.UserOf(ctx, skeleton)
		switch {
		case errors.Is(err, ErrUnknown):
		case err != nil:
			return User{}, err
		case u.Name == clean:
			return u, nil
		case first.ID == "":
			first = u
		}
	}
	if first.ID == "" {
		return User{}, ErrUnknown
	}
	return first, nil
}

// change sets the name and the password of a user. A user from a time when names were compared in another way gets the skeleton of
// the present, unless somebody else has it.
func (p *People) change(ctx context.Context, u User) error {
	keys := skeletons(u.Name)
	err := p.store.ChangeUser(ctx, u, keys[0])
	for _, former := range []string{keys[3], keys[1]} {
		if errors.Is(err, ErrTaken) {
			err = p.store.ChangeUser(ctx, u, former)
		}
	}
	return err
}

// free returns [ErrTaken] if nobody may have a name, or if somebody has it or one that looks like it.
func (p *People) free(ctx context.Context, clean string) error {
	for _, skeleton := range skeletons(clean) {
		if reserved[skeleton] {
			return ErrTaken
		}
		if _, err := p.store.UserOf(ctx, skeleton); !errors.Is(err, ErrUnknown) {
			return cmp.Or(err, ErrTaken)
		}
	}
	return nil
}

// name gives a name and a password to a guest, or adds somebody who has them.
func (p *People) name(ctx context.Context, guest *User, clean, skeleton, hash string) (User, error) {
	if err := p.free(ctx, clean); err != nil {
		return User{}, err
	}
	u := User{ID: NewID(), Created: now()}
	add := p.store.AddUser
	if guest != nil && guest.Guest() {
		u, add = *guest, p.store.ChangeUser
	}
	u.Name, u.Password = clean, hash
	if err := add(ctx, u, skeleton); err != nil {
		return User{}, err
	}
	p.names.Delete(u.ID)
	return u, nil
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
	clean, skeleton, err := KnownName(name)
	if err == nil {
		if u, err = p.named(ctx, clean); err != nil && !errors.Is(err, ErrUnknown) {
			return User{}, Session{}, "", err
		}
	}
	if !checkPassword(u.Password, password) || err != nil {
		return User{}, Session{}, "", ErrLogIn
	}
	if u.Name == clean {
		p.renewSkeleton(ctx, u, skeleton)
	}
	return p.enter(ctx, u, label)
}

// renewSkeleton gives somebody who logs in the skeleton of his name that is compared at present, if he has not got it and nobody else
// has. Without it he can log in all the same, so it does not matter if it cannot be written.
func (p *People) renewSkeleton(ctx context.Context, u User, skeleton string) {
	if _, err := p.store.UserOf(ctx, skeleton); !errors.Is(err, ErrUnknown) {
		return
	}
	if err := p.store.ChangeUser(ctx, u, skeleton); err != nil && !errors.Is(err, ErrTaken) {
		p.logger.Warn("the skeleton of a name cannot be renewed", "error", err)
	}
}

// enter begins a session of somebody who has shown who he is, or returns [ErrBanned].
func (p *People) enter(ctx context.Context, u User, label string) (User, Session, string, error) {
	if !u.Banned.IsZero() {
		return User{}, Session{}, "", ErrBanned
	}
	s, secret, err := p.begin(ctx, &u, label)
	return u, s, secret, err
}

// Proof is how somebody with a session shows that he is still the same person: by his password or, if he has none, by
// having logged in just now.
type Proof struct {
	Password string
	Since    time.Time // when he logged in
}

// check returns an error unless a proof is good.
func (u *User) check(x Proof) error {
	switch {
	case u.Guest():
		return ErrGuest
	case u.Password != "" && !checkPassword(u.Password, x.Password):
		return ErrLogIn
	case u.Password == "" && now().Sub(x.Since) > keepFresh:
		return ErrNotFresh
	}
	return nil
}

// Adopt gives the games of a guest, who then is gone, to a user. It returns the ids of the games.
func (p *People) Adopt(ctx context.Context, guest, u *User) ([]string, error) {
	if !guest.Guest() || u.Guest() {
		return nil, ErrGuest
	}
	return p.store.MoveGames(ctx, guest.ID, u.ID)
}

// SetPassword changes the password of a user. All other sessions end.
func (p *People) SetPassword(ctx context.Context, u User, x Proof, password, label string) (User, Session, string, error) {
	if err := u.check(x); err != nil {
		return User{}, Session{}, "", err
	}
	hash, err := HashPassword(password)
	if err != nil {
		return User{}, Session{}, "", err
	}
	return p.changePassword(ctx, u, hash, label)
}

// changePassword sets the hash of a password and replaces all sessions of the user by a new one.
func (p *People) changePassword(ctx context.Context, u User, hash, label string) (User, Session, string, error) {
	u.Password = hash
	if err := p.change(ctx, u); err != nil {
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

// Valid reports whether a secret is that of a session or a token that has not ended.
func (p *People) Valid(ctx context.Context, secret string) (bool, error) {
	_, _, err := p.find(ctx, secret)
	if errors.Is(err, ErrUnknown) {
		return false, nil
	}
	return err == nil, err
}

// Forget forgets the name of a user, who may have got another by way of another process.
func (p *People) Forget(user string) { p.names.Delete(user) }

// Name returns the name of a user; a guest has none, nor has somebody who is gone. Names stand on every table, so they are
// kept for a while.
func (p *People) Name(ctx context.Context, id string) string {
	if x, ok := p.names.Load(id); ok && now().Sub(x.(nameKept).at) < keepName {
		return x.(nameKept).name
	}
	u, err := p.store.User(ctx, id)
	if err == nil || errors.Is(err, ErrUnknown) {
		p.names.Store(id, nameKept{u.Name, now()})
	}
	return u.Name
}

// Sessions returns the browsers of a user, the latest first.
func (p *People) Sessions(ctx context.Context, u *User) ([]Session, error) {
	all, err := p.store.Sessions(ctx, u.ID)
	return slices.DeleteFunc(all, func(s Session) bool { return s.Scope != Everything }), err
}

// LogOut ends a session of a user.
func (p *People) LogOut(ctx context.Context, u *User, session string) error {
	return p.store.EndSession(ctx, u.ID, session)
}

// MayDelete returns an error unless somebody has shown that he may delete a user. A guest needs no proof.
func (u *User) MayDelete(x Proof) error {
	if u.Guest() {
		return nil
	}
	return u.check(x)
}

// Delete removes a user.
func (p *People) Delete(ctx context.Context, u *User, x Proof) error {
	if err := u.MayDelete(x); err != nil {
		return err
	}
	defer p.names.Delete(u.ID)
	return p.store.DeleteUser(ctx, u.ID)
}

package account

import (
	"context"
	"errors"
	"net/mail"
	"strings"
	"time"
)

// The kinds of tickets.
const (
	recovering TicketKind = "recover" // a new password may be set
	confirming TicketKind = "email"   // data: the address
	adding     TicketKind = "passkey" // a passkey is added; data: the challenge
	entering   TicketKind = "log-in"  // somebody logs in with a passkey; data: the challenge
	asking     TicketKind = "oidc"    // a provider is asked who it is; data: what its answer must fit
	linking    TicketKind = "link"    // the same, for a user who is logged in
	naming     TicketKind = "name"    // a new identity needs a name; data: the identity
)

// How long tickets are good for.
const (
	keepHanded    = 24 * time.Hour // handed over by whoever runs the server
	keepMailed    = time.Hour
	keepChallenge = 5 * time.Minute
	KeepAsked     = 10 * time.Minute // until a provider has answered
	KeepNaming    = time.Hour        // until somebody new has chosen a name
)

// issue adds a ticket and returns its secret.
func (p *People) issue(ctx context.Context, kind TicketKind, user, data string, keep time.Duration) (string, error) {
	secret, hash := newSecret()
	return secret, p.store.AddTicket(ctx, hash, Ticket{kind, user, data, now().Add(keep)})
}

// redeem takes a ticket, or returns [ErrLink].
func (p *People) redeem(ctx context.Context, kind TicketKind, secret string) (Ticket, error) {
	t, err := p.store.TakeTicket(ctx, HashOf(secret), kind)
	if errors.Is(err, ErrUnknown) || err == nil && !now().Before(t.Expires) {
		return Ticket{}, ErrLink
	}
	return t, err
}

// Recovery returns a secret with which a user sets a new password within a day, for whoever runs the server to hand over.
func (p *People) Recovery(ctx context.Context, u *User) (secret string, err error) {
	if u.Guest() {
		return "", ErrGuest
	}
	return p.issue(ctx, recovering, u.ID, "", keepHanded)
}

// MailRecovery returns the address of the user of a name and a secret with which he sets a new password within an hour. The
// error is [ErrUnknown] if there is no such user, or none that can be written to.
func (p *People) MailRecovery(ctx context.Context, name string) (to, secret string, err error) {
	u, err := p.Named(ctx, name)
	if err == nil && (u.Email == "" || !u.Banned.IsZero()) {
		err = ErrUnknown
	}
	if err != nil {
		return "", "", err
	}
	secret, err = p.issue(ctx, recovering, u.ID, "", keepMailed)
	return u.Email, secret, err
}

// Recover sets the password of whoever has the secret of a recovery, ends all his sessions and begins a new one. Passkeys, identities
// and the address stay: who has recovered the account looks at them and removes what is not his. The secret is used up unless the
// password is refused.
func (p *People) Recover(ctx context.Context, secret, password, label string) (User, Session, string, error) {
	hash, err := HashPassword(password)
	if err != nil {
		return User{}, Session{}, "", err
	}
	t, err := p.redeem(ctx, recovering, secret)
	if err != nil {
		return User{}, Session{}, "", err
	}
	u, err := p.store.User(ctx, t.User)
	if errors.Is(err, ErrUnknown) {
		err = ErrLink
	}
	if err == nil && !u.Banned.IsZero() {
		err = ErrBanned
	}
	if err != nil {
		return User{}, Session{}, "", err
	}
	return p.changePassword(ctx, u, hash, label)
}

// Mailer sends mail.
type Mailer interface {
	Send(ctx context.Context, to, subject, text string) error
}

// maxEmail is how long an address may be, in bytes.
const maxEmail = 254

// cleanEmail returns an address alone, without a name before it, or [ErrEmail].
func cleanEmail(text string) (string, error) {
	text = strings.TrimSpace(text)
	a, err := mail.ParseAddress(text)
	if err != nil || a.Address != text || len(text) > maxEmail {
		return "", ErrEmail
	}
	return text, nil
}

// NewEmail returns an address as it is written to, and the secret that confirms it, which is to be sent there.
func (p *People) NewEmail(ctx context.Context, u *User, x Proof, email string) (to, secret string, err error) {
	if err := u.check(x); err != nil {
		return "", "", err
	}
	if to, err = cleanEmail(email); err != nil {
		return "", "", err
	}
	secret, err = p.issue(ctx, confirming, u.ID, to, keepHanded)
	return to, secret, err
}

// ConfirmEmail sets the address that a secret was sent to, and returns whose it is. Links that were sent before, also to the address
// of until now, are worth nothing then.
func (p *People) ConfirmEmail(ctx context.Context, secret string) (user string, err error) {
	t, err := p.redeem(ctx, confirming, secret)
	if err == nil {
		err = p.store.SetEmail(ctx, t.User, t.Data)
	}
	if errors.Is(err, ErrUnknown) {
		err = ErrLink
	}
	return t.User, err
}

// RemoveEmail removes the address of a user. Links that were sent to it are worth nothing then.
func (p *People) RemoveEmail(ctx context.Context, u *User, x Proof) error {
	if err := u.check(x); err != nil {
		return err
	}
	return p.store.SetEmail(ctx, u.ID, "")
}

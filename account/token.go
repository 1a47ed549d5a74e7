package account

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
)

// Limits of tokens.
const (
	maxTokens   = 50
	maxTokenAge = 366 * 24 * time.Hour
)

// NewToken adds a token of a user for a program, and returns its secret, which is shown once. The error is [ErrToken] if the
// scope or the time is not one that a token can have.
func (p *People) NewToken(ctx context.Context, u *User, x Proof, label string, scope Scope, keep time.Duration) (Session, string, error) {
	if err := u.check(x); err != nil {
		return Session{}, "", err
	}
	if scope != Read && scope != Play || keep <= 0 || keep > maxTokenAge {
		return Session{}, "", ErrToken
	}
	all, err := p.Tokens(ctx, u)
	if err != nil {
		return Session{}, "", err
	}
	if len(all) >= maxTokens {
		return Session{}, "", ErrMany
	}
	secret, hash := newSecret()
	s := Session{ID: NewID(), User: u.ID, Label: shorten(strings.TrimSpace(label)), Scope: scope, Created: now(), Expires: now().Add(keep)}
	return s, secret, p.store.AddSession(ctx, hash, s)
}

// Tokens returns the tokens of a user, the latest first, also those that have expired.
func (p *People) Tokens(ctx context.Context, u *User) ([]Session, error) {
	all, err := p.store.Sessions(ctx, u.ID)
	return slices.DeleteFunc(all, func(s Session) bool { return s.Scope == Everything }), err
}

// Bearer returns whose token a secret is, or [ErrToken]. Unlike the session of a browser it is not renewed.
func (p *People) Bearer(ctx context.Context, secret string) (User, Session, error) {
	s, u, err := p.find(ctx, secret)
	if errors.Is(err, ErrUnknown) || err == nil && s.Scope == Everything { // a cookie is no token
		err = ErrToken
	}
	if err != nil {
		return User{}, Session{}, err
	}
	if now().Sub(s.Seen) >= noteSeen {
		p.note(ctx, &s)
	}
	return u, s, nil
}

package account

import (
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// OIDC is a provider of identities, such as that of a club, so that its members need no password here.
type OIDC struct {
	Issuer, Client, Secret string
	Redirect               string // the address at which the provider sends browsers back

	mu       sync.Mutex
	provider *oidc.Provider // nil until it was asked what it offers
}

// Host returns the host of the provider, for people to read.
func (o *OIDC) Host() string {
	u, err := url.Parse(o.Issuer)
	if err != nil {
		return o.Issuer
	}
	return u.Hostname()
}

// client asks the provider; one that does not answer keeps nobody waiting for long.
var client = &http.Client{Timeout: 15 * time.Second}

// find asks the provider what it offers, once it answers.
func (o *OIDC) find(ctx context.Context) (*oauth2.Config, *oidc.IDTokenVerifier, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.provider == nil {
		// The provider outlives the request that asks for it.
		p, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), client), o.Issuer)
		if err != nil {
			return nil, nil, fmt.Errorf("%w: %v", ErrProvider, err)
		}
		o.provider = p
	}
	c := &oauth2.Config{ClientID: o.Client, ClientSecret: o.Secret, Endpoint: o.provider.Endpoint(), RedirectURL: o.Redirect, Scopes: []string{oidc.ScopeOpenID, "profile"}}
	return c, o.provider.Verifier(&oidc.Config{ClientID: o.Client}), nil
}

// asked is what the answer of a provider must fit.
type asked struct {
	State, Nonce, Verifier string
}

// Ask returns the address at which a provider asks the person at a browser who he is, and a secret for the browser to keep
// until it comes back.
func (p *People) Ask(ctx context.Context, o *OIDC) (address, secret string, err error) {
	return p.ask(ctx, o, asking, "")
}

// AskToLink does the same for a user who wants to log in by the provider from now on; see [People.Link]. The error is [ErrLinked] if
// he has an identity there.
func (p *People) AskToLink(ctx context.Context, o *OIDC, u *User, x Proof) (address, secret string, err error) {
	if err := u.check(x); err != nil {
		return "", "", err
	}
	if _, _, err := p.identity(ctx, o, u); !errors.Is(err, ErrUnlinked) {
		return "", "", cmp.Or(err, ErrLinked)
	}
	return p.ask(ctx, o, linking, u.ID)
}

// identity returns the identity of a user at a provider and how many he has in all, or [ErrUnlinked].
func (p *People) identity(ctx context.Context, o *OIDC, u *User) (Identity, int, error) {
	all, err := p.store.Identities(ctx, u.ID)
	if err != nil {
		return Identity{}, 0, err
	}
	for _, i := range all {
		if i.Issuer == o.Issuer {
			return i, len(all), nil
		}
	}
	return Identity{}, len(all), ErrUnlinked
}

// Linked reports whether a user has an identity at a provider.
func (p *People) Linked(ctx context.Context, o *OIDC, u *User) (bool, error) {
	_, _, err := p.identity(ctx, o, u)
	if errors.Is(err, ErrUnlinked) {
		return false, nil
	}
	return err == nil, err
}

// Link reads the answer of a provider to the browser of a user who has asked by [People.AskToLink], and notes that the identity is
// his. The error is [ErrLink] if he has not asked, and [ErrIdentity] if it is somebody else's.
func (p *People) Link(ctx context.Context, o *OIDC, u *User, secret, state, code string) error {
	i, t, err := p.identify(ctx, o, linking, secret, state, code)
	switch {
	case err != nil:
		return err
	case t.User != u.ID:
		return ErrLink
	}
	if err = p.store.AddIdentity(ctx, i, u.ID); !errors.Is(err, ErrTaken) {
		return err
	}
	if has, err := p.store.UserWith(ctx, i); err != nil || has.ID == u.ID {
		return err
	}
	return ErrIdentity
}

// Unlink removes the identity of a user at a provider, or returns [ErrUnlinked]. The error is [ErrLastKey] if he could not log in
// without it.
func (p *People) Unlink(ctx context.Context, o *OIDC, u *User, x Proof) error {
	if err := u.check(x); err != nil {
		return err
	}
	i, n, err := p.identity(ctx, o, u)
	if err != nil {
		return err
	}
	if n == 1 && u.Password == "" {
		keys, err := p.store.Passkeys(ctx, u.ID)
		if err != nil {
			return err
		}
		if len(keys) == 0 || p.passkeys == nil {
			return ErrLastKey
		}
	}
	return p.store.RemoveIdentity(ctx, i, u.ID)
}

// ask asks the provider for a user, or for somebody who is not known yet.
func (p *People) ask(ctx context.Context, o *OIDC, kind TicketKind, user string) (address, secret string, err error) {
	config, _, err := o.find(ctx)
	if err != nil {
		return "", "", err
	}
	state, _ := newSecret()
	nonce, _ := newSecret()
	a := asked{state, nonce, oauth2.GenerateVerifier()}
	text, err := json.Marshal(a)
	if err != nil {
		return "", "", err
	}
	secret, err = p.issue(ctx, kind, user, string(text), KeepAsked)
	return config.AuthCodeURL(a.State, oidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)), secret, err
}

// Welcome is what comes of the answer of a provider: a session or, if the identity is new, a secret with which its owner chooses a
// name.
type Welcome struct {
	User    User
	Session Session
	Secret  string // of the session
	New     string // empty: there is a session
}

// Answer reads the answer of a provider to the browser that keeps a secret. The error is [ErrProvider] if it does not fit.
func (p *People) Answer(ctx context.Context, o *OIDC, secret, state, code, label string) (Welcome, error) {
	i, _, err := p.identify(ctx, o, asking, secret, state, code)
	if err != nil {
		return Welcome{}, err
	}
	u, err := p.store.UserWith(ctx, i)
	if errors.Is(err, ErrUnknown) {
		text, err := json.Marshal(i)
		if err != nil {
			return Welcome{}, err
		}
		fresh, err := p.issue(ctx, naming, "", string(text), KeepNaming)
		return Welcome{New: fresh}, err
	}
	if err != nil {
		return Welcome{}, err
	}
	var w Welcome
	w.User, w.Session, w.Secret, err = p.enter(ctx, u, label)
	return w, err
}

// identify returns the identity that a provider vouches for, and the ticket of whoever has asked.
func (p *People) identify(ctx context.Context, o *OIDC, kind TicketKind, secret, state, code string) (i Identity, t Ticket, err error) {
	if t, err = p.redeem(ctx, kind, secret); err != nil {
		return i, t, err
	}
	var a asked
	if err := json.Unmarshal([]byte(t.Data), &a); err != nil {
		return i, t, err
	}
	if subtle.ConstantTimeCompare([]byte(a.State), []byte(state)) != 1 {
		return i, t, fmt.Errorf("%w: the answer is for another browser", ErrProvider)
	}
	config, verifier, err := o.find(ctx)
	if err != nil {
		return i, t, err
	}
	got, err := config.Exchange(oidc.ClientContext(ctx, client), code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return i, t, fmt.Errorf("%w: %v", ErrProvider, err)
	}
	raw, _ := got.Extra("id_token").(string)
	id, err := verifier.Verify(ctx, raw)
	if err != nil {
		return i, t, fmt.Errorf("%w: %v", ErrProvider, err)
	}
	if subtle.ConstantTimeCompare([]byte(a.Nonce), []byte(id.Nonce)) != 1 {
		return i, t, fmt.Errorf("%w: the answer is to another question", ErrProvider)
	}
	return Identity{id.Issuer, id.Subject}, t, nil
}

// RegisterIdentity gives somebody with a new identity an account, as [People.Register] does, without a password. The secret
// is used up unless the name is refused.
func (p *People) RegisterIdentity(ctx context.Context, guest *User, secret, name, label string) (User, Session, string, error) {
	clean, skeleton, err := CleanName(name)
	if err != nil {
		return User{}, Session{}, "", err
	}
	t, err := p.redeem(ctx, naming, secret)
	if err != nil {
		return User{}, Session{}, "", err
	}
	var i Identity
	if err := json.Unmarshal([]byte(t.Data), &i); err != nil {
		return User{}, Session{}, "", err
	}
	u, err := p.name(ctx, guest, clean, skeleton, "")
	if err != nil {
		return User{}, Session{}, "", errors.Join(err, p.store.AddTicket(ctx, HashOf(secret), t))
	}
	if err := p.store.AddIdentity(ctx, i, u.ID); err != nil {
		return User{}, Session{}, "", err
	}
	return p.renew(ctx, u, label)
}

package account

import (
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
	secret, err = p.issue(ctx, asking, "", string(text), KeepAsked)
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
	i, err := p.identify(ctx, o, secret, state, code)
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

// identify returns the identity that a provider vouches for.
func (p *People) identify(ctx context.Context, o *OIDC, secret, state, code string) (i Identity, err error) {
	t, err := p.redeem(ctx, asking, secret)
	if err != nil {
		return i, err
	}
	var a asked
	if err := json.Unmarshal([]byte(t.Data), &a); err != nil {
		return i, err
	}
	if subtle.ConstantTimeCompare([]byte(a.State), []byte(state)) != 1 {
		return i, fmt.Errorf("%w: the answer is for another browser", ErrProvider)
	}
	config, verifier, err := o.find(ctx)
	if err != nil {
		return i, err
	}
	got, err := config.Exchange(oidc.ClientContext(ctx, client), code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return i, fmt.Errorf("%w: %v", ErrProvider, err)
	}
	raw, _ := got.Extra("id_token").(string)
	id, err := verifier.Verify(ctx, raw)
	if err != nil {
		return i, fmt.Errorf("%w: %v", ErrProvider, err)
	}
	if subtle.ConstantTimeCompare([]byte(a.Nonce), []byte(id.Nonce)) != 1 {
		return i, fmt.Errorf("%w: the answer is to another question", ErrProvider)
	}
	return Identity{id.Issuer, id.Subject}, nil
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

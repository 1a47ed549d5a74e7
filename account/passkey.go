package account

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// maxPasskeys is how many passkeys a user may have.
const maxPasskeys = 20

// UsePasskeys lets users of a server at an address have passkeys. The error says why they cannot: browsers bind passkeys to
// the name of a host, and an IP address is none.
func (p *People) UsePasskeys(public *url.URL) error {
	w, err := webauthn.New(&webauthn.Config{
		RPID: public.Hostname(), RPDisplayName: "Acies", RPOrigins: []string{public.Scheme + "://" + public.Host},
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return err
	}
	p.passkeys = w
	return nil
}

// HasPasskeys reports whether users can have passkeys here.
func (p *People) HasPasskeys() bool { return p.passkeys != nil }

// keyholder is a user as the library asks for him.
type keyholder struct {
	User
	keys []Passkey
}

// WebAuthnID implements [webauthn.User].
func (k *keyholder) WebAuthnID() []byte { return []byte(k.ID) }

// WebAuthnName implements [webauthn.User].
func (k *keyholder) WebAuthnName() string { return k.Name }

// WebAuthnDisplayName implements [webauthn.User].
func (k *keyholder) WebAuthnDisplayName() string { return k.Name }

// WebAuthnCredentials implements [webauthn.User]. A key that cannot be read is none.
func (k *keyholder) WebAuthnCredentials() (list []webauthn.Credential) {
	for _, x := range k.keys {
		var c webauthn.Credential
		if json.Unmarshal([]byte(x.Key), &c) == nil {
			list = append(list, c)
		}
	}
	return list
}

func (p *People) keyholder(ctx context.Context, u User) (*keyholder, error) {
	keys, err := p.store.Passkeys(ctx, u.ID)
	return &keyholder{u, keys}, err
}

// Challenge is what a browser needs to use a passkey.
type Challenge struct {
	Ticket  string // to be sent back with the answer
	Options any    // for the browser
}

// challenge keeps what the answer to a challenge must fit.
func (p *People) challenge(ctx context.Context, kind TicketKind, user string, options any, data *webauthn.SessionData) (Challenge, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return Challenge{}, err
	}
	secret, err := p.issue(ctx, kind, user, string(text), keepChallenge)
	return Challenge{secret, options}, err
}

// answered returns what the answer to a challenge must fit; a challenge is answered once.
func (p *People) answered(ctx context.Context, kind TicketKind, secret string) (t Ticket, data webauthn.SessionData, err error) {
	if t, err = p.redeem(ctx, kind, secret); err == nil {
		err = json.Unmarshal([]byte(t.Data), &data)
	}
	if errors.Is(err, ErrLink) {
		err = ErrPasskey
	}
	return t, data, err
}

// BeginPasskey returns the challenge for a new passkey of a user.
func (p *People) BeginPasskey(ctx context.Context, u *User, x Proof) (Challenge, error) {
	if p.passkeys == nil {
		return Challenge{}, ErrPasskey
	}
	if err := u.check(x); err != nil {
		return Challenge{}, err
	}
	k, err := p.keyholder(ctx, *u)
	if err != nil {
		return Challenge{}, err
	}
	if len(k.keys) >= maxPasskeys {
		return Challenge{}, ErrMany
	}
	options, data, err := p.passkeys.BeginRegistration(k, webauthn.WithExclusions(webauthn.Credentials(k.WebAuthnCredentials()).CredentialDescriptors()))
	if err != nil {
		return Challenge{}, err
	}
	return p.challenge(ctx, adding, u.ID, options.Response, data)
}

// AddPasskey adds the passkey with which a browser has answered a challenge. The error is [ErrPasskey] if the answer does not
// fit; [ErrMany] if the user has got too many since he was challenged.
func (p *People) AddPasskey(ctx context.Context, u *User, ticket, label string, answer []byte) (Passkey, error) {
	if p.passkeys == nil {
		return Passkey{}, ErrPasskey
	}
	t, data, err := p.answered(ctx, adding, ticket)
	if err != nil {
		return Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return Passkey{}, fmt.Errorf("%w: %v", ErrPasskey, err)
	}
	if t.User != u.ID {
		return Passkey{}, ErrPasskey
	}
	c, err := p.passkeys.CreateCredential(&keyholder{User: *u}, data, parsed)
	if err != nil {
		return Passkey{}, fmt.Errorf("%w: %v", ErrPasskey, err)
	}
	k := Passkey{ID: c.ID, User: u.ID, Label: shorten(strings.TrimSpace(label)), Created: now()}
	if k.Key, err = encodeCredential(c); err != nil {
		return Passkey{}, err
	}
	if err := p.store.AddPasskey(ctx, k); err != nil {
		return Passkey{}, err
	}
	// Several challenges may have been answered at once. Whoever finds too many takes his own back, so that there are never more.
	all, err := p.store.Passkeys(ctx, u.ID)
	if err == nil && len(all) > maxPasskeys {
		err = ErrMany
	}
	if err != nil {
		return Passkey{}, errors.Join(err, p.store.RemovePasskey(ctx, u.ID, k.ID))
	}
	return k, nil
}

// encodeCredential returns a credential as it is stored.
func encodeCredential(c *webauthn.Credential) (string, error) {
	text, err := json.Marshal(c)
	return string(text), err
}

// BeginPasskeyLogIn returns the challenge for somebody who has not said who he is.
func (p *People) BeginPasskeyLogIn(ctx context.Context) (Challenge, error) {
	if p.passkeys == nil {
		return Challenge{}, ErrPasskey
	}
	options, data, err := p.passkeys.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return Challenge{}, err
	}
	return p.challenge(ctx, entering, "", options.Response, data)
}

// PasskeyLogIn begins a session of the user whose passkey has answered a challenge. The error is [ErrPasskey] if the answer
// does not fit.
func (p *People) PasskeyLogIn(ctx context.Context, ticket, label string, answer []byte) (User, Session, string, error) {
	u, err := p.passkeyUser(ctx, ticket, answer)
	if err != nil {
		return User{}, Session{}, "", err
	}
	return p.enter(ctx, u, label)
}

func (p *People) passkeyUser(ctx context.Context, ticket string, answer []byte) (User, error) {
	if p.passkeys == nil {
		return User{}, ErrPasskey
	}
	_, data, err := p.answered(ctx, entering, ticket)
	if err != nil {
		return User{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return User{}, fmt.Errorf("%w: %v", ErrPasskey, err)
	}
	var holder *keyholder
	find := func(_, handle []byte) (webauthn.User, error) {
		u, err := p.store.User(ctx, string(handle))
		if err == nil {
			holder, err = p.keyholder(ctx, u)
		}
		return holder, err
	}
	_, c, err := p.passkeys.ValidatePasskeyLogin(find, data, parsed)
	if err != nil {
		return User{}, fmt.Errorf("%w: %v", ErrPasskey, err)
	}
	if c.Authenticator.CloneWarning {
		return User{}, fmt.Errorf("%w: the device has counted backwards, so there may be two", ErrPasskey)
	}
	i := slices.IndexFunc(holder.keys, func(k Passkey) bool { return bytes.Equal(k.ID, c.ID) })
	k := holder.keys[i]
	if k.Key, err = encodeCredential(c); err != nil {
		return User{}, err
	}
	k.Used = now()
	return holder.User, p.store.ChangePasskey(ctx, k)
}

// Passkeys returns the passkeys of a user, the oldest first.
func (p *People) Passkeys(ctx context.Context, u *User) ([]Passkey, error) {
	return p.store.Passkeys(ctx, u.ID)
}

// RenamePasskey sets what a user calls one of his passkeys.
func (p *People) RenamePasskey(ctx context.Context, u *User, x Proof, id []byte, label string) error {
	if err := u.check(x); err != nil {
		return err
	}
	k, _, err := p.passkey(ctx, u, id)
	if err != nil {
		return err
	}
	k.Label = shorten(strings.TrimSpace(label))
	return p.store.ChangePasskey(ctx, k)
}

// passkey returns a passkey of a user and how many he has.
func (p *People) passkey(ctx context.Context, u *User, id []byte) (Passkey, int, error) {
	all, err := p.store.Passkeys(ctx, u.ID)
	if err != nil {
		return Passkey{}, 0, err
	}
	i := slices.IndexFunc(all, func(k Passkey) bool { return bytes.Equal(k.ID, id) })
	if i < 0 {
		return Passkey{}, 0, ErrUnknown
	}
	return all[i], len(all), nil
}

// RemovePasskey removes a passkey of a user. The error is [ErrLastKey] if he could not log in without it.
func (p *People) RemovePasskey(ctx context.Context, u *User, x Proof, id []byte) error {
	if err := u.check(x); err != nil {
		return err
	}
	_, n, err := p.passkey(ctx, u, id)
	if err != nil {
		return err
	}
	if n == 1 && u.Password == "" {
		all, err := p.store.Identities(ctx, u.ID)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return ErrLastKey
		}
	}
	return p.store.RemovePasskey(ctx, u.ID, id)
}

// RemovePassword removes the password of a user who has a passkey; otherwise the error is [ErrLastKey]. All other sessions
// end.
func (p *People) RemovePassword(ctx context.Context, u User, x Proof, label string) (User, Session, string, error) {
	if err := u.check(x); err != nil {
		return User{}, Session{}, "", err
	}
	keys, err := p.store.Passkeys(ctx, u.ID)
	if err == nil && (len(keys) == 0 || p.passkeys == nil) {
		err = ErrLastKey
	}
	if err != nil {
		return User{}, Session{}, "", err
	}
	return p.changePassword(ctx, u, "", label)
}

package account_test

import (
	"errors"
	"net/url"
	"testing"
	"time"

	"acies/account"
	"acies/account/accounttest"
)

const password = "ten thousand"

// member returns a user with an account and the secret of his session.
func member(t testing.TB, p *account.People, name string) (account.User, string) {
	t.Helper()
	u, _, secret, err := p.Register(t.Context(), nil, name, password, "")
	if err != nil {
		t.Fatal(err)
	}
	return u, secret
}

// known reports whether a secret is that of a session.
func known(t *testing.T, p *account.People, secret string) bool {
	t.Helper()
	_, _, _, err := p.Known(t.Context(), secret)
	if err != nil && !errors.Is(err, account.ErrUnknown) {
		t.Fatal(err)
	}
	return err == nil
}

// TestTokens: a token is no cookie and a cookie no token; tokens are listed, end, and expire.
func TestTokens(t *testing.T) {
	ctx, p := t.Context(), newPeople(t)
	u, cookie := member(t, p, "Xenophon")
	guest, _, _, err := p.Guest(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.NewToken(ctx, &guest, account.Proof{}, "", account.Read, time.Hour); !errors.Is(err, account.ErrGuest) {
		t.Errorf("a token of a guest: %v", err)
	}
	for _, x := range []struct {
		scope account.Scope
		keep  time.Duration
	}{{account.Everything, time.Hour}, {"all", time.Hour}, {account.Read, 0}, {account.Read, 400 * 24 * time.Hour}} {
		if _, _, err := p.NewToken(ctx, &u, account.Proof{Password: password}, "", x.scope, x.keep); !errors.Is(err, account.ErrToken) {
			t.Errorf("a token for %q and %v: %v", x.scope, x.keep, err)
		}
	}
	s, secret, err := p.NewToken(ctx, &u, account.Proof{Password: password}, " a bot ", account.Play, time.Hour)
	if err != nil || s.Label != "a bot" || s.Scope != account.Play {
		t.Fatalf("%+v, %v", s, err)
	}
	if got, x, err := p.Bearer(ctx, secret); err != nil || got.ID != u.ID || x.ID != s.ID {
		t.Errorf("%+v of %+v, %v", x, got, err)
	}
	if known(t, p, secret) {
		t.Error("a token is taken for a cookie")
	}
	if _, _, err := p.Bearer(ctx, cookie); !errors.Is(err, account.ErrToken) {
		t.Errorf("a cookie is taken for a token: %v", err)
	}
	if _, _, err := p.NewToken(ctx, &u, account.Proof{Password: password}, "short", account.Read, time.Nanosecond); err != nil { // it has expired at once
		t.Fatal(err)
	}
	tokens, err1 := p.Tokens(ctx, &u)
	browsers, err2 := p.Sessions(ctx, &u)
	if len(tokens) != 2 || len(browsers) != 1 || err1 != nil || err2 != nil {
		t.Errorf("%+v, %+v (%v, %v)", tokens, browsers, err1, err2)
	}
	if err := p.LogOut(ctx, &u, s.ID); err != nil {
		t.Error(err)
	}
	if _, _, err := p.Bearer(ctx, secret); !errors.Is(err, account.ErrToken) {
		t.Errorf("a token that was revoked: %v", err)
	}
}

// TestBan: who is banned is out, and in again when he is let in.
func TestBan(t *testing.T) {
	ctx, p := t.Context(), newPeople(t)
	u, cookie := member(t, p, "Xenophon")
	_, token, err := p.NewToken(ctx, &u, account.Proof{Password: password}, "", account.Play, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	link, err := p.Recovery(ctx, &u)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Ban(ctx, &u); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Bearer(ctx, token); known(t, p, cookie) || !errors.Is(err, account.ErrToken) {
		t.Errorf("sessions of somebody who is banned are known: %v", err)
	}
	if _, _, _, err := p.LogIn(ctx, "Xenophon", password, ""); !errors.Is(err, account.ErrBanned) {
		t.Errorf("logging in: %v", err)
	}
	if _, _, _, err := p.LogIn(ctx, "Xenophon", "wrong", ""); !errors.Is(err, account.ErrLogIn) {
		t.Errorf("with a wrong password: %v", err)
	}
	if _, _, _, err := p.Recover(ctx, link, "another one", ""); !errors.Is(err, account.ErrLink) {
		t.Errorf("with a link from before: %v", err)
	}
	if err := p.Unban(ctx, &u); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := p.LogIn(ctx, "Xenophon", password, ""); err != nil {
		t.Error(err)
	}
}

// TestRecover: a link is good once, for one user, and ends all sessions; a password that is refused does not use it up.
func TestRecover(t *testing.T) {
	ctx, p := t.Context(), newPeople(t)
	u, cookie := member(t, p, "Xenophon")
	link, err1 := p.Recovery(ctx, &u)
	other, err2 := p.Recovery(ctx, &u)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if _, _, _, err := p.Recover(ctx, link, "short", ""); !errors.Is(err, account.ErrPassword) {
		t.Errorf("a short password: %v", err)
	}
	if _, _, _, err := p.Recover(ctx, "x"+link, "the sea, the sea", ""); !errors.Is(err, account.ErrLink) {
		t.Errorf("another link: %v", err)
	}
	got, _, fresh, err := p.Recover(ctx, link, "the sea, the sea", "")
	if err != nil || got.ID != u.ID {
		t.Fatal(got, err)
	}
	if known(t, p, cookie) || !known(t, p, fresh) {
		t.Error("the old session is known, or the new one is not")
	}
	for _, link := range []string{link, other} {
		if _, _, _, err := p.Recover(ctx, link, "the sea, the sea", ""); !errors.Is(err, account.ErrLink) {
			t.Errorf("a link that was used, or made before one was: %v", err)
		}
	}
	if _, _, _, err := p.LogIn(ctx, "Xenophon", "the sea, the sea", ""); err != nil {
		t.Error(err)
	}
}

// TestEmail: an address counts when it is confirmed, and only whoever knows the password changes it.
func TestEmail(t *testing.T) {
	ctx, p := t.Context(), newPeople(t)
	u, _ := member(t, p, "Xenophon")
	proof := account.Proof{Password: password}
	if _, _, err := p.NewEmail(ctx, &u, account.Proof{Password: "wrong"}, "x@club.example"); !errors.Is(err, account.ErrLogIn) {
		t.Errorf("without the password: %v", err)
	}
	for _, bad := range []string{"", "x", "x@", "X <x@club.example>", "x@club.example\r\nBcc: y@club.example", "x@a, y@b"} {
		if to, _, err := p.NewEmail(ctx, &u, proof, bad); !errors.Is(err, account.ErrEmail) {
			t.Errorf("%q is taken for the address %q: %v", bad, to, err)
		}
	}
	to, secret, err := p.NewEmail(ctx, &u, proof, " x@club.example ")
	if err != nil || to != "x@club.example" {
		t.Fatal(to, err)
	}
	if _, _, err := p.MailRecovery(ctx, "Xenophon"); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("an address that is not confirmed is written to: %v", err)
	}
	if _, _, _, err := p.Recover(ctx, secret, "the sea, the sea", ""); !errors.Is(err, account.ErrLink) {
		t.Errorf("the secret for one thing is good for another: %v", err)
	}
	if user, err := p.ConfirmEmail(ctx, secret); err != nil || user != u.ID {
		t.Fatal(err)
	}
	if _, err := p.ConfirmEmail(ctx, secret); !errors.Is(err, account.ErrLink) {
		t.Errorf("the second time: %v", err)
	}
	to, secret, err = p.MailRecovery(ctx, "xenophon")
	if err != nil || to != "x@club.example" {
		t.Fatal(to, err)
	}
	u, _, _, err = p.Recover(ctx, secret, "the sea, the sea", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.RemoveEmail(ctx, &u, account.Proof{Password: "the sea, the sea"}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Xenophon", "Cyrus", ""} {
		if _, _, err := p.MailRecovery(ctx, name); !errors.Is(err, account.ErrUnknown) {
			t.Errorf("%q is written to: %v", name, err)
		}
	}
}

// newDevice lets people have passkeys, and returns a device for them.
func newDevice(t testing.TB, p *account.People) *accounttest.Device {
	t.Helper()
	if err := p.UsePasskeys(&url.URL{Scheme: "https", Host: "club.example"}); err != nil {
		t.Fatal(err)
	}
	return &accounttest.Device{Origin: "https://club.example"}
}

// addPasskey adds the passkey of a device to a user.
func addPasskey(t *testing.T, p *account.People, d *accounttest.Device, u *account.User) account.Passkey {
	t.Helper()
	c, err := p.BeginPasskey(t.Context(), u, account.Proof{Password: password, Since: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := d.Create(c.Options)
	if err != nil {
		t.Fatal(err)
	}
	k, err := p.AddPasskey(t.Context(), u, c.Ticket, "a key", answer)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.AddPasskey(t.Context(), u, c.Ticket, "again", answer); !errors.Is(err, account.ErrPasskey) {
		t.Errorf("a challenge is answered twice: %v", err)
	}
	return k
}

// sign logs in with the passkey of a device; change may change the challenge and the answer.
func sign(t *testing.T, p *account.People, d *accounttest.Device, change func(c *account.Challenge, answer []byte)) (account.User, error) {
	t.Helper()
	c, err := p.BeginPasskeyLogIn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	answer, err := d.Sign(c.Options)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&c, answer)
	}
	u, _, _, err := p.PasskeyLogIn(t.Context(), c.Ticket, "", answer)
	return u, err
}

// TestPasskeys adds a passkey, logs in with it, and refuses whatever does not fit.
func TestPasskeys(t *testing.T) {
	ctx, p := t.Context(), newPeople(t)
	u, _ := member(t, p, "Xenophon")
	if _, err := p.BeginPasskey(ctx, &u, account.Proof{Password: password}); !errors.Is(err, account.ErrPasskey) {
		t.Errorf("a passkey on a server without: %v", err)
	}
	if err := p.UsePasskeys(&url.URL{Scheme: "http", Host: "127.0.0.1:8080"}); err == nil {
		t.Error("passkeys of an IP address")
	}
	d := newDevice(t, p)
	if _, err := p.BeginPasskey(ctx, &u, account.Proof{Password: "wrong", Since: time.Now()}); !errors.Is(err, account.ErrLogIn) {
		t.Errorf("without the password: %v", err)
	}
	k := addPasskey(t, p, d, &u)
	for range 2 {
		if got, err := sign(t, p, d, nil); err != nil || got.ID != u.ID {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	for name, change := range map[string]func(*account.Challenge, []byte){
		"another challenge": func(c *account.Challenge, _ []byte) {
			x, err := p.BeginPasskeyLogIn(ctx)
			if err != nil {
				t.Fatal(err)
			}
			c.Ticket = x.Ticket
		},
		"the challenge of a new key": func(c *account.Challenge, _ []byte) {
			x, err := p.BeginPasskey(ctx, &u, account.Proof{Password: password})
			if err != nil {
				t.Fatal(err)
			}
			c.Ticket = x.Ticket
		},
		"no challenge":     func(c *account.Challenge, _ []byte) { c.Ticket = "" },
		"a damaged answer": func(_ *account.Challenge, answer []byte) { answer[len(answer)/2] ^= 1 },
	} {
		if _, err := sign(t, p, d, change); !errors.Is(err, account.ErrPasskey) {
			t.Errorf("%s: %v", name, err)
		}
	}
	d.Origin = "https://clud.example"
	if _, err := sign(t, p, d, nil); !errors.Is(err, account.ErrPasskey) {
		t.Errorf("on another page: %v", err)
	}
	d.Origin, d.Count = "https://club.example", 0
	if _, err := sign(t, p, d, nil); !errors.Is(err, account.ErrPasskey) {
		t.Errorf("a copy of the device: %v", err)
	}
	other, _ := member(t, p, "Cyrus")
	if err := p.RenamePasskey(ctx, &other, account.Proof{Password: password}, k.ID, "mine"); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("somebody renames the passkey of another: %v", err)
	}
	for name, err := range map[string]error{
		"renamed": p.RenamePasskey(ctx, &u, account.Proof{Password: "wrong", Since: time.Now()}, k.ID, "mine"),
		"removed": p.RemovePasskey(ctx, &u, account.Proof{Password: "wrong", Since: time.Now()}, k.ID),
		"a token made": func() error {
			_, _, err := p.NewToken(ctx, &u, account.Proof{Since: time.Now()}, "", account.Read, time.Hour)
			return err
		}(),
	} {
		if !errors.Is(err, account.ErrLogIn) {
			t.Errorf("%s without the password: %v", name, err)
		}
	}
	if err := p.RenamePasskey(ctx, &u, account.Proof{Password: password}, k.ID, "phone"); err != nil {
		t.Error(err)
	}
	if list, err := p.Passkeys(ctx, &u); err != nil || len(list) != 1 || list[0].Label != "phone" || list[0].Used.IsZero() {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestNoPassword: an account without a password keeps its last passkey, and is deleted only by who has just logged in.
func TestNoPassword(t *testing.T) {
	ctx, p := t.Context(), newPeople(t)
	d := newDevice(t, p)
	u, cookie := member(t, p, "Xenophon")
	proof := account.Proof{Password: password}
	if _, _, _, err := p.RemovePassword(ctx, u, proof, ""); !errors.Is(err, account.ErrLastKey) {
		t.Errorf("without a passkey: %v", err)
	}
	k := addPasskey(t, p, d, &u)
	u, _, _, err := p.RemovePassword(ctx, u, proof, "")
	if err != nil || known(t, p, cookie) {
		t.Fatalf("the old session is known, or: %v", err)
	}
	for _, password := range []string{password, ""} {
		if _, _, _, err := p.LogIn(ctx, "Xenophon", password, ""); !errors.Is(err, account.ErrLogIn) {
			t.Errorf("with the password %q: %v", password, err)
		}
	}
	if got, err := sign(t, p, d, nil); err != nil || got.ID != u.ID {
		t.Errorf("%+v, %v", got, err)
	}
	if err := p.RemovePasskey(ctx, &u, account.Proof{Since: time.Now()}, k.ID); !errors.Is(err, account.ErrLastKey) {
		t.Errorf("removing the last way in: %v", err)
	}
	old := account.Proof{Since: time.Now().Add(-time.Hour)}
	if err := p.RemovePasskey(ctx, &u, old, k.ID); !errors.Is(err, account.ErrNotFresh) {
		t.Errorf("a passkey removed by somebody who logged in long ago: %v", err)
	}
	if err := p.Delete(ctx, &u, old); !errors.Is(err, account.ErrNotFresh) {
		t.Errorf("deleted by somebody who logged in long ago: %v", err)
	}
	if _, _, _, err := p.SetPassword(ctx, u, old, "the sea, the sea", ""); !errors.Is(err, account.ErrNotFresh) {
		t.Errorf("a password set by somebody who logged in long ago: %v", err)
	}
	if err := p.Delete(ctx, &u, account.Proof{Since: time.Now()}); err != nil {
		t.Error(err)
	}
	if _, err := sign(t, p, d, nil); !errors.Is(err, account.ErrPasskey) {
		t.Errorf("the passkey of somebody who is gone: %v", err)
	}
}

// TestIdentity: a new identity gets an account, the same again gets in, and what does not fit is refused.
func TestIdentity(t *testing.T) {
	ctx, p := t.Context(), newPeople(t)
	provider, err := accounttest.NewProvider("acies")
	if err != nil {
		t.Fatal(err)
	}
	defer provider.Close()
	o := &account.OIDC{Issuer: provider.URL, Client: "acies", Secret: "s", Redirect: "https://club.example/api/oidc/answer"}
	ask := func() (secret, state, code string) {
		t.Helper()
		address, secret, err := p.Ask(ctx, o)
		if err != nil {
			t.Fatal(err)
		}
		q, err := provider.Visit(address)
		if err != nil {
			t.Fatal(err)
		}
		return secret, q.Get("state"), q.Get("code")
	}
	secret, state, code := ask()
	w, err := p.Answer(ctx, o, secret, state, code, "")
	if err != nil || w.New == "" || w.Secret != "" {
		t.Fatalf("%+v, %v", w, err)
	}
	if _, err := p.Answer(ctx, o, secret, state, code, ""); !errors.Is(err, account.ErrLink) {
		t.Errorf("the answer again: %v", err)
	}
	member(t, p, "Cyrus")
	for _, name := range []string{"", "Cyrus"} {
		if _, _, _, err := p.RegisterIdentity(ctx, nil, w.New, name, ""); !errors.Is(err, account.ErrName) && !errors.Is(err, account.ErrTaken) {
			t.Errorf("the name %q: %v", name, err)
		}
	}
	guest, _, _, err := p.Guest(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	u, _, _, err := p.RegisterIdentity(ctx, &guest, w.New, "Xenophon", "")
	if err != nil || u.ID != guest.ID || u.Name != "Xenophon" {
		t.Fatalf("%+v, %v", u, err)
	}
	if _, _, _, err := p.RegisterIdentity(ctx, nil, w.New, "Tissaphernes", ""); !errors.Is(err, account.ErrLink) {
		t.Errorf("a second account: %v", err)
	}
	secret, state, code = ask()
	if w, err := p.Answer(ctx, o, secret, state, code, ""); err != nil || w.User.ID != u.ID || !known(t, p, w.Secret) {
		t.Errorf("%+v, %v", w, err)
	}

	secret, state, code = ask()
	if _, err := p.Answer(ctx, o, secret, "x"+state, code, ""); !errors.Is(err, account.ErrProvider) {
		t.Errorf("another state: %v", err)
	}
	secret, state, _ = ask()
	if _, err := p.Answer(ctx, o, secret, state, code, ""); !errors.Is(err, account.ErrProvider) {
		t.Errorf("the code of another question: %v", err)
	}
	provider.Nonce = func(s string) string { return s + "x" }
	secret, state, code = ask()
	if _, err := p.Answer(ctx, o, secret, state, code, ""); !errors.Is(err, account.ErrProvider) {
		t.Errorf("another nonce: %v", err)
	}
	provider.Nonce = nil
	if err := p.Ban(ctx, &u); err != nil {
		t.Fatal(err)
	}
	secret, state, code = ask()
	if _, err := p.Answer(ctx, o, secret, state, code, ""); !errors.Is(err, account.ErrBanned) {
		t.Errorf("somebody who is banned: %v", err)
	}
}

// TestManyPasskeys: there are never too many passkeys, however many challenges are answered at once.
func TestManyPasskeys(t *testing.T) {
	ctx, p := t.Context(), newPeople(t)
	u, _ := member(t, p, "Xenophon")
	var devices []*accounttest.Device
	var open []account.Challenge
	const most = 20
	for range most + 2 {
		d := newDevice(t, p)
		x, err := p.BeginPasskey(ctx, &u, account.Proof{Password: password})
		if err != nil {
			t.Fatal(err)
		}
		devices, open = append(devices, d), append(open, x)
	}
	for i, x := range open {
		answer, err := devices[i].Create(x.Options)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.AddPasskey(ctx, &u, x.Ticket, "", answer); (err != nil) != (i >= most) || err != nil && !errors.Is(err, account.ErrMany) {
			t.Errorf("passkey %d: %v", i+1, err)
		}
	}
	if list, err := p.Passkeys(ctx, &u); err != nil || len(list) != most {
		t.Errorf("%d passkeys, %v", len(list), err)
	}
}

// TestHolds: a session ends for those who hold it as soon as it has ended for all.
func TestHolds(t *testing.T) {
	ctx, p := t.Context(), newPeople(t)
	for name, end := range map[string]func(u *account.User, s *account.Session) error{
		"logged out": func(u *account.User, s *account.Session) error { return p.LogOut(ctx, u, s.ID) },
		"banned":     func(u *account.User, _ *account.Session) error { return p.Ban(ctx, u) },
		"deleted":    func(u *account.User, _ *account.Session) error { return p.Remove(ctx, u) },
		"a new name": func(u *account.User, _ *account.Session) error {
			_, _, _, err := p.Register(ctx, u, "Cyrus", password, "")
			return err
		},
	} {
		u, s, secret, err := p.Guest(ctx, "")
		if err == nil {
			err = p.Holds(ctx, secret, &s)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Holds(ctx, secret, &account.Session{ID: "another"}); !errors.Is(err, account.ErrUnknown) {
			t.Errorf("another session: %v", err)
		}
		if err := end(&u, &s); err != nil {
			t.Fatal(err)
		}
		if err := p.Holds(ctx, secret, &s); !errors.Is(err, account.ErrUnknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLink: somebody who is logged in links an identity to his account and logs in by it, and unlinks it unless it is his last key.
func TestLink(t *testing.T) {
	ctx, p := t.Context(), newPeople(t)
	provider, err := accounttest.NewProvider("acies")
	if err != nil {
		t.Fatal(err)
	}
	defer provider.Close()
	o := &account.OIDC{Issuer: provider.URL, Client: "acies", Secret: "s", Redirect: "https://club.example/api/oidc/answer"}
	visit := func(address string) (state, code string) {
		t.Helper()
		q, err := provider.Visit(address)
		if err != nil {
			t.Fatal(err)
		}
		return q.Get("state"), q.Get("code")
	}
	link := func(u, by *account.User, proof account.Proof) error {
		t.Helper()
		address, secret, err := p.AskToLink(ctx, o, u, proof)
		if err != nil {
			return err
		}
		state, code := visit(address)
		return p.Link(ctx, o, by, secret, state, code)
	}
	const password = "ten thousand"
	register := func(name string) account.User {
		t.Helper()
		u, _, _, err := p.Register(ctx, nil, name, password, "")
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	cyrus, darius := register("Cyrus"), register("Darius")
	proof := account.Proof{Password: password}
	for _, x := range []struct {
		what  string
		u, by *account.User
		proof account.Proof
		want  error
	}{
		{"a wrong password", &cyrus, &cyrus, account.Proof{Password: "x"}, account.ErrLogIn},
		{"another comes back", &cyrus, &darius, proof, account.ErrLink},
		{"as it should be", &cyrus, &cyrus, proof, nil},
		{"once more", &cyrus, &cyrus, proof, account.ErrLinked},
		{"the identity of another", &darius, &darius, proof, account.ErrIdentity},
	} {
		if err := link(x.u, x.by, x.proof); !errors.Is(err, x.want) {
			t.Errorf("%s: %v, expected %v", x.what, err, x.want)
		}
	}
	address, secret, err := p.Ask(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	state, code := visit(address)
	if w, err := p.Answer(ctx, o, secret, state, code, ""); err != nil || w.User.ID != cyrus.ID {
		t.Errorf("logged in as %+v, %v", w.User, err)
	}
	if err := p.Unlink(ctx, o, &darius, proof); !errors.Is(err, account.ErrUnlinked) {
		t.Errorf("nothing to unlink: %v", err)
	}
	keyless := cyrus
	keyless.Password = ""
	if err := p.Unlink(ctx, o, &keyless, account.Proof{Since: time.Now()}); !errors.Is(err, account.ErrLastKey) {
		t.Errorf("the last key: %v", err)
	}
	if err := p.Unlink(ctx, o, &cyrus, proof); err != nil {
		t.Error(err)
	}
	if linked, err := p.Linked(ctx, o, &cyrus); err != nil || linked {
		t.Errorf("linked %t, %v", linked, err)
	}
}

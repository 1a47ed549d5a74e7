package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"acies/account"
	"acies/account/accounttest"
)

// newClubWith returns a server with accounts and more.
func newClubWith(t *testing.T, mailer account.Mailer, o *account.OIDC) *club {
	s, games := newStore(t)
	people := account.New(s, nil)
	public := &url.URL{Scheme: "https", Host: "club.example"}
	h := New(Options{Games: games, People: people, Public: public, Mailer: mailer, OIDC: o})
	t.Cleanup(h.background.Wait)
	return &club{T: t, handler: h, people: people, store: s}
}

// into reads an answer that must have a status.
func (c *club) into(a answer, status int, to any) {
	c.Helper()
	if a.Code != status {
		c.Fatalf("%d %s, expected %d", a.Code, a.Body, status)
	}
	if to != nil {
		if err := json.Unmarshal(a.Body.Bytes(), to); err != nil {
			c.Fatalf("%v: %s", err, a.Body)
		}
	}
}

// session returns the secret of the session that an answer begins.
func (c *club) session(a answer) string {
	c.Helper()
	for _, x := range a.Result().Cookies() {
		if x.Name == cookie && x.Value != "" {
			return x.Value
		}
	}
	c.Fatalf("no session: %d %s", a.Code, a.Body)
	return ""
}

// TestGuestLogsIn: what a guest has set up and joined is the account's when he logs in, at once.
func TestGuestLogsIn(t *testing.T) {
	c := newClub(t)
	c.into(c.send("", "POST", "/api/account", `{"name": "Xenophon", "password": "ten thousand"}`), http.StatusOK, nil)
	ben := c.guest()
	anna := c.guest()
	hosted := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	c.seat(anna, ben, hosted)
	joined := c.newGame(ben, `{"battle": "sparta-195bc", "mine": 0}`)
	c.seat(ben, anna, joined)
	before := c.send(anna, "GET", "/api/games/"+hosted, "").Body.String()
	a := c.send(anna, "POST", "/api/session", `{"name": "Xenophon", "password": "ten thousand"}`)
	xenophon := c.session(a)
	for _, id := range []string{hosted, joined} {
		c.into(c.send(xenophon, "GET", "/api/games/"+id, ""), http.StatusOK, nil)
	}
	if after := c.send(xenophon, "GET", "/api/games/"+hosted, "").Body.String(); strings.ReplaceAll(after, `"name":"Xenophon",`, "") != before {
		t.Errorf("the table has changed:\n%s\n%s", before, after)
	}
	var now struct{ Version int }
	c.into(c.send(xenophon, "GET", "/api/games/"+hosted, ""), http.StatusOK, &now)
	c.into(c.send(xenophon, "POST", "/api/games/"+hosted+"/actions", fmt.Sprintf(`{"version": %d, "id": "a", "actions": ["ready"]}`, now.Version)), http.StatusOK, nil)
	c.into(c.send(xenophon, "POST", "/api/games/"+hosted+"/name", `{"title": "mine"}`), http.StatusOK, nil)
	if a := c.send(anna, "GET", "/api/games/"+hosted, ""); a.code() != "no-game" {
		t.Errorf("the guest is still there: %d %s", a.Code, a.Body)
	}
}

// TestTokenRoutes: a token is made, shown once, listed, used and revoked.
func TestTokenRoutes(t *testing.T) {
	c := newClub(t)
	u, secret := c.member()
	if a := c.send(c.guest(), "POST", "/api/tokens", `{"label": "a bot", "scope": "play", "days": 30}`); a.code() != "guest" {
		t.Errorf("a guest: %d %s", a.Code, a.Body)
	}
	for _, body := range []string{`{"scope": "play"}`, `{"scope": "all", "days": 30}`, `{"scope": "", "days": 30}`, `{"scope": "read", "days": 367}`} {
		if a := c.send(secret, "POST", "/api/tokens", body); a.code() != "malformed" {
			t.Errorf("%s: %d %s", body, a.Code, a.Body)
		}
	}
	var made struct {
		Secret string
		Token  tokenCard
	}
	c.into(c.send(secret, "POST", "/api/tokens", `{"label": "a bot", "scope": "play", "days": 30}`), http.StatusCreated, &made)
	list := c.send(secret, "GET", "/api/tokens", "")
	var all []tokenCard
	c.into(list, http.StatusOK, &all)
	if len(all) != 1 || all[0].Label != "a bot" || all[0].Scope != "play" || strings.Contains(list.Body.String(), made.Secret) {
		t.Errorf("%s", list.Body)
	}
	var who me
	c.into(c.send(bearer+made.Secret, "GET", "/api/me", ""), http.StatusOK, &who)
	if who.Name != u.Name || who.Scope != "play" {
		t.Errorf("%+v", who)
	}
	if a := c.send(made.Secret, "GET", "/api/tokens", ""); a.code() != "unknown" { // as a cookie
		t.Errorf("a token as a cookie: %d %s", a.Code, a.Body)
	}
	if a := c.send(bearer+secret, "GET", "/api/me", ""); a.code() != "token" {
		t.Errorf("a cookie as a token: %d %s", a.Code, a.Body)
	}
	c.into(c.send(secret, "DELETE", "/api/tokens/"+made.Token.ID, ""), http.StatusOK, nil)
	if a := c.send(bearer+made.Secret, "GET", "/api/me", ""); a.Code != http.StatusUnauthorized || a.code() != "token" {
		t.Errorf("a token that was revoked: %d %s", a.Code, a.Body)
	}
}

// TestTokenPlays: a program with a token plays the seat of its user, and nobody else's.
func TestTokenPlays(t *testing.T) {
	c := newClub(t)
	u, anna := c.member()
	ben := c.guest()
	id := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	c.seat(anna, ben, id)
	act := func(secret, more string) answer {
		var now struct{ Version int }
		c.into(c.send(anna, "GET", "/api/games/"+id, ""), http.StatusOK, &now)
		return c.send(secret, "POST", "/api/games/"+id+"/actions", fmt.Sprintf(`{"version": %d, "id": "a"%s, "actions": ["ready"]}`, now.Version, more))
	}
	reads, plays := c.token(&u, account.Read, time.Hour), c.token(&u, account.Play, time.Hour)
	if a := act(reads, ""); a.code() != "scope" {
		t.Errorf("a program that may watch plays: %d %s", a.Code, a.Body)
	}
	if a := act(plays, `, "side": 1`); a.code() != "not-yours" {
		t.Errorf("a program plays the side of another: %d %s", a.Code, a.Body)
	}
	c.into(act(plays, ""), http.StatusOK, nil)
	c.into(c.send(ben, "POST", "/api/games/"+id+"/chat", `{"id": "1", "text": "Hail"}`), http.StatusOK, nil)
	for name, x := range map[string]struct{ secret, path, code string }{
		"messages": {reads, "chat", ""}, "messages of a game it plays": {plays, "chat", ""}, "notes": {reads, "note", "scope"}, "notes of a game it plays": {plays, "note", "scope"},
	} {
		if a := c.send(x.secret, "GET", "/api/games/"+id+"/"+x.path, ""); a.code() != x.code || strings.Contains(a.Body.String(), "Hail") != (x.code == "") {
			t.Errorf("a program reads %s: %d %s", name, a.Code, a.Body)
		}
	}
}

// TestRecoveryByMail: the answer is the same for every name, mail goes to the address that was confirmed, and its link works once.
func TestRecoveryByMail(t *testing.T) {
	if a := newClubWith(t, nil, nil).send("", "POST", "/api/recovery", `{"name": "Xenophon"}`); a.code() != "no-mail" {
		t.Errorf("a server without mail: %d %s", a.Code, a.Body)
	}
	box := make(accounttest.Box, 10)
	c := newClubWith(t, box, nil)
	xenophon := c.session(c.send("", "POST", "/api/account", `{"name": "Xenophon", "password": "ten thousand"}`))
	for _, bad := range []string{"short", strings.Repeat("x", 1025)} {
		if a := c.send("", "POST", "/api/account", fmt.Sprintf(`{"name": "Cheirisophos", "password": %q}`, bad)); a.code() != "password" || !strings.Contains(a.Body.String(), "at least 8 characters and at most 1,024 bytes") {
			t.Errorf("a password of %d characters: %d %s", len(bad), a.Code, a.Body)
		}
	}
	if a := c.send(xenophon, "POST", "/api/account/email", `{"email": "x@club.example", "password": "wrong"}`); a.code() != "log-in" {
		t.Errorf("without the password: %d %s", a.Code, a.Body)
	}
	c.into(c.send(xenophon, "POST", "/api/account/email", `{"email": "x@club.example", "password": "ten thousand"}`), http.StatusAccepted, nil)
	letter := <-box
	if letter.To != "x@club.example" || letter.Subject == "" {
		t.Errorf("%+v", letter)
	}
	c.into(c.send("", "POST", "/api/account/email/confirm", fmt.Sprintf(`{"token": %q}`, tokenIn(t, letter, "confirm"))), http.StatusOK, nil)
	var who me
	c.into(c.send(xenophon, "GET", "/api/me", ""), http.StatusOK, &who)
	if who.Email != "x@club.example" || !who.Mail {
		t.Errorf("%+v", who)
	}
	c.send("", "POST", "/api/account", `{"name": "Cyrus", "password": "ten thousand"}`)
	unknown := c.send("", "POST", "/api/recovery", `{"name": "Tissaphernes"}`)
	silent := c.send("", "POST", "/api/recovery", `{"name": "Cyrus"}`)
	known := c.send("", "POST", "/api/recovery?lang=fr", `{"name": "Xenophon"}`)
	for _, a := range []answer{unknown, silent} {
		if a.Code != known.Code || a.Body.String() != known.Body.String() || a.Code != http.StatusAccepted {
			t.Errorf("names are told apart: %d %s, %d %s", a.Code, a.Body, known.Code, known.Body)
		}
	}
	letter = <-box
	if !strings.Contains(letter.Subject, "mot de passe") {
		t.Errorf("the language of the mail: %+v", letter)
	}
	body := fmt.Sprintf(`{"token": %q, "password": "the sea, the sea"}`, tokenIn(t, letter, "recover"))
	fresh := c.session(c.send("", "POST", "/api/recover", body))
	c.into(c.send(fresh, "GET", "/api/sessions", ""), http.StatusOK, nil)
	if a := c.send(xenophon, "GET", "/api/sessions", ""); a.code() != "unknown" {
		t.Errorf("the old session: %d %s", a.Code, a.Body)
	}
	if a := c.send("", "POST", "/api/recover", body); a.code() != "link" {
		t.Errorf("the link again: %d %s", a.Code, a.Body)
	}
	// A link to an address that is not the user's any more is worth nothing.
	cyrus := c.session(c.send("", "POST", "/api/session", `{"name": "Cyrus", "password": "ten thousand"}`))
	confirm := func(address string) {
		t.Helper()
		c.into(c.send(cyrus, "POST", "/api/account/email", fmt.Sprintf(`{"email": %q, "password": "ten thousand"}`, address)), http.StatusAccepted, nil)
		c.into(c.send("", "POST", "/api/account/email/confirm", fmt.Sprintf(`{"token": %q}`, tokenIn(t, <-box, "confirm"))), http.StatusOK, nil)
	}
	confirm("old@club.example")
	c.into(c.send("", "POST", "/api/recovery", `{"name": "Cyrus"}`), http.StatusAccepted, nil)
	former := tokenIn(t, <-box, "recover")
	confirm("new@club.example")
	if a := c.send("", "POST", "/api/recover", fmt.Sprintf(`{"token": %q, "password": "the sea, the sea"}`, former)); a.code() != "link" {
		t.Errorf("a link to the address of before: %d %s", a.Code, a.Body)
	}
	for range allowances[mailing].burst - 1 {
		c.into(c.send("", "POST", "/api/recovery", `{"name": "xenophon"}`), http.StatusAccepted, nil)
	}
	if a := c.send("", "POST", "/api/recovery", `{"name": "XEN0PHON"}`); a.code() != "too-fast" {
		t.Errorf("much mail to one: %d %s", a.Code, a.Body)
	}
}

// tokenIn returns the token of the link in a letter.
func tokenIn(t *testing.T, l accounttest.Letter, page string) string {
	t.Helper()
	_, rest, found := strings.Cut(l.Text, "https://club.example/#/"+page+"/")
	if !found {
		t.Fatalf("no link in %q", l.Text)
	}
	return strings.Fields(rest)[0]
}

// TestPasskeyRoutes adds a passkey, logs in with it without a name, and removes the password.
func TestPasskeyRoutes(t *testing.T) {
	c := newClub(t)
	d := &accounttest.Device{Origin: "https://club.example"}
	anna := c.session(c.send("", "POST", "/api/account", `{"name": "Anna", "password": "ten thousand"}`))
	type challenge struct {
		Ticket  string
		Options any
	}
	answered := func(secret, path, ticket string, answer []byte, err error) answer {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return c.send(secret, "POST", path, fmt.Sprintf(`{"ticket": %q, "label": "phone", "answer": %s}`, ticket, answer))
	}
	var x challenge
	if a := c.send(anna, "POST", "/api/passkeys/challenge", `{"password": "wrong"}`); a.code() != "log-in" {
		t.Errorf("without the password: %d %s", a.Code, a.Body)
	}
	c.into(c.send(anna, "POST", "/api/passkeys/challenge", `{"password": "ten thousand"}`), http.StatusOK, &x)
	made, err := d.Create(x.Options)
	var card passkeyCard
	c.into(answered(anna, "/api/passkeys", x.Ticket, made, err), http.StatusCreated, &card)
	enter := func() answer {
		t.Helper()
		c.into(c.send("", "POST", "/api/session/challenge", "{}"), http.StatusOK, &x)
		signed, err := d.Sign(x.Options)
		return answered("", "/api/session/passkey", x.Ticket, signed, err)
	}
	var who me
	c.into(enter(), http.StatusOK, &who)
	if who.Name != "Anna" || !who.Password || !who.Passkeys {
		t.Errorf("%+v", who)
	}
	signed, err := d.Sign(x.Options)
	if a := answered("", "/api/session/passkey", x.Ticket, signed, err); a.code() != "passkey" {
		t.Errorf("a challenge that was answered: %d %s", a.Code, a.Body)
	}
	c.into(c.send(anna, "POST", "/api/passkeys/"+card.ID+"/name", `{"label": "key", "password": "ten thousand"}`), http.StatusOK, nil)
	if a := c.send(anna, "GET", "/api/passkeys", ""); !strings.Contains(a.Body.String(), `"label":"key"`) {
		t.Errorf("%s", a.Body)
	}
	anna = c.session(c.send(anna, "DELETE", "/api/account/password", `{"password": "ten thousand"}`))
	if a := c.send(anna, "DELETE", "/api/passkeys/"+card.ID, "{}"); a.code() != "last-key" {
		t.Errorf("the last way in: %d %s", a.Code, a.Body)
	}
	c.into(c.send(c.session(enter()), "DELETE", "/api/account", "{}"), http.StatusOK, nil)
	if a := enter(); a.code() != "passkey" {
		t.Errorf("the passkey of an account that is gone: %d %s", a.Code, a.Body)
	}
}

// TestProvider: somebody whom a provider vouches for chooses a name, and is known the next time; another browser gets nothing.
func TestProvider(t *testing.T) {
	provider, err := accounttest.NewProvider("acies")
	if err != nil {
		t.Fatal(err)
	}
	defer provider.Close()
	c := newClubWith(t, nil, &account.OIDC{Issuer: provider.URL, Client: "acies", Secret: "s", Redirect: "https://club.example/api/oidc/answer"})
	// visit goes to the provider and returns the address to come back to, and the cookies of the browser.
	visit := func() (string, map[string]string) {
		t.Helper()
		a := c.send("", "POST", "/api/oidc", "")
		var to struct{ Address string }
		c.into(a, http.StatusOK, &to)
		q, err := provider.Visit(to.Address)
		if err != nil {
			t.Fatal(err)
		}
		return "/api/oidc/answer?" + q.Encode(), cookiesOf(a)
	}
	with := func(cookies map[string]string, method, path, body string) answer {
		r := httptest.NewRequestWithContext(t.Context(), method, "https://club.example"+path, strings.NewReader(body))
		for name, value := range cookies {
			r.AddCookie(&http.Cookie{Name: name, Value: value})
		}
		a := answer{httptest.NewRecorder(), func() {}}
		c.handler.ServeHTTP(a, r)
		return a
	}
	back, cookies := visit()
	if a := with(nil, "GET", back, ""); a.Header().Get("Location") != "/#/refused/link" {
		t.Errorf("another browser: %d %v", a.Code, a.Header())
	}
	a := with(cookies, "GET", back, "")
	if a.Code != http.StatusFound || a.Header().Get("Location") != "/#/welcome" {
		t.Fatalf("%d %v", a.Code, a.Header())
	}
	cookies = cookiesOf(a)
	if a := with(cookies, "POST", "/api/oidc/account", `{"name": "x"}`); a.code() != "name" {
		t.Errorf("a name that is none: %d %s", a.Code, a.Body)
	}
	var who me
	a = with(cookies, "POST", "/api/oidc/account", `{"name": "Xenophon"}`)
	c.into(a, http.StatusOK, &who)
	if who.Name != "Xenophon" || who.Password || who.Provider != "127.0.0.1" {
		t.Errorf("%+v", who)
	}
	back, cookies = visit()
	a = with(cookies, "GET", back, "")
	if a.Header().Get("Location") != "/#/account" {
		t.Fatalf("%d %v", a.Code, a.Header())
	}
	c.into(c.send(c.session(a), "GET", "/api/me", ""), http.StatusOK, &who)
	if who.Name != "Xenophon" {
		t.Errorf("%+v", who)
	}
	back, cookies = visit()
	if a := with(cookies, "GET", strings.Replace(back, "state=", "state=x", 1), ""); a.Header().Get("Location") != "/#/refused/provider" {
		t.Errorf("another state: %d %v", a.Code, a.Header())
	}
	// A link from elsewhere does not lead to the provider, nor does a form.
	if a := c.send("", "GET", "/api/oidc", ""); a.code() != "no-route" || len(cookiesOf(a)) > 0 {
		t.Errorf("a link: %d %v", a.Code, a.Header())
	}
	foreign := httptest.NewRequestWithContext(t.Context(), "POST", "https://club.example/api/oidc", nil)
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, foreign)
	if w.Code != http.StatusForbidden || len(w.Result().Cookies()) > 0 {
		t.Errorf("a form elsewhere: %d %v", w.Code, w.Header())
	}
	// Whoever is logged in links the identity to his account, unless it is another's.
	_, _, cyrus, err := c.people.Register(t.Context(), nil, "Cyrus", "ten thousand", "")
	if err != nil {
		t.Fatal(err)
	}
	a = c.send(cyrus, "POST", "/api/oidc/link", `{"password": "ten thousand"}`)
	var to struct{ Address string }
	c.into(a, http.StatusOK, &to)
	q, err := provider.Visit(to.Address)
	if err != nil {
		t.Fatal(err)
	}
	cookies = cookiesOf(a)
	cookies[cookie] = cyrus
	if a := with(cookies, "GET", "/api/oidc/answer?"+q.Encode(), ""); a.Header().Get("Location") != "/#/refused/identity-taken" {
		t.Errorf("the identity of another: %d %v", a.Code, a.Header())
	}
	if a := c.send(cyrus, "DELETE", "/api/oidc/link", `{"password": "ten thousand"}`); a.code() != "no-identity" {
		t.Errorf("%d %s", a.Code, a.Body)
	}
	if a := newClubWith(t, nil, nil).send("", "POST", "/api/oidc", ""); a.code() != "no-provider" {
		t.Errorf("without a provider: %d %s", a.Code, a.Body)
	}
}

// cookiesOf returns the cookies that an answer sets.
func cookiesOf(a answer) map[string]string {
	set := map[string]string{}
	for _, x := range a.Result().Cookies() {
		set[x.Name] = x.Value
	}
	return set
}

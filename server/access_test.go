package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"acies/account"
	"acies/account/accounttest"
	"acies/game"
	"acies/match"
	"acies/notify"
	"acies/record"
	"acies/table"
	"acies/talk"
)

// club is a server with accounts.
type club struct {
	*testing.T
	handler http.Handler
	people  *account.People
	store   account.Store
	games   *match.Games
	sent    int
}

func newClub(t *testing.T) *club {
	s, games := newStore(t)
	people := account.New(s, nil)
	public := &url.URL{Scheme: "https", Host: "club.example"}
	n := notify.New(notify.Options{Store: s, Public: public, Guard: notify.Guard{Unsafe: true}})
	n.Start(Happened(games, notify.LookAt(games)))
	t.Cleanup(n.Close)
	h := New(Options{
		Games: games, People: people, Public: public, Hosts: []string{"club.example"}, Thought: time.Millisecond, Talk: talk.New(s), Tourneys: s,
		Client: fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}},
		Notify: n, OIDC: provider(),
	})
	return &club{T: t, handler: h, people: people, store: s, games: games}
}

// provider returns a provider of identities that all clubs have.
var provider = sync.OnceValue(func() *account.OIDC {
	p, err := accounttest.NewProvider("acies")
	if err != nil {
		panic(err)
	}
	return &account.OIDC{Issuer: p.URL, Client: "acies", Secret: "s", Redirect: "https://club.example/api/oidc/answer"}
})

// guest returns the secret of a new guest's session.
func (c *club) guest() string {
	c.Helper()
	_, _, secret, err := c.people.Guest(c.Context(), "")
	if err != nil {
		c.Fatal(err)
	}
	return secret
}

// member returns a new account without a password, and the secret of its session.
func (c *club) member() (account.User, string) {
	c.Helper()
	u := account.User{ID: account.NewID(), Created: time.Now()}
	u.Name = u.ID
	secret := strings.Repeat("x", 43-len(u.ID)) + u.ID
	x := account.Session{ID: account.NewID(), User: u.ID, Created: time.Now(), Seen: time.Now(), Expires: time.Now().Add(time.Hour)}
	if err := errors.Join(c.store.AddUser(c.Context(), u, u.ID), c.store.AddSession(c.Context(), account.HashOf(secret), x)); err != nil {
		c.Fatal(err)
	}
	return u, secret
}

// token returns the secret of a token as send takes it.
func (c *club) token(u *account.User, scope account.Scope, keep time.Duration) string {
	c.Helper()
	_, secret, err := c.people.NewToken(c.Context(), u, account.Proof{Since: time.Now()}, "a bot", scope, keep)
	if err != nil {
		c.Fatal(err)
	}
	return bearer + secret
}

// bearer stands before the secret of a token.
const bearer = "Bearer "

// answer is what a request was answered.
type answer struct {
	*httptest.ResponseRecorder
	cancel context.CancelFunc
}

// WriteHeader ends the request if it is one that goes on.
func (a answer) WriteHeader(status int) {
	if a.Header().Get("Content-Type") == "text/event-stream" {
		a.cancel()
	}
	a.ResponseRecorder.WriteHeader(status)
}

// Unwrap lets the stream of events be flushed.
func (a answer) Unwrap() http.ResponseWriter { return a.ResponseRecorder }

// send sends a request of somebody, who may have no session.
func (c *club) send(secret, method, path, body string) answer {
	c.Helper()
	ctx, cancel := context.WithCancel(c.Context())
	defer cancel()
	r := httptest.NewRequestWithContext(ctx, method, "https://club.example"+path, strings.NewReader(body))
	c.sent++
	r.RemoteAddr = fmt.Sprintf("10.0.%d.%d:80", c.sent/250%250, c.sent%250) // nobody is too fast
	if strings.HasPrefix(secret, bearer) {
		r.Header.Set("Authorization", secret)
	} else if secret != "" {
		r.AddCookie(&http.Cookie{Name: cookie, Value: secret})
	}
	a := answer{httptest.NewRecorder(), cancel}
	c.handler.ServeHTTP(a, r)
	return a
}

// code returns the code of a refusal.
func (a answer) code() string {
	var f struct{ Error struct{ Code string } }
	json.Unmarshal(a.Body.Bytes(), &f) // an answer that is no refusal has none
	return f.Error.Code
}

// newGame creates a game of somebody and returns its id.
func (c *club) newGame(secret, body string) string {
	c.Helper()
	a := c.send(secret, "POST", "/api/games", body)
	var x struct{ ID string }
	if err := json.Unmarshal(a.Body.Bytes(), &x); err != nil || a.Code != http.StatusCreated {
		c.Fatalf("%d %s", a.Code, a.Body)
	}
	return x.ID
}

// invite returns the token of an invitation to side 1.
func (c *club) invite(secret, id string) string {
	c.Helper()
	a := c.send(secret, "POST", "/api/games/"+id+"/invite", `{"side": 1}`)
	var x struct{ Token string }
	if err := json.Unmarshal(a.Body.Bytes(), &x); err != nil || x.Token == "" {
		c.Fatalf("%d %s", a.Code, a.Body)
	}
	return x.Token
}

// seat seats somebody on side 1 of a game of another, and adds to the dice for both.
func (c *club) seat(host, guest, id string) {
	c.Helper()
	for _, a := range []answer{
		c.send(guest, "POST", "/api/join", fmt.Sprintf(`{"token": %q}`, c.invite(host, id))),
		c.send(host, "POST", "/api/games/"+id+"/nonce", fmt.Sprintf(`{"side": 0, "nonce": %q}`, strings.Repeat("0a", 16))),
		c.send(guest, "POST", "/api/games/"+id+"/nonce", fmt.Sprintf(`{"side": 1, "nonce": %q}`, strings.Repeat("0b", 16))),
	} {
		if a.Code != http.StatusOK {
			c.Fatalf("%d %s", a.Code, a.Body)
		}
	}
}

// The people of the matrix.
const (
	stranger  = iota // without a session
	forger           // with a secret that is none
	thief            // with the secret of a session that has ended
	lapsed           // with a cookie whose session has expired
	banned           // with a cookie of before he was banned
	outsider         // a guest of another game
	visitor          // a guest without a game
	owner            // with an account, who has set up the game and plays side 0
	invited          // who plays side 1
	watching         // a guest who watches a public game
	linked           // a guest who has the address of a game that may be watched so
	absent           // with an account, who has set up a game that others play
	organiser        // with an account, who has founded the tournament
	reader           // a program of the owner that may watch
	program          // a program of the owner that may play
	expired          // a program of the owner with a token that has expired
	roles
)

// mayBe says who may send each request. It does not look at what the server says about itself.
var mayBe = map[string][]int{
	"all":       {stranger, forger, thief, lapsed, banned, outsider, visitor, owner, invited, watching, linked, absent, organiser},
	"session":   {outsider, visitor, owner, invited, watching, linked, absent, organiser},
	"account":   {owner, absent, organiser},
	"organiser": {organiser},
	"game":      {owner, invited, watching, linked, absent}, // who sees it
	"seat":      {owner, invited},
	"host":      {owner, absent},
	"none":      {},
}

var matrix = map[string]string{
	"GET /api/battles": "all", "GET /api/battles/{battle}": "all", "GET /api/battles/{battle}/ground.svg": "all", "GET /api/battles/{battle}/picture.svg": "all",
	"GET /api/battles/{battle}/lessons/{lesson}": "all", "GET /api/rulebook": "all", "GET /api/seats": "all", "GET /api/text": "all", "GET /healthz": "all", "GET /readyz": "all",
	"/api/": "all", "/": "all", "GET /api/me": "all", "GET /api/games": "all", "POST /api/games": "all", "POST /api/records": "all",
	"POST /api/account": "all", "POST /api/session": "all", "POST /api/invitation": "all", "POST /api/join": "all",
	"DELETE /api/account": "session", "POST /api/account/password": "session", "DELETE /api/session": "session", "GET /api/sessions": "session",
	"DELETE /api/sessions/{session}": "session", "DELETE /api/account/password": "session", "POST /api/account/email": "session", "DELETE /api/account/email": "session",
	"POST /api/account/email/confirm": "all", "POST /api/recovery": "all", "POST /api/recover": "all",
	"GET /api/tokens": "session", "POST /api/tokens": "session", "DELETE /api/tokens/{token}": "session",
	"GET /api/passkeys": "session", "POST /api/passkeys/challenge": "session", "POST /api/passkeys": "session",
	"POST /api/passkeys/{passkey}/name": "session", "DELETE /api/passkeys/{passkey}": "session",
	"POST /api/oidc": "all", "GET /api/oidc/answer": "all", "POST /api/oidc/account": "all", "POST /api/oidc/link": "session", "DELETE /api/oidc/link": "session", "POST /api/session/challenge": "all", "POST /api/session/passkey": "all",
	"GET /api/games/{id}": "game", "GET /api/games/{id}/at/{n}": "game", "GET /api/games/{id}/log": "game", "GET /api/games/{id}/luck": "game",
	"GET /api/games/{id}/hint": "seat", "POST /api/games/{id}/actions": "seat", "POST /api/games/{id}/roll": "seat", "POST /api/games/{id}/undo": "seat",
	"POST /api/games/{id}/settings": "seat", "POST /api/games/{id}/branch": "game", "GET /api/games/{id}/odds": "game",
	"GET /api/games/{id}/overlay/{kind}": "game", "GET /api/games/{id}/about": "game", "GET /api/games/{id}/measure": "game",
	"GET /api/games/{id}/victory": "game", "GET /api/games/{id}/plan": "game", "GET /api/games/{id}/advance": "game", "GET /api/games/{id}/propose": "game",
	"GET /api/games/{id}/why": "game", "GET /api/games/{id}/record": "game", "GET /api/games/{id}/events": "game",
	"GET /api/key": "all", "POST /api/games/{id}/nonce": "seat", "POST /api/games/{id}/resign": "seat", "POST /api/games/{id}/offer": "seat", "POST /api/games/{id}/reply": "seat",
	"POST /api/games/{id}/claim": "seat", "POST /api/games/{id}/abandon": "seat", "POST /api/games/{id}/resume": "seat", "POST /api/games/{id}/leave": "seat", "POST /api/games/{id}/return": "game",
	"POST /api/games/{id}/away": "seat", "POST /api/games/{id}/presence": "game", "POST /api/games/{id}/absent": "seat", "POST /api/guest": "all", "GET /api/lobby": "all", "GET /api/mine": "all",
	"POST /api/games/{id}/second": "seat", "GET /api/ratings": "all", "GET /api/players/{name}": "all",
	"GET /api/tourneys": "all", "GET /api/tourneys/{id}": "all", "POST /api/tourneys": "account", "POST /api/tourneys/{id}/enter": "account",
	"POST /api/tourneys/{id}/leave": "session", "POST /api/tourneys/{id}/start": "organiser", "POST /api/tourneys/{id}/pair": "organiser",
	"POST /api/tourneys/{id}/call-off": "organiser", "POST /api/tourneys/{id}/remove": "organiser",
	"POST /api/games/{id}/join": "none", // nobody may join a game that is not open
	"GET /api/notices":          "session", "POST /api/notices": "session", "POST /api/notices/push": "session", "POST /api/notices/mail": "session", "POST /api/notices/webhooks": "session",
	"DELETE /api/notices/{channel}": "session", "POST /api/notices/{channel}/test": "session", "GET /api/games/{id}/notices": "seat", "POST /api/games/{id}/notices": "seat",
	"GET /api/games/{id}/chat": "game", "POST /api/games/{id}/chat": "game", "POST /api/games/{id}/report": "game", "POST /api/games/{id}/block": "game",
	"GET /api/games/{id}/note": "seat", "POST /api/games/{id}/note": "seat", "GET /api/blocks": "session", "POST /api/blocks": "session",
	"GET /api/unsubscribe/{token}": "all", "POST /api/unsubscribe/{token}": "all",
	"DELETE /api/games/{id}": "host", "POST /api/games/{id}/restore": "host", "POST /api/games/{id}/name": "host", "POST /api/games/{id}/invite": "host",
}

// forPeople are the requests that no program may send, though another of the kind might be.
var forPeople = []string{
	"POST /api/oidc", "GET /api/oidc/answer", "POST /api/games/{id}/branch", "POST /api/games/{id}/return",
	"POST /api/games/{id}/second", "GET /api/games/{id}/notices", "POST /api/games/{id}/notices", "POST /api/games/{id}/presence",
	"POST /api/games/{id}/chat", "POST /api/games/{id}/report", "POST /api/games/{id}/block", "GET /api/games/{id}/note", "POST /api/games/{id}/note",
}

// forPlayers are the requests that change nothing and yet are for who plays.
var forPlayers = []string{"GET /api/games/{id}/hint"}

// maySend says whether somebody may send a request, by the matrix. A program reads what everybody may read, and the game; one that
// may play acts in it. The rest is for people.
func maySend(pattern string, role int) bool {
	may := matrix[pattern]
	method, _, found := strings.Cut(pattern, " ")
	reads := !found || method == "GET"
	switch role {
	case reader:
		return reads && (may == "all" || may == "game") && !slices.Contains(forPlayers, pattern) && !slices.Contains(forPeople, pattern)
	case program:
		return (may == "seat" || (may == "all" || may == "game") && reads) && !slices.Contains(forPeople, pattern)
	}
	return slices.Contains(mayBe[may], role)
}

// ofSender are the codes of refusals because of who sends a request.
var ofSender = []string{"unknown", "no-seat", "not-host", "not-yours", "no-game", "scope", "token", "tourney-guest", "tourney-host"}

// TestAccess sends every request as everybody: who may not send it is refused and changes nothing, all others are not
// refused because of who they are.
func TestAccess(t *testing.T) {
	c := newClub(t)
	wrong := 0
	for i, r := range (&server{}).routes() {
		if testing.Short() && i%4 != 0 {
			continue
		}
		if _, ok := matrix[r.pattern]; !ok {
			t.Errorf("%s: the matrix does not say who may send it", r.pattern)
			continue
		}
		method, path, found := strings.Cut(r.pattern, " ")
		if !found {
			method, path = "GET", r.pattern
		}
		x := c.newCast()
		for role := range roles {
			secret, id := x.secret(role), x.game(role)
			before := c.send(x.secret(owner), "GET", "/api/games/"+id, "").Body.String()
			if strings.Contains(path, "/tourneys/") {
				id = x.tourney()
			}
			to := strings.NewReplacer("{id}", id, "{battle}", "sparta-195bc", "{lesson}", "x", "{n}", "0", "{kind}", "x", "{session}", "x").Replace(path)
			a := c.send(secret, method, to, "{}")
			admitted := !slices.Contains(ofSender, a.code())
			if want := maySend(r.pattern, role); admitted != want {
				wrong++
				t.Errorf("%s as %d: %d %q", r.pattern, role, a.Code, a.code())
			} else if !admitted {
				if after := c.send(x.secret(owner), "GET", "/api/games/"+x.game(role), "").Body.String(); after != before {
					t.Errorf("%s as %d is refused and changes the game", r.pattern, role)
				}
			}
			if admitted && method != "GET" { // what has been changed is made anew
				x = c.newCast()
			}
		}
	}
	t.Logf("%d requests of %d people, %d wrong", len(matrix), roles, wrong)
}

// cast are people of the matrix with what they need, which is made when it is first asked for.
type cast struct {
	*club
	secrets map[int]string
	users   map[int]account.User
	games   map[int]string
	cup     string
}

func (c *club) newCast() *cast {
	return &cast{club: c, secrets: map[int]string{}, users: map[int]account.User{}, games: map[int]string{}}
}

// secret returns the secret of somebody, as send takes it.
func (x *cast) secret(role int) string {
	x.Helper()
	if secret, made := x.secrets[role]; made || role == stranger {
		return secret
	}
	var secret string
	switch role {
	case forger:
		secret = strings.Repeat("A", 43)
	case thief:
		secret = x.guest()
		x.into(x.send(secret, "DELETE", "/api/session", ""), http.StatusOK, nil)
	case lapsed:
		u, _ := x.member()
		secret = strings.Repeat("z", 43-len(u.ID)) + u.ID
		s := account.Session{ID: account.NewID(), User: u.ID, Created: time.Now().Add(-2 * time.Hour), Expires: time.Now().Add(-time.Hour)}
		if err := x.store.AddSession(x.Context(), account.HashOf(secret), s); err != nil {
			x.Fatal(err)
		}
	case banned:
		var u account.User
		u, secret = x.member()
		if err := x.people.Ban(x.Context(), &u); err != nil {
			x.Fatal(err)
		}
	case outsider:
		secret = x.guest()
		x.newGame(secret, `{"battle": "sparta-195bc", "mine": 0}`)
	case owner, absent, organiser:
		x.users[role], secret = x.member()
	case reader, program, expired:
		x.secret(owner)
		u := x.users[owner]
		scope := map[int]account.Scope{reader: account.Read}[role]
		keep := map[int]time.Duration{expired: time.Nanosecond}[role]
		secret = x.token(&u, cmp.Or(scope, account.Play), cmp.Or(keep, time.Hour))
	default:
		secret = x.guest()
	}
	x.secrets[role] = secret
	return secret
}

// game returns the id of the game about which somebody sends requests: the owner and the invited guest play in it.
func (x *cast) game(role int) string {
	x.Helper()
	terms, kept := map[int]string{watching: `, "terms": {"watch": "public"}`, linked: `, "terms": {"watch": "link"}`}[role], role
	switch {
	case role == absent:
		if x.games[role] == "" {
			u, _, _, err := x.people.Known(x.Context(), x.secret(invited))
			x.secret(owner)
			x.secret(absent)
			seats := []match.Seat{{Kind: match.Human, User: x.users[owner].ID}, {Kind: match.Human, User: u.ID}}
			if err == nil {
				x.games[role], err = x.club.games.Create(x.Context(), match.NewGame{Battle: "sparta-195bc", Host: x.users[absent].ID, Seats: seats, Settings: table.Settings{Seed: "s"}})
			}
			if err != nil {
				x.Fatal(err)
			}
		}
		return x.games[role]
	case terms == "":
		kept = owner
	}
	if x.games[kept] == "" {
		x.games[kept] = x.newGame(x.secret(owner), `{"battle": "sparta-195bc", "mine": 0`+terms+`}`)
		x.seat(x.secret(owner), x.secret(invited), x.games[kept])
	}
	return x.games[kept]
}

// tourney returns the id of a tournament that nobody has entered.
func (x *cast) tourney() string {
	x.Helper()
	if x.cup == "" {
		var made struct{ ID string }
		x.into(x.send(x.secret(organiser), "POST", "/api/tourneys", swissCup), http.StatusCreated, &made)
		x.cup = made.ID
	}
	return x.cup
}

// TestForeign: nobody ends the sessions and tokens of another, or changes his passkeys and channels, though he knows their ids.
func TestForeign(t *testing.T) {
	c := newClub(t)
	u, victim := c.named("Victim")
	u2, err := c.people.Named(t.Context(), "Victim")
	if err != nil || u2.ID != u.ID {
		t.Fatal(err)
	}
	_, session, _, err := c.people.Known(t.Context(), victim)
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ Token tokenCard }
	c.into(c.send(victim, "POST", "/api/tokens", `{"label": "a bot", "scope": "read", "days": 1}`), http.StatusCreated, &made)
	key := account.Passkey{ID: []byte("a key"), User: u.ID, Label: "phone", Key: "{}", Created: time.Now()}
	if err := c.store.AddPasskey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	var channel channelCard
	c.into(c.send(victim, "POST", "/api/notices/webhooks", `{"url": "https://hooks.example/x", "form": "json"}`), http.StatusCreated, &channel)
	has := func() (all string) {
		for _, path := range []string{"/api/sessions", "/api/tokens", "/api/passkeys", "/api/notices"} {
			a := c.send(victim, "GET", path, "")
			if a.Code != http.StatusOK {
				t.Fatalf("%s: %d %s", path, a.Code, a.Body)
			}
			all += a.Body.String()
		}
		return all
	}
	before := has()
	x := c.newCast()
	passkey := base64.RawURLEncoding.EncodeToString(key.ID)
	for _, request := range []string{
		"DELETE /api/sessions/" + session.ID, "DELETE /api/sessions/" + made.Token.ID, "DELETE /api/tokens/" + made.Token.ID, "DELETE /api/tokens/" + session.ID,
		"POST /api/passkeys/" + passkey + "/name", "DELETE /api/passkeys/" + passkey,
		"DELETE /api/notices/" + channel.ID, "POST /api/notices/" + channel.ID + "/test",
	} {
		method, path, _ := strings.Cut(request, " ")
		for role := range roles {
			a := c.send(x.secret(role), method, path, `{"label": "mine"}`)
			if a.Code < 400 || a.Code >= 500 {
				t.Errorf("%s as %d: %d %s", request, role, a.Code, a.Body)
			}
		}
		if has() != before {
			t.Fatalf("%s of somebody else changes what the victim has", request)
		}
	}
	for _, request := range []string{"DELETE /api/tokens/" + made.Token.ID, "DELETE /api/notices/" + channel.ID, "DELETE /api/sessions/" + session.ID} {
		method, path, _ := strings.Cut(request, " ")
		c.into(c.send(victim, method, path, "{}"), http.StatusOK, nil)
	}
}

// TestSides: nobody sees or plays a side that is another's, however he asks.
func TestSides(t *testing.T) {
	c := newClub(t)
	for _, battle := range []string{"sparta-195bc", "thermopylae-480bc"} {
		anna := c.guest()
		ben := c.guest()
		id := c.newGame(anna, fmt.Sprintf(`{"battle": %q, "mine": 0}`, battle))
		if a := c.send(anna, "POST", "/api/games/"+id+"/actions", `{"version": 0, "id": "a", "actions": ["ready"]}`); a.code() != "waiting" {
			t.Errorf("%s: an action while a seat is open: %d %s", battle, a.Code, a.Body)
		}
		c.seat(anna, ben, id)
		for _, path := range []string{"", "/log", "/record", "/victory", "/hint", "/events", "/odds", "/at/0"} {
			if a := c.send(ben, "GET", "/api/games/"+id+path+"?side=0", ""); a.code() != "not-yours" {
				t.Errorf("%s: GET %s for the other side: %d %s", battle, path, a.Code, a.Body)
			}
		}
		if own, asked := c.send(ben, "GET", "/api/games/"+id, ""), c.send(ben, "GET", "/api/games/"+id+"?side=1", ""); !bytes.Equal(own.Body.Bytes(), asked.Body.Bytes()) {
			t.Errorf("%s: whoever does not ask sees another table than that of his side", battle)
		}
		for _, body := range []string{`{"side": 0, "ask": "always"}`, `{"together": true}`} {
			if a := c.send(ben, "POST", "/api/games/"+id+"/settings", body); a.code() != "not-yours" {
				t.Errorf("%s: settings %s: %d %s", battle, body, a.Code, a.Body)
			}
		}
		var now struct{ Version int }
		json.Unmarshal(c.send(ben, "GET", "/api/games/"+id, "").Body.Bytes(), &now)
		for body, want := range map[string]string{`"side": 0, `: "not-yours", `"side": 1, `: "turn", ``: "turn"} {
			body = fmt.Sprintf(`{"version": %d, "id": "b", %s"actions": ["ready"]}`, now.Version, body)
			if a := c.send(ben, "POST", "/api/games/"+id+"/actions", body); a.code() != want {
				t.Errorf("%s: %s: %d %s, expected %s", battle, body, a.Code, a.Body, want)
			}
		}
		if a := c.send(anna, "GET", "/api/games/"+id+"/hint", ""); a.code() != "no-hints" {
			t.Errorf("%s: a hint against somebody: %d %s", battle, a.Code, a.Body)
		}
		if a := c.send(anna, "POST", "/api/games/"+id+"/branch", `{"n": 0}`); a.code() != "playing" {
			t.Errorf("%s: trying out a game that is being played: %d %s", battle, a.Code, a.Body)
		}
	}
}

// TestCookie: the cookie of a session goes to this server alone, and no script can read it.
func TestCookie(t *testing.T) {
	c := newClub(t)
	a := c.send("", "POST", "/api/games", `{"battle": "sparta-195bc"}`)
	set := a.Result().Cookies()
	if len(set) != 1 || set[0].Name != cookie || !set[0].HttpOnly || !set[0].Secure || set[0].SameSite != http.SameSiteLaxMode || set[0].Path != "/" || set[0].Domain != "" {
		t.Fatalf("%+v", set)
	}
	secret := set[0].Value
	for range 2 { // logged in by every request, not only the first
		if a := c.send(secret, "GET", "/api/games", ""); strings.Count(a.Body.String(), `"id":"`) < 1 || a.Header().Get("Set-Cookie") != "" {
			t.Errorf("%s %v", a.Body, a.Header())
		}
	}
	a = c.send(secret, "POST", "/api/account", `{"name": "Xenophon", "password": "ten thousand"}`)
	if set := a.Result().Cookies(); a.Code != http.StatusOK || len(set) != 1 || set[0].Value == secret {
		t.Errorf("registering does not change the secret: %d %s", a.Code, a.Body)
	}
	if a := c.send(secret, "GET", "/api/sessions", ""); a.code() != "unknown" {
		t.Errorf("the old secret: %d %s", a.Code, a.Body)
	}
	known := c.send("", "POST", "/api/session", `{"name": "Xenophon", "password": "wrong wrong"}`)
	unknown := c.send("", "POST", "/api/session", `{"name": "Cyrus", "password": "wrong wrong"}`)
	if known.Code != http.StatusUnauthorized || known.Code != unknown.Code || known.Body.String() != unknown.Body.String() {
		t.Errorf("a known and an unknown name are told apart: %s, %s", known.Body, unknown.Body)
	}
}

// TestDeals: players resign, offer and answer over HTTP, each for his own side.
func TestDeals(t *testing.T) {
	c := newClub(t)
	anna := c.guest()
	ben := c.guest()
	id := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	c.seat(anna, ben, id)
	path, sent := "/api/games/"+id, 0
	send := func(secret, what, more string) answer {
		var now struct{ Version int }
		json.Unmarshal(c.send(anna, "GET", path, "").Body.Bytes(), &now)
		sent++
		return c.send(secret, "POST", path+what, fmt.Sprintf(`{"version": %d, "id": "r%d"%s}`, now.Version, sent, more))
	}
	for _, x := range []struct{ secret, what, more, code string }{
		{anna, "/offer", ``, "malformed"},
		{anna, "/offer", `, "deal": "treaty"`, "malformed"},
		{anna, "/offer", `, "deal": "undo"`, "no-undo"},
		{anna, "/offer", `, "deal": "peace", "side": 1`, "not-yours"},
		{anna, "/offer", `, "deal": "peace"`, ""},
		{ben, "/offer", `, "deal": "peace"`, "offered"},
		{anna, "/reply", `, "accept": true`, "no-offer"},
		{ben, "/reply", ``, "malformed"},
		{ben, "/reply", `, "accept": false`, ""},
		{ben, "/resign", `, "side": 0`, "not-yours"},
		{ben, "/resign", ``, ""},
		{anna, "/resign", ``, "over"},
	} {
		if a := send(x.secret, x.what, x.more); a.code() != x.code {
			t.Errorf("%s %s: %d %s, expected %q", x.what, x.more, a.Code, a.Body, x.code)
		}
	}
	var end struct {
		Prompt  string
		Outcome struct {
			Winner int
			Text   string
		}
		Choices []any
	}
	if err := json.Unmarshal(c.send(anna, "GET", path, "").Body.Bytes(), &end); err != nil || end.Outcome.Winner != 0 || end.Prompt != "The Romans won: the enemy resigned." || len(end.Choices) > 0 {
		t.Errorf("%+v, %v", end, err)
	}
	if a := c.send(ben, "GET", path+"/record", ""); !strings.HasSuffix(strings.TrimSpace(a.Body.String()), `"}`) || !strings.Contains(a.Body.String(), `{"end":"resigned","winner":0,`) || !strings.Contains(a.Body.String(), `"seed":"`) {
		t.Errorf("the record of a game that was ended: %s", a.Body)
	}
}

// TestSharedDice: what the server gives out of a game between people proves its dice, and is signed at the end.
func TestSharedDice(t *testing.T) {
	c := newClub(t)
	anna := c.guest()
	ben := c.guest()
	if a := c.send(anna, "POST", "/api/games", `{"battle": "sparta-195bc", "mine": 0, "seed": "mine"}`); a.code() != "malformed" {
		t.Errorf("somebody chooses the seed: %d %s", a.Code, a.Body)
	}
	id := c.newGame(anna, `{"battle": "thermopylae-480bc", "mine": 0}`)
	var before, after struct {
		Dice, Commit string
		Waiting      bool
		Nonces       []struct{ Side int }
	}
	json.Unmarshal(c.send(anna, "GET", "/api/games/"+id, "").Body.Bytes(), &before)
	c.seat(anna, ben, id)
	json.Unmarshal(c.send(ben, "GET", "/api/games/"+id, "").Body.Bytes(), &after)
	if before.Dice != "shared" || before.Commit == "" || !before.Waiting || after.Commit != before.Commit || after.Waiting || len(after.Nonces) != 2 {
		t.Errorf("%+v, then %+v", before, after)
	}
	if a := c.send(ben, "POST", "/api/games/"+id+"/nonce", fmt.Sprintf(`{"side": 1, "nonce": %q}`, strings.Repeat("0c", 16))); a.code() != "nonce" {
		t.Errorf("a second nonce: %d %s", a.Code, a.Body)
	}
	if a := c.send(ben, "GET", "/api/games/"+id+"/record", ""); strings.Contains(a.Body.String(), `"seed"`) || strings.Contains(a.Body.String(), `"signed"`) {
		t.Errorf("the record of a running game: %s", a.Body)
	}
	var now struct {
		Version int
		Choices []struct{ Action string }
	}
	for i, rolled := 0, false; !rolled; i++ {
		who := []string{anna, ben}[i%2]
		json.Unmarshal(c.send(who, "GET", "/api/games/"+id, "").Body.Bytes(), &now)
		if len(now.Choices) > 0 {
			a := c.send(who, "POST", "/api/games/"+id+"/actions", fmt.Sprintf(`{"version": %d, "id": "%d", "actions": [%q]}`, now.Version, i, now.Choices[0].Action))
			rolled = strings.Contains(a.Body.String(), `"side":-1`)
		}
	}
	json.Unmarshal(c.send(ben, "GET", "/api/games/"+id, "").Body.Bytes(), &now)
	if a := c.send(ben, "POST", "/api/games/"+id+"/resign", fmt.Sprintf(`{"version": %d, "id": "r"}`, now.Version)); a.Code != http.StatusOK {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	var key struct{ Key string }
	json.Unmarshal(c.send("", "GET", "/api/key", "").Body.Bytes(), &key)
	text := c.send(ben, "GET", "/api/games/"+id+"/record", "").Body.Bytes()
	rep, err := record.Verify(bytes.NewReader(text), func(h record.Header) (game.Battle, error) {
		b, err := table.NewLibrary().Open(h, nil)
		if err != nil {
			return nil, err
		}
		return b.Battle, nil
	})
	if err != nil || !rep.Shared || len(rep.Sealed) > 0 || len(rep.ByHand) > 0 || rep.Rolls == 0 || rep.Header.Commit != before.Commit || rep.Key != key.Key || key.Key == "" {
		t.Errorf("shared %v, %d rolls, %d of them sealed, %d by hand, commitment %s, key %s (%v)", rep.Shared, rep.Rolls, len(rep.Sealed), len(rep.ByHand),
			rep.Header.Commit, rep.Key, err)
	}
}

package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"acies/account"
	"acies/game"
	"acies/match"
	"acies/notify"
	"acies/table"
	"acies/talk"
)

// plainRefusal is what a client reads of a refusal.
type plainRefusal struct {
	Error *struct{ Code, Message, Field string }
}

// checkAnswer expects an answer in JSON, and a refusal to say what is wrong; nothing may break down. It returns the refusal,
// or nil.
func checkAnswer(t *testing.T, what string, w *httptest.ResponseRecorder) *plainRefusal {
	t.Helper()
	var r plainRefusal
	switch {
	case w.Code >= http.StatusInternalServerError:
		t.Fatalf("%s breaks down: %d %s", what, w.Code, w.Body)
	case !json.Valid(w.Body.Bytes()):
		t.Fatalf("%s is answered %d, not in JSON: %s", what, w.Code, w.Body)
	case w.Code < http.StatusBadRequest:
		return nil
	}
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil || r.Error == nil || r.Error.Code == "" || r.Error.Message == "" {
		t.Fatalf("%s is refused without a reason: %s (%v)", what, w.Body, err)
	}
	return &r
}

// get asks a server without accounts.
func get(h http.Handler, path, query string, header http.Header) *httptest.ResponseRecorder {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := httptest.NewRequestWithContext(ctx, "GET", "http://localhost"+path, nil)
	r.URL.RawQuery = query
	for key, values := range header {
		r.Header[key] = values
	}
	a := answer{httptest.NewRecorder(), cancel}
	h.ServeHTTP(a, r)
	return a.ResponseRecorder
}

// fuzzedGames returns a server with games of some battles that have gone on for a while.
func fuzzedGames(f *testing.F, battles ...string) (h http.Handler, games *match.Games, ids []string) {
	_, games = newStore(f)
	for _, battle := range battles {
		id, err := games.Create(f.Context(), match.NewGame{
			Battle: battle, Seats: []match.Seat{{Kind: match.Human}, {Kind: match.Human}}, Settings: table.Settings{Seed: "fuzz"},
		})
		if err != nil {
			f.Fatal(err)
		}
		err = games.With(id, func(m *match.Match) error {
			for n := range 40 {
				for side := range game.Side(2) { // nothing is answered for anybody meanwhile
					if _, err := m.SetAsk(f.Context(), side, match.AskAlways); err != nil && !errors.Is(err, match.ErrNoQuestions) {
						return err
					}
				}
				snap, err := m.Snapshot()
				if err != nil {
					return err
				}
				legal := snap.State.Legal(nil)
				do := snap.State.Battle().Format(legal[n*7%len(legal)])
				r := match.Request{Version: snap.Version, ID: strconv.Itoa(n), Side: snap.State.ToAct(), Viewer: snap.State.ToAct()}
				if m.Secrets() {
					r.Version = snap.Changes.For(r.Viewer)
				}
				if _, err := m.Do(f.Context(), r, []string{do}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			f.Fatal(err)
		}
		ids = append(ids, id)
	}
	return New(Options{Games: games, Thought: time.Millisecond, Heartbeat: time.Hour}), games, ids
}

// asked are the requests that read a query about a game.
var asked = []string{
	"", "/at/7", "/log", "/odds", "/overlay/sight", "/about", "/measure", "/plan", "/advance", "/propose", "/why", "/record",
}

// FuzzQuery asks a game anything: every answer is JSON or a record, a refusal says what is wrong, and the game stays as it is.
func FuzzQuery(f *testing.F) {
	h, games, ids := fuzzedGames(f, "sparta-195bc", "plataea-479bc", "stream-333bc")
	state := func(id string) (text string) {
		err := games.With(id, func(m *match.Match) error {
			snap, err := m.Snapshot()
			text = fmt.Sprint(snap.Version, snap.State.Hash(), snap.Asks, snap.Offer)
			return err
		})
		if err != nil {
			f.Fatal(err)
		}
		return text
	}
	before := make([]string, len(ids))
	for i, id := range ids {
		before[i] = state(id)
	}
	f.Fuzz(func(t *testing.T, which, kind uint8, query string) {
		i := int(which) % len(ids)
		path := "/api/games/" + ids[i]
		ask := asked[int(kind)%len(asked)]
		w := get(h, path+ask, query, nil)
		if ask != "/record" || w.Code != http.StatusOK {
			r := checkAnswer(t, ask+"?"+query, w)
			if r != nil && r.Error.Code == "malformed" && r.Error.Field == "" {
				t.Errorf("%s?%s is malformed, but not said where: %s", ask, query, w.Body)
			}
		}
		if again := get(h, path+ask, query, nil); again.Code != w.Code || again.Body.String() != w.Body.String() {
			t.Errorf("%s?%s is answered %d %s and then %d %s", ask, query, w.Code, w.Body, again.Code, again.Body)
		}
		if state(ids[i]) != before[i] {
			t.Errorf("%s?%s has changed the game", ask, query)
		}
	})
}

// FuzzLastEvent follows a game from anywhere: a stream begins with the present version unless the client has it.
func FuzzLastEvent(f *testing.F) {
	h, _, ids := fuzzedGames(f, "sparta-195bc")
	var now struct{ Version int }
	if err := json.Unmarshal(get(h, "/api/games/"+ids[0], "", nil).Body.Bytes(), &now); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, last, after string) {
		path := "/api/games/" + ids[0] + "/events"
		w := get(h, path, url.Values{"after": {after}}.Encode(), http.Header{"Last-Event-Id": {last}})
		seen, err := strconv.Atoi(last)
		if last == "" && after == "" {
			seen, err = -1, nil
		} else if last == "" {
			seen, err = strconv.Atoi(after)
		}
		if err != nil {
			if r := checkAnswer(t, last+" "+after, w); r == nil || r.Error.Field != "Last-Event-ID" {
				t.Errorf("%q and %q are answered %d %s", last, after, w.Code, w.Body)
			}
			return
		}
		want := "retry: 1000\n\n"
		if seen != now.Version {
			want += fmt.Sprintf("id: %d\nevent: table\ndata: {\"version\":%[1]d}\n\n", now.Version)
		}
		if w.Code != http.StatusOK || w.Body.String() != want {
			t.Errorf("after version %d: %d %q, expected %q", seen, w.Code, w.Body, want)
		}
	})
}

// bodies are what the requests with a body read, as in their handlers.
var bodies = []func() any{
	func() any { return new(newGame) },
	func() any { return new(credentials) },
	func() any {
		return new(struct {
			changeRequest
			Actions []string `json:"actions"`
		})
	},
	func() any {
		return new(struct {
			changeRequest
			Dice []int `json:"dice"`
		})
	},
	func() any {
		return new(struct {
			Side     *int       `json:"side"`
			Ask      *match.Ask `json:"ask"`
			Together *bool      `json:"together"`
		})
	},
}

// posted are requests that change a game, an account or a session.
var posted = []string{
	"/api/games/none/actions", "/api/games/none/roll", "/api/games/none/undo", "/api/games/none/settings", "/api/games/none/branch",
	"/api/games/none/name", "/api/games/none/resign", "/api/games/none/offer", "/api/games/none/reply", "/api/games/none/nonce",
	"/api/games/none/invite", "/api/account", "/api/session", "/api/invitation", "/api/join", "/api/records",
}

// postedByPeople are those that only a server with accounts has.
var postedByPeople = []string{
	"/api/account", "/api/session", "/api/account/email", "/api/account/email/confirm", "/api/recover", "/api/recovery", "/api/tokens", "/api/passkeys/challenge",
	"/api/passkeys", "/api/session/passkey", "/api/oidc/account", "/api/notices", "/api/notices/push", "/api/notices/webhooks", "/api/blocks", "/api/tourneys",
	"/api/games/none/chat", "/api/games/none/note", "/api/invitation", "/api/join", "/api/games/none/join", "/api/games",
}

// FuzzBody sends any body: it is refused, with the field if there is one, or it is one JSON object that is read the same
// again. A server without a game finds none in it; one with accounts does not break down either.
func FuzzBody(f *testing.F) {
	_, games := newStore(f)
	h := New(Options{Games: games})
	st, others := newStore(f)
	club := Options{
		Games: others, People: account.New(st, nil), Public: &url.URL{Scheme: "https", Host: "club.example"}, Talk: talk.New(st), Tourneys: st,
		Notify: notify.New(notify.Options{Store: st, Public: &url.URL{Scheme: "https", Host: "club.example"}}),
	}
	_, _, secret, err := club.People.Register(f.Context(), nil, "Xenophon", "ten thousand", "")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, kind uint8, body []byte) {
		for _, cookies := range []string{"", cookie + "=" + secret} {
			path := postedByPeople[int(kind)%len(postedByPeople)]
			r := httptest.NewRequest("POST", "https://club.example"+path, bytes.NewReader(body))
			r.Header.Set("Cookie", cookies)
			w := httptest.NewRecorder()
			New(club).ServeHTTP(w, r) // to a new server nobody has sent too much
			checkAnswer(t, path, w)
		}
		path := posted[int(kind)%len(posted)]
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("POST", "http://localhost"+path, bytes.NewReader(body)))
		if checkAnswer(t, path, w) == nil {
			t.Fatalf("%s %q is answered %d %s: there is no game", path, body, w.Code, w.Body)
		}
		v := bodies[int(kind)%len(bodies)]()
		if err := readBody(body, smallBody, v); err != nil {
			r := classify(err)
			if large := len(body) > smallBody; r.status != http.StatusBadRequest && !(large && r.status == http.StatusRequestEntityTooLarge) {
				t.Fatalf("%q is refused with %d: %v", body, r.status, err)
			}
			return
		}
		text, err := json.Marshal(v)
		if err != nil || !json.Valid(body) {
			t.Fatalf("%q is read as %+v, which is written %q: %v", body, v, text, err)
		}
		again := bodies[int(kind)%len(bodies)]()
		if err := readBody(text, 8*smallBody, again); err != nil || !reflect.DeepEqual(v, again) {
			t.Fatalf("%q is read as %+v, written %q and read as %+v: %v", body, v, text, again, err)
		}
	})
}

// readBody reads a body as a handler does.
func readBody(body []byte, limit int64, v any) error {
	return newCall(httptest.NewRecorder(), httptest.NewRequest("POST", "/", bytes.NewReader(body))).read(limit, v)
}

// FuzzForwarded says anything about where a request comes from. What a proxy says that is not trusted changes nothing, and
// nobody behind a proxy that is can hide what it adds.
func FuzzForwarded(f *testing.F) {
	s := &server{Options: Options{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")}}}
	address := func(remote string, said ...string) string {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = remote
		r.Header["X-Forwarded-For"] = said
		return s.address(r)
	}
	f.Fuzz(func(t *testing.T, remote, one, two string) {
		got := address(remote, one, two)
		if a, err := netip.ParseAddrPort(remote); err == nil && !s.trusts(a.Addr()) && got != address(remote) {
			t.Errorf("%s is not trusted, but its %q and %q make it %s", remote, one, two, got)
		}
		if joined := address(remote, one+","+two); joined != got {
			t.Errorf("%s: %q and %q are %s in two lines and %s in one", remote, one, two, got, joined)
		}
		for _, proxy := range []string{"10.1.2.3:443", "[2001:db8::1]:443", "127.0.0.1:1", "[::ffff:10.0.0.1]:443"} {
			if got := address(proxy, one, two+",203.0.113.9"); got != "203.0.113.9" {
				t.Errorf("a client at 203.0.113.9 says %q and %q and becomes %s", one, two, got)
			}
			if got := address(proxy, one+",198.51.100.1", "10.9.9.9"); got != "198.51.100.1" {
				t.Errorf("a client at 198.51.100.1 behind two proxies says %q and becomes %s", one, got)
			}
		}
		if _, err := netip.ParseAddrPort(remote); err != nil {
			return // nobody connects from there
		}
		p, err := netip.ParsePrefix(got)
		a, other := netip.ParseAddr(got)
		if network := err == nil && p.Bits() == 64 && p == p.Masked(); !network && !(other == nil && a.Is4()) {
			t.Errorf("%s, %q and %q are counted as %s", remote, one, two, got)
		}
	})
}

// FuzzSecret presents any cookie and any invitation: nobody is let in by one that was not given out.
func FuzzSecret(f *testing.F) {
	st, games := newStore(f)
	people := account.New(st, nil)
	user, _, secret, err := people.Guest(f.Context(), "")
	if err != nil {
		f.Fatal(err)
	}
	id, err := games.Create(f.Context(), match.NewGame{
		Battle: "sparta-195bc", Host: user.ID, Seats: []match.Seat{{Kind: match.Human, User: user.ID}, {Kind: match.Human}}, Settings: table.Settings{Seed: "fuzz"},
	})
	if err != nil {
		f.Fatal(err)
	}
	var invite string
	err = games.With(id, func(m *match.Match) (err error) {
		invite, err = m.Invite(f.Context(), 1)
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	public := &url.URL{Scheme: "https", Host: "club.example"}
	fill := strings.NewReplacer("SECRET", secret, "INVITE", invite, "GAME", id)
	send := func(method, path, cookies string, body []byte) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "https://club.example"+path, bytes.NewReader(body))
		r.Header.Set("Cookie", cookies)
		w := httptest.NewRecorder()
		// To a new server nobody has sent too much.
		New(Options{Games: games, People: people, Public: public, Hosts: []string{"club.example"}}).ServeHTTP(w, r)
		return w
	}
	f.Fuzz(func(t *testing.T, cookies, token string) {
		cookies, token = fill.Replace(cookies), fill.Replace(token)
		w := send("GET", "/api/me", cookies, nil)
		if r := checkAnswer(t, "/api/me", w); r != nil {
			t.Fatalf("the cookie %q is answered %s", cookies, w.Body)
		}
		r := http.Request{Header: http.Header{"Cookie": {cookies}}}
		given := slices.ContainsFunc(r.CookiesNamed(cookie), func(c *http.Cookie) bool { return c.Value == secret })
		w = send("GET", "/api/games/"+id, cookies, nil)
		if r := checkAnswer(t, "the game", w); r == nil && !given || r != nil && r.Error.Code != "no-game" {
			t.Fatalf("the cookie %q opens a game of somebody else: %d %s", cookies, w.Code, w.Body)
		}
		body, err := json.Marshal(map[string]string{"token": token})
		if err != nil {
			t.Fatal(err)
		}
		w = send("POST", "/api/invitation", "", body)
		if r := checkAnswer(t, "the invitation", w); (r == nil) != (token == id+tokenMark+invite) {
			t.Fatalf("the invitation %q is answered %d %s", token, w.Code, w.Body)
		}
	})
}

// FuzzBearer presents anything as the token of a program, also one that was given out with something about it: nobody is known by
// what was not given out, nor by the secret of a browser.
func FuzzBearer(f *testing.F) {
	st, games := newStore(f)
	c := &club{people: account.New(st, nil), store: st}
	u := account.User{ID: account.NewID(), Name: "Xenophon", Created: time.Now()}
	if err := st.AddUser(f.Context(), u, "xenophon"); err != nil {
		f.Fatal(err)
	}
	_, token, err := c.people.NewToken(f.Context(), &u, account.Proof{Since: time.Now()}, "", account.Read, time.Hour)
	if err != nil {
		f.Fatal(err)
	}
	_, _, browser, err := c.people.Guest(f.Context(), "")
	if err != nil {
		f.Fatal(err)
	}
	fill := strings.NewReplacer("TOKEN", token, "COOKIE", browser)
	o := Options{Games: games, People: c.people, Public: &url.URL{Scheme: "https", Host: "club.example"}}
	f.Fuzz(func(t *testing.T, header, cookies string) {
		header, cookies = fill.Replace(header), fill.Replace(cookies)
		r := httptest.NewRequest("GET", "https://club.example/api/tokens", nil)
		r.Header["Authorization"], r.Header["Cookie"] = []string{header}, []string{cookies}
		w := httptest.NewRecorder()
		New(o).ServeHTTP(w, r) // to a new server nobody has sent too much
		refused := checkAnswer(t, header, w)
		kind, secret, _ := strings.Cut(header, " ")
		programs := strings.EqualFold(kind, "Bearer")
		given := slices.ContainsFunc(r.CookiesNamed(cookie), func(c *http.Cookie) bool { return c.Value == browser })
		switch {
		case programs && strings.TrimSpace(secret) == token:
			if refused == nil || refused.Error.Code != "scope" {
				t.Fatalf("%q is a token, and answered %d %s", header, w.Code, w.Body)
			}
		case programs:
			if refused == nil || refused.Error.Code != "token" {
				t.Fatalf("%q is no token, and answered %d %s", header, w.Code, w.Body)
			}
		case refused == nil && !given:
			t.Fatalf("%q and the cookie %q are taken for those of somebody: %s", header, cookies, w.Body)
		}
	})
}

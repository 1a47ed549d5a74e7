package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"acies/account"
	"acies/account/accounttest"
	"acies/store"
)

// lines is a log that a test reads.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// observed is a club with everything that observes it.
type observed struct {
	*club
	store   *store.Store
	log     *lines
	metrics *Metrics
	server  *Server
}

func newObserved(t *testing.T) *observed {
	s, games := newStore(t)
	people := account.New(s, nil)
	o := &observed{store: s, log: &lines{}, metrics: NewMetrics()}
	o.server = New(Options{
		Games: games, People: people, Public: &url.URL{Scheme: "https", Host: "club.example"}, Hosts: []string{"club.example"}, Thought: time.Millisecond,
		Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, Logger: slog.New(slog.NewJSONHandler(o.log, nil)), Audit: s, Metrics: o.metrics,
	})
	o.club = &club{T: t, handler: o.server, people: people}
	t.Cleanup(o.server.background.Wait)
	return o
}

// logged is a line of the log about a request.
type logged struct {
	Level, Msg, ID, Method, Route, User, Address string
	Status, Bytes                                int
	Took                                         int64
}

// last returns the last line about a request.
func (o *observed) last() (l logged) {
	o.Helper()
	all := strings.Split(strings.TrimSpace(o.log.String()), "\n")
	if err := json.Unmarshal([]byte(all[len(all)-1]), &l); err != nil {
		o.Fatal(err)
	}
	return l
}

// TestAccessLog: a request is logged with its route and whoever sent it, and with nothing that is secret.
func TestAccessLog(t *testing.T) {
	o := newObserved(t)
	anna := o.guest()
	id := o.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	token := o.invite(anna, id)
	if l := o.last(); l.Level != "INFO" || l.Method != "POST" || l.Route != "POST /api/games/{id}/invite" || l.Status != 200 || l.Bytes == 0 || l.User == "" || l.ID == "" {
		t.Errorf("%+v", l)
	}
	_, secret, _ := strings.Cut(token, tokenMark)
	before := len(o.log.String())
	o.send("", "POST", "/api/session?password=hunter2", `{"name": "Cleitus", "password": "the black one"}`)
	if l := o.last(); l.Route != "POST /api/session" || l.Status != http.StatusUnauthorized || l.User != "" {
		t.Errorf("%+v", l)
	}
	o.send("", "POST", "/api/invitation", fmt.Sprintf(`{"token": %q}`, token))
	o.send(anna, "GET", "/"+token, "")
	o.send("", "GET", "/api/"+token, "")
	for _, word := range []string{secret, anna, "hunter2", "black", "Cleitus"} {
		if strings.Contains(o.log.String()[before:], word) {
			t.Errorf("the log has %q: %s", word, o.log.String()[before:])
		}
	}
	before = len(o.log.String())
	if o.send("", "GET", "/healthz", ""); len(o.log.String()) != before {
		t.Errorf("probes fill the log: %s", o.log.String()[before:])
	}
}

// TestRequestID: the id of a trusted proxy is taken over if it looks like one; any other request gets its own.
func TestRequestID(t *testing.T) {
	o := newObserved(t)
	made := regexp.MustCompile(`^[a-z0-9]{16}$`)
	for _, x := range []struct {
		remote, said string
		kept         bool
	}{
		{"10.0.0.1:80", "proxy-0001.x", true},
		{"127.0.0.1:80", "proxy-0001.x", true},
		{"192.0.2.1:80", "proxy-0001.x", false},
		{"10.0.0.1:80", "short", false},
		{"10.0.0.1:80", "with space", false},
		{"10.0.0.1:80", "line\nbreak-0001", false},
		{"10.0.0.1:80", strings.Repeat("x", 65), false},
		{"10.0.0.1:80", "", false},
		{"nowhere", "proxy-0001.x", false},
	} {
		r := httptest.NewRequest("GET", "https://club.example/api/me", nil)
		r.RemoteAddr = x.remote
		r.Header["X-Request-Id"] = []string{x.said}
		w := httptest.NewRecorder()
		o.handler.ServeHTTP(w, r)
		got := w.Header().Get("X-Request-Id")
		if x.kept && got != x.said || !x.kept && !made.MatchString(got) {
			t.Errorf("%s says %q: %q", x.remote, x.said, got)
		}
		if l := o.last(); l.ID != got {
			t.Errorf("the log has %q, the answer %q", l.ID, got)
		}
	}
}

// TestInternalError: an internal error names its request, and the log has the rest.
func TestInternalError(t *testing.T) {
	log := &lines{}
	s := &server{Options: Options{Logger: slog.New(slog.NewJSONHandler(log, nil))}}
	w := httptest.NewRecorder()
	s.observe(s.handle(route{pattern: "GET /x", handler: func(*call) error { return errors.New("the cause") }})).ServeHTTP(w, httptest.NewRequest("GET", "/x?secret=1", nil))
	id := w.Header().Get("X-Request-Id")
	if w.Code != http.StatusInternalServerError || id == "" || !strings.Contains(w.Body.String(), `"request":"`+id+`"`) || strings.Contains(w.Body.String(), "cause") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "the cause") || !strings.Contains(log.String(), id) || strings.Contains(log.String(), "secret") {
		t.Errorf("the log: %s", log)
	}
}

// TestAudit: what people do with accounts and games is kept, and what fails for another reason than a wrong password is not.
func TestAudit(t *testing.T) {
	o := newObserved(t)
	const name, password = "Xenophon", "ten thousand"
	body := fmt.Sprintf(`{"name": %q, "password": %q}`, name, password)
	wrong := fmt.Sprintf(`{"name": %q, "password": "nine thousand"}`, name)
	var secret, id string
	for _, x := range []struct {
		what string // empty: no event
		do   func() answer
	}{
		{account.Registered, func() answer { return o.send("", "POST", "/api/account", body) }},
		{"", func() answer { return o.send("", "POST", "/api/account", body) }}, // the name is taken
		{account.LogInFailed, func() answer { return o.send("", "POST", "/api/session", wrong) }},
		{account.LoggedIn, func() answer { return o.send("", "POST", "/api/session", body) }},
		{account.LoggedIn, func() answer { return o.send(o.guest(), "POST", "/api/session", body) }},
		{account.GameDeleted, func() answer {
			id = o.newGame(secret, `{"battle": "sparta-195bc"}`)
			return o.send(secret, "DELETE", "/api/games/"+id, "{}")
		}},
		{"", func() answer { return o.send(o.guest(), "DELETE", "/api/games/"+id, "{}") }},
	} {
		before := o.events()
		a := x.do()
		for _, c := range a.Result().Cookies() {
			secret = c.Value
		}
		o.server.background.Wait()
		after := o.events()
		if len(after)-len(before) != map[bool]int{true: 1}[x.what != ""] {
			t.Fatalf("%q: %d events, then %d: %s", x.what, len(before), len(after), a.Body)
		}
		if x.what == "" {
			continue
		}
		e := after[0]
		u, err := o.people.Named(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if e.What != x.what || !strings.HasPrefix(e.Address, "10.0.") || time.Since(e.At) > time.Hour {
			t.Errorf("%q: %+v", x.what, e)
		}
		if x.what == account.LogInFailed && (e.Actor != "" || e.About != u.ID) || x.what != account.LogInFailed && e.Actor != u.ID {
			t.Errorf("%q by %q: %+v", x.what, u.ID, e)
		}
		if x.what == account.GameDeleted && e.About != id {
			t.Errorf("%q about %q", x.what, e.About)
		}
	}
}

// TestAuditedKeys: tokens, passkeys, addresses and sessions that come and go are kept as events, of whom they are.
func TestAuditedKeys(t *testing.T) {
	box := make(accounttest.Box, 10)
	o := newObserved(t)
	o.server.Mailer = box
	d := &accounttest.Device{Origin: "https://club.example"}
	anna := o.session(o.send("", "POST", "/api/account", `{"name": "Anna", "password": "ten thousand"}`))
	u, err := o.people.Named(t.Context(), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	const proof, wrong = `{"password": "ten thousand"}`, `{"password": "nine thousand"}`
	var key passkeyCard
	var made struct{ Token tokenCard }
	for _, x := range []struct {
		what string
		do   func() answer
	}{
		{account.LogInFailed, func() answer {
			return o.send(anna, "POST", "/api/tokens", `{"scope": "read", "days": 1, "password": "x"}`)
		}},
		{account.TokenMade, func() answer {
			a := o.send(anna, "POST", "/api/tokens", `{"scope": "read", "days": 1, "password": "ten thousand"}`)
			o.into(a, http.StatusCreated, &made)
			return a
		}},
		{account.TokenRevoked, func() answer { return o.send(anna, "DELETE", "/api/tokens/"+made.Token.ID, "") }},
		{account.LogInFailed, func() answer { return o.send(anna, "POST", "/api/passkeys/challenge", wrong) }},
		{account.PasskeyAdded, func() answer {
			var x struct {
				Ticket  string
				Options any
			}
			o.into(o.send(anna, "POST", "/api/passkeys/challenge", proof), http.StatusOK, &x)
			made, err := d.Create(x.Options)
			if err != nil {
				t.Fatal(err)
			}
			a := o.send(anna, "POST", "/api/passkeys", fmt.Sprintf(`{"ticket": %q, "answer": %s}`, x.Ticket, made))
			o.into(a, http.StatusCreated, &key)
			return a
		}},
		{account.LogInFailed, func() answer { return o.send(anna, "DELETE", "/api/passkeys/"+key.ID, wrong) }},
		{account.PasskeyRemoved, func() answer { return o.send(anna, "DELETE", "/api/passkeys/"+key.ID, proof) }},
		{account.EmailSet, func() answer {
			o.into(o.send(anna, "POST", "/api/account/email", `{"email": "a@club.example", "password": "ten thousand"}`), http.StatusAccepted, nil)
			return o.send("", "POST", "/api/account/email/confirm", fmt.Sprintf(`{"token": %q}`, tokenIn(t, <-box, "confirm")))
		}},
		{account.EmailRemoved, func() answer { return o.send(anna, "DELETE", "/api/account/email", proof) }},
		{account.SessionEnded, func() answer { return o.send(anna, "DELETE", "/api/session", "") }},
	} {
		o.server.background.Wait()
		before := o.events()
		a := x.do()
		o.server.background.Wait()
		after := o.events()
		// Two events of one millisecond are listed in any order.
		count := func(list []account.Event) (n int) {
			for _, e := range list {
				if e.What == x.what && (e.Actor == u.ID || e.About == u.ID) {
					n++
				}
			}
			return n
		}
		if len(after) != len(before)+1 || count(after) != count(before)+1 {
			t.Errorf("%q: %d events, then %+v: %s", x.what, len(before), after, a.Body)
		}
	}
}

// TestAuditedRoutes: every route of the audit log is one of the server's.
func TestAuditedRoutes(t *testing.T) {
	there := map[string]bool{}
	for _, r := range (&server{}).routes() {
		there[r.pattern] = true
	}
	for pattern := range audited {
		if !there[pattern] {
			t.Errorf("there is no %s", pattern)
		}
	}
	for _, name := range paceNames {
		if name == "" {
			t.Errorf("a pace has no name: %q", paceNames)
		}
	}
}

// events returns all events, the latest first.
func (o *observed) events() []account.Event {
	o.Helper()
	list, err := o.store.Events(o.Context(), time.Time{}, "", 100)
	if err != nil {
		o.Fatal(err)
	}
	return list
}

// TestMetrics: requests are counted by route, however many addresses are made up.
func TestMetrics(t *testing.T) {
	o := newObserved(t)
	anna := o.guest()
	id := o.newGame(anna, `{"battle": "sparta-195bc"}`)
	o.send(anna, "GET", "/api/games/"+id, "")
	o.send(anna, "GET", "/api/games/"+id+"/events", "")
	for i := range 50 {
		o.send("", "GET", fmt.Sprintf("/api/made-up-%d", i), "")
		o.send("", fmt.Sprintf("METHOD%d", i), fmt.Sprintf("/made-up-%d", i), "")
	}
	r := httptest.NewRequest("GET", "https://elsewhere.example/api/me", nil)
	o.handler.ServeHTTP(httptest.NewRecorder(), r)
	text := o.scrape()
	for _, want := range []string{
		`acies_requests_total{class="2xx",route="GET /api/games/{id}"} 1`,
		`acies_requests_total{class="2xx",route="POST /api/games"} 1`,
		`acies_requests_total{class="4xx",route="/api/"} 50`,
		`acies_requests_total{class="4xx",route="refused"} 1`,
		`acies_request_seconds_count{route="GET /api/games/{id}"} 1`,
		"acies_open_games 1", "acies_thinking 0", "acies_streams 0", "go_goroutines ", "process_open_fds ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if strings.Contains(text, "made-up") || strings.Contains(text, "METHOD") || strings.Contains(text, id) || strings.Contains(text, `acies_request_seconds_count{route="GET /api/games/{id}/events"}`) {
		t.Error("what clients make up is a label, or the time of a stream is counted")
	}
	for range allowances[entering].burst + 1 {
		r := httptest.NewRequest("POST", "https://club.example/api/session", strings.NewReader("x"))
		o.handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	if !strings.Contains(o.scrape(), `acies_refused_total{pace="entering"} 1`) {
		t.Error("a request that came too fast is not counted")
	}
}

func (o *observed) scrape() string {
	o.Helper()
	w := httptest.NewRecorder()
	o.metrics.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if w.Code != http.StatusOK {
		o.Fatalf("%d %s", w.Code, w.Body)
	}
	return w.Body.String()
}

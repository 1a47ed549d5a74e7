// Package server serves games to browsers and programs: plain HTTP and JSON, and server-sent events for changes.
// docs/api.md describes the interface; the browser client uses nothing else.
package server

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"acies/account"
	"acies/hint"
	"acies/match"
)

// Options are the settings of a server.
type Options struct {
	Games     *match.Games
	People    *account.People // nil: there are no accounts, and everybody may do everything
	Public    *url.URL        // the address at which people reach a server with accounts
	Client    fs.FS           // the pages of the browser client
	Logger    *slog.Logger
	Hosts     []string      // names under which the server may be addressed; none: any
	Heartbeat time.Duration // of the streams of events; 0 means 15 s
	Thought   time.Duration // for a hint; 0 means [hint.Thought]
}

// Limits of request bodies, in bytes.
const (
	smallBody  = 64 << 10
	newBody    = 1 << 20 // it may contain a position
	recordBody = 16 << 20
)

type server struct {
	Options
	pages    *pages
	drawings sync.Map // by drawingKey
	lucks    lucks
	thinking chan struct{} // as many hints at once as it has room for
	reading  chan struct{} // as many records at once as it has room for
}

// New returns the handler of all requests.
func New(o Options) http.Handler {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = 15 * time.Second
	}
	if o.Thought == 0 {
		o.Thought = hint.Thought
	}
	s := &server{
		Options: o, pages: newPages(o.Client),
		thinking: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)), reading: make(chan struct{}, imports),
	}
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.Handle(r.pattern, s.handle(r.need, r.handler))
	}
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(s.handle(anybody, func(*call) error { return refuse(http.StatusForbidden, "origin") }))
	return s.guard(protection.Handler(mux))
}

// route is a kind of request, with what it needs of whoever sends it.
type route struct {
	pattern string
	need    need
	handler handler
}

// routes returns all kinds of requests.
func (s *server) routes() []route {
	return []route{
		{"GET /api/battles", anybody, s.battles},
		{"GET /api/battles/{battle}", anybody, s.battle},
		{"GET /api/battles/{battle}/ground.svg", anybody, s.ground},
		{"GET /api/battles/{battle}/picture.svg", anybody, s.picture},
		{"GET /api/battles/{battle}/lessons/{lesson}", anybody, s.lesson},
		{"GET /api/games", anybody, s.games},
		{"POST /api/games", somebody, s.create},
		{"POST /api/records", somebody, s.open},
		{"GET /api/games/{id}", watcher, s.table},
		{"DELETE /api/games/{id}", host, s.delete},
		{"POST /api/games/{id}/restore", host, s.restore},
		{"POST /api/games/{id}/name", host, s.rename},
		{"GET /api/games/{id}/at/{n}", watcher, s.moment},
		{"GET /api/games/{id}/log", watcher, s.log},
		{"GET /api/games/{id}/luck", watcher, s.luck},
		{"GET /api/games/{id}/hint", player, s.hint},
		{"POST /api/games/{id}/actions", player, s.act},
		{"POST /api/games/{id}/roll", player, s.roll},
		{"POST /api/games/{id}/undo", player, s.undo},
		{"POST /api/games/{id}/settings", player, s.settings},
		{"POST /api/games/{id}/branch", watcher, s.branch},
		{"GET /api/games/{id}/odds", watcher, s.odds},
		{"GET /api/games/{id}/overlay/{kind}", watcher, s.overlay},
		{"GET /api/games/{id}/about", watcher, s.about},
		{"GET /api/games/{id}/measure", watcher, s.measure},
		{"GET /api/games/{id}/victory", watcher, s.victory},
		{"GET /api/games/{id}/plan", watcher, s.plan},
		{"GET /api/games/{id}/advance", watcher, s.advance},
		{"GET /api/games/{id}/propose", watcher, s.propose},
		{"GET /api/games/{id}/why", watcher, s.why},
		{"GET /api/games/{id}/record", watcher, s.record},
		{"GET /api/games/{id}/events", watcher, s.events},
		{"GET /api/me", anybody, s.whoami},
		{"POST /api/account", anybody, s.register},
		{"DELETE /api/account", known, s.deleteAccount},
		{"POST /api/account/password", known, s.setPassword},
		{"POST /api/session", anybody, s.logIn},
		{"DELETE /api/session", known, s.logOut},
		{"GET /api/sessions", known, s.sessions},
		{"DELETE /api/sessions/{session}", known, s.endSession},
		{"POST /api/games/{id}/invite", host, s.invite},
		{"POST /api/invitation", anybody, s.invitation},
		{"POST /api/join", somebody, s.join},
		{"GET /api/rulebook", anybody, s.rulebook},
		{"GET /api/seats", anybody, s.seats},
		{"GET /api/text", anybody, s.text},
		{"GET /healthz", anybody, s.health},
		{"/api/", anybody, func(*call) error { return refuse(http.StatusNotFound, "no-route") }},
		{"/", anybody, s.page},
	}
}

// guard refuses requests for a foreign host name, with which a page elsewhere could act as one of ours, and sets the
// headers that keep a page from loading anything from elsewhere.
func (s *server) guard(next http.Handler) http.Handler {
	foreign := s.handle(anybody, func(*call) error { return refuse(http.StatusForbidden, "host") })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = limitBodyTime(w, r)
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "+
			"object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		if len(s.Hosts) > 0 && !slices.Contains(s.Hosts, hostname(r.Host)) {
			foreign.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.Trim(host, "[]")
}

// handler answers a call or returns an error.
type handler func(*call) error

// call is one request with its answer.
type call struct {
	http.ResponseWriter
	*http.Request
	query url.Values
	lang  string
	who   who
}

func newCall(w http.ResponseWriter, r *http.Request) *call {
	// A semicolon separates actions, not members of the query; members that cannot be read are ignored.
	query, _ := url.ParseQuery(strings.ReplaceAll(r.URL.RawQuery, ";", "%3B"))
	return &call{ResponseWriter: w, Request: r, query: query, lang: language(query, r.Header)}
}

func (s *server) handle(n need, h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		c := newCall(w, r)
		err := safely(func(c *call) error {
			if err := s.identify(c); err != nil {
				return err
			}
			if err := s.admit(c, n); err != nil {
				return err
			}
			return h(c)
		}, c)
		if err != nil {
			s.refusal(c, err)
		}
		s.Logger.Debug("request", "method", r.Method, "path", r.URL.Path, "took", time.Since(start), "error", err)
	})
}

// safely calls a handler and turns a panic into an error.
func safely(h handler, c *call) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("%v\n%s", x, debug.Stack())
		}
	}()
	return h(c)
}

// health reports whether games can be read and, unless the server is read-only, written.
func (s *server) health(c *call) error {
	if _, err := s.Games.List(c.Context(), 1); err != nil {
		return err
	}
	if err := s.Games.Check(c.Context()); err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct {
		OK       bool `json:"ok"`
		ReadOnly bool `json:"readOnly"`
	}{true, s.Games.ReadOnly()})
}

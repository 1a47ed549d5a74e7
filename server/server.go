// Package server serves games to browsers and programs: plain HTTP and JSON, and server-sent events for changes.
// docs/api.md describes the interface; the browser client uses nothing else.
package server

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
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
	Proxies   []netip.Prefix  // where proxies are that may say from where a request comes, besides this computer
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
	pacer    pacer
	hints    chan struct{} // as many hints at once as it has room for
	records  chan struct{} // as many records at once as it has room for
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
		hints: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)), records: make(chan struct{}, imports),
	}
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.Handle(r.pattern, s.handle(r))
	}
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(s.handle(route{handler: func(*call) error { return refuse(http.StatusForbidden, "origin") }}))
	return s.guard(protection.Handler(mux))
}

// route is a kind of request, with what it needs of whoever sends it, and how often he may.
type route struct {
	pattern string
	need    need
	pace    pace
	handler handler
}

// routes returns all kinds of requests.
func (s *server) routes() []route {
	return []route{
		{"GET /api/battles", anybody, reading, s.battles},
		{"GET /api/battles/{battle}", anybody, reading, s.battle},
		{"GET /api/battles/{battle}/ground.svg", anybody, reading, s.ground},
		{"GET /api/battles/{battle}/picture.svg", anybody, reading, s.picture},
		{"GET /api/battles/{battle}/lessons/{lesson}", anybody, reading, s.lesson},
		{"GET /api/games", anybody, reading, s.games},
		{"POST /api/games", somebody, thinking, s.create},
		{"POST /api/records", somebody, thinking, s.open},
		{"GET /api/games/{id}", watcher, reading, s.table},
		{"DELETE /api/games/{id}", host, changing, s.delete},
		{"POST /api/games/{id}/restore", host, thinking, s.restore},
		{"POST /api/games/{id}/name", host, changing, s.rename},
		{"GET /api/games/{id}/at/{n}", watcher, reading, s.moment},
		{"GET /api/games/{id}/log", watcher, reading, s.log},
		{"GET /api/games/{id}/luck", watcher, thinking, s.luck},
		{"GET /api/games/{id}/hint", player, thinking, s.hint},
		{"POST /api/games/{id}/actions", player, changing, s.act},
		{"POST /api/games/{id}/roll", player, changing, s.roll},
		{"POST /api/games/{id}/undo", player, changing, s.undo},
		{"POST /api/games/{id}/settings", player, changing, s.settings},
		{"POST /api/games/{id}/branch", watcher, thinking, s.branch},
		{"GET /api/games/{id}/odds", watcher, reading, s.odds},
		{"GET /api/games/{id}/overlay/{kind}", watcher, reading, s.overlay},
		{"GET /api/games/{id}/about", watcher, reading, s.about},
		{"GET /api/games/{id}/measure", watcher, reading, s.measure},
		{"GET /api/games/{id}/victory", watcher, reading, s.victory},
		{"GET /api/games/{id}/plan", watcher, reading, s.plan},
		{"GET /api/games/{id}/advance", watcher, reading, s.advance},
		{"GET /api/games/{id}/propose", watcher, reading, s.propose},
		{"GET /api/games/{id}/why", watcher, reading, s.why},
		{"GET /api/games/{id}/record", watcher, reading, s.record},
		{"GET /api/games/{id}/events", watcher, reading, s.events},
		{"GET /api/me", anybody, reading, s.whoami},
		{"POST /api/account", anybody, entering, s.register},
		{"DELETE /api/account", known, entering, s.deleteAccount},
		{"POST /api/account/password", known, entering, s.setPassword},
		{"POST /api/session", anybody, entering, s.logIn},
		{"DELETE /api/session", known, changing, s.logOut},
		{"GET /api/sessions", known, reading, s.sessions},
		{"DELETE /api/sessions/{session}", known, changing, s.endSession},
		{"POST /api/games/{id}/resign", player, changing, s.resign},
		{"POST /api/games/{id}/offer", player, changing, s.offer},
		{"POST /api/games/{id}/reply", player, changing, s.reply},
		{"POST /api/games/{id}/nonce", player, changing, s.nonce},
		{"GET /api/key", anybody, reading, s.key},
		{"POST /api/games/{id}/invite", host, changing, s.invite},
		{"POST /api/invitation", anybody, changing, s.invitation},
		{"POST /api/join", somebody, changing, s.join},
		{"GET /api/rulebook", anybody, reading, s.rulebook},
		{"GET /api/seats", anybody, reading, s.seats},
		{"GET /api/text", anybody, reading, s.text},
		{"GET /healthz", anybody, reading, s.health},
		{"/api/", anybody, reading, func(*call) error { return refuse(http.StatusNotFound, "no-route") }},
		{"/", anybody, reading, s.page},
	}
}

// guard refuses requests for a foreign host name, with which a page elsewhere could act as one of ours, and sets the
// headers that keep a page from loading anything from elsewhere.
func (s *server) guard(next http.Handler) http.Handler {
	foreign := s.handle(route{handler: func(*call) error { return refuse(http.StatusForbidden, "host") }})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = limitBodyTime(w, r)
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "+
			"object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()")
		if s.Public != nil && s.Public.Scheme == "https" {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
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

func (s *server) handle(x route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		c := newCall(w, r)
		err := safely(func(c *call) error {
			if err := s.identify(c); err != nil {
				return err
			}
			if err := s.keepPace(c, x.pace); err != nil {
				return err
			}
			if err := s.admit(c, x.need); err != nil {
				return err
			}
			return x.handler(c)
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

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

	"acies/hint"
	"acies/match"
)

// Options are the settings of a server.
type Options struct {
	Games     *match.Games
	Client    fs.FS // the pages of the browser client
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
	for pattern, h := range map[string]handler{
		"GET /api/battles":                           s.battles,
		"GET /api/battles/{battle}":                  s.battle,
		"GET /api/battles/{battle}/ground.svg":       s.ground,
		"GET /api/battles/{battle}/picture.svg":      s.picture,
		"GET /api/battles/{battle}/lessons/{lesson}": s.lesson,
		"GET /api/games":                             s.games,
		"POST /api/games":                            s.create,
		"POST /api/records":                          s.open,
		"GET /api/games/{id}":                        s.table,
		"DELETE /api/games/{id}":                     s.delete,
		"POST /api/games/{id}/restore":               s.restore,
		"POST /api/games/{id}/name":                  s.rename,
		"GET /api/games/{id}/at/{n}":                 s.moment,
		"GET /api/games/{id}/log":                    s.log,
		"GET /api/games/{id}/luck":                   s.luck,
		"GET /api/games/{id}/hint":                   s.hint,
		"POST /api/games/{id}/actions":               s.act,
		"POST /api/games/{id}/roll":                  s.roll,
		"POST /api/games/{id}/undo":                  s.undo,
		"POST /api/games/{id}/settings":              s.settings,
		"POST /api/games/{id}/branch":                s.branch,
		"GET /api/games/{id}/odds":                   s.odds,
		"GET /api/games/{id}/overlay/{kind}":         s.overlay,
		"GET /api/games/{id}/about":                  s.about,
		"GET /api/games/{id}/measure":                s.measure,
		"GET /api/games/{id}/victory":                s.victory,
		"GET /api/games/{id}/plan":                   s.plan,
		"GET /api/games/{id}/advance":                s.advance,
		"GET /api/games/{id}/propose":                s.propose,
		"GET /api/games/{id}/why":                    s.why,
		"GET /api/games/{id}/record":                 s.record,
		"GET /api/games/{id}/events":                 s.events,
		"GET /api/rulebook":                          s.rulebook,
		"GET /api/seats":                             s.seats,
		"GET /api/text":                              s.text,
		"GET /healthz":                               s.health,
		"/api/":                                      func(*call) error { return refuse(http.StatusNotFound, "no-route") },
		"/":                                          s.page,
	} {
		mux.Handle(pattern, s.handle(h))
	}
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(s.handle(func(*call) error { return refuse(http.StatusForbidden, "origin") }))
	return s.guard(protection.Handler(mux))
}

// guard refuses requests for a foreign host name, with which a page elsewhere could act as one of ours, and sets the
// headers that keep a page from loading anything from elsewhere.
func (s *server) guard(next http.Handler) http.Handler {
	foreign := s.handle(func(*call) error { return refuse(http.StatusForbidden, "host") })
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
}

func newCall(w http.ResponseWriter, r *http.Request) *call {
	// A semicolon separates actions, not members of the query; members that cannot be read are ignored.
	query, _ := url.ParseQuery(strings.ReplaceAll(r.URL.RawQuery, ";", "%3B"))
	return &call{ResponseWriter: w, Request: r, query: query, lang: language(query, r.Header)}
}

func (s *server) handle(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		c := newCall(w, r)
		err := safely(h, c)
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

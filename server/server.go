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
	"acies/bus"
	"acies/game"
	"acies/hint"
	"acies/luck"
	"acies/match"
	"acies/memo"
	"acies/notify"
	"acies/record"
	"acies/talk"
)

// Options are the settings of a server.
type Options struct {
	Games     *match.Games
	People    *account.People // nil: there are no accounts, and everybody may do everything
	Public    *url.URL        // the address at which people reach a server with accounts
	Mailer    account.Mailer  // nil: the server sends no mail
	OIDC      *account.OIDC   // a provider of identities; nil: there is none
	Proxies   []netip.Prefix  // where proxies are that may say from where a request comes, besides this computer
	Client    fs.FS           // the pages of the browser client
	Logger    *slog.Logger
	Hosts     []string         // names under which the server may be addressed; none: any
	Heartbeat time.Duration    // of the streams of events; 0 means 15 s
	Thought   time.Duration    // for a hint; 0 means [hint.Thought]
	Audit     account.Audit    // keeps what people do with accounts and games; nil: nobody does
	Notify    *notify.Notifier // nil: nobody is told of games that wait
	Metrics   *Metrics         // nil: nothing is counted
	Talk      *talk.Talk       // nil: nobody talks about games
	Tourneys  TourneyStore     // keeps tournaments; nil: there are none
	Node      Node             // how the server is called among several
	Bus       bus.Bus          // to other nodes; nil: there are none, or they are found by the store alone
	Leases    *match.Leases    // have one node of several do what only one should; nil: the server is alone

	// Advise and Luck are asked first for a hint and for the luck of a game that is over, and may return nil; nil: the server does
	// all of that itself.
	Advise hint.Adviser
	Luck   func(game.Battle, []record.Entry) *luck.Report
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
	drawings *memo.Cache[drawingKey, *file]
	lucks    lucks
	pacer    pacer
	presence *notify.Presence
	visits   visits
	league   league
	hints    chan struct{} // as many hints at once as it has room for
	records  chan struct{} // as many records at once as it has room for

	started   time.Time
	stops     []func() // end what is done with other nodes
	listeners listeners

	gate       gate
	prober     prober
	background sync.WaitGroup // what is done after its request has been answered
	draining   chan struct{}  // closed when the server is about to end
	drainOnce  sync.Once
	closeOnce  sync.Once
}

// Server answers all requests.
type Server struct {
	*server
	handler http.Handler
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// New returns a server.
func New(o Options) *Server {
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
		Options: o, pages: newPages(o.Client), drawings: memo.New[drawingKey, *file](maxDrawings),
		hints: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)), records: make(chan struct{}, imports),
		draining: make(chan struct{}), presence: new(notify.Presence), started: time.Now(),
	}
	if o.Notify != nil {
		s.presence = o.Notify.Presence()
	}
	if o.Metrics != nil {
		o.Metrics.Gauge("acies_open_games", "Games that are kept open.", func() float64 { return float64(s.Games.Stats().Open) })
		o.Metrics.Gauge("acies_thinking", "Opponents that are choosing an action.", func() float64 { return float64(s.Games.Stats().Thinking) })
		o.Metrics.Gauge("acies_leases", "Leases that the node holds: for opponents, and for what one node does for all.", func() float64 { return float64(s.Leases.Held()) })
	}
	if s.People != nil {
		if err := s.People.UsePasskeys(o.Public); err != nil {
			s.Logger.Info("there are no passkeys at this address", "reason", err)
		}
	}
	s.joinNodes()
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.Handle(r.pattern, s.handle(r))
	}
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(s.handle(route{handler: func(*call) error { return refuse(http.StatusForbidden, "origin") }}))
	return &Server{s, s.observe(s.guard(protection.Handler(mux)))}
}

// contentPolicy says what a page may load: what this server sends, and the small picture within the page itself. Nothing written into a
// page is carried out or styles it.
const contentPolicy = "default-src 'self'; img-src 'self' data:; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard refuses requests for a foreign host name, with which a page elsewhere could act as one of ours, and sets the
// headers that keep a page from loading anything from elsewhere.
func (s *server) guard(next http.Handler) http.Handler {
	foreign := s.handle(route{handler: func(*call) error { return refuse(http.StatusForbidden, "host") }})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = limitBodyTime(w, r)
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()")
		if s.Public != nil && s.Public.Scheme == "https" {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if len(s.Hosts) > 0 && !slices.Contains(s.Hosts, hostname(r.Host)) && !isProbe("GET "+r.URL.Path) { // who probes often knows only an address
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

	claimed string // the name with which somebody tries to log in
	about   string // the user whom a request was about, if that is not its sender
	costly  bool   // it is counted as a request that takes a processor for long
	ranks   *ranks // ratings; nil: nobody has asked for any yet
}

func newCall(w http.ResponseWriter, r *http.Request) *call {
	// A semicolon separates actions, not members of the query; members that cannot be read are ignored.
	query, _ := url.ParseQuery(strings.ReplaceAll(r.URL.RawQuery, ";", "%3B"))
	return &call{ResponseWriter: w, Request: r, query: query, lang: language(query, r.Header)}
}

func (s *server) handle(x route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := newCall(w, r)
		ex := exchangeOf(w)
		ex.route = x.pattern
		before := ""
		err := safely(func(c *call) error {
			if s.isDraining() && !isProbe(x.pattern) {
				return c.leaving()
			}
			if err := s.identify(c); err != nil {
				return err
			}
			before = c.who.ID
			if err := s.keepPace(c, x); err != nil {
				return err
			}
			if err := s.arrive(c, x.need); err != nil {
				return err
			}
			if err := s.admit(c, x.need); err != nil {
				return err
			}
			return s.withinQuota(c, x)
		}, c)
		if err != nil {
			s.refusal(c, err)
		}
		if err == nil {
			s.endSessions(x.pattern, before, c.who.ID)
		}
		ex.user = c.who.ID
		s.audit(c, x.pattern, before, err)
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

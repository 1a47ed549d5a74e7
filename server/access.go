package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"time"

	"acies/account"
)

// exchange is a request under way with its answer: what the log and the metrics say of it. They have neither its address nor its body,
// either of which may hold a secret.
type exchange struct {
	http.ResponseWriter
	id     string
	route  string // the pattern of its address; empty: it was refused before that was known
	user   string // empty: nobody who is known
	stream bool   // it is open as long as a client listens
	status int
	bytes  int64
}

// Unwrap is for [http.ResponseController].
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// WriteHeader begins the answer. From then on a client has a limited time to take it.
func (x *exchange) WriteHeader(status int) {
	if x.status == 0 {
		x.status = status
		x.limitTime()
	}
	x.ResponseWriter.WriteHeader(status)
}

func (x *exchange) Write(p []byte) (int, error) {
	if x.status == 0 {
		x.WriteHeader(http.StatusOK)
	} else if x.stream {
		x.limitTime()
	}
	n, err := x.ResponseWriter.Write(p)
	x.bytes += int64(n)
	return n, err
}

// answerTime is how long a client may take to receive an answer, or one event of a stream.
const answerTime = 2 * time.Minute

// limitTime begins the time that a client has to take the answer. One that does not read would keep the connection for ever.
func (x *exchange) limitTime() {
	http.NewResponseController(x.ResponseWriter).SetWriteDeadline(time.Now().Add(answerTime)) // without a connection, as in tests, there is none
}

// exchangeOf returns the exchange that an answer belongs to.
func exchangeOf(w http.ResponseWriter) *exchange {
	if x, ok := w.(*exchange); ok {
		return x
	}
	return &exchange{ResponseWriter: w}
}

// observe gives requests their ids, and logs and counts them when they end.
func (s *server) observe(next http.Handler) http.Handler {
	level := slog.LevelDebug
	if s.People != nil {
		level = slog.LevelInfo
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		x := &exchange{ResponseWriter: w, id: s.requestID(r)}
		w.Header().Set("X-Request-Id", x.id)
		defer func() {
			took := time.Since(start)
			s.Metrics.count(x, took)
			at := level
			if isProbe(x.route) {
				at = slog.LevelDebug
			}
			s.Logger.Log(r.Context(), at, "request", "id", x.id, "method", r.Method, "route", x.route, "status", x.status, "bytes", x.bytes,
				"took", took.Round(time.Microsecond), "user", x.user, "address", s.address(r))
		}()
		next.ServeHTTP(x, r)
	})
}

// isProbe reports whether a route is asked by machines, every few seconds.
func isProbe(route string) bool { return route == "GET /healthz" || route == "GET /readyz" }

// wellFormed is what an id of a request may look like that somebody else has given.
var wellFormed = regexp.MustCompile(`^[A-Za-z0-9._-]{8,64}$`)

// requestID returns the id that a trusted proxy has given a request, or a new one.
func (s *server) requestID(r *http.Request) string {
	if id := r.Header.Get("X-Request-Id"); wellFormed.MatchString(id) && s.fromProxy(r) {
		return id
	}
	return strings.ToLower(rand.Text())[:16]
}

// fromProxy reports whether a trusted proxy has sent a request.
func (s *server) fromProxy(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	from, err := netip.ParseAddr(host)
	return err == nil && s.trusts(from)
}

// providerRoute is where a provider of identities sends people back to.
const providerRoute = "GET /api/oidc/answer"

// audited are the routes whose requests are events for the audit log: what it says if they succeed, and if the password was wrong.
var audited = map[string]struct{ done, failed string }{
	"POST /api/session":            {account.LoggedIn, account.LogInFailed},
	"POST /api/session/passkey":    {account.LoggedIn, account.LogInFailed},
	"POST /api/account":            {account.Registered, ""},
	"POST /api/oidc/account":       {account.Registered, ""},
	providerRoute:                  {account.LoggedIn, ""},
	"POST /api/recover":            {account.Recovered, ""},
	"DELETE /api/account/password": {account.PasswordChanged, account.LogInFailed},
	"POST /api/account/password":   {account.PasswordChanged, account.LogInFailed},
	"DELETE /api/account":          {account.AccountDeleted, account.LogInFailed},
	"DELETE /api/games/{id}":       {account.GameDeleted, ""},

	"POST /api/tokens":                {account.TokenMade, account.LogInFailed},
	"DELETE /api/tokens/{token}":      {account.TokenRevoked, ""},
	"POST /api/passkeys/challenge":    {"", account.LogInFailed},
	"POST /api/passkeys":              {account.PasskeyAdded, ""},
	"DELETE /api/passkeys/{passkey}":  {account.PasskeyRemoved, account.LogInFailed},
	"POST /api/account/email":         {"", account.LogInFailed},
	"POST /api/account/email/confirm": {account.EmailSet, ""},
	"DELETE /api/account/email":       {account.EmailRemoved, account.LogInFailed},
	"DELETE /api/session":             {account.SessionEnded, ""},
	"DELETE /api/sessions/{session}":  {account.SessionEnded, ""},
}

// audit notes a request that has ended, if it is one of those. The sender was known as a user before, who may be another now.
func (s *server) audit(c *call, route, before string, err error) {
	a, ok := audited[route]
	if !ok || s.People == nil || route == providerRoute && c.who.ID == before { // a provider may answer without a log-in
		return
	}
	e := account.Event{Actor: c.who.ID, What: a.done, About: cmp.Or(c.PathValue("id"), c.about)}
	if err != nil {
		if status, _, _, _ := cause(err); status != http.StatusUnauthorized || a.failed == "" {
			return
		}
		e.What = a.failed
	}
	if e.What == "" {
		return
	}
	s.note(c, e)
}

// note keeps an event in the background. An event that cannot be kept does not fail the request.
func (s *server) note(c *call, e account.Event) {
	if s.Audit == nil || s.Games.ReadOnly() {
		return
	}
	e.At, e.Address = time.Now(), s.address(c.Request)
	claimed := c.claimed
	s.background.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if claimed != "" && e.What == account.LogInFailed {
			if u, err := s.People.Named(ctx, claimed); err == nil {
				e.About = u.ID // the name itself is not kept: it may be a password in the wrong field
			}
		}
		if err := s.Audit.AddEvent(ctx, e); err != nil {
			s.Logger.Error("an event cannot be kept", "what", e.What, "error", err)
		}
	})
}

package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// How a server ends: requests in progress have so long to finish, and what is left then so long to give up.
const (
	finishTime = 10 * time.Second
	giveUpTime = 2 * time.Second
)

// restartTime is how long clients are told to wait that ask a server that is about to end.
const restartTime = 2 * time.Second

// Limits of connections.
const (
	headerTime  = 10 * time.Second
	idleTime    = 2 * time.Minute
	headerBytes = 64 << 10
	connections = 10_000
	fromOne     = 256 // connections from one address
)

// Serve answers the requests of a listener until the context ends; with a configuration of TLS it speaks https. Then it drains: it takes no
// new connections, tells streams to come back later, or to another node, lets requests in progress finish, and returns nil.
func (s *Server) Serve(ctx context.Context, l net.Listener, secure *tls.Config) error {
	defer s.Close()
	l = limitConnections(l, connections, s.counts)
	if secure != nil {
		l = tls.NewListener(l, secure)
	}
	requests, cancel := context.WithCancel(context.Background())
	defer cancel()
	srv := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
		BaseContext:       func(net.Listener) context.Context { return requests },
		ErrorLog:          slog.NewLogLogger(s.Logger.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	s.background.Go(func() { s.Leases.Lead(ctx, "tournaments", s.runTourneys) })
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.Drain()
	patience, done := context.WithTimeout(context.Background(), finishTime)
	defer done()
	err := srv.Shutdown(patience)
	if errors.Is(err, context.DeadlineExceeded) {
		cancel()
		last, done := context.WithTimeout(context.Background(), giveUpTime)
		defer done()
		err = srv.Shutdown(last)
	}
	s.background.Wait()
	if err != nil {
		return errors.Join(fmt.Errorf("shutting down: %w", err), srv.Close())
	}
	return nil
}

// Drain makes the server refuse new requests and end its streams. What is in progress goes on.
func (s *Server) Drain() { s.drainOnce.Do(func() { close(s.draining) }) }

// isDraining reports whether the server is about to end.
func (s *server) isDraining() bool {
	select {
	case <-s.draining:
		return true
	default:
		return false
	}
}

// sendBack tells the listener to a stream that ends to come back, and when. Not all come back at once; where there are other nodes they
// need not wait for this one.
func (s *server) sendBack(c *call) {
	wait := 1000 + rand.IntN(2000)
	if s.Bus != nil {
		wait = 100 + rand.IntN(400)
	}
	fmt.Fprintf(c.ResponseWriter, "retry: %d\nevent: drain\ndata: {\"retry\":%d}\n\n", wait, wait)
}

// counts returns under which name connections from an address are counted, and false if it may have as many as it likes: a trusted
// proxy has those of all people behind it.
func (s *server) counts(a net.Addr) (string, bool) {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil || s.trusts(at.Addr()) {
		return "", false
	}
	return networkOf(at.Addr()), true
}

// limitConnections returns a listener with so many connections at once at most; others wait to be accepted. From one address there are
// fewer, as far as counts says that it is counted; what is more is closed at once, so that nobody takes the room of all.
func limitConnections(l net.Listener, n int, counts func(net.Addr) (string, bool)) net.Listener {
	return &limited{Listener: l, room: make(chan struct{}, n), closed: make(chan struct{}), counts: counts}
}

type limited struct {
	net.Listener
	room   chan struct{}
	closed chan struct{}
	once   sync.Once
	counts func(net.Addr) (string, bool)
	places gate
}

func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.room <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			<-l.room
			return nil, err
		}
		place, counted := l.counts(c.RemoteAddr())
		if !counted {
			return &limitedConn{Conn: c, leave: sync.OnceFunc(func() { <-l.room })}, nil
		}
		if l.places.enter(place, fromOne) {
			return &limitedConn{Conn: c, leave: sync.OnceFunc(func() { l.places.leave(place); <-l.room })}, nil
		}
		c.Close()
	}
}

func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

type limitedConn struct {
	net.Conn
	leave func()
}

func (c *limitedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

// prober checks whether the data file can be written, at most so often however many ask.
type prober struct {
	mu   sync.Mutex
	at   time.Time
	last error
}

// probeEvery is how long the result of a check is believed.
const probeEvery = 2 * time.Second

func (p *prober) check(ctx context.Context, f func(context.Context) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); p.at.IsZero() || now.Sub(p.at) >= probeEvery {
		p.last = f(context.WithoutCancel(ctx)) // the result is for others too
		p.at = now
	}
	return p.last
}

// health is what the server says of itself.
type health struct {
	OK       bool `json:"ok"`
	ReadOnly bool `json:"readOnly"`
}

// live answers as long as the server answers at all.
func (s *server) live(c *call) error {
	return c.answer(http.StatusOK, health{true, s.Games.ReadOnly()})
}

// ready answers whether the server can be sent requests: games can be read and, unless it is read-only, written, and it is not about to
// end.
func (s *server) ready(c *call) error {
	if s.isDraining() {
		return c.leaving()
	}
	if _, err := s.Games.List(c.Context(), 1); err != nil {
		return err
	}
	if err := s.prober.check(c.Context(), s.Games.Check); err != nil {
		return err
	}
	return c.answer(http.StatusOK, health{true, s.Games.ReadOnly()})
}

// leaving returns the refusal of a server that is about to end.
func (c *call) leaving() error {
	c.ResponseWriter.Header().Set("Connection", "close")
	return refuse(http.StatusServiceUnavailable, "closing")
}

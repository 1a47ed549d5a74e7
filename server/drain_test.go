package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestDrain: a server that is about to end tells streams, finishes what it has begun, refuses what is new, and is not ready.
func TestDrain(t *testing.T) {
	s, games := newStore(t)
	defer s.Close()
	srv := New(Options{Games: games})
	begun, proceed := make(chan struct{}), make(chan struct{})
	inner := srv.handler
	srv.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			close(begun)
			<-proceed
			io.WriteString(w, "done")
			return
		}
		inner.ServeHTTP(w, r)
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	base := "http://" + l.Addr().String()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(ctx, l, nil) }()

	res, err := http.Post(base+"/api/games", "application/json", strings.NewReader(`{"battle":"sparta-195bc"}`))
	if err != nil || res.StatusCode != http.StatusCreated {
		t.Fatal(res, err)
	}
	res.Body.Close()
	events, err := http.Get(base + res.Header.Get("Location") + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	slow := make(chan string, 1)
	go func() {
		res, err := http.Get(base + "/slow")
		if err != nil {
			slow <- err.Error()
			return
		}
		defer res.Body.Close()
		text, _ := io.ReadAll(res.Body)
		slow <- string(text)
	}()
	<-begun
	stop()

	told := ""
	for lines := bufio.NewScanner(events.Body); lines.Scan(); { // until the server closes it
		told += lines.Text() + "\n"
	}
	if !strings.Contains(told, "event: drain\ndata: {\"retry\":") {
		t.Errorf("the stream was told:\n%s", told)
	}
	for path, want := range map[string]int{"/healthz": http.StatusOK, "/readyz": http.StatusServiceUnavailable, "/api/battles": http.StatusServiceUnavailable} {
		w := httptest.NewRecorder()
		srv.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != want || want != http.StatusOK && w.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
	close(proceed)
	if got := <-slow; got != "done" {
		t.Errorf("the request in progress: %s", got)
	}
	if err := <-ended; err != nil {
		t.Errorf("the end: %v", err)
	}
}

// TestProbedByAddress: a proxy or whatever else looks after a server need not know its name.
func TestProbedByAddress(t *testing.T) {
	c := newClub(t)
	for address, want := range map[string]int{
		"http://10.0.0.7:8080/healthz": http.StatusOK, "http://10.0.0.7:8080/readyz": http.StatusOK, "http://10.0.0.7:8080/api/battles": http.StatusForbidden,
	} {
		w := httptest.NewRecorder()
		c.handler.ServeHTTP(w, httptest.NewRequest("GET", address, nil))
		if w.Code != want {
			t.Errorf("%s: %d, expected %d", address, w.Code, want)
		}
	}
}

// TestProbe: however often it is asked, the data file is written every two seconds at most.
func TestProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p prober
		n := 0
		for range 100 {
			p.check(t.Context(), func(context.Context) error { n++; return nil })
			time.Sleep(probeEvery / 10)
		}
		if n != 10 {
			t.Errorf("%d writes, expected 10", n)
		}
	})
}

// TestConnections: a connection more than may be open waits until another is closed.
func TestConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := &pipeListener{conns: make(chan net.Conn, 3)}
		l := limitConnections(inner, 2, func(net.Addr) (string, bool) { return "", false })
		for range 3 {
			_, far := net.Pipe()
			inner.conns <- far
		}
		accepted := make(chan net.Conn, 3)
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					close(accepted)
					return
				}
				accepted <- c
			}
		}()
		synctest.Wait()
		if len(accepted) != 2 {
			t.Fatalf("%d connections, expected 2", len(accepted))
		}
		c := <-accepted
		c.Close()
		c.Close() // counts once
		if synctest.Wait(); len(accepted) != 2 {
			t.Errorf("%d connections after one was closed, expected 2", len(accepted))
		}
		l.Close()
		synctest.Wait()
		for range accepted {
		}
	})
}

// from is a connection from an address.
type from struct {
	net.Conn
	address string
	closed  *bool
}

func (f from) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(f.address))
}

func (f from) Close() error { *f.closed = true; return nil }

// arrivals is a listener to which connections come one after another.
type arrivals struct {
	net.Listener
	conns []net.Conn
}

func (l *arrivals) Accept() (net.Conn, error) {
	if len(l.conns) == 0 {
		return nil, io.EOF
	}
	c := l.conns[0]
	l.conns = l.conns[1:]
	return c, nil
}

// TestConnectionsFromOne: one address has only so many connections, others are not held up by it, and a trusted proxy has as many
// as it likes.
func TestConnectionsFromOne(t *testing.T) {
	s := &server{Options: Options{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}}
	inner := &arrivals{}
	l := limitConnections(inner, connections, s.counts)
	// arrive has connections come from an address, and returns those that are accepted; the others are closed.
	arrive := func(n int, address string) (accepted []net.Conn) {
		t.Helper()
		closed := make([]bool, n)
		for i := range n {
			inner.conns = append(inner.conns, from{nil, fmt.Sprintf("%s:%d", address, i+1), &closed[i]})
		}
		for {
			c, err := l.Accept()
			if err != nil {
				break
			}
			accepted = append(accepted, c)
		}
		for i, x := range closed {
			if x != (i >= len(accepted)) {
				t.Errorf("connection %d of %s is closed: %v", i+1, address, x)
			}
		}
		return accepted
	}
	one := arrive(fromOne+3, "192.0.2.1")
	if len(one) != fromOne {
		t.Errorf("%d connections of one address, expected %d", len(one), fromOne)
	}
	for address, n := range map[string]int{"192.0.2.2": 1, "[2001:db8::1]": fromOne, "10.1.2.3": 2 * fromOne, "127.0.0.1": 2 * fromOne} {
		if got := len(arrive(n, address)); got != n {
			t.Errorf("%s: %d connections of %d", address, got, n)
		}
	}
	if len(arrive(1, "[2001:db8::2]")) != 0 {
		t.Error("another address of a network counts by itself")
	}
	one[0].Close()
	one[0].Close() // counts once
	if got := len(arrive(2, "192.0.2.1")); got != 1 {
		t.Errorf("%d connections after one was closed, expected 1", got)
	}
}

// TestSlowReader: a client that does not take its answer is given up.
func TestSlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{}
		failed := make(chan time.Duration, 1)
		h := s.guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			x := &exchange{ResponseWriter: w}
			start := time.Now()
			for {
				if _, err := x.Write(make([]byte, 1<<16)); err != nil {
					failed <- time.Since(start)
					return
				}
			}
		}))
		l := &pipeListener{conns: make(chan net.Conn, 1)}
		srv := &http.Server{Handler: h}
		go srv.Serve(l)
		defer srv.Close()
		near, far := net.Pipe()
		defer near.Close()
		l.conns <- far
		go io.WriteString(near, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		if took := <-failed; took != answerTime {
			t.Errorf("given up after %v, expected %v", took, answerTime)
		}
	})
}

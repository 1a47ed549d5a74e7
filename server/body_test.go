package server

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"acies/match"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
)

// pipeListener hands out one connection.
type pipeListener struct {
	conns chan net.Conn
	once  sync.Once
}

func (l *pipeListener) Accept() (net.Conn, error) {
	c, ok := <-l.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (l *pipeListener) Close() error   { l.once.Do(func() { close(l.conns) }); return nil }
func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

// sendSlowly begins a request with a body of which only the beginning comes, and returns the status of the answer and
// how long it took. The clock is that of the bubble.
func sendSlowly(t *testing.T, h http.Handler) (status int, took time.Duration) {
	t.Helper()
	l := &pipeListener{conns: make(chan net.Conn, 1)}
	srv := &http.Server{Handler: h}
	go srv.Serve(l)
	defer srv.Close()
	near, far := net.Pipe()
	defer near.Close()
	l.conns <- far
	start := time.Now()
	go io.WriteString(near, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{")
	resp, err := http.ReadResponse(bufio.NewReader(near), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	return resp.StatusCode, time.Since(start)
}

// A body that does not arrive is not waited for longer than it may take.
func TestSlowBody(t *testing.T) {
	for name, read := range map[string]handler{
		"object": func(c *call) error { return c.read(smallBody, new(newGame)) },
		"record": func(c *call) error { _, err := c.readAll(recordBody); return err },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &server{Options: Options{Logger: slog.New(slog.DiscardHandler)}}
				status, took := sendSlowly(t, s.guard(s.handle(route{handler: read})))
				if status != http.StatusRequestTimeout || took != bodyTime {
					t.Errorf("status %d after %v, want %d after %v", status, took, http.StatusRequestTimeout, bodyTime)
				}
			})
		})
	}
}

// The deadline of a body ends with it: an answer may take longer.
func TestSlowAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{}
		h := s.guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			select {
			case <-r.Context().Done():
				w.WriteHeader(http.StatusGone)
			case <-time.After(10 * bodyTime):
			}
		}))
		l := &pipeListener{conns: make(chan net.Conn, 1)}
		srv := &http.Server{Handler: h}
		go srv.Serve(l)
		defer srv.Close()
		near, far := net.Pipe()
		defer near.Close()
		l.conns <- far
		go io.WriteString(near, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")
		resp, err := http.ReadResponse(bufio.NewReader(near), nil)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("status %d: the deadline of the body has ended the request", resp.StatusCode)
		}
	})
}

// While as many records are checked as may be, another is refused, and taken when one of them is done. Those whose bodies are
// still on their way keep nobody from that.
func TestImportsAtATime(t *testing.T) {
	games, err := store.Open(pgtest.Data(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	h := New(Options{Games: match.New(games, match.Options{Library: table.NewLibrary()})})
	post := func(body io.Reader) int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("POST", "/api/records", body))
		return w.Code
	}
	var ends []*io.PipeWriter
	done := make(chan int)
	for range imports {
		r, w := io.Pipe()
		ends = append(ends, w)
		go func() { done <- post(r) }()
		io.WriteString(w, "x") // returns when it is being read
	}
	if got := post(strings.NewReader("x\n")); got != http.StatusBadRequest {
		t.Errorf("status %d while others send slowly, want %d", got, http.StatusBadRequest)
	}
	for range imports {
		h.records <- struct{}{}
	}
	if got := post(strings.NewReader("x\n")); got != http.StatusTooManyRequests {
		t.Errorf("status %d, want %d", got, http.StatusTooManyRequests)
	}
	for range imports {
		<-h.records
	}
	if got := post(strings.NewReader("x\n")); got != http.StatusBadRequest {
		t.Errorf("status %d, want %d", got, http.StatusBadRequest)
	}
	for _, w := range ends {
		w.Close()
		<-done
	}
}

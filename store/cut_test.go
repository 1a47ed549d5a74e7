package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"acies/match"
	"acies/store"
	"acies/store/pgtest"
	"acies/store/storetest"
	"acies/talk"
)

// TestCut breaks connections at the worst moment: when the program asks for a COMMIT, which then reaches the database or
// does not, and is not answered. Every write must still be carried out once, and acknowledged.
func TestCut(t *testing.T) {
	address := pgtest.Database(t)
	p := newProxy(t, address)
	s, direct := open(t, p.address, store.Options{}), open(t, address, store.Options{})
	var wg sync.WaitGroup
	for i := range 8 {
		id := fmt.Sprint("g", i)
		create(t, direct, id)
		wg.Go(func() {
			a := storetest.Next(t, direct, id, "x", "y")
			for n := range 25 {
				a.Request = fmt.Sprint(n)
				revision, err := s.Append(t.Context(), a)
				if err != nil {
					t.Errorf("game %s: %v", id, err)
					return
				}
				a.Version, a.Revision = a.Version+2, revision
				if err := s.Rename(t.Context(), id, fmt.Sprint("title ", n)); err != nil {
					t.Errorf("game %s: %v", id, err)
					return
				}
			}
		})
	}
	p.cutting.Store(true)
	wg.Wait()
	p.cutting.Store(false)
	for i := range 8 {
		g, rows, err := direct.Load(t.Context(), fmt.Sprint("g", i))
		if err != nil || len(rows) != 50 || g.Title != "title 24" {
			t.Errorf("the game %q called %q has %d rows: %v", g.ID, g.Title, len(rows), err)
		}
	}
	if p.before.Load() == 0 || p.after.Load() == 0 {
		t.Errorf("%d connections were cut before a COMMIT and %d after it, expected some of each", p.before.Load(), p.after.Load())
	}
}

// TestAway: without a database a write waits for a while, and fails then; when the database is back, writes succeed.
func TestAway(t *testing.T) {
	address := pgtest.Database(t)
	p := newProxy(t, address)
	s := open(t, p.address, store.Options{})
	create(t, s, "g")
	a := storetest.Next(t, s, "g", "x")
	p.close()
	if _, err := s.Append(t.Context(), a); err == nil {
		t.Error("something was written without a database")
	}
	done := make(chan error)
	go func() {
		_, err := s.Append(t.Context(), a)
		done <- err
	}()
	p.open(t)
	if err := <-done; err != nil {
		t.Errorf("a write that began when the database was away: %v", err)
	}
	if got := lines(t, s, "g"); got != "x" {
		t.Errorf("log %q", got)
	}
}

// TestInTheWay: a write that others kept from succeeding for as long as it waits may be sent again, as if the database had been away.
func TestInTheWay(t *testing.T) {
	address := pgtest.Database(t)
	s := open(t, address, store.Options{})
	create(t, s, "g")
	other, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(t.Context())
	if _, err := other.Exec(t.Context(), "BEGIN; LOCK TABLE talk IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	m := talk.Message{Game: "g", Room: talk.Players, User: "u", Text: "Ave!"}
	if _, _, err := s.Say(t.Context(), m, "r", 10); !errors.Is(err, match.ErrAway) {
		t.Errorf("found %v, expected %v", err, match.ErrAway)
	}
	if _, err := other.Exec(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if _, fresh, err := s.Say(t.Context(), m, "r", 10); err != nil || !fresh {
		t.Errorf("sent again: fresh %t, %v", fresh, err)
	}
}

// proxy stands between a store and the socket of a database.
type proxy struct {
	address, socket, target string
	cutting                 atomic.Bool
	before, after           atomic.Int64 // connections that were cut

	mu    sync.Mutex
	l     net.Listener
	conns map[net.Conn]struct{}
}

func newProxy(t *testing.T, address string) *proxy {
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	const name = ".s.PGSQL.5432"
	q := u.Query()
	target := filepath.Join(q.Get("host"), name)
	dir, err := os.MkdirTemp("", "acies-proxy-") // t.TempDir may be too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	q.Set("host", dir)
	u.RawQuery = q.Encode()
	p := &proxy{address: u.String(), socket: filepath.Join(dir, name), target: target, conns: map[net.Conn]struct{}{}}
	p.open(t)
	t.Cleanup(p.close)
	return p
}

func (p *proxy) open(t *testing.T) {
	l, err := net.Listen("unix", p.socket)
	if err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	p.l = l
	p.mu.Unlock()
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("unix", p.target)
			if err != nil {
				from.Close()
				continue
			}
			p.mu.Lock()
			p.conns[from], p.conns[to] = struct{}{}, struct{}{}
			p.mu.Unlock()
			go p.forward(from, to)
			go func() {
				io.Copy(from, to)
				from.Close()
			}()
		}
	}()
}

// close closes the proxy and all its connections.
func (p *proxy) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.l.Close()
	for c := range p.conns {
		c.Close()
	}
	clear(p.conns)
}

// forward passes on what the program sends, and cuts some connections at a COMMIT.
func (p *proxy) forward(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		data := buffer[:n]
		cut := p.cutting.Load() && bytes.Contains(bytes.ToUpper(data), []byte("COMMIT\x00")) && rand.IntN(3) == 0
		if cut && rand.IntN(2) == 0 {
			p.before.Add(1)
			return
		}
		if cut {
			from.Close() // the answer finds nobody
		}
		if _, err := to.Write(data); err != nil {
			return
		}
		if cut {
			p.after.Add(1)
			return
		}
	}
}

package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// output is where a running program writes while a test reads.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

var addressed = regexp.MustCompile(`address=(http://\S+)`)

// running starts the program as acies serve does and returns its address and what ends it.
func running(t *testing.T, o serving) (address string, out *output, end func() error) {
	t.Helper()
	out = &output{}
	c := &cli{out: io.Discard, err: out}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- c.run(ctx, o) }()
	for start := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		if m := addressed.FindStringSubmatch(out.String()); m != nil {
			address = m[1]
			break
		}
		if time.Since(start) > 10*time.Second {
			t.Fatalf("it does not start: %s", out)
		}
	}
	end = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { end() })
	return address, out, end
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

func TestServe(t *testing.T) {
	data := filepath.Join(t.TempDir(), "acies.db")
	url, out, end := running(t, serving{data: data, addr: "127.0.0.1:0", noBrowser: true})
	if status, body := get(t, url); status != http.StatusOK || !strings.Contains(strings.ToLower(body), "<!doctype html>") {
		t.Errorf("the first page: %d %s", status, body)
	}
	res, err := http.Post(url+"api/games", "application/json", strings.NewReader(`{"battle":"sparta-195bc","seats":["human","recruit"]}`))
	if err != nil || res.StatusCode != http.StatusCreated {
		t.Fatalf("a new game: %v %v", res, err)
	}
	res.Body.Close()

	// A page elsewhere that has its name point here is not let in.
	req, _ := http.NewRequest("GET", url+"api/games", nil)
	req.Host = "elsewhere.example"
	if res, err = http.DefaultClient.Do(req); err != nil || res.StatusCode != http.StatusForbidden {
		t.Errorf("a foreign name: %v %v", res, err)
	}
	res.Body.Close()

	// Somebody who listens does not keep the program from ending.
	_, list := get(t, url+"api/games")
	id := regexp.MustCompile(`"id":"([^"]+)"`).FindStringSubmatch(list)[1]
	if res, err = http.Get(url + "api/games/" + id + "/events"); err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	start := time.Now()
	if err := end(); err != nil || time.Since(start) > 3*time.Second {
		t.Errorf("the end took %v: %v\n%s", time.Since(start), err, out)
	}

	url, _, _ = running(t, serving{data: data, addr: "127.0.0.1:0", noBrowser: true, readOnly: true})
	if _, list := get(t, url+"api/games"); !strings.Contains(list, id) {
		t.Errorf("the game is gone: %s", list)
	}
}

// TestListen checks that the usual port gives way when it is taken, and a port one has named does not.
func TestListen(t *testing.T) {
	usual, err := listen(defaultAddr)
	if err != nil {
		t.Fatal(err)
	}
	defer usual.Close()
	next, err := listen(defaultAddr)
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	if usual.Addr().String() == next.Addr().String() {
		t.Errorf("both listen on %v", next.Addr())
	}
	named, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer named.Close()
	if l, err := listen(named.Addr().String()); err == nil {
		t.Errorf("a port that is taken was given up for %v", l.Addr())
	}
}

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
)

// output is where a running program writes while a test reads.
type output struct {
	mu      sync.Mutex
	buf     bytes.Buffer
	written chan struct{} // gets something after a write
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	select {
	case o.written <- struct{}{}:
	default:
	}
	return o.buf.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

var addressed = regexp.MustCompile(`address=(http://\S+)`)

// running starts the program with a command line and returns its address and what ends it.
func running(t *testing.T, args ...string) (address string, out *output, end func() error) {
	t.Helper()
	out = &output{written: make(chan struct{}, 1)}
	c := &cli{out: io.Discard, err: out}
	root := c.root()
	root.SetArgs(append(args, "--no-browser"))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- root.ExecuteContext(ctx) }()
	for address == "" {
		select {
		case <-out.written:
			if m := addressed.FindStringSubmatch(out.String()); m != nil {
				address = m[1]
			}
		case err := <-ended:
			t.Fatalf("it does not start: %v: %s", err, out)
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
	url, out, end := running(t, "serve", "--data", data, "--addr", "127.0.0.1:0")
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
	if err := end(); err != nil { // it loses its patience with an error
		t.Errorf("the end: %v\n%s", err, out)
	}

	url, _, _ = running(t, "serve", "--data", data, "--addr", "127.0.0.1:0", "--read-only")
	if _, list := get(t, url+"api/games"); !strings.Contains(list, id) {
		t.Errorf("the game is gone: %s", list)
	}
}

// TestCheckAddr tries addresses at which only this computer can connect, and others.
func TestCheckAddr(t *testing.T) {
	for addr, local := range map[string]bool{
		"127.0.0.1:0": true, "127.0.0.9:80": true, "[::1]:8080": true, defaultAddr: true,
		":8080": false, "0.0.0.0:8080": false, "[::]:8080": false, "192.0.2.1:8080": false,
	} {
		if err := checkAddr(addr, false); (err == nil) != local {
			t.Errorf("%s: %v", addr, err)
		}
		if err := checkAddr(addr, true); err != nil {
			t.Errorf("%s with --public: %v", addr, err)
		}
	}
}

// TestBare starts the program without a command: all games are in the user's data folder, and two of them get along.
func TestBare(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_DATA_HOME", folder)
	t.Setenv("HOME", folder)
	one, _, _ := running(t)
	two, out, _ := running(t)
	if one == two {
		t.Errorf("both are at %s", one)
	}
	for _, url := range []string{one, two} {
		if status, body := get(t, url+"healthz"); status != http.StatusOK || !strings.HasPrefix(url, "http://127.0.0.1:") {
			t.Errorf("%s: %d %s", url, status, body)
		}
	}
	if !strings.Contains(out.String(), "data="+folder) {
		t.Errorf("the data are not in %s: %s", folder, out)
	}
}

// TestListen checks that the usual port gives way when it is taken, and a port one has named does not.
func TestListen(t *testing.T) {
	usual, err := listen(defaultAddr, false)
	if err != nil {
		t.Fatal(err)
	}
	defer usual.Close()
	next, err := listen(defaultAddr, false)
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
	if l, err := listen(named.Addr().String(), true); err == nil {
		t.Errorf("a port that is taken was given up for %v", l.Addr())
	}
	// Unless it is ours, whoever has the usual port may give it up at any time.
	if usual.Addr().String() == defaultAddr {
		if l, err := listen(defaultAddr, true); err == nil {
			t.Errorf("the usual port, though named, was given up for %v", l.Addr())
		}
	}
}

// TestServeWorkers: a server whose workers are not there yet starts all the same, and does not tell the password in its log.
func TestServeWorkers(t *testing.T) {
	url, out, end := running(t, "serve", "--data", filepath.Join(t.TempDir(), "acies.db"), "--addr", "127.0.0.1:0", "--workers", "nats://me:secret@127.0.0.1:1")
	res, err := http.Post(url+"api/games", "application/json", strings.NewReader(`{"battle":"sparta-195bc","seats":["human","human"]}`))
	if err != nil || res.StatusCode != http.StatusCreated {
		t.Fatalf("a new game: %v %v", res, err)
	}
	defer res.Body.Close()
	id := regexp.MustCompile(`"id":"([^"]+)"`)
	_, list := get(t, url+"api/games")
	game := id.FindStringSubmatch(list)[1]
	if res, err = http.Post(url+"api/games/"+game+"/actions", "application/json", strings.NewReader(`{"version":0,"id":"one","actions":["ready"]}`)); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("ready: %v %v", res, err)
	}
	defer res.Body.Close()
	if status, hints := get(t, url+"api/games/"+game+"/hint"); status != http.StatusOK || !strings.Contains(hints, "reason") {
		t.Errorf("hints: %d %s", status, hints)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	if strings.Contains(out.String(), "secret") {
		t.Errorf("the log tells the password:\n%s", out)
	}
}

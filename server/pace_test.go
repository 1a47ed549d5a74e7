package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestPace: whoever is too fast is told how long to wait, waits so long, and is served again; nobody else is held up.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pacer
		for kind := range paces {
			one, two := paceKey{"one", kind}, paceKey{"two", kind}
			for i := range allowances[kind].burst {
				if wait := p.take(one); wait != 0 {
					t.Fatalf("kind %d: request %d has to wait %v", kind, i, wait)
				}
			}
			wait := p.take(one)
			if wait <= 0 || p.take(two) != 0 {
				t.Errorf("kind %d: a wait of %v after all requests at once; somebody else waits too, or nobody", kind, wait)
			}
			if time.Sleep(wait - time.Millisecond); p.take(one) == 0 {
				t.Errorf("kind %d: served too early", kind)
			}
			if time.Sleep(time.Millisecond); p.take(one) != 0 {
				t.Errorf("kind %d: not served after the wait", kind)
			}
		}
		before := len(p.buckets)
		time.Sleep(idle + time.Second)
		if p.take(paceKey{"three", reading}); before < int(paces) || len(p.buckets) != 1 {
			t.Errorf("%d buckets are kept of %d that nobody uses", len(p.buckets)-1, before)
		}
	})
}

func TestStreams(t *testing.T) {
	var p pacer
	for range streams {
		if !p.stream("a") {
			t.Fatal("too few streams")
		}
	}
	if p.stream("a") || !p.stream("b") {
		t.Error("streams are not counted by sender")
	}
	if p.close("a"); !p.stream("a") {
		t.Error("a stream that was closed counts")
	}
}

// TestTooFast: the limits hold for what is asked over HTTP, by address and by the name that somebody claims.
func TestTooFast(t *testing.T) {
	c := newClub(t)
	logIn := func(address, name string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "https://club.example/api/session", strings.NewReader(fmt.Sprintf(`{"name": %q, "password": "x"}`, name)))
		r.RemoteAddr = address + ":1"
		w := httptest.NewRecorder()
		c.handler.ServeHTTP(w, r)
		return w
	}
	burst := allowances[entering].burst
	for i := range burst {
		if w := logIn("192.0.2.1", strconv.Itoa(i)+" names"); w.Code != http.StatusUnauthorized {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	w := logIn("192.0.2.1", "another name")
	if wait, err := strconv.Atoi(w.Header().Get("Retry-After")); w.Code != http.StatusTooManyRequests || err != nil || wait < 1 {
		t.Errorf("%d %s, Retry-After %q", w.Code, w.Body, w.Header().Get("Retry-After"))
	}
	for i := range burst {
		if w := logIn(fmt.Sprintf("198.51.100.%d", i), "Xenophon"); w.Code != http.StatusUnauthorized {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if w := logIn("203.0.113.1", "Xenophon"); w.Code != http.StatusTooManyRequests {
		t.Errorf("one name from many addresses: %d %s", w.Code, w.Body)
	}
}

func TestAddress(t *testing.T) {
	s := &server{Options: Options{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}}
	for _, x := range []struct{ remote, said, want string }{
		{"192.0.2.1:80", "", "192.0.2.1"},
		{"192.0.2.1:80", "198.51.100.7", "192.0.2.1"}, // not a proxy of ours
		{"127.0.0.1:80", "198.51.100.7", "198.51.100.7"},
		{"[::1]:80", "198.51.100.7", "198.51.100.7"},
		{"10.1.2.3:80", "203.0.113.5, 198.51.100.7, 10.9.9.9", "198.51.100.7"}, // what is left of the last proxy of ours is hearsay
		{"10.1.2.3:80", "nonsense", "10.1.2.3"},
		{"127.0.0.1:80", "", "127.0.0.1"},
		{"[2001:db8:1:2:3:4:5:6]:80", "", "2001:db8:1:2::/64"},
		{"[::ffff:192.0.2.1]:80", "", "192.0.2.1"},
		{"nowhere", "", "nowhere"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = x.remote
		if x.said != "" {
			r.Header.Set("X-Forwarded-For", x.said)
		}
		if got := s.address(r); got != x.want {
			t.Errorf("%s, forwarded for %q: %s, expected %s", x.remote, x.said, got, x.want)
		}
	}
}

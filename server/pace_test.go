package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
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
			one, two := paceKey{who: "one", pace: kind}, paceKey{who: "two", pace: kind}
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
		if p.take(paceKey{who: "three"}); before < int(paces) || len(p.buckets) != 1 {
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

// TestTooFast: the limits hold for what is asked over HTTP.
func TestTooFast(t *testing.T) {
	c := newClub(t)
	logIn := func(address, name string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "https://club.example/api/session", strings.NewReader(fmt.Sprintf(`{"name": %q, "password": "x"}`, name)))
		r.RemoteAddr = address + ":1"
		w := httptest.NewRecorder()
		c.handler.ServeHTTP(w, r)
		return w
	}
	// They come at once: each password takes its time, in which the next attempt may be earned.
	burst := allowances[entering].burst
	answers := make(chan *httptest.ResponseRecorder)
	for i := range burst + 10 {
		go func() { answers <- logIn("192.0.2.1", strconv.Itoa(i)+" names") }()
	}
	wrong := 0
	for range burst + 10 {
		w := <-answers
		if w.Code == http.StatusUnauthorized {
			wrong++
			continue
		}
		if wait, err := strconv.Atoi(w.Header().Get("Retry-After")); w.Code != http.StatusTooManyRequests || err != nil || wait < 1 {
			t.Errorf("%d %s, Retry-After %q", w.Code, w.Body, w.Header().Get("Retry-After"))
		}
	}
	if wrong < burst || wrong == burst+10 {
		t.Errorf("%d of %d attempts are looked at, expected %d", wrong, burst+10, burst)
	}
}

// TestNoLockout: whoever tries passwords of a name does not keep others from logging in with it, until very many do so from
// everywhere; and what is no name is nobody's.
func TestNoLockout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{}
		from := func(address string) *call {
			c := &call{ResponseWriter: httptest.NewRecorder(), Request: httptest.NewRequest("POST", "/api/session", nil)}
			c.RemoteAddr = address + ":1"
			return c
		}
		for range allowances[entering].burst {
			if err := s.mayTry(from("192.0.2.1"), "Xenophon"); err != nil {
				t.Fatal(err)
			}
		}
		if s.mayTry(from("192.0.2.1"), "XEN0PHON") == nil {
			t.Error("one address tries on and on")
		}
		for i := range allowances[guessing].burst - allowances[entering].burst {
			if err := s.mayTry(from(fmt.Sprintf("198.51.100.%d", i)), "Xenophon"); err != nil {
				t.Fatalf("somebody else, after %d others: %v", i, err)
			}
		}
		if s.mayTry(from("203.0.113.1"), "Xenophon") == nil {
			t.Error("very many addresses try on and on")
		}
		before := len(s.pacer.buckets)
		for i := range 1000 {
			if err := s.mayTry(from("192.0.2.2"), strings.Repeat("?", i)); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(s.pacer.buckets); n != before {
			t.Errorf("%d buckets are kept for what is no name", n-before)
		}
	})
}

// TestWidePace: people with sessions share a wider allowance at their address, so that more guests are no more requests; and costly
// routes have allowances of their own.
func TestWidePace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{}
		from := func(user, address string) *call {
			c := &call{ResponseWriter: httptest.NewRecorder(), Request: httptest.NewRequest("GET", "/", nil)}
			c.RemoteAddr, c.who.ID = address+":1", user
			return c
		}
		x := route{pattern: "GET /api/seats", pace: thinking}
		served := 0
		for i := range 2 * wide * allowances[thinking].burst {
			if s.keepPace(from(strconv.Itoa(i), "192.0.2.1"), x) == nil {
				served++
			}
		}
		if want := wide * allowances[thinking].burst; served != want {
			t.Errorf("%d requests of people at one address are served, expected %d", served, want)
		}
		if err := s.keepPace(from("another", "192.0.2.2"), x); err != nil {
			t.Errorf("somebody elsewhere: %v", err)
		}
		for pattern, a := range costlyRoutes {
			c := from("anna "+pattern, "192.0.2.3")
			x := route{pattern: pattern, pace: reading}
			served := 0
			for range 2 * a.burst {
				if s.keepPace(c, x) == nil {
					served++
				}
			}
			if served != a.burst {
				t.Errorf("%s: %d are served, expected %d", pattern, served, a.burst)
			}
			if err := s.keepPace(c, route{pattern: "GET /api/seats", pace: reading}); err != nil {
				t.Errorf("%s: something else: %v", pattern, err)
			}
		}
		for pattern := range costlyRoutes {
			if !slices.ContainsFunc(s.routes(), func(r route) bool { return r.pattern == pattern }) {
				t.Errorf("there is no route %s", pattern)
			}
		}
	})
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

package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHeaders: whatever is answered, pages carry out and load nothing that is written into them, no page elsewhere gets hold of
// one of ours or of what is sent, none gets at devices, and a server that people reach with https is reached so for good.
func TestHeaders(t *testing.T) {
	c := newClub(t)
	anna := c.guest()
	game := "/api/games/" + c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	check := func(name string, status int, a answer) {
		t.Helper()
		if a.Code != status {
			t.Errorf("%s: status %d, expected %d", name, a.Code, status)
		}
		h := a.Header()
		for key, want := range map[string]string{
			"Strict-Transport-Security":    "max-age=31536000",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
		} {
			if got := h.Get(key); got != want {
				t.Errorf("%s: %s %q, expected %q", name, key, got, want)
			}
		}
		for _, device := range []string{"camera", "display-capture", "geolocation", "microphone", "payment", "usb"} {
			if !strings.Contains(h.Get("Permissions-Policy"), device+"=()") {
				t.Errorf("%s: Permissions-Policy %q", name, h.Get("Permissions-Policy"))
			}
		}
		policy := h.Get("Content-Security-Policy")
		if policy == "" || strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s: Content-Security-Policy %q", name, policy)
		}
	}
	for name, x := range map[string]struct {
		secret, method, path, body string
		status                     int
	}{
		"page":         {"", "GET", "/", "", http.StatusOK},
		"no page":      {"", "GET", "/nothing.js", "", http.StatusNotFound},
		"method":       {"", "POST", "/", "", http.StatusMethodNotAllowed},
		"JSON":         {"", "GET", "/api/battles", "", http.StatusOK},
		"created":      {anna, "POST", "/api/games", `{"battle": "sparta-195bc"}`, http.StatusCreated},
		"guest":        {"", "POST", "/api/guest", "{}", http.StatusOK},
		"no route":     {"", "GET", "/api/nothing", "", http.StatusNotFound},
		"no session":   {"", "GET", "/api/sessions", "", http.StatusUnauthorized},
		"not found":    {"", "GET", game, "", http.StatusNotFound},
		"invalid":      {anna, "POST", "/api/games", "{", http.StatusBadRequest},
		"bad token":    {bearer + "x", "GET", "/api/me", "", http.StatusUnauthorized},
		"record":       {anna, "GET", game + "/record", "", http.StatusOK},
		"stream":       {anna, "GET", game + "/events", "", http.StatusOK},
		"picture":      {"", "GET", "/api/battles/sparta-195bc/picture.svg", "", http.StatusOK},
		"ground":       {"", "GET", "/api/battles/sparta-195bc/ground.svg", "", http.StatusOK},
		"alive":        {"", "GET", "/healthz", "", http.StatusOK},
		"ready":        {"", "GET", "/readyz", "", http.StatusOK},
		"provider":     {"", "GET", "/api/oidc/answer", "", http.StatusFound},
		"unsubscribed": {"", "GET", "/api/unsubscribe/x", "", http.StatusSeeOther},
	} {
		check(name, x.status, c.send(x.secret, x.method, x.path, x.body))
	}
	with := func(change func(*http.Request)) answer {
		r := httptest.NewRequest("POST", "https://club.example/api/games", strings.NewReader("{}"))
		change(r)
		a := answer{httptest.NewRecorder(), func() {}}
		c.handler.ServeHTTP(a, r)
		return a
	}
	check("another host", http.StatusForbidden, with(func(r *http.Request) { r.Host = "elsewhere.example" }))
	check("another site", http.StatusForbidden, with(func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }))
	var last answer
	for last.ResponseRecorder == nil || last.Code != http.StatusTooManyRequests {
		last = with(func(r *http.Request) { r.URL.Path = "/api/session" })
	}
	check("too fast", http.StatusTooManyRequests, last)

	_, games := newStore(t)
	w := httptest.NewRecorder()
	local := New(Options{Games: games})
	local.ServeHTTP(w, httptest.NewRequest("GET", "/healthz", nil))
	if got := w.Header().Get("Strict-Transport-Security"); got != "" {
		t.Errorf("a server without https: Strict-Transport-Security %q", got)
	}
	w = httptest.NewRecorder()
	local.Drain()
	local.ServeHTTP(w, httptest.NewRequest("GET", "/api/battles", nil))
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Cross-Origin-Resource-Policy") != "same-origin" {
		t.Errorf("a server that is about to end: %d %v", w.Code, w.Header())
	}
}

package server

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHeaders: pages carry out and load nothing that is written into them, and a server that people reach with https is reached so for good.
func TestHeaders(t *testing.T) {
	c := newClub(t)
	for _, path := range []string{"/", "/api/battles", "/api/nothing", "/healthz", "/api/battles/sparta-195bc/ground.svg"} {
		h := c.send("", "GET", path, "").Header()
		if got := h.Get("Strict-Transport-Security"); got != "max-age=31536000" {
			t.Errorf("%s: Strict-Transport-Security %q", path, got)
		}
		policy := h.Get("Content-Security-Policy")
		if policy == "" || strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s: Content-Security-Policy %q", path, policy)
		}
	}
	_, games := newStore(t)
	w := httptest.NewRecorder()
	New(Options{Games: games}).ServeHTTP(w, httptest.NewRequest("GET", "/healthz", nil))
	if got := w.Header().Get("Strict-Transport-Security"); got != "" {
		t.Errorf("a server without https: Strict-Transport-Security %q", got)
	}
}

package server

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestPanic checks that a mistake in the program is told as such and logged with its place.
func TestPanic(t *testing.T) {
	var log strings.Builder
	s := &server{Options: Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}}
	w := httptest.NewRecorder()
	s.handle(route{handler: func(*call) error { panic("out of bounds") }}).ServeHTTP(w, httptest.NewRequest("GET", "/?lang=fr", nil))
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), `"code":"internal","message":"Erreur interne`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "out of bounds") || !strings.Contains(log.String(), "panic_test.go") {
		t.Errorf("the log: %s", log.String())
	}
}

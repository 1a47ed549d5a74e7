package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestMetricsAddr(t *testing.T) {
	for text, want := range map[string]string{"9100": "127.0.0.1:9100", ":9100": "127.0.0.1:9100", "0.0.0.0:9100": "0.0.0.0:9100", "[::1]:9100": "[::1]:9100"} {
		if got, err := metricsAddr(text); err != nil || got != want {
			t.Errorf("%s: %s %v, expected %s", text, got, err, want)
		}
	}
	if got, err := metricsAddr("70000"); err == nil {
		t.Errorf("70000: %s", got)
	}
}

// TestCertificates: there are certificates for one host only, and whoever comes without https is sent to it and nowhere else.
func TestCertificates(t *testing.T) {
	m := certificates(t.TempDir(), "club.example")
	for host, allowed := range map[string]bool{"club.example": true, "elsewhere.example": false, "www.club.example": false, "192.0.2.1": false} {
		if err := m.HostPolicy(t.Context(), host); (err == nil) != allowed {
			t.Errorf("%s: %v", host, err)
		}
	}
	h := m.HTTPHandler(redirect(&url.URL{Scheme: "https", Host: "club.example"}))
	for path, want := range map[string]string{
		"http://club.example/":                "https://club.example/",
		"http://elsewhere.example/a%2Fb?c=d":  "https://club.example/a%2Fb?c=d",
		"http://club.example//elsewhere.test": "https://club.example//elsewhere.test",
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if got := w.Header().Get("Location"); w.Code != http.StatusPermanentRedirect || got != want {
			t.Errorf("%s: %d %s, expected %s", path, w.Code, got, want)
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "http://club.example/.well-known/acme-challenge/x", nil))
	if w.Code != http.StatusNotFound {
		t.Errorf("a challenge that nobody has asked for: %d", w.Code)
	}
}

// TestBeside: metrics are on a listener of their own, and a backup is made at the start.
func TestBeside(t *testing.T) {
	dir := t.TempDir()
	backups := filepath.Join(dir, "backups")
	address, out, end := running(t, "serve", "--data", filepath.Join(dir, "acies.db"), "--addr", "127.0.0.1:0", "--public", "http://127.0.0.1",
		"--metrics", "0", "--backup-dir", backups)
	m := regexp.MustCompile(`listening for metrics" at=(\S+)`).FindStringSubmatch(out.String())
	if m == nil || !strings.HasPrefix(m[1], "127.0.0.1:") {
		t.Fatalf("no metrics: %s", out)
	}
	for !strings.Contains(out.String(), "backed up") {
		<-out.written
	}
	status, body := get(t, "http://"+m[1]+"/metrics")
	for _, want := range []string{"acies_store_queue 0", "acies_write_seconds_count", "acies_rows_written_total 0", "acies_backup_last_success_seconds", "acies_open_games 0"} {
		if status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%d: there is no %s", status, want)
		}
	}
	if status, body := get(t, address+"metrics"); status == http.StatusOK && strings.Contains(body, "acies_") {
		t.Error("metrics are public")
	}
	if err := end(); err != nil {
		t.Errorf("the end: %v\n%s", err, out)
	}
	list, err := os.ReadDir(backups)
	if err != nil || len(list) != 1 || !strings.HasPrefix(list[0].Name(), "acies-") {
		t.Errorf("backups: %v %v", list, err)
	}
	if !strings.Contains(out.String(), `route="GET /"`) && !strings.Contains(out.String(), "route=/") {
		t.Errorf("requests to a public server are not logged: %s", out)
	}
}

// TestServeFlags: what cannot be meant is refused.
func TestServeFlags(t *testing.T) {
	good := serveSettings{}
	good.upkeep.BackupEvery, good.upkeep.BackupKeep = 60e9, 1
	if err := good.check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*serveSettings){
		"--keep":         func(o *serveSettings) { o.upkeep.Keep = -1 },
		"--backup-every": func(o *serveSettings) { o.upkeep.BackupEvery = 1 },
		"--backup-keep":  func(o *serveSettings) { o.upkeep.BackupKeep = 0 },
		"--cert-cache":   func(o *serveSettings) { o.certs = "certs" },
	} {
		o := good
		change(&o)
		if err := o.check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

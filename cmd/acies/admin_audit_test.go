package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"acies/account"
	"acies/store"
)

// TestAudit lists events of the last days, with names.
func TestAudit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acies.db")
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, now := t.Context(), time.Now()
	if err := errors.Join(s.AddUser(ctx, account.User{ID: "x", Name: "Xenophon"}, "xenophon"),
		s.AddEvent(ctx, account.Event{At: now, Actor: "x", What: account.LoggedIn, Address: "192.0.2.7"}),
		s.AddEvent(ctx, account.Event{At: now.AddDate(0, 0, -1), What: account.Banned, About: "x"}),
		s.AddEvent(ctx, account.Event{At: now.AddDate(0, 0, -30), What: account.LogInFailed, About: "x"}), s.Close()); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		flag  string
		lines int
	}{{"--days=7", 3}, {"--days=40", 4}} {
		var out, fail bytes.Buffer
		cmd := (&cli{out: &out, err: &fail}).root()
		cmd.SetArgs([]string{"admin", "audit", "--data", path, x.flag})
		err := cmd.ExecuteContext(ctx)
		if text := out.String(); err != nil || strings.Count(text, "\n") != x.lines || !strings.Contains(text, "Xenophon  log-in") || !strings.Contains(text, "192.0.2.7") {
			t.Errorf("%s: %v\n%s%s", x.flag, err, text, fail.String())
		}
	}
}

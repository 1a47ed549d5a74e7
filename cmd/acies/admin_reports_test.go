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
	"acies/talk"
)

// TestReports lists reports, with names and in one line each.
func TestReports(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acies.db")
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	said := talk.Message{Game: "g", Room: talk.Players, N: 3, At: time.UnixMilli(1), User: "ctesias", Text: "two\nlines"}
	if err := errors.Join(s.AddUser(ctx, account.User{ID: "xenophon", Name: "Xenophon"}, "xenophon"), s.AddUser(ctx, account.User{ID: "guest"}, ""),
		s.Report(ctx, talk.Report{At: time.UnixMilli(2), By: "xenophon", Why: "insults", Said: said}),
		s.Report(ctx, talk.Report{At: time.UnixMilli(3), By: "guest", Said: said}), s.Close()); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ flag, want string }{
		{"--json=false", "REPORTED    BY        GAME  AUTHOR     MESSAGE    WHY\n1970-01-01  (guest)   g     (deleted)  two lines  \n1970-01-01  Xenophon  g     (deleted)  two lines  insults\n"},
		{"--json", `"author": "(deleted)"`},
	} {
		var out, fail bytes.Buffer
		c := &cli{out: &out, err: &fail}
		cmd := c.root()
		cmd.SetArgs([]string{"admin", "reports", "--data", path, x.flag})
		if err := cmd.ExecuteContext(ctx); err != nil || !strings.Contains(out.String(), x.want) {
			t.Errorf("%s: %v\n%s%s", x.flag, err, out.String(), fail.String())
		}
	}
}

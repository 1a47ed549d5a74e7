package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"acies/account"
	"acies/match"
	"acies/store"
	"acies/table"
)

// addMember adds an account, as its owner does in the browser: member acies.db NAME PASSWORD. Without a name it adds a guest with a game.
func addMember(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 && len(args) != 3 {
		ts.Fatalf("usage: member data [name password]")
	}
	ctx := context.Background()
	s, err := store.Open(ts.MkAbs(args[0]), store.Options{})
	ts.Check(err)
	defer s.Close()
	people := account.New(s, nil)
	if len(args) == 3 {
		_, _, _, err := people.Register(ctx, nil, args[1], args[2], "")
		ts.Check(err)
		return
	}
	u, _, _, err := people.Guest(ctx, "")
	ts.Check(err)
	games := match.New(s, match.Options{Library: table.NewLibrary()})
	defer games.Close()
	_, err = games.Create(ctx, match.NewGame{
		Battle: "sparta-195bc", Host: u.ID, Seats: []match.Seat{{Kind: match.Human, User: u.ID}, {Kind: match.Human}}, Settings: table.Settings{Seed: "s"},
	})
	ts.Check(err)
}

// findGuest puts the id of the only guest of a data file into $GUEST: guest acies.db.
func findGuest(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: guest data")
	}
	s, err := store.Open(ts.MkAbs(args[0]), store.Options{ReadOnly: true})
	ts.Check(err)
	defer s.Close()
	list, err := s.Users(context.Background())
	ts.Check(err)
	ts.Setenv("GUEST", list[len(list)-1].ID)
}

var linked = regexp.MustCompile(`/#/recover/(\S+)`)

// TestAdminWhileServing: what an admin changes holds at once on a server that runs, and a link that he makes works there.
func TestAdminWhileServing(t *testing.T) {
	data := filepath.Join(t.TempDir(), "acies.db")
	address, _, _ := running(t, "serve", "--data", data, "--addr", "127.0.0.1:0", "--public", "http://127.0.0.1")
	post := func(path, body string) (int, string) {
		t.Helper()
		res, err := http.Post(address+path, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(text)
	}
	admin := func(args ...string) string {
		t.Helper()
		var out, errs strings.Builder
		if code := run(append([]string{"admin", "--data", data}, args...), strings.NewReader(""), &out, &errs); code != exitOK {
			t.Fatalf("acies admin %v: %d %s", args, code, &errs)
		}
		return out.String()
	}
	if status, text := post("api/account", `{"name": "Xenophon", "password": "ten thousand"}`); status != http.StatusOK {
		t.Fatal(status, text)
	}
	admin("ban", "xenophon")
	if status, text := post("api/session", `{"name": "Xenophon", "password": "ten thousand"}`); status != http.StatusForbidden || !strings.Contains(text, `"banned"`) {
		t.Errorf("logging in: %d %s", status, text)
	}
	admin("unban", "Xenophon")
	link := linked.FindStringSubmatch(admin("recover", "Xenophon"))
	if link == nil {
		t.Fatal("no link")
	}
	body := fmt.Sprintf(`{"token": %q, "password": "the sea, the sea"}`, link[1])
	if status, text := post("api/recover", body); status != http.StatusOK || !strings.Contains(text, "Xenophon") {
		t.Errorf("recovering: %d %s", status, text)
	}
	if status, text := post("api/recover", body); status != http.StatusNotFound {
		t.Errorf("recovering again: %d %s", status, text)
	}
	if status, text := post("api/session", `{"name": "Xenophon", "password": "the sea, the sea"}`); status != http.StatusOK {
		t.Errorf("logging in: %d %s", status, text)
	}
}

// TestBanDespite: whoever is banned is banned, even if not all that he leaves open can be ended, which is told.
func TestBanDespite(t *testing.T) {
	data := filepath.Join(t.TempDir(), "acies.db")
	s, err := store.Open(data, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, _, _, err = account.New(s, nil).Register(t.Context(), nil, "Tissaphernes", "ten thousand", "")
	if err := errors.Join(err, s.AddTourney(t.Context(), "broken", "{", time.Now()), s.Close()); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	if code := run([]string{"admin", "ban", "Tissaphernes", "--data", data}, strings.NewReader(""), &out, &errs); code == exitOK || out.String() != "Tissaphernes is banned.\n" || !strings.Contains(errs.String(), `"broken"`) {
		t.Errorf("%d %q %q", code, &out, &errs)
	}
	out.Reset()
	if code := run([]string{"admin", "users", "--data", data}, strings.NewReader(""), &out, &errs); code != exitOK || !strings.Contains(out.String(), "banned") {
		t.Errorf("%d %q", code, &out)
	}
}

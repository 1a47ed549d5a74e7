package notify_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"acies/account"
	"acies/match"
	"acies/notify"
	"acies/store"
	"acies/table"
)

// TestChain: what a player does in a game reaches the webhook of the other, and what he does alone reaches nobody.
func TestChain(t *testing.T) {
	got := make(chan string, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got <- r.URL.Path + " " + string(body)
	}))
	defer receiver.Close()
	s, err := store.Open(filepath.Join(t.TempDir(), "acies.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	n := notify.New(notify.Options{Store: s, Public: &url.URL{Scheme: "https", Host: "club.example"}, Guard: notify.Guard{Unsafe: true}})
	n.Hurry()
	games := match.New(s, match.Options{Library: table.NewLibrary(), Changed: n.Changed})
	defer games.Close()
	n.Start(notify.LookAt(games))
	defer n.Close()
	for _, user := range []string{"anna", "ben"} {
		hook := notify.Webhook{URL: receiver.URL + "/" + user, Form: notify.Slack}
		if _, err := n.AddWebhook(t.Context(), user, hook, "en"); err == nil {
			t.Error("a user who does not exist has a webhook")
		}
		if err := s.AddUser(t.Context(), account.User{ID: user}, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := n.AddWebhook(t.Context(), user, hook, "en"); err != nil {
			t.Fatal(err)
		}
	}
	create := func(other string) (id string) {
		id, err := games.Create(t.Context(), match.NewGame{
			Battle: "sparta-195bc", Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human, User: other}}, Settings: table.Settings{Seed: "s"},
		})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	resign := func(id string) {
		err := games.With(id, func(m *match.Match) error {
			snap, err := m.Snapshot()
			_, more := m.Resign(t.Context(), match.Request{Version: snap.Version, Side: 0})
			return errors.Join(err, more)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	resign(create("anna")) // nobody else plays
	id := create("ben")
	leave := n.Presence().Open("anna", id, "", true)
	defer leave()
	resign(id)
	if text := <-got; !strings.HasPrefix(text, "/ben ") || !strings.Contains(text, "The game is over: ") || !strings.Contains(text, id) {
		t.Errorf("the first notice is %s", text)
	}
}

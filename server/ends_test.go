package server

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"acies/account"
)

// TestStreamsEnd: a stream of events ends with the session of whoever listens, however that ends, and lasts as long as it lasts.
func TestStreamsEnd(t *testing.T) {
	s, games := newStore(t)
	people := account.New(s, nil)
	h := New(Options{Games: games, People: people, Public: &url.URL{Scheme: "https", Host: "club.example"}, Heartbeat: time.Millisecond})
	c := &club{T: t, handler: h, people: people, store: s, games: games}
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close) // when the streams have ended
	id := c.newGame(c.guest(), `{"battle": "sparta-195bc", "mine": 0, "terms": {"watch": "public"}}`)
	listen := func(secret string) *bufio.Scanner {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", srv.URL+"/api/games/"+id+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", secret)
		if !strings.HasPrefix(secret, bearer) {
			r.Header.Del("Authorization")
			r.AddCookie(&http.Cookie{Name: cookie, Value: secret})
		}
		res, err := srv.Client().Do(r)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatal(res, err)
		}
		t.Cleanup(func() { res.Body.Close() })
		return bufio.NewScanner(res.Body)
	}
	for name, end := range map[string]func(ctx context.Context, u *account.User, x *account.Session) error{
		"logged out": func(ctx context.Context, u *account.User, x *account.Session) error {
			return people.LogOut(ctx, u, x.ID)
		},
		"banned":  func(ctx context.Context, u *account.User, _ *account.Session) error { return people.Ban(ctx, u) },
		"deleted": func(ctx context.Context, u *account.User, _ *account.Session) error { return people.Remove(ctx, u) },
	} {
		for kind := range 2 {
			u, secret := c.member()
			_, x, _, err := people.Known(t.Context(), secret)
			if kind == 1 {
				x, secret, err = people.NewToken(t.Context(), &u, account.Proof{Since: time.Now()}, "", account.Read, time.Hour)
				secret = bearer + secret
			}
			if err != nil {
				t.Fatal(err)
			}
			lines := listen(secret)
			for beats := 0; beats < 3; { // it is looked at, and lasts
				if !lines.Scan() {
					t.Fatalf("%s: the stream of a session that lasts has ended: %v", name, lines.Err())
				}
				if strings.HasPrefix(lines.Text(), ":") {
					beats++
				}
			}
			if err := end(t.Context(), &u, &x); err != nil {
				t.Fatal(err)
			}
			for lines.Scan() { // until it ends; otherwise for ever
			}
			if lines.Err() != nil {
				t.Errorf("%s: %v", name, lines.Err())
			}
		}
	}
	stranger := listen("")
	for beats := 0; beats < 3 && stranger.Scan(); {
		if strings.HasPrefix(stranger.Text(), ":") {
			beats++
		}
	}
	if stranger.Err() != nil {
		t.Errorf("somebody without a session: %v", stranger.Err())
	}
}

// TestSeatOfAnother: as long as a seat is another's, though a program plays in it for him, the host can neither delete the game nor
// get hints, branch it or set that all play at one screen.
func TestSeatOfAnother(t *testing.T) {
	c := newClub(t)
	anna, ben := c.guest(), c.guest()
	id := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	c.seat(anna, ben, id)
	c.into(c.deal(ben, id, "leave", 1), http.StatusOK, nil)
	for request, want := range map[string]string{
		"DELETE ": "playing", "GET /hint": "no-hints", "POST /branch": "playing",
	} {
		method, path, _ := strings.Cut(request, " ")
		if a := c.send(anna, method, "/api/games/"+id+path, `{"n": 0}`); a.code() != want {
			t.Errorf("%s: %d %s", request, a.Code, a.Body)
		}
	}
	if a := c.send(anna, "POST", "/api/games/"+id+"/settings", `{"together": true}`); a.code() != "not-yours" {
		t.Errorf("settings: %d %s", a.Code, a.Body)
	}
	c.into(c.send(ben, "POST", "/api/games/"+id+"/return", fmt.Sprintf(`{"version": %d, "id": "b", "side": 1}`, c.look(ben, id).Version)), http.StatusOK, nil)
}

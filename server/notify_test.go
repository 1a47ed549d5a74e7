package server

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"acies/account"
	"acies/notify"
)

// newNotifyingClub returns a club that can send notices to this computer, and what it stores.
func newNotifyingClub(t *testing.T) *club {
	s, games := newStore(t)
	public := &url.URL{Scheme: "https", Host: "club.example"}
	people := account.New(s, nil)
	n := notify.New(notify.Options{Store: s, Public: public, Guard: notify.Guard{Unsafe: true}})
	return &club{T: t, handler: New(Options{Games: games, People: people, Public: public, Notify: n}), people: people}
}

// read reads a JSON answer.
func (a answer) read(t *testing.T, status int, x any) {
	t.Helper()
	if err := json.Unmarshal(a.Body.Bytes(), x); err != nil || a.Code != status {
		t.Fatalf("%d %s (%v), expected %d", a.Code, a.Body, err, status)
	}
}

// TestNotices: somebody sets what he is told of and how, tries it, and sees neither what is another's nor a secret twice.
func TestNotices(t *testing.T) {
	c := newNotifyingClub(t)
	anna, ben := c.guest(), c.guest()
	status := http.StatusNoContent
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	defer receiver.Close()

	var now notices
	c.send(anna, "GET", "/api/notices", "").read(t, http.StatusOK, &now)
	if len(now.Key) != 87 || now.Mails || len(now.Events) != len(notify.Events) || now.Remind != 24 || now.Channels == nil {
		t.Errorf("at first: %+v", now)
	}
	for _, bad := range []string{`{"events": ["war"], "remind": 1}`, `{"events": ["turn", "turn"]}`, `{"events": [], "remind": -1}`, `{"remind": 721}`, `{"hours": 1}`} {
		if a := c.send(anna, "POST", "/api/notices", bad); a.code() != "malformed" {
			t.Errorf("%s: %d %s", bad, a.Code, a.Body)
		}
	}
	if a := c.send(anna, "POST", "/api/notices", `{"events": ["turn"], "remind": 3}`); a.Code != http.StatusOK {
		t.Errorf("%d %s", a.Code, a.Body)
	}
	var hook, browser channelCard
	c.send(anna, "POST", "/api/notices/webhooks?lang=fr", fmt.Sprintf(`{"url": %q, "form": "slack"}`, receiver.URL+"/token")).read(t, http.StatusCreated, &hook)
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	subscription := fmt.Sprintf(`{"endpoint": %q, "expirationTime": null, "keys": {"p256dh": %q, "auth": "AAAAAAAAAAAAAAAAAAAAAA"}}`,
		receiver.URL+"/push", base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()))
	c.send(anna, "POST", "/api/notices/push", subscription).read(t, http.StatusCreated, &browser)
	if hook.Secret == "" || browser.Secret != "" || browser.Endpoint != receiver.URL+"/push" {
		t.Errorf("%+v, %+v", hook, browser)
	}
	for body, want := range map[string]string{
		`{"url": "https://127.0.0.1/", "form": "discord"}`: "", // this club may, for the test
		`{"url": "x", "form": "discord"}`:                  "channel",
		`{"url": "https://hooks.example", "form": "push"}`: "channel",
		`{"url": 1}`: "malformed",
	} {
		if a := c.send(ben, "POST", "/api/notices/webhooks", body); a.code() != want {
			t.Errorf("%s: %d %s", body, a.Code, a.Body)
		}
	}
	if a := c.send(anna, "POST", "/api/notices/mail", ""); a.code() != "no-mail" || !strings.Contains(a.Body.String(), "confirmed e-mail address") {
		t.Errorf("mail: %d %s", a.Code, a.Body)
	}
	a := c.send(anna, "GET", "/api/notices", "")
	a.read(t, http.StatusOK, &now)
	if len(now.Channels) != 2 || strings.Contains(a.Body.String(), hook.Secret) || strings.Contains(a.Body.String(), "token") || !slices.Equal(now.Events, []notify.Event{notify.Turn}) || now.Remind != 3 {
		t.Errorf("later: %s", a.Body)
	}

	try := func(secret, id string) (x outcome) {
		c.send(secret, "POST", "/api/notices/"+id+"/test", "").read(t, http.StatusOK, &x)
		return x
	}
	if x := try(anna, hook.ID); !x.OK {
		t.Errorf("a test: %+v", x)
	}
	status = http.StatusGone
	if x, y := try(anna, hook.ID), try(anna, browser.ID); x != (outcome{Why: "status", Status: 410}) || y != (outcome{Why: "gone"}) {
		t.Errorf("tests that fail: %+v, %+v", x, y)
	}
	receiver.Close()
	if x := try(anna, hook.ID); x.OK || x.Why != "unreachable" {
		t.Errorf("a receiver that is off: %+v", x)
	}
	for _, path := range []string{"POST /api/notices/" + hook.ID + "/test", "DELETE /api/notices/" + hook.ID, "DELETE /api/notices/x"} {
		method, path, _ := strings.Cut(path, " ")
		if a := c.send(ben, method, path, ""); a.code() != "no-channel" {
			t.Errorf("%s: %d %s", path, a.Code, a.Body)
		}
	}
	if a := c.send(anna, "DELETE", "/api/notices/"+hook.ID, ""); a.Code != http.StatusOK {
		t.Errorf("%d %s", a.Code, a.Body)
	}
	for i := 0; ; i++ {
		a := c.send(anna, "POST", "/api/notices/webhooks", `{"url": "https://hooks.example", "form": "json"}`)
		if a.code() == "many-channels" && i == 9 {
			break
		}
		if a.Code != http.StatusCreated {
			t.Fatalf("%d: %d %s", i, a.Code, a.Body)
		}
	}
}

// TestGameNotices: a player mutes a game for himself and chooses when to be reminded of it, and links in mail change nothing until something is posted there.
func TestGameNotices(t *testing.T) {
	c := newNotifyingClub(t)
	anna, ben := c.guest(), c.guest()
	id := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	c.seat(anna, ben, id)
	path := "/api/games/" + id + "/notices"
	type settings struct {
		Mute   bool
		Remind int
	}
	for _, x := range []struct {
		body string
		want settings
	}{
		{`{"mute": true}`, settings{true, -1}},
		{`{"remind": 3}`, settings{true, 3}},
		{`{"mute": false}`, settings{false, 3}},
		{`{"mute": true, "remind": 0}`, settings{true, 0}},
		{`{"remind": -1}`, settings{true, -1}},
	} {
		if a := c.send(anna, "POST", path, x.body); a.Code != http.StatusOK {
			t.Fatalf("%d %s", a.Code, a.Body)
		}
		for secret, want := range map[string]settings{anna: x.want, ben: {false, -1}} {
			var got settings
			if c.send(secret, "GET", path, "").read(t, http.StatusOK, &got); got != want {
				t.Errorf("%s: found %+v, expected %+v", x.body, got, want)
			}
		}
	}
	for _, bad := range []string{`{}`, `{"remind": -2}`, `{"remind": 721}`, `{"remind": "3"}`} {
		if a := c.send(anna, "POST", path, bad); a.code() != "malformed" {
			t.Errorf("%s: %d %s", bad, a.Code, a.Body)
		}
	}
	if a := c.send("", "GET", "/api/unsubscribe/x", ""); a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/#/account" {
		t.Errorf("%d %v", a.Code, a.Header())
	}
	if a := c.send("", "POST", "/api/unsubscribe/x", "List-Unsubscribe=One-Click"); a.Code != http.StatusOK {
		t.Errorf("%d %s", a.Code, a.Body)
	}
	// Without notices there are none to set.
	d := newClubWith(t, nil, nil)
	if a := d.send(d.guest(), "GET", "/api/notices", ""); a.code() != "no-notices" {
		t.Errorf("%d %s", a.Code, a.Body)
	}
}

package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"acies/account"
	"acies/game"
	"acies/record"
)

// TestHandThrows: nobody has the server throw dice on which both have to agree, and rated games have no dice by hand.
func TestHandThrows(t *testing.T) {
	c := newClub(t)
	_, anna := c.member()
	ben := c.guest()
	for terms, want := range map[string]string{
		`"dice": "hand", "terms": {"rated": true}`: "rated-hand",
		`"terms": {"rated": true, "handicap": "host", "clock": {"kind": "live", "bank": 600, "increment": 5, "timeout": "claim"}}`: "rated-handicap",
		`"terms": {"handicap": "host"}`: "malformed",
	} {
		if a := c.send(anna, "POST", "/api/games", `{"battle": "sparta-195bc", "mine": 0, `+terms+`}`); a.code() != want {
			t.Errorf("%s: %d %s", terms, a.Code, a.Body)
		}
	}
	id := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0, "dice": "hand"}`)
	if a := c.send(ben, "POST", "/api/join", fmt.Sprintf(`{"token": %q}`, c.invite(anna, id))); a.Code != http.StatusOK {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	path := "/api/games/" + id
	type table struct {
		Version, N int
		Awaits     []int
		Offer      *struct {
			Deal string
			Side int
		}
		View    struct{ ToAct int }
		Choices []struct{ Action string }
	}
	secrets := []string{anna, ben}
	look := func(side int) (x table) {
		c.send(secrets[side], "GET", path, "").read(t, http.StatusOK, &x)
		return x
	}
	for n := 0; look(0).View.ToAct >= 0; n++ {
		side := look(0).View.ToAct
		x := look(side)
		if a := c.send(secrets[side], "POST", path+"/actions", fmt.Sprintf(`{"version": %d, "id": "a%d", "actions": [%q]}`, x.Version, n, x.Choices[0].Action)); a.Code != http.StatusOK {
			t.Fatalf("%d %s", a.Code, a.Body)
		}
	}
	before := look(0)
	if len(before.Awaits) != 1 {
		t.Fatalf("%+v", before)
	}
	enters := before.Awaits[0]
	if got := c.list(secrets[enters], "/api/mine", "games"); got != id {
		t.Errorf("%q wait for who is to enter dice", got)
	}
	if a := c.send(secrets[enters], "POST", path+"/roll", fmt.Sprintf(`{"version": %d, "id": "r"}`, before.Version)); a.Code != http.StatusOK {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	after := look(0)
	if after.N != before.N || after.Offer == nil || after.Offer.Deal != "roll" || len(after.Awaits) != 1 || after.Awaits[0] == enters {
		t.Errorf("%+v", after)
	}
	if got := c.list(secrets[1-enters], "/api/mine", "games"); got != id {
		t.Errorf("%q wait for who is to confirm dice", got)
	}
	if a := c.send(secrets[1-enters], "POST", path+"/reply", fmt.Sprintf(`{"version": %d, "id": "y", "accept": true}`, after.Version)); a.Code != http.StatusOK || look(0).N != before.N+1 {
		t.Errorf("%d %s", a.Code, a.Body)
	}
}

// TestWaits: lists say for whom a game waits, and since when, which offers do not change; but not to those who watch it with a delay.
func TestWaits(t *testing.T) {
	c := newClub(t)
	secrets := []string{c.guest(), c.guest()}
	id := c.newGame(secrets[0], `{"battle": "sparta-195bc", "mine": 0, "dice": "hand", "terms": {"watch": "public", "delay": 86400}}`)
	path := "/api/games/" + id
	type card struct {
		ID    string
		Waits []struct {
			Side  int
			Since time.Time
		}
		Updated time.Time
	}
	find := func(secret, list, from string) (x card) {
		t.Helper()
		var text json.RawMessage
		c.send(secret, "GET", list, "").read(t, http.StatusOK, &text)
		if from != "" {
			var lists map[string]json.RawMessage
			if err := json.Unmarshal(text, &lists); err != nil {
				t.Fatal(err)
			}
			text = lists[from]
		}
		var games []card
		if err := json.Unmarshal(text, &games); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(games, func(x card) bool { return x.ID == id })
		if i < 0 {
			t.Fatalf("%s does not list the game", list)
		}
		return games[i]
	}
	sent := 0
	post := func(side int, what, fields string) {
		t.Helper()
		var x struct{ Version int }
		c.send(secrets[side], "GET", path, "").read(t, http.StatusOK, &x)
		sent++
		if a := c.send(secrets[side], "POST", path+what, fmt.Sprintf(`{"version": %d, "id": "%d"%s}`, x.Version, sent, fields)); a.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", what, a.Code, a.Body)
		}
	}
	if x := find(secrets[0], "/api/games", ""); len(x.Waits) != 0 {
		t.Errorf("a game with an open seat waits for %+v", x.Waits)
	}
	if a := c.send(secrets[1], "POST", "/api/join", fmt.Sprintf(`{"token": %q}`, c.invite(secrets[0], id))); a.Code != http.StatusOK {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	first := find(secrets[0], "/api/games", "")
	if len(first.Waits) != 1 || first.Waits[0].Side != 0 || first.Waits[0].Since.IsZero() {
		t.Fatalf("%+v", first.Waits)
	}
	post(1, "/offer", `, "deal": "peace"`)
	post(0, "/reply", `, "accept": false`)
	for _, secret := range secrets {
		if x := find(secret, "/api/games", ""); !slices.Equal(x.Waits, first.Waits) {
			t.Errorf("after an offer the game waits for %+v, before for %+v", x.Waits, first.Waits)
		}
	}
	post(0, "/actions", `, "actions": ["ready"]`)
	if x := find(secrets[0], "/api/games", ""); len(x.Waits) != 1 || x.Waits[0].Side != 1 || x.Waits[0].Since.Before(first.Waits[0].Since) {
		t.Errorf("after a choice the game waits for %+v", x.Waits)
	}
	if x := find(c.guest(), "/api/lobby", "public"); len(x.Waits) != 0 {
		t.Errorf("who watches with a delay is told that the game waits for %+v", x.Waits)
	}
	post(1, "/resign", "")
	if x := find(secrets[0], "/api/games", ""); len(x.Waits) != 0 {
		t.Errorf("a game that is over waits for %+v", x.Waits)
	}
}

// TestUnready: lists tell a game that has not begun, because players have not added to its dice, from one in which it is their turn.
func TestUnready(t *testing.T) {
	c := newClub(t)
	secrets := []string{c.guest(), c.guest()}
	id := c.newGame(secrets[0], `{"battle": "sparta-195bc", "mine": 0}`)
	look := func(what string, unready bool, sides ...int) {
		t.Helper()
		var games []struct {
			Unready bool
			Waits   []struct{ Side int }
		}
		c.send(secrets[0], "GET", "/api/games", "").read(t, http.StatusOK, &games)
		var got []int
		for _, x := range games[0].Waits {
			got = append(got, x.Side)
		}
		if games[0].Unready != unready || !slices.Equal(got, sides) {
			t.Errorf("%s: unready %t, waits for %v; want %t, %v", what, games[0].Unready, got, unready, sides)
		}
	}
	add := func(side int) {
		t.Helper()
		body := fmt.Sprintf(`{"side": %d, "nonce": %q}`, side, strings.Repeat(strconv.Itoa(side+1), 64))
		if a := c.send(secrets[side], "POST", "/api/games/"+id+"/nonce", body); a.Code != http.StatusOK {
			t.Fatalf("%d %s", a.Code, a.Body)
		}
	}
	look("with an open seat", false)
	if a := c.send(secrets[1], "POST", "/api/join", fmt.Sprintf(`{"token": %q}`, c.invite(secrets[0], id))); a.Code != http.StatusOK {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	look("when the seat is taken", true, 0, 1)
	add(0)
	look("when one has added to the dice", true, 1)
	add(1)
	look("when both have", false, 0)
}

// TestSecondLogIn: a session in whose place another begins ends.
func TestSecondLogIn(t *testing.T) {
	c := newClub(t)
	for _, name := range []string{"Anna", "Berta"} {
		if _, _, _, err := c.people.Register(t.Context(), nil, name, "correct horse battery", ""); err != nil {
			t.Fatal(err)
		}
	}
	logIn := func(secret, name string) string {
		t.Helper()
		a := c.send(secret, "POST", "/api/session", fmt.Sprintf(`{"name": %q, "password": "correct horse battery"}`, name))
		if a.Code != http.StatusOK {
			t.Fatalf("%d %s", a.Code, a.Body)
		}
		return a.Result().Cookies()[0].Value
	}
	first := logIn("", "Anna")
	second := logIn(first, "Berta")
	third := logIn(second, "Berta")
	for secret, known := range map[string]bool{first: false, second: false, third: true} {
		var x struct{ Known bool }
		c.send(secret, "GET", "/api/me", "").read(t, http.StatusOK, &x)
		if x.Known != known {
			t.Errorf("known: %t", x.Known)
		}
	}
}

// TestProgramsPlay: a program that may play neither mutes notices nor sets up games, in words of its own.
func TestProgramsPlay(t *testing.T) {
	c := newNotifyingClub(t)
	anna := account.User{ID: account.NewID(), Name: "Anna"}
	u, _, secret, err := c.people.Register(t.Context(), nil, anna.Name, "correct horse battery", "")
	if err != nil {
		t.Fatal(err)
	}
	ben := c.guest()
	id := c.newGame(secret, `{"battle": "sparta-195bc", "mine": 0, "terms": {"pair": true}}`)
	c.seat(secret, ben, id)
	_, bot, err := c.people.NewToken(t.Context(), &u, account.Proof{Password: "correct horse battery"}, "bot", account.Play, 1<<40)
	if err != nil {
		t.Fatal(err)
	}
	bot = bearer + bot
	for path, body := range map[string]string{"/notices": `{"mute": true}`, "/second": `{}`, "/presence": `{"page": "a", "visible": true}`} {
		if a := c.send(bot, "POST", "/api/games/"+id+path, body); a.code() != "scope" {
			t.Errorf("%s: %d %s", path, a.Code, a.Body)
		}
	}
}

// TestSeenPages: who hides the page of a game is not present, also while he listens to it.
func TestSeenPages(t *testing.T) {
	c := newClub(t)
	s := c.handler.(*Server)
	u, anna := c.member()
	id := c.newGame(anna, `{"battle": "sparta-195bc"}`)
	path := "/api/games/" + id
	for _, bad := range []string{`{"page": "a b", "visible": true}`, `{"visible": true}`, `{"page": "a"}`} {
		if a := c.send(anna, "POST", path+"/presence", bad); a.code() != "malformed" {
			t.Errorf("%s: %d %s", bad, a.Code, a.Body)
		}
	}
	if a := c.send(anna, "GET", path+"/events?page="+strings.Repeat("x", 41), ""); a.code() != "malformed" {
		t.Errorf("%d %s", a.Code, a.Body)
	}
	shut := s.presence.Open(u.ID, id, "a", true)
	for _, visible := range []bool{true, false, true, true, false} {
		if a := c.send(anna, "POST", path+"/presence", fmt.Sprintf(`{"page": "a", "visible": %t}`, visible)); a.Code != http.StatusOK {
			t.Fatalf("%d %s", a.Code, a.Body)
		}
		if s.presence.Has(u.ID, id) != visible {
			t.Errorf("visible %t, present %t", visible, !visible)
		}
	}
	shut()
	if a := c.send(anna, "POST", path+"/presence", `{"page": "a", "visible": true}`); a.Code != http.StatusOK || s.presence.Here(u.ID) {
		t.Errorf("a page that is not open: %d, present %t", a.Code, s.presence.Here(u.ID))
	}
}

// TestUndoneTold: an undo to which both players have agreed stands in the log, in both languages, and in the record, which verifies; so does
// who has resigned. Who watches with a delay is told of neither before it is time.
func TestUndoneTold(t *testing.T) {
	for _, battle := range []string{"sparta-195bc", "thermopylae-480bc"} {
		c := newClub(t)
		secrets := []string{c.guest(), c.guest()}
		id := c.newGame(secrets[0], fmt.Sprintf(`{"battle": %q, "mine": 0, "terms": {"watch": "public", "delay": 86400}}`, battle))
		c.seat(secrets[0], secrets[1], id)
		path := "/api/games/" + id
		type table struct {
			Version, Length int
			Awaits          []int
			Choices         []struct{ Action string }
		}
		look := func(side int) (x table) {
			c.send(secrets[side], "GET", path, "").read(t, http.StatusOK, &x)
			return x
		}
		sent := 0
		post := func(side int, what, fields string) {
			t.Helper()
			sent++
			if a := c.send(secrets[side], "POST", path+what, fmt.Sprintf(`{"version": %d, "id": "%d", "side": %d%s}`, look(side).Version, sent, side, fields)); a.Code != http.StatusOK {
				t.Fatalf("%s: %d %s", what, a.Code, a.Body)
			}
		}
		play := func() (side int) {
			side = look(0).Awaits[0]
			post(side, "/actions", fmt.Sprintf(`, "actions": [%q]`, look(side).Choices[0].Action))
			return side
		}
		play()
		side := play()
		post(side, "/offer", `, "deal": "undo"`)
		post(1-side, "/reply", `, "accept": true`)
		play()
		said := func(secret, query string) (told string) {
			var log []struct{ Deals []struct{ Text string } }
			c.send(secret, "GET", path+"/log"+query, "").read(t, http.StatusOK, &log)
			for _, e := range log {
				for _, x := range e.Deals {
					told += x.Text
				}
			}
			return told
		}
		for lang, want := range map[string]string{"en": "agreed to the undo", "fr": "accord pour l’annulation"} {
			if told := said(secrets[0], "?lang="+lang); !strings.Contains(told, want) || strings.Contains(told, "{") {
				t.Errorf("%s: the log says %q", battle, told)
			}
		}
		post(0, "/resign", "")
		for side, secret := range secrets {
			if told := said(secret, fmt.Sprintf("?from=%d", look(side).Length)); !strings.HasSuffix(told, "resigned.") {
				t.Errorf("%s: the end of the log says %q", battle, told)
			}
		}
		if told := said(c.guest(), ""); told != "" {
			t.Errorf("%s: a late spectator is told %q", battle, told)
		}
		text := c.send(secrets[0], "GET", path+"/record", "").Body.String()
		rep, err := record.Verify(strings.NewReader(text), func(h record.Header) (game.Battle, error) {
			b, err := c.handler.(*Server).Games.Library().Load(h.Battle, nil)
			if err != nil {
				return nil, err
			}
			return b.Battle, nil
		})
		if err != nil || rep.Undone == 0 || rep.Key == "" || len(rep.Sealed)+len(rep.Taken)+len(rep.ByHand) > 0 {
			t.Errorf("%s: %+v, %v", battle, rep, err)
		}
	}
}

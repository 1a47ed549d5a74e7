package server

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"acies/game"
	"acies/match"
	"acies/record"
)

// TestVacate: who deletes his account leaves nobody waiting.
func TestVacate(t *testing.T) {
	c := newClub(t)
	games := c.handler.(*Server).Games
	u, _, anna, err := c.people.Register(t.Context(), nil, "Anna", "ten thousand", "")
	if err != nil {
		t.Fatal(err)
	}
	v, ben := c.member()
	challenge := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0, "terms": {"open": true}}`)
	casual := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	joined := c.newGame(ben, `{"battle": "thermopylae-480bc", "mine": 0}`)
	rated := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0, "terms": {"rated": true, "clock": {"kind": "days", "bank": 86400, "increment": 3600, "timeout": "claim"}}}`)
	unbegun := c.newGame(ben, `{"battle": "sparta-195bc", "mine": 0, "terms": {"open": true}}`)
	alone := c.newGame(anna, `{"battle": "sparta-195bc"}`)
	c.seat(anna, ben, casual)
	c.seat(ben, anna, joined)
	c.seat(anna, ben, rated)
	c.begin(rated)
	if a := c.send(anna, "POST", "/api/games/"+unbegun+"/join", ""); a.Code != http.StatusOK {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	if a := c.send(anna, "DELETE", "/api/account", `{"password": "ten thousand!"}`); a.code() != "log-in" {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	look := func(id string) (s match.Snapshot, deleted bool) {
		t.Helper()
		err := games.With(id, func(m *match.Match) (err error) {
			s, err = m.Snapshot()
			return err
		})
		g, gerr := games.Game(t.Context(), id)
		if err != nil || gerr != nil {
			t.Fatal(err, gerr)
		}
		return s, !g.Deleted.IsZero()
	}
	if s, deleted := look(rated); s.Outcome().Over || deleted {
		t.Fatal("a wrong password ends games")
	}
	if a := c.send(anna, "DELETE", "/api/account", `{"password": "ten thousand"}`); a.Code != http.StatusOK {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	for id, want := range map[string]bool{challenge: true, unbegun: true, casual: false, joined: false, rated: false, alone: false} {
		if _, deleted := look(id); deleted != want {
			t.Errorf("%s: deleted %t", id, deleted)
		}
	}
	if s, _ := look(rated); s.Outcome().Winner != 1 || s.Outcome().Degree != record.Resigned {
		t.Errorf("a rated game: %+v", s.Outcome())
	}
	for id, side := range map[string]game.Side{casual: 0, joined: 1} {
		if s, _ := look(id); s.Outcome().Over || s.Seats[side].Kind == match.Human || s.Seats[side].User != u.ID || s.Seats[side.Other()].User != v.ID {
			t.Errorf("a game for nothing: %+v, %+v", s.Outcome(), s.Seats)
		}
	}
	if a := c.send(c.guest(), "POST", "/api/games/"+challenge+"/join", ""); a.code() != "no-game" {
		t.Errorf("a challenge that was withdrawn: %d %s", a.Code, a.Body)
	}
}

// TestCallOff: an organiser removes an entrant, and calls the tournament off; games that nobody has begun go with it, others stay.
func TestCallOff(t *testing.T) {
	x := newCup(t, strings.Replace(swissCup, `"rated": true`, `"rated": false`, 1), "Anna", "Ben", "Cleo", "Dion", "Egon")
	for _, a := range []answer{x.post(x.players[0], "remove", `{"name": "Egon"}`), x.post(x.players[0], "call-off", `{}`)} {
		if a.code() != "tourney-host" {
			t.Errorf("%d %s", a.Code, a.Body)
		}
	}
	for _, name := range []string{"Egon", "Egon", "Nobody"} {
		a := x.post(x.host, "remove", fmt.Sprintf(`{"name": %q}`, name))
		if entered := len(x.page(x.host).Entrants); entered != 4 || a.Code != http.StatusOK && a.code() != "not-entered" {
			t.Errorf("%s: %d %s, %d are left", name, a.Code, a.Body, entered)
		}
	}
	x.into(x.post(x.host, "start", `{}`), http.StatusOK, nil)
	d := x.page(x.host)
	ids := []string{d.Paired[0].Pairings[0].Games[0], d.Paired[0].Pairings[1].Games[0]}
	if a := x.send(x.host, "DELETE", "/api/games/"+ids[0], ""); a.code() != "tourney-game" {
		t.Errorf("the organiser deletes a game: %d %s", a.Code, a.Body)
	}
	for _, n := range []int{d.Paired[0].Pairings[0].First, d.Paired[0].Pairings[0].Second} {
		if got := x.list(x.as(&d, n), "/api/mine", "games"); got != ids[0] {
			t.Errorf("%q wait for a player who was paired", got)
		}
	}
	p := &d.Paired[0].Pairings[0]
	for side, n := range []int{p.First, p.Second} {
		x.into(x.send(x.as(&d, n), "POST", "/api/games/"+ids[0]+"/nonce", fmt.Sprintf(`{"side": %d, "nonce": %q}`, side, strings.Repeat("0a", 16))), http.StatusOK, nil)
	}
	var now struct {
		Version int
		View    struct{ ToAct int }
		Choices []struct{ Action string }
	}
	sides := []string{x.as(&d, p.First), x.as(&d, p.Second)}
	x.into(x.send(x.host, "GET", "/api/games/"+ids[0], ""), http.StatusOK, &now)
	first := now.View.ToAct
	x.into(x.send(sides[first], "GET", "/api/games/"+ids[0], ""), http.StatusOK, &now)
	x.into(x.send(sides[first], "POST", "/api/games/"+ids[0]+"/actions", fmt.Sprintf(`{"version": %d, "id": "a", "actions": [%q]}`, now.Version, now.Choices[0].Action)), http.StatusOK, nil)
	for range 2 { // again changes nothing
		x.into(x.post(x.host, "call-off", `{}`), http.StatusOK, &d)
		if d.State != "called-off" {
			t.Errorf("%+v", d.tourneyCard)
		}
	}
	for i, id := range ids {
		g, err := x.handler.(*Server).Games.Game(t.Context(), id)
		if err != nil || !g.Deleted.IsZero() != (i == 1) {
			t.Errorf("game %d is deleted: %v, %v", i, g.Deleted, err)
		}
	}
	var list []tourneyCard
	x.into(x.send("", "GET", "/api/tourneys?"+url.Values{"lang": {"en"}}.Encode(), ""), http.StatusOK, &list)
	if len(list) != 1 || list[0].State != "called-off" {
		t.Errorf("%+v", list)
	}
}

// TestVacateDespite: a tournament that cannot be read keeps nobody from deleting his account, and the others from going on.
func TestVacateDespite(t *testing.T) {
	x := newCup(t, swissCup, "Anna", "Ben", "Cleo")
	s := x.handler.(*Server)
	if err := s.Tourneys.AddTourney(t.Context(), "broken", "{", time.Now()); err != nil {
		t.Fatal(err)
	}
	x.into(x.post(x.host, "start", "{}"), http.StatusOK, nil)
	x.into(x.send(x.players[0], "DELETE", "/api/account", `{}`), http.StatusOK, nil)
	left := 0
	for _, e := range x.page(x.host).Entrants {
		if e.Left {
			left++
		}
	}
	if left != 1 {
		t.Errorf("%d have left the tournament, want 1", left)
	}
	if err := s.Vacate(t.Context(), "nobody"); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("the error names no tournament: %v", err)
	}
}

// TestVacateHost: a tournament whose host goes is called off, unless it goes on by its deadlines.
func TestVacateHost(t *testing.T) {
	for _, x := range []struct {
		name, days string
		started    bool
		want       string
	}{
		{"before its start", "7", false, "called-off"},
		{"without deadlines", "0", true, "called-off"},
		{"with deadlines", "7", true, "running"},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := newCup(t, `{"name": "Left", "battles": ["sparta-195bc"], "format": "round-robin", "watch": true, "days": `+x.days+`}`, "Anna", "Ben")
			if x.started {
				c.into(c.post(c.host, "start", "{}"), http.StatusOK, nil)
			}
			c.into(c.send(c.host, "DELETE", "/api/account", "{}"), http.StatusOK, nil)
			d := c.page("")
			if d.State != x.want || d.Gone != (x.want == "called-off") {
				t.Errorf("it is %s, gone %t, want %s", d.State, d.Gone, x.want)
			}
			if !x.started {
				return
			}
			g, err := c.handler.(*Server).Games.Game(t.Context(), d.Paired[0].Pairings[0].Games[0])
			if err != nil || g.Deleted.IsZero() == d.Gone {
				t.Errorf("its game that nobody has begun: deleted %v, %v", g.Deleted, err)
			}
		})
	}
}

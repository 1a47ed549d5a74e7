package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// list returns the ids of the games that a request answers with under a name.
func (c *club) list(secret, path, name string) (ids string) {
	c.Helper()
	a := c.send(secret, "GET", path, "")
	var x map[string]json.RawMessage
	if err := json.Unmarshal(a.Body.Bytes(), &x); err != nil {
		c.Fatalf("%s: %d %s", path, a.Code, a.Body)
	}
	var cards []struct{ ID string }
	if json.Unmarshal(x[name], &cards) != nil {
		var plain []string
		json.Unmarshal(x[name], &plain) // waiting lists ids alone
		return strings.Join(plain, " ")
	}
	for _, card := range cards {
		ids += card.ID + " "
	}
	return strings.TrimSpace(ids)
}

// TestLobby: a challenge is listed until somebody takes the seat, a public game always, any other never.
func TestLobby(t *testing.T) {
	c := newClub(t)
	anna, ben := c.guest(), c.guest()
	c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	open := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0, "terms": {"open": true}}`)
	public := c.newGame(anna, `{"battle": "sparta-195bc", "terms": {"open": true, "random": true, "watch": "public", "clock": {"kind": "live", "bank": 600, "increment": 5, "timeout": "claim"}}}`)
	if got, want := c.list("", "/api/lobby", "challenges"), public+" "+open; got != want {
		t.Errorf("challenges %q, want %q", got, want)
	}
	for _, id := range []string{open, public} {
		if a := c.send(anna, "POST", "/api/games/"+id+"/join", ""); id == public && a.code() != "seated" {
			t.Errorf("the host takes the other seat: %d %s", a.Code, a.Body)
		}
		if a := c.send(ben, "POST", "/api/games/"+id+"/join", ""); a.Code != http.StatusOK {
			t.Errorf("joining: %d %s", a.Code, a.Body)
		}
		if a := c.send(c.guest(), "POST", "/api/games/"+id+"/join", ""); a.code() != "seated" {
			t.Errorf("joining when both seats are taken: %d %s", a.Code, a.Body)
		}
	}
	if got := c.list("", "/api/lobby", "challenges"); got != "" {
		t.Errorf("challenges after both were taken: %q", got)
	}
	if got := c.list("", "/api/lobby", "public"); got != public {
		t.Errorf("public games %q, want %q", got, public)
	}
}

// TestLateLobby: the lobby does not tell how a game stands that is watched with a delay.
func TestLateLobby(t *testing.T) {
	c := newClub(t)
	anna, ben := c.guest(), c.guest()
	id := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0, "terms": {"watch": "public", "delay": 3600}}`)
	c.seat(anna, ben, id)
	var now struct{ Version int }
	json.Unmarshal(c.send(anna, "GET", "/api/games/"+id, "").Body.Bytes(), &now)
	if a := c.send(anna, "POST", "/api/games/"+id+"/resign", fmt.Sprintf(`{"version": %d, "id": "r"}`, now.Version)); a.Code != http.StatusOK {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	for secret, told := range map[string]bool{anna: true, ben: true, c.guest(): false, "": false} {
		var x struct{ Public []struct{ Over bool } }
		json.Unmarshal(c.send(secret, "GET", "/api/lobby", "").Body.Bytes(), &x)
		if len(x.Public) != 1 || x.Public[0].Over != told {
			t.Errorf("%+v, expected to be told that it is over: %v", x, told)
		}
	}
}

// TestLobbyOrder: games that have ended come after the others, but one that is watched with a delay stays where it is until
// everybody may know.
func TestLobbyOrder(t *testing.T) {
	c := newClub(t)
	anna, ben := c.guest(), c.guest()
	late := ""
	for _, delay := range []int{0, 3600, 0} {
		id := c.newGame(anna, fmt.Sprintf(`{"battle": "sparta-195bc", "mine": 0, "terms": {"watch": "public", "delay": %d}}`, delay))
		c.seat(anna, ben, id)
		if delay > 0 {
			late = id
		}
	}
	before := strings.Fields(c.list("", "/api/lobby", "public"))
	c.into(c.deal(anna, late, "resign", 0), http.StatusOK, nil)
	if got := strings.Fields(c.list("", "/api/lobby", "public")); len(before) != 3 || !slices.Equal(got, before) {
		t.Errorf("after the game with a delay has ended: %q, before %q", got, before)
	}
	for _, id := range before {
		if id != late {
			c.into(c.deal(anna, id, "resign", 0), http.StatusOK, nil)
		}
	}
	if got := strings.Fields(c.list("", "/api/lobby", "public")); got[0] != late {
		t.Errorf("after the others have ended: %q, want %s first", got, late)
	}
}

// TestChallenges: one person has so many open challenges at once, so that nobody fills the lobby.
func TestChallenges(t *testing.T) {
	c := newClub(t)
	anna := c.guest()
	const challenge = `{"battle": "sparta-195bc", "mine": 0, "terms": {"open": true}}`
	var ids []string
	for range openAtOnce {
		ids = append(ids, c.newGame(anna, challenge))
	}
	if a := c.send(anna, "POST", "/api/games", challenge); a.code() != "too-many-open" {
		t.Errorf("one more: %d %s", a.Code, a.Body)
	}
	c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`) // for somebody with the link
	c.newGame(c.guest(), challenge)
	c.into(c.send(c.guest(), "POST", "/api/games/"+ids[0]+"/join", ""), http.StatusOK, nil)
	c.newGame(anna, challenge)
	c.into(c.send(anna, "DELETE", "/api/games/"+ids[1], ""), http.StatusOK, nil)
	c.newGame(anna, challenge)
}

// TestVisit: who sees any page is here; a page that is hidden and a stranger do not count.
func TestVisit(t *testing.T) {
	c := newClub(t)
	anna, ben := c.guest(), c.guest()
	for _, x := range []struct {
		who, query string
		online     int
	}{{"", "?visible=1", 0}, {anna, "", 0}, {anna, "?visible=0", 0}, {anna, "?visible=1", 1}, {anna, "?visible=1", 1}, {ben, "?visible=1", 2}} {
		c.into(c.send(x.who, "GET", "/api/mine"+x.query, ""), http.StatusOK, nil)
		var now struct{ Online int }
		c.into(c.send("", "GET", "/api/lobby", ""), http.StatusOK, &now)
		if now.Online != x.online {
			t.Errorf("after %q: %d are here, want %d", x.query, now.Online, x.online)
		}
	}
}

// TestTerms refuses terms that cannot be kept, and names the field.
func TestTerms(t *testing.T) {
	c := newClub(t)
	for body, field := range map[string]string{
		`"mine": 0, "terms": {"watch": "friends"}`:                                      "terms",
		`"mine": 0, "terms": {"delay": -1}`:                                             "terms",
		`"mine": 0, "terms": {"clock": {"kind": "live", "bank": 5, "timeout": "wait"}}`: "terms",
		`"terms": {"open": true}`:                                                       "mine",
		`"mine": 0, "terms": {"random": true}`:                                          "mine",
		`"terms": {"rated": true}`:                                                      "mine",
	} {
		a := c.send(c.guest(), "POST", "/api/games", `{"battle": "sparta-195bc", `+body+`}`)
		var x struct{ Error struct{ Code, Field string } }
		json.Unmarshal(a.Body.Bytes(), &x)
		if x.Error.Code != "malformed" || x.Error.Field != field {
			t.Errorf("%s: %d %s, want %s refused", body, a.Code, a.Body, field)
		}
	}
}

// TestWatchers: who has no seat sees a game as far as was agreed, as a spectator, and changes nothing.
func TestWatchers(t *testing.T) {
	c := newClub(t)
	anna, ben, carl := c.guest(), c.guest(), c.guest()
	for _, test := range []struct {
		terms string
		sees  bool
		n     int
	}{{`{}`, false, 0}, {`{"watch": "link"}`, true, 1}, {`{"watch": "public"}`, true, 1}, {`{"watch": "link", "delay": 3600}`, true, 0}} {
		id := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0, "terms": `+test.terms+`}`)
		c.seat(anna, ben, id)
		path := "/api/games/" + id
		var own struct {
			Version int
			N       int
			Choices []struct{ Action string }
		}
		json.Unmarshal(c.send(anna, "GET", path, "").Body.Bytes(), &own)
		if a := c.send(anna, "POST", path+"/actions", fmt.Sprintf(`{"version": %d, "id": "a", "actions": [%q]}`, own.Version, own.Choices[0].Action)); a.Code != http.StatusOK {
			t.Fatalf("%d %s", a.Code, a.Body)
		}
		for _, secret := range []string{"", carl} {
			a := c.send(secret, "GET", path, "")
			if (a.Code == http.StatusOK) != test.sees {
				t.Errorf("%s: %d %s", test.terms, a.Code, a.Body)
			}
			if !test.sees {
				continue
			}
			var seen struct {
				N    int
				View struct{ Side int }
			}
			json.Unmarshal(a.Body.Bytes(), &seen)
			if seen.View.Side != -2 || (seen.N > 0) != (test.n > 0) {
				t.Errorf("%s: sees %+v", test.terms, seen)
			}
			if a := c.send(secret, "GET", path+"?side=0", ""); a.code() != "not-yours" {
				t.Errorf("%s: asks for a side: %d %s", test.terms, a.Code, a.Body)
			}
			for _, x := range []string{"/actions", "/resign", "/claim", "/leave", "/nonce"} {
				if a := c.send(secret, "POST", path+x, `{"version": 0, "id": "x", "side": 0}`); a.code() != "no-game" && a.code() != "unknown" {
					t.Errorf("%s: %s: %d %s", test.terms, x, a.Code, a.Body)
				}
			}
			if a := c.send(secret, "GET", path+"/hint", ""); a.code() != "no-game" {
				t.Errorf("%s: a hint: %d %s", test.terms, a.Code, a.Body)
			}
		}
	}
}

// TestWaiting counts the games in which it is somebody's turn.
func TestWaiting(t *testing.T) {
	c := newClub(t)
	anna, ben := c.guest(), c.guest()
	c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`) // a seat is open
	c.newGame(anna, `{"battle": "sparta-195bc"}`)            // nobody waits
	first := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	second := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	c.seat(anna, ben, first)
	c.seat(anna, ben, second)
	third := c.newGame(ben, `{"battle": "sparta-195bc", "mine": 0, "terms": {"open": true}}`)
	if a := c.send(anna, "POST", "/api/games/"+third+"/join", ""); a.Code != http.StatusOK {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	if a := c.send(ben, "POST", "/api/games/"+third+"/nonce", fmt.Sprintf(`{"side": 0, "nonce": %q}`, strings.Repeat("0a", 16))); a.Code != http.StatusOK {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	got, want := strings.Fields(c.list(anna, "/api/mine", "games")), []string{first, second, third}
	slices.Sort(got) // they may have begun to wait in the same millisecond
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%q wait for the first to act or to add to the dice, want %q", got, want)
	}
	if got := c.list(ben, "/api/mine", "games"); got != "" {
		t.Errorf("%q wait for the other", got)
	}
	if got := c.list("", "/api/mine", "games"); got != "" {
		t.Errorf("%q wait for nobody", got)
	}
}

// TestLeave: who lets a program play on sees so, and comes back.
func TestLeave(t *testing.T) {
	c := newClub(t)
	anna, ben := c.guest(), c.guest()
	id := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	c.seat(anna, ben, id)
	path := "/api/games/" + id
	var now struct {
		Version int
		Seats   []string
		People  []struct{ You bool }
	}
	for i, what := range []string{"leave", "return"} {
		json.Unmarshal(c.send(ben, "GET", path, "").Body.Bytes(), &now)
		a := c.send(ben, "POST", path+"/"+what, fmt.Sprintf(`{"version": %d, "id": %q, "side": 1}`, now.Version, what))
		if a.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", what, a.Code, a.Body)
		}
		json.Unmarshal(c.send(ben, "GET", path, "").Body.Bytes(), &now)
		if want := []string{"recruit", "human"}[i]; now.Seats[1] != want || !now.People[1].You {
			t.Errorf("after %s: %+v", what, now)
		}
	}
}

// TestOpenRunning: the record of a game between people that is not over cannot be opened as a game of one's own, where there would be
// hints.
func TestOpenRunning(t *testing.T) {
	c := newClub(t)
	anna, ben := c.guest(), c.guest()
	between := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	c.seat(anna, ben, between)
	alone := c.newGame(anna, `{"battle": "sparta-195bc"}`)
	taken := func(id string) string {
		a := c.send(anna, "GET", "/api/games/"+id+"/record", "")
		if a.Code != http.StatusOK {
			t.Fatalf("%d %s", a.Code, a.Body)
		}
		return a.Body.String()
	}
	for _, who := range []string{anna, ben, c.guest()} {
		if a := c.send(who, "POST", "/api/records", taken(between)); a.code() != "record-playing" {
			t.Errorf("between people: %d %s", a.Code, a.Body)
		}
	}
	c.into(c.send(anna, "POST", "/api/records", taken(alone)), http.StatusCreated, nil)
	c.into(c.deal(anna, between, "resign", 0), http.StatusOK, nil)
	c.into(c.send(ben, "POST", "/api/records", taken(between)), http.StatusCreated, nil)
}

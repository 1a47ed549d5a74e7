package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"acies/account"
	"acies/talk"
)

// saying sends a message of somebody.
func (c *club) saying(secret, id, text string) answer {
	c.Helper()
	return c.send(secret, "POST", "/api/games/"+id+"/chat", fmt.Sprintf(`{"id": %q, "text": %q}`, "of "+text, text))
}

// reads returns the texts that somebody reads in a room, or the code of the refusal.
func (c *club) reads(secret, id string, room talk.Room) string {
	c.Helper()
	a := c.send(secret, "GET", "/api/games/"+id+"/chat?room="+string(room), "")
	if a.Code != http.StatusOK {
		return a.code()
	}
	var x chat
	c.into(a, http.StatusOK, &x)
	var list []string
	for _, m := range x.Messages {
		list = append(list, m.Text)
	}
	return strings.Join(list, " ")
}

// watched sets up a game between two people that everybody may watch.
func (c *club) watched(anna, ben, more string) string {
	c.Helper()
	id := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0, "terms": {"watch": "link"`+more+`}}`)
	c.seat(anna, ben, id)
	return id
}

// resigned ends a game.
func (c *club) resigned(secret, id string) {
	c.Helper()
	var now struct{ Version int }
	c.into(c.send(secret, "GET", "/api/games/"+id, ""), http.StatusOK, &now)
	c.into(c.send(secret, "POST", "/api/games/"+id+"/resign", fmt.Sprintf(`{"version": %d, "id": "end"}`, now.Version)), http.StatusOK, nil)
}

// TestTalkRooms is who reads and writes what, before and after the end of a game.
func TestTalkRooms(t *testing.T) {
	c := newClub(t)
	u, anna := c.member()
	ben, carl := c.guest(), c.guest()
	program := c.token(&u, account.Play, time.Hour)
	live, late := c.watched(anna, ben, ""), c.watched(anna, ben, `, "delay": 3600`)
	for _, id := range []string{live, late} {
		for secret, text := range map[string]string{anna: "players", carl: "watchers"} {
			c.into(c.saying(secret, id, text), http.StatusOK, nil)
		}
	}
	rows := []struct {
		who, secret     string
		writes          talk.Room
		code            string // when writing
		players, closed string // what he reads during the game in the room of players, and in that of those who watch
		after           bool   // he reads both when it is over
		afterLate       bool   // with a delay too
	}{
		{"a player", anna, talk.Players, "", "players", "other-room", true, true},
		{"the other", ben, talk.Players, "", "players", "other-room", true, true},
		{"a program of a player", program, talk.Players, "scope", "players", "other-room", true, true},
		{"who watches", carl, talk.Watchers, "", "other-room", "watchers", true, false},
		{"another guest", c.guest(), talk.Watchers, "", "other-room", "watchers", true, false},
		{"a stranger", "", "", "unknown", "other-room", "watchers", true, false},
	}
	check := func(id string, over func(i int) bool) {
		t.Helper()
		for i, r := range rows {
			var x chat
			c.into(c.send(r.secret, "GET", "/api/games/"+id+"/chat", ""), http.StatusOK, &x)
			if x.Writes != r.writes {
				t.Errorf("%s writes in %q", r.who, x.Writes)
			}
			players, watchers, rooms := r.players, r.closed, 1
			if over(i) {
				players, watchers, rooms = "players", "watchers", 2
			}
			if got := [2]string{c.reads(r.secret, id, talk.Players), c.reads(r.secret, id, talk.Watchers)}; got != [2]string{players, watchers} || len(x.Rooms) != rooms {
				t.Errorf("%s reads %q of %v, expected %q and %q", r.who, got, x.Rooms, players, watchers)
			}
		}
	}
	check(live, func(int) bool { return false })
	check(late, func(int) bool { return false })
	for _, id := range []string{live, late} {
		c.resigned(ben, id)
	}
	check(live, func(i int) bool { return rows[i].after })
	check(late, func(i int) bool { return rows[i].afterLate })
	for _, r := range rows {
		if a := c.saying(r.secret, live, "more"); a.code() != r.code {
			t.Errorf("%s writes: %d %s", r.who, a.Code, a.Body)
		}
	}
	if got := c.reads(anna, live, talk.Watchers); got != "watchers more more" {
		t.Errorf("then those who watch have said %q", got)
	}
	hidden := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	for _, secret := range []string{carl, ""} {
		if got := c.reads(secret, hidden, ""); got != "no-game" {
			t.Errorf("of a game that nobody may watch: %q", got)
		}
		if a := c.saying(secret, hidden, "x"); a.code() != "no-game" {
			t.Errorf("writing there: %d %s", a.Code, a.Body)
		}
	}
}

// TestTalkLeaks: no byte that somebody who watches gets during a game holds what the players say, nor the other way round.
func TestTalkLeaks(t *testing.T) {
	c := newClub(t)
	_, anna := c.member()
	ben, carl := c.guest(), c.guest()
	id := c.watched(anna, ben, "")
	const inside, outside = "xyzzy", "plugh"
	for i := range 3 {
		c.into(c.saying(anna, id, fmt.Sprint(inside, i)), http.StatusOK, nil)
		c.into(c.saying(ben, id, fmt.Sprint(inside, "b", i)), http.StatusOK, nil)
	}
	c.into(c.send(anna, "POST", "/api/games/"+id+"/note", fmt.Sprintf(`{"text": %q, "based": %q}`, inside, talk.HashNote(""))), http.StatusOK, nil)
	c.into(c.saying(carl, id, outside), http.StatusOK, nil)
	for name, x := range map[string]struct{ secret, never string }{
		"who watches": {carl, inside}, "a stranger": {"", inside}, "a player": {ben, outside},
	} {
		for _, r := range (&server{}).routes() {
			method, path, _ := strings.Cut(r.pattern, " ")
			if method != "GET" || strings.Contains(path, "{battle}") {
				continue
			}
			path = strings.NewReplacer("{id}", id, "{n}", "0", "{kind}", "x").Replace(path)
			for _, query := range []string{"", "?side=spectator", "?room=players", "?room=watchers", "?after=1"} {
				a := c.send(x.secret, method, path+query, "")
				if strings.Contains(a.Body.String(), x.never) {
					t.Errorf("%s gets at %s: %s", name, path+query, a.Body)
				}
			}
		}
		for _, room := range talk.Rooms {
			for n := range 8 {
				body := fmt.Sprintf(`{"room": %q, "n": %d}`, room, n)
				for _, do := range []string{"report", "block"} {
					if a := c.send(x.secret, "POST", "/api/games/"+id+"/"+do, body); strings.Contains(a.Body.String(), x.never) {
						t.Errorf("%s gets for %s %s: %s", name, do, body, a.Body)
					}
				}
			}
		}
	}
	// A number says nothing about the other room.
	var said chat
	c.into(c.send(carl, "GET", "/api/games/"+id+"/chat", ""), http.StatusOK, &said)
	if len(said.Messages) != 1 || said.Messages[0].N != 1 || said.Last != 1 {
		t.Errorf("%+v", said)
	}
	if a := c.send(ben, "GET", "/api/games/"+id+"/note", ""); strings.Contains(a.Body.String(), inside) {
		t.Errorf("the note of another: %s", a.Body)
	}
}

// TestMessages is how messages are sent, counted and shown.
func TestMessages(t *testing.T) {
	c := newClub(t)
	anna := c.session(c.send("", "POST", "/api/account", `{"name": "Anna", "password": "ten thousand"}`))
	ben, carl := c.guest(), c.guest()
	id := c.watched(anna, ben, "")
	path := "/api/games/" + id
	before := c.send(anna, "GET", path, "").Body.String()
	var one, again messageCard
	c.into(c.saying(anna, id, "one"), http.StatusOK, &one)
	c.into(c.saying(anna, id, "one"), http.StatusOK, &again)
	if one.N != 1 || one.Name != "Anna" || !one.You || one.Side == nil || *one.Side != 0 || one.Room != talk.Players || again.N != 1 || !again.At.Equal(one.At) {
		t.Errorf("%+v, then %+v", one, again)
	}
	if a := c.send(anna, "POST", path+"/chat", `{"id": "of one", "text": "other"}`); a.Code != http.StatusConflict || a.code() != "reused" {
		t.Errorf("an id that was used: %d %s", a.Code, a.Body)
	}
	for body, want := range map[string]string{
		`{"id": "x", "text": ""}`: "text", `{"id": "x", "text": "\u0007"}`: "text", fmt.Sprintf(`{"id": "x", "text": %q}`, strings.Repeat("a", 501)): "text",
		`{"text": "x"}`: "malformed", `{"id": "x", "text": 1}`: "malformed", `{"id": "x", "text": "x", "room": "watchers"}`: "malformed",
	} {
		if a := c.send(anna, "POST", path+"/chat", body); a.code() != want {
			t.Errorf("%s: %d %s", body, a.Code, a.Body)
		}
	}
	c.into(c.saying(ben, id, "two"), http.StatusOK, nil)
	c.into(c.saying(anna, id, "three"), http.StatusOK, nil)
	var said chat
	c.into(c.send(ben, "GET", path+"/chat?after=1", ""), http.StatusOK, &said)
	if len(said.Messages) != 2 || said.Messages[0].N != 2 || !said.Messages[0].You || said.Messages[0].Name != "" || said.Messages[0].Gone || *said.Messages[0].Side != 1 || said.Last != 3 {
		t.Errorf("%+v", said)
	}
	for _, query := range []string{"?after=x", "?after=-1", "?room=hall"} {
		if a := c.send(ben, "GET", path+"/chat"+query, ""); a.code() != "malformed" {
			t.Errorf("%s: %d %s", query, a.Code, a.Body)
		}
	}
	if after := c.send(anna, "GET", path, "").Body.String(); after != before {
		t.Errorf("talk changes the table:\n%s\n%s", before, after)
	}
	c.into(c.saying(carl, id, "from outside"), http.StatusOK, nil)

	// A message of somebody whose account is deleted stays, without a name.
	c.into(c.send(anna, "DELETE", "/api/account", `{"password": "ten thousand"}`), http.StatusOK, nil)
	var kept chat
	c.into(c.send(ben, "GET", path+"/chat", ""), http.StatusOK, &kept)
	if m := kept.Messages[0]; m.Text != "one" || m.Name != "" || !m.Gone || m.Side != nil {
		t.Errorf("%+v", m)
	}
}

func TestBlocks(t *testing.T) {
	c := newClub(t)
	register := func(name string) string {
		return c.session(c.send("", "POST", "/api/account", fmt.Sprintf(`{"name": %q, "password": "ten thousand"}`, name)))
	}
	anna, ben := register("Anna"), register("Ben")
	guest := c.guest()
	id := c.watched(anna, ben, "")
	other := c.watched(anna, guest, "")
	c.into(c.saying(ben, id, "rude"), http.StatusOK, nil)
	c.into(c.saying(guest, other, "ruder"), http.StatusOK, nil)
	c.into(c.saying(anna, id, "polite"), http.StatusOK, nil)
	var list []blockCard
	block := func(body string) answer { return c.send(anna, "POST", "/api/blocks", body) }
	for body, want := range map[string]string{
		`{"name": "Carl", "blocked": true}`: "no-user", `{"name": "Anna", "blocked": true}`: "no-message", `{"name": "Ben"}`: "malformed",
		`{"name": "Ben", "blocked": false}`: "no-user", `{"id": "x", "blocked": false}`: "no-message", `{"id": "x", "blocked": true}`: "malformed",
	} {
		if a := block(body); a.code() != want {
			t.Errorf("%s: %d %s", body, a.Code, a.Body)
		}
	}
	c.into(block(`{"name": "bEN", "blocked": true}`), http.StatusOK, &list)
	list = nil // what is missing in the answer would stay
	c.into(c.send(anna, "POST", "/api/games/"+other+"/block", `{"n": 1}`), http.StatusOK, &list)
	// Two blocks of one millisecond are listed in any order.
	if len(list) != 2 || list[0].Name+list[1].Name != "Ben" {
		t.Errorf("%+v", list)
	}
	if got := [3]string{c.reads(anna, id, ""), c.reads(anna, other, ""), c.reads(ben, id, "")}; got != [3]string{"polite", "", "rude polite"} {
		t.Errorf("they read %q", got)
	}
	if a := c.send(anna, "POST", "/api/games/"+id+"/report", `{"n": 1}`); a.code() != "no-message" {
		t.Errorf("reporting what he does not see: %d %s", a.Code, a.Body)
	}
	open := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0, "terms": {"open": true}}`)
	for _, secret := range []string{ben, guest} {
		if a := c.send(secret, "POST", "/api/games/"+open+"/join", "{}"); a.code() != "no-game" {
			t.Errorf("a seat for somebody who is blocked: %d %s", a.Code, a.Body)
		}
		if strings.Contains(c.send(secret, "GET", "/api/lobby", "").Body.String(), open) {
			t.Error("the lobby lists it for him")
		}
	}
	his := c.newGame(ben, `{"battle": "sparta-195bc", "mine": 0, "terms": {"open": true}}`)
	if strings.Contains(c.send(anna, "GET", "/api/lobby", "").Body.String(), his) {
		t.Error("the lobby lists her the challenge of somebody whom she has blocked")
	}
	if a := c.send(anna, "POST", "/api/games/"+his+"/join", "{}"); a.code() != "blocked" {
		t.Errorf("a seat with somebody whom she has blocked: %d %s", a.Code, a.Body)
	}
	c.into(block(`{"name": "Ben", "blocked": false}`), http.StatusOK, &list)
	c.into(c.send(anna, "POST", "/api/games/"+his+"/join", "{}"), http.StatusOK, nil)
	c.into(block(fmt.Sprintf(`{"id": %q, "blocked": false}`, list[0].ID)), http.StatusOK, &list)
	if got := c.reads(anna, id, ""); got != "rude polite" || len(list) != 0 {
		t.Errorf("then she reads %q; blocked are %+v", got, list)
	}
	if !strings.Contains(c.send(ben, "GET", "/api/lobby", "").Body.String(), open) {
		t.Error("the lobby does not list it")
	}
	c.into(c.send(ben, "POST", "/api/games/"+open+"/join", "{}"), http.StatusOK, nil)
}

func TestReports(t *testing.T) {
	s, games := newStore(t)
	c := &club{T: t, people: account.New(s, nil), store: s}
	c.handler = New(Options{Games: games, People: c.people, Public: &url.URL{Scheme: "https", Host: "club.example"}, Talk: talk.New(s)})
	u, anna := c.member()
	ben, carl := c.guest(), c.guest()
	id := c.watched(anna, ben, "")
	c.into(c.saying(ben, id, "rude"), http.StatusOK, nil)
	c.into(c.saying(anna, id, "polite"), http.StatusOK, nil)
	report := func(secret, body string) answer { return c.send(secret, "POST", "/api/games/"+id+"/report", body) }
	for _, x := range []struct{ secret, body, want string }{
		{anna, `{"n": 1, "text": "` + strings.Repeat("a", 501) + `"}`, "text"},
		{anna, `{"n": 2}`, "no-message"}, // her own
		{anna, `{"n": 3}`, "no-message"},
		{anna, `{"n": "1"}`, "malformed"},
		{carl, `{"n": 1}`, "no-message"},
		{carl, `{"n": 1, "room": "players"}`, "other-room"},
		{"", `{"n": 1}`, "unknown"},
	} {
		if a := report(x.secret, x.body); a.code() != x.want {
			t.Errorf("%.60s: %d %s", x.body, a.Code, a.Body)
		}
	}
	for range 2 {
		c.into(report(anna, `{"n": 1, "room": "players", "text": "insults"}`), http.StatusOK, nil)
	}
	list, err := s.Reports(t.Context())
	if err != nil || len(list) != 1 || list[0].By != u.ID || list[0].Why != "insults" || list[0].Said.Text != "rude" {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestNotes(t *testing.T) {
	c := newClub(t)
	u, anna := c.member()
	ben, carl := c.guest(), c.guest()
	id := c.watched(anna, ben, "")
	path := "/api/games/" + id + "/note"
	var note struct{ Text, Hash string }
	c.into(c.send(anna, "GET", path, ""), http.StatusOK, &note)
	if note.Text != "" {
		t.Errorf("%q", note.Text)
	}
	long, first := strings.Repeat("é", 20_000), note.Hash
	c.into(c.send(anna, "POST", path, fmt.Sprintf(`{"text": %q, "based": %q}`, "x", first)), http.StatusOK, &note)
	// Another device has read the note before, and does not overwrite it.
	for _, based := range []string{first, ""} {
		if a := c.send(anna, "POST", path, fmt.Sprintf(`{"text": %q, "based": %q}`, "y", based)); a.Code != http.StatusConflict || a.code() != "note-changed" {
			t.Errorf("a text based on another: %d %s", a.Code, a.Body)
		}
	}
	c.into(c.send(anna, "POST", path, fmt.Sprintf(`{"text": %q, "based": %q}`, long, note.Hash)), http.StatusOK, nil)
	if a := c.send(anna, "POST", path, fmt.Sprintf(`{"text": %q}`, long+"x")); a.code() != "text" {
		t.Errorf("a long note: %d %s", a.Code, a.Body)
	}
	c.into(c.send(anna, "GET", path, ""), http.StatusOK, &note)
	if note.Text != long {
		t.Errorf("%.20q", note.Text)
	}
	c.resigned(ben, id)
	c.into(c.send(ben, "GET", path, ""), http.StatusOK, &note)
	if note.Text != "" {
		t.Errorf("another reads %.20q", note.Text)
	}
	for secret, want := range map[string]string{carl: "no-seat", "": "no-seat", c.token(&u, account.Play, time.Hour): "scope"} {
		for _, method := range []string{"GET", "POST"} {
			if a := c.send(secret, method, path, `{"text": "x"}`); !slices.Contains([]string{want, "no-game"}, a.code()) {
				t.Errorf("%s of somebody else: %d %s", method, a.Code, a.Body)
			}
		}
	}
}

// listening reads the stream of events of a game.
func (c *club) listening(secret, id string) (events <-chan string) {
	c.Helper()
	ctx, cancel := context.WithCancel(c.Context())
	c.Cleanup(cancel)
	r := httptest.NewRequestWithContext(ctx, "GET", "https://club.example/api/games/"+id+"/events", nil)
	r.AddCookie(&http.Cookie{Name: cookie, Value: secret})
	in, out := io.Pipe()
	go func() {
		defer out.Close()
		c.handler.ServeHTTP(&piped{header: http.Header{}, Writer: out}, r)
	}()
	list := make(chan string, 100)
	go func() {
		defer close(list)
		for lines := bufio.NewScanner(in); lines.Scan(); {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				list <- data
			}
		}
	}()
	return list
}

// piped is the answer of a stream that is read as it is written.
type piped struct {
	header http.Header
	io.Writer
}

func (p *piped) Header() http.Header { return p.header }
func (p *piped) WriteHeader(int)     {}
func (p *piped) Flush()              {}

// TestHearing: who listens to a game hears of each message that he may see, and of no other.
func TestHearing(t *testing.T) {
	c := newClub(t)
	_, anna := c.member()
	ben, carl := c.guest(), c.guest()
	id := c.watched(anna, ben, "")
	c.into(c.saying(anna, id, "before"), http.StatusOK, nil)
	player, watcher := c.listening(ben, id), c.listening(carl, id)
	expect := func(events <-chan string, want ...string) {
		t.Helper()
		for got := range events {
			if strings.Contains(got, "version") {
				continue
			}
			if got != want[0] {
				t.Fatalf("%s, expected %s", got, want[0])
			}
			if want = want[1:]; len(want) == 0 {
				return
			}
		}
		t.Fatalf("the stream ended before %s", want)
	}
	expect(player, `{"room":"players","n":1}`)
	for i := range 3 {
		c.into(c.saying(anna, id, fmt.Sprint("inside ", i)), http.StatusOK, nil)
		expect(player, fmt.Sprintf(`{"room":"players","n":%d}`, i+2))
	}
	c.into(c.saying(carl, id, "outside"), http.StatusOK, nil)
	expect(watcher, `{"room":"watchers","n":1}`)
	c.into(c.send(ben, "POST", "/api/games/"+id+"/block", `{"n": 1}`), http.StatusOK, nil)
	c.into(c.saying(anna, id, "unheard"), http.StatusOK, nil)
	c.into(c.saying(ben, id, "his own"), http.StatusOK, nil)
	expect(player, `{"room":"players","n":6}`)
	c.resigned(anna, id)
	expect(player, `{"room":"watchers","n":1}`)
	expect(watcher, `{"room":"players","n":6}`)
}

package server

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"acies/account"
	"acies/desk"
	"acies/game"
	"acies/match"
	"acies/rating"
	"acies/record"
	"acies/system"
)

// ratedSparta is a rated game of Sparta that whoever sets it up attacks in.
const ratedSparta = `{"battle": "sparta-195bc", "mine": 0, "terms": {"rated": true, "watch": "public", "clock": {"kind": "days", "bank": 86400, "increment": 3600, "timeout": "claim"}}}`

// seated is what the tests read of a table.
type seated struct {
	Version int
	People  []desk.Person
	Ratings []desk.RatingChange
	Pair    *desk.Pair
	Outcome *desk.Outcome
}

func (c *club) look(secret, id string) (t seated) {
	c.Helper()
	c.into(c.send(secret, "GET", "/api/games/"+id, ""), http.StatusOK, &t)
	return t
}

// deal sends a request such as to resign for a side.
func (c *club) deal(secret, id, what string, side int) answer {
	c.Helper()
	return c.send(secret, "POST", "/api/games/"+id+"/"+what, fmt.Sprintf(`{"version": %d, "id": %q, "side": %d}`, c.look(secret, id).Version, what, side))
}

// begin has both sides of a game act, each in an activation of its own, before which a rated game counts nothing.
func (c *club) begin(id string) {
	c.Helper()
	err := c.games.With(id, func(m *match.Match) error {
		for acted := map[game.Side]bool{}; len(acted) < 2; {
			s, err := m.Snapshot()
			if err != nil {
				return err
			}
			b, side := s.State.Battle(), s.State.ToAct()
			if active, owner := system.Of(b).(system.Reporting).Activation(s.State); active != 0 && owner == side {
				acted[side] = true
			}
			r := match.Request{Version: s.Version, Viewer: side, Side: side}
			if _, err := m.Do(c.Context(), r, []string{b.Format(s.State.Legal(nil)[0])}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		c.Fatal(err)
	}
}

// play has somebody set up a game, another join it, both act, and a side resign.
func (c *club) play(host, guest, body string, loser int) string {
	c.Helper()
	id := c.newGame(host, body)
	c.seat(host, guest, id)
	c.begin(id)
	c.into(c.deal([]string{host, guest}[loser], id, "resign", loser), http.StatusOK, nil)
	return id
}

// named returns a new account with a name, and the secret of its session.
func (c *club) named(name string) (account.User, string) {
	c.Helper()
	_, skeleton, err := account.CleanName(name)
	u := account.User{ID: account.NewID(), Name: name, Created: time.Now()}
	secret := strings.Repeat("y", 43-len(u.ID)) + u.ID
	x := account.Session{ID: account.NewID(), User: u.ID, Created: time.Now(), Seen: time.Now(), Expires: time.Now().Add(time.Hour)}
	if err := errors.Join(err, c.store.AddUser(c.Context(), u, skeleton), c.store.AddSession(c.Context(), account.HashOf(secret), x)); err != nil {
		c.Fatal(err)
	}
	return u, secret
}

// TestRatings: rated games between people change their ratings as Glicko-2 says, at the table, in the leaderboard and on the
// pages of the players.
func TestRatings(t *testing.T) {
	c := newClub(t)
	u, anna := c.named("Anna")
	v, ben := c.named("Ben")
	if table := c.look(anna, c.newGame(anna, ratedSparta)); table.People[0].Rating != 0 {
		t.Errorf("somebody without games: %+v", table.People)
	}
	id := c.play(anna, ben, ratedSparta, 1)
	c.play(anna, ben, `{"battle": "sparta-195bc", "mine": 0}`, 0) // not rated
	c.play(ben, anna, `{"battle": "sparta-195bc", "options": ["reduced-roman-army"], "mine": 0, "terms": {"rated": true, "clock": {"kind": "days", "bank": 86400, "increment": 3600, "timeout": "claim"}}}`, 1)

	s := c.handler.(*Server)
	var games []rating.Game
	for i, score := range []struct{ measured, score float64 }{{0.552, rating.Win}, {0.0365, rating.Win}} {
		g := rating.Game{Players: [2]string{u.ID, v.ID}, Score: score.score, Advantage: rating.Advantage(score.measured)}
		if i == 1 {
			g.Players = [2]string{v.ID, u.ID}
		}
		games = append(games, g)
	}
	want, err := rating.Replay(nil, games)
	if err != nil {
		t.Fatal(err)
	}
	var boards []leaderboard
	c.into(c.send(ben, "GET", "/api/ratings", ""), http.StatusOK, &boards)
	i := slices.IndexFunc(boards, func(b leaderboard) bool { return b.ID == "sword" })
	if i < 0 || boards[i].Name != "By the Edge of the Sword" || len(boards[i].Players) != 5 {
		t.Fatalf("%+v", boards)
	}
	for _, l := range boards[i].Players {
		switch {
		case l.Program && l.Name == "centurion" && (l.Value != 1500 || l.Games != 0 || l.Place != 0):
			t.Errorf("the centurion has %+v", l)
		case !l.Program:
			r := want.Rating(map[string]string{"Anna": u.ID, "Ben": v.ID}[l.Name], 0)
			if l.Value != round(r.Value) || l.Deviation != round(r.Deviation) || !l.Provisional || l.Games != 2 || l.You != (l.Name == "Ben") {
				t.Errorf("%+v, want %+v", l, r)
			}
		}
	}

	c.into(c.send(ben, "GET", "/api/ratings?lang=fr", ""), http.StatusOK, &boards)
	if boards[i].Name != "Au fil de l’épée" {
		t.Errorf("in French the rulebook is called %q", boards[i].Name)
	}

	first, err := rating.Replay(nil, games[:1])
	if err != nil {
		t.Fatal(err)
	}
	now := c.look(anna, id)
	for side, user := range []string{u.ID, v.ID} {
		if got, want := now.Ratings[side], (desk.RatingChange{Before: 1500, After: round(first.Rating(user, 0).Value)}); got != want {
			t.Errorf("side %d: %+v, want %+v", side, got, want)
		}
		if p := now.People[side]; p.Rating != round(want.Rating(user, 0).Value) || !p.Unsure {
			t.Errorf("side %d is %+v", side, p)
		}
	}

	var page playerPage
	c.into(c.send("", "GET", "/api/players/"+v.Name, ""), http.StatusOK, &page)
	if len(page.Ratings) != 1 || page.Ratings[0].Games != 2 || page.Name != v.Name || page.You || len(page.Games) != 1 || page.Games[0].ID != id {
		t.Errorf("what anybody sees of Ben: %+v", page)
	}
	c.into(c.send(anna, "GET", "/api/players/"+strings.ToUpper(v.Name), ""), http.StatusOK, &page)
	if len(page.Games) != 3 {
		t.Errorf("Anna, who has played them, sees %d of his games, want 3", len(page.Games))
	}
	before, err := s.ranks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c.newGame(anna, ratedSparta)
	if after, err := s.ranks(t.Context()); err != nil || after != before {
		t.Errorf("ratings are computed again for a game that has begun (%v)", err)
	}
}

// TestUnrated: what is not rated is refused or counts nothing.
func TestUnrated(t *testing.T) {
	c := newClub(t)
	_, anna := c.member()
	_, ben := c.member()
	guest := c.guest()
	for body, want := range map[string]string{
		`{"battle": "sparta-195bc", "options": ["free-spartan-placement"], "mine": 0, "terms": {"rated": true}}`:                                        "unrated-battle",
		`{"battle": "free-battle", "mine": 0, "terms": {"rated": true}}`:                                                                                "unrated-battle",
		`{"battle": "sparta-195bc", "mine": 0, "terms": {"rated": true, "clock": {"kind": "live", "bank": 600, "increment": 5, "timeout": "program"}}}`: "rated-program",
		`{"battle": "sparta-195bc", "mine": 0, "terms": {"rated": true, "clock": {"kind": "live", "bank": 600, "increment": 5, "timeout": "wait"}}}`:    "rated-clock",
		`{"battle": "sparta-195bc", "mine": 0, "terms": {"rated": true}}`:                                                                               "rated-clock",
		`{"battle": "sparta-195bc", "mine": 0, "terms": {"rated": true, "most": 50}}`:                                                                   "malformed",
		`{"battle": "sparta-195bc", "mine": 0, "terms": {"rated": true, "attacker": 0.99}}`:                                                             "malformed",
		`{"battle": "sparta-195bc", "mine": 0, "terms": {"tourney": "x"}}`:                                                                              "malformed",
		`{"battle": "sparta-195bc", "seats": ["human", "recruit"], "mine": 0, "terms": {"pair": true}}`:                                                 "malformed",
		`{"battle": "sparta-195bc", "mine": 0, "terms": {"pair": true, "first": "x"}}`:                                                                  "malformed",
	} {
		if a := c.send(anna, "POST", "/api/games", body); a.code() != want {
			t.Errorf("%s: %d %s, expected %s", body, a.Code, a.Body, want)
		}
	}
	for lang, want := range map[string]string{"en": "Rated games are for players with an account.", "fr": "Les parties classées demandent un compte."} {
		if a := c.send(guest, "POST", "/api/games?lang="+lang, ratedSparta); a.code() != "rated-guest" || !strings.Contains(a.Body.String(), want) {
			t.Errorf("a guest sets up a rated game: %d %s", a.Code, a.Body)
		}
	}
	id := c.newGame(anna, ratedSparta)
	token := fmt.Sprintf(`{"token": %q}`, c.invite(anna, id))
	if a := c.send(guest, "POST", "/api/join", token); a.code() != "rated-guest" {
		t.Errorf("a guest follows a link to a rated game: %d %s", a.Code, a.Body)
	}
	if a := c.send(guest, "POST", "/api/join", `{"token": "`+id+`-x"}`); a.code() != "no-invitation" {
		t.Errorf("a guest without a link: %d %s", a.Code, a.Body)
	}
	open := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0, "terms": {"rated": true, "open": true, "clock": {"kind": "days", "bank": 86400, "increment": 3600, "timeout": "claim"}}}`)
	if a := c.send(guest, "POST", "/api/games/"+open+"/join", ""); a.code() != "rated-guest" {
		t.Errorf("a guest takes the seat of a rated game: %d %s", a.Code, a.Body)
	}
	c.seat(anna, ben, id)
	if a := c.deal(ben, id, "leave", 1); a.code() != "rated-program" {
		t.Errorf("leaving a rated game to a program: %d %s", a.Code, a.Body)
	}
	c.into(c.deal(ben, id, "abandon", 1), http.StatusOK, nil)
	if now := c.look(anna, id); len(now.Ratings) != 0 || now.People[0].Rating != 0 {
		t.Errorf("a game that nobody has begun is rated: %+v", now)
	}
	c.into(c.send(anna, "DELETE", "/api/games/"+id, ""), http.StatusOK, nil)
	lost := c.play(anna, ben, ratedSparta, 0)
	if a := c.send(anna, "DELETE", "/api/games/"+lost, ""); a.code() != "rated-stays" {
		t.Errorf("a game that was lost is deleted: %d %s", a.Code, a.Body)
	}
	for _, name := range []string{"Nobody", "", "%20"} {
		if a := c.send(anna, "GET", "/api/players/"+name, ""); a.Code != http.StatusNotFound {
			t.Errorf("the page of %q: %d %s", name, a.Code, a.Body)
		}
	}
}

// TestRank: only games count that two people have played to their end, with a rulebook and sides that were measured.
func TestRank(t *testing.T) {
	game := func(change func(*match.Game, *match.Summary, *match.Terms)) match.Game {
		g := match.Game{ID: "g", Header: `{"battle":"x"}`, Seats: []match.Seat{{Kind: match.Human, User: "a"}, {Kind: match.Human, User: "b"}}, Updated: time.Unix(100, 0)}
		sum, terms := match.Summary{}, match.Terms{Rated: true, Attacker: 0.5}
		sum.Outcome.Over, sum.Outcome.Winner = true, 0
		change(&g, &sum, &terms)
		g.Summary, g.Terms = sum.String(), terms.String()
		return g
	}
	for name, x := range map[string]struct {
		counts bool
		game   match.Game
	}{
		"won":         {true, game(func(*match.Game, *match.Summary, *match.Terms) {})},
		"drawn":       {true, game(func(_ *match.Game, s *match.Summary, _ *match.Terms) { s.Outcome.Winner = -2 })},
		"going on":    {false, game(func(_ *match.Game, s *match.Summary, _ *match.Terms) { s.Outcome.Over = false })},
		"abandoned":   {false, game(func(_ *match.Game, s *match.Summary, _ *match.Terms) { s.Outcome.Degree = record.Abandoned })},
		"unmeasured":  {false, game(func(_ *match.Game, _ *match.Summary, t *match.Terms) { t.Attacker = 0 })},
		"a program":   {false, game(func(g *match.Game, _ *match.Summary, _ *match.Terms) { g.Seats[1].Kind = "recruit" })},
		"alone":       {false, game(func(g *match.Game, _ *match.Summary, _ *match.Terms) { g.Seats[1].User = "a" })},
		"unplayed":    {false, game(func(_ *match.Game, s *match.Summary, _ *match.Terms) { s.Unplayed = true })},
		"other rules": {false, game(func(g *match.Game, _ *match.Summary, _ *match.Terms) { g.Header = `{"battle":"y"}` })},
		"damaged terms": {false, func() match.Game {
			g := game(func(*match.Game, *match.Summary, *match.Terms) {})
			g.Terms = "{"
			return g
		}()},
	} {
		r := rank([]match.Game{x.game}, func(battle string) string { return map[string]string{"x": "sword"}[battle] })
		if got := len(r.changes["g"]) == 2 && r.books["sword"].games["b"] == 1; got != x.counts {
			t.Errorf("%s: %+v", name, r.changes)
		}
	}
}

// TestRatedUnplayed: a rated game in which a side has not acted counts nothing, however it ends, and nobody has won it.
func TestRatedUnplayed(t *testing.T) {
	c := newClub(t)
	_, anna := c.named("Anna")
	_, ben := c.named("Ben")
	for _, end := range []string{"resign", "draw"} {
		id := c.newGame(anna, ratedSparta)
		c.seat(anna, ben, id)
		for { // until the first side to act has done so in an activation
			var x struct {
				N       int
				View    struct{ ToAct int }
				Version int
				Choices []struct{ Action string }
			}
			c.into(c.send(anna, "GET", "/api/games/"+id, ""), http.StatusOK, &x)
			if x.N > 10 {
				break
			}
			secret := []string{anna, ben}[x.View.ToAct]
			c.into(c.send(secret, "GET", "/api/games/"+id, ""), http.StatusOK, &x)
			c.into(c.send(secret, "POST", "/api/games/"+id+"/actions", fmt.Sprintf(`{"version": %d, "id": "a%d", "actions": [%q]}`, x.Version, x.N, x.Choices[0].Action)), http.StatusOK, nil)
		}
		if end == "resign" {
			c.into(c.deal(ben, id, "resign", 1), http.StatusOK, nil)
		} else {
			c.into(c.send(ben, "POST", "/api/games/"+id+"/offer", fmt.Sprintf(`{"version": %d, "id": "o", "side": 1, "deal": "peace"}`, c.look(ben, id).Version)), http.StatusOK, nil)
			c.into(c.send(anna, "POST", "/api/games/"+id+"/reply", fmt.Sprintf(`{"version": %d, "id": "r", "side": 0, "accept": true}`, c.look(anna, id).Version)), http.StatusOK, nil)
		}
		now := c.look(anna, id)
		if now.Outcome == nil || !now.Outcome.Over || now.Outcome.Winner == game.Side(0) || len(now.Ratings) != 0 || now.People[0].Rating != 0 {
			t.Errorf("%s: %+v, ratings %v", end, now.Outcome, now.Ratings)
		}
	}
}

// TestRatedPairs: of two players only some games in a week count; games of older versions all do.
func TestRatedPairs(t *testing.T) {
	const day = 24 * time.Hour
	for _, x := range []struct {
		name  string
		at    []time.Duration
		most  int
		other bool // each game is against somebody else
		want  int
	}{
		{"at once", []time.Duration{0, 0, 0, 0, 0, 0, 0, 0}, 5, false, 5},
		{"a day each", []time.Duration{0, day, 2 * day, 3 * day, 4 * day, 5 * day, 6 * day, 7 * day, 8 * day}, 5, false, 7},
		{"against others", []time.Duration{0, 0, 0, 0, 0, 0, 0, 0}, 5, true, 8},
		{"of older versions", []time.Duration{0, 0, 0, 0, 0, 0, 0, 0}, 0, false, 8},
	} {
		var games []match.Game
		for i, at := range x.at {
			sum, terms := match.Summary{}, match.Terms{Rated: true, Attacker: 0.5, Most: x.most}
			sum.Outcome.Over = true
			players := []string{"a", "b"}
			if x.other {
				players[1] = fmt.Sprint("b", i)
			} else if i%2 == 1 {
				slices.Reverse(players) // the sides do not matter
			}
			games = append(games, match.Game{
				ID: fmt.Sprint(i), Header: `{"battle":"x"}`, Updated: time.Unix(100, 0).Add(at), Summary: sum.String(), Terms: terms.String(),
				Seats: []match.Seat{{Kind: match.Human, User: players[0]}, {Kind: match.Human, User: players[1]}},
			})
		}
		if got := rank(games, func(string) string { return "sword" }).books["sword"].games["a"]; got != x.want {
			t.Errorf("%s: %d games count, want %d", x.name, got, x.want)
		}
	}
}

// TestPair: a match has one second game, however many ask for it at once, with the sides exchanged; both tables show its score.
func TestPair(t *testing.T) {
	c := newClub(t)
	_, anna := c.member()
	_, ben := c.member()
	id := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0, "terms": {"rated": true, "pair": true, "open": true, "clock": {"kind": "days", "bank": 86400, "increment": 3600, "timeout": "claim"}}}`)
	c.seat(anna, ben, id)
	if a := c.send(anna, "POST", "/api/games/"+id+"/second", "{}"); a.code() != "no-second" {
		t.Errorf("a second game before the end of the first: %d %s", a.Code, a.Body)
	}
	if p := c.look(ben, id).Pair; p == nil || *p != (desk.Pair{Number: 1}) {
		t.Errorf("during the first game: %+v", p)
	}
	c.begin(id)
	c.into(c.deal(ben, id, "resign", 1), http.StatusOK, nil)
	if p := c.look(ben, id).Pair; *p != (desk.Pair{Number: 1, Next: true, Points: [2]int{2, 0}}) {
		t.Errorf("after the first game: %+v", p)
	}
	handler := c.handler
	var wg sync.WaitGroup
	ids := make([]string, 6)
	for i := range ids {
		wg.Go(func() {
			own := &club{T: t, handler: handler, sent: 50 * i}
			var x struct{ ID string }
			own.into(own.send([]string{anna, ben}[i%2], "POST", "/api/games/"+id+"/second", "{}"), http.StatusCreated, &x)
			ids[i] = x.ID
		})
	}
	wg.Wait()
	if len(slices.Compact(ids)) != 1 || ids[0] == id {
		t.Fatalf("second games %v", ids)
	}
	next := ids[0]
	if now := c.look(anna, next); !now.People[1].You || *now.Pair != (desk.Pair{Number: 2, Other: id, Points: [2]int{0, 2}}) {
		t.Errorf("the second game: %+v %+v", now.People, now.Pair)
	}
	if a := c.send(anna, "POST", "/api/games/"+next+"/second", "{}"); a.code() != "no-second" {
		t.Errorf("a third game: %d %s", a.Code, a.Body)
	}
	for side, secret := range []string{ben, anna} {
		c.into(c.send(secret, "POST", "/api/games/"+next+"/nonce", fmt.Sprintf(`{"side": %d, "nonce": %q}`, side, strings.Repeat("0c", 16))), http.StatusOK, nil)
	}
	c.begin(next)
	c.into(c.send(ben, "POST", "/api/games/"+next+"/offer", fmt.Sprintf(`{"version": %d, "id": "o", "side": 0, "deal": "peace"}`, c.look(ben, next).Version)), http.StatusOK, nil)
	c.into(c.send(anna, "POST", "/api/games/"+next+"/reply", fmt.Sprintf(`{"version": %d, "id": "r", "side": 1, "accept": true}`, c.look(anna, next).Version)), http.StatusOK, nil)
	if p := c.look(anna, id).Pair; *p != (desk.Pair{Number: 1, Other: next, Points: [2]int{3, 1}, Over: true}) {
		t.Errorf("after both games: %+v", p)
	}
	if now := c.look(ben, next); len(now.Ratings) != 2 {
		t.Errorf("the second game is not rated: %+v", now)
	}
	stranger := c.guest()
	if a := c.send(stranger, "POST", "/api/games/"+id+"/second", "{}"); a.code() != "no-game" {
		t.Errorf("a stranger: %d %s", a.Code, a.Body)
	}
}

// TestRatedLate: ratings, standings and pages of players do not tell how a game has ended that is watched with a delay, before that
// has passed.
func TestRatedLate(t *testing.T) {
	now := time.Now()
	game := func(id string, ago time.Duration, terms match.Terms) match.Game {
		return match.Game{ID: id, Updated: now.Add(-ago), Terms: terms.String()}
	}
	late := match.Terms{Watch: match.WatchLink, Delay: 600}
	games := []match.Game{
		game("long ago", time.Hour, late), game("now", 0, late), game("just now", time.Minute, late),
		game("without delay", 0, match.Terms{Watch: match.WatchAll}), game("watched by nobody", 0, match.Terms{Delay: 600}),
	}
	list, until := told(games, now)
	var ids []string
	for _, g := range list {
		ids = append(ids, g.ID)
	}
	if want := []string{"long ago", "without delay", "watched by nobody"}; !slices.Equal(ids, want) || !until.Equal(now.Add(9*time.Minute)) {
		t.Errorf("%q until %v, expected %q until %v", ids, until, want, now.Add(9*time.Minute))
	}
	if _, until := told(list, now); !until.IsZero() {
		t.Errorf("nothing waits, until %v", until)
	}

	c := newClub(t)
	_, anna := c.named("Anna")
	_, ben := c.named("Ben")
	for delay, want := range map[int]bool{0: true, 3600: false} {
		c.play(anna, ben, fmt.Sprintf(`{"battle": "sparta-195bc", "mine": 0, "terms": {"rated": true, "watch": "public", "delay": %d, "clock": {"kind": "days", "bank": 86400, "increment": 3600, "timeout": "claim"}}}`, delay), 1)
		for path, mark := range map[string]string{"/api/ratings": `"name":"Ben"`, "/api/players/Ben": `"book"`} {
			if a := c.send("", "GET", path, ""); strings.Contains(a.Body.String(), mark) != want {
				t.Errorf("after a game with a delay of %d s, %s: %s", delay, path, a.Body)
			}
		}
		c = newClub(t)
		_, anna = c.named("Anna")
		_, ben = c.named("Ben")
	}
}

package server

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"acies/game"
	"acies/match"
	"acies/record"
	"acies/tourney"
)

// cup is a tournament of a club with its people.
type cup struct {
	*club
	id      string
	host    string // his session
	players []string
	names   []string
}

// newCup founds a tournament, and has some people enter it.
func newCup(t *testing.T, agreed string, players ...string) *cup {
	x := &cup{club: newClub(t), names: players}
	_, x.host = x.named("Host")
	var made struct{ ID string }
	x.into(x.send(x.host, "POST", "/api/tourneys", agreed), http.StatusCreated, &made)
	x.id = made.ID
	for _, name := range players {
		_, secret := x.named(name)
		x.players = append(x.players, secret)
		x.into(x.post(secret, "enter", "{}"), http.StatusOK, nil)
	}
	return x
}

func (x *cup) post(secret, what, body string) answer {
	x.Helper()
	return x.send(secret, "POST", "/api/tourneys/"+x.id+"/"+what, body)
}

// page returns what somebody is shown of the tournament.
func (x *cup) page(secret string) (d tourneyData) {
	x.Helper()
	x.into(x.send(secret, "GET", "/api/tourneys/"+x.id, ""), http.StatusOK, &d)
	return d
}

// as returns the session of a player by his number in the tournament.
func (x *cup) as(d *tourneyData, n int) string {
	return x.players[slices.Index(x.names, d.Entrants[n].Name)]
}

// resign has a side of a game resign; both players have added to its dice.
func (x *cup) resign(d *tourneyData, p *tourneyPairing, number, loser int) {
	x.Helper()
	sides := []string{x.as(d, p.First), x.as(d, p.Second)}
	if number == 1 {
		slices.Reverse(sides)
	}
	id := p.Games[number]
	for side, secret := range sides {
		x.into(x.send(secret, "POST", "/api/games/"+id+"/nonce", fmt.Sprintf(`{"side": %d, "nonce": %q}`, side, strings.Repeat("0a", 16))), http.StatusOK, nil)
	}
	x.into(x.deal(sides[loser], id, "resign", loser), http.StatusOK, nil)
}

const swissCup = `{"name": "  The Cup ", "battles": ["sparta-195bc", "marathon-490bc"], "format": "swiss", "rounds": 2, "days": 7, "rated": true, "pair": false, "watch": true,
	"clock": {"kind": "days", "bank": 86400, "increment": 3600, "timeout": "claim"}}`

// TestTourney: four players play two rounds of a Swiss tournament. The second round is paired when the last game of the first
// ends, and the games come by themselves.
func TestTourney(t *testing.T) {
	x := newCup(t, swissCup, "Anna", "Ben", "Cleo", "Dion")
	if d := x.page(x.players[0]); d.Name != "The Cup" || d.State != "open" || len(d.Entrants) != 4 || !d.Entered || !d.Entrants[0].You || d.Entrants[1].Name != "Ben" {
		t.Errorf("before the start: %+v", d)
	}
	x.into(x.post(x.players[0], "enter", "{}"), http.StatusOK, nil) // again
	x.into(x.post(x.host, "start", "{}"), http.StatusOK, nil)
	d := x.page("")
	if d.State != "running" || d.Round != 1 || d.Rounds != 2 || len(d.Paired[0].Pairings) != 2 || d.Paired[0].Battle.ID != "sparta-195bc" || d.Paired[0].Deadline == nil {
		t.Fatalf("after the start: %+v", d)
	}
	for i := range d.Paired[0].Pairings {
		p := &d.Paired[0].Pairings[i]
		var card struct {
			Terms  struct{ Rated bool }
			Clock  *struct{ Bank int }
			Battle string
		}
		x.into(x.send(x.as(&d, p.First), "GET", "/api/games/"+p.Games[0], ""), http.StatusOK, &card)
		if !card.Terms.Rated || card.Clock.Bank != 86400 || card.Battle != "sparta-195bc" {
			t.Errorf("a game of the tournament: %+v", card)
		}
		if now := x.look(x.as(&d, p.First), p.Games[0]); !now.People[0].You || now.People[1].Name != d.Entrants[p.Second].Name {
			t.Errorf("its seats: %+v", now.People)
		}
		if a := x.deal(x.as(&d, p.First), p.Games[0], "abandon", 0); a.code() != "tourney-game" {
			t.Errorf("abandoning a game of a tournament: %d %s", a.Code, a.Body)
		}
		x.resign(&d, p, 0, 1)
	}
	d = x.page("")
	if d.Round != 2 || d.Standings[0].Points != 2 || d.Paired[1].Battle.ID != "marathon-490bc" || d.Paired[0].Pairings[0].Results[0] != tourney.FirstWon {
		t.Fatalf("after the first round: %+v", d)
	}
	for i := range d.Paired[1].Pairings {
		x.resign(&d, &d.Paired[1].Pairings[i], 0, 0)
	}
	d = x.page("")
	var list []tourneyCard
	x.into(x.send("", "GET", "/api/tourneys", ""), http.StatusOK, &list)
	if d.State != "over" || d.Standings[0].Points != 4 || d.Standings[0].Wins != 2 || len(list) != 1 || list[0].State != "over" {
		t.Errorf("after the second round: %+v", d)
	}
}

// TestTourneyFence: of many requests at once one starts the tournament, and one pairs a round.
func TestTourneyFence(t *testing.T) {
	x := newCup(t, `{"name": "Club", "battles": ["sparta-195bc"], "format": "round-robin", "pair": true}`, "Anna", "Ben", "Cleo", "Dion")
	atOnce := func(what, body string) {
		var wg sync.WaitGroup
		for i := range 6 {
			wg.Go(func() {
				own := &cup{club: &club{T: t, handler: x.handler, sent: 100 * i}, id: x.id}
				own.into(own.post(x.host, what, body), http.StatusOK, nil)
			})
		}
		wg.Wait()
	}
	atOnce("start", "{}")
	if d := x.page(x.host); d.Round != 1 || !d.MayPair {
		t.Fatalf("after starting it six times: %+v", d)
	}
	atOnce("pair", `{"round": 2}`)
	d := x.page(x.host)
	if d.Round != 2 {
		t.Fatalf("after pairing the second round six times, %d are paired", d.Round)
	}
	if a := x.post(x.host, "pair", `{"round": 4}`); a.code() != "malformed" {
		t.Errorf("pairing a round after the next: %d %s", a.Code, a.Body)
	}
	x.into(x.post(x.host, "pair", `{"round": 3}`), http.StatusOK, nil)
	if a := x.post(x.host, "pair", `{"round": 4}`); a.code() != "tourney-over" {
		t.Errorf("pairing more rounds than there are: %d %s", a.Code, a.Body)
	}
	games, err := x.handler.(*Server).Games.List(t.Context(), 100)
	if err != nil || len(games) != 12 {
		t.Errorf("%d games, %v, want 12: three rounds of two matches of two", len(games), err)
	}
	p := &d.Paired[0].Pairings[0]
	x.resign(&d, p, 1, 0)
	if got := x.page(x.host).Paired[0].Pairings[0].Results; got[1] != tourney.FirstWon || got[0] != tourney.Pending {
		t.Errorf("after Second has resigned the return game, in which he attacks: %q", got)
	}
	if a := x.send(x.host, "GET", "/api/games/"+p.Games[0], ""); a.Code != http.StatusOK {
		t.Errorf("the host watches: %d %s", a.Code, a.Body)
	}
	if d := x.page(""); d.Paired[0].Pairings[0].Games != nil || d.MayPair {
		t.Errorf("a stranger is told of games that he may not see: %+v", d)
	}
}

// TestTourneyLate: at the deadline a game is lost by who has never come, then by who is to act; if nobody has come, by both. The next
// round is paired then.
func TestTourneyLate(t *testing.T) {
	x := newCup(t, `{"name": "Late", "battles": ["sparta-195bc"], "format": "swiss", "rounds": 3, "days": 1, "watch": true}`, "Anna", "Ben", "Cleo", "Dion", "Eos", "Fabia")
	x.into(x.post(x.host, "start", "{}"), http.StatusOK, nil)
	d := x.page("")
	come := func(p *tourneyPairing, sides ...int) {
		for _, side := range sides {
			secret := x.as(&d, []int{p.First, p.Second}[side])
			x.into(x.send(secret, "POST", "/api/games/"+p.Games[0]+"/nonce", fmt.Sprintf(`{"side": %d, "nonce": %q}`, side, strings.Repeat("0a", 16))), http.StatusOK, nil)
		}
	}
	round := d.Paired[0].Pairings
	come(&round[0], 1)
	come(&round[1], 0, 1)
	var waits struct{ View struct{ ToAct int } }
	x.into(x.send("", "GET", "/api/games/"+round[1].Games[0], ""), http.StatusOK, &waits)
	s := x.handler.(*Server)
	for _, days := range []time.Duration{0, 1} {
		for range 2 { // the second time changes nothing
			if _, err := s.goOn(t.Context(), x.id, time.Now().Add(days*24*time.Hour+time.Minute)); err != nil {
				t.Fatal(err)
			}
		}
		d = x.page("")
		if want := int(days) + 1; d.Round != want {
			t.Fatalf("after %d days %d rounds are paired, want %d", days, d.Round, want)
		}
	}
	loser := []tourney.Result{tourney.SecondWon, tourney.FirstWon}[waits.View.ToAct]
	for i, want := range []tourney.Result{tourney.SecondWon, loser, tourney.Unplayed} {
		if got := d.Paired[0].Pairings[i].Results[0]; got != want {
			t.Errorf("game %d: %q, want %q", i, got, want)
		}
	}
	for i, want := range []struct {
		deleted bool
		degree  string
	}{{true, ""}, {false, record.Deadline}, {true, ""}} {
		id := round[i].Games[0]
		g, err := s.Games.Game(t.Context(), id)
		if err != nil || g.Deleted.IsZero() == want.deleted || g.Over == want.deleted {
			t.Errorf("game %d: deleted %v, over %t, %v", i, g.Deleted, g.Over, err)
		}
		err = s.Games.With(id, func(m *match.Match) error {
			snap, err := m.Snapshot()
			if o := snap.Outcome(); o.Degree != want.degree || o.Over && o.Winner != game.Side(1-waits.View.ToAct) {
				t.Errorf("game %d has ended as %+v", i, o)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	late := x.as(&d, round[0].First)
	if a := x.send(late, "POST", "/api/games/"+round[0].Games[0]+"/nonce", fmt.Sprintf(`{"side": 0, "nonce": %q}`, strings.Repeat("0b", 16))); a.code() != "no-game" {
		t.Errorf("who comes after the deadline: %d %s", a.Code, a.Body)
	}
	leaves := x.as(&d, d.Paired[1].Pairings[0].First)
	x.into(x.post(leaves, "leave", "{}"), http.StatusOK, nil)
	if got := x.page("").Paired[1].Pairings[0].Results[0]; got != tourney.SecondWon {
		t.Errorf("the opponent of who leaves: %q", got)
	}
	if a := x.post(leaves, "leave", "{}"); a.code() != "not-entered" {
		t.Errorf("leaving twice: %d %s", a.Code, a.Body)
	}
}

// TestTourneyPairedEarly: the last round of a round robin, paired early, ends before the one before it. The results stay, and the
// tournament ends when that does.
func TestTourneyPairedEarly(t *testing.T) {
	x := newCup(t, `{"name": "Early", "battles": ["sparta-195bc"], "format": "round-robin", "watch": true}`, "Anna", "Ben", "Cleo", "Dion")
	x.into(x.post(x.host, "start", "{}"), http.StatusOK, nil)
	for round := 2; round <= 3; round++ {
		x.into(x.post(x.host, "pair", fmt.Sprintf(`{"round": %d}`, round)), http.StatusOK, nil)
	}
	for _, round := range []int{2, 0, 1} {
		d := x.page("")
		for i := range d.Paired[round].Pairings {
			x.resign(&d, &d.Paired[round].Pairings[i], 0, 0)
		}
		d = x.page("")
		for i, p := range d.Paired[round].Pairings {
			if p.Results[0] != tourney.SecondWon {
				t.Errorf("game %d of round %d: %q", i, round+1, p.Results[0])
			}
		}
		if over := d.State == "over"; over != (round == 1) {
			t.Errorf("after round %d: %s", round+1, d.State)
		}
	}
}

// TestTourneyRefusals: who may do what, and what a tournament can be.
func TestTourneyRefusals(t *testing.T) {
	x := newCup(t, `{"name": "Small", "battles": ["sparta-195bc"], "format": "swiss"}`, "Anna")
	guest := x.guest()
	for _, r := range []struct{ who, what, body, code string }{
		{guest, "enter", "{}", "tourney-guest"},
		{"", "enter", "{}", "unknown"},
		{x.players[0], "start", "{}", "tourney-host"},
		{x.players[0], "pair", `{"round": 1}`, "tourney-host"},
		{x.host, "start", "{}", "tourney-few"},
		{x.host, "pair", `{"round": 1}`, "tourney-few"},
		{x.host, "leave", "{}", "not-entered"},
	} {
		if a := x.post(r.who, r.what, r.body); a.code() != r.code {
			t.Errorf("%s: %d %s, expected %s", r.what, a.Code, a.Body, r.code)
		}
	}
	if a := x.send(x.host, "GET", "/api/tourneys/none", ""); a.code() != "no-tourney" {
		t.Errorf("one that is not there: %d %s", a.Code, a.Body)
	}
	x.into(x.post(x.players[0], "leave", "{}"), http.StatusOK, nil)
	for body, code := range map[string]string{
		`{"name": "", "battles": ["sparta-195bc"], "format": "swiss"}`:                                                                                "malformed",
		`{"name": "x", "battles": [], "format": "swiss"}`:                                                                                             "malformed",
		`{"name": "x", "battles": ["nowhere"], "format": "swiss"}`:                                                                                    "no-battle",
		`{"name": "x", "battles": ["sparta-195bc"], "format": "cup"}`:                                                                                 "malformed",
		`{"name": "x", "battles": ["sparta-195bc"], "format": "round-robin", "rounds": 3}`:                                                            "malformed",
		`{"name": "x", "battles": ["sparta-195bc"], "format": "swiss", "days": 61}`:                                                                   "malformed",
		`{"name": "x", "battles": ["free-battle"], "format": "swiss", "rated": true}`:                                                                 "unrated-battle",
		`{"name": "x", "battles": ["sparta-195bc"], "format": "swiss", "clock": {"kind": "live"}}`:                                                    "malformed",
		`{"name": "x", "battles": ["sparta-195bc"], "format": "swiss", "host": "me"}`:                                                                 "malformed",
		`{"name": "x", "battles": ["sparta-195bc"], "format": "swiss", "clock": {"kind": "live", "bank": 600, "increment": 5, "timeout": "program"}}`: "rated-program",
		`{"name": "x", "battles": ["sparta-195bc"], "format": "swiss", "rated": true}`:                                                                "rated-clock",
	} {
		if a := x.send(x.host, "POST", "/api/tourneys", body); a.code() != code {
			t.Errorf("%s: %d %s, expected %s", body, a.Code, a.Body, code)
		}
	}
	good := `{"name": "x", "battles": ["sparta-195bc"], "format": "swiss"}`
	if a := x.send(guest, "POST", "/api/tourneys", good); a.code() != "tourney-guest" {
		t.Errorf("a guest founds one: %d %s", a.Code, a.Body)
	}
	for range hostedAtOnce - 1 {
		x.into(x.send(x.host, "POST", "/api/tourneys", good), http.StatusCreated, nil)
	}
	if a := x.send(x.host, "POST", "/api/tourneys", good); a.code() != "too-many-tourneys" {
		t.Errorf("one more: %d %s", a.Code, a.Body)
	}
	if _, err := x.handler.(*Server).goOn(t.Context(), x.id, time.Now().Add(openFor*time.Second+time.Hour)); err != nil {
		t.Fatal(err)
	}
	if d := x.page(x.host); d.State != "called-off" {
		t.Errorf("a tournament that nobody has started: %+v", d)
	}
	if a := x.post(x.players[0], "enter", "{}"); a.code() != "tourney-began" {
		t.Errorf("entering it: %d %s", a.Code, a.Body)
	}
}

// TestNoTourneys: a server without accounts has neither players nor tournaments.
func TestNoTourneys(t *testing.T) {
	_, games := newStore(t)
	x := &club{T: t, handler: New(Options{Games: games, Public: &url.URL{Scheme: "https", Host: "club.example"}})}
	for _, path := range []string{"ratings", "players/Anna", "tourneys", "tourneys/x"} {
		if a := x.send("", "GET", "/api/"+path, ""); a.code() != "no-accounts" {
			t.Errorf("%s: %d %s", path, a.Code, a.Body)
		}
	}
}

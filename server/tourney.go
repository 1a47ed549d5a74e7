package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"acies/account"
	"acies/clock"
	"acies/desk"
	"acies/match"
	"acies/record"
	"acies/table"
	"acies/tourney"
)

// Limits of tournaments.
const (
	maxBattles     = 8
	maxDays        = 60
	hostedAtOnce   = 5 // that one person may have founded and that are not over
	listedTourneys = 50
)

// tourneyCard is a tournament as a list shows it.
type tourneyCard struct {
	ID      string         `json:"id"`
	Name    string         `json:"name"`
	State   string         `json:"state"` // "open", "running", "over", or "called-off"
	Format  tourney.Format `json:"format"`
	Battles []desk.Named   `json:"battles"`
	Rounds  int            `json:"rounds"` // 0: it depends on how many come
	Round   int            `json:"round"`  // how many are paired
	Players int            `json:"players"`
	Days    int            `json:"days"`
	Clock   *clock.Control `json:"clock,omitempty"`
	Rated   bool           `json:"rated,omitempty"`
	Pair    bool           `json:"pair,omitempty"`
	Host    desk.Person    `json:"host"`
	Gone    bool           `json:"gone,omitempty"`    // it was called off because the account of the host is deleted or suspended
	Entered bool           `json:"entered,omitempty"` // the sender takes part
	Created time.Time      `json:"created"`
}

// tourneyData is a tournament as its page shows it. Players are numbered by their seed, from 0.
type tourneyData struct {
	tourneyCard
	Entrants  []entrant      `json:"entrants"`
	Standings []tourneyPlace `json:"standings"`
	Paired    []tourneyRound `json:"paired"`
	MayPair   bool           `json:"mayPair,omitempty"` // the host may pair the next round now
}

// entrant is somebody who takes part.
type entrant struct {
	desk.Person
	Left bool `json:"left,omitempty"`
}

// tourneyPlace is a line of the standings.
type tourneyPlace struct {
	Player          int `json:"player"`
	Place           int `json:"place"`
	Points          int `json:"points"` // in half points
	Wins            int `json:"wins"`
	Buchholz        int `json:"buchholz"`        // in half points
	SonnebornBerger int `json:"sonnebornBerger"` // in quarter points
}

// tourneyRound is a round that is paired.
type tourneyRound struct {
	Battle   desk.Named       `json:"battle"`
	Deadline *time.Time       `json:"deadline,omitempty"`
	Pairings []tourneyPairing `json:"pairings"`
	Bye      int              `json:"bye"` // a player; -1: nobody
}

// tourneyPairing is two players who meet.
type tourneyPairing struct {
	First   int              `json:"first"` // attacks in the first game
	Second  int              `json:"second"`
	Results []tourney.Result `json:"results"`         // by game
	Games   []string         `json:"games,omitempty"` // their ids, if the sender may see them
}

// hasTourneys returns an error unless there are tournaments here.
func (s *server) hasTourneys() error {
	if s.Tourneys == nil {
		return refuse(http.StatusNotFound, "no-accounts")
	}
	return nil
}

// tourneys answers with tournaments.
func (s *server) tourneys(c *call) error {
	if err := s.hasTourneys(); err != nil {
		return err
	}
	ids, err := s.Tourneys.Tourneys(c.Context(), listedTourneys)
	if err != nil {
		return err
	}
	list := []tourneyCard{}
	for _, id := range ids {
		e, _, err := s.readEvent(c.Context(), id)
		if err != nil {
			s.Logger.Error("a tournament cannot be listed", "tournament", id, "error", err)
			continue
		}
		list = append(list, s.tourneyCard(c, e, id))
	}
	return c.answer(http.StatusOK, list)
}

// tourney answers with one tournament.
func (s *server) tourney(c *call) error {
	if err := s.hasTourneys(); err != nil {
		return err
	}
	id := c.PathValue("id")
	e, err := s.goOn(c.Context(), id, time.Now())
	return s.answerTourney(c, id, e, err)
}

func (s *server) answerTourney(c *call, id string, e *event, err error) error {
	if errors.Is(err, match.ErrNotFound) {
		return refuse(http.StatusNotFound, "no-tourney")
	}
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, s.describeTourney(c, e, id))
}

// found founds a tournament.
func (s *server) found(c *call) error {
	var n newTourney
	if err := c.read(smallBody, &n); err != nil {
		return err
	}
	if err := s.hasTourneys(); err != nil {
		return err
	}
	if c.who.Guest() {
		return refuse(http.StatusForbidden, "tourney-guest")
	}
	if s.Games.ReadOnly() {
		return match.ErrReadOnly
	}
	if err := s.checkTourney(&n); err != nil {
		return err
	}
	ids, err := s.Tourneys.Unfinished(c.Context())
	if err != nil {
		return err
	}
	hosted := 0
	for _, id := range ids {
		if e, _, err := s.readEvent(c.Context(), id); err == nil && e.Host == c.who.ID {
			hosted++
		}
	}
	if hosted >= hostedAtOnce {
		return s.tooMany(c, "too-many-tourneys", waitForDay)
	}
	now, id := time.Now(), account.NewID()
	data, err := json.Marshal(event{newTourney: n, Host: c.who.ID, Created: now.Unix()})
	if err != nil {
		return err
	}
	if err := s.Tourneys.AddTourney(c.Context(), id, string(data), now); err != nil {
		return err
	}
	c.ResponseWriter.Header().Set("Location", "/api/tourneys/"+id)
	return c.answer(http.StatusCreated, struct {
		ID string `json:"id"`
	}{id})
}

// checkTourney returns an error for the field of a new tournament that is wrong.
func (s *server) checkTourney(n *newTourney) error {
	n.Name = strings.Join(strings.Fields(n.Name), " ")
	if n.Name == "" || utf8.RuneCountInString(n.Name) > maxTitle || strings.ContainsFunc(n.Name, unicode.IsControl) {
		return malformed("name", fmt.Sprintf("expected 1 to %d characters", maxTitle))
	}
	if len(n.Battles) == 0 || len(n.Battles) > maxBattles {
		return malformed("battles", fmt.Sprintf("expected 1 to %d", maxBattles))
	}
	terms := match.Terms{Rated: n.Rated, Clock: n.Clock}
	if err := terms.Check(); err != nil {
		return malformed("clock", err.Error())
	}
	if n.Clock != nil && n.Clock.Timeout == clock.Program {
		return refuse(http.StatusUnprocessableEntity, "rated-program")
	}
	for _, id := range n.Battles {
		b, err := s.Games.Library().Load(id, nil)
		if err != nil {
			return err
		}
		if b.Battle.Sides() != 2 || !slices.Contains(table.BuiltIn(), id) {
			return malformed("battles", "expected built-in battles of two sides")
		}
		if n.Rated {
			if err := s.setAttacker(&terms, id, nil); err != nil {
				return err
			}
		}
	}
	switch {
	case n.Format != tourney.RoundRobin && n.Format != tourney.Swiss:
		return malformed("format", fmt.Sprintf("expected %q or %q", tourney.RoundRobin, tourney.Swiss))
	case n.Rounds < 0 || n.Rounds > tourney.MaxRounds || n.Rounds > 0 && n.Format == tourney.RoundRobin:
		return malformed("rounds", fmt.Sprintf("expected at most %d, and none for a round robin", tourney.MaxRounds))
	case n.Days < 0 || n.Days > maxDays:
		return malformed("days", fmt.Sprintf("expected 0 to %d", maxDays))
	}
	return mayRate(&terms)
}

// readChange reads the body of a request that changes a tournament, or returns why none can be changed.
func (s *server) readChange(c *call, body any) error {
	if err := c.read(smallBody, body); err != nil {
		return err
	}
	if err := s.hasTourneys(); err != nil {
		return err
	}
	if s.Games.ReadOnly() {
		return match.ErrReadOnly
	}
	return nil
}

// changeTourney carries out what the sender does with a tournament, and answers with the tournament after it.
func (s *server) changeTourney(c *call, body any, f func(*event) (bool, error)) error {
	if err := s.readChange(c, body); err != nil {
		return err
	}
	id := c.PathValue("id")
	e, err := s.changeEvent(c.Context(), id, f)
	if err == nil && e.Play != nil {
		e, err = s.goOn(c.Context(), id, time.Now())
	}
	return s.answerTourney(c, id, e, err)
}

// enterTourney enters the sender.
func (s *server) enterTourney(c *call) error {
	return s.changeTourney(c, &struct{}{}, func(e *event) (bool, error) {
		switch {
		case c.who.Guest():
			return false, refuse(http.StatusForbidden, "tourney-guest")
		case e.has(c.who.ID):
			return false, nil
		case e.Play != nil || e.Called:
			return false, refuse(http.StatusConflict, "tourney-began")
		case len(e.Entrants) >= tourney.MaxPlayers:
			return false, refuse(http.StatusConflict, "tourney-full")
		}
		e.Entrants = append(e.Entrants, c.who.ID)
		return true, nil
	})
}

// leaveTourney takes the sender out. Once it has started, his opponents win the games that have no result.
func (s *server) leaveTourney(c *call) error {
	return s.changeTourney(c, &struct{}{}, func(e *event) (bool, error) {
		if !e.has(c.who.ID) {
			return false, refuse(http.StatusConflict, "not-entered")
		}
		return true, e.leave(c.who.ID)
	})
}

// removeEntrant takes somebody out of a tournament, as if he had left.
func (s *server) removeEntrant(c *call) error {
	var body struct {
		Name string `json:"name"`
	}
	return s.changeTourney(c, &body, func(e *event) (bool, error) {
		if e.Host != c.who.ID {
			return false, refuse(http.StatusForbidden, "tourney-host")
		}
		u, err := s.People.Named(c.Context(), body.Name)
		if errors.Is(err, account.ErrUnknown) || err == nil && !e.has(u.ID) {
			return false, refuse(http.StatusConflict, "not-entered")
		}
		if err != nil {
			return false, err
		}
		return true, e.leave(u.ID)
	})
}

// callOffTourney calls a tournament off. Games that nobody has begun are removed; in the others nothing depends on the tournament
// any more.
func (s *server) callOffTourney(c *call) error {
	if err := s.readChange(c, &struct{}{}); err != nil {
		return err
	}
	id := c.PathValue("id")
	e, err := s.changeEvent(c.Context(), id, func(e *event) (bool, error) {
		switch {
		case e.Host != c.who.ID:
			return false, refuse(http.StatusForbidden, "tourney-host")
		case e.Called:
			return false, nil
		case e.over():
			return false, refuse(http.StatusConflict, "tourney-over")
		}
		e.Called = true
		return true, nil
	})
	if err == nil && e.Play != nil {
		err = s.removeUnbegun(c.Context(), e, id) // also if it was called off before, and this did not come to its end
	}
	return s.answerTourney(c, id, e, err)
}

// removeUnbegun removes the games of a tournament that was called off in which nobody has chosen anything.
func (s *server) removeUnbegun(ctx context.Context, e *event, id string) error {
	return e.open(func(round, pairing, number int) error {
		game := e.games(id, round, pairing)[number].ID
		begun := false
		err := s.Games.With(game, func(m *match.Match) error {
			snap, err := m.Snapshot()
			begun = slices.ContainsFunc(snap.Entries, func(x record.Entry) bool { return x.Side >= 0 })
			return err
		})
		if err == nil && !begun {
			err = s.Games.Delete(ctx, game)
		}
		if errors.Is(err, match.ErrNotFound) {
			return nil // it was not set up yet
		}
		return err
	})
}

// startTourney starts a tournament: nobody enters any more, and the first round is paired.
func (s *server) startTourney(c *call) error {
	return s.changeTourney(c, &struct{}{}, func(e *event) (bool, error) {
		switch {
		case e.Host != c.who.ID:
			return false, refuse(http.StatusForbidden, "tourney-host")
		case e.Play != nil:
			return false, nil
		case e.Called:
			return false, refuse(http.StatusConflict, "tourney-began")
		case len(e.Entrants) < 2:
			return false, refuse(http.StatusConflict, "tourney-few")
		}
		players, err := s.seeds(c, e)
		if err != nil {
			return false, err
		}
		return true, e.start(players, time.Now().Unix())
	})
}

// seeds returns the entrants of a tournament, the strongest first.
func (s *server) seeds(c *call, e *event) ([]string, error) {
	r, err := s.ranks(c.Context())
	if err != nil {
		return nil, err
	}
	list := slices.Clone(e.Entrants)
	b := r.books[s.bookOf(e.Battles[0])]
	if b == nil {
		return list, nil
	}
	slices.SortStableFunc(list, func(x, y string) int { return cmp.Compare(b.Rating(y, 0).Value, b.Rating(x, 0).Value) })
	return list, nil
}

// pairRound pairs a round before it would be paired by itself. In a round robin that is possible while games of the last one go on.
// Asking again for a round that is paired changes nothing.
func (s *server) pairRound(c *call) error {
	var body struct {
		Round int `json:"round"` // from 1
	}
	return s.changeTourney(c, &body, func(e *event) (bool, error) {
		switch {
		case e.Host != c.who.ID:
			return false, refuse(http.StatusForbidden, "tourney-host")
		case e.Play == nil:
			return false, refuse(http.StatusConflict, "tourney-few")
		case body.Round >= 1 && body.Round <= len(e.Play.Paired):
			return false, nil
		case body.Round != len(e.Play.Paired)+1:
			return false, malformed("round", fmt.Sprintf("expected %d", len(e.Play.Paired)+1))
		}
		_, err := e.Play.PairNext()
		switch {
		case errors.Is(err, tourney.ErrPending):
			return false, refuse(http.StatusConflict, "tourney-pending")
		case errors.Is(err, tourney.ErrOver), errors.Is(err, tourney.ErrTooFew):
			return false, refuse(http.StatusConflict, "tourney-over")
		}
		return true, err
	})
}

// tourneyCard describes a tournament in short.
func (s *server) tourneyCard(c *call, e *event, id string) tourneyCard {
	x := tourneyCard{
		ID: id, Name: e.Name, State: "open", Format: e.Format, Battles: []desk.Named{}, Rounds: e.Rounds, Players: len(e.Entrants), Days: e.Days, Clock: e.Clock,
		Rated: e.Rated, Pair: e.Pair, Host: s.person(c, e.Host), Gone: e.Gone, Entered: c.who.ID != "" && e.has(c.who.ID), Created: time.Unix(e.Created, 0).UTC(),
	}
	for _, b := range e.Battles {
		x.Battles = append(x.Battles, s.battleName(c, b))
	}
	if t := e.Play; t != nil {
		x.State, x.Rounds, x.Round, x.Players = "running", t.Len(), len(t.Paired), len(t.Players)
	}
	switch {
	case e.Called:
		x.State = "called-off"
	case e.over():
		x.State = "over"
	}
	return x
}

// battleName returns a battle with its name.
func (s *server) battleName(c *call, id string) desk.Named {
	x := desk.Named{ID: id, Name: id}
	if b, err := s.Games.Library().Load(id, nil); err == nil {
		if w, err := b.Words(c.lang); err == nil {
			x.Name = w.Text("battle.name")
		}
	}
	return x
}

// describeTourney describes a tournament to the sender of a request.
func (s *server) describeTourney(c *call, e *event, id string) tourneyData {
	x := tourneyData{tourneyCard: s.tourneyCard(c, e, id), Entrants: []entrant{}, Standings: []tourneyPlace{}, Paired: []tourneyRound{}}
	users := e.Entrants
	if e.Play != nil {
		users = nil
		for _, p := range e.Play.Players {
			users = append(users, p.ID)
		}
	}
	people := make([]desk.Person, len(users))
	number := map[string]int{"": -1}
	for i, user := range users {
		people[i], number[user] = s.person(c, user), i
	}
	s.rate(c, s.bookOf(e.Battles[0]), people, users...)
	for i, p := range people {
		x.Entrants = append(x.Entrants, entrant{p, e.Play != nil && e.Play.Players[i].Left})
	}
	t := e.Play
	if t == nil {
		return x
	}
	for _, l := range t.Standings() {
		x.Standings = append(x.Standings, tourneyPlace{number[l.Player], l.Place, l.Points, l.Wins, l.Buchholz, l.SonnebornBerger})
	}
	for i, r := range t.Paired {
		round := tourneyRound{Battle: s.battleName(c, e.battleOf(i)), Pairings: []tourneyPairing{}, Bye: number[r.Bye]}
		if i < len(t.Deadlines) {
			at := time.Unix(t.Deadlines[i], 0).UTC()
			round.Deadline = &at
		}
		for j, p := range r.Pairings {
			y := tourneyPairing{First: number[p.First], Second: number[p.Second], Results: p.Results}
			if e.Watch || c.who.ID != "" && slices.Contains([]string{p.First, p.Second, e.Host}, c.who.ID) {
				for _, n := range e.games(id, i, j) {
					y.Games = append(y.Games, n.ID)
				}
			}
			round.Pairings = append(round.Pairings, y)
		}
		x.Paired = append(x.Paired, round)
	}
	x.MayPair = e.Host == c.who.ID && e.Format == tourney.RoundRobin && len(t.Paired) < t.Len()
	return x
}

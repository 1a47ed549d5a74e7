package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"acies/clock"
	"acies/game"
	"acies/match"
	"acies/record"
	"acies/table"
	"acies/tourney"
)

// TourneyStore keeps tournaments as text. The errors are those of a [match.Log].
type TourneyStore interface {
	// AddTourney adds a tournament with version 1.
	AddTourney(ctx context.Context, id, data string, created time.Time) error
	// ChangeTourney replaces the text of a tournament, or returns [match.ErrConflict] if it has another version.
	ChangeTourney(ctx context.Context, id string, version int, data string, over bool) error
	// Tourney returns a tournament, or [match.ErrNotFound].
	Tourney(ctx context.Context, id string) (data string, version int, err error)
	// Tourneys returns the ids of tournaments: first those in which something may still happen, the latest first.
	Tourneys(ctx context.Context, limit int) ([]string, error)
	// Unfinished returns the ids of those in which something may still happen.
	Unfinished(ctx context.Context) ([]string, error)
}

// newTourney is what is agreed before a tournament.
type newTourney struct {
	Name    string         `json:"name"`
	Battles []string       `json:"battles"` // round by round; after the last the first again
	Format  tourney.Format `json:"format"`
	Rounds  int            `json:"rounds"`          // of a Swiss tournament; 0: as many as its players need
	Days    int            `json:"days"`            // for a round; 0: there are no deadlines
	Clock   *clock.Control `json:"clock,omitempty"` // of each game
	Rated   bool           `json:"rated"`
	Pair    bool           `json:"pair"`  // two games per pairing, with the sides exchanged
	Watch   bool           `json:"watch"` // everybody may watch the games
}

// event is a tournament as it is kept: what was agreed, who has entered and, once it has started, all that has happened in it.
type event struct {
	newTourney
	Host     string              `json:"host"`
	Created  int64               `json:"created"`  // seconds since 1970
	Entrants []string            `json:"entrants"` // until it starts
	Called   bool                `json:"called,omitempty"`
	Gone     bool                `json:"gone,omitempty"` // because the account of its host is deleted or suspended
	Play     *tourney.Tournament `json:"play,omitempty"` // nil: it has not started
}

// openFor is for how many seconds a tournament waits to be started.
const openFor = 60 * 24 * 60 * 60

// over reports whether nothing more happens in a tournament.
func (e *event) over() bool { return e.Called || e.Play != nil && e.Play.Over() }

// battleOf returns the battle of a round.
func (e *event) battleOf(round int) string { return e.Battles[round%len(e.Battles)] }

// has reports whether a user takes part.
func (e *event) has(user string) bool {
	if e.Play == nil {
		return slices.Contains(e.Entrants, user)
	}
	return slices.Contains(e.Play.Players, tourney.Player{ID: user})
}

// leave takes somebody out who takes part. His games without a result are won by his opponents.
func (e *event) leave(user string) error {
	if e.Play == nil {
		e.Entrants = slices.DeleteFunc(e.Entrants, func(id string) bool { return id == user })
		return nil
	}
	return e.Play.Leave(user)
}

// start makes a tournament of the entrants, the strongest first, and pairs its first round.
func (e *event) start(players []string, now int64) error {
	t := &tourney.Tournament{Format: e.Format, Return: e.Pair}
	for _, id := range players {
		t.Players = append(t.Players, tourney.Player{ID: id})
	}
	if e.Format == tourney.Swiss {
		if t.Rounds = e.Rounds; t.Rounds == 0 {
			t.Rounds = tourney.SwissRounds(len(players))
		}
	}
	for i := range t.Len() {
		if e.Days > 0 {
			t.Deadlines = append(t.Deadlines, now+int64(e.Days)*int64(i+1)*24*60*60)
		}
	}
	if err := t.Check(); err != nil {
		return err
	}
	if _, err := t.PairNext(); err != nil {
		return err
	}
	e.Play, e.Entrants = t, nil
	return nil
}

// games returns the games of a pairing. They are set up when the round is paired, both games of a match at once.
func (e *event) games(id string, round, pairing int) []match.NewGame {
	p := &e.Play.Paired[round].Pairings[pairing]
	n := match.NewGame{
		ID:     derivedID("tournament", id, strconv.Itoa(round), strconv.Itoa(pairing)),
		Battle: e.battleOf(round), Host: e.Host, Settings: table.Settings{},
		Seats: []match.Seat{{Kind: match.Human, User: p.First}, {Kind: match.Human, User: p.Second}},
		Terms: match.Terms{Rated: e.Rated, Clock: e.Clock, Pair: e.Pair, Tourney: id},
	}
	if e.Watch {
		n.Terms.Watch = match.WatchAll
	}
	if !e.Pair {
		return []match.NewGame{n}
	}
	return []match.NewGame{n, secondOf(n)}
}

// pending reports whether a game of the last round has no result.
func (e *event) pending() bool {
	rounds := e.Play.Paired
	return len(rounds) > 0 && slices.ContainsFunc(rounds[len(rounds)-1].Pairings, func(p tourney.Pairing) bool { return slices.Contains(p.Results, tourney.Pending) })
}

// resultOf returns the result of a game that has ended as its pairing counts it.
func resultOf(p *tourney.Pairing, snap *match.Snapshot) tourney.Result {
	return resultFor(p, snap.Seats, snap.Outcome().Winner)
}

// resultFor returns the result of a game that a side has won.
func resultFor(p *tourney.Pairing, seats []match.Seat, winner game.Side) tourney.Result {
	switch {
	case winner < 0:
		return tourney.Drawn
	case seats[winner].User == p.First:
		return tourney.FirstWon
	}
	return tourney.SecondWon
}

// lateResult returns the result of a game that is not over at its deadline. Who has never come to the table has lost to one who has; if
// neither has, both have lost. Otherwise the side has lost for which the game waits.
func lateResult(p *tourney.Pairing, snap *match.Snapshot) tourney.Result {
	var came [2]bool
	for _, n := range snap.Nonces {
		came[n.Side] = true
	}
	toAct := snap.State.ToAct()
	switch {
	case !came[0] && !came[1]:
		return tourney.Unplayed
	case came[0] != came[1] && came[0]:
		return resultFor(p, snap.Seats, 0)
	case came[0] != came[1]:
		return resultFor(p, snap.Seats, 1)
	case toAct >= 0:
		return resultFor(p, snap.Seats, toAct.Other())
	}
	return tourney.Drawn
}

// expire ends a game that is not over at its deadline and returns its result, so that it cannot end otherwise later. One to which
// somebody has never come is removed, since nobody has played.
func (s *server) expire(ctx context.Context, m *match.Match, p *tourney.Pairing, snap *match.Snapshot) (tourney.Result, error) {
	if !snap.Ready {
		return lateResult(p, snap), s.Games.Delete(ctx, snap.ID)
	}
	out, err := m.Expire(ctx)
	switch {
	case errors.Is(err, match.ErrOver): // somebody was faster
		out.Snapshot, err = m.Snapshot()
	case errors.Is(err, record.ErrFrozen), errors.Is(err, match.ErrTurn): // nobody can play it on
		return lateResult(p, snap), nil
	}
	return resultOf(p, &out.Snapshot), err
}

// readEvent returns a tournament and its version.
func (s *server) readEvent(ctx context.Context, id string) (*event, int, error) {
	data, version, err := s.Tourneys.Tourney(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	var x struct {
		event
		Play json.RawMessage `json:"play"`
	}
	if err := json.Unmarshal([]byte(data), &x); err != nil {
		return nil, 0, fmt.Errorf("the tournament %q: %w", id, err)
	}
	if x.Play != nil {
		if x.event.Play, err = tourney.Decode(string(x.Play)); err != nil {
			return nil, 0, fmt.Errorf("the tournament %q: %w", id, err)
		}
	}
	return &x.event, version, nil
}

// changeEvent changes a tournament. If somebody else has changed it meanwhile, f is called again with what it is then.
// Nothing is written if f returns false.
func (s *server) changeEvent(ctx context.Context, id string, f func(*event) (bool, error)) (*event, error) {
	for {
		e, version, err := s.readEvent(ctx, id)
		if err != nil {
			return nil, err
		}
		changed, err := f(e)
		if err != nil || !changed {
			return e, err
		}
		data, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		if err = s.Tourneys.ChangeTourney(ctx, id, version, string(data), e.over()); !errors.Is(err, match.ErrConflict) {
			return e, err
		}
	}
}

// goOn enters the results of games that have ended or are overdue, pairs the next round when nothing of the last one is
// open, and sets up its games. Doing so again changes nothing.
func (s *server) goOn(ctx context.Context, id string, now time.Time) (*event, error) {
	e, err := s.changeEvent(ctx, id, func(e *event) (bool, error) {
		switch {
		case e.over():
			return false, nil
		case e.Play == nil:
			e.Called = now.Unix()-e.Created > openFor
			return e.Called, nil
		}
		changed, err := s.enterResults(ctx, e, id, now)
		for err == nil && !e.pending() && !e.over() && len(e.Play.Paired) < e.Play.Len() { // a round that was paired early may end before the one before it
			changed = true
			_, err = e.Play.PairNext()
		}
		return changed, err
	})
	if err != nil || e.Play == nil || e.Called || s.Games.ReadOnly() {
		return e, err
	}
	return e, s.setUp(ctx, e, id)
}

// enterResults enters the results of the games of a tournament, and reports whether there is a new one.
func (s *server) enterResults(ctx context.Context, e *event, id string, now time.Time) (changed bool, err error) {
	late := e.Play.Overdue(now.Unix())
	err = e.open(func(round, pairing, number int) error {
		p := &e.Play.Paired[round].Pairings[pairing]
		n := e.games(id, round, pairing)[number]
		err := s.Games.With(n.ID, func(m *match.Match) error {
			at := tourney.GameID{Round: round, Pairing: pairing, Game: number}
			if slices.Contains(late, at) { // it may have ended on another node
				if err := m.Refresh(); err != nil {
					return err
				}
			}
			snap, err := m.Snapshot()
			if err != nil {
				return err
			}
			switch {
			case snap.Outcome().Over:
				changed = true
				return e.Play.Report(at, resultOf(p, &snap))
			case slices.Contains(late, at):
				changed = true
				result, err := s.expire(ctx, m, p, &snap)
				if err != nil {
					return err
				}
				return e.Play.Report(at, result)
			}
			return nil
		})
		if errors.Is(err, match.ErrNotFound) {
			return nil // it is set up below
		}
		return err
	})
	return changed, err
}

// setUp sets up the games of a tournament that have no result and are not there yet.
func (s *server) setUp(ctx context.Context, e *event, id string) error {
	return e.open(func(round, pairing, number int) error {
		n := e.games(id, round, pairing)[number]
		if n.Terms.Rated {
			if err := s.setAttacker(&n.Terms, n.Battle, nil); err != nil {
				n.Terms.Rated = false // it was measured when the tournament was founded, and is not any more
			}
		}
		shareDice(&n)
		return s.ensureGame(ctx, n)
	})
}

// open calls f for each game without a result.
func (e *event) open(f func(round, pairing, number int) error) error {
	for i, r := range e.Play.Paired {
		for j, p := range r.Pairings {
			for k, x := range p.Results {
				if x != tourney.Pending {
					continue
				}
				if err := f(i, j, k); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// eventLook is how often tournaments are looked at whose games nobody touches.
const eventLook = time.Minute

// runTourneys advances tournaments until a context ends.
func (s *server) runTourneys(ctx context.Context) {
	if s.Tourneys == nil || s.Games.ReadOnly() {
		return
	}
	tick := time.NewTicker(eventLook)
	defer tick.Stop()
	for {
		ids, err := s.Tourneys.Unfinished(ctx)
		for _, id := range ids {
			if _, err := s.goOn(ctx, id, time.Now()); err != nil && ctx.Err() == nil {
				s.Logger.Error("a tournament cannot go on", "tournament", id, "error", err)
			}
		}
		if err != nil && ctx.Err() == nil {
			s.Logger.Error("tournaments cannot be read", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// played advances the tournament of a game that has ended.
func (s *server) played(ctx context.Context, snap *match.Snapshot) {
	if snap.Terms.Tourney == "" || !snap.Outcome().Over || s.Tourneys == nil {
		return
	}
	if _, err := s.goOn(ctx, snap.Terms.Tourney, time.Now()); err != nil {
		s.Logger.Error("a tournament cannot go on", "tournament", snap.Terms.Tourney, "error", err)
	}
}

// inTourney reports whether a tournament depends on a game of some terms.
func (s *server) inTourney(ctx context.Context, t *match.Terms) (bool, error) {
	if t.Tourney == "" || s.Tourneys == nil {
		return t.Tourney != "", nil
	}
	e, _, err := s.readEvent(ctx, t.Tourney)
	if errors.Is(err, match.ErrNotFound) {
		return false, nil
	}
	return err == nil && !e.over(), err
}

// Vacate ends what a user leaves open who does not come back, because his account is deleted or suspended: see
// [match.Games.Vacate]. He leaves tournaments, and those that he has founded are called off, but for those that go on by deadlines.
func (s *server) Vacate(ctx context.Context, user string) error {
	if user == "" || s.Games.ReadOnly() {
		return nil
	}
	err := s.Games.Vacate(ctx, user)
	if s.Tourneys == nil {
		return err
	}
	ids, terr := s.Tourneys.Unfinished(ctx)
	errs := []error{err, terr}
	for _, id := range ids {
		if err := s.vacateEvent(ctx, id, user); err != nil {
			errs = append(errs, fmt.Errorf("the tournament %q: %w", id, err))
		}
	}
	return errors.Join(errs...)
}

// vacateEvent takes a user out of one tournament, or calls it off if he has founded it and nothing else can bring it to its end: it
// has not started, or has no deadlines, so that a player who does not come would keep it open for ever. Tournaments in which he
// neither plays nor is the host are left alone.
func (s *server) vacateEvent(ctx context.Context, id, user string) error {
	changed := false
	e, err := s.changeEvent(ctx, id, func(e *event) (bool, error) {
		if changed = false; e.over() {
			return false, nil
		}
		if e.Host == user && (e.Play == nil || e.Days == 0) {
			e.Called, e.Gone, changed = true, true, true
		}
		if !e.has(user) {
			return changed, nil
		}
		changed = true
		return true, e.leave(user)
	})
	switch {
	case err != nil || !changed || e.Play == nil:
		return err
	case e.Called:
		return s.removeUnbegun(ctx, e, id)
	}
	_, err = s.goOn(ctx, id, time.Now())
	return err
}

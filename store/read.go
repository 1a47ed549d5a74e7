package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"acies/game"
	"acies/match"
)

const gameColumns = "id, header, summary, version, revision, created, updated, title, deleted, host, terms, listing, rated, over"

func scanGame(row scanner) (match.Game, error) {
	var g match.Game
	var created, updated, deleted int64
	err := row.Scan(&g.ID, &g.Header, &g.Summary, &g.Version, &g.Revision, &created, &updated, &g.Title, &deleted, &g.Host, &g.Terms, &g.Listing, &g.Rated, &g.Over)
	g.Created, g.Updated, g.Deleted = fromMillis(created), fromMillis(updated), fromMillis(deleted)
	return g, err
}

// Times are stored as milliseconds since 1970, the zero time as 0.
func toMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMilli(n)
}

// explain adds what was being done to an error, and marks errors of the database that mean damage as [match.ErrDamaged], and those that
// pass as [match.ErrAway].
func explain(err error, format string, args ...any) error {
	if isDamage(err) {
		err = fmt.Errorf("%w: %w", match.ErrDamaged, err)
	}
	if away(err) || crossed(err) { // others were in the way for as long as a write waits: whoever has sent it may do so again
		err = fmt.Errorf("%w: %w", match.ErrAway, err)
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), err)
}

// Games implements [match.Log].
func (s *Store) Games(ctx context.Context, limit int) ([]match.Game, error) {
	games, err := s.games(ctx, "", limit)
	if err != nil {
		return nil, explain(err, "listing games")
	}
	return games, nil
}

// GamesOf implements [match.Log].
func (s *Store) GamesOf(ctx context.Context, user string, limit int) ([]match.Game, error) {
	if user == "" {
		return nil, nil // an open seat is nobody's
	}
	games, err := s.games(ctx, "WHERE host = ?1 OR id IN (SELECT game FROM seats WHERE user = ?1) ", user, limit)
	if err != nil {
		return nil, explain(err, "listing the games of a user")
	}
	return games, nil
}

// openSeat selects games of which a seat is open.
const openSeat = "EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND seats.kind = 'human' AND seats.user = '')"

// challenges selects games that the lobby offers, which were created since a time.
const challenges = "WHERE deleted = 0 AND listing > 0 AND created >= ? AND " + openSeat

// Lobby implements [match.Log].
func (s *Store) Lobby(ctx context.Context, since time.Time, limit int) ([]match.Game, error) {
	const order = " ORDER BY created DESC, id LIMIT ?" // not by what happens in them: somebody may be told of that later
	const offered = "WHERE id IN (SELECT id FROM (SELECT id, host, row_number() OVER (PARTITION BY host ORDER BY created DESC, id) AS place FROM games " + challenges + ") AS ranked WHERE place <= ? OR host = '')"
	open, err := s.ordered(ctx, offered+order, toMillis(since), match.ShownOfHost, limit)
	if err != nil {
		return nil, explain(err, "listing the challenges of the lobby")
	}
	public, err := s.ordered(ctx, "WHERE deleted = 0 AND listing = 2 AND NOT "+openSeat+order, limit)
	if err != nil {
		return nil, explain(err, "listing the games of the lobby")
	}
	return append(open, public...), nil
}

// Waiting implements [match.Log]. A game in which everybody else has gone waits for nobody.
func (s *Store) Waiting(ctx context.Context, user string, limit int) ([]string, error) {
	ids, err := selected(ctx, &s.read, func(row scanner) (id string, err error) {
		return id, row.Scan(&id)
	}, `SELECT w.game FROM seats w JOIN games g ON g.id = w.game WHERE w.user = ?1 AND w.user <> '' AND w.waits > 0 AND w.kind = 'human' AND g.deleted = 0
		AND EXISTS (SELECT 1 FROM seats o WHERE o.game = w.game AND o.kind = 'human' AND o.user <> w.user)
		GROUP BY w.game ORDER BY min(w.waits), w.game LIMIT ?2`, user, limit)
	if err != nil {
		return nil, explain(err, "listing the games that wait for a user")
	}
	return ids, nil
}

// Rated implements [match.Log].
func (s *Store) Rated(ctx context.Context) ([]match.Game, error) {
	games, err := s.games(ctx, "WHERE rated = 1 ", math.MaxInt64)
	if err != nil {
		return nil, explain(err, "listing rated games")
	}
	slices.SortStableFunc(games, func(a, b match.Game) int {
		return cmp.Or(a.Updated.Compare(b.Updated), strings.Compare(a.ID, b.ID))
	})
	return games, nil
}

// RatedMark implements [match.Log]. The index games_ended holds what it counts.
func (s *Store) RatedMark(ctx context.Context) (string, error) {
	var n, last int64
	err := s.read.QueryRowContext(ctx, "SELECT count(*), coalesce(max(changed), 0) FROM games WHERE rated = 1 AND json_valid(summary) AND json_extract(summary, '$.outcome.over') = 1").
		Scan(&n, &last)
	if err != nil {
		return "", explain(err, "counting rated games")
	}
	return fmt.Sprintf("%d/%d", n, last), nil
}

// Hosted implements [match.Log].
func (s *Store) Hosted(ctx context.Context, user string, since time.Time) (all, recent int, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT count(*) FILTER (WHERE deleted = 0), count(*) FILTER (WHERE created >= ?) FROM games WHERE host = ? AND host <> ''",
		toMillis(since), user).Scan(&all, &recent)
	if err != nil {
		return 0, 0, explain(err, "counting the games of a user")
	}
	return all, recent, nil
}

// Challenges implements [match.Log].
func (s *Store) Challenges(ctx context.Context, user string, since time.Time) (n int, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT count(*) FROM games "+challenges+" AND host = ? AND host <> ''", toMillis(since), user).Scan(&n)
	if err != nil {
		return 0, explain(err, "counting the challenges of a user")
	}
	return n, nil
}

// latest orders games as lists show them.
const latest = "ORDER BY deleted > 0, changed DESC LIMIT ?"

// games returns the games that a condition selects. The last argument is how many at most.
func (s *Store) games(ctx context.Context, where string, args ...any) ([]match.Game, error) {
	return s.ordered(ctx, where+latest, args...)
}

// ordered returns the games that a condition selects, in the order in which it ends.
func (s *Store) ordered(ctx context.Context, where string, args ...any) (list []match.Game, err error) {
	err = s.read.snapshot(ctx, func(q querier) (err error) {
		list, err = readGames(ctx, q, where, args...)
		return err
	})
	return list, err
}

func readGames(ctx context.Context, q querier, where string, args ...any) ([]match.Game, error) {
	rows, err := q.QueryContext(ctx, "SELECT "+gameColumns+" FROM games "+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []match.Game
	at := map[string]int{}
	for rows.Next() {
		g, err := scanGame(rows)
		if err != nil {
			return nil, err
		}
		at[g.ID] = len(out)
		out = append(out, g)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	err = readSeats(ctx, q, func(id string, seat match.Seat) { out[at[id]].Seats = append(out[at[id]].Seats, seat) },
		"game IN (SELECT id FROM games "+where+")", args...)
	return out, err
}

// readSeats calls f for each seat that the condition selects, ordered by game and side.
func readSeats(ctx context.Context, q querier, f func(id string, seat match.Seat), where string, args ...any) error {
	rows, err := q.QueryContext(ctx, "SELECT game, kind, user, invite, waits FROM seats WHERE "+where+" ORDER BY game, side", args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var seat match.Seat
		var waits int64
		if err := rows.Scan(&id, &seat.Kind, &seat.User, &seat.Invite, &waits); err != nil {
			return err
		}
		seat.Waits = fromMillis(waits)
		f(id, seat)
	}
	return rows.Err()
}

// Load implements [match.Log].
func (s *Store) Load(ctx context.Context, id string) (match.Game, []match.Row, error) {
	var g match.Game
	var rows []match.Row
	err := s.read.snapshot(ctx, func(q querier) (err error) {
		g, rows, err = load(ctx, q, id)
		return err
	})
	if err != nil {
		return match.Game{}, nil, explain(err, "loading the game %q", id)
	}
	return g, rows, nil
}

// load reads a game and its rows, which belong together if q reads what is there at one moment.
func load(ctx context.Context, q querier, id string) (match.Game, []match.Row, error) {
	g, err := scanGame(queryRow(ctx, q, "SELECT "+gameColumns+" FROM games WHERE id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		return match.Game{}, nil, match.ErrNotFound
	}
	if err != nil {
		return match.Game{}, nil, err
	}
	err = readSeats(ctx, q, func(_ string, seat match.Seat) { g.Seats = append(g.Seats, seat) }, "game = ?", id)
	if err != nil {
		return match.Game{}, nil, err
	}
	rows, err := q.QueryContext(ctx, "SELECT n, kind, at, side, user, line FROM log WHERE game = ? ORDER BY n", id)
	if err != nil {
		return match.Game{}, nil, err
	}
	defer rows.Close()
	log := make([]match.Row, 0, max(0, min(g.Version, 1<<16)))
	for rows.Next() {
		var r match.Row
		var n int
		var at, side int64
		if err := rows.Scan(&n, &r.Kind, &at, &side, &r.Actor.User, &r.Line); err != nil {
			return match.Game{}, nil, err
		}
		r.At, r.Actor.Side = fromMillis(at), game.Side(side)
		log = append(log, r)
		if n != len(log) {
			return match.Game{}, nil, fmt.Errorf("%w: found row %d of its log, expected row %d", match.ErrDamaged, n, len(log))
		}
	}
	if err := rows.Err(); err != nil {
		return match.Game{}, nil, err
	}
	if len(log) != g.Version {
		return match.Game{}, nil, fmt.Errorf("%w: found %d rows of its log, expected %d", match.ErrDamaged, len(log), g.Version)
	}
	return g, log, nil
}

// Request implements [match.Log].
func (s *Store) Request(ctx context.Context, game, id string) (match.Written, bool, error) {
	var w match.Written
	err := s.read.QueryRowContext(ctx, "SELECT first, last, content FROM requests WHERE game = ? AND id = ?", game, id).
		Scan(&w.First, &w.Last, &w.Content)
	if errors.Is(err, sql.ErrNoRows) {
		return match.Written{}, false, nil
	}
	if err != nil {
		return match.Written{}, false, explain(err, "looking for a request of the game %q", game)
	}
	return w, true, nil
}

// Pack implements [match.Log].
func (s *Store) Pack(ctx context.Context, hash string) (match.Pack, error) {
	p := match.Pack{Hash: hash}
	err := s.read.QueryRowContext(ctx, "SELECT data FROM packs WHERE hash = ?", hash).Scan(&p.Data)
	if errors.Is(err, sql.ErrNoRows) {
		err = match.ErrNotFound
	}
	if err != nil {
		return match.Pack{}, explain(err, "loading the pack %q", hash)
	}
	return p, nil
}

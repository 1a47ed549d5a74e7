package store

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"acies/game"
	"acies/match"
)

// Check implements [match.Log]. It writes something and takes it away again, so it fails when the disk is full.
func (s *Store) Check(ctx context.Context) error {
	if err := s.write(ctx, s.engine.check); err != nil {
		return explain(err, "checking the data file")
	}
	return nil
}

// Create implements [match.Log].
func (s *Store) Create(ctx context.Context, g match.Game, rows []match.Row, p match.Pack) error {
	err := s.write(ctx, func(w *writer) error { return w.create(g, rows, p) })
	if err != nil {
		return explain(err, "creating the game %q", g.ID)
	}
	return nil
}

// Append implements [match.Log].
func (s *Store) Append(ctx context.Context, a match.Append) (match.Revision, error) {
	revision := newRevision()
	err := s.append(ctx, a, revision)
	if err != nil {
		return 0, explain(err, "writing to the game %q", a.Game)
	}
	return revision, nil
}

func (s *Store) append(ctx context.Context, a match.Append, revision match.Revision) error {
	if len(a.Rows) == 0 {
		return errors.New("there is nothing to write")
	}
	if s.pg != nil && plain(a.Rows) {
		return s.submit(s.pg.appends, &job{ctx: ctx, append: &a, revision: revision})
	}
	return s.write(ctx, func(w *writer) error { return w.append(a, revision) })
}

// plain reports whether rows change the log alone.
func plain(rows []match.Row) bool {
	return !slices.ContainsFunc(rows, func(r match.Row) bool { return r.Kind == match.RowSeat || r.Kind == match.RowSubstitute })
}

// Invite implements [match.Log].
func (s *Store) Invite(ctx context.Context, id string, side game.Side, hash string) error {
	return s.label(ctx, "inviting to", "UPDATE seats SET invite = ?1 WHERE game = ?2 AND side = ?3 AND user = ''", hash, id, int64(side))
}

// Rename implements [match.Log].
func (s *Store) Rename(ctx context.Context, id, title string) error {
	return s.label(ctx, "renaming", "UPDATE games SET title = ? WHERE id = ?", title, id)
}

// Delete implements [match.Log].
func (s *Store) Delete(ctx context.Context, id string, at time.Time) error {
	return s.label(ctx, "deleting", "UPDATE games SET deleted = ? WHERE id = ?", toMillis(at), id)
}

// label carries out an update of one game that leaves its rows alone.
func (s *Store) label(ctx context.Context, doing, update string, value any, id string, more ...any) error {
	err := s.write(ctx, func(w *writer) error { return w.one(match.ErrNotFound, update, append([]any{value, id}, more...)...) })
	if err != nil {
		return explain(err, "%s the game %q", doing, id)
	}
	return nil
}

// Purge implements [match.Log].
func (s *Store) Purge(ctx context.Context, before time.Time) (int, error) {
	purged, err := s.removeGames(ctx, deletedGames, toMillis(before))
	if err != nil {
		return purged, explain(err, "removing deleted games")
	}
	return purged, nil
}

// newRevision returns a random revision. It is never 0, which stands for a removed game.
func newRevision() match.Revision { return match.Revision(1 + rand.Int64N(1<<62)) }

// engine is what SQLite and PostgreSQL do in ways of their own. Its methods are called by the goroutine of [Store.run], but for size.
type engine interface {
	// transact carries out jobs in one transaction, all or none.
	transact(jobs []*job) error
	// refresh looks for changes of other processes; it is called several times a second while nothing is written.
	refresh() error
	// check is a job that fails if nothing can be written.
	check(w *writer) error
	size(ctx context.Context) (int64, error)
	close() error
}

// job is a write, to be carried out within a transaction.
type job struct {
	ctx  context.Context
	at   time.Time // when it was queued
	done chan error

	do    func(*writer) error // may be called several times, until a transaction has succeeded
	alone bool                // nobody else may write in the meantime, not even for other games

	// What PostgreSQL appends without a call.
	append   *match.Append
	revision match.Revision
	err      error // of the append, once its transaction has succeeded
}

// write queues a job and waits for the end of its transaction.
func (s *Store) write(ctx context.Context, do func(*writer) error) error {
	return s.submit(s.queue, &job{ctx: ctx, do: do})
}

// submit queues a job and waits for the end of its transaction. The end of the context withdraws the job only while it is
// queued, so that the caller always knows whether it was carried out.
func (s *Store) submit(queue chan<- *job, j *job) error {
	if s.readOnly {
		return match.ErrReadOnly
	}
	j.at, j.done = time.Now(), make(chan error, 1)
	select {
	case queue <- j:
	case <-j.ctx.Done():
		return j.ctx.Err()
	case <-s.quit:
		return match.ErrClosed
	}
	select {
	case err := <-j.done:
		return err
	case <-s.done:
		select {
		case err := <-j.done: // the last commit
			return err
		default:
			return match.ErrClosed
		}
	}
}

const (
	maxBatch = 256
	// watch is how often an idle writer checks whether another process has changed something.
	watch = 250 * time.Millisecond
)

// run is the writer goroutine.
func (s *Store) run() {
	defer close(s.done)
	defer s.engine.close()
	tick := time.NewTicker(watch)
	defer tick.Stop()
	var batch []*job
	for {
		select {
		case j := <-s.queue:
			batch = collect(append(batch[:0], j), s.queue)
		case <-tick.C:
			s.engine.refresh() // if it fails, so will the next read or write
			continue
		case <-s.quit:
			return
		}
		s.commit(batch)
	}
}

// collect adds what is queued to a batch, but for the jobs that have been withdrawn.
func collect(batch []*job, queue <-chan *job) []*job {
	for len(batch) < maxBatch {
		select {
		case j := <-queue:
			batch = append(batch, j)
			continue
		default:
		}
		break
	}
	return slices.DeleteFunc(batch, withdrawn)
}

// withdrawn reports whether the context of a job has ended, and if so answers the job.
func withdrawn(j *job) bool {
	err := j.ctx.Err()
	if err != nil {
		j.done <- err
	}
	return err != nil
}

// commit carries out jobs in one transaction. If one fails, each gets its own transaction, so that a failed job does not
// affect the others.
func (s *Store) commit(jobs []*job) {
	if len(jobs) == 0 {
		return
	}
	err := s.engine.transact(jobs)
	if err == nil || len(jobs) == 1 {
		for _, j := range jobs {
			j.done <- err
		}
		return
	}
	for _, j := range jobs {
		j.done <- s.engine.transact([]*job{j})
	}
}

// writer is the transaction of a job.
type writer struct {
	conn     querier
	prepared map[string]*sql.Stmt // statements that are used often, by their text
	changes  changeMarker
	rows     int            // that games have got
	changed  []match.Change // of games, where other nodes are to be told
}

// changeMarker marks games so that other processes find out that they have changed.
type changeMarker interface {
	// advance sets what an append changes in the row of its game, and returns how many games have the version and the revision it expects.
	advance(w *writer, a *match.Append, revision match.Revision, updated int64) (int64, error)
	// changed marks a game that has been changed otherwise.
	changed(w *writer, game string) error
	// gone marks a game that has been removed.
	gone(w *writer, game string) error
}

// exec carries out a statement and returns how many rows it has changed.
func (w *writer) exec(statement string, args ...any) (int64, error) {
	var res sql.Result
	var err error
	if stmt := w.prepared[statement]; stmt != nil {
		res, err = stmt.ExecContext(context.Background(), args...)
	} else {
		res, err = w.conn.ExecContext(context.Background(), statement, args...)
	}
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// queryRow returns the first row of a query.
func (w *writer) queryRow(query string, args ...any) scanner {
	return queryRow(context.Background(), w.conn, query, args...)
}

// Statements that are used often.
const (
	insertRow     = "INSERT INTO log (game, n, kind, at, side, user, line) VALUES (?, ?, ?, ?, ?, ?, ?)"
	insertRequest = "INSERT INTO requests (game, id, first, last, content) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)

func (w *writer) append(a match.Append, revision match.Revision) error {
	if a.Request != "" {
		if err := w.one(match.ErrRepeated, insertRequest, a.Game, a.Request, a.Version+1, a.Version+len(a.Rows), a.Content); err != nil {
			return err
		}
	}
	at := toMillis(a.Rows[len(a.Rows)-1].At)
	n, err := w.changes.advance(w, &a, revision, at)
	if err != nil {
		return err
	}
	if n == 0 {
		return match.ErrConflict
	}
	if err := w.addRows(a.Game, a.Version, a.Rows); err != nil {
		return err
	}
	return w.setWaits(a.Game, a.Waits, at)
}

// setWaits notes for which sides a game waits from now on; nil: as before. It has waited since earlier for those for which it did.
func (w *writer) setWaits(id string, sides []game.Side, at int64) error {
	if sides == nil {
		return nil
	}
	others, args := "", []any{id}
	for _, side := range sides {
		if _, err := w.exec("UPDATE seats SET waits = ? WHERE game = ? AND side = ? AND waits = 0", at, id, int64(side)); err != nil {
			return err
		}
		others, args = others+" AND side <> ?", append(args, int64(side))
	}
	_, err := w.exec("UPDATE seats SET waits = 0 WHERE game = ? AND waits > 0"+others, args...)
	return err
}

func (w *writer) addRows(game string, after int, rows []match.Row) error {
	for i := range rows {
		r := &rows[i]
		var err error
		switch r.Kind {
		case match.RowSeat: // only a seat that nobody has
			err = w.one(match.ErrConflict, "UPDATE seats SET user = ? WHERE game = ? AND side = ? AND user = ''", r.Actor.User, game, int64(r.Actor.Side))
		case match.RowSubstitute:
			_, err = w.exec("UPDATE seats SET kind = ? WHERE game = ? AND side = ?", r.Line, game, int64(r.Actor.Side))
		}
		if err != nil {
			return err
		}
		if _, err = w.exec(insertRow, game, after+1+i, string(r.Kind), toMillis(r.At), int64(r.Actor.Side), r.Actor.User, r.Line); err != nil {
			return err
		}
	}
	w.rows += len(rows)
	return nil
}

// addPack stores a pack unless it is stored already.
func (w *writer) addPack(p match.Pack) error {
	var stored bool
	err := w.queryRow("SELECT EXISTS (SELECT 1 FROM packs WHERE hash = ?)", p.Hash).Scan(&stored)
	if err != nil || stored {
		return err
	}
	_, err = w.exec("INSERT INTO packs (hash, data) VALUES (?, ?) ON CONFLICT DO NOTHING", p.Hash, append([]byte{}, p.Data...))
	return err
}

func (w *writer) create(g match.Game, rows []match.Row, p match.Pack) error {
	if p.Hash != "" {
		if err := w.addPack(p); err != nil {
			return err
		}
	}
	_, err := w.exec("INSERT INTO games ("+gameColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		g.ID, g.Header, g.Summary, len(rows), newRevision(), toMillis(g.Created), toMillis(g.Updated), g.Title, toMillis(g.Deleted), g.Host,
		g.Terms, g.Listing, g.Rated, g.Over)
	if err != nil {
		return err
	}
	for side, seat := range g.Seats {
		_, err := w.exec("INSERT INTO seats (game, side, kind, user, invite, waits) VALUES (?, ?, ?, ?, ?, ?)",
			g.ID, side, seat.Kind, seat.User, seat.Invite, toMillis(seat.Waits))
		if err != nil {
			return err
		}
	}
	if err := w.addRows(g.ID, 0, rows); err != nil {
		return err
	}
	return w.changes.changed(w, g.ID)
}

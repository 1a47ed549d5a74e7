package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"acies/game"
	"acies/match"
)

// Check implements [match.Log]. It writes a page and takes it away again, so it fails when the disk is full.
func (s *Store) Check(ctx context.Context) error {
	err := s.write(ctx, func(w *writer) error {
		_, err := w.conn.ExecContext(context.Background(), "INSERT INTO probe (data) VALUES (zeroblob(8192)); DELETE FROM probe")
		return err
	})
	if err != nil {
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
	err := s.write(ctx, func(w *writer) error { return w.append(a, revision) })
	if err != nil {
		return 0, explain(err, "writing to the game %q", a.Game)
	}
	return revision, nil
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
	err := s.write(ctx, func(w *writer) error {
		res, err := w.conn.ExecContext(context.Background(), update, append([]any{value, id}, more...)...)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, match.ErrNotFound)
		}
		return nil
	})
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

// job is a write, to be carried out within a transaction.
type job struct {
	ctx  context.Context
	do   func(*writer) error
	done chan error
}

// write queues a job and waits for the end of its transaction. The end of the context withdraws the job only while it is
// queued, so that the caller always knows whether it was carried out.
func (s *Store) write(ctx context.Context, do func(*writer) error) error {
	if s.readOnly {
		return match.ErrReadOnly
	}
	j := &job{ctx: ctx, do: do, done: make(chan error, 1)}
	select {
	case s.queue <- j:
	case <-ctx.Done():
		return ctx.Err()
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
	// watch is how often an idle writer checks whether another process has changed the file.
	watch = 250 * time.Millisecond
)

// run is the writer goroutine.
func (s *Store) run(w *writer) {
	defer close(s.done)
	defer w.close()
	tick := time.NewTicker(watch)
	defer tick.Stop()
	var batch []*job
	for {
		batch = batch[:0]
		select {
		case j := <-s.queue:
			batch = append(batch, j)
		case <-tick.C:
			w.refresh() // if it fails, so will the next read or write
			continue
		case <-s.quit:
			return
		}
		for more := true; more && len(batch) < maxBatch; {
			select {
			case j := <-s.queue:
				batch = append(batch, j)
			default:
				more = false
			}
		}
		w.commit(slices.DeleteFunc(batch, withdrawn))
	}
}

// withdrawn reports whether the context of a job has ended, and if so answers the job.
func withdrawn(j *job) bool {
	err := j.ctx.Err()
	if err != nil {
		j.done <- err
	}
	return err != nil
}

// writer is the only connection that writes. Only the goroutine of run uses it.
type writer struct {
	db       *sql.DB
	conn     *sql.Conn
	advance  *sql.Stmt
	row      *sql.Stmt
	request  *sql.Stmt
	seen     int64 // the data version at the last refresh
	changed  int64 // the highest change number
	watchers *watchers
	rows     int // that games have got in this transaction
	wrote    func(rows int, took time.Duration)
}

func newWriter(db *sql.DB, o Options) (*writer, error) {
	ctx := context.Background()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, conn); err != nil {
		return nil, err
	}
	w := &writer{db: db, conn: conn, wrote: o.Wrote}
	if o.MaxPages > 0 {
		if _, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", o.MaxPages)); err != nil {
			return nil, err
		}
	}
	for _, p := range []struct {
		to  **sql.Stmt
		sql string
	}{
		{&w.advance, `UPDATE games SET version = version + ?, revision = ?, changed = ?, summary = ?, updated = ?
			WHERE id = ? AND version = ? AND revision = ?`},
		{&w.row, "INSERT INTO log (game, n, kind, at, side, user, line) VALUES (?, ?, ?, ?, ?, ?, ?)"},
		{&w.request, "INSERT INTO requests (game, id, first, last, content) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"},
	} {
		if *p.to, err = conn.PrepareContext(ctx, p.sql); err != nil {
			return nil, err
		}
	}
	return w, w.start()
}

// close closes the statements before the connection: open statements would keep it alive, and with it SQLite's files.
func (w *writer) close() error {
	var errs []error
	for _, stmt := range []*sql.Stmt{w.advance, w.row, w.request} {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	return errors.Join(append(errs, w.conn.Close(), w.db.Close())...)
}

// dataVersion returns a number that changes when another connection has written to the file.
func (w *writer) dataVersion() (n int64, err error) {
	err = w.conn.QueryRowContext(context.Background(), "PRAGMA data_version").Scan(&n)
	return n, err
}

// start makes refresh report only what changes from now on.
func (w *writer) start() (err error) {
	if w.seen, err = w.dataVersion(); err != nil {
		return err
	}
	return w.conn.QueryRowContext(context.Background(), `SELECT max(coalesce((SELECT max(changed) FROM games), 0),
		coalesce((SELECT max(changed) FROM removed), 0))`).Scan(&w.changed)
}

// refresh reports the games that other connections have changed since the last refresh.
func (w *writer) refresh() error {
	now, err := w.dataVersion()
	if err != nil || now == w.seen {
		return err
	}
	rows, err := w.conn.QueryContext(context.Background(), `SELECT id, revision, changed FROM games WHERE changed > ?1
		UNION ALL SELECT game, 0, changed FROM removed WHERE changed > ?1`, w.changed)
	if err != nil {
		return err
	}
	defer rows.Close()
	var changes []match.Change
	last := w.changed
	for rows.Next() {
		var c match.Change
		var n int64
		if err := rows.Scan(&c.Game, &c.Revision, &n); err != nil {
			return err
		}
		changes, last = append(changes, c), max(last, n)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	w.seen, w.changed = now, last
	if len(changes) > 0 {
		w.watchers.report(changes)
	}
	return nil
}

// commit carries out jobs in one transaction. If one fails, each gets its own transaction, so that a failed job does not
// affect the others.
func (w *writer) commit(jobs []*job) {
	if len(jobs) == 0 {
		return
	}
	err := w.transact(jobs)
	if err == nil || len(jobs) == 1 {
		for _, j := range jobs {
			j.done <- err
		}
		return
	}
	for _, j := range jobs {
		j.done <- w.transact([]*job{j})
	}
}

func (w *writer) transact(jobs []*job) error {
	ctx := context.Background()
	start := time.Now()
	w.rows = 0
	if _, err := w.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	changed := w.changed
	err := func() error {
		// Change numbers continue from those of other connections.
		if err := w.refresh(); err != nil {
			return err
		}
		changed = w.changed
		for _, j := range jobs {
			if err := j.do(w); err != nil {
				return err
			}
		}
		_, err := w.conn.ExecContext(ctx, "COMMIT")
		return err
	}()
	if err != nil {
		// This fails if the failed commit has ended the transaction already, which does no harm.
		w.conn.ExecContext(ctx, "ROLLBACK")
		w.changed = changed
	} else if w.wrote != nil {
		w.wrote(w.rows, time.Since(start))
	}
	return err
}

// nextChange returns the next change number.
func (w *writer) nextChange() int64 {
	w.changed++
	return w.changed
}

func (w *writer) append(a match.Append, revision match.Revision) error {
	ctx := context.Background()
	if len(a.Rows) == 0 {
		return errors.New("there is nothing to write")
	}
	if a.Request != "" {
		res, err := w.request.ExecContext(ctx, a.Game, a.Request, a.Version+1, a.Version+len(a.Rows), a.Content)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, match.ErrRepeated)
		}
	}
	at := toMillis(a.Rows[len(a.Rows)-1].At)
	res, err := w.advance.ExecContext(ctx, len(a.Rows), revision, w.nextChange(), a.Summary, at, a.Game, a.Version, a.Revision)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, match.ErrConflict)
	}
	return w.addRows(a.Game, a.Version, a.Rows)
}

func (w *writer) addRows(game string, after int, rows []match.Row) error {
	for i := range rows {
		r := &rows[i]
		var err error
		switch r.Kind {
		case match.RowSeat:
			err = w.takeSeat(game, r.Actor)
		case match.RowSubstitute:
			_, err = w.conn.ExecContext(context.Background(), "UPDATE seats SET kind = ? WHERE game = ? AND side = ?", r.Line, game, int64(r.Actor.Side))
		}
		if err != nil {
			return err
		}
		_, err = w.row.ExecContext(context.Background(), game, after+1+i, string(r.Kind), toMillis(r.At), int64(r.Actor.Side), r.Actor.User, r.Line)
		if err != nil {
			return err
		}
	}
	w.rows += len(rows)
	return nil
}

// takeSeat gives a seat that nobody has to a user.
func (w *writer) takeSeat(game string, a match.Actor) error {
	res, err := w.conn.ExecContext(context.Background(), "UPDATE seats SET user = ? WHERE game = ? AND side = ? AND user = ''", a.User, game, int64(a.Side))
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, match.ErrConflict)
	}
	return nil
}

// addPack stores a pack unless it is stored already.
func (w *writer) addPack(p match.Pack) error {
	ctx := context.Background()
	var stored bool
	err := w.conn.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM packs WHERE hash = ?)", p.Hash).Scan(&stored)
	if err != nil || stored {
		return err
	}
	_, err = w.conn.ExecContext(ctx, "INSERT INTO packs (hash, data) VALUES (?, ?)", p.Hash, append([]byte{}, p.Data...))
	return err
}

func (w *writer) create(g match.Game, rows []match.Row, p match.Pack) error {
	ctx := context.Background()
	if p.Hash != "" {
		if err := w.addPack(p); err != nil {
			return err
		}
	}
	_, err := w.conn.ExecContext(ctx, "INSERT INTO games ("+gameColumns+", changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		g.ID, g.Header, g.Summary, len(rows), newRevision(), toMillis(g.Created), toMillis(g.Updated), g.Title, toMillis(g.Deleted), g.Host,
		g.Terms, g.Listing, g.Rated, w.nextChange())
	if err != nil {
		return err
	}
	for side, seat := range g.Seats {
		_, err := w.conn.ExecContext(ctx, "INSERT INTO seats (game, side, kind, user, invite) VALUES (?, ?, ?, ?, ?)", g.ID, side, seat.Kind, seat.User, seat.Invite)
		if err != nil {
			return err
		}
	}
	return w.addRows(g.ID, 0, rows)
}

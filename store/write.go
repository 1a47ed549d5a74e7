package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// Append is what one request adds to the log of a game.
type Append struct {
	Game    string
	Version int      // of the game before it
	Lines   []string // at least one
	Request string   // the client's name for the request; empty: none
	Summary string   // of the game after it
}

// Create adds a game with the rows of its log so far.
func (s *Store) Create(g Game, lines []string) error {
	err := s.write(func(w *writer) error { return w.create(g, lines) })
	if err != nil {
		return fmt.Errorf("creating the game %q: %w", g.ID, err)
	}
	return nil
}

// Append adds rows to the log of a game, all or none, and returns when they are on the disk. The error is
// [ErrConflict] if the version is not that of the game, and [ErrRepeated] if the request has been carried out before.
func (s *Store) Append(a Append) error {
	err := s.write(func(w *writer) error { return w.append(a) })
	if err != nil {
		return fmt.Errorf("writing to the game %q: %w", a.Game, err)
	}
	return nil
}

// job is something to be written within a transaction.
type job struct {
	do   func(*writer) error
	done chan error
}

func (s *Store) write(do func(*writer) error) error {
	if s.ro {
		return ErrReadOnly
	}
	j := &job{do: do, done: make(chan error, 1)}
	select {
	case s.queue <- j:
	case <-s.quit:
		return ErrClosed
	}
	select {
	case err := <-j.done:
		return err
	case <-s.done:
		select {
		case err := <-j.done: // the last commit
			return err
		default:
			return ErrClosed
		}
	}
}

const (
	maxBatch = 256
	// watch is how often an idle writer looks whether somebody else has changed the file.
	watch = time.Second
)

// run is the writer goroutine.
func (s *Store) run(w *writer) {
	defer close(s.done)
	defer w.close()
	tick := time.NewTicker(watch)
	defer tick.Stop()
	var batch []*job
	for {
		select {
		case j := <-s.queue:
			batch = append(batch[:0], j)
		case <-tick.C:
			w.changed()
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
		w.commit(batch)
	}
}

// writer is the one connection that writes.
type writer struct {
	db         *sql.DB
	conn       *sql.Conn
	advance    *sql.Stmt
	row        *sql.Stmt
	request    *sql.Stmt
	seen       int64 // PRAGMA data_version: it moves when another connection has written
	generation *atomic.Uint64
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
	w := &writer{db: db, conn: conn}
	if o.MaxPages > 0 {
		if _, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", o.MaxPages)); err != nil {
			return nil, err
		}
	}
	for _, p := range []struct {
		to  **sql.Stmt
		sql string
	}{
		{&w.advance, "UPDATE games SET version = version + ?, summary = ?, updated = ? WHERE id = ? AND version = ?"},
		{&w.row, "INSERT INTO log (game, n, line) VALUES (?, ?, ?)"},
		{&w.request, "INSERT INTO requests (game, id, first, last) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"},
	} {
		if *p.to, err = conn.PrepareContext(ctx, p.sql); err != nil {
			return nil, err
		}
	}
	return w, w.look(&w.seen)
}

// close closes statements before their connection, which would linger with them and leave SQLite's files beside ours.
func (w *writer) close() error {
	var errs []error
	for _, stmt := range []*sql.Stmt{w.advance, w.row, w.request} {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	return errors.Join(append(errs, w.conn.Close(), w.db.Close())...)
}

func (w *writer) look(to *int64) error {
	return w.conn.QueryRowContext(context.Background(), "PRAGMA data_version").Scan(to)
}

// changed reports whether somebody else has written to the file since the last look, and if so begins a generation.
func (w *writer) changed() bool {
	var now int64
	if err := w.look(&now); err != nil || now == w.seen {
		return false
	}
	w.seen = now
	w.generation.Add(1)
	return true
}

// commit carries out jobs in one transaction. If one fails, each gets a transaction of its own, so that a fault stays
// with the job that has it.
func (w *writer) commit(jobs []*job) {
	err := w.transact(jobs)
	switch {
	case err == nil || len(jobs) == 1 || errors.Is(err, errForeign):
		for _, j := range jobs {
			j.done <- err
		}
	default:
		for _, j := range jobs {
			j.done <- w.transact([]*job{j})
		}
	}
}

// errForeign is the answer to all who wrote on the strength of what they had read before somebody else changed the file.
var errForeign = fmt.Errorf("%w: another program has changed the data file", ErrConflict)

func (w *writer) transact(jobs []*job) error {
	ctx := context.Background()
	if _, err := w.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := func() error {
		if w.changed() {
			return errForeign
		}
		for _, j := range jobs {
			if err := j.do(w); err != nil {
				return err
			}
		}
		_, err := w.conn.ExecContext(ctx, "COMMIT")
		return err
	}()
	if err != nil {
		// A failed commit may have ended the transaction already; then there is nothing to roll back.
		w.conn.ExecContext(ctx, "ROLLBACK")
	}
	return err
}

func (w *writer) append(a Append) error {
	ctx := context.Background()
	if a.Request != "" {
		res, err := w.request.ExecContext(ctx, a.Game, a.Request, a.Version+1, a.Version+len(a.Lines))
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, ErrRepeated)
		}
	}
	res, err := w.advance.ExecContext(ctx, len(a.Lines), a.Summary, time.Now().UnixMilli(), a.Game, a.Version)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, ErrConflict)
	}
	return w.rows(a.Game, a.Version, a.Lines)
}

func (w *writer) rows(game string, after int, lines []string) error {
	for i, line := range lines {
		if _, err := w.row.ExecContext(context.Background(), game, after+1+i, line); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) create(g Game, lines []string) error {
	now := time.Now().UnixMilli()
	_, err := w.conn.ExecContext(context.Background(),
		"INSERT INTO games ("+gameColumns+") VALUES (?, ?, ?, ?, ?, ?, ?)",
		g.ID, g.Header, joinSeats(g.Seats), g.Summary, len(lines), now, now)
	if err != nil {
		return err
	}
	return w.rows(g.ID, 0, lines)
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"acies/match"
)

func openFile(path string, o Options) (*Store, error) {
	version, err := inspect(path)
	if err != nil {
		return nil, err
	}
	fresh := version == 0
	if o.ReadOnly {
		if fresh {
			return nil, fs.ErrNotExist
		}
		if version < len(migrations) {
			return nil, fmt.Errorf("an older program has written it: found version %d, expected %d; open it once for play", version, len(migrations))
		}
		s, err := openReadOnly(path, looking, o)
		if err != nil && quiet(path) {
			// SQLite cannot create its files beside the data file if the folder is read-only.
			return openReadOnly(path, looking+"&immutable=1", o)
		}
		return s, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if fresh {
		if err := createPrivate(path); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	} else if err := os.Chmod(path, 0o600); err != nil { // an earlier version may have created it for others to read
		return nil, err
	}
	db, err := connect(path, writing, 1)
	if err != nil {
		return nil, err
	}
	e, err := newSQLite(path, db, o)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	read, err := connect(path, reading, 4)
	if err != nil {
		return nil, errors.Join(err, e.close())
	}
	return startSQLite(e, read, o), nil
}

// startSQLite returns a store that writes with an engine and reads from a database.
func startSQLite(e *sqliteEngine, read *sql.DB, o Options) *Store {
	s := newStore(e.path, o)
	s.read, s.engine = reader{DB: read}, e
	e.watchers = &s.watchers
	go s.run()
	return s
}

// createPrivate creates an empty file that only its owner can read: games hold the seeds of their dice. SQLite gives the
// files beside it the same permissions.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

func openReadOnly(path, query string, o Options) (*Store, error) {
	read, err := connect(path, query, 4)
	if err != nil {
		return nil, err
	}
	conn, err := read.Conn(context.Background())
	if err != nil {
		return nil, errors.Join(err, read.Close())
	}
	e := &sqliteEngine{path: path, db: read, conn: conn}
	if err := e.start(); err != nil {
		return nil, errors.Join(err, e.close())
	}
	return startSQLite(e, read, o), nil // it runs for Watch
}

// How connections are opened. With these settings a commit has reached the disk when it returns, and readers do not block
// the writer.
const (
	writing = "_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)"
	reading = "_pragma=busy_timeout(10000)&_pragma=query_only(1)"
	looking = "mode=ro&_pragma=busy_timeout(10000)"
)

// quiet reports whether no process has the file open for writing or has left a write unfinished.
func quiet(path string) bool {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // SQLite keeps its files beside the file itself, not beside a link to it
	}
	_, err := os.Stat(path + "-wal")
	return errors.Is(err, fs.ErrNotExist)
}

func connect(path, query string, n int) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	// A URL escapes the characters that have a meaning in it.
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: query}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	if err := db.Ping(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// inspect returns the version of a data file without changing anything; 0 means that the file does not exist or is empty.
func inspect(path string) (version int, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if info.IsDir() {
		return 0, errors.New("it is a folder")
	}
	query := looking
	if quiet(path) {
		query += "&immutable=1" // otherwise SQLite creates files beside it
	}
	db, err := connect(path, query, 1)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	return checkVersion(db)
}

func checkVersion(db interface {
	QueryRow(string, ...any) *sql.Row
},
) (version int, err error) {
	var app int
	if err := db.QueryRow("PRAGMA application_id").Scan(&app); err != nil {
		return 0, err
	}
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return 0, err
	}
	switch {
	case app != applicationID || version <= 0:
		return 0, errors.New("it is not a data file of this program")
	case version > len(migrations):
		return 0, fmt.Errorf("a newer program has written it: found version %d, expected %d at most; start a program as new as that one, or restore a backup from before it", version, len(migrations))
	}
	return version, nil
}

// sqliteEngine is the engine of a file. It has the only connection that writes.
type sqliteEngine struct {
	path     string
	db       *sql.DB
	conn     *sql.Conn
	prepared map[string]*sql.Stmt
	seen     int64 // the data version at the last refresh
	last     int64 // the highest change number
	watchers *watchers
	wrote    func(rows int, took time.Duration)
}

const advanceGame = `UPDATE games SET version = version + ?, revision = ?, changed = ?, summary = ?, updated = CASE WHEN ? THEN updated ELSE ? END, over = ?
	WHERE id = ? AND version = ? AND revision = ?`

func newSQLite(path string, db *sql.DB, o Options) (*sqliteEngine, error) {
	ctx := context.Background()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, conn); err != nil {
		return nil, err
	}
	e := &sqliteEngine{path: path, db: db, conn: conn, prepared: map[string]*sql.Stmt{}, wrote: o.Wrote}
	if o.MaxPages > 0 {
		if _, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", o.MaxPages)); err != nil {
			return nil, err
		}
	}
	for _, text := range []string{advanceGame, insertRow, insertRequest} {
		if e.prepared[text], err = conn.PrepareContext(ctx, text); err != nil {
			return nil, err
		}
	}
	return e, e.start()
}

// close closes the statements before the connection: open statements would keep it alive, and with it SQLite's files.
func (e *sqliteEngine) close() error {
	var errs []error
	for _, stmt := range e.prepared {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(append(errs, e.conn.Close(), e.db.Close())...)
}

func (e *sqliteEngine) size(context.Context) (int64, error) {
	info, err := os.Stat(e.path)
	if err != nil {
		return 0, err
	}
	n := info.Size()
	// What was written last is in a file beside it.
	if info, err := os.Stat(e.path + "-wal"); err == nil {
		n += info.Size()
	}
	return n, nil
}

// check writes a page and takes it away again.
func (e *sqliteEngine) check(w *writer) error {
	_, err := w.exec("INSERT INTO probe (data) VALUES (zeroblob(8192)); DELETE FROM probe")
	return err
}

// dataVersion returns a number that changes when another connection has written to the file.
func (e *sqliteEngine) dataVersion() (n int64, err error) {
	err = e.conn.QueryRowContext(context.Background(), "PRAGMA data_version").Scan(&n)
	return n, err
}

// start makes refresh report only what changes from now on.
func (e *sqliteEngine) start() (err error) {
	if e.seen, err = e.dataVersion(); err != nil {
		return err
	}
	return e.conn.QueryRowContext(context.Background(), `SELECT max(coalesce((SELECT max(changed) FROM games), 0),
		coalesce((SELECT max(changed) FROM removed), 0))`).Scan(&e.last)
}

// refresh reports the games that other connections have changed since the last refresh.
func (e *sqliteEngine) refresh() error {
	now, err := e.dataVersion()
	if err != nil || now == e.seen {
		return err
	}
	rows, err := e.conn.QueryContext(context.Background(), `SELECT id, revision, changed FROM games WHERE changed > ?1
		UNION ALL SELECT game, 0, changed FROM removed WHERE changed > ?1`, e.last)
	if err != nil {
		return err
	}
	defer rows.Close()
	var changes []match.Change
	last := e.last
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
	e.seen, e.last = now, last
	if len(changes) > 0 {
		e.watchers.report(changes)
	}
	return nil
}

func (e *sqliteEngine) transact(jobs []*job) error {
	ctx := context.Background()
	start := time.Now()
	w := &writer{conn: e.conn, prepared: e.prepared, changes: e}
	if _, err := e.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	last := e.last
	err := func() error {
		// Change numbers continue from those of other connections.
		if err := e.refresh(); err != nil {
			return err
		}
		last = e.last
		for _, j := range jobs {
			if err := j.do(w); err != nil {
				return err
			}
		}
		_, err := e.conn.ExecContext(ctx, "COMMIT")
		return err
	}()
	if err != nil {
		// This fails if the failed commit has ended the transaction already, which does no harm.
		e.conn.ExecContext(ctx, "ROLLBACK")
		e.last = last
	} else if e.wrote != nil {
		e.wrote(w.rows, time.Since(start))
	}
	return err
}

// next returns the next change number.
func (e *sqliteEngine) next() int64 {
	e.last++
	return e.last
}

func (e *sqliteEngine) advance(w *writer, a *match.Append, revision match.Revision, updated int64) (int64, error) {
	return w.exec(advanceGame, len(a.Rows), revision, e.next(), a.Summary, a.Sets(), updated, a.Over, a.Game, a.Version, a.Revision)
}

func (e *sqliteEngine) changed(w *writer, game string) error {
	_, err := w.exec("UPDATE games SET changed = ? WHERE id = ?", e.next(), game)
	return err
}

func (e *sqliteEngine) gone(w *writer, game string) error {
	_, err := w.exec("REPLACE INTO removed (game, changed) VALUES (?, ?)", game, e.next())
	return err
}

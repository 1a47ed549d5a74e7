// Package store keeps games in one SQLite file: it is the [match.Log] of a single machine.
//
// One goroutine writes. It commits everything that was queued during the previous commit in one transaction, so that many
// games share the cost of reaching the disk. Other processes may use the file too. Several times a second, and before
// each transaction, the writer checks whether another connection has written; if so, it finds the changed games by the
// change numbers that every write sets.
//
// The only lock is watchers.mu. No other lock is taken while it is held, and nothing blocks.
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
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"acies/match"
)

// Options configure [Open]. The zero value opens a file for play.
type Options struct {
	ReadOnly bool
	MaxPages int // limits the size of the file; 0: no limit
	// Wrote is called after each transaction with the number of rows that games have got by it, and how long it took; nil: nobody asks.
	Wrote func(rows int, took time.Duration)
}

// Store is an open data file. Its methods may be called by several goroutines at once.
type Store struct {
	readOnly bool
	read     *sql.DB
	queue    chan *job
	quit     chan struct{}
	done     chan struct{} // closed when the writer has ended
	once     sync.Once
	watchers watchers
}

var _ match.Log = (*Store)(nil)

// Open opens a data file and creates it if it does not exist. It upgrades a file of an older version. It refuses a file
// that is not a data file of this program, or that a newer version has written, and leaves it unchanged.
func Open(path string, o Options) (*Store, error) {
	s, err := open(path, o)
	if err != nil {
		return nil, explain(err, "opening the data file %s", path)
	}
	return s, nil
}

func open(path string, o Options) (*Store, error) {
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
		s, err := openReadOnly(path, looking)
		if err != nil && quiet(path) {
			// SQLite cannot create its files beside the data file if the folder is read-only.
			return openReadOnly(path, looking+"&immutable=1")
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
	w, err := newWriter(db, o)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	read, err := connect(path, reading, 4)
	if err != nil {
		return nil, errors.Join(err, w.close())
	}
	s := newStore(read)
	w.watchers = &s.watchers
	go s.run(w)
	return s, nil
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

func newStore(read *sql.DB) *Store {
	return &Store{read: read, queue: make(chan *job, 1024), quit: make(chan struct{}), done: make(chan struct{})}
}

func openReadOnly(path, query string) (*Store, error) {
	read, err := connect(path, query, 4)
	if err != nil {
		return nil, err
	}
	conn, err := read.Conn(context.Background())
	if err != nil {
		return nil, errors.Join(err, read.Close())
	}
	s := newStore(read)
	s.readOnly = true
	w := &writer{db: read, conn: conn, watchers: &s.watchers}
	if err := w.start(); err != nil {
		return nil, errors.Join(err, w.close())
	}
	go s.run(w) // for Watch
	return s, nil
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
	case app != applicationID || version == 0:
		return 0, errors.New("it is not a data file of this program")
	case version > len(migrations):
		return 0, fmt.Errorf("a newer program has written it: found version %d, expected %d at most", version, len(migrations))
	}
	return version, nil
}

// ReadOnly implements [match.Log].
func (s *Store) ReadOnly() bool { return s.readOnly }

// Queued returns how many writes wait for the next transaction.
func (s *Store) Queued() int { return len(s.queue) }

// Close waits for the writes that have begun and closes the file.
func (s *Store) Close() error {
	var err error
	s.once.Do(func() {
		// The writer closes last: SQLite removes its files only if the last connection to close is one that may write.
		err = s.read.Close()
		close(s.quit)
		<-s.done
	})
	return err
}

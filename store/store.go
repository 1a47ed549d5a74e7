// Package store keeps games in one SQLite file.
//
// The log of a game is append-only: its rows are numbered from 1 without a gap, and the number of rows is the version
// of the game. A row is a line of the record or an undo. What [Store.Append] has returned from survives a crash of the
// program and of the machine. One goroutine writes; it commits together whatever has queued up while the last commit
// was under way, so that many games share the cost of reaching the disk.
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
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// What can be wrong with a request to the store.
var (
	ErrNotFound = errors.New("there is no such game")
	ErrConflict = errors.New("the game has gone on meanwhile")
	ErrRepeated = errors.New("the request has been carried out already")
	ErrReadOnly = errors.New("the data file is open for reading only")
	ErrClosed   = errors.New("the store is closed")
)

// Options say how to open a data file. The zero value is for play.
type Options struct {
	ReadOnly bool
	MaxPages int // limits the size of the file; 0: no limit
}

// Store is an open data file. It is safe for use by several goroutines at once.
type Store struct {
	ro   bool
	read *sql.DB

	queue      chan *job
	quit       chan struct{}
	done       chan struct{} // closed when the writer has ended
	once       sync.Once
	generation atomic.Uint64
}

// Open opens the data file, and creates it if there is none. A file that is not a data file of this program, or one
// that a newer version has written, is refused and left as it is.
func Open(path string, o Options) (*Store, error) {
	s, err := open(path, o)
	if err != nil {
		return nil, fmt.Errorf("opening the data file %s: %w", path, err)
	}
	return s, nil
}

func open(path string, o Options) (*Store, error) {
	fresh, err := inspect(path)
	if err != nil {
		return nil, err
	}
	if o.ReadOnly {
		if fresh {
			return nil, fs.ErrNotExist
		}
		s, err := openReadOnly(path, looking)
		if err != nil && quiet(path) {
			// SQLite wants files of its own beside the data file, which a folder that cannot be written does not let it have.
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
	w.generation = &s.generation
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
	s.ro = true
	w := &writer{db: read, conn: conn, generation: &s.generation}
	if err := w.look(&w.seen); err != nil {
		return nil, errors.Join(err, w.close())
	}
	go s.run(w) // to notice what others write
	return s, nil
}

// How connections are opened: everything that is acknowledged is on the disk, and readers do not hold up the writer.
const (
	writing = "_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)"
	reading = "_pragma=busy_timeout(10000)&_pragma=query_only(1)"
	looking = "mode=ro&_pragma=busy_timeout(10000)"
)

// quiet reports whether nobody has the file open for writing, nor has left anything unfinished.
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
	// Characters that mean something in a URL are escaped.
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

// inspect looks at a file without touching it, and reports whether it is yet to be made.
func inspect(path string) (fresh bool, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	if info.IsDir() {
		return false, errors.New("it is a folder")
	}
	query := looking
	if quiet(path) {
		query += "&immutable=1" // otherwise SQLite leaves files of its own beside it
	}
	db, err := connect(path, query, 1)
	if err != nil {
		return false, err
	}
	defer db.Close()
	return false, checkVersion(db)
}

func checkVersion(db interface {
	QueryRow(string, ...any) *sql.Row
},
) error {
	var app, version int
	if err := db.QueryRow("PRAGMA application_id").Scan(&app); err != nil {
		return err
	}
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	switch {
	case app != applicationID:
		return errors.New("it is not a data file of this program")
	case version > len(migrations):
		return fmt.Errorf("a newer program has written it: found version %d, expected %d at most", version, len(migrations))
	}
	return nil
}

// ReadOnly reports whether the store is open for reading only.
func (s *Store) ReadOnly() bool { return s.ro }

// Generation changes when somebody else has changed the data file: another program, or a restored backup. Whatever was
// read before may no longer be so.
func (s *Store) Generation() uint64 { return s.generation.Load() }

// Close waits for what is being written and closes the file.
func (s *Store) Close() error {
	var err error
	s.once.Do(func() {
		// The writer goes last: SQLite tidies up its files only when a connection that may write is the last to close.
		err = s.read.Close()
		close(s.quit)
		<-s.done
	})
	return err
}

// Game is a game as a list shows it.
type Game struct {
	ID      string
	Header  string   // the first line of its record
	Seats   []string // who plays each side
	Summary string   // where it stands, as whoever writes it likes
	Version int
	Created time.Time
	Updated time.Time
}

const gameColumns = "id, header, seats, summary, version, created, updated"

func scan(row interface{ Scan(...any) error }) (Game, error) {
	var g Game
	var seats string
	var created, updated int64
	if err := row.Scan(&g.ID, &g.Header, &seats, &g.Summary, &g.Version, &created, &updated); err != nil {
		return Game{}, err
	}
	g.Seats = splitSeats(seats)
	g.Created, g.Updated = time.UnixMilli(created), time.UnixMilli(updated)
	return g, nil
}

// Games returns the games played most recently, newest first.
func (s *Store) Games(ctx context.Context, limit int) ([]Game, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+gameColumns+" FROM games ORDER BY updated DESC, id LIMIT ?", limit)
	if err != nil {
		return nil, fmt.Errorf("listing games: %w", err)
	}
	defer rows.Close()
	var out []Game
	for rows.Next() {
		g, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("listing games: %w", err)
		}
		out = append(out, g)
	}
	return out, rows.Err()
}

// Load returns a game and the rows of its log.
func (s *Store) Load(ctx context.Context, id string) (Game, []string, error) {
	g, lines, err := s.load(ctx, id)
	if err != nil {
		return Game{}, nil, fmt.Errorf("loading the game %q: %w", id, err)
	}
	return g, lines, nil
}

func (s *Store) load(ctx context.Context, id string) (Game, []string, error) {
	// One transaction, so that the game and its log are of one moment.
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return Game{}, nil, err
	}
	defer tx.Rollback()
	g, err := scan(tx.QueryRowContext(ctx, "SELECT "+gameColumns+" FROM games WHERE id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		return Game{}, nil, ErrNotFound
	}
	if err != nil {
		return Game{}, nil, err
	}
	rows, err := tx.QueryContext(ctx, "SELECT line FROM log WHERE game = ? ORDER BY n", id)
	if err != nil {
		return Game{}, nil, err
	}
	defer rows.Close()
	lines := make([]string, 0, g.Version)
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return Game{}, nil, err
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		return Game{}, nil, err
	}
	if len(lines) != g.Version {
		return Game{}, nil, fmt.Errorf("its log is damaged: found %d rows, expected %d", len(lines), g.Version)
	}
	return g, lines, nil
}

// Request returns the numbers of the first and the last row that a request of a client has written.
func (s *Store) Request(ctx context.Context, game, id string) (first, last int, ok bool, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT first, last FROM requests WHERE game = ? AND id = ?", game, id).Scan(&first, &last)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, 0, false, nil
	}
	if err != nil {
		return 0, 0, false, fmt.Errorf("looking for a request of the game %q: %w", game, err)
	}
	return first, last, true, nil
}

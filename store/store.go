// Package store keeps games, users and what belongs to them: in one SQLite file, for a single machine, or in PostgreSQL, for
// several. It is the [match.Log] of a server.
//
// What is written is queued. One goroutine commits everything that was queued during the previous commit in one
// transaction, so that many games share the cost of reaching the disk. Other processes may use the same data: each write
// sets change numbers, by which they find the changed games.
//
// In SQLite, the goroutine that writes is the only one of the process. Several times a second, and before each
// transaction, it checks whether another connection has written. In PostgreSQL, appends have goroutines of their own, which send
// each transaction as one batch; what others have written is looked for every second, and at once when a
// [bus.Bus] says so.
//
// Locks are taken in this order: changes.mu, watchers.mu. No other lock is taken while they are held, and nothing blocks.
package store

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"acies/bus"
	"acies/match"
)

// Options configure [Open]. The zero value opens data for play.
type Options struct {
	ReadOnly bool
	MaxPages int // limits the size of a SQLite file; 0: no limit
	// Wrote is called after each transaction with the number of rows that games have got by it, and how long it took; nil: nobody asks.
	// PostgreSQL calls it from several goroutines.
	Wrote func(rows int, took time.Duration)
	// Bus tells other nodes of changes; nil: PostgreSQL uses its own notifications, and SQLite needs none.
	Bus bus.Bus
}

// Store is an open data file or database. Its methods may be called by several goroutines at once.
type Store struct {
	address  string
	readOnly bool
	read     reader
	engine   engine
	pg       *postgres // the engine, if it is PostgreSQL
	bus      bus.Bus
	queue    chan *job
	quit     chan struct{}
	done     chan struct{} // closed when nothing is written any more
	once     sync.Once
	watchers watchers
}

var _ match.Log = (*Store)(nil)

// IsDatabase reports whether an address is one of PostgreSQL, postgres://…, rather than the path of a file.
func IsDatabase(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Shown returns an address as it may be shown: without the password.
func Shown(address string) string {
	if !IsDatabase(address) {
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return "the database" // what cannot be read may hold a password
	}
	u.RawQuery = "" // it may hold one too
	return u.Redacted()
}

// Open opens a data file, or a database at an address postgres://…, and creates what does not exist: the file, or the tables.
// It upgrades data of an older version. It refuses data that are not of this program, or that a newer version has
// written, and leaves them unchanged.
func Open(address string, o Options) (*Store, error) {
	opener, what := openFile, "the data file"
	if IsDatabase(address) {
		opener, what = openDatabase, "the database"
	}
	s, err := opener(address, o)
	if err != nil {
		return nil, explain(err, "opening %s %s", what, Shown(address))
	}
	return s, nil
}

func newStore(address string, o Options) *Store {
	return &Store{
		address: address, readOnly: o.ReadOnly, bus: o.Bus,
		queue: make(chan *job, 1024), quit: make(chan struct{}), done: make(chan struct{}),
	}
}

// ReadOnly implements [match.Log].
func (s *Store) ReadOnly() bool { return s.readOnly }

// Bus returns the bus that the store was opened with or, if there was none, that of PostgreSQL. It is nil if SQLite was
// opened without one.
func (s *Store) Bus() bus.Bus { return s.bus }

// Queued returns how many writes wait for the next transaction.
func (s *Store) Queued() int {
	n := len(s.queue)
	if s.pg != nil {
		n += len(s.pg.appends)
	}
	return n
}

// Size returns how many bytes the data take.
func (s *Store) Size(ctx context.Context) (int64, error) {
	n, err := s.engine.size(ctx)
	if err != nil {
		return 0, explain(err, "measuring %s", Shown(s.address))
	}
	return n, nil
}

// Close waits for the writes that have begun and closes the data.
func (s *Store) Close() error {
	var err error
	s.once.Do(func() {
		// The writer closes last: SQLite removes its files only if the last connection to close is one that may write.
		err = s.read.Close()
		close(s.quit)
		<-s.done
	})
	if err != nil {
		return fmt.Errorf("closing %s: %w", Shown(s.address), err)
	}
	return nil
}

package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"acies/bus"
	"acies/match"
)

// postgres is the engine of a database.
type postgres struct {
	node     int64         // drawn at random: what other nodes write is found by their numbers
	pool     *pgxpool.Pool // for writing
	db       *sql.DB       // over the pool
	reads    *pgxpool.Pool
	own      *notifyBus // the bus to be closed with the store; nil: it was given
	bus      bus.Bus
	appends  chan *job
	quit     <-chan struct{}
	running  sync.WaitGroup
	changes  changes
	watchers *watchers
	wrote    func(rows int, took time.Duration)
}

const (
	connecting = 3 * time.Second // how long a server may take to accept a connection
	// patience is how long a write waits for a database that is away. It is over before a browser gives up, which then sends
	// the request again.
	patience = 5 * time.Second
	// A write that has begun is broken off after so long, and what became of it is found out.
	longest = 30 * time.Second

	writers    = 8  // connections that write
	readers    = 16 // connections that read
	committers = 2  // goroutines that append: one collects rows while another waits for the disk
)

// configure returns how the connections to a database are made.
func configure(address string, connections int32) (*pgxpool.Config, error) {
	c, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, hidden(err)
	}
	if !strings.Contains(address, "pool_max_conns=") {
		c.MaxConns = connections
	}
	if c.ConnConfig.ConnectTimeout == 0 || c.ConnConfig.ConnectTimeout > connecting {
		c.ConnConfig.ConnectTimeout = connecting
	}
	dialer := &net.Dialer{
		// A connection whose other end is gone without a word, such as behind a cut network, is given up after some seconds.
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 3 * time.Second, Interval: time.Second, Count: 3},
		Control:         limitSilence,
	}
	c.ConnConfig.DialFunc = dialer.DialContext
	for name, value := range map[string]string{
		"application_name": "acies",
		// The server gives up a connection whose other end is gone just as soon, and with it the locks of its transaction.
		"idle_in_transaction_session_timeout": "10s",
		"lock_timeout":                        "5s",
		"tcp_keepalives_idle":                 "3",
		"tcp_keepalives_interval":             "1",
		"tcp_keepalives_count":                "3",
		"tcp_user_timeout":                    "5s",
	} {
		if _, there := c.ConnConfig.RuntimeParams[name]; !there {
			c.ConnConfig.RuntimeParams[name] = value
		}
	}
	return c, nil
}

// hidden returns an error without its text if that may hold a password.
func hidden(err error) error {
	var parse *pgconn.ParseConfigError
	if errors.As(err, &parse) {
		return errors.New("the address cannot be read: expected postgres://user:password@host:5432/name")
	}
	return err
}

func openDatabase(address string, o Options) (*Store, error) {
	ctx := context.Background() // an upgrade takes as long as it does
	writing, err := configure(address, writers)
	if err != nil {
		return nil, err
	}
	reading := writing.Copy()
	reading.MaxConns = max(readers, writing.MaxConns)
	reading.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	if o.ReadOnly {
		writing = reading
	}
	p := &postgres{node: rand.Int64(), appends: make(chan *job, 1024), bus: o.Bus, wrote: o.Wrote}
	if p.pool, err = pgxpool.NewWithConfig(ctx, writing); err != nil {
		return nil, err
	}
	p.db = stdlib.OpenDBFromPool(p.pool)
	if p.reads, err = pgxpool.NewWithConfig(ctx, reading); err != nil {
		return nil, errors.Join(err, p.closePools())
	}
	if err := p.prepare(ctx, o.ReadOnly); err != nil {
		return nil, errors.Join(err, p.closePools())
	}
	s := newStore(address, o)
	s.read, s.engine, s.pg, s.bus = reader{stdlib.OpenDBFromPool(p.reads), true}, p, p, p.bus
	p.watchers, p.quit = &s.watchers, s.quit
	p.start()
	go s.run()
	return s, nil
}

// prepare brings the database to the current version, and begins to look for changes.
func (p *postgres) prepare(ctx context.Context, readOnly bool) error {
	if readOnly {
		version, err := databaseVersion(ctx, p.db)
		switch {
		case err != nil:
			return err
		case version == 0:
			return fs.ErrNotExist
		case version < len(postgresMigrations):
			return fmt.Errorf("an older program has written it: found version %d, expected %d; open it once for play", version, len(postgresMigrations))
		}
	} else if err := migrateDatabase(ctx, p.db); err != nil {
		return err
	}
	if p.bus == nil {
		p.own = newNotifyBus(p.pool, p.node)
		p.bus = p.own
	}
	if err := p.changes.start(ctx, p); err != nil {
		return errors.Join(err, p.closeBus())
	}
	return nil
}

// start starts the goroutines.
func (p *postgres) start() {
	stop := p.bus.Subscribe(changesTopic, p.heard)
	p.running.Go(func() {
		defer stop()
		p.watch()
	})
	for range committers {
		p.running.Go(p.runAppends)
	}
}

func (p *postgres) closeBus() error {
	if p.own == nil {
		return nil
	}
	return p.own.Close()
}

func (p *postgres) closePools() error {
	err := p.db.Close()
	p.pool.Close()
	if p.reads != nil {
		p.reads.Close()
	}
	return err
}

// close waits for the goroutines, which end because the store is closed.
func (p *postgres) close() error {
	p.running.Wait()
	return errors.Join(p.closeBus(), p.closePools())
}

// refresh has nothing to do: [postgres.watch] looks for changes.
func (p *postgres) refresh() error { return nil }

// check needs no job of its own: every transaction writes its number.
func (p *postgres) check(*writer) error { return nil }

func (p *postgres) size(ctx context.Context) (n int64, err error) {
	err = p.pool.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&n)
	return n, err
}

// Codes of PostgreSQL.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	lockNotAvailable     = "55P03"
	tooManyConnections   = "53300"
)

// crossed reports whether a transaction failed only because of others, so that it succeeds if it is carried out again.
func crossed(err error) bool {
	switch sqlState(err) {
	case serializationFailure, deadlockDetected, lockNotAvailable:
		return true
	}
	return false
}

// away reports whether an error says that the database cannot be reached, or is about to start or to stop.
func away(err error) bool {
	if state := sqlState(err); state != "" {
		return strings.HasPrefix(state, "08") || strings.HasPrefix(state, "57P") || state == tooManyConnections
	}
	var network net.Error
	var connect *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connect) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || pgconn.SafeToRetry(err) || errors.Is(err, sql.ErrConnDone) ||
		errors.Is(err, driver.ErrBadConn) // the connection broke between two statements
}

func (p *postgres) changed(w *writer, game string) error {
	var revision match.Revision
	err := w.queryRow("UPDATE games SET changed = nextval('changes'), tx = pg_current_xact_id(), node = ? WHERE id = ? RETURNING revision", p.node, game).Scan(&revision)
	w.changed = append(w.changed, match.Change{Game: game, Revision: revision})
	return err
}

func (p *postgres) gone(w *writer, game string) error {
	_, err := w.exec(`INSERT INTO removed (game, node) VALUES (?, ?)
		ON CONFLICT (game) DO UPDATE SET changed = excluded.changed, tx = excluded.tx, node = excluded.node`, game, p.node)
	w.changed = append(w.changed, match.Change{Game: game})
	return err
}

func (p *postgres) advance(w *writer, a *match.Append, revision match.Revision, updated int64) (int64, error) {
	w.changed = append(w.changed, match.Change{Game: a.Game, Revision: revision})
	return w.exec(`UPDATE games SET version = version + ?, revision = ?, changed = nextval('changes'), tx = pg_current_xact_id(), node = ?,
		summary = ?, updated = CASE WHEN ? = 1 THEN updated ELSE ? END, over = ? WHERE id = ? AND version = ? AND revision = ?`,
		len(a.Rows), revision, p.node, a.Summary, a.Sets(), updated, a.Over, a.Game, a.Version, a.Revision)
}

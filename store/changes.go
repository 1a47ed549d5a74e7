package store

import (
	"bytes"
	"context"
	"strconv"
	"sync"
	"time"

	"acies/bus"
	"acies/match"
)

// Changes of other nodes are found by the transactions that made them: each row says which one wrote it last. A poll returns the rows
// of all transactions that had not ended when the last poll was made, so it misses none, in whatever order they end. The bus
// only makes it faster: what it tells is not reported again when the poll finds it.

const (
	// changesTopic is where nodes tell which games they have changed: lines of a game and its revision.
	changesTopic = "changes"
	poll         = time.Second
	// remembered is for how many polls it is known what has been reported.
	remembered = 10
)

// changes are the changes of other nodes that were reported lately.
type changes struct {
	horizon string // all transactions before it had ended at the last poll; only watch uses it

	mu    sync.Mutex
	polls int
	known map[string]reported
}

// reported is the last change of a game that was reported, and when.
type reported struct {
	revision match.Revision
	poll     int
}

// start makes polls return only what changes from now on.
func (c *changes) start(ctx context.Context, p *postgres) error {
	c.known = map[string]reported{}
	if err := p.pool.QueryRow(ctx, "SELECT pg_snapshot_xmin(pg_current_snapshot())::text").Scan(&c.horizon); err != nil {
		return err
	}
	// Some of the transactions from there on have ended.
	list, err := c.find(ctx, p)
	c.news(list)
	return err
}

// find returns the changes since the last poll, and some of those before.
func (c *changes) find(ctx context.Context, p *postgres) (list []match.Change, err error) {
	rows, err := p.reads.Query(ctx, `SELECT '', 0, pg_snapshot_xmin(pg_current_snapshot())::text
		UNION ALL SELECT id, revision, '' FROM games WHERE tx >= $1::text::xid8 AND node <> $2
		UNION ALL SELECT game, 0, '' FROM removed WHERE tx >= $1::text::xid8 AND node <> $2`, c.horizon, p.node)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	horizon := ""
	for rows.Next() {
		var x match.Change
		var h string
		if err := rows.Scan(&x.Game, &x.Revision, &h); err != nil {
			return nil, err
		}
		if h != "" {
			horizon = h
			continue
		}
		list = append(list, x)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	c.horizon = horizon
	return list, nil
}

// news returns those changes that were not reported lately, and remembers all of them.
func (c *changes) news(list []match.Change) (fresh []match.Change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, x := range list {
		if known, ok := c.known[x.Game]; !ok || known.revision != x.Revision {
			fresh = append(fresh, x)
		}
		c.known[x.Game] = reported{x.Revision, c.polls}
	}
	return fresh
}

// forget forgets what was reported long ago.
func (c *changes) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.polls++
	for game, x := range c.known {
		if x.poll < c.polls-remembered {
			delete(c.known, game)
		}
	}
}

// watch looks for changes of other nodes until the store is closed, and removes what nobody needs any more to find out what became
// of a transaction.
func (p *postgres) watch() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-p.quit:
			cancel()
		case <-ctx.Done():
		}
	}()
	tick := time.NewTicker(poll)
	defer tick.Stop()
	lost := p.bus.Lost()
	steady := time.Now() // since when the database could be reached
	for {
		select {
		case <-tick.C:
		case <-lost:
		case <-p.quit:
			return
		}
		limited, cancel := context.WithTimeout(ctx, longest)
		if list, err := p.changes.find(limited, p); err != nil {
			steady = time.Now()
		} else if fresh := p.changes.news(list); len(fresh) > 0 {
			p.watchers.report(fresh)
		}
		p.changes.forget()
		// After it was away, others may still want to know what became of their transactions.
		if time.Since(steady) > 10*time.Minute {
			steady = time.Now()
			p.pool.Exec(limited, "DELETE FROM writes WHERE at < now() - interval '1 hour'") // if it fails, so it will be done later
		}
		cancel()
	}
}

// tell tells other nodes which games were changed.
func (p *postgres) tell(list []match.Change) {
	var b []byte
	for _, c := range list {
		line := c.Game + " " + strconv.FormatInt(int64(c.Revision), 10) + "\n"
		if len(b)+len(line) > bus.MaxMessage {
			p.bus.Publish(changesTopic, b)
			b = nil
		}
		b = append(b, line...)
	}
	if len(b) > 0 {
		p.bus.Publish(changesTopic, b)
	}
}

// heard reports the changes that another node tells of.
func (p *postgres) heard(data []byte) {
	var list []match.Change
	for line := range bytes.Lines(data) {
		game, revision, ok := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
		n, err := strconv.ParseInt(string(revision), 10, 64)
		if !ok || err != nil {
			return // it is not from a node that we understand; the next poll will tell
		}
		list = append(list, match.Change{Game: string(game), Revision: match.Revision(n)})
	}
	if fresh := p.changes.news(list); len(fresh) > 0 {
		p.watchers.report(fresh)
	}
}

package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"acies/match"
)

// errUnknown is the error of a transaction of which it is not known whether it was committed.
type errUnknown struct{ error }

// Unwrap returns the cause.
func (e errUnknown) Unwrap() error { return e.error }

// addWrite is the first statement of every transaction; see the table writes.
const addWrite = "INSERT INTO writes (id, abandoned) VALUES ($1, false)"

// settle carries out a transaction until it is known whether it has been committed. Attempt carries it out once, under
// a number by which it can be found. What fails because of others, or because the database is away, is carried out again until
// those who wait, since a time, have lost their patience.
func (p *postgres) settle(since time.Time, attempt func(ctx context.Context, id int64) error) error {
	for pause := time.Millisecond; ; pause = min(2*pause, 200*time.Millisecond) {
		id := rand.Int64()
		ctx, cancel := context.WithTimeout(context.Background(), longest)
		err := attempt(ctx, id)
		cancel()
		if unknown := (errUnknown{}); errors.As(err, &unknown) {
			committed, lost := p.outcome(id)
			if committed || lost != nil {
				return lost
			}
			err = unknown.error
		}
		switch {
		case err == nil:
			return nil
		case away(err):
			p.pool.Reset() // the other connections are broken too
		case !crossed(err):
			return err
		}
		if time.Since(since) > patience {
			return err
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-p.quit:
			return errors.Join(match.ErrClosed, err)
		}
	}
}

// outcome finds out whether a transaction has been committed, however long it takes. If it has not, it never will be. The
// error says that the store was closed before that.
func (p *postgres) outcome(id int64) (committed bool, err error) {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), longest)
		abandoned := false
		// If the transaction is still open, the first statement waits for its end. It may be carried out twice, if this connection
		// breaks too.
		_, err := p.pool.Exec(ctx, "INSERT INTO writes (id, abandoned) VALUES ($1, true) ON CONFLICT DO NOTHING", id)
		if err == nil {
			err = p.pool.QueryRow(ctx, "SELECT abandoned FROM writes WHERE id = $1", id).Scan(&abandoned)
		}
		cancel()
		if err == nil {
			return !abandoned, nil
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-p.quit:
			return false, errors.Join(match.ErrClosed, err)
		}
	}
}

// ended turns the error of a COMMIT into errUnknown, unless the database has said that it refuses.
func ended(err error) error {
	var e *pgconn.PgError
	if err == nil || errors.As(err, &e) && e.Severity == "ERROR" || errors.Is(err, pgx.ErrTxCommitRollback) {
		return err
	}
	return errUnknown{err}
}

// transact carries out jobs in one transaction. They look at what is there before they write, and several nodes do so at
// once, so the transaction is a serializable one.
func (p *postgres) transact(jobs []*job) error {
	since := jobs[0].at // the first that was queued
	start := time.Now()
	w := &writer{changes: p}
	err := p.settle(since, func(_ context.Context, id int64) error {
		ctx := context.Background() // a job may copy all games, which takes as long as it does
		tx, err := p.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if slices.ContainsFunc(jobs, func(j *job) bool { return j.alone }) {
			// Before the transaction sees anything, so that nothing it has seen changes. Readers go on.
			if _, err := tx.ExecContext(ctx, "LOCK TABLE games, users, tourneys IN EXCLUSIVE MODE"); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, addWrite, id); err != nil {
			return err
		}
		*w = writer{conn: translated{tx}, changes: p}
		for _, j := range jobs {
			if err := j.do(w); err != nil {
				return err
			}
		}
		return ended(tx.Commit())
	})
	if err != nil {
		return err
	}
	p.wroteRows(w.rows, start)
	p.tell(w.changed)
	return nil
}

func (p *postgres) wroteRows(rows int, start time.Time) {
	if p.wrote != nil {
		p.wrote(rows, time.Since(start))
	}
}

// runAppends commits appends, as many as have been queued in the meantime together.
func (p *postgres) runAppends() {
	var batch []*job
	for {
		select {
		case j := <-p.appends:
			batch = collect(append(batch[:0], j), p.appends)
		case <-p.quit:
			return
		}
		p.commitAppends(batch)
	}
}

// commitAppends carries out appends in one transaction. If one cannot be carried out, each gets its own.
func (p *postgres) commitAppends(batch []*job) {
	if len(batch) == 0 {
		return
	}
	since := batch[0].at
	// Two transactions that wait for rows of each other would be a deadlock; those who take them in one order never do.
	slices.SortStableFunc(batch, func(a, b *job) int { return cmp.Compare(a.append.Game, b.append.Game) })
	start := time.Now()
	err := p.settle(since, func(ctx context.Context, id int64) error { return p.sendAppends(ctx, batch, id) })
	switch {
	case err == nil:
		p.appended(batch, start)
	case len(batch) == 1 || away(err) || crossed(err) || errors.Is(err, match.ErrClosed):
		for _, j := range batch {
			j.done <- err
		}
	default:
		for _, j := range batch {
			p.commitAppends([]*job{j})
		}
	}
}

// appendRows changes the row of the game if version and revision are those expected and the request is new, and only
// then adds the request and the rows. It returns how many games it has found, and whether the request was there already. A
// conflict is no error, so that it leaves the other appends of the transaction alone.
const appendRows = `WITH advanced AS (
	UPDATE games SET version = version + array_length($8::text[], 1), revision = $4, changed = nextval('changes'), tx = pg_current_xact_id(),
		node = $5, summary = $6, updated = CASE WHEN $17 THEN updated ELSE $7 END, over = $15
	WHERE id = $1 AND version = $2 AND revision = $3
		AND NOT ($13 <> '' AND EXISTS (SELECT 1 FROM requests WHERE game = $1 AND id = $13))
	RETURNING id
), requested AS (
	INSERT INTO requests (game, id, first, last, content)
	SELECT id, $13, $2::bigint + 1, $2::bigint + array_length($8::text[], 1), $14 FROM advanced WHERE $13 <> ''
), awaited AS (
	UPDATE seats SET waits = CASE WHEN NOT side = ANY($16::bigint[]) THEN 0 WHEN waits = 0 THEN $7 ELSE waits END
	FROM advanced WHERE game = advanced.id AND $16::bigint[] IS NOT NULL
), added AS (
	INSERT INTO log (game, n, kind, at, side, "user", line)
	SELECT advanced.id, $2::bigint + r.n, r.kind, r.at, r.side, r."user", r.line
	FROM advanced, unnest($8::text[], $9::bigint[], $10::bigint[], $11::text[], $12::text[]) WITH ORDINALITY AS r (kind, at, side, "user", line, n)
)
SELECT (SELECT count(*) FROM advanced), $13 <> '' AND EXISTS (SELECT 1 FROM requests WHERE game = $1 AND id = $13)`

// sendAppends sends a transaction of appends as one batch and, when it is known what each of them has come to, commits it.
func (p *postgres) sendAppends(ctx context.Context, batch []*job, id int64) error {
	conn, err := p.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() // which closes a connection with an open transaction
	b := &pgx.Batch{}
	b.Queue("BEGIN")
	b.Queue(addWrite, id)
	for _, j := range batch {
		a := j.append
		kinds, ats, sides := make([]string, len(a.Rows)), make([]int64, len(a.Rows)), make([]int64, len(a.Rows))
		users, lines := make([]string, len(a.Rows)), make([]string, len(a.Rows))
		over := int64(0)
		if a.Over {
			over = 1
		}
		var waits []int64 // nil: NULL
		if a.Waits != nil {
			waits = make([]int64, len(a.Waits))
			for i, side := range a.Waits {
				waits[i] = int64(side)
			}
		}
		for i, r := range a.Rows {
			kinds[i], ats[i], sides[i], users[i], lines[i] = string(r.Kind), toMillis(r.At), int64(r.Actor.Side), r.Actor.User, r.Line
		}
		b.Queue(appendRows, a.Game, a.Version, int64(a.Revision), int64(j.revision), p.node, a.Summary, ats[len(ats)-1], kinds, ats, sides, users, lines,
			a.Request, a.Content, over, waits, a.Sets()).QueryRow(func(row pgx.Row) error {
			var games int
			var repeated bool
			if err := row.Scan(&games, &repeated); err != nil {
				return err
			}
			switch {
			case games == 1:
				j.err = nil
			case repeated:
				j.err = match.ErrRepeated
			default:
				j.err = match.ErrConflict
			}
			return nil
		})
	}
	if err := conn.SendBatch(ctx, b).Close(); err != nil {
		return err
	}
	tag, err := conn.Exec(ctx, "COMMIT")
	if err == nil && tag.String() != "COMMIT" {
		err = pgx.ErrTxCommitRollback
	}
	return ended(err)
}

// appended answers the appends of a transaction that has been committed.
func (p *postgres) appended(batch []*job, start time.Time) {
	rows := 0
	var changes []match.Change
	for _, j := range batch {
		if j.err == nil {
			rows += len(j.append.Rows)
			changes = append(changes, match.Change{Game: j.append.Game, Revision: j.revision})
		}
	}
	p.wroteRows(rows, start)
	p.tell(changes)
	for _, j := range batch {
		if errors.Is(j.err, match.ErrConflict) && j.append.Request != "" {
			go p.answerConflict(j)
			continue
		}
		j.done <- j.err
	}
}

// answerConflict answers an append that has found another version. A node that carried out the same request at the same time may
// have written it; the statement did not see that yet.
func (p *postgres) answerConflict(j *job) {
	var repeated bool
	err := p.reads.QueryRow(j.ctx, "SELECT EXISTS (SELECT 1 FROM requests WHERE game = $1 AND id = $2)", j.append.Game, j.append.Request).Scan(&repeated)
	if err == nil && repeated {
		j.err = match.ErrRepeated
	}
	j.done <- j.err
}

package store

import (
	"context"
	"time"
)

// Leases say which of several nodes does something that only one should do. A file has no nodes: whoever asks gets it.

// Lease gives a lease of a name to a holder for some time, or renews it, and reports whether the holder has it now. Nobody
// gets what another holds, until its time is over or it is released. The time is that of the database.
func (s *Store) Lease(ctx context.Context, name, holder string, d time.Duration) (bool, error) {
	if s.pg == nil {
		return true, nil
	}
	// A lease need not survive a crash of the database: at worst two nodes do the same.
	tag, err := s.pg.pool.Exec(ctx, `WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
		INSERT INTO leases (name, holder, expires) SELECT $1, $2, clock_timestamp() + $3 FROM quick
		ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires = excluded.expires
		WHERE leases.holder = excluded.holder OR leases.expires <= clock_timestamp()`, name, holder, d)
	if err != nil {
		return false, explain(err, "taking the lease %q", name)
	}
	return tag.RowsAffected() == 1, nil
}

// Release gives a lease back, if the holder has it.
func (s *Store) Release(ctx context.Context, name, holder string) error {
	if s.pg == nil {
		return nil
	}
	_, err := s.pg.pool.Exec(ctx, `WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
		DELETE FROM leases USING quick WHERE name = $1 AND holder = $2`, name, holder)
	if err != nil {
		return explain(err, "giving back the lease %q", name)
	}
	return nil
}

// Expired returns the names of leases whose time is over and that were not released.
func (s *Store) Expired(ctx context.Context) (names []string, err error) {
	if s.pg == nil {
		return nil, nil
	}
	names, err = selected(ctx, &s.read, func(row scanner) (name string, err error) { return name, row.Scan(&name) },
		"SELECT name FROM leases WHERE expires <= clock_timestamp() ORDER BY name")
	if err != nil {
		return nil, explain(err, "looking for leases that have run out")
	}
	return names, nil
}

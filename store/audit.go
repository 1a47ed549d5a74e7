package store

import (
	"context"
	"time"

	"acies/account"
)

var _ account.Audit = (*Store)(nil)

const eventColumns = "at, actor, what, about, address"

// AddEvent implements [account.Audit].
func (s *Store) AddEvent(ctx context.Context, e account.Event) error {
	return s.people(ctx, "noting an event", nil, "INSERT INTO audit ("+eventColumns+") VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		toMillis(e.At), e.Actor, e.What, e.About, e.Address)
}

// Events returns the events since a time, the latest first. If user is not empty, they are those that the user has caused or that were
// done to the user.
func (s *Store) Events(ctx context.Context, since time.Time, user string, limit int) ([]account.Event, error) {
	list, err := s.events(ctx, since, user, limit)
	return list, explainPeople(err, "listing events")
}

func (s *Store) events(ctx context.Context, since time.Time, user string, limit int) ([]account.Event, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+eventColumns+` FROM audit
		WHERE at >= ?1 AND (?2 = '' OR actor = ?2 OR about = ?2) ORDER BY at DESC, actor, what, about, address LIMIT ?3`, toMillis(since), user, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []account.Event
	for rows.Next() {
		var e account.Event
		var at int64
		if err := rows.Scan(&at, &e.Actor, &e.What, &e.About, &e.Address); err != nil {
			return nil, err
		}
		e.At = fromMillis(at)
		list = append(list, e)
	}
	return list, rows.Err()
}

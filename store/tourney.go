package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"acies/match"
)

// AddTourney adds a tournament, as text, with version 1.
func (s *Store) AddTourney(ctx context.Context, id, data string, created time.Time) error {
	return s.people(ctx, "adding a tournament", match.ErrConflict,
		"INSERT INTO tourneys (id, version, created, over, data) VALUES (?, 1, ?, 0, ?) ON CONFLICT DO NOTHING", id, toMillis(created), data)
}

// ChangeTourney replaces the text of a tournament that has a version, which then is the next one. Over says that nothing
// more happens in it. The error is [match.ErrConflict] if the tournament has another version.
func (s *Store) ChangeTourney(ctx context.Context, id string, version int, data string, over bool) error {
	return s.people(ctx, "changing a tournament", match.ErrConflict,
		"UPDATE tourneys SET version = version + 1, over = ?, data = ? WHERE id = ? AND version = ?", over, data, id, version)
}

// Tourney returns a tournament and its version, or [match.ErrNotFound].
func (s *Store) Tourney(ctx context.Context, id string) (data string, version int, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT data, version FROM tourneys WHERE id = ?", id).Scan(&data, &version)
	if errors.Is(err, sql.ErrNoRows) {
		err = match.ErrNotFound
	}
	return data, version, explainPeople(err, "reading a tournament")
}

// Tourneys returns the ids of tournaments, those in which something may still happen first, and of these and of the others
// the latest first.
func (s *Store) Tourneys(ctx context.Context, limit int) ([]string, error) {
	ids, err := s.tourneys(ctx, "SELECT id FROM tourneys ORDER BY over, created DESC, id LIMIT ?", limit)
	return ids, explainPeople(err, "listing tournaments")
}

// Unfinished returns the ids of the tournaments in which something may still happen.
func (s *Store) Unfinished(ctx context.Context) ([]string, error) {
	ids, err := s.tourneys(ctx, "SELECT id FROM tourneys WHERE over = 0 ORDER BY created, id")
	return ids, explainPeople(err, "listing tournaments")
}

func (s *Store) tourneys(ctx context.Context, query string, args ...any) (ids []string, err error) {
	rows, err := s.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// copyTourneys replaces all tournaments with those of a backup. Their versions are new ones, so that nobody who has read a
// tournament before changes another.
func (w *writer) copyTourneys(ctx context.Context, db querier) error {
	var last int
	if err := w.queryRow("SELECT coalesce(max(version), 0) FROM tourneys").Scan(&last); err != nil {
		return err
	}
	if _, err := w.exec("DELETE FROM tourneys"); err != nil {
		return err
	}
	if err := w.copyRows(ctx, db, "tourneys", "id, version, created, over, data", ""); err != nil {
		return err
	}
	_, err := w.exec("UPDATE tourneys SET version = version + ?", last)
	return err
}

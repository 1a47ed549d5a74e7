package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"acies/match"
)

// Upkeep is what a server does for its data file in the background: it removes what nobody needs any more, and makes backups.
type Upkeep struct {
	Keep        time.Duration // how long a game that is over and not changed is kept; 0: for ever
	BackupDir   string        // empty: no backups
	BackupEvery time.Duration
	BackupKeep  int // how many backups are kept
	Logger      *slog.Logger
	BackedUp    func(at time.Time, err error) // is called after each backup; nil: nobody asks
}

// How long things are kept that nobody needs.
const (
	keepDeleted = 30 * 24 * time.Hour // deleted games, which can be brought back
	keepEvents  = 90 * 24 * time.Hour
	keepGuests  = 24 * time.Hour // guests without a game and without a session
	keepOpen    = match.KeepOpen // challenges that nobody takes; then they are deleted
	sweepEvery  = time.Hour
	retryBackup = 10 * time.Minute // after one that failed
)

// RunUpkeep looks after the data until the context ends. Several nodes may do so at once.
func (s *Store) RunUpkeep(ctx context.Context, u Upkeep) {
	u.run(ctx, func(now time.Time) {
		swept, err := s.sweep(ctx, now, u.Keep)
		if err != nil && ctx.Err() == nil {
			u.Logger.Error("the data file cannot be tidied up", "error", err)
		}
		if swept != (Swept{}) {
			u.Logger.Info("tidied up", "games", swept.Games, "guests", swept.Guests, "sessions", swept.Sessions, "events", swept.Events)
		}
	}, func(now time.Time) error { return u.backup(s.address, now) })
}

// run calls sweep and backup when they are due.
func (u *Upkeep) run(ctx context.Context, sweep func(time.Time), backup func(time.Time) error) {
	var swept time.Time
	due := u.firstBackup(time.Now())
	for {
		now := time.Now()
		if swept.IsZero() || now.Sub(swept) >= sweepEvery {
			sweep(now)
			swept = now
		}
		if u.BackupDir != "" && !now.Before(due) {
			err := backup(now)
			due = now.Add(u.BackupEvery)
			if err != nil {
				u.Logger.Error("a backup cannot be made", "folder", u.BackupDir, "error", err)
				due = now.Add(min(retryBackup, u.BackupEvery))
			}
			if u.BackedUp != nil {
				u.BackedUp(now, err)
			}
		}
		next := swept.Add(sweepEvery)
		if u.BackupDir != "" && due.Before(next) {
			next = due
		}
		select {
		case <-time.After(time.Until(next)):
		case <-ctx.Done():
			return
		}
	}
}

// Backups are named after their time, so that the order of names is that of times.
const (
	backupPrefix = "acies-"
	backupTime   = "20060102T150405Z"
	backupSuffix = ".backup"
)

// backups returns the names of scheduled backups in the folder, the oldest first.
func (u *Upkeep) backups() ([]string, error) {
	all, err := os.ReadDir(u.BackupDir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range all {
		if _, ok := backupAt(f.Name()); ok && f.Type().IsRegular() {
			names = append(names, f.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// backupAt returns the time in the name of a scheduled backup.
func backupAt(name string) (time.Time, bool) {
	text, ok1 := strings.CutPrefix(name, backupPrefix)
	text, ok2 := strings.CutSuffix(text, backupSuffix)
	at, err := time.Parse(backupTime, text)
	return at, ok1 && ok2 && err == nil
}

// firstBackup returns when the first backup is due: at once, unless there is one that is recent.
func (u *Upkeep) firstBackup(now time.Time) time.Time {
	names, err := u.backups()
	if err != nil || len(names) == 0 {
		return now
	}
	last, _ := backupAt(names[len(names)-1])
	if last.After(now) { // the clock was wrong when it was made
		return now
	}
	return last.Add(u.BackupEvery)
}

// backup makes a backup, reads it to the end, gives it its name only then, and removes those that are too many.
func (u *Upkeep) backup(data string, now time.Time) error {
	if err := os.MkdirAll(u.BackupDir, 0o700); err != nil {
		return err
	}
	partial := filepath.Join(u.BackupDir, ".partial"+backupSuffix)
	defer os.Remove(partial) // after a failure
	if err := Backup(data, partial, true); err != nil {
		return err
	}
	if _, err := checkBackup(partial); err != nil {
		return fmt.Errorf("verifying the backup: %w", err)
	}
	name := filepath.Join(u.BackupDir, backupPrefix+now.UTC().Format(backupTime)+backupSuffix)
	if err := os.Rename(partial, name); err != nil {
		return err
	}
	u.Logger.Info("backed up", "file", name, "took", time.Since(now).Round(time.Millisecond))
	names, err := u.backups()
	if err != nil {
		return err
	}
	for len(names) > u.BackupKeep {
		if err := os.Remove(filepath.Join(u.BackupDir, names[0])); err != nil {
			return err
		}
		names = names[1:]
	}
	return nil
}

// Swept is how much was removed.
type Swept struct{ Games, Guests, Sessions, Events int }

// sweep removes what is not needed any more at a time. If one part fails, the others are done all the same.
func (s *Store) sweep(ctx context.Context, now time.Time, keep time.Duration) (Swept, error) {
	var n Swept
	var errs []error
	purged, err := s.Purge(ctx, now.Add(-keepDeleted))
	n.Games += purged
	errs = append(errs, err)
	if keep > 0 {
		over, err := s.removeGames(ctx, finishedGames, toMillis(now.Add(-keep)))
		n.Games += over
		errs = append(errs, err)
	}
	errs = append(errs, s.write(ctx, func(w *writer) error { return w.one(nil, oldChallenges, toMillis(now), toMillis(now.Add(-keepOpen))) }))
	for _, x := range []struct {
		n      *int
		remove string
		before time.Time
	}{
		{&n.Sessions, "DELETE FROM sessions WHERE expires < ?", now},
		{new(int), "DELETE FROM tickets WHERE expires < ?", now},
		{&n.Events, "DELETE FROM audit WHERE at < ?", now.Add(-keepEvents)},
		{new(int), "DELETE FROM talk_reports WHERE at < ?", now.Add(-keepEvents)},
		{&n.Guests, idleGuests, now.Add(-keepGuests)},
	} {
		err := s.write(ctx, func(w *writer) error {
			removed, err := w.exec(x.remove, toMillis(x.before))
			*x.n = int(removed)
			return err
		})
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return n, explain(err, "tidying up")
	}
	return n, nil
}

const (
	// deletedGames selects games that were deleted before a moment and not written since.
	deletedGames = "SELECT id FROM games WHERE deleted > 0 AND deleted < ?1 AND updated < ?1 ORDER BY id LIMIT 100"
	// finishedGames selects games that are over and were not changed since a moment.
	finishedGames = "SELECT id FROM games WHERE updated < ? AND over = 1 ORDER BY id LIMIT 100"
	// oldChallenges marks challenges from before a moment that nobody has taken as deleted.
	oldChallenges = `UPDATE games SET deleted = ?1 WHERE deleted = 0 AND created < ?2 AND terms LIKE '%"open":true%' AND ` + openSeat
	// idleGuests removes guests from before a moment whom nothing leads back here: no browser knows them, and no game does.
	idleGuests = `DELETE FROM users WHERE skeleton IS NULL AND created < ?
		AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user = users.id)
		AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user = users.id)
		AND NOT EXISTS (SELECT 1 FROM identities WHERE identities.user = users.id)
		AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.user = users.id)
		AND NOT EXISTS (SELECT 1 FROM games WHERE games.host = users.id)`
)

// removeGames removes the games that a query selects, some at a time so that nobody waits long to write, and returns how many.
func (s *Store) removeGames(ctx context.Context, query string, args ...any) (int, error) {
	for n := 0; ; {
		var ids []string
		err := s.write(ctx, func(w *writer) (err error) {
			ids, err = w.removeSelected(query, args...)
			return err
		})
		if err != nil || len(ids) == 0 {
			return n, err
		}
		n += len(ids)
		// Somebody may have them open.
		changes := make([]match.Change, len(ids))
		for i, id := range ids {
			changes[i].Game = id
		}
		s.watchers.report(changes)
	}
}

func (w *writer) removeSelected(query string, args ...any) ([]string, error) {
	ctx := context.Background()
	rows, err := w.conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, err
	}
	for _, id := range ids {
		if err := w.remove(ctx, id); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"acies/notify"
)

var _ notify.Store = (*Store)(nil)

// Settings implements [notify.Store].
func (s *Store) Settings(ctx context.Context, user string) (notify.Settings, error) {
	var x notify.Settings
	var events string
	err := s.read.QueryRowContext(ctx, "SELECT events, remind FROM notify_settings WHERE user = ?", user).Scan(&events, &x.Remind)
	if errors.Is(err, sql.ErrNoRows) {
		return notify.Defaults, nil
	}
	for e := range strings.SplitSeq(events, ",") {
		if e != "" {
			x.Events = append(x.Events, notify.Event(e))
		}
	}
	return x, explainPeople(err, "reading the settings of notices")
}

// SetSettings implements [notify.Store].
func (s *Store) SetSettings(ctx context.Context, user string, x notify.Settings) error {
	var events []string
	for _, e := range x.Events {
		events = append(events, string(e))
	}
	return s.people(ctx, "setting notices", nil,
		"INSERT INTO notify_settings (user, events, remind) VALUES (?, ?, ?) ON CONFLICT (user) DO UPDATE SET events = excluded.events, remind = excluded.remind",
		user, strings.Join(events, ","), x.Remind)
}

const channelColumns = "id, user, kind, url, key, auth, secret, label, lang, created"

// Channels implements [notify.Store].
func (s *Store) Channels(ctx context.Context, user string) ([]notify.Channel, error) {
	list, err := s.channels(ctx, user)
	return list, explainPeople(err, "listing channels")
}

func (s *Store) channels(ctx context.Context, user string) ([]notify.Channel, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+channelColumns+" FROM notify_channels WHERE user = ? ORDER BY created, id", user)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []notify.Channel
	for rows.Next() {
		var c notify.Channel
		var created int64
		if err := rows.Scan(&c.ID, &c.User, &c.Kind, &c.URL, &c.Key, &c.Auth, &c.Secret, &c.Label, &c.Lang, &created); err != nil {
			return nil, err
		}
		c.Created = fromMillis(created)
		list = append(list, c)
	}
	return list, rows.Err()
}

// AddChannel implements [notify.Store].
func (s *Store) AddChannel(ctx context.Context, c notify.Channel, limit int) error {
	return explainPeople(s.write(ctx, func(w *writer) error { return w.addChannel(c, limit) }), "adding a channel")
}

func (w *writer) addChannel(c notify.Channel, limit int) error {
	if _, err := w.exec("DELETE FROM notify_channels WHERE kind = ?1 AND (kind = 'push' AND url = ?2 OR kind = 'mail' AND user = ?3)",
		c.Kind, c.URL, c.User); err != nil {
		return err
	}
	var has int
	if err := w.queryRow("SELECT count(*) FROM notify_channels WHERE user = ?", c.User).Scan(&has); err != nil {
		return err
	}
	if has >= limit {
		return notify.ErrMany
	}
	_, err := w.exec("INSERT INTO notify_channels ("+channelColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		c.ID, c.User, c.Kind, c.URL, c.Key, c.Auth, c.Secret, c.Label, c.Lang, toMillis(c.Created))
	return err
}

// RemoveChannel implements [notify.Store].
func (s *Store) RemoveChannel(ctx context.Context, user, id string) error {
	return s.people(ctx, "removing a channel", notify.ErrUnknown, "DELETE FROM notify_channels WHERE user = ? AND id = ?", user, id)
}

// EndMail implements [notify.Store].
func (s *Store) EndMail(ctx context.Context, secret string) error {
	return s.people(ctx, "ending mail", notify.ErrUnknown, "DELETE FROM notify_channels WHERE kind = 'mail' AND secret = ? AND secret <> ''", secret)
}

// GameSettings implements [notify.Store].
func (s *Store) GameSettings(ctx context.Context, user, game string) (notify.GameSettings, error) {
	x := notify.GameDefaults
	err := s.read.QueryRowContext(ctx, "SELECT mute, remind FROM notify_games WHERE game = ? AND user = ?", game, user).Scan(&x.Mute, &x.Remind)
	if errors.Is(err, sql.ErrNoRows) {
		return notify.GameDefaults, nil
	}
	return x, explainPeople(err, "reading the settings of notices about a game")
}

// SetGameSettings implements [notify.Store].
func (s *Store) SetGameSettings(ctx context.Context, user, game string, x notify.GameSettings) error {
	const doing = "setting notices about a game"
	if x == notify.GameDefaults {
		return s.people(ctx, doing, nil, "DELETE FROM notify_games WHERE game = ? AND user = ?", game, user)
	}
	mute := 0
	if x.Mute {
		mute = 1
	}
	return s.people(ctx, doing, nil,
		"INSERT INTO notify_games (game, user, mute, remind) VALUES (?, ?, ?, ?) ON CONFLICT (game, user) DO UPDATE SET mute = excluded.mute, remind = excluded.remind",
		game, user, mute, x.Remind)
}

const markColumns = "game, side, user, event, key, at"

// Mark implements [notify.Store]. Most changes of a game change no mark, and then nothing is written.
func (s *Store) Mark(ctx context.Context, game string, marks []notify.Mark) ([]notify.Mark, error) {
	old, err := marksOf(ctx, &s.read, game)
	if err != nil {
		return nil, explainPeople(err, "reading marks")
	}
	if fresh, gone := compareMarks(old, marks); len(fresh)+len(gone) == 0 {
		return nil, nil
	}
	var fresh []notify.Mark
	err = s.write(ctx, func(w *writer) (err error) {
		fresh, err = w.mark(game, marks)
		return err
	})
	if err != nil {
		return nil, explainPeople(err, "marking")
	}
	return fresh, nil
}

func marksOf(ctx context.Context, db querier, game string) ([]notify.Mark, error) {
	rows, err := db.QueryContext(ctx, "SELECT "+markColumns+" FROM notify_marks WHERE game = ?", game)
	if err != nil {
		return nil, err
	}
	return scanMarks(rows)
}

func scanMarks(rows *sql.Rows) (list []notify.Mark, err error) {
	defer rows.Close()
	for rows.Next() {
		var m notify.Mark
		var at int64
		if err := rows.Scan(&m.Game, &m.Side, &m.User, &m.Event, &m.Key, &at); err != nil {
			return nil, err
		}
		m.At = fromMillis(at)
		list = append(list, m)
	}
	return list, rows.Err()
}

// compareMarks returns which marks are new, and which are there no more.
func compareMarks(old, marks []notify.Mark) (fresh, gone []notify.Mark) {
	same := func(a, b notify.Mark) bool {
		return a.Side == b.Side && a.Event == b.Event && a.User == b.User && a.Key == b.Key
	}
	missing := func(from, in []notify.Mark) (list []notify.Mark) {
		for _, m := range from {
			if !slices.ContainsFunc(in, func(x notify.Mark) bool { return same(x, m) }) {
				list = append(list, m)
			}
		}
		return list
	}
	return missing(marks, old), missing(old, marks)
}

func (w *writer) mark(game string, marks []notify.Mark) ([]notify.Mark, error) {
	ctx := context.Background()
	old, err := marksOf(ctx, w.conn, game)
	if err != nil {
		return nil, err
	}
	fresh, gone := compareMarks(old, marks)
	for _, m := range gone {
		if _, err := w.exec("DELETE FROM notify_marks WHERE game = ? AND side = ? AND event = ?", game, m.Side, m.Event); err != nil {
			return nil, err
		}
	}
	for _, m := range fresh {
		_, err := w.exec("INSERT INTO notify_marks ("+markColumns+", reminded) VALUES (?, ?, ?, ?, ?, ?, 0)",
			game, m.Side, m.User, m.Event, m.Key, toMillis(m.At))
		if err != nil {
			return nil, err
		}
	}
	return fresh, nil
}

// Late implements [notify.Store].
func (s *Store) Late(ctx context.Context, now time.Time, limit int) ([]notify.Mark, error) {
	const hour = int64(time.Hour / time.Millisecond)
	rows, err := s.read.QueryContext(ctx, `SELECT m.game, m.side, m.user, m.event, m.key, m.at
		FROM notify_marks m LEFT JOIN notify_settings s ON s.user = m.user LEFT JOIN notify_games g ON g.game = m.game AND g.user = m.user
		WHERE m.event = 'turn' AND m.reminded = 0 AND coalesce(nullif(g.remind, -1), s.remind, ?1) > 0
			AND m.at + coalesce(nullif(g.remind, -1), s.remind, ?1) * ?2 <= ?3
			AND EXISTS (SELECT 1 FROM notify_channels c WHERE c.user = m.user)
		ORDER BY m.at, m.game LIMIT ?4`, notify.Defaults.Remind, hour, toMillis(now), limit)
	if err != nil {
		return nil, explainPeople(err, "looking for late turns")
	}
	list, err := scanMarks(rows)
	return list, explainPeople(err, "looking for late turns")
}

// Remind implements [notify.Store].
func (s *Store) Remind(ctx context.Context, m notify.Mark) (bool, error) {
	err := s.people(ctx, "noting a reminder", notify.ErrUnknown,
		"UPDATE notify_marks SET reminded = 1 WHERE game = ? AND side = ? AND event = 'turn' AND user = ? AND key = ? AND reminded = 0",
		m.Game, m.Side, m.User, m.Key)
	if errors.Is(err, notify.ErrUnknown) {
		return false, nil
	}
	return err == nil, err
}

// moveNotices makes the channels of a guest, what he wants to be told of and what he has been told those of a user. What the user
// has set himself stays.
func (w *writer) moveNotices(from, to string) error {
	for _, change := range []string{
		"UPDATE notify_channels SET user = ?2 WHERE user = ?1",
		"UPDATE notify_settings SET user = ?2 WHERE user = ?1 AND NOT EXISTS (SELECT 1 FROM notify_settings WHERE user = ?2)",
		"UPDATE notify_games SET user = ?2 WHERE user = ?1 AND game NOT IN (SELECT game FROM notify_games WHERE user = ?2)",
		"UPDATE notify_marks SET user = ?2 WHERE user = ?1",
	} {
		if _, err := w.conn.ExecContext(context.Background(), change, from, to); err != nil {
			return err
		}
	}
	return nil
}

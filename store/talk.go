package store

import (
	"context"
	"database/sql"
	"errors"

	"acies/talk"
)

var _ talk.Store = (*Store)(nil)

const messageColumns = "game, room, n, at, user, text"

// Say implements [talk.Store].
func (s *Store) Say(ctx context.Context, m talk.Message, request string, limit int) (said talk.Message, fresh bool, err error) {
	err = s.write(ctx, func(w *writer) (err error) {
		said, fresh, err = w.say(m, request, limit)
		return err
	})
	if err != nil {
		return talk.Message{}, false, explainPeople(err, "adding a message")
	}
	return said, fresh, nil
}

func (w *writer) say(m talk.Message, request string, limit int) (talk.Message, bool, error) {
	old, err := scanMessage(w.queryRow("SELECT "+messageColumns+" FROM talk WHERE game = ? AND user = ? AND user <> '' AND request = ?", m.Game, m.User, request))
	switch {
	case err == nil && (old.Room != m.Room || old.Text != m.Text):
		return talk.Message{}, false, talk.ErrReused
	case err == nil:
		return old, false, nil
	case !errors.Is(err, sql.ErrNoRows):
		return talk.Message{}, false, err
	}
	if err := w.queryRow("SELECT coalesce(max(n), 0) + 1 FROM talk WHERE game = ? AND room = ?", m.Game, m.Room).Scan(&m.N); err != nil {
		return talk.Message{}, false, err
	}
	if m.N > limit {
		if m.Room == talk.Players {
			return talk.Message{}, false, talk.ErrFull
		}
		if _, err := w.exec("DELETE FROM talk WHERE game = ? AND room = ? AND n <= ?", m.Game, m.Room, m.N-limit); err != nil {
			return talk.Message{}, false, err
		}
	}
	_, err = w.exec("INSERT INTO talk ("+messageColumns+", request) VALUES (?, ?, ?, ?, ?, ?, ?)",
		m.Game, m.Room, m.N, toMillis(m.At), m.User, m.Text, request)
	return m, true, err
}

func scanMessage(row scanner) (talk.Message, error) {
	var m talk.Message
	var at int64
	err := row.Scan(&m.Game, &m.Room, &m.N, &at, &m.User, &m.Text)
	m.At = fromMillis(at)
	return m, err
}

// Said implements [talk.Store].
func (s *Store) Said(ctx context.Context, game string, room talk.Room, after, limit int) ([]talk.Message, error) {
	list, err := selected(ctx, &s.read, scanMessage, "SELECT "+messageColumns+" FROM talk WHERE game = ? AND room = ? AND n > ? ORDER BY n LIMIT ?", game, room, after, limit)
	return list, explainPeople(err, "reading messages")
}

// selected returns what the rows of a query say.
func selected[T any](ctx context.Context, db querier, scan func(row scanner) (T, error), query string, args ...any) (list []T, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		x, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, rows.Err()
}

// Note implements [talk.Store].
func (s *Store) Note(ctx context.Context, game, user string) (text string, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT text FROM talk_notes WHERE game = ? AND user = ?", game, user).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return text, explainPeople(err, "reading a note")
}

// SetNote implements [talk.Store].
func (s *Store) SetNote(ctx context.Context, game, user, text, based string) error {
	return explainPeople(s.write(ctx, func(w *writer) error { return w.setNote(game, user, text, based) }), "keeping a note")
}

func (w *writer) setNote(game, user, text, based string) error {
	var was string
	err := w.queryRow("SELECT text FROM talk_notes WHERE game = ? AND user = ?", game, user).Scan(&was)
	switch {
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return err
	case text == was:
		return nil
	case talk.HashNote(was) != based:
		return talk.ErrChanged
	case text == "":
		return w.one(nil, "DELETE FROM talk_notes WHERE game = ? AND user = ?", game, user)
	}
	return w.one(nil, "INSERT INTO talk_notes (game, user, text) VALUES (?, ?, ?) ON CONFLICT (game, user) DO UPDATE SET text = excluded.text", game, user, text)
}

const blockColumns = "id, user, blocked, at"

// Block implements [talk.Store].
func (s *Store) Block(ctx context.Context, b talk.Block, limit int) error {
	return explainPeople(s.write(ctx, func(w *writer) error { return w.block(b, limit) }), "blocking somebody")
}

func (w *writer) block(b talk.Block, limit int) error {
	var has, same int
	err := w.queryRow("SELECT count(*), count(*) FILTER (WHERE blocked = ?) FROM talk_blocks WHERE user = ?", b.Blocked, b.User).Scan(&has, &same)
	switch {
	case err != nil || same > 0:
		return err
	case has >= limit:
		return talk.ErrMany
	}
	_, err = w.exec("INSERT INTO talk_blocks ("+blockColumns+") VALUES (?, ?, ?, ?)", b.ID, b.User, b.Blocked, toMillis(b.At))
	return err
}

// Unblock implements [talk.Store].
func (s *Store) Unblock(ctx context.Context, user, id string) error {
	return s.people(ctx, "ending a block", talk.ErrUnknown, "DELETE FROM talk_blocks WHERE user = ? AND id = ?", user, id)
}

// Blocks implements [talk.Store].
func (s *Store) Blocks(ctx context.Context, user string) ([]talk.Block, error) {
	list, err := selected(ctx, &s.read, func(row scanner) (b talk.Block, err error) {
		var at int64
		err = row.Scan(&b.ID, &b.User, &b.Blocked, &at)
		b.At = fromMillis(at)
		return b, err
	}, "SELECT "+blockColumns+" FROM talk_blocks WHERE user = ? ORDER BY at, id", user)
	return list, explainPeople(err, "listing blocks")
}

// Blockers implements [talk.Store].
func (s *Store) Blockers(ctx context.Context, blocked string) ([]string, error) {
	list, err := selected(ctx, &s.read, func(row scanner) (user string, err error) {
		return user, row.Scan(&user)
	}, "SELECT user FROM talk_blocks WHERE blocked = ? ORDER BY user", blocked)
	return list, explainPeople(err, "listing blocks")
}

const reportColumns = "game, room, n, by, at, why, said_at, user, text"

// Report implements [talk.Store].
func (s *Store) Report(ctx context.Context, r talk.Report) error {
	m := &r.Said
	return s.people(ctx, "reporting a message", nil, "INSERT INTO talk_reports ("+reportColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		m.Game, m.Room, m.N, r.By, toMillis(r.At), r.Why, toMillis(m.At), m.User, m.Text)
}

// Reports implements [talk.Store].
func (s *Store) Reports(ctx context.Context) ([]talk.Report, error) {
	list, err := selected(ctx, &s.read, func(row scanner) (r talk.Report, err error) {
		var at, said int64
		m := &r.Said
		err = row.Scan(&m.Game, &m.Room, &m.N, &r.By, &at, &r.Why, &said, &m.User, &m.Text)
		r.At, m.At = fromMillis(at), fromMillis(said)
		return r, err
	}, "SELECT "+reportColumns+" FROM talk_reports ORDER BY at DESC, game, room, n, by")
	return list, explainPeople(err, "listing reports")
}

// forgetTalk lets the messages of a user who is deleted stay without him, and removes what only concerns him.
func (w *writer) forgetTalk(user string) error {
	return w.each(user, "UPDATE talk SET user = '' WHERE user = ?", "DELETE FROM talk_notes WHERE user = ?",
		"DELETE FROM talk_blocks WHERE user = ?1 OR blocked = ?1")
}

// moveTalk makes what a guest has said, noted and blocked that of a user. What the user has himself stays.
func (w *writer) moveTalk(from, to string) error {
	for _, change := range []string{
		`UPDATE talk SET user = ?2 WHERE user = ?1
			AND NOT EXISTS (SELECT 1 FROM talk AS own WHERE own.game = talk.game AND own.user = ?2 AND own.request = talk.request)`,
		`UPDATE talk_notes SET user = ?2 WHERE user = ?1
			AND NOT EXISTS (SELECT 1 FROM talk_notes AS own WHERE own.game = talk_notes.game AND own.user = ?2)`,
		`UPDATE talk_blocks SET user = ?2 WHERE user = ?1 AND blocked <> ?2
			AND NOT EXISTS (SELECT 1 FROM talk_blocks AS own WHERE own.user = ?2 AND own.blocked = talk_blocks.blocked)`,
		`UPDATE talk_blocks SET blocked = ?2 WHERE blocked = ?1 AND user <> ?2
			AND NOT EXISTS (SELECT 1 FROM talk_blocks AS own WHERE own.user = talk_blocks.user AND own.blocked = ?2)`,
	} {
		if _, err := w.exec(change, from, to); err != nil {
			return err
		}
	}
	return nil
}

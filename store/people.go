package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"acies/account"
)

var _ account.Store = (*Store)(nil)

// AddUser implements [account.Store].
func (s *Store) AddUser(ctx context.Context, u account.User, skeleton string) error {
	return s.people(ctx, "adding a user", account.ErrTaken,
		"INSERT INTO users (id, name, skeleton, password, admin, email, created, banned) VALUES (?, ?, nullif(?, ''), ?, 0, ?, ?, ?) ON CONFLICT DO NOTHING", // nobody has rights here; the column is left of a time when that was planned
		u.ID, u.Name, skeleton, u.Password, u.Email, toMillis(u.Created), toMillis(u.Banned))
}

// ChangeUser implements [account.Store].
func (s *Store) ChangeUser(ctx context.Context, u account.User, skeleton string) error {
	err := s.people(ctx, "changing a user", account.ErrUnknown,
		"UPDATE users SET name = ?, skeleton = nullif(?, ''), password = ? WHERE id = ?", u.Name, skeleton, u.Password, u.ID)
	if isTaken(err) {
		return explain(account.ErrTaken, "changing a user")
	}
	return err
}

// SetEmail implements [account.Store].
func (s *Store) SetEmail(ctx context.Context, id, email string) error {
	err := s.write(ctx, func(w *writer) error {
		if err := w.each(id, "DELETE FROM tickets WHERE user = ?"); err != nil {
			return err
		}
		return w.one(account.ErrUnknown, "UPDATE users SET email = ? WHERE id = ?", email, id)
	})
	return explainPeople(err, "changing a user")
}

// SetBanned implements [account.Store].
func (s *Store) SetBanned(ctx context.Context, id string, since time.Time) error {
	err := s.write(ctx, func(w *writer) error {
		if !since.IsZero() {
			if err := w.each(id, "DELETE FROM sessions WHERE user = ?", "DELETE FROM tickets WHERE user = ?"); err != nil {
				return err
			}
		}
		return w.one(account.ErrUnknown, "UPDATE users SET banned = ? WHERE id = ?", toMillis(since), id)
	})
	return explainPeople(err, "changing a user")
}

// DeleteUser implements [account.Store].
func (s *Store) DeleteUser(ctx context.Context, id string) error {
	err := s.write(ctx, func(w *writer) error { return w.deleteUser(id) })
	return explainPeople(err, "deleting a user")
}

func (w *writer) deleteUser(id string) error {
	err := w.each(id, "DELETE FROM sessions WHERE user = ?", "DELETE FROM tickets WHERE user = ?", "DELETE FROM passkeys WHERE user = ?",
		"DELETE FROM identities WHERE user = ?")
	if err != nil {
		return err
	}
	if err := w.forgetTalk(id); err != nil {
		return err
	}
	return w.one(account.ErrUnknown, "DELETE FROM users WHERE id = ?", id)
}

// each carries out several changes for one user.
func (w *writer) each(user string, changes ...string) error {
	for _, change := range changes {
		if _, err := w.exec(change, user); err != nil {
			return err
		}
	}
	return nil
}

// one carries out a change. If it changes nothing, the error is none.
func (w *writer) one(none error, change string, args ...any) error {
	n, err := w.exec(change, args...)
	if err == nil && n == 0 {
		err = none
	}
	return err
}

// MoveGames implements [account.Store].
func (s *Store) MoveGames(ctx context.Context, from, to string) ([]string, error) {
	var ids []string
	err := s.write(ctx, func(w *writer) (err error) {
		ids, err = w.moveGames(from, to)
		return err
	})
	return ids, explainPeople(err, "moving the games of a user")
}

func (w *writer) moveGames(from, to string) (ids []string, err error) {
	ctx := context.Background()
	rows, err := w.conn.QueryContext(ctx, "SELECT id FROM games WHERE host = ?1 OR id IN (SELECT game FROM seats WHERE user = ?1) ORDER BY changed", from)
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
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, err
	}
	for _, change := range []string{"UPDATE games SET host = ?2 WHERE host = ?1", "UPDATE seats SET user = ?2 WHERE user = ?1"} {
		if _, err := w.exec(change, from, to); err != nil {
			return nil, err
		}
	}
	for _, id := range ids {
		// Other processes that have the game open hear of it.
		if err := w.one(nil, "UPDATE games SET revision = ? WHERE id = ?", newRevision(), id); err != nil {
			return nil, err
		}
		if err := w.changes.changed(w, id); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(w.moveTalk(from, to), w.moveNotices(from, to)); err != nil {
		return nil, err
	}
	return ids, w.deleteUser(from)
}

// AddSession implements [account.Store].
func (s *Store) AddSession(ctx context.Context, h account.Hash, x account.Session) error {
	return s.people(ctx, "adding a session", nil,
		"INSERT INTO sessions (hash, id, user, label, scope, created, seen, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		h[:], x.ID, x.User, x.Label, string(x.Scope), toMillis(x.Created), toMillis(x.Seen), toMillis(x.Expires))
}

// SeeSession implements [account.Store].
func (s *Store) SeeSession(ctx context.Context, id string, seen, expires time.Time) error {
	return s.people(ctx, "noting the use of a session", account.ErrUnknown,
		"UPDATE sessions SET seen = ?, expires = ? WHERE id = ?", toMillis(seen), toMillis(expires), id)
}

// EndSession implements [account.Store].
func (s *Store) EndSession(ctx context.Context, user, id string) error {
	return s.people(ctx, "ending a session", account.ErrUnknown, "DELETE FROM sessions WHERE user = ? AND id = ?", user, id)
}

// EndSessions implements [account.Store].
func (s *Store) EndSessions(ctx context.Context, user, but string) error {
	err := s.write(ctx, func(w *writer) error {
		if err := w.each(user, "DELETE FROM tickets WHERE user = ?"); err != nil {
			return err
		}
		return w.one(nil, "DELETE FROM sessions WHERE user = ? AND id <> ?", user, but)
	})
	return explainPeople(err, "ending sessions")
}

// people carries out one change. If it changes nothing, the error is none.
func (s *Store) people(ctx context.Context, doing string, none error, change string, args ...any) error {
	err := s.write(ctx, func(w *writer) error { return w.one(none, change, args...) })
	return explainPeople(err, doing)
}

func explainPeople(err error, doing string) error {
	if err == nil {
		return nil
	}
	return explain(err, "%s", doing)
}

const userColumns = "users.id, users.name, users.password, users.email, users.created, users.banned"

// scannedUser reads the columns of a user.
type scannedUser struct {
	account.User
	created, banned int64
}

func (u *scannedUser) fields() []any {
	return []any{&u.ID, &u.Name, &u.Password, &u.Email, &u.created, &u.banned}
}

// user returns the user as it was read.
func (u *scannedUser) user() account.User {
	u.Created, u.Banned = fromMillis(u.created), fromMillis(u.banned)
	return u.User
}

// User implements [account.Store].
func (s *Store) User(ctx context.Context, id string) (account.User, error) {
	return s.user(ctx, "id = ?", id)
}

// UserOf implements [account.Store].
func (s *Store) UserOf(ctx context.Context, skeleton string) (account.User, error) {
	return s.user(ctx, "skeleton = ?", skeleton)
}

// user returns the user that a condition selects.
func (s *Store) user(ctx context.Context, where string, args ...any) (account.User, error) {
	var u scannedUser
	err := s.read.QueryRowContext(ctx, "SELECT "+userColumns+" FROM users WHERE "+where, args...).Scan(u.fields()...)
	return u.user(), unknownUser(err, "looking for a user")
}

// Users implements [account.Store].
func (s *Store) Users(ctx context.Context) ([]account.Listed, error) {
	list, err := s.users(ctx)
	return list, explainPeople(err, "listing users")
}

func (s *Store) users(ctx context.Context) ([]account.Listed, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+userColumns+`,
		coalesce((SELECT max(seen) FROM sessions WHERE user = users.id), 0),
		(SELECT count(*) FROM games WHERE host = users.id OR id IN (SELECT game FROM seats WHERE user = users.id))
		FROM users ORDER BY name = '', skeleton, created, id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []account.Listed
	for rows.Next() {
		var u scannedUser
		var seen int64
		var games int
		if err := rows.Scan(append(u.fields(), &seen, &games)...); err != nil {
			return nil, err
		}
		list = append(list, account.Listed{User: u.user(), Seen: fromMillis(seen), Games: games})
	}
	return list, rows.Err()
}

// unknownUser turns the error of an empty answer into [account.ErrUnknown].
func unknownUser(err error, doing string) error {
	if errors.Is(err, sql.ErrNoRows) {
		err = account.ErrUnknown
	}
	return explainPeople(err, doing)
}

const sessionColumns = "sessions.id, sessions.user, sessions.label, sessions.scope, sessions.created, sessions.seen, sessions.expires"

// scanSession reads the columns of a session and what comes after them.
func scanSession(row scanner, more ...any) (account.Session, error) {
	var x account.Session
	var created, seen, expires int64
	err := row.Scan(append([]any{&x.ID, &x.User, &x.Label, &x.Scope, &created, &seen, &expires}, more...)...)
	x.Created, x.Seen, x.Expires = fromMillis(created), fromMillis(seen), fromMillis(expires)
	return x, err
}

// Session implements [account.Store].
func (s *Store) Session(ctx context.Context, h account.Hash) (account.Session, account.User, error) {
	var u scannedUser
	x, err := scanSession(s.read.QueryRowContext(ctx,
		"SELECT "+sessionColumns+", "+userColumns+" FROM sessions JOIN users ON users.id = sessions.user WHERE sessions.hash = ?", h[:]),
		u.fields()...)
	return x, u.user(), unknownUser(err, "looking for a session")
}

// Sessions implements [account.Store].
func (s *Store) Sessions(ctx context.Context, user string) ([]account.Session, error) {
	list, err := s.sessions(ctx, user)
	return list, explainPeople(err, "listing sessions")
}

func (s *Store) sessions(ctx context.Context, user string) ([]account.Session, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+sessionColumns+" FROM sessions WHERE user = ? ORDER BY created DESC, id", user)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []account.Session
	for rows.Next() {
		x, err := scanSession(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, rows.Err()
}

// Secret implements [account.Store].
func (s *Store) Secret(ctx context.Context, name string, fresh []byte) ([]byte, error) {
	err := s.people(ctx, "keeping a secret", nil, "INSERT INTO secrets (name, data) VALUES (?, ?) ON CONFLICT DO NOTHING", name, fresh)
	if err != nil {
		return nil, err
	}
	var data []byte
	err = s.read.QueryRowContext(ctx, "SELECT data FROM secrets WHERE name = ?", name).Scan(&data)
	return data, explainPeople(err, "reading a secret")
}

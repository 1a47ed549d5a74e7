package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"modernc.org/sqlite"

	"acies/account"
)

var _ account.Store = (*Store)(nil)

// AddUser implements [account.Store].
func (s *Store) AddUser(ctx context.Context, u account.User, skeleton string) error {
	return s.people(ctx, "adding a user", account.ErrTaken,
		"INSERT INTO users (id, name, skeleton, password, admin, created) VALUES (?, ?, nullif(?, ''), ?, ?, ?) ON CONFLICT DO NOTHING",
		u.ID, u.Name, skeleton, u.Password, u.Admin, toMillis(u.Created))
}

// ChangeUser implements [account.Store].
func (s *Store) ChangeUser(ctx context.Context, u account.User, skeleton string) error {
	err := s.people(ctx, "changing a user", account.ErrUnknown,
		"UPDATE users SET name = ?, skeleton = nullif(?, ''), password = ?, admin = ? WHERE id = ?", u.Name, skeleton, u.Password, u.Admin, u.ID)
	const unique = 2067 // the result code of SQLite
	if e := (*sqlite.Error)(nil); errors.As(err, &e) && e.Code() == unique {
		return explain(account.ErrTaken, "changing a user")
	}
	return err
}

// DeleteUser implements [account.Store].
func (s *Store) DeleteUser(ctx context.Context, id string) error {
	err := s.write(ctx, func(w *writer) error {
		ctx := context.Background()
		if _, err := w.conn.ExecContext(ctx, "DELETE FROM sessions WHERE user = ?", id); err != nil {
			return err
		}
		res, err := w.conn.ExecContext(ctx, "DELETE FROM users WHERE id = ?", id)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, account.ErrUnknown)
		}
		return nil
	})
	return explainPeople(err, "deleting a user")
}

// AddSession implements [account.Store].
func (s *Store) AddSession(ctx context.Context, h account.Hash, x account.Session) error {
	return s.people(ctx, "adding a session", nil,
		"INSERT INTO sessions (hash, id, user, label, created, seen, expires) VALUES (?, ?, ?, ?, ?, ?, ?)",
		h[:], x.ID, x.User, x.Label, toMillis(x.Created), toMillis(x.Seen), toMillis(x.Expires))
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
	return s.people(ctx, "ending sessions", nil, "DELETE FROM sessions WHERE user = ? AND id <> ?", user, but)
}

// people carries out one change. If it changes nothing, the error is none.
func (s *Store) people(ctx context.Context, doing string, none error, change string, args ...any) error {
	err := s.write(ctx, func(w *writer) error {
		res, err := w.conn.ExecContext(context.Background(), change, args...)
		if err != nil || none == nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, none)
		}
		return nil
	})
	return explainPeople(err, doing)
}

func explainPeople(err error, doing string) error {
	if err == nil {
		return nil
	}
	return explain(err, "%s", doing)
}

const userColumns = "users.id, users.name, users.password, users.admin, users.created"

func userFields(u *account.User, created *int64) []any {
	return []any{&u.ID, &u.Name, &u.Password, &u.Admin, created}
}

// User implements [account.Store].
func (s *Store) User(ctx context.Context, id string) (account.User, error) {
	return s.user(ctx, "id", id)
}

// UserOf implements [account.Store].
func (s *Store) UserOf(ctx context.Context, skeleton string) (account.User, error) {
	return s.user(ctx, "skeleton", skeleton)
}

func (s *Store) user(ctx context.Context, column, value string) (account.User, error) {
	var u account.User
	var created int64
	err := s.read.QueryRowContext(ctx, "SELECT "+userColumns+" FROM users WHERE "+column+" = ?", value).Scan(userFields(&u, &created)...)
	u.Created = fromMillis(created)
	return u, unknownUser(err, "looking for a user")
}

// unknownUser turns the error of an empty answer into [account.ErrUnknown].
func unknownUser(err error, doing string) error {
	if errors.Is(err, sql.ErrNoRows) {
		err = account.ErrUnknown
	}
	return explainPeople(err, doing)
}

const sessionColumns = "sessions.id, sessions.user, sessions.label, sessions.created, sessions.seen, sessions.expires"

// scanSession reads the columns of a session and what comes after them.
func scanSession(row interface{ Scan(...any) error }, more ...any) (account.Session, error) {
	var x account.Session
	var created, seen, expires int64
	err := row.Scan(append([]any{&x.ID, &x.User, &x.Label, &created, &seen, &expires}, more...)...)
	x.Created, x.Seen, x.Expires = fromMillis(created), fromMillis(seen), fromMillis(expires)
	return x, err
}

// Session implements [account.Store].
func (s *Store) Session(ctx context.Context, h account.Hash) (account.Session, account.User, error) {
	var u account.User
	var created int64
	x, err := scanSession(s.read.QueryRowContext(ctx,
		"SELECT "+sessionColumns+", "+userColumns+" FROM sessions JOIN users ON users.id = sessions.user WHERE sessions.hash = ?", h[:]),
		userFields(&u, &created)...)
	u.Created = fromMillis(created)
	return x, u, unknownUser(err, "looking for a session")
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

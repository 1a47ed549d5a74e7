package store

import (
	"context"
	"time"

	"acies/account"
)

// AddTicket implements [account.Store].
func (s *Store) AddTicket(ctx context.Context, h account.Hash, t account.Ticket) error {
	err := s.write(ctx, func(w *writer) error {
		if err := w.one(nil, "DELETE FROM tickets WHERE expires <= ?", toMillis(time.Now())); err != nil {
			return err
		}
		return w.one(nil, "INSERT INTO tickets (hash, kind, user, data, expires) VALUES (?, ?, ?, ?, ?)", h[:], string(t.Kind), t.User, t.Data, toMillis(t.Expires))
	})
	return explainPeople(err, "adding a ticket")
}

// TakeTicket implements [account.Store].
func (s *Store) TakeTicket(ctx context.Context, h account.Hash, kind account.TicketKind) (account.Ticket, error) {
	t := account.Ticket{Kind: kind}
	err := s.write(ctx, func(w *writer) error {
		var expires int64
		err := w.queryRow("DELETE FROM tickets WHERE hash = ? AND kind = ? RETURNING user, data, expires", h[:], string(kind)).
			Scan(&t.User, &t.Data, &expires)
		t.Expires = fromMillis(expires)
		return err
	})
	return t, unknownUser(err, "taking a ticket")
}

// AddPasskey implements [account.Store].
func (s *Store) AddPasskey(ctx context.Context, k account.Passkey) error {
	return s.people(ctx, "adding a passkey", account.ErrTaken,
		"INSERT INTO passkeys (id, user, label, key, created, used) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		k.ID, k.User, k.Label, k.Key, toMillis(k.Created), toMillis(k.Used))
}

// ChangePasskey implements [account.Store].
func (s *Store) ChangePasskey(ctx context.Context, k account.Passkey) error {
	return s.people(ctx, "changing a passkey", account.ErrUnknown, "UPDATE passkeys SET label = ?, key = ?, used = ? WHERE id = ?", k.Label, k.Key, toMillis(k.Used), k.ID)
}

// RemovePasskey implements [account.Store].
func (s *Store) RemovePasskey(ctx context.Context, user string, id []byte) error {
	return s.people(ctx, "removing a passkey", account.ErrUnknown, "DELETE FROM passkeys WHERE user = ? AND id = ?", user, id)
}

// Passkeys implements [account.Store].
func (s *Store) Passkeys(ctx context.Context, user string) ([]account.Passkey, error) {
	list, err := s.passkeys(ctx, user)
	return list, explainPeople(err, "listing passkeys")
}

func (s *Store) passkeys(ctx context.Context, user string) ([]account.Passkey, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT id, user, label, key, created, used FROM passkeys WHERE user = ? ORDER BY created, id", user)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []account.Passkey
	for rows.Next() {
		var k account.Passkey
		var created, used int64
		if err := rows.Scan(&k.ID, &k.User, &k.Label, &k.Key, &created, &used); err != nil {
			return nil, err
		}
		k.Created, k.Used = fromMillis(created), fromMillis(used)
		list = append(list, k)
	}
	return list, rows.Err()
}

// AddIdentity implements [account.Store].
func (s *Store) AddIdentity(ctx context.Context, i account.Identity, user string) error {
	return s.people(ctx, "adding an identity", account.ErrTaken,
		"INSERT INTO identities (issuer, subject, user) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", i.Issuer, i.Subject, user)
}

// Identities implements [account.Store].
func (s *Store) Identities(ctx context.Context, user string) ([]account.Identity, error) {
	list, err := s.identities(ctx, user)
	return list, explainPeople(err, "listing identities")
}

func (s *Store) identities(ctx context.Context, user string) ([]account.Identity, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT issuer, subject FROM identities WHERE user = ? ORDER BY issuer, subject", user)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []account.Identity
	for rows.Next() {
		var i account.Identity
		if err := rows.Scan(&i.Issuer, &i.Subject); err != nil {
			return nil, err
		}
		list = append(list, i)
	}
	return list, rows.Err()
}

// RemoveIdentity implements [account.Store].
func (s *Store) RemoveIdentity(ctx context.Context, i account.Identity, user string) error {
	return s.people(ctx, "removing an identity", account.ErrUnknown, "DELETE FROM identities WHERE issuer = ? AND subject = ? AND user = ?", i.Issuer, i.Subject, user)
}

// UserWith implements [account.Store].
func (s *Store) UserWith(ctx context.Context, i account.Identity) (account.User, error) {
	return s.user(ctx, "id = (SELECT user FROM identities WHERE issuer = ? AND subject = ?)", i.Issuer, i.Subject)
}

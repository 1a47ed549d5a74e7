package store

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"acies/match"
)

// MoveOptions configure [Move].
type MoveOptions struct {
	// Check returns an error if a game cannot be moved because something is wrong with it; it is called by several goroutines.
	Check func(ctx context.Context, id string) error
	// Progress is called for each game that is done, and before the first one; it is called by one goroutine.
	Progress func(done, total int)
}

// Moved says what [Move] has done.
type Moved struct {
	Games   int              // that were copied
	Same    int              // that were there already
	Users   int              // that are there now
	Damaged map[string]error // that were not copied, because something is wrong with them
}

// Move copies everything from one store to another: games, packs, users and all that belongs to them. It only reads the first. It
// can be stopped at any time and begun again: what is there already, by its key and its revision, is not copied twice. It
// refuses a store that has games that the first does not have, or that have been played on there.
//
// Games are copied in the order of their last change, some of them at a time; each is compared with the original before
// the transaction is committed.
func Move(ctx context.Context, from, to *Store, o MoveOptions) (Moved, error) {
	m := mover{from: from, to: to, options: o, Moved: Moved{Damaged: map[string]error{}}}
	if err := m.run(ctx); err != nil {
		return m.Moved, fmt.Errorf("moving %s to %s: %w", Shown(from.address), Shown(to.address), err)
	}
	return m.Moved, nil
}

type mover struct {
	Moved
	from, to *Store
	options  MoveOptions
	done     int
}

// movedAtOnce is how many games are copied in one transaction.
const movedAtOnce = 64

func (m *mover) run(ctx context.Context) error {
	order, wanted, present, err := m.compare(ctx)
	if err != nil {
		return err
	}
	m.options.Progress(0, len(order))
	if err := m.tables(ctx); err != nil {
		return err
	}
	for ids := range slices.Chunk(order, movedAtOnce) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := m.games(ctx, ids, wanted, present); err != nil {
			return err
		}
		for range ids {
			m.done++
			m.options.Progress(m.done, len(order))
		}
	}
	return nil
}

// compare returns the games of both stores, and refuses those of which something would be lost.
func (m *mover) compare(ctx context.Context) (order []string, wanted, present map[string]content, err error) {
	if order, wanted, err = contents(ctx, &m.from.read); err != nil {
		return nil, nil, nil, err
	}
	there, present, err := contents(ctx, &m.to.read)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, id := range there {
		w, ok := wanted[id]
		if !ok {
			return nil, nil, nil, fmt.Errorf("the target has the game %s, which is not in the source: choose an empty target", id)
		}
		if p := present[id]; p.version > w.version {
			return nil, nil, nil, fmt.Errorf("the game %s has been played on in the target: found %d rows there and %d in the source", id, p.version, w.version)
		}
	}
	return order, wanted, present, nil
}

// movedTables are the tables that do not belong to games, those first that others refer to.
var movedTables = []struct{ name, key, columns string }{
	{"packs", "hash", "hash, data"},
	{"secrets", "name", "name, data"},
	{"users", "id", "id, name, skeleton, password, admin, email, created, banned"},
	{"sessions", "hash", "hash, id, user, label, scope, created, seen, expires"},
	{"tickets", "hash", "hash, kind, user, data, expires"},
	{"passkeys", "id", "id, user, label, key, created, used"},
	{"identities", "issuer, subject", "issuer, subject, user"},
	{"notify_settings", "user", "user, events, remind"},
	{"notify_channels", "id", channelColumns},
	{"talk_blocks", "user, blocked", blockColumns},
	{"talk_reports", "game, room, n, by", reportColumns},
	{"audit", eventColumns, eventColumns},
	{"tourneys", "id", "id, version, created, over, data"},
}

// tables copies what does not belong to games. Rows of the same key are replaced.
func (m *mover) tables(ctx context.Context) error {
	for _, t := range movedTables {
		conflict := " ON CONFLICT (" + t.key + ") DO NOTHING"
		keys := strings.Split(t.key, ", ")
		var set []string
		for _, c := range strings.Split(t.columns, ", ") {
			if !slices.Contains(keys, c) {
				set = append(set, c+" = excluded."+c)
			}
		}
		if len(set) > 0 && t.name != "packs" { // the hash of a pack stands for what it holds
			conflict = " ON CONFLICT (" + t.key + ") DO UPDATE SET " + strings.Join(set, ", ")
		}
		err := eachChunk(ctx, &m.from.read, strings.Count(t.columns, ",")+1, func(n int, values []any) error {
			return m.to.write(ctx, func(w *writer) error {
				_, err := w.exec(insertRows(t.name, t.columns, n)+conflict, values...)
				return err
			})
		}, "SELECT "+t.columns+" FROM "+t.name)
		if err != nil {
			return fmt.Errorf("copying %s: %w", t.name, err)
		}
	}
	return m.to.read.QueryRowContext(ctx, "SELECT count(*) FROM users").Scan(&m.Users)
}

// games copies some games.
func (m *mover) games(ctx context.Context, ids []string, wanted, present map[string]content) error {
	ids, err := m.checked(ctx, ids)
	if err != nil {
		return err
	}
	return m.from.read.snapshot(ctx, func(q querier) error {
		var copied int
		err := m.to.write(ctx, func(w *writer) error {
			copied = 0
			for _, id := range ids {
				if wanted[id] == present[id] {
					if err := w.matchSide(ctx, q, id); err != nil {
						return fmt.Errorf("copying what belongs to the game %s: %w", id, err)
					}
					continue
				}
				copied++
				if err := w.moveGame(ctx, q, id); err != nil {
					return fmt.Errorf("copying the game %s: %w", id, err)
				}
			}
			return nil
		})
		if err == nil {
			m.Games, m.Same = m.Games+copied, m.Same+len(ids)-copied
		}
		return err
	})
}

// checked returns the games with which nothing is wrong.
func (m *mover) checked(ctx context.Context, ids []string) (sound []string, err error) {
	errs := make([]error, len(ids))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(ids)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				errs[i] = m.options.Check(ctx, ids[i])
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i, id := range ids {
		if errs[i] != nil {
			m.Damaged[id] = errs[i]
			continue
		}
		sound = append(sound, id)
	}
	return sound, nil
}

// moveGame replaces a game by that of another store, and compares the two.
func (w *writer) moveGame(ctx context.Context, q querier, id string) error {
	for _, t := range slices.Backward(gameTables) {
		if _, err := w.exec("DELETE FROM "+t.name+" WHERE "+t.id+" = ?", id); err != nil {
			return err
		}
	}
	if err := w.copyGame(ctx, q, id); err != nil {
		return err
	}
	was, rows, err := load(ctx, q, id)
	if err != nil {
		return err
	}
	is, copied, err := load(ctx, w.conn, id)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(was, is) || !reflect.DeepEqual(rows, copied) {
		return errors.Join(match.ErrDamaged, errors.New("the copy differs from the original"))
	}
	return nil
}

// matchSide copies what belongs to a game beside its rows, where it differs: invitations, messages, notes and marks do not
// change its revision.
func (w *writer) matchSide(ctx context.Context, q querier, id string) error {
	for _, t := range gameTables {
		if t.name == "games" || t.name == "log" || t.name == "requests" {
			continue
		}
		read := func(from querier) (list []any, err error) {
			err = eachChunk(ctx, from, strings.Count(t.columns, ",")+1, func(_ int, values []any) error {
				list = append(list, values...)
				return nil
			}, "SELECT "+t.columns+" FROM "+t.name+" WHERE "+t.id+" = ? ORDER BY "+t.columns, id)
			return list, err
		}
		was, err := read(q)
		if err != nil {
			return err
		}
		is, err := read(w.conn)
		if err != nil {
			return err
		}
		if reflect.DeepEqual(was, is) {
			continue
		}
		if _, err := w.exec("DELETE FROM "+t.name+" WHERE "+t.id+" = ?", id); err != nil {
			return err
		}
		if err := w.copyRows(ctx, q, t.name, t.columns, t.id, id); err != nil {
			return err
		}
	}
	return nil
}

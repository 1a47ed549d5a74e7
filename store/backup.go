package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Backup copies a data file or a database, which may be in use, to a data file that only its owner can read. The copy is complete or
// is not made at all. An existing file is replaced only if force is set; the data file itself, by whatever name or link,
// is never replaced.
func Backup(data, to string, force bool) error {
	if err := backup(data, to, force); err != nil {
		return fmt.Errorf("backing up %s to %s: %w", Shown(data), to, err)
	}
	return nil
}

func backup(data, to string, force bool) error {
	copyTo := vacuumInto
	if IsDatabase(data) {
		copyTo = copyDatabase
	} else if version, err := inspect(data); err != nil {
		return err
	} else if version == 0 {
		return errNoData
	}
	if err := checkTarget(data, to, force); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Dir(to), "."+filepath.Base(to)+"-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tmp := filepath.Join(dir, "backup")
	if err := copyTo(data, tmp); err != nil {
		return err
	}
	if err := syncFile(tmp); err != nil {
		return err
	}
	if force {
		return os.Rename(tmp, to)
	}
	// Unlike a rename, a link fails if the target has been created since it was checked.
	if err := os.Link(tmp, to); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.Rename(tmp, to) // the file system has no links
}

var errNoData = errors.New("there is no data yet")

// checkTarget refuses a backup that would replace the data file, one of the files that SQLite keeps beside it or, unless
// force is set, any other file.
func checkTarget(data, to string, force bool) error {
	if !IsDatabase(data) && isData(data, to) {
		return errors.New("the target is the data file itself: choose another name")
	}
	info, err := os.Lstat(to)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("the target is a folder: expected the name of a file")
	case !force:
		return errors.New("the target exists already: choose another name, or replace it with --force")
	}
	return nil
}

// isData reports whether a name leads to the data file or to a file that SQLite keeps beside it, whether or not that
// file exists at the moment.
func isData(data, name string) bool {
	if real, err := filepath.EvalSymlinks(data); err == nil {
		data = real
	}
	names := []string{name}
	if link, err := os.Readlink(name); err == nil { // a link may lead to a file that does not exist yet
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(name), link)
		}
		names = append(names, link)
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		for _, name := range names {
			if sameFile(data+suffix, name) || filepath.Base(data)+suffix == filepath.Base(name) && sameFile(filepath.Dir(data), filepath.Dir(name)) {
				return true
			}
		}
	}
	return false
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// vacuumInto copies a data file to a new file that only its owner can read.
func vacuumInto(data, to string) error {
	if err := createPrivate(to); err != nil {
		return err
	}
	db, err := connect(data, looking, 1)
	if err != nil {
		return err
	}
	_, err = db.Exec("VACUUM INTO ?", to) // it accepts an empty file
	return errors.Join(err, db.Close())
}

// copyDatabase copies what is in a database at one moment to a new file that only its owner can read.
func copyDatabase(address, to string) error {
	from, err := Open(address, Options{ReadOnly: true})
	if errors.Is(err, fs.ErrNotExist) {
		return errNoData
	}
	if err != nil {
		return err
	}
	file, err := Open(to, Options{})
	if err != nil {
		return errors.Join(err, from.Close())
	}
	ctx := context.Background()
	err = from.read.snapshot(ctx, func(q querier) error {
		return file.write(ctx, func(w *writer) error { return w.replace(q) })
	})
	return errors.Join(err, file.Close(), from.Close())
}

func syncFile(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Restore replaces all games in a data file or a database with those of a backup, all or nothing. They may be in use:
// [Store.Watch] reports the games that have changed.
func Restore(data, from string) error {
	if err := restore(data, from); err != nil {
		return fmt.Errorf("restoring %s from %s: %w", Shown(data), from, err)
	}
	return nil
}

func restore(data, from string) error {
	if !IsDatabase(data) && isData(data, from) {
		return errors.New("the backup is the data file itself")
	}
	version, err := checkBackup(from)
	if err != nil {
		return err
	}
	if version < len(migrations) {
		upgraded, remove, err := upgradedCopy(from)
		if err != nil {
			return err
		}
		defer remove()
		from = upgraded
	}
	db, err := connect(from, "mode=ro", 1)
	if err != nil {
		return err
	}
	defer db.Close()
	s, err := Open(data, Options{})
	if err != nil {
		return err
	}
	err = s.submit(s.queue, &job{ctx: context.Background(), alone: true, do: func(w *writer) error { return w.replace(db) }})
	return errors.Join(err, s.Close())
}

// checkBackup returns the version of a backup, or an error if it is not sound.
func checkBackup(from string) (version int, err error) {
	if version, err = inspect(from); err != nil {
		return 0, err
	}
	if version == 0 {
		return 0, errors.New("there is no backup")
	}
	db, err := connect(from, "mode=ro", 1)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil {
		return 0, err
	}
	if verdict != "ok" {
		return 0, fmt.Errorf("the backup is damaged: %s", verdict)
	}
	return version, nil
}

// upgradedCopy returns a copy of an older backup, upgraded to the current version, and a function that removes the copy.
func upgradedCopy(from string) (path string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "acies-*")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	path = filepath.Join(dir, "backup")
	if err = vacuumInto(from, path); err == nil {
		var s *Store
		if s, err = openFile(path, Options{}); err == nil {
			err = s.Close()
		}
	}
	if err != nil {
		remove()
		return "", nil, err
	}
	return path, remove, nil
}

// gameTables are the tables with the data of games. Column id holds the id of the game.
var gameTables = []struct{ name, id, columns string }{
	{"games", "id", gameColumns},
	{"seats", "game", "game, side, kind, user, invite, waits"},
	{"log", "game", "game, n, kind, at, side, user, line"},
	{"requests", "game", "game, id, first, last, content"},
	{"notify_marks", "game", markColumns + ", reminded"},
	{"notify_games", "game", "game, user, mute, remind"},
	{"talk", "game", messageColumns + ", request"},
	{"talk_notes", "game", "game, user, text"},
}

// replace replaces all games with those of a backup. It leaves games alone that are the same in both, so that other
// processes do not rebuild them.
func (w *writer) replace(db querier) error {
	ctx := context.Background()
	_, present, err := contents(ctx, w.conn)
	if err != nil {
		return err
	}
	order, wanted, err := contents(ctx, db)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(present)) {
		if wanted[id] != present[id] {
			if err := w.remove(ctx, id); err != nil {
				return err
			}
		}
	}
	if err := w.copyRows(ctx, db, "packs", "hash, data", ""); err != nil {
		return err
	}
	if err := w.copyRows(ctx, db, "secrets", "name, data", ""); err != nil {
		return err
	}
	if err := w.copyRows(ctx, db, "audit", eventColumns, ""); err != nil {
		return err
	}
	if err := w.copyRows(ctx, db, "talk_reports", reportColumns, ""); err != nil {
		return err
	}
	if err := w.copyUsers(ctx, db); err != nil {
		return err
	}
	if err := w.copyTourneys(ctx, db); err != nil {
		return err
	}
	for _, id := range order {
		if wanted[id] != present[id] {
			if err := w.copyGame(ctx, db, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// userTables are the tables with the data of users. Column id holds the id of the user. Links that were sent before the
// backup do not come back.
var userTables = []struct{ name, id, columns string }{
	{"users", "id", "id, name, skeleton, password, admin, email, created, banned"},
	{"sessions", "user", "hash, id, user, label, scope, created, seen, expires"},
	{"passkeys", "user", "id, user, label, key, created, used"},
	{"identities", "user", "issuer, subject, user"},
	{"notify_settings", "user", "user, events, remind"},
	{"notify_channels", "user", channelColumns},
	{"talk_blocks", "user", blockColumns},
}

// copyUsers adds the users of a backup who are not there, with their sessions. Those who are there stay as they are: a
// session that was ended since the backup does not come back.
func (w *writer) copyUsers(ctx context.Context, db querier) error {
	rows, err := db.QueryContext(ctx, "SELECT id FROM users")
	if err != nil {
		return err
	}
	defer rows.Close()
	var missing []string
	for rows.Next() {
		var id string
		var there bool
		if err := rows.Scan(&id); err != nil {
			return err
		}
		if err := w.queryRow("SELECT EXISTS (SELECT 1 FROM users WHERE id = ?)", id).Scan(&there); err != nil {
			return err
		}
		if !there {
			missing = append(missing, id)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, id := range missing {
		for _, t := range userTables {
			if err := w.copyRows(ctx, db, t.name, t.columns, t.id, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// content tells two states of a game apart.
type content struct {
	revision int64
	version  int
	title    string
	deleted  int64
}

// contents returns the ids of all games, ordered by their last change, and what they contain.
func contents(ctx context.Context, db querier) (order []string, all map[string]content, err error) {
	rows, err := db.QueryContext(ctx, "SELECT id, revision, version, title, deleted FROM games ORDER BY changed")
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	all = map[string]content{}
	for rows.Next() {
		var id string
		var c content
		if err := rows.Scan(&id, &c.revision, &c.version, &c.title, &c.deleted); err != nil {
			return nil, nil, err
		}
		order, all[id] = append(order, id), c
	}
	return order, all, rows.Err()
}

// remove deletes a game and records that it is gone, for [Store.Watch] of other processes.
func (w *writer) remove(ctx context.Context, id string) error {
	for _, t := range slices.Backward(gameTables) {
		if _, err := w.exec("DELETE FROM "+t.name+" WHERE "+t.id+" = ?", id); err != nil {
			return err
		}
	}
	return w.changes.gone(w, id)
}

// copyGame copies a game from a backup, with a new change number.
func (w *writer) copyGame(ctx context.Context, db querier, id string) error {
	for _, t := range gameTables {
		if err := w.copyRows(ctx, db, t.name, t.columns, t.id, id); err != nil {
			return err
		}
	}
	if err := w.changes.changed(w, id); err != nil {
		return err
	}
	_, err := w.exec("DELETE FROM removed WHERE game = ?", id)
	return err
}

// chunk is how many rows one statement copies.
const chunk = 50

// copyRows copies the rows of a table that do not exist yet; if key is not empty, only those with a value in that column.
func (w *writer) copyRows(ctx context.Context, from querier, table, columns, key string, value ...any) error {
	query := "SELECT " + columns + " FROM " + table
	if key != "" {
		query += " WHERE " + key + " = ?"
	}
	return eachChunk(ctx, from, strings.Count(columns, ",")+1, func(n int, values []any) error {
		_, err := w.exec(insertRows(table, columns, n)+" ON CONFLICT DO NOTHING", values...)
		return err
	}, query, value...)
}

// insertRows returns a statement that inserts rows into a table.
func insertRows(table, columns string, rows int) string {
	one := "(?" + strings.Repeat(", ?", strings.Count(columns, ",")) + ")"
	return "INSERT INTO " + table + " (" + columns + ") VALUES " + one + strings.Repeat(", "+one, rows-1)
}

// eachChunk calls f with the values of some rows of a query at a time.
func eachChunk(ctx context.Context, from querier, columns int, f func(rows int, values []any) error, query string, args ...any) error {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	values := make([]any, 0, chunk*columns)
	flush := func() error {
		if len(values) == 0 {
			return nil
		}
		err := f(len(values)/columns, values)
		values = values[:0]
		return err
	}
	for rows.Next() {
		into := make([]any, columns)
		for i := range into {
			values = append(values, nil)
			into[i] = &values[len(values)-1]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if len(values) == cap(values) {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return errors.Join(rows.Err(), flush())
}

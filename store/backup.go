package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup writes everything in the data file to another file, readable by its owner alone. The target holds either what it
// held before or a whole backup. An existing file is replaced only if force is set; the data file itself, under whatever
// name or link, never is. The data file may be in use.
func Backup(data, to string, force bool) error {
	if err := backup(data, to, force); err != nil {
		return fmt.Errorf("backing up %s to %s: %w", data, to, err)
	}
	return nil
}

func backup(data, to string, force bool) error {
	fresh, err := inspect(data)
	if err != nil {
		return err
	}
	if fresh {
		return errors.New("there is no data yet")
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
	if err := vacuumInto(data, tmp); err != nil {
		return err
	}
	if err := syncFile(tmp); err != nil {
		return err
	}
	if force {
		return os.Rename(tmp, to)
	}
	// A link is refused if a file of that name has been made meanwhile; a rename would replace it.
	if err := os.Link(tmp, to); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.Rename(tmp, to) // not every file system has links
}

// checkTarget refuses a backup that would replace the data file, one of the files that SQLite keeps beside it or, unless
// force is set, any other file.
func checkTarget(data, to string, force bool) error {
	if isData(data, to) {
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
	_, err = db.Exec("VACUUM INTO ?", to) // an empty file is as good as none
	return errors.Join(err, db.Close())
}

func syncFile(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Restore replaces everything in the data file by what is in a backup, all or nothing. The program that plays from the
// data file may be running; it notices.
func Restore(data, from string) error {
	if err := restore(data, from); err != nil {
		return fmt.Errorf("restoring %s from %s: %w", data, from, err)
	}
	return nil
}

func restore(data, from string) error {
	if isData(data, from) {
		return errors.New("the backup is the data file itself")
	}
	if err := checkBackup(from); err != nil {
		return err
	}
	s, err := Open(data, Options{})
	if err != nil {
		return err
	}
	err = s.write(func(w *writer) error { return w.replace(from) })
	return errors.Join(err, s.Close())
}

// checkBackup reports whether a file can be restored from.
func checkBackup(from string) error {
	if fresh, err := inspect(from); err != nil {
		return err
	} else if fresh {
		return errors.New("there is no backup")
	}
	db, err := connect(from, "mode=ro", 1)
	if err != nil {
		return err
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("the backup is damaged: %s", verdict)
	}
	var version int
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version != len(migrations) {
		return fmt.Errorf("the backup is of version %d, expected %d: open it once with this program", version, len(migrations))
	}
	return nil
}

// replace copies the rows of a backup, read by a connection of its own: a file cannot be attached in a transaction.
func (w *writer) replace(from string) error {
	ctx := context.Background()
	db, err := connect(from, "mode=ro", 1)
	if err != nil {
		return err
	}
	defer db.Close()
	for _, table := range []string{"requests", "log", "games"} {
		if _, err := w.conn.ExecContext(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	for _, t := range []struct{ name, columns, values string }{
		{"games", gameColumns, "?, ?, ?, ?, ?, ?, ?"},
		{"log", "game, n, line", "?, ?, ?"},
		{"requests", "game, id, first, last", "?, ?, ?, ?"},
	} {
		rows, err := db.QueryContext(ctx, "SELECT "+t.columns+" FROM "+t.name)
		if err != nil {
			return err
		}
		insert, err := w.conn.PrepareContext(ctx, "INSERT INTO "+t.name+" ("+t.columns+") VALUES ("+t.values+")")
		if err != nil {
			return errors.Join(err, rows.Close())
		}
		err = copyRows(rows, insert)
		if err := errors.Join(err, insert.Close(), rows.Close()); err != nil {
			return err
		}
	}
	return nil
}

// copyRows gives each row to the statement.
func copyRows(rows *sql.Rows, insert *sql.Stmt) error {
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	values, to := make([]any, len(names)), make([]any, len(names))
	for i := range values {
		to[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return err
		}
		if _, err := insert.Exec(values...); err != nil {
			return err
		}
	}
	return rows.Err()
}

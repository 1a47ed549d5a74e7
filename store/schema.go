package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

// Both engines are brought from each version to the next by files of SQL, the first of which creates version 1. All that
// are missing are carried out in one transaction, so that data are of the old version or of the new one, never between
// them. Which version they have is found out without writing anything, so that data of others stay as they are.

// applicationID marks a SQLite file as a data file of this program, "Acie", and is the lock of those who upgrade a database.
const applicationID = 0x41636965

//go:embed migrations/*.sql migrations/postgres/*.sql
var migrationFiles embed.FS

var (
	migrations         = readMigrations("migrations/*.sql")
	postgresMigrations = readMigrations("migrations/postgres/*.sql")
)

// readMigrations returns the texts of files in the order of their numbers.
func readMigrations(pattern string) (out []string) {
	names, err := fs.Glob(migrationFiles, pattern) // sorted
	if err != nil {
		panic(err) // the pattern is valid
	}
	for _, name := range names {
		text, err := migrationFiles.ReadFile(name)
		if err != nil {
			panic(err) // the file is embedded
		}
		out = append(out, string(text))
	}
	return out
}

// migrate upgrades a file to the current version, all or nothing.
func migrate(ctx context.Context, c *sql.Conn) error {
	tx, err := c.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version < 0 || version >= len(migrations) { // a damaged file may have any
		_, err := checkVersion(tx)
		return err
	}
	if err := upgrade(ctx, tx, migrations, version); err != nil {
		return err
	}
	mark := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(migrations))
	if _, err := tx.ExecContext(ctx, mark); err != nil {
		return err
	}
	return tx.Commit()
}

func upgrade(ctx context.Context, tx *sql.Tx, migrations []string, from int) error {
	for i := from; i < len(migrations); i++ {
		if _, err := tx.ExecContext(ctx, migrations[i]); err != nil {
			return fmt.Errorf("bringing it to version %d: %w", i+1, err)
		}
	}
	return nil
}

// migrateDatabase upgrades a database to the current version, all or nothing. Of several programs that begin at once, one
// does it while the others wait.
func migrateDatabase(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	// The first one takes as long as it does.
	if _, err := tx.ExecContext(ctx, "SET LOCAL lock_timeout = 0"); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", applicationID); err != nil {
		return err
	}
	version, err := databaseVersion(ctx, tx)
	if err != nil || version == len(postgresMigrations) {
		return err
	}
	if err := upgrade(ctx, tx, postgresMigrations, version); err != nil {
		return err
	}
	for _, mark := range []string{
		"CREATE TABLE IF NOT EXISTS acies (version bigint NOT NULL)", "DELETE FROM acies", fmt.Sprintf("INSERT INTO acies VALUES (%d)", len(postgresMigrations)),
	} {
		if _, err := tx.ExecContext(ctx, mark); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// databaseVersion returns the version of a database; 0 means that it has no data of this program.
func databaseVersion(ctx context.Context, q querier) (version int, err error) {
	var there bool
	if err := queryRow(ctx, q, "SELECT to_regclass('acies') IS NOT NULL").Scan(&there); err != nil || !there {
		return 0, err
	}
	if err := queryRow(ctx, q, "SELECT version FROM acies").Scan(&version); err != nil {
		return 0, err
	}
	if version > len(postgresMigrations) {
		return 0, fmt.Errorf("a newer program has written it: found version %d, expected %d at most; start a program as new as that one, or restore a backup from before it", version, len(postgresMigrations))
	}
	return version, nil
}

package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

// applicationID marks a SQLite file as ours: "Acie".
const applicationID = 0x41636965

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrations bring a file from each version to the next: the first makes version 1.
var migrations = func() []string {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql") // in the order of their numbers
	if err != nil {
		panic(err) // the pattern is ours
	}
	var out []string
	for _, name := range names {
		text, err := migrationFiles.ReadFile(name)
		if err != nil {
			panic(err) // the file is part of the program
		}
		out = append(out, string(text))
	}
	return out
}()

// migrate brings the file to the version of this program, all or nothing.
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
	if version >= len(migrations) {
		_, err := checkVersion(tx)
		return err
	}
	for i := version; i < len(migrations); i++ {
		if _, err := tx.ExecContext(ctx, migrations[i]); err != nil {
			return fmt.Errorf("bringing it to version %d: %w", i+1, err)
		}
	}
	mark := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(migrations))
	if _, err := tx.ExecContext(ctx, mark); err != nil {
		return err
	}
	return tx.Commit()
}

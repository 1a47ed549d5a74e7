package pgtest

import (
	"flag"
	"path/filepath"
	"testing"
)

// engine is where tests keep data that either engine can hold.
var engine = flag.String("store", "sqlite", "where tests keep their data: sqlite or postgres")

// Data returns where a test keeps data of its own, which are empty at first: a file, or with -store postgres a database on the server
// of the test program. Tests of what only a file has, such as a limit of its size, name a file instead; so do those within a bubble
// of synctest, where time stands still as long as anybody waits for a server.
func Data(t testing.TB) string {
	t.Helper()
	switch *engine {
	case "sqlite":
		return filepath.Join(t.TempDir(), "acies.db")
	case "postgres":
		return Database(t)
	}
	t.Fatalf("-store %s: expected sqlite or postgres", *engine)
	return ""
}

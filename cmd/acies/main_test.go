package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"acies/bot"
	"acies/record"
	"acies/table"
)

func TestMain(m *testing.M) {
	bot.Supervise()
	testscript.Main(m, map[string]func(){"acies": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_COLOR", "1")
			// With the race detector a program sleeps for a second before it ends, unless told not to.
			e.Setenv("GORACE", "atexit_sleep_ms=0")
			root, err := filepath.Abs("../..")
			e.Setenv("ROOT", root)
			return err
		},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exit": exitCode, "resign": resign, "member": addMember},
	})
}

// resign ends the game of a file, as a player does at the table: resign game.jsonl.
func resign(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: resign game")
	}
	t, err := table.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(t.Game.End(record.Resigned, 0))
	ts.Check(record.WriteFile(ts.MkAbs(args[0]), t.Game))
}

// exitCode runs a command and checks its code: exit 2 acies do.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit code command…")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = err.Error()
	}
	want := "exit status " + args[0]
	if args[0] == "0" {
		want = "0"
	}
	if got != want {
		ts.Fatalf("%v: %s, want %s", args[1:], got, want)
	}
}

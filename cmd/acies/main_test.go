package main

import (
	"crypto/ed25519"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"

	"acies/bot"
	"acies/record"
	"acies/store/pgtest"
	"acies/table"
)

func TestMain(m *testing.M) {
	bot.Supervise()
	testscript.Main(withDatabase{m}, map[string]func(){"acies": main})
}

// withDatabase runs tests, some of which start a database.
type withDatabase struct{ *testing.M }

func (m withDatabase) Run() int { return pgtest.Main(m.M) }

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
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit": exitCode, "resign": resign, "member": addMember,
			"branch": branch, "sign": sign, "guest": findGuest,
			"nats": startNATS, "games": addGames, "damaged": addDamaged,
			// database sets DATABASE to the address of one without tables.
			"database": func(ts *testscript.TestScript, _ bool, _ []string) { ts.Setenv("DATABASE", pgtest.Empty(t)) },
		},
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

// branch continues a game in another: branch game.jsonl other.jsonl.
func branch(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: branch game other")
	}
	t, err := table.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	g, err := record.NewBranch(t.Game.Battle(), t.Game.Header(), t.Game.Entries())
	ts.Check(err)
	ts.Check(record.WriteFile(ts.MkAbs(args[1]), g))
}

// sign adds to the file of a game that is over the signature of a server: sign game.jsonl. Its key is in $KEY.
func sign(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sign game")
	}
	t, err := table.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	ts.Setenv("KEY", record.PublicKey(key))
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_WRONLY, 0)
	ts.Check(err)
	_, err = f.Write(append(record.Sign(t.Game.Chain(), key).Line(), '\n'))
	ts.Check(errors.Join(err, f.Close()))
}

// startNATS starts a NATS server with JetStream and puts its address into $NATS.
func startNATS(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: nats")
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: ts.MkAbs("nats"), NoLog: true, NoSigs: true})
	ts.Check(err)
	s.Start()
	ts.Defer(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	for !s.ReadyForConnections(time.Minute) {
	}
	ts.Setenv("NATS", s.ClientURL())
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

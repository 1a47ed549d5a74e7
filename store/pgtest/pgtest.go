// Package pgtest runs a PostgreSQL server for tests: with its own folder, its own socket and, where PostgreSQL refuses the
// administrator, its own user. A test program has one server, and each test a database of its own.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"acies/store"
)

// Main runs the tests of a package and stops the server that they have started. Use it in TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
func Main(m *testing.M) int {
	status := m.Run()
	common.Lock()
	defer common.Unlock()
	if common.server != nil {
		if err := common.server.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return max(status, 1)
		}
	}
	return status
}

// common is the server of the test program.
var common struct {
	sync.Mutex
	server *Server
	err    error
}

// Database returns the address of a fresh database with the tables of a store, on the server of the test program. It is
// removed when the test ends.
func Database(t testing.TB) string {
	t.Helper()
	return running(t).database(t, template)
}

// Empty returns the address of a fresh database without tables, on the server of the test program.
func Empty(t testing.TB) string {
	t.Helper()
	return running(t).database(t, "template0")
}

// running returns the server of the test program, which is started for the first test that needs it.
func running(t testing.TB) *Server {
	t.Helper()
	common.Lock()
	defer common.Unlock()
	if common.server == nil && common.err == nil {
		common.server, common.err = Start()
	}
	if common.err != nil {
		t.Fatal(common.err)
	}
	return common.server
}

// Server is a PostgreSQL server of its own.
type Server struct {
	bin, dir  string
	listen    string // an address besides the socket; empty: there is none
	launch    func(*exec.Cmd) error
	process   *process
	databases atomic.Int64
}

// template is the database that others are copied from; owner is who may do everything with them.
const (
	template = "acies_template"
	owner    = "acies"
)

// find returns the folder of the programs of PostgreSQL.
func find() (string, error) {
	folders := filepath.SplitList(os.Getenv("PATH"))
	versions, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		return "", err
	}
	for _, dir := range append(folders, versions...) {
		found := true
		for _, name := range []string{"initdb", "postgres"} {
			info, err := os.Stat(filepath.Join(dir, name))
			found = found && err == nil && !info.IsDir()
		}
		if found {
			return dir, nil
		}
	}
	return "", errors.New("PostgreSQL is needed, version 13 or later: install it with sh store/pgtest/install.sh, or add the folder of initdb and postgres to PATH")
}

// Start starts a server with no data but the template.
func Start() (*Server, error) { return StartAt("", (*exec.Cmd).Start) }

// StartAt starts a server that is reached at port 5432 of an address too, by everybody there: in a network of a test's own. Its programs are
// started by a function, whose thread they do not outlive.
func StartAt(listen string, start func(*exec.Cmd) error) (*Server, error) {
	bin, err := find()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "acies-postgres-")
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, dir: dir, listen: listen, launch: start}
	if err := s.start(); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func (s *Server) start() error {
	if err := own(s.dir); err != nil {
		return err
	}
	initdb := exec.Command(filepath.Join(s.bin, "initdb"), "--pgdata", s.data(), "--username", owner, "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync")
	initdb.Dir = s.dir
	if err := prepare(initdb); err != nil {
		return err
	}
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("preparing a PostgreSQL server: %w\n%s", err, out)
	}
	if s.listen != "" {
		if err := s.trust(); err != nil {
			return err
		}
	}
	if err := s.run(); err != nil {
		return err
	}
	if err := s.Execute("CREATE DATABASE " + template); err != nil {
		return err
	}
	data, err := store.Open(s.Address(template), store.Options{})
	if err != nil {
		return err
	}
	return data.Close()
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// trust lets everybody in who reaches the server.
func (s *Server) trust() error {
	file, err := os.OpenFile(filepath.Join(s.data(), "pg_hba.conf"), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString("host all all 0.0.0.0/0 trust\n")
	return errors.Join(err, file.Close())
}

// run starts the server program and waits until it answers.
func (s *Server) run() error {
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.Command(filepath.Join(s.bin, "postgres"), "-D", s.data(), "-k", s.dir, "-c", "listen_addresses="+s.listen, "-c", "max_connections=400", "-c", "fsync=on")
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.dir, log, log
	if err := prepare(cmd); err != nil {
		return err
	}
	if s.process, err = startProcess(cmd, s.launch); err != nil {
		return err
	}
	for {
		err := s.Execute("SELECT 1")
		if err == nil {
			return nil
		}
		select {
		case <-s.process.ended:
			text, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			return fmt.Errorf("the PostgreSQL server has ended: %w\n%s", err, last(text, 20))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// last returns the last lines of a text.
func last(text []byte, n int) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	return bytes.Join(lines[max(0, len(lines)-n):], nil)
}

// Address returns the address of a database of the server, whether or not it exists.
func (s *Server) Address(database string) string {
	u := url.URL{Scheme: "postgres", User: url.User(owner), Path: "/" + database, RawQuery: url.Values{"host": {s.dir}}.Encode()}
	return u.String()
}

// Execute carries out a statement in the database postgres.
func (s *Server) Execute(statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.Address("postgres"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

// Database returns the address of a fresh database with the tables of a store. It is removed when the test ends.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	return s.database(t, template)
}

func (s *Server) database(t testing.TB, from string) string {
	t.Helper()
	name := "test" + strconv.FormatInt(s.databases.Add(1), 10)
	if err := s.Execute("CREATE DATABASE " + name + " TEMPLATE " + from); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Execute("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return s.Address(name)
}

// Kill ends the server at once, in the middle of whatever it does, as a crash would.
func (s *Server) Kill() error {
	if err := s.process.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-s.process.ended
	// The processes of connections notice that the first one is gone, but might finish something before that, or be slow.
	for {
		list, err := processesIn(s.data())
		if err != nil || len(list) == 0 {
			return err
		}
		for _, p := range list {
			if err := p.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				return err
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// Restart starts a server again that was killed.
func (s *Server) Restart() error {
	// It refuses as long as a process of the last one is about to end.
	var err error
	for range 100 {
		if err = s.run(); err == nil {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

// Stop ends the server and removes its folder.
func (s *Server) Stop() error {
	if s.process != nil {
		if err := s.Kill(); err != nil {
			return err
		}
	}
	// Processes that are about to end may still write.
	var err error
	for range 100 {
		if err = os.RemoveAll(s.dir); err == nil {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

// process is a program that runs as long as this one does at most.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{}
}

// startProcess starts a program. What ends it with this one is bound to the thread that has started it, so that thread waits for it.
func startProcess(cmd *exec.Cmd, start func(*exec.Cmd) error) (*process, error) {
	p := &process{cmd, make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := start(cmd)
		started <- err
		if err == nil {
			cmd.Wait()
			close(p.ended)
		}
	}()
	return p, <-started
}

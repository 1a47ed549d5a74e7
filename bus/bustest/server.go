// Package bustest has what tests of a bus need: a NATS server within the process, and the tests that every bus passes.
package bustest

import (
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Server is a NATS server of a test's own.
type Server struct {
	t       testing.TB
	options *server.Options
	running *server.Server
}

// Start starts a server at a free port. It ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	return start(t, &server.Options{})
}

// StartJetStream starts a server that has JetStream too.
func StartJetStream(t testing.TB) *Server {
	t.Helper()
	return start(t, &server.Options{JetStream: true, StoreDir: t.TempDir()})
}

func start(t testing.TB, o *server.Options) *Server {
	t.Helper()
	o.Host, o.Port, o.NoLog, o.NoSigs = "127.0.0.1", server.RANDOM_PORT, true, true
	s := &Server{t: t, options: o}
	s.Restart()
	s.options.Port = s.running.Addr().(*net.TCPAddr).Port
	t.Cleanup(s.Stop)
	return s
}

// URL returns the address of the server, which it keeps.
func (s *Server) URL() string { return s.running.ClientURL() }

// Stop ends the server and all connections to it.
func (s *Server) Stop() {
	s.running.Shutdown()
	s.running.WaitForShutdown()
}

// Restart starts the server again after [Server.Stop], at the same port.
func (s *Server) Restart() {
	s.t.Helper()
	var err error
	if s.running, err = server.NewServer(s.options.Clone()); err != nil {
		s.t.Fatal(err)
	}
	go s.running.Start()
	for !s.running.ReadyForConnections(time.Minute) {
		s.t.Fatal("the NATS server does not start")
	}
}

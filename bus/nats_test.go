package bus_test

import (
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"acies/bus"
	"acies/bus/bustest"
)

// node returns a node of a server, which is closed when the test ends.
func node(t *testing.T, s *bustest.Server) bus.Bus {
	t.Helper()
	b, err := bus.NATS(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func TestNATS(t *testing.T) {
	s := bustest.Start(t)
	bustest.Run(t, func(t *testing.T) (a, b bus.Bus) { return node(t, s), node(t, s) })
}

// TestRestart: when its server is gone a node goes on as if it were not, and hears of it when the server is back.
func TestRestart(t *testing.T) {
	s := bustest.Start(t)
	a, b := node(t, s), node(t, s)
	got := make(chan string, 100)
	b.Subscribe("x", func(data []byte) { got <- string(data) })
	until(t, a, "before", got)
	lost := [2]<-chan struct{}{b.Lost(), b.Lost()}
	for range 3 {
		s.Stop()
		for i := range 10_000 { // more than there is room for
			a.Publish("x", []byte{byte(i)})
		}
		s.Restart()
		<-lost[0]
		<-lost[1]
		until(t, a, "after", got)
	}
}

// TestLateServer: a node that comes before its server has subscribed when that comes.
func TestLateServer(t *testing.T) {
	s := bustest.Start(t)
	a := node(t, s)
	s.Stop()
	b := node(t, s)
	if b.(interface{ Connected() bool }).Connected() {
		t.Error("it is connected to nothing")
	}
	got := make(chan string, 100)
	b.Subscribe("x", func(data []byte) { got <- string(data) })
	lost := b.Lost()
	s.Restart()
	<-lost
	until(t, a, "hello", got)
}

// BenchmarkNATS measures how long a message takes to another node.
func BenchmarkNATS(b *testing.B) {
	s := bustest.Start(b)
	var nodes [2]bus.Bus
	for i := range nodes {
		var err error
		if nodes[i], err = bus.NATS(s.URL()); err != nil {
			b.Fatal(err)
		}
		defer nodes[i].Close()
	}
	got := make(chan struct{}, 1)
	nodes[1].Subscribe("x", func([]byte) { got <- struct{}{} })
	for b.Loop() {
		nodes[0].Publish("x", []byte("a game and its revision"))
		<-got
	}
}

// until publishes a message until it has arrived.
func until(t *testing.T, from bus.Bus, text string, got <-chan string) {
	t.Helper()
	for {
		from.Publish("x", []byte(text))
		select {
		case x := <-got:
			if x == text {
				return
			}
		case <-time.After(time.Millisecond):
		}
	}
}

func TestAddress(t *testing.T) {
	for _, address := range []string{"nats://user:secret@[bad", "nats://user:secret@host:port:port"} {
		if b, err := bus.NATS(address, nats.NoReconnect()); err == nil {
			b.Close()
			t.Errorf("%s: it is taken", address)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("an error tells a password: %v", err)
		}
	}
}

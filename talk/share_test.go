package talk_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"

	"acies/bus"
	"acies/bus/bustest"
	"acies/talk"
)

// TestElsewhere: what is said on one node wakes those who listen to the game on another, and so does an interruption, in which
// something may have been said.
func TestElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hub bustest.Hub
		store := newMemory()
		here, there := talk.New(store), talk.New(store)
		for _, x := range []*talk.Talk{here, there} {
			b := hub.Node()
			defer b.Close()
			defer x.Share(b)()
		}
		ear, other := there.Listen("g"), there.Listen("h")
		woken := func(l *talk.Listener, f func()) bool {
			next := l.Next()
			f()
			synctest.Wait()
			select {
			case <-next:
				return true
			default:
				return false
			}
		}
		saying := func(text string) func() {
			return func() {
				if _, _, err := say(t, here, "u", text, text); err != nil {
					t.Error(err)
				}
			}
		}
		if !woken(ear, saying("one")) || woken(other, saying("two")) || woken(ear, saying("two")) {
			t.Error("who listens elsewhere is not woken, or is by another game or by what was said before")
		}
		hub.Cut(true)
		if woken(ear, saying("three")) {
			t.Error("a message came through a cut")
		}
		if !woken(ear, func() { hub.Cut(false) }) {
			t.Error("nobody looks after an interruption")
		}
		if list, _, _, err := there.Said(t.Context(), "g", talk.Players, "v", 0, 9); err != nil || len(list) != 3 {
			t.Errorf("said there: %v, %v", list, err)
		}
		ear.Close()
		other.Close()
	})
}

// oneWay is a bus that loses what is sent until it is connected again.
type oneWay struct {
	bus.Bus
	cut  atomic.Bool
	lost bus.Losses
}

func (b *oneWay) Publish(topic string, data []byte) {
	if !b.cut.Load() {
		b.Bus.Publish(topic, data)
	}
}

func (b *oneWay) Lost() <-chan struct{} { return b.lost.Add() }

// TestSaidInOneWayCut: what was said while nothing reached the other nodes wakes those who listen there when the connection is back, of
// which their node notices nothing.
func TestSaidInOneWayCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hub bustest.Hub
		store := newMemory()
		here, there := talk.New(store), talk.New(store)
		out, in := &oneWay{Bus: hub.Node()}, hub.Node()
		defer out.Close()
		defer in.Close()
		defer here.Share(out)()
		defer there.Share(in)()
		ear := there.Listen("g")
		defer ear.Close()
		next := ear.Next()
		out.cut.Store(true)
		if _, _, err := say(t, here, "u", "one", "one"); err != nil {
			t.Fatal(err)
		}
		out.cut.Store(false)
		out.lost.Report()
		<-next
	})
}

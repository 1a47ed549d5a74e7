package talk_test

import (
	"testing"
	"testing/synctest"

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

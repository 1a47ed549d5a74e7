package notify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// hall is a notifier with games that the test plays, and with what it has sent.
type hall struct {
	*testing.T
	*Notifier
	store *memory

	lock   sync.Mutex
	tables map[string]Table
	sent   []string
	answer func(c *Channel) error // nil: everything arrives
}

// newHall returns a hall in which anna and ben have a webhook each.
func newHall(t *testing.T, store *memory) *hall {
	h := &hall{T: t, store: store, tables: map[string]Table{}}
	h.Notifier = newNotifier(store)
	h.deliver = func(_ context.Context, c *Channel, m *message) error {
		h.lock.Lock()
		defer h.lock.Unlock()
		h.sent = append(h.sent, fmt.Sprintf("%s %s %s", c.User, m.Event, m.Game))
		if h.answer != nil {
			return h.answer(c)
		}
		return nil
	}
	if len(store.channels) == 0 {
		for _, user := range []string{"anna", "ben"} {
			store.AddChannel(t.Context(), Channel{ID: user, User: user, Kind: JSON, URL: "https://x.example/" + user, Lang: "en"}, 9)
		}
	}
	h.Start(func(_ context.Context, id string, _ bool) (Table, bool, error) {
		h.lock.Lock()
		defer h.lock.Unlock()
		table, ok := h.tables[id]
		return table, ok && table.shared(), nil
	})
	return h
}

// play sets a game and waits until everybody has been told.
func (h *hall) play(table Table) {
	h.lock.Lock()
	h.tables[table.Game] = table
	h.lock.Unlock()
	h.Changed(table.Game)
	time.Sleep(calm + 2*time.Second) // of the time of the bubble
	synctest.Wait()
}

// expect checks what has been sent since the last time.
func (h *hall) expect(what string, want ...string) {
	h.Helper()
	h.lock.Lock()
	defer h.lock.Unlock()
	slices.Sort(h.sent)
	if !slices.Equal(h.sent, want) {
		h.Errorf("%s: sent %q, expected %q", what, h.sent, want)
	}
	h.sent = nil
}

// turn returns the game g1 at a turn of a side.
func turn(side, visit int) Table {
	x := exampleTable()
	x.ToAct, x.Visit, x.Fresh = side, visit, visit == 0
	return x
}

func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		h := newHall(t, store)
		waits := turn(none, 0)
		waits.Begun = false
		h.play(waits)
		h.expect("a game that waits")
		h.play(turn(0, 0))
		h.expect("the game begins", "anna turn g1", "ben begun g1")
		h.play(turn(0, 0))
		h.expect("another action of the same turn")
		h.play(turn(1, 4))
		h.expect("the turn passes", "ben turn g1")
		leave := h.Presence().Open("anna", "g1", "", true)
		h.play(turn(0, 7))
		h.expect("anna looks at the game")
		h.Presence().Show("anna", "g1", "", false)
		h.Presence().Show("anna", "g1", "", true)
		h.play(turn(0, 7))
		h.expect("anna looks away for a moment")
		leave()
		h.play(turn(0, 7))
		h.expect("anna leaves without an answer", "anna turn g1")
		h.Presence().Open("anna", "g1", "", true)()
		h.play(turn(0, 7))
		h.expect("anna looks at it once more")
		h.Close()

		// After a restart nobody is told again.
		h = newHall(t, store)
		h.play(turn(0, 7))
		h.expect("the same turn after a restart")
		offered := turn(0, 7)
		offered.Offered = 1
		h.play(offered)
		h.play(offered)
		h.expect("an offer", "ben offer g1")
		h.play(turn(0, 7))
		h.play(offered)
		h.expect("another offer", "ben offer g1")
		over := turn(none, 9)
		over.Over = true
		h.play(over)
		h.play(over)
		h.expect("the end", "anna over g1", "ben over g1")

		alone := turn(0, 0)
		alone.Game, alone.Seats = "g2", []string{"anna", ""}
		h.play(alone)
		alone.Game, alone.Seats = "g3", []string{"anna", "anna"}
		h.play(alone)
		h.expect("a game in which nobody else plays")
		old := turn(1, 5)
		old.Game = "g4"
		h.play(old)
		h.expect("a game that began before there were notices", "ben turn g4")
		h.Close()
	})
}

// TestUntold: what somebody was not told because he looked at the game he is told when he looks away, if it still holds.
func TestUntold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, newMemory())
		hidden := h.Presence().Open("anna", "g1", "a", false)
		defer hidden()
		h.play(turn(0, 2))
		h.expect("the page is hidden", "anna turn g1")
		h.play(turn(1, 3))
		h.expect("the turn passes", "ben turn g1")
		h.Presence().Show("anna", "g1", "a", true)
		h.play(turn(0, 4))
		h.expect("the page is seen")
		h.play(turn(1, 5))
		h.expect("anna has answered", "ben turn g1")
		h.Presence().Show("anna", "g1", "a", false)
		h.play(turn(1, 5))
		h.expect("nothing waits for anna")
		h.Presence().Show("anna", "g1", "a", true)
		h.Presence().Show("anna", "g1", "another page", false)
		offered := turn(1, 5)
		offered.Offered = 0
		h.play(offered)
		h.expect("an offer while anna looks on")
		h.Presence().Show("anna", "g1", "a", false)
		h.play(offered)
		h.expect("anna looks away", "anna offer g1")
		h.Close()
	})
}

// TestMissing: a game waits for whoever has not been at the table yet, and he is told and reminded so.
func TestMissing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, newMemory())
		first := turn(none, 0)
		first.Begun, first.Missing = false, []bool{false, true}
		h.play(first)
		h.expect("ben has not been there", "ben begun g1")
		h.play(first)
		h.expect("nothing new")
		time.Sleep(time.Duration(Defaults.Remind)*time.Hour + lookout)
		synctest.Wait()
		h.expect("ben is late", "ben reminder g1")
		h.play(turn(1, 0))
		h.expect("ben has been there, and is to act", "anna begun g1", "ben turn g1")
		only := turn(none, 0)
		only.Game, only.Begun, only.Missing, only.Tourney = "g2", false, []bool{true, true}, true
		h.store.SetSettings(t.Context(), "anna", Settings{Events: []Event{Begun}})
		h.play(only)
		h.expect("a pairing", "anna begun g2", "ben begun g2")
		h.Close()
	})
}

// TestBursts: many changes within a moment are looked at once, and a turn that is over by then is not told of.
func TestBursts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, newMemory())
		h.play(turn(0, 1))
		h.expect("the first turn", "anna turn g1")
		for i := range 50 {
			h.lock.Lock()
			h.tables["g1"] = turn(i%2, i+2)
			h.lock.Unlock()
			h.Changed("g1")
		}
		h.play(turn(1, 99))
		h.expect("fifty turns in a moment", "ben turn g1")
		h.Close()
	})
}

func TestChoices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, newMemory())
		h.store.SetSettings(t.Context(), "anna", Settings{Events: []Event{Over, Begun}})
		h.play(turn(0, 0))
		h.expect("anna does not want to know of turns, so she is told of the beginning", "anna begun g1", "ben begun g1")
		h.store.SetGameSettings(t.Context(), "ben", "g1", GameSettings{Mute: true, Remind: Usual})
		h.play(turn(1, 3))
		h.expect("ben has muted the game")
		for range 5 {
			h.Wrote("g1", "ben")
			synctest.Wait()
		}
		h.expect("anna does not want to know of messages")
		h.store.SetSettings(t.Context(), "anna", Defaults)
		time.Sleep(chatter)
		for range 5 {
			h.Wrote("g1", "ben")
			synctest.Wait()
		}
		h.expect("five messages", "anna chat g1")
		time.Sleep(chatter)
		h.Wrote("g1", "ben")
		synctest.Wait()
		h.expect("a message later", "anna chat g1")
		h.Close()
	})
}

func TestReminders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		h := newHall(t, store)
		store.SetSettings(t.Context(), "ben", Settings{Events: Events, Remind: 3})
		h.play(turn(1, 3))
		h.expect("ben's turn", "ben turn g1")
		time.Sleep(3*time.Hour - lookout)
		h.expect("not yet")
		leave := h.Presence().Open("ben", "g1", "", true)
		time.Sleep(3 * lookout)
		h.expect("ben looks at the game")
		leave()
		h.Close()
		h2 := newHall(t, store) // the program was started again
		h2.lock.Lock()
		h2.tables = h.tables
		h2.lock.Unlock()
		time.Sleep(2 * lookout)
		synctest.Wait()
		h2.expect("ben is reminded once", "ben reminder g1")
		time.Sleep(48 * time.Hour)
		h2.expect("and not again")
		h2.play(turn(0, 5))
		h2.expect("anna's turn", "anna turn g1")
		store.SetSettings(t.Context(), "anna", Settings{Events: Events})
		time.Sleep(48 * time.Hour)
		synctest.Wait()
		h2.expect("anna wants no reminders")
		h2.play(turn(1, 8))
		h2.expect("ben's turn", "ben turn g1")
		h2.lock.Lock()
		delete(h2.tables, "g1")
		h2.lock.Unlock()
		time.Sleep(4 * time.Hour)
		synctest.Wait()
		h2.expect("the game was deleted")
		h2.Close()
	})
}

// TestGameReminders: the hours that somebody has chosen for a game count there, whatever he has chosen for the others.
func TestGameReminders(t *testing.T) {
	for _, test := range []struct {
		name         string
		usual, game  int
		after, later string // who is reminded three hours after his turn began, and two days after
	}{
		{"usual", 3, Usual, "ben reminder g1", ""},
		{"sooner", 24, 2, "ben reminder g1", ""},
		{"later", 3, 24, "", "ben reminder g1"},
		{"never", 3, 0, "", ""},
		{"only here", 0, 3, "ben reminder g1", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHall(t, newMemory())
				expect := func(what, told string) {
					t.Helper()
					synctest.Wait()
					if told == "" {
						h.expect(what)
						return
					}
					h.expect(what, told)
				}
				h.store.SetSettings(t.Context(), "ben", Settings{Events: Events, Remind: test.usual})
				if err := h.SetGameSettings(t.Context(), "ben", "g1", GameSettings{Remind: test.game}); err != nil {
					t.Fatal(err)
				}
				h.play(turn(1, 3))
				h.expect("ben's turn", "ben turn g1")
				time.Sleep(3*time.Hour + 2*lookout)
				expect("after three hours", test.after)
				time.Sleep(48 * time.Hour)
				expect("after two days", test.later)
				h.Close()
			})
		})
	}
	n := New(Options{Store: newMemory()})
	for _, hours := range []int{-2, maxRemind + 1} {
		if err := n.SetGameSettings(t.Context(), "ben", "g1", GameSettings{Remind: hours}); !errors.Is(err, ErrSettings) {
			t.Errorf("%d hours: %v", hours, err)
		}
	}
}

func TestRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, newMemory())
		var times []time.Time
		h.answer = func(*Channel) error {
			times = append(times, time.Now())
			return StatusError(503)
		}
		h.play(turn(1, 3))
		time.Sleep(time.Hour)
		synctest.Wait()
		var gaps []time.Duration
		for i := 1; i < len(times); i++ {
			gaps = append(gaps, times[i].Sub(times[i-1]))
		}
		if !slices.Equal(gaps, pauses) {
			t.Errorf("tried again after %v, expected %v", gaps, pauses)
		}
		h.expect("four tries", slices.Repeat([]string{"ben turn g1"}, len(pauses)+1)...)
		if len(h.room) != 0 {
			t.Errorf("%d notices still have room", len(h.room))
		}
		for _, final := range []error{StatusError(404), ErrAddress, ErrChannel, ErrNoMail} {
			if passing(final) {
				t.Errorf("%v is tried again", final)
			}
		}
		if !passing(errors.New("connection refused")) {
			t.Error("a receiver that is off is not tried again")
		}
		// A browser that takes no more is forgotten.
		h.answer = func(*Channel) error { return ErrGone }
		h.play(turn(0, 9))
		h.expect("a browser that is gone", "anna turn g1")
		if list, _ := h.store.Channels(t.Context(), "anna"); len(list) != 0 {
			t.Errorf("anna still has %+v", list)
		}
		h.Close()
	})
}

// TestLimits: however much happens, a user and a receiver get so many notices, and no more wait than there is room for.
func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, newMemory())
		for i := range 100 {
			x := turn(0, 1)
			x.Game = fmt.Sprint("g", i)
			h.lock.Lock()
			h.tables[x.Game] = x
			h.lock.Unlock()
			h.Changed(x.Game)
		}
		time.Sleep(calm + 2*time.Second)
		synctest.Wait()
		h.lock.Lock()
		if n := len(h.sent); n != perTarget.burst {
			t.Errorf("%d notices at once, expected %d", n, perTarget.burst)
		}
		h.lock.Unlock()
		h.Close() // nobody delivers any more
		for i := range maxJobs + 10 {
			h.queue(job{channel: Channel{Kind: Mail, User: fmt.Sprint(i)}})
		}
		if n := len(h.jobs); n != maxJobs {
			t.Errorf("%d notices wait, expected %d", n, maxJobs)
		}
	})
}

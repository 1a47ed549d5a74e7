package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acies/account"
	"acies/match"
	"acies/notify"
)

// NotifyStore is a store of notices with the games and users that they belong to.
type NotifyStore interface {
	notify.Store
	account.Store
	match.Log
}

// RunNotify tests an implementation of [notify.Store]. Start is as for [Run].
func RunNotify(t *testing.T, start func(t *testing.T) (open func() NotifyStore)) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, open func() NotifyStore)
	}{
		{"settings", testNotifySettings},
		{"channels", testChannels},
		{"games", testNotifyGames},
		{"marks", testMarks},
		{"late", testLate},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, start(t)) })
	}
}

// must ends a test at an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func testNotifySettings(t *testing.T, open func() NotifyStore) {
	s, ctx := open(), t.Context()
	addUser(t, s, account.User{ID: "u"}, "")
	if got, err := s.Settings(ctx, "u"); err != nil || !reflect.DeepEqual(got, notify.Defaults) {
		t.Errorf("found %+v (%v), expected the defaults", got, err)
	}
	for _, want := range []notify.Settings{{Events: []notify.Event{notify.Turn, notify.Chat}, Remind: 3}, {}} {
		must(t, s.SetSettings(ctx, "u", want))
		if got, err := open().Settings(ctx, "u"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("found %+v (%v), expected %+v", got, err, want)
		}
	}
	must(t, s.DeleteUser(ctx, "u"))
	if got, err := s.Settings(ctx, "u"); err != nil || !reflect.DeepEqual(got, notify.Defaults) {
		t.Errorf("a user who is gone has %+v, %v", got, err)
	}
}

func testChannels(t *testing.T, open func() NotifyStore) {
	s, ctx := open(), t.Context()
	addUser(t, s, account.User{ID: "u"}, "")
	addUser(t, s, account.User{ID: "v"}, "")
	push := notify.Channel{ID: "1", User: "u", Kind: notify.Push, URL: "https://push/x", Key: "k", Auth: "a", Label: "Ö", Lang: "fr", Created: moment(1)}
	mail := notify.Channel{ID: "2", User: "u", Kind: notify.Mail, Secret: "s", Lang: "en", Created: moment(2)}
	hook := notify.Channel{ID: "3", User: "u", Kind: notify.Slack, URL: "https://push/x", Secret: "h", Lang: "en", Created: moment(3)}
	list := func(user string, want ...notify.Channel) {
		t.Helper()
		if got, err := open().Channels(ctx, user); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s has %+v (%v), expected %+v", user, got, err, want)
		}
	}
	for _, c := range []notify.Channel{push, hook, mail} {
		must(t, s.AddChannel(ctx, c, 3))
	}
	list("u", push, mail, hook)
	if err := s.AddChannel(ctx, notify.Channel{ID: "4", User: "u", Kind: notify.JSON}, 3); !errors.Is(err, notify.ErrMany) {
		t.Errorf("more than the limit: %v", err)
	}
	again := mail
	again.ID, again.Secret, again.Created = "5", "t", moment(5)
	must(t, s.AddChannel(ctx, again, 3))
	list("u", push, hook, again)
	moved := push
	moved.ID, moved.User = "6", "v"
	must(t, s.AddChannel(ctx, moved, 3)) // another logs in at the same browser
	list("u", hook, again)
	list("v", moved)
	for _, err := range []error{s.RemoveChannel(ctx, "v", "3"), s.RemoveChannel(ctx, "u", "9"), s.EndMail(ctx, "s"), s.EndMail(ctx, "h"), s.EndMail(ctx, "")} {
		if !errors.Is(err, notify.ErrUnknown) {
			t.Errorf("what is not his: %v", err)
		}
	}
	must(t, s.EndMail(ctx, "t"))
	must(t, s.RemoveChannel(ctx, "u", "3"))
	list("u")
	must(t, s.DeleteUser(ctx, "v"))
	list("v")
}

func testNotifyGames(t *testing.T, open func() NotifyStore) {
	s, ctx := open(), t.Context()
	for _, user := range []string{"u", "v"} {
		addUser(t, s, account.User{ID: user}, "")
	}
	Create(t, s, "g")
	find := func(user, game string, want notify.GameSettings) {
		t.Helper()
		if got, err := open().GameSettings(ctx, user, game); err != nil || got != want {
			t.Errorf("%s has %+v for the game %q (%v), expected %+v", user, got, game, err, want)
		}
	}
	find("u", "g", notify.GameDefaults)
	for _, want := range []notify.GameSettings{
		{Mute: true, Remind: notify.Usual}, {Mute: true, Remind: 0}, {Remind: 0}, {Remind: 720}, notify.GameDefaults, notify.GameDefaults, {Mute: true, Remind: 7},
	} {
		must(t, s.SetGameSettings(ctx, "u", "g", want))
		find("u", "g", want)
		find("u", "h", notify.GameDefaults)
		find("v", "g", notify.GameDefaults)
	}
	must(t, s.SetGameSettings(ctx, "v", "g", notify.GameSettings{Remind: 3}))
	must(t, s.DeleteUser(ctx, "u"))
	find("u", "g", notify.GameDefaults)
	find("v", "g", notify.GameSettings{Remind: 3})
	must(t, s.Delete(ctx, "g", moment(1)))
	if n, err := s.Purge(ctx, time.Now().Add(time.Hour)); n != 1 || err != nil {
		t.Errorf("%d games removed, %v", n, err)
	}
	find("v", "g", notify.GameDefaults)
}

func testMarks(t *testing.T, open func() NotifyStore) {
	s, ctx := open(), t.Context()
	Create(t, s, "g")
	Create(t, s, "h")
	at := func(side int, user string, e notify.Event, key int) notify.Mark {
		return notify.Mark{Game: "g", Side: side, User: user, Event: e, Key: key, At: moment(1)}
	}
	begun, turn := at(0, "u", notify.Begun, 1), at(0, "u", notify.Turn, 1)
	for i, step := range []struct{ marks, fresh []notify.Mark }{
		{[]notify.Mark{begun, turn}, []notify.Mark{begun, turn}},
		{[]notify.Mark{begun, turn}, nil},
		{[]notify.Mark{begun, at(0, "u", notify.Turn, 5)}, []notify.Mark{at(0, "u", notify.Turn, 5)}},
		{[]notify.Mark{begun, at(1, "v", notify.Turn, 7)}, []notify.Mark{at(1, "v", notify.Turn, 7)}},
		{[]notify.Mark{begun, at(0, "u", notify.Turn, 5)}, []notify.Mark{at(0, "u", notify.Turn, 5)}}, // it was not his in between
		{[]notify.Mark{begun, at(0, "w", notify.Turn, 5)}, []notify.Mark{at(0, "w", notify.Turn, 5)}}, // somebody else has the seat
		{nil, nil},
		{[]notify.Mark{begun}, []notify.Mark{begun}},
	} {
		fresh, err := open().Mark(ctx, "g", step.marks)
		if err != nil || !reflect.DeepEqual(fresh, step.fresh) {
			t.Errorf("%d: new are %+v (%v), expected %+v", i, fresh, err, step.fresh)
		}
	}
	var got atomic.Int32
	var wg sync.WaitGroup
	stores := []NotifyStore{s, open()}
	for i := range 20 { // the same turn is given to one of many
		wg.Go(func() {
			fresh, err := stores[i%2].Mark(ctx, "g", []notify.Mark{begun, at(1, "v", notify.Turn, 9)})
			if err != nil {
				t.Error(err)
			}
			got.Add(int32(len(fresh)))
		})
	}
	if wg.Wait(); got.Load() != 1 {
		t.Errorf("a turn is new %d times", got.Load())
	}
}

func testLate(t *testing.T, open func() NotifyStore) {
	s, ctx := open(), t.Context()
	hours := map[string]int{"default": 0, "three": 3, "never": 0, "mute": 1}
	now := moment(0)
	for user, n := range hours {
		addUser(t, s, account.User{ID: user}, "")
		if user != "mute" { // nothing reaches him
			must(t, s.AddChannel(ctx, notify.Channel{ID: user, User: user, Kind: notify.JSON, Created: now}, 9))
		}
		if user != "default" {
			must(t, s.SetSettings(ctx, user, notify.Settings{Remind: n}))
		}
		Create(t, s, user)
		_, err := s.Mark(ctx, user, []notify.Mark{{Game: user, User: user, Event: notify.Turn, Key: 4, At: now}, {Game: user, User: user, Event: notify.Begun, Key: 1, At: now}})
		must(t, err)
	}
	late := func(after time.Duration, limit int) string {
		t.Helper()
		list, err := open().Late(ctx, now.Add(after), limit)
		must(t, err)
		out := ""
		for _, m := range list {
			out += fmt.Sprintf("%s:%s:%d ", m.Game, m.Event, m.Key)
		}
		return out
	}
	for _, x := range []struct {
		after time.Duration
		want  string
	}{
		{3*time.Hour - time.Millisecond, ""},
		{3 * time.Hour, "three:turn:4 "},
		{24 * time.Hour, "default:turn:4 three:turn:4 "},
	} {
		if got := late(x.after, 9); got != x.want {
			t.Errorf("after %v: %q, expected %q", x.after, got, x.want)
		}
	}
	if got := late(24*time.Hour, 1); got != "default:turn:4 " {
		t.Errorf("the first is %q", got)
	}
	m := notify.Mark{Game: "three", User: "three", Event: notify.Turn, Key: 4}
	for i, want := range []bool{true, false} {
		if first, err := s.Remind(ctx, m); err != nil || first != want {
			t.Errorf("%d: reminding: %t, %v", i, first, err)
		}
	}
	if got := late(24*time.Hour, 9); got != "default:turn:4 " {
		t.Errorf("after a reminder: %q", got)
	}
	for _, x := range []struct {
		user   string
		remind int
		want   string
	}{
		{"default", 30, ""},
		{"default", 24, "default:turn:4 "},
		{"default", 0, ""},
		{"default", notify.Usual, "default:turn:4 "},
		{"never", 2, "default:turn:4 never:turn:4 "},
		{"mute", 2, "default:turn:4 never:turn:4 "},
		{"never", 0, "default:turn:4 "},
	} {
		must(t, s.SetGameSettings(ctx, x.user, x.user, notify.GameSettings{Remind: x.remind}))
		if got := late(24*time.Hour, 9); got != x.want {
			t.Errorf("%s is reminded of the game after %d hours: %q, expected %q", x.user, x.remind, got, x.want)
		}
	}
	m.Game, m.User, m.Key = "default", "default", 5
	if first, err := s.Remind(ctx, m); err != nil || first {
		t.Errorf("reminding of a turn that is over: %t, %v", first, err)
	}
}

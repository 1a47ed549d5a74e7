package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"acies/account"
	"acies/match"
	"acies/talk"
)

// TalkStore is a store of messages with the games and users that they belong to.
type TalkStore interface {
	talk.Store
	account.Store
	match.Log
}

// RunTalk tests an implementation of [talk.Store]. Start is as for [Run].
func RunTalk(t *testing.T, start func(t *testing.T) (open func() TalkStore)) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, open func() TalkStore)
	}{
		{"messages", testMessages},
		{"at once", testSayAtOnce},
		{"notes", testNotes},
		{"blocks", testBlocks},
		{"reports", testReports},
		{"users who go", testTalkUsers},
		{"games that go", testTalkGames},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, start(t)) })
	}
}

// say adds a message that must be new.
func say(t *testing.T, s talk.Store, m talk.Message, request string) talk.Message {
	t.Helper()
	said, fresh, err := s.Say(t.Context(), m, request, 99)
	if err != nil || !fresh {
		t.Fatalf("said %+v, new %t, %v", said, fresh, err)
	}
	return said
}

// texts returns what was said in a room.
func texts(t *testing.T, s talk.Store, game string, room talk.Room) (list []string) {
	t.Helper()
	all, err := s.Said(t.Context(), game, room, 0, 99)
	must(t, err)
	for i, m := range all {
		if m.N != i+1 {
			t.Errorf("message %d is numbered %d", i+1, m.N)
		}
		list = append(list, m.User+": "+m.Text)
	}
	return list
}

func testMessages(t *testing.T, open func() TalkStore) {
	s, ctx := open(), t.Context()
	Create(t, s, "g")
	Create(t, s, "h")
	before, rows, err := s.Load(ctx, "g")
	must(t, err)
	one := say(t, s, talk.Message{Game: "g", Room: talk.Players, At: moment(1), User: "u", Text: "Ö ' \"\n%s"}, "r")
	say(t, s, talk.Message{Game: "g", Room: talk.Watchers, At: moment(2), User: "w", Text: "b"}, "r")
	say(t, s, talk.Message{Game: "g", Room: talk.Players, At: moment(3), User: "v", Text: "c"}, "r")
	say(t, s, talk.Message{Game: "h", Room: talk.Players, At: moment(4), User: "u", Text: "d"}, "r")
	say(t, s, talk.Message{Game: "g", Room: talk.Players, At: moment(5), User: "u", Text: "e"}, "r2")
	for _, s := range []TalkStore{s, open()} {
		for _, x := range []struct {
			game         string
			room         talk.Room
			after, limit int
			want         string
		}{
			{"g", talk.Players, 0, 9, "[1u 2v 3u]"},
			{"g", talk.Players, 1, 9, "[2v 3u]"},
			{"g", talk.Players, 0, 2, "[1u 2v]"},
			{"g", talk.Players, 3, 9, "[]"},
			{"g", talk.Watchers, 0, 9, "[1w]"},
			{"h", talk.Players, 0, 9, "[1u]"},
			{"h", talk.Watchers, 0, 9, "[]"},
			{"i", talk.Players, 0, 9, "[]"},
		} {
			list, err := s.Said(ctx, x.game, x.room, x.after, x.limit)
			must(t, err)
			got := []string{}
			for _, m := range list {
				got = append(got, fmt.Sprint(m.N)+m.User)
			}
			if fmt.Sprint(got) != x.want {
				t.Errorf("%+v: %v", x, got)
			}
		}
		if list, err := s.Said(ctx, "g", talk.Players, 0, 1); err != nil || !reflect.DeepEqual(list, []talk.Message{one}) {
			t.Errorf("found %+v (%v), expected %+v", list, err, one)
		}
		// The same request again says nothing new.
		again := one
		again.At, again.N = moment(99), 0
		if said, fresh, err := s.Say(ctx, again, "r", 1); err != nil || fresh || said != one {
			t.Errorf("again: %+v, new %t, %v", said, fresh, err)
		}
		for _, other := range []talk.Message{{Game: "g", Room: talk.Players, User: "u", Text: "other"}, {Game: "g", Room: talk.Watchers, User: "u", Text: one.Text}} {
			if _, _, err := s.Say(ctx, other, "r", 9); !errors.Is(err, talk.ErrReused) {
				t.Errorf("the request with another message: %v", err)
			}
		}
	}
	if _, _, err := s.Say(ctx, talk.Message{Game: "g", Room: talk.Players, User: "u", Text: "f"}, "r3", 3); !errors.Is(err, talk.ErrFull) {
		t.Errorf("more than the limit: %v", err)
	}
	for n := 2; n <= 5; n++ {
		m, _, err := s.Say(ctx, talk.Message{Game: "g", Room: talk.Watchers, At: moment(9), User: "w", Text: "x"}, fmt.Sprint("more ", n), 3)
		if err != nil || m.N != n {
			t.Errorf("message %d of those who watch is %d: %v", n, m.N, err)
		}
	}
	if list, err := s.Said(ctx, "g", talk.Watchers, 0, 9); err != nil || len(list) != 3 || list[0].N != 3 {
		t.Errorf("the oldest messages of those who watch do not go: %+v, %v", list, err)
	}
	if _, _, err := s.Say(ctx, talk.Message{Game: "none", Room: talk.Players, User: "u", Text: "f"}, "r", 3); err == nil {
		t.Error("something is said about no game")
	}
	if after, more, err := s.Load(ctx, "g"); err != nil || !reflect.DeepEqual(after, before) || len(more) != len(rows) {
		t.Errorf("the game has changed from %+v to %+v, %v", before, after, err)
	}
}

func testSayAtOnce(t *testing.T, open func() TalkStore) {
	stores := []TalkStore{open(), open()}
	Create(t, stores[0], "g")
	var wg sync.WaitGroup
	for i := range 40 { // each request is sent twice
		wg.Go(func() {
			m := talk.Message{Game: "g", Room: talk.Players, User: "u", Text: fmt.Sprint(i / 2)}
			if _, _, err := stores[i%2].Say(t.Context(), m, m.Text, 99); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	list := texts(t, stores[0], "g", talk.Players)
	slices.Sort(list)
	if len(list) != 20 || len(slices.Compact(list)) != 20 {
		t.Errorf("said: %v", list)
	}
}

func testNotes(t *testing.T, open func() TalkStore) {
	s, ctx := open(), t.Context()
	Create(t, s, "g")
	for _, want := range []string{"", "a\n", "Ö", "", ""} {
		was, err := s.Note(ctx, "g", "u")
		must(t, err)
		must(t, s.SetNote(ctx, "g", "u", want, talk.HashNote(was)))
		if got, err := open().Note(ctx, "g", "u"); err != nil || got != want {
			t.Errorf("noted %q (%v), expected %q", got, err, want)
		}
	}
	must(t, s.SetNote(ctx, "g", "u", "mine", talk.HashNote("")))
	for _, x := range [][2]string{{"g", "v"}, {"h", "u"}} {
		if got, err := s.Note(ctx, x[0], x[1]); err != nil || got != "" {
			t.Errorf("%v: %q, %v", x, got, err)
		}
	}
	// Two that are based on one text: the second is refused, and what it would overwrite stays.
	must(t, s.SetNote(ctx, "g", "u", "first", talk.HashNote("mine")))
	must(t, s.SetNote(ctx, "g", "u", "first", talk.HashNote("mine"))) // sent again
	for _, text := range []string{"second", ""} {
		if err := open().SetNote(ctx, "g", "u", text, talk.HashNote("mine")); !errors.Is(err, talk.ErrChanged) {
			t.Errorf("%q, based on a text of before: %v", text, err)
		}
	}
	if got, err := open().Note(ctx, "g", "u"); err != nil || got != "first" {
		t.Errorf("noted %q, %v", got, err)
	}
}

func testBlocks(t *testing.T, open func() TalkStore) {
	s, ctx := open(), t.Context()
	one := talk.Block{ID: "1", User: "u", Blocked: "a", At: moment(1)}
	two := talk.Block{ID: "2", User: "u", Blocked: "b", At: moment(2)}
	must(t, s.Block(ctx, two, 2))
	must(t, s.Block(ctx, one, 2))
	must(t, s.Block(ctx, talk.Block{ID: "3", User: "u", Blocked: "a", At: moment(3)}, 2)) // he is already
	if err := s.Block(ctx, talk.Block{ID: "4", User: "u", Blocked: "c"}, 2); !errors.Is(err, talk.ErrMany) {
		t.Errorf("more than the limit: %v", err)
	}
	must(t, s.Block(ctx, talk.Block{ID: "5", User: "v", Blocked: "a"}, 2))
	if got, err := open().Blocks(ctx, "u"); err != nil || !reflect.DeepEqual(got, []talk.Block{one, two}) {
		t.Errorf("found %+v (%v)", got, err)
	}
	if got, err := open().Blockers(ctx, "a"); err != nil || !slices.Equal(got, []string{"u", "v"}) {
		t.Errorf("blocked by %v (%v)", got, err)
	}
	for _, x := range [][2]string{{"v", "1"}, {"u", "9"}} {
		if err := s.Unblock(ctx, x[0], x[1]); !errors.Is(err, talk.ErrUnknown) {
			t.Errorf("%v: %v", x, err)
		}
	}
	must(t, s.Unblock(ctx, "u", "1"))
	if got, err := s.Blockers(ctx, "a"); err != nil || !slices.Equal(got, []string{"v"}) {
		t.Errorf("then blocked by %v (%v)", got, err)
	}
}

func testReports(t *testing.T, open func() TalkStore) {
	s, ctx := open(), t.Context()
	Create(t, s, "g")
	said := say(t, s, talk.Message{Game: "g", Room: talk.Players, At: moment(1), User: "u", Text: "x"}, "r")
	one := talk.Report{At: moment(2), By: "v", Why: "because", Said: said}
	two := talk.Report{At: moment(3), By: "w", Said: said}
	must(t, s.Report(ctx, one))
	must(t, s.Report(ctx, two))
	must(t, s.Report(ctx, talk.Report{At: moment(4), By: "v", Why: "again", Said: said}))
	must(t, s.Delete(ctx, "g", moment(5)))
	if n, err := s.Purge(ctx, time.Now().Add(time.Hour)); n != 1 || err != nil {
		t.Errorf("%d games removed, %v", n, err)
	}
	if got, err := open().Reports(ctx); err != nil || !reflect.DeepEqual(got, []talk.Report{two, one}) {
		t.Errorf("found %+v (%v), expected %+v", got, err, []talk.Report{two, one})
	}
}

// testTalkUsers: messages of a user who is deleted stay without him; those of a guest who gets an account become its own.
func testTalkUsers(t *testing.T, open func() TalkStore) {
	s, ctx := open(), t.Context()
	Create(t, s, "g")
	for _, id := range []string{"goes", "goes too", "guest", "stays"} {
		addUser(t, s, account.User{ID: id}, "")
		say(t, s, talk.Message{Game: "g", Room: talk.Players, User: id, Text: "of " + id}, "r")
		must(t, s.SetNote(ctx, "g", id, "note of "+id, talk.HashNote("")))
		must(t, s.Block(ctx, talk.Block{ID: "by " + id, User: id, Blocked: "x"}, 9))
		must(t, s.Block(ctx, talk.Block{ID: "of " + id, User: "y", Blocked: id}, 9))
	}
	say(t, s, talk.Message{Game: "g", Room: talk.Players, User: "guest", Text: "more"}, "r2")
	must(t, s.DeleteUser(ctx, "goes"))
	must(t, s.DeleteUser(ctx, "goes too")) // with the same id of a request
	if got, err := s.Note(ctx, "g", "goes"); err != nil || got != "" {
		t.Errorf("the note of a user who is gone: %q, %v", got, err)
	}
	must(t, s.SetNote(ctx, "g", "stays", "", talk.HashNote("note of stays")))
	_, err := s.MoveGames(ctx, "guest", "stays")
	must(t, err)
	// Of two messages with the same id of a request one cannot become the account's.
	if got := texts(t, s, "g", talk.Players); !slices.Equal(got, []string{": of goes", ": of goes too", ": of guest", "stays: of stays", "stays: more"}) {
		t.Errorf("said: %q", got)
	}
	if got, err := s.Note(ctx, "g", "stays"); err != nil || got != "note of guest" {
		t.Errorf("the note of the account: %q, %v", got, err)
	}
	if got, err := s.Blockers(ctx, "x"); err != nil || !slices.Equal(got, []string{"stays"}) {
		t.Errorf("x is blocked by %v, %v", got, err)
	}
	if got, err := s.Blocks(ctx, "y"); err != nil || len(got) != 1 || got[0].Blocked != "stays" {
		t.Errorf("y blocks %v, %v", got, err)
	}
}

func testTalkGames(t *testing.T, open func() TalkStore) {
	s, ctx := open(), t.Context()
	Create(t, s, "g")
	say(t, s, talk.Message{Game: "g", Room: talk.Players, User: "u", Text: "x"}, "r")
	must(t, s.SetNote(ctx, "g", "u", "x", talk.HashNote("")))
	must(t, s.Delete(ctx, "g", moment(1)))
	if got := texts(t, s, "g", talk.Players); len(got) != 1 { // it can be brought back
		t.Errorf("of a deleted game: %v", got)
	}
	if n, err := s.Purge(ctx, time.Now().Add(time.Hour)); n != 1 || err != nil {
		t.Errorf("%d games removed, %v", n, err)
	}
	note, err := s.Note(ctx, "g", "u")
	if got := texts(t, s, "g", talk.Players); len(got) != 0 || note != "" || err != nil {
		t.Errorf("of a game that is gone: %v, %q, %v", got, note, err)
	}
}

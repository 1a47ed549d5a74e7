package store_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"acies/account"
	"acies/match"
	"acies/notify"
	"acies/store"
	"acies/store/pgtest"
	"acies/store/storetest"
	"acies/talk"
)

// TestMove moves everything from each engine to each, in pieces: it is stopped and begun again.
func TestMove(t *testing.T) {
	engines := map[string]func(t testing.TB) string{"SQLite": freshFile, "PostgreSQL": pgtest.Database}
	for from, source := range engines {
		for to, target := range engines {
			t.Run(from+" to "+to, func(t *testing.T) {
				s := open(t, source(t), store.Options{})
				fill(t, s)
				testMove(t, s, open(t, target(t), store.Options{}))
			})
		}
	}
}

func testMove(t *testing.T, from, to *store.Store) {
	ctx := t.Context()
	sound := func(context.Context, string) error { return nil }
	stopped, stop := context.WithCancel(ctx)
	_, err := store.Move(stopped, from, to, store.MoveOptions{Check: sound, Progress: func(done, _ int) {
		if done >= 64 {
			stop()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a move that was stopped: %v", err)
	}
	if games, err := to.Games(ctx, 1000); err != nil || len(games) != 64 || games[0].ID != "g63" {
		t.Errorf("%d games were moved before it was stopped, %v, expected 64 in their order", len(games), err)
	}
	// What does not change the revision of a game is moved too.
	if _, _, err := from.Say(ctx, talk.Message{Game: "g0", Room: talk.Players, User: "u", Text: "later"}, "r9", 99); err != nil {
		t.Fatal(err)
	}
	last := 0
	moved, err := store.Move(ctx, from, to, store.MoveOptions{Progress: func(done, total int) { last = total - done }, Check: func(_ context.Context, id string) error {
		if id == "g90" {
			return errors.New("the chain is broken")
		}
		return nil
	}})
	if err != nil || moved.Same != 64 || moved.Games != 35 || moved.Users != 2 || len(moved.Damaged) != 1 || moved.Damaged["g90"] == nil || last != 0 {
		t.Errorf("moved %+v, %v", moved, err)
	}
	if moved, err := store.Move(ctx, from, to, store.MoveOptions{Progress: func(int, int) {}, Check: sound}); err != nil || moved.Games != 1 || moved.Same != 99 {
		t.Errorf("moved again: %+v, %v", moved, err)
	}
	if was, is := everything(t, from), everything(t, to); !reflect.DeepEqual(was, is) {
		for i := range was {
			if i < len(is) && was[i] != is[i] {
				t.Errorf("found %s, expected %s", is[i], was[i])
			}
		}
	}
	// Where people have played on, nothing is lost.
	add(t, to, "g7", "x")
	if _, err := store.Move(ctx, from, to, store.MoveOptions{Progress: func(int, int) {}, Check: sound}); err == nil || !strings.Contains(err.Error(), "played on") {
		t.Errorf("over a game that has gone on: %v", err)
	}
	other := open(t, freshFile(t), store.Options{})
	create(t, other, "own")
	if _, err := store.Move(ctx, from, other, store.MoveOptions{Progress: func(int, int) {}, Check: sound}); err == nil || !strings.Contains(err.Error(), "own") {
		t.Errorf("over other games: %v", err)
	}
}

// fill adds something of everything, and 100 games.
func fill(t *testing.T, s *store.Store) {
	ctx := t.Context()
	at := time.UnixMilli(1_800_000_000_000)
	try := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	try(s.AddUser(ctx, account.User{ID: "u", Name: "Anna", Password: "$", Email: "a@club.example", Created: at, Banned: at}, "anna"))
	try(s.AddUser(ctx, account.User{ID: "guest", Created: at}, ""))
	try(s.AddSession(ctx, account.Hash{1}, account.Session{ID: "s", User: "u", Label: "é", Created: at, Seen: at, Expires: at}))
	try(s.AddTicket(ctx, account.Hash{2}, account.Ticket{Kind: "k", User: "u", Data: "d", Expires: time.Now().Add(time.Hour).Truncate(time.Millisecond)}))
	try(s.AddPasskey(ctx, account.Passkey{ID: []byte{0, 1}, User: "u", Key: "{}", Created: at}))
	try(s.AddIdentity(ctx, account.Identity{Issuer: "i", Subject: "s"}, "u"))
	_, err := s.Secret(ctx, "key", []byte{0, 255})
	try(err)
	try(s.AddEvent(ctx, account.Event{At: at, Actor: "u", What: account.LoggedIn}))
	try(s.AddTourney(ctx, "cup", "{}", at))
	try(s.SetSettings(ctx, "u", notify.Settings{Events: []notify.Event{notify.Turn}, Remind: 5}))
	try(s.AddChannel(ctx, notify.Channel{ID: "c", User: "u", Kind: notify.Push, URL: "https://push.example"}, 9))
	try(s.Block(ctx, talk.Block{ID: "b", User: "u", Blocked: "guest", At: at}, 9))
	for i := range 100 {
		id := fmt.Sprint("g", i)
		g := match.Game{
			ID: id, Header: "header of " + id, Summary: "{}", Created: at, Updated: at, Title: "é", Host: "u", Rated: i%2 == 0, Terms: "{}", Listing: match.ListedAlways,
			Seats: []match.Seat{{Kind: match.Human, User: "u"}, {Kind: match.Human, Invite: "f00"}},
		}
		try(s.Create(ctx, g, storetest.Actions("a", "b"), match.Pack{Hash: fmt.Sprint("p", i%3), Data: []byte{0, byte(i % 3)}}))
		a := storetest.Next(t, s, id, "c", strings.Repeat("x", i*10))
		a.Request, a.Content = "r", "content"
		_, err := s.Append(ctx, a)
		try(err)
		if i%10 != 0 {
			continue
		}
		_, err = s.Mark(ctx, id, []notify.Mark{{Game: id, User: "u", Event: notify.Turn, Key: 3, At: at}})
		try(err)
		said, _, err := s.Say(ctx, talk.Message{Game: id, Room: talk.Players, User: "u", Text: "x", At: at}, "r", 99)
		try(err)
		try(s.Report(ctx, talk.Report{By: "guest", Said: said}))
		try(s.SetNote(ctx, id, "u", "note", talk.HashNote("")))
		try(s.SetGameSettings(ctx, "u", id, notify.GameSettings{Mute: i%20 == 0, Remind: i + 1}))
	}
}

// everything returns what is in a store, as texts.
func everything(t *testing.T, s *store.Store) (list []string) {
	t.Helper()
	ctx := t.Context()
	put := func(values ...any) { list = append(list, fmt.Sprintf("%+v", values)) }
	games, err := s.Games(ctx, 1000)
	put(len(games), err)
	slices.SortFunc(games, func(a, b match.Game) int { return strings.Compare(a.ID, b.ID) })
	for _, g := range games {
		_, rows, err := s.Load(ctx, g.ID)
		put(g, rows, err)
		w, ok, err := s.Request(ctx, g.ID, "r")
		put(g.ID, w, ok, err)
		said, err := s.Said(ctx, g.ID, talk.Players, 0, 99)
		put(g.ID, said, err)
		note, err := s.Note(ctx, g.ID, "u")
		put(g.ID, note, err)
		own, err := s.GameSettings(ctx, "u", g.ID)
		put(g.ID, own, err)
	}
	for _, hash := range []string{"p0", "p1", "p2"} {
		p, err := s.Pack(ctx, hash)
		put(p, err)
	}
	users, err := s.Users(ctx)
	put(users, err)
	x, u, err := s.Session(ctx, account.Hash{1})
	put(x, u, err)
	keys, err := s.Passkeys(ctx, "u")
	put(keys, err)
	who, err := s.UserWith(ctx, account.Identity{Issuer: "i", Subject: "s"})
	put(who, err)
	secret, err := s.Secret(ctx, "key", []byte("another"))
	put(secret, err)
	events, err := s.Events(ctx, time.Time{}, "", 99)
	put(events, err)
	data, version, err := s.Tourney(ctx, "cup")
	put(data, version, err)
	settings, err := s.Settings(ctx, "u")
	put(settings, err)
	channels, err := s.Channels(ctx, "u")
	put(channels, err)
	blocks, err := s.Blocks(ctx, "u")
	put(blocks, err)
	reports, err := s.Reports(ctx)
	put(reports, err)
	late, err := s.Late(ctx, time.Now().AddDate(100, 0, 0), 99)
	put(late, err)
	ticket, err := s.TakeTicket(ctx, account.Hash{2}, "k")
	put(ticket, err)
	return list
}

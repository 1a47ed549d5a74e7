// Package storetest tests that an implementation of [match.Log] keeps its promises.
package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"acies/game"
	"acies/match"
)

// Run tests an implementation. Start prepares data without a game and returns what opens them, as another process would
// each time. What it opens is closed when the test ends.
func Run(t *testing.T, start func(t *testing.T) (open func() match.Log)) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, open func() match.Log)
	}{
		{"load what was created", testCreate},
		{"append", testAppend},
		{"append together", testTogether},
		{"append by two processes", testConflict},
		{"append at once", testFence},
		{"end of the context", testContext},
		{"order of games", testOrder},
		{"rename and delete", testLabels},
		{"seats", testSeats},
		{"terms", testTerms},
		{"waits", testWaits},
		{"settings", testSets},
		{"mark of rated games", testRatedMark},
		{"watch", testWatch},
		{"packs", testPacks},
		{"check", func(t *testing.T, open func() match.Log) {
			if err := open().Check(t.Context()); err != nil {
				t.Error(err)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, start(t)) })
	}
}

// moment is when things happen in these tests, plus so many milliseconds.
func moment(n int) time.Time { return time.UnixMilli(1_000_000_000_000 + int64(n)) }

// Actions returns rows with the given lines.
func Actions(lines ...string) []match.Row {
	var out []match.Row
	for i, line := range lines {
		out = append(out, match.Row{Kind: match.RowAction, At: moment(i), Actor: match.Actor{Side: game.Side(i % 2), User: "u"}, Line: line})
	}
	return out
}

// Create adds a game with the given lines.
func Create(t testing.TB, l match.Log, id string, lines ...string) {
	t.Helper()
	g := match.Game{
		ID: id, Header: "header of " + id, Summary: "new", Created: moment(0), Updated: moment(0),
		Seats: []match.Seat{{Kind: "human", User: "u"}, {Kind: "recruit"}},
	}
	if err := l.Create(t.Context(), g, Actions(lines...), match.Pack{}); err != nil {
		t.Fatal(err)
	}
}

// Lines returns the lines of a game, separated by spaces.
func Lines(t testing.TB, l match.Log, id string) string {
	t.Helper()
	g, rows, err := l.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if g.Header != "header of "+id || len(g.Seats) != 2 || g.Version != len(rows) {
		t.Errorf("game %s: %+v with %d rows", id, g, len(rows))
	}
	var out []string
	for _, r := range rows {
		out = append(out, r.Line)
	}
	return strings.Join(out, " ")
}

// Next returns an append to a game as it is now.
func Next(t testing.TB, l match.Log, id string, lines ...string) match.Append {
	t.Helper()
	g, _, err := l.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return match.Append{Game: id, Version: g.Version, Revision: g.Revision, Rows: Actions(lines...), Summary: "later"}
}

func add(t testing.TB, l match.Log, a match.Append) match.Revision {
	t.Helper()
	r, err := l.Append(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func testCreate(t *testing.T, open func() match.Log) {
	l := open()
	want := match.Game{
		ID: "g", Header: `{"a":"é \" '"}`, Summary: "s", Version: 3, Created: moment(1), Updated: moment(2),
		Host: "a b", Seats: []match.Seat{{Kind: "human", User: "a b"}, {Kind: "a bot", User: ""}, {Kind: "human", Invite: "f00"}},
	}
	rows := []match.Row{
		{Kind: match.RowAction, At: moment(3), Actor: match.Actor{Side: game.Nature}, Line: "roll\n"},
		{Kind: match.RowUndo, Actor: match.Actor{Side: 1, User: "b"}},
		{Kind: "something new", At: moment(4), Actor: match.Actor{Side: game.Nobody}, Line: strings.Repeat("x", 100_000)},
	}
	if err := l.Create(t.Context(), want, rows, match.Pack{}); err != nil {
		t.Fatal(err)
	}
	if err := l.Create(t.Context(), want, nil, match.Pack{}); err == nil {
		t.Error("a game was created twice")
	}
	for _, l := range []match.Log{l, open()} {
		g, got, err := l.Load(t.Context(), "g")
		if err != nil {
			t.Fatal(err)
		}
		if g.Revision == 0 {
			t.Error("the game has no revision")
		}
		want.Revision = g.Revision
		if !reflect.DeepEqual(g, want) {
			t.Errorf("found the game %+v, want %+v", g, want)
		}
		if !slices.EqualFunc(got, rows, func(a, b match.Row) bool { return reflect.DeepEqual(a, b) }) {
			t.Errorf("found the rows %+v, want %+v", got, rows)
		}
		if list, err := l.Games(t.Context(), 10); err != nil || !reflect.DeepEqual(list, []match.Game{want}) {
			t.Errorf("found the list %+v, %v, want %+v", list, err, want)
		}
		if _, _, err := l.Load(t.Context(), "h"); !errors.Is(err, match.ErrNotFound) {
			t.Errorf("an unknown game: %v", err)
		}
	}
}

func testAppend(t *testing.T, open func() match.Log) {
	l := open()
	Create(t, l, "g", "a")
	first := Next(t, l, "g", "b", "c")
	for _, test := range []struct {
		name     string
		change   func(*match.Append)
		lines    []string
		want     error
		log      string
		revision bool // of the first append, not the present one
	}{
		{"first", func(a *match.Append) { a.Request, a.Content = "r1", "content" }, []string{"b", "c"}, nil, "a b c", false},
		{"an old version", func(a *match.Append) { a.Version, a.Request = 1, "r2" }, []string{"x"}, match.ErrConflict, "a b c", false},
		{"an old revision", func(a *match.Append) { a.Request = "r2" }, []string{"x"}, match.ErrConflict, "a b c", true},
		{"a later version", func(a *match.Append) { a.Version, a.Request = 9, "r2" }, []string{"x"}, match.ErrConflict, "a b c", false},
		{"repeated", func(a *match.Append) { a.Version, a.Request = 1, "r1" }, []string{"b", "c"}, match.ErrRepeated, "a b c", true},
		{"an id used again", func(a *match.Append) { a.Request = "r1" }, []string{"d"}, match.ErrRepeated, "a b c", false},
		{"an unknown game", func(a *match.Append) { a.Game = "h" }, []string{"d"}, match.ErrConflict, "a b c", false},
		{"without an id", func(*match.Append) {}, []string{"d"}, nil, "a b c d", false},
		{"the id that failed", func(a *match.Append) { a.Request = "r2" }, []string{"e"}, nil, "a b c d e", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := Next(t, l, "g", test.lines...)
			before := a.Revision
			if test.revision {
				a.Revision = first.Revision
			}
			test.change(&a)
			got, err := l.Append(t.Context(), a)
			if !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if got := Lines(t, l, "g"); got != test.log {
				t.Errorf("log %q, want %q", got, test.log)
			}
			after := Next(t, l, "g").Revision
			if err == nil && (after != got || after == before) || err != nil && after != before {
				t.Errorf("revision %d, before %d, returned %d", after, before, got)
			}
		})
	}
	if w, ok, err := l.Request(t.Context(), "g", "r1"); err != nil || !ok || w != (match.Written{First: 2, Last: 3, Content: "content"}) {
		t.Errorf("request r1: %+v, %v, %v", w, ok, err)
	}
	if _, ok, err := l.Request(t.Context(), "g", "r9"); ok || err != nil {
		t.Errorf("an unknown request: %v, %v", ok, err)
	}
	if got := Lines(t, open(), "g"); got != "a b c d e" {
		t.Errorf("log %q when opened again", got)
	}
	if g, err := l.Games(t.Context(), 1); err != nil || g[0].Summary != "later" || !g[0].Updated.Equal(moment(0)) || g[0].Version != 5 {
		t.Errorf("the list: %+v, %v", g, err)
	}
}

// testTogether writes from many sides at once; a fault among them stays with the one who has it.
func testTogether(t *testing.T, open func() match.Log) {
	l := open()
	const games, rows = 20, 30
	var wg sync.WaitGroup
	for i := range games {
		id := fmt.Sprint("g", i)
		Create(t, l, id)
		wg.Go(func() {
			for n := range rows {
				a := Next(t, l, id, fmt.Sprint(n))
				a.Request = fmt.Sprint(n)
				if _, err := l.Append(t.Context(), a); err != nil {
					t.Error(err)
				}
				if _, err := l.Append(t.Context(), a); !errors.Is(err, match.ErrRepeated) {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for i := range games {
		if got := strings.Count(Lines(t, l, fmt.Sprint("g", i)), " "); got != rows-1 {
			t.Errorf("game %d has %d rows", i, got+1)
		}
	}
}

// testConflict has two processes write to two games: only who writes to what he has not read is refused.
func testConflict(t *testing.T, open func() match.Log) {
	one, two := open(), open()
	Create(t, one, "g", "a")
	Create(t, two, "h", "a")
	g, h := Next(t, one, "g", "b"), Next(t, one, "h", "b")
	add(t, two, Next(t, two, "g", "c"))
	if _, err := one.Append(t.Context(), g); !errors.Is(err, match.ErrConflict) {
		t.Errorf("writing to a changed game: %v", err)
	}
	add(t, one, h)
	if g, h := Lines(t, two, "g"), Lines(t, two, "h"); g != "a c" || h != "a b" {
		t.Errorf("logs %q and %q", g, h)
	}
}

// testFence has two processes write to one version at the same time, again and again: one of them wins, and the other has
// written nothing. The same request, sent to both, is carried out once.
func testFence(t *testing.T, open func() match.Log) {
	processes := []match.Log{open(), open()}
	Create(t, processes[0], "g")
	for n := range 40 {
		g, _, err := processes[0].Load(t.Context(), "g")
		if err != nil {
			t.Fatal(err)
		}
		same := n%2 == 1
		var errs [2]error
		var wg sync.WaitGroup
		for i, l := range processes {
			wg.Go(func() {
				line := fmt.Sprint(n)
				request := fmt.Sprint(n, " of ", i)
				if same {
					request = line
				}
				_, errs[i] = l.Append(t.Context(), match.Append{
					Game: "g", Version: g.Version, Revision: g.Revision, Rows: Actions(line), Summary: "s", Request: request,
				})
			})
		}
		wg.Wait()
		want := match.ErrConflict
		if same {
			want = match.ErrRepeated
		}
		if errs[0] != nil {
			errs[0], errs[1] = errs[1], errs[0]
		}
		if errs[0] != nil || !errors.Is(errs[1], want) {
			t.Errorf("version %d: %v and %v, expected that one succeeds and the other says: %v", n, errs[0], errs[1], want)
		}
		if got := strings.Fields(Lines(t, processes[1], "g")); len(got) != n+1 || got[n] != fmt.Sprint(n) {
			t.Fatalf("after version %d the log is %q", n, got)
		}
	}
}

func testContext(t *testing.T, open func() match.Log) {
	l := open()
	Create(t, l, "g", "a")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Append(ctx, Next(t, l, "g", "b")); !errors.Is(err, context.Canceled) {
		t.Errorf("appending: %v", err)
	}
	if err := l.Create(ctx, match.Game{ID: "h"}, nil, match.Pack{}); !errors.Is(err, context.Canceled) {
		t.Errorf("creating: %v", err)
	}
	if _, _, err := l.Load(ctx, "g"); !errors.Is(err, context.Canceled) {
		t.Errorf("loading: %v", err)
	}
	if err := l.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("checking: %v", err)
	}
	if games, err := l.Games(t.Context(), 10); err != nil || len(games) != 1 || Lines(t, l, "g") != "a" {
		t.Errorf("found %+v, %v", games, err)
	}
}

// testSeats: a seat that nobody has is taken once, and games are found by host and by seat.
func testSeats(t *testing.T, open func() match.Log) {
	l := open()
	for _, id := range []string{"a", "b", "c"} {
		g := match.Game{ID: id, Header: "h", Summary: "s", Host: "host of " + id, Seats: []match.Seat{{Kind: "human", User: "u"}, {Kind: "human"}}}
		if err := l.Create(t.Context(), g, nil, match.Pack{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Invite(t.Context(), "a", 1, "f00"); err != nil {
		t.Error(err)
	}
	if err := l.Invite(t.Context(), "d", 1, "f00"); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("inviting to no game: %v", err)
	}
	take := func(user string) match.Append {
		a := Next(t, l, "a", "")
		a.Rows[0] = match.Row{Kind: match.RowSeat, At: moment(1), Actor: match.Actor{Side: 1, User: user}}
		return a
	}
	add(t, l, take("v"))
	if _, err := l.Append(t.Context(), take("w")); !errors.Is(err, match.ErrConflict) {
		t.Errorf("a seat is taken twice: %v", err)
	}
	if err := l.Invite(t.Context(), "a", 1, "f11"); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("inviting to a seat that somebody has: %v", err)
	}
	g, rows, err := open().Load(t.Context(), "a")
	if want := []match.Seat{{Kind: "human", User: "u"}, {Kind: "human", User: "v", Invite: "f00"}}; err != nil || !slices.Equal(g.Seats, want) {
		t.Errorf("found %+v (%v), expected %+v", g.Seats, err, want)
	}
	if len(rows) != 1 || rows[0].Kind != match.RowSeat || rows[0].Actor != (match.Actor{Side: 1, User: "v"}) {
		t.Errorf("found the rows %+v, expected one by which v takes a seat", rows)
	}
	for user, want := range map[string]string{"u": "acb", "v": "a", "host of b": "b", "w": "", "": ""} {
		list, err := open().GamesOf(t.Context(), user, 10)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, g := range list {
			got += g.ID
			if len(g.Seats) != 2 {
				t.Errorf("the game %s is listed with the seats %+v", g.ID, g.Seats)
			}
		}
		if got != want {
			t.Errorf("%q has the games %q, expected %q", user, got, want)
		}
	}
	if list, err := l.GamesOf(t.Context(), "u", 2); err != nil || len(list) != 2 {
		t.Errorf("%d games, expected 2: %v", len(list), err)
	}
	for user, want := range map[string]int{"host of b": 1, "u": 0, "": 0} {
		all, recent, err := l.Hosted(t.Context(), user, time.Time{})
		_, later, err2 := l.Hosted(t.Context(), user, moment(1_000_000))
		if err != nil || err2 != nil || all != want || recent != want || later != 0 {
			t.Errorf("%q has set up %d games, %d of them and then %d since a time, expected %d: %v %v", user, all, recent, later, want, err, err2)
		}
	}
	a := Next(t, l, "a", "")
	a.Rows[0] = match.Row{Kind: match.RowSubstitute, At: moment(2), Actor: match.Actor{Side: 1, User: "v"}, Line: "centurion"}
	add(t, l, a)
	if g, _, err := open().Load(t.Context(), "a"); err != nil || g.Seats[1].Kind != "centurion" || g.Seats[1].User != "v" {
		t.Errorf("after a program has taken over: %+v, %v", g.Seats, err)
	}
}

// testTerms: what was agreed is kept, and games are found by where they are listed and by whether they are rated.
func testTerms(t *testing.T, open func() match.Log) {
	l := open()
	for i, g := range []match.Game{
		{ID: "private", Terms: `{"rated":true}`, Rated: true},
		{ID: "open", Terms: `{"open":true}`, Listing: match.ListedOpen, Seats: []match.Seat{{Kind: match.Human, User: "u"}, {Kind: match.Human}}},
		{ID: "taken", Listing: match.ListedOpen, Seats: []match.Seat{{Kind: match.Human, User: "u"}, {Kind: match.Human, User: "v"}}},
		{ID: "program", Listing: match.ListedOpen, Seats: []match.Seat{{Kind: match.Human, User: "u"}, {Kind: "centurion"}}},
		{ID: "public", Listing: match.ListedAlways, Rated: true, Seats: []match.Seat{{Kind: match.Human, User: "u"}, {Kind: match.Human, User: "v"}}},
		{ID: "deleted", Listing: match.ListedAlways, Deleted: moment(3)},
	} {
		g.Header, g.Summary, g.Updated = "h", "s", moment(10-i)
		if err := l.Create(t.Context(), g, nil, match.Pack{}); err != nil {
			t.Fatal(err)
		}
		got, _, err := open().Load(t.Context(), g.ID)
		if err != nil || got.Terms != g.Terms || got.Listing != g.Listing || got.Rated != g.Rated {
			t.Errorf("found %+v (%v), expected %+v", got, err, g)
		}
	}
	names := func(list []match.Game, err error) (out []string) {
		if err != nil {
			t.Error(err)
		}
		for _, g := range list {
			out = append(out, g.ID)
		}
		return out
	}
	for i := range 3 { // challenges have their own place; among the others nothing shows which have ended
		g := match.Game{ID: fmt.Sprintf("newer %d", i), Header: "h", Summary: "s", Listing: match.ListedAlways, Over: i == 1, Created: moment(200 + i), Updated: moment(20 + i)}
		g.Seats = []match.Seat{{Kind: match.Human, User: "u"}, {Kind: match.Human, User: "v"}}
		if err := l.Create(t.Context(), g, nil, match.Pack{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, lobby := range []struct {
		since time.Time
		limit int
		want  []string
	}{
		{time.Time{}, 10, []string{"open", "newer 2", "newer 1", "newer 0", "public"}},
		{time.Time{}, 2, []string{"open", "newer 2", "newer 1"}},
		{moment(300), 1, []string{"newer 2"}}, // the challenge is too old
	} {
		if got := names(open().Lobby(t.Context(), lobby.since, lobby.limit)); !slices.Equal(got, lobby.want) {
			t.Errorf("the lobby lists %q, expected %q", got, lobby.want)
		}
	}
	for i := range 9 { // only some challenges of one host are listed
		g := match.Game{ID: fmt.Sprintf("many %d", i), Host: "u", Header: "h", Summary: "s", Listing: match.ListedOpen, Created: moment(400 + i), Updated: moment(400 + i)}
		g.Seats = []match.Seat{{Kind: match.Human, User: "u"}, {Kind: match.Human}}
		if err := l.Create(t.Context(), g, nil, match.Pack{}); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(open().Lobby(t.Context(), time.Time{}, 7)); !slices.Equal(got[:6], []string{"many 8", "many 7", "many 6", "many 5", "many 4", "open"}) {
		t.Errorf("with many of one host the lobby lists %q", got)
	}
	for user, want := range map[string]int{"u": 9, "v": 0, "": 0} {
		if n, err := open().Challenges(t.Context(), user, time.Time{}); err != nil || n != want {
			t.Errorf("%q has %d challenges, %v, expected %d", user, n, err, want)
		}
	}
	if n, err := open().Challenges(t.Context(), "u", moment(405)); err != nil || n != 4 {
		t.Errorf("%d challenges are new enough, %v, expected 4", n, err)
	}
	if got := names(open().Rated(t.Context())); !slices.Equal(got, []string{"public", "private"}) {
		t.Errorf("%q are rated", got)
	}
}

// testWaits: the games that wait for a user are found by how long they have waited, whatever else has changed since.
func testWaits(t *testing.T, open func() match.Log) {
	l := open()
	both := func(one, two string) []match.Seat {
		return []match.Seat{{Kind: match.Human, User: one}, {Kind: match.Human, User: two}}
	}
	for _, g := range []match.Game{
		{ID: "a", Seats: both("u", "v")},
		{ID: "b", Seats: both("v", "u")},
		{ID: "own", Seats: both("u", "u")},
		{ID: "program", Seats: []match.Seat{{Kind: match.Human, User: "u"}, {Kind: "centurion"}}},
		{ID: "deleted", Seats: both("u", "v"), Deleted: moment(1)},
	} {
		g.Header, g.Summary = "h", "s"
		for i := range g.Seats {
			if g.ID != "a" && g.Seats[i].User == "u" {
				g.Seats[i].Waits = moment(5)
			}
		}
		if err := l.Create(t.Context(), g, nil, match.Pack{}); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(what, user string, want ...string) {
		t.Helper()
		if got, err := open().Waiting(t.Context(), user, 10); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: for %q wait %q (%v), expected %q", what, user, got, err, want)
		}
	}
	write := func(id string, at int, waits []game.Side) {
		t.Helper()
		a := Next(t, l, id, "")
		a.Rows[0].At, a.Waits = moment(at), waits
		add(t, l, a)
	}
	expect("at first", "u", "b")
	expect("at first", "")
	write("a", 3, []game.Side{0, 1})
	expect("since earlier", "u", "a", "b")
	write("a", 9, nil)
	write("a", 10, []game.Side{0})
	expect("as long as before", "u", "a", "b")
	expect("no more", "v")
	if g, _, err := open().Load(t.Context(), "a"); err != nil || !g.Seats[0].Waits.Equal(moment(3)) || !g.Seats[1].Waits.IsZero() {
		t.Errorf("%+v, %v", g.Seats, err)
	}
	write("a", 11, []game.Side{1})
	write("a", 12, []game.Side{0})
	expect("again", "u", "b", "a")
	if got, err := l.Waiting(t.Context(), "u", 1); err != nil || !slices.Equal(got, []string{"b"}) {
		t.Errorf("%q, %v", got, err)
	}
	write("b", 13, []game.Side{})
	expect("one is over", "u", "a")
}

// testSets: what only sets something does not show in the time of the last change, which lists tell everybody.
func testSets(t *testing.T, open func() match.Log) {
	l := open()
	Create(t, l, "g", "x")
	write := func(at int, kinds ...match.RowKind) {
		t.Helper()
		a := Next(t, l, "g", "")
		a.Rows = nil
		for _, kind := range kinds {
			a.Rows = append(a.Rows, match.Row{Kind: kind, At: moment(at), Actor: match.Actor{Side: game.Nobody}, Line: "{}"})
		}
		add(t, l, a)
	}
	expect := func(want int) {
		t.Helper()
		if g, _, err := open().Load(t.Context(), "g"); err != nil || !g.Updated.Equal(moment(want)) {
			t.Errorf("updated at %v, want %v; %v", g.Updated, moment(want), err)
		}
	}
	write(5, match.RowAction)
	expect(5)
	write(6, match.RowSetting, match.RowSetting)
	expect(5)
	write(7, match.RowAction, match.RowSetting)
	expect(7)
}

func testLabels(t *testing.T, open func() match.Log) {
	l := open()
	for _, id := range []string{"a", "b", "c"} {
		Create(t, l, id, "x")
	}
	before, _, err := l.Load(t.Context(), "b")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		l.Rename(t.Context(), "b", "Round two"), l.Delete(t.Context(), "c", moment(10)), l.Delete(t.Context(), "b", moment(20)),
		l.Delete(t.Context(), "c", time.Time{}), l.Delete(t.Context(), "a", moment(20)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(l.Rename(t.Context(), "d", "x"), l.Delete(t.Context(), "d", moment(1))); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("naming and deleting no game: %v", err)
	}
	games, err := open().Games(t.Context(), 10)
	if err != nil || len(games) != 3 {
		t.Fatal(games, err)
	}
	if games[0].ID != "c" || !games[0].Deleted.IsZero() {
		t.Errorf("a game that was brought back is listed as %+v", games[0])
	}
	if g := games[1]; g.ID != "b" || g.Title != "Round two" || !g.Deleted.Equal(moment(20)) || g.Revision != before.Revision || !g.Updated.Equal(before.Updated) {
		t.Errorf("a deleted game is listed as %+v", g)
	}
	add(t, l, Next(t, l, "a", "y")) // a game that was played on stays as long as one deleted now
	if n, err := l.Purge(t.Context(), moment(20)); n != 0 || err != nil {
		t.Errorf("too early, %d games were removed, %v", n, err)
	}
	later := Next(t, l, "a", "z")
	later.Rows[0].At = moment(100)
	add(t, l, later)
	if n, err := l.Purge(t.Context(), moment(50)); n != 1 || err != nil {
		t.Errorf("%d games were removed, %v", n, err)
	}
	if _, _, err := l.Load(t.Context(), "b"); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("loading a removed game: %v", err)
	}
	if got := Lines(t, l, "a"); got != "x y z" {
		t.Errorf("the game that was played on has %q", got)
	}
}

// testOrder lists games whose clocks went backwards, changed by two processes in turn.
func testOrder(t *testing.T, open func() match.Log) {
	one, two := open(), open()
	order := func(limit int) string {
		games, err := one.Games(t.Context(), limit)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, g := range games {
			ids = append(ids, g.ID)
		}
		return strings.Join(ids, " ")
	}
	for i, id := range []string{"b", "a", "c"} {
		g := match.Game{ID: id, Created: moment(-i), Updated: moment(-i)}
		if err := []match.Log{one, two, one}[i].Create(t.Context(), g, nil, match.Pack{}); err != nil {
			t.Fatal(err)
		}
	}
	if got := order(10); got != "c a b" {
		t.Errorf("order %q", got)
	}
	add(t, two, Next(t, two, "b", "x"))
	if got := order(2); got != "b c" {
		t.Errorf("order %q", got)
	}
	add(t, one, Next(t, one, "a", "x"))
	if got := order(10); got != "a b c" {
		t.Errorf("order %q", got)
	}
}

// testWatch checks that a process hears of the games that others change, and of no other.
func testWatch(t *testing.T, open func() match.Log) {
	one, two := open(), open()
	for _, id := range []string{"g", "h", "i"} {
		Create(t, one, id)
	}
	ctx, cancel := context.WithCancel(t.Context())
	seen := one.Watch(ctx)
	add(t, one, Next(t, one, "i", "own"))
	add(t, two, Next(t, two, "g", "a"))
	h := add(t, two, Next(t, two, "h", "a"))
	g := add(t, two, Next(t, two, "g", "b"))
	got := map[string]match.Revision{}
	for got["g"] != g || got["h"] != h {
		for _, c := range <-seen {
			got[c.Game] = c.Revision
		}
	}
	if len(got) != 2 {
		t.Errorf("heard of %v, want g and h", got)
	}
	add(t, one, Next(t, one, "i", "own again"))
	last := add(t, two, Next(t, two, "h", "b"))
	if c := <-seen; !slices.Equal(c, []match.Change{{Game: "h", Revision: last}}) {
		t.Errorf("heard of %v, want h alone", c)
	}
	cancel()
	for range seen {
	}
}

func testPacks(t *testing.T, open func() match.Log) {
	l := open()
	data := bytes.Repeat([]byte("hoplites: 4\n\x00"), 50_000)
	for i, p := range []match.Pack{{Hash: "one", Data: data}, {Hash: "one", Data: []byte("kept already")}, {Hash: "two"}, {}} {
		if err := l.Create(t.Context(), match.Game{ID: fmt.Sprint(i)}, nil, p); err != nil {
			t.Fatal(err)
		}
	}
	for hash, want := range map[string][]byte{"one": data, "two": nil} {
		if p, err := open().Pack(t.Context(), hash); err != nil || p.Hash != hash || !bytes.Equal(p.Data, want) {
			t.Errorf("the pack %s: %q with %d bytes, %v, want %d", hash, p.Hash, len(p.Data), err, len(want))
		}
	}
	for _, hash := range []string{"three", ""} {
		if _, err := l.Pack(t.Context(), hash); !errors.Is(err, match.ErrNotFound) {
			t.Errorf("the pack %q: %v", hash, err)
		}
	}
	// A game that is not created leaves no pack behind.
	if err := l.Create(t.Context(), match.Game{ID: "0"}, nil, match.Pack{Hash: "four"}); err == nil {
		t.Error("a game was created twice")
	}
	if _, err := l.Pack(t.Context(), "four"); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("the pack of a game that was not created: %v", err)
	}
}

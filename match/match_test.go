package match_test

import (
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"acies/game"
	"acies/match"
	"acies/record"
	"acies/store"
	"acies/store/pgtest"
	_ "acies/systems"
	"acies/table"
)

// random takes any legal action.
type random struct{}

func (random) Choose(s game.State, _ game.Side, src game.Source) game.Action {
	legal := s.Legal(nil)
	return legal[game.Intn(src, len(legal))]
}

// cheat claims a roll that is not due.
type cheat struct{}

func (cheat) Choose(s game.State, _ game.Side, _ game.Source) game.Action {
	a, err := s.Battle().Parse("roll 9")
	if err != nil {
		panic(err)
	}
	return a
}

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func open(t *testing.T, path string, o match.Options) *match.Games {
	t.Helper()
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o.Library = table.NewLibrary()
	g := match.New(s, o)
	t.Cleanup(func() {
		g.Close()
		s.Close()
	})
	return g
}

func create(t *testing.T, g *match.Games, seats ...string) string {
	t.Helper()
	id, err := g.Create(t.Context(), match.NewGame{Battle: "sparta-195bc", Seats: seatsOf(seats...), Settings: table.Settings{Seed: "x"}})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func seatsOf(kinds ...string) []match.Seat {
	var out []match.Seat
	for _, k := range kinds {
		out = append(out, match.Seat{Kind: k})
	}
	return out
}

func do(t *testing.T, g *match.Games, id string, version int, actions ...string) (a match.Answer, err error) {
	t.Helper()
	err = g.With(id, func(m *match.Match) error {
		var err error
		a, err = m.Do(t.Context(), match.Request{Version: version, ID: fmt.Sprint(version), Side: game.Nobody}, actions)
		return err
	})
	return a, err
}

func snapshot(t *testing.T, g *match.Games, id string) (s match.Snapshot) {
	t.Helper()
	err := g.With(id, func(m *match.Match) error {
		var err error
		s, err = m.Snapshot()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFewOpen plays more games than are kept open: they are built from the store again and again.
func TestFewOpen(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{Open: 2})
	var wg sync.WaitGroup
	for range 8 {
		id := create(t, g, match.Human, match.Human)
		wg.Go(func() {
			for n, unit := range []string{"velites-i-1", "velites-i-2", "hastati-i-1", "hastati-i-2"} {
				if _, err := do(t, g, id, n, "face "+unit+" R"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// TestAllOrNone checks that a request of which a part is refused changes nothing.
func TestAllOrNone(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{})
	id := create(t, g, match.Human, match.Human)
	before := snapshot(t, g, id)
	_, err := do(t, g, id, 0, "face velites-i-1 R", "ready", "ready", "shoot 0101")
	var f *table.Failure
	var r *game.Refusal
	if !errors.As(err, &f) || f.N != 3 || !errors.As(err, &r) {
		t.Fatalf("error %v, want a refusal of the fourth action", err)
	}
	after := snapshot(t, g, id)
	if after.Version != 0 || after.State.Hash() != before.State.Hash() || !errors.Is(after.CanUndo, record.ErrNothing) {
		t.Errorf("the game has changed: %+v", after)
	}
	if _, err := do(t, g, id, 0, "face velites-i-1 R", "ready", "ready"); err != nil {
		t.Error(err)
	}
}

// TestRollsAreNotChosen checks that nobody chooses what the dice show.
func TestRollsAreNotChosen(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{})
	id := create(t, g, match.Human, match.Human)
	if _, err := do(t, g, id, 0, "ready", "ready", "roll 12"); !errors.Is(err, match.ErrRollDue) {
		t.Errorf("error %v", err)
	}
	if got := snapshot(t, g, id); got.Version != 0 {
		t.Errorf("version %d, want 0", got.Version)
	}
}

// TestTwoPrograms lets two programs play from one data file.
func TestTwoPrograms(t *testing.T) {
	path := pgtest.Data(t)
	one, two := open(t, path, match.Options{}), open(t, path, match.Options{})
	id := create(t, one, match.Human, match.Human)
	if got := snapshot(t, two, id).Version; got != 0 {
		t.Fatalf("version %d", got)
	}
	if _, err := do(t, one, id, 0, "face velites-i-1 R"); err != nil {
		t.Fatal(err)
	}
	err := two.With(id, func(m *match.Match) error {
		_, err := m.Do(t.Context(), match.Request{ID: "another", Side: game.Nobody}, []string{"face velites-i-2 R"})
		return err
	})
	if !errors.Is(err, match.ErrStale) {
		t.Fatal(err)
	}
	if got := snapshot(t, two, id); got.Version != 1 || got.Entries[0].Do != "face velites-i-1 R" {
		t.Errorf("the other program sees %+v", got.Entries)
	}
	if _, err := do(t, two, id, 1, "face velites-i-2 R"); err != nil {
		t.Error(err)
	}
}

// await waits until a game is as wanted, and returns it.
func await(t *testing.T, g *match.Games, id string, wanted func(*match.Snapshot) bool) (s match.Snapshot) {
	t.Helper()
	err := g.With(id, func(m *match.Match) error {
		for {
			_, changed, err := m.Changed()
			if err != nil {
				return err
			}
			if s, err = m.Snapshot(); err != nil || wanted(&s) {
				return err
			}
			<-changed
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func isOver(s *match.Snapshot) bool { return s.State.Outcome().Over }

func isHuman(s *match.Snapshot) bool { return s.Human() }

// later is wanted of a game that has gone beyond a version.
func later(version int) func(*match.Snapshot) bool {
	return func(s *match.Snapshot) bool { return s.Version > version }
}

// TestOpponentReturns closes the program while opponents are playing; they go on when the game is opened again, and as
// they would have without.
func TestOpponentReturns(t *testing.T) {
	path := pgtest.Data(t)
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	players := map[string]func() match.Player{"random": func() match.Player { return random{} }}
	first := match.New(s, match.Options{Library: table.NewLibrary(), Players: players})
	id := create(t, first, "random", "random")
	await(t, first, id, later(5))
	first.Close()
	s.Close()

	second := open(t, path, match.Options{Players: players})
	began := snapshot(t, second, id).Version
	await(t, second, id, later(began))
	end := await(t, second, id, isOver)
	if _, err := do(t, second, id, end.Version, "done"); !errors.Is(err, match.ErrOver) {
		t.Errorf("acting after the end: %v", err)
	}

	// A game of the same seed goes the same way, whether it was interrupted or not; one of another seed does not.
	chain := func(s match.Snapshot) string { return s.Entries[len(s.Entries)-1].Chain }
	again := create(t, second, "random", "random")
	other, err := second.Create(t.Context(), match.NewGame{
		Battle: "sparta-195bc", Seats: seatsOf("random", "random"), Settings: table.Settings{Seed: "y"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{again, other} {
		await(t, second, id, isOver)
	}
	if a := snapshot(t, second, again); len(a.Entries) != len(end.Entries) || chain(a) != chain(end) {
		t.Errorf("the same game played again has %d actions, at first it had %d", len(a.Entries), len(end.Entries))
	}
	opening := func(s match.Snapshot) (text string) {
		for _, e := range s.Entries[:20] {
			text += e.Do + "; "
		}
		return text
	}
	if o := opening(snapshot(t, second, other)); o == opening(end) {
		t.Errorf("a game of another seed begins the same way: %s", o)
	}
}

// TestSeats checks that people do not act for the program, nor take back what it did.
func TestSeats(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{Players: thinkers(1)})
	id := create(t, g, "thinker", match.Human)
	s := await(t, g, id, later(0))
	if _, err := do(t, g, id, s.Version, "ready"); !errors.Is(err, match.ErrSeat) {
		t.Errorf("acting for the program: %v", err)
	}
	if !errors.Is(s.CanUndo, match.ErrSeat) {
		t.Errorf("undo: %v", s.CanUndo)
	}
	err := g.With(id, func(m *match.Match) error {
		_, err := m.Undo(t.Context(), match.Request{Version: s.Version, ID: "u", Side: game.Nobody}, 1)
		return err
	})
	if !errors.Is(err, match.ErrSeat) {
		t.Errorf("taking back what the program did: %v", err)
	}
	if _, err := g.Create(t.Context(), match.NewGame{Battle: "sparta-195bc", Seats: seatsOf("human", "dog")}); err == nil {
		t.Error("a dog sits at the table")
	}
}

// TestMayChoose says who may choose while an opponent thinks, and when it is over.
func TestMayChoose(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{Players: thinkers(0)})
	for _, c := range []struct {
		name  string
		seats []string
		side  game.Side
		want  error
	}{
		{"a person", []string{match.Human, "thinker"}, 0, nil},
		{"whoever is to act", []string{match.Human, "thinker"}, game.Nobody, nil},
		{"the other side", []string{match.Human, "thinker"}, 1, match.ErrTurn},
		{"an opponent", []string{"thinker", match.Human}, 0, match.ErrSeat},
		{"the person who waits", []string{"thinker", match.Human}, 1, match.ErrTurn},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := g.With(create(t, g, c.seats...), func(m *match.Match) error {
				s, err := m.Snapshot()
				if err != nil {
					return err
				}
				return s.MayChoose(c.side)
			})
			if !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
}

// thinker faces units and then thinks until the game is closed.
type thinker struct {
	faces int // how many units it still faces
	ended chan struct{}
}

// thinkers are makers of players that face some units before they think.
func thinkers(faces int) map[string]func() match.Player {
	return map[string]func() match.Player{"thinker": func() match.Player { return &thinker{faces, make(chan struct{})} }}
}

func (p *thinker) Choose(s game.State, _ game.Side, _ game.Source) game.Action {
	if p.faces == 0 {
		<-p.ended
	}
	p.faces--
	legal := s.Legal(nil)
	return legal[max(0, slices.IndexFunc(legal, func(a game.Action) bool { return strings.HasPrefix(s.Battle().Format(a), "face ") }))]
}

func (p *thinker) End(game.Outcome) { close(p.ended) }

// faulty cannot choose.
type faulty struct{}

func (faulty) Choose(game.State, game.Side, game.Source) game.Action { panic("no idea") }

// TestFaultyOpponents checks that a mistake in an opponent is reported and does not stop the game.
func TestFaultyOpponents(t *testing.T) {
	for _, test := range []struct {
		name   string
		player match.Player
		want   string
	}{
		{"an illegal action", cheat{}, "roll 9"},
		{"a panic", faulty{}, "no idea"},
	} {
		t.Run(test.name, func(t *testing.T) {
			log := newWatched(test.want)
			g := open(t, pgtest.Data(t), match.Options{
				Players: map[string]func() match.Player{"faulty": func() match.Player { return test.player }},
				Logger:  slog.New(slog.NewTextHandler(log, nil)),
			})
			id := create(t, g, "faulty", match.Human)
			await(t, g, id, isHuman)
			<-log.seen
		})
	}
}

// watched is where a program logs, and tells when it has logged a text.
type watched struct {
	text string
	once sync.Once
	seen chan struct{} // closed then
}

func newWatched(text string) *watched { return &watched{text: text, seen: make(chan struct{})} }

func (w *watched) Write(p []byte) (int, error) {
	if strings.Contains(string(p), w.text) {
		w.once.Do(func() { close(w.seen) })
	}
	return len(p), nil
}

// TestOpponentWaits fills the disk while opponents play: they stop, and go on when there is room and somebody looks.
func TestOpponentWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acies.db")
	s, err := store.Open(path, store.Options{MaxPages: 90})
	if err != nil {
		t.Fatal(err)
	}
	log := newWatched("disk is full")
	g := match.New(s, match.Options{
		Library: table.NewLibrary(),
		Players: map[string]func() match.Player{"random": func() match.Player { return random{} }},
		Logger:  slog.New(slog.NewTextHandler(log, nil)),
	})
	t.Cleanup(func() {
		g.Close()
		s.Close()
	})
	if err := s.Create(t.Context(), match.Game{ID: "filler", Header: strings.Repeat("x", 150_000)}, nil, match.Pack{}); err != nil {
		t.Fatal(err)
	}
	id := create(t, g, "random", "random")
	<-log.seen
	full := snapshot(t, g, id).Version
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("DELETE FROM games WHERE id = 'filler'"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	// Every look starts an opponent that has stopped: one look could come while a write that found the disk full is still failing.
	for snapshot(t, g, id).Version <= full {
		runtime.Gosched()
	}
}

// TestSealed imports the record of a game whose seed is secret: people throw its dice from then on.
func TestSealed(t *testing.T) {
	g := open(t, pgtest.Data(t), match.Options{})
	id := create(t, g, match.Human, match.Human)
	s := snapshot(t, g, id)
	h := s.Header
	h.Seed = ""
	sealed, err := g.Import(t.Context(), strings.NewReader(string(h.Line())+"\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	a, err := do(t, g, sealed, 0, "ready", "ready")
	for n := 0; err == nil && a.State.ToAct() != game.Nature && n < 20; n++ {
		a, err = do(t, g, sealed, a.Version, "done")
	}
	if err != nil || !a.ByHand() {
		t.Fatalf("%v, by hand %v", err, a.ByHand())
	}
	err = g.With(sealed, func(m *match.Match) error {
		_, err := m.Roll(t.Context(), match.Request{Version: a.Version, ID: "r", Side: game.Nobody}, []int{3, 4})
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// listener is a random player that counts what it is told.
type listener struct {
	random
	mu     sync.Mutex
	events int
	ends   []game.Outcome
	ended  chan struct{} // gets an element with each end
}

func newListener() *listener { return &listener{ended: make(chan struct{}, 10)} }

func (l *listener) Event(game.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events++
}

func (l *listener) End(o game.Outcome) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ends = append(l.ends, o)
	l.ended <- struct{}{}
}

// TestOwnPlayers plays a game between two listeners: each has a player of its own, which is told everything that happens
// and how it ends.
func TestOwnPlayers(t *testing.T) {
	var made []*listener
	g := open(t, pgtest.Data(t), match.Options{Players: map[string]func() match.Player{
		"listener": func() match.Player {
			made = append(made, newListener())
			return made[len(made)-1]
		},
	}})
	id := create(t, g, "listener", "listener")
	await(t, g, id, isOver)
	g.Close()
	if len(made) != 2 {
		t.Fatalf("%d players, want 2", len(made))
	}
	end := snapshot(t, g, id)
	all, heard := 0, 0 // heard is what has happened since the second side was first to act
	err := table.Replay(end.Loaded.Battle, end.Entries, func(s table.Step) error {
		all += len(s.Events)
		if s.Side == 1 || heard > 0 {
			heard += len(s.Events)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{all, heard} {
		l := made[i]
		if l.events != want {
			t.Errorf("player %d was told of %d events, want %d", i, l.events, want)
		}
		if len(l.ends) != 1 || l.ends[0] != end.State.Outcome() {
			t.Errorf("player %d was told of the ends %+v, want %+v", i, l.ends, end.State.Outcome())
		}
	}
}

// TestForgotten closes games that nobody looks at, and their players with them.
func TestForgotten(t *testing.T) {
	var mu sync.Mutex
	var made []*listener
	g := open(t, pgtest.Data(t), match.Options{Open: 1, Players: map[string]func() match.Player{
		"listener": func() match.Player {
			mu.Lock()
			defer mu.Unlock()
			made = append(made, newListener())
			return made[len(made)-1]
		},
	}})
	first := create(t, g, "listener", match.Human)
	await(t, g, first, isHuman)
	create(t, g, match.Human, match.Human)
	mu.Lock()
	defer mu.Unlock()
	<-made[0].ended
	if made[0].ends[0].Over {
		t.Error("the player is told that the game is over")
	}
}

// TestFallback opens a game whose player no longer exists: the fallback plays.
func TestFallback(t *testing.T) {
	path := pgtest.Data(t)
	first := open(t, path, match.Options{Players: thinkers(0)})
	id := create(t, first, "thinker", match.Human)
	first.Close()
	second := open(t, path, match.Options{Fallback: func() match.Player { return cheat{} }})
	await(t, second, id, isHuman)
}

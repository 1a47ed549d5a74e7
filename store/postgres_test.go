package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"acies/account"
	"acies/bus"
	"acies/bus/bustest"
	"acies/match"
	"acies/notify"
	"acies/store"
	"acies/store/pgtest"
	"acies/store/storetest"
)

// TestLeases checks the promises of leases.
func TestLeases(t *testing.T) {
	storetest.RunLeases(t, opener(pgtest.Database, func(s *store.Store) storetest.Leaser { return s }))
	// In a file, whoever asks gets it.
	s := open(t, freshFile(t), store.Options{})
	for _, holder := range []string{"one", "two"} {
		if ok, err := s.Lease(t.Context(), "g", holder, 0); !ok || err != nil {
			t.Errorf("%s has not got the lease: %v", holder, err)
		}
	}
}

// query changes a database behind the back of stores.
func query(t testing.TB, address, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), statement)
	if err := errors.Join(err, conn.Close(context.Background())); err != nil {
		t.Fatal(err)
	}
}

// TestFreshDatabase: of several nodes that begin at once with an empty database, one creates the tables.
func TestFreshDatabase(t *testing.T) {
	address := pgtest.Empty(t)
	if _, err := store.Open(address, store.Options{ReadOnly: true}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("reading from a database without tables: %v", err)
	}
	if err := store.Backup(address, freshFile(t)+".backup", false); err == nil {
		t.Error("nothing was backed up")
	}
	nodes := make([]*store.Store, 4)
	var wg sync.WaitGroup
	for i := range nodes {
		wg.Go(func() {
			var err error
			if nodes[i], err = store.Open(address, store.Options{}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i, s := range nodes {
		if s != nil {
			create(t, s, fmt.Sprint(i))
			defer s.Close()
		}
	}
}

// TestForeignDatabase checks that a database that is not ours, or is of a newer program, is refused and left as it is.
func TestForeignDatabase(t *testing.T) {
	newer := pgtest.Database(t)
	query(t, newer, "UPDATE acies SET version = 99")
	other := pgtest.Empty(t)
	query(t, other, "CREATE TABLE games (title text)")
	for _, test := range []struct{ address, want string }{
		{newer, "newer program"},
		{other, `"games" already exists`},
		{strings.Replace(other, "/test", "/none", 1), "does not exist"},
		{"postgres://club:hidden@[::1", "cannot be read"},
		{"postgres://club:hidden@localhost:1/acies", "refused"},
	} {
		_, err := store.Open(test.address, store.Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: %v, expected %q and no password", test.address, err, test.want)
		}
	}
	query(t, other, "DROP TABLE games") // it is the only table
	open(t, other, store.Options{})
}

// deaf is a bus that loses everything.
type deaf struct{}

func (deaf) Publish(string, []byte)                    {}
func (deaf) Subscribe(string, func([]byte)) (s func()) { return func() {} }
func (deaf) Lost() <-chan struct{}                     { return nil }
func (deaf) Close() error                              { return nil }

// TestPoll: without any message, changes are found all the same, each once, and in whatever order transactions end.
func TestPoll(t *testing.T) {
	address := pgtest.Database(t)
	one, two := open(t, address, store.Options{Bus: deaf{}}), open(t, address, store.Options{Bus: deaf{}})
	if one.Bus() != bus.Bus(deaf{}) {
		t.Error("the store has another bus")
	}
	seen := one.Watch(t.Context())
	for _, id := range []string{"late", "g", "own", "gone"} {
		create(t, two, id)
	}
	heard := map[string]match.Revision{}
	hear := func(n int) {
		t.Helper()
		for len(heard) < n {
			for _, c := range <-seen {
				if r, ok := heard[c.Game]; ok && r == c.Revision {
					t.Errorf("heard of %v twice", c)
				}
				heard[c.Game] = c.Revision
			}
		}
	}
	hear(4)
	clear(heard)
	// A transaction takes its number before others, which end before it.
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), "BEGIN; UPDATE games SET revision = 17, changed = nextval('changes'), tx = pg_current_xact_id(), node = 0 WHERE id = 'late'"); err != nil {
		t.Fatal(err)
	}
	add(t, one, "own", "x")
	for i := range 2 {
		add(t, two, "g", fmt.Sprint(i))
		hear(1)
		clear(heard)
	}
	if err := two.Delete(t.Context(), "gone", storetest.Actions("x")[0].At); err != nil {
		t.Fatal(err)
	}
	if n, err := two.Purge(t.Context(), storetest.Actions("x", "y")[1].At); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	hear(1)
	if _, err := conn.Exec(t.Context(), "COMMIT"); err != nil {
		t.Fatal(err)
	}
	hear(2)
	if want := map[string]match.Revision{"late": 17, "gone": 0}; !maps.Equal(heard, want) {
		t.Errorf("heard of %v, expected %v", heard, want)
	}
}

// TestNotifications: messages of any size and content arrive at other nodes in their order, not at one's own, and who has missed some is told.
func TestNotifications(t *testing.T) {
	address := pgtest.Database(t)
	p := newProxy(t, address)
	one, two := open(t, p.address, store.Options{}).Bus(), open(t, address, store.Options{}).Bus()
	got := make(chan []byte, 100)
	stop := one.Subscribe("talk", func(data []byte) { got <- data })
	defer one.Subscribe("other", func([]byte) { t.Error("a message of another topic") })()
	lost := []<-chan struct{}{one.Lost(), one.Lost()}
	// Until it listens, messages are lost; so are those of a node that sends more than the database takes.
	for ready := false; !ready; {
		two.Publish("talk", []byte("ready?"))
		select {
		case <-got:
			ready = true
		case <-time.After(50 * time.Millisecond):
		}
	}
	all := [][]byte{{}, {0, 255, '\n', ' '}, bytes.Repeat([]byte("0123456789"), bus.MaxMessage/10), []byte("end")}
	one.Publish("talk", []byte("own"))
	two.Publish("talk", make([]byte, bus.MaxMessage+1)) // too long: it is lost, and only it
	for _, data := range all {
		two.Publish("talk", data)
	}
	for _, want := range all {
		data := <-got
		for string(data) == "ready?" {
			data = <-got
		}
		if !bytes.Equal(data, want) {
			t.Errorf("received %d bytes %.20q, expected %d: %.20q", len(data), data, len(want), want)
		}
	}
	p.close()
	p.open(t)
	for _, c := range lost {
		<-c
	}
	two.Publish("talk", []byte("again"))
	if data := <-got; string(data) != "again" {
		t.Errorf("received %q after the connection was lost", data)
	}
	stop()
}

// TestCrossed: jobs of several nodes that look before they write see each other.
func TestCrossed(t *testing.T) {
	address := pgtest.Database(t)
	nodes := []*store.Store{open(t, address, store.Options{}), open(t, address, store.Options{}), open(t, address, store.Options{})}
	if err := nodes[0].AddUser(t.Context(), account.User{ID: "u"}, ""); err != nil {
		t.Fatal(err)
	}
	const limit = 5
	var wg sync.WaitGroup
	for i, s := range nodes {
		wg.Go(func() {
			for n := range limit {
				c := notify.Channel{ID: fmt.Sprint(i, " ", n), User: "u", Kind: notify.Push, URL: fmt.Sprint("https://push.example/", i, "/", n)}
				if err := s.AddChannel(t.Context(), c, limit); err != nil && !errors.Is(err, notify.ErrMany) {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if list, err := nodes[0].Channels(t.Context(), "u"); err != nil || len(list) != limit {
		t.Errorf("%d channels, expected %d: %v", len(list), limit, err)
	}
}

// TestOddTexts: what PostgreSQL cannot keep as a text is kept without what it cannot, and not found.
func TestOddTexts(t *testing.T) {
	onBoth(t, func(t *testing.T, fresh func(t testing.TB) string) {
		s := open(t, fresh(t), store.Options{})
		create(t, s, "g", "x")
		for _, odd := range []string{"g\x00", "\xff"} {
			if _, _, err := s.Load(t.Context(), odd); !errors.Is(err, match.ErrNotFound) {
				t.Errorf("loading %q: %v", odd, err)
			}
			if _, err := s.User(t.Context(), odd); !errors.Is(err, account.ErrUnknown) {
				t.Errorf("looking for %q: %v", odd, err)
			}
			if _, ok, err := s.Request(t.Context(), "g", odd); ok || err != nil {
				t.Errorf("the request %q: %t, %v", odd, ok, err)
			}
			if err := s.Rename(t.Context(), "g", odd); err != nil {
				t.Errorf("calling a game %q: %v", odd, err)
			}
		}
		games, err := s.Games(t.Context(), 10)
		if err != nil || !slices.ContainsFunc(games, func(g match.Game) bool { return g.ID == "g" }) {
			t.Errorf("%+v, %v", games, err)
		}
	})
}

// TestBus: the bus of PostgreSQL is one like any other.
func TestBus(t *testing.T) {
	bustest.Run(t, func(t *testing.T) (a, b bus.Bus) {
		address := pgtest.Database(t)
		var both [2]bus.Bus
		for i := range both {
			s, err := store.Open(address, store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			both[i] = s.Bus()
		}
		return both[0], both[1]
	})
}

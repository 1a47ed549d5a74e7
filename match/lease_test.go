package match_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"acies/clock"
	"acies/game"
	"acies/match"
	"acies/record"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
)

// leases is what several nodes share besides the log.
type leases struct {
	mu   sync.Mutex
	kept map[string]kept
}

type kept struct {
	holder string
	until  time.Time
}

func (l *leases) Lease(ctx context.Context, name, holder string, d time.Duration) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if x, ok := l.kept[name]; ctx.Err() != nil || ok && x.holder != holder && now.Before(x.until) {
		return false, ctx.Err()
	}
	if l.kept == nil {
		l.kept = map[string]kept{}
	}
	l.kept[name] = kept{holder, now.Add(d)}
	return true, nil
}

func (l *leases) Release(_ context.Context, name, holder string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept[name].holder == holder {
		delete(l.kept, name)
	}
	return nil
}

func (l *leases) Expired(context.Context) (names []string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, x := range l.kept {
		if !time.Now().Before(x.until) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// names returns the leases that somebody has.
func (l *leases) names() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.kept))
}

// cut is the leases as a node sees them whose connection can be cut.
type cut struct {
	*leases
	mu  sync.Mutex
	off bool
}

var errCut = errors.New("the connection is cut")

func (c *cut) set(off bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.off = off
}

func (c *cut) err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.off {
		return errCut
	}
	return nil
}

func (c *cut) Lease(ctx context.Context, name, holder string, d time.Duration) (bool, error) {
	if err := c.err(); err != nil {
		return false, err
	}
	return c.leases.Lease(ctx, name, holder, d)
}

func (c *cut) Release(ctx context.Context, name, holder string) error {
	return errors.Join(c.err(), c.leases.Release(ctx, name, holder))
}

func (c *cut) Expired(ctx context.Context) ([]string, error) {
	if err := c.err(); err != nil {
		return nil, err
	}
	return c.leases.Expired(ctx)
}

// thoughts counts how often opponents have thought about each moment of a game, on all nodes.
type thoughts struct {
	mu    sync.Mutex
	at    map[uint64]int
	nodes map[string]int
	wait  chan struct{} // closed when opponents of the first node may go on; nil: they may
	begun chan struct{} // gets something when one of them waits
}

func newThoughts() *thoughts {
	return &thoughts{at: map[uint64]int{}, nodes: map[string]int{}, begun: make(chan struct{}, 10)}
}

// by returns how often opponents of a node have thought.
func (th *thoughts) by(node string) int {
	th.mu.Lock()
	defer th.mu.Unlock()
	return th.nodes[node]
}

// repeated returns how many moments were thought about more than once.
func (th *thoughts) repeated() (n int) {
	th.mu.Lock()
	defer th.mu.Unlock()
	for _, times := range th.at {
		if times > 1 {
			n++
		}
	}
	return n
}

// musing is an opponent of a node.
type musing struct {
	*thoughts
	node string
}

func (p *musing) Choose(s game.State, side game.Side, src game.Source) game.Action {
	p.mu.Lock()
	p.at[s.Hash()]++
	p.nodes[p.node]++
	p.mu.Unlock()
	if p.wait != nil && p.node == "a" {
		p.begun <- struct{}{}
		<-p.wait
	}
	return s.Legal(nil)[0]
}

// cluster is a game on two nodes that use one file.
type cluster struct {
	*testing.T
	*thoughts
	leases leases
	nodes  [2]*match.Games
	cuts   [2]*cut
	id     string
}

// newCluster begins a game of a person against an opponent on the first node.
func newCluster(t *testing.T, path string, th *thoughts) *cluster {
	t.Helper()
	c := &cluster{T: t, thoughts: th}
	for i, name := range []string{"a", "b"} {
		c.cuts[i] = &cut{leases: &c.leases}
		c.nodes[i] = open(t, path, match.Options{
			Leases:  match.NewLeases(c.cuts[i], name),
			Players: map[string]func() match.Player{"thinker": func() match.Player { return &musing{th, name} }},
		})
	}
	c.id = create(t, c.nodes[0], match.Human, "thinker")
	return c
}

// now returns the game as it is in the file, by way of a node.
func (c *cluster) now(node int) (s match.Snapshot) {
	c.Helper()
	with(c.T, c.nodes[node], c.id, func(m *match.Match) error {
		if err := m.Refresh(); err != nil {
			return err
		}
		var err error
		s, err = m.Snapshot()
		return err
	})
	return s
}

// act makes the choice of the person on a node.
func (c *cluster) act(node int) {
	c.Helper()
	s := c.now(node)
	if _, err := do(c.T, c.nodes[node], c.id, s.Version, s.State.Battle().Format(s.State.Legal(nil)[0])); err != nil {
		c.Fatal(err)
	}
}

// until waits until something holds of the game.
func (c *cluster) until(node int, f func(s *match.Snapshot) bool) {
	c.Helper()
	for s := c.now(node); !f(&s); s = c.now(node) {
		time.Sleep(time.Millisecond)
	}
}

// settled waits until nobody has a lease.
func (c *cluster) settled() {
	for len(c.leases.names()) > 0 {
		time.Sleep(time.Millisecond)
	}
}

// TestOneNodeThinks: a person acts now here and now there, everybody looks at the game on both nodes, and of each moment of the
// opponent one node thinks once.
func TestOneNodeThinks(t *testing.T) {
	c := newCluster(t, pgtest.Data(t), newThoughts())
	ctx, stop := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	for i := range c.nodes {
		watching.Go(func() {
			for ctx.Err() == nil {
				c.nodes[i].With(c.id, func(m *match.Match) error { return nil }) // it wakes the opponent
				time.Sleep(time.Millisecond)
			}
		})
	}
	for c.by("a") < 10 || c.by("b") < 10 {
		node := rand.IntN(2)
		c.until(node, (*match.Snapshot).Human)
		c.act(node)
	}
	c.until(0, (*match.Snapshot).Human)
	stop()
	watching.Wait()
	c.settled()
	chosen := 0
	for _, e := range c.now(0).Entries {
		if e.Side == 1 {
			chosen++
		}
	}
	if a, b := c.by("a"), c.by("b"); a+b != chosen || c.repeated() > 0 {
		t.Errorf("%d thoughts here and %d there for %d choices; of %d moments more than one", a, b, chosen, c.repeated())
	}
}

// inBubble plays a game on two nodes in time that passes only when everybody waits, up to where the opponent of the first node
// thinks about its first choice.
func inBubble(t *testing.T, f func(c *cluster)) {
	path := filepath.Join(t.TempDir(), "acies.db")
	synctest.Test(t, func(t *testing.T) {
		th := newThoughts()
		th.wait = make(chan struct{})
		c := newCluster(t, path, th)
		for s := c.now(0); s.Human(); s = c.now(0) {
			c.act(0)
		}
		<-th.begun
		f(c)
	})
}

// TestTakeOver: when a node does not renew its lease any more, another thinks about the turn, once; what the first comes up with
// later does not count. While it renews its lease nobody else thinks.
func TestTakeOver(t *testing.T) {
	inBubble(t, func(c *cluster) {
		c.until(1, func(*match.Snapshot) bool { return true }) // the other node has opened the game
		time.Sleep(time.Minute)
		if n := c.by("b"); n != 0 {
			c.Fatalf("%d thoughts by a node without the lease", n)
		}
		if held := c.nodes[0].Stats().Leases; held != 1 {
			c.Errorf("the node holds %d leases", held)
		}
		c.cuts[0].set(true)
		cut := time.Now()
		c.until(1, (*match.Snapshot).Human)
		if took := time.Since(cut); took > 6*time.Second {
			c.Errorf("taken over after %v", took)
		}
		before := c.now(1)
		c.cuts[0].set(false)
		close(c.wait)
		time.Sleep(time.Minute)
		if after := c.now(1); after.Version != before.Version {
			c.Errorf("version %d became %d by a node that had lost its lease", before.Version, after.Version)
		}
		c.settled()
		if a, b := c.by("a"), c.by("b"); a != 1 || b == 0 {
			c.Errorf("%d thoughts of the node that was cut off, %d of the other", a, b)
		}
	})
}

// distant is a log that can be away.
type distant struct {
	match.Log
	away atomic.Bool
}

func (d *distant) err() error {
	if d.away.Load() {
		return match.ErrAway
	}
	return nil
}

func (d *distant) Append(ctx context.Context, a match.Append) (match.Revision, error) {
	if err := d.err(); err != nil {
		return 0, err
	}
	return d.Log.Append(ctx, a)
}

func (d *distant) Load(ctx context.Context, id string) (match.Game, []match.Row, error) {
	if err := d.err(); err != nil {
		return match.Game{}, nil, err
	}
	return d.Log.Load(ctx, id)
}

// TestPlaysOnAfterAway: when the log was away for so long that what the opponent has chosen could not be written, and has lost the lease
// by a crash, the opponent plays on once the log is back, though nobody asks for the game.
func TestPlaysOnAfterAway(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acies.db")
	synctest.Test(t, func(t *testing.T) {
		s, err := store.Open(path, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		th, log, shared := newThoughts(), &distant{Log: s}, &leases{}
		th.wait = make(chan struct{})
		node := &cut{leases: shared}
		games := match.New(log, match.Options{
			Library: table.NewLibrary(), Leases: match.NewLeases(node, "a"),
			Players: map[string]func() match.Player{"thinker": func() match.Player { return &musing{th, "a"} }},
		})
		defer func() {
			games.Close()
			close(th.begun)
		}()
		id := create(t, games, "thinker", match.Human)
		with(t, games, id, func(*match.Match) error { return nil })
		<-th.begun
		node.set(true)
		log.away.Store(true)
		shared.Release(t.Context(), "think "+id, "a")
		th.wait <- struct{}{} // it has made its choice
		time.Sleep(time.Minute)
		node.set(false)
		log.away.Store(false)
		close(th.wait)
		go func() {
			for range th.begun {
			}
		}()
		time.Sleep(time.Minute)
		g, rows, err := s.Load(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if sum, err := match.ReadSummary(g.Summary); err != nil || sum.ToAct == 0 {
			t.Errorf("after %d rows it is still the opponent's turn (%v)", len(rows), err)
		}
	})
}

// TestHandOver: a node that ends leaves its opponent's turn to another, on which nobody looks at the game.
func TestHandOver(t *testing.T) {
	inBubble(t, func(c *cluster) {
		if n := c.nodes[1].Stats().Open; n != 0 {
			c.Fatalf("%d games are open", n)
		}
		ended := make(chan struct{})
		go func() {
			c.nodes[0].Close()
			close(ended)
		}()
		synctest.Wait()
		close(c.wait)
		<-ended
		begun := time.Now()
		for c.by("b") == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		if took := time.Since(begun); took > 2*time.Second {
			c.Errorf("taken over after %v", took)
		}
		c.until(1, (*match.Snapshot).Human)
		c.settled()
	})
}

// TestLostGame: nobody keeps looking for a game that is gone.
func TestLostGame(t *testing.T) {
	inBubble(t, func(c *cluster) {
		c.leases.Lease(c.Context(), "think nothing", "gone", time.Second)
		time.Sleep(time.Minute)
		if names := c.leases.names(); slices.Contains(names, "think nothing") {
			c.Errorf("leases: %q", names)
		}
		close(c.wait)
	})
}

// TestLead: of several nodes one does what only one should, another when that one ends or is cut off, and a node that is alone at once.
func TestLead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shared leases
		var mu sync.Mutex
		doing := map[string]bool{}
		now := func() []string {
			time.Sleep(10 * time.Second)
			mu.Lock()
			defer mu.Unlock()
			if len(doing) > 1 {
				t.Errorf("%v do it", doing)
			}
			return slices.Sorted(maps.Keys(doing))
		}
		cuts, stops := map[string]*cut{}, map[string]context.CancelFunc{}
		var wg sync.WaitGroup
		for _, name := range []string{"a", "b", "c"} {
			ctx, stop := context.WithCancel(t.Context())
			cuts[name], stops[name] = &cut{leases: &shared}, stop
			node := match.NewLeases(cuts[name], name)
			wg.Go(func() {
				node.Lead(ctx, "upkeep", func(ctx context.Context) {
					mu.Lock()
					doing[name] = true
					mu.Unlock()
					<-ctx.Done()
					mu.Lock()
					delete(doing, name)
					mu.Unlock()
				})
			})
		}
		first := now()
		if len(first) != 1 || !slices.Equal(now(), first) {
			t.Fatalf("%v does it, then %v", first, now())
		}
		cuts[first[0]].set(true)
		second := now()
		if len(second) != 1 || second[0] == first[0] {
			t.Fatalf("%v does it, expected another than %v", second, first)
		}
		stops[second[0]]()
		if third := now(); len(third) != 1 || third[0] == first[0] || third[0] == second[0] {
			t.Errorf("%v does it after %v and %v", third, first, second)
		}
		for _, stop := range stops {
			stop()
		}
		wg.Wait()
		called := false
		(*match.Leases)(nil).Lead(t.Context(), "upkeep", func(context.Context) { called = true })
		if !called {
			t.Error("a node that is alone does nothing")
		}
	})
}

// TestClaimedOnce: of two nodes on which a clock is claimed at once, one ends the game, whichever it is.
func TestClaimedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acies.db")
	synctest.Test(t, func(t *testing.T) {
		nodes := [2]*match.Games{open(t, path, match.Options{}), open(t, path, match.Options{})}
		kept, err := store.Open(path, store.Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		defer kept.Close()
		won, rounds := [2]int{}, 20
		if testing.Short() {
			rounds = 5
		}
		for round := range rounds {
			id, err := nodes[round%2].Create(t.Context(), match.NewGame{
				Battle: "sparta-195bc", Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human, User: "ben"}},
				Settings: table.Settings{Seed: "x"}, Terms: match.Terms{Clock: &clock.Control{Kind: clock.Live, Bank: 60, Timeout: clock.Claim}},
			})
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Minute)
			var ready, done sync.WaitGroup
			var errs [2]error
			ready.Add(2)
			for i, g := range nodes {
				done.Go(func() {
					errs[i] = g.With(id, func(m *match.Match) error {
						p := &pair{T: t, Match: m}
						r := p.request(p.now().State.ToAct().Other())
						r.ID = fmt.Sprint("of node ", i)
						ready.Done()
						ready.Wait()
						_, err := m.Claim(t.Context(), r)
						return err
					})
				})
			}
			done.Wait()
			for i, err := range errs {
				switch {
				case err == nil:
					won[i]++
				case !errors.Is(err, match.ErrStale) && !errors.Is(err, match.ErrOver):
					t.Errorf("round %d, node %d: %v", round, i, err)
				}
			}
			if (errs[0] == nil) == (errs[1] == nil) {
				t.Errorf("round %d: %v and %v", round, errs[0], errs[1])
			}
			_, rows, err := kept.Load(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			ends := 0
			for _, r := range rows {
				if r.Kind == match.RowEnd {
					ends++
				}
			}
			if ends != 1 {
				t.Errorf("round %d: the game has ended %d times", round, ends)
			}
			for i, g := range nodes {
				with(t, g, id, func(m *match.Match) error {
					if err := m.Refresh(); err != nil {
						return err
					}
					s, err := m.Snapshot()
					if o := s.Outcome(); err == nil && (!o.Over || o.Degree != record.TimedOut) {
						t.Errorf("round %d, node %d: %+v", round, i, o)
					}
					return err
				})
			}
		}
		t.Logf("won by node: %v", won)
	})
}

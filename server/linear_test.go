package server_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"acies/account"
	"acies/bus"
	"acies/bus/bustest"
	"acies/clock"
	"acies/dice"
	"acies/game"
	"acies/match"
	"acies/server"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
	"acies/talk"
)

var histories = flag.Int("histories", 0, "how many histories TestLinear and TestLinearDatabase check; 0: as fits the time")

// nodes are processes that serve the same data, each with a store of its own.
type nodes struct {
	testing.TB
	people *account.People
	games  []*match.Games
	urls   []string
	seq    atomic.Int64
}

// newNodes runs two servers on one file. If wrap is set, it comes between the first of them and who asks it.
func newNodes(t testing.TB, wrap func(*match.Games, http.Handler) http.Handler) *nodes {
	t.Helper()
	return startNodes(t, pgtest.Data(t), 2, nil, wrap)
}

// newDatabaseNodes runs three servers on one database, which tell each other of changes over NATS.
func newDatabaseNodes(t testing.TB) *nodes {
	t.Helper()
	hub := bustest.Start(t)
	return startNodes(t, pgtest.Database(t), 3, func() (bus.Bus, error) { return bus.NATS(hub.URL()) }, nil)
}

// startNodes runs servers on the same data. Open opens the bus of one of them; nil: they have none.
func startNodes(t testing.TB, address string, size int, open func() (bus.Bus, error), wrap func(*match.Games, http.Handler) http.Handler) *nodes {
	t.Helper()
	n := &nodes{TB: t, games: make([]*match.Games, size), urls: make([]string, size)}
	for i := range n.games {
		var b bus.Bus
		if open != nil {
			var err error
			if b, err = open(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { b.Close() })
		}
		s, err := store.Open(address, store.Options{Bus: b})
		if err != nil {
			t.Fatal(err)
		}
		games, people := match.New(s, match.Options{Library: table.NewLibrary()}), account.New(s, nil)
		node := server.New(server.Options{
			Games: games, People: people, Talk: talk.New(s), Public: &url.URL{Scheme: "http", Host: "127.0.0.1"}, Hosts: []string{"127.0.0.1"}, Bus: b,
		})
		var h http.Handler = node
		if i == 0 {
			n.people = people
			if wrap != nil {
				h = wrap(games, h)
			}
		}
		srv := httptest.NewServer(h)
		n.games[i], n.urls[i] = games, srv.URL
		t.Cleanup(func() {
			srv.CloseClientConnections()
			srv.Close()
			node.Close()
			games.Close()
			s.Close()
		})
	}
	return n
}

// guest returns a new guest and his user.
func (n *nodes) guest(c *http.Client) (*person, string) {
	n.Helper()
	u, _, secret, err := n.people.Guest(n.Context(), "")
	if err != nil {
		n.Fatal(err)
	}
	p := newPerson(int(n.seq.Add(1)))
	p.http, p.cookie = c, secret
	return p, u.ID
}

// trial is one game of which the history is checked.
type trial struct {
	*nodes
	id     string
	used   int        // how many of the processes are asked
	people [2]*person // by side
	others []*person  // who came too late
	sent   [2]requests
}

// requests are those that the connections of one person have sent.
type requests struct {
	mu   sync.Mutex
	list []operation
}

// newTrial sets up a game whose clocks have run out from the beginning, so that the rules decide who may claim.
func (n *nodes) newTrial(c *http.Client, used int) *trial {
	n.Helper()
	x := &trial{nodes: n, used: used}
	host, user := n.guest(c)
	x.people[0] = host
	for range 3 {
		p, _ := n.guest(c)
		x.others = append(x.others, p)
	}
	var err error
	x.id, err = n.games[0].Create(n.Context(), match.NewGame{
		Battle: "sparta-195bc", Host: user, Seats: []match.Seat{{Kind: match.Human, User: user}, {Kind: match.Human}},
		Settings: table.Settings{Seed: dice.NewSharedSeed(), Shares: []game.Side{0, 1}},
		Terms:    match.Terms{Open: true, Watch: match.WatchAll, Clock: &clock.Control{Kind: clock.Live, Timeout: clock.Claim}},
	})
	if err != nil {
		n.Fatal(err)
	}
	return x
}

// url returns where a request is sent to a process.
func (x *trial) url(node int, path string) string {
	return x.urls[node] + "/api/games/" + x.id + path
}

// join lets three people at once take the open seat, each by two connections, while somebody watches. It returns the history.
func (x *trial) join() []porcupine.Operation {
	start := time.Now()
	list := make([]history, 8)
	var wg sync.WaitGroup
	for i := range list {
		list[i].start = start
		wg.Go(func() {
			for k := range 2 {
				op := operation{kind: "/join", side: i % 3, node: (i + k) % x.used}
				if i >= 6 {
					op = operation{kind: "read", node: (i + k) % x.used}
				}
				if _, err := list[i].do(i, op, func() (result, error) { return x.seat(&op) }); err != nil {
					x.Error(err)
				}
			}
		})
	}
	wg.Wait()
	return concat(list)
}

// seat sends a request of join.
func (x *trial) seat(op *operation) (result, error) {
	if op.kind == "read" {
		_, now, err := x.read(x.people[0], op.node)
		if err == nil && now.People[1].Empty {
			return result{code: "empty"}, nil
		}
		return result{}, err
	}
	_, data, _, err := x.others[op.side].ask(x.Context(), "POST", x.url(op.node, op.kind), "{}")
	return result{code: codeOf(data)}, err
}

func concat(list []history) (all []porcupine.Operation) {
	for _, h := range list {
		all = append(all, h.list...)
	}
	return all
}

// read reads the table.
func (x *trial) read(p *person, node int) (result, *seen, error) {
	status, data, _, err := p.ask(x.Context(), "GET", x.url(node, ""), "")
	now := new(seen)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("reading the table: %d %s", status, data)
	}
	if err == nil {
		err = json.Unmarshal(data, now)
	}
	return result{look: lookOf(now)}, now, err
}

// ready seats the winner of join and adds to the dice. It returns the table from which the players begin.
func (x *trial) ready(joined []porcupine.Operation) look {
	x.Helper()
	i := slices.IndexFunc(joined, func(o porcupine.Operation) bool {
		return o.Input.(operation).kind == "/join" && o.Output.(result).code == ""
	})
	if i < 0 {
		x.Fatal("nobody has joined")
	}
	winner := joined[i].Input.(operation).side
	x.people[1] = x.others[winner]
	x.others = slices.Delete(x.others, winner, winner+1)
	for side, p := range x.people {
		body := fmt.Sprintf(`{"side":%d,"nonce":%q}`, side, strings.Repeat("0"+fmt.Sprint(side), 16))
		if status, data, _, err := p.ask(x.Context(), "POST", x.url(0, "/nonce"), body); err != nil || status != http.StatusOK {
			x.Fatalf("%d %s %v", status, data, err)
		}
	}
	res, _, err := x.read(x.people[0], 0)
	if err != nil {
		x.Fatal(err)
	}
	for _, games := range x.games[1:x.used] { // the other processes have heard of it
		err = games.With(x.id, func(m *match.Match) error {
			for {
				version, changed, err := m.Changed()
				if err != nil || version >= res.look.Version {
					return err
				}
				<-changed
			}
		})
		if err != nil {
			x.Fatal(err)
		}
	}
	return res.look
}

// play lets both people play by three connections each while two others watch. It returns the history.
func (x *trial) play(seed uint64) []porcupine.Operation {
	start := time.Now()
	list := make([]history, 8)
	var wg sync.WaitGroup
	for i := range list {
		list[i].start = start
		c := &connection{trial: x, history: &list[i], client: i, side: i % 2, src: rand.New(rand.NewPCG(seed, uint64(i)))}
		wg.Go(func() {
			for range 7 {
				if err := c.act(); err != nil {
					x.Error(err)
				}
			}
		})
	}
	wg.Wait()
	return concat(list)
}

// check plays a game and returns a history that no order of its requests explains; nil if there is none.
func (n *nodes) check(c *http.Client, used int, seed uint64) (wrong []porcupine.Operation, operations int) {
	n.Helper()
	x := n.newTrial(c, used)
	joined := x.join()
	if !n.explains(seating(used), joined) {
		return joined, len(joined)
	}
	first := x.ready(joined)
	played := x.play(seed)
	if !n.explains(specification(first, used), played) {
		wrong = played
	}
	return wrong, len(joined) + len(played)
}

// explains reports whether some order of the requests of a history agrees with a model.
func (n *nodes) explains(m porcupine.Model, list []porcupine.Operation) bool {
	n.Helper()
	res := porcupine.CheckOperationsTimeout(m, list, time.Minute)
	if res == porcupine.Unknown {
		n.Error("a history takes too long to check")
	}
	return res != porcupine.Illegal
}

// describe writes a history in the order in which its requests were sent.
func describe(list []porcupine.Operation) string {
	slices.SortFunc(list, func(a, b porcupine.Operation) int { return int(a.Call - b.Call) })
	var text strings.Builder
	for _, o := range list {
		fmt.Fprintf(&text, "%d: %d to %d us: %+v\n\t%+v\n", o.ClientId, o.Call/1000, o.Return/1000, o.Input, o.Output)
	}
	return text.String()
}

// TestLinear checks that each game is one log for all who send requests at once, by several connections, stale and repeated
// ones among them, to one process or two: whatever they are answered, one order of the requests explains it.
func TestLinear(t *testing.T) {
	checkHistories(t, newNodes(t, nil), func(seed uint64) int { return 1 + int(seed%3)/2 }) // one in three with two processes
}

// TestLinearDatabase checks the same of three nodes on one database.
func TestLinearDatabase(t *testing.T) {
	checkHistories(t, newDatabaseNodes(t), func(uint64) int { return 3 })
}

// checkHistories checks histories of games that are played on as many of the nodes as used says.
func checkHistories(t *testing.T, n *nodes, used func(seed uint64) int) {
	t.Helper()
	end := time.Now().Add(3 * time.Second)
	if testing.Short() {
		end = time.Now().Add(time.Second)
	}
	var next, operations, failed atomic.Int64
	more := func() bool {
		i := next.Add(1)
		ok := *histories == 0 && (i == 1 || time.Now().Before(end)) || i <= int64(*histories)
		if !ok {
			next.Add(-1)
		}
		return ok && failed.Load() == 0
	}
	var wg sync.WaitGroup
	for range 8 { // they wait for the disk, and for another process to hear of a change
		wg.Go(func() {
			for c := newClient(); more(); {
				seed := rand.Uint64()
				wrong, sent := n.check(c, used(seed), seed)
				operations.Add(int64(sent))
				if wrong != nil {
					failed.Add(1)
					t.Errorf("no order of the requests explains their answers:\n%s", describe(wrong))
				}
			}
		})
	}
	wg.Wait()
	t.Logf("%d games, %d requests, %d games that no order explains", next.Load(), operations.Load(), failed.Load())
}

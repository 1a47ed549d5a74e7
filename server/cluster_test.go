package server_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"acies/game"
	"acies/store/pgtest"
	"acies/table"
)

// natsVictim is a NATS server at an address until it is killed.
func natsVictim(address string) error {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return err
	}
	if port == 0 {
		port = natsserver.RANDOM_PORT
	}
	s, err := natsserver.NewServer(&natsserver.Options{Host: host, Port: port, NoLog: true, NoSigs: true})
	if err != nil {
		return err
	}
	go s.Start()
	for !s.ReadyForConnections(time.Minute) {
	}
	u, err := url.Parse(s.ClientURL())
	if err != nil {
		return err
	}
	fmt.Println(u.Host)
	s.WaitForShutdown()
	return nil
}

// cluster is a server of three nodes with PostgreSQL and NATS, each in a process of its own.
type cluster struct {
	*testing.T
	network  *network // each process is in; nil: all are on this computer
	database *pgtest.Server
	kept     string // the address of the database
	address  string // the same for nodes
	nats     *exec.Cmd
	bus      string // the address of NATS
	nodes    [3]*exec.Cmd
	at       *place
}

// Computers of a cluster by their number in its network. Those of the nodes come after them.
const (
	atClient = iota
	atDatabase
	atNATS
	atNode
)

// startCluster starts a cluster, in a network of its own if there is one.
func startCluster(t *testing.T, n *network) *cluster {
	t.Helper()
	c := &cluster{T: t, network: n}
	listen, bus := "", "127.0.0.1:0"
	if n != nil {
		listen = n.hosts[atDatabase].address
		bus = n.hosts[atNATS].address + ":4222"
	}
	var err error
	if c.database, err = pgtest.StartAt(listen, c.starter(atDatabase)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.database.Stop(); err != nil {
			t.Error(err)
		}
	})
	c.kept = c.database.Database(t)
	c.address = c.kept
	if n != nil { // not by its socket, which anybody on this computer reaches
		u, err := url.Parse(c.kept)
		if err != nil {
			t.Fatal(err)
		}
		u.Host, u.RawQuery = listen+":5432", "sslmode=disable"
		c.address = u.String()
	}
	c.nats, c.bus = c.start(atNATS, natsVariable+"="+bus)
	urls := make([]string, len(c.nodes))
	for i := range c.nodes {
		c.nodes[i], urls[i] = c.node(i)
	}
	c.at = newPlace(urls...)
	return c
}

// start starts a copy of the test program at its place in the network, if there is one.
func (c *cluster) start(at int, env ...string) (*exec.Cmd, string) {
	c.Helper()
	return startCopyBy(c, c.starter(at), env...)
}

// starter returns what starts a program there.
func (c *cluster) starter(at int) func(*exec.Cmd) error {
	if c.network == nil {
		return (*exec.Cmd).Start
	}
	return func(cmd *exec.Cmd) error { return c.network.hosts[at].do(cmd.Start) }
}

// node starts a node and returns where it listens.
func (c *cluster) node(i int) (*exec.Cmd, string) {
	c.Helper()
	env := []string{publicVariable + "=yes", dataVariable + "=" + c.address, busVariable + "=nats://" + c.bus}
	if c.network != nil {
		env = append(env, addressVariable+"="+c.network.hosts[atNode+i].address+":8080")
	}
	cmd, address := c.start(atNode+i, env...)
	return cmd, "http://" + address
}

// person returns the n-th person, who is outside of all nodes.
func (c *cluster) person(n int) *person {
	p := newPerson(n)
	if c.network != nil {
		p.http = c.network.hosts[atClient].client()
	}
	return p
}

// end ends all but the database, so that it can be looked at.
func (c *cluster) end() {
	for _, cmd := range append(c.nodes[:], c.nats) {
		kill(c, cmd)
	}
}

func kill(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	cmd.Wait()
}

// part is what can fail, and be there again.
type part struct {
	name string
	cut  bool // it can be away for long
	fail func()
	back func()
}

// parts are the processes, which can be killed.
func (c *cluster) parts() []part {
	list := []part{
		{"PostgreSQL", false, func() {
			if err := c.database.Kill(); err != nil {
				c.Error(err)
			}
		}, func() {
			if err := c.database.Restart(); err != nil {
				c.Fatal(err)
			}
		}},
		{"NATS", false, func() { kill(c, c.nats) }, func() { c.nats, _ = c.start(atNATS, natsVariable+"="+c.bus) }},
	}
	for i := range c.nodes {
		list = append(list, part{fmt.Sprint("node ", i+1), false, func() { kill(c, c.nodes[i]) }, func() {
			var url string
			c.nodes[i], url = c.node(i)
			c.at.moveNode(i, url)
		}})
	}
	return list
}

// cuts are the ways in which the network can be cut.
func (c *cluster) cuts() (list []part) {
	add := func(name string, set func(whole bool) error) {
		must := func(whole bool) func() {
			return func() {
				if err := set(whole); err != nil {
					c.Fatal(err)
				}
			}
		}
		list = append(list, part{name, true, must(false), must(true)})
	}
	both := func(a, b *host, whole bool) error { return errors.Join(a.hears(b, whole), b.hears(a, whole)) }
	names := map[int]string{atDatabase: "PostgreSQL", atNATS: "NATS"}
	for _, at := range []int{atDatabase, atNATS} {
		h, name := c.network.hosts[at], names[at]
		add(name+" | all", h.plugged)
		add(name+" | all, by its port", h.up)
		for i := range c.nodes {
			n := c.network.hosts[atNode+i]
			add(fmt.Sprintf("%s | node %d", name, i+1), func(whole bool) error { return both(h, n, whole) })
			add(fmt.Sprintf("%s -> node %d", name, i+1), func(whole bool) error { return n.hears(h, whole) })
			add(fmt.Sprintf("%s <- node %d", name, i+1), func(whole bool) error { return h.hears(n, whole) })
		}
	}
	for i := range c.nodes {
		n := c.network.hosts[atNode+i]
		add(fmt.Sprintf("node %d | both", i+1), func(whole bool) error {
			return errors.Join(both(n, c.network.hosts[atDatabase], whole), both(n, c.network.hosts[atNATS], whole))
		})
	}
	return list
}

// pulse notices when everybody plays again. It is told of answers to changes. A nil *pulse notices nothing.
type pulse struct {
	mu     sync.Mutex
	silent map[string]bool // those who have not been heard yet
	last   string          // who was heard last of them
	less   chan struct{}   // has an element after they have become fewer
}

// beat notes that a node has carried out something for a pair.
func (p *pulse) beat(pair int, url string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, name := range []string{fmt.Sprint("pair ", pair), url} {
		if !p.silent[name] {
			continue
		}
		delete(p.silent, name)
		p.last = name
		select {
		case p.less <- struct{}{}:
		default:
		}
	}
}

// listen begins to wait for some pairs and nodes.
func (p *pulse) listen(pairs int, urls []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.silent = map[string]bool{}
	for i := range pairs {
		p.silent[fmt.Sprint("pair ", i)] = true
	}
	for _, url := range urls {
		p.silent[url] = true
	}
}

// waiting returns whom it still waits for.
func (p *pulse) waiting() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Sorted(maps.Keys(p.silent))
}

// TestCrashCluster kills nodes, PostgreSQL and NATS while pairs of people, and people against opponents, play on all nodes, as
// TestCrashTogether does with one.
func TestCrashCluster(t *testing.T) {
	c := startCluster(t, nil)
	c.crash(c.parts(), 6, 3)
}

// TestCrashNetwork does so where each of them is in a network namespace of its own, and cuts what joins them besides: between a node and
// one of the others or both, in both directions or in one, and between one of the others and all. Who sends something through a cut
// learns nothing of it.
func TestCrashNetwork(t *testing.T) {
	c := startCluster(t, newNetwork(t, atNode+3))
	parts := c.parts()
	cuts := c.cuts()
	rand.Shuffle(len(cuts), func(i, j int) { cuts[i], cuts[j] = cuts[j], cuts[i] })
	var mixed []part // a kill for each cut
	for i, cut := range cuts {
		mixed = append(mixed, cut, parts[i%len(parts)])
	}
	c.crash(mixed, 4, 2)
}

// away is how long a cut lasts: mostly less than a system takes to give up a connection, and sometimes more.
func away() time.Duration {
	switch roll := rand.IntN(10); {
	case roll < 6:
		return rand.N(time.Second)
	case roll < 9:
		return time.Second + rand.N(4*time.Second)
	}
	return 5*time.Second + rand.N(7*time.Second)
}

// outage is how long all play took to go on after a part was back.
type outage struct {
	name        string
	away, after time.Duration
	last        string // who went on last
}

// crash has parts fail, one after the other, while people play. It does so some times, or few if the test is short, unless a flag says
// how often. Nothing that was acknowledged may be lost, doubled or half applied.
func (c *cluster) crash(parts []part, n, few int) {
	if testing.Short() {
		n = few
	}
	if *kills > 0 {
		n = *kills
	}
	answers, over := make(chan struct{}, 1000), make(chan struct{})
	heart := &pulse{less: make(chan struct{}, 1)}
	pairs := make([]*pair, 8)
	var wg sync.WaitGroup
	for i := range pairs {
		pairs[i] = &pair{
			survivor: &survivor{n: i, at: c.at, answers: answers, over: over}, people: [2]*person{c.person(2 * i), c.person(2*i + 1)},
			pulse: heart, opponent: i%4 == 3,
		}
		wg.Go(func() { pairs[i].play(c.T) })
	}
	ended := make(chan struct{}) // all have given up
	go func() {
		wg.Wait()
		close(ended)
	}()
	var outages []outage
	cuts := 0
	for k := range n {
		for range 20 + rand.IntN(60) {
			select {
			case <-answers:
			case <-ended:
			}
		}
		p := parts[k%len(parts)]
		since := time.Now()
		p.fail()
		limit := time.Duration(rand.IntN(600)) * time.Millisecond
		if p.cut {
			cuts++
			limit = away()
		}
		for over := time.After(limit); over != nil; { // others go on, if they can
			select {
			case <-answers:
			case <-ended:
				over = nil
			case <-over:
				over = nil
			}
		}
		p.back()
		x := outage{name: p.name, away: time.Since(since)}
		since = time.Now()
		heart.listen(len(pairs), c.at.all())
		for limit := time.After(time.Minute); len(heart.waiting()) > 0; {
			select {
			case <-heart.less:
				continue
			case <-answers:
				continue
			case <-ended:
			case <-limit:
				c.Errorf("after %s was away for %v, %q do not play on", x.name, x.away, heart.waiting())
			}
			break
		}
		x.after, x.last = time.Since(since), heart.last
		outages = append(outages, x)
	}
	close(over)
	<-ended
	c.end()
	found := findings{T: c.T, path: c.kept}
	var again, broken int64
	for _, p := range pairs {
		found.games = append(found.games, p.games...)
		again += p.sentAgain.Load()
		broken += p.broken.Load()
	}
	found.verify()
	slices.SortFunc(outages, func(a, b outage) int { return int(b.after - a.after) })
	c.Logf("%d kills, %d cuts, %d requests sent again, %d streams resumed; %s", n-cuts, cuts, again, broken, found.String())
	late := 0
	for i, x := range outages {
		if x.after > 5*time.Second {
			late++
		}
		if i < 10 {
			c.Logf("%s away for %v: all play on after %v, %s last", x.name, x.away.Round(time.Millisecond), x.after.Round(time.Millisecond), x.last)
		}
	}
	if n > 0 {
		c.Logf("all play on after more than 5 s: %d of %d; median %v", late, n, outages[len(outages)/2].after.Round(time.Millisecond))
	}
}

// benchmarkCluster calls f with where nodes of a cluster listen that serve this computer alone.
func benchmarkCluster(b *testing.B, nodes int, f func(urls []string)) {
	_, hub := startCopy(b, natsVariable+"=127.0.0.1:0")
	address := pgtest.Database(b)
	var urls []string
	for range nodes {
		_, url := startWith(b, address, busVariable+"=nats://"+hub)
		urls = append(urls, url)
	}
	f(urls)
}

// BenchmarkActionsCluster is BenchmarkActions for three nodes with PostgreSQL and NATS, all in processes of their own.
func BenchmarkActionsCluster(b *testing.B) {
	for _, query := range []string{"", "?table=no"} {
		b.Run("sparta-195bc"+query, func(b *testing.B) {
			benchmarkCluster(b, 3, func(urls []string) { benchmarkActions(b, urls, "sparta-195bc", query) })
		})
	}
}

// BenchmarkAcross measures the time from an action at one node to the event that tells of it at another, and to the table there.
func BenchmarkAcross(b *testing.B) {
	benchmarkCluster(b, 2, func(urls []string) {
		lib, c := table.NewLibrary(), newClient()
		var told, shown []time.Duration
		for len(told) < b.N {
			seed := fmt.Sprint("across-", len(told))
			id, err := create(c, urls[0], fmt.Sprintf(`{"battle":"sparta-195bc","seed":%q}`, seed))
			if err != nil {
				b.Fatal(err)
			}
			w := newWalk(b, lib, "sparta-195bc", seed, uint64(len(told)))
			version := w.rolls
			ctx, cancel := context.WithCancel(b.Context())
			events := make(chan event, 1000)
			go newPerson(0).listen(ctx, urls[1]+"/api/games/"+id+"/events", "", func(e event) { events <- e })
			<-events // it listens
			for n := 0; len(told) < b.N && w.state.ToAct() != game.Nobody; n++ {
				action, rows := w.next()
				body := fmt.Sprintf(`{"version":%d,"id":"r%d","actions":[%q]}`, version, n, action)
				version += rows
				start := time.Now()
				if err := send(c, urls[0]+"/api/games/"+id+"/actions", body); err != nil {
					b.Fatal(err)
				}
				for e := range events {
					if e.version >= version {
						break
					}
				}
				told = append(told, time.Since(start))
				if status, data, err := ask(c, "GET", fmt.Sprintf("%s/api/games/%s?known=%d", urls[1], id, version), ""); err != nil || status != http.StatusOK {
					b.Fatal(status, string(data), err)
				}
				shown = append(shown, time.Since(start))
			}
			cancel()
		}
		for name, took := range map[string][]time.Duration{"event": told, "table": shown} {
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, name+"-p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, name+"-p99-ms")
		}
	})
}

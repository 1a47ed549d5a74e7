package server_test

import (
	"context"
	"fmt"
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
	database *pgtest.Server
	address  string // of the database
	nats     *exec.Cmd
	bus      string // the address of NATS
	nodes    [3]*exec.Cmd
	at       *place
}

func startCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{T: t}
	var err error
	if c.database, err = pgtest.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.database.Stop(); err != nil {
			t.Error(err)
		}
	})
	c.address = c.database.Database(t)
	c.nats, c.bus = startCopy(t, natsVariable+"=127.0.0.1:0")
	urls := make([]string, len(c.nodes))
	for i := range c.nodes {
		c.nodes[i], urls[i] = c.node()
	}
	c.at = newPlace(urls...)
	return c
}

// node starts a node and returns where it listens.
func (c *cluster) node() (*exec.Cmd, string) {
	c.Helper()
	return startPublic(c, c.address, busVariable+"=nats://"+c.bus)
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
	fail func()
	back func()
}

func (c *cluster) parts() []part {
	list := []part{
		{"PostgreSQL", func() {
			if err := c.database.Kill(); err != nil {
				c.Error(err)
			}
		}, func() {
			if err := c.database.Restart(); err != nil {
				c.Fatal(err)
			}
		}},
		{"NATS", func() { kill(c, c.nats) }, func() { c.nats, _ = startCopy(c, natsVariable+"="+c.bus) }},
	}
	for i := range c.nodes {
		list = append(list, part{fmt.Sprint("node ", i+1), func() { kill(c, c.nodes[i]) }, func() {
			var url string
			c.nodes[i], url = c.node()
			c.at.moveNode(i, url)
		}})
	}
	return list
}

// TestCrashCluster kills nodes, PostgreSQL and NATS while pairs of people play on all nodes, as TestCrashTogether does with one.
func TestCrashCluster(t *testing.T) {
	n := *kills
	if n == 0 {
		n = 6
		if testing.Short() {
			n = 3
		}
	}
	c := startCluster(t)
	answers, over := make(chan struct{}, 1000), make(chan struct{})
	pairs := make([]*pair, 6)
	var wg sync.WaitGroup
	for i := range pairs {
		pairs[i] = &pair{survivor: &survivor{n: i, at: c.at, answers: answers, over: over}, people: [2]*person{newPerson(2 * i), newPerson(2*i + 1)}}
		wg.Go(func() { pairs[i].play(t) })
	}
	ended := make(chan struct{}) // all have given up
	go func() {
		wg.Wait()
		close(ended)
	}()
	parts := c.parts()
	slowest := map[string]time.Duration{} // from the return of a part to the next answer
	for k := range n {
		for range 20 + rand.IntN(60) {
			select {
			case <-answers:
			case <-ended:
			}
		}
		p := parts[k%len(parts)]
		p.fail()
		for range rand.IntN(3) { // others go on, if they can
			select {
			case <-answers:
			case <-ended:
			case <-time.After(time.Duration(rand.IntN(300)) * time.Millisecond):
			}
		}
		p.back()
		for len(answers) > 0 {
			<-answers
		}
		since := time.Now()
		select {
		case <-answers:
		case <-ended:
		}
		slowest[p.name] = max(slowest[p.name], time.Since(since))
	}
	close(over)
	<-ended
	c.end()
	found := findings{T: t, path: c.address}
	var again, broken int64
	for _, p := range pairs {
		found.games = append(found.games, p.games...)
		again += p.sentAgain.Load()
		broken += p.broken.Load()
	}
	found.verify()
	t.Logf("%d kills, %d requests sent again, %d streams resumed; %s; play went on after %v at most", n, again, broken, found.String(), slowest)
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

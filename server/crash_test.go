package server_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"acies/account"
	"acies/bus"
	"acies/game"
	"acies/match"
	"acies/server"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
	"acies/talk"
	"acies/web"
)

var kills = flag.Int("kills", 0, "how often the tests of crashes kill something or cut a network; 0: as fits the time")

// dataVariable tells a copy of the test program to be the server that is killed; if publicVariable is set too, it has accounts.
const (
	dataVariable   = "ACIES_TEST_DATA"
	publicVariable = "ACIES_TEST_PUBLIC"

	natsVariable    = "ACIES_TEST_NATS"    // tells a copy to be the NATS server at this address
	busVariable     = "ACIES_TEST_BUS"     // the address of NATS
	addressVariable = "ACIES_TEST_ADDRESS" // where it listens; empty: on a free port of this computer
)

func TestMain(m *testing.M) {
	if os.Getenv(dataVariable)+os.Getenv(natsVariable) != "" {
		go func() { // a copy ends with its test, even if that is killed
			io.Copy(io.Discard, os.Stdin)
			os.Exit(1)
		}()
	}
	var err error
	switch data, nats := os.Getenv(dataVariable), os.Getenv(natsVariable); {
	case data != "":
		err = victim(data)
	case nats != "":
		err = natsVictim(nats)
	default:
		os.Exit(pgtest.Main(m))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// victim serves on the data file until it is killed or asked to end.
func victim(path string) error {
	var nodes bus.Bus
	if address := os.Getenv(busVariable); address != "" {
		b, err := bus.NATS(address)
		if err != nil {
			return err
		}
		defer b.Close()
		nodes = b
	}
	s, err := store.Open(path, store.Options{Bus: nodes})
	if err != nil {
		return err
	}
	defer s.Close()
	l, err := net.Listen("tcp", cmp.Or(os.Getenv(addressVariable), "127.0.0.1:0"))
	if err != nil {
		return err
	}
	var leases *match.Leases
	if store.IsDatabase(path) {
		leases = match.NewLeases(s, l.Addr().String())
	}
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	games := match.New(s, match.Options{
		Library: table.NewLibrary(), Players: map[string]func() match.Player{"recruit": func() match.Player { return random{} }}, Leases: leases, Logger: logger,
	})
	defer games.Close()
	client, _ := web.Files()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	fmt.Println(l.Addr())
	o := server.Options{Games: games, Client: client, Logger: logger, Bus: s.Bus(), Node: server.Node{Name: l.Addr().String()}, Leases: leases}
	if os.Getenv(publicVariable) != "" {
		o.People, o.Talk, o.Tourneys = account.New(s, nil), talk.New(s), s
		host, _, _ := net.SplitHostPort(l.Addr().String())
		o.Public, o.Hosts = &url.URL{Scheme: "http", Host: l.Addr().String()}, []string{host}
	}
	return server.New(o).Serve(ctx, l, nil)
}

// start runs a victim and returns where it listens.
func start(t testing.TB, path string) (*exec.Cmd, string) { return startWith(t, path) }

// startPublic is start for a victim with accounts.
func startPublic(t testing.TB, path string, env ...string) (*exec.Cmd, string) {
	return startWith(t, path, append(env, publicVariable+"=yes")...)
}

func startWith(t testing.TB, path string, env ...string) (*exec.Cmd, string) {
	t.Helper()
	cmd, address := startCopy(t, append(env, dataVariable+"="+path)...)
	return cmd, "http://" + address
}

// startCopy runs a copy of the test program, until the test ends at the latest, and returns the first line that it prints.
func startCopy(t testing.TB, env ...string) (*exec.Cmd, string) {
	t.Helper()
	return startCopyBy(t, (*exec.Cmd).Start, env...)
}

// startCopyBy is startCopy with another way to start it.
func startCopyBy(t testing.TB, start func(*exec.Cmd) error, env ...string) (*exec.Cmd, string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // if the test has not ended it
		cmd.Process.Kill()
		cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return cmd, strings.TrimSpace(line)
}

// TestCrash kills the server in the middle of its work while people play on it: after so many answers, when others are
// under way. Everybody sends again, under the same id, what was not answered. Afterwards every game must hold exactly the
// actions its player has sent, each once.
func TestCrash(t *testing.T) {
	n := *kills
	if n == 0 {
		n = 20
		if testing.Short() {
			n = 8
		}
	}
	path := pgtest.Data(t)
	cmd, url := start(t, path)
	at := newPlace(url)
	answers := make(chan struct{}, 1000)
	over := make(chan struct{})
	players := make([]*survivor, 16)
	var wg sync.WaitGroup
	for i := range players {
		players[i] = &survivor{n: i, lib: table.NewLibrary(), at: at, answers: answers, over: over}
		wg.Go(func() { players[i].play(t) })
	}
	for range n {
		for range rand.IntN(100) {
			<-answers
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		cmd.Wait()
		cmd, url = start(t, path)
		at.move(url)
	}
	close(over)
	wg.Wait()
	actions, again := 0, 0
	for _, p := range players {
		p.verify(t)
		actions += p.acknowledged
		again += p.again
	}
	cmd.Process.Kill()
	cmd.Wait()
	t.Logf("%d kills, %d requests acknowledged, %d sent again", n, actions, again)

	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	games, err := s.Games(t.Context(), 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	all := match.New(s, match.Options{Library: table.NewLibrary()})
	for _, g := range games {
		if err := all.With(g.ID, func(*match.Match) error { return nil }); err != nil {
			t.Errorf("the game %s does not verify: %v", g.ID, err)
		}
	}
}

// place is where the nodes of a server listen, which changes when they are started again.
type place struct {
	mu    sync.Mutex
	urls  []string
	moved chan struct{} // closed when an url changes
}

func newPlace(urls ...string) *place { return &place{urls: urls, moved: make(chan struct{})} }

// move says that the nodes, or one of them, listen elsewhere.
func (p *place) move(url string) { p.moveNode(0, url) }

func (p *place) moveNode(i int, url string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.urls = slices.Clone(p.urls)
	p.urls[i] = url
	close(p.moved)
	p.moved = make(chan struct{})
}

// now returns the url of some node and a channel that is closed when one has moved.
func (p *place) now() (string, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.urls[rand.IntN(len(p.urls))], p.moved
}

// all returns the urls of all nodes.
func (p *place) all() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.urls
}

// several reports whether there is another node to ask.
func (p *place) several() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.urls) > 1
}

// survivor plays games through crashes, one after the other.
type survivor struct {
	n                   int
	lib                 *table.Library
	at                  *place
	answers             chan<- struct{}
	over                <-chan struct{}
	acknowledged, again int
	games               []played
}

type played struct {
	id   string
	seed string
	walk *walk
	did  []string
	rows int
}

func (p *survivor) play(t *testing.T) {
	c := newClient()
	for k := 0; !p.isOver(); k++ {
		seed := fmt.Sprintf("crash-%d-%d", p.n, k)
		url, moved := p.at.now()
		id, err := create(c, url, fmt.Sprintf(`{"battle":"sparta-195bc","seed":%q}`, seed))
		if err != nil {
			if !p.wait(t, moved, err) {
				return
			}
			continue
		}
		p.answered()
		p.games = append(p.games, played{id: id, seed: seed, walk: newWalk(t, p.lib, "sparta-195bc", seed, uint64(p.n*1000+k))})
		g := &p.games[len(p.games)-1]
		for !p.isOver() && g.walk.state.ToAct() != game.Nobody {
			do, rows := g.walk.next()
			if !p.send(t, c, g, do) {
				return
			}
			g.did = append(g.did, do)
			g.rows += rows
		}
	}
}

func (p *survivor) isOver() bool {
	select {
	case <-p.over:
		return true
	default:
		return false
	}
}

// answered counts an answer of the server.
func (p *survivor) answered() {
	select {
	case p.answers <- struct{}{}:
	case <-p.over:
	}
}

// wait waits for the server to be started again after a request has failed. Once nobody kills it any more, no request
// may fail.
func (p *survivor) wait(t *testing.T, moved <-chan struct{}, err error) bool {
	if p.at.several() { // the next may answer
		time.Sleep(20 * time.Millisecond)
		return t.Context().Err() == nil
	}
	select {
	case <-moved:
		return true
	case <-p.over:
	}
	select {
	case <-moved: // before it was over
		return true
	default:
		t.Errorf("a request failed though nobody killed the server: %v", err)
		return false
	}
}

// send sends an action until it is acknowledged.
func (p *survivor) send(t *testing.T, c *http.Client, g *played, do string) bool {
	body := fmt.Sprintf(`{"version":%d,"id":"r%d","actions":[%q]}`, g.rows, len(g.did), do)
	for {
		url, moved := p.at.now()
		status, data, err := ask(c, "POST", url+"/api/games/"+g.id+"/actions?table=no", body)
		switch {
		case err != nil, status == http.StatusServiceUnavailable:
			p.again++
			if !p.wait(t, moved, err) {
				return false
			}
		case status != http.StatusOK:
			t.Errorf("game %s, action %d, %s: %d %s", g.id, len(g.did), do, status, data)
			return false
		default:
			p.acknowledged++
			p.answered()
			return true
		}
	}
}

// verify compares the records with what was acknowledged.
func (p *survivor) verify(t *testing.T) {
	url, _ := p.at.now()
	for _, g := range p.games {
		_, rec, err := ask(http.DefaultClient, "GET", url+"/api/games/"+g.id+"/record", "")
		if err != nil {
			t.Error(err)
			continue
		}
		_, r, err := p.lib.Read(bytes.NewReader(unseal(rec, g.seed)))
		if err != nil {
			t.Errorf("game %s: %v", g.id, err)
			continue
		}
		var did []string
		for _, e := range r.Entries() {
			if e.Side != game.Nature {
				did = append(did, e.Do)
			}
		}
		if strings.Join(did, "\n") != strings.Join(g.did, "\n") || len(r.Entries()) != g.rows {
			t.Errorf("game %s holds %d choices in %d lines, want %d in %d", g.id, len(did), len(r.Entries()), len(g.did), g.rows)
		}
		if r.State().Hash() != g.walk.state.Hash() {
			t.Errorf("game %s is in another state than its player thinks", g.id)
		}
	}
}

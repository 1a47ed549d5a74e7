package server_test

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acies/game"
	"acies/match"
	"acies/server"
	"acies/store"
	"acies/table"
	"acies/web"
)

var kills = flag.Int("kills", 0, "how often TestCrash kills the server; 0: as fits the time")

// dataVariable tells a copy of the test program to be the server that is killed.
const dataVariable = "ACIES_TEST_DATA"

func TestMain(m *testing.M) {
	if path := os.Getenv(dataVariable); path != "" {
		if err := victim(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// victim serves on the data file until it is killed.
func victim(path string) error {
	s, err := store.Open(path, store.Options{})
	if err != nil {
		return err
	}
	games := match.New(s, match.Options{Library: table.NewLibrary(), Players: map[string]func() match.Player{"recruit": func() match.Player { return random{} }}})
	client, _ := web.Files()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(l.Addr())
	return http.Serve(l, server.New(server.Options{Games: games, Client: client}))
}

// start runs a victim and returns where it listens.
func start(t testing.TB, path string) (*exec.Cmd, string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), dataVariable+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return cmd, "http://" + strings.TrimSpace(line)
}

// TestCrash kills the server at random moments while people play on it. Everybody sends again, under the same id, what
// was not answered. Afterwards every game must hold exactly the actions its player has sent, each once.
func TestCrash(t *testing.T) {
	n := *kills
	if n == 0 {
		n = 40
		if testing.Short() {
			n = 8
		}
	}
	path := filepath.Join(t.TempDir(), "acies.db")
	cmd, url := start(t, path)
	var at atomic.Value // the url
	at.Store(url)
	var over atomic.Bool
	players := make([]*survivor, 16)
	var wg sync.WaitGroup
	for i := range players {
		players[i] = &survivor{n: i, lib: table.NewLibrary(), at: &at, over: &over}
		wg.Go(func() { players[i].play(t) })
	}
	for range n {
		time.Sleep(time.Duration(10+rand.IntN(290)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		cmd.Wait()
		cmd, url = start(t, path)
		at.Store(url)
	}
	over.Store(true)
	wg.Wait()
	actions, again := 0, 0
	for _, p := range players {
		p.verify(t)
		actions += p.acknowledged
		again += p.again
	}
	cmd.Process.Kill()
	cmd.Wait()
	if actions == 0 {
		t.Error("nothing was acknowledged")
	}
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

// survivor plays games through crashes, one after the other.
type survivor struct {
	n                   int
	lib                 *table.Library
	at                  *atomic.Value
	over                *atomic.Bool
	acknowledged, again int
	games               []played
}

type played struct {
	id   string
	walk *walk
	did  []string
	rows int
}

func (p *survivor) play(t *testing.T) {
	c := newClient()
	for k := 0; !p.over.Load(); k++ {
		seed := fmt.Sprintf("crash-%d-%d", p.n, k)
		id, err := create(c, p.at.Load().(string), fmt.Sprintf(`{"battle":"sparta-195bc","seed":%q}`, seed))
		if err != nil {
			time.Sleep(2 * time.Millisecond)
			continue
		}
		p.games = append(p.games, played{id: id, walk: newWalk(t, p.lib, "sparta-195bc", seed, uint64(p.n*1000+k))})
		g := &p.games[len(p.games)-1]
		for !p.over.Load() && g.walk.state.ToAct() != game.Nobody {
			do, rows := g.walk.next()
			if !p.send(t, c, g, do) {
				return
			}
			g.did = append(g.did, do)
			g.rows += rows
		}
	}
}

// send sends an action until it is acknowledged.
func (p *survivor) send(t *testing.T, c *http.Client, g *played, do string) bool {
	body := fmt.Sprintf(`{"version":%d,"id":"r%d","actions":[%q]}`, g.rows, len(g.did), do)
	for try := 0; ; try++ {
		status, data, err := ask(c, "POST", p.at.Load().(string)+"/api/games/"+g.id+"/actions?table=no", body)
		switch {
		case err != nil && try < 10_000:
			p.again++
			time.Sleep(2 * time.Millisecond)
		case err != nil || status != http.StatusOK:
			t.Errorf("game %s, action %d, %s: %d %s %v", g.id, len(g.did), do, status, data, err)
			return false
		default:
			p.acknowledged++
			return true
		}
	}
}

// verify compares the records with what was acknowledged.
func (p *survivor) verify(t *testing.T) {
	for _, g := range p.games {
		_, rec, err := ask(http.DefaultClient, "GET", p.at.Load().(string)+"/api/games/"+g.id+"/record?seed=yes", "")
		if err != nil {
			t.Error(err)
			continue
		}
		_, r, err := p.lib.Read(bytes.NewReader(rec))
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

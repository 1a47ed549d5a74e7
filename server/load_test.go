package server_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acies/dice"
	"acies/game"
	"acies/match"
	"acies/server"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
	"acies/web"
)

// random is an opponent that takes any legal action.
type random struct{}

func (random) Choose(s game.State, _ game.Side, src game.Source) game.Action {
	legal := s.Legal(nil)
	return legal[game.Intn(src, len(legal))]
}

// site is a running server.
type site struct {
	testing.TB
	URL   string
	path  string // of the data file
	http  *http.Client
	games *match.Games
	store *store.Store
}

// serve runs a server on a new data file.
func serve(t testing.TB, o store.Options) *site {
	return serveOn(t, pgtest.Data(t), o)
}

func serveOn(t testing.TB, path string, o store.Options) *site {
	t.Helper()
	return serveWith(t, path, o, func(*server.Options) {})
}

// serveWith is like serveOn, with settings changed.
func serveWith(t testing.TB, path string, o store.Options, change func(*server.Options)) *site {
	t.Helper()
	s, err := store.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	games := match.New(s, match.Options{Library: table.NewLibrary(), Players: map[string]func() match.Player{"recruit": func() match.Player { return random{} }}})
	client, _ := web.Files()
	settings := server.Options{Games: games, Client: client, Heartbeat: 50 * time.Millisecond, Thought: time.Millisecond}
	change(&settings)
	srv := httptest.NewServer(server.New(settings))
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
		games.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &site{TB: t, URL: srv.URL, path: path, http: newClient(), games: games, store: s}
}

func newClient() *http.Client {
	return &http.Client{Transport: &http.Transport{
		MaxIdleConnsPerHost: 256,
	}}
}

// ask sends a request and returns the status and the body.
func ask(c *http.Client, method, url, body string) (int, []byte, error) {
	req, err := http.NewRequest(method, url, bytes.NewReader([]byte(body)))
	if err != nil {
		return 0, nil, err
	}
	res, err := c.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	return res.StatusCode, data, err
}

// send posts a request whose answer nobody reads, unless it is a refusal.
func send(c *http.Client, url, body string) error {
	res, err := c.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusOK {
		_, err = io.Copy(io.Discard, res.Body)
		return err
	}
	data, err := io.ReadAll(res.Body)
	return errors.Join(fmt.Errorf("%d %s", res.StatusCode, data), err)
}

// create starts a game and returns its id.
func create(c *http.Client, url, body string) (string, error) {
	status, data, err := ask(c, "POST", url+"/api/games", body)
	if err != nil {
		return "", err
	}
	var made struct{ ID string }
	if err := json.Unmarshal(data, &made); err != nil || status != http.StatusCreated {
		return "", fmt.Errorf("creating a game: %d %s", status, data)
	}
	return made.ID, nil
}

// unseal puts the seed into the record of a game that may be in progress.
func unseal(record []byte, seed string) []byte {
	commit := []byte(`"commit":`)
	if bytes.Contains(record, []byte(`"seed":`)) {
		return record
	}
	return bytes.Replace(record, commit, fmt.Appendf(nil, `"seed":%q,%s`, seed, commit), 1)
}

// walk is a game whose dice are known.
type walk struct {
	state game.State
	keyed dice.Keyed
	rolls int
	src   *dice.PCG
}

func newWalk(t testing.TB, lib *table.Library, battle, seed string, n uint64) *walk {
	b, err := lib.Load(battle, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &walk{state: b.Battle.Start(), keyed: dice.NewKeyed(seed), src: dice.New(n)}
	w.roll()
	return w
}

// openBattles returns the built-in battles without secrets: everybody sees every action of their games, so that a walk
// can count versions.
func openBattles(t testing.TB, lib *table.Library) []string {
	var list []string
	for _, id := range table.BuiltIn() {
		b, err := lib.Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !b.Battle.Secrets() {
			list = append(list, id)
		}
	}
	return list
}

// roll makes the rolls that are due; rolls is their number since the beginning.
func (w *walk) roll() {
	for w.state.ToAct() == game.Nature {
		w.state.Apply(w.state.Roll(w.keyed.At(w.rolls)), nil)
		w.rolls++
	}
}

// next chooses an action and carries it out with the rolls that follow; rows is how many lines the log grows by.
func (w *walk) next() (action string, rows int) {
	legal := w.state.Legal(nil)
	a := legal[game.Intn(w.src, len(legal))]
	action = w.state.Battle().Format(a)
	w.state.Apply(a, nil)
	before := w.rolls
	w.roll()
	return action, 1 + w.rolls - before
}

// BenchmarkActions measures durable actions a second through the API: 64 clients, each with a game of its own, each
// waiting for its answer before it goes on.
func BenchmarkActions(b *testing.B) {
	for _, battle := range openBattles(b, table.NewLibrary()) {
		for _, query := range []string{"", "?table=no"} {
			b.Run(battle+query, func(b *testing.B) {
				s := serve(b, store.Options{})
				benchmarkActions(b, []string{s.URL}, battle, query)
			})
		}
	}
}

// benchmarkActions shares the clients among the nodes of a server.
func benchmarkActions(b *testing.B, urls []string, battle, query string) {
	const clients = 64
	lib := table.NewLibrary()
	took := make([][]time.Duration, clients)
	var lines atomic.Int64 // of records, rolls included
	var wg sync.WaitGroup
	share := b.N/clients + 1
	b.ResetTimer()
	for i := range clients {
		wg.Go(func() {
			c, url := newClient(), urls[i%len(urls)]
			for game := 0; len(took[i]) < share; game++ {
				seed := fmt.Sprintf("bench-%d-%d", i, game)
				id, err := create(c, url, fmt.Sprintf(`{"battle":%q,"seed":%q}`, battle, seed))
				if err != nil {
					b.Error(err)
					return
				}
				w := newWalk(b, lib, battle, seed, uint64(i*1000+game))
				for version, n := w.rolls, 0; len(took[i]) < share && w.state.ToAct() >= 0; n++ {
					action, rows := w.next()
					body := fmt.Sprintf(`{"version":%d,"id":"r%d","actions":[%q]}`, version, n, action)
					start := time.Now()
					if err := send(c, url+"/api/games/"+id+"/actions"+query, body); err != nil {
						b.Errorf("%s: %v", action, err)
						return
					}
					took[i] = append(took[i], time.Since(start))
					version += rows
					lines.Add(int64(rows))
				}
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	all := slices.Concat(took...)
	slices.Sort(all)
	if len(all) == 0 {
		return
	}
	b.ReportMetric(float64(lines.Load())/b.Elapsed().Seconds(), "actions/s")
	b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "requests/s")
	b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
}

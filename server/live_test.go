package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acies/store/pgtest"
)

var (
	liveGames  = flag.Int("live-games", 20, "how many games BenchmarkLive plays at once, each with two streams")
	livePeriod = flag.Duration("live-period", 10*time.Second, "how often somebody acts in each game of BenchmarkLive")
	liveRounds = flag.Int("live-rounds", 1, "how often somebody acts in each game of BenchmarkLive in all")
)

// BenchmarkLive measures a server on which live games are played by people elsewhere: how long it takes from sending an
// action until both players have been told by their streams, and the memory of the server. Players read the table
// whenever they are told, as browsers do.
func BenchmarkLive(b *testing.B) {
	for range b.N {
		benchmarkLive(b)
	}
}

func benchmarkLive(b *testing.B) {
	cmd, url := startPublic(b, pgtest.Data(b))
	defer cmd.Wait()
	defer cmd.Process.Kill()
	ctx, cancel := context.WithCancel(b.Context())
	c := newClient()
	games := make([]*liveGame, *liveGames)
	var listening, wg sync.WaitGroup
	setUp := make(chan int, len(games))
	for i := range games {
		games[i] = &liveGame{c: c, url: url, src: rand.New(rand.NewPCG(1, uint64(i)))}
		setUp <- i
	}
	close(setUp)
	for range 8 {
		wg.Go(func() {
			for i := range setUp {
				if err := games[i].begin(ctx, i, &listening); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if b.Failed() {
		cancel()
		return
	}
	start := time.Now()
	for i, g := range games {
		wg.Go(func() {
			for round := range *liveRounds {
				// Actions are spread evenly over the period.
				at := *livePeriod * time.Duration(round*len(games)+i) / time.Duration(len(games))
				time.Sleep(time.Until(start.Add(at)))
				if err := g.act(ctx, round); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	memory := resident(b, cmd.Process.Pid)
	cancel()
	listening.Wait()
	var took []time.Duration
	for _, g := range games {
		took = append(took, g.took...)
	}
	if slices.Sort(took); len(took) == 0 {
		return
	}
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(2*len(games)), "streams")
	b.ReportMetric(memory, "MB")
}

// liveGame is a game of two people who listen to it.
type liveGame struct {
	c      *http.Client
	url    string
	id     string
	people [2]*person
	now    [2]chan told
	table  seen // of the side to act
	src    *rand.Rand
	took   []time.Duration // from an action until a stream has told of it
}

// told is what a stream has told, and when.
type told struct {
	version int
	at      time.Time
}

// send sends a request that must be carried out.
func (g *liveGame) send(ctx context.Context, side int, method, path, body string, into any) error {
	status, data, _, err := g.people[side].ask(ctx, method, g.url+path, body)
	if err != nil {
		return err
	}
	if status >= http.StatusBadRequest {
		return fmt.Errorf("%s %s: %d %s", method, path, status, data)
	}
	return json.Unmarshal(data, into)
}

// begin seats two new people in a new game, who listen to it from then on.
func (g *liveGame) begin(ctx context.Context, n int, listening *sync.WaitGroup) error {
	for side := range g.people {
		g.people[side] = newPerson(2*n + side)
		g.people[side].http = g.c
		g.now[side] = make(chan told, 1000)
	}
	var made struct{ ID string }
	const terms = `{"open":true,"watch":"public","clock":{"kind":"live","bank":3600,"increment":5,"timeout":"claim"}}`
	if err := g.send(ctx, 0, "POST", "/api/games", `{"battle":"sparta-195bc","mine":0,"terms":`+terms+`}`, &made); err != nil {
		return err
	}
	g.id = "/api/games/" + made.ID
	var any struct{}
	if err := g.send(ctx, 1, "POST", g.id+"/join", "{}", &any); err != nil {
		return err
	}
	for side := range g.people {
		body := fmt.Sprintf(`{"side":%d,"nonce":%q}`, side, strings.Repeat("0"+fmt.Sprint(side), 16))
		if err := g.send(ctx, side, "POST", g.id+"/nonce", body, &any); err != nil {
			return err
		}
	}
	for side, p := range g.people {
		listening.Go(func() {
			p.listen(ctx, g.url+g.id+"/events", "", func(e event) {
				if e.kind == "table" {
					g.now[side] <- told{e.version, time.Now()}
				}
			})
			close(g.now[side])
		})
		if _, ok := <-g.now[side]; !ok {
			return fmt.Errorf("the stream of %s has ended", g.id)
		}
	}
	return g.look(ctx)
}

// look has both players read the table.
func (g *liveGame) look(ctx context.Context) error {
	for side := range g.people {
		var t seen
		if err := g.send(ctx, side, "GET", g.id, "", &t); err != nil {
			return err
		}
		if t.View.ToAct == side {
			g.table = t
		}
	}
	return nil
}

// act has the side to act act, and waits until both players have been told.
func (g *liveGame) act(ctx context.Context, round int) error {
	if len(g.table.Choices) == 0 {
		return fmt.Errorf("%s: there is nothing to choose", g.id)
	}
	action := g.table.Choices[g.src.IntN(len(g.table.Choices))].Action
	body := fmt.Sprintf(`{"version":%d,"id":"r%d","actions":[%q]}`, g.table.Version, round, action)
	var d done
	sent := time.Now()
	if err := g.send(ctx, g.table.View.ToAct, "POST", g.id+"/actions", body, &d); err != nil {
		return err
	}
	for _, now := range g.now {
		for version := 0; version < d.Version; {
			x, ok := <-now
			if !ok {
				return fmt.Errorf("the stream of %s has ended", g.id)
			}
			if version = x.version; version >= d.Version {
				g.took = append(g.took, x.at.Sub(sent))
			}
		}
	}
	return g.look(ctx)
}

// BenchmarkActionsTogether measures durable actions a second, with tables, on a server with accounts: 64 clients, each with a
// game of its own, each waiting for its answer before it goes on. After some actions a client is somebody else, with another
// game, since nobody may be faster than people are.
func BenchmarkActionsTogether(b *testing.B) {
	const clients, each = 64, 50
	cmd, url := startPublic(b, pgtest.Data(b))
	defer cmd.Wait()
	defer cmd.Process.Kill()
	share := b.N/clients + 1
	c := newClient()
	games := make([][]*ownGame, clients)
	var next atomic.Int64
	var wg sync.WaitGroup
	for i := range games {
		wg.Go(func() {
			for len(games[i])*each < share {
				g := &ownGame{player: newPerson(int(next.Add(1))), src: rand.New(rand.NewPCG(2, uint64(i)))}
				g.player.http = c
				if err := g.begin(b.Context(), url); err != nil {
					b.Error(err)
					return
				}
				games[i] = append(games[i], g)
			}
		})
	}
	wg.Wait()
	if b.Failed() {
		return
	}
	b.ResetTimer()
	for _, list := range games {
		wg.Go(func() {
			for n := range share {
				if err := list[n/each].act(b.Context(), n); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	var took []time.Duration
	rows := 0
	for _, g := range slices.Concat(games...) {
		took = append(took, g.took...)
		rows += g.rows
	}
	slices.Sort(took)
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "actions/s")
	b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "requests/s")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

// ownGame is a game in which somebody plays both sides.
type ownGame struct {
	player  *person
	url     string
	version int
	choices []string
	src     *rand.Rand
	rows    int // that were written, rolls included
	took    []time.Duration
}

func (g *ownGame) begin(ctx context.Context, url string) error {
	status, data, _, err := g.player.ask(ctx, "POST", url+"/api/games", `{"battle":"sparta-195bc"}`)
	if err != nil || status != http.StatusCreated {
		return errors.Join(fmt.Errorf("%d %s", status, data), err)
	}
	var made struct{ ID string }
	if err := json.Unmarshal(data, &made); err != nil {
		return err
	}
	g.url = url + "/api/games/" + made.ID
	if status, data, _, err = g.player.ask(ctx, "GET", g.url, ""); err != nil || status != http.StatusOK {
		return errors.Join(fmt.Errorf("%d %s", status, data), err)
	}
	return g.read(data)
}

// act carries out a random action.
func (g *ownGame) act(ctx context.Context, n int) error {
	body := fmt.Sprintf(`{"version":%d,"id":"r%d","actions":[%q]}`, g.version, n, g.choices[g.src.IntN(len(g.choices))])
	sent := time.Now()
	status, data, _, err := g.player.ask(ctx, "POST", g.url+"/actions", body)
	if err != nil || status != http.StatusOK {
		return errors.Join(fmt.Errorf("%d %s", status, data), err)
	}
	g.took = append(g.took, time.Since(sent))
	before := g.version
	err = g.read(data)
	g.rows += g.version - before
	return err
}

var (
	versionOf = regexp.MustCompile(`"version":(\d+)`)
	actionOf  = regexp.MustCompile(`"action":"([^"]+)"`)
)

// read takes version and choices out of a table. Decoding all of it would cost as much as making it.
func (g *ownGame) read(data []byte) error {
	version := versionOf.FindSubmatch(data)
	_, list, ok := bytes.Cut(data, []byte(`"choices":[`))
	if version == nil || !ok {
		return fmt.Errorf("no table: %.200s", data)
	}
	g.version, _ = strconv.Atoi(string(version[1])) // it is digits
	g.choices = g.choices[:0]
	for _, x := range actionOf.FindAllSubmatch(list, 20) {
		g.choices = append(g.choices, string(x[1]))
	}
	return nil
}

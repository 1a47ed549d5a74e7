package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"acies/ai"
	"acies/bus/bustest"
	"acies/game"
	"acies/sim"
	"acies/system"
	_ "acies/systems"
	"acies/table"
)

// testProgram is the version of the program in the tests.
const testProgram = "v0-test"

// workerURL makes the test binary a worker, so that a test can kill it.
const workerURL = "ACIES_TEST_WORKER"

// shortWait is how long a chunk is left with a worker that was killed.
const shortWait = time.Second

func TestMain(m *testing.M) {
	if url := os.Getenv(workerURL); url != "" {
		err := Run(context.Background(), Options{URL: url, Jobs: 1, Program: testProgram, ackWait: shortWait})
		if err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

// startNATS starts a server with JetStream and returns its address.
func startNATS(t *testing.T) string {
	t.Helper()
	return bustest.StartJetStream(t).URL()
}

// logged is a log that tests can wait for.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{}
}

func newLogged() *logged { return &logged{more: make(chan struct{}, 1)} }

// Write implements [io.Writer].
func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.more <- struct{}{}:
	default:
	}
	return l.text.Write(b)
}

// String returns what was logged.
func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// wait waits until something was logged.
func (l *logged) wait(what string) {
	for !strings.Contains(l.String(), what) {
		<-l.more
	}
}

// startWorker starts a worker and returns a function that stops it and waits for its end.
func startWorker(t *testing.T, o Options, log io.Writer) (stop func()) {
	t.Helper()
	if o.Program == "" {
		o.Program = testProgram
	}
	if log != nil {
		o.Logger = slog.New(slog.NewTextHandler(log, nil))
	}
	o.Jobs = max(o.Jobs, 1)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- Run(ctx, o) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the worker ended with %v", err)
		}
	})
	t.Cleanup(stop)
	return stop
}

func dialTest(t *testing.T, url string) *Client {
	t.Helper()
	c, err := Dial(url, testProgram, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	c.taken = time.Hour
	return c
}

// battleFor returns a battle with changes to its data.
func battleFor(t *testing.T, id string, sets ...string) Battle {
	t.Helper()
	p, err := table.FindPack(id)
	if err != nil {
		t.Fatal(err)
	}
	if len(sets) > 0 {
		files, err := system.Vary(p.Files, sets)
		if err != nil {
			t.Fatal(err)
		}
		if p, _ = system.Read(files); p == nil {
			t.Fatal("the changed pack cannot be read")
		}
	}
	b, err := p.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	return Battle{b, table.Source{Battle: p.ID, Pack: p.Hash}, p.Files.Archive}
}

// sides are cheap players; facts make the results of their games long.
var sides = [2]string{"random", "random"}

// many returns the number of games of a run that something happens to: more than are queued at once, if there is time.
func many() int {
	if testing.Short() {
		return 100
	}
	return 300
}

// batchOf returns a batch that writes its results to out.
func batchOf(t *testing.T, b Battle, games int, out *[]string) *sim.Batch {
	t.Helper()
	x := &sim.Batch{Battle: b.Battle, Seed: 7, Games: games, Jobs: 1, Facts: true, Have: map[int]bool{}}
	for i, level := range sides {
		maker, err := sim.Level(level)
		if err != nil {
			t.Fatal(err)
		}
		x.Players[i] = maker
	}
	x.Done = func(r sim.Result) error {
		*out = append(*out, string(encode(r)))
		return nil
	}
	return x
}

// played are the results of batches that were played here, by the pack.
var played = map[string][]string{}

// local returns the results of a batch that is played here.
func local(t *testing.T, b Battle, games int) []string {
	t.Helper()
	out := played[b.Source.Pack]
	if len(out) < games {
		batch := batchOf(t, b, games, &out)
		for n := range out {
			batch.Have[n] = true
		}
		if err := batch.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		played[b.Source.Pack] = out
	}
	return out[:games]
}

func same(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d results, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("result %d:\n%s\nwant\n%s", i, got[i], want[i])
		}
	}
}

// TestSim: two workers play the same games as one process does, and the results come in the same order as with one job. One battle
// is part of the program, the data of the other one must be sent.
func TestSim(t *testing.T) {
	url := startNATS(t)
	c := dialTest(t, url)
	for range 2 {
		startWorker(t, Options{URL: url}, nil)
	}
	for _, x := range []struct {
		name string
		sets []string
	}{{"built in", nil}, {"changed", []string{"unit.hastati.quality=6"}}} {
		t.Run(x.name, func(t *testing.T) {
			b := battleFor(t, "sparta-195bc", x.sets...)
			most, games := 0, 50
			if testing.Short() {
				games = 20
			}
			var got []string
			err := c.Sim(t.Context(), batchOf(t, b, games, &got), b, sides, func(n Crew) { most = max(most, n.Workers) })
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, local(t, b, games))
			if most > 2 {
				t.Errorf("%d workers were seen, want at most 2", most)
			}
		})
	}
}

// TestCensus: those who ask are told how many workers there are, and of which version.
func TestCensus(t *testing.T) {
	url := startNATS(t)
	startWorker(t, Options{URL: url, Jobs: 3}, nil)
	startWorker(t, Options{URL: url, Program: "v0-other"}, nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	seen := make(chan Crew)
	err := dialTest(t, url).census(ctx, func(n Crew) {
		select {
		case seen <- n:
		case <-ctx.Done():
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := range seen {
		if n == (Crew{Workers: 1, Jobs: 3, Others: 1}) {
			return
		}
	}
}

// TestLadder: pairs have the same values, in the order of the schedule.
func TestLadder(t *testing.T) {
	url := startNATS(t)
	startWorker(t, Options{URL: url, Jobs: 2}, nil)
	b := battleFor(t, "sparta-195bc")
	play := func(run func(l *sim.Ladder) error) (out []string) {
		l := &sim.Ladder{Battles: []sim.Ground{{ID: "sparta-195bc", Battle: b.Battle}}, Levels: []string{"random", "recruit"}, Pairs: 9, Seed: 3, Jobs: 1}
		l.Have = map[string]bool{"sparta-195bc recruit random 4": true}
		l.Done = func(p sim.Pair) error {
			if p.Effort[0].Decisions.N == 0 {
				t.Errorf("pair %d has no effort", p.N)
			}
			p.Effort = [2]sim.Effort{}
			out = append(out, string(encode(p)))
			return nil
		}
		if err := run(l); err != nil {
			t.Fatal(err)
		}
		return out
	}
	c := dialTest(t, url)
	got := play(func(l *sim.Ladder) error { return c.Ladder(t.Context(), l, []Battle{b}, nil) })
	same(t, got, play(func(l *sim.Ladder) error { return l.Run(t.Context()) }))
}

// TestSelfPlay: steps, checks and studies come out the same, to the last bit.
func TestSelfPlay(t *testing.T) {
	url := startNATS(t)
	startWorker(t, Options{URL: url, Jobs: 2}, nil)
	b := battleFor(t, "sparta-195bc")
	work := func(w ai.Work) (out []string) {
		w.Seed = 5
		tuner, err := ai.NewTuner(b.Battle)
		if err != nil {
			t.Fatal(err)
		}
		if !testing.Short() {
			if _, err := tuner.Step(t.Context(), w); err != nil {
				t.Fatal(err)
			}
		}
		tuning, start := tuner.Tuning(), tuner.Start()
		pairs, err := ai.Compare(t.Context(), b.Battle, &tuning, &start, 3, w)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ai.Fit(t.Context(), b.Battle, &tuning, 6, w); err != nil {
			t.Fatal(err)
		}
		for _, v := range []any{tuner.State(), pairs, tuning} {
			out = append(out, string(encode(v)))
		}
		return out
	}
	games := 0
	find := func(game.Battle) Battle { return b }
	got := work(ai.Work{Done: func() { games++ }, Elsewhere: dialTest(t, url).SelfPlay(find, nil)})
	same(t, got, work(ai.Work{Jobs: 2, Done: func() {}}))
	want := 6 + 6
	if !testing.Short() {
		want += ai.StepGames(0, 1)
	}
	if games != want {
		t.Errorf("%d games were counted, want %d", games, want)
	}
}

// TestKilled: a worker that is killed in the middle of its work costs time, and changes nothing.
func TestKilled(t *testing.T) {
	url := startNATS(t)
	b := battleFor(t, "sparta-195bc")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), workerURL+"="+url)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	killed := make(chan struct{})
	var got []string
	batch := batchOf(t, b, many(), &got)
	done := batch.Done
	kill := sync.OnceFunc(func() {
		cmd.Process.Kill() // it has begun the next chunk
		cmd.Wait()
		close(killed)
	})
	batch.Done = func(r sim.Result) error {
		kill()
		return done(r)
	}
	go func() {
		<-killed
		startWorker(t, Options{URL: url, ackWait: shortWait}, nil)
	}()
	if err := dialTest(t, url).Sim(t.Context(), batch, b, sides, nil); err != nil {
		t.Fatal(err)
	}
	same(t, got, local(t, b, many()))
}

// TestDrained: a worker that is asked to end finishes or hands back what it has. The other one does not wait until the queue notices.
func TestDrained(t *testing.T) {
	url := startNATS(t)
	b := battleFor(t, "sparta-195bc")
	o := Options{URL: url, ackWait: time.Hour}
	stop := startWorker(t, o, nil)
	var got []string
	batch := batchOf(t, b, many(), &got)
	done := batch.Done
	change := sync.OnceFunc(func() {
		stop()
		startWorker(t, o, nil)
	})
	batch.Done = func(r sim.Result) error {
		change()
		return done(r)
	}
	if err := dialTest(t, url).Sim(t.Context(), batch, b, sides, nil); err != nil {
		t.Fatal(err)
	}
	same(t, got, local(t, b, many()))
}

// errStop stops a batch.
var errStop = errors.New("stop")

// TestResumed: a run that was stopped goes on where it was, and nothing is left in the queue in between. If its file is lost, the
// results are still there, without any worker.
func TestResumed(t *testing.T) {
	url := startNATS(t)
	b := battleFor(t, "sparta-195bc")
	want := local(t, b, 60)
	stop := startWorker(t, Options{URL: url}, nil)

	c := dialTest(t, url)
	var first []string
	batch := batchOf(t, b, 60, &first)
	done := batch.Done
	batch.Done = func(r sim.Result) error {
		if len(first) == 20 {
			return errStop
		}
		return done(r)
	}
	if err := c.Sim(t.Context(), batch, b, sides, nil); !errors.Is(err, errStop) {
		t.Fatalf("%v, want a stop", err)
	}
	info, err := c.depot.work.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if info.State.Msgs != 0 {
		t.Errorf("%d chunks are left in the queue", info.State.Msgs)
	}

	rest := slices.Clone(first)
	batch = batchOf(t, b, 60, &rest)
	for n := range first {
		batch.Have[n] = true
	}
	if err := dialTest(t, url).Sim(t.Context(), batch, b, sides, nil); err != nil {
		t.Fatal(err)
	}
	same(t, rest, want)

	stop()
	var again []string
	if err := dialTest(t, url).Sim(t.Context(), batchOf(t, b, 60, &again), b, sides, nil); err != nil {
		t.Fatal(err)
	}
	same(t, again, want)
}

// TestTwice: results that arrive twice are counted once.
func TestTwice(t *testing.T) {
	url := startNATS(t)
	b := battleFor(t, "sparta-195bc")
	stop := startWorker(t, Options{URL: url}, nil)
	c := dialTest(t, url)
	var got []string
	if err := c.Sim(t.Context(), batchOf(t, b, 40, &got), b, sides, nil); err != nil {
		t.Fatal(err)
	}
	stop()
	all, err := c.depot.results.OrderedConsumer(t.Context(), jetstream.OrderedConsumerConfig{})
	if err != nil {
		t.Fatal(err)
	}
	info, err := c.depot.results.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for range info.State.Msgs {
		m, err := all.Next(jetstream.FetchMaxWait(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.depot.js.Publish(t.Context(), m.Subject(), m.Data()); err != nil {
			t.Fatal(err)
		}
	}
	var again []string
	if err := c.Sim(t.Context(), batchOf(t, b, 45, &again), b, sides, func(n Crew) {
		if n.Workers == 0 && len(again) == 40 { // the others are played by a worker that comes late
			startWorker(t, Options{URL: url}, nil)
		}
	}); err != nil {
		t.Fatal(err)
	}
	same(t, again, local(t, b, 45))
}

// TestVersion: a worker of another version leaves a run to one of its own version, and says so.
func TestVersion(t *testing.T) {
	url := startNATS(t)
	b := battleFor(t, "sparta-195bc")
	log := newLogged()
	startWorker(t, Options{URL: url, Program: "v0-old", refusal: 10 * time.Millisecond}, log)
	go func() {
		log.wait("a run is refused")
		startWorker(t, Options{URL: url}, nil)
	}()
	var got []string
	if err := dialTest(t, url).Sim(t.Context(), batchOf(t, b, 20, &got), b, sides, nil); err != nil {
		t.Fatal(err)
	}
	same(t, got, local(t, b, 20))
	if text := log.String(); !strings.Contains(text, testProgram) || !strings.Contains(text, "v0-old") || strings.Count(text, "refused") != 1 {
		t.Errorf("the log says\n%s", text)
	}
	x := battleOf(b.Battle, b.Source)
	x.Rules += "0"
	if x.misfit() == "" {
		t.Error("other rules are accepted")
	}
}

// TestWrong: a game that cannot be played ends the run with the reason.
func TestWrong(t *testing.T) {
	url := startNATS(t)
	startWorker(t, Options{URL: url}, nil)
	b := battleFor(t, "sparta-195bc")
	var got []string
	err := dialTest(t, url).Sim(t.Context(), batchOf(t, b, 20, &got), b, [2]string{"recruit", "general"}, nil)
	if err == nil || !strings.Contains(err.Error(), `unknown level "general"`) {
		t.Errorf("%v, want an unknown level", err)
	}
}

// TestNoJetStream: a server without JetStream is refused, and the reason told.
func TestNoJetStream(t *testing.T) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.Shutdown()
	for !s.ReadyForConnections(time.Minute) {
	}
	_, err = Dial(s.ClientURL(), testProgram, nil)
	if err == nil || !strings.Contains(err.Error(), "--jetstream") {
		t.Errorf("the client ended with %v", err)
	}
	log := newLogged()
	startWorker(t, Options{URL: s.ClientURL()}, log)
	log.wait("--jetstream")
}

// TestRun: the id of a run depends on all on which its games depend.
func TestRun(t *testing.T) {
	base := run{Kind: simKind, Program: "v1", Battles: []battle{{Rules: "toy 1"}}, Sides: []string{"a", "b"}, Seed: 1}
	seen := map[string]bool{base.id(): true}
	for _, change := range []func(r *run){
		func(r *run) { r.Kind = ladderKind },
		func(r *run) { r.Program = "v2" },
		func(r *run) { r.Battles = []battle{{Rules: "toy 2"}} },
		func(r *run) { r.Battles = []battle{{Rules: "toy 1", Source: table.Source{Options: []string{"x"}}}} },
		func(r *run) { r.Sides = []string{"b", "a"} },
		func(r *run) { r.Seed++ },
		func(r *run) { r.Facts = true },
		func(r *run) { r.Games = "x" },
	} {
		var r run
		if err := json.Unmarshal(encode(base), &r); err != nil {
			t.Fatal(err)
		}
		change(&r)
		if seen[r.id()] {
			t.Errorf("%+v has the id of another run", r)
		}
		seen[r.id()] = true
	}
}

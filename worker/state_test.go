package worker

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"acies/ai"
	"acies/bus/bustest"
	"acies/dice"
	"acies/game"
)

// look looks until what is found is what a test waits for.
func look(t *testing.T, url string, until func(*State) bool) *State {
	t.Helper()
	for {
		ctx, stop := context.WithTimeout(t.Context(), askEvery/2)
		s, err := Look(ctx, url)
		stop()
		if err != nil {
			t.Fatal(err)
		}
		if until(s) {
			return s
		}
	}
}

// TestLook looks at a run before there is a worker, and at the worker that has played it.
func TestLook(t *testing.T) {
	url := startNATS(t)
	ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	if s, err := Look(ctx, url); err != nil || s.Queue != nil || len(s.Workers)+len(s.Runs) > 0 {
		t.Fatalf("before anything: %+v, %v", s, err)
	}
	b := battleFor(t, "sparta-195bc")
	c := dialTest(t, url)
	const games = 40
	var got []string
	ended := make(chan error, 1)
	go func() { ended <- c.Sim(t.Context(), batchOf(t, b, games, &got), b, sides, nil) }()
	s := look(t, url, func(s *State) bool { return len(s.Runs) == 1 && s.Runs[0].Progress != nil && s.Runs[0].Waiting == 3 })
	want := Doing{Run: s.Runs[0].Run, Kind: simKind, Battles: []string{"sparta-195bc"}, Program: testProgram, Waiting: 3, Progress: &Progress{Games: games}}
	if !reflect.DeepEqual(s.Runs[0], want) || s.Queue == nil || *s.Queue != (Queue{Waiting: 3}) || len(s.Workers) > 0 {
		t.Errorf("the run waits: %+v, queue %+v", s, s.Queue)
	}
	metrics := NewMetrics()
	startWorker(t, Options{URL: url, Name: "mill", Metrics: metrics}, nil)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	s = look(t, url, func(s *State) bool { return len(s.Runs) == 0 && len(s.Workers) == 1 && s.Workers[0].Chunks == 3 })
	w := s.Workers[0]
	if w.Name != "mill" || w.Program != testProgram || w.Games != games || w.Jobs != 1 || w.Playing+w.Thinking > 0 || w.Failures > 0 || w.Doing != nil || w.Started.IsZero() {
		t.Errorf("the worker is %+v", w)
	}
	look(t, url, func(s *State) bool { return *s.Queue == Queue{} })

	// A question, and two that cannot be answered.
	r, battle := remoteOf(t, url, "sparta-195bc")
	start := battle.Start()
	for start.ToAct() == game.Nature {
		start.Apply(start.Roll(dice.New(1)), nil)
	}
	side := start.ToAct()
	if r.Advise(start, side, dice.New(1), 0) == nil || r.Advise(start, side.Other(), dice.New(1), 0) != nil {
		t.Error("the answers are not what was expected")
	}
	chunk := chunk{Run: "wrong", What: run{Kind: "nonsense", Program: testProgram}, Tasks: encode(0)}
	d, err := c.open(t.Context())
	if err == nil {
		err = d.queue(t.Context(), &chunk, "one")
	}
	if err != nil {
		t.Fatal(err)
	}
	look(t, url, func(s *State) bool { return s.Workers[0].Failures == 2 })
	text := scrape(t, metrics.Handler())
	for _, line := range []string{
		"acies_worker_chunks_total 3", "acies_worker_games_total 40", "acies_worker_thoughts_total 1", `acies_worker_failures_total{work="chunk"} 1`,
		`acies_worker_failures_total{work="thought"} 1`, "acies_worker_playing 0", "acies_worker_thinking 0", "acies_worker_jobs 1",
		"acies_worker_bus_connected 1", "process_resident_memory_bytes ", "go_goroutines ",
	} {
		if !strings.Contains(text, "\n"+line) {
			t.Errorf("the metrics lack %s", line)
		}
	}
	if sent, here := r.Sent(), r.Here(); sent != 2 || here != 1 {
		t.Errorf("questions: %d sent, %d left to the server; want 2 and 1", sent, here)
	}
}

func scrape(t *testing.T, h http.Handler) string {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Body.String()
}

// TestLookAway: without JetStream there is no queue, and without a server nothing.
func TestLookAway(t *testing.T) {
	s := bustest.Start(t)
	startWorker(t, Options{URL: s.URL()}, nil) // it waits for JetStream
	if x := look(t, s.URL(), func(*State) bool { return true }); x.Queue != nil || len(x.Workers) > 0 {
		t.Errorf("%+v", x)
	}
	url := s.URL()
	s.Stop()
	if _, err := Look(t.Context(), url); err == nil {
		t.Error("nobody is there")
	}
}

// TestShares: what workers play of a run is not waiting, and of what nobody collects the queue knows the kind.
func TestShares(t *testing.T) {
	var n numbers
	one := chunk{Run: "a", What: run{Kind: simKind}}
	end, other := n.begin(&one), n.begin(&one)
	n.begin(&chunk{Run: "b", What: run{Kind: selfKind}})
	half := 1.5
	queued := map[string]Doing{"a": {Run: "a", Kind: simKind, Waiting: 5}, "b": {Run: "b", Kind: selfKind, Waiting: 1}}
	collected := map[string]Doing{"a": {Run: "a", Kind: simKind, Progress: &Progress{9, 3, &half}}, "c": {Run: "c", Kind: ladderKind}}
	s := State{Workers: []Info{{Doing: n.doing()}, {Doing: []Share{{"a", simKind, 1}}}}}
	var text []string
	for _, x := range s.merge(queued, collected) {
		text = append(text, fmt.Sprint(x.Run, " ", x.Kind, " ", x.Waiting, " ", x.Playing, " ", x.Progress != nil))
	}
	if want := []string{"a sim 2 3 true", "b tune 0 1 false", "c ladder 0 0 false"}; !reflect.DeepEqual(text, want) {
		t.Errorf("%q, want %q", text, want)
	}
	end()
	other()
	if list := n.doing(); len(list) != 1 || list[0].Run != "b" {
		t.Errorf("%+v", list)
	}
}

// TestAway: when nobody takes a question it is not sent again for a while, and each is left to the server.
func TestAway(t *testing.T) {
	r, b := remoteOf(t, startNATS(t), "sparta-195bc")
	for range 3 {
		s := b.Start()
		for s.ToAct() == game.Nature {
			s.Apply(s.Roll(dice.New(1)), nil)
		}
		p := r.Player(level, ai.Centurion)()
		p.Choose(s, s.ToAct(), dice.New(1))
	}
	if sent, here := r.Sent(), r.Here(); sent != 1 || here != 3 {
		t.Errorf("%d sent, %d left to the server; want 1 and 3", sent, here)
	}
}

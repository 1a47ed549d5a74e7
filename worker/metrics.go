package worker

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are numbers about a worker for Prometheus. A nil Metrics shows nothing.
type Metrics struct{ registry *prometheus.Registry }

// NewMetrics returns metrics of this process; those of the worker are added when it runs.
func NewMetrics() *Metrics {
	m := &Metrics{prometheus.NewRegistry()}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler answers with the metrics.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	return mux
}

// show adds the numbers of a worker.
func (m *Metrics) show(w *worker) {
	if m == nil {
		return
	}
	counter := func(name, help string, labels prometheus.Labels, n *atomic.Int64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels}, func() float64 { return float64(n.Load()) }))
	}
	gauge := func(name, help string, f func() int) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(f()) }))
	}
	n := &w.numbers
	counter("acies_worker_chunks_total", "Chunks of batches played to their end.", nil, &n.chunks)
	counter("acies_worker_games_total", "Games of batches played.", nil, &n.games)
	counter("acies_worker_thoughts_total", "Questions of servers answered: choices, hints, luck reports.", nil, &n.thoughts)
	const failures = "What could not be done: chunks that cannot be read or played, questions without an answer."
	counter("acies_worker_failures_total", failures, prometheus.Labels{"work": "chunk"}, &n.failedChunks)
	counter("acies_worker_failures_total", failures, prometheus.Labels{"work": "thought"}, &n.failedThoughts)
	gauge("acies_worker_jobs", "Games and thoughts that there is room for at a time.", func() int { return w.Jobs })
	gauge("acies_worker_playing", "Games of batches in progress.", func() int { return w.room.taken(&w.room.playing) })
	gauge("acies_worker_thinking", "Thoughts in progress.", func() int { return w.room.taken(&w.room.thinking) })
	gauge("acies_worker_bus_connected", "1 while there is a connection to NATS.", func() int {
		if w.nc.IsConnected() {
			return 1
		}
		return 0
	})
}

// numbers are what a worker has done since it was started.
type numbers struct {
	chunks, games, thoughts, failedChunks, failedThoughts atomic.Int64

	mu     sync.Mutex
	shares map[string]*Share // by run: what it is doing
}

// begin notes that a chunk is being played, until the function that it returns is called.
func (n *numbers) begin(c *chunk) (end func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := n.shares[c.Run]
	if s == nil {
		if n.shares == nil {
			n.shares = map[string]*Share{}
		}
		s = &Share{Run: c.Run, Kind: c.What.Kind}
		n.shares[c.Run] = s
	}
	s.Chunks++
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if s.Chunks--; s.Chunks == 0 {
			delete(n.shares, c.Run)
		}
	}
}

// doing returns what is being played.
func (n *numbers) doing() (list []Share) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, s := range n.shares {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Share) int { return strings.Compare(a.Run, b.Run) })
	return list
}

// info returns what the worker says about itself.
func (w *worker) info() Info {
	n := &w.numbers
	return Info{
		ID: w.id, Name: w.Name, Program: w.Program, Version: version(w.Program), Started: w.started, Jobs: w.Jobs,
		Playing: w.room.taken(&w.room.playing), Thinking: w.room.taken(&w.room.thinking), Doing: n.doing(),
		Chunks: n.chunks.Load(), Games: n.games.Load(), Thoughts: n.thoughts.Load(), Failures: n.failedChunks.Load() + n.failedThoughts.Load(),
	}
}

package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"acies/bus"
)

// Metrics are numbers about a server for Prometheus. Labels have few values: routes, classes of status, kinds of pace. A nil Metrics
// counts nothing.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	times    *prometheus.HistogramVec
	streams  prometheus.Gauge
	refused  *prometheus.CounterVec
	rows     prometheus.Counter
	writes   prometheus.Histogram
	backup   prometheus.Gauge
	failed   prometheus.Counter
	messages *prometheus.CounterVec
}

// NewMetrics returns metrics that have counted nothing yet.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "acies_requests_total", Help: "Requests by route and class of status."}, []string{"route", "class"}),
		times: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "acies_request_seconds", Help: "How long requests take, streams of events excepted.", Buckets: []float64{.001, .005, .02, .1, .5, 2, 10, 60},
		}, []string{"route"}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{Name: "acies_streams", Help: "Open streams of events."}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "acies_refused_total", Help: "Requests refused because there were too many."}, []string{"pace"}),
		rows:    prometheus.NewCounter(prometheus.CounterOpts{Name: "acies_rows_written_total", Help: "Rows written to the logs of games: actions, rolls and settings."}),
		writes: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "acies_write_seconds", Help: "How long a transaction takes to reach the disk.", Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .5, 2, 10},
		}),
		backup:   prometheus.NewGauge(prometheus.GaugeOpts{Name: "acies_backup_last_success_seconds", Help: "When the last scheduled backup was made, in seconds since 1970; 0: none since the start."}),
		messages: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "acies_bus_messages_total", Help: "Messages to and from other nodes."}, []string{"direction"}),
		failed:   prometheus.NewCounter(prometheus.CounterOpts{Name: "acies_backup_failures_total", Help: "Scheduled backups that could not be made."}),
	}
	m.registry.MustRegister(m.requests, m.times, m.streams, m.refused, m.rows, m.writes, m.backup, m.failed, m.messages,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler answers with the metrics. It is for a listener of its own: they are not for everybody.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	return mux
}

// Gauge adds a number that f returns when it is asked for.
func (m *Metrics) Gauge(name, help string, f func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f))
}

// Counter adds a number that only grows, which f returns when it is asked for.
func (m *Metrics) Counter(name, help string, f func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, f))
}

// values returns the numbers without labels.
func (m *Metrics) values() map[string]int {
	all := map[string]int{}
	if m == nil {
		return all
	}
	families, err := m.registry.Gather()
	if err != nil {
		return all
	}
	for _, f := range families {
		if list := f.GetMetric(); len(list) == 1 && list[0].GetGauge() != nil {
			all[f.GetName()] = int(list[0].GetGauge().GetValue())
		}
	}
	return all
}

// Bus returns a bus whose messages are counted.
func (m *Metrics) Bus(b bus.Bus) bus.Bus {
	if x, ok := b.(interface{ Connected() bool }); ok {
		m.Gauge("acies_bus_connected", "1 while there is a connection to other nodes.", func() float64 {
			if x.Connected() {
				return 1
			}
			return 0
		})
	}
	return &countedBus{b, m.messages.WithLabelValues("out"), m.messages.WithLabelValues("in")}
}

// countedBus counts the messages of a bus.
type countedBus struct {
	bus.Bus
	out, in prometheus.Counter
}

func (b *countedBus) Publish(topic string, data []byte) {
	b.out.Inc()
	b.Bus.Publish(topic, data)
}

func (b *countedBus) Subscribe(topic string, f func(data []byte)) (stop func()) {
	return b.Bus.Subscribe(topic, func(data []byte) {
		b.in.Inc()
		f(data)
	})
}

// Wrote counts a transaction of the data file: rows of games in it, and how long it took.
func (m *Metrics) Wrote(rows int, took time.Duration) {
	m.rows.Add(float64(rows))
	m.writes.Observe(took.Seconds())
}

// BackedUp notes a scheduled backup that was made, or why it was not.
func (m *Metrics) BackedUp(at time.Time, err error) {
	if err != nil {
		m.failed.Inc()
		return
	}
	m.backup.Set(float64(at.Unix()))
}

// count counts a request that has ended.
func (m *Metrics) count(x *exchange, took time.Duration) {
	if m == nil {
		return
	}
	route := x.route
	if route == "" {
		route = "refused"
	}
	m.requests.WithLabelValues(route, strconv.Itoa(x.status/100)+"xx").Inc()
	if !x.stream {
		m.times.WithLabelValues(route).Observe(took.Seconds())
	}
}

// stream counts an open stream, until the function that it returns is called.
func (m *Metrics) stream() (end func()) {
	if m == nil {
		return func() {}
	}
	m.streams.Inc()
	return m.streams.Dec
}

// refuse counts a request that was refused because there were too many.
func (m *Metrics) refuse(kind string) {
	if m != nil {
		m.refused.WithLabelValues(kind).Inc()
	}
}

package worker

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"acies/game"
	"acies/table"
)

// Options are the settings of a worker.
type Options struct {
	URL     string // of the NATS server
	Jobs    int    // games and thoughts at a time; 0 means one per processor
	Name    string // by which people know it; empty: a random one
	Program string // the version of the program; only work for the same version is done
	Logger  *slog.Logger
	Metrics *Metrics // nil: none

	ackWait time.Duration // how long the queue leaves a chunk with a silent worker; 0: as usual
	refusal time.Duration // how long a chunk that was refused is left to others; 0: as usual
}

const (
	refusal     = 5 * time.Second  // for which a chunk that does not fit is left to others
	grace       = 5 * time.Second  // for which chunks are still played when the worker is to end
	pullWait    = time.Second      // of one request for a chunk
	pause       = time.Second      // after a failure
	reportEvery = 30 * time.Second // progress in the log
	maxAnswer   = 256 << 10        // bytes of results in a message; a server takes a megabyte
	maxBattles  = 64               // battles that a worker keeps
)

// worker is one worker.
type worker struct {
	Options
	id    string
	nc    *nats.Conn
	depot *depot
	queue jetstream.Consumer

	library shelf
	room    room
	desk    desk
	noted   sync.Map // ids of runs about which something was logged
	started time.Time
	numbers numbers
}

// Run does work until ctx is done. It then takes no more, and what it has begun it finishes within some seconds or hands
// back.
func Run(ctx context.Context, o Options) error {
	w := newWorker(o)
	nc, err := connect(o.URL, "acies worker "+w.id, true, w.Logger)
	if err != nil {
		return err
	}
	defer nc.Close()
	w.nc = nc
	w.Metrics.show(w)
	if !w.open(ctx) {
		return nil
	}
	return w.work(ctx)
}

// newWorker returns a worker that is not connected.
func newWorker(o Options) *worker {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.ackWait == 0 {
		o.ackWait = ackWait
	}
	if o.refusal == 0 {
		o.refusal = refusal
	}
	w := &worker{Options: o, id: rand.Text(), started: time.Now().UTC()}
	if w.Name == "" {
		w.Name = w.id
	}
	w.room.jobs = w.Jobs
	w.room.free = sync.NewCond(&w.room.mu)
	return w
}

// open waits for the server and finds the queue. It returns false if the worker is to end before.
func (w *worker) open(ctx context.Context) bool {
	for said := ""; ctx.Err() == nil; rest(ctx, pause) {
		err := w.find(ctx)
		if err == nil {
			return true
		}
		if said != err.Error() {
			said = err.Error()
			w.Logger.Info("waiting for NATS", "address", Redacted(w.URL), "error", err)
		}
	}
	return false
}

func (w *worker) find(ctx context.Context) (err error) {
	if !w.nc.IsConnected() {
		return nats.ErrNoServers
	}
	w.depot, w.queue, err = w.openQueue(ctx)
	return err
}

// openQueue finds what lies in JetStream and the place at which all workers take work, or makes them.
func (w *worker) openQueue(ctx context.Context) (*depot, jetstream.Consumer, error) {
	d, err := openDepot(ctx, w.nc)
	if err != nil {
		return nil, nil, err
	}
	q, err := d.work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: w.ackWait, MaxAckPending: -1, MaxDeliver: -1,
	})
	return d, q, err
}

// work takes chunks and questions until ctx is done.
func (w *worker) work(ctx context.Context) error {
	census, err := w.nc.Subscribe(censusSubject, func(m *nats.Msg) { m.Respond(encode(w.info())) })
	if err != nil {
		return err
	}
	if err := w.answerQuestions(); err != nil {
		return err
	}
	if err := w.nc.Flush(); err != nil { // who reads that the worker works can ask it
		return err
	}
	w.Logger.Info("working", "worker", w.id, "program", w.Program, "jobs", w.Jobs, "address", Redacted(w.URL))

	// Chunks that are being played when the worker is to end have some time left.
	playing, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, func() {
		w.Logger.Info("finishing")
		rest(playing, grace)
		stop()
	})()
	var slots sync.WaitGroup
	for range w.Jobs {
		slots.Go(func() {
			for ctx.Err() == nil {
				w.takeChunk(ctx, playing)
			}
		})
	}
	slots.Go(func() { w.logProgress(ctx) })
	slots.Wait()
	err = errors.Join(census.Unsubscribe(), w.stopAnswering(), w.nc.FlushTimeout(grace))
	w.Logger.Info("stopped", "games", w.numbers.games.Load())
	if err != nil { // the queue will notice by itself
		w.Logger.Warn("the server may not have heard of the end", "error", err)
	}
	return nil
}

// logProgress reports how many games were played, if any were.
func (w *worker) logProgress(ctx context.Context) {
	for last := int64(0); ctx.Err() == nil; {
		rest(ctx, reportEvery)
		if n := w.numbers.games.Load(); n > last && ctx.Err() == nil {
			w.Logger.Info("playing", "games", n, "perSecond", float64(n-last)/reportEvery.Seconds())
			last = n
		}
	}
}

// rest waits for some time or until ctx is done.
func rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// takeChunk takes a chunk from the queue, if there is one, and plays it. A request that is under way is not broken off: the
// queue might have answered it already, and would wait for that chunk.
func (w *worker) takeChunk(ctx, playing context.Context) {
	asked := time.Now()
	m, err := w.queue.Next(jetstream.FetchMaxWait(pullWait))
	switch {
	case err == nil && ctx.Err() != nil:
		m.Nak()
	case err == nil:
		if !w.playChunk(playing, m) {
			rest(ctx, w.refusal) // so that others ask for it first
		}
	case time.Since(asked) < pullWait/2: // it has failed at once, and would again
		rest(ctx, pause)
		if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrConsumerDeleted) || errors.Is(err, nats.ErrNoResponders) {
			if _, _, err := w.openQueue(ctx); err == nil {
				w.Logger.Info("the queue was lost and has been made again")
			}
		}
	}
}

// playChunk plays a chunk. When its results are published it is acknowledged, so that it comes again if anything fails before. It returns
// false if the chunk is left to workers of another version.
func (w *worker) playChunk(ctx context.Context, m jetstream.Msg) (fits bool) {
	var c chunk
	if err := json.Unmarshal(m.Data(), &c); err != nil {
		w.Logger.Error("a chunk cannot be read", "error", err)
		w.numbers.failedChunks.Add(1)
		m.Term()
		return true
	}
	if why := c.What.misfit(w.Program); why != "" {
		if w.first("refused " + c.Run) {
			w.Logger.Warn("a run is refused and left to other workers", "run", c.Run, "kind", c.What.Kind, "reason", why)
		}
		m.Nak()
		return false
	}
	defer w.keep(m)()
	battles, err := w.battles(ctx, c.What.Battles)
	if errors.Is(err, errNoPack) {
		if w.first("unknown " + c.Run) {
			w.Logger.Warn("a run waits for its pack", "run", c.Run)
		}
		m.NakWithDelay(w.refusal)
		return true
	}
	w.noteRun(&c)
	defer w.numbers.begin(&c)()
	p := publisher{w: w, ctx: ctx, run: c.Run, out: answer{Worker: w.id}}
	if err == nil {
		err = safely(func() error { return c.play(ctx, battles, w.room.enter, p.add) })
	}
	// A chunk that was interrupted is unfinished, not wrong.
	if err != nil && ctx.Err() == nil && !errors.Is(err, errUnpublished) {
		w.Logger.Error("a game of a run cannot be played", "run", c.Run, "error", err)
		p.out.Error = err.Error()
		w.numbers.failedChunks.Add(1)
		err = nil
	}
	if p.flush() != nil || err != nil {
		m.Nak()
		return true
	}
	if p.out.Error == "" {
		w.numbers.chunks.Add(1)
	}
	if err := m.Ack(); err != nil {
		w.Logger.Warn("a chunk could not be acknowledged; it will come again", "run", c.Run, "error", err)
	}
	return true
}

// noteRun says for what games are played. A tuning is a run for each of its steps; it is mentioned once.
func (w *worker) noteRun(c *chunk) {
	battles := battleIDs(c.What.Battles)
	key := c.Run
	if c.What.Kind == selfKind {
		key = selfKind + " " + strings.Join(battles, " ")
	}
	if w.first(key) {
		w.Logger.Info("playing for a run", "run", c.Run, "kind", c.What.Kind, "battles", battles, "sides", c.What.Sides)
	}
}

// first reports whether something has not been said yet.
func (w *worker) first(what string) bool {
	_, said := w.noted.LoadOrStore(what, true)
	return !said
}

func battleIDs(list []battle) (out []string) {
	for i := range list {
		out = append(out, list[i].Battle)
	}
	return out
}

// safely calls f and turns a panic into an error.
func safely(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("%v\n%s", x, debug.Stack())
		}
	}()
	return f()
}

// keep tells the queue that a chunk is being played until the returned function is called.
func (w *worker) keep(m jetstream.Msg) (end func()) {
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		for ctx.Err() == nil {
			rest(ctx, w.ackWait/3)
			if ctx.Err() == nil {
				m.InProgress()
			}
		}
	}()
	return stop
}

// battles returns the battles of a run.
func (w *worker) battles(ctx context.Context, list []battle) (out []game.Battle, err error) {
	for i := range list {
		b, err := w.library.load(list[i].Source, func(hash string) ([]byte, error) { return w.depot.pack(ctx, hash) })
		if err != nil {
			return nil, err
		}
		out = append(out, b.Battle)
	}
	return out, nil
}

// publisher publishes the results of a chunk.
type publisher struct {
	w    *worker
	ctx  context.Context
	run  string
	out  answer
	size int
}

// errUnpublished says that results could not be published.
var errUnpublished = errors.New("results could not be published")

// add adds the result of a game.
func (p *publisher) add(key string, result any) error {
	data, err := json.Marshal(result)
	if err != nil {
		return err
	}
	p.w.numbers.games.Add(1)
	p.out.Lines = append(p.out.Lines, line{key, data})
	if p.size += len(data); p.size < maxAnswer {
		return nil
	}
	return p.flush()
}

// flush publishes the results that were added. It tries again until ctx is done.
func (p *publisher) flush() error {
	if len(p.out.Lines) == 0 && p.out.Error == "" {
		return nil
	}
	data := encode(p.out)
	p.out.Lines, p.size = nil, 0
	for {
		err := p.publish(data)
		if err == nil {
			return nil
		}
		if p.ctx.Err() != nil {
			return errUnpublished
		}
		p.w.Logger.Warn("results cannot be published yet", "run", p.run, "error", err)
		rest(p.ctx, pause)
	}
}

// publish publishes results once. What is done is published even if the worker is to end.
func (p *publisher) publish(data []byte) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(p.ctx), grace)
	defer stop()
	_, err := p.w.depot.js.Publish(ctx, resultSubject+p.run, data)
	return err
}

// room is the places for games and thoughts. Thoughts are never kept waiting; games are, while thoughts fill the room.
type room struct {
	jobs int

	mu       sync.Mutex
	free     *sync.Cond
	playing  int
	thinking int
}

// enter waits until there is room for a game. The game calls end.
func (r *room) enter(ctx context.Context) (end func(), err error) {
	defer context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.free.Broadcast()
	})()
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.playing+r.thinking >= r.jobs && ctx.Err() == nil {
		r.free.Wait()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r.playing++
	return func() { r.leave(&r.playing) }, nil
}

// think takes a place for a thought, unless as many as there are jobs are under way.
func (r *room) think() (end func(), ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.thinking >= r.jobs {
		return nil, false
	}
	r.thinking++
	return func() { r.leave(&r.thinking) }, true
}

// taken returns how many places of a kind are taken.
func (r *room) taken(places *int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return *places
}

func (r *room) leave(places *int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	*places--
	r.free.Signal()
}

// shelf keeps the battles that were needed last.
type shelf struct {
	mu      sync.Mutex
	library *table.Library
	loaded  map[string]*table.LoadedBattle
}

// load returns the battle of a source.
func (s *shelf) load(source table.Source, stored table.Stored) (*table.LoadedBattle, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := digest(source)
	if b := s.loaded[key]; b != nil {
		return b, nil
	}
	if s.library == nil || len(s.loaded) >= maxBattles {
		s.library, s.loaded = table.NewLibrary(), map[string]*table.LoadedBattle{}
	}
	b, err := s.library.LoadSource(source, stored)
	var lost *table.PackError
	if errors.As(err, &lost) && errors.Is(err, errNoPack) {
		return nil, errNoPack
	}
	if err != nil {
		return nil, err
	}
	s.loaded[key] = b
	return b, nil
}

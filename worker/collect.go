package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// batch is the games of a run that a client wants to have played.
type batch struct {
	what     run
	battles  []Battle
	keys     []string              // of the games, in the order in which their results are passed on
	weight   func(game int) int    // a chunk has games of this weight together: whole
	describe func(games []int) any // the tasks of a chunk
	got      func(game int, result json.RawMessage) error
}

// whole is the weight of a full chunk, and light that of a game that takes some hundredths of a second. A chunk should take long
// compared with the milliseconds that the queue takes for it, and not so long that others wait for the last one.
const (
	whole = 16
	light = 1
)

// The times of a collector.
const (
	idle     = 5 * time.Second // without a result, after which chunks that may have been lost are queued again
	patience = 5 * time.Second // for an answer of the server
	least    = 16              // chunks that are queued, however few workers there are
	perJob   = 4               // chunks that are queued for each job of a worker
)

// collector has a batch played and passes on the results.
type collector struct {
	*batch
	c     *Client
	depot *depot
	id    string // of the run

	index   map[string]int    // games by their keys
	results []json.RawMessage // that wait for those of earlier games
	have    []bool
	next    int // the first game whose result was not passed on
	missing int

	begun time.Time
	found int          // games whose results were there already
	done  atomic.Int64 // games whose results have come

	queued  map[string]*parcel // chunks whose results are not all there, by id
	chunkOf []*parcel          // by game; nil: not queued
	first   int                // no game before it is without a chunk
	ahead   int                // how many chunks to queue
}

// parcel is a chunk that was queued.
type parcel struct {
	id      string
	chunk   chunk
	missing int
}

// collect has a batch played and passes on each result once, in the order of the games. When it is stopped, it passes on what
// it has, and takes back what was not begun.
func (c *Client) collect(ctx context.Context, b *batch, crew func(Crew)) (err error) {
	if len(b.keys) == 0 {
		return nil
	}
	b.what.Program = c.program
	for i := range b.battles {
		g := &b.battles[i]
		if err := c.send(ctx, g); err != nil {
			return fmt.Errorf("sending the pack of %s to the workers: %w", g.Source.Battle, err)
		}
		b.what.Battles = append(b.what.Battles, battleOf(g.Battle, g.Source))
	}
	x := &collector{
		batch: b, c: c, id: b.what.id(), index: map[string]int{}, missing: len(b.keys), queued: map[string]*parcel{},
		results: make([]json.RawMessage, len(b.keys)), have: make([]bool, len(b.keys)), chunkOf: make([]*parcel, len(b.keys)), ahead: least,
	}
	for i, key := range b.keys {
		x.index[key] = i
	}
	if x.depot, err = c.open(ctx); err != nil {
		return err
	}
	if err = x.run(ctx, crew); err == nil {
		return nil
	}
	late, stop := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer stop()
	return errors.Join(err, x.flush(), x.depot.withdraw(late, x.id))
}

// run collects until no result is missing.
func (x *collector) run(ctx context.Context, crew func(Crew)) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	messages, err := x.listen(ctx)
	if err != nil {
		return err
	}
	crews := make(chan Crew)
	err = x.c.census(ctx, func(n Crew) {
		select {
		case crews <- n:
		case <-ctx.Done():
		}
	})
	if err != nil {
		return err
	}
	if err := x.catchUp(ctx, messages); err != nil {
		return err
	}
	x.found, x.begun = int(x.done.Load()), time.Now()
	told, err := x.c.nc.Subscribe(runsSubject, func(m *nats.Msg) { m.Respond(encode(x.doing())) })
	if err != nil {
		return err
	}
	defer told.Unsubscribe()
	waiting := time.NewTimer(idle)
	defer waiting.Stop()
	for x.missing > 0 {
		x.fill(ctx)
		select {
		case m := <-messages:
			if err := x.take(m); err != nil {
				return err
			}
			waiting.Reset(idle)
		case n := <-crews:
			x.ahead = max(least, perJob*n.Jobs)
			if crew != nil {
				crew(n)
			}
		case <-waiting.C:
			x.requeue(ctx)
			waiting.Reset(idle)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// doing returns how far the run is.
func (x *collector) doing() Doing {
	d := x.what.doing(x.id)
	d.Progress = &Progress{Games: len(x.keys), Done: int(x.done.Load())}
	if played := d.Progress.Done - x.found; played > 0 {
		left := time.Since(x.begun).Seconds() / float64(played) * float64(d.Progress.Games-d.Progress.Done)
		d.Progress.Left = &left
	}
	return d
}

// listen returns the results of the run, from the first that is kept.
func (x *collector) listen(ctx context.Context) (<-chan jetstream.Msg, error) {
	consumer, err := x.depot.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultSubject + x.id}})
	if err != nil {
		return nil, missing(err)
	}
	messages := make(chan jetstream.Msg)
	consuming, err := consumer.Consume(func(m jetstream.Msg) {
		select {
		case messages <- m:
		case <-ctx.Done():
		}
	})
	if err != nil {
		return nil, missing(err)
	}
	context.AfterFunc(ctx, consuming.Stop)
	return messages, nil
}

// catchUp takes the results that are there already.
func (x *collector) catchUp(ctx context.Context, messages <-chan jetstream.Msg) error {
	subject := resultSubject + x.id
	info, err := x.depot.results.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return missing(err)
	}
	for range info.State.Subjects[subject] {
		select {
		case m := <-messages:
			if err := x.take(m); err != nil {
				return err
			}
			// Old results may give way to new ones while they are read.
			if data, err := m.Metadata(); err == nil && data.NumPending == 0 {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// take takes the results in a message.
func (x *collector) take(m jetstream.Msg) error {
	var a answer
	if err := json.Unmarshal(m.Data(), &a); err != nil {
		return fmt.Errorf("results of a worker cannot be read: %w", err)
	}
	for _, l := range a.Lines {
		i, ok := x.index[l.Key]
		if !ok || x.have[i] { // of a game that is not wanted, or that was played twice
			continue
		}
		x.have[i], x.results[i] = true, l.Line
		x.missing--
		x.done.Add(1)
		if p := x.chunkOf[i]; p != nil {
			if p.missing--; p.missing == 0 {
				delete(x.queued, p.id)
			}
		}
	}
	for ; x.next < len(x.keys) && x.have[x.next]; x.next++ {
		if err := x.pass(x.next); err != nil {
			return err
		}
	}
	if a.Error != "" && x.missing > 0 {
		return fmt.Errorf("worker %s: %s", a.Worker, a.Error)
	}
	return nil
}

// pass passes on the result of a game.
func (x *collector) pass(i int) error {
	result := x.results[i]
	x.results[i] = nil
	return x.got(i, result)
}

// flush passes on the results that wait for others.
func (x *collector) flush() error {
	for i := x.next; i < len(x.keys); i++ {
		if x.results[i] != nil {
			if err := x.pass(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// fill queues chunks until there are enough. What cannot be queued now is queued later.
func (x *collector) fill(ctx context.Context) {
	for len(x.queued) < x.ahead {
		p := x.cut()
		if p == nil {
			return
		}
		if x.put(ctx, p) != nil {
			return
		}
	}
}

// cut makes a chunk of the next games that are neither played nor queued, or returns nil if there are none.
func (x *collector) cut() *parcel {
	var games []int
	weight := 0
	for ; x.first < len(x.keys) && weight < whole; x.first++ {
		if x.have[x.first] || x.chunkOf[x.first] != nil {
			continue
		}
		if w := x.weight(x.first); len(games) > 0 && weight+w > whole {
			break
		}
		games = append(games, x.first)
		weight += x.weight(x.first)
	}
	if len(games) == 0 {
		return nil
	}
	p := &parcel{chunk: chunk{Run: x.id, What: x.what}, missing: len(games)}
	var keys []string
	for _, i := range games {
		x.chunkOf[i] = p
		keys = append(keys, x.keys[i])
	}
	p.id = digest(keys)
	p.chunk.Tasks = encode(x.describe(games))
	x.queued[p.id] = p
	return p
}

// put puts a chunk into the queue.
func (x *collector) put(ctx context.Context, p *parcel) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return x.depot.queue(ctx, &p.chunk, p.id)
}

// requeue queues those chunks again that are no longer in the queue though their results are missing: it may have been lost, or the
// results in it, or it was withdrawn by somebody who collects the same run.
func (x *collector) requeue(ctx context.Context) {
	for _, p := range x.queued {
		err := x.put(ctx, p)
		if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
			if d, err := openDepot(ctx, x.c.nc); err == nil {
				x.depot = d
			}
		}
		if err != nil {
			return
		}
	}
}

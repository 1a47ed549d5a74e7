package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// State is what the workers of a NATS server do, and what waits for them.
type State struct {
	Workers []Info  `json:"workers"`
	Queue   *Queue  `json:"queue,omitempty"` // nil: the server has none; it has no JetStream, or nobody has used it yet
	Runs    []Doing `json:"runs"`            // that have chunks in the queue, or somebody who collects their results
}

// Queue is how many chunks there are.
type Queue struct {
	Waiting int `json:"waiting"`
	Playing int `json:"playing"` // that workers have taken
}

// Doing is how far a run is.
type Doing struct {
	Run     string   `json:"run"`
	Kind    string   `json:"kind"`
	Battles []string `json:"battles"`
	Program string   `json:"program"` // workers of other versions leave it alone
	Waiting int      `json:"waiting"` // chunks in the queue that nobody plays
	Playing int      `json:"playing"` // chunks that workers play

	// What the one knows who collects the results; nil: nobody does. What is not queued yet is not among the chunks.
	Progress *Progress `json:"progress,omitempty"`
}

// Progress is how many games of a run are played.
type Progress struct {
	Games int      `json:"games"`
	Done  int      `json:"done"`
	Left  *float64 `json:"left,omitempty"` // seconds, at the pace since it was begun or resumed; nil: not known yet
}

// askEvery is how often workers and collectors are asked: the first question may come before they are there.
const askEvery = 200 * time.Millisecond

// Look asks workers what they do and looks into their queue. It returns what was answered when the context ends.
func Look(ctx context.Context, address string) (*State, error) {
	nc, err := connect(address, "acies status", false, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer nc.Close()
	workers, runs := newAnswers(func(x *Info) string { return x.ID }), newAnswers(func(x *Doing) string { return x.Run })
	for subject, take := range map[string]nats.MsgHandler{censusSubject: workers.take, runsSubject: runs.take} {
		inbox := nc.NewInbox()
		if _, err := nc.Subscribe(inbox, take); err != nil {
			return nil, err
		}
		go func() {
			for ctx.Err() == nil {
				nc.PublishRequest(subject, inbox, nil)
				rest(ctx, askEvery)
			}
		}()
	}
	queue, queued, err := lookAtQueue(context.WithoutCancel(ctx), nc)
	if err != nil {
		return nil, err
	}
	<-ctx.Done()
	s := &State{Workers: workers.list(func(a, b Info) int { return strings.Compare(a.Name, b.Name) }), Queue: queue}
	s.Runs = s.merge(queued, runs.byID())
	return s, nil
}

// answers are what was answered to a question that is asked again and again: of each who answers the last word.
type answers[T any] struct {
	id   func(*T) string
	mu   sync.Mutex
	last map[string]T
}

func newAnswers[T any](id func(*T) string) *answers[T] {
	return &answers[T]{id: id, last: map[string]T{}}
}

func (a *answers[T]) take(m *nats.Msg) {
	var x T
	if json.Unmarshal(m.Data, &x) != nil || a.id(&x) == "" {
		return // also that nobody is there
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last[a.id(&x)] = x
}

func (a *answers[T]) byID() map[string]T {
	a.mu.Lock()
	defer a.mu.Unlock()
	return maps.Clone(a.last)
}

func (a *answers[T]) list(order func(x, y T) int) []T {
	list := slices.Collect(maps.Values(a.byID()))
	slices.SortFunc(list, order)
	return append([]T{}, list...)
}

// merge adds to the runs of the queue those that somebody collects and what workers play of them. The queue does not know that: a chunk
// that was refused counts there as taken.
func (s *State) merge(queued, collected map[string]Doing) []Doing {
	list := []Doing{}
	for id, run := range collected {
		if q, ok := queued[id]; ok {
			run.Waiting = q.Waiting
		}
		queued[id] = run
	}
	for _, run := range queued {
		for _, w := range s.Workers {
			for _, d := range w.Doing {
				if d.Run == run.Run {
					run.Playing += d.Chunks
				}
			}
		}
		run.Waiting = max(0, run.Waiting-run.Playing)
		list = append(list, run)
	}
	slices.SortFunc(list, func(a, b Doing) int { return strings.Compare(a.Run, b.Run) })
	return list
}

// lookAtQueue returns how many chunks are in the queue, in all and by run. It makes no queue where there is none.
func lookAtQueue(ctx context.Context, nc *nats.Conn) (*Queue, map[string]Doing, error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	runs := map[string]Doing{}
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, nil, err
	}
	work, err := js.Stream(ctx, workStream)
	if noQueue(err) {
		return nil, runs, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("looking at the queue of work: %w", err)
	}
	info, err := work.Info(ctx, jetstream.WithSubjectFilter(workSubject+">"))
	if err != nil {
		return nil, nil, fmt.Errorf("looking at the queue of work: %w", err)
	}
	q := &Queue{Waiting: int(info.State.Msgs)}
	if c, err := work.Consumer(ctx, consumerName); err == nil { // without one no worker has been there
		known := c.CachedInfo()
		q.Waiting, q.Playing = int(known.NumPending), known.NumAckPending
	}
	for subject := range info.State.Subjects {
		run, _, _ := strings.Cut(strings.TrimPrefix(subject, workSubject), ".")
		x, ok := runs[run]
		if !ok {
			m, err := work.GetLastMsgForSubject(ctx, subject)
			if err != nil {
				continue // it was played meanwhile
			}
			var c chunk
			if json.Unmarshal(m.Data, &c) != nil {
				continue
			}
			x = c.What.doing(run)
		}
		x.Waiting++
		runs[run] = x
	}
	return q, runs, nil
}

// noQueue reports whether an error says that there is no queue.
func noQueue(err error) bool {
	for _, none := range []error{jetstream.ErrStreamNotFound, jetstream.ErrJetStreamNotEnabled, jetstream.ErrJetStreamNotEnabledForAccount, nats.ErrNoResponders} {
		if errors.Is(err, none) {
			return true
		}
	}
	return false
}

// doing returns what is said of a run.
func (r *run) doing(id string) Doing {
	return Doing{Run: id, Kind: r.Kind, Battles: battleIDs(r.Battles), Program: r.Program}
}

package store

import (
	"context"
	"maps"
	"slices"
	"sync"

	"acies/match"
)

// watchers are the open calls of [Store.Watch]. The zero value has none.
type watchers struct {
	mu  sync.Mutex
	all map[*watcher]struct{}
}

// watcher collects changes until its reader receives them.
type watcher struct {
	pending map[string]match.Revision // guarded by watchers.mu
	ready   chan struct{}             // has an element while changes are pending
}

func (w *watchers) add() *watcher {
	x := &watcher{pending: map[string]match.Revision{}, ready: make(chan struct{}, 1)}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[*watcher]struct{}{}
	}
	w.all[x] = struct{}{}
	return x
}

func (w *watchers) remove(x *watcher) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.all, x)
}

// report adds changes for all watchers. It does not block.
func (w *watchers) report(changes []match.Change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for x := range w.all {
		for _, c := range changes {
			x.pending[c.Game] = c.Revision
		}
		select {
		case x.ready <- struct{}{}:
		default:
		}
	}
}

// take removes and returns the pending changes of a watcher, sorted by id.
func (w *watchers) take(x *watcher) []match.Change {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []match.Change
	for _, id := range slices.Sorted(maps.Keys(x.pending)) {
		out = append(out, match.Change{Game: id, Revision: x.pending[id]})
	}
	clear(x.pending)
	return out
}

// Watch implements [match.Log].
func (s *Store) Watch(ctx context.Context) <-chan []match.Change {
	x := s.watchers.add()
	out := make(chan []match.Change)
	go func() {
		defer close(out)
		defer s.watchers.remove(x)
		for {
			select {
			case <-x.ready:
			case <-ctx.Done():
				return
			case <-s.done:
				return
			}
			list := s.watchers.take(x)
			if len(list) == 0 {
				continue // they came while others were taken, and were taken with them
			}
			select {
			case out <- list:
			case <-ctx.Done():
				return
			case <-s.done:
				return
			}
		}
	}()
	return out
}

package bot

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// idleTime is how long a bot may wait for its next choice before it makes room for another player's bot.
	idleTime = 250 * time.Millisecond
	// shareTime is how long a bot may choose again and again before it makes room for another player's bot.
	shareTime = 10 * time.Second
)

// Limit is how many bots of players may run at a time. A [Player] takes a place while its bot runs. If there is no free
// place, players wait for one in the order in which they have asked. Bots make room for those who wait, between
// two choices, when they are idle or have used their share of time; they are started again for their next choice.
type Limit struct {
	mu      sync.Mutex // held by nobody who takes another lock
	free    int
	taken   []*place
	waiting []*place
	timer   *time.Timer // runs while a place may become idle that somebody waits for; nil: never started

	idleTime, shareTime time.Duration
}

// place is the right to run a bot. All but ready and vacate is guarded by the lock of the limit.
type place struct {
	limit   *Limit
	ready   chan struct{} // closed when the place is given
	vacate  func()        // is called in a goroutine of its own if the place is wanted; it may release the place
	since   time.Time     // when it was given
	idle    time.Time     // when the last choice ended; zero: the bot is choosing
	leaving bool          // vacate has been called since the bot was last idle
}

// NewLimit returns a limit of n bots.
func NewLimit(n int) *Limit { return &Limit{free: n, idleTime: idleTime, shareTime: shareTime} }

// take waits for a place and returns it, for a bot that is choosing. The error is that of the context.
func (l *Limit) take(ctx context.Context, vacate func()) (*place, error) {
	p := &place{limit: l, ready: make(chan struct{}), vacate: vacate}
	l.mu.Lock()
	l.waiting = append(l.waiting, p)
	l.assign()
	l.mu.Unlock()
	select {
	case <-p.ready:
		return p, nil
	case <-ctx.Done():
		p.release()
		return nil, ctx.Err()
	}
}

// assign gives free places to those who wait and calls for as many others as are wanted. The caller holds the lock.
func (l *Limit) assign() {
	now := time.Now()
	for l.free > 0 && len(l.waiting) > 0 {
		p := l.waiting[0]
		l.waiting = slices.Delete(l.waiting, 0, 1)
		l.taken = append(l.taken, p)
		l.free--
		p.since = now
		close(p.ready)
	}
	wanted := len(l.waiting)
	var idle []*place
	for _, p := range l.taken {
		switch {
		case p.leaving:
			wanted--
		case !p.idle.IsZero():
			idle = append(idle, p)
		}
	}
	slices.SortStableFunc(idle, func(a, b *place) int { return a.idle.Compare(b.idle) })
	for _, p := range idle[:max(0, min(wanted, len(idle)))] {
		if rest := l.idleTime - now.Sub(p.idle); rest > 0 {
			l.assignIn(rest)
			return
		}
		p.leaving = true
		go p.vacate()
	}
}

// assignIn calls assign after some time. The caller holds the lock.
func (l *Limit) assignIn(d time.Duration) {
	if l.timer != nil {
		l.timer.Reset(d)
		return
	}
	l.timer = time.AfterFunc(d, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.assign()
	})
}

// begin notes that the bot is choosing and keeps its place.
func (p *place) begin() {
	p.limit.mu.Lock()
	defer p.limit.mu.Unlock()
	p.idle, p.leaving = time.Time{}, false
}

// finish notes that the bot has chosen, and reports whether it must make room: its share is used up and others wait.
func (p *place) finish() bool {
	l := p.limit
	l.mu.Lock()
	defer l.mu.Unlock()
	p.idle = time.Now()
	p.leaving = len(l.waiting) > 0 && p.idle.Sub(p.since) >= l.shareTime
	l.assign()
	return p.leaving
}

// wanted reports whether the place is still wanted: the bot has not begun to choose since vacate was called.
func (p *place) wanted() bool {
	p.limit.mu.Lock()
	defer p.limit.mu.Unlock()
	return p.leaving
}

// release gives the place back, or stops waiting for it. The bot has ended.
func (p *place) release() {
	l := p.limit
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.waiting, p); i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
	} else if i := slices.Index(l.taken, p); i >= 0 {
		l.taken = slices.Delete(l.taken, i, i+1)
		l.free++
	}
	l.assign()
}

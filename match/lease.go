package match

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Leaser is what a [Log] has besides if several nodes play its games: leases, by which one node at a time does something. The
// time of a lease is that of the log, so that the clocks of the nodes do not matter.
type Leaser interface {
	// Lease gives a holder the lease of a name for a while from now, or renews it. It returns false if another holds it.
	Lease(ctx context.Context, name, holder string, d time.Duration) (bool, error)

	// Release ends a lease, if the holder has it.
	Release(ctx context.Context, name, holder string) error

	// Expired returns the names of leases that have run out and that nobody has released.
	Expired(ctx context.Context) ([]string, error)
}

// How long a node that is silent keeps its leases, and how often it renews them and looks for those of others.
const (
	leaseTime  = 4 * time.Second
	leaseEvery = time.Second
)

// Leases are the leases of one node. A nil *Leases is that of a node that is alone: it has them all.
type Leases struct {
	from Leaser
	node string
	held atomic.Int64
}

// NewLeases returns the leases of a node, which has a random name unless it is given one.
func NewLeases(from Leaser, node string) *Leases {
	if node == "" {
		node = rand.Text()
	}
	return &Leases{from: from, node: node}
}

// Held returns how many leases the node holds.
func (l *Leases) Held() int {
	if l == nil {
		return 0
	}
	return int(l.held.Load())
}

// Lead calls f on one node at a time: on this one as soon and as long as it holds the lease of a name. The context of f ends
// when the lease is lost; f then returns, and is called again when the lease is regained. Lead returns when its own
// context ends. A node that is alone calls f once.
func (l *Leases) Lead(ctx context.Context, name string, f func(context.Context)) {
	if l == nil {
		f(ctx)
		return
	}
	for ctx.Err() == nil {
		if x := l.take(ctx, name); x != nil {
			while, cancel := context.WithCancel(ctx)
			stop := context.AfterFunc(x.lost, cancel)
			f(while)
			if x.lost.Err() == nil {
				<-while.Done() // f has nothing more to do, and no other node shall do it
			}
			stop()
			cancel()
			x.end(false)
		}
		sleep(ctx, leaseEvery, nil)
	}
}

// sleep waits for a while, until the context ends, or until a channel is closed.
func sleep(ctx context.Context, d time.Duration, until <-chan struct{}) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-until:
	case <-ctx.Done():
	}
}

// lease is a lease that the node holds.
type lease struct {
	of      *Leases
	name    string
	lost    context.Context // ends when the lease is lost
	quit    context.CancelFunc
	renewed sync.WaitGroup
}

// take returns the lease of a name, which is renewed until it ends, or nil if another node holds it or the log does not answer.
func (l *Leases) take(ctx context.Context, name string) *lease {
	x := &lease{of: l, name: name}
	x.lost, x.quit = context.WithCancel(context.WithoutCancel(ctx))
	begun := time.Now()
	if ok, err := x.ask(ctx, begun.Add(leaseTime)); err != nil || !ok {
		x.quit()
		return nil
	}
	l.held.Add(1)
	x.renewed.Go(func() { x.renew(begun) })
	return x
}

// ask asks for the lease, until a time at the latest.
func (x *lease) ask(ctx context.Context, until time.Time) (bool, error) {
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	return x.of.from.Lease(ctx, x.name, x.of.node, leaseTime)
}

// renew renews the lease, which was asked for at a time, until it ends or is lost: because another node has it, or because the
// log has not answered for as long as it lasts.
func (x *lease) renew(asked time.Time) {
	for {
		sleep(x.lost, leaseEvery, nil)
		if x.lost.Err() != nil {
			return
		}
		now := time.Now()
		ok, err := x.ask(x.lost, asked.Add(leaseTime))
		switch {
		case err == nil && ok:
			asked = now
		case err == nil, time.Since(asked) >= leaseTime:
			x.quit()
			return
		}
	}
}

// end gives the lease back. If what it is for is not done, other nodes are told so by a lease that has run out.
func (x *lease) end(undone bool) {
	lost := x.lost.Err() != nil
	x.quit()
	x.renewed.Wait()
	x.of.held.Add(-1)
	if lost {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.lost), leaseTime)
	defer cancel()
	// If the log does not answer, the lease runs out by itself.
	if undone {
		x.of.from.Lease(ctx, x.name, x.of.node, time.Millisecond)
		return
	}
	x.of.from.Release(ctx, x.name, x.of.node)
}

// thinkPrefix stands before the id of a game in the name of the lease by which a node plays for its opponents.
const thinkPrefix = "think "

// adopt opens the games whose opponents were played for by a node that has gone, until the games are closed.
func (g *Games) adopt() {
	leases := g.options.Leases
	for g.ctx.Err() == nil {
		names, _ := leases.from.Expired(g.ctx) // it is asked again
		for _, name := range names {
			id, ok := strings.CutPrefix(name, thinkPrefix)
			if !ok {
				continue
			}
			if err := g.With(id, func(m *Match) error { m.playOn(); return nil }); err != nil && g.ctx.Err() == nil {
				// Nobody can play it.
				g.options.Logger.Warn("a game cannot be taken over", "game", id, "error", err)
				if x := leases.take(g.ctx, name); x != nil {
					x.end(false)
				}
			}
		}
		sleep(g.ctx, leaseEvery, nil)
	}
}

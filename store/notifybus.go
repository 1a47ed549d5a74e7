package store

import (
	"context"
	"encoding/base64"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"acies/bus"
)

// notifyBus is the bus of PostgreSQL: notifications on one channel, which every node of the database listens to. A
// message is sent as "NODE NUMBER TOPIC DATA". They are numbered because PostgreSQL delivers one of several that are the same.
type notifyBus struct {
	pool *pgxpool.Pool
	node string
	sent uint64 // messages; only send uses it
	out  chan message
	quit context.CancelFunc
	ends sync.WaitGroup
	lost bus.Losses

	mu     sync.Mutex
	topics map[string]map[*subscription]struct{}
}

var _ bus.Bus = (*notifyBus)(nil)

type message struct {
	topic string
	data  []byte
}

// subscription holds the messages that its function has not been called with yet.
type subscription struct {
	in   chan []byte
	quit chan struct{}
}

const (
	busChannel = "acies"
	waitingBus = 1024 // messages that wait for the database or for a reader; more are lost
)

func newNotifyBus(pool *pgxpool.Pool, node int64) *notifyBus {
	ctx, quit := context.WithCancel(context.Background())
	b := &notifyBus{
		pool: pool, node: strconv.FormatUint(uint64(node), 36), out: make(chan message, waitingBus), quit: quit,
		topics: map[string]map[*subscription]struct{}{},
	}
	b.ends.Go(func() { b.listen(ctx) })
	b.ends.Go(func() { b.send(ctx) })
	return b
}

// Publish implements [bus.Bus].
func (b *notifyBus) Publish(topic string, data []byte) {
	select {
	case b.out <- message{topic, data}:
	default:
	}
}

// Subscribe implements [bus.Bus].
func (b *notifyBus) Subscribe(topic string, f func(data []byte)) (stop func()) {
	s := &subscription{make(chan []byte, waitingBus), make(chan struct{})}
	b.mu.Lock()
	if b.topics[topic] == nil {
		b.topics[topic] = map[*subscription]struct{}{}
	}
	b.topics[topic][s] = struct{}{}
	b.mu.Unlock()
	var ended sync.WaitGroup
	ended.Go(func() {
		for {
			select {
			case data := <-s.in:
				f(data)
			case <-s.quit:
				return
			}
		}
	})
	return sync.OnceFunc(func() {
		b.mu.Lock()
		delete(b.topics[topic], s)
		b.mu.Unlock()
		close(s.quit)
		ended.Wait()
	})
}

// Lost implements [bus.Bus].
func (b *notifyBus) Lost() <-chan struct{} { return b.lost.Add() }

// Close implements [bus.Bus].
func (b *notifyBus) Close() error {
	b.quit()
	b.ends.Wait()
	return nil
}

// send sends what is published until the context ends, and what was published before that.
func (b *notifyBus) send(ctx context.Context) {
	for {
		select {
		case m := <-b.out:
			b.sendFrom(b.add(nil, m))
		case <-ctx.Done():
			b.sendFrom(nil)
			return
		}
	}
}

// sendFrom sends some notifications together with what was published in the meantime. What cannot be sent is lost.
func (b *notifyBus) sendFrom(list []string) {
	for more := true; more && len(list) < waitingBus; {
		select {
		case m := <-b.out:
			list = b.add(list, m)
		default:
			more = false
		}
	}
	if len(list) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), connecting)
	defer cancel()
	b.pool.Exec(ctx, "SELECT pg_notify('"+busChannel+"', text) FROM unnest($1::text[]) AS text", list)
}

// add adds the notification for a message, for which PostgreSQL has room: less than 8,000 characters.
func (b *notifyBus) add(list []string, m message) []string {
	if len(m.data) > bus.MaxMessage {
		return list // all others would be lost with it
	}
	b.sent++
	return append(list, b.node+" "+strconv.FormatUint(b.sent, 36)+" "+m.topic+" "+base64.StdEncoding.EncodeToString(m.data))
}

// listen receives notifications until the context ends, and connects again when the connection is lost.
func (b *notifyBus) listen(ctx context.Context) {
	for first := true; ctx.Err() == nil; first = false {
		b.receive(ctx, !first)
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// receive receives notifications until the connection is lost. Again says that there was one before, so that messages may have
// been missed.
func (b *notifyBus) receive(ctx context.Context, again bool) {
	config := b.pool.Config().ConnConfig
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		conn.Close(closing)
	}()
	if _, err := conn.Exec(ctx, "LISTEN "+busChannel); err != nil {
		return
	}
	if again {
		b.lost.Report()
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return
		}
		f := strings.SplitN(n.Payload, " ", 4)
		if len(f) != 4 || f[0] == b.node {
			continue
		}
		if data, err := base64.StdEncoding.DecodeString(f[3]); err == nil {
			b.deliver(f[2], data)
		}
	}
}

// deliver passes a message on to those who have subscribed to its topic. Who is too slow loses it, and is told so.
func (b *notifyBus) deliver(topic string, data []byte) {
	b.mu.Lock()
	full := false
	for s := range b.topics[topic] {
		select {
		case s.in <- data:
		default:
			full = true
		}
	}
	b.mu.Unlock()
	if full {
		b.lost.Report()
	}
}

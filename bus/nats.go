package bus

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// How a connection to NATS is looked after. A cut that nobody is told of is noticed within seconds, so that what was missed is
// looked up in the store soon.
const (
	natsPing    = 2 * time.Second
	natsDial    = 2 * time.Second
	natsWrite   = 2 * time.Second
	natsAgain   = 200 * time.Millisecond // between two attempts to connect
	natsWaiting = 4096                   // messages that wait to be sent; what comes after them is lost
)

// natsPrefix stands before every topic, and natsNode names the header with the node that has published a message.
const (
	natsPrefix = "acies."
	natsNode   = "Acies-Node"
)

// natsBus is a bus of NATS.
type natsBus struct {
	conn *nats.Conn
	node string
	out  chan outgoing
	quit chan struct{}
	once sync.Once
	work sync.WaitGroup
	lost Losses
}

type outgoing struct {
	topic string
	data  []byte
}

// NATS returns the bus of the NATS servers at an address, or at several with commas between them. The address may hold a user and
// a password, or a token; options add what it cannot say, such as files with credentials and certificates. If no server answers,
// the bus goes on trying for ever, as it does when a connection is lost; messages are lost meanwhile.
func NATS(address string, options ...nats.Option) (Bus, error) {
	b := &natsBus{node: rand.Text(), out: make(chan outgoing, natsWaiting), quit: make(chan struct{})}
	if err := b.connect(address, options); err != nil {
		return nil, fmt.Errorf("the bus: %w", withoutSecrets(err, address))
	}
	b.work.Go(b.send)
	return b, nil
}

func (b *natsBus) connect(address string, options []nats.Option) (err error) {
	again := func(c *nats.Conn) {
		c.FlushTimeout(natsDial) // what is published from now on arrives: the server knows of the subscriptions, unless the connection is lost again
		b.lost.Report()
	}
	all := []nats.Option{
		nats.Name("acies"), nats.MaxReconnects(-1), nats.ReconnectWait(natsAgain), nats.ReconnectJitter(natsAgain/2, natsAgain/2),
		nats.PingInterval(natsPing), nats.MaxPingsOutstanding(2), nats.Timeout(natsDial), nats.FlusherTimeout(natsWrite),
		nats.IgnoreAuthErrorAbort(), // credentials may be put right while the node runs
		nats.ReconnectBufSize(-1),   // old news are no news
		nats.NoEcho(), nats.ReconnectHandler(again),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrSlowConsumer) {
				b.lost.Report() // messages were dropped here
			}
		}),
	}
	all = append(all, options...)
	if b.conn, err = nats.Connect(address, all...); err == nil {
		return nil
	}
	// Who has subscribed before there is a connection has missed something as well.
	b.conn, err = nats.Connect(address, append(all, nats.RetryOnFailedConnect(true), nats.ConnectHandler(again))...)
	return err
}

// withoutSecrets returns an error that does not repeat an address, which may hold a password.
func withoutSecrets(err error, address string) error {
	for _, part := range append(strings.Split(address, ","), address) {
		if part = strings.TrimSpace(part); part != "" && strings.Contains(err.Error(), part) {
			return errors.New("the address is not one of NATS: expected nats://HOST:PORT")
		}
	}
	return err
}

// Publish implements [Bus].
func (b *natsBus) Publish(topic string, data []byte) {
	select {
	case b.out <- outgoing{topic, data}:
	default:
	}
}

// send sends what is published: the connection may make its writer wait.
func (b *natsBus) send() {
	for {
		select {
		case m := <-b.out:
			b.publish(m)
		case <-b.quit:
			return
		}
	}
}

func (b *natsBus) publish(m outgoing) {
	msg := nats.NewMsg(natsPrefix + m.topic)
	msg.Header.Set(natsNode, b.node)
	msg.Data = m.data
	b.conn.PublishMsg(msg) // an error means that it is lost
}

// Subscribe implements [Bus]. It waits until the server knows of it, if there is a connection.
func (b *natsBus) Subscribe(topic string, f func(data []byte)) (stop func()) {
	var stopped atomic.Bool
	sub, err := b.conn.Subscribe(natsPrefix+topic, func(m *nats.Msg) {
		// The server does not send a message back, but may after a connection was made anew.
		if m.Header.Get(natsNode) != b.node && !stopped.Load() {
			f(m.Data)
		}
	})
	if err != nil {
		return func() {} // the bus is closed
	}
	if b.conn.IsConnected() {
		b.conn.FlushTimeout(natsDial)
	}
	return func() {
		stopped.Store(true)
		sub.Unsubscribe()
	}
}

// Lost implements [Bus].
func (b *natsBus) Lost() <-chan struct{} { return b.lost.Add() }

// Connected reports whether messages go out and come in.
func (b *natsBus) Connected() bool { return b.conn.IsConnected() }

// Close implements [Bus]. What was published before is sent if that takes no time.
func (b *natsBus) Close() error {
	b.once.Do(func() {
		close(b.quit)
		b.work.Wait()
		for len(b.out) > 0 {
			b.publish(<-b.out)
		}
		if b.conn.IsConnected() {
			b.conn.FlushTimeout(natsWrite)
		}
		b.conn.Close()
	})
	return nil
}

// Credentials returns the options that variables of the environment stand for, in which the tools of NATS look for files with
// credentials and certificates too.
func Credentials(env func(string) string) (list []nats.Option) {
	if file := env("NATS_CREDS"); file != "" {
		list = append(list, nats.UserCredentials(file))
	}
	if file := env("NATS_CA"); file != "" {
		list = append(list, nats.RootCAs(file))
	}
	if cert, key := env("NATS_CERT"), env("NATS_KEY"); cert != "" && key != "" {
		list = append(list, nats.ClientCert(cert, key))
	}
	return list
}

package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"acies/bus"
)

// connect connects to a server, and again whenever the connection breaks. If patient is true, it does not fail if the server
// is not there yet.
func connect(address, name string, patient bool, log *slog.Logger) (*nats.Conn, error) {
	options := append(bus.Credentials(os.Getenv), nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second),
		nats.RetryOnFailedConnect(patient), nats.Timeout(5*time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the connection to NATS has broken", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { log.Info("connected to NATS again") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Warn("NATS reports an error", "error", err) }),
	)
	nc, err := nats.Connect(address, options...)
	if err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", Redacted(address), err)
	}
	return nc, nil
}

// Redacted returns the address of a server without its password.
func Redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the server"
	}
	return u.Redacted()
}

// depot is what lies in JetStream: work, results and packs.
type depot struct {
	js            jetstream.JetStream
	work, results jetstream.Stream
	packs         jetstream.ObjectStore
}

// openDepot finds the streams, or makes them.
func openDepot(ctx context.Context, nc *nats.Conn) (*depot, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	d := &depot{js: js}
	// A chunk that is in the queue, or with a worker, is not queued again: its subject is taken.
	d.work, err = stream(ctx, js, jetstream.StreamConfig{
		Name: workStream, Subjects: []string{workSubject + "*.*"}, Retention: jetstream.WorkQueuePolicy,
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxAge: kept,
	})
	if err != nil {
		return nil, missing(err)
	}
	d.results, err = stream(ctx, js, jetstream.StreamConfig{
		Name: resultStream, Subjects: []string{resultSubject + "*"}, MaxAge: kept, MaxBytes: maxResults, Discard: jetstream.DiscardOld,
	})
	if err != nil {
		return nil, missing(err)
	}
	d.packs, err = js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: packBucket, TTL: kept})
	if errors.Is(err, jetstream.ErrBucketExists) {
		d.packs, err = js.ObjectStore(ctx, packBucket)
	}
	if err != nil {
		return nil, missing(err)
	}
	return d, nil
}

// stream finds a stream, or makes it. One that was made with other limits is taken as it is.
func stream(ctx context.Context, js jetstream.JetStream, c jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := js.CreateStream(ctx, c)
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return js.Stream(ctx, c.Name)
	}
	return s, err
}

// missing explains what a server lacks.
func missing(err error) error {
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) || errors.Is(err, nats.ErrNoResponders) {
		return fmt.Errorf("the NATS server has no JetStream, in which work is kept; start it with --jetstream: %w", err)
	}
	return fmt.Errorf("finding the queue of work: %w", err)
}

// queue puts a chunk into the queue, unless it is there already.
func (d *depot) queue(ctx context.Context, c *chunk, id string) error {
	const subjectTaken = 10077 // "maximum messages per subject exceeded"
	_, err := d.js.Publish(ctx, workSubject+c.Run+"."+id, encode(c), jetstream.WithExpectStream(workStream))
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == subjectTaken {
		return nil
	}
	return err
}

// withdraw takes the chunks of a run back that no worker has finished.
func (d *depot) withdraw(ctx context.Context, run string) error {
	return d.work.Purge(ctx, jetstream.WithPurgeSubject(workSubject+run+".*"))
}

// putPack stores the archive of a pack under its hash.
func (d *depot) putPack(ctx context.Context, hash string, archive []byte) error {
	if _, err := d.packs.GetInfo(ctx, hash); err == nil {
		return nil
	}
	_, err := d.packs.Put(ctx, jetstream.ObjectMeta{Name: hash}, bytes.NewReader(archive))
	return err
}

// errNoPack says that a pack is neither among the battles of the program nor in the store.
var errNoPack = errors.New("the pack is not in the store")

// pack returns the archive of the pack with a hash.
func (d *depot) pack(ctx context.Context, hash string) ([]byte, error) {
	data, err := d.packs.GetBytes(ctx, hash)
	if err != nil { // or the server is away: it may be there later
		return nil, fmt.Errorf("%w: %w", errNoPack, err)
	}
	return data, nil
}

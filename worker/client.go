package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"acies/game"
	"acies/table"
)

// Client has work done by workers. It is safe for concurrent use.
type Client struct {
	nc      *nats.Conn
	program string
	log     *slog.Logger
	taken   time.Duration // how long to wait until a worker takes a question

	mu     sync.Mutex
	depot  *depot
	packs  map[string]bool // that are in the store, by hash
	silent time.Time       // nobody has answered a question; until then nobody is asked
}

// Dial connects to a NATS server with JetStream. The program is the version of this one: only workers of the same version do its work.
func Dial(address, program string, log *slog.Logger) (*Client, error) {
	c, err := dial(address, program, false, log)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	if _, err := c.open(ctx); err != nil {
		c.Close()
		return nil, fmt.Errorf("%s: %w", Redacted(address), err)
	}
	return c, nil
}

// DialLater is like Dial, but does not fail if the server is not there yet or has no JetStream, which only batches need.
func DialLater(address, program string, log *slog.Logger) (*Client, error) {
	return dial(address, program, true, log)
}

func dial(address, program string, patient bool, log *slog.Logger) (*Client, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	nc, err := connect(address, "acies", patient, log)
	if err != nil {
		return nil, err
	}
	return &Client{nc: nc, program: program, log: log, taken: takeWait, packs: map[string]bool{}}, nil
}

// Close ends the connection. Questions under way have no answer then.
func (c *Client) Close() { c.nc.Close() }

// Battle is a battle that is played elsewhere.
type Battle struct {
	game.Battle
	Source  table.Source
	Archive func() ([]byte, error) // of its pack
}

// open returns what lies in JetStream.
func (c *Client) open(ctx context.Context) (*depot, error) {
	c.mu.Lock()
	d := c.depot
	c.mu.Unlock()
	if d != nil {
		return d, nil
	}
	d, err := openDepot(ctx, c.nc)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.depot = d
	return d, nil
}

// send puts the pack of a battle into the store. The built-in ones every worker of the same program has.
func (c *Client) send(ctx context.Context, b *Battle) error {
	hash := b.Source.Pack
	c.mu.Lock()
	there := c.packs[hash]
	c.mu.Unlock()
	if there || builtIn(b.Source) {
		return nil
	}
	d, err := c.open(ctx)
	if err != nil {
		return err
	}
	archive, err := b.Archive()
	if err != nil {
		return err
	}
	if err := d.putPack(ctx, hash, archive); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.packs[hash] = true
	return nil
}

// builtIn reports whether the pack of a source is part of the program.
func builtIn(s table.Source) bool {
	b, err := builtIns().Load(s.Battle, nil)
	return err == nil && b.Pack.Hash == s.Pack
}

var builtIns = sync.OnceValue(func() *table.Library { return table.NewLibrary() })

// Crew is the workers that have answered lately.
type Crew struct {
	Workers int // of the version of this program
	Jobs    int // games that they play at a time
	Others  int // workers of other versions
}

// The times of the census.
const (
	censusEvery = 2 * time.Second
	censusAge   = 3 * censusEvery // for which a worker counts that does not answer
)

// census reports again and again who is there, until ctx is done.
func (c *Client) census(ctx context.Context, report func(Crew)) error {
	inbox := c.nc.NewInbox()
	answers, err := c.nc.SubscribeSync(inbox)
	if err != nil {
		return err
	}
	go func() {
		defer answers.Unsubscribe()
		mine := version(c.program)
		seen := map[string]Info{}
		at := map[string]time.Time{}
		for ctx.Err() == nil {
			asked := time.Now()
			c.nc.PublishRequest(censusSubject, inbox, nil)
			// The first answers are reported soon, so that a run can begin.
			for wait := 300 * time.Millisecond; wait > 0; wait = time.Until(asked.Add(300 * time.Millisecond)) {
				m, err := answers.NextMsg(wait)
				if err != nil {
					break
				}
				var x Info
				if json.Unmarshal(m.Data, &x) == nil {
					seen[x.ID], at[x.ID] = x, time.Now()
				}
			}
			var crew Crew
			for id, x := range seen {
				switch {
				case time.Since(at[id]) > censusAge:
					delete(seen, id)
				case x.Version == mine:
					crew.Workers++
					crew.Jobs += x.Jobs
				default:
					crew.Others++
				}
			}
			report(crew)
			rest(ctx, time.Until(asked.Add(censusEvery)))
		}
	}()
	return nil
}

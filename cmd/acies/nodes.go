package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"acies/bus"
	"acies/match"
	"acies/server"
	"acies/store"
	"acies/worker"
)

func busFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "bus", "", "address of NATS, over which the nodes of a server talk, such as nats://10.0.0.5:4222; several with commas")
}

// openBus returns the bus of an address. What an address cannot say, such as files with credentials, is in the variables that the
// tools of NATS read.
func openBus(address string) (bus.Bus, error) {
	b, err := bus.NATS(address, bus.Credentials(os.Getenv)...)
	if err != nil {
		return nil, usage("--bus: %w", err)
	}
	return b, nil
}

// nodeName returns a name for this process among the nodes of a server: that of the machine, and what tells it from others there and from
// those of an earlier start.
func nodeName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "node"
	}
	return host + "-" + strings.ToLower(rand.Text()[:4])
}

// leasesOf returns the leases of a node; nil: it is alone, because it keeps games in a file.
func leasesOf(s *store.Store, path, node string) *match.Leases {
	if !store.IsDatabase(path) {
		return nil
	}
	return match.NewLeases(s, node)
}

// askTime is how long the nodes of a server have to say how they are.
const askTime = time.Second

// statusJSON is how a server is.
type statusJSON struct {
	Nodes []server.NodeStatus `json:"nodes"`
	*worker.State
}

func (c *cli) nodeStatus() *cobra.Command {
	var address, data string
	cmd := c.withJSON(&cobra.Command{
		Use:   "status",
		Short: "Show the nodes of a server, its workers and their queue",
		Long: `Status asks all nodes of a server how they are, over NATS or their database, and waits a
second for their answers.
GAMES are those that a node keeps open, STREAMS the browsers that listen to one,
THINKING the opponents that choose an action, LEASES what the node does for all nodes,
QUEUE the writes that wait for the next transaction. LAG is how long ago the node made or
heard of the last change of a game: nodes that differ much do not hear of each other.

Over NATS it also shows the workers, and the chunks of batches that wait for them and that
they play, in all and for each run. PLAYING are their games in progress, the other
numbers what they have done since they were started. DONE and LEFT are known while somebody
collects the results of a run.`,
		Example: `  acies status --bus nats://10.0.0.5:4222
  acies status --bus nats://10.0.0.5:4222 --json
  acies status --store postgres://acies@10.0.0.4/acies`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			b, end, err := askOver(address, data)
			if err != nil {
				return err
			}
			defer end()
			ctx, cancel := context.WithTimeout(cmd.Context(), askTime)
			defer cancel()
			var s statusJSON
			var work sync.WaitGroup
			if address != "" {
				work.Go(func() { s.State, err = worker.Look(ctx, address) })
			}
			s.Nodes = server.AskNodes(ctx, b)
			if work.Wait(); err != nil {
				return badFile(err)
			}
			return c.printStatus(&s)
		},
	})
	busFlag(cmd, &address)
	cmd.Flags().StringVar(&data, "store", "", "address of their PostgreSQL database, if they have no --bus")
	return cmd
}

// askOver returns the bus of nodes that have one of their own, or else that of their database.
func askOver(address, data string) (b bus.Bus, end func() error, err error) {
	switch {
	case address != "":
		if b, err = openBus(address); err != nil {
			return nil, nil, err
		}
		return b, b.Close, nil
	case !store.IsDatabase(data):
		return nil, nil, usage("the nodes of a server are asked over --bus nats://HOST or --store postgres://HOST/NAME")
	}
	s, err := store.Open(data, store.Options{})
	if err != nil {
		return nil, nil, badFile(err)
	}
	return s.Bus(), s.Close, nil
}

// printStatus prints how a server is, with a table for each kind of what there is.
func (c *cli) printStatus(s *statusJSON) error {
	if c.json {
		return c.encode(s)
	}
	x := cmp.Or(s.State, &worker.State{})
	var printed bool
	part := func(n int, print func() error) error {
		if n == 0 {
			return nil
		}
		if printed {
			fmt.Fprintln(c.out)
		}
		printed = true
		return print()
	}
	err := errors.Join(part(len(s.Nodes), func() error { return c.printNodes(s.Nodes) }), part(len(x.Workers), func() error { return c.printWorkers(x.Workers) }))
	if q := x.Queue; q != nil {
		err = errors.Join(err, part(1, func() error {
			_, err := fmt.Fprintf(c.out, "Queue of work: chunks waiting %d, with workers %d\n", q.Waiting, q.Playing)
			return err
		}))
	}
	err = errors.Join(err, part(len(x.Runs), func() error { return c.printRuns(x.Runs) }))
	if !printed {
		return badFile(errors.New("no node and no worker has answered"))
	}
	return err
}

func (c *cli) printNodes(list []server.NodeStatus) error {
	w := c.columns("NODE", "VERSION", "ADDRESS", "STARTED", "GAMES", "STREAMS", "THINKING", "LEASES", "QUEUE", "LAG")
	for _, x := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%s\n", x.Node, x.Version, x.Address, x.Started.UTC().Format(time.DateTime),
			x.Games, x.Streams, x.Thinking, x.Leases, x.Queue, seconds(x.Lag, time.Millisecond))
	}
	return w.Flush()
}

func (c *cli) printWorkers(list []worker.Info) error {
	w := c.columns("WORKER", "VERSION", "STARTED", "JOBS", "PLAYING", "THINKING", "CHUNKS", "GAMES", "THOUGHTS", "FAILURES", "RUNS")
	for _, x := range list {
		runs := "-"
		for i, d := range x.Doing {
			if i == 0 {
				runs = d.Run
			} else {
				runs += " " + d.Run
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n", x.Name, x.Program, x.Started.UTC().Format(time.DateTime),
			x.Jobs, x.Playing, x.Thinking, x.Chunks, x.Games, x.Thoughts, x.Failures, runs)
	}
	return w.Flush()
}

func (c *cli) printRuns(list []worker.Doing) error {
	w := c.columns("RUN", "KIND", "BATTLES", "VERSION", "WAITING", "PLAYING", "DONE", "LEFT")
	for _, x := range list {
		done, left := "-", "-"
		if p := x.Progress; p != nil {
			done, left = fmt.Sprintf("%d of %d", p.Done, p.Games), seconds(p.Left, time.Second)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\n", x.Run, x.Kind, strings.Join(x.Battles, " "), x.Program, x.Waiting, x.Playing, done, left)
	}
	return w.Flush()
}

// seconds returns a number of seconds, rounded, as text; nil: nobody knows.
func seconds(n *float64, to time.Duration) string {
	if n == nil {
		return "-"
	}
	return time.Duration(*n * float64(time.Second)).Round(to).String()
}

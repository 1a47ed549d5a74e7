package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"acies/bus"
	"acies/match"
	"acies/server"
	"acies/store"
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

func (c *cli) nodeStatus() *cobra.Command {
	var address, data string
	cmd := c.withJSON(&cobra.Command{
		Use:   "status",
		Short: "Show the nodes of a server",
		Long: `Status asks all nodes of a server how they are, over NATS or their database, and waits a
second for their answers.
GAMES are those that a node keeps open, STREAMS the browsers that listen to one,
THINKING the opponents that choose an action, LEASES what the node does for all nodes,
QUEUE the writes that wait for the next transaction. LAG is how long ago the node made or
heard of the last change of a game: nodes that differ much do not hear of each other.`,
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
			return c.printNodes(server.AskNodes(ctx, b))
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

// printNodes prints how nodes are.
func (c *cli) printNodes(list []server.NodeStatus) error {
	if c.json {
		return c.encode(list)
	}
	if len(list) == 0 {
		return badFile(errors.New("no node has answered"))
	}
	w := c.columns("NODE", "VERSION", "ADDRESS", "STARTED", "GAMES", "STREAMS", "THINKING", "LEASES", "QUEUE", "LAG")
	for _, x := range list {
		lag := "-"
		if x.Lag != nil {
			lag = (time.Duration(*x.Lag*1000) * time.Millisecond).String()
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%s\n", x.Node, x.Version, x.Address, x.Started.UTC().Format(time.DateTime),
			x.Games, x.Streams, x.Thinking, x.Leases, x.Queue, lag)
	}
	return w.Flush()
}

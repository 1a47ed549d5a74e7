package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/system"
	"acies/table"
	"acies/worker"
)

func (c *cli) worker() *cobra.Command {
	var o worker.Options
	var metrics string
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Work for other computers: batches, opponents, hints",
		Long: `Worker takes work from a NATS server that runs with JetStream: the games of acies sim,
acies ladder and acies tune that were started with --workers, and for acies serve
--workers the thinking of strategos, hints and luck reports. Start one on every
computer that has processors to spare; they share the work by themselves, and none
of them needs a battle, a file or a setting besides the address.

A worker does the work of programs of its own version only, and says so when it
leaves some to others. It logs what it plays, and each half minute how many games;
acies status shows it, and its metrics are at the address of --metrics.
Thinking for people goes first: a game of a batch waits while all places think.

Stop it with Ctrl-C or SIGTERM: it finishes what takes a few seconds and hands back the
rest. Work of a worker that is killed is done by another one some seconds later, and
nothing is counted twice.`,
		Example: `  nats-server --jetstream
  acies worker --bus nats://127.0.0.1:4222
  acies worker --bus nats://worker:secret@nats.example:4222 --jobs 4 --metrics 9100
  acies sim sparta-195bc --games 100000 --sides centurion,centurion --workers nats://127.0.0.1:4222 --out a.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case o.Jobs < 0:
				return usage("--jobs must not be negative: %d", o.Jobs)
			case o.URL == "":
				return usage("--bus is missing: the address of a NATS server with JetStream, such as nats://127.0.0.1:4222")
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			context.AfterFunc(ctx, stop) // a second interrupt does not wait for games to end
			o.Name, o.Program = nodeName(), program()
			o.Logger = slog.New(slog.NewTextHandler(c.err, nil))
			o.Metrics = worker.NewMetrics()
			b := newBeside(ctx, o.Logger)
			defer b.end()
			if err := b.metrics(metrics, o.Metrics.Handler()); err != nil {
				return badFile(err)
			}
			if err := worker.Run(ctx, o); err != nil {
				return badFile(err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&o.URL, "bus", "", "address of the NATS server, nats://HOST:PORT")
	cmd.Flags().StringVar(&metrics, "metrics", "", "address for metrics of Prometheus; a port alone is one of this computer")
	cmd.Flags().IntVar(&o.Jobs, "jobs", 0, "games and thoughts at a time; 0 means one per processor")
	return cmd
}

// workersFlag adds the flag with which a batch is played by workers.
func workersFlag(cmd *cobra.Command, address *string) {
	cmd.Flags().StringVar(address, "workers", "", "have the games played by the workers of a NATS server, nats://HOST:PORT; see acies worker")
}

// dialWorkers connects to those who play a batch.
func dialWorkers(address string) (*worker.Client, error) {
	w, err := worker.Dial(address, program(), nil)
	if err != nil {
		return nil, badFile(err)
	}
	return w, nil
}

// battleOf returns a battle of a pack as workers find it.
func battleOf(b game.Battle, p *system.Pack, options []string) worker.Battle {
	source := table.Source{Battle: p.ID, Pack: p.Hash, Options: slices.Sorted(slices.Values(options))}
	return worker.Battle{Battle: b, Source: source, Archive: p.Files.Archive}
}

// crew returns a function that shows how many workers there are, and says once if there are none. The first time they may
// just have been too slow to answer.
func (c *cli) crew(bar *progress, address string) func(worker.Crew) {
	alone := 0
	return func(n worker.Crew) {
		bar.show(count(n.Workers, "worker"))
		if n.Workers > 0 {
			return
		}
		if alone++; alone != 2 {
			return
		}
		text := "waiting for workers; start one with: acies worker --bus " + worker.Redacted(address)
		if n.Others > 0 {
			text = "waiting for workers of this version, " + program() + "; found " + count(n.Others, "worker") + " of others"
		}
		bar.note(c, text)
	}
}

// workersArgs returns the flags of a command that plays with workers, to repeat it.
func workersArgs(address string) []string {
	if address == "" {
		return nil
	}
	return []string{"--workers", worker.Redacted(address)}
}

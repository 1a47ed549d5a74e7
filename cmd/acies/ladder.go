package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"acies/ai"
	"acies/sim"
	"acies/table"
	"acies/worker"
)

// tournament is a run of acies ladder.
type tournament struct {
	*cli
	games        int
	out, results string
	workers      string         // the address of a NATS server; empty: the games are played here
	client       *worker.Client // nil: the games are played here
	grounds      []worker.Battle
	most         int // the greatest number of workers there were
	ladder       sim.Ladder
	header       sim.LadderHeader
	pairs        []sim.Pair
	file         *sim.File // nil: results are not kept
}

func (c *cli) ladder() *cobra.Command {
	x := &tournament{cli: c}
	cmd := &cobra.Command{
		Use:   "ladder BATTLE…",
		Short: "Measure the strength and speed of the computer opponents",
		Long: `Ladder plays pairs of games between all computer opponents: both games of a pair
use the same dice, with the sides exchanged. It prints scores with intervals that
treat a pair as one observation, Elo ratings, and the time per decision and per
activation.

With --results it writes a line for each pair to a file. A run can be stopped at
any time and resumed with the same command, also with more opponents or games.
With --workers the pairs are played by acies worker on other computers; times are
then those of their processors.`,
		Example: `  acies ladder sparta-195bc --games 20 --levels random,recruit
  acies ladder sparta-195bc issos-333bc --games 400 --results ladder.jsonl --out docs/strength.md`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return x.run(cmd.Context(), args) },
	}
	cmd.Flags().IntVar(&x.games, "games", 100, "number of games between each two opponents in each battle; even")
	cmd.Flags().StringSliceVar(&x.ladder.Levels, "levels", ai.Levels(), "computer opponents, the weakest first")
	cmd.Flags().IntVar(&x.ladder.Jobs, "jobs", 0, "pairs played at a time; 0 means one per processor")
	cmd.Flags().Uint64Var(&x.ladder.Seed, "seed", 1, "seed of the first pair; the others use the following seeds")
	cmd.Flags().StringVar(&x.results, "results", "", "results file, created or resumed")
	cmd.Flags().StringVar(&x.out, "out", "", "file to write the standings to, in addition to printing them")
	workersFlag(cmd, &x.workers)
	return cmd
}

func (x *tournament) run(ctx context.Context, battles []string) error {
	if err := x.prepare(battles); err != nil {
		return err
	}
	if x.workers != "" {
		var err error
		if x.client, err = dialWorkers(x.workers); err != nil {
			return err
		}
		defer x.client.Close()
	}
	if err := x.open(); err != nil {
		return badFile(err)
	}
	total := len(x.ladder.Schedule())
	bar := x.progress(total)
	x.ladder.Done = func(p sim.Pair) error {
		if x.file != nil {
			if err := x.file.Append(p); err != nil {
				return err
			}
		}
		x.pairs = append(x.pairs, p)
		bar.step()
		return nil
	}
	before := len(x.pairs)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt does not wait for an opponent who is thinking
	err := x.play(ctx, bar)
	bar.end()
	if x.file != nil {
		err = errors.Join(err, x.file.Close())
	}
	if err != nil {
		return x.stopped(err, len(x.pairs)-before, total)
	}
	return x.printStandings(battles)
}

// play plays the pairs that are left, here or at workers.
func (x *tournament) play(ctx context.Context, bar *progress) error {
	if x.client == nil {
		return x.ladder.Run(ctx)
	}
	show := x.crew(bar, x.workers)
	return x.client.Ladder(ctx, &x.ladder, x.grounds, func(n worker.Crew) {
		x.most = max(x.most, n.Workers)
		show(n)
	})
}

// prepare reads the battles and checks the levels.
func (x *tournament) prepare(battles []string) error {
	l := &x.ladder
	switch {
	case x.games < 2 || x.games%2 != 0:
		return usage("--games must be an even number of at least 2, not %d: games are played in pairs", x.games)
	case l.Jobs < 0:
		return usage("--jobs must not be negative: %d", l.Jobs)
	case len(l.Levels) < 2:
		return usage("--levels needs at least two names separated by commas, not %q", strings.Join(l.Levels, ","))
	}
	seen := map[string]bool{}
	for _, level := range l.Levels {
		if _, err := sim.Level(level); err != nil {
			return usage("--levels: %w", err)
		}
		if seen[level] {
			return usage("--levels: %s is given twice", level)
		}
		seen[level] = true
	}
	l.Pairs = x.games / 2
	l.Have = map[string]bool{}
	x.header = sim.LadderHeader{Kind: "ladder", Format: sim.Format, Program: program(), Packs: map[string]string{}, Seed: l.Seed}
	for _, name := range battles {
		p, err := table.FindPack(name)
		if err != nil {
			return badFile(err)
		}
		t, err := table.New(p, table.Settings{})
		if err != nil {
			return badFile(err)
		}
		if x.header.Packs[p.ID] != "" {
			return usage("the battle %s is given twice", p.ID)
		}
		l.Battles = append(l.Battles, sim.Ground{ID: p.ID, Battle: t.Battle})
		x.grounds = append(x.grounds, battleOf(t.Battle, p, nil))
		x.header.Packs[p.ID] = p.Hash
		x.header.Rules = t.Battle.Version()
	}
	return nil
}

// open creates the results file or resumes it.
func (x *tournament) open() (err error) {
	if x.results == "" {
		return nil
	}
	if _, err := os.Stat(x.results); errors.Is(err, os.ErrNotExist) {
		x.file, err = sim.Create(x.results, x.header)
		return err
	}
	wanted := map[string]bool{}
	for _, p := range x.ladder.Schedule() {
		wanted[p.Key()] = true
	}
	x.file, err = sim.Resume(x.results, x.header, func(line []byte) error {
		var p sim.Pair
		if err := json.Unmarshal(line, &p); err != nil {
			return err
		}
		if key := p.Key(); wanted[key] && !x.ladder.Have[key] {
			x.ladder.Have[key] = true
			x.pairs = append(x.pairs, p)
		}
		return nil
	})
	return err
}

func (x *tournament) stopped(err error, done, total int) error {
	text := fmt.Sprintf("stopped after %d of %d pairs", done, total)
	switch {
	case !errors.Is(err, context.Canceled):
		return badFile(fmt.Errorf("%s: %w", text, err))
	case x.results == "" && x.workers != "":
		return refused(fmt.Errorf("%s; resume with the same command", text))
	case x.results == "":
		return refused(fmt.Errorf("%s; use --results FILE to keep them", text))
	}
	return refused(fmt.Errorf("%s, saved in %s; resume with the same command", text, x.results))
}

// printStandings prints the standings and writes them to the file, if one is named.
func (x *tournament) printStandings(battles []string) error {
	s := sim.Standings{Levels: x.ladder.Levels, Pairs: x.pairs, Command: x.command(battles), Machine: x.machine()}
	if err := s.Markdown(x.cli.out); err != nil || x.out == "" {
		return err
	}
	f, err := os.Create(x.out)
	if err != nil {
		return badFile(err)
	}
	if err := errors.Join(s.Markdown(f), f.Close()); err != nil {
		return badFile(err)
	}
	return nil
}

func (x *tournament) command(battles []string) string {
	args := append([]string{"acies", "ladder"}, battles...)
	args = append(args, "--games", strconv.Itoa(x.games), "--levels", strings.Join(x.ladder.Levels, ","))
	if x.ladder.Jobs > 0 {
		args = append(args, "--jobs", strconv.Itoa(x.ladder.Jobs))
	}
	if x.ladder.Seed != 1 {
		args = append(args, "--seed", strconv.FormatUint(x.ladder.Seed, 10))
	}
	return strings.Join(args, " ")
}

// machine describes the computer on which times were measured.
func (x *tournament) machine() string {
	if x.workers != "" {
		return fmt.Sprintf("By %s, acies %s.", count(x.most, "worker"), x.header.Program)
	}
	jobs := x.ladder.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	return fmt.Sprintf("On %s, %s, %s at a time, %s, %s/%s, acies %s.", processor(), count(runtime.NumCPU(), "processor"),
		count(jobs, "pair"), runtime.Version(), runtime.GOOS, runtime.GOARCH, x.header.Program)
}

// processor returns the model of the processor, if the system provides it.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "a processor of unknown model"
	}
	defer f.Close()
	return modelName(f)
}

// modelName finds the model in the text that Linux provides about its processors.
func modelName(r io.Reader) string {
	for in := bufio.NewScanner(r); in.Scan(); {
		if key, value, ok := strings.Cut(in.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "a processor of unknown model"
}

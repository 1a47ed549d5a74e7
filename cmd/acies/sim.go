package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"acies/game"
	"acies/pack"
	"acies/sim"
	"acies/sim/balance"
	"acies/system"
	"acies/table"
	"acies/words"
	"acies/worker"
)

// simulation is a run of acies sim.
type simulation struct {
	*cli
	battle      string
	games, jobs int
	seed        uint64
	sides       []string
	options     []string
	sets        []string
	out, resume string
	report      string
	workers     string // the address of a NATS server; empty: the games are played here

	pack   *system.Pack
	words  *words.Words
	batch  sim.Batch
	tally  *balance.Tally
	file   *sim.File      // nil: results are not kept
	client *worker.Client // nil: the games are played here
}

func (c *cli) sim() *cobra.Command {
	s := &simulation{cli: c}
	cmd := c.withJSON(&cobra.Command{
		Use:   "sim BATTLE",
		Short: "Play many games and report on the balance of the battle",
		Long: `Sim plays a battle many times between two computer opponents, the attacker first,
on all processors. It prints who wins, with intervals; with --out it writes a line
for each game to a file, and with --report a page with charts and maps.

--set changes values of the battle before it is played; see docs/laboratory.md.
` + system.VaryHelp() + `

Changes that acies check would reject are rejected with the same message.

A run can be stopped at any time; --resume continues its results file. The games
depend only on the seeds, not on the number of jobs. With --workers they are played
by acies worker on other computers, with the same results; what was played is found
again there for a week, so that the same command can also be resumed without its file.`,
		Example: `  acies sim sparta-195bc --games 1000 --sides centurion,centurion --out a.jsonl --report a.html
  acies sim sparta-195bc --games 1000 --sides centurion,centurion --set unit.hastati.quality=6 --out b.jsonl
  acies sim compare a.jsonl b.jsonl
  acies sim sparta-195bc --games 4000 --sides centurion,centurion --resume a.jsonl
  acies sim marathon-490bc --games 1000 --set side.greek.rout-level=8 --report marathon.html
  acies sim sparta-195bc --games 1000000 --sides centurion,centurion --workers nats://127.0.0.1:4222 --out c.jsonl`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			s.battle = args[0]
			return s.run(cmd.Context())
		},
	})
	cmd.Flags().IntVar(&s.games, "games", 200, "number of games, including those in a resumed file")
	cmd.Flags().StringSliceVar(&s.sides, "sides", []string{"recruit", "recruit"}, "computer opponents: attacker and defender")
	cmd.Flags().StringArrayVar(&s.sets, "set", nil, "changed value, PATH=VALUE (may be repeated)")
	cmd.Flags().StringArrayVar(&s.options, "option", nil, "variant of the battle (may be repeated)")
	cmd.Flags().IntVar(&s.jobs, "jobs", 0, "games played at a time; 0 means one per processor")
	cmd.Flags().Uint64Var(&s.seed, "seed", 1, "seed of the first game; the others use the following seeds")
	cmd.Flags().StringVar(&s.out, "out", "", "results file to create")
	cmd.Flags().StringVar(&s.resume, "resume", "", "results file to resume")
	cmd.Flags().StringVar(&s.report, "report", "", "HTML report to write")
	workersFlag(cmd, &s.workers)
	cmd.AddCommand(c.compare())
	return cmd
}

func (s *simulation) run(ctx context.Context) error {
	if err := s.prepare(); err != nil {
		return err
	}
	if s.workers != "" {
		var err error
		if s.client, err = dialWorkers(s.workers); err != nil {
			return err
		}
		defer s.client.Close()
	}
	if err := s.open(); err != nil {
		return badFile(err)
	}
	before := s.tally.Games()
	start := time.Now()
	bar := s.progress(s.games - before)
	s.batch.Done = func(r sim.Result) error {
		if s.file != nil {
			if err := s.file.Append(r); err != nil {
				return err
			}
		}
		s.tally.Add(r)
		bar.step()
		return nil
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt does not wait for an opponent who is thinking
	err := s.play(ctx, bar)
	bar.end()
	if s.file != nil {
		err = errors.Join(err, s.file.Close())
	}
	if err != nil {
		return s.stopped(err)
	}
	return s.writeResults(s.tally.Games()-before, time.Since(start).Seconds())
}

// play plays the games that are left, here or at workers.
func (s *simulation) play(ctx context.Context, bar *progress) error {
	if s.client == nil {
		return s.batch.Run(ctx)
	}
	return s.client.Sim(ctx, &s.batch, battleOf(s.batch.Battle, s.pack, s.options), [2]string(s.sides), s.crew(bar, s.workers))
}

// prepare reads the battle with its changes and finds the opponents.
func (s *simulation) prepare() error {
	switch {
	case s.games < 1:
		return usage("--games must be at least 1, not %d", s.games)
	case s.jobs < 0:
		return usage("--jobs must not be negative: %d", s.jobs)
	case len(s.sides) != 2:
		return usage("--sides needs two names separated by a comma, the attacker first, not %q", strings.Join(s.sides, ","))
	case s.out != "" && s.resume != "":
		return usage("--out creates a file and --resume continues one: use only one of them")
	}
	b, err := s.readBattle()
	if err != nil {
		return err
	}
	if s.words, err = words.For(s.lang, s.pack, b); err != nil {
		return usage("--lang: %w", err)
	}
	s.batch = sim.Batch{Battle: b, Seed: s.seed, Games: s.games, Jobs: s.jobs, Have: map[int]bool{}}
	s.batch.Facts = s.out != "" || s.resume != "" || s.report != ""
	for i, level := range s.sides {
		if s.batch.Players[i], err = sim.Level(level); err != nil {
			return usage("--sides: %w", err)
		}
	}
	s.tally = balance.New(s.pack, b)
	return nil
}

// readBattle reads the pack, with the changes made, and compiles it. The errors distinguish a pack with problems of its
// own from one that the changes break.
func (s *simulation) readBattle() (game.Battle, error) {
	var err error
	if s.pack, err = table.FindPack(s.battle); err != nil {
		return nil, badFile(err)
	}
	if len(s.sets) > 0 {
		files, err := system.Vary(s.pack.Files, s.sets)
		if err != nil {
			return nil, usage("%w", err)
		}
		changed, problems := system.Read(files)
		if changed == nil {
			return nil, usage("with --set %s: pack %s:\n%w", strings.Join(s.sets, " --set "), s.pack.ID, pack.Errors(problems))
		}
		s.pack = changed
	}
	b, err := s.pack.Compile(s.options)
	if err != nil {
		return nil, usage("%w", err)
	}
	return b, nil
}

func (s *simulation) header() sim.Header {
	b := s.batch.Battle
	return sim.Header{
		Kind: "sim", Format: sim.Format, Program: program(), Rules: b.Rulebook() + " " + b.Version(),
		Battle: s.pack.ID, Pack: s.pack.Hash, Options: append([]string{}, s.options...), Sets: append([]string{}, s.sets...),
		Sides: [2]string(s.sides), Seed: s.seed,
	}
}

// open creates the results file or resumes it.
func (s *simulation) open() (err error) {
	switch {
	case s.out != "":
		s.file, err = sim.Create(s.out, s.header())
	case s.resume != "":
		s.file, err = sim.Resume(s.resume, s.header(), sim.Once(func(r sim.Result) error {
			if r.N < s.games {
				s.batch.Have[r.N] = true
				s.tally.Add(r)
			}
			return nil
		}))
	}
	return err
}

// stopped returns an error that says how far an interrupted run came, and how to resume it.
func (s *simulation) stopped(err error) error {
	path := s.resume + s.out
	done := fmt.Sprintf("stopped after %d of %d games", s.tally.Games(), s.games)
	switch {
	case !errors.Is(err, context.Canceled) && path != "":
		return badFile(fmt.Errorf("%s, saved in %s: %w", done, path, err))
	case !errors.Is(err, context.Canceled):
		return refused(fmt.Errorf("%s: %w", done, err))
	case path == "" && s.workers == "":
		return refused(fmt.Errorf("%s; use --out FILE to keep them", done))
	}
	more := workersArgs(s.workers)
	if path != "" {
		more = append(more, "--resume", path)
	}
	return refused(fmt.Errorf("%s; resume with:\n  %s", done, s.command(more...)))
}

// command returns the command line of the run.
func (s *simulation) command(more ...string) string {
	args := []string{"acies", "sim", s.battle, "--games", strconv.Itoa(s.games), "--sides", strings.Join(s.sides, ",")}
	if s.seed != 1 {
		args = append(args, "--seed", strconv.FormatUint(s.seed, 10))
	}
	for _, o := range s.options {
		args = append(args, "--option", o)
	}
	for _, x := range s.sets {
		args = append(args, "--set", x)
	}
	args = append(args, more...)
	if s.report != "" {
		args = append(args, "--report", s.report)
	}
	for i, a := range args {
		if strings.ContainsAny(a, " '\"*$&|<>(){};") {
			args[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(args, " ")
}

// writeResults writes the results of the run.
func (s *simulation) writeResults(played int, seconds float64) error {
	if s.report != "" {
		if err := s.writeReport(); err != nil {
			return badFile(err)
		}
	}
	if s.json {
		return s.encode(s.tally.Summary())
	}
	return s.tally.Text(s.cli.out, played, seconds, s.words)
}

func (s *simulation) writeReport() error {
	f, err := os.Create(s.report)
	if err != nil {
		return err
	}
	err = s.tally.HTML(f, s.header(), s.command(), s.words)
	return errors.Join(err, f.Close())
}

// compare returns the command that reports whether two variants differ.
func (c *cli) compare() *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use:   "compare A B",
		Short: "Compare two results files",
		Long: `Compare reads two results files of one battle, played with different values,
options or opponents, and reports how much the second differs from the first in
result and in points, with 95% intervals. Games with the same seeds are compared
in pairs. If no difference is found, it says how many games would show one.`,
		Example: `  acies sim compare a.jsonl b.jsonl`,
		Args:    checkArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			var samples [2]sim.Sample
			for i, path := range args {
				var err error
				if samples[i], err = sim.ReadSample(path); err != nil {
					return badFile(err)
				}
			}
			d, err := sim.Compare(samples[0], samples[1])
			if err != nil {
				return badFile(err)
			}
			if c.json {
				return c.encode(d)
			}
			w, err := c.sideWords(samples[0].Header)
			if err != nil {
				return err
			}
			return balance.Compare(c.out, d, [2]string{describe(args[0], samples[0].Header), describe(args[1], samples[1].Header)}, w)
		},
	})
}

// describe describes what was played in a results file.
func describe(path string, h sim.Header) string {
	parts := []string{path + ":", h.Sides[0] + "," + h.Sides[1]}
	for _, o := range h.Options {
		parts = append(parts, "--option "+o)
	}
	for _, x := range h.Sets {
		parts = append(parts, "--set "+x)
	}
	return strings.Join(parts, " ")
}

// sideWords returns the words for the battle that a results file names, from the given packs and the built-in ones.
func (c *cli) sideWords(h sim.Header) (*words.Words, error) {
	for _, name := range append(append([]string{}, c.packs...), h.Battle) {
		p, err := table.FindPack(name)
		if err != nil {
			return nil, badFile(fmt.Errorf("%w; name the folder of the battle with --pack", err))
		}
		if p.ID != h.Battle {
			continue
		}
		t, err := table.New(p, table.Settings{})
		if err != nil {
			return nil, badFile(err)
		}
		return c.words(t)
	}
	return nil, badFile(fmt.Errorf("no pack found for the battle %s; name its folder with --pack", h.Battle))
}

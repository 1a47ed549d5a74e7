package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"acies/ai"
	"acies/game"
	"acies/sim"
	"acies/system"
	"acies/table"
	"acies/worker"
)

// tuning is a run of acies tune.
type tuning struct {
	*cli
	steps, check, study int
	recruit             float64
	accept              bool
	out, path           string
	workers             string            // the address of a NATS server; empty: the games are played here
	show                func(worker.Crew) // says who plays
	work                ai.Work

	header  tuneHeader
	battles []opponents
	file    *sim.File // nil: steps are not kept
}

// opponents are those of one battle.
type opponents struct {
	id     string
	battle game.Battle
	pack   *system.Pack
	tuner  *ai.Tuner
}

// tuneHeader is the first line of a state file: everything on which the steps depend.
type tuneHeader struct {
	Kind    string            `json:"acies"` // "tune"
	Format  int               `json:"format"`
	Program string            `json:"program"`
	Rules   map[string]string `json:"rules"` // by battle: the rulebook and its version
	Packs   map[string]string `json:"packs"` // by battle: the hash of its data
	From    map[string]string `json:"from"`  // by battle: the hash of the weights at the start
	Seed    uint64            `json:"seed"`
}

// tuneLine is a line of a state file: a step that has been made.
type tuneLine struct {
	Battle string        `json:"battle"`
	State  ai.TunerState `json:"state"`
}

func (c *cli) tune() *cobra.Command {
	x := &tuning{cli: c}
	cmd := &cobra.Command{
		Use:   "tune BATTLE…",
		Short: "Train the computer opponents by self-play",
		Long: `Tune looks for better weights for the centurions of a battle. In each step all
weights of both sides are changed at random, a game is played with the changes and
one with their opposites under the same dice, and the results say in which direction
each weight should go. Later steps are shorter and play more games.

Then it plays the new weights against the old ones on fresh seeds. If they gain, it
chooses how much recruits err so that they stay beatable, and plays games to fit the
forecast that a strategos uses. Weights that do not gain are dropped.

It starts from the built-in weights; with --out it writes those of its rulebook,
updated, in the format of tuning.json, from which the program is built. With --state
it writes every step to a file. A run can be stopped at any time and resumed with the
same command, also with more steps; the result is the same. With --workers the games
of each step are played by acies worker on other computers.`,
		Example: `  acies tune sparta-195bc --steps 80 --state sparta.jsonl --out tuning.json
  acies tune sparta-195bc issos-333bc --steps 250 --check 1000 --study 1000 --out tuning.json
  acies tune sparta-195bc --steps 0 --study 1000 --out tuning.json`,
		Args: checkArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return x.run(cmd.Context(), args) },
	}
	cmd.Flags().IntVar(&x.steps, "steps", 80, "number of steps, including those in a state file; 0 to keep the weights")
	cmd.Flags().IntVar(&x.check, "check", 400, "number of games to check the weights with, and each size of the recruit's mistakes; even")
	cmd.Flags().BoolVar(&x.accept, "accept", false, "keep the new weights even if they do not gain")
	cmd.Flags().Float64Var(&x.recruit, "recruit", 88, "score of a centurion against a recruit in percent; 0 leaves recruits as they are")
	cmd.Flags().IntVar(&x.study, "study", 500, "number of games to fit the forecast to; 0 for none")
	cmd.Flags().Uint64Var(&x.work.Seed, "seed", 1, "seed of the first game")
	cmd.Flags().IntVar(&x.work.Jobs, "jobs", runtime.GOMAXPROCS(0), "games played at a time")
	cmd.Flags().StringVar(&x.path, "state", "", "state file, created or resumed")
	cmd.Flags().StringVar(&x.out, "out", "", "file to write the weights to")
	workersFlag(cmd, &x.workers)
	return cmd
}

func (x *tuning) run(ctx context.Context, battles []string) error {
	if err := x.prepare(battles); err != nil {
		return err
	}
	if x.workers != "" {
		w, err := dialWorkers(x.workers)
		if err != nil {
			return err
		}
		defer w.Close()
		x.work.Elsewhere = w.SelfPlay(x.find, func(n worker.Crew) { x.show(n) })
	}
	if err := x.open(); err != nil {
		return badFile(err)
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt does not wait for games to end
	all := map[string]map[string]system.Tuning{}
	var err error
	for i := range x.battles {
		if err = x.tuneBattle(ctx, &x.battles[i], all); err != nil {
			break
		}
	}
	if x.file != nil {
		err = errors.Join(err, x.file.Close())
	}
	if err != nil {
		return x.stopped(err)
	}
	return x.write(all)
}

// find returns where workers find a battle.
func (x *tuning) find(b game.Battle) worker.Battle {
	i := slices.IndexFunc(x.battles, func(o opponents) bool { return o.battle == b })
	return battleOf(b, x.battles[i].pack, nil)
}

// prepare checks the flags and reads the battles.
func (x *tuning) prepare(battles []string) error {
	for _, flag := range []struct {
		name      string
		n, lowest int
	}{{"steps", x.steps, 0}, {"check", x.check, 0}, {"study", x.study, 0}, {"jobs", x.work.Jobs, 1}} {
		if flag.n < flag.lowest {
			return usage("--%s must be at least %d, not %d", flag.name, flag.lowest, flag.n)
		}
	}
	switch {
	case x.check%2 != 0:
		return usage("--check must be even, not %d: games are played in pairs", x.check)
	case x.recruit != 0 && (x.recruit < 50 || x.recruit >= 100):
		return usage("--recruit must be 0, or at least 50 and less than 100, not %g", x.recruit)
	}
	x.header = tuneHeader{
		Kind: "tune", Format: sim.Format, Program: program(), Seed: x.work.Seed,
		Rules: map[string]string{}, Packs: map[string]string{}, From: map[string]string{},
	}
	for _, name := range battles {
		if err := x.add(name); err != nil {
			return err
		}
	}
	return nil
}

// add reads a battle.
func (x *tuning) add(name string) error {
	p, err := table.FindPack(name)
	if err != nil {
		return badFile(err)
	}
	t, err := table.New(p, table.Settings{})
	if err != nil {
		return badFile(err)
	}
	tuner, err := ai.NewTuner(t.Battle)
	if err != nil {
		return usage("%s: %w", name, err)
	}
	if x.header.Packs[p.ID] != "" {
		return usage("the battle %s is given twice", p.ID)
	}
	if x.out != "" && len(x.battles) > 0 && system.Of(x.battles[0].battle).ID() != system.Of(t.Battle).ID() {
		return usage("--out takes the tunings of one rulebook; %s and %s are of two", x.battles[0].id, p.ID)
	}
	weights, err := json.Marshal(tuner.Start().Weights)
	if err != nil {
		return err
	}
	sum := fnv.New64a()
	sum.Write(weights)
	x.header.Rules[p.ID] = t.Battle.Rulebook() + " " + t.Battle.Version()
	x.header.Packs[p.ID] = p.Hash
	x.header.From[p.ID] = fmt.Sprintf("%x", sum.Sum64())
	x.battles = append(x.battles, opponents{p.ID, t.Battle, p, tuner})
	return nil
}

// open creates the state file or resumes it.
func (x *tuning) open() (err error) {
	if x.path == "" {
		return nil
	}
	if _, err := os.Stat(x.path); errors.Is(err, os.ErrNotExist) {
		x.file, err = sim.Create(x.path, x.header)
		return err
	}
	x.file, err = sim.Resume(x.path, x.header, func(text []byte) error {
		var line tuneLine
		if err := json.Unmarshal(text, &line); err != nil {
			return err
		}
		for i := range x.battles {
			if b := &x.battles[i]; b.id == line.Battle && line.State.Steps <= x.steps {
				return b.tuner.Restore(line.State)
			}
		}
		return nil
	})
	return err
}

// tuneBattle tunes the opponents for one battle and adds the tuning to the others of its rulebook.
func (x *tuning) tuneBattle(ctx context.Context, b *opponents, all map[string]map[string]system.Tuning) error {
	fmt.Fprintln(x.cli.out, b.id)
	games := ai.StepGames(b.tuner.State().Steps, x.steps) + x.study
	if x.steps > 0 {
		games += x.check
	}
	if x.recruit > 0 {
		games += ai.RecruitGames(x.check / 2)
	}
	bar := x.progress(games)
	defer bar.end()
	x.work.Done, x.show = bar.step, x.crew(bar, x.workers)
	if err := x.search(ctx, b); err != nil {
		return err
	}
	sys := system.Of(b.battle)
	if all[sys.ID()] == nil {
		all[sys.ID()] = sys.(system.Tunable).Tunings()
	}
	t := b.tuner.Tuning()
	if x.steps > 0 {
		gained, err := x.compare(ctx, b, &t)
		if err != nil {
			return err
		}
		if !gained && !x.accept {
			fmt.Fprintln(x.cli.out, "  no gain shown: the weights stay as they were")
			return nil
		}
	}
	if err := x.chooseRecruit(ctx, b, &t); err != nil {
		return err
	}
	if err := x.fit(ctx, b, &t); err != nil {
		return err
	}
	all[sys.ID()][b.id] = t
	return nil
}

// search makes the steps that are left.
func (x *tuning) search(ctx context.Context, b *opponents) error {
	for n := b.tuner.State().Steps + 1; n <= x.steps; n++ {
		s, err := b.tuner.Step(ctx, x.work)
		if err != nil {
			return err
		}
		if x.file != nil {
			if err := x.file.Append(tuneLine{b.id, b.tuner.State()}); err != nil {
				return err
			}
		}
		fmt.Fprintf(x.cli.out, "  step %d of %d: %d games, %.1f%% for side 0; weights changed by %.0f%% since the start\n",
			n, x.steps, s.Games, 100*s.Result, 100*s.Change)
	}
	return nil
}

// compare plays the new weights against those at the start and reports whether they gain.
func (x *tuning) compare(ctx context.Context, b *opponents, t *system.Tuning) (gained bool, err error) {
	start := b.tuner.Start()
	pairs, err := ai.Compare(ctx, b.battle, t, &start, x.check/2, x.work)
	if err != nil || len(pairs) == 0 {
		return false, err
	}
	e := x.printScore("new weights against old", pairs)
	return e.CI.Low > 0.5, nil
}

// chooseRecruit chooses how much recruits err.
func (x *tuning) chooseRecruit(ctx context.Context, b *opponents, t *system.Tuning) error {
	if x.recruit == 0 || x.check == 0 {
		return nil
	}
	pairs, err := ai.ChooseRecruit(ctx, b.battle, t, x.recruit/100, x.check/2, x.work)
	if err != nil {
		return err
	}
	x.printScore(fmt.Sprintf("centurion against recruits who err by up to %d in one choice of %d", t.Recruit.Blur, t.Recruit.Slip), pairs)
	return nil
}

// printScore prints the score of pairs of games and returns it.
func (x *tuning) printScore(what string, pairs []ai.Pair) sim.Estimate {
	scores := make([]float64, len(pairs))
	var sides [2]float64
	for i, p := range pairs {
		scores[i] = p.Score()
		for side := range sides {
			sides[side] += 100 * p[side] / float64(len(pairs))
		}
	}
	e := sim.Score(scores)
	fmt.Fprintf(x.cli.out, "  %s: %.1f%% (%.1f to %.1f) of %d games; %.1f%% as side 0, %.1f%% as side 1\n",
		what, 100*e.Mean, 100*e.CI.Low, 100*e.CI.High, 2*len(pairs), sides[0], sides[1])
	return e
}

// fit fits the forecast.
func (x *tuning) fit(ctx context.Context, b *opponents, t *system.Tuning) error {
	if x.study == 0 {
		return nil
	}
	f, err := ai.Fit(ctx, b.battle, t, x.study, x.work)
	if err != nil {
		return err
	}
	fmt.Fprintf(x.cli.out, "  forecast from %d moments of %d games: log loss %.3f (%.3f for the mean), margin off by %.1f (spread %.1f)\n",
		f.Moments, f.Games, f.LogLoss, f.Baseline, f.Error, f.Spread)
	return nil
}

// stopped returns an error that says how far an interrupted run came.
func (x *tuning) stopped(err error) error {
	switch {
	case !errors.Is(err, context.Canceled):
		return badFile(err)
	case x.path == "":
		return refused(errors.New("stopped; use --state FILE to keep the steps"))
	}
	return refused(fmt.Errorf("stopped; the steps are saved in %s; resume with the same command", x.path))
}

// write writes the tunings of the rulebook, if a file is named.
func (x *tuning) write(all map[string]map[string]system.Tuning) error {
	if x.out == "" {
		return nil
	}
	for _, tunings := range all {
		text, err := json.MarshalIndent(tunings, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(x.out, append(text, '\n'), 0o644); err != nil {
			return badFile(err)
		}
	}
	return nil
}

package bot

import (
	"context"
	"fmt"
	"hash/fnv"
	"os/exec"
	"slices"
	"strings"

	"acies/ai"
	"acies/dice"
	"acies/game"
)

// Contestant is a player in a contest: a level of package ai, or a program.
type Contestant struct {
	Name    string
	level   func() ai.Player
	program Program
}

// Parse reads a contestant: the name of a level, or the command of a bot, which is run with the settings of p.
func Parse(text string, p Program) (Contestant, error) {
	if name, _, _ := strings.Cut(text, ":"); slices.Contains(ai.Levels(), name) {
		level, err := ai.Parse(text)
		return Contestant{Name: text, level: level}, err
	}
	args, err := Split(text)
	if err != nil {
		return Contestant{}, fmt.Errorf("%q: %w", text, err)
	}
	if len(args) == 0 {
		return Contestant{}, fmt.Errorf("missing player: name a command, or one of %s", strings.Join(ai.Levels(), ", "))
	}
	if _, err := exec.LookPath(args[0]); err != nil {
		return Contestant{}, fmt.Errorf("%q is neither a program nor one of %s", args[0], strings.Join(ai.Levels(), ", "))
	}
	p.Args = args
	return Contestant{Name: text, program: p}, nil
}

// Split divides a command into its words, which are separated by spaces. Quotation marks of either kind keep what is
// between them together; nothing else has a special meaning.
func Split(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	open := rune(0)  // the quotation mark we are within
	started := false // there is a word, perhaps an empty one
	for _, c := range command {
		switch {
		case open != 0 && c == open:
			open = 0
		case open == 0 && (c == '"' || c == '\''):
			open, started = c, true
		case open == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if started {
				words = append(words, word.String())
			}
			word.Reset()
			started = false
		default:
			word.WriteRune(c)
			started = true
		}
	}
	if open != 0 {
		return nil, fmt.Errorf("the quotation mark %c is not closed", open)
	}
	if started {
		words = append(words, word.String())
	}
	return words, nil
}

// seat is a contestant in one game: a [*Bot] or a level.
type seat interface {
	game.Sink
	Choose(ctx context.Context, s game.State) (game.Action, error)
	End(o game.Outcome)
}

// takeSeat makes the contestant ready for one game. What a level leaves to chance follows from the seed.
func (c *Contestant) takeSeat(ctx context.Context, b game.Battle, side game.Side, seed string) (seat, error) {
	if c.level == nil {
		bot, err := Start(ctx, c.program, b, side)
		if err != nil {
			return nil, err
		}
		return bot, nil
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "player %d of %s", side, seed)
	return &level{player: c.level(), side: side, src: dice.New(h.Sum64())}, nil
}

// level is a level of package ai that plays one side of a game.
type level struct {
	player ai.Player
	side   game.Side
	src    game.Source
}

// Choose implements seat. The player gets a state in which everything its side cannot know has been resampled.
func (l *level) Choose(_ context.Context, s game.State) (game.Action, error) {
	known := s.Clone()
	known.Resample(l.side, l.src)
	return l.player.Choose(known, l.side, l.src), nil
}

// Event implements [game.Sink]: a level reads all it needs from the state.
func (l *level) Event(game.Event) {}

// End implements seat.
func (l *level) End(game.Outcome) {}

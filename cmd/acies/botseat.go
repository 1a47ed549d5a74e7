package main

import (
	"fmt"
	"log/slog"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"acies/ai"
	"acies/bot"
	"acies/game"
	"acies/match"
	"acies/table"
	"acies/words"
)

// seatName is how a bot at the table may be called: its name goes into games that are kept.
var seatName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// players returns the makers of all who may hold a seat at the table besides people: the levels worth playing against, and
// the bots, each given as NAME=COMMAND. Thought is what a strategos has for each of his activations.
func players(bots []string, thought time.Duration, l *table.Library, log *slog.Logger) (map[string]func() match.Player, error) {
	strategos, err := ai.Parse("strategos:" + thought.String())
	if err != nil {
		return nil, fmt.Errorf("--thought %v: want a time such as 1s or 500ms", thought)
	}
	out := map[string]func() match.Player{"recruit": ai.Recruit, "centurion": ai.Centurion, "strategos": strategos}
	for _, text := range bots {
		name, command, ok := strings.Cut(text, "=")
		if !ok || !seatName.MatchString(name) {
			return nil, fmt.Errorf("--bot %q: want NAME=COMMAND, with a name of at most 32 small letters, digits and hyphens", text)
		}
		if _, err := ai.Parse(name); out[name] != nil || name == match.Human || err == nil {
			return nil, fmt.Errorf("--bot %q: the name %s is taken", text, name)
		}
		args, err := bot.Split(command)
		if err != nil {
			return nil, fmt.Errorf("--bot %q: %w", text, err)
		}
		if len(args) == 0 {
			return nil, fmt.Errorf("--bot %q: the command is missing", text)
		}
		if _, err := exec.LookPath(args[0]); err != nil {
			return nil, fmt.Errorf("--bot %q: there is no program %q", text, args[0])
		}
		program := bot.Program{Args: args, Clock: bot.DefaultClock, Words: spoken(l)}
		out[name] = func() match.Player { return bot.NewPlayer(name, program, log) }
	}
	return out, nil
}

// spoken returns what finds the words for a battle of the library.
func spoken(l *table.Library) func(string, game.Battle) (*words.Words, error) {
	return func(lang string, b game.Battle) (*words.Words, error) {
		packs, err := l.Packs()
		if err != nil {
			return nil, err
		}
		for _, p := range packs {
			if p.ID == b.ID() {
				return words.For(lang, p, b)
			}
		}
		return nil, fmt.Errorf("%w: %q", table.ErrNoBattle, b.ID())
	}
}

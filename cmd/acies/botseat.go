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

// seatName matches the names a bot at the table may have; they are stored with games.
var seatName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// players returns functions that make the players a seat at the table may have, other than people: the levels, and
// the bots, each given as NAME=COMMAND, of which at most maxBots run at a time. Thought is what a strategos has for each of his
// activations.
func players(bots []string, maxBots int, thought time.Duration, l *table.Library, log *slog.Logger) (map[string]func() match.Player, error) {
	strategos, err := ai.Parse("strategos:" + thought.String())
	if err != nil {
		return nil, fmt.Errorf("--thought %v: want a time such as 1s or 500ms", thought)
	}
	if maxBots < 1 {
		return nil, fmt.Errorf("--max-bots must be at least 1, not %d", maxBots)
	}
	limit := bot.NewLimit(maxBots)
	out := map[string]func() match.Player{"recruit": ai.Recruit, "centurion": ai.Centurion, "strategos": strategos}
	for _, text := range bots {
		name, command, ok := strings.Cut(text, "=")
		if !ok || !seatName.MatchString(name) {
			return nil, fmt.Errorf("--bot %q: want NAME=COMMAND, with a name of at most 32 lower-case letters, digits and hyphens", text)
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
		program := bot.Program{Args: args, Clock: bot.DefaultClock, Words: wordsFor(l)}
		out[name] = func() match.Player { return bot.NewPlayer(name, program, limit, log) }
	}
	return out, nil
}

// wordsFor returns a function that finds the words for a battle of the library.
func wordsFor(l *table.Library) func(string, game.Battle) (*words.Words, error) {
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

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

// players returns the makers of all computer opponents: the levels worth playing against, and the bots, each given as
// NAME=COMMAND. At most maxBots bots run at a time. Thought is the time a strategos has for each activation.
func players(bots []string, maxBots int, thought time.Duration, l *table.Library, log *slog.Logger) (map[string]func() match.Player, error) {
	strategos, err := ai.Parse("strategos:" + thought.String())
	if err != nil {
		return nil, fmt.Errorf("--thought must be a time such as 1s or 500ms, not %v", thought)
	}
	if maxBots < 1 {
		return nil, fmt.Errorf("--max-bots must be at least 1, not %d", maxBots)
	}
	limit := bot.NewLimit(maxBots)
	out := map[string]func() match.Player{"recruit": ai.Recruit, "centurion": ai.Centurion, "strategos": strategos}
	for _, text := range bots {
		name, command, ok := strings.Cut(text, "=")
		if !ok || !seatName.MatchString(name) {
			return nil, fmt.Errorf("--bot must be NAME=COMMAND, with a name of at most 32 lower-case letters, digits and hyphens, not %q", text)
		}
		if _, err := ai.Parse(name); out[name] != nil || name == match.Human || err == nil {
			return nil, fmt.Errorf("--bot %q: the name %s is already used", text, name)
		}
		args, err := bot.Split(command)
		if err != nil {
			return nil, fmt.Errorf("--bot %q: %w", text, err)
		}
		if len(args) == 0 {
			return nil, fmt.Errorf("--bot %q: missing command", text)
		}
		if _, err := exec.LookPath(args[0]); err != nil {
			return nil, fmt.Errorf("--bot %q: program %q not found", text, args[0])
		}
		program := bot.Program{Args: args, Clock: bot.DefaultClock, Words: wordsFor(l)}
		out[name] = func() match.Player { return bot.NewPlayer(name, program, limit, log) }
	}
	return out, nil
}

// wordsFor returns a function that returns the words for a battle of the library.
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

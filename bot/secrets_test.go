package bot

import (
	"os"
	"strings"
	"testing"

	"acies/game"
)

// least returns the legal action that does least.
func least(s game.State) game.Action {
	legal := s.Legal(nil)
	for _, want := range []string{"ready", "done", "pass", "end"} {
		for _, a := range legal {
			if s.Battle().Format(a) == want {
				return a
			}
		}
	}
	return legal[0]
}

// toldPersians plays Marathon, doing as little as can be, and returns the first messages that ask a Persian bot.
func toldPersians(t *testing.T, seed string, n int) []string {
	t.Helper()
	g := begin(t, "marathon-490bc", seed).Game
	m := NewMessages(g.Battle(), 1, nil)
	var told []string
	for len(told) < n {
		s := g.State()
		var err error
		switch s.ToAct() {
		case game.Nobody:
			t.Fatalf("the game ended after %d questions", len(told))
		case game.Nature:
			_, err = g.Roll(&m)
		case 1:
			told = append(told, string(m.Move(s, DefaultClock)))
			fallthrough
		default:
			err = g.Do(least(s), &m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return told
}

// The messages of Marathon that docs/bots.md shows are those that a bot gets, in this order, except for what "…" leaves out.
func TestDocumentedMessages(t *testing.T) {
	text, err := os.ReadFile("../docs/bots.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## Cards and secrets\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var shown []string
	for line := range strings.Lines(section) {
		line, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		switch {
		case strings.HasPrefix(line, "> "):
			shown = append(shown, line[2:])
		case ok && strings.HasPrefix(line, "  "):
			shown[len(shown)-1] += strings.TrimSpace(line)
		}
	}
	if len(shown) < 2 {
		t.Fatalf("%d messages are shown, expected two or more", len(shown))
	}
	told := toldPersians(t, "e", 8)
	for _, message := range shown {
		start, _, _ := strings.Cut(message, `"clock"`)
		found := false
		for _, full := range told {
			if strings.HasPrefix(full, start) {
				found = true
				checkParts(t, full, strings.Split(message, "…"))
			}
		}
		if !found {
			t.Errorf("no message starts with %s", start)
		}
	}
}

// checkParts fails the test unless the parts occur in the message, in this order.
func checkParts(t *testing.T, message string, parts []string) {
	t.Helper()
	rest := message
	for _, part := range parts {
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			t.Errorf("%s\nis not the next part of\n%s", part, message)
			return
		}
		rest = after
	}
}

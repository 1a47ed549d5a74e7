package bot

import (
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"acies/dice"
	"acies/game"
)

func errorLog(to io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelError}))
}

// TestPlayer lets a bot at the table go wrong: somebody else plays on, and the log says why.
func TestPlayer(t *testing.T) {
	for _, c := range []struct {
		mode, want string
	}{
		{"well", ""},
		{"dead", `bot=mine reason=died detail="its output ended (exit status 3; out of ideas)"`},
		{"not now", "reason=illegal"},
		{"no handshake", "reason=nonsense"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			quiet(t)
			var log strings.Builder
			p := NewPlayer("mine", as(t, c.mode), errorLog(&log))
			s, src := dealt(t), dice.New(1)
			for range 6 {
				if r := s.Check(p.Choose(s, 0, src)); r != nil {
					t.Fatal(r)
				}
				p.Event(game.Event{Key: "toy.choose"})
			}
			p.End(game.Outcome{Over: true})
			switch got := log.String(); {
			case c.want == "" && got != "", !strings.Contains(got, c.want):
				t.Errorf("log %q, want %q", got, c.want)
			case strings.Count(got, "\n") > 1:
				t.Errorf("it is said more than once: %s", got)
			}
			if r := s.Check(p.Choose(s, 0, src)); r != nil {
				t.Errorf("a choice after the end: %v", r)
			}
		})
	}
}

// TestPlayerEnds ends a player while its bot is thinking.
func TestPlayerEnds(t *testing.T) {
	quiet(t)
	var log strings.Builder
	p := NewPlayer("mine", as(t, "late"), errorLog(&log))
	s := dealt(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		for src := dice.New(1); ; {
			if r := s.Check(p.Choose(s, 0, src)); r != nil {
				t.Error(r)
			}
			p.mu.Lock()
			gone := p.gone
			p.mu.Unlock()
			if gone {
				return
			}
		}
	})
	time.Sleep(50 * time.Millisecond)
	p.End(game.Outcome{})
	wg.Wait()
	if log.Len() > 0 {
		t.Errorf("that is no fault: %s", log.String())
	}
}

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
			p := NewPlayer("mine", as(t, c.mode), NewLimit(1), errorLog(&log))
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

// TestPlayerMakesRoom has two players choose in turn where there is room for one bot: each is started again with what is
// left of its bank.
func TestPlayerMakesRoom(t *testing.T) {
	quiet(t)
	var log strings.Builder
	l := NewLimit(1)
	l.idleTime = 0
	transcript := scribed(t, func(p Program) {
		p.Clock = Clock{Bank: time.Hour}
		s, src := dealt(t), dice.New(1)
		one, other := NewPlayer("one", p, l, errorLog(&log)), NewPlayer("other", as(t, "well"), l, errorLog(&log))
		for _, p := range []*Player{one, other, one} {
			if r := s.Check(p.Choose(s, 0, src)); r != nil {
				t.Fatal(r)
			}
		}
		other.End(game.Outcome{})
		one.End(game.Outcome{})
	})
	if log.Len() > 0 {
		t.Errorf("that is no fault: %s", log.String())
	}
	if strings.Count(transcript, `"type":"hello"`) != 2 || strings.Count(transcript, `"result":"stopped"`) != 2 ||
		strings.Count(transcript, `"type":"start","side":0,"clock":{"move":0,"bank":3600000}`) != 1 {
		t.Errorf("the player whose bot made room was told\n%s", transcript)
	}
}

// TestPlayerEnds ends a player while its bot is thinking.
func TestPlayerEnds(t *testing.T) {
	quiet(t)
	var log strings.Builder
	thinking := make(chan struct{})
	program := as(t, "late")
	program.Stderr = onWrite(sync.OnceFunc(func() { close(thinking) }))
	p := NewPlayer("mine", program, NewLimit(1), errorLog(&log))
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
	<-thinking
	p.End(game.Outcome{})
	wg.Wait()
	if log.Len() > 0 {
		t.Errorf("that is no fault: %s", log.String())
	}
}

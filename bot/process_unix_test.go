//go:build unix

package bot

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"acies/game"
	"acies/game/gametest/toy"
)

// TestNothingLeft checks that a bot leaves nothing running, nor anything it has started, however it goes.
func TestNothingLeft(t *testing.T) {
	for _, c := range []struct {
		mode string
		go_  func(b *Bot)
	}{
		{"parent", func(b *Bot) { b.End(game.Outcome{}) }},
		{"stubborn", func(b *Bot) { b.End(game.Outcome{}) }},
		{"parent and dead", func(b *Bot) {
			for range 2 {
				b.Choose(t.Context(), dealt(t))
			}
		}},
	} {
		t.Run(c.mode, func(t *testing.T) {
			quiet(t)
			p := as(t, c.mode)
			p.Clock = Clock{Move: DefaultClock.Move}
			b, err := Start(t.Context(), p, toy.New(toy.Options{}), 0)
			if err != nil {
				t.Fatal(err)
			}
			child, err := strconv.Atoi(b.Name())
			if err != nil || !alive(child) {
				t.Fatalf("the bot's child is %q, error %v", b.Name(), err)
			}
			c.go_(b)
			if b.proc.cmd.ProcessState == nil {
				t.Error("nobody has waited for the bot")
			}
			until(t, "the bot's child is gone", func() bool { return !alive(child) })
		})
	}
}

// alive reports whether a process runs. One that has ended and waits for its parent to notice does not.
func alive(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return !errors.Is(err, os.ErrNotExist)
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}

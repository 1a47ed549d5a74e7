package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"acies/bot"
)

// TestBotMatchStopped stops a match while a bot is thinking: what has been played is told, and the bot is gone.
func TestBotMatchStopped(t *testing.T) {
	dir := t.TempDir()
	thinker := filepath.Join(dir, "thinker.js")
	text := `process.stdin.on('data', (d) => {
  if (String(d).includes('"hello"')) console.log('{"protocol":1}');
  else console.error('thinking');
});`
	if err := os.WriteFile(thinker, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	c := &cli{out: &out, err: onWrite(cancel), lang: "en"}
	o := contest{games: 2, clock: bot.Clock{Move: time.Hour}}
	if err := c.prepareMatch(&o, []string{"sparta-195bc", "node '" + thinker + "'", "random"}); err != nil {
		t.Fatal(err)
	}
	err := c.referee(ctx, &o)
	if err == nil || err.Error() != "stopped after 0 of 2 games" {
		t.Errorf("error %v", err)
	}
	if !strings.Contains(out.String(), "0 games") {
		t.Errorf("told %q", out.String())
	}
}

// onWrite is a writer that calls a function when something is written.
type onWrite func()

func (f onWrite) Write(b []byte) (int, error) {
	f()
	return len(b), nil
}

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
  else require('fs').writeFileSync(process.argv[2], '');
});`
	if err := os.WriteFile(thinker, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	started := filepath.Join(dir, "started")
	var out, stderr bytes.Buffer
	c := &cli{out: &out, err: &stderr, lang: "en"}
	o := contest{games: 2, clock: bot.Clock{Move: time.Hour}}
	if err := c.invite(&o, []string{"sparta-195bc", "node '" + thinker + "' '" + started + "'", "random"}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for !isFile(started) {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	err := c.referee(ctx, &o)
	if err == nil || err.Error() != "stopped after 0 of 2 games" {
		t.Errorf("error %v\n%s", err, stderr.String())
	}
	if !strings.Contains(out.String(), "0 games") {
		t.Errorf("told %q", out.String())
	}
}

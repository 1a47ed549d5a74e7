package main

import (
	"bufio"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"acies/table"
)

// TestBotAtTheTable plays a whole game between two bots, one of which fails on the way: the table does not suffer.
func TestBotAtTheTable(t *testing.T) {
	quitter := filepath.Join(t.TempDir(), "quitter.js")
	text, err := os.ReadFile("../../bot/examples/javascript/bot.js")
	if err != nil {
		t.Fatal(err)
	}
	quits := strings.Replace(string(text), "lines.on(", "lines.on('line', (line) => line.includes('\"n\":20,') && process.exit(5));\nlines.on(", 1)
	if err := os.WriteFile(quitter, []byte(quits), 0o644); err != nil {
		t.Fatal(err)
	}
	url, out, end := running(t, "serve", "--data", filepath.Join(t.TempDir(), "acies.db"), "--addr", "127.0.0.1:0",
		"--bot", "well=node ../../bot/examples/javascript/bot.js", "--bot", "quits=node '"+quitter+"'")
	if _, body := get(t, url+"api/seats"); !strings.Contains(body, `["human","centurion","quits","recruit","strategos","well"]`) {
		t.Errorf("seats %s", body)
	}
	res, err := http.Post(url+"api/games", "application/json", strings.NewReader(`{"battle":"sparta-195bc","seats":["well","quits"],"seed":"bots"}`))
	if err != nil || res.StatusCode != http.StatusCreated {
		t.Fatalf("a new game: %v %v", res, err)
	}
	var made struct{ ID string }
	if err := json.NewDecoder(res.Body).Decode(&made); err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res, err = http.Get(url + "api/games/" + made.ID + "/events"); err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	over := false
	for lines := bufio.NewScanner(res.Body); !over && lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "event: ") {
			_, body := get(t, url+"api/games")
			over = strings.Contains(body, `"over":true`)
		}
	}
	if !over {
		t.Fatalf("the game does not end: %s", out)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	log := out.String()
	if strings.Count(log, "level=ERROR") != 1 || !strings.Contains(log, `a bot is at fault; a recruit plays on" bot=quits reason=died detail="its output ended (exit status 5)"`) {
		t.Errorf("the log says %s", log)
	}
}

func TestBotNames(t *testing.T) {
	for _, c := range []struct {
		name    string
		bots    []string
		maxBots int
		thought time.Duration
		want    string // of the error
	}{
		{"two", []string{"one=node a.js", "two=node b.js"}, 8, time.Second, ""},
		{"no command", []string{"one"}, 8, time.Second, "must be NAME=COMMAND"},
		{"no name", []string{"=node a.js"}, 8, time.Second, "must be NAME=COMMAND"},
		{"bad name", []string{"One!=node a.js"}, 8, time.Second, "must be NAME=COMMAND"},
		{"person", []string{"human=node a.js"}, 8, time.Second, "the name human is already used"},
		{"level", []string{"centurion=node a.js"}, 8, time.Second, "the name centurion is already used"},
		{"twice", []string{"one=node a.js", "one=node b.js"}, 8, time.Second, "the name one is already used"},
		{"empty", []string{"one= "}, 8, time.Second, "missing command"},
		{"quotes", []string{"one=node 'a.js"}, 8, time.Second, "is not closed"},
		{"no thought", nil, 8, -time.Second, "--thought must be a time such as 1s"},
		{"no room", []string{"one=node a.js"}, 0, time.Second, "--max-bots must be at least 1, not 0"},
		{"no program", []string{"one=nodde a.js"}, 8, time.Second, `program "nodde" not found`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := players(c.bots, c.maxBots, c.thought, table.NewLibrary(), slog.New(slog.NewTextHandler(io.Discard, nil)))
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

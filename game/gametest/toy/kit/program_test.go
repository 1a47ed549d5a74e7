package kit_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"acies/dice"
	"acies/game"
	"acies/table"
)

// build is a program with the toy among its rulebooks, which is built the first time it is needed.
type build struct {
	flags string // of the linker
	once  sync.Once
	dir   string
	err   error
}

var (
	built build
	// next is the next release, with other rules of the toy.
	next = build{flags: "-X main.release=next -X acies/game/gametest/toy.version=2"}
)

// program returns the folder of the program.
func program(t *testing.T) string { return built.folder(t) }

func (b *build) folder(t *testing.T) string {
	t.Helper()
	b.once.Do(func() {
		if b.dir, b.err = os.MkdirTemp("", "acies-toy-"); b.err != nil {
			return
		}
		cmd := exec.Command("go", "build", "-tags", "toy", "-ldflags", b.flags, "-o", b.dir, "acies/cmd/acies")
		if out, err := cmd.CombinedOutput(); err != nil {
			b.err = fmt.Errorf("%w: %s", err, out)
		}
	})
	if b.err != nil {
		t.Fatal(b.err)
	}
	return b.dir
}

// TestScripts plays at the command line.
func TestScripts(t *testing.T) {
	dir := program(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", dir+string(os.PathListSeparator)+e.Getenv("PATH"))
			pack, err := filepath.Abs(ford)
			if err != nil {
				return err
			}
			root, err := filepath.Abs("../../../..")
			e.Setenv("ROOT", root)
			e.Setenv("PACK", pack)
			return err
		},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// client asks a running server.
type client struct {
	t    *testing.T
	base string
}

// serve starts the program with the pack and returns a client of it.
func serve(t *testing.T) *client {
	t.Helper()
	c, _ := built.serve(t, "--data", filepath.Join(t.TempDir(), "acies.db"))
	return c
}

// serve starts a server of the program with the pack and returns a client of it.
func (b *build) serve(t *testing.T, args ...string) (*client, *exec.Cmd) {
	t.Helper()
	args = append([]string{"serve", "--no-browser", "--addr", "127.0.0.1:0", "--pack", ford, "--thought", "1ms"}, args...)
	cmd := exec.Command(filepath.Join(b.folder(t), "acies"), args...)
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	address := regexp.MustCompile(`address=(http://\S+)/`)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := address.FindStringSubmatch(lines.Text()); m != nil {
			go io.Copy(io.Discard, out)
			return &client{t, m[1]}, cmd
		}
	}
	t.Fatal("the server ended without saying where it listens")
	return nil, nil
}

// ask sends a request and reads the answer into v; it fails the test unless the code is the expected one.
func (c *client) ask(code int, method, path string, body, v any) {
	c.t.Helper()
	var sent io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			c.t.Fatal(err)
		}
		sent = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, c.base+path, sent)
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	if res.StatusCode != code {
		c.t.Fatalf("%s %s: %d %s, want %d", method, path, res.StatusCode, data, code)
	}
	if text, ok := v.(*string); ok {
		*text = string(data)
	} else if err := json.Unmarshal(data, v); err != nil {
		c.t.Fatalf("%s %s: %v in %s", method, path, err, data)
	}
}

// tableJSON is what a client needs of a table.
type tableJSON struct {
	Version int
	Length  int
	Frozen  string
	Prompt  string
	View    struct {
		ToAct  game.Side
		Turn   int
		Pieces []game.PieceView
	}
	Choices []struct{ Action, Text string }
	Outcome *struct {
		Over bool
		Text string
	}
}

func (c *client) begin(seats ...string) string {
	c.t.Helper()
	var made struct{ ID string }
	c.ask(http.StatusCreated, "POST", "/api/games",
		map[string]any{"battle": "ford", "options": []string{}, "seats": seats, "dice": "seed", "seed": "toy"}, &made)
	return "/api/games/" + made.ID
}

func (c *client) table(game string) tableJSON {
	c.t.Helper()
	var t tableJSON
	c.ask(http.StatusOK, "GET", game, nil, &t)
	return t
}

// TestServer plays a game at random for both sides over HTTP, and asks all that can be asked.
func TestServer(t *testing.T) {
	c := serve(t)
	var battles []struct {
		ID       string
		Counters map[string]int
	}
	c.ask(http.StatusOK, "GET", "/api/battles", nil, &battles)
	if last := battles[len(battles)-1]; last.ID != "ford" || last.Counters["unit"] != 2 || last.Counters["card"] != 6 {
		t.Errorf("the last battle is %v", last)
	}
	var text string
	c.ask(http.StatusOK, "GET", "/api/battles/ford?lang=fr", nil, &text)
	if !strings.Contains(text, "colline") {
		t.Errorf("the hill has no French name in %s", text)
	}
	c.ask(http.StatusOK, "GET", "/api/battles/ford/lessons/hill", nil, &text)
	c.ask(http.StatusOK, "GET", "/api/rulebook?book=toy", nil, &text)
	if !strings.Contains(text, "toy-7") {
		t.Errorf("the rulebook is %s", text)
	}

	id := c.begin("human", "human")
	src := dice.New(1)
	for n := 0; ; n++ {
		now := c.table(id)
		if now.Outcome != nil && now.Outcome.Over {
			break
		}
		request := map[string]any{"version": now.Version, "id": fmt.Sprint(n)}
		if now.View.ToAct == game.Nature {
			if now.View.Turn > 1 || now.Length > 5 {
				c.ask(http.StatusOK, "GET", id+"/odds?do=roll", nil, &text)
			}
			c.ask(http.StatusOK, "POST", id+"/roll", request, &text)
			continue
		}
		seesOwnCards(t, &now)
		choice := now.Choices[game.Intn(src, len(now.Choices))]
		if now.Length == 6 { // a hint takes its time
			c.ask(http.StatusOK, "GET", id+"/hint", nil, &text)
		}
		c.ask(http.StatusOK, "GET", id+"/why?place=hill", nil, &text)
		c.ask(http.StatusOK, "GET", id+"/why?piece=card-0-1", nil, &text)
		if strings.HasPrefix(choice.Action, "march") {
			c.ask(http.StatusOK, "GET", id+"/odds?do="+strings.ReplaceAll(choice.Action, " ", "+"), nil, &text)
		}
		request["actions"] = []string{choice.Action}
		c.ask(http.StatusOK, "POST", id+"/actions", request, &text)
	}
	c.ask(http.StatusOK, "GET", id+"/log", nil, &text)
	if !strings.Contains(text, "The cards were turned up") {
		t.Errorf("the log is %s", text)
	}
	c.ask(http.StatusUnprocessableEntity, "GET", id+"/luck", nil, &text)
	if !strings.Contains(text, "Luck cannot be measured") {
		t.Errorf("luck: %s", text)
	}

	c.ask(http.StatusOK, "GET", id+"/record", nil, &text)
	file := filepath.Join(t.TempDir(), "game.jsonl")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Verify(file, ford); err != nil {
		t.Errorf("the record is not sound: %v", err)
	}
}

// seesOwnCards checks that the side to act sees its own cards and not those of the enemy, unless they were shown.
func seesOwnCards(t *testing.T, now *tableJSON) {
	t.Helper()
	for _, p := range now.View.Pieces[2:] {
		own := (p.Piece-2)/3 == int(now.View.ToAct)
		hidden := false
		shown := false
		for _, s := range p.States {
			hidden = hidden || s == "hidden"
			shown = shown || s == "seen" || s == "used"
		}
		if own == hidden && !shown || hidden != (len(p.Values) == 0) {
			t.Errorf("side %d sees %+v", now.View.ToAct, p)
		}
	}
}

// TestOpponents lets every kind of opponent play at the table, to the end.
func TestOpponents(t *testing.T) {
	c := serve(t)
	for _, seats := range [][]string{{"recruit", "centurion"}, {"strategos", "recruit"}} {
		id := c.begin(seats...)
		// The stream of events tells of every version; the game ends by itself.
		res, err := http.Get(c.base + id + "/events")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		for lines := bufio.NewScanner(res.Body); ; {
			if now := c.table(id); now.Outcome != nil && now.Outcome.Over {
				break
			}
			if !lines.Scan() {
				t.Fatalf("%v: the stream ended before the game", seats)
			}
		}
	}
}

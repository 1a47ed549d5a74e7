package kit_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"acies/bus/bustest"
	"acies/game"
	"acies/store/pgtest"
)

// act does something in a game.
func (c *client) act(game, action string) {
	c.t.Helper()
	var text string
	now := c.table(game)
	request := map[string]any{"version": now.Version, "id": fmt.Sprint(now.Version, action), "actions": []string{action}}
	c.ask(http.StatusOK, "POST", game+"/actions", request, &text)
}

// refuses expects that a node does nothing in a game, and says why.
func (c *client) refuses(game, action, why string) {
	c.t.Helper()
	var text string
	now := c.table(game)
	request := map[string]any{"version": now.Version, "id": "refused", "actions": []string{action}}
	c.ask(http.StatusConflict, "POST", game+"/actions", request, &text)
	if !strings.Contains(text, `"frozen"`) || !strings.Contains(text, why) || !strings.Contains(now.Frozen, why) || len(now.Choices) > 0 {
		c.t.Errorf("%s is answered with %s; the table says %q", action, text, now.Frozen)
	}
}

// reach waits until a node shows as many actions as another.
func (c *client) reach(game string, other *client) {
	c.t.Helper()
	for want := other.table(game).Length; c.table(game).Length != want; {
	}
}

// listen returns the versions that a stream of a game announces.
func (c *client) listen(game string) <-chan int {
	c.t.Helper()
	res, err := http.Get(c.base + game + "/events")
	if err != nil || res.StatusCode != http.StatusOK {
		c.t.Fatal(res, err)
	}
	c.t.Cleanup(func() { res.Body.Close() })
	versions := make(chan int, 1000)
	go func() {
		defer close(versions)
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if text, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				n, _ := strconv.Atoi(text)
				versions <- n
			}
		}
	}()
	return versions
}

// hear waits until a stream has announced a version.
func hear(t *testing.T, versions <-chan int, want int) {
	t.Helper()
	for n := range versions {
		if n >= want {
			return
		}
	}
	t.Errorf("the stream ends before version %d", want)
}

// status is what acies status says, as far as tests need it.
type status struct {
	Nodes   []struct{ Version string }
	Workers []struct {
		Program         string
		Games, Thoughts int
	}
}

// status asks everybody until what is said is what a test waits for.
func (b *build) status(t *testing.T, bus string, until func(*status) bool) {
	t.Helper()
	for {
		var s status
		out, err := exec.Command(filepath.Join(b.folder(t), "acies"), "status", "--json", "--bus", bus).Output()
		if err == nil && json.Unmarshal(out, &s) == nil && until(&s) {
			return
		}
	}
}

// worker starts a worker.
func (b *build) worker(t *testing.T, bus string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(b.folder(t), "acies"), "worker", "--jobs", "1", "--bus", bus)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
}

// TestUpgrade runs a node of this release and one of the next, whose rules are others, on one database. In the old rules it costs 2
// to enter the ford, in the new ones 1.
func TestUpgrade(t *testing.T) {
	nats := bustest.StartJetStream(t)
	data := []string{"--store", pgtest.Database(t), "--bus", nats.URL()}
	before, node := built.serve(t, data...)
	after, _ := next.serve(t, data...)
	const newer, other = "newer rules than this program", "another version of the rules"

	// Both serve and stream a game of the old rules.
	begun := before.begin("human", "human")
	here, there := before.listen(begun), after.listen(begun)
	before.act(begun, "march wood")
	hear(t, there, before.table(begun).Version)
	after.reach(begun, before)
	after.act(begun, "play 1")
	hear(t, here, after.table(begun).Version)

	// The new rules have gone on with it: the old node shows what it can, and leaves it alone.
	before.reach(begun, after)
	before.refuses(begun, "play 1", newer)
	after.act(begun, "march ford")                                         // which the old rules do not allow
	before.table(fmt.Sprint(begun, "?known=", after.table(begun).Version)) // so that it looks at the database
	before.refuses(begun, "play 1", newer)
	if a, b := before.table(begun).Length, after.table(begun).Length; a != b-1 {
		t.Errorf("the old node shows %d actions of %d, want all but the last", a, b)
	}

	// A game of the new rules is shown by the old node.
	fresh := after.begin("human", "human")
	after.act(fresh, "march wood")
	before.reach(fresh, after)
	before.refuses(fresh, "play 1", newer)
	after.act(fresh, "play 1")

	// What the old rules have played otherwise, the new node shows up to there, and the old one plays on.
	differs := before.begin("human", "human")
	before.act(differs, "play 1")
	before.act(differs, "march wood")
	before.act(differs, "play 1")
	before.act(differs, "march ford")
	for after.table(differs).Frozen == "" {
	}
	after.refuses(differs, "play 2", other)
	before.act(differs, "play 2")

	// A worker answers for programs of its own version alone.
	built.worker(t, nats.URL())
	next.worker(t, nats.URL())
	next.status(t, nats.URL(), func(s *status) bool { return len(s.Workers) == 2 && len(s.Nodes) == 2 })
	out, err := exec.Command(filepath.Join(next.folder(t), "acies"), "sim", ford, "--games", "20", "--workers", nats.URL(), "--json").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	thinks := after.begin("strategos", "human")
	for after.table(thinks).View.ToAct != 1 {
	}
	next.status(t, nats.URL(), func(s *status) bool {
		i := slices.IndexFunc(s.Workers, func(w struct {
			Program         string
			Games, Thoughts int
		},
		) bool {
			return w.Program == "next"
		})
		if i < 0 || len(s.Workers) != 2 || s.Workers[i].Thoughts == 0 {
			return false
		}
		if w, old := s.Workers[i], s.Workers[1-i]; w.Games != 20 || old.Games+old.Thoughts > 0 {
			t.Errorf("the workers have done %+v and %+v", w, old)
		}
		return true
	})

	// The old node is asked to end, and a new one takes its place: every game goes on that the new rules play alike, to its end.
	if err := node.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := node.Wait(); err != nil {
		t.Errorf("the old node ends with %v", err)
	}
	replaced, _ := next.serve(t, data...)
	replaced.refuses(differs, "play 2", other)
	for _, id := range []string{begun, fresh} {
		replaced.finish(id)
		var text string
		replaced.ask(http.StatusOK, "GET", id+"/record", nil, &text) // the other node may not have heard of the end yet
		file := filepath.Join(t.TempDir(), "game.jsonl")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(filepath.Join(next.folder(t), "acies"), "verify", "--pack", ford, file).CombinedOutput(); err != nil {
			t.Errorf("the record of %s is not sound: %v: %s", id, err, out)
		}
	}
}

// finish plays a game to its end.
func (c *client) finish(id string) {
	c.t.Helper()
	for {
		switch now := c.table(id); {
		case now.Outcome != nil && now.Outcome.Over:
			return
		case now.View.ToAct == game.Nature:
			var text string
			c.ask(http.StatusOK, "POST", id+"/roll", map[string]any{"version": now.Version, "id": fmt.Sprint(now.Version)}, &text)
		case len(now.Choices) == 0:
			c.t.Fatalf("%s does not go on: %+v", id, now)
		default:
			c.act(id, now.Choices[len(now.Choices)-1].Action)
		}
	}
}

// TestNewerTables: a program does not start on a database whose tables are of a newer one, and says what to do.
func TestNewerTables(t *testing.T) {
	address := pgtest.Database(t)
	db, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(t.Context(), "UPDATE acies SET version = version + 1")
	if err := db.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd := exec.Command(filepath.Join(program(t), "acies"), "serve", "--no-browser", "--addr", "127.0.0.1:0", "--store", address)
	cmd.Stderr = &errs
	if err := cmd.Run(); cmd.ProcessState.ExitCode() != 3 {
		t.Errorf("it ends with %v", err)
	}
	for _, want := range []string{"a newer program has written it", "start a program as new as that one, or restore a backup"} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("there is no %q in %s", want, &errs)
		}
	}
}

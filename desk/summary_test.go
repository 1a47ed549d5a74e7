package desk_test

import (
	"slices"
	"strings"
	"testing"

	"acies/desk"
	"acies/dice"
	"acies/game"
	"acies/record"
	"acies/system"
	"acies/table"
	"acies/words"
)

// TestSummaries plays the beginning of a battle of each rulebook and compares the summary of each activation with the events
// between its beginning and its end.
func TestSummaries(t *testing.T) {
	for _, id := range []string{"sparta-195bc", "bouvines-1214", "marathon-490bc", "two-camps-204bc"} {
		for _, lang := range words.Languages() {
			t.Run(id+" "+lang, func(t *testing.T) {
				b, g, err := table.NewLibrary().New(id, table.Settings{Seed: "summaries"})
				if err != nil {
					t.Fatal(err)
				}
				playAtRandom(t, g, 600)
				w, err := words.For(lang, b.Pack, b.Battle)
				if err != nil {
					t.Fatal(err)
				}
				d := &desk.Desk{Game: &desk.Game{Header: g.Header(), Entries: g.Entries(), State: g.State()}, Viewer: desk.Spectator, Words: w}
				log, err := d.Log(0)
				if err != nil {
					t.Fatal(err)
				}
				checkSummaries(t, log)
				late, err := d.Log(log[len(log)/2].N)
				if err != nil {
					t.Fatal(err)
				}
				for i, e := range late {
					if whole := log[len(log)/2+i]; (e.Summary == nil) != (whole.Summary == nil) || e.Summary != nil && *e.Summary != *whole.Summary {
						t.Fatalf("action %d: a part of the log has the summary %v, the whole %v", e.N, e.Summary, whole.Summary)
					}
				}
			})
		}
	}
}

// playAtRandom plays so many random choices.
func playAtRandom(t *testing.T, g *record.Game, n int) {
	t.Helper()
	src := dice.NewKeyed("choices").At(0)
	for range n {
		legal := g.State().Legal(nil)
		if len(legal) == 0 {
			return
		}
		i := game.Intn(src, len(legal))
		if _, err := g.Play(legal[i:i+1], record.Rolls{}, nil); err != nil {
			t.Fatal(err)
		}
	}
}

func checkSummaries(t *testing.T, log []*desk.LogEntry) {
	t.Helper()
	begun := 0 // the action with which the last activation began
	found := 0
	for _, e := range log {
		if s := e.Summary; s != nil {
			found++
			if s.From != begun || s.From >= e.N || s.Side < 0 || s.Text == "" || strings.ContainsAny(s.Text, "{}") || strings.Contains(s.Text, "summary.") {
				t.Errorf("action %d: the summary is %+v, the activation began with action %d", e.N, *s, begun)
			}
		}
		if slices.ContainsFunc(e.Facts, func(f desk.Fact) bool { return f.Scene == system.ActivationScene }) {
			begun = e.N
		}
	}
	if found < 3 {
		t.Errorf("found %d summaries, want several", found)
	}
}

// TestIdleCommand checks that an activation in which nothing is done is told as soon as it ends.
func TestIdleCommand(t *testing.T) {
	g, w := begin(t, "two-camps-204bc", table.Settings{Seed: "x"})
	for range 40 {
		legal := g.State().Legal(nil)
		i := max(0, slices.IndexFunc(legal, func(a game.Action) bool { return g.State().Battle().Choice(a).Verb == "end" }))
		if _, err := g.Play(legal[i:i+1], record.Rolls{}, nil); err != nil {
			t.Fatal(err)
		}
		log, err := deskAt(g, w).Log(0)
		if err != nil {
			t.Fatal(err)
		}
		if e := log[len(log)-1]; e.Do == "end" {
			if e.Summary == nil || !strings.HasSuffix(e.Summary.Text, "nothing done") || !slices.ContainsFunc(e.Facts, func(f desk.Fact) bool { return f.Key == "command-stops" }) {
				t.Errorf("the end of a Command is told as %+v, %+v", e.Facts, e.Summary)
			}
			return
		}
	}
	t.Error("no Command has ended its activation")
}

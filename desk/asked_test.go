package desk_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"acies/desk"
	"acies/dice"
	"acies/game"
	"acies/record"
	"acies/table"
	"acies/words"
)

// deskAt returns the desk of the side to act at a moment of a game that people play.
func deskAt(g *record.Game, w *words.Words) *desk.Desk {
	return &desk.Desk{
		Game: &desk.Game{
			Header: g.Header(), Entries: g.Entries(), State: g.State(), Seats: []string{"human", "human"}, Human: true, UndoWhy: "undo.nothing",
		},
		Viewer: desk.Viewer(g.State().ToAct()), Words: w,
	}
}

// begin starts a game of a battle, or from a position.
func begin(t *testing.T, battle string, s table.Settings) (*record.Game, *words.Words) {
	t.Helper()
	b, g, err := table.NewLibrary().New(battle, s)
	if err != nil {
		t.Fatal(err)
	}
	w, err := words.For("en", b.Pack, b.Battle)
	if err != nil {
		t.Fatal(err)
	}
	return g, w
}

// combat are the phases of the Sword in which units can be lost, and with them leaders.
const combat = "b d d1 d2 d4 d5 e"

// phasesOf are the phases to which the questions of all rulebooks belong; questions that are not listed belong to the
// impulses of Blade & Bow and to the activation of a Command of Impetus.
var phasesOf = map[string]string{
	"deploy": "setup", "deploy-free": "setup", "deploy-place": "setup", "deploy-face": "setup", "deploy-exchange": "setup", "ranks": "setup", "camp": "setup", "leaders": "setup", "shields": "setup",
	"rest": "a", "archers": "b", "first": "c", "bar": "c", "force": "c", "next": "d", "blow": "d", "burn": "d",
	"moves": "d1 impulses", "moved": "d1", "group": "d1 d5", "ride": "d1 impulses", "volley": "d2", "shooters": "b d2 d4",
	"declare": "d3", "declared": "d3", "melees": "d4 impulses command", "assemble": "d4", "defend": "d4", "offend": "d4", "pila": "d4",
	"react": "d4 command", "retreats": "d4", "advance": "d4 impulses", "may-advance": "d4", "disperse": "d4", "stray": "d5",
	"rally": "e command", "rallied": "e", "routs": "e",
	"flee": combat, "swerve": combat, "settle": combat, "leader-go": combat, "place-leader": combat, "hold": combat, "succeed": combat, "head": combat,
	"take": "draw", "window-i": "initiative", "delay": "initiative", "arrive": "initiative",
	"window-t": "routs", "leaders-back": "routs", "return": "routs", "face": "impulses routs",
	"name": "round", "name-again": "round", "name-two": "round", "name-two-again": "round", "destiny": "round command",
}

// countPrices returns how many choices of a table say what they cost besides, and checks that all do that lead to no roll:
// the others say it with their odds.
func countPrices(t *testing.T, s game.State, tb *desk.Table) (n int) {
	t.Helper()
	for i, a := range s.Legal(nil) {
		if c := &tb.Choices[i]; len(tb.Choices) <= 16 && !c.Rolls {
			e := s.Explain(a, s.ToAct())
			want := 0
			if e != nil && len(e.Odds)+len(e.Also) == 0 {
				want = len(e.Notes)
			}
			if len(c.Notes) != want {
				t.Errorf("%q: %d notes, expected %d", c.Text, len(c.Notes), want)
			}
			n += len(c.Notes)
		}
	}
	return n
}

// TestAnswers plays games at random and looks at what every question offers: a choice that rolls dice has something to show
// before they are rolled, a few choices have different words, and the phase is that of the question and on the track.
func TestAnswers(t *testing.T) {
	seen := map[string][]string{} // the answers to each prompt, once
	prices := 0
	for _, battle := range []string{"sparta-195bc", "issos-333bc", "bouvines-1214", "guinegate-1479", "marathon-490bc", "mycale-479bc", "two-camps-204bc"} {
		t.Run(battle, func(t *testing.T) {
			g, w := begin(t, battle, table.Settings{Seed: "answers"})
			src := dice.New(5)
			for i := 0; i < 700 && !g.State().Outcome().Over; i++ {
				s := g.State()
				if s.ToAct() == game.Nature {
					if _, err := g.Play(nil, record.Rolls{}, nil); err != nil {
						t.Fatal(err)
					}
					continue
				}
				d := deskAt(g, w)
				tb := d.Table()
				prices += countPrices(t, s, tb)
				phase := strings.TrimPrefix(tb.View.Phase, "phase.")
				if want := cmp.Or(phasesOf[strings.TrimPrefix(tb.View.Prompt.Key, "prompt.")], "impulses command"); !slices.Contains(strings.Fields(want), phase) {
					t.Errorf("%s is asked in the phase %s, expected %s", tb.View.Prompt.Key, phase, want)
				}
				if !slices.Contains(tb.View.Phases, tb.View.Phase) {
					t.Errorf("%s: the track %v has no place for %s", tb.View.Prompt.Key, tb.View.Phases, tb.View.Phase)
				}
				said := map[string]bool{}
				for _, c := range tb.Choices {
					if said[c.Text] && len(tb.Choices) <= 8 {
						t.Errorf("%s: two choices are called %q", tb.View.Prompt.Key, c.Text)
					}
					said[c.Text] = true
					if !slices.Contains(seen[tb.View.Prompt.Key], c.Text) {
						seen[tb.View.Prompt.Key] = append(seen[tb.View.Prompt.Key], c.Text)
					}
					if !c.Rolls || len(tb.Choices) > 40 {
						continue
					}
					odds, err := d.Odds([]string{c.Notation})
					if err != nil || len(odds.Modifiers)+len(odds.Odds)+len(odds.Also)+len(odds.Notes) == 0 {
						t.Errorf("%s: there is nothing to show before %q: %+v, %v", tb.View.Prompt.Key, c.Text, odds, err)
					}
				}
				legal := s.Legal(nil)
				if _, err := g.Play([]game.Action{legal[game.Intn(src, len(legal))]}, record.Rolls{}, nil); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	for prompt, want := range map[string][]string{
		"prompt.defend": {"Shoot", "No shooting"}, "prompt.offend": {"Shoot", "No shooting"},
		"prompt.moves": {"End movement"}, "prompt.moved": {"End movement"}, "prompt.declare": {"No attack"}, "prompt.declared": {"Fight the melees"},
	} {
		for _, text := range want {
			if !slices.Contains(seen[prompt], text) {
				t.Errorf("%s is never answered by %q, only by %q", prompt, text, seen[prompt])
			}
		}
	}
	if prices == 0 {
		t.Error("no choice says what it costs besides")
	}
	for _, text := range append(slices.Clone(seen["prompt.melees"]), seen["prompt.declare"]...) {
		if strings.HasPrefix(text, "Fight: 0") || strings.HasPrefix(text, "Choose this melee: 0") || strings.HasPrefix(text, "Attack with 0") {
			t.Errorf("%q names a hex instead of who stands there", text)
		}
	}
}

// play carries out actions in notation, each with the rolls that follow.
func play(t *testing.T, g *record.Game, actions ...string) (steps []record.Step) {
	t.Helper()
	for _, do := range actions {
		a, err := g.State().Battle().Parse(do)
		if err != nil {
			t.Fatal(err)
		}
		done, err := g.Play([]game.Action{a}, record.Rolls{}, nil)
		if err != nil {
			t.Fatalf("%s: %v", do, err)
		}
		steps = append(steps, done.Steps...)
	}
	return steps
}

// TestOpens checks that a melee that others can join is only chosen, without odds to confirm; these come with the fight.
func TestOpens(t *testing.T) {
	g, w := begin(t, "sparta-195bc", table.Settings{Seed: "x", Position: "battle: sparta-195bc\nturn: 2\nat: d3 pretor-i\nunits:\n" +
		"  velites-i-1: 0512 UR\n  velites-i-2: 0411 R\n  helots-1: 0511 DL\n  principes-i-1: 1516 UR\n  mercenaries-1: 1515 DL\n"})
	play(t, g, "attack 0512", "attack 1516")
	found := map[string]bool{}
	for _, c := range deskAt(g, w).Table().Choices {
		found[c.Text] = c.Rolls
	}
	want := map[string]bool{
		"Choose this melee: Velites I (1) against Helots (1)": false, "Choose this melee: Velites I (2) against Helots (1)": false,
		"Fight: Principes I (1) against Mercenaries (1)": true,
	}
	if !maps.Equal(found, want) {
		t.Errorf("the melees are %v, want %v", found, want)
	}
	play(t, g, "melee 0512 0511")
	tb := deskAt(g, w).Table()
	for _, c := range tb.Choices {
		if c.Verb == "fight" && !c.Rolls {
			t.Errorf("%q has no odds to confirm", c.Text)
		}
	}
	if tb.View.Prompt.Key != "prompt.assemble" {
		t.Errorf("the melee leads to %s", tb.View.Prompt.Key)
	}
}

// TestUndoText checks that what ended a step is undone by the name it had, also when it is taken from the step.
func TestUndoText(t *testing.T) {
	g, w := begin(t, "sparta-195bc", table.Settings{Seed: "x", Position: "battle: sparta-195bc\nturn: 2\nat: activation pretor-i\nunits:\n" +
		"  velites-i-1: 0512 UR\n  helots-1: 0511 DL\n"})
	undone := func(last []desk.Step) string {
		d := deskAt(g, w)
		d.Game.UndoWhy, d.Game.Last = "", last
		return d.Table().UndoText
	}
	steps := play(t, g, "done")
	last := []desk.Step{{Step: &steps[len(steps)-1], Told: new(sync.Map)}}
	for _, list := range [][]desk.Step{nil, last, last} {
		if got := undone(list); got != "End movement" {
			t.Errorf("%q would be undone, want End movement", got)
		}
	}
	play(t, g, "attack 0512")
	if got := undone(nil); got != "Attack with the stack in 0512" {
		t.Errorf("%q would be undone", got)
	}
}

// TestLast checks that the leader's own move says on its button that it ends the movement, however many units could still move.
func TestLast(t *testing.T) {
	g, w := begin(t, "sparta-195bc", table.Settings{Seed: "x", Position: "battle: sparta-195bc\nturn: 1\nat: activation flamininus\n"})
	tb := deskAt(g, w).Table()
	i := slices.IndexFunc(tb.Choices, func(c desk.Choice) bool { return c.Verb == "lead" })
	if i < 0 || len(tb.Choices) < 17 {
		t.Fatalf("there are %d choices, the leader's move is number %d", len(tb.Choices), i)
	}
	if notes := tb.Choices[i].Notes; len(notes) != 1 || !strings.HasPrefix(notes[0], "Ends the movement: ") {
		t.Errorf("the leader's move says %q", notes)
	}
}

// TestPila checks that who must throw is offered that by name, and nothing else.
func TestPila(t *testing.T) {
	g, w := begin(t, "sparta-195bc", table.Settings{Seed: "x", Position: "battle: sparta-195bc\nturn: 2\nat: d3 pretor-i\nunits:\n  hastati-i-1: 0512 UR pilum\n  helots-1: 0511 DL\n"})
	play(t, g, "attack 0512", "melee 0512 0511", "done")
	tb := deskAt(g, w).Table()
	var texts []string
	for _, c := range tb.Choices {
		texts = append(texts, c.Text)
	}
	if !slices.Equal(texts, []string{"Throw pila"}) || !strings.HasPrefix(tb.Prompt, "Pila (Hastati I (1)): ") {
		t.Errorf("%q is answered by %q", tb.Prompt, texts)
	}
}

// TestSkipped checks that the log says in which phases there was nothing to do, and between which activations a leader is chosen.
func TestSkipped(t *testing.T) {
	g, w := begin(t, "sparta-195bc", table.Settings{Seed: "x", Position: "battle: sparta-195bc\nturn: 1\nat: activation pretor-i\n"})
	done, err := g.State().Battle().Parse("done")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Play([]game.Action{done}, record.Rolls{}, nil); err != nil {
		t.Fatal(err)
	}
	d := deskAt(g, w)
	log, err := d.Log(0)
	if err != nil {
		t.Fatal(err)
	}
	var skipped []string
	for _, f := range log[len(log)-1].Facts {
		if f.Key == "skipped" {
			skipped = append(skipped, f.Text)
		}
	}
	if !slices.Equal(skipped, []string{"Nothing to do in D2, D3, D4 and D5."}) {
		t.Errorf("the log says %q; facts: %+v", skipped, log[len(log)-1].Facts)
	}
	if tb := d.Table(); tb.View.Prompt.Key == "prompt.next" && tb.Phase != "Phase D, activation of leaders" {
		t.Errorf("the next leader is chosen in %q", tb.Phase)
	}
}

// TestSkippedOnTable checks that on a table skipped phases belong to no roll: neither as a detail of the next one nor as a result of
// the one before.
func TestSkippedOnTable(t *testing.T) {
	g, w := begin(t, "sparta-195bc", table.Settings{Seed: "x", Position: "battle: sparta-195bc\nturn: 1\nat: activation pretor-i\n"})
	quiet := play(t, g, "done")[0]
	rolled := quiet
	roll := game.Event{Key: "shot-roll", Args: []game.Arg{{Name: "roll", Kind: game.Die, N: 3}}, To: game.Everyone}
	rolled.Events = append(game.Events{roll}, quiet.Events...)
	for _, x := range []struct {
		step record.Step
		want string
	}{{quiet, ""}, {rolled, "heading"}} {
		d := deskAt(g, w)
		d.Game.Last = []desk.Step{{Step: &x.step}}
		var told struct{ Facts []struct{ Key, Scene string } }
		if err := json.Unmarshal(d.Table().Last[0], &told); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(told.Facts, func(f struct{ Key, Scene string }) bool { return f.Key == "skipped" })
		if i < 0 || told.Facts[i].Scene != x.want {
			t.Errorf("the table tells %+v, want the scene %q for what was skipped", told.Facts, x.want)
		}
	}
}

// TestNotSkipped checks that the log does not say that there was nothing to do in the phase in which the game goes on, and says which
// phases and turns begin.
func TestNotSkipped(t *testing.T) {
	g, w := begin(t, "marathon-490bc", table.Settings{Seed: "x"})
	var told []string
	for range 40 {
		legal := g.State().Legal(nil)
		if _, err := g.Play(legal[len(legal)-1:], record.Rolls{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	log, err := deskAt(g, w).Log(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		for _, f := range e.Facts {
			switch {
			case f.Key == "skipped":
				told = append(told, f.Text)
			case f.Phase != "":
				told = append(told, "> "+f.Phase)
			case f.Turn > 0:
				told = append(told, fmt.Sprint("turn ", f.Turn))
			}
		}
	}
	want := []string{"turn 1", "> Cards", "No cards to draw.", "> Initiative", "> Impulses"}
	if len(told) < len(want) || !slices.Equal(told[:len(want)], want) {
		t.Errorf("the log begins with %q, want %q", told, want)
	}
}

package desk_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"acies/desk"
	"acies/game"
	"acies/record"
	"acies/system"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

// TestStaging checks how the events of a charge are to be shown, from its lesson.
func TestStaging(t *testing.T) {
	b, err := table.NewLibrary().Load("guinegate-1479", nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := words.For("en", b.Pack, b.Battle)
	if err != nil {
		t.Fatal(err)
	}
	lesson, err := desk.NewLesson(b, b.Pack.Lesson("charge"), w)
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]desk.Fact{} // the first of each key
	for _, frame := range lesson.Frames {
		for _, e := range frame.Log {
			for _, f := range e.Facts {
				key := f.Key
				if strings.HasPrefix(key, "modifier.") {
					key = "modifier"
				}
				if _, ok := facts[key]; !ok {
					facts[key] = f
				}
			}
		}
	}
	for key, want := range map[string]system.Scene{
		"charges": system.PlainScene, "attacks": system.FightScene, "modifier": system.DetailScene, "melee-roll": system.ResultScene,
		"elan": system.PauseScene, "dispersion": system.PauseScene, "retreats": system.MoveScene, "advances": system.MoveScene,
	} {
		if got, ok := facts[key]; !ok || got.Scene != want {
			t.Errorf("%s: found the scene %v (reported: %v), want %v", key, got.Scene, ok, want)
		}
	}
	run := facts["charges"]
	want := &system.Arrow{Piece: run.Pieces[0], Target: run.Pieces[1], Way: []int{run.Places[1], run.Places[0]}, Behind: true}
	if !reflect.DeepEqual(run.Arrow, want) {
		t.Errorf("the charge has the arrow %+v, want %+v", run.Arrow, want)
	}
	blow := facts["attacks"]
	want = &system.Arrow{Piece: blow.Pieces[0], Target: blow.Pieces[1], Way: blow.Places, State: "charging"}
	if !reflect.DeepEqual(blow.Arrow, want) {
		t.Errorf("the attack has the arrow %+v, want %+v", blow.Arrow, want)
	}
	if got, want := facts["melee-roll"].Roll, (game.Dice{N: 1, Low: 0, High: 9}); got == nil || *got != want {
		t.Errorf("the melee was decided by %+v, want %+v", got, want)
	}
}

// TestSetup checks that the view says when armies are set up, and that the log says what dice were rolled.
func TestSetup(t *testing.T) {
	b, g, err := table.NewLibrary().New("sparta-195bc", table.Settings{Seed: "dice"})
	if err != nil {
		t.Fatal(err)
	}
	w, err := words.For("en", b.Pack, b.Battle)
	if err != nil {
		t.Fatal(err)
	}
	at := func() *desk.Desk {
		return &desk.Desk{
			Game:   &desk.Game{Header: g.Header(), Entries: g.Entries(), State: g.State(), Seats: []string{"human", "human"}, UndoWhy: "undo.nothing"},
			Viewer: desk.Spectator, Words: w,
		}
	}
	if text := at().Table().AppendJSON(nil); !strings.Contains(string(text), `"setup":true`) {
		t.Errorf("the view of the set-up does not say so: %.300s", text)
	}
	// Whatever only ends a step is done until the initiative has been rolled.
	var found []string
	for len(found) == 0 {
		legal := g.State().Legal(nil)
		i := max(0, slices.IndexFunc(legal, func(a game.Action) bool { return b.Battle.Choice(a).Ends }))
		if _, err := g.Play(legal[i:i+1], record.Rolls{}, nil); err != nil {
			t.Fatal(err)
		}
		log, err := at().Log(0)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range log {
			for _, f := range e.Facts {
				if f.Key == "initiative-roll" {
					text, err := json.Marshal(f.Roll)
					if err != nil {
						t.Fatal(err)
					}
					found = append(found, string(text))
				}
			}
		}
	}
	if want := `{"n":2,"low":1,"high":6}`; found[0] != want {
		t.Errorf("the initiative was rolled with %s, want %s", found[0], want)
	}
	if text := at().Table().AppendJSON(nil); strings.Contains(string(text), `"setup"`) {
		t.Errorf("the set-up does not end: %.300s", text)
	}
}

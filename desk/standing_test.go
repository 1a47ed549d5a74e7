package desk_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"acies/desk"
	"acies/dice"
	"acies/game"
	"acies/record"
	"acies/system"
	"acies/table"
)

// TestStanding compares what viewers are sent of a game in which a question was answered for a side with the same game in
// which its player answered: only he is told.
func TestStanding(t *testing.T) {
	for _, battle := range []string{"sparta-195bc", "marathon-490bc", "two-camps-204bc"} {
		g, w := begin(t, battle, table.Settings{Seed: "x"})
		rules := system.Of(g.Battle()).(system.Standing)
		src := dice.New(1)
		var owner game.Side
		var last []desk.Step
		for owner = game.Nobody; owner == game.Nobody; {
			s := g.State()
			a := s.Legal(nil)[0]
			if s.ToAct() >= 0 {
				legal := s.Legal(nil)
				a = legal[game.Intn(src, len(legal))]
			}
			key, _ := rules.StandingAsked(s)
			if s.ToAct() >= 0 && key != "" && len(s.Legal(nil)) > 1 {
				owner = s.ToAct()
			}
			played, err := g.Play([]game.Action{a}, record.Rolls{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			last = last[:0]
			for i := range played.Steps {
				last = append(last, desk.Step{Step: &played.Steps[i], Told: new(sync.Map)})
			}
		}
		n := last[0].N
		standing := []map[string]string{{}, {}}
		standing[owner]["x"] = "choose"
		sent := func(viewer game.Side, answered []int, standing []map[string]string) []byte {
			d := &desk.Desk{Game: &desk.Game{
				Header: g.Header(), Entries: g.Entries(), State: g.State(), Seats: []string{"human", "human"}, Human: true, UndoWhy: "undo.nothing",
				Last: last, Answered: answered, Standing: standing,
			}, Viewer: desk.Viewer(viewer), Words: w}
			log, err := d.Log(0)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(log)
			if err != nil {
				t.Fatal(err)
			}
			return d.Done(last, nil).AppendJSON(d.Table().AppendJSON(text))
		}
		told := string(sent(owner, []int{n}, standing))
		for _, want := range []string{`"standing":{"x":"choose"}`, `"answered":true`, `"answered":true,"answer":"`} {
			if !strings.Contains(told, want) {
				t.Errorf("%s: its player is not told %s", battle, want)
			}
		}
		if n := strings.Count(told, `"answered":true`); n != 3 {
			t.Errorf("%s: answered is said %d times, expected once in the log, on the table and of the change", battle, n)
		}
		for _, viewer := range []game.Side{owner.Other(), game.Nobody} {
			if !bytes.Equal(sent(viewer, []int{n}, standing), sent(viewer, nil, nil)) {
				t.Errorf("%s: viewer %d can tell that the program answered for side %d", battle, viewer, owner)
			}
		}
	}
}

package match

import (
	"slices"
	"testing"

	"acies/game"
	"acies/game/gametest/toy"
	"acies/record"
)

// asking is a battle in which a side that has marched is asked for something at once, which it can only decline.
type asking struct{ game.Battle }

type asked struct {
	game.State
	b     asking
	again bool // the question is open
}

func (b asking) Start() game.State { return &asked{State: b.Battle.Start(), b: b} }

func (s *asked) Battle() game.Battle { return s.b }

func (s *asked) Legal(buf []game.Action) []game.Action {
	if s.again {
		return append(buf, game.Action{Verb: toy.Pass})
	}
	return s.State.Legal(buf)
}

func (s *asked) Check(a game.Action) *game.Refusal {
	if (a.Verb == toy.Pass) == s.again && (s.again || s.State.Check(a) == nil) {
		return nil
	}
	return &game.Refusal{Key: "order", Clause: "toy-2"}
}

func (s *asked) Apply(a game.Action, sink game.Sink) *game.Refusal {
	if r := s.Check(a); r != nil {
		return r
	}
	s.again = a.Verb == toy.March
	if a.Verb == toy.Pass {
		return nil
	}
	return s.State.Apply(a, sink)
}

func (s *asked) Clone() game.State { return &asked{s.State.Clone(), s.b, s.again} }

func (s *asked) CopyFrom(other game.State) {
	o := other.(*asked)
	s.State.CopyFrom(o.State)
	s.again = o.again
}

// TestUndoQuiet undoes an action after which the side was asked something that was declined for it. If only the answer
// were undone, it would be given again.
func TestUndoQuiet(t *testing.T) {
	b := asking{toy.New(toy.Options{})}
	g, err := record.New(b, record.Header{Battle: "ford", Dice: record.ByHand})
	if err != nil {
		t.Fatal(err)
	}
	m := &Match{record: g, seats: []Seat{{Kind: Human}, {Kind: Human}}, settings: newSettings(2), changes: record.CountChanges(b)}
	m.settings.together = true
	play := func(actions ...game.Action) {
		t.Helper()
		if _, err := g.Play(actions, record.Rolls{Wait: true}, nil); err != nil {
			t.Fatal(err)
		}
		if err := m.answerQuietly(&Answer{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, rank := range []int32{1, 1, 2, 2, 3, 3} {
		play(game.Action{Verb: toy.Deal, A: rank})
	}
	play(game.Action{Verb: toy.March, A: 1})
	if n := len(g.Entries()); n != 8 {
		t.Fatalf("there are %d actions, expected the march and its answer after six cards", n)
	}
	if n, err := m.tryUndo(); n != 2 || err != nil || len(g.Entries()) != 8 {
		t.Errorf("an undo would take back %d, error %v; there are %d actions", n, err, len(g.Entries()))
	}
	gone, err := m.undo()
	var did []string
	for _, e := range gone {
		did = append(did, e.Do)
	}
	if err != nil || !slices.Equal(did, []string{"pass", "march wood"}) {
		t.Errorf("undone: %v, error %v", did, err)
	}
	m.settings.asks[0].ask = AskAlways
	play(game.Action{Verb: toy.March, A: 1}, game.Action{Verb: toy.Pass})
	if gone, err := m.undo(); err != nil || len(gone) != 1 {
		t.Errorf("undone: %v, error %v; a player who is asked undoes his answer alone", gone, err)
	}
}

// TestReadStanding reads standing answers, and what was answered, from the rows of a log.
func TestReadStanding(t *testing.T) {
	action, undo := Row{Kind: RowAction}, Row{Kind: RowUndo}
	set := func(side game.Side, line string) Row {
		return Row{Kind: RowSetting, Actor: Actor{Side: side}, Line: line}
	}
	rows := []Row{
		set(1, `{"standing":{"defend":"choose","retreat":"decline"}}`),
		action, action, set(game.Nobody, `{"answered":[2]}`),
		undo, action, action, action, set(game.Nobody, `{"answered":[3,4]}`),
		undo, set(1, `{"standing":{"defend":"ask"}}`),
		set(1, `{"later":"what another version of the program may set"}`),
	}
	s, err := readSettings(rows, 2)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.answered, []int{3}) || s.rows != 5 {
		t.Errorf("answered: %v; %d settings", s.answered, s.rows)
	}
	if len(s.standing[0]) > 0 || len(s.standing[1]) != 1 || s.standing[1]["retreat"] != StandingDecline {
		t.Errorf("set: %v", s.standing)
	}
	if s.stands(0) || !s.stands(1) || s.stands(game.Nature) {
		t.Error("one side has standing answers, and only that")
	}
	for _, wrong := range []Row{set(1, `{"standing":{"defend":"perhaps"}}`), set(2, `{"standing":{"defend":"ask"}}`)} {
		if _, err := readSettings([]Row{wrong}, 2); err == nil {
			t.Errorf("%s of side %d was read", wrong.Line, wrong.Actor.Side)
		}
	}
}

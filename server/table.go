package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"acies/game"
	"acies/match"
	"acies/record"
	"acies/table"
	"acies/words"
)

type choiceJSON struct {
	*words.Phrase
	Cost int `json:"cost,omitempty"` // of a move
}

type scoreJSON struct {
	game.Score
	Text string `json:"text"`
}

type factJSON struct {
	Text   string `json:"text"`
	Clause string `json:"clause,omitempty"`
	Key    string `json:"key"`
	Places []int  `json:"places,omitempty"`
	Pieces []int  `json:"pieces,omitempty"`
	Dice   []int  `json:"dice,omitempty"`
}

type stepJSON struct {
	N     int        `json:"n"`
	Side  game.Side  `json:"side"`
	Do    string     `json:"do"`
	By    string     `json:"by,omitempty"`
	Turn  int        `json:"turn"`
	Phase string     `json:"phase"`
	Path  []int      `json:"path,omitempty"`
	Facts []factJSON `json:"facts"`
}

type tableJSON struct {
	ID       string            `json:"id"`
	Battle   string            `json:"battle"`
	Options  []string          `json:"options"`
	Seats    []string          `json:"seats"`
	Dice     string            `json:"dice"`
	Version  int               `json:"version"`
	N        int               `json:"n"`      // actions up to this moment
	Length   int               `json:"length"` // actions of the game
	View     game.View         `json:"view"`
	Prompt   string            `json:"prompt"`
	Phase    string            `json:"phase"`
	Choices  []choiceJSON      `json:"choices"`
	Roll     *game.Dice        `json:"roll,omitempty"` // the dice to be thrown by hand
	CanUndo  bool              `json:"canUndo"`
	UndoText string            `json:"undoText,omitempty"`
	UndoWhy  string            `json:"undoWhy,omitempty"`
	Points   [2]int            `json:"points"`
	Scores   []scoreJSON       `json:"scores"`
	Outcome  *outcomeJSON      `json:"outcome"`
	Last     []json.RawMessage `json:"last" ts:"LogEntry[]"`
}

// table answers with the present moment as a side may see it.
func (s *server) table(c *call) error {
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		snap, err := m.Snapshot()
		if err != nil {
			return err
		}
		t, err := s.set(c, &snap)
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, t)
	})
}

// side returns the side whose view is asked for: the one named, or whoever of the people at the screen is to act.
func (c *call) side(snap *match.Snapshot) (game.Side, error) {
	if q := c.query.Get("side"); q != "" {
		n, err := number("side", q, 0)
		if err != nil || n >= len(snap.Seats) {
			return 0, malformed("side", "want 0 or 1")
		}
		return game.Side(n), nil
	}
	if snap.Human() {
		return snap.State.ToAct(), nil
	}
	return game.Side(max(0, slices.IndexFunc(snap.Seats, func(s match.Seat) bool { return s.Kind == match.Human }))), nil
}

// set lays the table out for a side.
func (s *server) set(c *call, snap *match.Snapshot) (*tableJSON, error) {
	side, err := c.side(snap)
	if err != nil {
		return nil, err
	}
	w, err := snap.Board.Words(c.lang)
	if err != nil {
		return nil, err
	}
	v := snap.State.View(side)
	t := lay(w, snap.State, &v)
	t.ID, t.Battle, t.Options, t.Seats = snap.ID, snap.Header.Battle, chosen(snap.Header), kinds(snap.Seats)
	t.Version, t.N, t.Length, t.Last = snap.Version, len(snap.Entries), len(snap.Entries), tell(w, snap.Last)
	if snap.ByHand() {
		t.Dice = record.ByHand
	}
	switch toAct := snap.State.ToAct(); {
	case toAct == game.Nature && snap.ByHand():
		if d := snap.State.Dice(); d.N > 0 {
			t.Roll = &d
		}
	case toAct == side && snap.Human():
		t.Choices = choices(w, snap.State, v.Prompt.Key, v.Legal)
	}
	t.undo(w, snap)
	return t, nil
}

// lay puts what a side sees of a state into words: a table at which nothing can be chosen.
func lay(w *words.Words, s game.State, v *game.View) *tableJSON {
	o := s.Outcome()
	t := &tableJSON{
		Options: []string{}, Seats: []string{}, Dice: record.BySeed, View: *v, Prompt: w.Event(v.Prompt), Phase: w.Text(v.Phase),
		Choices: []choiceJSON{}, Points: o.Points, Scores: []scoreJSON{}, Outcome: verdict(w, o), Last: []json.RawMessage{},
	}
	t.View.Legal = nil // choices say the same in notation
	for _, x := range v.Scores {
		t.Scores = append(t.Scores, scoreJSON{x, w.Text(x.Key)})
	}
	return t
}

// undo says what would be taken back, or why nothing can be.
func (t *tableJSON) undo(w *words.Words, snap *match.Snapshot) {
	if snap.CanUndo == nil {
		t.CanUndo = true
		t.UndoText = w.Action("", snap.Entries[len(snap.Entries)-1].Action)
		return
	}
	t.UndoWhy = w.Text("error.internal")
	if _, _, key, ok := cause(snap.CanUndo); ok {
		t.UndoWhy = w.Text(key)
	}
}

// choices says actions in words and as places and pieces to click.
func choices(w *words.Words, s game.State, prompt string, legal []game.Action) []choiceJSON {
	out := make([]choiceJSON, len(legal))
	for i, p := range w.Phrases(prompt, legal) {
		out[i].Phrase = p
	}
	// Moves come in numbers, so that their costs come with them; the odds of an attack are asked for one by one.
	if m, ok := s.(interface {
		Costs([]game.Action, []int) []int
	}); ok {
		for i, cost := range m.Costs(legal, make([]int, 0, len(legal))) {
			out[i].Cost = cost
		}
	}
	return out
}

// tell puts steps into words. Those are kept with the step: it is told again with each of the next moments.
func tell(w *words.Words, steps []*match.Step) []json.RawMessage {
	out := make([]json.RawMessage, len(steps))
	for i, s := range steps {
		told, ok := s.Told.Load(w.Lang())
		if !ok {
			var t jsonText
			account(w, &s.Step).write(&t)
			told = json.RawMessage(bytes.Clone(t)) // without the room to grow
			s.Told.Store(w.Lang(), told)
		}
		out[i] = told.(json.RawMessage)
	}
	return out
}

// account puts a step into words.
func account(w *words.Words, s *table.Step) *stepJSON {
	x := &stepJSON{N: s.N, Side: s.Side, Do: s.Do, By: s.By, Turn: s.Turn, Phase: w.Text(s.Phase), Facts: []factJSON{}}
	for _, id := range s.Path {
		if h, ok := w.FindPlace(id); ok {
			x.Path = append(x.Path, h)
		}
	}
	for _, e := range s.Events {
		x.Facts = append(x.Facts, fact(w, e))
	}
	return x
}

func fact(w *words.Words, e game.Event) factJSON {
	f := factJSON{Text: strings.TrimSpace(w.Event(e)), Clause: e.Clause, Key: e.Key}
	for _, a := range e.Args {
		switch a.Kind {
		case game.Place:
			f.Places = append(f.Places, a.N)
		case game.Places:
			f.Places = append(f.Places, a.List...)
		case game.Piece:
			f.Pieces = append(f.Pieces, a.N)
		case game.Die:
			f.Dice = append(f.Dice, a.N)
		}
	}
	return f
}

// moment answers with the table after the first n actions.
func (s *server) moment(c *call) error {
	n, err := number("n", c.PathValue("n"), 0)
	if err != nil {
		return err
	}
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		snap, err := m.Snapshot()
		if err != nil {
			return err
		}
		length := len(snap.Entries)
		if n > length {
			return refuse(http.StatusNotFound, "no-moment")
		}
		if snap, err = snap.At(n); err != nil {
			return err
		}
		t, err := s.set(c, &snap)
		if err != nil {
			return err
		}
		t.Length, t.Choices, t.Roll, t.CanUndo, t.UndoText, t.UndoWhy = length, []choiceJSON{}, nil, false, "", ""
		return c.answer(http.StatusOK, t)
	})
}

// log answers with what has happened, from the action numbered from.
func (s *server) log(c *call) error {
	from := 0
	if q := c.query.Get("from"); q != "" {
		var err error
		if from, err = number("from", q, 0); err != nil {
			return err
		}
	}
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		snap, err := m.Snapshot()
		if err != nil {
			return err
		}
		w, err := snap.Board.Words(c.lang)
		if err != nil {
			return err
		}
		steps := []*stepJSON{}
		err = table.Replay(snap.Board.Battle, snap.Entries, func(x table.Step) error {
			if x.N >= from {
				steps = append(steps, account(w, &x))
			}
			return nil
		})
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, steps)
	})
}

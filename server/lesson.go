package server

import (
	"net/http"

	"acies/game"
	"acies/pack"
	"acies/record"
	"acies/table"
	"acies/words"
)

type lessonJSON struct {
	optionJSON
	Battle  string      `json:"battle"`
	Options []string    `json:"options"` // of the battle
	Frames  []frameJSON `json:"frames"`
}

// frameJSON is a step of a lesson: what is said, what was done, and the table after it.
type frameJSON struct {
	Text    string       `json:"text"`
	Clauses []string     `json:"clauses"`
	Log     []*stepJSON  `json:"log"`
	Rolls   []rolledJSON `json:"rolls"`
	Table   *tableJSON   `json:"table" ts:"TableData"`
}

// rolledJSON is what was known before a die was rolled, and the die.
type rolledJSON struct {
	oddsJSON
	Die int `json:"die"`
}

// lesson answers with a lesson, step by step.
func (s *server) lesson(c *call) error {
	id := c.PathValue("battle")
	b, err := s.Games.Library().Board(id, nil)
	if err != nil {
		return err
	}
	l := b.Pack.Lesson(c.PathValue("lesson"))
	if l == nil {
		return refuse(http.StatusNotFound, "no-lesson")
	}
	if b, err = s.Games.Library().Board(id, l.Options); err != nil {
		return err
	}
	w, err := b.Words(c.lang)
	if err != nil {
		return err
	}
	state, err := b.Pack.Begin(b.Battle, l)
	if err != nil {
		return err
	}
	out := lessonJSON{
		optionJSON: optionJSON{named{l.ID, l.Title(c.lang)}, l.About(c.lang)}, Battle: id, Options: append([]string{}, l.Options...),
	}
	n := 0
	for i := range l.Steps {
		f, err := frame(w, state, &l.Steps[i], &n)
		if err != nil {
			return err
		}
		f.Table.Battle, f.Table.Options = id, out.Options
		f.Text = l.Steps[i].Caption(c.lang)
		out.Frames = append(out.Frames, f)
	}
	return c.answer(http.StatusOK, out)
}

// frame carries the actions of a step out and says what came of them. n counts the actions of the lesson.
func frame(w *words.Words, s game.State, step *pack.LessonStep, n *int) (frameJSON, error) {
	f := frameJSON{Clauses: append([]string{}, step.Clauses...), Log: []*stepJSON{}, Rolls: []rolledJSON{}}
	for _, do := range step.Do {
		*n++
		a, err := s.Battle().Parse(do)
		if err != nil {
			return f, err
		}
		x := table.Step{Entry: record.Entry{N: *n, Side: s.ToAct(), Do: do}}
		x.Turn, x.Phase = record.Moment(s)
		known, asked := s.Explain(a, game.Nobody), s.View(game.Nobody).Prompt
		if known != nil {
			for _, p := range known.Path {
				x.Path = append(x.Path, s.Battle().PlaceID(p))
			}
		}
		var events game.Events
		if why := s.Apply(a, &events); why != nil {
			return f, why
		}
		x.Events = events
		told := account(w, &x)
		f.Log = append(f.Log, told)
		if x.Side == game.Nature && known != nil {
			f.Rolls = append(f.Rolls, rolledJSON{weigh(w, w.Event(asked), do, known), told.die()})
		}
	}
	v := s.View(max(0, s.ToAct()))
	f.Table = lay(w, s, &v)
	f.Table.N, f.Table.Length = *n, *n
	return f, nil
}

// die returns what was rolled, or -1.
func (x *stepJSON) die() int {
	for _, f := range x.Facts {
		if len(f.Dice) > 0 {
			return f.Dice[0]
		}
	}
	return -1
}

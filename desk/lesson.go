package desk

import (
	"slices"

	"acies/game"
	"acies/pack"
	"acies/record"
	"acies/system"
	"acies/table"
	"acies/words"
)

// Lesson is a worked example.
type Lesson struct {
	Option
	Battle  string   `json:"battle"`
	Options []string `json:"options"` // of the battle
	Frames  []Frame  `json:"frames"`
}

// Frame is a step of a lesson: its text, what was done, and the table after it.
type Frame struct {
	Text    string      `json:"text"`
	Clauses []string    `json:"clauses"`
	Log     []*LogEntry `json:"log"`
	Rolls   []Rolled    `json:"rolls"`
	Table   *Table      `json:"table" ts:"TableData"`
	Task    *Task       `json:"task,omitempty"` // before the next step
}

// Task is what the reader of a lesson is to do: to point at things, to choose among answers or, if there are neither, to roll.
type Task struct {
	Text    string         `json:"text"`
	Picks   []game.Operand `json:"picks,omitempty"` // pieces and places, in this order
	Answers []Answer       `json:"answers,omitempty"`
}

// Answer is a choice that needs no piece or place to point at.
type Answer struct {
	Action string     `json:"action"`
	Text   string     `json:"text"`
	Right  bool       `json:"right"`           // the lesson continues with it
	Goals  []game.End `json:"goals,omitempty"` // of a move on a board without places: where those who act would be
}

// Rolled is the odds before a roll, and the roll.
type Rolled struct {
	Odds
	Die int `json:"die"`
}

// NewLesson returns a lesson of a battle, step by step. The battle has the options of the lesson.
func NewLesson(b *table.LoadedBattle, l *pack.Lesson, w *words.Words) (*Lesson, error) {
	state, err := b.Pack.Begin(b.Battle, l)
	if err != nil {
		return nil, err
	}
	out := &Lesson{
		Option: Option{Named: Named{l.ID, l.Title(w.Lang())}, About: l.About(w.Lang())}, Battle: b.Pack.ID, Options: append([]string{}, l.Options...),
	}
	n := 0
	for i := range l.Steps {
		if text := l.Steps[i].Task(w.Lang()); text != "" {
			if out.Frames[i-1].Task, err = newTask(w, state, text, l.Steps[i].Do); err != nil {
				return nil, err
			}
		}
		f, err := frame(w, state, &l.Steps[i], &n)
		if err != nil {
			return nil, err
		}
		f.Table.Battle, f.Table.Options = out.Battle, out.Options
		f.Text = l.Steps[i].Caption(w.Lang())
		out.Frames = append(out.Frames, f)
	}
	return out, nil
}

// frame carries out the actions of a step and describes the result. n counts the actions of the lesson.
func frame(w *words.Words, s game.State, step *pack.LessonStep, n *int) (Frame, error) {
	f := Frame{Clauses: append([]string{}, step.Clauses...), Log: []*LogEntry{}, Rolls: []Rolled{}}
	staging, _ := system.Of(s.Battle()).(system.Staging)
	for _, do := range step.Do {
		*n++
		a, err := s.Battle().Parse(do)
		if err != nil {
			return f, err
		}
		x := record.Entry{N: *n, Side: s.ToAct(), Do: do}
		var done record.Step
		done.Turn, done.Phase = record.Moment(s)
		done.Dice = s.Dice()
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
		told := describeStep(w, staging, &x, &done, events)
		f.Log = append(f.Log, told)
		if x.Side == game.Nature && known != nil {
			f.Rolls = append(f.Rolls, Rolled{*describeOdds(w, w.Event(asked), do, known), told.die()})
		}
	}
	v := s.View(max(0, s.ToAct()))
	f.Table = newTable(w, s, &v, s.Outcome())
	f.Table.N, f.Table.Length = *n, *n
	return f, nil
}

// newTask returns the task of doing some actions, up to the first roll.
func newTask(w *words.Words, s game.State, text string, actions []string) (*Task, error) {
	t := &Task{Text: text}
	s = s.Clone()
	for _, do := range actions {
		if s.ToAct() == game.Nature {
			break
		}
		a, err := s.Battle().Parse(do)
		if err != nil {
			return nil, err
		}
		t.Picks = append(t.Picks, picksOf(s.Battle().Choice(a))...)
		if t.Answers == nil {
			t.Answers = answers(w, s, a)
		}
		if why := s.Apply(a, nil); why != nil {
			return nil, why
		}
	}
	if len(t.Picks) > 0 {
		t.Picks, t.Answers = slices.Compact(t.Picks), nil
	}
	return t, nil
}

// picksOf returns the pieces and places of a choice, which can be pointed at.
func picksOf(c game.Choice) []game.Operand {
	var out []game.Operand
	for _, o := range c.Operands {
		if o.Kind == game.Piece || o.Kind == game.Place {
			out = append(out, o)
		}
	}
	return out
}

// answers returns the choices of a state that need nothing to point at.
func answers(w *words.Words, s game.State, right game.Action) []Answer {
	prompt := s.View(max(0, s.ToAct())).Prompt
	proposer, plane := s.(game.Proposer)
	out := []Answer{}
	for _, a := range s.Legal(nil) {
		if len(picksOf(s.Battle().Choice(a))) > 0 {
			continue
		}
		x := Answer{Action: s.Battle().Format(a), Text: w.Action(prompt, a), Right: a == right}
		if plane {
			x.Goals = proposer.Ends(a)
		}
		out = append(out, x)
	}
	return out
}

// die returns what was rolled, or -1.
func (x *LogEntry) die() int {
	for _, f := range x.Facts {
		if len(f.Dice) > 0 {
			return f.Dice[0]
		}
	}
	return -1
}

package scenario

import (
	"fmt"
	"path"
	"slices"

	"acies/pack"
	"acies/rules/sword"
)

// Lesson is a lesson with its position.
type Lesson struct {
	*pack.Lesson
	position *Position
}

// Start returns the state in which the lesson begins. The battle is that of the pack with the options of the lesson.
func (l *Lesson) Start(b *sword.Battle) (*sword.State, error) { return l.position.Start(b) }

// Lesson returns the lesson with the given id, or nil.
func (p *Pack) Lesson(id string) *Lesson {
	if i := slices.IndexFunc(p.Lessons, func(l *Lesson) bool { return l.ID == id }); i >= 0 {
		return p.Lessons[i]
	}
	return nil
}

// readLessons reads the lessons of the pack, if it has any. Their clauses must be in the rulebook.
func (r *reading) readLessons(f *pack.Files) {
	for _, common := range r.ReadLessons(f) {
		l, err := newLesson(common)
		if err != nil {
			r.Report(err)
			continue
		}
		r.lessons = append(r.lessons, l)
	}
}

func newLesson(common *pack.Lesson) (*Lesson, error) {
	for i := range common.Steps {
		step := &common.Steps[i]
		for _, id := range step.Clauses {
			if !inRulebook(id) {
				return nil, step.ClausesErrorf("clause %q is not in the rulebook; write the id of the rule, such as med-10.2a", id)
			}
		}
	}
	position, err := NewPosition(common.Position, false)
	if err != nil {
		return nil, err
	}
	return &Lesson{common, position}, nil
}

// checkLessons plays the lessons of a pack that has no other errors.
func (r *reading) checkLessons(p *Pack) {
	for _, l := range r.lessons {
		r.File = path.Join(pack.LessonsDir, l.ID+".yaml")
		if err := l.play(p); err != nil {
			r.Report(err)
		}
	}
}

// play plays a lesson through and reports the action that is refused.
func (l *Lesson) play(p *Pack) error {
	setup, err := p.Setup(l.Options)
	if err != nil {
		return l.OptionsErrorf("%v", err)
	}
	b, err := sword.New(setup)
	if err != nil {
		return err
	}
	s, err := l.Start(b)
	if err != nil {
		return err
	}
	for _, step := range l.Steps {
		for i, do := range step.Do {
			a, err := b.Parse(do)
			if err != nil {
				return step.Line(i).Errorf("%v", err)
			}
			if why := s.Apply(a, nil); why != nil {
				open := "the battle is over"
				if list := s.Legal(nil); len(list) > 0 {
					open = fmt.Sprintf("there are %d choices, such as %s", len(list), b.Format(list[0]))
				}
				return pack.Problem{File: step.Line(i).File, Line: step.Line(i).Line, Severity: pack.Error, What: fmt.Sprintf("%q is refused: %v", do, why), Want: open}
			}
		}
	}
	return nil
}

package system

import (
	"acies/pack"
	"acies/rulebook"
)

// CheckLesson plays a lesson of a battle to its end and returns an error if something is wrong with it.
func CheckLesson(x Scenario, l *pack.Lesson) error {
	b, err := x.Compile(l.Options)
	if err != nil {
		return l.OptionsErrorf("%v", err)
	}
	s, err := x.Begin(b, l)
	if err != nil {
		return err
	}
	for i := range l.Steps {
		step := &l.Steps[i]
		for _, id := range step.Clauses {
			if _, ok := rulebook.Find(id); !ok {
				return step.ClausesErrorf("clause %q is not in the rulebook", id)
			}
		}
		for k, do := range step.Do {
			a, err := b.Parse(do)
			if err != nil {
				return step.Line(k).Errorf("%v", err)
			}
			if r := s.Apply(a, nil); r != nil {
				return step.Line(k).Errorf("%s is refused: %v", do, r)
			}
		}
	}
	return nil
}

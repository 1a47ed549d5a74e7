package scenario

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"

	"acies/rules/sword"
)

// Lesson is an example that is played on the table: a position, and what is done from there step by step, each step with
// a caption.
//
//	title: {en: The charge, fr: La charge}
//	about: {en: What a charge does., fr: Ce que fait une charge.}
//	options: [rear-charge]
//	position:
//	  at: activation crevecoeur
//	  units: {du-bellay: 2120 N, picard: 2116 S}
//	steps:
//	  - say: {en: Du Bellay charges., fr: Du Bellay charge.}
//	    clauses: [med-10.2a]
//	    do: [move du-bellay, charge 2116]
//
// The position is written as in a position file. Dice are given: roll 6 is an action like any other.
type Lesson struct {
	ID      string   // the name of its file
	Options []string // of the battle
	Steps   []LessonStep

	title, about map[string]string // by language
	position     *Position
	chosen       *Node // what Options were read from
}

// LessonStep is a part of a lesson that is shown at once.
type LessonStep struct {
	Clauses []string // the rules that it shows
	Do      []string // actions in notation; none: it only says something

	say   map[string]string // by language
	lines []*Node           // of Do
}

// Title returns the name of the lesson in a language.
func (l *Lesson) Title(lang string) string { return spoken(l.title, lang) }

// About returns in a language what is to be learnt.
func (l *Lesson) About(lang string) string { return spoken(l.about, lang) }

// Caption returns what is said to a step in a language.
func (s *LessonStep) Caption(lang string) string { return spoken(s.say, lang) }

func spoken(texts map[string]string, lang string) string {
	if t, ok := texts[lang]; ok {
		return t
	}
	return texts[languages[0]]
}

// Start returns the state in which the lesson begins. The battle is that of the pack with the options of the lesson.
func (l *Lesson) Start(b *sword.Battle) (*sword.State, error) { return l.position.Start(b) }

// Lesson returns the lesson of an id, or nil.
func (p *Pack) Lesson(id string) *Lesson {
	if i := slices.IndexFunc(p.Lessons, func(l *Lesson) bool { return l.ID == id }); i >= 0 {
		return p.Lessons[i]
	}
	return nil
}

// lessonName matches the names of the files of lessons, such as charge.yaml.
var lessonName = regexp.MustCompile(`^([a-z0-9]+(?:-[a-z0-9]+)*)\.yaml$`)

// readLessons reads the lessons of the pack, if it has any.
func (r *reading) readLessons(fsys fs.FS, dir string) {
	entries, err := fs.ReadDir(fsys, path.Join(dir, lessonsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.file = lessonsDir
		r.fail(0, err.Error(), "")
	}
	for _, e := range entries {
		r.file = path.Join(lessonsDir, e.Name())
		id := lessonName.FindStringSubmatch(e.Name())
		if id == nil || e.IsDir() {
			r.fail(0, "this is no lesson", "a lesson is a file with a name such as charge.yaml")
			continue
		}
		data, err := fs.ReadFile(fsys, path.Join(dir, r.file))
		if err != nil {
			r.fail(0, err.Error(), "")
			continue
		}
		l, err := readLesson(r.file, data)
		if err != nil {
			r.report(err)
			continue
		}
		l.ID = id[1]
		r.lessons = append(r.lessons, l)
	}
}

// report records an error that has its place with it.
func (r *reading) report(err error) {
	var p Problem
	if !errors.As(err, &p) {
		p = Problem{File: r.file, Severity: Error, What: err.Error()}
	}
	r.problems = append(r.problems, p)
}

func readLesson(file string, data []byte) (*Lesson, error) {
	n, err := ReadTree(file, data)
	if err != nil {
		return nil, err
	}
	l := &Lesson{}
	err = n.Each("a lesson", map[string]func(*Node) error{
		"title":    speech(&l.title),
		"about":    speech(&l.about),
		"options":  func(n *Node) (err error) { l.chosen = n; l.Options, err = n.Words(); return err },
		"position": func(n *Node) (err error) { l.position, err = NewPosition(n, false); return err },
		"steps":    l.readSteps,
	})
	if err != nil {
		return nil, err
	}
	for _, field := range []string{"title", "about", "position", "steps"} {
		if n.Get(field) == nil {
			return nil, n.Errorf("%s is missing; a lesson has title, about, position and steps", field)
		}
	}
	return l, nil
}

func (l *Lesson) readSteps(n *Node) error {
	if n.Shape != Sequence || len(n.Items) == 0 {
		return n.Errorf("steps: want a list of steps")
	}
	for _, item := range n.Items {
		var s LessonStep
		err := item.Each("a step", map[string]func(*Node) error{
			"say":     speech(&s.say),
			"clauses": func(n *Node) (err error) { s.Clauses, err = clauses(n); return err },
			"do":      func(n *Node) (err error) { s.lines, err = n.Lines(); return err },
		})
		if err != nil {
			return err
		}
		if s.say == nil {
			return item.Errorf("a step without say; want a caption in %s", list(languages))
		}
		for _, line := range s.lines {
			s.Do = append(s.Do, line.Text)
		}
		l.Steps = append(l.Steps, s)
	}
	return nil
}

// speech returns what reads a text in every language.
func speech(into *map[string]string) func(*Node) error {
	return func(n *Node) error {
		out := map[string]string{}
		read := map[string]func(*Node) error{}
		for _, lang := range languages {
			read[lang] = func(n *Node) (err error) { out[lang], err = n.One(); return err }
		}
		if err := n.Each("a text", read); err != nil {
			return err
		}
		for _, lang := range languages {
			if out[lang] == "" {
				return n.Errorf("no text in %q; want one in each of %s", lang, list(languages))
			}
		}
		*into = out
		return nil
	}
}

// clauses returns the ids of rules, each of which must be in the rulebook.
func clauses(n *Node) ([]string, error) {
	ids, err := n.Words()
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if !inRulebook(id) {
			return nil, n.Errorf("clause %q is not in the rulebook; write the id of the rule, such as med-10.2a", id)
		}
	}
	return ids, nil
}

// checkLessons plays the lessons of a pack that is sound otherwise.
func (r *reading) checkLessons(p *Pack) {
	for _, l := range r.lessons {
		r.file = path.Join(lessonsDir, l.ID+".yaml")
		if err := l.play(p); err != nil {
			r.report(err)
		}
	}
}

// play plays a lesson through and reports the action that is refused.
func (l *Lesson) play(p *Pack) error {
	setup, err := p.Setup(l.Options)
	if err != nil {
		return l.chosen.Errorf("%v", err)
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
				return step.lines[i].Errorf("%v", err)
			}
			if why := s.Apply(a, nil); why != nil {
				open := "the battle is over"
				if list := s.Legal(nil); len(list) > 0 {
					open = fmt.Sprintf("there are %d choices, such as %s", len(list), b.Format(list[0]))
				}
				return Problem{File: step.lines[i].File, Line: step.lines[i].Line, Severity: Error, What: fmt.Sprintf("%q is refused: %v", do, why), Want: open}
			}
		}
	}
	return nil
}

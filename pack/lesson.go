package pack

import "acies/words/typography"

// Lesson is a worked example that is played on the table: a position, and the actions from there in steps, each with a
// caption.
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
//	    try: {en: Charge the archers., fr: Chargez les archers.}
//	    do: [move du-bellay, charge 2116]
//
// A step with a try is first set as a task: the reader is to do its actions.
// The position is written in the rulebook's own form. Dice are given: roll 6 is an action like any other.
type Lesson struct {
	ID       string   // the name of its file
	Options  []string // of the battle
	Steps    []LessonStep
	Position *Node

	title, about map[string]string // by language
	options      *Node             // from which Options were read
}

// LessonStep is one step of a lesson.
type LessonStep struct {
	Clauses []string // the rules that it explains
	Do      []string // actions in notation; empty if it has only a caption

	say     map[string]string // by language
	try     map[string]string // the same; nil: nothing to do for the reader
	lines   []*Node           // of Do
	clauses *Node             // from which Clauses were read
}

// Title returns the name of the lesson in a language.
func (l *Lesson) Title(lang string) string { return textIn(l.title, lang) }

// About returns, in a language, what the lesson teaches.
func (l *Lesson) About(lang string) string { return textIn(l.about, lang) }

// OptionsErrorf returns a [Problem] at the line of the lesson's options.
func (l *Lesson) OptionsErrorf(format string, args ...any) error {
	return l.options.Errorf(format, args...)
}

// Caption returns the caption of a step in a language.
func (s *LessonStep) Caption(lang string) string { return textIn(s.say, lang) }

// Task returns, in a language, what the reader is to do before the step is shown; empty: nothing.
func (s *LessonStep) Task(lang string) string { return textIn(s.try, lang) }

// Line returns the node from which an action of the step was read.
func (s *LessonStep) Line(action int) *Node { return s.lines[action] }

// ClausesErrorf returns a [Problem] at the line of the step's clauses.
func (s *LessonStep) ClausesErrorf(format string, args ...any) error {
	return s.clauses.Errorf(format, args...)
}

// ReadLessons returns the lessons of the pack, in the order of their names. Those that cannot be read are left out.
func (c *Checks) ReadLessons(f *Files) []*Lesson {
	var out []*Lesson
	for _, name := range f.Names() {
		id := lessonName.FindStringSubmatch(name)
		if id == nil {
			continue
		}
		c.File = name
		data, _ := f.Read(name)
		l, err := readLesson(name, data)
		if err != nil {
			c.Report(err)
			continue
		}
		l.ID = id[1]
		out = append(out, l)
	}
	return out
}

func readLesson(file string, data []byte) (*Lesson, error) {
	n, err := ReadTree(file, data)
	if err != nil {
		return nil, err
	}
	l := &Lesson{options: n}
	err = n.Each("a lesson", map[string]func(*Node) error{
		"title":    readTexts(&l.title),
		"about":    readTexts(&l.about),
		"options":  func(n *Node) (err error) { l.options = n; l.Options, err = n.Words(); return err },
		"position": func(n *Node) error { l.Position = n; return nil },
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
		return n.Errorf("steps: expected a list of steps")
	}
	for _, item := range n.Items {
		s := LessonStep{clauses: item}
		err := item.Each("a step", map[string]func(*Node) error{
			"say":     readTexts(&s.say),
			"try":     readTexts(&s.try),
			"clauses": func(n *Node) (err error) { s.clauses = n; s.Clauses, err = n.Words(); return err },
			"do":      func(n *Node) (err error) { s.lines, err = n.Lines(); return err },
		})
		if err != nil {
			return err
		}
		if s.say == nil {
			return item.Errorf("a step without say; expected a caption in %s", List(Languages()))
		}
		if s.try != nil && (len(s.lines) == 0 || len(l.Steps) == 0) {
			return item.Errorf("a step with try needs do, and a step before it")
		}
		for _, line := range s.lines {
			s.Do = append(s.Do, line.Text)
		}
		l.Steps = append(l.Steps, s)
	}
	return nil
}

// readTexts returns a function that reads a text in every language.
func readTexts(into *map[string]string) func(*Node) error {
	return func(n *Node) error {
		out := map[string]string{}
		read := map[string]func(*Node) error{}
		for _, lang := range Languages() {
			read[lang] = func(n *Node) error {
				text, err := n.One()
				out[lang] = typography.Set(lang, text)
				return err
			}
		}
		if err := n.Each("a text", read); err != nil {
			return err
		}
		for _, lang := range Languages() {
			if out[lang] == "" {
				return n.Errorf("no text in %q; expected one in each of %s", lang, List(Languages()))
			}
		}
		*into = out
		return nil
	}
}

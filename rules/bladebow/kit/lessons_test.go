package kit

import (
	"slices"
	"strings"
	"testing"

	"acies/battles"
	"acies/pack"
	"acies/rulebook/cite"
)

// TestLessonsOfMarathonNameTheirOdds: a step shows the odds before its rolls beside a caption that tells their results, so the
// caption says which odds they are.
func TestLessonsOfMarathonNameTheirOdds(t *testing.T) {
	p, problems := System{}.Read(pack.ReadFiles(battles.FS, "marathon-490bc"))
	if p == nil {
		t.Fatal(problems)
	}
	rolls := 0
	for _, l := range p.Lessons {
		for i := range l.Steps {
			step := &l.Steps[i]
			if !slices.ContainsFunc(step.Do, func(do string) bool { return strings.HasPrefix(do, "roll ") }) {
				continue
			}
			rolls++
			for lang, word := range map[string]string{"en": "odds", "fr": "probabilités"} {
				if caption := step.Caption(lang); !strings.Contains(caption, word) {
					t.Errorf("%s, step %d: %q does not say which odds are shown", l.ID, i+1, caption)
				}
			}
		}
	}
	if rolls == 0 {
		t.Error("no lesson rolls dice")
	}
}

// TestLessonOfRally checks that the lesson ends as its text says.
func TestLessonOfRally(t *testing.T) {
	cite.Clauses(t, "bnb-X27", "bnb-11.0c", "bnb-11.0d", "bnb-11.0e", "bnb-11.1a", "bnb-11.3a")
	p, problems := System{}.Read(pack.ReadFiles(battles.FS, "plataea-479bc"))
	if p == nil {
		t.Fatal(problems)
	}
	b, err := p.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	l := p.Lesson("rally")
	s, err := p.Begin(b, l)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range l.Steps {
		for _, do := range step.Do {
			a, err := b.Parse(do)
			if err != nil {
				t.Fatal(err)
			}
			if r := s.Apply(a, nil); r != nil {
				t.Fatalf("%s: %v", do, r)
			}
		}
	}
	text := string(p.Position(nil, s))
	for _, line := range []string{
		"  persian-spears-1: routed H5 S disrupted", "  greek-hoplite-5: H10 N +1", "  greek-hoplite-1: D9 N +1", "  greek-hoplite-2: E9 N +1", "  greek-spears-1: C8 E disrupted",
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("%q is not in\n%s", line, text)
		}
	}
}

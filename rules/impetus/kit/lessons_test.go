package kit

import (
	"strings"
	"testing"

	"acies/pack"
	"acies/rulebook/cite"
)

// The lessons end as the worked examples do from which they are taken.
func TestLessons(t *testing.T) {
	cite.Clauses(t, "imp-E3", "imp-E9", "imp-E10", "imp-E17", "imp-E20", "imp-E22", "imp-E24")
	for _, test := range []struct {
		battle, lesson string
		want           []string // lines of the last position
	}{
		{"two-camps-204bc", "1-movement", []string{"  C2.2: ", " disordered ", "  C2.3: 116 66 180 activated ", "  C2.4: 126 87.57 0 activated ", "  C2.5: 108 80 180 activated "}},
		{"two-camps-204bc", "charge", []string{"  R1.1: lost ", "  C2.2: 88 54.828 270 disordered "}},
		{"two-camps-204bc", "fire", []string{"  C1.3: 84 61 180 vbu=4/1 disordered shot-by=R1.6\n", "  R1.6: 84 56.5 0 activated fired "}},
		{"two-camps-204bc", "evade", []string{"  R1.8: 108 60 0 activated ", "  C1.6: 108 64 180\n"}},
		{"free-battle", "support", []string{"  C1.1: 91 54 0 disordered ", "  C1.2: 83 54 0 activated ", "  M1.3: 90 56 180 vbu=4 disordered\n"}},
		{"stream-333bc", "rout", []string{"over: persians imp-23.1a\n", "  M2.2: lost ", "  M2.4: removed\n"}},
	} {
		t.Run(test.lesson, func(t *testing.T) {
			p, problems := System{}.Read(pack.ReadFiles(packs, test.battle))
			if p == nil {
				t.Fatal(problems)
			}
			l := p.Lesson(test.lesson)
			if l == nil {
				t.Fatal("there is no such lesson")
			}
			b, err := p.Compile(l.Options)
			if err != nil {
				t.Fatal(err)
			}
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
			text := string(p.Position(l.Options, s))
			for _, line := range test.want {
				if !strings.Contains(text, line) {
					t.Errorf("%q is not in\n%s", line, text)
				}
			}
		})
	}
}

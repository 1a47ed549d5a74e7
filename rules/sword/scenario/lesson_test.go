package scenario_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"acies/battles"
	"acies/game"
	"acies/pack/packtest"
	"acies/rulebook/cite"
	"acies/rules/sword"
)

// lesson plays a lesson and returns the facts of each of its steps as short lines: keys with the pieces, places and
// numbers that they name, and modifiers with their values.
func lesson(t *testing.T, battle, id string) [][]string {
	t.Helper()
	p := read(t, battles.FS, battle)
	l := p.Lesson(id)
	if l == nil {
		t.Fatalf("%s has no lesson %s", battle, id)
	}
	setup, err := p.Setup(l.Options)
	if err != nil {
		t.Fatal(err)
	}
	b, err := sword.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for i, step := range l.Steps {
		for _, lang := range []string{"en", "fr"} {
			if len(step.Caption(lang)) < 40 {
				t.Errorf("step %d says in %s: %q", i, lang, step.Caption(lang))
			}
		}
		var events game.Events
		for _, do := range step.Do {
			a, err := b.Parse(do)
			if err != nil {
				t.Fatal(err)
			}
			if why := s.Apply(a, &events); why != nil {
				t.Fatalf("step %d, %s: %v", i, do, why)
			}
		}
		var facts []string
		for _, e := range events {
			if e.Key != "phase" {
				facts = append(facts, inBrief(b, e))
			}
		}
		out = append(out, facts)
	}
	return out
}

func inBrief(b *sword.Battle, e game.Event) string {
	words := []string{e.Key}
	for _, a := range e.Args {
		switch a.Kind {
		case game.Piece:
			words = append(words, b.PieceID(a.N))
		case game.Place:
			words = append(words, b.PlaceID(a.N))
		case game.Places:
		case game.Key:
			words = append(words, a.Text)
		default:
			words = append(words, fmt.Sprint(a.N))
		}
	}
	return strings.Join(words, " ")
}

// The results that the worked example of the rules prints, roll by roll.
func TestLessonCharge(t *testing.T) {
	cite.Clauses(t, "med-X8", "med-X9", "med-X10", "med-X12", "med-X13", "med-X14", "med-X15", "med-X16", "med-X17", "med-X18", "med-X19", "med-X20", "med-X21", "med-X22")
	want := []string{
		"",
		"moves crevecoeur-ch 2017 0 3 6; goes-along crevecoeur 2017",
		"charges du-bellay picard 2116 3 4",
		"attacks du-bellay 2117 picard 2116; shoots picard du-bellay 2117; " +
			"modifier.shot-many 1 5 4; modifier.shot-armour 0 du-bellay 1; shot-roll 4 1 5 shot.none",
		"modifier.melee-ratio 0 3 5; modifier.melee-type 1 du-bellay picard; modifier.melee-quality 1 6 4; modifier.melee-charge 3 2116; " +
			"melee-roll 6 5 11 melee.D+R; discouraged picard",
		"retreats picard 2115 3",
		"advances du-bellay 2116 0; elan du-bellay picard 2115; attacks du-bellay 2116 picard 2115",
		"shoots picard du-bellay 2116; modifier.shot-many 1 5 4; modifier.shot-armour 0 du-bellay 1; modifier.shot-discouraged -1 picard; " +
			"shot-roll 3 0 3 shot.none",
		"modifier.melee-ratio 0 3 5; modifier.melee-type 1 du-bellay picard; modifier.melee-quality 1 6 4; modifier.melee-charge 3 2115; " +
			"modifier.melee-defenders-all 2 1 1; melee-roll 7 7 14 melee.Dr+R; " +
			"routs picard; flees picard 2114; flees picard 2113; flees-on picard; flees picard 2112",
		"advances du-bellay 2115 1",
		"dispersion du-bellay gentilshommes 2214; attacks du-bellay 2115 gentilshommes 2214",
		"modifier.melee-ratio 1 3 3; modifier.melee-type 0 du-bellay gentilshommes; modifier.melee-quality 0 6 6; modifier.melee-charge 3 2214; " +
			"melee-roll 0 4 4 melee.no-effect; fatigued du-bellay",
	}
	got := lesson(t, guinegate, "charge")
	if len(got) != len(want) {
		t.Errorf("%d steps, want %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if facts := strings.Join(got[i], "; "); facts != want[i] {
			t.Errorf("step %d\ngot  %s\nwant %s", i, facts, want[i])
		}
	}
}

func TestBrokenLessons(t *testing.T) {
	const file = "lessons/charge.yaml"
	good := packtest.Files(t, battles.FS, guinegate)
	for _, test := range []struct{ name, old, new, want string }{
		{"a field there is not", "about:", "abuot:", `charge.yaml:8: a lesson has no field "abuot"; its fields are about, options, position, steps, title`},
		{"no title", "title:\n  en: A charge, its Élan and a Dispersion\n  fr: Une charge, son Élan et une Dispersion\n", "", "charge.yaml:5: title is missing; a lesson has title, about, position and steps"},
		{"a language missing", "  fr: Une charge, son Élan et une Dispersion\n", "", `charge.yaml:6: no text in "fr"; expected one in each of en, fr`},
		{"no caption", "  - say:\n      en: >-\n        The archers retreat", "  - yas:\n      en: >-\n        The archers retreat", `charge.yaml:95: a step has no field "yas"; its fields are clauses, do, say, try`},
		{"a clause there is not", "[med-X8]", "[med-X88]", `charge.yaml:42: clause "med-X88" is not in the rulebook; write the id of the rule, such as med-10.2a`},
		{"a unit there is not", "    picard: 2116 S", "    picards: 2116 S", `charge.yaml:19: units picards: there is no unit "picards"`},
		{"an option there is not", "position:\n", "options: [mud]\nposition:\n", `charge.yaml:12: battle guinegate-1479: option "mud" is unknown; it has free-set-up, dismounted-gentilshommes, ransom-hunters, plunder, rear-charge`},
		{"an action that is none", "- charge 2116", "- charg 2116", `charge.yaml:62: action "charg 2116": unknown verb "charg"`},
		{"an action that is refused", "- charge 2116", "- charge 2115", `charge.yaml:62: "charge 2115" is refused: not-ahead [med-R57]; there are 319 choices, such as stay`},
		{"a die that nobody rolls", "    do:\n      - retreat", "    do:\n      - roll 5\n      - retreat", `charge.yaml:103: "roll 5" is refused`},
		{"no YAML", "steps:\n", "steps: [\n", "charge.yaml:"},
	} {
		t.Run(test.name, func(t *testing.T) {
			problems := problemsOf(packtest.Replace(t, good, guinegate, file, test.old, test.new), guinegate)
			if len(problems) != 1 || !strings.HasPrefix(problems[0], "lessons/"+test.want) {
				t.Errorf("got  %s\nwant lessons/%s", strings.Join(problems, "\n"), test.want)
			}
		})
	}
	other := maps.Clone(good)
	other[guinegate+"/lessons/Notes.txt"] = &fstest.MapFile{}
	checkProblems(t, other, guinegate, []string{"lessons/Notes.txt: this is not a lesson; a lesson is a file with a name such as charge.yaml"})
}

// Correcting a lesson leaves the records of old games readable.
func TestLessonHash(t *testing.T) {
	old := read(t, battles.FS, guinegate)
	fsys := packtest.Replace(t, packtest.Files(t, battles.FS, guinegate), guinegate, "lessons/charge.yaml", "roll by roll", "one roll at a time")
	if read(t, fsys, guinegate).Hash != old.Hash {
		t.Error("a corrected lesson has changed the hash of the pack")
	}
}

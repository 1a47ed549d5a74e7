package desk_test

import (
	"slices"
	"testing"

	"acies/desk"
	"acies/rulebook/cite"
	"acies/table"
	"acies/words"
)

// TestLessonOfCavalry plays the lesson of cavalry on the move in both languages: the costs are the printed ones.
func TestLessonOfCavalry(t *testing.T) {
	cite.Clauses(t, "bnb-X4", "bnb-X5")
	b, err := table.NewLibrary().Load("plataea-479bc", nil)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][]string{
		"en": {"Heavy cavalry (1) moved R8–Q8–P8–O8–N9–N10, facing south (15 MP).", "Light cavalry (1) moved G5–H6–I7–J8, facing south-east (9 MP)."},
		"fr": {"Cavalerie lourde (1)\u00a0: mouvement R8–Q8–P8–O8–N9–N10, orientation sud (15 PM).", "Cavalerie légère (1)\u00a0: mouvement G5–H6–I7–J8, orientation sud-est (9 PM)."},
	} {
		w, err := words.For(lang, b.Pack, b.Battle)
		if err != nil {
			t.Fatal(err)
		}
		lesson, err := desk.NewLesson(b, b.Pack.Lesson("horse"), w)
		if err != nil {
			t.Fatal(err)
		}
		var moves []string
		for _, frame := range lesson.Frames {
			for _, e := range frame.Log {
				for _, f := range e.Facts {
					if f.Key == "moves" {
						moves = append(moves, f.Text)
					}
				}
			}
			for _, v := range frame.Table.View.Pieces {
				if slices.Contains(v.States, "disrupted") {
					t.Errorf("%s: %s is disrupted", lang, w.Piece(v.Piece))
				}
			}
		}
		if !slices.Equal(moves, want) {
			t.Errorf("%s: found %q, expected %q", lang, moves, want)
		}
	}
}

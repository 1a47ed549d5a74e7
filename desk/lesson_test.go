package desk_test

import (
	"slices"
	"strings"
	"testing"

	"acies/desk"
	"acies/game"
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

// TestTasks checks what the reader of a lesson is to do: to roll, to point at pieces and places, in this order.
func TestTasks(t *testing.T) {
	cite.Clauses(t, "ant-E3", "ant-E4", "ant-E7", "ant-E9", "ant-E10", "ant-E15")
	for _, test := range []struct {
		battle, lesson string
		frame          int // from 1
		want           string
	}{
		{"sparta-195bc", "1-activation", 1, ""},
		{"sparta-195bc", "1-activation", 3, "piece pretor-iii"},
		{"sparta-195bc", "2-movement", 1, "piece hastati-i-1, place 0615"},
		{"sparta-195bc", "5-rout", 4, "place 0717"},
		{"issos-333bc", "4-melee", 5, "place 1420, place 1521"},
	} {
		b, err := table.NewLibrary().Load(test.battle, nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := words.For("en", b.Pack, b.Battle)
		if err != nil {
			t.Fatal(err)
		}
		lesson, err := desk.NewLesson(b, b.Pack.Lesson(test.lesson), w)
		if err != nil {
			t.Fatal(err)
		}
		task := lesson.Frames[test.frame-1].Task
		if task == nil || task.Text == "" {
			t.Errorf("%s, step %d: there is no task", test.lesson, test.frame)
			continue
		}
		var picks []string
		for _, p := range task.Picks {
			id := b.Battle.PlaceID(p.N)
			if p.Kind == game.Piece {
				id = b.Battle.PieceID(p.N)
			}
			picks = append(picks, p.Kind.String()+" "+id)
		}
		if got := strings.Join(picks, ", "); got != test.want {
			t.Errorf("%s, step %d: to point at are %q, want %q", test.lesson, test.frame, got, test.want)
		}
		if len(task.Answers) > 0 {
			t.Errorf("%s, step %d: there are answers %v", test.lesson, test.frame, task.Answers)
		}
	}
}

// Whoever is to answer in a lesson can: one of the answers is right. Moves of a board without places say where they end.
func TestAnswersOfTasks(t *testing.T) {
	cite.Clauses(t, "imp-E17", "imp-E24")
	library, moves := table.NewLibrary(), 0
	for _, id := range []string{"two-camps-204bc", "stream-333bc", "free-battle", "sparta-195bc", "issos-333bc", "guinegate-1479", "marathon-490bc"} {
		b, err := library.Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range b.Pack.Lessons {
			with, err := library.Load(id, l.Options)
			if err != nil {
				t.Fatal(err)
			}
			w, err := words.For("en", with.Pack, with.Battle)
			if err != nil {
				t.Fatal(err)
			}
			lesson, err := desk.NewLesson(with, l, w)
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range lesson.Frames {
				if f.Task == nil || f.Task.Answers == nil {
					continue
				}
				right := slices.IndexFunc(f.Task.Answers, func(a desk.Answer) bool { return a.Right })
				if right < 0 {
					t.Errorf("%s, %s, step %d: no answer is right", id, l.ID, i+1)
					continue
				}
				if len(f.Task.Answers[right].Goals) > 0 {
					moves++
				}
			}
		}
	}
	if moves < 4 {
		t.Errorf("%d tasks are moves of a board without places", moves)
	}
}

package server_test

import (
	"net/http"
	"slices"
	"testing"

	"acies/store"
)

type lessonData struct {
	ID, Name, Battle string
	Frames           []struct {
		Text    string
		Clauses []string
		Log     []struct {
			N    int
			Do   string
			Path []int
		}
		Rolls []struct {
			Text  string
			Total int
			Die   int
			Rows  []struct {
				Die    int
				Result string
			}
		}
		Table struct {
			Battle, Prompt string
			Choices        []choiceData
			View           struct{ Pieces []struct{ Piece, Place int } }
		}
	}
}

// TestLessons reads every lesson there is in both languages, and of the one of Guinegate what it shows.
func TestLessons(t *testing.T) {
	s := serve(t, store.Options{})
	var cards []struct {
		ID      string
		Lessons []struct{ ID, Name, About string }
	}
	s.call("GET", "/api/battles", "", http.StatusOK, &cards)
	read := map[string]lessonData{}
	for _, c := range cards {
		for _, l := range c.Lessons {
			for _, lang := range []string{"en", "fr"} {
				var x lessonData
				s.call("GET", "/api/battles/"+c.ID+"/lessons/"+l.ID+"?lang="+lang, "", http.StatusOK, &x)
				if x.ID != l.ID || x.Battle != c.ID || len(x.Frames) < 2 || x.Frames[0].Text == "" {
					t.Errorf("got %+v", x)
				}
				read[lang+" "+c.ID+" "+l.ID] = x
			}
		}
	}
	en, fr := read["en guinegate-1479 charge"], read["fr guinegate-1479 charge"]
	if len(en.Frames) != 12 || len(fr.Frames) != 12 {
		t.Fatalf("%d frames in English, %d in French", len(en.Frames), len(fr.Frames))
	}
	if en.Name == fr.Name || en.Frames[1].Text == fr.Frames[1].Text || en.Frames[4].Rolls[0].Text == fr.Frames[4].Rolls[0].Text {
		t.Error("French is as English")
	}
	var dice, totals []int
	n := 0
	for i, f := range en.Frames {
		for _, r := range f.Rolls {
			dice, totals = append(dice, r.Die), append(totals, r.Die+r.Total)
			if len(r.Rows) != 10 {
				t.Errorf("frame %d: %d rows", i, len(r.Rows))
			}
		}
		for _, x := range f.Log {
			if n++; x.N != n {
				t.Errorf("action %d is numbered %d", n, x.N)
			}
		}
		if len(f.Clauses) == 0 || f.Table.Battle != "guinegate-1479" || f.Table.Prompt == "" || len(f.Table.Choices) > 0 {
			t.Errorf("frame %d: %+v", i, f)
		}
	}
	if !slices.Equal(dice, []int{4, 6, 3, 7, 0}) || !slices.Equal(totals, []int{5, 11, 3, 14, 4}) {
		t.Errorf("dice %v, totals %v", dice, totals)
	}
	if charge := en.Frames[2].Log[1]; charge.Do != "charge 2116" || len(charge.Path) != 5 {
		t.Errorf("the charge: %+v", charge)
	}

	var f fault
	s.call("GET", "/api/battles/guinegate-1479/lessons/retreat", "", http.StatusNotFound, &f)
	if f.Error.Code != "no-lesson" {
		t.Errorf("got %+v", f.Error)
	}
}

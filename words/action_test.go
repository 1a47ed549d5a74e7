package words_test

import (
	"encoding/json"
	"sync"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/table"
	"acies/words"
)

func sparta(t *testing.T) (*table.Board, *words.Words) {
	t.Helper()
	b, err := table.NewLibrary().Board("sparta-195bc", nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := b.Words("en")
	if err != nil {
		t.Fatal(err)
	}
	return b, w
}

// TestPhrases says what a phrase has of each part of the notation.
func TestPhrases(t *testing.T) {
	b, w := sparta(t)
	for _, test := range []struct{ do, want string }{
		{"stay", `{"action":"stay","text":"Stay","kind":"stay"}`},
		{"roll 7", `{"action":"roll 7","text":"The die shows 7","kind":"roll"}`},
		{"move hastati-i-1", `{"action":"move hastati-i-1","text":"Move Hastati I (1)","kind":"move","piece":2}`},
		{"to 0415 UR over", `{"action":"to 0415 UR over","text":"To 0415, facing upper right, on top of the stack","kind":"to","hex":227,"facing":0,"order":"over"}`},
		{"melee 0415 0414 0515", `{"action":"melee 0415 0414 0515","text":"Fight: 0415 against 0414 and 0515","kind":"melee","hex":227,"hexes":[227,211,228]}`},
	} {
		a, err := b.Battle.Parse(test.do)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time it is remembered
			got, err := json.Marshal(w.Phrases([]game.Action{a})[0])
			if err != nil || string(got) != test.want {
				t.Errorf("%s:\nfound    %s, %v\nexpected %s", test.do, got, err, test.want)
			}
		}
	}
}

// TestPhrasesTogether asks for phrases from several games at once.
func TestPhrasesTogether(t *testing.T) {
	b, w := sparta(t)
	var wg sync.WaitGroup
	for seed := range uint64(4) {
		wg.Go(func() {
			src, s := dice.New(seed), b.Battle.Start()
			for n := 0; n < 200 && s.ToAct() != game.Nobody; n++ {
				legal := s.Legal(nil)
				for i, p := range w.Phrases(legal) {
					if p.Notation != b.Battle.Format(legal[i]) || p.Text != w.Action(legal[i]) {
						t.Errorf("%s is called %s, %s", b.Battle.Format(legal[i]), p.Notation, p.Text)
					}
				}
				s.Apply(legal[game.Intn(src, len(legal))], nil)
			}
		})
	}
	wg.Wait()
}

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

func board(t *testing.T, battle string) (*table.Board, *words.Words) {
	t.Helper()
	b, err := table.NewLibrary().Board(battle, nil)
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
	for _, test := range []struct{ battle, do, want string }{
		{"sparta-195bc", "stay", `{"action":"stay","text":"Stay","kind":"stay"}`},
		{"sparta-195bc", "roll 7", `{"action":"roll 7","text":"The die shows 7","kind":"roll"}`},
		{"sparta-195bc", "move hastati-i-1", `{"action":"move hastati-i-1","text":"Move Hastati I (1)","kind":"move","piece":2}`},
		{"sparta-195bc", "to 0415 UR over", `{"action":"to 0415 UR over","text":"To 0415, facing upper right, on top of the stack","kind":"to","hex":227,"facing":0,"order":"over"}`},
		{"sparta-195bc", "melee 0415 0414 0515", `{"action":"melee 0415 0414 0515","text":"Fight: 0415 against 0414 and 0515","kind":"melee","hex":227,"hexes":[227,211,228]}`},
		{"bouvines-1214", "to 0415 NE over", `{"action":"to 0415 NE over","text":"To 0415, facing north-east, on top","kind":"to","hex":367,"facing":1,"order":"over"}`},
		{"bouvines-1214", "melee 0415 0414 0515 0516", `{"action":"melee 0415 0414 0515 0516","text":"Fight: 0415 against 0414, 0515 and 0516","kind":"melee","hex":367,"hexes":[367,341,368,394]}`},
		{"bouvines-1214", "charge 0415", `{"action":"charge 0415","text":"Charge the enemy in 0415","kind":"charge","hex":367}`},
		{"bouvines-1214", "enter gand 2201 S", `{"action":"enter gand 2201 S","text":"Gand enters in 2201, facing south","kind":"enter","piece":41,"hex":21,"facing":3}`},
		{"guinegate-1479", "react cleves", `{"action":"react cleves","text":"Charge Clèves in reaction","kind":"react","piece":36}`},
		{"guinegate-1479", "hold gand", `{"action":"hold gand","text":"Gand holds the captive","kind":"hold","piece":26}`},
		{"guinegate-1479", "promote gie", `{"action":"promote gie","text":"Gié takes command of the army","kind":"promote","piece":44}`},
		{"guinegate-1479", "dismount", `{"action":"dismount","text":"Dismount","kind":"dismount"}`},
	} {
		b, w := board(t, test.battle)
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
	b, w := board(t, "sparta-195bc")
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

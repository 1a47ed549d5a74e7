package words_test

import (
	"encoding/json"
	"sync"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/system"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

func board(t *testing.T, battle string) (*table.LoadedBattle, *words.Words) {
	t.Helper()
	b, err := table.NewLibrary().Load(battle, nil)
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
		{"sparta-195bc", "stay", `{"action":"stay","text":"Stay","verb":"stay","ends":true}`},
		{"sparta-195bc", "roll 7", `{"action":"roll 7","text":"Roll: 7","verb":"roll","operands":[{"kind":"die","role":"result","n":7}]}`},
		{"sparta-195bc", "move hastati-i-1", `{"action":"move hastati-i-1","text":"Move Hastati I (1)","verb":"move","operands":[{"kind":"piece","role":"own","n":2}]}`},
		{"sparta-195bc", "to 0415 UR over", `{"action":"to 0415 UR over","text":"Move to 0415, facing upper right, on top of the stack","verb":"to","operands":[{"kind":"place","role":"goal","n":227},{"kind":"facing","role":"heading","n":0},{"kind":"key","role":"plain","n":0,"text":"action.on-top"}]}`},
		{"sparta-195bc", "melee 0415 0414 0515", `{"action":"melee 0415 0414 0515","text":"Fight: 0415 against 0414 and 0515","verb":"melee","operands":[{"kind":"place","role":"own","n":227},{"kind":"place","role":"enemy","n":211},{"kind":"place","role":"enemy","n":228}],"rolls":true}`},
		{"sparta-195bc", "retreat 0415 0414 UR hastati-i-1", `{"action":"retreat 0415 0414 UR hastati-i-1","text":"Hastati I (1): retreat to 0414, facing upper right","verb":"retreat","operands":[{"kind":"piece","role":"own","n":2},{"kind":"place","role":"goal","n":211},{"kind":"facing","role":"heading","n":0}]}`},
		{"bouvines-1214", "to 0415 NE over", `{"action":"to 0415 NE over","text":"Move to 0415, facing north-east, on top","verb":"to","operands":[{"kind":"place","role":"goal","n":367},{"kind":"facing","role":"heading","n":1},{"kind":"key","role":"plain","n":0,"text":"action.on-top"}]}`},
		{"bouvines-1214", "melee 0415 0414 0515 0516", `{"action":"melee 0415 0414 0515 0516","text":"Fight: 0415 against 0414, 0515 and 0516","verb":"melee","operands":[{"kind":"place","role":"own","n":367},{"kind":"place","role":"enemy","n":341},{"kind":"place","role":"enemy","n":368},{"kind":"place","role":"enemy","n":394}],"rolls":true}`},
		{"bouvines-1214", "charge 0415", `{"action":"charge 0415","text":"Charge the enemy in 0415","verb":"charge","operands":[{"kind":"place","role":"enemy","n":367}],"rolls":true}`},
		{"bouvines-1214", "enter gand 2201 S", `{"action":"enter gand 2201 S","text":"Gand: enter in 2201, facing south","verb":"enter","operands":[{"kind":"piece","role":"own","n":41},{"kind":"place","role":"goal","n":21},{"kind":"facing","role":"heading","n":3}]}`},
		{"guinegate-1479", "react cleves", `{"action":"react cleves","text":"Charge Clèves in reaction","verb":"react","operands":[{"kind":"piece","role":"enemy","n":36}],"rolls":true}`},
		{"guinegate-1479", "hold gand", `{"action":"hold gand","text":"Gand: hold the captive","verb":"hold","operands":[{"kind":"piece","role":"own","n":26}]}`},
		{"guinegate-1479", "promote gie", `{"action":"promote gie","text":"Gié: take command of the army","verb":"promote","operands":[{"kind":"piece","role":"own","n":44}]}`},
		{"guinegate-1479", "dismount", `{"action":"dismount","text":"Dismount","verb":"dismount"}`},
	} {
		b, w := board(t, test.battle)
		a, err := b.Battle.Parse(test.do)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time it is remembered
			got, err := json.Marshal(w.Phrases(words.Asked{Prompt: game.Event{Key: "prompt.deploy"}}, []game.Action{a})[0])
			if err != nil || string(got) != test.want {
				t.Errorf("%s:\nfound    %s, %v\nexpected %s", test.do, got, err, test.want)
			}
		}
	}
}

// moves is a battle of one action, which names pieces, lengths and an angle.
type moves struct{ game.Battle }

func (moves) Rulebook() string          { return "" }
func (moves) Format(game.Action) string { return "move" }
func (moves) Choice(game.Action) game.Choice {
	return game.Choice{Key: "{first}, {piece}, {pieces}: {length}, {further}, {angle}", Operands: []game.Operand{
		{Kind: game.Piece, N: 0},
		{Kind: game.Piece, N: 1},
		{Kind: game.Piece, N: 2},
		{Kind: game.Length, N: -2500},
		{Kind: game.Length, N: 3000},
		{Kind: game.Angle, N: -90},
	}}
}

func (moves) PieceID(i int) string { return []string{"a", "b", "c"}[i] }

// TestPhraseOfMove gives lengths and angles without their sign, and tells pieces apart.
func TestPhraseOfMove(t *testing.T) {
	w, err := words.New("en", moves{}, system.Names{Pieces: []string{"A", "B", "C"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := w.Action(game.Event{}, game.Action{}), "A, C, A, B and C: 2.5\u00a0U, 3\u00a0U, 22.5°"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// orders is a battle of actions that name one of several by its number.
type orders struct{ game.Battle }

func (orders) Rulebook() string          { return "" }
func (orders) Format(game.Action) string { return "name" }
func (orders) Choice(a game.Action) game.Choice {
	return game.Choice{Key: "Name {n} ({named})", Operands: []game.Operand{{Kind: game.Number, N: int(a.A)}}}
}

// TestPhraseOfNumber says what a number stands for as the prompt does: another prompt with the same key may mean others.
func TestPhraseOfNumber(t *testing.T) {
	w, err := words.New("en", orders{}, system.Names{})
	if err != nil {
		t.Fatal(err)
	}
	for _, names := range [][2]string{{"Scipio", "Laelius"}, {"Hasdrubal", "Syphax"}} {
		prompt := game.Event{Key: "prompt.name", Args: []game.Arg{{Name: "1", Kind: game.Key, Text: names[0]}, {Name: "2", Kind: game.Key, Text: names[1]}}}
		if got, want := w.Phrases(words.Asked{Prompt: prompt}, []game.Action{{A: 2}})[0].Text, "Name 2 ("+names[1]+")"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestPhrasesOfMoment names who stands at the places of an action, says less where there is but one of its kind, says where more is
// chosen before something is done, and says what choices have in common that differ in the facing.
func TestPhrasesOfMoment(t *testing.T) {
	b, w := board(t, "sparta-195bc")
	at := func(place int) int {
		if b.Battle.PlaceID(place) == "0511" {
			return 2
		}
		return -1
	}
	opens := func(a game.Action) bool { return b.Battle.Format(a) == "melee 0511 0512" }
	for _, test := range []struct {
		prompt string
		do     []string
		text   string
		act    string
	}{
		{"offend", []string{"shoot 0511"}, "Shoot", ""},
		{"offend", []string{"shoot 0511", "shoot 0512"}, "Shoot at Hastati I (1) in 0511", ""},
		{"offend", []string{"shoot 0512", "shoot 0511"}, "Shoot at 0512 in 0512", ""},
		{"melees", []string{"melee 0512 0511"}, "Fight: 0512 against Hastati I (1)", ""},
		{"melees", []string{"melee 0511 0512"}, "Choose this melee: Hastati I (1) against 0512", ""},
		{"moves", []string{"done"}, "End movement", ""},
		{"may-advance", []string{"done"}, "No advance", ""},
		{"advance", []string{"advance 0511 0510 UR"}, "Advance from 0511 to 0510, facing upper right", "Hastati I (1): advance to 0510"},
	} {
		actions := make([]game.Action, len(test.do))
		for i, do := range test.do {
			var err error
			if actions[i], err = b.Battle.Parse(do); err != nil {
				t.Fatal(err)
			}
		}
		got := w.Phrases(words.Asked{Prompt: game.Event{Key: "prompt." + test.prompt}, At: at, Opens: opens}, actions)[0]
		if got.Text != test.text || got.Act != test.act {
			t.Errorf("%s, %q: %q and %q, want %q and %q", test.prompt, test.do, got.Text, got.Act, test.text, test.act)
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
				legal, prompt := s.Legal(nil), s.View(game.Nobody).Prompt
				for i, p := range w.Phrases(words.Asked{Prompt: prompt}, legal) {
					if p.Notation != b.Battle.Format(legal[i]) || p.Text != w.Action(prompt, legal[i]) {
						t.Errorf("%s is called %s, %s", b.Battle.Format(legal[i]), p.Notation, p.Text)
					}
				}
				s.Apply(legal[game.Intn(src, len(legal))], nil)
			}
		})
	}
	wg.Wait()
}

// TestPrompted words one action as the answer to several prompts.
func TestPrompted(t *testing.T) {
	b, _ := board(t, "guinegate-1479")
	done, err := b.Battle.Parse("done")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ lang, prompt, want string }{
		{"en", "prompt.moves", "End movement"},
		{"fr", "prompt.moves", "Fin du mouvement"},
		{"en", "prompt.defend", "No shooting"},
		{"fr", "prompt.react", "Attendre la charge"},
		{"en", "prompt.over", "Done"},
		{"en", "", "Done"},
	} {
		w, err := b.Words(c.lang)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time it is remembered
			if got := w.Phrases(words.Asked{Prompt: game.Event{Key: c.prompt}}, []game.Action{done})[0].Text; got != c.want {
				t.Errorf("%s, %s: %q, want %q", c.lang, c.prompt, got, c.want)
			}
		}
	}
}

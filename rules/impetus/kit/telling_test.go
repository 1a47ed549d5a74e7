package kit_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

// unsaid is what remains of a sentence that has no words, or not what it names.
var unsaid = regexp.MustCompile(`[{}?]|\b(action|blow|event|fate|initiative|lot|modifier|move|note|panic|phase|pool|prompt|pursuit|range|refusal|round|score|state|test|value|way)\.[A-Za-z]`)

// absurd is a length that no table has room for, by language.
var absurd = map[string]*regexp.Regexp{"en": regexp.MustCompile(`\d,\d{3}`), "fr": regexp.MustCompile(`\d\x{202f}\d{3}`)}

// TestPlay tells whole games, with every action and many refusals, and looks for what has been left without words.
func TestPlay(t *testing.T) {
	n := 0
	for _, id := range table.BuiltIn() {
		b, err := table.NewLibrary().Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		if b.Battle.Rulebook() != "impetus" {
			continue
		}
		n++
		t.Run(id, func(t *testing.T) {
			var in []*words.Words
			for _, lang := range words.Languages() {
				w, err := b.Words(lang)
				if err != nil {
					t.Fatal(err)
				}
				in = append(in, w)
			}
			for seed := range uint64(2) {
				tellGame(t, in, b.Battle, seed)
			}
		})
	}
	if n == 0 {
		t.Error("no battle of Impetus is built in")
	}
}

// tellGame plays a game and tells it in several languages.
func tellGame(t *testing.T, in []*words.Words, b game.Battle, seed uint64) {
	checked := map[string]bool{}
	lang := ""
	check := func(key, said string) {
		if checked[said] {
			return
		}
		checked[said] = true
		if m := unsaid.FindString(said); m != "" && (m != "?" || strings.Contains(said, "??")) || absurd[lang].MatchString(said) {
			t.Errorf("seed %d: %s becomes %q", seed, key, said)
		}
	}
	src := dice.New(seed)
	s := b.Start()
	var past []game.Action
	for s.ToAct() != game.Nobody {
		v := s.View(game.Nobody)
		legal := s.Legal(nil)
		a := legal[game.Intn(src, len(legal))]
		if s.ToAct() == game.Nature {
			a = s.Roll(src)
		}
		past = append(past, a)
		refusal := s.Check(past[game.Intn(src, len(past))])
		x := s.Explain(a, s.ToAct())
		var events game.Events
		if r := s.Apply(a, &events); r != nil {
			t.Fatal(r)
		}
		for _, w := range in {
			lang = w.Lang()
			check("prompt", w.Event(v.Prompt))
			check("phase", w.Text(v.Phase))
			check(b.Format(a), w.Action(v.Prompt, a))
			for _, p := range v.Pieces {
				for _, k := range p.States {
					check("state", w.Text("state."+k))
				}
				for _, x := range p.Values {
					check("value", w.Text("value."+x.Key))
				}
			}
			for _, p := range v.Pools {
				check("pool", w.Text(p.Key))
			}
			for _, x := range v.Scores {
				check("score", w.Text(x.Key))
			}
			if refusal != nil {
				check(refusal.Key, w.Refusal(refusal))
			}
			for _, e := range events {
				check(e.Key, w.Event(e))
			}
			if x != nil {
				for _, m := range x.Modifiers {
					check(m.Key, w.Modifier(m))
				}
				for _, o := range slices.Concat(x.Odds, x.Also) {
					check("odds", w.Chance(o))
				}
				for _, note := range x.Notes {
					check("note", w.Say(note.Key, note.Args...))
				}
			}
		}
	}
	for _, w := range in {
		lang = w.Lang()
		check("outcome", w.Outcome(s.Outcome()))
		check("prompt", w.Event(s.View(game.Nobody).Prompt))
	}
}

// TestUnitsNameTheirCommand: the card of a unit says to which Command it belongs and who leads it.
func TestUnitsNameTheirCommand(t *testing.T) {
	b, err := table.NewLibrary().Load("two-camps-204bc", nil)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][2]string{"en": {"Command", "Hannibal (1)"}, "fr": {"Corps", "Hannibal (1)"}} {
		w, err := b.Words(lang)
		if err != nil {
			t.Fatal(err)
		}
		led := 0
		for i, p := range b.Pack.Sheet(b.Battle, w).Pieces {
			if d := p.Details[0]; d.Name == want[0] && d.Text == want[1] {
				led++
			} else if d.Name != want[0] && len(p.Details) > 1 {
				t.Errorf("%s: %s begins with %+v, want its Command", lang, w.Piece(i), d)
			}
		}
		if led < 5 {
			t.Errorf("%s: %d units are led by %s", lang, led, want[1])
		}
	}
}

package kit_test

import (
	"regexp"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/rules/sword"
	"acies/table"
	"acies/words"
)

// TestPlay tells whole games, with every action and many refusals, and looks for what has been left without words.
func TestPlay(t *testing.T) {
	for _, id := range builtIn {
		t.Run(id, func(t *testing.T) {
			pack, err := table.FindPack(id)
			if err != nil {
				t.Fatal(err)
			}
			told := map[string]bool{}
			for seed := range uint64(5) {
				var options []string
				if seed > 1 {
					options = pack.Options
				}
				tb, err := table.New(pack, table.Settings{Options: options})
				if err != nil {
					t.Fatal(err)
				}
				var in []*words.Words
				for _, lang := range words.Languages() {
					w, err := words.For(lang, pack, tb.Battle)
					if err != nil {
						t.Fatal(err)
					}
					in = append(in, w)
				}
				tellGame(t, in, tb.Battle.(*sword.Battle), seed, told)
			}
			for _, key := range []string{"charges", "modifier.melee-charge", "dismounts", "enters"} {
				if pack.Book == sword.Medieval.ID && !told[key] {
					t.Errorf("no game tells of %s", key)
				}
			}
		})
	}
}

// choose picks an action at random, but would rather charge.
func choose(src game.Source, legal []game.Action) game.Action {
	for _, a := range legal {
		switch a.Verb {
		case sword.VerbCharge, sword.VerbReact, sword.VerbPursue, sword.VerbEnter:
			if game.Intn(src, 2) == 0 {
				return a
			}
		}
	}
	return legal[game.Intn(src, len(legal))]
}

var (
	unsaid = regexp.MustCompile(`[{}?]|\b(event|modifier|refusal|prompt|action|state|value|mark|phase|score|melee|shot|check|terrain|edge|facing)\.[A-Za-z]`)
	// ancient are words that have no place in a battle of the middle ages, in either language.
	ancient = regexp.MustCompile(`\b(contingent|corner|coin|pila|phalan|chariot|chars|citadel|stack|pile)`)
)

// tellGame plays a game and tells it in several languages.
func tellGame(t *testing.T, in []*words.Words, b *sword.Battle, seed uint64, told map[string]bool) {
	checked := map[string]bool{}
	check := func(key, said string) {
		if checked[said] {
			return
		}
		checked[said] = true
		if m := unsaid.FindString(said); m != "" && (m != "?" || strings.Contains(said, "??")) {
			t.Fatalf("seed %d: %s becomes %q", seed, key, said)
		}
		if m := ancient.FindString(said); m != "" && b.Setup().Book == &sword.Medieval {
			t.Fatalf("seed %d: %s speaks of %q: %q", seed, key, m, said)
		}
	}
	src := dice.New(seed)
	s := b.Start()
	var past []game.Action
	for s.ToAct() != game.Nobody {
		v := s.View(game.Nobody)
		p := v.Pieces[game.Intn(src, len(v.Pieces))]
		legal := s.Legal(nil)
		a := choose(src, legal)
		x := s.Explain(a, s.ToAct())
		var refusal *game.Refusal
		if len(past) > 0 {
			refusal = s.Check(past[game.Intn(src, len(past))])
		}
		past = append(past, a)
		var events game.Events
		if r := s.Apply(a, &events); r != nil {
			t.Fatal(r)
		}
		for _, w := range in {
			check("prompt", w.Event(v.Prompt))
			for _, m := range v.Marks {
				check("mark", w.Text("mark."+m.Key))
			}
			for _, k := range p.States {
				check("state", w.Text("state."+k))
			}
			for _, x := range p.Values {
				check("value", w.Text("value."+x.Key))
			}
			for _, a := range legal {
				if a.Verb == sword.VerbDone && w.Action(v.Prompt, a) == w.Action(game.Event{}, a) {
					t.Fatalf("seed %d: %s has no words for the end of it", seed, v.Prompt.Key)
				}
			}
			check(b.Format(a), w.Action(v.Prompt, a))
			if x != nil {
				checkOdds(t, w, x, check)
			}
			if refusal != nil {
				check(refusal.Key, w.Refusal(refusal))
			}
			for _, e := range events {
				told[e.Key] = true
				check(e.Key, w.Event(e))
			}
		}
	}
}

func checkOdds(t *testing.T, w *words.Words, x *game.Explanation, check func(key, said string)) {
	for _, m := range x.Modifiers {
		check(m.Key, w.Modifier(m))
	}
	for _, r := range x.Rows {
		if w.Result(r.Result) == r.Result {
			t.Fatalf("the result %s has no words", r.Result)
		}
	}
}

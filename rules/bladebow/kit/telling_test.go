package kit_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/rules/bladebow/scenario"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

// unsaid is what remains of a sentence that has no words, or not what it names.
var unsaid = regexp.MustCompile(`[{}?]|\b(action|card|check|degree|event|facing|modifier|order|phase|piece|pool|preset|prompt|refusal|result|score|state|value|window)\.[A-Za-z]`)

// TestPlay tells whole games, with every action and many refusals, and looks for what has been left without words.
func TestPlay(t *testing.T) {
	for _, id := range table.BuiltIn() {
		b, err := table.NewLibrary().Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		if b.Battle.Rulebook() != scenario.Book {
			continue
		}
		t.Run(id, func(t *testing.T) {
			var in []*words.Words
			for _, lang := range words.Languages() {
				w, err := b.Words(lang)
				if err != nil {
					t.Fatal(err)
				}
				in = append(in, w)
			}
			for seed := range uint64(3) {
				tellGame(t, in, b.Battle, seed)
			}
		})
	}
}

// tellGame plays a game and tells it in several languages.
func tellGame(t *testing.T, in []*words.Words, b game.Battle, seed uint64) {
	checked := map[string]bool{}
	check := func(key, said string) {
		if checked[said] {
			return
		}
		checked[said] = true
		if m := unsaid.FindString(said); m != "" && (m != "?" || strings.Contains(said, "??")) {
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
			for _, m := range v.Marks {
				check("mark", w.Text("mark."+m.Key))
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
				for _, n := range x.Notes {
					check(n.Key, w.Event(n))
				}
			}
		}
	}
	for _, w := range in {
		check("outcome", w.Outcome(s.Outcome()))
		check("prompt", w.Event(s.View(game.Nobody).Prompt))
	}
}

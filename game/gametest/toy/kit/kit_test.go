package kit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"acies/cases"
	"acies/dice"
	"acies/game"
	"acies/game/gametest"
	"acies/game/gametest/toy/kit"
	"acies/pack"
	"acies/store/pgtest"
	"acies/system"
	"acies/table"
	"acies/words"
)

func TestMain(m *testing.M) {
	system.Register(kit.System{})
	code := pgtest.Main(m)
	os.RemoveAll(built.dir)
	os.RemoveAll(next.dir)
	os.Exit(code)
}

// ford is the folder of the pack.
const ford = "testdata/ford"

func battle(t *testing.T, options ...string) (*system.Pack, game.Battle) {
	t.Helper()
	p, err := table.FindPack(ford)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Compile(options)
	if err != nil {
		t.Fatal(err)
	}
	return p, b
}

// TestContract plays the battle of the pack and that of a position.
func TestContract(t *testing.T) {
	p, b := battle(t, "short")
	gametest.Run(t, b, gametest.Options{Games: 10})
	at, err := p.At(b, "position", []byte("battle: ford\nred: {at: hill, cards: [1, 2, 3]}\nblue: {cards: [1, 2, 3]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	gametest.Run(t, at, gametest.Options{Games: 10})
}

// watch calls f at every state of some games at random.
func watch(t *testing.T, b game.Battle, f func(s game.State)) {
	t.Helper()
	for seed := range uint64(30) {
		src, s := dice.New(seed), b.Start()
		for f(s); s.ToAct() != game.Nobody; f(s) {
			legal := s.Legal(nil)
			if r := s.Apply(legal[game.Intn(src, len(legal))], nil); r != nil {
				t.Fatal(r)
			}
		}
	}
}

// TestTexts plays games and finds a sentence for all that they tell, in every language.
func TestTexts(t *testing.T) {
	p, b := battle(t)
	for _, lang := range words.Languages() {
		w, err := words.For(lang, p, b)
		if err != nil {
			t.Fatal(err)
		}
		said := func(key, text string) {
			if text == "" || text == key || strings.ContainsAny(text, "{}") {
				t.Fatalf("%s: %s is said as %q", lang, key, text)
			}
		}
		watch(t, b, func(s game.State) {
			for viewer := range game.Side(2) {
				v := s.View(viewer)
				said(v.Prompt.Key, w.Event(v.Prompt))
				said(v.Phase, w.Text(v.Phase))
				for _, x := range v.Scores {
					said(x.Key, w.Text(x.Key))
				}
				for _, x := range v.Pieces {
					for _, state := range x.States {
						said("state."+state, w.Text("state."+state))
					}
					for _, value := range x.Values {
						said("value."+value.Key, w.Text("value."+value.Key))
					}
				}
			}
			for _, a := range s.Legal(nil) {
				c := b.Choice(a)
				said(c.Key, w.Action(s.View(game.Nobody).Prompt, a))
				said("verb."+c.Verb, w.Text("verb."+c.Verb))
				if e := s.Explain(a, s.ToAct()); e != nil {
					for _, m := range e.Modifiers {
						said("modifier."+m.Key, w.Modifier(m))
					}
					for _, o := range e.Odds {
						said(o.Result, w.Chance(o))
					}
				}
				var events game.Events
				s.Clone().Apply(a, &events)
				for _, e := range events {
					said("event."+e.Key, w.Event(e))
				}
			}
			for verb := game.Verb(0); verb < 8; verb++ {
				for n := range int32(9) {
					if r := s.Check(game.Action{Verb: verb, A: n - 1}); r != nil {
						said("refusal."+r.Key, w.Refusal(r))
					}
				}
			}
			if o := s.Outcome(); o.Over {
				said("event.victory-"+o.Degree, w.Outcome(o))
			}
		})
		said("action.deal-hidden", w.Action(game.Event{}, game.Action{Verb: 1}))
		_, r := b.Start().Thrown([]int{1, 2})
		said("refusal.dice", w.Refusal(r))
	}
}

// TestPositions writes and reads a position at every moment of games.
func TestPositions(t *testing.T) {
	for _, options := range [][]string{nil, {"short"}} {
		p, b := battle(t, options...)
		watch(t, b, func(s game.State) {
			text := p.Position(options, s)
			at, err := p.At(b, "position", text)
			if err != nil {
				t.Fatalf("%v, of\n%s", err, text)
			}
			if at.Start().Hash() != s.Hash() {
				t.Fatalf("the position leads to another state:\n%s", text)
			}
		})
	}
}

// TestUnsoundPositions tries what no game leads to.
func TestUnsoundPositions(t *testing.T) {
	p, b := battle(t)
	for _, c := range []struct{ text, want string }{
		{"battle: sparta", `the position belongs to the battle sparta, not ford`},
		{"round: 5", `"5" is not a number from 1 to 4`},
		{"step: third", `step "third" is unknown; expected one of first, second, first-die, second-die`},
		{"green: {}", `"green"`},
		{"red: {at: sea}", `place "sea" is unknown; expected one of camp, wood, ford, hill`},
		{"red: {cards: [seen]}", `card "seen": expected its rank`},
		{"red: {cards: [5]}", "card 1 has the rank 5, expected 1 to 4"},
		{"red: {cards: [1, 1, 1]}\nblue: {cards: [1, 2, 3]}", "a rank is dealt more than three times"},
		{"red: {cards: [1, 2]}", "cards are dealt in turn"},
		{"red: {at: hill}", "nothing happens before all cards are dealt"},
		{"red: {cards: [1, 2, 3]}\nblue: {cards: [1, 2, 3]}\nstep: second", "played: a side has played a card after its turn"},
		{"red: {cards: [1, 2, 3]}\nblue: {cards: [1, 2, 3]}\nround: 2", "each side uses one card a round"},
		{"red: {cards: [1 seen, 2, 3]}\nblue: {cards: [1, 2, 3]}", "a side scouts once"},
		{"red: {cards: [1, 2, 3]}\nblue: {cards: [1, 2, 3]}\ndie: 2", "die: the leader's die"},
	} {
		if _, err := p.At(b, "position.yaml", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "position.yaml:") {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestBrokenPacks says of each fault where it is.
func TestBrokenPacks(t *testing.T) {
	for _, c := range []struct{ file, from, to, want string }{
		{"battle.yaml", "rounds: 3", "rounds: 4", `battle.yaml:7: rounds "4" is not a number from 1 to 3`},
		{"battle.yaml", "  - id: blue\n", "", `battle.yaml:1: there are 1 sides`},
		{"battle.yaml", "id: blue", "id: red", `battle.yaml:6: side red: the id is already used on line 5`},
		{"battle.yaml", "book: toy", "book: doll", `battle.yaml:3: book: "doll" is unknown`},
		{"battle.yaml", "rounds: 3", "turns: 3", `battle.yaml:7:1: unknown field "turns"`},
		{"text.en.yaml", "  hill: hill\n", "", `text.en.yaml:13: no text for place.hill`},
		{"lessons/hill.yaml", "march hill", "march ford", `march ford is refused: place [toy-3]`},
		{"lessons/hill.yaml", "toy-5", "toy-9", `clause "toy-9" is not in the rulebook`},
	} {
		fsys := fstest.MapFS{}
		for _, name := range []string{"battle.yaml", "text.en.yaml", "text.fr.yaml", "lessons/hill.yaml"} {
			data, err := os.ReadFile(filepath.Join(ford, name))
			if err != nil {
				t.Fatal(err)
			}
			if name == c.file {
				if !strings.Contains(string(data), c.from) {
					t.Fatalf("%s has no %q", name, c.from)
				}
				data = []byte(strings.Replace(string(data), c.from, c.to, 1))
			}
			fsys["ford/"+name] = &fstest.MapFile{Data: data}
		}
		p, problems := system.Read(pack.ReadFiles(fsys, "ford"))
		found := slices.ContainsFunc(problems, func(p pack.Problem) bool { return strings.Contains(fmt.Sprint(p), c.want) })
		if p != nil || !found {
			t.Errorf("%s with %q: %v, want %s", c.file, c.to, problems, c.want)
		}
	}
}

func TestVary(t *testing.T) {
	fsys, dir := pack.DirFS(ford)
	f := pack.ReadFiles(fsys, dir)
	changed, err := system.Vary(f, []string{"rounds=2"})
	if err != nil {
		t.Fatal(err)
	}
	p, problems := system.Read(changed)
	if p == nil || p.Turns != 2 {
		t.Fatalf("%v", problems)
	}
	for _, change := range []string{"rounds", "cards=4"} {
		if _, err := system.Vary(f, []string{change}); err == nil || !strings.Contains(err.Error(), "expected rounds=2") {
			t.Errorf("%s: %v", change, err)
		}
	}
}

// TestCases runs the case file; it cites every clause.
func TestCases(t *testing.T) {
	file := "testdata/cases.yaml"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list, err := cases.Read(file, src)
	if err != nil {
		t.Fatal(err)
	}
	var cited []string
	for _, x := range list {
		cited = append(cited, x.Cites...)
		t.Run(x.Name, func(t *testing.T) {
			if err := x.Run(); err != nil {
				t.Error(err)
			}
		})
	}
	for n := range 7 {
		if id := fmt.Sprintf("toy-%d", n+1); !slices.Contains(cited, id) {
			t.Errorf("no case cites %s", id)
		}
	}
}

package kit_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"acies/game"
	"acies/rules/sword"
	"acies/rules/sword/kit"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

// builtIn are the battles of the rulebook.
var builtIn = []string{"bouvines-1214", "guinegate-1479", "issos-333bc", "sparta-195bc"}

var hole = regexp.MustCompile(`\{([^}|]*)[^}]*\}`)

func holes(text string) []string {
	set := map[string]bool{}
	for _, m := range hole.FindAllStringSubmatch(text, -1) {
		set[m[1]] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// split parts the texts of a language into the general ones and those of a book, by the keys they stand for.
func split(lang, book string) (general, own map[string]string) {
	general, own = map[string]string{}, map[string]string{}
	for key, text := range (kit.System{}).Texts(lang) {
		if k, ok := strings.CutPrefix(key, book+"."); ok {
			own[k] = text
		} else {
			general[key] = text
		}
	}
	return general, own
}

func TestCatalogues(t *testing.T) {
	need := required(t)
	addSummaries(need)
	en, _ := split("en", "medieval")
	for _, lang := range words.Languages() {
		cat, _ := split(lang, "medieval")
		for _, key := range slices.Sorted(maps.Keys(need)) {
			if cat[key] == "" && words.General(lang, key) == "" {
				t.Errorf("%s.json: no text for %s", lang, key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(cat)) {
			args, ok := need[key]
			if general := words.General(lang, key); general != "" && general != cat[key] {
				ok = true // it says with an example what the general text says without
			}
			if !ok {
				t.Errorf("%s.json: nothing uses %s", lang, key)
				continue
			}
			for _, h := range holes(cat[key]) {
				if !args[h] && !strings.HasPrefix(key, "ui.") {
					t.Errorf("%s.json: %s: there is no argument {%s}, only %v", lang, key, h, slices.Sorted(maps.Keys(args)))
				}
			}
			if got, want := holes(cat[key]), holes(en[key]); !slices.Equal(got, want) {
				t.Errorf("%s.json: %s uses %v, en.json %v", lang, key, got, want)
			}
		}
	}
}

// TestBook holds the texts that a book has of its own to the general ones: each stands in place of one, says something
// else in some language, and uses what its key brings.
func TestBook(t *testing.T) {
	need := required(t)
	_, en := split("en", "medieval")
	_, fr := split("fr", "medieval")
	general := map[string]map[string]string{"en": words.Catalogue("en", kit.System{}), "fr": words.Catalogue("fr", kit.System{})}
	if len(en) == 0 {
		t.Fatal("the medieval book has no texts of its own")
	}
	for _, key := range slices.Sorted(maps.Keys(fr)) {
		if en[key] == "" {
			t.Errorf("fr.json: medieval: %s is not in en.json", key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(en)) {
		args, ok := need[key]
		switch {
		case !ok && general["en"][key] == "":
			t.Errorf("en.json: medieval: nothing uses %s", key)
		case fr[key] == "":
			t.Errorf("fr.json: medieval: no text for %s", key)
		case en[key] == general["en"][key] && fr[key] == general["fr"][key]:
			t.Errorf("medieval: %s says what the general text says", key)
		case !slices.Equal(holes(en[key]), holes(fr[key])):
			t.Errorf("medieval: %s uses %v in en.json, %v in fr.json", key, holes(en[key]), holes(fr[key]))
		}
		for _, h := range holes(en[key]) {
			if !args[h] {
				t.Errorf("en.json: medieval: %s: there is no argument {%s}, only %v", key, h, slices.Sorted(maps.Keys(args)))
			}
		}
	}
}

// TestBookWords asks for words that differ by book.
func TestBookWords(t *testing.T) {
	for _, c := range []struct{ battle, lang, key, want string }{
		{"sparta-195bc", "en", "phase.b", "Phase B, archer shooting"},
		{"bouvines-1214", "en", "phase.b", "Phase B, artillery and archer shooting"},
		{"sparta-195bc", "fr", "type.Ch", "chars"},
		{"guinegate-1479", "fr", "type.Ch", "chevaliers"},
		{"sparta-195bc", "en", "edge.fortification", "wall"},
		{"guinegate-1479", "en", "edge.fortification", "earthwork"},
		{"guinegate-1479", "en", "type.Ar", "archers"},
	} {
		b, err := table.NewLibrary().Load(c.battle, nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := b.Words(c.lang)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Text(c.key); got != c.want {
			t.Errorf("%s, %s: %s is %q, want %q", c.battle, c.lang, c.key, got, c.want)
		}
	}
}

func TestSentences(t *testing.T) {
	pack, err := table.FindPack("sparta-195bc")
	if err != nil {
		t.Fatal(err)
	}
	tb, err := table.New(pack, table.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	b := tb.Battle.(*sword.Battle)
	hex := func(id string) int {
		h, err := b.Map().Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	moves := game.Event{Key: "moves", Args: []game.Arg{
		{Name: "unit", Kind: game.Piece, N: b.Piece("hastati-i-1")},
		{Name: "to", Kind: game.Place, N: hex("0511")},
		{Name: "facing", Kind: game.Facing, N: 0},
		{Name: "cost", N: 3},
		{Name: "mp", N: 4},
	}}
	retreat := game.Event{Key: "prompt.retreats", Args: []game.Arg{
		{Name: "units", Kind: game.Pieces, List: []int{b.Piece("mercenaries-1"), b.Piece("cretans-1"), b.Piece("cretans-2")}},
	}}
	ask := func(key, name string, n int) game.Event {
		unit := b.Piece("mercenaries-1")
		return game.Event{Key: key, Args: []game.Arg{
			{Name: "unit", Kind: game.Piece, N: unit}, {Name: "units", Kind: game.Pieces, List: []int{unit}}, {Name: name, N: n},
		}}
	}
	alone, stacked := ask("prompt.group", "pieces", 1), ask("prompt.group", "pieces", 2)
	must, may := ask("prompt.advance", "ways", 1), ask("prompt.may-advance", "ways", 2)
	scores := func(n int) game.Event {
		return game.Event{Key: "scores", Args: []game.Arg{
			{Name: "side", Kind: game.Player}, {Name: "points", N: n}, {Name: "for", Kind: game.Key, Text: "score.fire-used"},
		}}
	}
	far := &game.Refusal{Key: "too-far", Clause: "ant-8.1a", Args: []game.Arg{{Name: "cost", N: 6}, {Name: "mp", N: 4}}}
	for _, c := range []struct {
		name, lang, want string
		say              func(*words.Words) string
	}{
		{"move", "en", "Hastati I (1) moved to 0511, facing upper right (3/4 MP).", func(w *words.Words) string { return w.Event(moves) }},
		{"move", "fr", "Hastati I (1) : mouvement en 0511, orientation haut-droite (3/4 PM).", func(w *words.Words) string { return w.Event(moves) }},
		{"several pieces", "en", "Mercenaries (1), Cretans (1) and Cretans (2) must retreat: choose the unit that goes first.", func(w *words.Words) string { return w.Event(retreat) }},
		{"several pieces", "fr", "Mercenaires (1), Crétois (1) et Crétois (2) : recul obligatoire. Choisissez l’unité qui recule d’abord.", func(w *words.Words) string { return w.Event(retreat) }},
		{"a unit alone in its hex", "en", "Mercenaries (1): choose a hex.", func(w *words.Words) string { return w.Event(alone) }},
		{"a unit in a stack", "en", "Mercenaries (1): choose a hex, or add counters in its hex.", func(w *words.Words) string { return w.Event(stacked) }},
		{"a unit alone in its hex", "fr", "Mercenaires (1)\u00a0: choisissez un hexagone.", func(w *words.Words) string { return w.Event(alone) }},
		{"a compulsory advance", "en", "Mercenaries (1) must advance: choose a facing.", func(w *words.Words) string { return w.Event(must) }},
		{"a compulsory advance", "fr", "Mercenaires (1)\u00a0: avance obligatoire. Choisissez une orientation.", func(w *words.Words) string { return w.Event(must) }},
		{"an optional advance", "en", "Mercenaries (1) may advance: choose who advances and where, or no advance.", func(w *words.Words) string { return w.Event(may) }},
		{"one point", "en", "The Romans scored 1 point: Pythagoras set fire to the town.", func(w *words.Words) string { return w.Event(scores(1)) }},
		{"no point", "en", "The Romans scored 0 points: Pythagoras set fire to the town.", func(w *words.Words) string { return w.Event(scores(0)) }},
		{"no point", "fr", "Les Romains marquent 0 point : Pythagoras a mis le feu à la ville.", func(w *words.Words) string { return w.Event(scores(0)) }},
		{"two points", "fr", "Les Romains marquent 2 points : Pythagoras a mis le feu à la ville.", func(w *words.Words) string { return w.Event(scores(2)) }},
		{"refusal", "en", "Too far: 6 MP needed, 4 left. [ant-8.1a]", func(w *words.Words) string { return w.Refusal(far) }},
		{"suffix that is a type", "en", "Argos (Ho)", func(w *words.Words) string { return w.Piece(b.Piece("argos-ho")) }},
		{"name of its own", "en", "Equites I", func(w *words.Words) string { return w.Piece(b.Piece("equites-i-1")) }},
		{"action", "en", "Move to 0511, facing right, underneath the stack", func(w *words.Words) string {
			a, err := b.Parse("to 0511 R under")
			if err != nil {
				t.Fatal(err)
			}
			return w.Action(game.Event{}, a)
		}},
	} {
		t.Run(c.name+" "+c.lang, func(t *testing.T) {
			w, err := words.For(c.lang, pack, b)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.say(w); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestPieceNames asks for names that differ by language, and for units of one name.
func TestPieceNames(t *testing.T) {
	for _, c := range []struct{ battle, lang, id, want string }{
		{"guinegate-1479", "en", "artillerie-francaise", "Artillerie (French)"},
		{"guinegate-1479", "fr", "artillerie-francaise", "Artillerie (française)"},
		{"guinegate-1479", "fr", "crevecoeur-ch", "Crèvecœur"},
		{"guinegate-1479", "fr", "archers-d-ordonnance-i", "Archers d’ordonnance I"},
		{"guinegate-1479", "en", "maximilien", "Maximilian"},
		{"bouvines-1214", "en", "otton-iv", "Otto IV"},
		{"bouvines-1214", "fr", "otton-iv", "Otton IV"},
		{"sparta-195bc", "en", "argos-ho", "Argos (Ho)"},
		{"sparta-195bc", "en", "pretor-i", "Praetor I"},
		{"sparta-195bc", "fr", "cretans-2", "Crétois (2)"},
	} {
		b, err := table.NewLibrary().Load(c.battle, nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := b.Words(c.lang)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Piece(b.Battle.(*sword.Battle).Piece(c.id)); got != c.want {
			t.Errorf("%s, %s: %s is %q, want %q", c.battle, c.lang, c.id, got, c.want)
		}
	}
}

// TestTypography finds what authors should not type, and what is not set in its place.
func TestTypography(t *testing.T) {
	code, err := os.ReadFile("fr.json")
	if err != nil {
		t.Fatal(err)
	}
	if at := regexp.MustCompile("[\u00a0\u202f’]").FindIndex(code); at != nil {
		t.Errorf("fr.json: type plain spaces and straight apostrophes: %q", code[max(0, at[0]-20):at[1]])
	}
	unset := regexp.MustCompile("« | [:;?!%»]|'")
	for key, text := range (kit.System{}).Texts("fr") {
		if unset.MatchString(text) {
			t.Errorf("fr.json: %s is not set: %q", key, text)
		}
	}
}

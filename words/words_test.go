package words_test

import (
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"acies/game"
	"acies/record"
	"acies/system"
	"acies/table"
	"acies/words"
)

var phrase = regexp.MustCompile(`"((?:mail|notify|ui|error|undo|advice|event)\.[a-z-]*[a-z])"`)

// required returns the keys that the program uses for battles of every rulebook. Arguments are checked by the commands' own
// tests.
func required(t *testing.T) map[string]bool {
	n := map[string]bool{"list.last": true, "luck.other": true}
	for _, k := range []string{"now", "next", "ready", "past", "barred", "late", "gone"} { // see game.Turn
		n["turn."+k] = true
	}
	for _, k := range []string{"draw", "minor", "major", "decisive"} { // see game.Outcome
		n["degree."+k], n["event.victory-"+k] = true, true
	}
	for _, k := range []string{record.Resigned, record.Agreed, record.TimedOut, record.Abandoned, record.Deadline, record.Deserted} {
		n["event.victory-"+k], n["deal.end-"+k] = true, true
	}
	for _, k := range []string{"peace", "undo", "adjourn", "roll"} { // see match.Deals
		n["deal.offer-"+k], n["deal.decline-"+k], n["deal.withdraw-"+k] = true, true, true
	}
	for _, k := range []string{"offer-roll-some", "offer-roll-program", "accept-adjourn", "accept-undo", "accept-undo-some", "accept-roll", "accept-roll-some", "accept-roll-program"} {
		n["deal."+k] = true
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch d.Name() {
			case ".git", "bin", "e2e", "node_modules", "rules", "web":
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		code, err := os.ReadFile(path)
		for _, m := range phrase.FindAllSubmatch(code, -1) {
			n[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

var hole = regexp.MustCompile(`\{([^}|]*)[^}]*\}`)

func holes(text string) []string {
	set := map[string]bool{}
	for _, m := range hole.FindAllStringSubmatch(text, -1) {
		set[m[1]] = true
	}
	return slices.Sorted(maps.Keys(set))
}

func TestCatalogues(t *testing.T) {
	need := required(t)
	en := words.Catalogue("en", nil)
	for _, lang := range words.Languages() {
		cat := words.Catalogue(lang, nil)
		for _, key := range slices.Sorted(maps.Keys(need)) {
			if cat[key] == "" {
				t.Errorf("%s.json: no text for %s", lang, key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(cat)) {
			if !need[key] {
				t.Errorf("%s.json: nothing uses %s", lang, key)
			}
			if got, want := holes(cat[key]), holes(en[key]); !slices.Equal(got, want) {
				t.Errorf("%s.json: %s uses %v, en.json %v", lang, key, got, want)
			}
		}
	}
}

// TestTypography finds what authors should not type, and what is not set in its place.
func TestTypography(t *testing.T) {
	typed := regexp.MustCompile("[\u00a0\u202f’]")
	unset := regexp.MustCompile("« | [:;?!%»]|'")
	names := []string{"fr.json", "../sim/balance/fr.json"}
	packs, err := filepath.Glob("../battles/*/text.fr.yaml")
	if err != nil || len(packs) == 0 {
		t.Fatalf("the texts of the packs: %v, %v", packs, err)
	}
	for _, name := range append(names, packs...) {
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if at := typed.FindIndex(code); at != nil {
			t.Errorf("%s: type plain spaces and straight apostrophes: %q", name, code[max(0, at[0]-20):at[1]])
		}
	}
	for key, text := range words.Catalogue("fr", nil) {
		if unset.MatchString(text) {
			t.Errorf("fr.json: %s is not set: %q", key, text)
		}
	}
	for _, id := range table.BuiltIn() {
		pack, err := table.FindPack(id)
		if err != nil {
			t.Fatal(err)
		}
		if intro, _ := pack.Text("fr", "battle.intro"); unset.MatchString(intro) {
			t.Errorf("%s: the introduction is not set: %q", id, intro)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ lang, number, decimal, signed, percent string }{
		{"en", "−1,234", "0.5", "+1.5", "95.5%"},
		{"fr", "−1\u202f234", "0,5", "+1,5", "95,5\u00a0%"},
	} {
		w, err := words.New(c.lang, nil, system.Names{})
		if err != nil {
			t.Fatal(err)
		}
		for got, want := range map[string]string{
			w.Number(-1234): c.number, w.Decimal(0.5, 1): c.decimal, w.Decimal(-0.01, 1): w.Decimal(0, 1), w.Decimal(math.NaN(), 1): "–",
			w.SignedDecimal(1.5, 1): c.signed, w.SignedDecimal(0.01, 1): w.Decimal(0, 1), w.Signed(0): "0", w.Percent(0.955, 1): c.percent,
		} {
			if got != want {
				t.Errorf("%s: %q, want %q", c.lang, got, want)
			}
		}
	}
}

// TestLengths writes lengths and angles with the decimals that they need.
func TestLengths(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "4.5\u00a0U, 12\u00a0U, −0.001\u00a0U, 1,000\u00a0U, 35.75°, 90°, −0.5°",
		"fr": "4,5\u00a0U, 12\u00a0U, −0,001\u00a0U, 1\u202f000\u00a0U, 35,75°, 90°, −0,5°",
	} {
		w, err := words.New(lang, nil, system.Names{})
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, n := range []int{4500, 12000, -1, 1000000} {
			said = append(said, w.Say("{x}", game.Arg{Name: "x", Kind: game.Length, N: n}))
		}
		for _, n := range []int{143, 360, -2} {
			said = append(said, w.Say("{x}", game.Arg{Name: "x", Kind: game.Angle, N: n}))
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

// TestLengthsOfRefusals: sentences round lengths to a tenth, but a refusal that turns on less than that is exact.
func TestLengthsOfRefusals(t *testing.T) {
	w, err := words.New("en", nil, system.Names{})
	if err != nil {
		t.Fatal(err)
	}
	a := func(n int) game.Arg { return game.Arg{Name: "a", Kind: game.Length, N: n} }
	b := func(n int) game.Arg { return game.Arg{Name: "b", Kind: game.Length, N: n} }
	for _, row := range []struct {
		key  string
		args []game.Arg
		want string
	}{
		{"{a} of {b}", []game.Arg{a(7975), b(8000)}, "8 U of 8 U"},
		{"{a} of {b}", []game.Arg{a(628), b(8049)}, "0.6 U of 8 U"},
		{"refusal.{a} more than {b}", []game.Arg{a(628), b(8049)}, "refusal.0.6 U more than 8 U"},
		{"refusal.{a} more than {b}", []game.Arg{a(4), b(8049)}, "refusal.0.004 U more than 8.049 U"},
		{"refusal.at {a}", []game.Arg{a(15004)}, "refusal.at 15.004 U"},
	} {
		if got, want := w.Say(row.key, row.args...), strings.ReplaceAll(row.want, " U", "\u00a0U"); got != want {
			t.Errorf("%s: %q, want %q", row.key, got, want)
		}
	}
}

// TestDice lists the faces of a pool; a single die is a number.
func TestDice(t *testing.T) {
	w, err := words.New("en", nil, system.Names{})
	if err != nil {
		t.Fatal(err)
	}
	pool := game.Arg{Name: "dice", Kind: game.Die, List: []int{1, 2, 6}}
	die := game.Arg{Name: "die", Kind: game.Die, N: 4}
	if got, want := w.Say("{dice}; {die}", pool, die), "1, 2, 6; 4"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestChance names whom a result concerns, be it the first piece of all, and nobody where that is obvious.
func TestChance(t *testing.T) {
	_, w := board(t, "sparta-195bc")
	bare := w.Chance(game.Odds{Result: "check.killed", Weight: 1, Of: 10, Piece: -1})
	if want := w.Result("check.killed"); bare != want {
		t.Errorf("%q, want %q", bare, want)
	}
	for piece := range 2 {
		got := w.Chance(game.Odds{Result: "check.killed", Weight: 1, Of: 10, Piece: piece})
		if name := w.Piece(piece); !strings.Contains(got, name) || !strings.Contains(got, bare) {
			t.Errorf("piece %d: %q, want %q of %q", piece, got, bare, name)
		}
	}
}

// TestOutcome names the winner's points first.
func TestOutcome(t *testing.T) {
	_, w := board(t, "sparta-195bc")
	for _, c := range []struct {
		outcome game.Outcome
		want    string
	}{
		{game.Outcome{Winner: 1, Degree: "minor", Points: [2]int{12, 17}}, "The Spartans won a minor victory, 17–12."},
		{game.Outcome{Winner: 0, Degree: "decisive", Points: [2]int{5, 9}}, "The Romans won a decisive victory, 5–9."},
		{game.Outcome{Winner: game.Nobody, Degree: "draw", Points: [2]int{12, 14}}, "The battle is a draw, 14–12."},
	} {
		if got := w.Outcome(c.outcome); got != c.want {
			t.Errorf("%+v: %q, want %q", c.outcome, got, c.want)
		}
	}
}

func TestUnknownLanguage(t *testing.T) {
	if _, err := words.New("la", nil, system.Names{}); err == nil || !strings.Contains(err.Error(), "en, fr") {
		t.Errorf("error %v, want one that names the languages", err)
	}
}

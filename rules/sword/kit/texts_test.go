package kit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/rules/sword"
	"acies/rules/sword/kit"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

// needs are the keys that a program uses, each with the names of the arguments it gives.
type needs map[string]map[string]bool

func (n needs) add(key string, args ...string) {
	if n[key] == nil {
		n[key] = map[string]bool{}
	}
	for _, a := range args {
		n[key][a] = true
	}
}

// source is the code of a package, to be searched for keys.
type source struct {
	t     *testing.T
	files []*ast.File
}

func parseDir(t *testing.T, dir string) source {
	s := source{t: t}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		s.files = append(s.files, f)
	}
	return s
}

func text(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(l.Value)
	return s, err == nil
}

func callee(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// argNames returns the names of the arguments among the expressions: the first string of each call or literal.
func argNames(list []ast.Expr) []string {
	var names []string
	for _, e := range list {
		switch x := e.(type) {
		case *ast.CallExpr:
			if len(x.Args) > 0 {
				if s, ok := text(x.Args[0]); ok {
					names = append(names, s)
				}
			}
		case *ast.CompositeLit:
			for _, el := range x.Elts {
				if kv, ok := el.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "Name" {
					s, _ := text(kv.Value)
					names = append(names, s)
				}
			}
		}
	}
	return names
}

// assigned returns the strings that a function gives to a variable.
func assigned(f *ast.FuncDecl, name string) []string {
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) {
			return true
		}
		for i := range a.Lhs {
			if id, ok := a.Lhs[i].(*ast.Ident); ok && id.Name == name {
				if s, ok := text(a.Rhs[i]); ok {
					out = append(out, s)
				}
			}
		}
		return true
	})
	return out
}

// list returns the strings of a list of literals with the given name.
func (s source) list(name string) []string {
	var out []string
	for _, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || v.Names[0].Name != name || len(v.Values) == 0 {
				return true
			}
			for _, e := range v.Values[0].(*ast.CompositeLit).Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					e = kv.Value
				}
				if x, ok := text(e); ok && x != "" {
					out = append(out, x)
				}
			}
			return false
		})
	}
	if len(out) == 0 {
		s.t.Fatalf("the list %s is gone", name)
	}
	return out
}

// rows calls f for every row of a table: its key, and the row itself.
func (s source) rows(name string, f func(key string, row *ast.CompositeLit)) {
	n := 0
	for _, file := range s.files {
		ast.Inspect(file, func(node ast.Node) bool {
			v, ok := node.(*ast.ValueSpec)
			if !ok || v.Names[0].Name != name || len(v.Values) == 0 {
				return true
			}
			for _, e := range v.Values[0].(*ast.CompositeLit).Elts {
				kv := e.(*ast.KeyValueExpr)
				row := kv.Value.(*ast.CompositeLit)
				key, ok := text(kv.Key)
				if !ok {
					key, _ = text(row.Elts[0])
				}
				f(key, row)
				n++
			}
			return false
		})
	}
	if n == 0 {
		s.t.Fatalf("the table %s is gone", name)
	}
}

// events finds what is said: s.say(key, clause, args…) and s.tell(key, clause, unit).
func (s source) events(n needs) {
	for _, file := range s.files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Name.Name == "sayUnit" || f.Name.Name == "say" {
				continue
			}
			ast.Inspect(f, func(node ast.Node) bool {
				c, ok := node.(*ast.CallExpr)
				if !ok || callee(c) != "say" && callee(c) != "sayUnit" {
					return true
				}
				args := []string{"unit"}
				if callee(c) == "say" {
					args = argNames(c.Args[2:])
				}
				switch key := c.Args[0].(type) {
				case *ast.BasicLit:
					k, _ := text(key)
					n.add("event."+k, args...)
				case *ast.Ident:
					keys := assigned(f, key.Name)
					if len(keys) == 0 {
						s.t.Errorf("%s: cannot tell which facts %s says", f.Name.Name, key.Name)
					}
					for _, k := range keys {
						n.add("event."+k, args...)
					}
				case *ast.BinaryExpr:
					prefix, _ := text(key.X)
					for _, k := range s.list(key.Y.(*ast.IndexExpr).X.(*ast.Ident).Name) {
						n.add("event."+prefix+k, args...)
					}
				default:
					s.t.Errorf("%s: cannot tell which fact is said", f.Name.Name)
				}
				return true
			})
		}
	}
}

// modifiers finds what m.add(value, key, clause, a, b) and the table of operands name.
func (s source) modifiers(n needs) {
	for _, file := range s.files {
		ast.Inspect(file, func(node ast.Node) bool {
			c, ok := node.(*ast.CallExpr)
			if ok && callee(c) == "add" && len(c.Args) == 5 {
				if k, ok := text(c.Args[1]); ok {
					n.add("modifier."+k, "value")
				}
			}
			return true
		})
	}
	s.rows("operands", func(key string, row *ast.CompositeLit) { n.add("modifier."+key, argNames(row.Elts)...) })
}

func (s source) refusals(n needs) {
	s.rows("reasons", func(key string, row *ast.CompositeLit) {
		n.add("refusal." + key)
		if args, ok := row.Elts[2].(*ast.CompositeLit); ok {
			n.add("refusal."+key, argNames(args.Elts)...)
		}
	})
}

var resultKey = regexp.MustCompile(`^(shot|check|react|rally|passed|flight|initiative)\.[a-z0-9-]+$`)

// results finds the results of rolls, which stand in the code as they are.
func (s source) results(n needs) {
	for _, file := range s.files {
		ast.Inspect(file, func(node ast.Node) bool {
			if e, ok := node.(ast.Expr); ok {
				if k, ok := text(e); ok && resultKey.MatchString(k) {
					if strings.HasPrefix(k, "initiative.c") && k != "initiative.c1" {
						n.add(k + "-attacker")
						n.add(k + "-defender")
						return true
					}
					n.add(k)
				}
			}
			return true
		})
	}
}

// states finds the states of pieces: the strings of the two functions that list them.
func (s source) states(n needs) {
	for _, file := range s.files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Name.Name != "viewUnit" && f.Name.Name != "viewLeader" {
				continue
			}
			ast.Inspect(f, func(node ast.Node) bool {
				if kv, ok := node.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "Key" {
					k, _ := text(kv.Value)
					n.add("value." + k)
					return false
				}
				if e, ok := node.(ast.Expr); ok {
					if k, ok := text(e); ok {
						n.add("state." + k)
					}
				}
				return true
			})
		}
	}
}

// marks finds what is laid on hexes: the keys of game.Mark{…}.
func (s source) marks(n needs) {
	for _, file := range s.files {
		ast.Inspect(file, func(node ast.Node) bool {
			c, ok := node.(*ast.CompositeLit)
			if !ok {
				return true
			}
			if t, ok := c.Type.(*ast.SelectorExpr); !ok || t.Sel.Name != "Mark" {
				return true
			}
			for _, e := range c.Elts {
				if k, ok := text(e.(*ast.KeyValueExpr).Value); ok {
					n.add("mark." + k)
				}
			}
			return false
		})
	}
}

// required returns every key that the rules and the program use.
func required(t *testing.T) needs {
	n := needs{}
	s := parseDir(t, "..")
	s.events(n)
	s.modifiers(n)
	s.refusals(n)
	s.results(n)
	s.states(n)
	s.marks(n)
	for _, k := range s.list("nodeKeys") {
		if k != "die" { // has a key for each purpose
			n.add("prompt."+k, "unit", "units", "targets", "leader", "hex", "side")
		}
	}
	for _, k := range s.list("dieKeys") {
		n.add("prompt."+k, "unit", "target", "units", "targets", "leader", "hex")
	}
	n.add("prompt.over")
	for _, k := range s.list("phaseKeys") {
		n.add("phase." + k)
		if k != "end" { // the track has no place for it
			n.add("phase." + k + ".short")
		}
	}
	for key := range (kit.System{}).Texts("en") {
		if v, ok := strings.CutPrefix(key, "verb."); ok && slices.Contains(sword.Verbs(), v) {
			n.add(key) // a heading over many choices, for verbs that come in numbers
		}
		if k, ok := strings.CutPrefix(key, "coach."); ok && (k == "last" || n["prompt."+k] != nil) {
			n.add(key) // what the tutorial says to a prompt, and at its end
		}
	}
	for _, b := range sword.Books() {
		for _, x := range b.Types {
			n.add("type." + x.Code)
		}
		for _, x := range b.Terrain {
			n.add("terrain." + x.ID)
		}
		for _, x := range b.Edges {
			n.add("edge." + x.ID)
		}
		for _, x := range b.Results {
			n.add("melee." + x.ID)
		}
		for _, k := range b.FacingNames() {
			n.add("facing." + k)
		}
	}
	operands := []string{"piece", "hex", "second", "third", "fourth", "facing", "n"}
	for _, v := range sword.Verbs() {
		n.add("action."+v, operands...)
	}
	for _, v := range []string{"melee-two", "melee-three", "retreat-one"} {
		n.add("action."+v, operands...)
	}
	for _, k := range []string{ // the prompts that can be ended, see TestPlay
		"rest", "archers", "moves", "volley", "declare", "defend", "offend", "advance", "stray", "burn", "blow", "rally", "react", "disperse",
	} {
		n.add("action.done." + k)
	}
	n.add("action.on-top", "action")
	n.add("action.beneath", "action")
	for _, kind := range (kit.System{}).LuckKinds() {
		n.add("luck." + kind)
	}
	addReport(t, n)
	addPhrases(t, n)
	return n
}

// addReport adds what reports name.
func addReport(t *testing.T, n needs) {
	for _, k := range (kit.System{}).Causes() {
		n.add("report.cause-" + k)
	}
	for _, k := range (kit.System{}).Blows() {
		n.add("report.blow-" + k)
	}
	for _, k := range (kit.System{}).Rolls() {
		n.add("report.dice-" + k.Key)
	}
	for _, id := range table.BuiltIn() {
		b, err := table.NewLibrary().Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range (kit.System{}).Roster(b.Battle).Rules {
			n.add("report.event-" + k)
		}
	}
}

var phrase = regexp.MustCompile(`"((?:ui|advice)\.[a-z-]*[a-z])"`)

// addPhrases finds the phrases that the kit uses by their keys.
func addPhrases(t *testing.T, n needs) {
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		code, err := os.ReadFile(path)
		for _, m := range phrase.FindAllSubmatch(code, -1) {
			n.add(string(m[1]), "")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

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

// TestPlay tells whole games, with every action and many refusals, and looks for what has been left without words.
func TestPlay(t *testing.T) {
	for _, id := range table.BuiltIn() {
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
				if a.Verb == sword.VerbDone && w.Action(v.Prompt.Key, a) == w.Action("", a) {
					t.Fatalf("seed %d: %s has no words for the end of it", seed, v.Prompt.Key)
				}
			}
			check(b.Format(a), w.Action(v.Prompt.Key, a))
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
		{"several pieces", "en", "Mercenaries (1), Cretans (1) and Cretans (2) must retreat: choose a hex.", func(w *words.Words) string { return w.Event(retreat) }},
		{"several pieces", "fr", "Mercenaires (1), Crétois (1) et Crétois (2) : recul obligatoire. Choisissez un hexagone.", func(w *words.Words) string { return w.Event(retreat) }},
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
			return w.Action("", a)
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

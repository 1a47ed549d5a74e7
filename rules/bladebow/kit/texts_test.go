package kit_test

import (
	"encoding/json"
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

	"acies/grid"
	"acies/rules/bladebow"
	"acies/rules/bladebow/kit"
	"acies/rules/bladebow/scenario"
	"acies/table"
	"acies/words"
)

// needs are the keys that the program uses, each with the names of the arguments it gives.
type needs map[string]map[string]bool

func (n needs) add(key string, args ...string) {
	if n[key] == nil {
		n[key] = map[string]bool{}
	}
	for _, a := range args {
		n[key][a] = true
	}
}

// source is code to be searched for keys.
type source struct {
	t     *testing.T
	files []*ast.File
}

// parseTree parses all code in a folder and below it, except tests.
func parseTree(t *testing.T, dir string) source {
	s := source{t: t}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		s.files = append(s.files, f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// funcs calls visit for every node of every function.
func (s source) funcs(visit func(f *ast.FuncDecl, n ast.Node)) {
	for _, file := range s.files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				ast.Inspect(f, func(n ast.Node) bool {
					visit(f, n)
					return true
				})
			}
		}
	}
}

// table calls visit for every element of a list or table with the given name: its index or key, and its value.
func (s source) table(name string, visit func(key, value ast.Expr)) {
	found := false
	for _, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || v.Names[0].Name != name || len(v.Values) == 0 {
				return true
			}
			for _, e := range v.Values[0].(*ast.CompositeLit).Elts {
				found = true
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					visit(kv.Key, kv.Value)
				} else {
					visit(nil, e)
				}
			}
			return false
		})
	}
	if !found {
		s.t.Fatalf("the table %s is gone", name)
	}
}

// list returns the strings of a list with the given name.
func (s source) list(name string) (list []string) {
	s.table(name, func(_, value ast.Expr) {
		if x, ok := text(value); ok && x != "" {
			list = append(list, x)
		}
	})
	return list
}

func text(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(l.Value)
	return s, err == nil
}

func ident(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

// field returns the value of a field of a composite literal: by its name, or else by its place.
func field(c *ast.CompositeLit, name string, place int) ast.Expr {
	for i, e := range c.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if ident(kv.Key) == name {
				return kv.Value
			}
		} else if i == place {
			return e
		}
	}
	return nil
}

// assigned returns what a function gives to a variable.
func assigned(f *ast.FuncDecl, name string) (list []ast.Expr) {
	ast.Inspect(f, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for i := range a.Lhs {
				if ident(a.Lhs[i]) == name {
					list = append(list, a.Rhs[i])
				}
			}
		}
		return true
	})
	return list
}

// texts returns the strings that an expression can be: itself, or what its function assigns to it.
func texts(f *ast.FuncDecl, e ast.Expr) (list []string) {
	if x, ok := text(e); ok {
		return []string{x}
	}
	if id, ok := e.(*ast.Ident); ok {
		for _, e := range assigned(f, id.Name) {
			if x, ok := text(e); ok {
				list = append(list, x)
			}
		}
	}
	return list
}

// argNames returns the names of arguments: the first string of each call.
func argNames(f *ast.FuncDecl, list []ast.Expr) (names []string) {
	for _, e := range list {
		if id, ok := e.(*ast.Ident); ok {
			names = append(names, argNames(f, assigned(f, id.Name))...)
		}
		if c, ok := e.(*ast.CallExpr); ok && len(c.Args) > 0 {
			if x, ok := text(c.Args[0]); ok {
				names = append(names, x)
			}
		}
	}
	return names
}

// events finds what is said: say(key, clause, args…), sayTo(who, key, clause, args…), and events made by hand.
func (s source) events(n needs) {
	s.funcs(func(f *ast.FuncDecl, node ast.Node) {
		switch x := node.(type) {
		case *ast.CallExpr:
			skip := map[string]int{"say": 1, "sayTo": 2}[ident(x.Fun)]
			if skip == 0 {
				return
			}
			keys := texts(f, x.Args[skip-1])
			if len(keys) == 0 {
				s.t.Errorf("%s: cannot tell which event is said", f.Name.Name)
			}
			for _, k := range keys {
				n.add("event."+k, argNames(f, x.Args[skip+1:])...)
			}
		case *ast.CompositeLit:
			if ident(x.Type) != "Event" {
				return
			}
			if k, ok := text(field(x, "Key", 0)); ok && !strings.Contains(k, ".") {
				list, _ := field(x, "Args", -1).(*ast.CompositeLit)
				n.add("event."+k, argNames(f, list.Elts)...)
			}
		}
	})
	for _, k := range s.list("degreeKeys") {
		n.add("degree." + k)
		n.add("event.victory-"+k, "side", "high", "low")
	}
}

// modifiers finds the terms of dice: add(value, key, clause, …), modify(explanation, value, key, clause, args…), and those
// made by hand; and the notes beside them and those of plans: addNote(explanation, key, clause, args…).
func (s source) modifiers(n needs) {
	s.funcs(func(f *ast.FuncDecl, node ast.Node) {
		switch x := node.(type) {
		case *ast.CallExpr:
			switch {
			case ident(x.Fun) == "add" && hasParam(f, "add"):
				for _, k := range texts(f, x.Args[1]) {
					n.add("modifier."+k, "unit", "n")
					if f.Name.Name == "entryModifiers" {
						n.add("modifier.entry-"+k, "unit", "n")
					}
				}
			case ident(x.Fun) == "modify":
				for _, k := range texts(f, x.Args[2]) {
					n.add("modifier."+k, argNames(f, x.Args[4:])...)
				}
			case ident(x.Fun) == "addNote", ident(x.Fun) == "notePlan":
				for _, k := range texts(f, x.Args[1]) {
					n.add("note."+k, argNames(f, x.Args[3:])...)
				}
			}
		case *ast.CompositeLit:
			if k, ok := text(field(x, "Key", -1)); ok && ident(x.Type) == "Modifier" {
				n.add("modifier."+k, argNames(f, field(x, "Args", -1).(*ast.CompositeLit).Elts)...)
			}
		}
	})
}

// hasParam reports whether a function has a parameter of that name.
func hasParam(f *ast.FuncDecl, name string) bool {
	return slices.ContainsFunc(f.Type.Params.List, func(p *ast.Field) bool {
		return slices.ContainsFunc(p.Names, func(id *ast.Ident) bool { return id.Name == name })
	})
}

// results finds the results of rolls, which stand in the code as they are except for those of combats. The odds that a card
// changes are also given without it.
func (s source) results(n needs) {
	for _, k := range s.list("outcomeKeys") {
		n.add("result." + k)
	}
	for _, key := range slices.Collect(maps.Keys(n)) {
		if section, _, _ := strings.Cut(key, "."); slices.Contains([]string{"check", "initiative", "leader", "result"}, section) && key != "result.spent" {
			n.add("without." + key)
		}
	}
}

func (s source) refusals(n needs) {
	s.table("refusals", func(_, value ast.Expr) {
		row := value.(*ast.CompositeLit)
		key, _ := text(field(row, "key", 0))
		n.add("refusal." + key)
		if list, ok := field(row, "numbers", 2).(*ast.CompositeLit); ok {
			for _, e := range list.Elts {
				name, _ := text(field(e.(*ast.CompositeLit), "name", 0))
				n.add("refusal."+key, name)
			}
		}
	})
}

// prompts finds what is asked, and the arguments that the function prompt gives to each question.
func (s source) prompts(n needs) {
	keys := map[string]string{} // by task
	s.table("prompts", func(key, value ast.Expr) {
		k, _ := text(value)
		keys[ident(key)] = "prompt." + k
		if k != "window" { // has a key for each window
			n.add("prompt." + k)
		}
	})
	for _, k := range s.list("windowKeys") {
		n.add("window." + k)
		n.add("prompt.window-" + k)
	}
	s.funcs(func(f *ast.FuncDecl, node ast.Node) {
		c, ok := node.(*ast.CaseClause)
		if !ok || f.Name.Name != "prompt" {
			return
		}
		var args []string
		for _, st := range c.Body {
			if a, ok := st.(*ast.AssignStmt); ok {
				if list, ok := a.Rhs[0].(*ast.CompositeLit); ok {
					args = argNames(f, list.Elts)
				}
			}
		}
		for _, e := range c.List {
			if k, ok := keys[ident(e)]; ok && k != "prompt.window" {
				n.add(k, args...)
			} else if w, ok := strings.CutPrefix(ident(e), "window"); ok {
				n.add("prompt.window-"+strings.ToLower(w), args...)
			} else if ident(e) == "" {
				for _, k := range keys {
					n.add(k, args...)
				}
			}
		}
	})
}

// operands are the names that the operands of actions have in sentences.
var operands = map[string][]string{
	"opRoll": {"n", "die"}, "opDrawn": {"card"}, "opCard": {"card"}, "opUnit": {"piece"}, "opLeader": {"piece"}, "opSquare": {"hex", "second"},
	"opFacing": {"facing"}, "opNumber": {"n", "die"}, "opNamed": {"piece", "die"},
}

// actions finds the sentences of the verbs. A verb can have one of its own for a prompt, and those that end in -for and the
// like for some of its operands.
func (s source) actions(n needs, found map[string]string) {
	special := map[string]string{"draw-hidden": "draw", "play-for": "play", "play-die": "play", "delay-none": "delay", "preset-printed": "preset"}
	s.table("syntax", func(_, value ast.Expr) {
		row := value.(*ast.CompositeLit)
		verb, _ := text(field(row, "word", 0))
		var args []string
		if list, ok := field(row, "args", 1).(*ast.CompositeLit); ok {
			for _, e := range list.Elts {
				args = append(args, operands[ident(e)]...)
			}
		}
		n.add("action."+verb, args...)
		for key, of := range special {
			if of == verb {
				n.add("action."+key, args...)
			}
		}
		for key := range found {
			prompt, ok := strings.CutPrefix(key, "action."+verb+".")
			if ok && n["prompt."+prompt] != nil || key == "act."+verb {
				n.add(key, append([]string{"who", "whom"}, args...)...) // those who stand at its places
			}
		}
		if found["verb."+verb] != "" {
			n.add("verb." + verb) // a heading over many choices, for verbs that come in numbers
		}
	})
	for key := range found {
		if k, ok := strings.CutPrefix(key, "coach."); ok && (k == "last" || n["prompt."+k] != nil || n["event."+strings.TrimPrefix(k, "after.")] != nil) {
			n.add(key) // what the tutorial says to a prompt, after an event, and at its end
		}
	}
	n.add("action.of-wall", "action")
	n.add("ask.later") // an answer to the client's question when to ask
	s.funcs(func(_ *ast.FuncDecl, node ast.Node) {
		if a, ok := node.(*ast.AssignStmt); ok && a.Tok == token.ADD_ASSIGN && ident(a.Lhs[0]) == "Key" {
			end, _ := text(a.Rhs[0])
			if !slices.ContainsFunc(slices.Collect(maps.Keys(special)), func(k string) bool { return strings.HasSuffix(k, end) }) {
				s.t.Errorf("this test does not know actions that end in %q", end)
			}
		}
	})
}

// whole are keys that stand in the code as they are.
var whole = regexp.MustCompile(`^(action|advice|again|check|end|entry|initiative|leader|luck|order|prompt|rally|report|result|score|ui)\.[a-z0-9-]*[a-z0-9]$`)

// others finds the rest: whole keys, and those made from lists.
func (s source) others(n needs) {
	for _, q := range (kit.System{}).StandingQuestions(nil) {
		n.add("standing." + q.Key)
		if q.Declines {
			n.add("standing." + q.Key + ".decline")
		}
	}
	for _, o := range (kit.System{}).Overlays() {
		n.add("overlay." + o.Kind)
		if o.Piece || o.Place {
			n.add("overlay." + o.Kind + ".about")
		}
		for i := range o.Steps {
			n.add("overlay." + o.Kind + "." + strconv.Itoa(i+1))
		}
	}
	for key, args := range tellingKeys {
		n.add(key, args...)
	}
	n.add("face.front")
	n.add("face.back")
	n.add("die.hit")
	n.add("die.cancel")
	n.add("die.fail")
	n.add("die.lowered")
	n.add("stake.none")
	n.add("stake.send", "units", "cards")
	for _, f := range s.files {
		ast.Inspect(f, func(node ast.Node) bool {
			if e, ok := node.(ast.Expr); ok {
				if k, ok := text(e); ok && whole.MatchString(k) {
					n.add(k)
				}
			}
			return true
		})
	}
	s.funcs(func(f *ast.FuncDecl, node ast.Node) {
		switch x := node.(type) {
		case *ast.CallExpr:
			if f.Name.Name == "viewPools" && ident(x.Fun) == "add" {
				k, _ := text(x.Args[0])
				n.add("pool." + k)
			}
		case *ast.CompositeLit:
			if strings.HasPrefix(f.Name.Name, "view") {
				if k, ok := text(field(x, "Key", -1)); ok && ident(x.Type) == "Value" {
					n.add("value." + k)
				}
			}
			if k, ok := text(field(x, "Key", -1)); ok && f.Name.Name == "View" && ident(x.Type) == "Mark" {
				n.add("mark." + k)
			}
		}
	})
	for prefix, list := range map[string][]string{
		"state.": slices.Concat(s.list("states"), s.list("whereKeys")), "value.": s.list("values"), "phase.": s.list("phaseKeys"),
		"card.": s.list("effectKeys"), "size.": s.list("sizes"), "facing.": grid.DirectionNames[:], "colour.": bladebow.ColourNames[:],
	} {
		for _, k := range list {
			n.add(prefix + k)
			if end := map[string]string{"phase.": ".short", "card.": ".rule", "colour.": ".letter", "size.": ".says"}[prefix]; end != "" {
				n.add(prefix + k + end)
			}
		}
	}
	n.add("phase.draw.skipped") // what the log says of it instead of that there was nothing to do
	s.table("unitStates", func(_, value ast.Expr) {
		k, _ := text(field(value.(*ast.CompositeLit), "key", 1))
		n.add("state." + k)
	})
	for t := range bladebow.Types {
		n.add("type." + t.Data().Key)
	}
	for t := range bladebow.Terrains {
		n.add("terrain." + t.Data().Key)
	}
	n.add("terrain.wall")
	for _, on := range []string{"movement", "sight", "shooting", "melee"} {
		n.add("ground." + on)
		n.add("ground.wall." + on)
		for t := range bladebow.Terrains {
			n.add("ground." + t.Data().Key + "." + on)
		}
	}
	n.add("type.camp")
	n.add("piece.camp", "side")
}

var hole = regexp.MustCompile(`\{([^}|]*)[^}]*\}`)

func holes(text string) []string {
	set := map[string]bool{}
	for _, m := range hole.FindAllStringSubmatch(text, -1) {
		set[m[1]] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// addReport adds what reports name.
func addReport(t *testing.T, n needs) {
	for prefix, list := range map[string][]string{
		"report.cause-": kit.System{}.Causes(), "report.blow-": kit.System{}.Blows(), "luck.": kit.System{}.LuckKinds(), "score.": {"ranks", "units"},
	} {
		for _, k := range list {
			n.add(prefix + k)
		}
	}
	for _, k := range (kit.System{}).Rolls() {
		n.add("report.dice-" + k.Key)
	}
	for _, id := range table.BuiltIn() {
		b, err := table.NewLibrary().Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		if b.Battle.Rulebook() != scenario.Book {
			continue
		}
		r := (kit.System{}).Roster(b.Battle)
		for _, k := range r.Rules {
			n.add("report.event-" + k)
		}
		for _, k := range r.Sudden {
			n.add(k)
		}
	}
	addPhrases(t, n)
}

// addPhrases adds those phrases of the balance report, and of what all rulebooks say of luck, that the rulebook words in
// its own way.
func addPhrases(t *testing.T, n needs) {
	read := func(into any, path ...string) {
		text, err := os.ReadFile(filepath.Join(append([]string{"..", "..", ".."}, path...)...))
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var report map[string]string
	var common map[string]map[string]string
	read(&report, "sim", "balance", "en.json")
	read(&common, "words", "en.json")
	phrases := map[string]string{}
	for key, phrase := range report {
		phrases["report."+key] = phrase
	}
	for key, phrase := range common["ui"] {
		if strings.HasPrefix(key, "luck-") {
			phrases["ui."+key] = phrase
		}
	}
	for key, phrase := range phrases {
		if _, ok := (kit.System{}).Texts("en")[key]; ok {
			n.add(key)
			for _, m := range regexp.MustCompile(`\{([a-z]+)[|}]`).FindAllStringSubmatch(phrase, -1) {
				n.add(key, m[1])
			}
		}
	}
}

// tellingKeys are what is said of pieces, lines and victory, with the arguments.
var tellingKeys = map[string][]string{
	"ruler.distance":    {"n"},
	"ruler.free":        {},
	"ruler.blocked":     {},
	"about.command":     {},
	"about.moves":       {},
	"about.shoots":      {},
	"about.in":          {"leaders"},
	"about.out":         {},
	"about.mp":          {"mp"},
	"about.range":       {"range"},
	"about.no-shot":     {},
	"goal.now-holds":    {"side"},
	"goal.now-minor":    {"side", "own", "enemy"},
	"goal.now-marginal": {"side"},
	"goal.now-draw":     {},
	"goal.rout":         {"side", "enemy", "losses", "level"},
	"goal.king":         {"side", "leader"},
	"goal.sack":         {"side", "enemy"},
	"goal.storm":        {"side", "enemy"},
	"goal.both-fell":    {"side"},
	"goal.both-rout":    {"side"},
	"goal.holds":        {"side"},
	"goal.minor":        {},
	"goal.marginal":     {},
	"goal.draw":         {},
}

// TestCatalogues holds the texts to what the code uses: each key has a text in both languages, each text is used, and it
// names only what its key brings.
func TestCatalogues(t *testing.T) {
	en := kit.System{}.Texts("en")
	need := needs{}
	s := parseTree(t, "..")
	s.events(need)
	s.modifiers(need)
	s.refusals(need)
	s.prompts(need)
	s.others(need)
	s.results(need)
	s.actions(need, en)
	addReport(t, need)
	addSummaries(need)
	for _, lang := range words.Languages() {
		cat := kit.System{}.Texts(lang)
		for _, key := range slices.Sorted(maps.Keys(need)) {
			if cat[key] == "" && words.General(lang, key) == "" {
				t.Errorf("%s.json: no text for %s", lang, key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(cat)) {
			args, ok := need[key]
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

// TestWording checks what sentences must say, or must not, because of where they are shown.
func TestWording(t *testing.T) {
	for _, c := range []struct{ key, en, fr, why string }{
		{"event.initiative-die", "lower total wins", "plus petit total l'emporte", "the lower die wins, and is read before the result"},
		{"event.initiative", "first impulse", "première impulsion", "it says who begins"},
		{"summary.cards", "both sides", "deux camps", "the enemy plays cards in an impulse, too"},
		{"coach.ranks", "known to everybody", "connus de tous", "fixed ranks are no secret"},
		{"coach.form", "If it is to move", "Pour un mouvement", "a formation is also gathered for a rally"},
		{"coach.rerolls", "dice on the map", "dés posés sur la carte", "that is where they lie"},
		{"advice.leader", "another square", "une autre case", "his square is not chosen yet"},
	} {
		for lang, want := range map[string]string{"en": c.en, "fr": c.fr} {
			if text := (kit.System{}).Texts(lang)[c.key]; !strings.Contains(strings.ReplaceAll(text, "’", "'"), want) {
				t.Errorf("%s in %s is %q, without %q: %s", c.key, lang, text, want, c.why)
			}
		}
	}
	for _, lang := range words.Languages() {
		for key, text := range (kit.System{}).Texts(lang) {
			if strings.HasPrefix(key, "value.") && strings.Contains(text, ",") {
				t.Errorf("%s in %s is %q: values are listed with commas between them", key, lang, text)
			}
		}
	}
}

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

	"acies/rules/impetus"
	"acies/rules/impetus/kit"
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

// argNames returns the names of arguments: the first string of each call, or the name of one that is made by hand.
func argNames(f *ast.FuncDecl, list []ast.Expr) (names []string) {
	for _, e := range list {
		switch x := e.(type) {
		case *ast.Ident:
			names = append(names, argNames(f, assigned(f, x.Name))...)
		case *ast.CallExpr:
			if name, ok := text(x.Args[0]); ok {
				names = append(names, name)
			} else if ident(x.Fun) == "commander" {
				names = append(names, "commander")
			}
		case *ast.CompositeLit:
			if name, ok := text(field(x, "Name", 0)); ok {
				names = append(names, name)
			}
		}
	}
	return names
}

// events finds what is said: say(key, clause, args…) and reveal, which has the same arguments.
func (s source) events(n needs) {
	s.funcs(func(f *ast.FuncDecl, node ast.Node) {
		c, ok := node.(*ast.CallExpr)
		if !ok || ident(c.Fun) != "say" && ident(c.Fun) != "reveal" {
			return
		}
		keys := texts(f, c.Args[0])
		if len(keys) == 0 {
			s.t.Errorf("%s: cannot tell which event is said", f.Name.Name)
		}
		for _, k := range keys {
			n.add("event."+k, argNames(f, c.Args[2:])...)
		}
	})
	for _, degree := range []string{"victory", "draw"} { // see impetus.State.Outcome
		n.add("degree." + degree)
		n.add("event.victory-"+degree, "side", "high", "low")
	}
}

// modifiers finds the terms of sums: add(value, key, clause).
func (s source) modifiers(n needs) {
	s.funcs(func(f *ast.FuncDecl, node ast.Node) {
		if c, ok := node.(*ast.CallExpr); ok && ident(c.Fun) == "add" && len(c.Args) == 3 {
			for _, k := range texts(f, c.Args[1]) {
				n.add("modifier." + k)
			}
		}
	})
}

func (s source) refusals(n needs) {
	s.table("whyData", func(_, value ast.Expr) {
		row := value.(*ast.CompositeLit)
		key, _ := text(field(row, "key", 0))
		n.add("refusal." + key)
		for i, name := range []string{"a", "b"} {
			if ident(field(row, name, i+2)) != "asNothing" {
				n.add("refusal."+key, name)
			}
		}
	})
}

// prompts finds what is asked, and the arguments that the function prompt gives to each question.
func (s source) prompts(n needs) {
	keys := map[string]string{} // by task
	s.table("promptKeys", func(key, value ast.Expr) {
		k, _ := text(value)
		keys[ident(key)] = "prompt." + k
		n.add("prompt." + k)
	})
	s.funcs(func(f *ast.FuncDecl, node ast.Node) {
		c, ok := node.(*ast.CaseClause)
		if !ok || f.Name.Name != "prompt" {
			return
		}
		var args, own []string
		for _, st := range c.Body {
			ast.Inspect(st, func(node ast.Node) bool {
				a, ok := node.(*ast.AssignStmt)
				if !ok {
					return true
				}
				if k, ok := text(a.Rhs[0]); ok && ident(a.Lhs[0]) == "Key" {
					own = append(own, k) // instead of the key of the task
				}
				if call, ok := a.Rhs[0].(*ast.CallExpr); ok && ident(call.Fun) == "append" {
					args = append(args, argNames(f, call.Args[1:])...)
				}
				return true
			})
		}
		for _, e := range c.List {
			own = append(own, keys[ident(e)])
		}
		for _, k := range own {
			n.add(k, args...)
		}
	})
}

// operands are the names that the operands of actions have in sentences, in turn where there are several of a kind.
var operands = map[string][]string{
	"opUnit": {"piece", "first"}, "opGroup": {"piece"}, "opHidden": {"n"}, "opLength": {"length", "further"}, "opX": {"length"}, "opY": {"further"},
	"opAngle": {"angle"}, "opHeading": {"angle"}, "opFace": {"die", "n"}, "opCount": {"die", "die", "die"},
}

// variants are the ends of the keys of a verb that has several sentences.
var variants = map[string][]string{
	"activate": {"-group"}, "charge": {"-extended"}, "intercept": {"-extended"}, "name": {"-hidden"}, "oblique": {"-left"}, "sideways": {"-left"},
	"rush": {"-left", "-right", "-extended", "-extended-left", "-extended-right"}, "throw": {"-blank"}, "re-roll": {"-blank"}, "wheel": {"-left"},
}

// actions finds the sentences of the verbs. A verb can have one of its own for a prompt, and some have several.
func (s source) actions(n needs, found map[string]string) {
	s.table("syntax", func(_, value ast.Expr) {
		row := value.(*ast.CompositeLit)
		verb, _ := text(field(row, "word", 0))
		var args []string
		times := map[string]int{}
		if list, ok := field(row, "args", 1).(*ast.CompositeLit); ok {
			for _, e := range list.Elts {
				if op := ident(e); op != "opSwitch" {
					args = append(args, operands[op][times[op]])
					times[op]++
				}
			}
		}
		n.add("action."+verb, args...)
		for _, end := range variants[verb] {
			n.add("action."+verb+end, args...)
		}
		for key := range found {
			if prompt, ok := strings.CutPrefix(key, "action."+verb+"."); ok && n["prompt."+prompt] != nil {
				n.add(key, args...)
			}
		}
		if found["verb."+verb] != "" {
			n.add("verb." + verb) // a heading over many choices, for verbs that come in numbers
		}
	})
	n.add("action.activate-group", "pieces")
	for key := range found {
		if k, ok := strings.CutPrefix(key, "coach."); ok && (k == "last" || n["prompt."+k] != nil || n["event."+strings.TrimPrefix(k, "after.")] != nil) {
			n.add(key) // what the tutorial says to a prompt, after an event, and at its end
		}
	}
	s.funcs(func(_ *ast.FuncDecl, node ast.Node) {
		if a, ok := node.(*ast.AssignStmt); ok && a.Tok == token.ADD_ASSIGN && ident(a.Lhs[0]) == "Key" {
			end, _ := text(a.Rhs[0])
			if !slices.ContainsFunc(slices.Concat(slices.Collect(maps.Values(variants))...), func(v string) bool { return v == end }) {
				s.t.Errorf("this test does not know actions that end in %q", end)
			}
		}
	})
}

// whole are keys that stand in the code as they are.
var whole = regexp.MustCompile(`^(action|advice|blow|fate|initiative|lot|luck|overlay|panic|phase|pool|prompt|pursuit|range|report|round|score|test|ui|way)\.[a-z0-9-]*[a-z0-9]$`)

// others finds the rest: whole keys, and those made from lists.
func (s source) others(n needs) {
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
		if f.Name.Name != "viewUnit" {
			return
		}
		switch x := node.(type) {
		case *ast.CallExpr:
			if ident(x.Fun) == "append" {
				for _, e := range x.Args[1:] {
					if k, ok := text(e); ok {
						n.add("state." + k)
					}
				}
			}
		case *ast.CompositeLit:
			if k, ok := text(field(x, "Key", -1)); ok && ident(x.Type) == "Value" {
				n.add("value." + k)
			}
		}
	})
	s.table("stateKeys", func(_, value ast.Expr) {
		k, _ := text(field(value.(*ast.CompositeLit), "key", 1))
		n.add("state." + k)
	})
	n.add("die.hit") // a sign of a pool
	n.add("die.pair")
	n.add("ui.pose", "x", "y", "heading")
	n.add("terrain.fortification")
	for _, on := range []string{"movement", "sight", "shooting", "melee"} {
		n.add("ground." + on)
		for _, k := range append(impetus.KindNames[:], "fortification") {
			n.add("ground." + k + "." + on)
		}
	}

	s.table("handles", func(_, value ast.Expr) {
		k, _ := text(field(value.(*ast.CompositeLit), "key", 0))
		n.add("handle." + k)
	})
	for _, q := range standingQuestions(s.t) {
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
	n.add("note.beside", "unit")
	n.add("note.disordered", "unit")
	n.add("note.zone", "unit")
	n.add("note.opposing", "unit", "dice")
	n.add("modifier.support", "unit")
	n.add("note.range", "unit", "range")
	n.add("note.next", "needed", "chance")
	n.add("note.last")
	n.add("note.ends-command")
	n.add("note.rush", "unit", "n")
	n.add("note.command", "units")
	n.add("note.advance-ends")
	n.add("action.activate-group.command-must", "pieces")
	n.add("note.evades", "unit", "by")
	n.add("note.if-stands", "unit", "won", "lost")
	n.add("note.stands", "unit")
	n.add("note.counter", "unit", "needed", "chance", "dice")
	n.add("note.shoots", "unit")
	n.add("note.strained", "unit")
	n.add("note.no-impetus", "unit", "n", "why")
	for _, k := range []string{
		"fails-phase", "fails-about", "fails-disordered", "fails-plunder", "only-action", "rally-phase", "rally-only", "no-fire-moved", "no-fire",
		"fire-first", "fire-last", "may-charge", "may-shoot", "marker-spent", "marker-lost", "zone-once", "shoots-first", "withdraws", "must-pursue",
	} {
		n.add("note."+k, "unit")
	}
	n.add("note.needed", "needed")
	n.add("note.fire-phases", "unit", "n")
	n.add("note.critical", "unit", "critical")
	n.add("note.critical-now", "critical")
	n.add("note.pila", "unit", "n")
	n.add("charge.missed")
	n.add("charge.missed-disordered")
	n.add("charge.evaded")
	n.add("charge.evaded-disordered")
	n.add("fate.off-table")
	for _, clause := range []string{"1.3m", "7.4i", "12.2c", "12.2e", "12.2f", "12.2g", "12.2h", "12.2i", "12.2m", "24.7b"} {
		n.add("impetus." + clause)
	}
	n.add("army.about", "points", "vd", "limit", "structure", "range")
	n.add("army.commander", "commander", "n")
	n.add("army.command", "quality", "leadership", "vd", "limit")
	n.add("army.command-led", "quality", "leadership", "vd", "limit", "unit")
	for _, key := range []string{"handover.how", "handover.show", "setup.changed", "setup.restore", "turn.title"} {
		n.add(key) // words of the table, instead of the general ones
	}
	n.add("prompt.name-two", "1", "2") // the commanders by the numbers of their Commands
	n.add("prompt.name-two-again", "1", "2")
	n.add("action.name.name-again", "named")
	n.add("action.name.name-two-again", "named")
	n.add("action.name.name", "named")
	n.add("action.name.name-two", "named")
	n.add("detail.number", "n")
	n.add("detail.length", "n")
	for prefix, list := range map[string][]string{
		"phase.": s.list("phaseKeys"), "fate.": s.list("fateKeys"), "round.": s.list("roundKeys"),
		"type.": impetus.Types(), "weapon.": impetus.Weapons(), "trait.": impetus.Traits(), "quality.": impetus.QualityNames[:],
		"structure.": impetus.StructureNames[:], "terrain.": impetus.KindNames[:],
		"means.": s.list("meant"), "discipline.": {"A", "B", "C"}, "detail.": {"command", "move", "discipline", "vd", "weapon", "traits", "points"},
		"move.": {"forward", "wheel", "wheel-left", "oblique", "oblique-left", "sideways", "sideways-left", "rearward", "about-face"},
	} {
		for _, k := range list {
			n.add(prefix + k)
			if prefix == "phase." {
				n.add(prefix + k + ".short")
			}
		}
	}
}

// addReport adds what reports name.
func (s source) addReport(n needs) {
	for prefix, list := range map[string][]string{
		"report.cause-": kit.System{}.Causes(), "report.blow-": kit.System{}.Blows(), "luck.": kit.System{}.LuckKinds(), "score.": {"units", "commands", "baggage", "village"},
	} {
		for _, k := range list {
			n.add(prefix + k)
		}
	}
	for _, k := range (kit.System{}).Rolls() {
		n.add("report.dice-" + k.Key)
	}
	s.funcs(func(f *ast.FuncDecl, node ast.Node) {
		if e, ok := node.(ast.Expr); ok && f.Name.Name == "ruleEvents" {
			if k, ok := text(e); ok {
				n.add("report.event-" + k)
			}
		}
	})
	addPhrases(s.t, n)
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
		if strings.HasPrefix(key, "luck-") || key == "hint-points" || key == "side-points" {
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

var hole = regexp.MustCompile(`\{([^}|]*)[^}]*\}`)

func holes(text string) []string {
	set := map[string]bool{}
	for _, m := range hole.FindAllStringSubmatch(text, -1) {
		set[m[1]] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// tellingKeys are what is said of pieces, lines and victory, with the arguments.
var tellingKeys = map[string][]string{
	"about.command":   {},
	"about.moves":     {},
	"about.shoots":    {},
	"about.charges":   {},
	"about.in":        {},
	"about.out":       {},
	"about.move":      {"move"},
	"about.range":     {"range"},
	"about.charge":    {"move", "bonus"},
	"about.no-charge": {},
	"goal.now-draw":   {},
	"goal.now-wins":   {"side", "own", "of", "enemy", "all"},
	"goal.defeat":     {"side", "enemy", "lost", "level"},
	"goal.commands":   {},
	"goal.baggage":    {},
	"goal.limit":      {"turns"},
	"goal.both":       {},
	"goal.tie":        {"side"},
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
	s.actions(need, en)
	s.addReport(need)
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
				if !args[h] {
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

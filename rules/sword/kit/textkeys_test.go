package kit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"acies/rules/sword"
	"acies/rules/sword/kit"
	"acies/table"
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

// notes finds the notes of explanations and plans: s.addNote(e, key, clause, args…), a.note(key, clause, args…).
func (s source) notes(n needs) {
	for _, file := range s.files {
		ast.Inspect(file, func(node ast.Node) bool {
			if c, ok := node.(*ast.CallExpr); ok && callee(c) == "addNote" {
				k, _ := text(c.Args[1])
				n.add("note."+k, argNames(c.Args[3:])...)
			} else if ok && callee(c) == "note" {
				k, _ := text(c.Args[0])
				n.add("note."+k, argNames(c.Args[2:])...)
			}
			return true
		})
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

// states finds the states of pieces: the strings of the functions that list them.
func (s source) states(n needs) {
	for _, file := range s.files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !slices.Contains([]string{"viewUnit", "statesOf", "viewLeader"}, f.Name.Name) {
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
	s.notes(n)
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
	n.add("prompt.pila", "units", "targets")
	n.add("prompt.declared", "leader")
	n.add("prompt.moved", "leader")
	n.add("prompt.retreats", "stacks")
	n.add("prompt.group", "pieces")
	n.add("prompt.advance", "ways")
	n.add("prompt.may-advance", "units", "ways")
	for _, k := range []string{"free", "place", "face", "exchange"} {
		n.add("prompt.deploy-" + k)
	}
	n.add("phase.d")
	n.add("phase.d.short")
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
		if k, ok := strings.CutPrefix(key, "coach."); ok && (k == "last" || n["prompt."+k] != nil || n["event."+strings.TrimPrefix(k, "after.")] != nil) {
			n.add(key) // what the tutorial says to a prompt, after an event, and at its end
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
	n.add("terrain.slope")
	for _, k := range []string{"discouraged", "routed", "fatigued", "out-of-command", "resting", "pilum", "wounded"} {
		n.add("means." + k)
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
	for key := range (kit.System{}).Texts("en") {
		if k, ok := strings.CutPrefix(key, "ground."); ok && slices.Contains(groundKeys, k) {
			n.add(key, "foot", "horse", "mod", "in", "out", "up", "down")
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
		"rest", "archers", "moves", "volley", "declare", "declared", "defend", "offend", "may-advance", "stray", "burn", "blow", "rally", "react", "disperse",
	} {
		n.add("action.done." + k)
	}
	n.addAnswers(operands)
	n.add("action.on-top", "action")
	n.add("action.beneath", "action")
	for _, kind := range (kit.System{}).LuckKinds() {
		n.add("luck." + kind)
	}
	addReport(t, n)
	addPhrases(t, n)
	return n
}

// tellingKeys are what is said of pieces, lines and victory, with the arguments.
var tellingKeys = func() map[string][]string {
	out := map[string][]string{
		"ruler.distance": {"n"}, "ruler.free": nil, "ruler.archers": {"hex"}, "ruler.blocked": {"hex"},
		"about.in-lost": {"leader"}, "about.out-lost": {"leader"}, "about.mp": {"mp"}, "about.half": {"mp", "leader"}, "about.held": nil,
		"about.range": {"range"}, "about.range-melee": nil, "about.charge": {"mp"}, "about.routed": nil, "about.stray": nil, "about.leads": {"n", "of", "radius"}, "about.leader-mp": {"mp"},
		"goal.now-draw": {"high", "low"}, "goal.now-minor": {"side", "high", "low"}, "goal.now-major": {"side", "high", "low"}, "goal.decisive": {"side", "what"},
	}
	for _, k := range []string{"in", "in-far", "out", "out-now"} {
		out["about."+k] = []string{"leader", "distance", "radius"}
	}
	for _, k := range []string{"command", "moves", "shoots", "charges", "cannot"} {
		out["about."+k] = nil
	}
	for _, k := range []string{"major", "minor", "draw"} {
		out["goal."+k] = []string{"lead", "turns"}
	}
	return out
}()

// groundKeys are what the sheet says of the ground.
var groundKeys = []string{
	"movement", "sight", "shooting", "melee", "charge", "none", "cost", "cost-each", "cost-foot", "closed", "cross", "cross-each", "cross-foot", "uncrossed",
	"path", "road", "bridge", "blocks", "clear", "shooting-in", "melee-in", "charge-in", "no-charge", "shooting-across", "melee-across", "charge-across",
	"shooting-ways", "melee-ways", "no-melee", "no-charge-across", "level-up", "level-down", "level-sight", "level-sight-either", "level-melee", "level-charge",
}

// addAnswers adds the words that an action has where it answers some prompt, where nothing else has the same key there, where more is
// chosen before it is carried out, and without its facing. They can name those who stand at its places.
func (n needs) addAnswers(operands []string) {
	operands = append(slices.Clone(operands), "who", "whom", "whom-2", "whom-3")
	for key := range (kit.System{}).Texts("en") {
		section, rest, _ := strings.Cut(key, ".")
		verb, prompt, asked := strings.Cut(rest, ".")
		switch {
		case n["action."+verb] == nil:
		case section == "act" && !asked, section == "action" && n["prompt."+strings.TrimSuffix(strings.TrimSuffix(prompt, ".only"), ".open")] != nil:
			n.add(key, operands...)
		}
	}
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
	for _, id := range builtIn {
		b, err := table.NewLibrary().Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range (kit.System{}).Roster(b.Battle).Rules {
			n.add("report.event-" + k)
		}
		for _, q := range (kit.System{}).StandingQuestions(b.Battle) {
			n.add("standing." + q.Key)
			if q.Declines {
				n.add("standing." + q.Key + ".decline")
			}
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

package server

import (
	"encoding"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"acies/desk"
	"acies/game"
	"acies/hint"
	"acies/luck"
	"acies/system"
)

//go:generate go test -run TestTypes -update .

var update = flag.Bool("update", false, "write the types of the client")

// typesFile holds the shapes of what the API sends and takes, for the client.
const typesFile = "../web/src/types.ts"

// shapes are the types that the client uses, by the names they have there. Types that these are made of follow by
// themselves; those that are not listed have the name that they have in Go.
var shapes = []struct {
	name  string
	value any
}{
	{"BattleCard", desk.Card{}},
	{"Battle", desk.Battle{}},
	{"SideInfo", desk.Named{}},
	{"Printed", system.Value{}},
	{"TableData", desk.Table{}},
	{"Choice", desk.Choice{}},
	{"GameEvent", game.Event{}},
	{"LogEntry", desk.LogEntry{}},
	{"Fact", desk.Fact{}},
	{"Summary", desk.Summary{}},
	{"ScoreText", desk.Score{}},
	{"Outcome", desk.Outcome{}},
	{"Done", desk.Done{}},
	{"GameCard", gameCard{}},
	{"GameNotices", gameNotices{}},
	{"Wait", wait{}},
	{"LobbyData", lobby{}},
	{"Leaderboard", leaderboard{}},
	{"Leader", leader{}},
	{"PlayerPage", playerPage{}},
	{"NewTourney", newTourney{}},
	{"TourneyCard", tourneyCard{}},
	{"TourneyData", tourneyData{}},
	{"NewGame", newGame{}},
	{"Me", me{}},
	{"Session", sessionCard{}},
	{"Token", tokenCard{}},
	{"Passkey", passkeyCard{}},
	{"Invitation", invitation{}},
	{"Explanation", desk.Odds{}},
	{"Modifier", desk.Modifier{}},
	{"Row", desk.Row{}},
	{"Odds", desk.Chance{}},
	{"Why", desk.Why{}},
	{"Shade", game.Shade{}},
	{"Told", desk.Told{}},
	{"About", desk.About{}},
	{"Victory", desk.Victory{}},
	{"Plan", desk.Plan{}},
	{"Proposal", desk.Proposal{}},
	{"Note", desk.Note{}},
	{"HintData", desk.Hints{}},
	{"Hint", hint.Hint{}},
	{"OptionInfo", desk.Option{}},
	{"LessonData", desk.Lesson{}},
	{"Frame", desk.Frame{}},
	{"Clause", clauseJSON{}},
	{"LuckData", luck.Summary{}},
	{"Notices", notices{}},
	{"Channel", channelCard{}},
	{"Delivery", outcome{}},
	{"ChatData", chat{}},
	{"Message", messageCard{}},
	{"Block", blockCard{}},
}

// wordTypes are the types that are written as words, with the number of them.
var wordTypes = map[reflect.Type]int{
	reflect.TypeFor[game.Kind]():    int(game.Angle) + 1,
	reflect.TypeFor[game.Role]():    int(game.Group) + 1,
	reflect.TypeFor[system.Scene](): system.Scenes,
}

// TestTypes checks that the client's types are those of the program.
func TestTypes(t *testing.T) {
	w := typeWriter{t: t, names: map[reflect.Type]string{}, comments: map[string]string{}}
	for _, s := range shapes {
		w.names[reflect.TypeOf(s.value)] = s.name
	}
	for i := 0; i < len(shapes); i++ {
		w.shape(reflect.TypeOf(shapes[i].value))
	}
	for len(w.queue) > 0 {
		next := w.queue[0]
		w.queue = w.queue[1:]
		w.shape(next)
	}
	got := "// Code generated from the types of the program by \"go generate ./server\". DO NOT EDIT.\n" + w.out.String()
	if *update {
		if err := os.WriteFile(typesFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(typesFile)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s does not fit the types of the program; run go generate ./server", typesFile)
	}
}

// typeWriter writes Go types as TypeScript.
type typeWriter struct {
	t        *testing.T
	out      strings.Builder
	names    map[reflect.Type]string
	queue    []reflect.Type    // met and not yet written
	comments map[string]string // of fields, by package, type and field
}

// name returns what a type is called in TypeScript, and has it written.
func (w *typeWriter) name(x reflect.Type) string {
	name, ok := w.names[x]
	if !ok {
		name = strings.TrimSuffix(x.Name(), "JSON")
		name = strings.ToUpper(name[:1]) + name[1:]
		for other, n := range w.names {
			if n == name {
				w.t.Errorf("%v and %v are both called %s", x, other, name)
			}
		}
		w.names[x] = name
		w.queue = append(w.queue, x)
	}
	return name
}

func (w *typeWriter) shape(x reflect.Type) {
	if n, ok := wordTypes[x]; ok {
		w.words(x, n)
		return
	}
	fmt.Fprintf(&w.out, "\nexport interface %s {\n", w.names[x])
	w.fields(x)
	w.out.WriteString("}\n")
}

// words writes a type that is written as one of some words.
func (w *typeWriter) words(x reflect.Type, n int) {
	list := make([]string, n)
	for i := range list {
		v := reflect.New(x).Elem()
		v.SetUint(uint64(i))
		text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
		if err != nil {
			w.t.Fatal(err)
		}
		list[i] = fmt.Sprintf("'%s'", text)
	}
	fmt.Fprintf(&w.out, "\nexport type %s = %s;\n", w.names[x], strings.Join(list, " | "))
}

func (w *typeWriter) fields(x reflect.Type) {
	for i := range x.NumField() {
		f := x.Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		switch {
		case tag == "-" || f.Type == reflect.TypeFor[[]game.Action](): // those of a view are sent as choices
			continue
		case f.Anonymous && tag == "":
			w.fields(inner)
			continue
		case tag == "" || strings.ToLower(tag[:1]) != tag[:1] || strings.ContainsAny(tag, "_-"):
			w.t.Errorf("%v.%s is %q in JSON, want a name in camel case", x, f.Name, tag)
		}
		optional, kind := "", w.kind(f.Type)
		if ts := f.Tag.Get("ts"); ts != "" { // it says more than the type
			kind = ts
		}
		if options == "omitempty" {
			optional = "?"
			kind = strings.TrimSuffix(kind, " | null")
		}
		fmt.Fprintf(&w.out, "  %s%s: %s;", tag, optional, kind)
		if c := w.comment(x, f.Name); c != "" {
			fmt.Fprintf(&w.out, " // %s", c)
		}
		w.out.WriteString("\n")
	}
}

// kind returns the TypeScript for a type.
func (w *typeWriter) kind(x reflect.Type) string {
	switch {
	case x == reflect.TypeFor[time.Time]():
		return "string"
	case x == reflect.TypeFor[json.RawMessage]():
		return "unknown"
	case wordTypes[x] > 0:
		return w.name(x)
	}
	switch x.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Float64:
		return "number"
	case reflect.Pointer:
		return w.kind(x.Elem()) + " | null"
	case reflect.Slice:
		return strings.TrimSuffix(w.kind(x.Elem()), " | null") + "[]"
	case reflect.Array:
		return "[" + strings.TrimSuffix(strings.Repeat(w.kind(x.Elem())+", ", x.Len()), ", ") + "]"
	case reflect.Map:
		return fmt.Sprintf("Record<%s, %s>", w.kind(x.Key()), w.kind(x.Elem()))
	case reflect.Struct:
		return w.name(x)
	}
	w.t.Errorf("there is no TypeScript for %v", x)
	return "unknown"
}

// comment returns the comment on the line of a field.
func (w *typeWriter) comment(x reflect.Type, field string) string {
	pkg := x.PkgPath()
	if _, ok := w.comments[pkg]; !ok {
		w.comments[pkg] = "read"
		files, err := filepath.Glob(filepath.Join("..", strings.TrimPrefix(pkg, "acies/"), "*.go"))
		if err != nil {
			w.t.Fatal(err)
		}
		for _, name := range files {
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				w.t.Fatal(err)
			}
			w.note(pkg, f)
		}
	}
	return w.comments[pkg+"."+x.Name()+"."+field]
}

func (w *typeWriter) note(pkg string, f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if s, ok := spec.Type.(*ast.StructType); ok {
			for _, field := range s.Fields.List {
				for _, name := range field.Names {
					w.comments[pkg+"."+spec.Name.Name+"."+name.Name] = strings.TrimSpace(field.Comment.Text())
				}
			}
		}
		return true
	})
}

package pack

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Decode reads a YAML file strictly into v, a pointer to a struct whose fields are [Word], [Marked], [Entry] and so on.
// An empty file leaves v unchanged.
func Decode(file string, data []byte, v any) *Problem {
	body, p := parse(file, data)
	if p != nil || body == nil {
		return p
	}
	if err := strict(body, v); err != nil {
		return yamlProblem(file, data, err)
	}
	return nil
}

// parse returns the only document of a YAML file, or nil if it is empty. It refuses anchors, aliases and tags, and files
// that exceed the limits of [CheckYAML].
func parse(file string, data []byte) (ast.Node, *Problem) {
	if p := CheckYAML(file, data); p != nil {
		return nil, p
	}
	f, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, yamlProblem(file, data, err)
	}
	var body ast.Node
	for _, doc := range f.Docs {
		switch {
		case doc.Body == nil:
		case body == nil:
			body = doc.Body
		default:
			return nil, &Problem{
				File: file, Line: lineOf(doc.Body), Severity: Error,
				What: "a second document starts here", Want: "a file has one document and no line ---",
			}
		}
	}
	if body == nil {
		return nil, nil
	}
	var refs references
	ast.Walk(&refs, body)
	if refs.first != nil {
		return nil, &Problem{
			File: file, Line: lineOf(refs.first), Severity: Error,
			What: "anchors, aliases and tags are not allowed", Want: "write the value in full",
		}
	}
	return body, nil
}

// strict decodes a node into the value that v points to. For a field that the value does not have, it returns an error
// that lists the fields it has.
func strict(n ast.Node, v any) error {
	err := yaml.NodeToValue(n, v, yaml.Strict())
	var unknown *yaml.UnknownFieldError
	var known *fieldError
	if t := reflect.TypeOf(v).Elem(); t.Kind() == reflect.Struct && errors.As(err, &unknown) && !errors.As(err, &known) {
		known = &fieldError{UnknownFieldError: unknown}
		for i := range t.NumField() {
			known.fields = append(known.fields, t.Field(i).Tag.Get("yaml"))
		}
		return known
	}
	return err
}

// fieldError is an unknown field with the list of known fields.
type fieldError struct {
	*yaml.UnknownFieldError
	fields []string
}

// references finds the first anchor, alias, tag or merge key.
type references struct{ first ast.Node }

func (r *references) Visit(n ast.Node) ast.Visitor {
	switch n.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.MergeKeyNode:
		if r.first == nil {
			r.first = n
		}
		return nil
	}
	return r
}

// yamlProblem turns an error of the YAML package into a problem with line, column and excerpt.
func yamlProblem(file string, data []byte, err error) *Problem {
	p := &Problem{File: file, Severity: Error, What: err.Error()}
	var ye yaml.Error
	if errors.As(err, &ye) && ye.GetToken() != nil {
		p.What = ye.GetMessage()
		p.Line, p.Column = ye.GetToken().Position.Line, ye.GetToken().Position.Column
		p.Excerpt = excerpt(data, p.Line, p.Column)
	}
	var known *fieldError
	if errors.As(err, &known) {
		p.Want = "the fields here are " + List(known.fields)
	}
	return p
}

// excerpt returns a line and the two before it, with a pointer to a column of the line.
func excerpt(data []byte, line, column int) string {
	var b strings.Builder
	n := 0
	for text := range bytes.Lines(data) {
		n++
		if n > line-3 && n <= line {
			fmt.Fprintf(&b, "%4d | %s\n", n, bytes.TrimRight(text, "\r\n"))
		}
	}
	return b.String() + strings.Repeat(" ", len("   1 | ")+column-1) + "^"
}

// columnOf returns the column of a node, or 0 if it is not known.
func columnOf(n ast.Node) int {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Column
	}
	return 0
}

// lineOf returns the line of a node, or 0 if it is not known.
func lineOf(n ast.Node) int {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 0
}

// Entry is a mapping with its first line.
type Entry[T any] struct {
	V    T
	Line int
}

// UnmarshalYAML reads a mapping.
func (e *Entry[T]) UnmarshalYAML(n ast.Node) error {
	e.Line = lineOf(n)
	return strict(n, &e.V)
}

// Word is a scalar as it is written in the file: 0310 is four digits, not an octal number. Line 0 means that the field is
// absent or empty.
type Word struct {
	Text string
	Line int
}

// UnmarshalYAML reads a scalar.
func (w *Word) UnmarshalYAML(n ast.Node) error {
	w.Line = lineOf(n)
	switch n := n.(type) {
	case *ast.NullNode:
		w.Line = 0
	case *ast.StringNode:
		w.Text = n.Value
	case *ast.LiteralNode:
		w.Text = n.Value.Value
	case ast.ScalarNode:
		w.Text = n.GetToken().Value
	default:
		return &yaml.UnexpectedNodeTypeError{Actual: n.Type(), Expected: ast.StringType, Token: n.GetToken()}
	}
	// A quoted text can contain control characters as escapes.
	if r, found := FindControl(w.Text); found {
		return &yaml.SyntaxError{Message: fmt.Sprintf("the text has the control character %U", r), Token: n.GetToken()}
	}
	return nil
}

// Words is a list of words separated by spaces: one line of them, or a list of lines.
type Words []Word

// UnmarshalYAML reads a scalar or a list of scalars.
func (ws *Words) UnmarshalYAML(n ast.Node) error {
	lines := []ast.Node{n}
	if seq, ok := n.(*ast.SequenceNode); ok {
		lines = seq.Values
	}
	for _, line := range lines {
		var w Word
		if err := w.UnmarshalYAML(line); err != nil {
			return err
		}
		for _, text := range strings.Fields(w.Text) {
			*ws = append(*ws, Word{text, w.Line})
		}
	}
	return nil
}

// Marked is a value followed by the mark of its source: "5-5-4 R". Mark is empty if there is none.
type Marked struct {
	Word
	Mark string
}

var lastMark = regexp.MustCompile(`^(.*\S)\s+([A-Z]|[A-Z]{3})$`)

// UnmarshalYAML reads a scalar.
func (m *Marked) UnmarshalYAML(n ast.Node) error {
	if err := m.Word.UnmarshalYAML(n); err != nil {
		return err
	}
	m.Text, m.Mark = SplitMark(m.Text)
	return nil
}

// SplitMark returns a value without the mark of its source, and the mark.
func SplitMark(text string) (value, mark string) {
	text = strings.TrimSpace(text)
	if s := lastMark.FindStringSubmatch(text); s != nil {
		return s[1], s[2]
	}
	return text, ""
}

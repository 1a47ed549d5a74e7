package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Limits of a file that somebody writes by hand. The time the YAML parser takes grows with the square of the nesting,
// so that a small hostile file could keep it busy for hours.
const (
	maxFile  = 256 << 10
	maxLine  = 1000
	maxDepth = 16
)

// checkBytes reports what makes a file unfit to be parsed at all.
func checkBytes(file string, data []byte) *Problem {
	fault := func(line int, what, want string) *Problem {
		return &Problem{File: file, Line: line, Severity: Error, What: what, Want: want}
	}
	if len(data) > maxFile {
		return fault(0, fmt.Sprintf("the file has %d bytes", len(data)), fmt.Sprintf("at most %d are read", maxFile))
	}
	depth, line := 0, 0
	for text := range bytes.Lines(data) {
		line++
		if !utf8.Valid(text) {
			return fault(line, "the line is not UTF-8 text", "save the file in UTF-8")
		}
		if len(text) > maxLine {
			return fault(line, fmt.Sprintf("the line has %d bytes", len(text)), fmt.Sprintf("at most %d are read", maxLine))
		}
		for _, c := range text {
			switch c {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(0, depth-1)
			}
			if depth > maxDepth {
				return fault(line, "brackets are nested too deeply", fmt.Sprintf("at most %d are read", maxDepth))
			}
		}
	}
	return nil
}

// decode reads a YAML file strictly into v. An empty file leaves v as it is.
func decode(file string, data []byte, v any) *Problem {
	if p := checkBytes(file, data); p != nil {
		return p
	}
	f, err := parser.ParseBytes(data, 0)
	if err != nil {
		return yamlProblem(file, data, err)
	}
	var body ast.Node
	for _, doc := range f.Docs {
		switch {
		case doc.Body == nil:
		case body == nil:
			body = doc.Body
		default:
			return &Problem{
				File: file, Line: lineOf(doc.Body), Severity: Error,
				What: "a second document begins here", Want: "a file has one, without a line ---",
			}
		}
	}
	if body == nil {
		return nil
	}
	var refs references
	ast.Walk(&refs, body)
	if refs.first != nil {
		return &Problem{
			File: file, Line: lineOf(refs.first), Severity: Error,
			What: "anchors, aliases and tags are not read", Want: "write the value out",
		}
	}
	if err := strict(body, v); err != nil {
		return yamlProblem(file, data, err)
	}
	return nil
}

// strict decodes a node into what v points to. A field that v does not have is an error that names those it has.
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

// fieldError is an unknown field with those that could stand there.
type fieldError struct {
	*yaml.UnknownFieldError
	fields []string
}

// references finds the first node by which a file could refer to itself or to types of its own.
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

// yamlProblem turns an error of the YAML package into a problem with its place and excerpt.
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
		p.Want = "the fields here are " + list(known.fields)
	}
	return p
}

// excerpt returns a line with the two before it, and a pointer to one of its columns.
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

func lineOf(n ast.Node) int {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 0
}

// entry is a mapping with the line on which it begins.
type entry[T any] struct {
	v    T
	line int
}

func (e *entry[T]) UnmarshalYAML(n ast.Node) error {
	e.line = lineOf(n)
	return strict(n, &e.v)
}

// word is a scalar as it stands in the file: 0310 is four digits, not a number in base eight. Line 0 means that the
// field is absent or empty.
type word struct {
	text string
	line int
}

func (w *word) UnmarshalYAML(n ast.Node) error {
	w.line = lineOf(n)
	switch n := n.(type) {
	case *ast.NullNode:
		w.line = 0
	case *ast.StringNode:
		w.text = n.Value
	case *ast.LiteralNode:
		w.text = n.Value.Value
	case ast.ScalarNode:
		w.text = n.GetToken().Value
	default:
		return &yaml.UnexpectedNodeTypeError{Actual: n.Type(), Expected: ast.StringType, Token: n.GetToken()}
	}
	return nil
}

// words is a list of words separated by spaces: one line of them, or a list of lines.
type words []word

func (ws *words) UnmarshalYAML(n ast.Node) error {
	lines := []ast.Node{n}
	if seq, ok := n.(*ast.SequenceNode); ok {
		lines = seq.Values
	}
	for _, line := range lines {
		var w word
		if err := w.UnmarshalYAML(line); err != nil {
			return err
		}
		for _, text := range strings.Fields(w.text) {
			*ws = append(*ws, word{text, w.line})
		}
	}
	return nil
}

// marked is a value followed by the mark of its source: "5-5-4 R". The mark is empty where there is none.
type marked struct {
	word
	mark string
}

var lastMark = regexp.MustCompile(`^(.*\S)\s+([A-Z]|[A-Z]{3})$`)

func (m *marked) UnmarshalYAML(n ast.Node) error {
	if err := m.word.UnmarshalYAML(n); err != nil {
		return err
	}
	m.text = strings.TrimSpace(m.text)
	if s := lastMark.FindStringSubmatch(m.text); s != nil {
		m.text, m.mark = s[1], s[2]
	}
	return nil
}

// texts are the leaves of nested mappings of words, under keys joined by dots.
type texts map[string]word

func (t *texts) UnmarshalYAML(n ast.Node) error {
	*t = texts{}
	return t.collect("", n)
}

func (t texts) collect(prefix string, n ast.Node) error {
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			if err := t.collect(prefix, v); err != nil {
				return err
			}
		}
		return nil
	case *ast.MappingValueNode:
		key := prefix + n.Key.GetToken().Value
		switch n.Value.(type) {
		case *ast.MappingNode, *ast.MappingValueNode:
			return t.collect(key+".", n.Value)
		}
		var w word
		if err := w.UnmarshalYAML(n.Value); err != nil {
			return err
		}
		t[key] = word{strings.TrimSpace(w.text), lineOf(n.Key)}
		return nil
	}
	return &yaml.UnexpectedNodeTypeError{Actual: n.Type(), Expected: ast.MappingType, Token: n.GetToken()}
}

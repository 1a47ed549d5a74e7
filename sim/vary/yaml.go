package vary

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// mapping is a mapping of a YAML file.
type mapping map[string]ast.Node

// field returns the value of a field that can be changed: any but those excepted.
func (m mapping) field(what, name string, except ...string) (ast.Node, error) {
	if n := m[name]; n != nil && !slices.Contains(except, name) && isScalar(n) {
		return n, nil
	}
	var known []string
	for k, n := range m {
		if !slices.Contains(except, k) && isScalar(n) {
			known = append(known, k)
		}
	}
	slices.Sort(known)
	return nil, fmt.Errorf("%s has no field %q; its fields are %s", what, name, strings.Join(known, ", "))
}

// fields returns the fields of a node; one that is no mapping has none.
func fields(n ast.Node) mapping {
	out := mapping{}
	add := func(v *ast.MappingValueNode) { out[v.Key.GetToken().Value] = v.Value }
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			add(v)
		}
	case *ast.MappingValueNode:
		add(n)
	}
	return out
}

// items returns the mappings of a list.
func items(n ast.Node) []mapping {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		return nil
	}
	var out []mapping
	for _, v := range seq.Values {
		out = append(out, fields(v))
	}
	return out
}

func isScalar(n ast.Node) bool {
	_, ok := n.(ast.ScalarNode)
	return ok
}

// scalar returns the text of a word as it stands in the file; 0310 is four digits.
func scalar(n ast.Node) string {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value
	case ast.ScalarNode:
		return n.GetToken().Value
	}
	return ""
}

// plain is what YAML reads as it is written, in a list as elsewhere.
var plain = regexp.MustCompile(`^[A-Za-z0-9+*][A-Za-z0-9+* -]*$`)

// replace makes the edits in the text of a file. Lines keep their numbers.
func replace(data []byte, edits []edit) ([]byte, error) {
	slices.SortFunc(edits, func(a, b edit) int { // from the end, so that places stay true
		p, q := a.at.GetToken().Position, b.at.GetToken().Position
		return cmp.Or(q.Line-p.Line, q.Column-p.Column)
	})
	lines := strings.SplitAfter(string(data), "\n")
	for _, e := range edits {
		t := e.at.GetToken()
		line := &lines[t.Position.Line-1]
		before, after, ok := cutAt(*line, t.Position.Column, strings.TrimSpace(t.Value))
		if !ok {
			return nil, fmt.Errorf("line %d: %q is not written plainly on one line, and cannot be changed", t.Position.Line, t.Value)
		}
		text := e.text
		if !plain.MatchString(text) || strings.HasPrefix(text, "*") {
			text = strconv.Quote(text)
		}
		*line = before + text + after
	}
	return []byte(strings.Join(lines, "")), nil
}

// cutAt parts a line around a value that begins in a column, counted from 1.
func cutAt(line string, column int, value string) (before, after string, ok bool) {
	runes := []rune(line)
	if column < 1 || column > len(runes) {
		return "", "", false
	}
	before = string(runes[:column-1])
	after, ok = strings.CutPrefix(string(runes[column-1:]), value)
	return before, after, ok
}

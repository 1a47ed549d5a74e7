package pack

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Shape is the kind of a [Node].
type Shape uint8

const (
	Scalar Shape = iota // a word or words
	Sequence
	Mapping
)

// Node is a part of a YAML file: a word, a list or a mapping, with its line and column. Words are kept as written: 0310
// is four digits.
type Node struct {
	File   string
	Line   int
	Column int // counted from 1, in characters
	Shape  Shape
	Text   string  // of a word
	Keys   []*Node // of a mapping
	Items  []*Node // of a list, or the values of a mapping
	Block  bool    // whether a word is a block of lines, which starts on the line after Line

	ast    ast.Node
	parent *Node
	step   string // the key or index in the parent
}

// ReadTree reads a YAML file of one document. An empty file is an empty mapping. It refuses anchors, aliases and tags, and
// files that exceed the limits of [CheckYAML].
func ReadTree(file string, data []byte) (*Node, error) {
	body, p := parse(file, data)
	if p != nil {
		return nil, *p
	}
	if body == nil {
		return &Node{File: file, Line: 1, Shape: Mapping}, nil
	}
	return tree(file, body)
}

func tree(file string, n ast.Node) (*Node, error) {
	out := &Node{File: file, Line: lineOf(n), Column: columnOf(n), ast: n}
	switch n := n.(type) {
	case *ast.NullNode:
	case *ast.StringNode:
		out.Text = n.Value
	case *ast.LiteralNode:
		out.Text, out.Block = n.Value.Value, true
	case *ast.SequenceNode:
		out.Shape = Sequence
		for i, v := range n.Values {
			item, err := tree(file, v)
			if err != nil {
				return nil, err
			}
			item.parent, item.step = out, strconv.Itoa(i)
			out.Items = append(out.Items, item)
		}
	case *ast.MappingNode:
		out.Shape = Mapping
		for _, v := range n.Values {
			if err := out.pair(v); err != nil {
				return nil, err
			}
		}
		if len(out.Keys) > 0 {
			out.Line = out.Keys[0].Line
		}
	case *ast.MappingValueNode:
		out.Shape = Mapping
		if err := out.pair(n); err != nil {
			return nil, err
		}
		out.Line = out.Keys[0].Line
	case ast.ScalarNode:
		out.Text = n.GetToken().Value
	default:
		return nil, out.Errorf("%s is not allowed here; expected words, lists and mappings", n.Type())
	}
	if r, found := FindControl(out.Text); found {
		return nil, out.Errorf("the text has the control character %U; expected printable text", r)
	}
	return out, nil
}

func (n *Node) pair(v *ast.MappingValueNode) error {
	if _, ok := v.Key.(*ast.MappingKeyNode); ok {
		return n.Errorf("a key must not start with a question mark; expected a word")
	}
	key, err := tree(n.File, v.Key)
	if err != nil {
		return err
	}
	if key.Shape != Scalar {
		return key.Errorf("a key is not a word")
	}
	if old := n.Get(key.Text); old != nil {
		return key.Errorf("%s is given twice", key.Text)
	}
	value, err := tree(n.File, v.Value)
	if err != nil {
		return err
	}
	if value.Shape == Scalar && value.Text == "" {
		value.Line = key.Line
	}
	value.parent, value.step = n, key.Text
	n.Keys, n.Items = append(n.Keys, key), append(n.Items, value)
	return nil
}

// Get returns the value of a key of a mapping, or nil.
func (n *Node) Get(key string) *Node {
	for i, k := range n.Keys {
		if k.Text == key {
			return n.Items[i]
		}
	}
	return nil
}

// Decode reads the node strictly into v, as [Decode] does for a file.
func (n *Node) Decode(v any) *Problem {
	if err := strict(n.ast, v); err != nil {
		return yamlProblem(n.File, nil, err)
	}
	return nil
}

// Errorf returns a [Problem] at the line of the node.
func (n *Node) Errorf(format string, args ...any) error {
	return Problem{File: n.File, Line: n.Line, Severity: Error, What: fmt.Sprintf(format, args...)}
}

// Words returns the words in a scalar or in a list of scalars, split at spaces.
func (n *Node) Words() ([]string, error) {
	switch n.Shape {
	case Scalar:
		return strings.Fields(n.Text), nil
	case Sequence:
		var out []string
		for _, item := range n.Items {
			if item.Shape != Scalar {
				return nil, item.Errorf("expected a word")
			}
			out = append(out, strings.Fields(item.Text)...)
		}
		return out, nil
	}
	return nil, n.Errorf("expected words, not a mapping")
}

// Lines returns the items of a list of scalars, or a single scalar as a list of one.
func (n *Node) Lines() ([]*Node, error) {
	switch n.Shape {
	case Scalar:
		if n.Text == "" {
			return nil, nil
		}
		return []*Node{n}, nil
	case Sequence:
		for _, item := range n.Items {
			if item.Shape != Scalar {
				return nil, item.Errorf("expected a line of words")
			}
		}
		return n.Items, nil
	}
	return nil, n.Errorf("expected a list, not a mapping")
}

// One returns the text of a scalar, which must not be empty.
func (n *Node) One() (string, error) {
	if n.Shape != Scalar || n.Text == "" {
		return "", n.Errorf("expected a word")
	}
	return strings.TrimSpace(n.Text), nil
}

// Number returns the value of a scalar that is a number from lo to hi.
func (n *Node) Number(lo, hi int) (int, error) {
	var v int
	s, err := n.One()
	if err != nil {
		return 0, err
	}
	if _, err := fmt.Sscanf(s, "%d", &v); err != nil || !isNumber(s) || v < lo || v > hi {
		return 0, n.Errorf("%q is not a number from %d to %d", s, lo, hi)
	}
	return v, nil
}

func isNumber(s string) bool {
	s = strings.TrimLeft(s, "+-")
	return s != "" && len(s) < 6 && strings.Trim(s, "0123456789") == ""
}

// Flag returns the value of a scalar that is true or false.
func (n *Node) Flag() (bool, error) {
	switch n.Text {
	case "true", "yes":
		return true, nil
	case "false", "no":
		return false, nil
	}
	return false, n.Errorf("%q is neither true nor false", n.Text)
}

// Each calls, for each key of a mapping, its function in read with the value. It returns an error for a key that has no
// function; what names the mapping in errors.
func (n *Node) Each(what string, read map[string]func(*Node) error) error {
	if n.Shape != Mapping {
		return n.Errorf("%s: expected a mapping", what)
	}
	for i, k := range n.Keys {
		f := read[k.Text]
		if f == nil {
			var known []string
			for name := range read {
				known = append(known, name)
			}
			slices.Sort(known)
			return k.Errorf("%s has no field %q; its fields are %s", what, k.Text, List(known))
		}
		if err := f(n.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// OneOf returns the text of a scalar that is one of some words; what names them in errors.
func (n *Node) OneOf(what string, known []string) (string, error) {
	w, err := n.One()
	if err == nil && !slices.Contains(known, w) {
		err = n.Errorf("%s %q is unknown; expected one of %s", what, w, List(known))
	}
	return w, err
}

// EachWords reads a mapping of names to words: find returns the number of a name, or -1 if there is none; what names one
// of them in errors.
func (n *Node) EachWords(what string, find func(name string) int, read func(i int, words []string) error) error {
	if n.Shape != Mapping {
		return n.Errorf("%ss: expected a mapping of names and words", what)
	}
	for i, k := range n.Keys {
		number := find(k.Text)
		if number < 0 {
			return k.Errorf("there is no %s %q", what, k.Text)
		}
		words, err := n.Items[i].Words()
		if err != nil {
			return err
		}
		if err := read(number, words); err != nil {
			return n.Items[i].Errorf("%s %s: %v", what, k.Text, err)
		}
	}
	return nil
}

// Pairs returns the names and the words of a mapping, in order; what names the mapping in errors.
func (n *Node) Pairs(what string) ([][2]string, error) {
	if n.Shape != Mapping {
		return nil, n.Errorf("%s: expected a mapping of values", what)
	}
	var list [][2]string
	for i, k := range n.Keys {
		words, err := n.Items[i].Words()
		if err != nil {
			return nil, err
		}
		list = append(list, [2]string{k.Text, strings.Join(words, " ")})
	}
	return list, nil
}

package pack

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Edit changes a value in a file. The value must exist and be written on one line; every byte around it stays the same.
type Edit struct {
	File string
	Path string // of the value, as [Node.Path] returns it: "/contingents/0/units/3/front"
	Text string // the new value, as it is read
}

// Set returns the edit that sets a scalar to text.
func (n *Node) Set(text string) Edit { return Edit{n.File, n.Path(), text} }

var pathEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// Path returns the path of the node from the top of its file: keys and indices, each after a slash. Slashes and tildes in
// keys are written ~1 and ~0, as in a JSON Pointer.
func (n *Node) Path() string {
	if n.parent == nil {
		return ""
	}
	return n.parent.Path() + "/" + pathEscapes.Replace(n.step)
}

// Find returns the node with the given path, or nil.
func (n *Node) Find(path string) *Node {
	for step := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if path == "" {
			return n
		}
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		switch n.Shape {
		case Mapping:
			n = n.Get(step)
		case Sequence:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(n.Items) {
				return nil
			}
			n = n.Items[i]
		default:
			return nil
		}
		if n == nil {
			return nil
		}
	}
	return n
}

// Tree reads a YAML file of the pack.
func (f *Files) Tree(name string) (*Node, error) {
	data, ok := f.files[name]
	if !ok {
		return nil, Problem{File: name, Severity: Error, What: "the file is missing"}
	}
	return ReadTree(name, data)
}

// Edit returns the files with the edits made in order. An edit that would change anything except its value is refused.
func (f *Files) Edit(edits ...Edit) (*Files, error) {
	for _, e := range edits {
		data, err := f.edit(e)
		if err != nil {
			return nil, err
		}
		f = f.With(e.File, data)
	}
	return f, nil
}

// edit returns the new contents of the file of an edit. Lines keep their numbers.
func (f *Files) edit(e Edit) ([]byte, error) {
	root, err := f.Tree(e.File)
	if err != nil {
		return nil, err
	}
	n := root.Find(e.Path)
	if n == nil || n.Shape != Scalar {
		return nil, root.Errorf("there is no value %s to change", e.Path)
	}
	data, _ := f.Read(e.File)
	lines := strings.SplitAfter(string(data), "\n")
	line := &lines[n.Line-1]
	before, after, ok := cutAt(*line, n.Column, strings.TrimSpace(n.ast.GetToken().Value))
	if !ok {
		return nil, n.Errorf("%q cannot be changed: it is not written on one line", n.Text)
	}
	text := e.Text
	if !plain.MatchString(text) || strings.HasPrefix(text, "*") {
		text = strconv.Quote(text)
	}
	*line = before + text + after
	out := []byte(strings.Join(lines, ""))
	changed, err := ReadTree(e.File, out)
	if err != nil {
		return nil, fmt.Errorf("%q cannot be replaced by %q: %w", n.Text, e.Text, err)
	}
	n.Text = e.Text
	if !equal(root, changed) {
		return nil, n.Errorf("the value cannot be replaced by %q", e.Text)
	}
	return out, nil
}

// equal reports whether two trees have the same contents.
func equal(a, b *Node) bool {
	return a.Shape == b.Shape && a.Text == b.Text && slices.EqualFunc(a.Keys, b.Keys, equal) && slices.EqualFunc(a.Items, b.Items, equal)
}

// plain matches texts that need no quotes in YAML, even in a list.
var plain = regexp.MustCompile(`^[A-Za-z0-9+*][A-Za-z0-9+* -]*$`)

// cutAt splits a line around a value that starts at a column, counted from 1.
func cutAt(line string, column int, value string) (before, after string, ok bool) {
	runes := []rune(line)
	if column < 1 || column > len(runes) {
		return "", "", false
	}
	before = string(runes[:column-1])
	after, ok = strings.CutPrefix(string(runes[column-1:]), value)
	return before, after, ok
}

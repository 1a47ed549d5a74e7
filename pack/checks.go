package pack

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Checks collects the problems of a pack. Its methods check values; after a fault they return a harmless value, so that
// checking can continue.
type Checks struct {
	Problems []Problem
	File     string // the file being checked
	Unmarked bool   // values need no mark of their source
}

// Failed reports whether there is an error among the problems.
func (c *Checks) Failed() bool {
	return slices.ContainsFunc(c.Problems, func(p Problem) bool { return p.Severity == Error })
}

// Fail adds an error on a line of the current file.
func (c *Checks) Fail(line int, what, want string) {
	c.Problems = append(c.Problems, Problem{File: c.File, Line: line, Severity: Error, What: what, Want: want})
}

// Warn adds a warning on a line of the current file.
func (c *Checks) Warn(line int, what, want string) {
	c.Problems = append(c.Problems, Problem{File: c.File, Line: line, Severity: Warning, What: what, Want: want})
}

// Report adds an error. If it is a [Problem], it keeps its own file and line.
func (c *Checks) Report(err error) {
	var p Problem
	if !errors.As(err, &p) {
		p = Problem{File: c.File, Severity: Error, What: err.Error()}
	}
	c.Problems = append(c.Problems, p)
}

// Decode reads a file strictly into v, or only checks that it is text if v is nil. A missing file is a problem only if
// it is required. A file that already has problems is skipped.
func (c *Checks) Decode(f *Files, name string, required bool, v any) {
	if slices.ContainsFunc(c.Problems, func(p Problem) bool { return p.File == name }) {
		return
	}
	data, ok := f.Read(name)
	if !ok {
		if required {
			c.Problems = append(c.Problems, Problem{File: name, Severity: Error, What: "the file is missing"})
		}
		return
	}
	var p *Problem
	if v == nil {
		p = CheckText(name, data)
	} else {
		p = Decode(name, data, v)
	}
	if p != nil {
		c.Problems = append(c.Problems, *p)
	}
}

// slug is the form of ids, which are used in the notation of actions.
var slug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// ID reports whether w is a valid id. line is the line of its entry and what the kind of thing it identifies.
func (c *Checks) ID(line int, what string, w Word) bool {
	switch {
	case w.Line == 0:
		c.Fail(line, what+" without an id", "expected id: and a name in lower case, such as hastati-i")
	case !slug.MatchString(w.Text):
		c.Fail(w.Line, fmt.Sprintf("%s %q: not an id", what, w.Text), "expected lower-case letters, digits and single hyphens, such as hastati-i")
	default:
		return true
	}
	return false
}

// Unique reports whether an id is not in seen, and adds it.
func (c *Checks) Unique(seen map[string]int, what string, w Word) bool {
	if first, ok := seen[w.Text]; ok {
		c.Fail(w.Line, fmt.Sprintf("%s %s: the id is already used on line %d", what, w.Text, first), "ids are unique")
		return false
	}
	seen[w.Text] = w.Line
	return true
}

const marks = "A, B, C, D or R"

var (
	oneMark   = regexp.MustCompile(`^[ABCDR]$`)
	threeMark = regexp.MustCompile(`^[ABCDR]{3}$`)
)

// Value returns a required value, which must have the mark of its source. line is the line of its entry.
func (c *Checks) Value(line int, what string, m Marked) (string, bool) {
	return c.marked(line, what, m, oneMark)
}

// Values is like Value for a value of three numbers, which may have one mark each: "5-5-4 RAB".
func (c *Checks) Values(line int, what string, m Marked) (string, bool) {
	if len(m.Mark) == 3 {
		return c.marked(line, what, m, threeMark)
	}
	return c.marked(line, what, m, oneMark)
}

func (c *Checks) marked(line int, what string, m Marked, mark *regexp.Regexp) (string, bool) {
	switch {
	case m.Line == 0 && c.Unmarked:
		c.Fail(line, what+" is missing", "expected a value")
		return "", false
	case m.Line == 0:
		c.Fail(line, what+" is missing", "expected a value and the mark of its source, "+marks)
		return "", false
	case m.Mark == "" && c.Unmarked:
	case m.Mark == "":
		c.Fail(m.Line, fmt.Sprintf("%s %q has no mark of its source", what, m.Text), "write "+marks+" after it")
	case !mark.MatchString(m.Mark):
		c.Fail(m.Line, fmt.Sprintf("%s %q: mark %q is unknown", what, m.Text, m.Mark), "expected "+marks)
	}
	return m.Text, true
}

// Source checks the mark that applies to a whole entry.
func (c *Checks) Source(line int, what string, w Word) {
	switch {
	case w.Line == 0:
		c.Fail(line, what+" has no mark of its source", "write source: and "+marks)
	case !oneMark.MatchString(w.Text):
		c.Fail(w.Line, fmt.Sprintf("%s: mark %q is unknown", what, w.Text), "expected "+marks)
	}
}

// Number returns a marked number from lo to hi, or lo if it is not valid.
func (c *Checks) Number(line int, what string, m Marked, lo, hi int) int {
	s, ok := c.Value(line, what, m)
	if !ok {
		return lo
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < lo || n > hi {
		c.Fail(m.Line, fmt.Sprintf("%s %q is not a number from %d to %d", what, s, lo, hi), "")
		return lo
	}
	return n
}

// Flag returns a marked truth value.
func (c *Checks) Flag(line int, what string, m Marked) bool {
	s, ok := c.Value(line, what, m)
	if ok && s != "true" && s != "false" {
		c.Fail(m.Line, fmt.Sprintf("%s %q is neither true nor false", what, s), "")
	}
	return s == "true"
}

// OneOf reports whether id is one of ids. owner, the pack or the book, is named in the problem.
func (c *Checks) OneOf(line int, what, kind, id, owner string, ids []string) bool {
	if slices.Contains(ids, id) {
		return true
	}
	c.Fail(line, fmt.Sprintf("%s: %s %q is unknown", what, kind, id), owner+" has "+List(ids))
	return false
}

// ListOf returns the words of a marked list, each of which must be among ids.
func (c *Checks) ListOf(line int, what, field, kind string, m Marked, owner string, ids []string) []string {
	s, ok := c.Value(line, what+": "+field, m)
	if !ok {
		return nil
	}
	var out []string
	for _, id := range strings.Fields(s) {
		if slices.Contains(out, id) {
			c.Fail(m.Line, fmt.Sprintf("%s: %s names %s twice", what, field, id), "")
		} else if c.OneOf(m.Line, what, kind, id, owner, ids) {
			out = append(out, id)
		}
	}
	return out
}

// List returns ids separated by commas, or "none".
func List(ids []string) string {
	if len(ids) == 0 {
		return "none"
	}
	return strings.Join(ids, ", ")
}

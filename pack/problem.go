package pack

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// Severity says how bad a problem is.
type Severity string

const (
	Error   Severity = "error"   // the pack cannot be played
	Warning Severity = "warning" // the pack can be played, but this is probably a mistake
)

// Problem is one fault in a file: where it is, what is wrong, and what was expected.
type Problem struct {
	File     string   `json:"file"`
	Line     int      `json:"line,omitempty"`   // 0: the whole file
	Column   int      `json:"column,omitempty"` // 0: the whole line
	Severity Severity `json:"severity"`
	What     string   `json:"what"`
	Want     string   `json:"want,omitempty"`
	Excerpt  string   `json:"excerpt,omitempty"` // the lines before a YAML error, with a pointer to it
}

// String returns the problem in the form of a compiler error. An excerpt follows on separate lines. Control characters
// are escaped, because a problem often quotes the file.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
	}
	if p.Column > 0 {
		fmt.Fprintf(&b, ":%d", p.Column)
	}
	b.WriteString(": ")
	if p.Severity == Warning {
		b.WriteString("warning: ")
	}
	b.WriteString(p.What)
	if p.Want != "" {
		b.WriteString("; " + p.Want)
	}
	if p.Excerpt != "" {
		b.WriteString("\n" + p.Excerpt)
	}
	return Escape(b.String())
}

// Error returns the same text as String.
func (p Problem) Error() string { return p.String() }

// Compare orders problems by file, line and column.
func (p Problem) Compare(q Problem) int {
	return cmp.Or(
		strings.Compare(p.File, q.File),
		cmp.Compare(p.Line, q.Line),
		cmp.Compare(p.Column, q.Column),
		strings.Compare(p.What, q.What),
	)
}

// Errors returns the problems of severity [Error] as one error, or nil if there are none.
func Errors(problems []Problem) error {
	var errs []error
	for _, p := range problems {
		if p.Severity == Error {
			errs = append(errs, p)
		}
	}
	return errors.Join(errs...)
}

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
	Warning Severity = "warning" // it can, but was probably not meant so
)

// Problem is one thing that is wrong with a file: where, what, and what would be right.
type Problem struct {
	File     string   `json:"file"`
	Line     int      `json:"line,omitempty"`   // 0: the file as a whole
	Column   int      `json:"column,omitempty"` // 0: the line as a whole
	Severity Severity `json:"severity"`
	What     string   `json:"what"`
	Want     string   `json:"want,omitempty"`
	Excerpt  string   `json:"excerpt,omitempty"` // the lines around a fault of YAML, with a pointer to it
}

// String returns the problem as a compiler would print it. An excerpt follows on lines of its own. Control characters
// are escaped, because what is wrong with a file is often shown as it stands there.
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

// Error makes a Problem an error that says where it is.
func (p Problem) Error() string { return p.String() }

// Compare orders problems by place.
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

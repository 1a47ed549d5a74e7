package pack

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isControl reports whether a character has no place in a text. A terminal obeys control characters instead of showing
// them; line feeds and tabs are the exceptions.
func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

// FindControl returns the first control character of a text. Texts from other people must have none but tabs and the
// ends of lines, which are line feeds with or without a carriage return.
func FindControl(s string) (r rune, found bool) {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if i := strings.IndexFunc(s, isControl); i >= 0 {
		r, _ = utf8.DecodeRuneInString(s[i:])
		return r, true
	}
	return 0, false
}

// Escape returns a text with its control characters written as JSON would, \u001b, so that it can be printed on a
// terminal. Line feeds and tabs stay.
func Escape(s string) string {
	if strings.IndexFunc(s, isControl) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if isControl(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// EscapeWriter returns a writer that passes text on to w as [Escape] writes it. Each call of Write must bring whole
// characters.
func EscapeWriter(w io.Writer) io.Writer { return escapeWriter{w} }

type escapeWriter struct{ w io.Writer }

func (e escapeWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(e.w, Escape(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

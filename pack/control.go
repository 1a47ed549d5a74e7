package pack

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// isControl reports whether a character is a control character other than a line feed or a tab. Terminals obey control
// characters instead of showing them, so texts must not contain them.
func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

// FindControl returns the first control character of a text, if there is one. Tabs and line ends, which are line feeds
// with or without a carriage return, are allowed.
func FindControl(s string) (r rune, found bool) {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if i := strings.IndexFunc(s, isControl); i >= 0 {
		r, _ = utf8.DecodeRuneInString(s[i:])
		return r, true
	}
	return 0, false
}

// Escape returns a text with its control characters written as in JSON, \u001b, so that it can be printed on a terminal.
// Line feeds and tabs are kept, and bytes that are not UTF-8 become U+FFFD.
func Escape(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
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

// EscapeWriter returns a writer that writes text to w, escaped by [Escape]. It is safe for concurrent use.
func EscapeWriter(w io.Writer) io.Writer { return &escapeWriter{w: w} }

type escapeWriter struct {
	mu   sync.Mutex
	w    io.Writer
	rest []byte // the start of a character whose end has not been written yet
}

func (e *escapeWriter) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	text := append(e.rest, p...)
	end := len(text)
	for i := max(0, end-utf8.UTFMax+1); i < end; i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			end = i
		}
	}
	e.rest = slices.Clone(text[end:])
	if _, err := io.WriteString(e.w, Escape(string(text[:end]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

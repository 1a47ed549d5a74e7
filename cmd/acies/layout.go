package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// wrap breaks a text into lines of at most width characters, each after an indent.
func wrap(text string, width int, indent string) string {
	var lines []string
	line := indent
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == '\n' }) { // not at a no-break space
		if line != indent && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines, line = append(lines, line), indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, line), "\n")
}

// count returns a number with its noun.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-utf8.RuneCountInString(s))) }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// bar draws a share of n characters.
func bar(part, of, n int) string {
	full := int(math.Round(float64(n) * float64(part) / float64(of)))
	return strings.Repeat("█", full) + strings.Repeat("·", n-full)
}

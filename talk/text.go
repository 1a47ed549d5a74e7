package talk

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The longest texts, in characters.
const (
	maxMessage = 500
	maxNote    = 20_000
	maxWhy     = 500
)

// clean returns a text as it is kept: lines end with a newline, and characters that reorder the text around them are left out.
// It refuses other control characters, and a text that is too long.
func clean(text string, limit int) (string, error) {
	if !utf8.ValidString(text) {
		return "", ErrText
	}
	text = strings.Map(func(r rune) rune {
		if isOverride(r) {
			return -1
		}
		return r
	}, strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text))
	if utf8.RuneCountInString(text) > limit {
		return "", ErrText
	}
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return "", ErrText
		}
	}
	return text, nil
}

// isOverride reports whether a character sets the direction of those after it, by which a text could look like another.
func isOverride(r rune) bool { return r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069' }

// cleanMessage is clean for a message, which must have something to see.
func cleanMessage(text string) (string, error) {
	text, err := clean(strings.TrimSpace(text), maxMessage)
	if err != nil {
		return "", err
	}
	text = strings.TrimSpace(text) // between characters that were left out
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }) {
		return "", ErrText
	}
	return text, nil
}

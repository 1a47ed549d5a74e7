// Package rulebooktest compares the translation of a rulebook with the original. It finds what can be found without knowing what a
// sentence says: a clause that is missing, a figure, a reference or a code that is not the same.
package rulebooktest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Compare returns what is wrong with a translation. Each line must correspond to the line of the original with the same number:
// be a heading of the same level and number, a clause with the same id, a row of a table with as many cells, or text as the other is;
// and it must have the same figures.
func Compare(original, translation string) []string {
	var out []string
	theirs, ours := lines(original), lines(translation)
	for i := range min(len(theirs), len(ours)) {
		a, b := kind(theirs[i]), kind(ours[i])
		if a != b {
			return append(out, fmt.Sprintf("line %d is %s, in the original %s", i+1, b, a))
		}
		for _, problem := range compareLine(theirs[i], ours[i]) {
			out = append(out, fmt.Sprintf("line %d (%s): %s", i+1, a, problem))
		}
	}
	if len(ours) != len(theirs) {
		out = append(out, fmt.Sprintf("%d lines, in the original %d", len(ours), len(theirs)))
	}
	return out
}

func lines(text string) []string { return strings.Split(strings.TrimRight(text, "\n"), "\n") }

var lineForms = regexp.MustCompile(`^(?:(#+ (?:[0-9]+(?:\.[0-9A-E]+)*|C[0-9]|[A-Z]{2})?\b)|(- \[[^\]]*\](?: \([a-z]+\))?)|(\|)|(- )|(.))?`)

// kind returns of what kind a line is, as far as a translation must keep it.
func kind(line string) string {
	m := lineForms.FindStringSubmatch(line)
	switch {
	case m[1] != "":
		return strings.TrimSpace(m[1])
	case m[2] != "":
		source := regexp.MustCompile(`\((sheet|public|ours)\)`).FindString(m[2])
		return strings.TrimSpace(line[2:strings.Index(line, "]")+1] + " " + source)
	case m[3] != "":
		return fmt.Sprintf("a row of %d cells", strings.Count(line, "|")-1)
	case m[4] != "":
		return "an item"
	case m[5] != "":
		return "text"
	}
	return "empty"
}

// compareLine returns how the figures of two lines differ, cell by cell if they are rows of a table.
func compareLine(original, translation string) []string {
	if !strings.HasPrefix(original, "|") {
		return compareText(original, translation)
	}
	var out []string
	ours := strings.Split(translation, "|")
	for i, cell := range strings.Split(original, "|") {
		out = append(out, compareText(cell, ours[i])...)
	}
	return out
}

func compareText(original, translation string) []string {
	a, b := figures(original), figures(translation)
	var out []string
	for _, f := range slices.Sorted(maps.Keys(a)) {
		if a[f] > b[f] {
			out = append(out, "lacks "+f)
		}
	}
	for _, f := range slices.Sorted(maps.Keys(b)) {
		if b[f] > a[f] {
			out = append(out, "has "+f+", which the original has not")
		}
	}
	return out
}

var (
	// A list or a fraction is one figure, since its order matters: "0, +1, −2", "5/6".
	number = regexp.MustCompile(`(?:\b[a-z]{3}-)?(?:\b[A-Z]{1,2})?[+−±]?[0-9]+(?:\.(?:[0-9]+|[A-E]))*(?:[a-z]{1,2}\b)?(?:(?:, | ?/ ?|–)[+−±]?[0-9]+\b)*`)
	mark   = regexp.MustCompile(`([0-9])[,\x{202f}]([0-9])`) // of thousands and fractions, in which languages differ
	hyphen = regexp.MustCompile(`(^|[\s("/])-([0-9])`)       // a minus typed as a hyphen

	suffix = regexp.MustCompile(`^(?:([0-9])s|([0-9]+)(?:st|nd|rd|th))$`) // "1s and 2s", the faces of dice; "20th"
	phase  = regexp.MustCompile(`[Pp]hases? ([A-E])\b|\b([A-E])\.[0-9]`)
	word   = regexp.MustCompile(`\p{L}+['’]?`)
)

// codes are the words that are the same in all languages: types of units, results of the charts and facings. In, At and Il are not
// among them, since they are words of English or French too.
var codes = strings.Fields("Lg Ho Pe Ja Ar Ca Ph Cl El Ch Ha Su Pi Mi Ab Aq D Dr F R UR UL DR DL")

// numerals are the numbers that may be written as words, in English and in French. One and two are not among them: for them a
// language has too many words.
var numerals = map[string]string{
	"three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
	"fives": "5", "sixes": "6",
	"trois": "3", "quatre": "4", "cinq": "5", "sept": "7", "huit": "8", "neuf": "9", "dix": "10", "onze": "11", "douze": "12",
}

// figures returns the figures, references and codes of a text, and how often each occurs.
func figures(text string) map[string]int {
	text = hyphen.ReplaceAllString(mark.ReplaceAllString(text, "$1.$2"), "$1−$2")
	out := map[string]int{}
	for _, f := range number.FindAllString(text, -1) {
		out[strings.ReplaceAll(suffix.ReplaceAllString(f, "$1$2"), " ", "")]++
	}
	for _, m := range phase.FindAllStringSubmatch(text, -1) {
		out["phase "+m[1]+m[2]]++
	}
	for _, at := range word.FindAllStringIndex(text, -1) {
		w := text[at[0]:at[1]]
		if slices.Contains(codes, w) && !within(text, at) {
			out[w]++
		} else if n, ok := numerals[strings.ToLower(w)]; ok {
			out["the word for "+n]++
		}
	}
	return out
}

// within reports whether a word is only a part of a figure, as the D in D.1 and the R in R12 are.
func within(text string, at []int) bool {
	next := text[at[1]:]
	return next != "" && unicode.IsDigit(rune(next[0])) || len(next) > 1 && next[0] == '.' && unicode.IsDigit(rune(next[1]))
}

package rulebook

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
)

//go:embed scope.txt
var scope string

//go:embed also.*.txt
var also embed.FS

// limit is a line of a list of clauses that are about some battles or books only.
type limit struct {
	id     string
	prefix bool
	of     []string
}

var limits = sync.OnceValue(func() *[]limit {
	list := readLimits(scope)
	return &list
})

// Limit adds clauses of a text that was added with [Add] to those that are about some battles or books only, in the form of
// scope.txt. It panics if a line has no clause. It is called before the program does anything else.
func Limit(list string) { *limits() = append(*limits(), readLimits(list)...) }

func readLimits(list string) (out []limit) {
	for line := range strings.Lines(list) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		id, prefix := strings.CutSuffix(words[0], "*")
		x := limit{id, prefix, words[1:]}
		if len(x.of) == 0 || !slices.ContainsFunc(load().clauses, func(c Clause) bool { return x.about(c.ID) }) {
			panic(fmt.Sprintf("rulebook: the list of limited clauses has %s, which is no clause or lacks its battles", words[0]))
		}
		out = append(out, x)
	}
	return out
}

func (x *limit) about(id string) bool { return id == x.id || x.prefix && strings.HasPrefix(id, x.id) }

// Scope returns the ids of the battles and books that a clause is about, or nil if it is about all battles of its text.
func Scope(id string) []string {
	for _, x := range *limits() {
		if x.about(id) {
			return x.of
		}
	}
	return nil
}

// synonyms are the lists of words for the same thing, by language.
var synonyms = sync.OnceValue(func() map[string][][]string {
	out := map[string][][]string{}
	for _, lang := range []string{"en", "fr"} {
		text, err := also.ReadFile("also." + lang + ".txt")
		if err != nil {
			panic(err) // the file is part of the program
		}
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "#") {
				out[lang] = append(out[lang], strings.Fields(strings.ToLower(line)))
			}
		}
	}
	return out
})

// Also returns the words that a text does not have, but by which somebody may look for it.
func Also(lang, text string) (out []string) {
	has := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	for _, same := range synonyms()[lang] {
		if !slices.ContainsFunc(same, func(w string) bool { return slices.Contains(has, w) }) {
			continue
		}
		for _, w := range same {
			if !slices.Contains(has, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

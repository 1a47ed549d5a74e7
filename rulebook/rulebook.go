// Package rulebook holds the rules as the game shows them, clause by clause, in our own words. Code, tests, log lines and
// help refer to a rule by its clause id, such as ant-10.5c.
//
// The rules are written in English. A translation has the same lines with the same ids, so that whoever is shown a clause can
// read it in his language; see [Clause.In].
package rulebook

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"acies/words/typography"
)

// Files holds the complete texts in Markdown, and their translations: antiquity.md, antiquity.fr.md.
//
//go:embed *.md
var Files embed.FS

//go:embed untestable.txt
var untestable string

// Clause is one statement of the rules.
type Clause struct {
	ID      string // "ant-10.5c"
	Book    string // the name of the text that contains it: "antiquity"
	Chapter string // the heading of its chapter: "10 Melee"
	Section string // the heading of its section within the chapter, if any: "10.5 Retreat after melee"
	Source  string // what the text says of where it comes from: "ours"; see [Sources]
	Lang    string // the language of its headings and of what it says: "en"
	Text    string
}

// In returns the clause in a language or, if it has not been translated, as it is written.
func (c Clause) In(lang string) Clause {
	if t, ok := load().translations[lang].clauses[c.ID]; ok {
		return t
	}
	return c
}

// Sources are the words in brackets with which a clause can begin, for where it comes from: print, what has been published
// about it, or a decision of this edition.
var Sources = []string{"sheet", "public", "ours"}

// Clauses returns all clauses in the order of the books.
func Clauses() []Clause {
	return append([]Clause(nil), load().clauses...)
}

// Books returns the names of the texts.
func Books() []string {
	var out []string
	for _, c := range load().clauses {
		if len(out) == 0 || out[len(out)-1] != c.Book {
			out = append(out, c.Book)
		}
	}
	return out
}

// Of returns the clauses of the text with the rules of a book. Volumes can share a text: antiquity-1 and antiquity-2 are
// both in antiquity.md.
func Of(book string) []Clause {
	name, _, _ := strings.Cut(book, "-")
	var out []Clause
	for _, c := range load().clauses {
		if c.Book == name {
			out = append(out, c)
		}
	}
	return out
}

// Title returns the title of the text with the rules of a book, in a language if it has been translated, or "" if there is
// no such text.
func Title(book, lang string) string {
	name, _, _ := strings.Cut(book, "-")
	if title := load().translations[lang].titles[name]; title != "" {
		return title
	}
	return load().titles[name]
}

// Prefixes returns the parts of clause ids before the hyphen: "ant", "med".
func Prefixes() []string { return load().prefixes }

// Add adds the text of a rulebook that is not in [Files]. It panics if one of its clause ids exists already. It is called
// before the program does anything else; see system.Ruled.
func Add(name, text string) { load().read(name, text) }

// Translate adds the translation of a text that was added with [Add]. It panics if it has a clause that the text does not
// have.
func Translate(name, lang, text string) { load().translate(name, lang, text) }

// Exempt adds clauses of a text that was added with [Add] to those that no program can test, in the form of
// untestable.txt. It panics if one of them does not exist or has no reason.
func Exempt(list string) { load().exempt(list) }

// Find returns the clause with the given id.
func Find(id string) (Clause, bool) {
	i, ok := load().index[id]
	if !ok {
		return Clause{}, false
	}
	return load().clauses[i], true
}

// Untestable returns the clauses that no program can test, with the reasons, by id.
func Untestable() map[string]string { return maps.Clone(load().untestable) }

// library is all clauses that have been read.
type library struct {
	clauses  []Clause
	index    map[string]int
	prefixes []string
	titles   map[string]string // by the names of the texts

	translations map[string]translation // by language
	untestable   map[string]string      // reasons by id
}

// translation is everything that has been read in a language other than the original one.
type translation struct {
	clauses map[string]Clause // by id
	titles  map[string]string // by the names of the texts
}

const original = "en"

var load = sync.OnceValue(func() *library {
	names, err := fs.Glob(Files, "*.md")
	if err != nil {
		panic(err) // the pattern is valid
	}
	l := &library{
		index: map[string]int{}, titles: map[string]string{}, translations: map[string]translation{}, untestable: map[string]string{},
	}
	slices.SortStableFunc(names, func(a, b string) int { return strings.Count(a, ".") - strings.Count(b, ".") }) // translations last
	for _, name := range names {
		text, err := fs.ReadFile(Files, name)
		if err != nil {
			panic(err) // the file is part of the program
		}
		if book, lang, ok := strings.Cut(strings.TrimSuffix(name, ".md"), "."); ok {
			l.translate(book, lang, string(text))
		} else {
			l.read(book, string(text))
		}
	}
	l.exempt(untestable)
	return l
})

var (
	heading = regexp.MustCompile(`^(##+) (.*)$`)
	clause  = regexp.MustCompile(`^- \[([a-z]+-[0-9A-Za-z.]+)\] (.*)$`)
)

// parse returns the title and the clauses of a text.
func parse(book, lang, text string) (title string, clauses []Clause) {
	var chapter, section string
	for line := range strings.Lines(typography.Set(lang, text)) {
		line = strings.TrimRight(line, "\r\n")
		if t, ok := strings.CutPrefix(line, "# "); ok && title == "" {
			title = t
			continue
		}
		if h := heading.FindStringSubmatch(line); h != nil {
			if h[1] == "##" {
				chapter, section = h[2], ""
			} else {
				section = h[2]
			}
			continue
		}
		c := clause.FindStringSubmatch(line)
		if c == nil {
			continue
		}
		source, rule := splitSource(c[2])
		clauses = append(clauses, Clause{ID: c[1], Book: book, Chapter: chapter, Section: section, Source: source, Lang: lang, Text: rule})
	}
	return title, clauses
}

// read adds the clauses of a text. It panics if an id is used twice, which is a mistake in the program.
func (l *library) read(book, text string) {
	title, clauses := parse(book, original, text)
	l.titles[book] = title
	for _, c := range clauses {
		if _, ok := l.index[c.ID]; ok {
			panic(fmt.Sprintf("rulebook: %s.md: the clause id %s is used twice", book, c.ID))
		}
		if prefix, _, _ := strings.Cut(c.ID, "-"); !slices.Contains(l.prefixes, prefix) {
			l.prefixes = append(l.prefixes, prefix)
		}
		l.index[c.ID] = len(l.clauses)
		l.clauses = append(l.clauses, c)
	}
}

// translate adds the translation of a text. It panics if it has a clause that the text does not have, which is a mistake in
// the program.
func (l *library) translate(book, lang, text string) {
	t, ok := l.translations[lang]
	if !ok {
		t = translation{map[string]Clause{}, map[string]string{}}
		l.translations[lang] = t
	}
	title, clauses := parse(book, lang, text)
	t.titles[book] = title
	for _, c := range clauses {
		if i, ok := l.index[c.ID]; !ok || l.clauses[i].Book != book {
			panic(fmt.Sprintf("rulebook: the translation of %s into %q has %s, which is not a clause", book, lang, c.ID))
		}
		t.clauses[c.ID] = c
	}
}

// splitSource separates where a clause comes from and what it says.
func splitSource(text string) (source, rule string) {
	for _, s := range Sources {
		if rest, ok := strings.CutPrefix(text, "("+s+") "); ok {
			return s, rest
		}
	}
	return "", text
}

// exempt reads a list of clauses that no program can test. It panics if a line is not the id of a clause and a reason,
// which is a mistake in the program.
func (l *library) exempt(list string) {
	for line := range strings.Lines(list) {
		id, reason, _ := strings.Cut(strings.TrimSpace(line), " ")
		if id == "" || strings.HasPrefix(id, "#") {
			continue
		}
		if _, ok := l.index[id]; !ok {
			panic(fmt.Sprintf("rulebook: the list of untestable clauses has %s, which is not a clause", id))
		}
		if reason = strings.TrimSpace(reason); reason == "" {
			panic(fmt.Sprintf("rulebook: the list of untestable clauses gives no reason for %s", id))
		}
		l.untestable[id] = reason
	}
}

// Package rulebook holds the rules as the game shows them, clause by clause, in our own words. Code, tests, log lines and
// help refer to a rule by its clause id, such as ant-10.5c.
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
)

// Files holds the complete texts in Markdown.
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
	Text    string
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

// Title returns the title of the text with the rules of a book, or "" if there is none.
func Title(book string) string {
	name, _, _ := strings.Cut(book, "-")
	return load().titles[name]
}

// Prefixes returns the parts of clause ids before the hyphen: "ant", "med".
func Prefixes() []string { return load().prefixes }

// Add adds the text of a rulebook that is not in [Files]. It panics if one of its clause ids exists already. It is called
// before the program does anything else; see system.Ruled.
func Add(name, text string) { load().read(name, text) }

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

	untestable map[string]string // reasons by id
}

var load = sync.OnceValue(func() *library {
	names, err := fs.Glob(Files, "*.md")
	if err != nil {
		panic(err) // the pattern is valid
	}
	l := &library{index: map[string]int{}, titles: map[string]string{}, untestable: map[string]string{}}
	for _, name := range names {
		text, err := fs.ReadFile(Files, name)
		if err != nil {
			panic(err) // the file is part of the program
		}
		l.read(strings.TrimSuffix(name, ".md"), string(text))
	}
	l.exempt(untestable)
	return l
})

var (
	heading = regexp.MustCompile(`^(##+) (.*)$`)
	clause  = regexp.MustCompile(`^- \[([a-z]+-[0-9A-Za-z.]+)\] (.*)$`)
)

// read adds the clauses of a text. It panics if an id is used twice, which is a mistake in the program.
func (l *library) read(book, text string) {
	var chapter, section string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if title, ok := strings.CutPrefix(line, "# "); ok && l.titles[book] == "" {
			l.titles[book] = title
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
		if _, ok := l.index[c[1]]; ok {
			panic(fmt.Sprintf("rulebook: %s.md: the clause id %s is used twice", book, c[1]))
		}
		if prefix, _, _ := strings.Cut(c[1], "-"); !slices.Contains(l.prefixes, prefix) {
			l.prefixes = append(l.prefixes, prefix)
		}
		l.index[c[1]] = len(l.clauses)
		source, rule := splitSource(c[2])
		l.clauses = append(l.clauses, Clause{ID: c[1], Book: book, Chapter: chapter, Section: section, Source: source, Text: rule})
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

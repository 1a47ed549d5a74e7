// Package pack reads packs: folders of text files that describe a battle and can be edited by hand. It reads what the
// packs of all rulebooks have in common:
//
//	battle.yaml    the battle: its id, its book of rules, its sides and options
//	text.en.yaml   the names of everything, in each language
//	text.fr.yaml
//	lessons/*.yaml worked examples that are played on the table, if there are any; see [Lesson]
//
// Everything else belongs to the rulebook, which reads its own files with [Decode] or [ReadTree] and checks them with
// [Checks]. Every fault is a [Problem] with its file, line and column. Files are regular files within the folder, of
// limited size; texts have no control characters; damaged or hostile input only ever gives a list of problems.
//
// [Files.Edit] changes values in a pack and leaves the rest of its files unchanged. [Files.Archive] compresses a pack into
// one piece of data, which is stored with the games that were started with it.
package pack

import (
	"maps"
	"slices"
)

// Pack is the part of a pack that is the same for every rulebook. It never changes.
type Pack struct {
	ID        string   // "sparta-195bc"
	Book      string   // the id of the book of rules
	Sides     []string // their ids
	Options   []string // the ids of the variants that players may choose
	Languages []string // of its texts
	Files     *Files

	// Groups are the groups of options, by the ids of the options. A game has at most one option of a group.
	Groups map[string]string

	texts map[string]Texts
}

// Open reads what is common to all packs. It leaves fields that are missing or not valid empty, since the rulebook
// decides what a battle must have. The problems are those of files that could not be read at all.
func Open(f *Files) (*Pack, []Problem) {
	c := &Checks{Problems: f.Problems()}
	p := &Pack{Files: f, texts: c.readTexts(f)}
	p.Languages = slices.Sorted(maps.Keys(p.texts))
	if data, ok := f.Read(Main); !ok {
		c.File = Main
		if !slices.ContainsFunc(c.Problems, func(p Problem) bool { return p.File == Main }) {
			c.Fail(0, "the file is missing", "")
		}
	} else if n, err := ReadTree(Main, data); err != nil {
		c.Report(err)
	} else {
		p.readHeader(n)
	}
	slices.SortStableFunc(c.Problems, Problem.Compare)
	return p, c.Problems
}

func (p *Pack) readHeader(n *Node) {
	word := func(n *Node) string {
		if n == nil || n.Shape != Scalar {
			return ""
		}
		return n.Text
	}
	ids := func(n *Node) []string {
		var out []string
		if n == nil || n.Shape != Sequence {
			return nil
		}
		for _, item := range n.Items {
			if id := word(item.Get("id")); id != "" {
				out = append(out, id)
			}
		}
		return out
	}
	p.ID, p.Book = word(n.Get("id")), word(n.Get("book"))
	p.Sides, p.Options = ids(n.Get("sides")), ids(n.Get("options"))
	p.Groups = map[string]string{}
	if len(p.Options) == 0 {
		return
	}
	for _, item := range n.Get("options").Items {
		if id, group := word(item.Get("id")), word(item.Get("group")); id != "" && group != "" {
			p.Groups[id] = group
		}
	}
}

// Text returns the text of a key such as "battle.intro" in a language.
func (p *Pack) Text(lang, key string) (string, bool) {
	w, ok := p.texts[lang][key]
	return w.Text, ok
}

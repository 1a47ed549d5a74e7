package rulebook

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// FuzzParse reads any text as a rulebook: the clauses that are found have ids, and are found again in a text of them alone.
func FuzzParse(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string, french bool) {
		lang := "en"
		if french {
			lang = "fr"
		}
		title, clauses := parse("toy", lang, text)
		if len(clauses) > strings.Count(text, "\n")+1 {
			t.Fatalf("%q has %d clauses", text, len(clauses))
		}
		var b strings.Builder
		if title != "" {
			fmt.Fprintf(&b, "# %s\n", title)
		}
		for _, c := range clauses {
			fmt.Fprintf(&b, "## %s\n", c.Chapter)
			if c.Section != "" {
				fmt.Fprintf(&b, "### %s\n", c.Section)
			}
			line := "- [" + c.ID + "] " + c.Text
			if c.Source != "" {
				line = "- [" + c.ID + "] (" + c.Source + ") " + c.Text
			}
			fmt.Fprintln(&b, line)
			if prefix, rest, ok := strings.Cut(c.ID, "-"); !ok || prefix == "" || rest == "" || c.Book != "toy" || c.Lang != lang {
				t.Fatalf("%q has the clause %+v", text, c)
			}
		}
		if again, same := parse("toy", lang, b.String()); again != title || !slices.Equal(same, clauses) {
			t.Fatalf("%q is read as %q with %+v, and that, written as %q, as %q with %+v", text, title, clauses, b.String(), again, same)
		}
	})
}

package rulebook_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"acies/rulebook"
	"acies/rulebook/rulebooktest"
)

func TestFind(t *testing.T) {
	tests := []struct {
		id   string
		want rulebook.Clause
	}{
		{"ant-0a", rulebook.Clause{
			ID: "ant-0a", Book: "antiquity", Lang: "en", Chapter: "0 General rules", Text: "Two players each own one army.",
		}},
		{"ant-5.1a", rulebook.Clause{
			ID: "ant-5.1a", Book: "antiquity", Lang: "en", Chapter: "5 Stacking", Section: "5.1 General",
			Text: "The units in one hex may total at most 9 SP.",
		}},
		{"iss-13.7", rulebook.Clause{
			ID: "iss-13.7", Book: "antiquity", Lang: "en", Chapter: "Scenario: Issos", Section: "Special rules",
			Text: "Levies: In units may not start a melee against Ph or Ho units.",
		}},
		{"med-10.2a", rulebook.Clause{
			ID: "med-10.2a", Book: "medieval", Lang: "en", Chapter: "10 Melees", Section: "10.2 Charges",
			Text: "A charge is a special melee made only by mounted Ch and mounted Ha units.",
		}},
		{"bou-4a", rulebook.Clause{
			ID: "bou-4a", Book: "medieval", Lang: "en", Chapter: "Scenario: Bouvines, 27 July 1214", Section: "Special rules",
			Text: "Two Mi units of the same banner may share a hex (5.2.2b).",
		}},
	}
	for _, test := range tests {
		if got, ok := rulebook.Find(test.id); !ok || got != test.want {
			t.Errorf("Find(%s) = %+v, %t\nwant %+v", test.id, got, ok, test.want)
		}
	}
	if c, ok := rulebook.Find("ant-99z"); ok {
		t.Errorf("Find(ant-99z) = %+v", c)
	}
}

func TestClauses(t *testing.T) {
	clauses := rulebook.Clauses()
	if len(clauses) < 1500 {
		t.Fatalf("%d clauses", len(clauses))
	}
	for _, c := range clauses {
		if c.Chapter == "" || c.Text == "" {
			t.Errorf("%s has chapter %q and text %q", c.ID, c.Chapter, c.Text)
		}
	}
	clauses[0].ID = "changed"
	if rulebook.Clauses()[0].ID == "changed" {
		t.Error("the caller can change the rulebook")
	}
}

func TestBooks(t *testing.T) {
	if got, want := rulebook.Books(), []string{"antiquity", "medieval"}; !slices.Equal(got, want) {
		t.Errorf("Books() = %q, want %q", got, want)
	}
}

func TestOf(t *testing.T) {
	tests := []struct {
		book, first string
	}{
		{"antiquity-1", "ant-0a"},
		{"antiquity-2", "ant-0a"},
		{"medieval", "med-0a"},
		{"chess", ""},
		{"", ""},
	}
	for _, test := range tests {
		got := rulebook.Of(test.book)
		switch {
		case test.first == "" && got != nil:
			t.Errorf("Of(%q) = %d clauses", test.book, len(got))
		case test.first != "" && (len(got) < 500 || got[0].ID != test.first):
			t.Errorf("Of(%q) = %d clauses, want all that begin with %s", test.book, len(got), test.first)
		}
	}
}

// TestReferences checks that every ruling and clause that a clause refers to exists. Where a reference does not name the
// book, as in R12, X20, MTf or 10.7c, its own is meant.
func TestReferences(t *testing.T) {
	whole := regexp.MustCompile(`\b[a-z]{3}-[0-9A-Z](?:[0-9A-Za-z.]*[0-9A-Za-z])?`)
	short := regexp.MustCompile(`(?:^|[^-.\w])(R[0-9]+|(?:X|TC|FT|MT|MR|LE)[0-9a-z]+|[0-9]{1,2}(?:\.[0-9A-E]+)*[a-z])\b`)
	for _, c := range rulebook.Clauses() {
		ids := whole.FindAllString(c.Text, -1)
		own, _, _ := strings.Cut(rulebook.Of(c.Book)[0].ID, "-")
		for _, m := range short.FindAllStringSubmatch(c.Text, -1) {
			ids = append(ids, own+"-"+m[1])
		}
		for _, id := range ids {
			if _, ok := rulebook.Find(id); !ok {
				t.Errorf("%s refers to %s, which is not there", c.ID, id)
			}
		}
	}
}

func TestUntestable(t *testing.T) {
	list := rulebook.Untestable()
	if len(list) == 0 {
		t.Fatal("the list is empty")
	}
	for id, reason := range list {
		if _, ok := rulebook.Find(id); !ok {
			t.Errorf("%s is not a clause", id)
		}
		if reason == "" {
			t.Errorf("%s has no reason", id)
		}
	}
}

// TestEveryLineIsRead checks that no line that looks like a clause is lost for its form.
func TestEveryLineIsRead(t *testing.T) {
	names, err := fs.Glob(rulebook.Files, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range slices.DeleteFunc(names, isTranslation) {
		text, err := fs.ReadFile(rulebook.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		n += strings.Count(string(text), "\n- [")
	}
	if got := len(rulebook.Clauses()); got != n {
		t.Errorf("%d clauses of %d lines", got, n)
	}
}

func isTranslation(name string) bool { return strings.Count(name, ".") > 1 }

// TestTranslations checks that a translation has every clause of its original, with the same figures, references and codes.
func TestTranslations(t *testing.T) {
	names, err := fs.Glob(rulebook.Files, "*.*.md")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		book, _, _ := strings.Cut(name, ".")
		original, err := fs.ReadFile(rulebook.Files, book+".md")
		if err != nil {
			t.Fatal(err)
		}
		translation, err := fs.ReadFile(rulebook.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range rulebooktest.Compare(string(original), string(translation)) {
			t.Errorf("%s: %s", name, problem)
		}
	}
}

// TestIn checks that a clause is given in a language where it has been translated, and as it is written elsewhere.
func TestIn(t *testing.T) {
	c, _ := rulebook.Find("ant-5.1a")
	want := rulebook.Clause{
		ID: "ant-5.1a", Book: "antiquity", Lang: "fr", Chapter: "5 Empilement", Section: "5.1 Généralités",
		Text: "Les unités d’un hexagone totalisent au plus 9 PF.",
	}
	if got := c.In("fr"); got != want {
		t.Errorf("In(fr) = %+v\nwant %+v", got, want)
	}
	for _, lang := range []string{"en", "la", ""} {
		if got := c.In(lang); got != c {
			t.Errorf("In(%q) = %+v", lang, got)
		}
	}
	for _, c := range rulebook.Clauses() {
		if got := c.In("fr").Lang; got != "fr" {
			t.Errorf("%s is in %q, not in French", c.ID, got)
		}
	}
}

func TestTitle(t *testing.T) {
	for _, test := range []struct{ book, lang, want string }{
		{"antiquity-1", "en", "By the Edge of the Sword: Antiquity"},
		{"antiquity-2", "fr", "Au fil de l’épée\u00a0: Antiquité"},
		{"antiquity", "la", "By the Edge of the Sword: Antiquity"},
		{"chess", "fr", ""},
	} {
		if got := rulebook.Title(test.book, test.lang); got != test.want {
			t.Errorf("Title(%q, %q) = %q, want %q", test.book, test.lang, got, test.want)
		}
	}
}

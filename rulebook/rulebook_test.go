package rulebook_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"acies/rulebook"
)

func TestFind(t *testing.T) {
	tests := []struct {
		id   string
		want rulebook.Clause
	}{
		{"ant-0a", rulebook.Clause{
			ID: "ant-0a", Book: "ant", Chapter: "0 General rules", Text: "Two players each own one army.",
		}},
		{"ant-5.1a", rulebook.Clause{
			ID: "ant-5.1a", Book: "ant", Chapter: "5 Stacking", Section: "5.1 General",
			Text: "The units in one hex may total at most 9 SP.",
		}},
		{"iss-13.7", rulebook.Clause{
			ID: "iss-13.7", Book: "iss", Chapter: "Scenario: Issos", Section: "Special rules",
			Text: "Levies: In units may not start a melee against Ph or Ho units.",
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
	if len(clauses) < 750 {
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

// TestReferences checks that every ruling and clause that a clause refers to exists.
func TestReferences(t *testing.T) {
	reference := regexp.MustCompile(`\b(?:ant-|iss-)[0-9A-Z][0-9A-Za-z.]*[0-9A-Za-z]|\bR[0-9]+\b`)
	for _, c := range rulebook.Clauses() {
		for _, id := range reference.FindAllString(c.Text, -1) {
			if strings.HasPrefix(id, "R") {
				id = "ant-" + id
			}
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
	for _, name := range names {
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

package kit_test

import (
	"regexp"
	"strings"
	"testing"

	"acies/rulebook"
	"acies/rulebook/rulebooktest"
	"acies/rules/impetus/kit"
	"acies/system"
)

var (
	_ system.Exempting  = kit.System{}
	_ system.Translated = kit.System{}
)

// clauses returns the clauses of the rulebook, whether or not it is registered.
func clauses() []rulebook.Clause {
	name, text := kit.System{}.Rules()
	if len(rulebook.Of(name)) == 0 {
		rulebook.Add(name, text)
		rulebook.Exempt(kit.System{}.Untestable())
	}
	return rulebook.Of(name)
}

// TestEveryLineIsRead checks that no line that looks like a clause is lost for its form.
func TestEveryLineIsRead(t *testing.T) {
	_, text := kit.System{}.Rules()
	if n := strings.Count(text, "\n- ["); len(clauses()) != n || n < 890 {
		t.Errorf("%d clauses of %d lines", len(clauses()), n)
	}
	form := regexp.MustCompile(`^imp-[0-9A-Za-z.]+$`)
	for _, c := range clauses() {
		if !form.MatchString(c.ID) || c.Chapter == "" || c.Text == "" {
			t.Errorf("%s has chapter %q and text %q", c.ID, c.Chapter, c.Text)
		}
	}
}

// TestTranslations checks that the translation has every clause of the rules, with the same figures and references.
func TestTranslations(t *testing.T) {
	_, text := kit.System{}.Rules()
	for lang, translation := range (kit.System{}).Translations() {
		for _, problem := range rulebooktest.Compare(text, translation) {
			t.Errorf("%s: %s", lang, problem)
		}
	}
}

// TestReferences checks that every clause that a clause refers to exists. Where a reference lacks the prefix, as in 10.4h,
// it is added.
func TestReferences(t *testing.T) {
	whole := regexp.MustCompile(`\bimp-[0-9A-Z](?:[0-9A-Za-z.]*[0-9A-Za-z])?`)
	short := regexp.MustCompile(`(?:^|[^-.\w])([0-9]{1,2}(?:\.[0-9]+)+[a-z]{1,2})\b`)
	n := 0
	for _, c := range clauses() {
		ids := whole.FindAllString(c.Text, -1)
		for _, m := range short.FindAllStringSubmatch(c.Text, -1) {
			ids = append(ids, "imp-"+m[1])
		}
		for _, id := range ids {
			n++
			if _, ok := rulebook.Find(id); !ok {
				t.Errorf("%s refers to %s, which is not there", c.ID, id)
			}
		}
	}
	if n < 50 {
		t.Errorf("%d references", n)
	}
}

// TestUntestable checks that every line of the list has a clause and a reason.
func TestUntestable(t *testing.T) {
	n := 0
	for _, c := range clauses() {
		if reason, ok := rulebook.Untestable()[c.ID]; ok {
			n++
			if reason == "" {
				t.Errorf("%s has no reason", c.ID)
			}
		}
	}
	if want := strings.Count(kit.System{}.Untestable(), "\nimp-"); n != want || n == 0 {
		t.Errorf("%d clauses are untestable, the list has %d", n, want)
	}
}

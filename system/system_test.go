package system_test

import (
	"slices"
	"testing"

	"acies/rulebook"
	"acies/system"
)

// ruled is a rulebook of which only the text of its rules matters.
type ruled struct{ system.System }

func (ruled) ID() string      { return "draughts" }
func (ruled) Books() []string { return []string{"draughts-1"} }
func (ruled) Rules() (string, string) {
	return "draughts", "# Draughts\n\n## 1 Moves\n\n- [dra-1a] A man moves forward.\n"
}

func (ruled) Translations() map[string]string {
	return map[string]string{"fr": "# Dames\n\n## 1 Coups\n\n- [dra-1a] Un pion avance.\n"}
}
func (ruled) Untestable() string { return "# Reasons\n\ndra-1a  known to everyone\n" }

// The clauses of a rulebook are known when it is registered, and its books lead to it.
func TestRegister(t *testing.T) {
	if s := system.ForBook("draughts-1"); s != nil {
		t.Fatalf("there is a rulebook %s already", s.ID())
	}
	system.Register(ruled{})
	if s := system.ForBook("draughts-1"); s == nil || s.ID() != "draughts" {
		t.Errorf("ForBook returns %v", s)
	}
	want := rulebook.Clause{ID: "dra-1a", Book: "draughts", Chapter: "1 Moves", Lang: "en", Text: "A man moves forward."}
	if c, ok := rulebook.Find("dra-1a"); !ok || c != want {
		t.Errorf("Find returns %+v, %t, want %+v", c, ok, want)
	}
	if !slices.Equal(rulebook.Of("draughts-1"), []rulebook.Clause{want}) || !slices.Contains(rulebook.Prefixes(), "dra") {
		t.Errorf("the text has %v; the prefixes are %v", rulebook.Of("draughts-1"), rulebook.Prefixes())
	}
	french := rulebook.Clause{ID: "dra-1a", Book: "draughts", Chapter: "1 Coups", Lang: "fr", Text: "Un pion avance."}
	if c := want.In("fr"); c != french {
		t.Errorf("in French it is %+v, want %+v", c, french)
	}
	if reason := rulebook.Untestable()["dra-1a"]; reason != "known to everyone" {
		t.Errorf("the clause cannot be tested because %q", reason)
	}
}

package rulebook_test

import (
	"slices"
	"testing"

	"acies/rulebook"
)

func TestScope(t *testing.T) {
	for _, test := range []struct {
		id   string
		want []string
	}{
		{"ant-10.5c", nil},
		{"ant-R1", nil},
		{"ant-13.2.2a", []string{"sparta-195bc"}},
		{"ant-R108", []string{"sparta-195bc"}},
		{"ant-R114", []string{"antiquity-1"}},
		{"ant-R118", nil},
		{"iss-T1a", []string{"antiquity-1"}},
		{"iss-13.8a", []string{"issos-333bc"}},
		{"gui-1a", []string{"guinegate-1479"}},
	} {
		if got := rulebook.Scope(test.id); !slices.Equal(got, test.want) {
			t.Errorf("Scope(%s) = %v, expected %v", test.id, got, test.want)
		}
	}
}

// A player who does not know the word of the rules finds the clause.
func TestAlso(t *testing.T) {
	for _, test := range []struct {
		lang, text string
		want       string
	}{
		{"en", "Fortification: +2 MP for infantry.", "wall"},
		{"en", "A palisade is crossed on foot.", "wall"},
		{"fr", "Fortification : +2 PM.", "mur"},
	} {
		if got := rulebook.Also(test.lang, test.text); !slices.Contains(got, test.want) {
			t.Errorf("Also(%s, %q) = %v, expected %s among them", test.lang, test.text, got, test.want)
		}
	}
	if got := rulebook.Also("en", "Two players each own one army."); got != nil {
		t.Errorf("a text without such words is also found by %v", got)
	}
	clause, _ := rulebook.Find("ant-C2d")
	if !slices.Contains(rulebook.Also("en", clause.Text), "wall") {
		t.Error("who looks for wall does not find ant-C2d")
	}
}

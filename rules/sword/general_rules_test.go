package sword_test

import (
	"strings"
	"testing"

	"acies/rulebook/cite"
	"acies/rules/sword"
)

// TestTypes checks which types each volume has, and which of them are mounted or use the cavalry column.
func TestTypes(t *testing.T) {
	cite.Clauses(t, "ant-2.2a", "ant-2.2d", "iss-2a", "iss-2b", "iss-2c")
	for book, want := range map[string]string{
		"antiquity-2": "Lg Ho Pe Ja Ar Ca",
		"antiquity-1": "Ph Ho Pe In Ja Ar Ca Cl Ch El",
	} {
		var all, horse []string
		for _, x := range sword.FindBook(book).Types {
			all = append(all, x.Code)
			if x.Column == sword.Horse {
				horse = append(horse, x.Code)
			}
		}
		if got := strings.Join(all, " "); got != want {
			t.Errorf("%s has the types %s, want %s", book, got, want)
		}
		cavalry := map[string]string{"antiquity-2": "Ca", "antiquity-1": "Ca Cl Ch"}[book]
		if got := strings.Join(horse, " "); got != cavalry {
			t.Errorf("%s: %s use the cavalry column, want %s", book, got, cavalry)
		}
	}
}

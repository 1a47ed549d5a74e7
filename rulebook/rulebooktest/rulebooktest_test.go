package rulebooktest_test

import (
	"slices"
	"testing"

	"acies/rulebook/rulebooktest"
)

func TestCompare(t *testing.T) {
	for _, test := range []struct {
		name, original, translation string
		want                        []string
	}{
		{"the same", "- [ant-5.1a] At most 9 SP. (R12)", "- [ant-5.1a] Au plus 9 PF. (R12)", nil},
		{"a figure", "At most 9 SP.", "Au plus 8 PF.", []string{"line 1 (text): lacks 9", "line 1 (text): has 8, which the original has not"}},
		{"a sign", "Gives −1.", "Donne +1.", []string{"line 1 (text): lacks −1", "line 1 (text): has +1, which the original has not"}},
		{"a reference", "See 10.5c.", "Voir 10.5d.", []string{"line 1 (text): lacks 10.5c", "line 1 (text): has 10.5d, which the original has not"}},
		{"a ruling", "Moves. (R12)", "Se déplace.", []string{"line 1 (text): lacks R12"}},
		{"the order of a list", "0, +1, −2.", "0, −2, +1.", []string{"line 1 (text): lacks 0,+1,−2", "line 1 (text): has 0,−2,+1, which the original has not"}},
		{"another order of words", "2 MP for infantry, 3 for Ca.", "Ca 3 PM, infanterie 2.", nil},
		{"a numeral", "Three hexes.", "Quatre hexagones.", []string{"line 1 (text): lacks the word for 3", "line 1 (text): has the word for 4, which the original has not"}},
		{"faces of dice", "1s and 2s hit.", "Les 1 et les 2 touchent.", nil},
		{"large numbers and fractions", "10,000 men, mean 1.93.", "10\u202f000 hommes, moyenne 1,93.", nil},
		{"a hyphen for a minus", "Gives -1 (-2).", "Donne −1 (−2).", nil},
		{"a type", "Lg or Ho: no.", "Lg ou Pe : non.", []string{"line 1 (text): lacks Ho", "line 1 (text): has Pe, which the original has not"}},
		{"a phase", "In Phases A and B.", "En phase B.", []string{"line 1 (text): lacks phase A", "line 1 (text): has phase B, which the original has not"}},
		{"no code", "First a D.", "D'abord un D.", nil},
		{"an id", "- [ant-5.1a] No.", "- [ant-5.1b] Non.", []string{"line 1 is [ant-5.1b], in the original [ant-5.1a]"}},
		{"a source", "- [bnb-1a] (ours) No.", "- [bnb-1a] Non.", []string{"line 1 is [bnb-1a], in the original [bnb-1a] (ours)"}},
		{"a heading", "## 5 Stacking", "### 5 Empilement", []string{"line 1 is ### 5, in the original ## 5"}},
		{"cells", "| 1 | 2 |", "| 2 | 1 |", []string{"line 1 (a row of 2 cells): lacks 1", "line 1 (a row of 2 cells): has 2, which the original has not", "line 1 (a row of 2 cells): lacks 2", "line 1 (a row of 2 cells): has 1, which the original has not"}},
		{"the end", "One.\nTwo.", "Un.", []string{"1 lines, in the original 2"}},
	} {
		if got := rulebooktest.Compare(test.original, test.translation); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

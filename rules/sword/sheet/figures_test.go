package sheet

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"acies/battles"
	"acies/pack"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
)

// TestFigures holds the drawings to the books and the packs: nobody is without a figure, no arms without a drawing.
func TestFigures(t *testing.T) {
	for _, typ := range sword.Medieval.Types {
		forms := slices.Sorted(maps.Keys(figures[sword.Medieval.ID][typ.Code]))
		want := []string{"foot"}
		switch {
		case typ.Guns:
			want = []string{"guns"}
		case typ.Mounted, typ.Code == "Ar", typ.Code == "Ab": // the archers of the ordonnance ride
			want = []string{"foot", "mounted"}
		}
		if !slices.Equal(forms, want) {
			t.Errorf("%s is drawn as %v, want %v", typ.Code, forms, want)
		}
	}
	for _, id := range []string{"bouvines-1214", "guinegate-1479", "issos-333bc", "sparta-195bc"} {
		p, problems := scenario.Read(pack.ReadFiles(battles.FS, id))
		if p == nil {
			t.Fatal(pack.Errors(problems))
		}
		set, err := p.Setup(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range set.Contingents {
			words := strings.Fields(c.Arms)
			for i, word := range words {
				known := heraldry.Tinctures[word] != ""
				if i == 0 {
					known = heraldry.Divisions[word] != "" || word == "plain"
				}
				if !known {
					t.Errorf("%s: nothing is drawn for %q in the arms %q of %s", id, word, c.Arms, c.ID)
				}
			}
		}
	}
}

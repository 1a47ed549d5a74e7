package ai_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"acies/battles"
	"acies/rating"
	"acies/system"
	"acies/table"
)

// TestMeasured: every battle that was studied says what was measured of it, in options that it has and levels that there are. No
// battle has the measurements of another.
func TestMeasured(t *testing.T) {
	measured := 0
	for _, id := range battles.Order {
		p, err := table.FindPack(id)
		if err != nil {
			t.Fatal(err)
		}
		b := load(t, id)
		x, ok := system.Of(b).(system.Tunable)
		if !ok {
			continue
		}
		m := x.Tuning(b).Measured
		if _, studied := x.Tunings()[id]; !studied {
			if m.Attacker != 0 || m.Options != nil || m.Levels != nil {
				t.Errorf("%s was never studied and has %+v", id, m)
			}
			continue
		}
		measured++
		if s, ok := m.AttackerScore(nil); !ok || s < 0.4 || s > 0.6 {
			t.Errorf("%s: the attacker scores %v, want 0.4 to 0.6", id, s)
		}
		for options, s := range m.Options {
			for o := range strings.FieldsSeq(options) {
				if !slices.Contains(p.Options, o) {
					t.Errorf("%s has no option %q", id, o)
				}
			}
			if got, ok := m.AttackerScore(strings.Fields(options)); !ok || got != s || s <= 0 || s >= 1 {
				t.Errorf("%s, %s: the attacker scores %v, %v", id, options, got, ok)
			}
		}
		if got, want := slices.Sorted(maps.Keys(m.Levels)), []string{"recruit", "strategos"}; !slices.Equal(got, want) {
			t.Errorf("%s: levels %v, want %v", id, got, want)
		}
		if m.Levels["recruit"] <= 0 || m.Levels["recruit"] >= 0.5 || m.Levels["strategos"] <= 0.5 || m.Levels["strategos"] >= 1 {
			t.Errorf("%s: levels %v", id, m.Levels)
		}
	}
	if measured == 0 {
		t.Error("nothing was measured")
	}
}

// TestRatingsPage: docs/ratings.md gives the ratings of the levels and the advantages of sides that follow from what was measured.
func TestRatingsPage(t *testing.T) {
	text, err := os.ReadFile("../docs/ratings.md")
	if err != nil {
		t.Fatal(err)
	}
	page := strings.ReplaceAll(string(text), "−", "-")
	check := func(what, row string) {
		if !strings.Contains(page, row) {
			t.Errorf("%s: docs/ratings.md has no row with %q", what, row)
		}
	}
	for _, sys := range system.All() {
		x, ok := sys.(system.Tunable)
		if !ok {
			continue
		}
		scores := map[string][]float64{}
		for id, tuning := range x.Tunings() {
			m := tuning.Measured
			for level, s := range m.Levels {
				scores[level] = append(scores[level], s)
			}
			check(id, fmt.Sprintf("| %.4g%% | %+.0f |", 100*m.Attacker, rating.Advantage(m.Attacker)))
			for options, s := range m.Options {
				check(id+" "+options, fmt.Sprintf("| %.4g%% | %+.0f |", 100*s, rating.Advantage(s)))
			}
		}
		recruit, centurion, strategos := rating.Program(scores["recruit"]...), rating.Program(), rating.Program(scores["strategos"]...)
		check(sys.ID(), fmt.Sprintf("| %.0f | %.0f | %.0f |", recruit.Value, centurion.Value, strategos.Value))
	}
}

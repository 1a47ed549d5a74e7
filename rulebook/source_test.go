package rulebook

import "testing"

// TestSources: where a clause comes from is no part of what it says.
func TestSources(t *testing.T) {
	for text, want := range map[string][2]string{
		"(ours) A turn ends.":     {"ours", "A turn ends."},
		"(sheet) A 6 hits.":       {"sheet", "A 6 hits."},
		"(optional) A rule.":      {"", "(optional) A rule."},
		"A rule (ours) is a rule": {"", "A rule (ours) is a rule"},
	} {
		if source, rule := splitSource(text); source != want[0] || rule != want[1] {
			t.Errorf("%q: source %q, rule %q", text, source, rule)
		}
	}
}

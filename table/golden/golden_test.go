package golden

import (
	"strings"
	"testing"
)

// TestCompare checks that a golden game of the present version cannot be replaced.
func TestCompare(t *testing.T) {
	line := func(engine, pack string) string { return `{"engine":"` + engine + `","pack":"` + pack + `"}` + "\n" }
	now := line("2", "a") + "{}\n"
	for _, test := range []struct {
		name, kept string
		outdated   bool
		fault      string
	}{
		{"the same", now, false, ""},
		{"none", "", true, ""},
		{"another version of the engine", line("1", "a") + "{}\n", true, ""},
		{"another pack", line("2", "b") + "{}\n", true, ""},
		{"another game", line("2", "a") + "{1}\n", false, `line 2 is not what is played now, but the version of the engine is still "2"`},
		{"a longer game", now + "{}\n", false, "line 3 is not what is played now"},
	} {
		outdated, err := compare([]byte(test.kept), []byte(now))
		if outdated != test.outdated || (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
			t.Errorf("%s: outdated %t, error %v", test.name, outdated, err)
		}
	}
}

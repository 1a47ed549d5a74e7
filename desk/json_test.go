package desk

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestQuote checks that strings are written as encoding/json writes them. Package server has the test of whole tables.
func TestQuote(t *testing.T) {
	for _, s := range []string{"", "plain", "été – −3", `"quoted" \`, "<b>&amp;</b>", "a\nb\x00", "\u2028", "\xff", "日本"} {
		want, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var got jsonText
		got.quote(s)
		if string(got) != string(want) {
			t.Errorf("%q: found %s, expected %s", s, got, want)
		}
	}
}

// TestTableNotes checks the fields that only some games have.
func TestTableNotes(t *testing.T) {
	x := &Table{Pack: "9f2c", Frozen: "It cannot go on."}
	if got := string(x.AppendJSON(nil)); strings.Count(got, `"pack":"9f2c","frozen":"It cannot go on."`) != 1 {
		t.Errorf("found %s", got)
	}
}

package desk

import (
	"encoding/json"
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

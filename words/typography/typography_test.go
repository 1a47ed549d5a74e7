package typography_test

import (
	"testing"

	"acies/words/typography"
)

func TestSet(t *testing.T) {
	for _, c := range []struct{ name, lang, text, want string }{
		{"colon", "fr", "Tir : dé 7", "Tir\u00a0: dé 7"},
		{"percent", "fr", "95 %", "95\u00a0%"},
		{"quotation marks", "fr", "« done »", "«\u00a0done\u00a0»"},
		{"semicolon", "fr", "ici ; là", "ici\u202f; là"},
		{"question mark", "fr", "Qui joue ?", "Qui joue\u202f?"},
		{"exclamation mark", "fr", "Prêt !", "Prêt\u202f!"},
		{"era", "fr", "Issos, 333 av. J.-C.", "Issos, 333 av.\u00a0J.-C."},
		{"apostrophe", "fr", "l'unité qu'il a", "l’unité qu’il a"},
		{"colon without a space", "fr", "strategos:5s", "strategos:5s"},
		{"English", "en", "the enemy's 95 % : no", "the enemy's 95 % : no"},
	} {
		if got := typography.Set(c.lang, c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if once := typography.Set(c.lang, c.text); typography.Set(c.lang, once) != once {
			t.Errorf("%s: a text that is set changes when it is set again", c.name)
		}
	}
}

func TestDigits(t *testing.T) {
	for _, c := range []struct{ lang, number, want string }{
		{"en", "7", "7"},
		{"en", "999", "999"},
		{"en", "1000", "1,000"},
		{"en", "-1234567.5", "−1,234,567.5"},
		{"fr", "1000", "1\u202f000"},
		{"fr", "-1234567.5", "−1\u202f234\u202f567,5"},
		{"fr", "0.5", "0,5"},
	} {
		if got := typography.Digits(c.lang, c.number); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.lang, c.number, got, c.want)
		}
	}
}

func TestPercent(t *testing.T) {
	for lang, want := range map[string]string{"en": "95%", "fr": "95\u00a0%"} {
		if got := typography.Percent(lang, "95"); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

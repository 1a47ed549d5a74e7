package acies_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// avoided are words that the rulebooks do not use for what they would name, or that nobody says today, by language. A player
// who meets two words for one thing looks for two things.
var avoided = map[string][]string{
	"en": {
		"shaken", "loses courage", "tired", "can bear no more", "call(s|ed)? (them )?back", "fall(s|ing)? back", "follows? up", "beneath", "mêlée",
		"arc of fire", "besides", "whoever", "anew", "so many", "at hand", "go(es)? on with", "do it", "done with this step", "victory of the", "emails?", "report to the host\"",
	},
	"fr": {
		"ébranlée?s?", "sans courage", "perd courage", "accuse la fatigue", "disparaît", "bord de fuite", "replis?", "bat en retraite", "livrer?",
		"de dos", "front vers", "pièces?", "captifs?", "délivrer", "hors de commandement", "entre en action", "paralyser", "indécise", "récits?",
		"films?", "roue", "lanceurs de javelots", "au trait", "chances", "courriels?", "l'hôte", "notre classement",
	},
}

var argument = regexp.MustCompile(`\{[^}|]*\}`)

// TestTerms looks for avoided words in everything that a player reads except the rulebooks.
func TestTerms(t *testing.T) {
	read := 0
	for lang, list := range avoided {
		words := regexp.MustCompile(`(?i)(?:^|[^\pL])(` + strings.Join(list, "|") + `)(?:[^\pL]|$)`)
		for _, pattern := range []string{"words/LANG.json", "rules/*/kit/LANG.json", "web/src/messages/LANG.json", "web/src/messages/*.LANG.json", "sim/balance/LANG.json", "battles/*/text.LANG.yaml"} {
			names, err := filepath.Glob(strings.ReplaceAll(pattern, "LANG", lang))
			if err != nil || len(names) == 0 {
				t.Errorf("%s: no files for %s (%v)", pattern, lang, err)
			}
			for _, name := range names {
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				read++
				for i, line := range strings.Split(string(text), "\n") {
					if _, value, ok := strings.Cut(line, `": "`); ok {
						line = value // the key is not shown
					}
					if m := words.FindStringSubmatch(argument.ReplaceAllString(line, "")); m != nil {
						t.Errorf("%s:%d: %q: %s", name, i+1, m[1], strings.TrimSpace(line))
					}
				}
			}
		}
	}
	if read < 30 {
		t.Errorf("only %d catalogues were read", read)
	}
}

package acies_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// signs are the keys of rulebooks that the client may know, by file: it draws a sign for them, or the word means something
// else there, such as the value that says when a piece arrives.
var signs = map[string][]string{
	"board/Counter.tsx": {
		"activated", "charging", "commander", "discouraged", "dismounted", "inactive", "out-of-command", "pilum", "remounted", "replacement",
		"resting", "routed", "wounded",
	},
	"play/PlayPanel.tsx": {"discarded", "used"},
}

var (
	comments = regexp.MustCompile(`(?s:/\*.*?\*/)|(?m:(^|\s)//.*$)`)
	messages = regexp.MustCompile(`\bt\('[^'\n]*'`)          // the client's own texts
	literals = regexp.MustCompile("'([^'\n]*)'|`([^`\n]*)`") // double quotes are only around attributes of elements
	unions   = regexp.MustCompile(`(?m)^export type \w+ = ('.*);$`)
)

// rulebookKeys are the keys of rulebooks as they could stand in the source of the client: for each, what it is.
type rulebookKeys map[string]string

// add adds the keys of a catalogue.
func (k rulebookKeys) add(catalogue []byte) error {
	var sections map[string]map[string]string
	if err := json.Unmarshal(catalogue, &sections); err != nil {
		return err
	}
	for _, section := range []string{"event", "modifier", "phase", "prompt", "state", "verb"} {
		for key := range sections[section] {
			k[section+"."+key] = section
			if section == "event" || section == "state" || section == "modifier" {
				k[key] = section // views and events have these without a prefix
			}
			if section == "verb" {
				k["verb "+key] = section
			}
		}
	}
	k["event."], k["modifier."] = "event", "event" // a prefix to look for
	return nil
}

// find returns the keys in the source of the client, a line each, except those in known. What is found of known is removed
// from it.
func (k rulebookKeys) find(source string, known map[string]bool) []string {
	source = comments.ReplaceAllStringFunc(source, func(c string) string { return strings.Repeat("\n", strings.Count(c, "\n")) })
	var found []string
	n := 0
	for line := range strings.Lines(source) {
		n++
		line = messages.ReplaceAllString(line, "")
		for _, m := range literals.FindAllStringSubmatch(line, -1) {
			word := m[1] + m[2]
			what := k[word]
			if what == "" && strings.Contains(line, "verb") {
				what = k["verb "+word]
			}
			if what == "" {
				continue
			}
			if _, ok := known[word]; ok {
				known[word] = true
				continue
			}
			found = append(found, fmt.Sprintf("%d: '%s' is the key of a rulebook (%s)", n, word, what))
		}
	}
	return found
}

func readKeys(t *testing.T) rulebookKeys {
	t.Helper()
	files, err := filepath.Glob("rules/*/kit/en.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("found no catalogue of a rulebook, error %v", err)
	}
	keys := rulebookKeys{}
	for _, name := range append(files, "game/gametest/toy/kit/en.json") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := keys.add(text); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return keys
}

// TestClientKnowsNoRulebook checks that the source of the client names no event, modifier, phase, prompt, state or verb of a
// rulebook. What the client needs to know about them is served by package desk.
func TestClientKnowsNoRulebook(t *testing.T) {
	keys := readKeys(t)
	const dir = "web/src"
	types, err := os.ReadFile(filepath.Join(dir, "types.ts"))
	if err != nil {
		t.Fatal(err)
	}
	for _, union := range unions.FindAllStringSubmatch(string(types), -1) { // words of the contract
		for _, m := range literals.FindAllStringSubmatch(union[1], -1) {
			delete(keys, m[1])
		}
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator)))
		if err != nil || !slices.Contains([]string{".ts", ".tsx"}, filepath.Ext(name)) || strings.Contains(name, ".test.") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		known := map[string]bool{}
		for _, s := range signs[name] {
			known[s] = false
		}
		for _, found := range keys.find(string(source), known) {
			t.Errorf("%s:%s", filepath.ToSlash(path), found)
		}
		for word, used := range known {
			if !used {
				t.Errorf("%s does not name '%s': remove it from the list of signs", name, word)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestClientKeysAreFound checks the check, on lines that name a key and on some that only seem to.
func TestClientKeysAreFound(t *testing.T) {
	keys := rulebookKeys{}
	err := keys.add([]byte(`{"event": {"melee-roll": "", "turns": ""}, "phase": {"setup": ""}, "state": {"routed": ""}, "verb": {"attack": ""}}`))
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]int{
		"if (f.key === 'melee-roll') return;":                   1,
		"const past = new Set(['melee-roll', 'turns']);":        2,
		"if (f.key === `event.${key}` || f.key === `turns`) x;": 1,
		"f.key.startsWith('modifier.')":                         1,
		"table.view.phase === 'phase.setup' && <Setup />":       1,
		"has('routed') && <path />":                             1,
		"if (c.verb === 'attack') return;":                      1,
		"const kind = 'attack';":                                0,
		"const tab = 'setup';":                                  0,
		`<div class="turns">`:                                   0,
		"t('turns', { n })":                                     0,
		"const n = 1; // not 'melee-roll'":                      0,
		"/** Not\n 'melee-roll'. */":                            0,
		"fetch('http://x') // 'turns'":                          0,
	} {
		if got := keys.find(line, nil); len(got) != want {
			t.Errorf("%s: found %q, want %d", line, got, want)
		}
	}
	known := map[string]bool{"routed": false}
	if got := keys.find("\nhas('routed') || 'turns'", known); len(got) != 1 || !strings.HasPrefix(got[0], "2: 'turns'") || !known["routed"] {
		t.Errorf("found %q with the signs %v", got, known)
	}
}

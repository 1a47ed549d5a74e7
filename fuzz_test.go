package acies_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fuzzed are the decoders of what comes from outside, each with the target that fuzzes it. Whoever adds a decoder adds a line.
// Not here are the catalogues, figures and tunings, which are part of the program: it does not start, and tests fail, if they
// are not valid.
var fuzzed = map[string]string{
	"account FuzzHash":                      "stored passwords",
	"account FuzzNames":                     "names of users, and what looks alike",
	"account FuzzPasskey":                   "answers of devices with passkeys",
	"account FuzzProvider":                  "answers of providers of identities",
	"account FuzzTicket":                    "what tickets are about",
	"bot FuzzAnswer":                        "the protocol of bots: their choices and questions, and the lines that they are sent",
	"bot FuzzHello":                         "the protocol of bots: the first answer",
	"cases FuzzRead":                        "cases",
	"clock FuzzState":                       "clocks",
	"dice FuzzKeyed":                        "seeds, commitments, shared seeds, rolls",
	"grid FuzzParse":                        "names of hexes",
	"match FuzzRows":                        "the rows of a log: actions, settings, deals, ends",
	"match FuzzSummary":                     "summaries of games",
	"match FuzzTerms":                       "what is agreed before games",
	"notify FuzzSubscription":               "subscriptions to notifications in browsers",
	"notify FuzzWebhook":                    "addresses for notifications",
	"pack FuzzArchive":                      "packs as archives",
	"pack FuzzEdit":                         "edits of packs",
	"pack FuzzLesson":                       "lessons",
	"pack FuzzTexts":                        "texts of packs",
	"pack FuzzTree":                         "YAML",
	"record FuzzRead":                       "records: headers and entries",
	"record FuzzTail":                       "records: nonces, ends, signatures",
	"rulebook FuzzParse":                    "texts of rules, which a rulebook may bring",
	"rules/bladebow FuzzDecode":             "states of Blade & Bow",
	"rules/bladebow FuzzParse":              "notation of Blade & Bow",
	"rules/bladebow/position FuzzRead":      "positions of Blade & Bow",
	"rules/bladebow/scenario FuzzRead":      "packs of Blade & Bow",
	"rules/impetus FuzzDecode":              "states of Impetus",
	"rules/impetus FuzzParse":               "notation of Impetus",
	"rules/impetus/position FuzzRead":       "positions of Impetus",
	"rules/impetus/scenario FuzzRead":       "packs of Impetus",
	"rules/sword FuzzDecode":                "states of the Sword",
	"rules/sword FuzzParse":                 "notation of the Sword",
	"rules/sword/scenario FuzzCheck":        "packs of the Sword",
	"rules/sword/scenario FuzzReadPosition": "positions of the Sword",
	"server FuzzBearer":                     "tokens of programs",
	"server FuzzBody":                       "bodies of requests",
	"server FuzzForwarded":                  "what proxies say about where a request comes from",
	"server FuzzLastEvent":                  "where a stream of events goes on",
	"server FuzzQuery":                      "queries: viewers, actions, plans, proposals, measures",
	"server FuzzSecret":                     "cookies and invitations",
	"sim FuzzResults":                       "results files",
	"store FuzzRestore":                     "backups",
	"talk FuzzText":                         "messages",
	"tourney FuzzDecode":                    "tournaments",
	"words FuzzFill":                        "texts with places for arguments, which a rulebook or a pack may bring",
}

// TestFuzzed compares the list of decoders with the targets that there are. Each of them has examples in files.
func TestFuzzed(t *testing.T) {
	target := regexp.MustCompile(`(?m)^func (Fuzz\w*)\(`)
	found := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "bin", "dist", "node_modules", "testdata"}, d.Name()):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		code, err := os.ReadFile(path)
		for _, m := range target.FindAllSubmatch(code, -1) {
			dir := filepath.Dir(path)
			found[filepath.ToSlash(dir)+" "+string(m[1])] = true
			if examples, _ := filepath.Glob(filepath.Join(dir, "testdata", "fuzz", string(m[1]), "*")); len(examples) == 0 {
				t.Errorf("%s in %s has no examples", m[1], dir)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(fuzzed)) {
		if !found[name] {
			t.Errorf("there is no target %s for %s", name, fuzzed[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if fuzzed[name] == "" {
			t.Errorf("the target %s is not in the list", name)
		}
	}
}

package main

import (
	"io"
	"strings"
	"testing"

	"acies/rulebook"
)

const output = `# a line of the compiler
{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:7: cites: ant-3b ant-"}
{"Action":"output","Package":"p","Test":"TestA","Output":"3.1b\n"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:9: cites: ant-99z\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    a_test.go:7: cites: ant-4a\n"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"output","Package":"p","Test":"TestC","Output":"    a_test.go:7: cites: ant-4b med-1a\n"}
{"Action":"output","Package":"p","Output":"FAIL\n"}
{"Action":"fail","Package":"p"}
`

func TestCitations(t *testing.T) {
	var failed strings.Builder
	cited, err := citations(strings.NewReader(output), &failed)
	if err != nil {
		t.Fatal(err)
	}
	if want := "    a_test.go:7: cites: ant-4a\nFAIL\n    a_test.go:7: cites: ant-4b med-1a\nFAIL p\n"; failed.String() != want {
		t.Errorf("of failures it tells %q, want %q", failed.String(), want)
	}
	for _, id := range []string{"ant-3b", "ant-3.1b", "ant-99z"} {
		if cited[id] != "p TestA" {
			t.Errorf("%s is cited by %q, want p TestA", id, cited[id])
		}
	}
	if len(cited) != 3 {
		t.Errorf("cited %v: want nothing of tests that failed or never ended", cited)
	}
	if _, err := citations(strings.NewReader("{bad\n"), io.Discard); err == nil {
		t.Error("a damaged line was taken for an event")
	}
}

func TestReport(t *testing.T) {
	all := map[string]string{}
	for _, c := range rulebook.Clauses() {
		all[c.ID] = "p TestAll"
	}
	with := func(id string) map[string]string { return map[string]string{id: "p TestOne"} }
	tests := []struct {
		name  string
		cited map[string]string
		books string
		ok    bool
		want  []string
		not   []string
	}{
		{"everything", all, "antiquity medieval", true, []string{
			"antiquity\n", "   7/7    C7 Effects on leaders\n", " total\n\nmedieval\n", " Scenario: Bouvines, 27 July 1214\n",
		}, []string{"no test cites", "not in the rulebook"}},
		{"one clause", with("ant-3b"), "antiquity", false, []string{
			"   1/", "3 Facing\n", "no test cites:\n  ant-0", "  iss-",
		}, []string{"  med-", "  ant-3b "}},
		{"one of two books", with("bou-3a"), "medieval", false, []string{"medieval\n", "   0/", "no test cites:\n  med-0", "  gui-"}, []string{"antiquity", "  bou-3a "}},
		{"unknown clause", with("ant-99z"), "antiquity", false, []string{"not in the rulebook:\n  ant-99z        cited by p TestOne\n"}, nil},
		{"unknown book", with("xyz-1"), "antiquity", false, []string{"not in the rulebook:\n  xyz-1          cited by p TestOne\n"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			if ok := report(&b, test.cited, strings.Fields(test.books)); ok != test.ok {
				t.Errorf("report() = %t, want %t", ok, test.ok)
			}
			for _, s := range test.want {
				if !strings.Contains(b.String(), s) {
					t.Errorf("the report lacks %q:\n%s", s, b.String())
				}
			}
			for _, s := range test.not {
				if strings.Contains(b.String(), s) {
					t.Errorf("the report has %q:\n%s", s, b.String())
				}
			}
		})
	}
}

package casewords_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"acies/cases"
	"acies/rulebook/cite"
	_ "acies/systems"
)

// TestCases runs every case file under testdata: one subtest a file, and in it one a case.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("found the case files %v: %v", files, err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".yaml"), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			list, err := cases.Read(name, src)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range list {
				t.Run(c.Name, func(t *testing.T) {
					cite.Clauses(t, c.Cites...)
					if err := c.Run(); err != nil {
						t.Error(err)
					}
				})
			}
		})
	}
}

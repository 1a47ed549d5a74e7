package cases_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"acies/cases"
	"acies/rulebook/cite"
)

// TestCases runs every case file under testdata: one subtest a file, and in it one a case.
func TestCases(t *testing.T) {
	err := filepath.WalkDir("testdata", func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".yaml" {
			return err
		}
		t.Run(strings.TrimSuffix(filepath.ToSlash(name[len("testdata/"):]), ".yaml"), func(t *testing.T) {
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
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

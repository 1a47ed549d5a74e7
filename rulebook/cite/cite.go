// Package cite lets a test say which clauses of the rulebooks it proves.
//
// The citations appear in the output of go test -v, from which a tool gathers how much of each rulebook is proven.
package cite

import (
	"regexp"
	"strings"
	"testing"
)

var clause = regexp.MustCompile(`^[a-z]{3}-[0-9A-Za-z.]+$`)

// Clauses records that the test proves the clauses of those ids, such as "ant-3.1b". When the test ends, and has
// neither failed nor been skipped, it logs one line that ends in
//
//	cites: ant-3.1b ant-R7
//
// An id of another form ends the test at once. Call it first thing in the test, so that it has the last word: what
// is registered first is cleaned up last.
func Clauses(t testing.TB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		if !clause.MatchString(id) {
			t.Fatalf("clause %q: want rulebook and clause, such as \"ant-3.1b\" (%v)", id, clause)
		}
	}
	t.Cleanup(func() {
		t.Helper()
		if !t.Failed() && !t.Skipped() {
			t.Logf("cites: %s", strings.Join(ids, " "))
		}
	})
}

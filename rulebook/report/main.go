// Report reads the output of go test -json on its standard input and prints how much of the rulebooks is covered by tests
// that passed: for each chapter of each book, how many of its testable clauses are cited by a test, and how many there
// are; then the clauses that no test cites, and the citations of clauses that do not exist. It exits with status 1 if
// there are any of either.
//
//	go test -json ./... | go run ./rulebook/report [book ...]
//
// Without the name of a book, such as antiquity, it reports on all books.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"acies/rulebook"
	_ "acies/systems" // rulebooks that bring the texts of their rules
)

func main() {
	books := os.Args[1:]
	if len(books) == 0 {
		books = rulebook.Books()
	}
	for _, book := range books {
		if !slices.Contains(rulebook.Books(), book) {
			fmt.Fprintf(os.Stderr, "report: unknown book %q; choose from %s\n", book, strings.Join(rulebook.Books(), ", "))
			os.Exit(2)
		}
	}
	cited, err := citations(os.Stdin, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "report: reading the output of go test -json:", err)
		os.Exit(2)
	}
	if !report(os.Stdout, cited, books) {
		os.Exit(1)
	}
}

// event is the part of a line of go test -json that the report needs.
type event struct {
	Action, Package, Test, Output string
}

var cites = regexp.MustCompile(`(?m)\bcites: (.*)$`)

// citations returns the clauses cited by tests that passed, each with the name of one such test. It writes to failed the
// output of tests that failed or never ended, and the packages that failed or did not build.
func citations(in io.Reader, failed io.Writer) (map[string]string, error) {
	type key struct{ pkg, test string }
	output := map[key]*strings.Builder{}
	cited := map[string]string{}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 && line[0] == '{' { // other lines come from the compiler
			var e event
			if err := json.Unmarshal(line, &e); err != nil {
				return nil, err
			}
			k := key{e.Package, e.Test}
			switch {
			case e.Action == "build-output":
				fmt.Fprint(failed, e.Output)
			case e.Action == "output":
				// A long line comes in pieces, which are joined before looking for citations.
				if output[k] == nil {
					output[k] = new(strings.Builder)
				}
				output[k].WriteString(e.Output)
			case e.Test == "" && e.Action == "fail":
				// The rest was printed outside tests, or in a test that never ended.
				for _, left := range slices.SortedFunc(maps.Keys(output), func(a, b key) int { return strings.Compare(a.test, b.test) }) {
					if left.pkg == e.Package {
						fmt.Fprint(failed, output[left])
						delete(output, left)
					}
				}
				fmt.Fprintf(failed, "FAIL %s\n", e.Package)
			case e.Test == "":
			case e.Action == "pass" && output[k] != nil:
				for _, m := range cites.FindAllStringSubmatch(output[k].String(), -1) {
					for _, id := range strings.Fields(m[1]) {
						cited[id] = e.Package + " " + e.Test
					}
				}
				delete(output, k)
			case e.Action == "fail" || e.Action == "skip":
				if e.Action == "fail" && output[k] != nil {
					fmt.Fprint(failed, output[k])
				}
				delete(output, k)
			}
		}
		if err == io.EOF {
			return cited, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// count is the number of cited and of testable clauses of a chapter or book.
type count struct {
	name          string
	cited, wanted int
}

// report prints the report on some books. It returns true if nothing is missing or unknown.
func report(out io.Writer, cited map[string]string, books []string) bool {
	var missing []rulebook.Clause
	for _, book := range books {
		missing = append(missing, reportBook(out, cited, book)...)
	}
	if len(missing) > 0 {
		fmt.Fprintf(out, "no test cites:\n")
		for _, c := range missing {
			fmt.Fprintf(out, "  %-14s %s\n", c.ID, c.Text)
		}
	}
	unknown := unknownIDs(cited)
	if len(unknown) > 0 {
		fmt.Fprintf(out, "not in the rulebook:\n")
		for _, id := range unknown {
			fmt.Fprintf(out, "  %-14s cited by %s\n", id, cited[id])
		}
	}
	return len(missing)+len(unknown) == 0
}

// reportBook prints the counts of a book and returns its testable clauses that are not cited.
func reportBook(out io.Writer, cited map[string]string, book string) (missing []rulebook.Clause) {
	untestable := rulebook.Untestable()
	var chapters []count
	total := count{name: "total"}
	for _, c := range rulebook.Of(book) {
		if _, ok := untestable[c.ID]; ok {
			continue
		}
		if len(chapters) == 0 || chapters[len(chapters)-1].name != c.Chapter {
			chapters = append(chapters, count{name: c.Chapter})
		}
		last := &chapters[len(chapters)-1]
		last.wanted++
		total.wanted++
		if _, ok := cited[c.ID]; ok {
			last.cited++
			total.cited++
		} else {
			missing = append(missing, c)
		}
	}
	fmt.Fprintln(out, book)
	for _, c := range append(chapters, total) {
		fmt.Fprintf(out, "%4d/%-4d %s\n", c.cited, c.wanted, c.name)
	}
	fmt.Fprintln(out)
	return missing
}

// unknownIDs returns the cited ids that are not clauses.
func unknownIDs(cited map[string]string) []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(cited)) {
		if _, ok := rulebook.Find(id); !ok {
			out = append(out, id)
		}
	}
	return out
}

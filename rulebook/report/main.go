// Report reads the output of go test -json on its standard input and prints how much of the rulebooks the tests that
// passed have proven: for each chapter the number of its testable clauses and of those that a test cites, then the
// clauses that no test cites and the citations of clauses that do not exist. It exits with status 1 if there are any
// of either.
//
//	go test -json ./... | go run ./rulebook/report
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"acies/rulebook"
)

func main() {
	books := flag.String("books", "ant,iss", "the `prefixes` of the clauses to report on")
	flag.Parse()
	cited, err := citations(os.Stdin, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "report: reading the output of go test -json:", err)
		os.Exit(2)
	}
	if !report(os.Stdout, cited, strings.Split(*books, ",")) {
		os.Exit(1)
	}
}

// event is what we need of a line of go test -json.
type event struct {
	Action, Package, Test, Output string
}

var cites = regexp.MustCompile(`(?m)\bcites: (.*)$`)

// citations returns the clauses that tests cite which passed, each with the name of one such test. What tests said that
// failed, and packages that did not build, goes to failed.
func citations(in io.Reader, failed io.Writer) (map[string]string, error) {
	type key struct{ pkg, test string }
	output := map[key]*strings.Builder{}
	cited := map[string]string{}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 && line[0] == '{' { // other lines are the compiler's
			var e event
			if err := json.Unmarshal(line, &e); err != nil {
				return nil, err
			}
			k := key{e.Package, e.Test}
			switch {
			case e.Action == "build-output":
				fmt.Fprint(failed, e.Output)
			case e.Test == "" && e.Action == "fail":
				fmt.Fprintf(failed, "FAIL %s\n", e.Package)
			case e.Test == "":
			case e.Action == "output":
				// A long line comes in pieces: put them together before looking for citations.
				if output[k] == nil {
					output[k] = new(strings.Builder)
				}
				output[k].WriteString(e.Output)
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

// chapter counts the clauses of a chapter.
type chapter struct {
	name          string
	cited, wanted int
}

// report prints the report on some books and reports whether nothing is missing or unknown.
func report(out io.Writer, cited map[string]string, books []string) bool {
	untestable := rulebook.Untestable()
	var chapters []chapter
	var missing []rulebook.Clause
	total := chapter{name: "total"}
	for _, c := range rulebook.Clauses() {
		if _, ok := untestable[c.ID]; ok || !slices.Contains(books, c.Book) {
			continue
		}
		if len(chapters) == 0 || chapters[len(chapters)-1].name != c.Chapter {
			chapters = append(chapters, chapter{name: c.Chapter})
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
	for _, c := range append(chapters, total) {
		fmt.Fprintf(out, "%4d/%-4d %s\n", c.cited, c.wanted, c.name)
	}
	if len(missing) > 0 {
		fmt.Fprintf(out, "\nno test cites:\n")
		for _, c := range missing {
			fmt.Fprintf(out, "  %-14s %s\n", c.ID, c.Text)
		}
	}
	unknown := unknownIDs(cited, books)
	if len(unknown) > 0 {
		fmt.Fprintf(out, "\nnot in the rulebook:\n")
		for _, id := range unknown {
			fmt.Fprintf(out, "  %-14s cited by %s\n", id, cited[id])
		}
	}
	return len(missing)+len(unknown) == 0
}

// unknownIDs returns the cited ids of some books that are no clauses.
func unknownIDs(cited map[string]string, books []string) []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(cited)) {
		book, _, _ := strings.Cut(id, "-")
		if _, ok := rulebook.Find(id); !ok && slices.Contains(books, book) {
			out = append(out, id)
		}
	}
	return out
}

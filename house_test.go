// Package acies_test keeps the house in order: which package may import which, and what must build where.
package acies_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "acies/"

// allowance is what imports.txt allows one package.
type allowance struct {
	line           int
	pure           bool
	knowsRulebooks bool
	imports        map[string]int // the line of each
}

// plan is imports.txt: the packages and, for pure ones, the packages of the standard library.
type plan struct {
	packages map[string]*allowance
	standard map[string]int
}

// parsePlan reads the form that imports.txt explains.
func parsePlan(text string) (*plan, error) {
	p := &plan{packages: map[string]*allowance{}, standard: map[string]int{}}
	var section map[string]int
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if imp, ok := strings.CutPrefix(line, "\t"); ok {
			name, reason, _ := strings.Cut(imp, ":")
			switch {
			case section == nil:
				return nil, fmt.Errorf("imports.txt:%d: an import before the first package", n)
			case strings.TrimSpace(reason) == "":
				return nil, fmt.Errorf("imports.txt:%d: %q has no reason: want \"name: reason\"", n, imp)
			case section[name] != 0:
				return nil, fmt.Errorf("imports.txt:%d: %s is allowed in line %d already", n, name, section[name])
			}
			section[name] = n
			continue
		}
		if line == "standard packages of pure ones" {
			section = p.standard
			continue
		}
		name, ok := strings.CutPrefix(line, "package ")
		if !ok {
			return nil, fmt.Errorf("imports.txt:%d: %q: want \"package name\" or an indented import", n, line)
		}
		name, mark, _ := strings.Cut(name, " ")
		a := &allowance{line: n, imports: map[string]int{}}
		switch mark {
		case "":
		case "(pure)":
			a.pure = true
		case "(knows rulebooks)":
			a.knowsRulebooks = true
		default:
			return nil, fmt.Errorf("imports.txt:%d: %q: want (pure), (knows rulebooks) or nothing", n, mark)
		}
		if p.packages[name] != nil {
			return nil, fmt.Errorf("imports.txt:%d: package %s is in line %d already", n, name, p.packages[name].line)
		}
		p.packages[name] = a
		section = a.imports
	}
	return p, nil
}

// check returns what is wrong with the imports of the packages, a line each.
func (p *plan) check(list []pkg) []string {
	var wrong []string
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	there := map[string]bool{}
	for _, q := range list {
		name := strings.TrimPrefix(q.ImportPath, module)
		there[name] = true
		a := p.packages[name]
		if a == nil {
			fail("package %s is not in imports.txt", name)
			continue
		}
		used := map[string]bool{}
		for _, imp := range q.Imports {
			own, isOwn := strings.CutPrefix(imp, module)
			foreign := strings.Contains(strings.Split(imp, "/")[0], ".")
			switch {
			case isOwn:
				used[own] = true
				below := p.packages[own]
				if a.imports[own] == 0 {
					fail("%s may not import %s", name, own)
				}
				if below != nil && below.line > a.line {
					fail("%s imports %s, which stands below it in imports.txt", name, own)
				}
				if strings.HasPrefix(own, "rules/") && !a.knowsRulebooks && !strings.HasPrefix(name, "rules/") {
					fail("%s may know no rulebook but imports %s", name, own)
				}
				if a.pure && below != nil && !below.pure {
					fail("%s is pure but imports %s, which is not", name, own)
				}
			case foreign:
				if a.pure {
					fail("%s is pure but imports %s", name, imp)
				}
				covered := false
				for allowed := range a.imports {
					if imp == allowed || strings.HasPrefix(imp, allowed+"/") {
						used[allowed], covered = true, true
					}
				}
				if !covered {
					fail("%s may not import %s", name, imp)
				}
			default:
				used[imp] = true
				if a.pure && p.standard[imp] == 0 && a.imports[imp] == 0 {
					fail("%s is pure and may not import %s", name, imp)
				}
			}
		}
		tests := append(slices.Clone(q.TestImports), q.XTestImports...)
		slices.Sort(tests)
		for _, imp := range slices.Compact(tests) {
			own := strings.TrimPrefix(imp, module)
			if strings.HasPrefix(own, "rules/") && !a.knowsRulebooks && !strings.HasPrefix(name, "rules/") {
				fail("%s may know no rulebook but its tests import %s", name, own)
			}
		}
		for imp, line := range a.imports {
			if !used[imp] {
				fail("imports.txt:%d: %s does not import %s: remove the line", line, name, imp)
			}
		}
	}
	for name, a := range p.packages {
		if !there[name] {
			fail("imports.txt:%d: there is no package %s: remove its lines", a.line, name)
		}
	}
	slices.Sort(wrong)
	return wrong
}

func readPlan(t *testing.T) *plan {
	t.Helper()
	text, err := os.ReadFile("imports.txt")
	if err != nil {
		t.Fatal(err)
	}
	p, err := parsePlan(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

type pkg struct {
	ImportPath string
	Doc        string
	Imports    []string

	TestImports, XTestImports []string // of the tests in the package and of those beside it
}

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Doc,Imports,TestImports,XTestImports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var list []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(p.ImportPath, module) {
			list = append(list, p)
		}
	}
}

func TestImports(t *testing.T) {
	for _, wrong := range readPlan(t).check(packages(t)) {
		t.Error(wrong)
	}
}

// TestImportsAreRefused checks the check, on packages that break one rule each.
func TestImportsAreRefused(t *testing.T) {
	const text = `standard packages of pure ones
	fmt: errors
package grid (pure)
	math: angles
package rules/sword (pure)
	grid: hexes
package words
package store
	modernc.org/sqlite: games
	words: messages
package ai (knows rulebooks)
	rules/sword: the judge
`
	p, err := parsePlan(text)
	if err != nil {
		t.Fatal(err)
	}
	sound := map[string][]string{
		"grid":        {"fmt", "math"},
		"rules/sword": {"acies/grid", "fmt"},
		"words":       {"net/http"},
		"store":       {"modernc.org/sqlite/lib", "acies/words", "os"},
		"ai":          {"acies/rules/sword", "time"},
	}
	for _, c := range []struct {
		name, pkg string
		more      []string // what the package imports besides, or "-" before what it does not
		want      string
	}{
		{"sound", "grid", nil, ""},
		{"network in a pure package", "grid", []string{"net/http"}, "grid is pure and may not import net/http"},
		{"processes in a pure package", "grid", []string{"os/exec"}, "grid is pure and may not import os/exec"},
		{"chance in a pure package", "rules/sword", []string{"crypto/rand"}, "rules/sword is pure and may not import crypto/rand"},
		{"what another pure package may", "rules/sword", []string{"math"}, "rules/sword is pure and may not import math"},
		{"module in a pure package", "grid", []string{"golang.org/x/text"}, "grid is pure but imports golang.org/x/text"},
		{"impure package in a pure one", "rules/sword", []string{"acies/words"}, "rules/sword is pure but imports words, which is not"},
		{"package without a line", "words", []string{"acies/grid"}, "words may not import grid"},
		{"package that stands below", "words", []string{"acies/store"}, "words imports store, which stands below it in imports.txt"},
		{"rulebook", "store", []string{"acies/rules/sword"}, "store may know no rulebook but imports rules/sword"},
		{"module without a line", "words", []string{"modernc.org/sqlite"}, "words may not import modernc.org/sqlite"},
		{"line without an import", "ai", []string{"-acies/rules/sword"}, "imports.txt:12: ai does not import rules/sword: remove the line"},
		{"package that is not listed", "server", []string{"fmt"}, "package server is not in imports.txt"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var list []pkg
			for name, imports := range sound {
				if name == c.pkg {
					for _, m := range c.more {
						if gone, ok := strings.CutPrefix(m, "-"); ok {
							imports = slices.DeleteFunc(slices.Clone(imports), func(s string) bool { return s == gone })
						} else {
							imports = append(slices.Clone(imports), m)
						}
					}
				}
				list = append(list, pkg{ImportPath: module + name, Imports: imports})
			}
			if sound[c.pkg] == nil {
				list = append(list, pkg{ImportPath: module + c.pkg, Imports: c.more})
			}
			got := p.check(list)
			if c.want == "" && len(got) > 0 || c.want != "" && !slices.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	for _, c := range []struct {
		name string
		pkg  pkg
		want string
	}{
		{"in the package", pkg{ImportPath: "acies/words", TestImports: []string{"acies/rules/sword"}}, "words may know no rulebook but its tests import rules/sword"},
		{"beside the package", pkg{ImportPath: "acies/store", XTestImports: []string{"acies/rules/sword/kit"}}, "store may know no rulebook but its tests import rules/sword/kit"},
		{"of a rulebook", pkg{ImportPath: "acies/rules/sword", TestImports: []string{"acies/rules/sword/kit"}}, ""},
		{"of the registry", pkg{ImportPath: "acies/ai", XTestImports: []string{"acies/rules/sword"}}, ""},
		{"of anything else", pkg{ImportPath: "acies/words", TestImports: []string{"acies/store", "net/http"}}, ""},
	} {
		got := slices.DeleteFunc(p.check([]pkg{c.pkg}), func(s string) bool { return !strings.Contains(s, "tests import") })
		if c.want == "" && len(got) > 0 || c.want != "" && !slices.Equal(got, []string{c.want}) {
			t.Errorf("a test %s: got %q, want %q", c.name, got, c.want)
		}
	}
	if got := p.check([]pkg{{ImportPath: module + "grid", Imports: []string{"math"}}}); !slices.Contains(got, "imports.txt:11: there is no package ai: remove its lines") {
		t.Errorf("a package that is gone: %q", got)
	}
	for _, bad := range []string{"\tfmt: errors\n", "package grid\n\tfmt\n", "package grid (pretty)\n", "package grid\npackage grid\n", "grid\n", "package grid\n\tfmt: a\n\tfmt: b\n"} {
		if _, err := parsePlan(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestPackageDocs(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}

// majorVersion is the end of the path of a module from its second major version on.
var majorVersion = regexp.MustCompile(`/v[0-9]+$`)

func TestDependenciesAreNamed(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(mod)) {
		f := strings.Fields(line)
		if len(f) < 2 || strings.Contains(line, "// indirect") || !strings.Contains(f[0], ".") {
			continue
		}
		if name := filepath.Base(majorVersion.ReplaceAllString(f[0], "")); !strings.Contains(string(readme), name) {
			t.Errorf("README.md does not name the dependency %s and its reason", f[0])
		}
	}
}

// TestWebAssembly builds the pure packages for browsers.
func TestWebAssembly(t *testing.T) {
	args := []string{"build"}
	for name, a := range readPlan(t).packages {
		if a.pure {
			args = append(args, "./"+name)
		}
	}
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building for WebAssembly: %v\n%s", err, out)
	}
}

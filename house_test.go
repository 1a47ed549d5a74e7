// Package acies_test keeps the house in order: which package may import which, and what must build where.
package acies_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// floors orders the packages from the ground up; a package imports only from floors below its own. A new package must
// be given its place here.
var floors = map[string]int{
	"acies/grid":                 0,
	"acies/dice":                 0,
	"acies/game":                 0,
	"acies/battles":              0,
	"acies/rulebook":             0,
	"acies/rulebook/cite":        0,
	"acies/system":               1,
	"acies/pack":                 0,
	"acies/rulebook/report":      1,
	"acies/rules/sword":          1,
	"acies/rules/sword/scenario": 3,
	"acies/record":               2,
	"acies/game/gametest/toy":    1,
	"acies/game/gametest":        3,
	"acies/words":                3,
	"acies/picture":              4,
	"acies/cases":                4,
	"acies/table":                4,
	"acies/sim":                  5,
	"acies/sim/balance":          6,
	"acies/luck":                 5,
	"acies/ai":                   4,
	"acies/rules/sword/judge":    2,
	"acies/rules/sword/kit":      3,
	"acies/systems":              9,
	"acies/hint":                 5,
	"acies/bot":                  6,
	"acies/bot/examples/go":      0,
	"acies/store":                5,
	"acies/match":                7,
	"acies/web":                  8,
	"acies/server":               9,
	"acies/cmd/acies":            10,
}

// pure packages use the standard library alone and build for WebAssembly.
var pure = []string{"acies/game", "acies/grid", "acies/dice", "acies/rules/sword"}

type pkg struct {
	ImportPath string
	Doc        string
	Imports    []string
	Standard   bool
}

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Doc,Imports,Standard", "./...").Output()
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
		if p.ImportPath != "acies" {
			list = append(list, p)
		}
	}
}

func TestImportsPointDown(t *testing.T) {
	for _, p := range packages(t) {
		floor, ok := floors[p.ImportPath]
		if !ok {
			t.Errorf("%s has no floor: give it one in house_test.go", p.ImportPath)
		}
		for _, imp := range p.Imports {
			if !strings.HasPrefix(imp, "acies/") {
				continue
			}
			if below, ok := floors[imp]; ok && below >= floor {
				t.Errorf("%s (floor %d) imports %s (floor %d): imports point down only", p.ImportPath, floor, imp, below)
			}
		}
	}
}

func TestPureRules(t *testing.T) {
	for _, p := range packages(t) {
		if !isPure(p.ImportPath) || strings.Contains(p.ImportPath, "gametest") {
			continue
		}
		for _, imp := range p.Imports {
			switch first, _, _ := strings.Cut(imp, "/"); {
			case strings.Contains(first, "."):
				t.Errorf("%s imports %s: rules use the standard library alone", p.ImportPath, imp)
			case imp == "time" || imp == "os" || imp == "math/rand" || imp == "math/rand/v2" || imp == "net" || imp == "unsafe":
				t.Errorf("%s imports %s: rules have no clock, no disk, no network and no dice of their own", p.ImportPath, imp)
			}
		}
	}
}

func isPure(path string) bool {
	for _, p := range pure {
		if path == p || strings.HasPrefix(path, strings.TrimSuffix(p, "/")+"/") {
			return true
		}
	}
	return false
}

func TestPackageDocs(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}

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
		if name := filepath.Base(strings.TrimSuffix(f[0], "/v8")); !strings.Contains(string(readme), name) {
			t.Errorf("README.md does not name the dependency %s and its reason", f[0])
		}
	}
}

func TestWebAssembly(t *testing.T) {
	cmd := exec.Command("go", "build", "./game", "./grid", "./dice", "./rules/...")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building for WebAssembly: %v\n%s", err, out)
	}
}

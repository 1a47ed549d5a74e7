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

// table is a case without its end: what a row of the tests below adds to it.
const table = `- case: t
  cites: [imp-1.1a]
  book: impetus
  terrain: [wood 40 43 60 43 60 60 40 60]
  units:
    a1: red FP 5 5 2 B 50 30 0 pike rows=2
    b1: blue S 8 3 0 B 50 80 180 javelin
  to-act: command red 1
`

func TestBadCases(t *testing.T) {
	with := func(old, new string) string { return strings.Replace(table, old, new, 1) }
	for _, test := range []struct{ name, text, want string }{
		{"terrain", with("wood 40", "jungle 40"), `f.yaml:4: terrain "jungle 40 43 60 43 60 60 40 60" is unknown; expected one of open,`},
		{"corners", with("43 60 43 60 60 40 60", "43 60"), `f.yaml:4: "40 43 60": expected x and y of at least 3 points`},
		{"polygon", with("40 43 60 43 60 60 40 60", "40 60 60 60 60 43 40 43"), "expected a convex polygon in counter-clockwise order"},
		{"line", table + "  lines: [40 44 60 44]", `f.yaml:9: line "40 44 60 44": expected points and then the edge of the protected side`},
		{"structure", table + "  armies: {red: {structure: Fine}}", `f.yaml:9: structure "Fine" is unknown; expected one of Poor,`},
		{"quality", table + "  armies: {red: {commands: [Fine]}}", `f.yaml:9: quality "Fine" is unknown; expected one of Incompetent,`},
		{"army", table + "  armies: {green: {}}", `f.yaml:9: armies has no field "green"`},
		{"side of a unit", with("red FP", "green FP"), "f.yaml:6: unit a1: expected its side, one of red, blue"},
		{"type", with("red FP", "red XX"), `f.yaml:6: unit a1: type "XX" is unknown; expected one of S,`},
		{"figures", with("5 5 2 B", "5 0 2 B"), `f.yaml:6: unit a1: "5 0 2 B": expected M, VBU, impetus and discipline`},
		{"discipline", with("5 5 2 B", "5 5 2 D"), `f.yaml:6: unit a1: discipline "D": expected A, B or C`},
		{"rows", with("rows=2", "rows=4"), `f.yaml:6: unit a1: "rows=4": expected a number from 1 to 3`},
		{"square", with("rows=2", "inside=a9"), `f.yaml:6: unit a1: there is no unit "a9" before it`},
		{"place", with("50 30 0", "50 30"), `f.yaml:6: unit a1: "50 30": expected x and y in U and a heading in degrees`},
		{"heading", with("50 30 0", "50 30 400"), `f.yaml:6: unit a1: "400": expected a heading from 0 to 359.75`},
		{"word", with("pike", "sleepy"), `f.yaml:6: unit a1: "sleepy": expected x, y and heading`},
		{"name", with("a1:", "rolling:"), `f.yaml:6: "rolling" cannot be the name of a unit`},
		{"start", strings.Replace(table, "to-act: command red 1", "turn: 2", 1), "f.yaml:8: the case starts with the first turn, which has no turn"},
		{"two positions", table + "  position: {turn: 3}", "is given outside position"},
		{"unit unknown", table + "  expect: {unit c1: lost}", `f.yaml:9: there is no unit "c1"`},
		{"unit's state", table + "  expect: {unit a1: sleepy}", `f.yaml:9: "sleepy": expected a place, vbu=`},
		{"unit without words", table + "  expect: {unit a1: []}", "f.yaml:9: unit a1: expected at least one word"},
		{"unit's place", table + "  expect: {unit a1: 50 x}", `f.yaml:9: "x": expected a place`},
		{"command", table + "  expect: {command red 3: spent}", `f.yaml:9: Command "3": expected a number from 1 to 1`},
		{"command's state", table + "  expect: {command red 1: merry}", `f.yaml:9: "merry": expected one of Incompetent`},
		{"side", table + "  expect: {lost green: 3}", `f.yaml:9: there is no side "green"; expected one of red, blue`},
		{"zones", table + "  expect: {zones a1: [c1]}", `f.yaml:9: there is no unit "c1"`},
		{"accepted", table + "  expect: {accepted: [jump 3]}", `f.yaml:9: action "jump 3": unknown verb "jump"`},
		{"another key", table + "  expect: {mood: 7}", `f.yaml:9: "mood" is neither a piece nor one of`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := cases.Read("f.yaml", []byte(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Read gives %v\nwant %s", err, test.want)
			}
		})
	}
}

// Every kind of expectation is found wrong when it is, with its line, what was found and what was expected.
func TestFailures(t *testing.T) {
	for _, test := range []struct{ expect, want string }{
		{"unit a1: 50 31 0 vbu=4/4", "f.yaml:10: unit a1: vbu 5/5, expected 4/4; at 50 30 0, expected 50 31 0"},
		{"unit a1: 50 31", "f.yaml:10: unit a1: at 50 30 0, expected 50 31"},
		{"unit a1: disordered worn melee", "f.yaml:10: unit a1: not disordered, expected disordered; not worn, expected worn; not melee, expected melee"},
		{"unit b1: no-fired phases=1", "f.yaml:10: unit b1: phases 0, expected 1"},
		{"unit a1: lost", "f.yaml:10: unit a1: at 50 30 0, expected lost"},
		{"command red 1: Genius no-spent", "f.yaml:10: command red 1: quality Fair, expected Genius; spent, expected not spent"},
		{"lost red: 2", "f.yaml:10: lost red is 0, expected 2"},
		{"zones a1: [b1]", "f.yaml:10: zones a1 is [], expected [b1]"},
		{"sees a1 b1: yes", "f.yaml:10: sees a1 b1 is no, expected yes"},
		{"rolling: 1", "f.yaml:10: rolling is 0, expected 1"},
		{"accepted: [forward 1]", `f.yaml:10: accepted: "forward 1" is refused by command imp-Q1e`},
	} {
		t.Run(test.expect, func(t *testing.T) {
			list, err := cases.Read("f.yaml", []byte(table+"  expect:\n    "+test.expect))
			if err != nil {
				t.Fatal(err)
			}
			if err := list[0].Run(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the case gives %v\nwant %s", err, test.want)
			}
		})
	}
}

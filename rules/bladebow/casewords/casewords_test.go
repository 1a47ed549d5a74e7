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

// ground is a case without its end: what a row of the tests below adds to it.
const ground = `- case: t
  cites: [bnb-3.1a]
  book: bladebow
  ground: 9x9
  leaders: {first: greek 1-6-3-red E5}
  units:
    h1: greek hoplite E5 N +1
    b1: persian spears E2 S
  to-act: orders greek 2
`

func TestBadCases(t *testing.T) {
	with := func(old, new string) string { return strings.Replace(ground, old, new, 1) }
	for _, test := range []struct{ name, text, want string }{
		{"ground missing", with("ground: 9x9", "turn: 1"), "f.yaml:1: ground is missing; expected a size such as 9x9 or rows of symbols"},
		{"ground too large", with("9x9", "26x26"), "f.yaml:4: ground: expected a size such as 9x9"},
		{"ground of no size", with("9x9", "0x4"), "f.yaml:4: ground: expected a size such as 9x9"},
		{"ground uneven", with("9x9", ".... ..."), "f.yaml:4: ground: row 2 has 3 squares, expected 4"},
		{"terrain", with("9x9", ".?.."), `f.yaml:4: ground: row 1: '?' does not stand for a terrain`},
		{"side of a unit", with("greek hoplite", "roman hoplite"), "f.yaml:7: unit h1: expected its side, one of greek, persian"},
		{"type", with("hoplite", "legion"), `f.yaml:7: unit h1: type "legion" is unknown; expected one of hoplite, spears,`},
		{"facing", with("E5 N +1", "E5 +1"), `f.yaml:7: unit h1: "E5 +1": expected its square and its facing`},
		{"square", with("E5 N +1", "E15 N +1"), `f.yaml:7: unit h1: "E15": expected a square, a facing`},
		{"name", with("h1:", "dice:"), `f.yaml:7: "dice" cannot be the name of a piece`},
		{"leader", with("1-6-3-red", "1-6-3"), `f.yaml:5: leader first: "1-6-3": expected rank, range, command value and colour`},
		{"side of a leader", with("greek 1-6", "roman 1-6"), "f.yaml:5: leader first: expected his side"},
		{"actions", with("greek 2", "greek two"), `f.yaml:9: "two" is not a number of actions`},
		{"army", ground + "  armies: {greek: {camps: Z9}}", `f.yaml:10: square "Z9"`},
		{"army's field", ground + "  armies: {greek: {elephants: 9}}", `f.yaml:10: an army has no field "elephants"`},
		{"icon", ground + "  icons: [7]", `f.yaml:10: icon "7" is not a number from 0 to 6`},
		{"king", ground + "  special: {king: nobody}", `f.yaml:10: there is no leader "nobody"`},
		{"wall", ground + "  special: {pass: {walls: A1-C1}}", `f.yaml:10: "A1-C1": expected two neighbours such as C4-C5`},
		{"set-up", strings.Replace(ground, "to-act: orders greek 2", "turn: 2", 1), "f.yaml:9: the case starts with the set-up, which has no turn"},
		{"two positions", ground + "  position: {turn: 3}", "is given outside position"},
		{"unit unknown", ground + "  expect: {unit h9: E5}", `f.yaml:10: there is no unit "h9"`},
		{"unit's state", ground + "  expect: {unit h1: sleepy}", `f.yaml:10: "sleepy": expected a square, a facing`},
		{"unit without words", ground + "  expect: {unit h1: []}", "f.yaml:10: unit h1: expected at least one word"},
		{"leader unknown", ground + "  expect: {leader h1: E5}", `f.yaml:10: there is no leader "h1"`},
		{"leader's place", ground + "  expect: {leader first: asleep}", `f.yaml:10: "asleep": expected a square, killed`},
		{"hand", ground + "  expect: {hand greek: K99}", `f.yaml:10: card "K99"`},
		{"side", ground + "  expect: {losses roman: 1}", `f.yaml:10: there is no side "roman"; expected one of greek, persian`},
		{"camp", ground + "  expect: {camp greek: burning}", `f.yaml:10: camp "burning": expected overrun or standing`},
		{"zone", ground + "  expect: {zone E4 greek: huge}", `f.yaml:10: zone "huge": expected one of none, weak, strong`},
		{"sight", ground + "  expect: {sees E4 E9: perhaps}", `f.yaml:10: "perhaps": expected yes or no`},
		{"ranks", ground + "  expect: {ranks h1 for greek: many}", `f.yaml:10: ranks "many": expected a number`},
		{"dice", ground + "  expect: {dice: 7}", `f.yaml:10: dice "7": expected such as 7 attack 2 defence`},
		{"another key", ground + "  expect: {mood: 7}", `f.yaml:10: "mood" is neither a piece nor one of`},
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
		{"unit h1: E4 S +2", "f.yaml:11: unit h1: in E5, expected E4; facing N, expected S; ranks 1, expected 2"},
		{"unit h1: disrupted no-known", "f.yaml:11: unit h1: not disrupted, expected disrupted; known, expected not known"},
		{"unit h1: routed", "f.yaml:11: unit h1: in E5, expected routed"},
		{"leader first: killed", "f.yaml:11: leader first is E5, expected killed"},
		{"hand greek: [K01]", "f.yaml:11: hand greek is [], expected [K01]"},
		{"losses greek: 1", "f.yaml:11: losses greek is 0, expected 1"},
		{"impulses greek: 1", "f.yaml:11: impulses greek is 3, expected 1"},
		{"camp greek: overrun", "f.yaml:11: camp greek is standing, expected overrun"},
		{"zone E4 greek: weak", "f.yaml:11: zone E4 greek is strong, expected weak"},
		{"sees E1 E3: yes", "f.yaml:11: sees E1 E3 is no, expected yes"},
		{"ranks h1 for persian: unknown", "f.yaml:11: ranks h1 for persian is 1, expected unknown"},
		{"dice: 1 attack 0 defence", "f.yaml:11: dice is 0 attack 0 defence, expected 1 attack 0 defence"},
		{"rolling: 1", "f.yaml:11: rolling is 0, expected 1"},
		{"actions: 1", "f.yaml:11: actions is 2, expected 1"},
		{"initiative: persian", "f.yaml:11: initiative is greek, expected persian"},
	} {
		t.Run(test.expect, func(t *testing.T) {
			list, err := cases.Read("f.yaml", []byte(ground+"  expect:\n    "+test.expect))
			if err != nil {
				t.Fatal(err)
			}
			if err := list[0].Run(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the case gives %v\nwant %s", err, test.want)
			}
		})
	}
}

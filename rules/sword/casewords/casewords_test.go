package casewords_test

import (
	"io/fs"
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

// ground is a case without its end: what a row of the tests below adds to it.
const ground = `- case: t
  cites: [ant-8.1a]
  book: antiquity-2
  map: 4x6
  leaders: {l1: red 0305}
  units:
    a1: Lg red 0305 UR
    b1: Lg blue 0302 DL
  at: activation l1
`

func TestBadGround(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"state", ground + "  expect: {a1: sleepy}", `f.yaml:10: "sleepy" is not a state of a piece`},
		{"figure", ground + "  expect: {a1: strength=5}", `f.yaml:10: "strength" is not a figure; expected one of sp, quality, mp`},
		{"stack", ground + "  expect: {stack 0305: [l1]}", `f.yaml:10: there is no unit "l1"`},
		{"hex", ground + "  expect: {stack 0905: []}", `f.yaml:10: hex "0905"`},
		{"unit off the map", strings.Replace(ground, "0302", "0702", 1), `f.yaml:8: unit b1: hex "0702"`},
		{"unit without type", strings.Replace(ground, "Lg blue", "blue", 1), "f.yaml:8: unit b1: expected its type, one of Lg, Ho,"},
		{"unit without side", strings.Replace(ground, "Lg blue", "Lg", 1), "f.yaml:8: unit b1: expected its side, red or blue"},
		{"unit's flag", strings.Replace(ground, "0302 DL", "0302 DL sleepy", 1), `f.yaml:8: units b1: flag "sleepy" is unknown`},
		{"unit's name", strings.Replace(ground, "b1:", "legal:", 1), `f.yaml:8: "legal" cannot be the name of a piece`},
		{"leader alone", strings.Replace(ground, "l1: red 0305", "l1: red 0304", 1), "f.yaml:5: leaders l1: no unit he may be with is in 0304"},
		{"map", strings.Replace(ground, "4x6", "\"..x.\"", 1), `f.yaml:4: map: letter 'x' does not stand for a terrain of the book antiquity-2`},
		{"letter of the other book", strings.Replace(ground, "4x6", "\"..1.\"", 1), `f.yaml:4: map: letter '1' does not stand for a terrain`},
		{"uneven rows", strings.Replace(ground, "4x6", "|\n    ....\n    ...", 1), "f.yaml:6: map: the row has 3 hexes, expected 4"},
		{"edge", ground + "  edges: [0101|0301 river]", `f.yaml:10: edges: "0101|0301" is not a hexside between neighbours`},
		{"special", ground + "  special: {citadel: {hex: 0101, leader: l9}}", `f.yaml:10: special citadel: leader "l9" is unknown; the battle has l1`},
		{"special's field", ground + "  special: {citadel: {hex: 0101, lord: l1}}", `unknown field "lord"; the fields here are hex, leader`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := cases.Read("f.yaml", []byte(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Read gives %v\nwant %s", err, test.want)
			}
		})
	}
}

// medievalGround is a case of the medieval book without its end.
const medievalGround = `- case: t
  cites: [med-8.1a]
  book: medieval
  map: 4x6
  leaders: {l1: red 0305}
  units:
    a1: Ch red 0305 N
    b1: Ar blue 0302 S
  at: activation l1
`

func TestBadMedievalCases(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"letter of another book", strings.Replace(medievalGround, "4x6", "\"..c.\"", 1), `f.yaml:4: map: letter 'c' does not stand for a terrain of the book medieval`},
		{"facing of another book", strings.Replace(medievalGround, "0305 N", "0305 UR", 1), `f.yaml:7: units a1: facing: `},
		{"form of guns", strings.Replace(medievalGround, "Ar blue", "At mounted blue", 1), "f.yaml:8: unit b1: At are guns, neither on foot nor mounted"},
		{"mounting", medievalGround + "  mounting: Ch Hx", `f.yaml:10: mounting: type "Hx" is unknown; expected some of Ch, Ha, Cl,`},
		{"dismounted without leave", strings.Replace(medievalGround, "Ch red", "Ch dismounted red", 1) + "  mounting: Ha", "f.yaml:7: unit a1: Ch is not among the types under mounting: Ha"},
		{"markers of no side", medievalGround + "  dismount: {green: 2}", `f.yaml:10: dismount: side "green" is unknown; expected red or blue`},
		{"markers of no number", medievalGround + "  remount: {red: two}", `f.yaml:10: "two" is not a number from 0 to 99`},
		{"markers as a number", medievalGround + "  remount: 2", "f.yaml:10: remount: expected a mapping such as {red: 2, blue: 1}"},
		{"pairs", medievalGround + "  pairs: [Mo]", `f.yaml:10: pairs: type "Mo" is unknown`},
		{"pairs of an ancient book", ground + "  pairs: [Lg]", "f.yaml:10: pairs: the book antiquity-2 does not use it"},
		{"option", medievalGround + "  options: [free-set-up]", `f.yaml:10: option "free-set-up" is unknown here; the medieval book has rear-charge`},
		{"rout edge", medievalGround + "  rout: {red: north}", `f.yaml:10: rout: "north" is not an edge; expected one of top, bottom, left, right`},
		{"rout of nobody", medievalGround + "  rout: {green: top}", `f.yaml:10: rout: "green" is neither a side nor a contingent`},
		{"reinforcements", medievalGround + "  reinforcements: {turn: 2}", "f.yaml:10: reinforcements: expected a list of"},
		{"reinforcement's field", medievalGround + "  reinforcements: [{round: 2}]", `f.yaml:10: a reinforcement has no field "round"; its fields are entry, leader, turn, units`},
		{"reinforcement's leader", medievalGround + "  reinforcements: [{leader: l9, units: a1, entry: 0106}]", `f.yaml:10: reinforcements: there is no leader "l9"`},
		{"reinforcement's unit", medievalGround + "  reinforcements: [{leader: l1, units: a9, entry: 0106}]", `f.yaml:10: reinforcements: there is no unit "a9"`},
		{"entry", medievalGround + "  reinforcements: [{leader: l1, units: a1, entry: 0906}]", `f.yaml:10: reinforcements: hex "0906"`},
		{"special", medievalGround + "  special: {ring: {contingent: green, types: Pi}}", `f.yaml:10: special ring: contingent "green" is unknown; the battle has`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := cases.Read("f.yaml", []byte(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Read gives %v\nwant %s", err, test.want)
			}
		})
	}
}

// TestMedievalGround checks what every word of a case's own medieval battle comes to.
func TestMedievalGround(t *testing.T) {
	list, err := cases.Read("f.yaml", []byte(`- case: t
  cites: [med-8.1a]
  book: medieval
  map: |
    . . . . . .
    . W o m V .
    . F ~ = : .
    . . L . . .
    . . . . . .
    . . . . . .
  edges: [0105|0106 stream]
  pairs: Mi
  dismount: {red: 2}
  options: [rear-charge]
  rout: {left: right}
  reinforcements:
    - {turn: 2, leader: l2, units: r1 r2, entry: 0601 0602}
  special: {far-bank: {zone: bank}}
  zones: {bank: 0101}
  leaders:
    l1: red 0206 commander
    l2: red contingent=left
    m1: blue 0201
  units:
    a1: Ch red 0206 dismounted
    a2: Mi red 0306 NE
    a3: Mi red 0306 2nd NE
    g1: At red 0206
    r1: Ha red contingent=left
    r2: Ar mounted red contingent=left
    b1: Ar blue 0201 fatigued
  at: activation l1
  do: []
  expect:
    a1: 0206 N dismounted mp=4 sp=3
    a2: NE
    b1: S fatigued sp=3 quality=4 mp=3
    l1: radius=4 mp=7 commander no-captive
    l2: expected
    g1: mp=2
    r1: expected
    to-act: red
`))
	if err != nil {
		t.Fatal(err)
	}
	if err := list[0].Run(); err != nil {
		t.Error(err)
	}
}

// Every kind of expectation is found wrong when it is, with its line, what was found and what was expected.
func TestFailures(t *testing.T) {
	tests := []struct{ expect, want string }{
		{"a1: 0304", "f.yaml:11: unit a1: hex 0305, expected 0304"},
		{"a1: UL routed sp=4", "f.yaml:11: unit a1: facing UR, expected UL; state valiant, expected routed; sp 5, expected 4"},
		{"a1: fatigued no-active", "f.yaml:11: unit a1: not fatigued, expected fatigued; active, expected not active"},
		{"a1: {order: 2, quality: 6}", "f.yaml:11: unit a1: order 1, expected 2; quality 5, expected 6"},
		{"l1: wounded bonus=2", "f.yaml:11: leader l1: not wounded, expected wounded; bonus 0, expected 2"},
		{"l1: bound a1", "f.yaml:11: leader l1: bound none, expected a1"},
		{"stack 0305: empty", "f.yaml:11: the stack in 0305 is [a1], expected []"},
		{"marked: 0305", "f.yaml:11: the marked hexes are [], expected [0305]"},
	}
	for _, test := range tests {
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

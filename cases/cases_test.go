package cases_test

import (
	"os"
	"strings"
	"testing"

	"acies/cases"
	_ "acies/systems"
)

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

func TestBadCases(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"no list", "case: t", "f.yaml:1: expected a list of cases"},
		{"no title", "- cites: [ant-8.1a]", "f.yaml:1: the case has no title"},
		{"no ground", "- case: t\n  cites: [ant-8.1a]", "f.yaml:1: expected either battle: or book:"},
		{"battle", "- {case: t, battle: zama}", `f.yaml:1: battle "zama" is unknown; expected one of bouvines-1214, `},
		{"book", "- {case: t, book: modern, map: 3x3}", `f.yaml:1: book "modern" is unknown; expected one of `},
		{"pack", "- {case: t, battle: ./none}", "none: stat none: no such file"},
		{"field", ground + "  expects: {turn: 1}", `f.yaml:10: a case has no field "expects" here; its fields are active, at, book,`},
		{"nothing expected", ground, "f.yaml:1: the case has nothing to check; expected expect:"},
		{"both forms", ground + "  do: [done]\n  steps: [done]", "f.yaml:11: expected either steps, or do and expect"},
		{"verb", ground + "  do: [march a1]", `f.yaml:10: action "march a1": unknown verb "march"`},
		{"piece in action", ground + "  do: [move a2]", `f.yaml:10: action "move": there is no piece "a2"`},
		{"piece", ground + "  expect:\n    a2: 0305", `f.yaml:11: "a2" is neither a piece nor one of active,`},
		{"refusal", ground + "  expect: {refused: {done: to-far}}", `f.yaml:10: refusal "to-far" is unknown`},
		{"event", ground + "  expect: {no-events: [rout]}", `f.yaml:10: event "rout" is unknown`},
		{"clause", ground + "  expect: {events: [routs ant-99z]}", `f.yaml:10: clause "ant-99z" is not in the rulebook`},
		{"modifier", ground + "  expect: {odds of done: {lacks: [melee-tipe]}}", `f.yaml:10: modifier "melee-tipe" is unknown`},
		{"result", ground + "  expect: {odds of done: {chances: {D+X: 0/10}}}", `f.yaml:10: result "D+X" is unknown`},
		{"odds", ground + "  expect: {odds of done: {mods: []}}", `f.yaml:10: odds has no field "mods"`},
		{"degree", ground + "  expect: {degree: total}", `f.yaml:10: degree "total" is unknown; expected one of decisive, draw, major, minor`},
		{"active", ground + "  expect: {active: l9}", `f.yaml:10: there is no piece "l9"`},
		{"goal", ground + "  do: [skip to activation a1]\n  expect: {turn: 1}", `f.yaml:10: skip: there is no leader "a1"`},
		{"no goal", ground + "  do: [skip to the end]\n  expect: {turn: 1}", `f.yaml:10: skip to "the end": expected one of PROMPT, phase X, turn N, activation LEADER`},
		{"prompt", ground + "  expect: {prompt: move}", `f.yaml:10: prompt "prompt.move" is unknown`},
		{"phase", ground + "  expect: {phase: f}", `f.yaml:10: phase "f" is unknown; expected one of a, b,`},
		{"side", ground + "  expect: {to-act: roman}", `f.yaml:10: side "roman" is unknown; expected one of red, blue, nature, nobody`},
		{"score", ground + "  expect: {scores: {red: {units: 1}}}", `f.yaml:10: red has no score "units"`},
		{"skip", ground + "  do: [skip to dinner]\n  expect: {turn: 1}", `f.yaml:10: skip: prompt "dinner" is unknown`},
		{"cite", strings.Replace(ground, "8.1a", "99z", 1) + "  expect: {turn: 1}", `f.yaml:2: clause "ant-99z" is not in the rulebook`},
		{"no cite", strings.Replace(ground, "[ant-8.1a]", "[]", 1) + "  expect: {turn: 1}", "f.yaml:2: the case cites no clause"},
		{"anchor", "- &a {case: t}", "f.yaml:1: anchors, aliases and tags are not allowed"},
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

// Every kind of expectation is found wrong when it is, with its line, what was found and what was expected.
func TestFailures(t *testing.T) {
	tests := []struct{ expect, want string }{
		{"legal: [move b1]", `f.yaml:11: legal: "move b1" is refused: not-yours ant-0a piece=b1`},
		{"illegal: [move a1]", `f.yaml:11: illegal: "move a1" is legal`},
		{"choices: [move a1]", `f.yaml:11: choices: "lead" is legal too; "done" is legal too`},
		{"choices: [move a1, lead, done, move b1]", `f.yaml:11: choices: "move b1" is missing`},
		{"refused: {move a1: ant-8.1a}", `f.yaml:11: "move a1" is legal, expected a refusal by ant-8.1a`},
		{"refused: {move b1: ant-8.1a}", `f.yaml:11: "move b1" is refused by not-yours ant-0a piece=b1, expected ant-8.1a`},
		{"refused: {move b1: not-yours piece=a1}", "expected not-yours piece=a1"},
		{"cost: {done: 3}", `f.yaml:11: "done" costs nothing`},
		{"odds of done: {sum: 1}", `f.yaml:11: "done" has no odds`},
		{"odds of roll: {sum: 1}", "f.yaml:11: no roll is due; legal actions: move a1, lead, done"},
		{"standing b1: can-act", "f.yaml:11: b1 cannot act: "},
		{"standing a1: not-yours", "f.yaml:11: a1 can act, expected not-yours"},
		{"to-act: blue", "f.yaml:11: to-act is red, expected blue"},
		{"prompt: rest", "f.yaml:11: the prompt is prompt.moves leader=l1, expected rest"},
		{"phase: e", "f.yaml:11: phase is phase.d1, expected phase.e"},
		{"turn: 2", "f.yaml:11: turn is 1, expected 2"},
		{"active: nobody", "f.yaml:11: active is l1, expected nobody"},
		{"events: [routs unit=a1]", "f.yaml:11: event 1, routs unit=a1, did not happen; the events were\n    none"},
		{"points: {red: 1}", "f.yaml:11: points: red 0, expected 1"},
		{"over: true", "f.yaml:11: over is false, expected true"},
		{"winner: red", "f.yaml:11: winner is nobody, expected red"},
		{"degree: major", "f.yaml:11: degree is , expected major"},
		{"because: ant-6a", "f.yaml:11: because is , expected ant-6a"},
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

// A pack is named by its folder, as seen from the case file.
func TestPackFolder(t *testing.T) {
	for _, c := range []struct{ file, battle string }{
		{"f.yaml", "../battles/sparta-195bc"},
		{"../docs/f.yaml", "../battles/sparta-195bc"},
		{"../battles/f.yaml", "./sparta-195bc"},
	} {
		list, err := cases.Read(c.file, []byte("- {case: t, cites: [ant-6a], battle: "+c.battle+", expect: {turn: 1}}"))
		if err != nil {
			t.Fatal(err)
		}
		if err := list[0].Run(); err != nil {
			t.Errorf("%s in %s: %v", c.battle, c.file, err)
		}
	}
}

// A refused action ends a case; expectations go on.
func TestAllFailuresAreTold(t *testing.T) {
	list, err := cases.Read("f.yaml", []byte(ground+"  steps: [{expect: {turn: 2, phase: e}}, move b1, {expect: {turn: 3}}]"))
	if err != nil {
		t.Fatal(err)
	}
	want := "f.yaml:10: turn is 1, expected 2\nf.yaml:10: phase is phase.d1, expected phase.e\n" +
		`f.yaml:10: "move b1" is refused: not-yours ant-0a piece=b1`
	if err := list[0].Run(); err == nil || err.Error() != want {
		t.Errorf("the case gives %v\nwant %s", err, want)
	}
}

func FuzzRead(f *testing.F) {
	examples, err := os.ReadFile("../rules/sword/casewords/testdata/antiquity/examples.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, c := range strings.Split(string(examples), "\n\n") {
		f.Add([]byte(c))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		list, err := cases.Read("f.yaml", src)
		if err != nil {
			return
		}
		for i := range list {
			if err := list[i].Run(); err != nil && strings.Contains(err.Error(), "broke down") {
				t.Error(err)
			}
		}
	})
}

// The case that docs/cases.md begins with is a case.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile("../docs/cases.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), "```yaml\n")
	block, _, _ = strings.Cut(block, "```")
	list, err := cases.Read("docs/cases.md", []byte(block))
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if err := list[i].Run(); err != nil {
			t.Error(err)
		}
	}
}

package position_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"acies/battles"
	"acies/game"
	"acies/pack"
	"acies/rules/bladebow"
	"acies/rules/bladebow/position"
	"acies/rules/bladebow/scenario"
)

func load(t *testing.T, id string) *bladebow.Battle {
	t.Helper()
	p, err := scenario.Load(battles.FS, id)
	if err != nil {
		t.Fatal(err)
	}
	return bladebow.New(p.Setup())
}

// Every state of random games is the same again when its text is read.
func TestRoundTrip(t *testing.T) {
	for _, id := range []string{"marathon-490bc", "thermopylae-480bc", "plataea-479bc", "mycale-479bc"} {
		t.Run(id, func(t *testing.T) {
			b := load(t, id)
			src := rand.NewPCG(5, 8)
			for range 3 {
				s := b.Start()
				for n := 0; ; n++ {
					if n%7 == 0 || s.ToAct() == game.Nobody {
						text := position.Write(id, nil, s)
						tree, err := pack.ReadTree("p.yaml", text)
						if err != nil {
							t.Fatalf("%v\n%s", err, text)
						}
						at, err := position.Read(tree, b, true)
						if err != nil {
							t.Fatalf("%v\n%s", err, text)
						}
						if at.Start().Hash() != s.Hash() {
							t.Fatalf("the position is another one:\n%s\n%s", text, position.Write(id, nil, at.Start()))
						}
					}
					if s.ToAct() == game.Nobody {
						break
					}
					var a game.Action
					if s.ToAct() == game.Nature {
						a = s.Roll(src)
					} else {
						legal := s.Legal(nil)
						a = legal[game.Intn(src, len(legal))]
					}
					if no := s.Apply(a, nil); no != nil {
						t.Fatal(no)
					}
				}
			}
		})
	}
}

func TestRefused(t *testing.T) {
	b := load(t, "marathon-490bc")
	unit, second, leader := b.Setup().Units[0].ID, b.Setup().Units[1].ID, b.Setup().Leaders[0].ID
	for _, test := range []struct{ text, want string }{
		{"turn: 2", "p.yaml:1: the position does not say what is to be done; expected to-act, such as orders greek 2, or tasks"},
		{"to-act: dinner", `p.yaml:1: moment "dinner" is unknown; expected one of orders, impulse, turn,`},
		{"to-act: orders roman 2", `p.yaml:1: side "roman" is unknown; expected one of greek`},
		{"to-act: orders greek", `p.yaml:1: "orders greek": expected orders, the side and its actions`},
		{"to-act: orders greek 0", "a side must be active and have actions left"},
		{"battle: mycale-479bc\nto-act: turn", "the position belongs to the battle mycale-479bc, not marathon-490bc"},
		{"to-act: turn\nunits: {nobody: J5 N}", `p.yaml:2: there is no unit "nobody"`},
		{"to-act: turn\nunits: {" + unit + ": J5}", `expected its square and its facing`},
		{"to-act: turn\nunits: {" + unit + ": J5 N sleepy}", `"sleepy": expected a square, a facing`},
		{"to-act: turn\nunits: {" + unit + ": U1 N}", "which it cannot enter"},
		{"to-act: turn\nunits: {" + unit + ": J5 N, " + second + ": J5 S}", "are both in J5"},
		{"to-act: turn\nunits: {" + unit + ": J5 N +4}", "ranks 4, expected 0 to 3"},
		{"to-act: turn\nleaders: {" + leader + ": asleep}", `"asleep": expected a square`},
		{"to-act: turn\ngreek: {hand: [K61]}", `card "K61"`},
		{"to-act: turn\ngreek: {hand: [K01]}\npersian: {hand: [K01]}", "card K01 is in two places"},
		{"to-act: turn\ndiscards: [K60]", "card K60 is never in a hand or among the discards"},
		{"to-act: turn\ngreek: {hand: [K01, K02, K03, K04, K05, K06, K07, K08]}", "side 0 holds 8 cards"},
		{"tasks: [impulse]", `task "impulse": nobody chooses or rolls anything for it`},
		{"tasks: [impulse, dance]", `task "dance" is unknown`},
		{"tasks: [impulse, duel 9]", `task "duel 9" does not fit the position`},
		{"tasks: [impulse, entry 200]", `task "entry 200" does not fit the position`},
		{"to-act: turn\nmelee: {target: nobody}", `melee: target: there is no unit "nobody"`},
		{"to-act: turn\nmelee: {speed: 3}", `melee has no value "speed"; its values are target, camp,`},
		{"over: greek glorious bnb-5.6b", `degree "glorious" is unknown; expected one of major, minor`},
		{"over: greek major bnb-9.1a", `no game ends by "bnb-9.1a"`},
	} {
		tree, err := pack.ReadTree("p.yaml", []byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := position.Read(tree, b, true); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s\ngives %v\nwant %s", test.text, err, test.want)
		}
	}
}

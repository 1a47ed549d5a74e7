package scenario

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/rules/sword"
)

func openBattle(t testing.TB, id string) *sword.Battle {
	t.Helper()
	setup, _, err := loadPack(t, id)
	if err != nil {
		t.Fatal(err)
	}
	b, err := sword.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A position that has been written is read back as the same state, at any moment of a game.
func TestPositionFile(t *testing.T) {
	for _, id := range []string{"sparta-195bc", "issos-333bc", "bouvines-1214", "guinegate-1479"} {
		t.Run(id, func(t *testing.T) {
			b := openBattle(t, id)
			s := b.NewState()
			src := dice.New(7)
			var buf []game.Action
			for n := 0; s.ToAct() != game.Nobody; n++ {
				if game.Intn(src, 100) == 0 {
					text := WritePosition(id, nil, s.Position())
					p, err := ReadPosition("p.yaml", text)
					if err != nil {
						t.Fatalf("action %d: %v\n%s", n, err, text)
					}
					c, err := p.Start(b)
					if err != nil {
						t.Fatalf("action %d: %v\n%s", n, err, text)
					}
					if c.Hash() != s.Hash() {
						t.Fatalf("action %d: another state\n%s", n, text)
					}
				}
				a := s.Roll(src)
				if s.ToAct() != game.Nature {
					buf = s.Legal(buf[:0])
					a = buf[game.Intn(src, len(buf))]
				}
				if r := s.Apply(a, nil); r != nil {
					t.Fatal(r)
				}
			}
		})
	}
}

func TestBadPosition(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"battle", "at: phase-a", "p.yaml:1: battle is missing; a position must name its battle"},
		{"field", "battle: x\nwhen: now", `p.yaml:2: a position has no field "when"; its fields are active, at,`},
		{"no moment", "turn: 2", "p.yaml:1: at: missing: expected a moment of the turn"},
		{"moment", "at: noon", `p.yaml:2: at: moment "noon" is unknown, expected one of deploy, phase-a,`},
		{"moment of nobody", "at: d2 caesar", `p.yaml:2: at: there is no leader "caesar"`},
		{"no fire", "at: fire nabis", `p.yaml:2: at: "fire nabis": the activation of nabis has no such part`},
		{"both", "at: phase-a\ntasks: [next]", "p.yaml:3: tasks: give either at or tasks, not both"},
		{"turn", "turn: 9\nat: phase-a", "p.yaml:2: turn: 9, expected 0 to 8"},
		{"unit", "at: phase-a\nunits:\n  helots-9: 0511", `p.yaml:4: units helots-9: there is no unit "helots-9"`},
		{"hex", "at: phase-a\nunits:\n  helots-1: 1721", "p.yaml:4: units helots-1: hex \"1721\": column 17"},
		{"facing", "at: phase-a\nunits:\n  helots-1: {facing: N}", `p.yaml:4: units helots-1: facing: corner "N": expected one of UR, R,`},
		{"flag", "at: phase-a\nunits:\n  helots-1: sleepy", `p.yaml:4: units helots-1: flag "sleepy" is unknown, expected one of fatigued,`},
		{"no number", "at: phase-a\nunits:\n  helots-1: {order: top}", `p.yaml:4: "top" is not a number from 1 to 9`},
		{"names", "at: phase-a\nunits:\n  helots-1: 0109", "p.yaml:4: units spartans-1: may not stack with helots-1 in 0109: names and types differ (ant-5.2.1a)"},
		{"strength", "at: phase-a\nunits:\n  helots-1: 0610", "the stack in 0610 has 12 SP, at most 9 (ant-5.1a)"},
		{"facings", "at: phase-a\nunits:\n  laconians-1: 1106 UR", "faces DL, the stack in 1106 faces UR (ant-5.2.3a)"},
		{"terrain", "at: phase-a\nunits:\n  equites-i-1: 0310", "p.yaml:4: units equites-i-1: Ca may not stand in 0310, which is tower (ant-C2c)"},
		{"leader", "at: phase-a\nleaders:\n  gorgopas: 0101", "p.yaml:4: leaders gorgopas: no unit he may be with is in 0101 (ant-5.1g)"},
		{"task", "tasks: [dance]", `p.yaml:2: tasks: task "dance" is unknown, expected one of deploy,`},
		{"operand", "tasks:\n  - rest persian", `p.yaml:3: tasks: rest persian: side "persian" is unknown, expected roman or spartan`},
		{"too much", "tasks:\n  - next roman", `p.yaml:3: tasks: next roman: unexpected "roman"`},
		{"no active", "tasks: [moves, volley, melees, end-activation, end-turn]", `tasks: "moves", but no leader is active`},
		{"no rule", "tasks: [flight-rule, end-turn]", `tasks: "flight-rule", but the battle has no such rule`},
		{"no flight", "tasks: [flight]", "flight: no units are in flight, but the tasks have a flight"},
		{"fleeing", "at: phase-a\nunits:\n  helots-1: fleeing", "p.yaml:4: units helots-1: is fleeing, but not in the flight in progress"},
		{"shooters", "active: nabis\ntasks: [shooters, end-turn]", `tasks: "shooters" can only come before archers`},
		{"nobody shoots", "phase: d2\nactive: nabis\ntasks: [shooters, volley begun, melees, end-activation, end-turn]", "shot kind: archers, expected volley"},
		{"order", "tasks: [next, command, end-turn]", `tasks: "next" cannot come before "command" in a turn`},
		{"the end", "tasks: [next]", `tasks: the last is "next", expected end-turn`},
		{"no melee", "at: phase-a\nunits:\n  helots-1: attacking", "p.yaml:4: units helots-1: is attacking, but no melee is being fought"},
		{"score", "at: phase-a\nscores: {roman: {gold: 1}}", "scores roman: gold is not a score of that side, expected one of unit-poor,"},
		{"YAML", "at: [", "p.yaml:"},
	}
	b := openBattle(t, "sparta-195bc")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := test.text
			if test.name != "battle" && test.name != "field" {
				text = "battle: sparta-195bc\n" + text
			}
			p, err := ReadPosition("p.yaml", []byte(text))
			if err == nil {
				_, err = p.Start(b)
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s\ngives %v\nwant  %s", text, err, test.want)
			}
		})
	}
}

func TestBadMedievalPosition(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"facing", "units:\n  arras: UR", `p.yaml:4: units arras: facing: side "UR": expected one of N, NE,`},
		{"expected", "units:\n  arras: expected", "p.yaml:4: units arras: "},
		{"captor", "leaders:\n  ferrand: captor", "p.yaml:4: leader ferrand: captor: the word after it is missing"},
		{"captor of his own", "leaders:\n  ferrand: captor flandre", "p.yaml:4: leaders ferrand: flandre belongs to his own side"},
		{"no captor", "leaders:\n  ferrand: {captor: picard}", `p.yaml:4: leaders ferrand: there is no unit "picard"`},
		{"wait", "leaders:\n  ferrand: wait long", `p.yaml:4: leader ferrand: wait "long" is not a number`},
		{"charges", "charges: [coucy]", "p.yaml:3: charges: expected a mapping of names"},
		{"charge of nobody", "charges: {coucy: picard}", `there is no unit "picard"`},
		{"dash", "dash: {speed: 3}", `p.yaml:3: dash has no field "speed"; its fields are leaders, steps, target, unit`},
		{"chase", "chase: {barred: often}", `p.yaml:3: "often" is neither true nor false`},
		{"visited", "visited: [0413x]", `p.yaml:3: visited: "0413x" is not a number`},
	}
	b := openBattle(t, "bouvines-1214")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := ReadPosition("p.yaml", []byte("battle: bouvines-1214\nat: phase-a\n"+test.text+"\n"))
			if err == nil {
				_, err = p.Start(b)
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s\ngives %v\nwant  %s", test.text, err, test.want)
			}
		})
	}
}

// Positions from which play would break down are refused.
func TestUnsoundPosition(t *testing.T) {
	const act = ", melees, end-activation, end-turn]"
	tests := []struct{ name, battle, text, want string }{
		{
			"nobody to rally", "bouvines-1214", "turn: 2\nphase: e\nside: french\ntasks: [rallied french 0101, end-turn]",
			`tasks: "rallied french 0101" can only come before rally`,
		},
		{
			"an empty hex rallies", "bouvines-1214", "phase: e\ntasks: [rallied french 0101, rally french, end-turn]",
			`tasks: "rallied french 0101", but no unit of that side has rallied in 0101`,
		},
		{
			"a die for an empty hex", "bouvines-1214", "phase: e\ntasks: [die rally 0101, rally french, end-turn]",
			`tasks: "die rally 0101", but no unit of the side that rallies is there`,
		},
		{
			"no group", "bouvines-1214", "phase: d1\nactive: otton-iv\ntasks: [group, moves, volley" + act,
			"group units: no units, but the tasks have a group",
		},
		{
			"a group of others", "bouvines-1214", "phase: d1\nactive: otton-iv\ngroup: {units: [coucy], from: 0101}\ntasks: [group, moves, volley" + act,
			"group units: coucy is not in 0101",
		},
		{
			"nobody is active", "bouvines-1214", "tasks: [moves, volley" + act,
			`tasks: "moves", but no leader is active`,
		},
		{
			"nobody acts", "bouvines-1214", "active: otton-iv\ntasks: [next, end-turn]",
			"active: otton-iv is active, but the tasks have no end-activation",
		},
		{
			"another side", "bouvines-1214", "active: otton-iv\nside: french\ntasks: [moves, volley" + act,
			"side: french, expected that of otton-iv, the active leader",
		},
		{
			"an activation in another", "bouvines-1214", "active: otton-iv\ntasks: [activation otton-iv, moves, volley" + act,
			`tasks: "activation otton-iv" can only come before next`,
		},
		{
			"an activation that nothing delays", "bouvines-1214", "tasks: [activation otton-iv, next, end-turn]",
			`tasks: "activation otton-iv" can only come after bar`,
		},
		{
			"initiative twice", "bouvines-1214", "tasks: [initiative french, initiative coalition, next, end-turn]",
			`tasks: "initiative french" cannot come before "initiative coalition"`,
		},
		{
			"the same rout moves twice", "bouvines-1214", "tasks: [routs french, routs french, end-turn]",
			`tasks: "routs french" cannot come before "routs french"`,
		},
		{
			"a turn in a turn", "bouvines-1214", "tasks: [turn, end-turn]",
			`tasks: "turn" cannot come before "end-turn"`,
		},
		{
			"the wrong phase", "bouvines-1214", "phase: d4\nactive: otton-iv\ntasks: [ride otton-iv, moves, volley" + act,
			`phase: d4, expected d1 for "moves"`,
		},
		{
			"a leader who is there", "bouvines-1214", "phase: e\ntasks: [place-leader otton-iv anywhere, routs french, end-turn]",
			`tasks: "place-leader otton-iv anywhere", but he is not waiting to be placed`,
		},
		{
			"nobody ahead", "bouvines-1214", "phase: d4\nactive: otton-iv\ntasks: [disperse flandre" + act,
			`tasks: "disperse flandre", but no enemy is ahead of it`,
		},
		{
			"nobody in reaction", "bouvines-1214", "phase: d4\nactive: otton-iv\nmelee: {attackers: [0101], defenders: [0102]}\n" +
				"tasks: [die react coucy, fight, end-melee" + act,
			`tasks: "die react coucy", but no unit may charge that unit in reaction`,
		},
		{
			"no attackers", "bouvines-1214", "phase: d4\nactive: otton-iv\ntasks: [fight, end-melee" + act,
			"melee attackers: no hexes, expected 1 or more",
		},
		{
			"a shot at nobody", "bouvines-1214", "phase: d2\nactive: otton-iv\nshot: {kind: volley, target: 0101}\ntasks: [shooters, volley begun" + act,
			"shot target: no enemy is in 0101",
		},
		{
			"nobody shoots", "bouvines-1214", "phase: d2\nactive: otton-iv\nshot: {kind: volley, target: 0101}\ntasks: [die shot, volley begun" + act,
			`shot shooters: no units, but the tasks have "die shot"`,
		},
		{
			"enemies charge", "bouvines-1214", "at: d4 otton-iv\ncharges: {coucy: flandre}",
			"charges: coucy cannot have charged flandre in this activation",
		},
		{
			"marked twice", "bouvines-1214", "at: d4 otton-iv\nmarked: [0101, 0101]",
			"marked: 0101 is listed twice",
		},
		{
			"marked by nobody", "bouvines-1214", "at: phase-e\nmarked: [0101]",
			"tasks: no melees, but enemies are marked or charged",
		},
		{
			"a resting unit that has yet to arrive", "bouvines-1214", "at: phase-a\nunits:\n  gand: resting",
			"units gand: is resting, but has yet to arrive",
		},
		{
			"a valiant unit that flees", "bouvines-1214", "phase: d1\nactive: otton-iv\nunits:\n  flandre: must-flee\ntasks: [moves, volley" + act,
			"units flandre: is must-flee, but not routed",
		},
		{
			"no fire", "issos-333bc", "phase: d5\nactive: philotas\ntasks: [burn, end-activation, end-turn]",
			`tasks: "burn", but the battle has no such rule`,
		},
		{
			"a check elsewhere", "sparta-195bc", "phase: e\nunits:\n  helots-1: 0511 routed fleeing\n" +
				"flight: {units: [helots-1], at: 0511, steps: 0, mp: 3, cause: phase-e, pending: [0511]}\ntasks: [die passed 0512, flight, routs spartan, end-turn]",
			`tasks: "die passed 0512", but the flight is in 0511`,
		},
		{
			"a removed leader who will arrive", "guinegate-1479", "at: phase-a\nleaders:\n  saint-andre: {hex: waiting, removed: true}",
			"leaders saint-andre: a removed leader has no hex, and will not arrive",
		},
		{
			"moves without a volley", "sparta-195bc", "phase: d1\nactive: flamininus\ntasks: [moves, declare" + act,
			`tasks: "moves" can only come before volley`,
		},
		{
			"a leader alone in a melee", "sparta-195bc", "phase: d4\nactive: pretor-iii\nleaders:\n  pretor-iii: 0101\ntasks: [melees, stray, end-activation, end-turn]",
			"leaders pretor-iii: no unit he may be with is in 0101 (ant-5.1g)",
		},
		{
			"a routed unit that has yet to arrive", "bouvines-1214", "at: phase-a\nunits:\n  ypres: expected routed",
			"units ypres: is routed, but has yet to arrive",
		},
		{"no hill", "sparta-195bc", "at: phase-a\nhill: [free]", "hill: the battle has no hill force"},
		{"no second blow", "sparta-195bc", "at: phase-a\nsecond-blow: true", "second-blow: the battle has no second-blow rule"},
		{"nothing to enter", "sparta-195bc", "at: phase-a\nvisited: [3]", "visited: the battle has no score for entering hexes"},
		{"nobody is captured", "sparta-195bc", "at: phase-a\nleaders:\n  nabis: taken", "leaders nabis: is taken, but leaders are not captured in this book"},
		{"a flight that is over", "sparta-195bc", "tasks: [flight, routs roman, end-turn]", "flight: no units are in flight, but the tasks have a flight"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := "battle: " + test.battle + "\n" + test.text + "\n"
			p, err := ReadPosition("p.yaml", []byte(text))
			if err == nil {
				_, err = p.Start(openBattle(t, test.battle))
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s\ngives %v\nwant  %s", text, err, test.want)
			}
		})
	}
}

// The moments of a turn follow one another as the rules say.
func TestMoments(t *testing.T) {
	b := openBattle(t, "issos-333bc")
	for _, test := range []struct{ at, phase, prompt string }{
		{"phase-a", "phase.b", "prompt.archers"},
		{"phase-b", "phase.b", "prompt.archers"},
		{"phase-c", "phase.c", "prompt.initiative"},
		{"activation philotas", "phase.d1", "prompt.moves"},
		{"d5 philotas", "phase.d1", "prompt.moves"},
		{"phase-e", "phase.b", "prompt.archers"},
	} {
		t.Run(test.at, func(t *testing.T) {
			p, err := ReadPosition("p.yaml", fmt.Appendf(nil, "battle: issos-333bc\nat: %s\n", test.at))
			if err != nil {
				t.Fatal(err)
			}
			s, err := p.Start(b)
			if err != nil {
				t.Fatal(err)
			}
			if v := s.View(0); v.Phase != test.phase || v.Prompt.Key != test.prompt {
				t.Errorf("stands at %s in %s, want %s in %s", v.Prompt.Key, v.Phase, test.prompt, test.phase)
			}
		})
	}
}

func FuzzReadPosition(f *testing.F) {
	b := openBattle(f, "sparta-195bc")
	f.Add(WritePosition("sparta-195bc", nil, b.NewState().Position()))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := ReadPosition("p.yaml", data)
		if err != nil {
			return
		}
		s, err := p.Start(b)
		if err != nil {
			return
		}
		s.Legal(nil)
		text := WritePosition("sparta-195bc", nil, s.Position())
		if p, err = ReadPosition("p.yaml", text); err == nil {
			var again *sword.State
			if again, err = p.Start(b); err == nil && again.Hash() != s.Hash() {
				err = errors.New("it is another state")
			}
		}
		if err != nil {
			t.Errorf("%s\nis read, written and read again: %v\n%s", data, err, text)
		}
	})
}

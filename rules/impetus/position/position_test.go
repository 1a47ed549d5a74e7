package position_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"acies/battles"
	"acies/game"
	"acies/pack"
	"acies/rules/impetus"
	"acies/rules/impetus/position"
	"acies/rules/impetus/scenario"
)

func load(t *testing.T, id string, options ...string) *impetus.Battle {
	t.Helper()
	p, err := scenario.Load(battles.FS, id)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := p.Setup(options)
	if err != nil {
		t.Fatal(err)
	}
	return impetus.New(setup)
}

func read(t *testing.T, b game.Battle, text []byte) game.State {
	t.Helper()
	tree, err := pack.ReadTree("p.yaml", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	at, err := position.Read(tree, b, true)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return at.Start()
}

// Every state of random games is the same again when its text is read.
func TestRoundTrip(t *testing.T) {
	for _, x := range []struct {
		id      string
		options []string
	}{
		{"two-camps-204bc", nil},
		{"two-camps-204bc", []string{"free-set-up", "amendments"}},
		{"stream-333bc", nil},
		{"free-battle", []string{"first-macedonians", "second-carthaginians", "table-seed-3"}},
	} {
		t.Run(strings.Join(append([]string{x.id}, x.options...), " "), func(t *testing.T) {
			b := load(t, x.id, x.options...)
			src := rand.NewPCG(5, 8)
			for range 3 {
				s := b.Start()
				for n := 0; ; n++ {
					if n%7 == 0 || s.ToAct() == game.Nobody {
						text := position.Write(x.id, x.options, s)
						if at := read(t, b, text); at.Hash() != s.Hash() {
							t.Fatalf("the position is another one:\n%s\n%s", text, position.Write(x.id, x.options, at))
						}
					}
					if s.ToAct() == game.Nobody {
						break
					}
					step(s, src)
				}
			}
		})
	}
}

// step does something at random.
func step(s game.State, src game.Source) {
	if s.ToAct() == game.Nature {
		s.Apply(s.Roll(src), nil)
		return
	}
	legal := s.Legal(nil)
	s.Apply(legal[game.Intn(src, len(legal))], nil)
}

// A position that a person writes says little: the rest is as at the start of a battle.
func TestShortPosition(t *testing.T) {
	b := load(t, "stream-333bc")
	s := read(t, b, []byte("to-act: command macedonians 2\nunits:\n  M2.1: 82 60 0 vbu=5/3 disordered\n  P1.2: 82 60.001 180\n  P1.4: lost"))
	if s.ToAct() != 0 {
		t.Errorf("%v is to act, expected the Macedonians", s.ToAct())
	}
	text := string(position.Write("stream-333bc", nil, s))
	for _, line := range []string{
		"turn: 1\n", "to-act: command macedonians 2\n", "  M2.1: 82 60 0 vbu=5/3 disordered\n", "  P1.2: 82 60.001 180\n", "  P1.4: lost\n",
		"macedonians: {commands: [Charismatic, Fair spent], named: 2}\n",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is not in\n%s", line, text)
		}
	}
	if n := strings.Count(text, "\n  "); n != 3 {
		t.Errorf("%d units are in\n%s\nexpected the three that take part", n, text)
	}
	lost := slices.IndexFunc(b.Setup().Units, func(u impetus.UnitSetup) bool { return u.ID == "P1.4" })
	if o := s.Outcome(); o.Points != [2]int{b.Setup().Units[lost].VD, 0} {
		t.Errorf("points %v: only P1.4 is lost", o.Points)
	}
}

func TestRefused(t *testing.T) {
	b := load(t, "stream-333bc")
	for _, test := range []struct{ text, want string }{
		{"turn: 2", "p.yaml:1: the position does not say what is to be done; expected to-act, such as command macedonians 1, or tasks"},
		{"to-act: dinner", `p.yaml:1: moment "dinner" is unknown; expected one of command, names, turn`},
		{"to-act: command romans 2", `p.yaml:1: side "romans" is unknown; expected one of macedonians`},
		{"to-act: command macedonians", `p.yaml:1: "command macedonians": expected command, the side and the number of its Command`},
		{"to-act: command macedonians 3", `p.yaml:1: Command "3": expected a number from 1 to 2`},
		{"to-act: command macedonians 1", "a side must be active with a Command that has units on the table"},
		{"to-act: turn 2", `p.yaml:1: "turn 2": expected turn alone`},
		{"battle: two-camps-204bc\nto-act: turn", "the position belongs to the battle two-camps-204bc, not stream-333bc"},
		{"to-act: turn\nwhen: now", `p.yaml:2: a position has no field "when"; its fields are acting, active,`},
		{"to-act: turn\nphase: night", `p.yaml:2: phase "night" is unknown; expected one of setup,`},
		{"to-act: turn\nunits: {nobody: 20 20 0}", `p.yaml:2: there is no unit "nobody"`},
		{"to-act: turn\nunits: {M1.1: 20 20}", `p.yaml:2: unit M1.1: "20 20": expected x and y in U and a heading in degrees`},
		{"to-act: turn\nunits: {M1.1: 20 20 0.1}", `"0.1": expected a heading from 0 to 359.75 degrees in steps of 0.25`},
		{"to-act: turn\nunits: {M1.1: 20 20.0001 0}", `"20.0001" is not a number with at most 3 decimals`},
		{"to-act: turn\nunits: {M1.1: 20 20 0 sleepy}", `p.yaml:2: unit M1.1: "sleepy": expected x, y and heading, vbu=`},
		{"to-act: turn\nunits: {M1.1: 20 20 0 vbu=5/5}", `"vbu=5/5": found 2 rows, expected 1`},
		{"to-act: turn\nunits: {M1.1: 20 20 0 vbu=0}", "unit M1.1: it has no VBU left, but is not lost"},
		{"to-act: turn\nunits: {M1.1: 20 20 0 vbu=9}", "unit M1.1: VBU 9 in row 1, expected 0 to 5"},
		{"to-act: turn\nunits: {M2.1: 20 20 0 vbu=0/5}", "none behind an empty row"},
		{"to-act: turn\nunits: {M1.1: inside}", "unit M1.1: it has no square to be inside"},
		{"to-act: turn\nunits: {M1.1: 20 20 0 dismounted}", "unit M1.1: it cannot dismount"},
		{"to-act: turn\nunits: {M1.1: 20 20 0 shot-by=P9.9}", `there is no unit "P9.9"`},
		{"to-act: turn\nunits: {M1.1: 179 20 0}", "M1.1 stands off the table"},
		{"to-act: turn\nunits: {M1.1: 20 20 0, M1.2: 24 20 0}", "M1.1 at {20000 20000 0} overlaps M1.2"},
		{"to-act: turn\nunits: {M1.1: 20 20 0, P1.1: 20 40 180}\ncontacts: [M1.1 P1.1]", "contact of M1.1 and P1.1: they are 20 U apart"},
		{"to-act: turn\nunits: {M1.1: 20 20 0, M1.2: 28 20 0}\ncontacts: [M1.1 M1.2]", "expected two enemies on the table"},
		{"to-act: turn\ncontacts: [M1.1]", `p.yaml:2: contact "M1.1": expected two units`},
		{"to-act: turn\nmacedonians: {commands: [Genius]}", "p.yaml:2: found 1 Commands, expected 2"},
		{"to-act: turn\nmacedonians: {commands: [Divine, Expert]}", `p.yaml:2: "Divine": expected one of Incompetent,`},
		{"to-act: turn\nmacedonians: {dice: 7 1}", `p.yaml:2: dice "7 1": expected two faces from 1 to 6`},
		{"tasks: [command]", `task "command": no Command is active`},
		{"tasks: [command, break-up]", `task "break-up": nobody chooses or rolls anything for it`},
		{"active: persians\ntasks: [command, dance]", `task "dance" is unknown; expected one of deploy, turn,`},
		{"active: persians\ntasks: [command, melee 1]", `task "melee 1": it cannot come after the tasks before it`},
		{"active: persians\ntasks: [command, break-up, melee 9]", `task "melee 9": "9" is not a number from 0 to 5`},
		{"active: persians\ntasks: [command, break-up, action]\nacting: {units: M1.1}", "M1.1 acts, but is not of the active Command"},
		{"active: persians\ntasks: [command, break-up, action]\nacting: {speed: 3}", `acting has no value "speed"; its values are units, places,`},
		{"over: persians imp-9.1a", `no game ends by "imp-9.1a"; expected one of imp-23.1a`},
		{"over: greeks imp-23.1a", `p.yaml:1: side "greeks" is unknown; expected one of macedonians, persians, or nobody`},
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

package position_test

import (
	"fmt"
	"strings"
	"testing"

	"acies/game"
	"acies/pack"
	"acies/rulebook/cite"
	"acies/rules/bladebow/position"
)

const failedEntry = `
battle: marathon-490bc
turn: 4
to-act: orders greek 1
greek: {camp: I15, impulses: 2, hand: [K01, K04, K14]}
persian: {camp: K3, impulses: 2, hand: [K07]}
units:
  greek-hoplite-5: J9 N +1
  greek-hoplite-6: I9 NE +2
  spears-3: J8 S
leaders:
  miltiades: I12
`

// play carries out actions, passing in windows for cards before each.
func play(t *testing.T, s game.State, actions ...string) {
	t.Helper()
	for _, text := range actions {
		for range 8 {
			if !strings.HasPrefix(s.View(s.ToAct()).Prompt.Key, "prompt.window") {
				break
			}
			pass, _ := s.Battle().Parse("pass")
			if r := s.Apply(pass, nil); r != nil {
				t.Fatal(r)
			}
		}
		a, err := s.Battle().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if r := s.Apply(a, nil); r != nil {
			t.Fatalf("%s: %v, asked %s", text, r, s.View(s.ToAct()).Prompt.Key)
		}
	}
}

// Two hoplites have failed their morale checks before melee, by 5 and by 3 points. With cards of 3, 2 and 1 points the
// attacker can send either in, but not both.
func TestStakes(t *testing.T) {
	cite.Clauses(t, "bnb-4.1b", "bnb-4.1c", "bnb-4.1d")
	b := load(t, "marathon-490bc")
	tree, err := pack.ReadTree("p.yaml", []byte(failedEntry))
	if err != nil {
		t.Fatal(err)
	}
	at, err := position.Read(tree, b, true)
	if err != nil {
		t.Fatal(err)
	}
	s := at.Start()
	if list := s.(game.Staker).Stakes(); list != nil {
		t.Fatalf("before the melee there is something to spend cards on: %v", list)
	}
	play(t, s, "melee greek-hoplite-5", "with greek-hoplite-6", "attack J8", "with greek-hoplite-6", "with greek-hoplite-5", "roll 5 6", "roll 2 6")
	stakes := s.(game.Staker).Stakes()
	var got []string
	for _, x := range stakes {
		var actions []string
		for _, a := range x.Actions {
			actions = append(actions, at.Format(a))
		}
		got = append(got, fmt.Sprintf("%d points, %d cards: %s", x.Points, len(x.Cards), strings.Join(actions, ", ")))
	}
	want := []string{
		"0 points, 0 cards: done",
		"3 points, 1 cards: commit K14, press greek-hoplite-5, done",
		"5 points, 2 cards: commit K01, commit K14, press greek-hoplite-6, done",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("found\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for i, x := range stakes {
		for _, p := range x.Pools {
			for j, sign := range p.Signs {
				if sign == "lowered" && (i == 0 || p.Dice[j] != 3) {
					t.Errorf("stake %d: a die is lowered to %d", i, p.Dice[j])
				}
			}
		}
		c := s.Clone()
		for _, a := range x.Actions {
			if r := c.Apply(a, nil); r != nil {
				t.Errorf("stake %d: %v", i, r)
			}
		}
		if key := c.View(0).Prompt.Key; key == "prompt.commit" {
			t.Errorf("stake %d does not end the question", i)
		}
	}
}

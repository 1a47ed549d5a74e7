package sword_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
)

// planned tells a plan: its actions, and the pieces left out with the reasons.
func planned(b *sword.Battle, plan game.Plan) (actions, left []string) {
	for _, a := range plan.Actions {
		actions = append(actions, b.Format(a))
	}
	for _, l := range plan.Left {
		left = append(left, b.PieceID(l.Piece)+": "+l.Why.Key)
	}
	return actions, left
}

// At Sparta the units of a praetor advance: all to the same side, whole stacks together, as far as they are told to or can, and those
// that have a unit of another praetor before them stay. The praetor goes along as the last, once nobody is left who may move. The line is
// taken up from the left, as far as it goes and they reach.
func TestPlanAdvance(t *testing.T) {
	b := load(t, "sparta-195bc")
	text := `battle: sparta-195bc
turn: 3
only: true
at: activation pretor-i
units:
  velites-i-1: 0512 UR
  hastati-i-1: 0513 UR
  hastati-i-2: 0613 UR
  principes-i-1: 0614 UR
  principes-i-2: 0614 UR
  triarii-i-1: 0415 UR
  velites-ii-1: 0414 UR
  hastati-ii-1: 0612 UR
  laconians-1: 0708 DL
leaders:
  pretor-i: "0513"
  pretor-ii: 0414 activated
  nabis: 0708 activated
`
	s := startAt(t, b, text)
	list := s.View(0).Advance
	place := func(id string) int {
		h, err := b.Map().Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	for _, test := range []struct {
		name          string
		line          game.Line
		actions, left string
		notes         string
	}{
		{
			"a step to the usual side",
			game.Line{},
			"move velites-i-1, to 0511 UR, move hastati-i-1, to 0512 UR",
			"hastati-i-2: taken, principes-i-1: taken, principes-i-2: taken, triarii-i-1: taken", "ends, alone",
		},
		{
			"a step to the other side",
			game.Line{Way: 2},
			"move velites-i-1, to 0611 UR, move hastati-i-2, to 0713 UR, move principes-i-1, with principes-i-2, to 0714 UR, move triarii-i-1, to 0515 UR",
			"hastati-i-1: taken", "ends",
		},
		{
			"three steps",
			game.Line{Steps: 3, Way: 2},
			"move velites-i-1, to 0810 UR, move principes-i-1, with principes-i-2, to 0913 UR, move triarii-i-1, to 0714 UR, move hastati-i-2, to 0812 UR, " +
				"move hastati-i-1, with pretor-i, to 0712 UR", "", "ends, last",
		},
		{
			"a line",
			game.Line{Places: []int{place("0410"), place("0510"), place("0610"), place("0710")}},
			"move velites-i-1, to 0410 UR, move hastati-i-2, to 0610 UR, move hastati-i-1, to 0411 UR, move principes-i-1, with principes-i-2, to 0711 UR",
			"triarii-i-1: line", "ends, alone",
		},
		{
			"a short line",
			game.Line{Places: []int{place("0510")}},
			"move velites-i-1, to 0510 UR",
			"hastati-i-1: line, hastati-i-2: line, principes-i-1: line, principes-i-2: line, triarii-i-1: line", "ends",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := s.PlanAdvance(list, test.line)
			actions, left := planned(b, plan)
			if got := strings.Join(actions, ", "); got != test.actions {
				t.Errorf("planned %q, want %q", got, test.actions)
			}
			if got := strings.Join(left, ", "); got != test.left {
				t.Errorf("left out %q, want %q", got, test.left)
			}
			var notes []string
			for _, n := range plan.Notes {
				notes = append(notes, strings.TrimPrefix(n.Key, "note.advance-"))
			}
			if got := strings.Join(notes, ", "); got != test.notes {
				t.Errorf("noted %q, want %q", got, test.notes)
			}
			if want := (game.Reach{Steps: 4, Ways: 2, Way: max(test.line.Way, 1)}); len(test.line.Places) == 0 && plan.Reach != want {
				t.Errorf("reach %v, want %v", plan.Reach, want)
			}
		})
	}
}

// Units that are sent somewhere together each go as far and the same way; those for whom that is off the map, or that have no way there,
// stay.
func TestPlanMove(t *testing.T) {
	b := load(t, "sparta-195bc")
	s := startAt(t, b, `battle: sparta-195bc
turn: 3
only: true
at: activation pretor-i
units:
  velites-i-1: 0512 UR
  hastati-i-1: 0514 UR
  triarii-i-1: 0101 UR
  hastati-i-2: 0513 UR
  laconians-1: 0708 DL
leaders:
  pretor-i: "0514"
  nabis: 0708 activated
`)
	from, _ := b.Map().Parse("0512")
	to, _ := b.Map().Parse("0611")
	actions, left := planned(b, s.PlanMove([]int{b.Piece("velites-i-1"), b.Piece("hastati-i-1"), b.Piece("triarii-i-1")}, from, to))
	if got, want := strings.Join(actions, ", "), "move velites-i-1, to 0611 UR, move hastati-i-1, to 0613 UR"; got != want {
		t.Errorf("planned %q, want %q", got, want)
	}
	if got, want := strings.Join(left, ", "), "triarii-i-1: off-map"; got != want {
		t.Errorf("left out %q, want %q", got, want)
	}
}

// startAt starts a game at a position whose first question is which unit moves.
func startAt(t *testing.T, b *sword.Battle, text string) *sword.State {
	t.Helper()
	p, err := scenario.ReadPosition("p.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.Start(b)
	if err != nil {
		t.Fatal(err)
	}
	for s.View(0).Prompt.Key != "prompt.moves" {
		if r := s.Apply(s.Legal(nil)[0], nil); r != nil {
			t.Fatal(r)
		}
	}
	return s
}

// Whatever the moment of a game, a plan is legal action by action, ends as it says, and leaves nobody out without a reason.
// Picking up a stack is legal too.
func TestPlansAreLegal(t *testing.T) {
	for _, id := range all {
		t.Run(id, func(t *testing.T) {
			b := load(t, id)
			src, plans := dice.New(7), 0
			var buf []game.Action
			for s := b.NewState(); s.ToAct() != game.Nobody && plans < 40; {
				a := s.Roll(src)
				if s.ToAct() != game.Nature {
					v := s.View(s.ToAct())
					if len(v.Advance) > 0 && game.Intn(src, 4) == 0 {
						plans++
						for way := range 3 {
							checkPlan(t, b, s, v.Advance, game.Line{Steps: game.Intn(src, 5), Way: way})
						}
						at := v.Pieces[v.Advance[0]].Place
						checkPlan(t, b, s, v.Advance, game.Line{Places: []int{at, (at + 3) % b.Map().Len(), (at + 60) % b.Map().Len()}})
					}
					buf = s.Legal(buf[:0])
					a = buf[game.Intn(src, len(buf))]
				}
				if r := s.Apply(a, nil); r != nil {
					t.Fatal(r)
				}
			}
			if plans == 0 {
				t.Error("no unit could be sent forward")
			}
		})
	}
}

func checkPlan(t *testing.T, b *sword.Battle, s *sword.State, pieces []int, line game.Line) {
	t.Helper()
	before, side := s.Hash(), s.ToAct()
	plan := s.PlanAdvance(pieces, line)
	if s.Hash() != before {
		t.Fatal("planning changes the state")
	}
	for _, p := range pieces {
		c := s.Clone()
		for i, a := range s.Gather(p) {
			if r := c.Apply(a, nil); r != nil {
				t.Fatalf("picking up %s: %q, %d: %v", b.PieceID(p), b.Format(a), i, r)
			}
		}
		if !slices.Contains(c.View(side).Chosen, p) {
			t.Errorf("%s is not picked up", b.PieceID(p))
		}
	}
	c := s.Clone()
	for _, a := range plan.Actions {
		if r := c.Apply(a, nil); r != nil {
			t.Fatalf("%q of %s: %v", b.Format(a), formats(b, plan.Actions), r)
		}
	}
	v, was := c.View(side), s.View(side)
	for _, e := range plan.Ends {
		is := v.Pieces[e.Piece]
		if is.Place != e.Place || is.Facing != e.Facing {
			t.Errorf("%s is at %d facing %d, want %d and %d", b.PieceID(e.Piece), is.Place, is.Facing, e.Place, e.Facing)
		}
		out := slices.ContainsFunc(plan.Left, func(l game.Left) bool { return l.Piece == e.Piece && l.Why.Key != "" })
		if e.Stays != out && !plan.More {
			t.Errorf("%s stays: %v; it is left out: %v", b.PieceID(e.Piece), e.Stays, out)
		}
		if line.Places == nil && !e.Stays && is.Facing != was.Pieces[e.Piece].Facing {
			t.Errorf("%s turns to step forward", b.PieceID(e.Piece))
		}
	}
}

func formats(b *sword.Battle, actions []game.Action) string {
	list := make([]string, len(actions))
	for i, a := range actions {
		list[i] = b.Format(a)
	}
	return fmt.Sprintf("%q", list)
}

package impetus

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"acies/game"
)

// motleyBattles are battles with every kind of troops, without and with the amendments and a free set-up.
func motleyBattles(t *testing.T) []*Battle {
	set := *lay(t, motley...).b.setup
	amended := set
	amended.Amendments, amended.FreeSetup, amended.SetupFirst = true, true, 1
	amended.Sides[0].Destiny, amended.Sides[1].Destiny = 3, 1
	return []*Battle{New(&set), New(&amended)}
}

// Every state of random games is the same again when its position is set up.
func TestPositions(t *testing.T) {
	for _, battle := range motleyBattles(t) {
		for seed := range uint64(6) {
			src := rand.New(rand.NewPCG(seed, 3))
			s := battle.Start().(*State)
			for n := 0; ; n++ {
				p := PositionOf(s)
				at, err := From(battle, p)
				if err != nil {
					t.Fatalf("seed %d, action %d: %v\n%+v", seed, n, err, p)
				}
				if at.Start().Hash() != s.Hash() {
					t.Fatalf("seed %d, action %d: the position is another one\n%+v\n%+v", seed, n, p, PositionOf(at.Start()))
				}
				if s.ToAct() == game.Nobody {
					break
				}
				playAny(s, src)
			}
		}
	}
}

// A position in which something was changed is either refused or can be played on.
func TestChangedPositions(t *testing.T) {
	refused, played := 0, 0
	src := rand.New(rand.NewPCG(7, 9))
	for _, battle := range motleyBattles(t) {
		for range 2 {
			s := battle.Start().(*State)
			for s.ToAct() != game.Nobody {
				if src.IntN(6) == 0 {
					p := PositionOf(s)
					what := changePosition(&p, src)
					at, err := From(battle, p)
					if err != nil {
						refused++
					} else {
						played++
						playOn(t, at.Start().(*State), src, what, p)
					}
				}
				playAny(s, src)
			}
		}
	}
	if refused < 20 || played < 20 {
		t.Errorf("%d positions were refused and %d played; expected many of both", refused, played)
	}
}

// changePosition changes something in a position.
func changePosition(p *Position, src *rand.Rand) string {
	u := &p.Units[src.IntN(len(p.Units))]
	switch src.IntN(11) {
	case 0:
		u.Where = Wheres()[src.IntN(len(Wheres()))]
		return "a unit is away"
	case 1:
		u.Pose.X, u.Pose.Y, u.Where = src.Int32N(180*U), src.Int32N(120*U), ""
		return "a unit is elsewhere"
	case 2:
		u.States = UnitStates()[src.IntN(8):][:src.IntN(4)]
		return "a unit has other states"
	case 3:
		if len(p.Tasks) > 0 {
			i := src.IntN(len(p.Tasks))
			p.Tasks = append(p.Tasks[:i:i], p.Tasks[i+1:]...)
		}
		return "a task is missing"
	case 4:
		if len(p.Tasks) > 0 {
			p.Tasks[src.IntN(len(p.Tasks))] += fmt.Sprintf(" %d", src.IntN(4))
		}
		return "a task has another number"
	case 5:
		if len(p.Parts) > 0 {
			part := &p.Parts[src.IntN(len(p.Parts))]
			i := src.IntN(len(part.Values))
			part.Values = append(part.Values[:i:i], part.Values[i+1:]...)
		}
		return "a value is missing"
	case 6:
		p.Active = src.IntN(3) - 1
		return "another side is active"
	case 7:
		if len(p.Tasks) > 0 {
			p.Tasks[src.IntN(len(p.Tasks))] = anyTask(src)
		} else {
			p.Moment, p.Tasks = "", []string{"command", "break-up", anyTask(src)}
		}
		return "a task is another one"
	case 8:
		if len(p.Parts) > 0 {
			part := &p.Parts[src.IntN(len(p.Parts))]
			v := &part.Values[src.IntN(len(part.Values))]
			v.Text = []string{"a1", "b3", "a13", "nobody", "attacker", "yes", "7", "12.5", "60 45 0", "own", "rally"}[src.IntN(11)]
		}
		return "a value is another one"
	case 9:
		p.Contacts = nil
		return "contacts are new"
	default:
		p.Sides[src.IntN(2)].Commands[0].States = CommandStates()[src.IntN(4):][:3]
		return "a Command is in another state"
	}
}

// anyTask returns a task with some values.
func anyTask(src *rand.Rand) string {
	text := taskNames[1+src.IntN(len(taskNames)-1)]
	for range src.IntN(4) {
		text += " " + []string{"0", "1", "2", "3", "a1", "b3", "a13", "a", "b"}[src.IntN(9)]
	}
	return text
}

// playOn plays some actions at random.
func playOn(t *testing.T, s *State, src *rand.Rand, what string, p Position) {
	defer func() {
		if x := recover(); x != nil {
			t.Errorf("%s: %v\n%q %+v", what, x, p.Tasks, p.Parts)
		}
	}()
	for range 30 {
		// In a set-up, units that stand where nobody would have put them can leave no place of the default deployment.
		if s.ToAct() == game.Nobody || s.phase == phaseSetup && len(s.Legal(nil)) == 0 {
			return
		}
		s.View(0)
		playAny(s, src)
	}
}

// playAny does something at random.
func playAny(s *State, src *rand.Rand) {
	a := game.Action{}
	if s.ToAct() == game.Nature {
		a = s.Roll(src)
	} else {
		legal := s.Legal(nil)
		a = legal[src.IntN(len(legal))]
	}
	if r := s.Apply(a, nil); r != nil {
		panic(r.Key)
	}
}

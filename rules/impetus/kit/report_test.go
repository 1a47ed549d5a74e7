package kit_test

import (
	"slices"
	"testing"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/rules/impetus/kit"
	"acies/sim"
	"acies/system"
	"acies/table"
)

var ids = []string{"two-camps-204bc", "stream-333bc", "free-battle"}

func load(t *testing.T, id string, options ...string) game.Battle {
	t.Helper()
	b, err := table.NewLibrary().Load(id, options)
	if err != nil {
		t.Fatal(err)
	}
	return b.Battle
}

// TestReport plays games at random and finds all of their facts in the lists of the report.
func TestReport(t *testing.T) {
	anybody, err := ai.Parse("random")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		b := load(t, id)
		r := kit.System{}.Roster(b)
		batch := sim.Batch{Battle: b, Players: [2]func() ai.Player{anybody, anybody}, Seed: 5, Games: 6, Jobs: 1, Facts: true}
		batch.Done = func(x sim.Result) error {
			checkFacts(t, id, &r, x)
			return nil
		}
		if err := batch.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func checkFacts(t *testing.T, id string, roster *system.Roster, r sim.Result) {
	t.Helper()
	f := r.Facts
	if last := f.Course[len(f.Course)-1]; len(f.Course) != r.Turns || last != r.Points {
		t.Errorf("%s: %d turns reported as %v, points %v", id, r.Turns, f.Course, r.Points)
	}
	var sum [2]int
	for source, points := range f.Sources {
		sum[0], sum[1] = sum[0]+points[0], sum[1]+points[1]
		if source == "village" {
			t.Errorf("%s: %v VD are lost with no unit", id, points)
		}
	}
	if sum != r.Points {
		t.Errorf("%s: the sources of points are %v, the points %v", id, f.Sources, r.Points)
	}
	for _, l := range f.Losses {
		_, known := roster.Places[l.Hex]
		if !known || !slices.Contains(kit.System{}.Causes(), l.Cause) || l.By != "" && !slices.Contains(kit.System{}.Blows(), l.By) {
			t.Errorf("%s: loss %+v", id, l)
		}
		if l.Cause == "routed" && l.By == "" {
			t.Errorf("%s: nothing routed %s", id, l.Unit)
		}
	}
	dice := 0
	for kind, faces := range f.Dice {
		i := slices.IndexFunc(kit.System{}.Rolls(), func(k system.RollKind) bool { return k.Key == kind })
		if i < 0 {
			t.Fatalf("%s: dice of the kind %s", id, kind)
		}
		for _, side := range faces {
			for value, n := range side {
				if n < 0 || n > 0 && (kit.System{}).Rolls()[i].Chance(value) == 0 {
					t.Errorf("%s: %d times %d with the dice of %s", id, n, value, kind)
				}
				dice += n
			}
		}
	}
	if dice == 0 || f.Events["turn"] != r.Turns-1 { // the first begins with the game
		t.Errorf("%s: %d dice, %d of %d turns begun", id, dice, f.Events["turn"], r.Turns)
	}
	acted := 0
	for _, s := range f.Leaders {
		acted += s.Activated
	}
	if acted != f.Events["initiative-won"] || len(f.Leaders) != len(roster.Leaders) {
		t.Errorf("%s: %d activations of %d commanders, expected %d of %d", id, acted, len(f.Leaders), f.Events["initiative-won"], len(roster.Leaders))
	}
}

// TestRollOf asks of every roll of some games what it is for: the event of a roll names the same side.
func TestRollOf(t *testing.T) {
	seen := map[string]bool{}
	for _, id := range ids {
		b := load(t, id)
		sides := kit.System{}.Roster(b).Sides
		src, s := dice.New(7), b.Start()
		for s.ToAct() != game.Nobody {
			legal := s.Legal(nil)
			a := legal[game.Intn(src, len(legal))]
			rolled := s.ToAct() == game.Nature
			kind, side, place := kit.System{}.RollOf(s)
			if rolled {
				seen[kind] = true
				if !slices.Contains(kit.System{}.LuckKinds(), kind) || side < 0 || side > 1 || place != -1 {
					t.Fatalf("%s: a roll of %+v is %s of side %d at %d", id, s.Dice(), kind, side, place)
				}
			}
			var events game.Events
			s.Apply(a, &events)
			if !rolled || len(events) == 0 {
				continue
			}
			for _, arg := range events[0].Args {
				if got := game.Side(arg.N); arg.Kind == game.Player && got != side || arg.Kind == game.Piece && arg.Name == "unit" && sides[arg.N] != side {
					t.Errorf("%s: a roll of %s is of side %d, its event %+v of another", id, kind, side, events[0])
				}
			}
		}
	}
	for _, kind := range []string{"melee", "shot", "cohesion", "discipline", "initiative", "pursuit"} {
		if !seen[kind] {
			t.Errorf("no roll was of the kind %s", kind)
		}
	}
}

// Outcomes that count as alike lead to the same: a test is passed or failed, dice of a pool do some damage.
func TestAlike(t *testing.T) {
	b := load(t, "two-camps-204bc")
	src, s := dice.New(3), b.Start()
	for s.ToAct() != game.Nobody {
		if s.ToAct() == game.Nature {
			kind, _, _ := kit.System{}.RollOf(s)
			kinds := map[int]bool{}
			for _, c := range s.Chances(nil) {
				kinds[kit.System{}.Alike(s, c.Action)] = true
			}
			want := map[string][2]int{"discipline": {2, 2}, "cohesion": {6, 6}, "melee": {2, 25}, "retreat": {3, 6}, "initiative": {3, 11}}
			if w, ok := want[kind]; ok && (len(kinds) < w[0] || len(kinds) > w[1]) {
				t.Errorf("%d kinds of outcomes of a roll of %s, expected %d to %d", len(kinds), kind, w[0], w[1])
			}
		}
		legal := s.Legal(nil)
		s.Apply(legal[game.Intn(src, len(legal))], nil)
	}
}

// Attacks have arrows; the tests that decide them and what is lost are moments of their own.
func TestStage(t *testing.T) {
	e := game.Event{Key: "charges", Args: []game.Arg{{Name: "unit", Kind: game.Piece, N: 4}, {Name: "target", Kind: game.Piece, N: 9}}}
	if x := (kit.System{}).Stage(&e); x.Arrow == nil || x.Arrow.Piece != 4 || x.Arrow.Target != 9 {
		t.Errorf("the arrow of a charge is %+v", x.Arrow)
	}
	for key, want := range map[string]system.Scene{"routed": system.PauseScene, "cohesion-failed": system.ResultScene, "turn": system.TurnScene, "disordered": system.PlainScene, "melee": system.FightScene} {
		if x := (kit.System{}).Stage(&game.Event{Key: key}); x.Scene != want || x.Arrow != nil {
			t.Errorf("%s is %+v", key, x)
		}
	}
}

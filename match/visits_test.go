package match_test

import (
	"flag"
	"slices"
	"testing"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/rulebook/cite"
	"acies/system"
	"acies/table"
)

var visitGames = flag.Int("visits", 1, "how many games of each battle TestVisits plays")

// visits counts how often a side has to come to the table while the other acts. A visit is a run of its choices between two
// of the other side, each with more than one legal action.
type visits struct {
	turns    int
	acting   int // visits in the other side's activations
	standing int // those that are left if the program chooses where it can
	all      int // visits at any time
	kept     int // those that are left

	last, lastKept game.Side            // who chose last
	questions      map[string]int       // choices by standing question
	judge          system.Judge         // says whose activation it is
	rules          system.Standing      // says what is asked
	known          map[string]bool      // the questions of the battle
	declines       func(string) bool    // whether a question can be declined
	fail           func(string, ...any) // reports what must not be
}

// choice counts a choice that is about to be made.
func (v *visits) choice(s game.State, side game.Side) {
	key, decline := v.rules.StandingAsked(s)
	id, owner := v.judge.Activation(s)
	foreign := id != 0 && owner != side
	switch {
	case key != "" && !v.known[key]:
		v.fail("%s is answered for a player, but is no question of the battle", key)
	case key != "" && id != 0 && owner == side:
		v.fail("%s is answered for a player in his own activation", key)
	case decline.Verb != 0 && s.Check(decline) == nil && !v.declines(key):
		v.fail("%s can be declined, but does not say so", key)
	}
	if len(s.Legal(nil)) < 2 {
		return
	}
	if v.last != side {
		v.all++
		if foreign {
			v.acting++
		}
	}
	v.last = side
	if key != "" {
		v.questions[key]++
		return
	}
	if v.lastKept != side {
		v.kept++
		if foreign {
			v.standing++
		}
	}
	v.lastKept = side
}

// play counts the visits of a game between two players.
func (v *visits) play(b game.Battle, seed uint64, player func() ai.Player) {
	rolls, src := dice.New(seed), dice.New(seed+1<<32)
	players := []ai.Player{player(), player()}
	v.last, v.lastKept = game.Nobody, game.Nobody
	s := b.Start()
	for s.ToAct() != game.Nobody {
		side := s.ToAct()
		if side == game.Nature {
			s.Apply(s.Roll(rolls), nil)
			continue
		}
		if !s.View(side).Setup {
			v.choice(s, side)
		}
		known := s.Clone()
		known.Resample(side, src)
		if r := s.Apply(players[side].Choose(known, side, src), nil); r != nil {
			v.fail("%v", r)
			return
		}
	}
	v.turns += s.View(game.Nobody).Turn
}

func newVisits(t *testing.T, b game.Battle) *visits {
	rules, ok := system.Of(b).(system.Standing)
	if !ok {
		t.Fatalf("%s: nothing can be answered for a player", b.ID())
	}
	v := &visits{
		questions: map[string]int{}, known: map[string]bool{}, rules: rules,
		judge: system.Of(b).(system.Judging).Judge(b, system.Steady), fail: t.Errorf,
		declines: func(key string) bool { q, _ := system.FindStanding(b, key); return q.Declines },
	}
	for _, q := range rules.StandingQuestions(b) {
		v.known[q.Key] = true
	}
	return v
}

// TestVisits measures what standing answers save. Print the table with -v -visits 20, which plays every battle and sees that
// each question is asked.
func TestVisits(t *testing.T) {
	cite.Clauses(t, "ant-9.1l", "ant-R67", "bnb-9.4.2a", "imp-Q4c") // who is asked, although the other side acts
	centurion, err := ai.Parse("centurion")
	if err != nil {
		t.Fatal(err)
	}
	battles, asked := []string{"bouvines-1214", "plataea-479bc", "sparta-195bc", "stream-333bc"}, map[string]bool{}
	if testing.Short() && *visitGames <= 1 {
		t.Skip("it computes much, and nothing in it runs at the same time")
	}
	if *visitGames > 1 {
		battles = table.BuiltIn()
	}
	var unasked []string
	t.Logf("| Battle | Visits in the enemy's activations, a turn | With standing answers | All visits, a turn | With standing answers |")
	for _, id := range battles {
		b, err := table.NewLibrary().Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		v := newVisits(t, b.Battle)
		for g := range *visitGames {
			v.play(b.Battle, uint64(g)+1, centurion)
		}
		per := func(n int) float64 { return float64(n) / float64(v.turns) }
		t.Logf("| %s | %.1f | %.1f | %.1f | %.1f |", id, per(v.acting), per(v.standing), per(v.all), per(v.kept))
		// Nothing of the kind is left, and of all visits a good part.
		if 20*v.standing > v.acting {
			t.Errorf("%s: of %d visits in the enemy's activations %d are left", id, v.acting, v.standing)
		}
		if 10*v.kept > 9*v.all {
			t.Errorf("%s: of %d visits %d are left", id, v.all, v.kept)
		}
		for key := range v.questions {
			asked[system.Of(b.Battle).ID()+" "+key] = true
		}
		unasked = slices.DeleteFunc(append(unasked, keys(b.Battle)...), func(k string) bool { return asked[k] })
	}
	for _, key := range []string{"sword defend", "sword retreat", "bladebow evade", "impetus answer"} {
		if !asked[key] {
			t.Errorf("nobody was asked %s", key)
		}
	}
	if *visitGames >= 20 && len(unasked) > 0 {
		t.Errorf("nobody was asked %q", unasked)
	}
}

// keys returns the questions of a battle, each with its rulebook.
func keys(b game.Battle) (list []string) {
	for _, q := range system.StandingQuestions(b) {
		list = append(list, system.Of(b).ID()+" "+q.Key)
	}
	return list
}

// TestStandingQuestions plays at random, where more is asked.
func TestStandingQuestions(t *testing.T) {
	random, err := ai.Parse("random")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"guinegate-1479", "issos-333bc", "mycale-479bc", "two-camps-204bc"} {
		b, err := table.NewLibrary().Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		v := newVisits(t, b.Battle)
		v.play(b.Battle, 1, random)
		if v.standing > 0 {
			t.Errorf("%s: %d visits in the enemy's activations cannot be answered for a player", id, v.standing)
		}
	}
}

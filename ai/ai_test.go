package ai_test

import (
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/game/gametest/toy"
	"acies/pack"
	"acies/system"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

// To measure rather than to test: go test ./ai -run AgainstRandom -pairs 200 -v
var pairs = flag.Int("pairs", 2, "how many pairs of games TestAgainstRandom plays in each battle")

var battleIDs = []string{"sparta-195bc", "issos-333bc"}

// load compiles a battle that comes with the program, with figures changed.
func load(t testing.TB, id string, changes ...string) game.Battle {
	t.Helper()
	files, err := system.Vary(pack.ReadFiles(table.Locate(id)), changes)
	if err != nil {
		t.Fatal(err)
	}
	p, problems := system.Read(files)
	if p == nil {
		t.Fatal(pack.Errors(problems))
	}
	b, err := p.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// player returns a player of a level.
func player(t testing.TB, spec string) ai.Player {
	t.Helper()
	mk, err := ai.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return mk()
}

// play plays a battle to its end. The dice and the players have streams of their own.
func play(b game.Battle, players [2]ai.Player, seed uint64) (game.Outcome, []game.Action, error) {
	s := b.Start()
	rolls := dice.New(seed)
	src := [2]game.Source{dice.New(seed + 1<<32), dice.New(seed + 2<<32)}
	var list []game.Action
	for s.ToAct() != game.Nobody {
		var a game.Action
		if side := s.ToAct(); side == game.Nature {
			a = s.Roll(rolls)
		} else {
			a = players[side].Choose(s, side, src[side])
		}
		if r := s.Apply(a, nil); r != nil {
			return s.Outcome(), list, fmt.Errorf("after %d actions %q is refused: %w", len(list), b.Format(a), r)
		}
		if list = append(list, a); len(list) > b.Bound() {
			return s.Outcome(), list, fmt.Errorf("the game goes on after %d actions, more than its bound", len(list))
		}
	}
	return s.Outcome(), list, nil
}

// TestOtherRulebook: every level plays a rulebook that it knows nothing of.
func TestOtherRulebook(t *testing.T) {
	b := toy.New(toy.Options{})
	for _, level := range []string{"recruit", "centurion", "strategos:300"} {
		for seed := range uint64(10) {
			if _, _, err := play(b, [2]ai.Player{player(t, level), player(t, "random")}, seed); err != nil {
				t.Fatalf("%s, seed %d: %v", level, seed, err)
			}
		}
	}
}

// TestNoPeeking shows each level two states that differ in what its side cannot know: it must choose the same.
func TestNoPeeking(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	b := toy.New(toy.Options{})
	differ := 0
	for seed := range uint64(12) {
		src := dice.New(seed)
		for s := b.Start(); s.ToAct() != game.Nobody; {
			side := s.ToAct()
			if side == game.Nature {
				s.Apply(s.Roll(src), nil)
				continue
			}
			other := s.Clone()
			other.Resample(side, dice.New(seed+99))
			if other.Hash() != s.Hash() {
				differ++
			}
			for _, level := range []string{"random", "recruit", "centurion", "strategos:200"} {
				one := player(t, level).Choose(s, side, dice.New(7))
				two := player(t, level).Choose(other, side, dice.New(7))
				if one != two {
					t.Fatalf("seed %d: a %s chooses %s in one and %s in the other of two states that look the same to side %d",
						seed, level, b.Format(one), b.Format(two), side)
				}
			}
			s.Apply(player(t, "random").Choose(s, side, src), nil)
		}
	}
	if differ == 0 {
		t.Error("no two states differed: the test shows nothing")
	}
}

func TestParse(t *testing.T) {
	tests := []struct{ spec, want string }{
		{"recruit", ""},
		{"strategos", ""},
		{"strategos:500ms", ""},
		{"strategos:20000", ""},
		{"strategos:1s:2", ""},
		{"general", `unknown level "general"; choose one of random, recruit, centurion, strategos`},
		{"", `unknown level ""; choose one of random, recruit, centurion, strategos`},
		{"recruit:1s", "recruit:1s: a recruit takes no budget; only a strategos does"},
		{"strategos:", `strategos:: the budget must be a time such as 500ms or a number of nodes such as 20000, not ""`},
		{"strategos:-5", `strategos:-5: the budget must be a time such as 500ms or a number of nodes such as 20000, not "-5"`},
		{"strategos:1s:0", `strategos:1s:0: the number of processors must be at least 1, not "0"`},
	}
	for _, test := range tests {
		mk, err := ai.Parse(test.spec)
		switch {
		case test.want == "" && (err != nil || mk == nil):
			t.Errorf("%q: %v", test.spec, err)
		case test.want != "" && (err == nil || err.Error() != test.want):
			t.Errorf("%q: found %v, want %s", test.spec, err, test.want)
		}
	}
}

// TestForesee: the end is foreseen as it is, and what is lost counts.
func TestForesee(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	b := load(t, "sparta-195bc")
	s := b.Start()
	src := dice.New(3)
	p := [2]ai.Player{player(t, "centurion"), player(t, "random")}
	forecaster, ok := ai.NewForecaster(b)
	begun := forecaster.Forecast(s)
	if !ok || begun.Result < 0.1 || begun.Result > 0.9 {
		t.Errorf("at the start %+v, %t: want neither side lost", begun, ok)
	}
	late := begun
	for s.ToAct() != game.Nobody {
		if side := s.ToAct(); side == game.Nature {
			s.Apply(s.Roll(src), nil)
		} else {
			late = forecaster.Forecast(s)
			s.Apply(p[side].Choose(s, side, src), nil)
		}
	}
	if late.Result <= begun.Result || late.Points <= begun.Points {
		t.Errorf("before the attacker beats a random player %+v, at the start %+v: want more", late, begun)
	}
	out := s.Outcome()
	if end := forecaster.Forecast(s); end.Result != 1 || end.Points < float64(out.Points[0]-out.Points[1]) {
		t.Errorf("the end, %+v, is foreseen as %+v", out, end)
	}
	if _, ok := ai.NewForecaster(toy.New(toy.Options{})); ok {
		t.Error("a rulebook that nobody knows is foreseen")
	}
}

// TestAdvise: advice is legal, in order, and has reasons that can be told.
func TestAdvise(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	for _, id := range battleIDs {
		b := load(t, id)
		s := b.Start()
		src := dice.New(5)
		p := player(t, "recruit")
		for n := 0; s.ToAct() != game.Nobody && n < 400; n++ {
			side := s.ToAct()
			if side == game.Nature {
				s.Apply(s.Roll(src), nil)
				continue
			}
			if n%9 == 0 {
				checkAdvice(t, s, side)
			}
			s.Apply(p.Choose(s, side, src), nil)
		}
	}
}

func checkAdvice(t *testing.T, s game.State, side game.Side) {
	t.Helper()
	list := ai.Advise(s, side, dice.New(1), time.Nanosecond)
	if len(list) == 0 || len(list) > 3 {
		t.Fatalf("%d pieces of advice, want one to three", len(list))
	}
	for i, a := range list {
		if r := s.Check(a.Action); r != nil {
			t.Errorf("advised to %s: %v", s.Battle().Format(a.Action), r)
		}
		if slices.ContainsFunc(list[:i], func(b ai.Advice) bool { return a.Action == b.Action }) {
			t.Errorf("advised twice to %s", s.Battle().Format(a.Action))
		}
		if a.Chance < 0 || a.Chance > 1 {
			t.Errorf("%s: a chance of %g", s.Battle().Format(a.Action), a.Chance)
		}
		for _, lang := range words.Languages() {
			if words.Catalogue(lang, system.Of(s.Battle()))[a.Reason.Key] == "" {
				t.Errorf("%s has no words for the reason %q of %s", lang, a.Reason.Key, s.Battle().Format(a.Action))
			}
		}
	}
}

// TestSameBudgetSameGame: with a budget in nodes a game repeats, on however many processors. One turn is enough to see it.
func TestSameBudgetSameGame(t *testing.T) {
	b := load(t, "sparta-195bc", "turns=1")
	var games [2][]game.Action
	for i, spec := range []string{"strategos:400:1", "strategos:400:2"} {
		var err error
		if _, games[i], err = play(b, [2]ai.Player{player(t, spec), player(t, "centurion")}, 3); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(games[0], games[1]) {
		t.Error("one processor and two gave two games")
	}
}

// TestAgainstRandom plays both sides of each seed against a player who takes any legal action.
func TestAgainstRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	for _, id := range battleIDs {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			b := load(t, id)
			var won [2]int
			drawn := 0
			for i := range *pairs {
				for side := range game.Side(2) {
					players := [2]ai.Player{player(t, "random"), player(t, "random")}
					players[side] = player(t, "recruit")
					out, _, err := play(b, players, uint64(i)+1)
					if err != nil {
						t.Fatalf("seed %d: %v", i+1, err)
					}
					switch out.Winner {
					case side:
						won[side]++
					case game.Nobody:
						drawn++
					}
				}
			}
			all := won[0] + won[1]
			t.Logf("won %d of %d: %d as the attacker, %d as the defender; %d drawn", all, 2**pairs, won[0], won[1], drawn)
			if 10*all < 8*2**pairs {
				t.Errorf("won %d of %d, want eight in ten", all, 2**pairs)
			}
		})
	}
}

func TestDeterministic(t *testing.T) {
	for _, id := range battleIDs {
		t.Run(id, func(t *testing.T) {
			if testing.Short() && id != battleIDs[0] {
				t.Skip("one battle will do")
			}
			t.Parallel()
			b := load(t, id)
			players := [2]ai.Player{player(t, "recruit"), player(t, "centurion")}
			_, one, err := play(b, players, 7)
			if err != nil {
				t.Fatal(err)
			}
			_, two, err := play(b, players, 7)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(one, two) {
				t.Error("the same seed gave two games")
			}
		})
	}
}

// TestLooksOnly: a choice leaves the state as it was.
func TestLooksOnly(t *testing.T) {
	b := load(t, "sparta-195bc")
	s := b.Start()
	src := dice.New(1)
	for n := 0; s.ToAct() != game.Nobody && n < 300; n++ {
		a := game.Action{}
		if side := s.ToAct(); side == game.Nature {
			a = s.Roll(src)
		} else {
			before := s.AppendBinary(nil)
			a = player(t, "centurion").Choose(s, side, src)
			if !slices.Equal(before, s.AppendBinary(nil)) {
				t.Fatalf("after %d actions the choice of %q has changed the state", n, b.Format(a))
			}
		}
		if r := s.Apply(a, nil); r != nil {
			t.Fatal(r)
		}
	}
}

// BenchmarkChoose plays whole games, centurion against centurion, and reports the time of one decision.
func BenchmarkChoose(b *testing.B) {
	for _, id := range battleIDs {
		b.Run(id, func(b *testing.B) {
			battle := load(b, id)
			p := player(b, "centurion")
			s, src, rolls := battle.Start(), dice.New(1), dice.New(2)
			var times []time.Duration
			b.ReportAllocs()
			for b.Loop() {
				for s.ToAct() < 0 {
					if s.ToAct() == game.Nobody {
						s.CopyFrom(battle.Start())
						continue
					}
					s.Apply(s.Roll(rolls), nil)
				}
				start := time.Now()
				a := p.Choose(s, s.ToAct(), src)
				times = append(times, time.Since(start))
				s.Apply(a, nil)
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*95/100].Nanoseconds())/1e3, "µs/p95")
			b.ReportMetric(float64(times[len(times)-1].Nanoseconds())/1e3, "µs/max")
		})
	}
}

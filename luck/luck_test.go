package luck

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/game/gametest/toy"
	"acies/record"
	"acies/system"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

var golden = []string{"sparta", "sparta-variants", "issos"}

// open reads one of the games that package table keeps.
func open(t *testing.T, name string) (*table.LoadedBattle, *record.Game) {
	t.Helper()
	f, err := os.Open("../table/testdata/" + name + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, g, err := table.NewLibrary().Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return b, g
}

var reports = map[string]*Report{}

// report returns the report on one of these games, made once.
func report(t *testing.T, name string) *Report {
	t.Helper()
	if reports[name] == nil {
		b, g := open(t, name)
		r, err := Of(b.Battle, g.Entries())
		if err != nil {
			t.Fatal(err)
		}
		reports[name] = r
	}
	return reports[name]
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestMeanZero: over the faces of its die the luck of a roll adds up to nothing, and the face that is said to have
// come changes nothing of what was expected before.
func TestMeanZero(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	for _, name := range golden {
		t.Run(name, func(t *testing.T) {
			b, g := open(t, name)
			forecaster, _ := ai.NewForecaster(b.Battle)
			j, s := standard(b.Battle, forecaster), b.Battle.Start()
			moved := 0
			for _, e := range g.Entries() {
				if s.ToAct() == game.Nature && e.N%20 == 0 {
					if meanZero(t, j, s, e.N) {
						moved++
					}
				}
				if r := s.Apply(e.Action, nil); r != nil {
					t.Fatal(r)
				}
			}
			if moved == 0 {
				t.Error("no roll of the game moved the expectation")
			}
		})
	}
}

// meanZero checks one roll and reports whether its faces differ.
func meanZero(t *testing.T, j *judge, s game.State, n int) bool {
	before := s.Hash()
	sum, most, first, ways := 0.0, 0.0, math.NaN(), 0.0
	for _, c := range s.Chances(nil) {
		mean, after, err := j.estimate(s, c.Action, seeded(n))
		if err != nil {
			t.Fatalf("action %d: %v", n, err)
		}
		if math.IsNaN(first) {
			first = mean
		}
		if mean != first {
			t.Errorf("action %d: before it %v is expected if the die shows %d, and %v otherwise", n, mean, c.Action.A, first)
		}
		sum += float64(c.Weight) * (after - mean)
		ways += float64(c.Weight)
		most = max(most, math.Abs(after-mean))
	}
	if !near(sum/ways, 0) {
		t.Errorf("action %d: the mean luck of all faces is %v, want 0", n, sum/ways)
	}
	if s.Hash() != before {
		t.Fatalf("action %d: the state has been changed", n)
	}
	return most > 0
}

// TestSums: the luck of the rolls, of the kinds and of the turns adds up to that of the game.
func TestSums(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	for _, name := range golden {
		t.Run(name, func(t *testing.T) {
			b, g := open(t, name)
			r := report(t, name)
			rolls := 0.0
			for _, x := range r.Rolls {
				rolls += x.Luck
			}
			if !near(rolls, r.Luck) || !near(r.Without+r.Luck, float64(r.Margin)) {
				t.Errorf("rolls %v, luck %v, without %v, margin %d", rolls, r.Luck, r.Without, r.Margin)
			}
			if p := g.State().Outcome().Points; r.Margin != p[0]-p[1] {
				t.Errorf("margin %d, want that of the points %v", r.Margin, p)
			}
			w, err := b.Words("en")
			if err != nil {
				t.Fatal(err)
			}
			a := Describe(w, b.Battle, r)
			kinds, turns, n := 0.0, 0.0, 0
			for _, k := range a.Kinds {
				kinds += k.Luck[0] - k.Luck[1]
				n += k.Rolls[0] + k.Rolls[1]
			}
			for _, x := range a.Turns {
				turns += x
			}
			// Each figure is rounded to a thousandth.
			if math.Abs(kinds-r.Luck) > 0.02 || math.Abs(turns-r.Luck) > 0.02 || n != len(r.Rolls) {
				t.Errorf("by kind %v of %d rolls, by turn %v; want %v of %d", kinds, n, turns, r.Luck, len(r.Rolls))
			}
		})
	}
}

// TestWhose: a roll belongs to the side of the unit that shoots or attacks, and all kinds are known.
func TestWhose(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	for _, name := range golden {
		t.Run(name, func(t *testing.T) {
			b, _ := open(t, name)
			r := report(t, name)
			sides := system.Of(b.Battle).(system.Reporting).Roster(b.Battle).Sides
			initiative := game.Side(0)
			for _, x := range r.Rolls {
				switch x.Kind {
				case "other":
					t.Errorf("action %d: nobody knows what it was rolled for", x.N)
				case "shot", "melee":
					if x.Cause == nil {
						t.Fatalf("action %d: nothing led to it", x.N)
					}
					if side := sides[x.Cause.Args[0].N]; side != x.Side || !slices.Contains(places(x.Cause), x.Place) {
						t.Errorf("action %d: side %d in %d, want side %d in one of %v", x.N, x.Side, x.Place, side, places(x.Cause))
					}
				case "initiative":
					if x.Side != initiative {
						t.Errorf("action %d: side %d rolls for initiative, want %d", x.N, x.Side, initiative)
					}
					initiative = initiative.Other()
				}
				if has(x.Fact, game.Die) < 0 {
					t.Errorf("action %d: no fact tells it", x.N)
				}
			}
		})
	}
}

func places(e *game.Event) []int {
	var out []int
	for _, a := range e.Args {
		if a.Kind == game.Place {
			out = append(out, a.N)
		}
	}
	return out
}

// TestNoPeeking: what happens later changes nothing about the luck of a roll.
func TestNoPeeking(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	b, g := open(t, "sparta")
	r := report(t, "sparta")
	half := len(g.Entries()) / 2
	s := b.Battle.Start()
	entries := slices.Clone(g.Entries()[:half])
	for _, e := range entries {
		s.Apply(e.Action, nil)
	}
	src := dice.New(5)
	for s.ToAct() != game.Nobody {
		legal := s.Legal(nil)
		a := legal[game.Intn(src, len(legal))]
		entries = append(entries, record.Entry{N: len(entries) + 1, Side: s.ToAct(), Action: a})
		s.Apply(a, nil)
	}
	other, err := Of(b.Battle, entries)
	if err != nil {
		t.Fatal(err)
	}
	if other.Margin == r.Margin {
		t.Fatal("the other game ends the same; choose another seed")
	}
	compared := 0
	for i, x := range r.Rolls {
		if x.N > half {
			break
		}
		compared++
		if y := other.Rolls[i]; y.N != x.N || y.Luck != x.Luck {
			t.Errorf("action %d: luck %v, and %v if the game goes on in another way", x.N, x.Luck, y.Luck)
		}
	}
	if compared < 20 {
		t.Errorf("%d rolls compared, want more", compared)
	}
}

// TestDuel works the luck of one duel of the toy out by hand. Nothing is foreseen of it but its end.
func TestDuel(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes much and runs nothing concurrently")
	}
	tests := []struct {
		name     string
		ranks    [2]int
		dice     [2]int
		want     [2]float64 // luck of the two dice
		without  float64
		residual float64
	}{
		// With equal cards a first die of 6 wins 5 of 6 and loses none.
		{"even cards, the higher die wins", [2]int{2, 2}, [2]int{6, 1}, [2]float64{5. / 6, 1. / 6}, 0, 0},
		{"even cards, the same dice", [2]int{2, 2}, [2]int{6, 6}, [2]float64{5. / 6, -5. / 6}, 0, 0},
		// With three ranks more: 30 of 36 win, 3 are drawn and 3 are lost; a first die of 1 wins 3, draws 1, loses 2.
		{"the better card wins with a bad die", [2]int{4, 1}, [2]int{1, 3}, [2]float64{1./6 - 27./36, 5. / 6}, 27. / 36, 27. / 36},
		{"the better card loses", [2]int{4, 1}, [2]int{1, 6}, [2]float64{1./6 - 27./36, -7. / 6}, 27. / 36, 27. / 36},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := toy.New(toy.Options{Rounds: 1})
			// The first two cards are played; the others only have to be there.
			deal := []int{test.ranks[0], test.ranks[1], 3, 3, 3, 4}
			var script []string
			for _, rank := range deal {
				script = append(script, fmt.Sprintf("deal %d", rank))
			}
			script = append(script, "play 1", "play 1", fmt.Sprintf("roll %d", test.dice[0]), fmt.Sprintf("roll %d", test.dice[1]))
			j := &judge{
				value:  func(game.State) float64 { return 0 },
				quiet:  func(_, _ game.State) bool { return true },
				player: ai.Recruit(),
			}
			r, err := j.report(b, entries(t, b, script))
			if err != nil {
				t.Fatal(err)
			}
			n := len(r.Rolls)
			if n != 8 {
				t.Fatalf("%d rolls, want six cards and two dice", n)
			}
			if got := [2]float64{r.Rolls[n-2].Luck, r.Rolls[n-1].Luck}; !near(got[0], test.want[0]) || !near(got[1], test.want[1]) {
				t.Errorf("luck %v, want %v", got, test.want)
			}
			if !near(r.Without, test.without) || !near(r.Error, test.residual) {
				t.Errorf("without luck %v ± %v, want %v ± %v", r.Without, r.Error, test.without, test.residual)
			}
		})
	}
}

func entries(t *testing.T, b game.Battle, script []string) []record.Entry {
	t.Helper()
	var out []record.Entry
	for i, do := range script {
		a, err := b.Parse(do)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, record.Entry{N: i + 1, Do: do, Action: a})
	}
	return out
}

func TestRefusals(t *testing.T) {
	b, g := open(t, "sparta")
	list := g.Entries()
	firstRoll := slices.IndexFunc(list, func(e record.Entry) bool { return e.Side == game.Nature })
	forged := slices.Clone(list)
	forged[firstRoll].Action.A, forged[firstRoll].Do = 13, "roll 13"
	missing := slices.Delete(slices.Clone(list), firstRoll, firstRoll+1)
	tests := []struct {
		name    string
		entries []record.Entry
		want    string
	}{
		{"not begun", nil, ErrUnfinished.Error()},
		{"not over", list[:len(list)-1], ErrUnfinished.Error()},
		{"a roll that is not on the dice", forged, `"roll 13": this is not a possible outcome`},
		{"a roll that is missing", missing, "this is not a possible outcome"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Of(b.Battle, test.entries)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
	if _, err := Of(b.Battle, nil); !errors.Is(err, ErrUnfinished) {
		t.Errorf("got %v, want %v", err, ErrUnfinished)
	}
}

// TestKinds: every kind of roll can be told.
func TestKinds(t *testing.T) {
	kinds := 0
	for _, s := range system.All() {
		l, ok := s.(system.Luck)
		if !ok {
			continue
		}
		for _, k := range l.LuckKinds() {
			kinds++
			for _, lang := range words.Languages() {
				if words.Catalogue(lang, s)["luck."+k] == "" {
					t.Errorf("%s: there are no words for the kind %s of %s", lang, k, s.ID())
				}
			}
		}
	}
	if kinds == 0 {
		t.Error("no rulebook has kinds of rolls")
	}
}

// TestSentence says every sort of result.
func TestSentence(t *testing.T) {
	b, _ := open(t, "sparta")
	tests := []struct {
		name   string
		report Report
		lang   string
		want   string
	}{
		{"for the attacker", Report{Luck: 3.4, Without: -6.2, Error: 2.6}, "en", "The dice gave the Romans about 3 points. Without luck, the margin would be 6 ± 3 for the Spartans."},
		{"for the defender", Report{Luck: -1.2, Without: 2, Error: 1}, "en", "The dice gave the Spartans about 1 point. Without luck, the margin would be 2 ± 1 for the Romans."},
		{"for nobody", Report{Luck: -0.3, Without: 0.2, Error: 4}, "en", "The dice favoured neither side. Without luck, the margin would be 0 ± 4."},
		{"in French", Report{Luck: 3.4, Without: -6.2, Error: 2.6}, "fr", "Les dés ont donné environ 3 points aux Romains. Sans la chance, l’écart serait de 6 ± 3 pour les Spartiates."},
		{"nobody in French", Report{}, "fr", "Les dés n’ont favorisé aucun camp. Sans la chance, l’écart serait de 0 ± 0."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w, err := b.Words(test.lang)
			if err != nil {
				t.Fatal(err)
			}
			if got := sentence(w, &test.report); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestExamine: over a few games the luck is zero within its error, and the same seeds give the same figures.
func TestExamine(t *testing.T) {
	b, _ := open(t, "sparta")
	trial := Trial{Games: 4, Seed: 1, Player: ai.Recruit}
	s, err := Examine(b.Battle, trial)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(s.Luck.Mean) > 4*s.Luck.Error {
		t.Errorf("luck %v ± %v, want 0", s.Luck.Mean, s.Luck.Error)
	}
	if !near(s.Margin.Mean, s.Luck.Mean+s.Without.Mean) {
		t.Errorf("margin %v, luck %v, without %v", s.Margin.Mean, s.Luck.Mean, s.Without.Mean)
	}
	again, err := Examine(b.Battle, trial)
	if err != nil {
		t.Fatal(err)
	}
	s.Seconds, again.Seconds = 0, 0
	if *s != *again {
		t.Errorf("the same trial gave %+v and %+v", s, again)
	}
}

// BenchmarkOf measures a report.
func BenchmarkOf(b *testing.B) {
	for _, name := range golden {
		b.Run(name, func(b *testing.B) {
			f, err := os.Open("../table/testdata/" + name + ".jsonl")
			if err != nil {
				b.Fatal(err)
			}
			defer f.Close()
			board, g, err := table.NewLibrary().Read(f)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := Of(board.Battle, g.Entries()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package kit_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/rules/bladebow/kit"
	"acies/rules/bladebow/scenario"
	"acies/sim"
	"acies/system"
	"acies/table"
	"acies/words"
)

// load returns the built-in battles of the rulebook.
func load(t *testing.T) map[string]*table.LoadedBattle {
	t.Helper()
	out := map[string]*table.LoadedBattle{}
	for _, id := range table.BuiltIn() {
		b, err := table.NewLibrary().Load(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		if b.Battle.Rulebook() == scenario.Book {
			out[id] = b
		}
	}
	if len(out) != 4 {
		t.Fatalf("%d battles", len(out))
	}
	return out
}

func TestActions(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"move,psiloi-1,go", "move psiloi-1/go"},
		{"to D11 N,halt", "to D11 N/halt"},
		{"play,K46,3,wall,pass", "play K46 3 wall/pass"},
		{"play,K01,wall,spears-1", "play K01/wall spears-1"},
		{"roll 3 4", "roll 3 4"},
	} {
		if got := strings.Join(kit.System{}.Actions(strings.Split(c.args, ",")), "/"); got != c.want {
			t.Errorf("%s: found %s, expected %s", c.args, got, c.want)
		}
	}
}

// Every piece has a name, and what is described of a battle has the ids of notation.
func TestNamesAndDescription(t *testing.T) {
	for id, b := range load(t) {
		for _, lang := range words.Languages() {
			for i, name := range b.Pack.Names(b.Battle, lang).Pieces {
				if name == "" || strings.ContainsAny(name, "{}.") {
					t.Errorf("%s, %s: %s is named %q", id, lang, b.Battle.PieceID(i), name)
				}
			}
		}
		data, err := json.Marshal(kit.System{}.Describe(b.Battle))
		if err != nil {
			t.Fatal(err)
		}
		var d struct {
			Squares        []struct{ ID string }
			Units, Leaders []struct{ ID, Square string }
			Cards          []struct{ ID string }
			Sides          []struct{ Camp string }
			Special        struct{ IDs []string }
		}
		if err := json.Unmarshal(data, &d); err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, list := range [][]struct{ ID, Square string }{d.Units, d.Leaders} {
			for _, x := range list {
				ids = append(ids, x.ID)
			}
		}
		ids = append(ids, d.Sides[0].Camp, d.Sides[1].Camp)
		for _, x := range d.Cards {
			ids = append(ids, x.ID)
		}
		for i, x := range ids {
			if x != b.Battle.PieceID(i) {
				t.Errorf("%s: piece %d is %s, expected %s", id, i, x, b.Battle.PieceID(i))
			}
		}
		if len(d.Squares) != 21*16 || d.Squares[0].ID != "A1" || !slices.Equal(d.Special.IDs, b.Pack.Special(b.Battle)) {
			t.Errorf("%s: %d squares, special rules %v", id, len(d.Squares), d.Special.IDs)
		}
	}
}

// TestReport plays games at random and finds all of their facts in the lists of the report.
func TestReport(t *testing.T) {
	for id, b := range load(t) {
		anybody, err := ai.Parse("random")
		if err != nil {
			t.Fatal(err)
		}
		batch := sim.Batch{Battle: b.Battle, Players: [2]func() ai.Player{anybody, anybody}, Seed: 5, Games: 8, Jobs: 1, Facts: true}
		batch.Done = func(r sim.Result) error {
			checkFacts(t, id, r)
			return nil
		}
		if err := batch.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func checkFacts(t *testing.T, id string, r sim.Result) {
	t.Helper()
	f := r.Facts
	if last := f.Course[len(f.Course)-1]; len(f.Course) != r.Turns || last != r.Points {
		t.Errorf("%s: %d turns reported as %v, points %v", id, r.Turns, f.Course, r.Points)
	}
	var sum [2]int
	for _, points := range f.Sources {
		sum[0], sum[1] = sum[0]+points[0], sum[1]+points[1]
	}
	if sum != r.Points {
		t.Errorf("%s: the sources of points are %v, the points %v", id, f.Sources, r.Points)
	}
	for _, l := range f.Losses {
		if l.Hex == "" || !slices.Contains(kit.System{}.Causes(), l.Cause) || l.By != "" && !slices.Contains(kit.System{}.Blows(), l.By) {
			t.Errorf("%s: loss %+v", id, l)
		}
	}
	for kind, faces := range f.Dice {
		if !slices.ContainsFunc(kit.System{}.Rolls(), func(k system.RollKind) bool { return k.Key == kind }) || len(faces[0]) > 7 || len(faces[1]) > 7 {
			t.Errorf("%s: dice %s %v", id, kind, faces)
		}
	}
}

// TestRollOf asks of every roll of some games what it is for. Cards have no dice.
func TestRollOf(t *testing.T) {
	for id, b := range load(t) {
		src, s := dice.New(7), b.Battle.Start()
		for s.ToAct() != game.Nobody {
			if s.ToAct() == game.Nature {
				kind, side, place := kit.System{}.RollOf(s)
				drawn := kind == "actions" || kind == "card"
				if !slices.Contains(kit.System{}.LuckKinds(), kind) || side < 0 || side > 1 || place < -1 || drawn != (s.Dice().N == 0) {
					t.Fatalf("%s: a roll of %+v is %s of side %d at %d", id, s.Dice(), kind, side, place)
				}
			}
			legal := s.Legal(nil)
			s.Apply(legal[game.Intn(src, len(legal))], nil)
		}
	}
}

// Attacks have arrows from the first of the attackers.
func TestStage(t *testing.T) {
	e := game.Event{Key: "fires", Args: []game.Arg{{Name: "firers", Kind: game.Pieces, List: []int{4, 5}}, {Name: "target", Kind: game.Piece, N: 9}}}
	if x := (kit.System{}).Stage(&e); x.Arrow == nil || x.Arrow.Piece != 4 || x.Arrow.Target != 9 {
		t.Errorf("the arrow of a ranged attack is %+v", x.Arrow)
	}
	if x := (kit.System{}).Stage(&game.Event{Key: "plays"}); x.Scene != system.PauseScene || x.Arrow != nil {
		t.Errorf("a card is %+v", x)
	}
	e = game.Event{Key: "recoils", Args: []game.Arg{{Name: "unit", Kind: game.Piece, N: 4}, {Name: "from", Kind: game.Place, N: 30}, {Name: "to", Kind: game.Place, N: 31}}}
	if x := (kit.System{}).Stage(&e); x.Track == nil || x.Track.Piece != 4 || !slices.Equal(x.Track.Places, []int{30, 31}) {
		t.Errorf("the way of a recoil is %+v", x.Track)
	}
}

package bladebow_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
	"acies/rules/bladebow"
)

// valueOf returns a value of a piece in a view.
func valueOf(p *game.PieceView, key string) (int, bool) {
	i := slices.IndexFunc(p.Values, func(v game.Value) bool { return v.Key == key })
	if i < 0 {
		return 0, false
	}
	return p.Values[i].N, true
}

// handsOf returns the number of cards in each hand as a view tells it, and the cards that it shows by their states.
func handsOf(b *bladebow.Battle, v *game.View) (sizes [2]int, shown map[int]string) {
	for _, x := range v.Scores {
		if x.Key == "score.hand" {
			sizes[x.Side] = x.Points
		}
	}
	shown = map[int]string{}
	for i := range v.Pieces {
		if p := &v.Pieces[i]; p.Piece >= b.CardPiece(0) {
			shown[p.Piece-b.CardPiece(0)] = p.States[0]
		}
	}
	return sizes, shown
}

// Units have a density marker because they are dense or flexible, not because they are heavy.
func TestDensityMarkers(t *testing.T) {
	cite.Clauses(t, "bnb-R12")
	spears := bladebow.Spears.Data()
	size := spears.Size
	defer func() { spears.Size = size }()
	for _, heavy := range []bool{false, true} {
		if heavy {
			spears.Size = bladebow.Heavy // no type of the book is heavy and open
		}
		setup := &bladebow.Setup{ID: "markers", Cols: 12, Rows: 4, Terrain: make([]bladebow.Terrain, 48), Icons: []int{6}}
		setup.Sides = [2]bladebow.Army{
			{ID: "greek", Impulses: 1, RoutLevel: 9, MaxRanks: 2, TieBreaker: true, Camps: []int{36}},
			{ID: "persian", Impulses: 1, RoutLevel: 9, Camps: []int{0}},
		}
		for typ := range bladebow.Types {
			setup.Units = append(setup.Units, bladebow.UnitSetup{ID: typ.Data().Key, Type: typ, Square: 24 + int(typ)})
		}
		s := bladebow.New(setup).Start()
		v := s.View(0)
		for typ := range bladebow.Types {
			_, has := valueOf(&v.Pieces[typ], "ranks")
			if want := typ == bladebow.Hoplite || typ == bladebow.Maniple; has != want {
				t.Errorf("heavy spears %v: %s has a marker: %v, expected %v", heavy, typ.Data().Key, has, want)
			}
		}
	}
}

// In games at random each side sees its own hand and no other; the discards and the sizes of hands and draw pile are open to
// everybody.
func TestPublicCards(t *testing.T) {
	cite.Clauses(t, "bnb-R14")
	b := load(t, "marathon-490bc")
	src := rand.New(rand.NewPCG(14, 1))
	s := b.Start()
	played := 0
	for n := 0; n < 3000 && s.ToAct() != game.Nobody; n++ {
		p := bladebow.PositionOf(s)
		for _, viewer := range []game.Side{0, 1, game.Nobody} {
			v := s.View(viewer)
			sizes, shown := handsOf(b, &v)
			want := map[int]string{}
			for _, c := range p.Discards {
				want[c] = "discarded"
			}
			for side := range 2 {
				if sizes[side] != len(p.Sides[side].Hand) {
					t.Fatalf("action %d: %v is shown hands of %v cards, expected %d for side %d", n, viewer, sizes, len(p.Sides[side].Hand), side)
				}
				if game.Side(side) == viewer {
					for _, c := range p.Sides[side].Hand {
						want[c] = "held"
					}
				}
			}
			if len(shown) != len(want) {
				t.Fatalf("action %d: %v is shown %v, expected %v", n, viewer, shown, want)
			}
			for c, state := range want {
				if shown[c] != state {
					t.Fatalf("action %d: %v is shown %v, expected %v", n, viewer, shown, want)
				}
			}
		}
		played = max(played, len(p.Discards))
		a := pick(s, src)
		drawn := b.Format(a)
		var seen [2]string
		for side := range seen {
			x, _ := s.Shown(a, game.Side(side))
			seen[side] = b.Format(x)
		}
		if r := s.Apply(a, nil); r != nil {
			t.Fatal(r)
		}
		if !strings.HasPrefix(drawn, "draw ") {
			continue
		}
		after := bladebow.PositionOf(s)
		for side := range seen {
			want := drawn
			if len(after.Sides[1-side].Hand) > len(p.Sides[1-side].Hand) {
				want = "draw ?"
			}
			if seen[side] != want {
				t.Fatalf("action %d: side %d is shown %s, expected %s", n, side, seen[side], want)
			}
		}
	}
	if played < 5 {
		t.Errorf("at most %d cards were discarded; expected some", played)
	}
}

// Ranks are distributed in secret, before the side without the tie-breaker, and then the other, chooses its camp and places
// its leaders in the open.
func TestSetupOrder(t *testing.T) {
	cite.Clauses(t, "bnb-R91")
	b := load(t, "plataea-479bc")
	setup := b.Setup()
	first := game.Side(slices.IndexFunc(setup.Sides[:], func(a bladebow.Army) bool { return !a.TieBreaker }))
	s := b.Start()
	src := rand.New(rand.NewPCG(91, 1))
	var asked []string
	for s.View(0).Setup && s.ToAct() != game.Nature {
		side := s.ToAct()
		prompt := s.View(side).Prompt.Key
		if text := setup.Sides[side].ID + " " + prompt; len(asked) == 0 || asked[len(asked)-1] != text {
			asked = append(asked, text)
		}
		a := pick(s, src)
		if _, seen := s.Shown(a, 1-side); seen == (prompt == "prompt.ranks") {
			t.Errorf("%s: the enemy is shown %s: %v", prompt, b.Format(a), seen)
		}
		if r := s.Apply(a, nil); r != nil {
			t.Fatal(r)
		}
		enemy := s.View(1 - side)
		if prompt == "prompt.ranks" && s.ToAct() == side {
			// Whether whole distributions are still offered, and who is next, is a secret too.
			if got := enemy.Prompt; got.Key != "prompt.ranks-secret" || len(got.Args) > 0 {
				t.Errorf("the enemy is asked %+v", got)
			}
			stages := map[int]bool{}
			for range 200 {
				c := s.Clone()
				c.Resample(1-side, src)
				stages[c.View(side).Prompt.Args[0].N] = true
				if c.View(1-side).Prompt.Key != enemy.Prompt.Key {
					t.Fatal("another stage of the distribution is seen")
				}
			}
			if len(stages) < 3 {
				t.Errorf("the enemy knows how far the distribution has come: %v", stages)
			}
		}
		for i, u := range setup.Units {
			if n, known := valueOf(&enemy.Pieces[i], "ranks"); known && game.Side(u.Side) == side && setup.Sides[side].MaxRanks > 0 {
				t.Errorf("%s: the enemy knows that %s has %d ranks", prompt, u.ID, n)
			}
		}
	}
	one, two := setup.Sides[first].ID, setup.Sides[1-first].ID
	want := []string{one + " prompt.ranks", two + " prompt.ranks", one + " prompt.leaders", two + " prompt.camp", two + " prompt.leaders"}
	if !slices.Equal(asked, want) {
		t.Errorf("the players were asked %q, expected %q", asked, want)
	}
	units := bladebow.PositionOf(s).Units
	for i, u := range setup.Units {
		if u.Square >= 0 && (units[i].Square != u.Square || units[i].Facing != u.Facing) {
			t.Errorf("%s is not where the map has it", u.ID)
		}
	}
}

// pick returns an action at random.
func pick(s game.State, src *rand.Rand) game.Action {
	if s.ToAct() == game.Nature {
		return s.Roll(src)
	}
	legal := s.Legal(nil)
	return legal[src.IntN(len(legal))]
}

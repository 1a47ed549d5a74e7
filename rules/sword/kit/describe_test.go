package kit_test

import (
	"encoding/json"
	"testing"

	"acies/game"
	"acies/rules/sword"
	"acies/rules/sword/kit"
	_ "acies/systems"
	"acies/table"
)

// compile returns a battle that comes with the program.
func compile(t *testing.T, id string) *sword.Battle {
	t.Helper()
	p, err := table.FindPack(id)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.(*sword.Battle)
}

// TestDescribe reads what programs are told of a whole battle, and of its first state.
func TestDescribe(t *testing.T) {
	b := compile(t, "sparta-195bc")
	text, err := json.Marshal(kit.System{}.Describe(b))
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		ID    string
		Hexes []struct {
			ID, Terrain string
			Next        []string
		}
		Units, Leaders, Zones []struct{ ID string }
		Sides                 []struct{ ID string }
		Victory               struct{ Scores []struct{ Key string } }
	}
	if err := json.Unmarshal(text, &told); err != nil {
		t.Fatal(err)
	}
	set := b.Setup()
	if told.ID != set.ID || len(told.Hexes) != 320 || len(told.Units) != len(set.Units) || len(told.Leaders) != len(set.Leaders) ||
		told.Sides[1].ID != "spartan" || len(told.Zones) != len(set.Zones) || len(told.Victory.Scores) != len(set.Victory.Scores) {
		t.Errorf("the battle is described wrong: %+v", told)
	}
	if h := told.Hexes[0]; h.ID != "0101" || h.Next[0] != "" || h.Terrain == "" {
		t.Errorf("the first hex is described wrong: %+v", h)
	}
	for i, piece := range b.Start().View(1).Pieces[:len(set.Units)] {
		want := set.Units[i]
		if told.Units[i].ID != want.ID || b.PieceID(piece.Piece) != want.ID || b.PlaceID(piece.Place) != want.Hex || valueOf(piece, "sp") != want.Front.SP {
			t.Errorf("%+v, want %+v", piece, want)
		}
	}
}

// valueOf returns a figure of a piece, or -1.
func valueOf(p game.PieceView, key string) int {
	for _, v := range p.Values {
		if v.Key == key {
			return v.N
		}
	}
	return -1
}

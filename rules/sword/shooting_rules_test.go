package sword_test

import (
	"testing"

	"acies/rulebook/cite"
	"acies/rules/sword"
)

// The books reach too short for an obstacle that is nearer to one end of the line than to the other, or for an enemy
// between who is not next to the shooter. A book with a longer reach shows what the rules of chapter 9.2 do there.
func TestLongSight(t *testing.T) {
	cite.Clauses(t, "ant-9.2c", "ant-9.2f", "ant-9.2g", "ant-9.2h", "ant-9.2i")
	book := sword.Antiquity2
	book.Shots = nil
	for _, code := range []string{"Ar", "Ja"} {
		book.Shots = append(book.Shots, sword.ShotRow{
			Type: code, Need: []sword.ShotNeed{{5, 6}, {7, 0}, {8, 0}, {9, 0}},
			Clause: []string{"ant-C3a", "ant-C3b", "ant-C3c", "ant-C3c"},
		})
	}
	// The shooter stands in 0208, the target in 0204; 0207 is near the shooter, 0206 halfway, 0205 near the target.
	const near, halfway, far = "0207", "0206", "0205"
	tests := []struct {
		name                      string
		typ, obstacle, at         string
		shooter, between, farther int // levels
		want                      bool
	}{
		{"level ground", "Ar", "city", halfway, 0, 0, 0, false},
		{"both higher, near", "Ar", "city", near, 1, 0, 1, true},
		{"both higher, far", "Ar", "city", far, 1, 0, 1, true},
		{"both higher, unequally", "Ar", "city", far, 2, 0, 1, true},
		{"shooter higher, near", "Ar", "city", near, 1, 0, 0, true},
		{"shooter higher, halfway", "Ar", "city", halfway, 1, 0, 0, true},
		{"shooter higher, far", "Ar", "city", far, 1, 0, 0, false},
		{"shooter as high as the obstacle", "Ar", "city", near, 1, 1, 0, false},
		{"target higher, near the shooter", "Ar", "city", near, 0, 0, 1, false},
		{"target higher, halfway", "Ar", "city", halfway, 0, 0, 1, true},
		{"target higher, far", "Ar", "city", far, 0, 0, 1, true},
		{"target as high as the obstacle", "Ar", "city", far, 0, 1, 1, false},
		{"shooter higher than both, target on the obstacle's level, near", "Ar", "city", near, 2, 1, 1, true},
		{"shooter higher than both, target on the obstacle's level, far", "Ar", "city", far, 2, 1, 1, false},
		{"a hill higher than both", "Ar", "hill", near, 0, 1, 0, false},
		{"a hill as high as one of them", "Ar", "hill", far, 0, 1, 1, true},
		{"archers over a friend", "Ar", "friend", halfway, 0, 0, 0, true},
		{"archers over an enemy", "Ar", "enemy", halfway, 0, 0, 0, true},
		{"a friend between", "Ja", "friend", halfway, 0, 0, 0, false},
		{"an enemy between", "Ja", "enemy", halfway, 0, 0, 0, false},
		{"over an enemy from a height", "Ja", "enemy", halfway, 1, 0, 0, true},
		{"over an enemy from a height, far", "Ja", "enemy", far, 1, 0, 0, false},
		{"over an enemy up to a height, far", "Ja", "enemy", far, 0, 0, 1, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			set := &sword.Setup{
				ID: "test", Book: &book, Turns: 1, Cols: 7, Rows: 8,
				Hexes:       make([]sword.HexDef, 7*8),
				Sides:       [2]sword.SideDef{{ID: "red", RoutEdge: "bottom"}, {ID: "blue", RoutEdge: "top"}},
				Contingents: []sword.ContingentDef{{ID: "red", Leader: "l1"}, {ID: "blue", Side: 1, Leader: "l2"}},
				Leaders: []sword.LeaderDef{
					{ID: "l1", Contingent: "red", Hex: "0208", Radius: 9, MP: 6},
					{ID: "l2", Side: 1, Contingent: "blue", Hex: "0204", Radius: 9, MP: 6},
				},
				Victory: sword.Victory{Margin: 8, MajorClause: "ant-13.3.2s", MinorClause: "ant-13.3.2t", DrawClause: "ant-R111"},
			}
			for i := range set.Hexes {
				set.Hexes[i].Terrain = "clear"
			}
			hex := func(id string) *sword.HexDef { return &set.Hexes[7*int(id[3]-'1')+int(id[1]-'1')] }
			unit := func(id, typ, side, at string, facing int) {
				v := sword.Values{SP: 4, Quality: 4, MP: 4, Shoots: typ != "Ho"}
				set.Units = append(set.Units, sword.UnitDef{
					ID: id, Name: id, Type: typ, Contingent: side, Front: v, Back: v, Hex: at, Facing: facing,
				})
			}
			unit("shooter", test.typ, "red", "0208", 0)
			unit("target", "Ho", "blue", "0204", 3)
			// Another pair keeps D.2 open.
			unit("other", "Ar", "red", "0608", 0)
			unit("mark", "Ho", "blue", "0606", 3)
			switch test.obstacle {
			case "city":
				hex(test.at).Terrain = "city"
			case "friend":
				unit("friend", "Ho", "red", test.at, 0)
			case "enemy":
				unit("enemy", "Ho", "blue", test.at, 3)
			}
			hex("0208").Level, hex(test.at).Level, hex("0204").Level = test.shooter, test.between, test.farther
			b, err := sword.New(set)
			if err != nil {
				t.Fatal(err)
			}
			s, err := b.FromPosition(&sword.Position{At: "d2 l1"})
			if err != nil {
				t.Fatal(err)
			}
			a, err := b.Parse("shoot 0204")
			if err != nil {
				t.Fatal(err)
			}
			switch no := s.Check(a); {
			case test.want && no != nil:
				t.Errorf("refused by %s %s", no.Key, no.Clause)
			case !test.want && no == nil:
				t.Error("legal")
			case !test.want && no.Key != "sight":
				t.Errorf("refused by %s %s, want sight", no.Key, no.Clause)
			}
		})
	}
}

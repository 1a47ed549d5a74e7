package scenario_test

import (
	"slices"
	"strings"
	"testing"

	"acies/pack"
	"acies/plane"
	"acies/rules/impetus"
	"acies/rules/impetus/scenario"
)

func TestVary(t *testing.T) {
	unit := func(s *impetus.Setup, id string) *impetus.UnitSetup {
		for i := range s.Units {
			if s.Units[i].ID == id {
				return &s.Units[i]
			}
		}
		return &impetus.UnitSetup{}
	}
	for _, test := range []struct {
		dir, change, options string
		same                 func(s *impetus.Setup) bool
	}{
		{twoCamps, "unit.R1.1.vbu=7", "", func(s *impetus.Setup) bool { return unit(s, "R1.1").VBU == 7 && unit(s, "R1.2").VBU == 6 }},
		{twoCamps, "unit.C1.3.discipline=B", "", func(s *impetus.Setup) bool { return unit(s, "C1.3").Discipline == 1 }},
		{twoCamps, "unit.R1.5.traits=long_spear legionary", "", func(s *impetus.Setup) bool {
			return unit(s, "R1.5").Traits == impetus.LongSpear|impetus.Legionary
		}},
		{twoCamps, "unit.R1.8.x=108.5", "", func(s *impetus.Setup) bool { return unit(s, "R1.8").Pose.X == 108500 }},
		{twoCamps, "unit.R2.4.heading=350.25", "", func(s *impetus.Setup) bool { return unit(s, "R2.4").Pose.H == 1401 }},
		{twoCamps, "unit.romans-camp.y=10", "", func(s *impetus.Setup) bool { return unit(s, "romans-camp").Pose.Y == 10000 }},
		{twoCamps, "command.carthaginians-1.quality=Expert", "", func(s *impetus.Setup) bool { return s.Sides[0].Commands[0].Quality == impetus.Expert }},
		{twoCamps, "army.romans.structure=Poor", "", func(s *impetus.Setup) bool { return s.Sides[1].Structure == impetus.PoorStructure }},
		{twoCamps, "terrain.grove.kind=marsh", "", func(s *impetus.Setup) bool { return s.Terrain[2].Kind == impetus.Marsh }},
		{twoCamps, "terrain.west-hill.crest=20,36 24,50", "", func(s *impetus.Setup) bool { return s.Terrain[0].Crest[1] == plane.Point{X: 24000, Y: 50000} }},
		{stream, "terrain.palisade.line=80,64 104,64", "", func(s *impetus.Setup) bool { return s.Lines[0].Points[1].X == 104000 }},
		{stream, "zone.stream.south=6,0 180,42", "", func(s *impetus.Setup) bool { return s.Sides[0].Zone.Y[1] == 42000 }},
		{stream, "tie=draw", "", func(s *impetus.Setup) bool { return s.TieWinner == -1 }},
		{stream, "turns=10", "", func(s *impetus.Setup) bool { return s.Turns == 10 }},
		{freeBattle, "option.table-seed-1.seed=4711", "table-seed-1", func(s *impetus.Setup) bool {
			return slices.EqualFunc(s.Terrain, scenario.LayTable(4711).Terrain, func(a, b impetus.Piece) bool { return slices.Equal(a.Polygon, b.Polygon) })
		}},
	} {
		f, err := scenario.Vary(pack.ReadFiles(packs, test.dir), []string{test.change})
		if err != nil {
			t.Errorf("%s: %v", test.change, err)
			continue
		}
		p, problems := scenario.Read(f)
		if p == nil {
			t.Errorf("%s: %v", test.change, problems)
			continue
		}
		if s, err := p.Setup(strings.Fields(test.options)); err != nil || !test.same(s) {
			t.Errorf("%s has no effect (%v)", test.change, err)
		}
	}
}

func TestVaryWrong(t *testing.T) {
	for _, test := range []struct{ dir, change, want string }{
		{twoCamps, "unit.R1.1.vbu", "write a path and a value, such as unit.R1.1.vbu=6"},
		{twoCamps, "weather=rain", `"weather" cannot be changed; choose one of army, command, option, side, terrain, unit, zone, set-up-first, table, tie, turns`},
		{twoCamps, "unit.vbu=6", "name what is changed and its field, such as unit.NAME.FIELD"},
		{twoCamps, "unit.Q1.vbu=6", `unit "Q1" not found; choose one of C1.1, C1.2, `},
		{twoCamps, "unit.R1.1.id=x", `unit R1.1 has no field "id" to change; choose one of command, type, move, vbu, `},
		{twoCamps, "unit.R1.1.colour=red", `unit R1.1 has no field "colour" to change`},
		{twoCamps, "command.romans-3.quality=Fair", `command "romans-3" not found; choose one of carthaginians-1, carthaginians-2, romans-1, romans-2`},
		{twoCamps, "terrain.lake.kind=marsh", `terrain "lake" not found; choose one of west-hill, stones, grove, gullies`},
		{twoCamps, "zone.plain.west=0,0 1,1", `zone plain has no field "west" to change; choose one of south, north`},
		{twoCamps, "option.table-seed-1.seed=2", `option "table-seed-1" not found; choose one of free-set-up, amendments`},
	} {
		_, err := scenario.Vary(pack.ReadFiles(packs, test.dir), []string{test.change})
		if err == nil || !strings.HasPrefix(err.Error(), "--set "+test.change+": ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.change, err, test.want)
		}
	}
}

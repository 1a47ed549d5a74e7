package scenario_test

import (
	"strings"
	"testing"

	"acies/pack"
	"acies/rules/bladebow"
	"acies/rules/bladebow/scenario"
)

func TestVary(t *testing.T) {
	unit := func(s *bladebow.Setup, id string) bladebow.UnitSetup {
		for _, u := range s.Units {
			if u.ID == id {
				return u
			}
		}
		return bladebow.UnitSetup{}
	}
	for _, test := range []struct {
		dir, change string
		same        func(s *bladebow.Setup) bool
	}{
		{marathon, "unit.spears-2.square=E5", func(s *bladebow.Setup) bool { return board.ID(unit(s, "spears-2").Square) == "E5" }},
		{marathon, "unit.sparabara.facing=SE", func(s *bladebow.Setup) bool {
			return unit(s, "spears-1").Facing == 3 && unit(s, "spears-10").Facing == 3 && unit(s, "archers-1").Facing == 4
		}},
		{marathon, "leader.datis.range=4", func(s *bladebow.Setup) bool { return s.Leaders[2].Range == 4 }},
		{marathon, "side.persian.rout-level=8", func(s *bladebow.Setup) bool { return s.Sides[1].RoutLevel == 8 && s.Sides[0].RoutLevel == 7 }},
		{plataea, "side.greek.camps=D13", func(s *bladebow.Setup) bool { return len(s.Sides[0].Camps) == 1 }},
		{thermopylae, "special.pass.column=L", func(s *bladebow.Setup) bool { return s.Pass.Column == 12 }},
		{mycale, "special.storm.side=greek", func(s *bladebow.Setup) bool { return s.Storm.Side == 0 }},
		{marathon, "icons=0 0 0 0 0 1 1 1 1 1 1 6", func(s *bladebow.Setup) bool { return s.Icons[10] == 1 }},
		{marathon, "terrain.H9=woods", func(s *bladebow.Setup) bool { return s.Terrain[8*21+7] == bladebow.Woods }},
		{marathon, "terrain.U16=.", func(s *bladebow.Setup) bool { return s.Terrain[335] == bladebow.Clear }},
	} {
		f, err := scenario.Vary(pack.ReadFiles(packs, test.dir), []string{test.change})
		if err != nil {
			t.Errorf("%s: %v", test.change, err)
			continue
		}
		p, problems := scenario.Read(f)
		if p == nil {
			t.Errorf("%s: %v", test.change, problems)
		} else if !test.same(p.Setup()) {
			t.Errorf("%s has no effect", test.change)
		}
	}
}

func TestVaryWrong(t *testing.T) {
	for _, test := range []struct{ dir, change, want string }{
		{marathon, "unit.spears-3.square", "write a path and a value"},
		{marathon, "weather=rain", `"weather" cannot be changed; choose one of icons, leader, side, special, terrain, unit`},
		{marathon, "icons.3=1", "icons has no fields"},
		{marathon, "unit.spears-3=D7", "name what is changed and its field"},
		{marathon, "unit.slingers.square=D7", `unit "slingers" not found; choose one of greek-hoplite-1, `},
		{marathon, "unit.spears-3.id=x", `unit spears-3 has no field "id" to change; choose one of type, square, facing, ranks`},
		{marathon, "unit.spears-3.side=greek", `has no field "side"`},
		{marathon, "side.greek.shields=x", `side greek has no field "shields"`},
		{marathon, "special.pass.column=L", `special rule "pass" not found; the battle has none`},
		{thermopylae, "special.king.side=greek", `king has no field "side" to change; choose one of leader`},
		{marathon, "terrain.H5.x=woods", "write a square and its ground"},
		{marathon, "terrain.Z9=woods", "column Z is beyond"},
		{marathon, "terrain.H5=lava", `terrain "lava" is unknown; choose one of . clear, `},
	} {
		_, err := scenario.Vary(pack.ReadFiles(packs, test.dir), []string{test.change})
		if err == nil || !strings.HasPrefix(err.Error(), "--set "+test.change+": ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.change, err, test.want)
		}
	}
}

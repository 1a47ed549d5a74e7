package scenario

import (
	"strings"
	"testing"

	"acies/battles"
	"acies/pack"
	"acies/rules/sword"
)

const sparta = "sparta-195bc"

// load reads Sparta with changes.
func load(t *testing.T, changes ...string) (*sword.Setup, *Pack, error) {
	t.Helper()
	return loadPack(t, sparta, changes...)
}

// loadPack reads a battle with changes.
func loadPack(t testing.TB, dir string, changes ...string) (*sword.Setup, *Pack, error) {
	t.Helper()
	f, err := Vary(pack.ReadFiles(battles.FS, dir), changes)
	if err != nil {
		return nil, nil, err
	}
	p, problems := Read(f)
	if p == nil {
		return nil, nil, pack.Errors(problems)
	}
	s, err := p.Setup(nil)
	return s, p, err
}

func unit(s *sword.Setup, id string) *sword.UnitDef {
	for i := range s.Units {
		if s.Units[i].ID == id {
			return &s.Units[i]
		}
	}
	return &sword.UnitDef{}
}

func leader(s *sword.Setup, id string) *sword.LeaderDef {
	for i := range s.Leaders {
		if s.Leaders[i].ID == id {
			return &s.Leaders[i]
		}
	}
	return &sword.LeaderDef{}
}

func score(s *sword.Setup, key string) *sword.ScoreRule {
	for i := range s.Victory.Scores {
		if s.Victory.Scores[i].Key == key {
			return &s.Victory.Scores[i]
		}
	}
	return &sword.ScoreRule{}
}

func TestVary(t *testing.T) {
	tests := []struct {
		change string
		value  func(s *sword.Setup) any
		want   any
	}{
		{"unit.hastati.quality=6", func(s *sword.Setup) any { return unit(s, "hastati-iii-2").Front }, sword.Values{SP: 4, Quality: 6, MP: 4}},
		{"unit.hastati.quality=6", func(s *sword.Setup) any { return unit(s, "hastati-i-1").Back }, sword.Values{SP: 3, Quality: 3, MP: 4}},
		{"unit.hastati-i.quality=6", func(s *sword.Setup) any { return unit(s, "hastati-ii-1").Front.Quality }, 4},
		{"unit.hastati-i.quality=6", func(s *sword.Setup) any { return unit(s, "hastati-i-2").Front.Quality }, 6},
		{"unit.hastati-i-1.quality=6", func(s *sword.Setup) any { return unit(s, "hastati-i-2").Front.Quality }, 4},
		{"unit.hastati-i-1.quality=6", func(s *sword.Setup) any { return unit(s, "hastati-i-1").Front.Quality }, 6},
		{"unit.velites.strength=5", func(s *sword.Setup) any { return unit(s, "velites-i-1").Front }, sword.Values{SP: 5, Quality: 3, MP: 5, Shoots: true}},
		{"unit.velites.shoots=false", func(s *sword.Setup) any { return unit(s, "velites-i-1").Front.Shoots }, false},
		{"unit.spartans.back.movement=3", func(s *sword.Setup) any { return unit(s, "spartans-2").Back }, sword.Values{SP: 6, Quality: 6, MP: 3}},
		{"unit.spartans.back=2-2-2", func(s *sword.Setup) any { return unit(s, "spartans-1").Back }, sword.Values{SP: 2, Quality: 2, MP: 2}},
		{"unit.argos-pe.type=Ja", func(s *sword.Setup) any { return unit(s, "argos-pe").Type }, "Ja"},
		{"leader.nabis.bonus=1", func(s *sword.Setup) any { return leader(s, "nabis").Bonus }, 1},
		{"leader.pretor-ii.radius=6", func(s *sword.Setup) any { return leader(s, "pretor-ii").Radius }, 6},
		{"state.replacement.rating=-1", func(s *sword.Setup) any { return s.Replacement.Rating }, -1},
		{"special.fire.range=3", func(s *sword.Setup) any { return s.Special.Fire.Range }, 3},
		{"victory.margin=6", func(s *sword.Setup) any { return s.Victory.Margin }, 6},
		{"victory.shrines-held.points=3", func(s *sword.Setup) any { return score(s, "shrines-held").Points }, 3},
		{"victory.unit-poor.quality=0-3", func(s *sword.Setup) any { return score(s, "unit-poor").Quality }, [2]int{0, 3}},
		{"turns=10", func(s *sword.Setup) any { return s.Turns }, 10},
	}
	for _, test := range tests {
		t.Run(test.change, func(t *testing.T) {
			s, _, err := load(t, test.change)
			if err != nil {
				t.Fatal(err)
			}
			if got := test.value(s); got != test.want {
				t.Errorf("found %v, want %v", got, test.want)
			}
		})
	}
}

// TestMedieval changes what only medieval packs have.
func TestMedieval(t *testing.T) {
	tests := []struct {
		dir, change string
		value       func(s *sword.Setup) any
		want        any
	}{
		{"guinegate-1479", "mounting.dismount.french=1", func(s *sword.Setup) any { return s.Mounting.Dismount }, [2]int{1, 3}},
		{"guinegate-1479", "mounting.remount.burgundian=2", func(s *sword.Setup) any { return s.Mounting.Remount }, [2]int{0, 2}},
		{"guinegate-1479", "reinforcement.saint-andre.turn=2", func(s *sword.Setup) any { return s.Reinforcements[0].Turn }, 2},
		{"bouvines-1214", "reinforcement.ferrand.entry=2601", func(s *sword.Setup) any { return s.Reinforcements[0].Entry[0] }, "2601"},
		{"guinegate-1479", "unit.archers-de-therouanne.form=foot", func(s *sword.Setup) any { return unit(s, "archers-de-therouanne").Form }, sword.OnFoot},
		{
			"bouvines-1214", "state.wounded.radius=-3 min 2", func(s *sword.Setup) any { return s.Wounded.Radius },
			sword.Figure{N: -3, Relative: true, Least: 2},
		},
		{"bouvines-1214", "victory.great-lead.points=40", func(s *sword.Setup) any { return s.Victory.Decisive[1].Points }, 40},
		{"bouvines-1214", "victory.least=5", func(s *sword.Setup) any { return s.Victory.Least }, 5},
		{"bouvines-1214", "special.far-bank.zone=camphin", func(s *sword.Setup) any { return s.Special.FarBank.Zone }, "camphin"},
	}
	for _, test := range tests {
		t.Run(test.change, func(t *testing.T) {
			s, _, err := loadPack(t, test.dir, test.change)
			if err != nil {
				t.Fatal(err)
			}
			if got := test.value(s); got != test.want {
				t.Errorf("found %v, want %v", got, test.want)
			}
		})
	}
}

// TestSeveral makes changes to one value and to two files, each on top of the one before.
func TestSeveral(t *testing.T) {
	s, changed, err := load(t, "unit.hastati.quality=6", "unit.hastati-i-1.strength=3", "turns=6")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := unit(s, "hastati-i-1").Front, (sword.Values{SP: 3, Quality: 6, MP: 4}); got != want || s.Turns != 6 {
		t.Errorf("found %v in %d turns, want %v in 6", got, s.Turns, want)
	}
	_, plain, err := load(t)
	if err != nil {
		t.Fatal(err)
	}
	if plain.Hash == changed.Hash {
		t.Error("a changed pack has the hash of the one that is not")
	}
}

// TestLinter checks that what the linter would refuse is refused in its words, with the line of the file.
func TestLinter(t *testing.T) {
	tests := []struct{ change, want string }{
		{"unit.hastati-i-1.quality=12", `unit hastati-i-1: front "4-12-4" is not strength-quality-movement; expected figures such as 4*-4-5`},
		{"unit.hastati-i-1.strength=99", `unit hastati-i-1: front "99-4-4": figures out of range`},
		{"unit.triarii-i-1.shoots=true", "has an asterisk, but Ho cannot shoot"},
		{"unit.hastati-i-1.hex=9999", "unit hastati-i-1: "},
		{"leader.nabis.bonus=many", `leader nabis: bonus "many" is not a number from 0 to 9`},
		{"leader.nabis.bonus={a: b}", `leader nabis: bonus "{a: b}" is not a number from 0 to 9`},
		{"turns=0", `turns "0" is not a number from 1 to 99`},
		{"special.fire.leader=caesar", `special fire: leader "caesar" is unknown; the battle has flamininus`},
		{"victory.unit-poor.kind=stolen", `"stolen"`},
	}
	for _, test := range tests {
		t.Run(test.change, func(t *testing.T) {
			_, _, err := load(t, test.change)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("found %v, want %s", err, test.want)
			}
		})
	}
	_, _, err := load(t, "unit.hastati-i-1.quality=12")
	if err == nil || !strings.Contains(err.Error(), "armies.yaml:34: ") {
		t.Errorf("found %v, want the line of the unit", err)
	}
}

func TestUnknown(t *testing.T) {
	tests := []struct{ change, want string }{
		{"elephant.hannibal=1", `"elephant" cannot be changed; choose one of leader, mounting, reinforcement, special, state, turns, unit, victory`},
		{"unit.elephants.quality=6", `unit "elephants" not found; choose one of velites-i, hastati-i,`},
		{"unit.hastati.courage=6", `has no field "courage"; its fields are front, back, type, form, changed, hex, facing, strength, quality,`},
		{"unit.hastati=6", "name a unit and a field"},
		{"unit.hastati.quality", "write a path and a value"},
		{"unit.hastati-i-1.facing=UL", "none can be added"},
		{"leader.caesar.bonus=1", `leader "caesar" not found; choose one of flamininus,`},
		{"leader.nabis.id=x", `has no field "id"; its fields are bonus, commander, hex, mp, radius, rating`},
		{"special.elephants.range=1", `"elephants" not found; choose one of citadel, fire, legion`},
		{"victory.elephants.points=1", `score "elephants" not found; choose one of unit-poor,`},
		{"victory.unit-poor.max=3", `has no field "max"; its fields are clause, kind, points, quality, side`},
		{"turns.x=3", "turns has no fields"},
		{"mounting.types=Ca", "name markers and a side, such as mounting.dismount.french=3"},
		{"reinforcement.ferrand=3", "name a leader and a field"},
		{"reinforcement.ferrand.turn=3", `no reinforcements with leader "ferrand"`},
		{"state.dead.mp=3", `"dead" not found; choose one of replacement, wounded`},
	}
	for _, test := range tests {
		t.Run(test.change, func(t *testing.T) {
			_, err := Vary(pack.ReadFiles(battles.FS, sparta), []string{test.change})
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "--set "+test.change) {
				t.Errorf("found %v, want %s", err, test.want)
			}
		})
	}
}

// A change alters nothing but its value; lessons are dropped, see TestVaryDropsLessons.
func TestVaryKeepsTheRest(t *testing.T) {
	f := pack.ReadFiles(battles.FS, sparta)
	varied, err := Vary(f, []string{"leader.nabis.bonus=1"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range f.Names() {
		if strings.HasPrefix(name, "lessons/") {
			continue
		}
		old, _ := f.Read(name)
		got, _ := varied.Read(name)
		want := string(old)
		if name == armiesYAML {
			want = strings.Replace(want, "hex: 1005 A, bonus: 0 A, rating: 0 A", "hex: 1005 A, bonus: 1 A, rating: 0 A", 1)
		}
		if string(got) != want {
			t.Errorf("%s differs in more than the value", name)
		}
	}
}

// A battle can be changed so that its lessons could no longer be played.
func TestVaryDropsLessons(t *testing.T) {
	_, p, err := loadPack(t, "guinegate-1479", "unit.du-bellay.movement=1")
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Lessons) > 0 {
		t.Errorf("a varied battle has lessons: %v", p.Lessons[0].ID)
	}
}

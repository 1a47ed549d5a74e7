package sword_test

import (
	"strings"
	"testing"

	"acies/battles"
	"acies/pack"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
)

// TestReinforcementsRefused checks which pieces may be without a hex, and which of them may be reinforcements.
func TestReinforcementsRefused(t *testing.T) {
	for _, x := range []struct {
		name, want string
		edit       func(*sword.Setup)
	}{
		{"a unit without a hex that nobody brings", "unit", func(s *sword.Setup) { s.Units[0].Hex = "" }},
		{"a leader without a hex who comes with nobody", "leader", func(s *sword.Setup) { s.Leaders[0].Hex = "" }},
		{"the leader who is listed first as a unit", "is not a unit without a hex", func(s *sword.Setup) {
			s.Reinforcements = append(s.Reinforcements, sword.Reinforcement{Turn: 2, Leader: s.Leaders[0].ID, Units: []string{s.Leaders[0].ID}})
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			p, problems := scenario.Read(pack.ReadFiles(battles.FS, "bouvines-1214"))
			if p == nil {
				t.Fatal(pack.Errors(problems))
			}
			set, err := p.Setup(nil)
			if err != nil {
				t.Fatal(err)
			}
			x.edit(set)
			if _, err := sword.New(set); err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("the battle is made: %v", err)
			}
		})
	}
}

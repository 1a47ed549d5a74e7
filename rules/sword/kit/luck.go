package kit

import (
	"slices"

	"acies/game"
	"acies/rules/sword"
)

// LuckKinds implements [system.Luck].
func (System) LuckKinds() []string {
	return []string{"melee", "shot", "rally", "passed", "react", "leader", "initiative", "flight", "other"}
}

// CauseOf implements [system.Luck].
func (System) CauseOf(kind string) string {
	return map[string]string{"shot": "shoots", "melee": "attacks"}[kind]
}

// RollOf implements [system.Luck].
func (System) RollOf(s game.State) (kind string, side game.Side, place int) {
	x := s.(*sword.State)
	b := x.Battle().(*sword.Battle)
	prompt := x.View(game.Nobody).Prompt
	arg := func() int { return first(prompt, game.Piece) }
	hex := func() int { return first(prompt, game.Place) }
	of := func(hex int) game.Side { return x.Unit(x.Top(hex)).Side }
	switch prompt.Key {
	case "prompt.die-shot":
		return "shot", of(x.Target()).Other(), x.Target()
	case "prompt.die-melee":
		return "melee", of(x.Attackers(nil)[0]), x.Defenders(nil)[0]
	case "prompt.die-leader":
		l := x.Leader(arg() - b.Units())
		return "leader", l.Side, l.Hex
	case "prompt.die-passed":
		return "passed", of(hex()), hex()
	case "prompt.die-react":
		u := x.Unit(arg())
		return "react", u.Side, u.Hex
	case "prompt.die-rally":
		return "rally", of(hex()), hex()
	case "prompt.initiative":
		return "initiative", 0, -1 // the event names the side
	case "prompt.die-flight":
		set := b.Setup()
		i := slices.IndexFunc(set.Leaders, func(l sword.LeaderDef) bool { return l.ID == set.Special.Flight.Leader })
		return "flight", x.Leader(i).Side, x.Leader(i).Hex
	}
	return "other", 0, -1
}

// first returns the number of the first argument of a kind.
func first(e game.Event, k game.Kind) int {
	return e.Args[slices.IndexFunc(e.Args, func(a game.Arg) bool { return a.Kind == k })].N
}

package luck

import (
	"slices"

	"acies/game"
	"acies/rules/sword"
)

// What has to be known of By the Edge of the Sword.

// Kinds returns the kinds of rolls, in the order in which they are reported.
func Kinds() []string {
	return []string{"melee", "shot", "rally", "passed", "react", "leader", "initiative", "flight", "other"}
}

// whose returns the kind of the roll that is due, the side whose roll it is, and where it is made.
func whose(s game.State) (kind string, side game.Side, place int) {
	x, ok := s.(*sword.State)
	if !ok {
		return "other", 0, -1
	}
	b := x.Battle().(*sword.Battle)
	prompt := x.View(game.Nobody).Prompt
	arg := func() int { return prompt.Args[has(prompt, game.Piece)].N }
	hex := func() int { return prompt.Args[has(prompt, game.Place)].N }
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
		return "initiative", 0, -1 // the fact names the side
	case "prompt.die-flight":
		set := b.Setup()
		i := slices.IndexFunc(set.Leaders, func(l sword.LeaderDef) bool { return l.ID == set.Special.Flight.Leader })
		return "flight", x.Leader(i).Side, x.Leader(i).Hex
	}
	return "other", 0, -1
}

// teller finds the facts that tell a roll.
type teller struct {
	shoots, attacks *game.Event // the last of them, and of several at once the first
}

// tell takes in what an action brought about and, if it was a roll, completes what is known of it.
func (t *teller) tell(r *Roll, events []game.Event, rolled bool) {
	if rolled {
		r.Cause = map[string]*game.Event{"shot": t.shoots, "melee": t.attacks}[r.Kind]
		if i := slices.IndexFunc(events, func(e game.Event) bool { return has(e, game.Die) >= 0 }); i >= 0 {
			r.Fact = events[i]
		}
		if k := has(r.Fact, game.Player); k >= 0 {
			r.Side = game.Side(r.Fact.Args[k].N)
		}
	}
	keep(&t.shoots, "shoots", events)
	keep(&t.attacks, "attacks", events)
}

func keep(last **game.Event, key string, events []game.Event) {
	if i := slices.IndexFunc(events, func(e game.Event) bool { return e.Key == key }); i >= 0 {
		*last = &events[i]
	}
}

// has returns the index of the first argument of a kind, or -1.
func has(e game.Event, k game.Kind) int {
	return slices.IndexFunc(e.Args, func(a game.Arg) bool { return a.Kind == k })
}

package luck

import (
	"slices"

	"acies/game"
	"acies/system"
)

// Kinds returns the kinds of rolls of a battle, in the order in which they are reported.
func Kinds(b game.Battle) []string {
	if s, ok := system.Of(b).(system.Luck); ok {
		return s.LuckKinds()
	}
	return []string{"other"}
}

// rollOwner returns the kind of the roll that is due, the side that rolls, and the place, or -1.
func rollOwner(s game.State) (kind string, side game.Side, place int) {
	if x, ok := system.Of(s.Battle()).(system.Luck); ok {
		return x.RollOf(s)
	}
	return "other", 0, -1
}

// causes keeps the last event of each key that can be the cause of a roll; if an action sends several, the first of them.
type causes struct {
	of   func(kind string) string
	last map[string]*game.Event
}

func newCauses(b game.Battle) *causes {
	c := &causes{of: func(string) string { return "" }, last: map[string]*game.Event{}}
	if x, ok := system.Of(b).(system.Luck); ok {
		c.of = x.CauseOf
		for _, kind := range x.LuckKinds() {
			if key := c.of(kind); key != "" {
				c.last[key] = nil
			}
		}
	}
	return c
}

// follow completes the roll r, if the action was a roll, and then keeps the causes among the events of the action.
func (c *causes) follow(r *Roll, events []game.Event, rolled bool) {
	if rolled {
		r.Cause = c.last[c.of(r.Kind)]
		r.report(events)
	}
	for key := range c.last {
		if i := slices.IndexFunc(events, func(e game.Event) bool { return e.Key == key }); i >= 0 {
			c.last[key] = &events[i]
		}
	}
}

// report completes a roll with the events that report it.
func (r *Roll) report(events []game.Event) {
	if i := slices.IndexFunc(events, func(e game.Event) bool { return has(e, game.Die) >= 0 }); i >= 0 {
		r.Fact = events[i]
	} else if len(events) > 0 {
		r.Fact = events[0] // a card is drawn
	}
	if k := has(r.Fact, game.Player); k >= 0 {
		r.Side = game.Side(r.Fact.Args[k].N)
	}
}

// has returns the index of the first argument of a kind, or -1.
func has(e game.Event, k game.Kind) int {
	return slices.IndexFunc(e.Args, func(a game.Arg) bool { return a.Kind == k })
}

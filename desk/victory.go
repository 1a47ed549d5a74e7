package desk

import (
	"acies/game"
	"acies/system"
)

// Victory is how a battle is won, and how it stands.
type Victory struct {
	Leads  game.Side  `json:"leads"`         // who would win if the battle ended now
	Now    *Told      `json:"now,omitempty"` // what the result would be; absent: the rulebook does not say
	Ends   []Told     `json:"ends"`          // what ends the battle at once
	Levels []Told     `json:"levels"`        // the levels of victory, the highest first
	Goals  []GoalTold `json:"goals"`
}

// GoalTold is something that brings a side points.
type GoalTold struct {
	Told
	Side   game.Side `json:"side"`
	Each   int       `json:"each"`
	Points int       `json:"points"`
	Most   int       `json:"most,omitempty"`
	End    bool      `json:"end,omitempty"` // it counts only at the end
}

// Victory returns how the battle is won and how it stands, as far as the viewer may know.
func (d *Desk) Victory() *Victory {
	out := &Victory{Leads: game.Nobody, Ends: []Told{}, Levels: []Told{}, Goals: []GoalTold{}}
	win, ok := system.Of(d.Game.State.Battle()).(system.Winning)
	if !ok {
		return out
	}
	p := win.Prospects(d.Game.State, d.side())
	tell := func(e game.Event) Told { return Told{Text: d.Words.Event(e), Clause: e.Clause} }
	now := tell(p.Now)
	out.Leads, out.Now = p.Leads, &now
	for _, e := range p.Ends {
		out.Ends = append(out.Ends, tell(e))
	}
	for _, e := range p.Levels {
		out.Levels = append(out.Levels, tell(e))
	}
	for _, g := range p.Goals {
		out.Goals = append(out.Goals, GoalTold{tell(g.Event), g.Side, g.Each, g.Points, g.Most, g.End})
	}
	return out
}

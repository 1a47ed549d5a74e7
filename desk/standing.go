package desk

import (
	"slices"

	"acies/game"
	"acies/record"
)

// answered reports whether a step was answered for the viewer. Others do not learn that it was.
func (d *Desk) answered(s *record.Step) bool {
	_, ok := slices.BinarySearch(d.Game.Answered, s.N)
	return ok && s.Side == d.side()
}

// prompter plays a game again to find what a side was asked.
type prompter struct {
	desk  *Desk
	state game.State
	n     int // entries that the state has seen
}

// to returns what the viewer was asked after the first n entries, where n does not decrease from call to call; nothing if
// these rules do not play the game.
func (p *prompter) to(n int) game.Event {
	g := p.desk.Game
	if p.state == nil {
		p.state = g.State.Battle().Start()
	}
	for ; p.n < n; p.n++ {
		if p.state.Apply(g.Entries[p.n].Action, nil) != nil {
			return game.Event{}
		}
	}
	return p.state.View(p.desk.side()).Prompt
}

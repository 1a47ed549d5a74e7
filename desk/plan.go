package desk

import "acies/game"

// Plan is a move of several pieces by one gesture.
type Plan struct {
	Actions []string   `json:"actions"` // to carry out now, one after another
	Ends    []game.End `json:"ends"`    // where the pieces would be
	More    bool       `json:"more,omitempty"`
}

// Plan plans how pieces of the viewer's side move together, each by as much as from one place to another.
func (d *Desk) Plan(pieces []int, from, to int) (*Plan, error) {
	if d.Game.State.ToAct() != d.side() {
		return nil, ErrTurn
	}
	g, ok := d.Game.State.Clone().(game.Grouper)
	if !ok {
		return nil, ErrNoPlan
	}
	plan := g.PlanMove(pieces, from, to)
	out := &Plan{Actions: make([]string, len(plan.Actions)), Ends: plan.Ends, More: plan.More}
	for i, a := range plan.Actions {
		out.Actions[i] = d.Game.State.Battle().Format(a)
	}
	if out.Ends == nil {
		out.Ends = []game.End{}
	}
	return out, nil
}

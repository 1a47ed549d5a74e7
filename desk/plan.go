package desk

import (
	"slices"

	"acies/game"
)

// Plan is a move of several pieces by one gesture.
type Plan struct {
	Actions []string    `json:"actions"` // to carry out now, one after another
	Ends    []game.End  `json:"ends"`    // where the pieces would be
	Left    []Left      `json:"left,omitempty"`
	Notes   []Note      `json:"notes,omitempty"` // what else it leads to
	Reach   *game.Reach `json:"reach,omitempty"` // how far and which way they could go instead
	More    bool        `json:"more,omitempty"`
}

// Left are pieces that a plan leaves out for the same reason.
type Left struct {
	Pieces []int `json:"pieces"`
	Reason
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
	return d.describePlan(g.PlanMove(pieces, from, to)), nil
}

// Advance plans how pieces of the viewer's side go forward, each by some steps, or to a line if there is one.
func (d *Desk) Advance(pieces []int, line game.Line) (*Plan, error) {
	if d.Game.State.ToAct() != d.side() {
		return nil, ErrTurn
	}
	g, ok := d.Game.State.Clone().(game.Advancer)
	if !ok {
		return nil, ErrNoPlan
	}
	return d.describePlan(g.PlanAdvance(pieces, line)), nil
}

func (d *Desk) describePlan(plan game.Plan) *Plan {
	out := &Plan{Actions: make([]string, len(plan.Actions)), Ends: plan.Ends, More: plan.More}
	for i, a := range plan.Actions {
		out.Actions[i] = d.Game.State.Battle().Format(a)
	}
	if plan.Reach != (game.Reach{}) {
		out.Reach = &plan.Reach
	}
	if out.Ends == nil {
		out.Ends = []game.End{}
	}
	for _, pieces := range alike(plan.Left) {
		out.Left = append(out.Left, Left{pieces, quote(d.Words, about(plan.Left, pieces))})
	}
	for _, n := range plan.Notes {
		out.Notes = append(out.Notes, Note{n, d.Words.Event(n)})
	}
	return out
}

// alike puts the pieces that are left out for the same reason together, in their order.
func alike(left []game.Left) (groups [][]int) {
	var firsts []*game.Left
	for i := range left {
		l := &left[i]
		at := slices.IndexFunc(firsts, func(f *game.Left) bool { return sameReason(f, l) })
		if at < 0 {
			firsts, groups = append(firsts, l), append(groups, nil)
			at = len(groups) - 1
		}
		groups[at] = append(groups[at], l.Piece)
	}
	return groups
}

// sameReason reports whether two pieces are left out for reasons that differ in the piece alone.
func sameReason(a, b *game.Left) bool {
	return a.Why.Key == b.Why.Key && a.Why.Clause == b.Why.Clause && slices.EqualFunc(a.Why.Args, b.Why.Args, func(x, y game.Arg) bool {
		if x.Kind == game.Piece && x.N == a.Piece && y.Kind == game.Piece && y.N == b.Piece {
			return x.Name == y.Name
		}
		return x.Name == y.Name && x.Kind == y.Kind && x.N == y.N && x.Text == y.Text && slices.Equal(x.List, y.List)
	})
}

// about returns the reason why pieces are left out, about all of them.
func about(left []game.Left, pieces []int) *game.Refusal {
	first := left[slices.IndexFunc(left, func(l game.Left) bool { return l.Piece == pieces[0] })]
	why := *first.Why
	why.Args = slices.Clone(why.Args)
	for i, a := range why.Args {
		if a.Kind == game.Piece && a.N == first.Piece && len(pieces) > 1 {
			why.Args[i] = game.Arg{Name: a.Name, Kind: game.Pieces, List: pieces}
		}
	}
	return &why
}

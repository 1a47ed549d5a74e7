package bladebow

import (
	"math/bits"
	"slices"

	"acies/game"
)

// A formation moved as one: the choices of sections 3.5 and 7.0 that make up a move of several units by one gesture.

// together returns the units that may be moved together now: those that may begin a move, or are in the formation or may
// join it.
func (s *State) together() (list []int) {
	t := s.current()
	for i := range s.b.units {
		u := uint8(i)
		switch {
		case t.kind == tOrders && s.mayStart(u, orderMove).ok():
		case t.kind == tForm && s.form.kind == orderMove && (s.form.units>>u&1 != 0 || s.mayJoin(u).ok()):
		default:
			continue
		}
		list = append(list, i)
	}
	return list
}

// mostPlanned is how many actions are planned at once.
const mostPlanned = 60

// planner carries out a plan on a copy of the state.
type planner struct {
	State
	plan   game.Plan
	pieces []int
	dx, dy int
}

// PlanMove implements [game.Grouper]. Each unit goes to the square as far from its own as the second square is from the
// first, or as near to it as it gets, and turns no more than it must. Nobody is displaced. A unit that would not move is left
// out of a formation that is still to be gathered.
func (s *State) PlanMove(pieces []int, from, to int) game.Plan {
	own := make([]int, 0, len(pieces))
	for _, u := range pieces {
		if u >= 0 && u < len(s.b.units) && s.side(uint8(u)) == s.active && !slices.Contains(own, u) {
			own = append(own, u)
		}
	}
	going := own
	for {
		p := s.planFor(going, from, to)
		moved := slices.DeleteFunc(slices.Clone(going), func(u int) bool { return p.stays(s, u) })
		if s.current().kind != tOrders || len(moved) == 0 || len(moved) == len(going) {
			for _, u := range own {
				x := &p.units[u]
				p.plan.Ends = append(p.plan.Ends, game.End{Piece: u, Place: int(x.square), Facing: int(x.facing), Stays: p.stays(s, u)})
			}
			return p.plan
		}
		going = moved
	}
}

// planFor plans the move of units.
func (s *State) planFor(units []int, from, to int) *planner {
	p := &planner{State: *s, pieces: units}
	p.sink = nil
	p.dx, p.dy = s.b.board.Offset(from, to)
	if len(units) > 0 {
		p.gather()
		p.declineCards()
		p.moveAll()
	}
	return p
}

// stays reports whether a unit is where it was in a state before the plan.
func (p *planner) stays(s *State, u int) bool {
	return p.units[u].square == s.units[u].square && p.units[u].facing == s.units[u].facing
}

// do carries out an action, which is part of the plan unless somebody else is asked before it.
func (p *planner) do(v game.Verb, a, b int) bool {
	x := game.Action{Verb: v, A: int32(a), B: int32(b)}
	if p.Apply(x, nil) != nil {
		return false
	}
	if !p.plan.More {
		p.plan.Actions = append(p.plan.Actions, x)
	}
	if p.ToAct() != game.Side(p.active) || p.current().kind == tWindow || len(p.plan.Actions) == mostPlanned {
		p.plan.More = true
	}
	return true
}

// gather makes a formation of as many of the units as can be.
func (p *planner) gather() {
	if p.current().kind == tOrders {
		for _, u := range p.pieces {
			if p.do(vMove, u, 0) {
				break
			}
		}
	}
	for again := true; again; {
		again = false
		for _, u := range p.pieces {
			if p.current().kind == tForm && p.form.kind == orderMove {
				again = p.do(vWith, u, 0) || again
			}
		}
	}
	if p.current().kind == tForm && p.form.kind == orderMove {
		p.do(vGo, 0, 0)
	}
}

// declineCards passes for everybody, as far as the windows before the movement go.
func (p *planner) declineCards() {
	for p.current().kind == tWindow && p.form.kind == orderMove {
		p.plan.More = true
		p.do(vPass, 0, 0)
	}
}

// moveAll moves the units: those first that come to where they should.
func (p *planner) moveAll() {
	if p.current().kind == tMove && (!p.includes(p.move.unit) || !p.moveOne()) {
		return
	}
	for p.current().kind == tMoves {
		best, least := -1, 0
		for set := p.form.units &^ p.form.acted; set != 0; set &= set - 1 {
			u := bits.TrailingZeros64(set)
			if !p.includes(uint8(u)) {
				continue
			}
			trial := p.State
			trial.startMove(uint8(u))
			if _, far := p.bestTo(&trial); far >= 0 && (best < 0 || far < least) {
				best, least = u, far
			}
		}
		if best < 0 || !p.do(vMarch, best, 0) || !p.moveOne() {
			return
		}
	}
}

func (p *planner) includes(u uint8) bool { return slices.Contains(p.pieces, int(u)) }

// moveOne moves the unit whose turn it is, and ends its move. It reports whether the plan goes on.
func (p *planner) moveOne() bool {
	u := p.move.unit
	if !p.move.began {
		if a, far := p.bestTo(&p.State); far < 0 || !p.do(vTo, int(a.A), int(a.B)) {
			return false
		}
	}
	if p.current().kind == tMove && p.move.unit == u {
		return p.do(vHalt, 0, 0)
	}
	return p.ToAct() == game.Side(p.active)
}

// bestTo returns the move that brings the moving unit of a state nearest to its goal, with the least turn and at the least
// cost, and how far from the goal that is; less than 0 if it gets no nearer.
func (p *planner) bestTo(s *State) (best game.Action, far int) {
	u := &s.units[s.move.unit]
	col, row := s.b.board.Col(int(u.square))+p.dx, s.b.board.Row(int(u.square))+p.dy
	distance := func(q int) int {
		dx, dy := s.b.board.Col(q)-col, s.b.board.Row(q)-row
		dx, dy = max(dx, -dx), max(dy, -dy)
		return 2*max(dx, dy) + min(dx, dy)
	}
	far = -1
	var way search
	if !s.explore(&way) {
		return best, far
	}
	var least [3]int
	start := distance(int(u.square))
	low, high := s.rows()
	for q := low; q < high; q++ {
		d := distance(q)
		if d >= start || s.at[q] != none {
			continue
		}
		for f := range 8 {
			if way.cost[q*8+f] == unreached {
				continue
			}
			turn := (f - int(u.facing) + 8) % 8
			rank := [3]int{d, min(turn, 8-turn), int(way.cost[q*8+f])}
			if far < 0 || slices.Compare(rank[:], least[:]) < 0 {
				best, far, least = game.Action{Verb: vTo, A: int32(q), B: int32(f)}, d, rank
			}
		}
	}
	return best, far
}

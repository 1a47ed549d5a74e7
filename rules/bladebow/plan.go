package bladebow

import (
	"math/bits"
	"slices"

	"acies/game"
	"acies/grid"
)

// A formation moved as one: the choices of sections 3.5 and 7.0 that make up a move of several units by one gesture.

// together returns the units that may be moved together now: those that may begin a move, or are in the formation or may
// join it, also once it is complete, until the first of them moves.
func (s *State) together() (list []int) {
	t := s.current()
	for i := range s.b.units {
		u := uint8(i)
		switch {
		case t.kind == tOrders && s.mayStart(u, orderMove).ok():
		case t.kind == tForm && s.form.kind == orderMove && (s.form.units>>u&1 != 0 || s.mayJoin(u).ok()):
		case t.kind == tMoves && s.form.kind == orderMove && s.form.acted == 0 && s.form.units>>u&1 != 0:
		default:
			continue
		}
		list = append(list, i)
	}
	return list
}

// mostPlanned is how many actions are planned at once.
const mostPlanned = 60

// goals gives the column and the row to which a unit should go.
type goals func(u uint8) (col, row int)

// planner carries out a plan on a copy of the state.
type planner struct {
	State
	plan   game.Plan
	pieces []int
	goal   goals
	events game.Events // of the actions, planned or foreseen
}

// PlanMove implements [game.Grouper]. Each unit goes to the square as far from its own as the second square is from the
// first, or as near to it as it gets, and turns no more than it must. Nobody is displaced. A unit that would not move is left
// out of a formation that is still to be gathered.
func (s *State) PlanMove(pieces []int, from, to int) game.Plan {
	own := s.own(pieces)
	dx, dy := s.b.board.Offset(from, to)
	p := s.planAll(own, func(u uint8) (col, row int) {
		q := int(s.units[u].square)
		return s.b.board.Col(q) + dx, s.b.board.Row(q) + dy
	})
	p.noteDisrupted()
	return p.plan
}

// PlanAdvance implements [game.Advancer] by one order: that which sends most units forward, each by a square, or to a line.
func (s *State) PlanAdvance(pieces []int, line game.Line) game.Plan {
	own := s.own(pieces)
	goal := s.ahead
	if len(line.Places) > 0 {
		goal = s.along(own, line.Places)
	}
	var best *planner
	most, tried := -1, uint64(0)
	for i, u := range own {
		if tried>>u&1 != 0 {
			continue
		}
		p := s.planAll(slices.Concat(own[i:i+1], own[:i], own[i+1:]), goal)
		tried |= 1 << u
		for _, a := range p.plan.Actions {
			if a.Verb == vWith {
				tried |= 1 << a.A
			}
		}
		n := 0
		for _, e := range p.plan.Ends {
			if !e.Stays {
				n++
			}
		}
		if n > most {
			best, most = p, n
		}
		if s.current().kind != tOrders {
			break // the formation is complete
		}
	}
	if best == nil {
		return game.Plan{}
	}
	if len(line.Places) == 0 && most > 0 {
		notePlan(&best.plan, "one-square", "bnb-7.1.1a")
	}
	best.noteDisrupted()
	best.explain(s, goal)
	return best.plan
}

func notePlan(p *game.Plan, key, clause string, args ...game.Arg) {
	p.Notes = append(p.Notes, game.Event{Key: "note." + key, Clause: clause, Args: args, To: game.Everyone})
}

// noteDisrupted adds who would be disrupted by the move, a note for each clause.
func (p *planner) noteDisrupted() {
	var clauses []string
	units := map[string][]int{}
	for _, e := range p.events {
		if e.Key != "disrupted" {
			continue
		}
		u := e.Args[0].N
		if i := slices.IndexFunc(p.plan.Ends, func(end game.End) bool { return end.Piece == u }); i >= 0 {
			p.plan.Ends[i].Gains = append(p.plan.Ends[i].Gains, "disrupted")
		}
		if units[e.Clause] == nil {
			clauses = append(clauses, e.Clause)
		}
		units[e.Clause] = append(units[e.Clause], u)
	}
	for _, clause := range clauses {
		notePlan(&p.plan, "disrupts", clause, pieces("units", units[clause]))
	}
}

// ahead is the goal of a unit that goes forward by a square.
func (s *State) ahead(u uint8) (col, row int) {
	b, q := s.b.board, int(s.units[u].square)
	if next := b.Neighbor(q, int(s.units[u].facing)); next >= 0 {
		q = next
	}
	return b.Col(q), b.Row(q)
}

// along returns the goals of units that take up a line; those for whom it has no room stay.
func (s *State) along(own, line []int) goals {
	from := make([]int, len(own))
	for i, u := range own {
		from[i] = int(s.units[u].square)
	}
	to := grid.TakeUp(from, line, s.b.board.Steps)
	return func(u uint8) (col, row int) {
		q := int(s.units[u].square)
		if i := slices.Index(own, int(u)); i >= 0 && to[i] >= 0 {
			q = to[i]
		}
		return s.b.board.Col(q), s.b.board.Row(q)
	}
}

// explain adds why units do not move: what keeps them out of the formation, or in their squares.
func (p *planner) explain(before *State, goal goals) {
	gathered := *before
	gathered.sink = nil
	for _, a := range p.plan.Actions {
		if a.Verb != vMove && a.Verb != vWith {
			break
		}
		gathered.Apply(a, nil)
	}
	for _, e := range p.plan.Ends {
		if !e.Stays {
			continue
		}
		u := uint8(e.Piece)
		why := gathered.mayJoin(u)
		if gathered.form.units == 0 || why.ok() || why.id == whyInFormation {
			why = p.hindrance(u, goal)
		}
		p.plan.Left = append(p.plan.Left, game.Left{Piece: e.Piece, Why: p.refusal(why)})
	}
}

// hindrance returns why a unit cannot go to its goal.
func (p *planner) hindrance(u uint8, goal goals) reason {
	col, row := goal(u)
	q := (row-1)*p.b.board.Cols + col - 1
	if at := p.at[q]; at != none && at != u && p.side(at) == p.side(u) {
		return reason{id: whyFriendThere, a: int16(at)}
	}
	trial := p.State
	trial.startMove(u)
	if why := trial.checkTo(q, int(p.units[u].facing)); !why.ok() {
		return why
	}
	return reason{id: whySameSquare}
}

// own returns the units of the active side among some pieces.
func (s *State) own(pieces []int) []int {
	own := make([]int, 0, len(pieces))
	for _, u := range pieces {
		if u >= 0 && u < len(s.b.units) && s.side(uint8(u)) == s.active && s.placed(uint8(u)) && !slices.Contains(own, u) {
			own = append(own, u)
		}
	}
	return own
}

// planAll plans how units go to their goals by one order, without those of them who would not move.
func (s *State) planAll(own []int, goal goals) *planner {
	going := own
	for {
		p := s.planFor(going, goal)
		moved := slices.DeleteFunc(slices.Clone(going), func(u int) bool { return p.stays(s, u) })
		if s.current().kind != tOrders || len(moved) == 0 || len(moved) == len(going) {
			for _, u := range own {
				x := &p.units[u]
				p.plan.Ends = append(p.plan.Ends, game.End{Piece: u, Place: int(x.square), Facing: int(x.facing), Stays: p.stays(s, u)})
			}
			return p
		}
		going = moved
	}
}

// planFor plans the move of units.
func (s *State) planFor(units []int, goal goals) *planner {
	p := &planner{State: *s, pieces: units, goal: goal}
	p.sink = nil
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
	refused := p.Apply(x, &p.events)
	p.sink = nil
	if refused != nil {
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
	col, row := p.goal(s.move.unit)
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

package sword

import (
	"slices"

	"acies/game"
	"acies/grid"
)

// Moves of several units by one gesture: a stack that is picked up, and units that advance together. They are made of the
// choices of chapter 8.

// Gather implements [game.Gatherer]. Leaders go along only if they must or are chosen.
func (s *State) Gather(piece int) []game.Action {
	t := s.current()
	if t.kind != tMoves && t.kind != tStray || piece < 0 || piece >= len(s.b.units) || !s.mayMove(t, uint8(piece)).ok() {
		return nil
	}
	return s.gather(t, s.units[piece].hex, func(uint8) bool { return true })
}

// gather returns the choices that pick up those units of a hex that may move and are wanted, from the top of their stack.
func (s *State) gather(t task, hex int16, wanted func(u uint8) bool) (list []game.Action) {
	for u := s.top[hex]; u != none && len(list) < maxGroup; u = s.units[u].below {
		if !wanted(u) || !s.mayMove(t, u).ok() {
			continue
		}
		verb := vWith
		if len(list) == 0 {
			verb = vMove
		}
		list = append(list, game.Action{Verb: verb, A: int32(u)})
	}
	return list
}

// advancing returns the units that may be sent forward together.
func (s *State) advancing() (list []int) {
	for i := range s.b.units {
		if s.mayMove(s.current(), uint8(i)).ok() {
			list = append(list, i)
		}
	}
	return list
}

// stackPlan is a stack, or a part of it, that advances.
type stackPlan struct {
	take []game.Action // picks it up
	from int           // where it is
	goal int           // where it should go; -1: off the map
	way  []int         // where it may end instead, if not wherever that is nearer to its goal
	lead bool          // the activated leader goes along: the last of those that it takes
	why  reason        // why it has no goal
}

// unit returns the top unit of those that advance.
func (p *stackPlan) unit() uint8 { return uint8(p.take[0].A) }

// advance carries out a plan on a copy of the state.
type advance struct {
	State
	task   task
	plan   game.Plan
	stacks []stackPlan
	left   []int // stacks that have not gone yet
	held   int   // the stack of the leader who moves last; -1: none
	led    bool  // the activated leader has gone
}

// PlanAdvance implements [game.Advancer]. Stacks stay together, join no others and turn no more than they must. Steps go to the
// front, to the same side of it for all: the first clockwise, unless nobody can go there; those that cannot take all of them take fewer. A
// line is taken up in the order in which the stacks stand along it; those that cannot reach it this turn come as near as they can.
func (s *State) PlanAdvance(pieces []int, line game.Line) game.Plan {
	t := s.current()
	if t.kind != tMoves && t.kind != tStray {
		return game.Plan{}
	}
	if len(line.Places) > 0 {
		return s.planned(t, pieces, func(a *advance) { a.aimAtLine(line.Places) }).plan
	}
	ways := 1
	if s.b.frontSides == 2 {
		ways = 2
	}
	way := min(max(line.Way, 1), ways)
	ahead := func(steps int) *advance {
		return s.planned(t, pieces, func(a *advance) { a.aimAhead(way-1, steps) })
	}
	farthest := ahead(maxAllowance)
	if line.Way == 0 && ways > 1 && len(farthest.plan.Actions) == 0 {
		way = 2
		farthest = ahead(maxAllowance)
	}
	a := ahead(max(line.Steps, 1))
	a.plan.Reach = game.Reach{Steps: farthest.steps(s), Ways: ways, Way: way}
	return a.plan
}

// PlanMove implements [game.Grouper]: each stack goes to the hex as far from its own as the second hex is from the first, or as near
// to it as it gets.
func (s *State) PlanMove(pieces []int, from, to int) game.Plan {
	t := s.current()
	if t.kind != tMoves && t.kind != tStray {
		return game.Plan{}
	}
	return s.planned(t, pieces, func(a *advance) {
		for i := range a.stacks {
			x := &a.stacks[i]
			if x.goal = a.b.m.Shift(x.from, from, to); x.goal < 0 {
				x.why = reason{id: whyOffMap}
			}
		}
	}).plan
}

// planned plans a move of some pieces, whose goals are set by a function. The activated leader goes with the stack he is in, unless
// fewer could move then: where he moves last, nobody else moves after him (ant-7.2k).
func (s *State) planned(t task, pieces []int, aim func(*advance)) *advance {
	alone := s.tryPlan(t, pieces, aim, false)
	if led := s.tryPlan(t, pieces, aim, true); led.led && led.going() >= alone.going() {
		if led.current().kind != t.kind {
			led.note("advance-last", "ant-7.2k", piece("leader", int(s.activePiece())))
		}
		return led
	}
	if t.kind == tMoves && alone.active == s.active && !s.leaderAlone() && alone.leaderAlone() {
		alone.note("advance-alone", "ant-R34", piece("leader", int(s.activePiece())))
	}
	return alone
}

// tryPlan plans a move, with the activated leader in his stack or without him.
func (s *State) tryPlan(t task, pieces []int, aim func(*advance), lead bool) *advance {
	a := &advance{State: *s, task: t, held: -1}
	a.sink = nil
	units := a.collect(pieces, lead)
	aim(a)
	a.run()
	a.explain(s, units)
	if len(a.plan.Actions) > 0 {
		a.note("advance-ends", "ant-8.1c")
	}
	return a
}

func (a *advance) note(key, clause string, args ...game.Arg) {
	a.plan.Notes = append(a.plan.Notes, game.Event{Key: "note." + key, Clause: a.b.clause(clause), Args: args, To: game.Everyone})
}

// going returns how many units move.
func (a *advance) going() (n int) {
	for _, e := range a.plan.Ends {
		if !e.Stays && e.Piece < len(a.b.units) {
			n++
		}
	}
	return n
}

// steps returns how many hexes the unit goes that goes farthest.
func (a *advance) steps(before *State) (n int) {
	for _, e := range a.plan.Ends {
		if e.Piece < len(a.b.units) && e.Place >= 0 {
			n = max(n, a.b.m.Distance(int(before.units[e.Piece].hex), e.Place))
		}
	}
	return n
}

// collect finds the stacks of some pieces and returns the units among these. Those that may not move are left out.
func (a *advance) collect(pieces []int, lead bool) (units []uint8) {
	for _, p := range pieces {
		if p < 0 || p >= len(a.b.units) || slices.Contains(units, uint8(p)) {
			continue
		}
		if why := a.mayMove(a.task, uint8(p)); !why.ok() {
			a.leave(p, why)
		}
		units = append(units, uint8(p))
	}
	wanted := func(u uint8) bool { return slices.Contains(units, u) }
	for _, u := range units {
		from := a.units[u].hex
		if a.mayMove(a.task, u).ok() && !slices.ContainsFunc(a.stacks, func(x stackPlan) bool { return x.from == int(from) }) {
			x := stackPlan{take: a.gather(a.task, from, wanted), from: int(from)}
			if lead {
				a.addLeader(&x)
			}
			a.left = append(a.left, len(a.stacks))
			a.stacks = append(a.stacks, x)
		}
	}
	return units
}

// addLeader takes the activated leader along with a stack that would leave him alone.
func (a *advance) addLeader(x *stackPlan) {
	act := game.Action{Verb: vWith, A: int32(a.activePiece())}
	trial := a.State
	for _, take := range x.take {
		trial.Apply(take, nil)
	}
	if trial.current().kind != tGroup || trial.staysFor(a.active) || !trial.check(act).ok() {
		return
	}
	x.take, x.lead = append(x.take, act), true
	if !a.b.book.Command.AnyTime {
		a.held = len(a.stacks)
	}
}

// aimAhead gives every stack a hex some steps before it; of two ways, by the first or the second clockwise.
func (a *advance) aimAhead(way, steps int) {
	for i := range a.stacks {
		x := &a.stacks[i]
		side := (int(a.units[x.unit()].facing) + way) % 6
		x.goal = -1
		for h := a.b.next[x.from][side]; h >= 0 && len(x.way) < steps; h = a.b.next[h][side] {
			x.way = append(x.way, int(h))
			x.goal = int(h)
		}
		if x.goal < 0 {
			x.why = reason{id: whyOffMap}
		}
	}
}

// aimAtLine gives the hexes of a line to the stacks.
func (a *advance) aimAtLine(line []int) {
	from := make([]int, len(a.stacks))
	for i := range a.stacks {
		from[i] = a.stacks[i].from
	}
	for i, goal := range grid.TakeUp(from, line, a.b.m.Distance) {
		x := &a.stacks[i]
		x.goal = goal
		switch goal {
		case -1:
			x.why = reason{id: whyLine, a: int16(len(line))}
		case x.from:
			x.why = reason{id: whyThere, a: int16(x.unit()), b: int16(x.from)}
		}
	}
}

// run moves the stacks: first those that come to where they should, so that they make room for others, then those whose way is clear
// of others that are still to go. The leader who moves last does so if nobody else may move any more.
func (a *advance) run() {
	move := func() {
		for moved := true; moved && !a.plan.More; {
			moved = a.moveOne(toGoal) || a.moveOne(ifClear) || a.moveOne(anyhow)
		}
	}
	move()
	if a.held >= 0 && a.isLastOf(&a.stacks[a.held]) {
		a.held = -1
		move()
	}
}

// isLastOf reports whether nobody may move but the units of a stack.
func (a *advance) isLastOf(x *stackPlan) bool {
	return a.current().kind == a.task.kind && !slices.ContainsFunc(a.advancing(), func(u int) bool {
		return !slices.ContainsFunc(x.take, func(act game.Action) bool { return int(act.A) == u })
	})
}

// How a stack may move: to its goal; nearer to it, if none that is still to go stands in its way; or nearer to it in any case.
const (
	toGoal = iota
	ifClear
	anyhow
)

// moveOne moves the first stack that can.
func (a *advance) moveOne(how int) bool {
	for k, i := range a.left {
		x := &a.stacks[i]
		if !x.why.ok() || i == a.held || how == ifClear && a.isBlocked(x) {
			continue
		}
		trial := a.State
		for _, act := range x.take {
			if trial.Apply(act, nil) != nil {
				break
			}
		}
		to, ok := trial.nearestEnd(x, how == toGoal, a.goals())
		if !ok {
			continue
		}
		a.left = slices.Delete(a.left, k, k+1)
		for _, act := range append(slices.Clone(x.take), to) {
			a.do(act)
		}
		a.led = a.led || x.lead
		return true
	}
	return false
}

// isBlocked reports whether a stack that is still to go stands on the way of another.
func (a *advance) isBlocked(x *stackPlan) bool {
	return slices.ContainsFunc(a.left, func(i int) bool { return slices.Contains(x.way, a.stacks[i].from) })
}

// goals returns where stacks that have not gone yet should go.
func (a *advance) goals() (list []int) {
	for _, i := range a.left {
		if a.stacks[i].why.ok() {
			list = append(list, a.stacks[i].goal)
		}
	}
	return list
}

func (a *advance) do(act game.Action) {
	if a.Apply(act, nil) != nil {
		return
	}
	a.plan.Actions = append(a.plan.Actions, act)
	if k := a.current().kind; a.ToAct() != game.Side(a.side) || k != a.task.kind && k != tGroup {
		a.plan.More = len(a.left) > 0
	}
}

// nearestEnd returns the end of the group's move that comes nearest to the stack's goal with the least turn, in a hex of its own and not
// in one of the taken; if exact is set, only one in the goal. On a way it ends without a turn.
func (s *State) nearestEnd(x *stackPlan, exact bool, taken []int) (best game.Action, ok bool) {
	if s.current().kind != tGroup {
		return best, false
	}
	from, facing := int(s.group.from), int(s.units[s.group.units[0]].facing)
	least := [2]int{s.b.m.Distance(from, x.goal), -1}
	if exact {
		least[0] = 1
	}
	for _, act := range s.Legal(nil) {
		to := int(act.A)
		if act.Verb != vTo || act.C != orderNone || to == from {
			continue
		}
		turn := (int(act.B) - facing + 6) % 6
		if x.way != nil && (turn != 0 || !slices.Contains(x.way, to)) || x.way == nil && to != x.goal && slices.Contains(taken, to) {
			continue
		}
		rank := [2]int{s.b.m.Distance(to, x.goal), min(turn, 6-turn)}
		if slices.Compare(rank[:], least[:]) < 0 {
			best, ok, least = act, true, rank
		}
	}
	return best, ok
}

// explain adds how the units end, and why those that stay do.
func (a *advance) explain(before *State, units []uint8) {
	for _, i := range a.left {
		x := &a.stacks[i]
		why := x.why
		if why.ok() {
			why = a.hindrance(x)
		}
		for _, take := range x.take {
			if int(take.A) >= len(a.b.units) {
				continue
			}
			if why.id == whyThere {
				why.a = int16(take.A)
			}
			a.leave(int(take.A), why)
		}
	}
	for _, u := range units {
		is, was := &a.units[u], &before.units[u]
		if was.hex >= 0 {
			a.plan.Ends = append(a.plan.Ends, game.End{
				Piece: int(u), Place: int(is.hex), Facing: int(is.facing), Stays: is.hex == was.hex && is.facing == was.facing,
			})
		}
	}
	if a.led {
		a.plan.Ends = append(a.plan.Ends, game.End{Piece: int(before.activePiece()), Place: int(a.leaders[before.active].hex), Facing: -1})
	}
}

// hindrance returns why a stack cannot go to its goal or nearer to it.
func (a *advance) hindrance(x *stackPlan) reason {
	goal := x.goal
	if x.way != nil {
		goal = x.way[0]
	}
	if u := a.top[goal]; u != none && a.sideOf(u) == a.side {
		return reason{id: whyTaken, a: int16(goal), b: int16(u)}
	}
	trial := a.State
	for _, act := range x.take {
		if r := trial.check(act); !r.ok() {
			return r
		}
		trial.Apply(act, nil)
	}
	return trial.check(game.Action{Verb: vTo, A: int32(goal), B: int32(a.units[x.unit()].facing)})
}

func (a *advance) leave(piece int, why reason) {
	if r := a.refusal(why); r != nil {
		a.plan.Left = append(a.plan.Left, game.Left{Piece: piece, Why: r})
	}
}

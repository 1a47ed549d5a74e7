package impetus

import (
	"slices"

	"acies/game"
	"acies/plane"
)

// A Command that advances by one gesture: its units and groups are activated one after another, and each makes its first
// phase, which needs no test (6.1b), straight ahead.

// advancing returns the units that may be sent forward together; nobody is while some have to be activated before others.
func (s *State) advancing() (list []int) {
	if s.current().kind != tCommand || s.anyCompelled() != none {
		return nil
	}
	for _, u := range s.b.members[s.active][s.act.command] {
		if s.ready(u) && s.placed(u) {
			list = append(list, int(u))
		}
	}
	return list
}

// march is how some units would advance together.
type march struct {
	actions []game.Action
	mask    int32
	by      int32 // how far
	rank    int   // in which order they go: the highest first
	after   State
}

// advance carries out a plan on a copy of the state.
type advance struct {
	State
	plan game.Plan
	line game.Line
	left []uint8         // units that have not gone yet
	pace [MaxUnits]int32 // of each unit
}

// PlanAdvance implements [game.Advancer]. Neighbours go together as far as they get. Nobody goes where that would disorder him,
// nor where an enemy could react, if he can stop before. Those who have gone end their activation when the next are
// activated, so that the last can still act.
func (s *State) PlanAdvance(pieces []int, line game.Line) game.Plan {
	a := &advance{State: *s, line: line}
	a.sink = nil
	if !a.askedToAct() {
		return a.plan
	}
	for _, u := range s.b.members[s.active][s.act.command] {
		if s.ready(u) && s.placed(u) && slices.Contains(pieces, int(u)) {
			a.left = append(a.left, u)
		}
	}
	units := slices.Clone(a.left)
	a.setPaces()
	for a.askedToAct() {
		m, ok := a.next()
		if !ok {
			break
		}
		a.carryOut(m)
	}
	if slices.Contains(a.plan.Actions, game.Action{Verb: vPass}) {
		a.plan.Notes = append(a.plan.Notes, game.Event{Key: "note.advance-ends", Clause: "imp-2.2a"})
	}
	for _, u := range a.left {
		a.plan.Left = append(a.plan.Left, game.Left{Piece: int(u), Why: a.hindrance(u)})
	}
	for _, u := range units {
		p := a.poseOf(u)
		a.plan.Ends = append(a.plan.Ends, game.End{Piece: int(u), Place: -1, Facing: -1, Pose: &p, Stays: slices.Contains(a.left, u)})
	}
	return a.plan
}

// setPaces gives each unit the pace of the slowest of those that it is joined to, so that a line of battle stays one even if
// not all of it can form a group.
func (a *advance) setPaces() {
	for _, u := range a.left {
		a.pace[u] = a.moveOf(u)
	}
	for slower := true; slower; {
		slower = false
		for _, u := range a.left {
			for _, v := range a.left {
				if x, y := a.shape(u), a.shape(v); a.pace[u] > a.pace[v] && a.joined(&x, &y, joinAny) {
					a.pace[u], slower = a.pace[v], true
				}
			}
		}
	}
}

// carryOut adds a march to the plan. If an enemy may react, the rest waits for him; it is foreseen as if he did not.
func (a *advance) carryOut(m march) {
	if !a.plan.More {
		a.plan.Actions = append(a.plan.Actions, m.actions...)
	}
	a.State = m.after
	a.left = slices.DeleteFunc(a.left, func(u uint8) bool { return a.b.units[u].bit&m.mask != 0 })
	a.warn()
	for a.current().kind == tReact {
		a.plan.More = len(a.left) > 0
		a.Apply(game.Action{Verb: vDecline}, nil)
	}
}

// warn adds which enemies may react to the march just made, if they are asked.
func (a *advance) warn() {
	if a.current().kind != tReact {
		return
	}
	var e game.Explanation
	a.noteReactions(&e, a.current(), a.acting())
	for _, n := range e.Notes {
		again := func(x game.Event) bool { return x.Key == n.Key && x.Args[0].N == n.Args[0].N }
		if !slices.ContainsFunc(a.plan.Notes, again) {
			a.plan.Notes = append(a.plan.Notes, n)
		}
	}
}

// askedToAct reports whether the player of the active Command is asked what it does, or those of it who act.
func (s *State) askedToAct() bool {
	k := s.current().kind
	return s.ToAct() == game.Side(s.active) && (k == tCommand || k == tAction)
}

// next returns the march that comes next: those who come as far as they should go before others, so that they make room.
func (a *advance) next() (best march, ok bool) {
	var tried []int32
	for _, u := range a.left {
		m, found := a.marchOf(u, &tried)
		if found && (!ok || m.rank > best.rank) {
			best, ok = m, true
		}
	}
	return best, ok
}

// marchOf returns how a unit would advance: with all its neighbours, or with fewer of them if they would hold it back.
func (a *advance) marchOf(u uint8, tried *[]int32) (best march, ok bool) {
	wanted := int32(0)
	for _, v := range a.left {
		wanted |= a.b.units[v].bit
	}
	for _, kind := range [...]uint8{joinAny, joinLine, joinColumn, 0} {
		mask := a.connected(u, kind, a.active, a.act.command) & wanted
		if slices.Contains(*tried, mask) {
			continue
		}
		*tried = append(*tried, mask)
		m, found := a.marchTogether(mask)
		if found && m.by >= U {
			return m, true
		}
		if found && !ok {
			best, ok = m, true
		}
	}
	return best, ok
}

// marchTogether returns how some units would advance as one.
func (a *advance) marchTogether(mask int32) (m march, ok bool) {
	ready := a.State
	var actions []game.Action
	do := func(x game.Action) bool {
		actions = append(actions, x)
		return ready.Apply(x, nil) == nil
	}
	if ready.current().kind == tAction && !do(game.Action{Verb: vPass}) {
		return m, false
	}
	if !do(game.Action{Verb: vActivate, A: groupMask(a.active, a.act.command, mask)}) || ready.current().kind != tAction {
		return m, false
	}
	wish := a.wayOf(&ready)
	for _, t := range ready.stopsUpTo(wish) {
		after, move := ready, game.Action{Verb: vForward, A: t}
		if after.Apply(move, nil) != nil || after.harmed(&ready) {
			continue
		}
		rank := 0
		switch {
		case !after.askedToAct(): // an enemy may react, or the Command is at its end
		case t < wish:
			rank = 1
		case after.current().kind == tAction:
			rank = 2
		default: // it can do nothing more, and must not be the last
			rank = 3
		}
		if !ok || rank > 0 {
			m, ok = march{append(slices.Clone(actions), move), mask, t, rank, after}, true
		}
		if rank > 0 {
			break
		}
	}
	return m, ok
}

// wayOf returns how far those who act in a state should go: until the first of them is at the line or, if there is none, at their pace.
func (a *advance) wayOf(s *State) int32 {
	way, from, to := int32(plane.Never), a.line.Ends[0], a.line.Ends[1]
	for _, u := range s.acting() {
		if from == to {
			way = min(way, a.pace[u])
			continue
		}
		x := s.shape(u)
		way = min(way, x.AheadTo(pointAt(from), pointAt(to)))
	}
	if way == plane.Never {
		return 0
	}
	return way
}

func pointAt(p game.Point) plane.Point {
	return plane.Point{X: int64(clip(int64(p.X))), Y: int64(clip(int64(p.Y)))}
}

// leastAdvance is the shortest move that is worth an activation.
const leastAdvance = U / 10

// stopsUpTo returns the lengths of moves ahead to consider, the longest first.
func (s *State) stopsUpTo(wish int32) []int32 {
	list := []int32{wish}
	for _, x := range s.optForward(nil) {
		list = append(list, min(x.A, wish))
	}
	list = slices.DeleteFunc(list, func(t int32) bool { return t < leastAdvance })
	slices.Sort(list)
	list = slices.Compact(list)
	slices.Reverse(list)
	return list
}

// harmed reports whether one of those who acted in a state before has been disordered or lost since.
func (s *State) harmed(before *State) bool {
	for _, u := range before.acting() {
		if !s.placed(u) || s.disordered(u) && !before.disordered(u) {
			return true
		}
	}
	return false
}

// hindrance returns why a unit does not advance.
func (a *advance) hindrance(u uint8) *game.Refusal {
	trial := a.State
	if trial.current().kind == tAction {
		trial.Apply(game.Action{Verb: vPass}, nil)
	}
	take := game.Action{Verb: vActivate, A: groupMask(a.active, a.act.command, a.b.units[u].bit)}
	if r := trial.Check(take); r != nil {
		return r
	}
	trial.Apply(take, nil)
	step := game.Action{Verb: vForward, A: leastAdvance}
	if r := trial.Check(step); r != nil {
		return r
	}
	if a.wayOf(&trial) < step.A {
		return trial.refusal(reason{id: whyLineAside, a: int32(u)})
	}
	r := trial.refusal(reason{id: whyDisorders, a: int32(u)})
	var events game.Events
	trial.Apply(step, &events)
	for _, e := range events {
		if e.Key == "disordered" {
			r.Clause = e.Clause
		}
	}
	return r
}

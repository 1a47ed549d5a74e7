package sword

import (
	"slices"
	"strings"
)

// Whether the tasks of a position are in an order in which the rules push them. Some tasks are steps of a turn or of an
// activation, and follow one another; the others are parts of a step in progress, and each can come only before certain
// others.

// steps lists the steps of a turn and of an activation, the last to be done first.
var steps = []taskKind{
	tEndTurn, tTurn, tDeploy, tRouts, tRally, tFlightRule, tRefresh, tNext, tForce, tBar, tFirst, tInitiative, tVictory,
	tArchers, tRest, tCommand, tBlow, tEndActivation, tBurn, tStray, tMelees, tDeclare, tVolley, tMoves,
}

var (
	shotTasks = []taskKind{tArchers, tVolley, tDefend, tOffend}
	// lossTasks are the tasks before which a unit, and its leader with it, can be lost.
	lossTasks = slices.Concat(shotTasks, []taskKind{
		tEndMelee, tRetreats, tResult, tRouts, tSwept, tFlee, tSettle, tPlaceLeader, tFlight, tRun, tLosses,
	})
)

// before says which tasks a part can come before: those that may be next when it is done.
var before = map[taskKind][]taskKind{
	tActivation:  {tNext, tRefresh, tFlightRule, tRally, tRouts, tEndTurn},
	tGroup:       {tMoves, tStray},
	tRide:        {tMoves, tVolley},
	tRun:         {tMoves},
	tShooters:    shotTasks,
	tShotResult:  append([]taskKind{tLosses}, shotTasks...),
	tAssemble:    {tMelees},
	tPursue:      {tMelees},
	tDisperse:    {tMelees},
	tEndMelee:    {tMelees, tPursue},
	tFight:       {tEndMelee},
	tReact:       {tFight},
	tOffend:      {tFight, tReact},
	tDefend:      {tOffend},
	tResult:      {tEndMelee, tLosses, tResult},
	tRetreats:    {tEndMelee, tLosses, tResult},
	tAdvance:     {tEndMelee, tLosses, tResult},
	tRallied:     {tRally},
	tFlee:        slices.Concat(shotTasks, []taskKind{tEndMelee, tResult, tRetreats, tLosses, tPlaceLeader, tBurn, tRun}),
	tSwept:       {tFlee, tSwept, tRouts},
	tFlight:      {tFlee, tSwept, tRouts},
	tHead:        {tFlight},
	tSettle:      {tFlee, tSwept, tRouts, tSettle, tPlaceLeader, tLosses},
	tLeaderGo:    {tFlight, tHead, tLeaderGo, tRetreats, tFlee},
	tPlaceLeader: slices.Concat(lossTasks, []taskKind{tDie, tShotResult, tBurn, tEndActivation}),
	tLosses:      append([]taskKind{tSucceed}, lossTasks...),
	tSucceed:     append([]taskKind{tSucceed}, lossTasks...),
	tHold:        {tLosses},
}

// beforeDie is the same for a die, by what it is for.
var beforeDie = map[uint8][]taskKind{
	dieShot:   shotTasks,
	dieMelee:  {tEndMelee},
	dieLeader: slices.Concat(shotTasks, []taskKind{tShotResult, tEndMelee, tResult, tLosses, tDie}),
	diePassed: {tFlight},
	dieRally:  {tRally},
	dieFlight: {tRally},
	dieReact:  {tFight},
}

// tasksStand checks the tasks from the last to the next.
func (r *placing) tasksStand() error {
	if r.s.over {
		return nil
	}
	for _, check := range []func() error{r.order, r.actor, r.begun, r.rules, r.phases, r.checkInProgress, r.needs} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// rank returns the place of a step in the turn, or -1. If the leader who must act is named first, that step comes
// first.
func (r *placing) rank(k taskKind) int {
	if r.b.book.Command.ForceFirst && k == tForce {
		k = tBar
	} else if r.b.book.Command.ForceFirst && k == tBar {
		k = tForce
	}
	return slices.Index(steps, k)
}

// order checks that the tasks are in the order in which the rules push them.
func (r *placing) order() error {
	s := r.s
	last := -1
	for i := range s.nTasks {
		t := s.tasks[i]
		line := r.b.formatTask(t)
		rank := r.rank(t.kind)
		switch {
		case i == 0 && t.kind != tEndTurn && t.kind != tTurn:
			return wrong("tasks", "the last is %q, expected %s", line, taskSyntax[tEndTurn].word)
		case rank < 0:
			list := before[t.kind]
			if t.kind == tDie {
				list = beforeDie[t.a]
			}
			if !slices.Contains(list, s.tasks[i-1].kind) {
				return wrong("tasks", "%q can only come before %s", line, taskWordsOf(list))
			}
			continue
		case rank > r.rank(tEndActivation) && last < r.rank(tEndActivation):
			return wrong("tasks", "%q can only come before %s", line, taskSyntax[tEndActivation].word)
		case rank > r.rank(tMelees) && last < r.rank(tMelees):
			return wrong("tasks", "%q can only come before %s", line, taskSyntax[tMelees].word)
		case t.kind == tMoves && last != r.rank(tVolley):
			return wrong("tasks", "%q can only come before %s", line, taskSyntax[tVolley].word)
		case i > 0 && !r.follows(t, s.tasks[i-1], last):
			return wrong("tasks", "%q cannot come before %q in a turn", line, r.b.formatTask(s.tasks[i-1]))
		}
		last = rank
	}
	for i := range s.nTasks {
		// The leader who must act waits only until another has been made inactive.
		if s.tasks[i].kind == tActivation && (i+2 != s.nTasks || s.tasks[i+1].kind != tBar || !r.b.book.Command.ForceFirst) {
			return wrong("tasks", "%q can only come after %s", r.b.formatTask(s.tasks[i]), taskSyntax[tBar].word)
		}
	}
	return nil
}

// follows reports whether a step can come before another, whose rank is last.
func (r *placing) follows(t, next task, last int) bool {
	rank := r.rank(t.kind)
	named := r.rank(tFirst) // the first of those who are named by initiative
	switch {
	case next.kind == tActivation:
		return t.kind == tBar
	case r.rank(next.kind) < 0 || rank < last:
		return false
	case t.kind == next.kind:
		return r.repeats(t, next)
	case rank == last:
		return false
	case t.kind == tDeploy:
		return next.kind == tTurn
	case next.kind == tTurn || next.kind == tDeploy || next.kind == tBlow || t.kind == tTurn:
		return false
	case t.kind == tBlow || t.kind == tEndActivation:
		return last < named
	case rank > named:
		return last <= r.rank(tNext) || last > named
	}
	return true
}

// repeats reports whether the two sides do a step that both have in the right order.
func (r *placing) repeats(t, next task) bool {
	switch t.kind {
	case tDeploy:
		first := uint8(r.b.setup.Deploy.First)
		return t.a == first && next.a != first
	case tRouts, tRally, tRest:
		return t.a == 0 && next.a == 1
	case tArchers:
		place := func(t task) int { return slices.Index(r.b.book.PhaseB, FireStep{Side: t.a, Guns: t.c != 0}) }
		return place(t) < place(next)
	}
	return false
}

// taskWordsOf returns the words for a list of task kinds.
func taskWordsOf(list []taskKind) string {
	var words []string
	for _, k := range list {
		words = append(words, taskSyntax[k].word)
	}
	return strings.Join(words, ", ")
}

// find returns the index of the next task of certain kinds, or -1.
func (r *placing) find(kinds ...taskKind) int {
	for i := int(r.s.nTasks) - 1; i >= 0; i-- {
		if slices.Contains(kinds, r.s.tasks[i].kind) {
			return i
		}
	}
	return -1
}

func (r *placing) has(k taskKind) bool { return r.find(k) >= 0 }

// step returns the step of the turn that is in progress.
func (r *placing) step() task { return r.s.tasks[r.find(steps...)] }

// actor checks who acts: a leader in his activation, and his side.
func (r *placing) actor() error {
	s := r.s
	switch acts := r.has(tEndActivation); {
	case acts && s.active == none:
		return wrong("tasks", "%q, but no leader is active", r.b.formatTask(s.current()))
	case !acts && s.active != none:
		return wrong("active", "%s is active, but the tasks have no %s", r.b.leaders[s.active].id, taskSyntax[tEndActivation].word)
	case acts && s.side != r.b.leaders[s.active].side:
		return wrong("side", "%s, expected that of %s, the active leader", r.b.setup.Sides[s.side].ID, r.b.leaders[s.active].id)
	}
	if t := r.step(); t.kind == tArchers && t.b != 0 && s.side != t.a {
		return wrong("side", "%s, expected that of %q", r.b.setup.Sides[s.side].ID, r.b.formatTask(t))
	}
	return nil
}

// begun checks that shooting is marked as begun where parts of it remain to be done, and nowhere else.
func (r *placing) begun() error {
	s := r.s
	under := r.step()
	for i := range s.nTasks {
		t := s.tasks[i]
		if !slices.Contains(shotTasks, t.kind) {
			continue
		}
		line := r.b.formatTask(t)
		var part taskKind
		if i+1 < s.nTasks {
			part = s.tasks[i+1].kind
		}
		switch {
		case t.c != 0 && !r.b.book.Stacking.Guns:
			return wrong("tasks", "%q, but there are no guns in this book", line)
		case t.b == 0 && slices.Contains([]taskKind{tShooters, tShotResult, tFlee, tLosses, tSucceed, tDie}, part):
			return wrong("tasks", "%q comes before %q, which has not begun", r.b.formatTask(s.tasks[i+1]), line)
		case t.b != 0 && (part == tDefend || part == tRide || (t.kind == tArchers || t.kind == tVolley) && t != under):
			return wrong("tasks", "%q comes after %q, so it has not begun", line, r.b.formatTask(s.tasks[i+1]))
		}
	}
	return nil
}

// rules checks that the battle uses the rules that the tasks belong to.
func (r *placing) rules() error {
	for _, t := range r.s.tasks[:r.s.nTasks] {
		ok := true
		switch t.kind {
		case tBurn:
			ok = r.b.fire != nil
		case tFlightRule:
			ok = r.b.flight != nil
		case tBlow:
			ok = r.b.second != none
		case tDie:
			ok = (t.a != dieFlight || r.b.flight != nil) && (t.a != dieReact || r.b.book.Charge != nil) && (t.c == checkShot || r.b.book.Capture)
		case tRun, tReact, tPursue, tDisperse:
			ok = r.b.book.Charge != nil
		case tLosses, tHold:
			ok = r.b.book.Capture
		case tSucceed:
			ok = r.b.book.Capture && r.b.book.Succession
		case tHead:
			ok = r.b.slant
		case tArchers:
			ok = slices.Contains(r.b.book.PhaseB, FireStep{Side: t.a, Guns: t.c != 0})
		}
		if !ok {
			return wrong("tasks", "%q, but the battle has no such rule", r.b.formatTask(t))
		}
	}
	return nil
}

// phaseOf gives the phases in which parts of a step are done.
var phaseOf = map[taskKind][]phase{
	tDeploy:        {phaseSetup},
	tArchers:       {phaseB},
	tMoves:         {phaseD1},
	tVolley:        {phaseD1, phaseD2},
	tMelees:        {phaseD4},
	tStray:         {phaseD5},
	tBurn:          {phaseD5},
	tEndActivation: {phaseD5},
	tRally:         {phaseE},
	tRouts:         {phaseE},
}

// phases checks the phase. A step that has not begun yet sets the phase when it runs.
func (r *placing) phases() error {
	s := r.s
	t := r.step()
	if want := phaseOf[t.kind]; want != nil && (s.current() != t || t.b != 0) && !slices.Contains(want, s.phase) {
		return wrong("phase", "%s, expected %s for %q", phaseKeys[s.phase], phaseKeys[want[0]], r.b.formatTask(t))
	}
	if s.phase == phaseEnd {
		return wrong("phase", "%s, but there is no result", phaseKeys[s.phase])
	}
	return nil
}

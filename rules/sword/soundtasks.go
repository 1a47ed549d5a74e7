package sword

import (
	"math/bits"
	"slices"
	"strings"
)

// Whether the tasks of a position are in an order in which the rules push them, and have the data they work on. Some
// tasks are steps of a turn or of an activation, and follow one another; the others are parts of a step in progress,
// and each can come only before certain others.

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

// checkInProgress checks that what is in progress belongs to a task. What is left of something finished is dropped:
// older versions wrote it.
func (r *placing) checkInProgress() error {
	s := r.s
	if !r.has(tGroup) {
		s.group = group{}
	}
	if r.find(tAssemble, tEndMelee) < 0 {
		s.melee = melee{}
	}
	if !r.has(tFlight) {
		s.flight = flight{}
	}
	if !r.has(tRun) {
		s.dash = dash{}
	}
	if i := r.find(shotTasks...); i < 0 || s.tasks[i].b == 0 {
		s.shot = shot{}
	}
	if (s.nMark > 0 || s.nCharges > 0) && !r.has(tMelees) {
		return wrong("tasks", "no %s, but enemies are marked or charged", taskSyntax[tMelees].word)
	}
	for i, h := range s.marked[:s.nMark] {
		if slices.Contains(s.marked[:i], h) {
			return wrong("marked", "%s is listed twice", r.b.PlaceID(int(h)))
		}
	}
	for _, c := range s.charges[:s.nCharges] {
		if s.sideOf(c.unit) != s.side || s.sideOf(c.target) == s.side {
			return wrong("charges", "%s cannot have charged %s in this activation", r.b.units[c.unit].id, r.b.units[c.target].id)
		}
	}
	return r.shotStands()
}

// shotStands checks the shot that is being prepared or has been made.
func (r *placing) shotStands() error {
	s := r.s
	x := &s.shot
	i := r.find(shotTasks...)
	if i < 0 || s.tasks[i].b == 0 {
		return nil
	}
	t := s.tasks[i]
	kind := shotKind(slices.Index(shotTasks, t.kind))
	shoots := s.side
	if kind == shotDefensive {
		shoots = 1 - s.side
	}
	part := task{}
	for _, p := range s.tasks[i:s.nTasks] {
		if p.kind == tShooters || p.kind == tShotResult || p.kind == tDie && p.a == dieShot {
			part = p
		}
	}
	if part.kind == tNone {
		return nil // it has been made, and the next shot replaces it
	}
	if x.kind != kind || x.guns != (t.c != 0) {
		return wrong("shot kind", "%s, expected %s for %q", shotNames[x.kind], shotNames[kind], r.b.formatTask(t))
	}
	if part.kind != tShooters && x.n == 0 {
		return wrong("shot shooters", "no units, but the tasks have %q", r.b.formatTask(part))
	}
	for _, u := range x.shooters[:x.n] {
		switch id := r.b.units[u].id; {
		case r.b.units[u].side != shoots:
			return wrong("shot shooters", "%s belongs to the other side", id)
		case r.b.units[u].typ != r.b.units[x.shooters[0]].typ:
			return wrong("shot shooters", "the type of %s differs from that of %s", id, r.b.units[x.shooters[0]].id)
		}
	}
	if part.kind == tShotResult {
		if part.b == 0 {
			return wrong("tasks", "%q has nothing to do", r.b.formatTask(part))
		}
		return nil
	}
	return r.checkShooters(part, shoots)
}

// checkShooters checks that the shooters can shoot at the target.
func (r *placing) checkShooters(part task, shoots uint8) error {
	s := *r.s
	s.toAct = int8(shoots)
	if !s.enemyAt(int(s.shot.target), shoots) {
		return wrong("shot target", "no enemy is in %s", r.b.PlaceID(int(s.shot.target)))
	}
	list, n := s.shot.shooters, s.shot.n
	if part.kind == tDie { // they have been marked as shooting
		for u := s.top[s.shot.target]; u != none; u = s.units[u].below {
			s.unset(u, fShotAt)
		}
		for _, u := range list[:n] {
			s.unset(u, fShot)
		}
	}
	s.shot.n = 0
	for _, u := range list[:n] {
		if n := s.mayCombine(u); !n.ok() {
			return wrong("shot shooters", "%s cannot shoot at %s: %v", r.b.units[u].id, r.b.PlaceID(int(s.shot.target)), s.refusal(n))
		}
		s.addShooter(u)
	}
	for i := 0; s.shot.n == 0; i++ {
		if i == len(r.b.units) {
			return wrong("shot shooters", "no unit can shoot at %s", r.b.PlaceID(int(s.shot.target)))
		}
		if s.mayCombine(uint8(i)).ok() {
			break
		}
	}
	return nil
}

// needs checks that each task has the data it works on.
func (r *placing) needs() error {
	s := r.s
	placed, retreats := uint32(0), 0
	var heirs [2]int
	for i := range s.nTasks {
		t := s.tasks[i]
		var under task
		if i > 0 {
			under = s.tasks[i-1]
		}
		line := r.b.formatTask(t)
		var err error
		switch t.kind {
		case tActivation:
			err = r.named(line, t.a)
		case tDeploy:
			err = r.deploys(t.a, i+1 == s.nTasks)
		case tBlow:
			if t.a != r.b.leaders[r.b.second].side || !s.commands(r.b.second) || s.blow {
				err = wrong("tasks", "%q, but %s cannot make the second blow", line, r.b.leaders[r.b.second].id)
			}
		case tBurn:
			if s.active != r.b.fire.leader {
				err = wrong("tasks", "%q, but %s is active", line, r.b.leaders[s.active].id)
			}
		case tGroup:
			err = r.groupStands(under)
		case tRide:
			if t.a != s.active || !s.commands(t.a) {
				err = wrong("tasks", "%q, but he is not the active leader or not on the map", line)
			}
		case tRun:
			err = r.dashStands()
		case tAssemble:
			err = r.assembles()
		case tEndMelee:
			err = r.meleeStands(under)
		case tPursue, tDisperse:
			err = r.pursues(line, t)
		case tRetreats:
			retreats++
			if retreats > 1 {
				err = wrong("tasks", "%q, but other retreats are in progress", line)
			}
		case tAdvance:
			if e := Effect(t.b); e != Advance && e != MayAdvance {
				err = wrong("tasks", "%q is not an advance", line)
			}
		case tRallied:
			if u, ok := s.rallied(t); !ok || s.sideOf(u) != t.a || under.a != t.a {
				err = wrong("tasks", "%q, but no unit of that side has rallied in %s", line, r.b.PlaceID(int(t.b)))
			}
		case tDie:
			err = r.dieStands(line, t, under)
		case tFlee:
			if t.a < 1 || t.a > 2 {
				err = wrong("tasks", "%q flees %d hexes, expected 1 or 2", line, t.a)
			}
		case tFlight:
			err = r.flees(under)
		case tSettle:
			if p := &s.units[t.a]; p.hex < 0 || p.flags&fAloft != 0 {
				err = wrong("tasks", "%q, but the unit is not there", line)
			}
		case tLeaderGo:
			err = r.mayGo(line, t, under)
		case tPlaceLeader:
			if l := &s.leaders[t.a]; l.hex != -1 || l.flags&(lDead|lLost) != 0 || placed>>t.a&1 != 0 {
				err = wrong("tasks", "%q, but he is not waiting to be placed", line)
			}
			placed |= 1 << t.a
		case tHold:
			if s.leaders[t.a].flags&lTaken == 0 {
				err = wrong("tasks", "%q, but he has not been captured", line)
			}
		case tSucceed:
			side := r.b.leaders[t.a].side
			heirs[side]++
			if heirs[side] > 1 {
				err = wrong("tasks", "%q, but the army command can be vacant only once", line)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// named checks the leader who is forced to act.
func (r *placing) named(line string, l uint8) error {
	s := r.s
	if !s.commands(l) && !s.due(l) || s.leaders[l].flags&lActivated == 0 {
		return wrong("tasks", "%q, but he is not on the map or not marked as activated", line)
	}
	return nil
}

// deploys checks that the units of a side stand as a free set-up allows: in its zone, and where the book allows one
// unit per hex, only units that have been placed share one.
func (r *placing) deploys(side uint8, now bool) error {
	s := r.s
	for i := range r.b.units {
		p := &s.units[i]
		if r.b.free[side] < 0 || r.b.book.Stacking.SP > 0 || p.hex < 0 || r.b.units[i].side != side || p.flags&fAloft != 0 {
			continue
		}
		if !r.b.zones[r.b.free[side]].in[p.hex] {
			return wrong("units "+r.b.units[i].id, "is in %s, outside the zone of its set-up", r.b.PlaceID(int(p.hex)))
		}
		if p.below != none && (p.flags&fPlaced == 0 || !now) {
			return wrong("units "+r.b.units[i].id, "shares %s with %s, but has not been placed there", r.b.PlaceID(int(p.hex)), r.b.units[p.below].id)
		}
	}
	return nil
}

// groupStands checks the group that is about to move.
func (r *placing) groupStands(under task) error {
	s := r.s
	g := &s.group
	if g.n == 0 {
		return wrong("group units", "no units, but the tasks have a %s", taskSyntax[tGroup].word)
	}
	if g.stray != (under.kind == tStray) {
		return wrong("group stray", "%t, but the task is %q", g.stray, r.b.formatTask(under))
	}
	for _, u := range g.units[:g.n] {
		p := &s.units[u]
		stray := p.flags&fOutOfCommand != 0
		switch id := r.b.units[u].id; {
		case p.hex != g.from || p.flags&fAloft != 0:
			return wrong("group units", "%s is not in %s", id, r.b.PlaceID(int(g.from)))
		case s.sideOf(u) != s.side || p.flags&fActive == 0 || p.flags&fDone != 0 || p.disorder == routed || stray != g.stray:
			return wrong("group units", "%s may not move now", id)
		case g.stray && (s.strayLeader(u) == none || s.held(u)):
			return wrong("group units", "%s has no leader to go to", id)
		}
	}
	for set := g.leaders; set != 0; set &= set - 1 {
		l := uint8(bits.TrailingZeros32(set))
		d := &r.b.leaders[l]
		if d.side != s.side || !s.commands(l) || s.leaders[l].hex != g.from || g.stray ||
			l == s.active && s.leaders[l].flags&lRode != 0 || l != s.active && !s.groupHolds(l) {
			return wrong("group leaders", "%s may not go with the group", d.id)
		}
	}
	return nil
}

// dashStands checks a charge move in progress: its path stays on the map, and its target is an enemy.
func (r *placing) dashStands() error {
	s := r.s
	d := &s.dash
	p := &s.units[d.unit]
	id := r.b.units[d.unit].id
	if d.unit == d.target || s.sideOf(d.unit) != s.side || p.hex < 0 || p.flags&fAloft == 0 || p.flags&fCharging == 0 || p.disorder == routed {
		return wrong("dash unit", "%s is not charging", id)
	}
	if q := &s.units[d.target]; s.sideOf(d.target) == s.side || q.hex < 0 || q.flags&fAloft != 0 {
		return wrong("dash target", "%s is not an enemy on the map", r.b.units[d.target].id)
	}
	at := int(p.hex)
	for range d.steps {
		n := int(r.b.next[at][p.facing])
		if n < 0 || !s.canEnter(d.unit, at, int(p.facing)).ok() {
			return wrong("dash steps", "%s cannot go %d hexes further", id, d.steps)
		}
		at = n
	}
	for set := d.leaders; set != 0; set &= set - 1 {
		l := uint8(bits.TrailingZeros32(set))
		if e := &r.b.leaders[l]; e.side != s.side || !s.commands(l) || !s.mayJoin(l, d.unit) {
			return wrong("dash leaders", "%s cannot ride with %s", e.id, id)
		}
	}
	return nil
}

// assembles checks a melee whose attackers are being chosen.
func (r *placing) assembles() error {
	s := r.s
	m := &s.melee
	if m.nDef != 1 || m.stage != notCharge {
		return wrong("melee defenders", "%d hexes, expected 1", m.nDef)
	}
	if m.nAtt == 0 {
		return wrong("melee attackers", "no hexes, expected 1 or more")
	}
	for i, h := range m.att[:m.nAtt] {
		if slices.Contains(m.att[:i], h) || !s.friendAt(int(h), s.side) || !s.mayAttackFrom(int(h)).ok() || !s.mayAttack(int(h), int(m.def[0])).ok() {
			return wrong("melee attackers", "the units in %s cannot attack %s", r.b.PlaceID(int(h)), r.b.PlaceID(int(m.def[0])))
		}
	}
	return nil
}

// meleeStands checks the melee that is being fought.
func (r *placing) meleeStands(under task) error {
	s := r.s
	m := &s.melee
	for _, x := range []struct {
		field string
		list  []int16
	}{{"melee attackers", m.att[:m.nAtt]}, {"melee defenders", m.def[:m.nDef]}} {
		if len(x.list) == 0 {
			return wrong(x.field, "no hexes, expected 1 or more")
		}
		for i, h := range x.list {
			if slices.Contains(x.list[:i], h) {
				return wrong(x.field, "%s is listed twice", r.b.PlaceID(int(h)))
			}
		}
	}
	want := notCharge
	if under.kind == tPursue {
		want = stage(under.b)
	}
	if m.stage != want {
		return wrong("melee stage", "%s, expected %s", stageNames[m.stage], stageNames[want])
	}
	if m.reacted != 0 && (want == notCharge || s.sideOf(m.reacted-1) != s.side) {
		return wrong("melee reacted", "%s has not charged", r.b.units[m.reacted-1].id)
	}
	if want == notCharge && r.has(tReact) {
		return wrong("tasks", "%q, but the melee is not a charge", taskSyntax[tReact].word)
	}
	return nil
}

// pursues checks the unit that pursues or may pursue.
func (r *placing) pursues(line string, t task) error {
	s := r.s
	p := &s.units[t.a]
	if s.sideOf(t.a) != s.side {
		return wrong("tasks", "%q, but the unit belongs to the other side", line)
	}
	if t.kind == tDisperse {
		if p.hex < 0 || p.flags&fAloft != 0 || p.disorder == routed || s.ahead(t.a, int(p.hex), int(p.facing)) < 0 {
			return wrong("tasks", "%q, but no enemy is ahead of it", line)
		}
		return nil
	}
	if stage(t.b) == notCharge {
		return wrong("tasks", "%q does not follow a charge", line)
	}
	if s.chase.unit == 0 {
		return nil
	}
	u := s.chase.unit - 1
	if q := &s.units[u]; s.sideOf(u) != s.side || q.hex < 0 || q.flags&fAloft != 0 || q.disorder == routed {
		return wrong("chase unit", "%s cannot have advanced", r.b.units[u].id)
	}
	return nil
}

// dieStands checks what a die is rolled for.
func (r *placing) dieStands(line string, t, under task) error {
	s := r.s
	switch t.a {
	case dieReact:
		u := s.reactor()
		if u == none || !s.mayReact(u, uint8(t.b)).ok() {
			return wrong("tasks", "%q, but no unit may charge that unit in reaction", line)
		}
	case diePassed:
		if f := &s.flight; t.b != f.at || !slices.Contains(f.pending[:f.nPend], t.b) {
			return wrong("tasks", "%q, but the flight is in %s and its pending hexes are %v", line, r.b.PlaceID(int(f.at)), s.hexIDs(f.pending[:f.nPend]))
		}
	case dieRally:
		if !s.friendAt(int(t.b), under.a) {
			return wrong("tasks", "%q, but no unit of the side that rallies is there", line)
		}
	case dieFlight:
		if !s.commands(r.b.flight.leader) {
			return wrong("tasks", "%q, but %s is not on the map", line, r.b.leaders[r.b.flight.leader].id)
		}
	}
	return nil
}

// flees checks the flight in progress.
func (r *placing) flees(under task) error {
	s := r.s
	f := &s.flight
	if f.n == 0 {
		return nil // the units in flight are checked with the others
	}
	first := &r.b.units[f.units[0]]
	for _, u := range f.units[:f.n] {
		if d := &r.b.units[u]; d.side != first.side || d.guns || s.units[u].disorder != routed {
			return wrong("flight units", "%s is not routed, or belongs to the other side", d.id)
		}
	}
	for set := f.leaders; set != 0; set &= set - 1 {
		l := uint8(bits.TrailingZeros32(set))
		if !s.commands(l) || s.leaders[l].hex != f.at || !slices.ContainsFunc(f.units[:f.n], func(u uint8) bool { return s.mayJoin(l, u) }) {
			return wrong("flight leaders", "%s is not with the units", r.b.leaders[l].id)
		}
	}
	if routs := under.kind == tRouts; routs != (f.mp >= 0) || routs && under.a != first.side {
		return wrong("flight mp", "%d, but the flight comes before %q", f.mp, r.b.formatTask(under))
	}
	if f.steps > 2 {
		return wrong("flight steps", "%d, expected 0 to 2", f.steps)
	}
	if e := first.rout; e[0] != e[1] && f.heading != e[0] && f.heading != e[1] && !r.has(tHead) {
		return wrong("flight heading", "%d is not toward the edge to which %s flees", f.heading, first.id)
	}
	return nil
}

// mayGo checks a leader who is asked whether he goes along.
func (r *placing) mayGo(line string, t, under task) error {
	s := r.s
	ok := s.commands(t.a) && s.joinable(t.a, int(s.leaders[t.a].hex))
	switch flight := r.find(tFlight) >= 0; {
	case t.b == goFlight:
		f := &s.flight
		ok = ok && flight && s.leaders[t.a].hex == f.at && f.leaders>>t.a&1 == 0 &&
			slices.ContainsFunc(f.units[:f.n], func(u uint8) bool { return s.mayJoin(t.a, u) })
	default:
		ok = ok && !flight && s.joinable(t.a, int(t.c))
	}
	if !ok {
		return wrong("tasks", "%q, but he has no choice to make", line)
	}
	return nil
}

package sword

import (
	"slices"

	"acies/game"
)

// Chapter 6: the sequence of play. What still has to be done is a stack of tasks, the next on top. A task runs until it
// has finished or needs a choice or a roll; then the state waits, with that task on top.

type taskKind uint8

const (
	tNone          taskKind = iota
	tDeploy                 // a: side
	tTurn                   //
	tCommand                //
	tRest                   // a: side
	tArchers                // a: side, b: begun, c: 1 for its guns
	tVictory                //
	tInitiative             // a: side to roll
	tFirst                  // a: side
	tBar                    // a: side that names
	tForce                  // a: side that names
	tNext                   //
	tActivation             // a: leader
	tMoves                  // D.1
	tGroup                  // a group is being chosen, then moved
	tRide                   // a: the leader's own move
	tVolley                 // D.2
	tShooters               // the shooters of a shot are being chosen
	tDeclare                // D.3
	tMelees                 // D.4
	tAssemble               // the attackers of a melee are being chosen
	tDefend                 // D.4 step 1: defensive shooting
	tOffend                 // D.4 step 2: offensive shooting
	tFight                  // D.4 step 3
	tResult                 // the melee result, b: part
	tRetreats               // a: side
	tAdvance                // a: side, b: mandatory
	tEndMelee               //
	tStray                  // D.5
	tBurn                   // fire
	tEndActivation          //
	tBlow                   // second blow
	tRefresh                // Phase E: rested units
	tFlightRule             // Phase E: flight of a commander
	tRally                  // a: side
	tRallied                // a: side, b: hex: free facing
	tRouts                  // a: side
	tEndTurn                //
	tDie                    // a die is rolled: a: purpose, b, c: what for
	tShotResult             // b: total
	tFlee                   // a: steps, c: cause
	tSwept                  // b: hex, c: cause
	tFlight                 // a rout move in progress
	tSettle                 // a: unit that may go on top or underneath, b: hex
	tLeaderGo               // a: leader, who goes or remains
	tPlaceLeader            // a: leader, b: where, c: the hex from which distance is measured
	tRun                    // a charge move in progress
	tReact                  // D.4: a reaction charge may be tried
	tPursue                 // after a charge; a: who pursued, b: stage
	tDisperse               // a: the unit that may make a Dispersion
	tLosses                 // lost leaders are replaced
	tHold                   // a: a captured leader, for whom a captor is chosen
	tSucceed                // a: the lost commander
	tHead                   // the way of a flight is chosen
	taskKinds
)

// task is one thing to do.
type task struct {
	kind taskKind
	a    uint8
	b, c int16
}

// node says how a kind of task behaves. Step runs it and reports whether it waits; the other three serve a waiting
// task: options lists candidates, check is the one predicate that decides and gives the reason, do carries out what
// check accepts. All three rely on operands that are in range for the syntax of the verb.
type node struct {
	step    func(*State, task) bool
	options func(*State, task, []game.Action) []game.Action
	check   func(*State, task, game.Action) reason
	do      func(*State, task, game.Action)
	exact   bool // options lists legal actions only
}

var nodes [taskKinds]node

func init() {
	nodes = [taskKinds]node{
		tDeploy:        {(*State).stepDeploy, (*State).optDeploy, (*State).checkDeploy, (*State).doDeploy, false},
		tTurn:          {step: (*State).stepTurn},
		tCommand:       {step: (*State).stepCommand},
		tRest:          {(*State).stepRest, (*State).optRest, (*State).checkRest, (*State).doRest, false},
		tArchers:       {(*State).stepArchers, (*State).optShoot, (*State).checkShoot, (*State).doShoot, true},
		tVictory:       {step: (*State).stepVictory},
		tInitiative:    {(*State).stepInitiative, (*State).optDie, (*State).checkDie, (*State).doInitiative, true},
		tFirst:         {(*State).stepFirst, (*State).optLeaders, (*State).checkFirst, (*State).doActivate, false},
		tBar:           {(*State).stepBar, (*State).optLeaders, (*State).checkBar, (*State).doBar, false},
		tForce:         {(*State).stepForce, (*State).optLeaders, (*State).checkForce, (*State).doActivate, false},
		tNext:          {(*State).stepNext, (*State).optLeaders, (*State).checkNext, (*State).doActivate, false},
		tActivation:    {step: (*State).stepActivation},
		tMoves:         {(*State).stepMoves, (*State).optMoves, (*State).checkMoves, (*State).doMoves, false},
		tGroup:         {(*State).wait, (*State).optGroup, (*State).checkGroup, (*State).doGroup, true},
		tRide:          {(*State).wait, (*State).optRide, (*State).checkRide, (*State).doRide, true},
		tVolley:        {(*State).stepVolley, (*State).optShoot, (*State).checkShoot, (*State).doShoot, true},
		tShooters:      {(*State).stepShooters, (*State).optShooters, (*State).checkShooters, (*State).doShooters, false},
		tDeclare:       {(*State).stepDeclare, (*State).optDeclare, (*State).checkDeclare, (*State).doDeclare, false},
		tMelees:        {(*State).stepMelees, (*State).optMelees, (*State).checkMelees, (*State).doMelees, false},
		tAssemble:      {(*State).stepAssemble, (*State).optAssemble, (*State).checkAssemble, (*State).doAssemble, false},
		tDefend:        {(*State).stepDefend, (*State).optShoot, (*State).checkShoot, (*State).doShoot, true},
		tOffend:        {(*State).stepOffend, (*State).optShoot, (*State).checkShoot, (*State).doShoot, true},
		tFight:         {step: (*State).stepFight},
		tResult:        {step: (*State).stepResult},
		tRetreats:      {(*State).stepRetreats, (*State).optRetreats, (*State).checkRetreats, (*State).doRetreats, false},
		tAdvance:       {(*State).stepAdvance, (*State).optAdvance, (*State).checkAdvance, (*State).doAdvance, false},
		tEndMelee:      {step: (*State).stepEndMelee},
		tStray:         {(*State).stepMoves, (*State).optMoves, (*State).checkMoves, (*State).doMoves, false},
		tBurn:          {(*State).stepBurn, (*State).optBurn, (*State).checkBurn, (*State).doBurn, false},
		tEndActivation: {step: (*State).stepEndActivation},
		tBlow:          {(*State).stepBlow, (*State).optBlow, (*State).checkBlow, (*State).doBlow, false},
		tRefresh:       {step: (*State).stepRefresh},
		tFlightRule:    {step: (*State).stepFlightRule},
		tRally:         {(*State).stepRally, (*State).optRally, (*State).checkRally, (*State).doRally, false},
		tRallied:       {(*State).stepRallied, (*State).optRallied, (*State).checkRallied, (*State).doRallied, false},
		tRouts:         {(*State).stepRouts, (*State).optRouts, (*State).checkRouts, (*State).doRouts, false},
		tEndTurn:       {step: (*State).stepEndTurn},
		tDie:           {(*State).stepDie, (*State).optDie, (*State).checkDie, (*State).doDie, true},
		tShotResult:    {step: (*State).stepShotResult},
		tFlee:          {(*State).stepFlee, (*State).optFlee, (*State).checkFlee, (*State).doFlee, false},
		tSwept:         {(*State).stepFlee, (*State).optFlee, (*State).checkFlee, (*State).doFlee, false},
		tFlight:        {(*State).stepFlight, (*State).optFlight, (*State).checkFlight, (*State).doFlight, false},
		tSettle:        {(*State).stepSettle, (*State).optSettle, (*State).checkSettle, (*State).doSettle, false},
		tLeaderGo:      {(*State).stepLeaderGo, (*State).optLeaderGo, (*State).checkLeaderGo, (*State).doLeaderGo, false},
		tPlaceLeader:   {(*State).stepPlaceLeader, (*State).optPlaceLeader, (*State).checkPlaceLeader, (*State).doPlaceLeader, false},
		tRun:           {step: (*State).stepRun},
		tReact:         {(*State).stepReact, (*State).optReact, (*State).checkReact, (*State).doReact, false},
		tPursue:        {step: (*State).stepPursue},
		tDisperse:      {(*State).stepDisperse, (*State).optDisperse, (*State).checkDisperse, (*State).doDisperse, false},
		tLosses:        {step: (*State).stepLosses},
		tHold:          {(*State).stepHold, (*State).optHold, (*State).checkHold, (*State).doHold, false},
		tSucceed:       {(*State).stepSucceed, (*State).optSucceed, (*State).checkSucceed, (*State).doSucceed, false},
		tHead:          {(*State).stepHead, (*State).optHead, (*State).checkHead, (*State).doHead, false},
	}
}

func (s *State) push(t task) {
	s.tasks[s.nTasks] = t
	s.nTasks++
}

func (s *State) pop() { s.nTasks-- }

func (s *State) current() task {
	if s.nTasks == 0 {
		return task{}
	}
	return s.tasks[s.nTasks-1]
}

// run runs tasks until a choice or a roll is needed or the game is over.
func (s *State) run(sink game.Sink) {
	s.sink = sink
	for !s.over && s.nTasks > 0 {
		t := s.current()
		if nodes[t.kind].step(s, t) {
			s.sink = nil
			return
		}
	}
	s.sink = nil
	s.over = true
	s.nTasks = 0
	s.toAct = int8(game.Nobody)
}

// enter begins a phase.
func (s *State) enter(p phase) {
	if s.phase == p {
		return
	}
	s.phase = p
	if s.sink != nil {
		s.say("phase", "ant-6b", word("phase", "phase."+phaseKeys[p]))
	}
}

// waitFor makes the state wait for a choice of a side.
func (s *State) waitFor(side uint8) bool {
	s.toAct = int8(side)
	return true
}

// waitBetween makes the state wait for a choice of a side at the end of an activation or between two.
func (s *State) waitBetween(side uint8) bool {
	if s.sink != nil {
		s.say("phase", "ant-6.Da", word("phase", between))
	}
	return s.waitFor(side)
}

// wait is the step of a task that follows a choice of the side to act and asks it for another.
func (s *State) wait(task) bool { return true }

// Legal implements [game.State].
func (s *State) Legal(buf []game.Action) []game.Action {
	if s.over {
		return buf
	}
	t := s.current()
	n := &nodes[t.kind]
	start := len(buf)
	buf = n.options(s, t, buf)
	if n.exact {
		return buf
	}
	out := buf[:start]
	for _, a := range buf[start:] {
		if n.check(s, t, a).ok() {
			out = append(out, a)
		}
	}
	return out
}

func (s *State) check(a game.Action) reason {
	if s.over {
		return reason{id: whyOver}
	}
	if n := s.b.inRange(a); !n.ok() {
		return n
	}
	t := s.current()
	return nodes[t.kind].check(s, t, a)
}

// Check implements [game.State].
func (s *State) Check(a game.Action) *game.Refusal { return s.refusal(s.check(a)) }

// Apply implements [game.State].
func (s *State) Apply(a game.Action, sink game.Sink) *game.Refusal {
	if n := s.check(a); !n.ok() {
		return s.refusal(n)
	}
	t := s.current()
	s.sink = sink
	nodes[t.kind].do(s, t, a)
	s.run(sink)
	return nil
}

// Chances implements [game.State].
func (s *State) Chances(buf []game.Chance) []game.Chance {
	if s.toAct != int8(game.Nature) {
		return buf
	}
	if s.current().kind == tInitiative {
		for n := 2; n <= 12; n++ {
			buf = append(buf, game.Chance{Action: game.Action{Verb: vRoll, A: int32(n)}, Weight: int64(6 - abs(n-7))})
		}
		return buf
	}
	for n := range 10 {
		buf = append(buf, game.Chance{Action: game.Action{Verb: vRoll, A: int32(n)}, Weight: 1})
	}
	return buf
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Roll implements [game.State].
func (s *State) Roll(src game.Source) game.Action {
	if s.current().kind == tInitiative {
		return game.Action{Verb: vRoll, A: int32(2 + game.Intn(src, 6) + game.Intn(src, 6))}
	}
	return game.Action{Verb: vRoll, A: int32(game.Intn(src, 10))}
}

func (s *State) optDie(t task, buf []game.Action) []game.Action {
	lo, hi := int32(0), int32(9)
	if t.kind == tInitiative {
		lo, hi = 2, 12
	}
	for n := lo; n <= hi; n++ {
		buf = append(buf, game.Action{Verb: vRoll, A: n})
	}
	return buf
}

func (s *State) checkDie(t task, a game.Action) reason {
	lo, hi := int32(0), int32(9)
	if t.kind == tInitiative {
		lo, hi = 2, 12
	}
	if a.Verb != vRoll {
		return reason{id: whyDie}
	}
	if a.A < lo || a.A > hi {
		if t.kind == tInitiative {
			return reason{id: whyFaces2, a: clip(a.A)}
		}
		return reason{id: whyFaces, a: clip(a.A)}
	}
	return reason{}
}

// clip limits a number from outside to the range that a refusal can hold.
func clip(n int32) int16 { return int16(max(-32768, min(32767, n))) }

// stepTurn pushes the phases of a turn (ant-6b).
func (s *State) stepTurn(task) bool {
	s.pop()
	s.releaseHill()
	if s.sink != nil {
		s.say("turn", "ant-6b", num("turn", int(s.turn)), num("turns", s.b.setup.Turns))
	}
	s.push(task{kind: tEndTurn})
	s.push(task{kind: tRouts, a: 1})
	s.push(task{kind: tRouts, a: 0})
	s.push(task{kind: tRally, a: 1})
	s.push(task{kind: tRally, a: 0})
	if s.b.flight != nil {
		s.push(task{kind: tFlightRule})
	}
	s.push(task{kind: tRefresh})
	s.push(task{kind: tNext})
	s.push(task{kind: tInitiative, a: 0})
	s.push(task{kind: tVictory})
	for _, f := range slices.Backward(s.b.book.PhaseB) {
		t := task{kind: tArchers, a: f.Side}
		if f.Guns {
			t.c = 1
		}
		s.push(t)
	}
	s.push(task{kind: tRest, a: 1})
	s.push(task{kind: tRest, a: 0})
	s.push(task{kind: tCommand})
	return false
}

// stepEndTurn ends the turn (ant-6.Ed), scores it, and ends the battle after the last (ant-6a).
func (s *State) stepEndTurn(task) bool {
	s.pop()
	s.endTurnScores()
	if s.over {
		return false
	}
	if int(s.turn) >= s.b.setup.Turns {
		s.endGame()
		return false
	}
	s.turn++
	s.enter(phaseA)
	for i := range s.b.units {
		s.unset(uint8(i), fOutOfCommand|fTested|fGone|fStirred|activationFlags)
		s.units[i].did = 0
	}
	for i := range s.b.leaders {
		s.leaders[i].flags &^= lActivated | lBarred | lWaiting
	}
	s.push(task{kind: tTurn})
	return false
}

// forget clears flags of a unit, but keeps in mind what they say it did in this turn.
func (s *State) forget(u uint8, f flags) {
	p := &s.units[u]
	p.did |= (p.flags & f).acts()
	p.flags &^= f
}

func (s *State) stepVictory(task) bool {
	s.pop()
	s.checkSudden(false)
	return false
}

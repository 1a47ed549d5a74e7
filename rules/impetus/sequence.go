package impetus

import "acies/game"

// The sequence of decisions: what still has to be done is a stack of tasks, the next on top. A task runs until it has
// finished or needs a choice or a roll; then the state waits, with that task on top.

type phase uint8

const (
	phaseSetup phase = iota
	phaseRound
	phaseCommand
	phaseEnd
	phases
)

var phaseKeys = [phases]string{"setup", "round", "command", "end"}

type taskKind uint8

const (
	tNone       taskKind = iota
	tDeploy              // a: side, b: command
	tTurn                //
	tRound               // a: 0 the side listed first names, 1 the other
	tInitiative          // a: stage
	tCommand             //
	tStart               // a: stage
	tRally               //
	tRush                // the uncontrolled move
	tAction              //
	tEngaged             //
	tTest                // a discipline test, as in State.test
	tPhase               // the phase that was chosen is made
	tReact               // a: event; b: the unit that caused it
	tIntruder            // a zone charge: the intruder may fire
	tShot                // a: stage
	tCharge              // a: stage
	tAnswer              // the target of the charge
	tRun                 // the charger chooses how far to go
	tMembers             // the other members of a group run
	tContact             // a: stage
	tMelees              // the melees of a group
	tMelee               // a: stage
	tAfter               // a: stage
	tFriend              // a: unit that retreats, b: friend that it meets
	tRelief              //
	tPursuit             // a: stage
	tHurt                // a: stage
	tCommander           // a: command, b: side, c: losses
	tPanic               // a: unit
	tDestiny             // a: stage, b: the face rolled again, c: the side that does
	tBreakUp             // the end of an activation
	tTurnEnd             //
	taskKinds
)

// task is one thing to do.
type task struct {
	kind taskKind
	a    uint8
	b, c int16
}

// node says how a kind of task behaves. Step runs it and reports whether it waits; the other three serve a waiting task:
// options lists candidates, check is the one predicate that decides and gives the reason, do carries out what check
// accepts. All three rely on operands that are in range for the syntax of the verb.
type node struct {
	step    func(*State, task) bool
	options func(*State, task, []game.Action) []game.Action
	check   func(*State, task, game.Action) reason
	do      func(*State, task, game.Action)
}

var nodes [taskKinds]node

func init() {
	nodes = [taskKinds]node{
		tDeploy:     {(*State).stepDeploy, (*State).optDeploy, (*State).checkDeploy, (*State).doDeploy},
		tTurn:       {step: (*State).stepTurn},
		tRound:      {(*State).stepRound, (*State).optRound, (*State).checkRound, (*State).doRound},
		tInitiative: {(*State).stepInitiative, (*State).optDice, (*State).checkDice, (*State).doInitiative},
		tCommand:    {(*State).stepCommand, (*State).optCommand, (*State).checkCommand, (*State).doCommand},
		tStart:      {step: (*State).stepStart},
		tRally:      {(*State).stepRally, (*State).optRally, (*State).checkRally, (*State).doRally},
		tRush:       {(*State).stepRush, (*State).optRush, (*State).checkRush, (*State).doRush},
		tAction:     {(*State).stepAction, (*State).optAction, (*State).checkAction, (*State).doAction},
		tEngaged:    {(*State).stepEngaged, (*State).optEngaged, (*State).checkEngaged, (*State).doEngaged},
		tTest:       {(*State).stepTest, (*State).optDice, (*State).checkDice, (*State).doTest},
		tPhase:      {step: (*State).stepPhase},
		tReact:      {(*State).stepReact, (*State).optReact, (*State).checkReact, (*State).doReact},
		tIntruder:   {(*State).stepIntruder, (*State).optIntruder, (*State).checkIntruder, (*State).doIntruder},
		tShot:       {(*State).stepShot, (*State).optDice, (*State).checkDice, (*State).doShot},
		tCharge:     {(*State).stepCharge, (*State).optDice, (*State).checkDice, (*State).doCharge},
		tAnswer:     {(*State).stepAnswer, (*State).optAnswer, (*State).checkAnswer, (*State).doAnswer},
		tRun:        {(*State).stepRun, (*State).optRun, (*State).checkRunning, (*State).doRun},
		tMembers:    {(*State).stepMembers, (*State).optMembers, (*State).checkMembers, (*State).doMembers},
		tContact:    {(*State).stepContact, (*State).optDice, (*State).checkDice, (*State).doContact},
		tMelees:     {(*State).stepMelees, (*State).optMelees, (*State).checkMelees, (*State).doMelees},
		tMelee:      {(*State).stepMelee, (*State).optDice, (*State).checkDice, (*State).doMelee},
		tAfter:      {(*State).stepAfter, (*State).optDice, (*State).checkDice, (*State).doAfter},
		tFriend:     {(*State).stepFriend, (*State).optFriend, (*State).checkFriend, (*State).doFriend},
		tRelief:     {(*State).stepRelief, (*State).optRelief, (*State).checkRelief, (*State).doRelief},
		tPursuit:    {(*State).stepPursuit, (*State).optPursuit, (*State).checkPursuit, (*State).doPursuit},
		tHurt:       {(*State).stepHurt, (*State).optDice, (*State).checkDice, (*State).doHurt},
		tCommander:  {(*State).stepNature, (*State).optDice, (*State).checkDice, (*State).doCommander},
		tPanic:      {(*State).stepNature, (*State).optDice, (*State).checkDice, (*State).doPanic},
		tDestiny:    {(*State).stepDestiny, (*State).optDestiny, (*State).checkDestiny, (*State).doDestiny},
		tBreakUp:    {step: (*State).stepBreakUp},
		tTurnEnd:    {step: (*State).stepTurnEnd},
	}
}

func (s *State) push(kind taskKind, a uint8, b, c int) {
	s.tasks[s.nTasks] = task{kind, a, int16(b), int16(c)}
	s.nTasks++
}

// pop removes the task on top.
func (s *State) pop() {
	s.nTasks--
	s.tasks[s.nTasks] = task{}
}

func (s *State) current() task {
	if s.nTasks == 0 {
		return task{}
	}
	return s.tasks[s.nTasks-1]
}

// top returns the task on top, to be changed.
func (s *State) top() *task { return &s.tasks[s.nTasks-1] }

// stage sets the stage of the task on top, which is its a.
func (s *State) stage(n uint8) { s.top().a = n }

// run runs tasks until a choice or a roll is needed or the game is over.
func (s *State) run(sink game.Sink) {
	s.sink = sink
	for !s.over {
		t := s.current()
		if nodes[t.kind].step(s, t) {
			s.sink = nil
			return
		}
	}
	s.sink = nil
	for s.nTasks > 0 {
		s.pop()
	}
	s.toAct = int8(game.Nobody)
}

// waitFor makes the state wait for a choice of a side.
func (s *State) waitFor(side uint8) bool {
	s.toAct = int8(side)
	return true
}

// stepNature makes the state wait for a roll.
func (s *State) stepNature(task) bool { return s.roll() }

// roll makes the state wait for Nature.
func (s *State) roll() bool {
	s.toAct = int8(game.Nature)
	return true
}

// Legal implements [game.State]. It lists the candidates of D10, in their order.
func (s *State) Legal(buf []game.Action) []game.Action {
	if s.over {
		return buf
	}
	t := s.current()
	n := &nodes[t.kind]
	from := len(buf)
	buf = n.options(s, t, buf)
	kept := buf[:from]
	for _, a := range buf[from:] {
		if n.check(s, t, a).ok() {
			kept = append(kept, a)
		}
	}
	return kept
}

func (s *State) check(a game.Action) reason {
	if s.over {
		return reason{id: whyOver}
	}
	if r := s.b.inRange(a); !r.ok() {
		return r
	}
	t := s.current()
	return nodes[t.kind].check(s, t, a)
}

// Check implements [game.State]. It accepts every legal free move, not only those that Legal lists (D10k).
func (s *State) Check(a game.Action) *game.Refusal {
	if r := s.check(a); !r.ok() {
		return s.refusal(r)
	}
	return nil
}

// Apply implements [game.State].
func (s *State) Apply(a game.Action, sink game.Sink) *game.Refusal {
	if r := s.check(a); !r.ok() {
		return s.refusal(r)
	}
	s.sink = sink
	t := s.current()
	switch {
	case t.kind == tDestiny:
	case a.Verb == vThrow:
		s.last = thrown{uint8(a.C), true, [2]uint8{uint8(a.A), uint8(a.B)}}
	case a.Verb == vRoll && a.B == 0:
		s.last = thrown{1, false, [2]uint8{uint8(a.A)}}
	case a.Verb == vRoll:
		s.last = thrown{2, false, [2]uint8{uint8(a.A), uint8(a.B)}}
	}
	if s.waitsForDestiny(t, a) {
		s.push(tDestiny, destinyFirst, 0, 0)
	} else {
		nodes[t.kind].do(s, t, a)
	}
	s.run(sink)
	return nil
}

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
// accepts. All three rely on operands that are in range for the syntax of the verb. Where candidates share much of what
// has to be found out about them, options has settled it, and lists only what check accepts.
type node struct {
	step    func(*State, task) bool
	options func(*State, task, []game.Action) []game.Action
	check   func(*State, task, game.Action) reason
	do      func(*State, task, game.Action)
	settled bool
}

var nodes [taskKinds]node

func init() {
	nodes = [taskKinds]node{
		tDeploy:     {step: (*State).stepDeploy, options: (*State).optDeploy, check: (*State).checkDeploy, do: (*State).doDeploy},
		tTurn:       {step: (*State).stepTurn},
		tRound:      {step: (*State).stepRound, options: (*State).optRound, check: (*State).checkRound, do: (*State).doRound},
		tInitiative: {step: (*State).stepInitiative, options: (*State).optDice, check: (*State).checkDice, do: (*State).doInitiative},
		tCommand:    {step: (*State).stepCommand, options: (*State).optCommand, check: (*State).checkCommand, do: (*State).doCommand},
		tStart:      {step: (*State).stepStart},
		tRally:      {step: (*State).stepRally, options: (*State).optRally, check: (*State).checkRally, do: (*State).doRally},
		tRush:       {step: (*State).stepRush, options: (*State).optRush, check: (*State).checkRush, do: (*State).doRush},
		tAction:     {step: (*State).stepAction, options: (*State).optAction, check: (*State).checkAction, do: (*State).doAction, settled: true},
		tEngaged:    {step: (*State).stepEngaged, options: (*State).optEngaged, check: (*State).checkEngaged, do: (*State).doEngaged},
		tTest:       {step: (*State).stepTest, options: (*State).optDice, check: (*State).checkDice, do: (*State).doTest},
		tPhase:      {step: (*State).stepPhase},
		tReact:      {step: (*State).stepReact, options: (*State).optReact, check: (*State).checkReact, do: (*State).doReact},
		tIntruder:   {step: (*State).stepIntruder, options: (*State).optIntruder, check: (*State).checkIntruder, do: (*State).doIntruder},
		tShot:       {step: (*State).stepShot, options: (*State).optDice, check: (*State).checkDice, do: (*State).doShot},
		tCharge:     {step: (*State).stepCharge, options: (*State).optDice, check: (*State).checkDice, do: (*State).doCharge},
		tAnswer:     {step: (*State).stepAnswer, options: (*State).optAnswer, check: (*State).checkAnswer, do: (*State).doAnswer},
		tRun:        {step: (*State).stepRun, options: (*State).optRun, check: (*State).checkRunning, do: (*State).doRun},
		tMembers:    {step: (*State).stepMembers, options: (*State).optMembers, check: (*State).checkMembers, do: (*State).doMembers},
		tContact:    {step: (*State).stepContact, options: (*State).optDice, check: (*State).checkDice, do: (*State).doContact},
		tMelees:     {step: (*State).stepMelees, options: (*State).optMelees, check: (*State).checkMelees, do: (*State).doMelees},
		tMelee:      {step: (*State).stepMelee, options: (*State).optDice, check: (*State).checkDice, do: (*State).doMelee},
		tAfter:      {step: (*State).stepAfter, options: (*State).optDice, check: (*State).checkDice, do: (*State).doAfter},
		tFriend:     {step: (*State).stepFriend, options: (*State).optFriend, check: (*State).checkFriend, do: (*State).doFriend},
		tRelief:     {step: (*State).stepRelief, options: (*State).optRelief, check: (*State).checkRelief, do: (*State).doRelief},
		tPursuit:    {step: (*State).stepPursuit, options: (*State).optPursuit, check: (*State).checkPursuit, do: (*State).doPursuit},
		tHurt:       {step: (*State).stepHurt, options: (*State).optDice, check: (*State).checkDice, do: (*State).doHurt},
		tCommander:  {step: (*State).stepNature, options: (*State).optDice, check: (*State).checkDice, do: (*State).doCommander},
		tPanic:      {step: (*State).stepNature, options: (*State).optDice, check: (*State).checkDice, do: (*State).doPanic},
		tDestiny:    {step: (*State).stepDestiny, options: (*State).optDestiny, check: (*State).checkDestiny, do: (*State).doDestiny},
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
	if n.settled {
		return buf
	}
	return s.accepted(t, buf, from)
}

// accepted removes the actions after an index that the check of a task does not accept.
func (s *State) accepted(t task, buf []game.Action, from int) []game.Action {
	check := nodes[t.kind].check
	kept := buf[:from]
	for _, a := range buf[from:] {
		if check(s, t, a).ok() {
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

package bladebow

import (
	"acies/game"
)

// Chapter 5: the sequence of play. What still has to be done is a stack of tasks, the next on top. A task runs until it has
// finished or needs a choice or a roll; then the state waits, with that task on top.

type phase uint8

const (
	phaseSetup phase = iota
	phaseDraw
	phaseInitiative
	phaseImpulses
	phaseRouts
	phaseEnd
	phases
)

var phaseKeys = [phases]string{"setup", "draw", "initiative", "impulses", "routs", "end"}

type taskKind uint8

const (
	tNone        taskKind = iota
	tRanks                // a: side; b: the next unit to get its ranks
	tCamp                 // a: side
	tLeaders              // a: side, b: the next leader to be placed
	tShields              // a: side
	tDeal                 // a: side: its opening hand
	tDraw                 // a: what for; b: side: a card is drawn
	tTurn                 //
	tTake                 // a: side: may draw a card
	tInitiative           // a: stage
	tAfter                // what a scenario does after the initiative
	tDelay                // the arrival: how long to wait, and the area
	tArrive               //
	tImpulse              //
	tOrders               // the active side chooses an action
	tForm                 // a formation is gathered
	tEndAction            //
	tWindow               // a: window, b: what for, c: 0 for the first side, 1 for the second
	tMoves                // the units of a formation move
	tMove                 // one unit moves
	tPush                 // a displaced friend gives way
	tRide                 // a: leader: a square is chosen for him
	tVolleys              // the targets of a ranged action
	tFirers               // the firers of one attack
	tShot                 // a: stage
	tMelees               // the targets of a melee action
	tAttackers            // the attackers of one melee
	tDuel                 // a: stage
	tEvade                // the defender may retreat before melee
	tEntry                // a: attacker: entry dice
	tCommit               // cards are spent on entry dice
	tLead                 // the lead is chosen
	tRerolls              // a: side
	tReroll               // a: side, b: 1 if it is final: a die is thrown again; c: group
	tHurt                 // a: stage: a unit takes hits
	tCasualty             // a: leader, b: stage, c: 1 if he is being captured
	tRecoil               //
	tRoutDice             //
	tWithdraw             // a recoil after ranged fire
	tCheck                // a: unit, b: what for: one morale die
	tAdvance              //
	tAgain                // cavalry continuation
	tRally                //
	tFace                 // a: unit turns, b: how far at most, in eighths
	tRouts                // a: stage, b: 0 first side, 1 second
	tLeadersBack          // a: side
	tReturn               // a: side
	tRoutCheck            // a: side
	tVictory              //
	tTurnEnd              //
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
		tRanks:       {(*State).stepRanks, (*State).optRanks, (*State).checkRanks, (*State).doRanks, true},
		tCamp:        {(*State).stepCamp, (*State).optCamp, (*State).checkCamp, (*State).doCamp, true},
		tLeaders:     {(*State).stepLeaders, (*State).optLeaders, (*State).checkLeaders, (*State).doLeaders, true},
		tShields:     {(*State).stepShields, (*State).optShields, (*State).checkShields, (*State).doShields, false},
		tDeal:        {step: (*State).stepDeal},
		tDraw:        {(*State).stepNature, (*State).optDraw, (*State).checkDraw, (*State).doDraw, true},
		tTurn:        {step: (*State).stepTurn},
		tTake:        {(*State).stepTake, (*State).optTake, (*State).checkTake, (*State).doTake, true},
		tInitiative:  {(*State).stepInitiative, (*State).optDice, (*State).checkDice, (*State).doInitiative, true},
		tAfter:       {(*State).stepAfter, (*State).optDice, (*State).checkDice, (*State).doAfter, true},
		tDelay:       {(*State).stepDelay, (*State).optDelay, (*State).checkDelay, (*State).doDelay, true},
		tArrive:      {(*State).stepArrive, (*State).optArrive, (*State).checkArrive, (*State).doArrive, true},
		tImpulse:     {step: (*State).stepImpulse},
		tOrders:      {(*State).stepOrders, (*State).optOrders, (*State).checkOrders, (*State).doOrders, false},
		tForm:        {(*State).stepForm, (*State).optForm, (*State).checkForm, (*State).doForm, false},
		tEndAction:   {step: (*State).stepEndAction},
		tWindow:      {(*State).stepWindow, (*State).optWindow, (*State).checkWindow, (*State).doWindow, false},
		tMoves:       {(*State).stepMoves, (*State).optMoves, (*State).checkMoves, (*State).doMoves, true},
		tMove:        {(*State).stepMove, (*State).optMove, (*State).checkMove, (*State).doMove, true},
		tPush:        {(*State).stepPush, (*State).optPush, (*State).checkPush, (*State).doPush, false},
		tRide:        {(*State).stepRide, (*State).optRide, (*State).checkRide, (*State).doRide, false},
		tVolleys:     {(*State).stepVolleys, (*State).optVolleys, (*State).checkVolleys, (*State).doVolleys, false},
		tFirers:      {(*State).stepFirers, (*State).optFirers, (*State).checkFirers, (*State).doFirers, false},
		tShot:        {(*State).stepShot, (*State).optDice, (*State).checkDice, (*State).doShot, true},
		tMelees:      {(*State).stepMelees, (*State).optMelees, (*State).checkMelees, (*State).doMelees, false},
		tAttackers:   {(*State).stepAttackers, (*State).optAttackers, (*State).checkAttackers, (*State).doAttackers, false},
		tDuel:        {(*State).stepDuel, (*State).optDice, (*State).checkDice, (*State).doDuel, true},
		tEvade:       {(*State).stepEvade, (*State).optEvade, (*State).checkEvade, (*State).doEvade, false},
		tEntry:       {(*State).stepEntry, (*State).optDice, (*State).checkDice, (*State).doEntry, true},
		tCommit:      {(*State).stepCommit, (*State).optCommit, (*State).checkCommit, (*State).doCommit, false},
		tLead:        {(*State).stepLead, (*State).optLead, (*State).checkLead, (*State).doLead, false},
		tRerolls:     {(*State).stepRerolls, (*State).optRerolls, (*State).checkRerolls, (*State).doRerolls, false},
		tReroll:      {(*State).stepNature, (*State).optDice, (*State).checkDice, (*State).doReroll, true},
		tHurt:        {step: (*State).stepHurt},
		tCasualty:    {(*State).stepCasualty, (*State).optDice, (*State).checkDice, (*State).doCasualty, true},
		tRecoil:      {(*State).stepRecoil, (*State).optRecoil, (*State).checkRecoil, (*State).doRecoil, true},
		tRoutDice:    {(*State).stepRoutDice, (*State).optDice, (*State).checkDice, (*State).doRoutDice, true},
		tWithdraw:    {(*State).stepWithdraw, (*State).optWithdraw, (*State).checkWithdraw, (*State).doWithdraw, true},
		tCheck:       {(*State).stepNature, (*State).optDice, (*State).checkDice, (*State).doCheck, true},
		tAdvance:     {(*State).stepAdvance, (*State).optAdvance, (*State).checkAdvance, (*State).doAdvance, true},
		tAgain:       {(*State).stepAgain, (*State).optAgain, (*State).checkAgain, (*State).doAgain, true},
		tRally:       {step: (*State).stepRally},
		tFace:        {(*State).stepFace, (*State).optFace, (*State).checkFace, (*State).doFace, true},
		tRouts:       {step: (*State).stepRouts},
		tLeadersBack: {(*State).stepLeadersBack, (*State).optLeadersBack, (*State).checkLeadersBack, (*State).doLeadersBack, false},
		tReturn:      {(*State).stepReturn, (*State).optReturn, (*State).checkReturn, (*State).doReturn, false},
		tRoutCheck:   {step: (*State).stepRoutCheck},
		tVictory:     {step: (*State).stepVictory},
		tTurnEnd:     {(*State).stepTurnEnd, (*State).optDice, (*State).checkDice, (*State).doTurnEnd, true},
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
		s.refresh()
		t := s.current()
		if nodes[t.kind].step(s, t) {
			s.sink = nil
			return
		}
	}
	s.refresh()
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

// Legal implements [game.State].
func (s *State) Legal(buf []game.Action) []game.Action {
	if s.over {
		return buf
	}
	t := s.current()
	n := &nodes[t.kind]
	from := len(buf)
	buf = n.options(s, t, buf)
	if n.exact {
		return buf
	}
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

// Check implements [game.State].
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
	if a.Verb == vRoll {
		s.last = pool(a.A)
	}
	nodes[t.kind].do(s, t, a)
	s.run(sink)
	return nil
}

// begin sets up a game (15.1, R91).
func (s *State) begin() {
	setup := s.b.setup
	for i := range setup.Units {
		u := &setup.Units[i]
		s.units[i] = unit{square: int16(u.Square), facing: uint8(u.Facing), ranks: uint8(u.Ranks)}
		if u.Square < 0 {
			s.units[i].where, s.units[i].square = awaited, 0
		}
		if setup.Sides[u.Side].MaxRanks == 0 || u.Square < 0 {
			s.units[i].flags |= fKnown
		}
	}
	for i := range setup.Leaders {
		l := &setup.Leaders[i]
		s.leaders[i] = leader{square: int16(l.Square)}
		if l.Square < 0 {
			s.leaders[i] = leader{where: awaited}
		}
	}
	for side := range setup.Sides {
		s.camps[side] = int16(setup.Sides[side].Camps[0])
		if setup.Sides[side].TieBreaker {
			s.initiative = uint8(side)
		}
		for _, u := range setup.Sides[side].Shields {
			s.units[u].flags |= fShield
		}
	}
	s.active = none
	s.clearAction()
	s.winner = int8(game.Nobody)
	first := s.second()
	s.push(tTurn, 0, 0, 0)
	for _, side := range [2]uint8{other(first), first} {
		s.push(tDeal, side, 0, 0)
	}
	for _, side := range [2]uint8{other(first), first} {
		s.push(tShields, side, 0, 0)
		s.push(tLeaders, side, 0, 0)
		s.push(tCamp, side, 0, 0)
	}
	for _, side := range [2]uint8{other(first), first} {
		s.push(tRanks, side, -1, 0)
	}
	s.touch()
	s.run(nil)
}

// enter begins a phase.
func (s *State) enter(p phase) {
	if s.phase != p {
		s.phase = p
		s.say("phase", "bnb-C1a", word("phase", "phase."+phaseKeys[p]))
	}
}

func (s *State) stepTurn(task) bool {
	s.turn++
	s.hands = [2]uint8{}
	s.say("turn", "bnb-2.3.3.1a", num("turn", int(s.turn)))
	s.enter(phaseDraw)
	s.touch() // what can be seen of the enemy from the start
	t := s.top()
	t.kind = tInitiative
	if s.turn > 1 { // on the first turn the hands are full (5.1b)
		s.push(tTake, s.initiative, 0, 0)
		s.push(tTake, s.second(), 0, 0)
	}
	return false
}

// setImpulses sets the impulses of a turn (5.2, R21).
func (s *State) setImpulses() {
	for side := range s.impulses {
		n := s.b.setup.Sides[side].Impulses - int(s.killed[side])
		if s.overrun[side] {
			n--
		}
		s.impulses[side] = uint8(max(n, 1))
	}
}

// stepInitiative goes through step 5.3: cards, a die each, and who has won.
func (s *State) stepInitiative(t task) bool {
	switch t.a {
	case 0:
		s.setImpulses()
		s.enter(phaseInitiative)
		s.dice, s.omens = [2]int8{}, [2]int8{}
		s.stage(1)
		s.open(windowI, 0)
		return false
	case 1, 2:
		return s.roll()
	}
	s.pop()
	s.push(tAfter, 0, 0, 0)
	switch {
	case s.dice[0] < s.dice[1]:
		s.initiative = 0
	case s.dice[1] < s.dice[0]:
		s.initiative = 1
	}
	s.say("initiative", "bnb-5.3b", player("side", s.initiative))
	return false
}

func (s *State) doInitiative(t task, a game.Action) {
	side := s.second()
	if t.a == 2 {
		side = s.initiative
	}
	die := pool(a.A).lowest()
	s.dice[side] = int8(die) + s.omens[side]
	s.say("initiative-die", "bnb-5.3a", player("side", side), face("die", die), num("total", int(s.dice[side])))
	s.stage(t.a + 1)
}

// stepImpulse begins the next impulse, or ends the cycle (5.4).
func (s *State) stepImpulse(task) bool {
	s.enter(phaseImpulses)
	next := s.initiative
	if s.active != none {
		next = other(s.active)
	}
	if s.impulses[next] == 0 {
		next = other(next)
	}
	if s.impulses[next] == 0 {
		s.active = none
		s.pop()
		s.push(tRouts, 0, 0, 0)
		return false
	}
	s.active = next
	s.impulses[next]--
	s.actions = 0
	s.say("impulse", "bnb-5.4.1b", player("side", next), num("left", int(s.impulses[next])))
	s.push(tOrders, 0, 0, 0)
	s.open(windowA, 0)
	s.push(tDraw, drawActions, int(next), 0)
	return false
}

func (s *State) stepOrders(task) bool {
	if s.muddled > 0 { // one action remains (E16, R109)
		s.actions = uint8(max(int(s.actions)-int(s.muddled), 1))
		s.muddled = 0
	}
	if s.actions == 0 {
		s.pop()
		return false
	}
	s.clearAction()
	for i := range s.b.units {
		s.units[i].flags &^= fAttacked | fTarget | fFired | fShotAt | fCarded
	}
	return s.waitFor(s.active)
}

// clearAction forgets the last action.
func (s *State) clearAction() {
	s.form = form{wind: none}
	s.move = move{}
	s.shot = shot{target: none}
	s.duel = duel{target: none, camp: none}
	s.hurt = hurt{unit: none}
}

var orderVerbs = [...]game.Verb{orderMove: vMove, orderShoot: vShoot, orderMelee: vMelee, orderRally: vRally, orderWall: vWall}

func (s *State) optOrders(_ task, buf []game.Action) []game.Action {
	side := s.active
	for order := orderMove; order <= orderWall; order++ {
		for i := range s.b.units {
			if s.b.units[i].side == side && s.units[i].where == onMap {
				buf = append(buf, game.Action{Verb: orderVerbs[order], A: int32(i)})
			}
		}
	}
	for l := range s.b.leaders {
		if s.b.leaders[l].Side == int(side) {
			buf = append(buf, game.Action{Verb: vLeader, A: int32(s.b.leaderPiece(l))})
		}
	}
	for c, at := range s.cards {
		if at == inHand0+side {
			buf = append(buf, game.Action{Verb: vDiscard, A: int32(c)})
		}
	}
	return append(buf, game.Action{Verb: vBuy}, game.Action{Verb: vIdle}, game.Action{Verb: vEnd})
}

func (s *State) checkOrders(_ task, a game.Action) reason {
	side := s.active
	switch a.Verb {
	case vMove, vShoot, vMelee, vRally, vWall:
		return s.mayStart(uint8(a.A), orderOf(a.Verb))
	case vLeader:
		return s.mayRide(side, uint8(int(a.A)-len(s.b.units)))
	case vDiscard:
		if s.cards[a.A] != inHand0+side {
			return reason{id: whyNotHeld}
		}
		return reason{}
	case vBuy:
		if s.handCount(side) >= s.handSize(side) {
			return reason{id: whyHandFull, a: int16(s.handSize(side))}
		}
		return reason{}
	case vIdle, vEnd:
		return reason{}
	}
	return reason{id: whyOrders}
}

func orderOf(v game.Verb) uint8 {
	for order, verb := range orderVerbs {
		if verb == v {
			return uint8(order)
		}
	}
	return noOrder
}

func (s *State) doOrders(_ task, a game.Action) {
	side := s.active
	s.actions--
	s.push(tEndAction, 0, 0, 0)
	switch a.Verb {
	case vLeader:
		s.push(tRide, uint8(int(a.A)-len(s.b.units)), 0, 0)
	case vDiscard:
		s.cards[a.A] = discarded
		s.say("discards", "bnb-5.4.4.5a", player("side", side), card("card", int(a.A)))
	case vBuy:
		s.push(tDraw, drawBought, int(side), 0)
	case vIdle:
		s.say("passes", "bnb-5.4.4.7a", player("side", side))
	case vEnd:
		s.say("ends-impulse", "bnb-5.4.4.7a", player("side", side), num("actions", int(s.actions)+1))
		s.actions = 0
	default:
		s.form.kind = orderOf(a.Verb)
		s.form.leaders = 0xff
		s.join(uint8(a.A))
		s.push(tForm, 0, 0, 0)
	}
}

// stepEndAction ends an action: melee markers of units that have not attacked come off (9.4.4.6b, R61).
func (s *State) stepEndAction(task) bool {
	s.pop()
	s.clearAction()
	for i := range s.b.units {
		if u := uint8(i); s.side(u) == s.active && s.has(u, fMelee) && !s.has(u, fAttacked) {
			s.clear(u, fMelee)
			if s.placed(u) {
				s.say("marker-off", "bnb-9.4.4.6b", piece("unit", int(u)))
			}
		}
	}
	return false
}

func (s *State) stepTurnEnd(t task) bool {
	s.enter(phaseEnd)
	icon := 6
	if int(s.turn) <= len(s.b.setup.Icons) {
		icon = s.b.setup.Icons[s.turn-1]
	}
	switch {
	case icon == 6 || int(s.turn) >= len(s.b.setup.Icons):
		s.finish()
		return false
	case icon > 0:
		return s.roll()
	}
	s.pop()
	s.push(tTurn, 0, 0, 0)
	return false
}

func (s *State) doTurnEnd(_ task, a game.Action) {
	die, icon := pool(a.A).lowest(), s.b.setup.Icons[s.turn-1]
	s.say("end-die", "bnb-5.7b", face("die", die), num("icon", icon))
	if die <= icon {
		s.finish()
		return
	}
	s.pop()
	s.push(tTurn, 0, 0, 0)
}

package bladebow

import (
	"fmt"
	"slices"

	"acies/game"
)

// maxHand is the most cards that a side can hold: one more than the highest command value, which a die can show.
const maxHand = 7

// Limits returns an error if something that must always hold does not: one combat unit a square, ranks, hands, squares that
// can be entered.
func Limits(st game.State) error {
	s := st.(*State)
	seen := map[int16]int{}
	for i := range s.b.units {
		p := &s.units[i]
		if p.where != onMap {
			continue
		}
		if j, ok := seen[p.square]; ok {
			return fmt.Errorf("%s and %s are both in %s", s.b.units[i].id, s.b.units[j].id, s.b.PlaceID(int(p.square)))
		}
		seen[p.square] = i
		g := &s.b.ground[p.square]
		if g.closed || g.terrain == Marsh && s.b.units[i].Mounted {
			return fmt.Errorf("%s stands in %s, which it cannot enter", s.b.units[i].id, s.b.PlaceID(int(p.square)))
		}
		if s.enemyCamp(s.b.units[i].side, int(p.square)) {
			return fmt.Errorf("%s stands in the enemy's camp", s.b.units[i].id)
		}
		if p.ranks > 3 || p.ranks > 0 && s.b.units[i].Density == Open {
			return fmt.Errorf("%s has %d ranks", s.b.units[i].id, p.ranks)
		}
	}
	if s.cards[reshuffle] != inDeck {
		return fmt.Errorf("the Reshuffle card is not in the draw pile")
	}
	for side := range uint8(2) {
		if n := s.handCount(side); n > maxHand {
			return fmt.Errorf("side %d holds %d cards", side, n)
		}
	}
	return nil
}

// sound reports whether a decoded state can be played on. What one field may hold has been checked when it was read; here
// is what fields must be to each other.
func (s *State) sound() bool {
	if s.nTasks == 0 != s.over || s.active != none && s.active > 1 || s.duel.camp != none && s.duel.camp > 1 {
		return false
	}
	if s.over {
		return s.toAct == int8(game.Nobody)
	}
	if s.slain && s.b.setup.King == nil || s.sacked && s.b.setup.Sack == nil ||
		s.area > 0 && s.b.setup.Arrival == nil || s.delay > 0 && s.area == 0 {
		return false
	}
	if s.form.units>>len(s.b.units) != 0 || s.form.acted>>len(s.b.units) != 0 {
		return false
	}
	if Limits(s) != nil {
		return false
	}
	if !s.soundStack() {
		return false
	}
	for _, u := range s.duel.units[s.duel.n:] {
		if u != 0 {
			return false
		}
	}
	return s.soundEnds() && nodes[s.current().kind].options != nil
}

// soundEnds reports whether the lowest task, and no other, is one of the steps of a turn, which never leave the stack empty,
// and whether the task on top, if it is a combat, waits for dice.
func (s *State) soundEnds() bool {
	for i, t := range s.tasks[:s.nTasks] {
		step := false
		switch t.kind {
		case tTurn, tInitiative, tAfter, tImpulse, tRouts, tVictory, tTurnEnd:
			step = true
		}
		if step != (i == 0) || step && t.kind != tTurn && s.turn == 0 {
			return false
		}
	}
	switch t := s.current(); t.kind {
	case tShot:
		return t.a == 1 || t.a == 2
	case tDuel:
		return t.a >= duelAttack && t.a <= duelDefence
	case tTurnEnd:
		return int(s.turn) <= len(s.b.setup.Icons)
	}
	return true
}

// soundTask reports whether the numbers of a task are in range.
func (s *State) soundTask(t task) bool {
	units, leaders := len(s.b.units), len(s.b.leaders)
	unit := func(n int) bool { return n >= 0 && n < units }
	leader := func(n int) bool { return n >= 0 && n < leaders }
	side := t.a <= 1
	target := s.duel.target != none
	switch t.kind {
	case tNone:
		return false
	case tRanks:
		return side && int(t.b) >= -1 && int(t.b) <= units
	case tCamp, tShields, tDeal, tTake, tRerolls, tRoutCheck:
		return side
	case tLeaders, tLeadersBack:
		return side && int(t.b) >= 0 && int(t.b) <= leaders
	case tReturn:
		return side && int(t.b) >= 0 && int(t.b) <= units
	case tDraw:
		return t.a <= drawBought && t.b >= 0 && t.b <= 1
	case tWindow:
		return t.a < uint8(windows) && t.b >= 0 && s.soundWindow(window(t.a), int(t.b)) && t.c >= 0 && t.c <= 2
	case tAfter:
		return s.b.setup.Arrival != nil || t.a == 0 && s.b.setup.Pass != nil || t.a == 2
	case tDelay, tArrive:
		return s.b.setup.Arrival != nil && s.area > 0
	case tRide, tCasualty:
		return leader(int(t.a))
	case tCheck:
		return unit(int(t.a)) && int(t.b) >= 0 && int(t.b) < len(checkClauses)
	case tFace:
		return unit(int(t.a))
	case tFirers, tShot:
		return s.shot.target != none && (t.kind == tFirers || t.a <= 3)
	case tAttackers, tDuel, tLead, tCommit, tAdvance:
		return (target || s.duel.camp != none) && (t.kind != tDuel || t.a <= duelFollow)
	case tEvade, tAgain:
		return target
	case tEntry:
		return target && t.a < s.duel.n
	case tReroll:
		return side && t.c >= 0 && t.c <= 2
	case tHurt, tRecoil, tRoutDice, tWithdraw:
		return s.hurt.unit != none
	case tOrders, tForm, tMoves, tVolleys, tMelees, tEndAction:
		return s.active != none
	}
	return true
}

// soundWindow reports whether what a window is about exists.
func (s *State) soundWindow(w window, what int) bool {
	switch w {
	case windowF:
		return s.shot.target != none
	case windowC:
		return s.duel.n > 0
	case windowL:
		return what < len(s.b.leaders)
	case windowRecoil, windowPanic, windowAdvance:
		return what < len(s.b.units)
	case windowW:
		return what <= 1
	}
	return true
}

// under gives the tasks on which a task can lie in the stack; tNone stands for the bottom.
var under = [taskKinds][]taskKind{
	tRanks:       {tRanks, tCamp},
	tCamp:        {tLeaders},
	tLeaders:     {tShields},
	tShields:     {tDeal, tCamp},
	tDeal:        {tTurn, tDeal},
	tDraw:        {tDeal, tTake, tWindow, tEndAction},
	tTurn:        {tNone},
	tTake:        {tInitiative, tTake},
	tInitiative:  {tNone},
	tAfter:       {tNone},
	tDelay:       {tAfter},
	tArrive:      {tImpulse},
	tImpulse:     {tNone},
	tOrders:      {tImpulse},
	tForm:        {tEndAction},
	tEndAction:   {tOrders},
	tWindow:      {tInitiative, tOrders, tMoves, tVolleys, tRally, tShot, tDuel, tEntry, tRerolls, tRecoil, tRoutDice, tAdvance, tCasualty, tRouts},
	tMoves:       {tEndAction},
	tMove:        {tMoves},
	tPush:        {tMove, tHurt},
	tRide:        {tEndAction, tWindow},
	tVolleys:     {tEndAction},
	tFirers:      {tVolleys},
	tShot:        {tVolleys},
	tMelees:      {tEndAction},
	tAttackers:   {tMelees},
	tDuel:        {tMelees},
	tEvade:       {tDuel},
	tEntry:       {tCommit, tEntry},
	tCommit:      {tDuel},
	tLead:        {tDuel},
	tRerolls:     {tDuel},
	tReroll:      {tRerolls, tWindow},
	tHurt:        {tVolleys, tDuel},
	tCasualty:    {tCasualty, tHurt, tMove, tDuel, tLead, tFace, tArrive},
	tRecoil:      {tHurt},
	tRoutDice:    {tHurt, tRide},
	tWithdraw:    {tHurt},
	tCheck:       {tRide, tMove, tHurt, tAgain, tRally, tRoutCheck},
	tAdvance:     {tDuel},
	tAgain:       {tDuel},
	tRally:       {tEndAction},
	tFace:        {tRally, tDuel, tReturn},
	tRouts:       {tNone},
	tLeadersBack: {tRouts},
	tReturn:      {tRouts},
	tRoutCheck:   {tRouts},
	tVictory:     {tNone},
	tTurnEnd:     {tNone},
}

// soundStack reports whether the tasks can lie on each other as they do.
func (s *State) soundStack() bool {
	below := tNone
	for _, t := range s.tasks[:s.nTasks] {
		if t.kind == tNone || !slices.Contains(under[t.kind], below) || !s.soundTask(t) {
			return false
		}
		below = t.kind
	}
	return true
}

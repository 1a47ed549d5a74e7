package sword

import "acies/game"

// What an action consists of, for display: the kinds of its operands follow from the notation (notation.go);
// their roles, and what follows the verb, are listed here.

// forms gives the roles of each verb's operands, in the order of the notation.
var forms = [verbs]struct {
	roles []game.Role
	rolls bool // a roll follows, or may follow
	ends  bool // the action ends a step
}{
	vRoll:     {roles: []game.Role{game.Result}},
	vPlace:    {roles: []game.Role{game.Own, game.Goal}},
	vFace:     {roles: []game.Role{game.Own, game.Heading}},
	vReady:    {ends: true},
	vRest:     {roles: []game.Role{game.Own}},
	vDone:     {ends: true},
	vShoot:    {roles: []game.Role{game.Target}, rolls: true},
	vWith:     {roles: []game.Role{game.Own}, rolls: true},
	vFire:     {rolls: true},
	vActivate: {roles: []game.Role{game.Own}},
	vForce:    {roles: []game.Role{game.Enemy}},
	vBar:      {roles: []game.Role{game.Enemy}},
	vMove:     {roles: []game.Role{game.Own}},
	vTo:       {roles: []game.Role{game.Goal, game.Heading, game.Plain}},
	vBack:     {roles: []game.Role{game.Goal, game.Plain, game.Plain}},
	vRide:     {roles: []game.Role{game.Goal}},
	vStay:     {ends: true},
	vAttack:   {roles: []game.Role{game.Own}},
	vMelee:    {roles: []game.Role{game.Own, game.Enemy, game.Enemy, game.Enemy}, rolls: true},
	vPair:     {roles: []game.Role{game.Own, game.Own}, rolls: true},
	vJoin:     {roles: []game.Role{game.Own}, rolls: true},
	vFight:    {rolls: true},
	vBurn:     {roles: []game.Role{game.Enemy}},
	vRetreat:  {roles: []game.Role{game.Own, game.Goal, game.Heading, game.Own}},
	vAdvance:  {roles: []game.Role{game.Own, game.Goal, game.Heading}},
	vAside:    {roles: []game.Role{game.Own}},
	vBehind:   {roles: []game.Role{game.Own}},
	vFlee:     {roles: []game.Role{game.Own}},
	vFleeAll:  {roles: []game.Role{game.Own}},
	vSwerve:   {roles: []game.Role{game.Goal}},
	vGo:       {roles: []game.Role{game.Own}},
	vRemain:   {roles: []game.Role{game.Own}},
	vRally:    {roles: []game.Role{game.Own}, rolls: true},
	vCharge:   {roles: []game.Role{game.Enemy}, rolls: true},
	vEnter:    {roles: []game.Role{game.Own, game.Goal, game.Heading}},
	vReact:    {roles: []game.Role{game.Enemy}, rolls: true},
	vPursue:   {rolls: true},
	vHold:     {roles: []game.Role{game.Own}},
	vPromote:  {roles: []game.Role{game.Own}},
	vHead:     {roles: []game.Role{game.Goal}},
}

// orderKeys are the words for where in a stack a move ends.
var orderKeys = [...]string{"", "action.on-top", "action.beneath"}

// Choice implements [game.Battle].
func (b *Battle) Choice(a game.Action) game.Choice {
	if a.Verb == 0 || a.Verb >= verbs {
		return game.Choice{Verb: "?", Key: "action.?"}
	}
	x, f := syntax[a.Verb], &forms[a.Verb]
	c := game.Choice{Verb: x.word, Key: "action." + x.word, Rolls: f.rolls, Ends: f.ends}
	if x.args == [4]operand{} {
		return c
	}
	c.Operands, _ = operandsOf(a)
	switch {
	case a.Verb == vMelee && a.D != 0:
		c.Key += "-three"
	case a.Verb == vMelee && a.C != 0:
		c.Key += "-two"
	case a.Verb == vRetreat && a.D != 0:
		c.Key += "-one"
	}
	return c
}

// operandsOf returns the operands of an action and, for each, the index of the action's number it comes from: 0 for A.
func operandsOf(a game.Action) (list []game.Operand, from []int) {
	x, f := syntax[a.Verb], &forms[a.Verb]
	list, from = make([]game.Operand, 0, len(x.args)), make([]int, 0, 4)
	values := [4]int32{a.A, a.B, a.C, a.D}
	for i, kind := range x.args {
		role, v := game.Plain, values[i]
		if i < len(f.roles) {
			role = f.roles[i]
		}
		add := func(kind game.Kind, n int32) {
			list, from = append(list, game.Operand{Kind: kind, Role: role, N: int(n)}), append(from, i)
		}
		order := func(o int) {
			if o > 0 && o < len(orderKeys) {
				list, from = append(list, game.Operand{Kind: game.Key, Text: orderKeys[o]}), append(from, i)
			}
		}
		switch kind {
		case opRoll:
			add(game.Die, v)
		case opPiece, opUnit, opLeader:
			add(game.Piece, v)
		case opHex:
			add(game.Place, v)
		case opFacing:
			add(game.Facing, v)
		case opOrder:
			order(int(v))
		case opEnd:
			facing, o := unpackEnd(v)
			add(game.Facing, int32(facing))
			order(o)
		case opOtherHex:
			if v != 0 {
				add(game.Place, v-1)
			}
		case opOneUnit:
			if v != 0 { // a unit that goes alone is pointed at itself, not the hex of its stack
				list[0], from[0] = game.Operand{Kind: game.Piece, Role: role, N: int(v - 1)}, i
			}
		}
	}
	return list, from
}

// Instead implements [game.Changer].
func (b *Battle) Instead(a game.Action, operand, n int) game.Action {
	list, from := operandsOf(a)
	at, v := from[operand], int32(n)
	switch syntax[a.Verb].args[at] {
	case opOtherHex, opOneUnit:
		v++
	case opOrder:
		return a // an order is a word, not a number
	case opEnd:
		if list[operand].Kind != game.Facing {
			return a
		}
		_, o := unpackEnd(a.C)
		v = packEnd(n, o)
	}
	*[4]*int32{&a.A, &a.B, &a.C, &a.D}[at] = v
	return b.normal(a)
}

// Secrets implements [game.Battle]: these books hide nothing.
func (b *Battle) Secrets() bool { return false }

// Shown implements [game.State].
func (s *State) Shown(a game.Action, _ game.Side) (game.Action, bool) { return a, true }

// Dice implements [game.State]: two six-sided dice for the initiative, else one ten-sided die, 0 to 9 (ant-0.3b,
// ant-0.3d).
func (s *State) Dice() game.Dice {
	switch {
	case s.toAct != int8(game.Nature):
		return game.Dice{}
	case s.current().kind == tInitiative:
		return game.Dice{N: 2, Low: 1, High: 6}
	}
	return game.Dice{N: 1, Low: 0, High: 9}
}

// Thrown implements [game.State]. For the initiative the sum of the dice is enough.
func (s *State) Thrown(faces []int) (game.Action, *game.Refusal) {
	d := s.Dice()
	if d.N == 0 {
		return game.Action{}, s.refusal(s.check(game.Action{Verb: vRoll}))
	}
	a := game.Action{Verb: vRoll}
	if len(faces) == d.N && d.N > 1 {
		for _, n := range faces {
			if n < d.Low || n > d.High {
				return game.Action{}, s.refusal(reason{id: whyFaces6, a: clip(int32(n))})
			}
			a.A += int32(n)
		}
		return a, nil
	}
	if len(faces) != 1 {
		return game.Action{}, s.refusal(reason{id: whyDice, a: int16(d.N), b: clip(int32(len(faces)))})
	}
	a.A = int32(faces[0])
	return a, s.Check(a)
}

package impetus

import (
	"strconv"

	"acies/game"
	"acies/plane"
)

// What a viewer may see of a state. Everything is open, except the Command that the first player has named until the
// other has named his own (3.1d).

// Moment returns the turn and the key of the phase, as [State.View] does.
func (s *State) Moment() (turn int, phase string) { return int(s.turn), "phase." + phaseKeys[s.phase] }

// hidesName reports whether a Command that a side has named is still unknown to a viewer.
func (s *State) hidesName(side uint8, viewer game.Side) bool {
	return s.current().kind == tRound && s.named[side] != none && game.Side(side) != viewer
}

// View implements [game.State].
func (s *State) View(viewer game.Side) game.View {
	turn, phase := s.Moment()
	v := game.View{
		Side: viewer, ToAct: s.ToAct(), Turn: turn, Turns: s.b.setup.Turns, Phase: phase, Setup: s.phase == phaseSetup, Open: s.current().kind != tRound,
		Phases: s.phases(), Prompt: s.prompt(), Active: -1,
	}
	for _, u := range s.acting() {
		v.Chosen = append(v.Chosen, int(u))
	}
	if s.act.n > 0 {
		v.Active = int(s.act.units[0])
	}
	values := make([]game.Value, 0, 5*len(s.b.units))
	states := make([]string, 0, 5*len(s.b.units))
	v.Pieces = make([]game.PieceView, len(s.b.units))
	for i := range s.b.units {
		v.Pieces[i] = s.viewUnit(uint8(i), &values, &states)
	}
	v.Scores = s.scores()
	if t := s.current(); t.kind == tDeploy {
		for _, u := range s.b.members[t.a][t.b] {
			v.Free = append(v.Free, int(u))
		}
	}
	if s.current().kind == tCommand {
		for _, u := range s.b.members[s.active][s.act.command] {
			if s.ready(u) {
				v.Together = append(v.Together, int(u))
			}
		}
	}
	v.Order = s.order(viewer)
	v.Marks, v.Pools = s.marks(), s.pools()
	if s.ToAct() == viewer && viewer >= 0 {
		v.Legal, v.Advance = s.Legal(make([]game.Action, 0, 64)), s.advancing()
	}
	return v
}

// scores tells what each side has lost: as points of the enemy, and on its way to the demoralisation of the army and of each
// Command (section 23).
func (s *State) scores() []game.Score {
	var list []game.Score
	for side := range uint8(2) {
		army, lost := &s.b.setup.Sides[side], s.lostValue(side)
		list = append(list,
			game.Score{Side: game.Side(other(side)), Key: "score.enemy-lost", Clause: "imp-23.1a", Points: lost},
			game.Score{Side: game.Side(side), Key: "score.lost", Clause: "imp-23.1a", Points: lost, Track: true, Of: (s.b.value[side] + 1) / 2})
		for c := range army.Commands {
			list = append(list, game.Score{
				Side: game.Side(side), Key: commandScores[c], Clause: "imp-23.1b", Points: s.lostOf(side, uint8(c)), Track: true, Of: (s.b.worth[side][c] + 1) / 2,
			})
		}
	}
	return list
}

// order lists the Commands of both sides by the unit of their commander, as far as the viewer may know which have been
// named.
func (s *State) order(viewer game.Side) []game.Turn {
	var list []game.Turn
	for side := range uint8(2) {
		for i := range s.b.setup.Sides[side].Commands {
			c, x := uint8(i), &s.commands[side][i]
			t := game.Turn{Piece: int(s.b.members[side][i][0]), Rating: s.initiativeBonus(side, c), Status: "ready"}
			if at := s.b.setup.Sides[side].Commands[i].Attached; at >= 0 {
				t.Piece = at
			}
			switch at := s.current(); {
			case s.phase == phaseSetup:
				if at.kind == tDeploy && at.a == side && at.b == int16(i) {
					t.Status = "now"
				}
			case x.routed || !s.hasUnits(side, c):
				t.Status = "gone"
			case s.active == side && s.act.command == c:
				t.Status = "now"
			case x.spent:
				t.Status = "past"
			case s.phase == phaseRound && s.named[side] == c && !s.hidesName(side, viewer):
				t.Status = "next"
			}
			list = append(list, t)
		}
	}
	return list
}

// marks shows the zone in which a Command is placed, where those who act mean to go while their test is rolled, and where a charge began.
func (s *State) marks() []game.Mark {
	var list []game.Mark
	if t := s.current(); t.kind == tDeploy {
		z := &s.b.setup.Sides[t.a].Zone
		list = append(list, game.Mark{Place: -1, Key: "zone", Outline: []game.Point{{X: z.X[0], Y: z.Y[0]}, {X: z.X[1], Y: z.Y[0]}, {X: z.X[1], Y: z.Y[1]}, {X: z.X[0], Y: z.Y[1]}}})
	}
	for i := range s.nTasks {
		if s.tasks[i].kind != tPhase {
			continue
		}
		for member, u := range s.acting() {
			x := s.shapeAt(u, s.phaseEnd(member, game.Verb(s.act.kind), s.act.a, s.act.b))
			list = append(list, game.Mark{Place: -1, Key: "planned", Outline: outline(&x)})
		}
	}
	return list
}

func outline(x *plane.Shape) []game.Point {
	list := make([]game.Point, 4)
	for i, c := range x.Corner {
		list[i] = game.Point{X: int32(c.X), Y: int32(c.Y)}
	}
	return list
}

// pools shows the dice that lie on the table: the initiative of the round, and what a shot, pila or a melee has thrown.
func (s *State) pools() []game.Pool {
	var list []game.Pool
	for side := range s.dice {
		if d := s.dice[side]; d[0] != 0 {
			list = append(list, game.Pool{Key: "pool.initiative", Side: game.Side(side), Piece: -1, Dice: []int{int(d[0]), int(d[1])}})
		}
	}
	hits := func(u uint8, sixes, fives uint8) {
		if sixes+fives == 0 {
			return
		}
		p := game.Pool{Key: "pool.hits", Side: game.Side(s.side(u)), Piece: int(u)}
		for range sixes {
			p.Dice, p.Signs = append(p.Dice, 6), append(p.Signs, "hit")
		}
		for i := range fives {
			sign := ""
			switch { // two of them do one damage together (13.1d)
			case i|1 >= fives:
			case i&1 == 0:
				sign = "hit"
			default:
				sign = "pair"
			}
			p.Dice, p.Signs = append(p.Dice, 5), append(p.Signs, sign)
		}
		list = append(list, p)
	}
	if d := s.last; d.n > 0 {
		p := game.Pool{Key: "pool.last", Side: game.Nature, Piece: -1}
		for i := range d.n {
			face := 0 // of a pool: any that does not count
			switch {
			case !d.pool:
				face = int(d.faces[i])
			case i < d.faces[0]:
				face = 6
			case i < d.faces[0]+d.faces[1]:
				face = 5
			}
			p.Dice = append(p.Dice, face)
		}
		list = append(list, p)
	}
	f := &s.fight
	switch s.kindOnStack() {
	case tShot:
		hits(s.shot.firer, s.shot.sixes, s.shot.fives)
	case tMelee, tAfter:
		for i := range 2 {
			hits(f.mains[i], f.sixes[i], f.fives[i])
			if f.die[i] != 0 {
				list = append(list, game.Pool{Key: "pool.cohesion", Side: game.Side(s.side(f.mains[i])), Piece: int(f.mains[i]), Dice: []int{int(f.die[i])}})
			}
		}
	}
	return list
}

// kindOnStack returns the highest task that throws dice which still count.
func (s *State) kindOnStack() taskKind {
	for i := int(s.nTasks) - 1; i >= 0; i-- {
		if k := s.tasks[i].kind; k == tShot || k == tMelee || k == tAfter {
			return k
		}
	}
	return tNone
}

var commandScores = [MaxCommands]string{"score.command-1", "score.command-2", "score.command-3", "score.command-4"}

var phaseNames = []string{"phase.setup", "phase.round", "phase.command", "phase.end"}

// phases returns the phases that a track shows; the set-up is included only while it lasts.
func (s *State) phases() []string {
	if s.phase == phaseSetup {
		return phaseNames
	}
	return phaseNames[1:]
}

func (s *State) viewUnit(u uint8, values *[]game.Value, states *[]string) game.PieceView {
	d, x := s.data(u), &s.units[u]
	v := game.PieceView{Piece: int(u), Place: -1, Facing: -1}
	from, first := len(*values), len(*states)
	*values = append(*values, game.Value{Key: "vbu", N: s.vbu(u)}, game.Value{Key: "impetus", N: d.Impetus})
	if rows := s.rowCount(u); rows > 1 {
		*values = append(*values, game.Value{Key: "rows", N: rows}, game.Value{Key: "rear", N: int(x.rows[rows-1])})
	}
	v.Values = (*values)[from:len(*values):len(*values)]
	switch x.where {
	case lost, gone:
		*states = append(*states, "eliminated")
	case unplaced, inside:
		*states = append(*states, "expected")
	default:
		v.Pose = &game.Pose{Point: game.Point{X: x.X, Y: x.Y}, Heading: int32(x.H)}
		for _, f := range stateKeys {
			if x.flags&f.flag != 0 {
				*states = append(*states, f.key)
			}
		}
		if !s.fresh(u) {
			*states = append(*states, "worn")
		}
		if s.hasCommander(u) {
			*states = append(*states, "led")
		}
		if s.inMelee(u) {
			*states = append(*states, "melee")
		}
		if s.strained(u) {
			*states = append(*states, "strained")
		}
	}
	v.States = (*states)[first:len(*states):len(*states)]
	return v
}

// strained reports whether a unit has failed a test whose price it pays at the end of its move.
func (s *State) strained(u uint8) bool {
	return s.charge.unit == u && s.charge.failed || !s.test.passed && s.test.unit == u && s.onStack(tPhase, tCharge)
}

// onStack reports whether one of some tasks is still to be done, under the one on top.
func (s *State) onStack(kinds ...taskKind) bool {
	for i := range s.nTasks {
		for _, k := range kinds {
			if s.tasks[i].kind == k {
				return s.current().kind != tTest
			}
		}
	}
	return false
}

var stateKeys = [...]struct {
	flag flags
	key  string
}{
	{fDisordered, "disordered"},
	{fMarked, "marked"},
	{fActivated, "done"},
	{fFired, "fired"},
	{fWalled, "shieldwall"},
	{fEvading, "evading"},
	{fInVillage, "in-village"},
}

// promptKeys names what a waiting task asks for.
var promptKeys = [taskKinds]string{
	tDeploy: "deploy", tRound: "name", tInitiative: "die-initiative", tCommand: "command", tRally: "rally", tRush: "rush", tAction: "action",
	tEngaged: "engaged", tTest: "die-test", tReact: "react", tIntruder: "intruder", tShot: "die-shot", tCharge: "die-extension", tAnswer: "answer",
	tRun: "run", tMembers: "members", tContact: "die-pila", tMelees: "melees", tMelee: "die-melee", tAfter: "die-retreat", tFriend: "friend",
	tRelief: "relief", tPursuit: "pursuit", tHurt: "die-cohesion", tCommander: "die-commander", tPanic: "die-panic", tDestiny: "destiny",
}

// prompt returns what the side to act is asked.
func (s *State) prompt() game.Event {
	if s.over {
		return game.Event{Key: "prompt.over"}
	}
	t := s.current()
	e := game.Event{Key: "prompt." + promptKeys[t.kind]}
	switch t.kind {
	case tDeploy:
		e.Args = append(e.Args, num("command", int(t.b)+1), s.b.commander(t.a, uint8(t.b)))
	case tRound:
		if side := s.toAct; side >= 0 {
			n := len(s.b.setup.Sides[side].Commands)
			two := n == 2 && s.canAct(uint8(side), 0) && s.canAct(uint8(side), 1)
			own, theirs := s.spent(uint8(side)), s.spent(other(uint8(side)))
			again := own+theirs > 0 // the question comes back in every round, whoever has won the last
			if two {
				e.Key = "prompt.name-two"
			}
			if again {
				e.Key = "prompt.name-again"
			}
			if two && again {
				e.Key = "prompt.name-two-again"
			}
			e.Args = append(e.Args, player("side", uint8(side)), num("own", own), player("enemy", other(uint8(side))), num("theirs", theirs))
			for c := range n {
				e.Args = append(e.Args, word(strconv.Itoa(c+1), s.b.leaders[side][c]))
			}
		}
	case tCommand:
		if s.anyCompelled() != none {
			e.Key = "prompt.command-must"
		}
		e.Args = append(e.Args, num("command", int(s.act.command)+1), s.b.commander(s.active, s.act.command))
	case tAction:
		if len(s.Legal(nil)) == 1 {
			e.Key = "prompt.action-end"
		}
		e.Args = append(e.Args, piece("unit", int(s.act.units[0])), num("n", int(s.act.n)))
	case tRally:
		if s.act.tries == 1 {
			e.Key = "prompt.rally-again"
		}
		if s.act.tries > 1 {
			e.Key = "prompt.rally-last"
		}
		e.Args = append(e.Args, piece("unit", int(s.act.units[0])))
	case tRush, tEngaged:
		e.Args = append(e.Args, piece("unit", int(s.act.units[0])), num("n", int(s.act.n)))
	case tTest:
		e.Args = append(e.Args, piece("unit", int(s.test.unit)), word("test", purposeKeys[s.test.purpose]), num("needed", s.testNeeds()))
	case tReact:
		e.Args = append(e.Args, piece("unit", int(t.b)))
	case tIntruder:
		e.Args = append(e.Args, piece("unit", int(t.a)), piece("target", int(t.b)))
	case tShot:
		e.Args = append(e.Args, piece("unit", int(s.shot.firer)), piece("target", int(s.shot.target)))
	case tCharge, tAnswer, tRun:
		e.Args = append(e.Args, piece("unit", int(s.charge.unit)), piece("target", int(s.charge.target)))
	case tRelief:
		own := s.fight.mains
		if s.side(own[0]) != s.active {
			own[0], own[1] = own[1], own[0]
		}
		e.Args = append(e.Args, piece("unit", int(own[0])), piece("target", int(own[1])))
	case tContact, tMelee:
		e.Args = append(e.Args, piece("unit", int(s.fight.mains[0])), piece("target", int(s.fight.mains[1])))
		if t.kind == tMelee && t.a >= meleeDefenderDie {
			e.Key = "prompt.die-cohesion"
			e.Args[0] = piece("unit", int(s.fight.mains[meleeAttackerDie-t.a]))
		}
	case tAfter:
		e.Args = append(e.Args, piece("unit", int(s.fight.loser)))
	case tFriend:
		e.Args = append(e.Args, piece("unit", int(t.a)), piece("friend", int(t.b)))
	case tPursuit:
		e.Args = append(e.Args, piece("unit", int(s.fight.mains[s.fight.winner])))
		if t.a == pursuitDie {
			e.Key = "prompt.die-pursuit"
		}
	case tDestiny:
		if t.a == destinyDie {
			e.Key = "prompt.die-destiny"
			e.Args = append(e.Args, num("shown", int(t.b)))
		} else {
			e.Args = append(e.Args, num("n", int(s.luck[s.namer(t.a)])))
		}
	case tHurt:
		e.Args = append(e.Args, piece("unit", int(s.hurt.unit)))
	case tPanic:
		e.Args = append(e.Args, piece("unit", int(t.a)))
	case tCommander:
		e.Args = append(e.Args, player("side", uint8(t.b>>1)), num("command", int(t.a)+1), s.b.commander(uint8(t.b>>1), t.a))
	}
	e.Args = s.pending(e.Args)
	return e
}

// spent returns how many Commands of a side have been activated this turn, or may no more be.
func (s *State) spent(side uint8) (n int) {
	for c := range s.b.setup.Sides[side].Commands {
		if s.commands[side][c].spent {
			n++
		}
	}
	return n
}

// pending adds what has been declared and is known to all while it waits for dice or an answer: the charge, or how far a
// unit breaks off.
func (s *State) pending(args []game.Arg) []game.Arg {
	if t := s.current(); t.kind == tTest && s.test.purpose == forDisengage {
		return append(args, length("back", s.act.a))
	}
	for i := range s.nTasks {
		if s.tasks[i].kind == tCharge {
			extended := 0
			if s.charge.extended {
				extended = 1
			}
			return append(args, piece("charger", int(s.charge.unit)), piece("charged", int(s.charge.target)), num("extended", extended))
		}
	}
	return args
}

// Shown implements [game.State]: the name of a Command stays hidden until both have named theirs.
func (s *State) Shown(a game.Action, viewer game.Side) (game.Action, bool) {
	if t := s.current(); t.kind == tRound && a.Verb == vName && viewer != s.ToAct() {
		return game.Action{Verb: vName}, true
	}
	return a, true
}

// Resample implements [game.State]: a Command that the viewer does not know becomes any that the enemy could have named.
func (s *State) Resample(viewer game.Side, src game.Source) {
	for side := range uint8(2) {
		if !s.hidesName(side, viewer) {
			continue
		}
		n, _ := s.open(side)
		if n < 2 {
			continue
		}
		k := game.Intn(src, n)
		for c := range s.b.setup.Sides[side].Commands {
			if s.canAct(side, uint8(c)) {
				if k == 0 {
					s.named[side] = uint8(c)
					break
				}
				k--
			}
		}
	}
}

// whyNoTarget says why those who act can neither shoot at an enemy nor charge him. Nobody asks why troops without missiles
// do not shoot, nor why those without impetus do not charge.
func (s *State) whyNoTarget(enemy uint8) (list []game.Refusal) {
	for _, u := range s.acting() {
		if r := s.checkFire(u, enemy); !r.ok() && s.data(u).Weapon != NoWeapon {
			list = append(list, *s.refusal(r))
		}
	}
	if r := s.whyNoCharge(enemy); !r.ok() && (list == nil || r.id != whyNoImpetus) {
		list = append(list, *s.refusal(r))
	}
	return list
}

// whyNoCharge says why those who act cannot charge an enemy, even with an extension.
func (s *State) whyNoCharge(enemy uint8) reason {
	r := s.checkAction(task{}, game.Action{Verb: vCharge, A: int32(enemy)})
	if r.ok() || s.checkAction(task{}, game.Action{Verb: vCharge, A: int32(enemy), B: 1}).ok() {
		return reason{}
	}
	u, x := s.firstMember(enemy)
	y := s.shape(enemy)
	t, limit := plane.Advance(&x, x.H, &y), s.allowance()+s.extension(u, !s.disordered(u))
	if entitled := s.mayCharge(u, enemy); !entitled.ok() {
		return entitled
	}
	switch {
	case t == plane.Never:
		return reason{id: whyNotAhead, a: int32(enemy)}
	case t > limit:
		return reason{id: whyChargeFar, a: t - limit, b: limit}
	}
	return r
}

// Status implements [game.State].
func (s *State) Status(p int, viewer game.Side) game.Status {
	if p < 0 || p >= len(s.b.units) {
		return game.Status{Reasons: []game.Refusal{*s.refusal(reason{id: whyNoPiece})}}
	}
	u := uint8(p)
	if s.ToAct() >= 0 && game.Side(s.side(u)) == s.ToAct() {
		for _, a := range s.Legal(nil) {
			for _, o := range s.b.Choice(a).Operands {
				if o.Kind == game.Piece && o.N == p {
					return game.Status{CanAct: true}
				}
			}
		}
		for _, v := range s.acting() {
			if v == u && s.current().kind <= tEngaged {
				return game.Status{CanAct: true}
			}
		}
		if t := s.current(); t.kind == tDeploy {
			if s.mayPlace(t, u) {
				return game.Status{CanAct: true}
			}
			return game.Status{Reasons: []game.Refusal{*s.refusal(s.checkPlace(t.a, uint8(t.b), u, s.units[u].Pose))}}
		}
	}
	if s.current().kind == tAction && viewer == s.ToAct() && game.Side(s.side(u)) != viewer && s.placed(u) {
		if list := s.whyNoTarget(u); list != nil {
			return game.Status{Reasons: list}
		}
	}
	why := reason{id: whyNotNow}
	switch {
	case !s.placed(u):
		why = reason{id: whyNoPiece}
	case game.Side(s.side(u)) != s.ToAct():
		why = reason{id: whyNotYours, a: int32(u)}
	case s.has(u, fActivated):
		why = reason{id: whyActivated, a: int32(u)}
	case s.current().kind != tCommand:
		// What comes first: nothing of what is asked is to end the Command.
		if r := s.check(game.Action{Verb: vEnd}); !r.ok() {
			why = r
		}
	case s.b.units[u].command != s.act.command:
		why = reason{id: whyNotActive}
	case s.act.n > 0 && !s.acts(u):
		why = reason{id: whyNotActing, a: int32(u)}
	}
	return game.Status{Reasons: []game.Refusal{*s.refusal(why)}}
}

package sword

import (
	"math/bits"
	"slices"

	"acies/game"
)

// What a viewer may see of a state. These books hide nothing, so both sides see the same except for their own choices.

// nodeKeys names what a waiting task asks for.
var nodeKeys = [taskKinds]string{
	tDeploy: "deploy", tRest: "rest", tArchers: "archers", tInitiative: "initiative", tFirst: "first", tBar: "bar",
	tForce: "force", tNext: "next", tMoves: "moves", tGroup: "group", tRide: "ride", tVolley: "volley",
	tShooters: "shooters", tDeclare: "declare", tMelees: "melees", tAssemble: "assemble", tDefend: "defend",
	tOffend: "offend", tRetreats: "retreats", tAdvance: "advance", tStray: "stray", tBurn: "burn", tBlow: "blow",
	tRally: "rally", tRallied: "rallied", tRouts: "routs", tDie: "die", tFlee: "flee", tSwept: "flee", tFlight: "swerve",
	tSettle: "settle", tLeaderGo: "leader-go", tPlaceLeader: "place-leader",
	tReact: "react", tDisperse: "disperse", tHold: "hold", tSucceed: "succeed", tHead: "head",
}

// A question can differ with what its answers are: an offensive shot cannot be declined where pila must be thrown (13.2.5e),
// who has declared an attack goes on to fight it, when no unit can move any more the leader still may, some advances can be
// declined, and a set-up may be more or less free.
const (
	pilaKey       = "prompt.pila"
	declaredKey   = "prompt.declared"
	movedKey      = "prompt.moved"
	mayAdvanceKey = "prompt.may-advance"
	freeKey       = "prompt.deploy-free"
	placeKey      = "prompt.deploy-place"
	faceKey       = "prompt.deploy-face"
	exchangeKey   = "prompt.deploy-exchange"
)

var dieKeys = [...]string{"die-shot", "die-melee", "die-leader", "die-passed", "die-rally", "die-flight", "die-react"}

// View implements [game.State].
func (s *State) View(side game.Side) game.View {
	v := game.View{
		Side: side, ToAct: s.ToAct(), Turn: int(s.turn), Turns: s.b.setup.Turns,
		Phase: s.phaseKey(), Setup: s.phase == phaseSetup, Phases: s.phases(), Prompt: s.prompt(), Active: -1,
	}
	if !s.over {
		v.Order = s.order()
	}
	if s.active != none {
		v.Active = len(s.b.units) + int(s.active)
	}
	switch s.current().kind {
	case tGroup:
		for _, u := range s.group.units[:s.group.n] {
			v.Chosen = append(v.Chosen, int(u))
		}
		for set := s.group.leaders; set != 0; set &= set - 1 {
			v.Chosen = append(v.Chosen, len(s.b.units)+bits.TrailingZeros32(set))
		}
	case tMoves, tStray:
		if s.ToAct() == side {
			v.Advance = s.advancing()
			if done := (game.Action{Verb: vDone}); !s.check(done).ok() {
				v.Withheld = []game.Action{done}
			}
		}
	case tShooters:
		for _, u := range s.shot.shooters[:s.shot.n] {
			v.Chosen = append(v.Chosen, int(u))
		}
	}
	v.Pieces = make([]game.PieceView, 0, len(s.b.units)+len(s.b.leaders))
	values := make([]game.Value, 0, 3*len(s.b.units)+4*len(s.b.leaders)) // of all pieces
	states := make([]string, 0, 3*cap(v.Pieces))                         // of all pieces
	for i := range s.b.units {
		v.Pieces = append(v.Pieces, s.viewUnit(i, &values, &states))
	}
	for i := range s.b.leaders {
		v.Pieces = append(v.Pieces, s.viewLeader(i, &values))
	}
	for _, h := range s.marked[:s.nMark] {
		v.Marks = append(v.Marks, game.Mark{Place: int(h), Key: "melee"})
	}
	for i, c := range s.charges[:s.nCharges] {
		if h := s.units[c.target].hex; h >= 0 && s.firstCharge(c.target) == i {
			v.Marks = append(v.Marks, game.Mark{Place: int(h), Key: "charge"})
		}
	}
	for i := range s.b.scores {
		if p := int(s.points[i]); p != 0 {
			r := &s.b.scores[i]
			v.Scores = append(v.Scores, game.Score{Side: game.Side(r.Side), Key: "score." + r.Key, Clause: r.Clause, Points: p})
		}
	}
	if s.ToAct() == side {
		v.Legal = s.Legal(make([]game.Action, 0, 64))
	}
	return v
}

// prompt returns what the side to act is asked.
func (s *State) prompt() game.Event {
	if s.over {
		return game.Event{Key: "prompt.over"}
	}
	t := s.current()
	e := game.Event{Key: "prompt." + nodeKeys[t.kind]}
	if _, must := s.pilumDuty(); must && t.kind == tOffend {
		e.Key = pilaKey
	}
	if t.kind == tDeclare && s.nMark+s.nCharges > 0 {
		e.Key = declaredKey
	}
	if t.kind == tMoves && !s.anyMover(t) {
		e.Key = movedKey
	}
	if t.kind == tAdvance && s.mayHold(t).ok() {
		e.Key = mayAdvanceKey
	}
	if t.kind == tDeploy {
		e.Key = s.deployKey(t.a)
	}
	switch t.kind {
	case tDie:
		e.Key = "prompt." + dieKeys[t.a]
		switch t.a {
		case dieLeader:
			e.Args = append(e.Args, piece("leader", len(s.b.units)+int(t.b)))
		case diePassed, dieRally:
			e.Args = append(e.Args, s.topUnits("units", t.b), place("hex", int(t.b)))
		case dieShot:
			e.Args = append(e.Args, s.topUnits("targets", s.shot.target))
		case dieMelee:
			e.Args = s.opposed(false)
		case dieReact:
			e.Args = append(e.Args, piece("unit", int(s.reactor())), piece("target", int(t.b)))
		}
	case tInitiative:
		e.Args = append(e.Args, player("side", t.a))
	case tGroup:
		e.Args = append(e.Args, piece("unit", int(s.group.units[0])), num("pieces", int(s.group.n)+s.companions()))
	case tShooters:
		e.Args = append(e.Args, s.topUnits("targets", s.shot.target), place("hex", int(s.shot.target)))
	case tAssemble:
		e.Args = s.opposed(false)
	case tDefend, tOffend:
		e.Args = s.shots()
	case tReact:
		e.Args = append([]game.Arg{piece("unit", int(s.reactor()))}, s.opposed(true)...)
	case tDisperse:
		e.Args = append(e.Args, piece("unit", int(t.a)))
	case tHold, tSucceed:
		e.Args = append(e.Args, piece("leader", len(s.b.units)+int(t.a)))
	case tHead:
		e.Args = append(e.Args, s.fugitives())
	case tRetreats:
		e.Args = append(e.Args, s.concerned(t), num("stacks", s.stacksConcerned(t)))
	case tAdvance:
		e.Args = append(e.Args, s.concerned(t), num("ways", s.advances(t)))
	case tRallied, tFlee, tSwept:
		e.Args = append(e.Args, s.concerned(t))
	case tBlow:
		e.Args = append(e.Args, piece("leader", len(s.b.units)+int(s.b.second)))
	case tMoves, tVolley, tDeclare, tMelees, tStray, tRide, tBurn:
		e.Args = append(e.Args, piece("leader", len(s.b.units)+int(s.active)))
	case tPlaceLeader, tLeaderGo:
		e.Args = append(e.Args, piece("leader", len(s.b.units)+int(t.a)))
	case tSettle:
		e.Args = append(e.Args, piece("unit", int(t.a)))
	case tFlight:
		e.Args = append(e.Args, s.fugitives())
	}
	return e
}

// deployKey returns the question of the set-up, by what a side may do with its units; if it may turn and exchange them, it is that
// of the task.
func (s *State) deployKey(side uint8) string {
	d := &s.b.setup.Deploy
	switch free := s.b.free[side] >= 0; {
	case free && d.Face:
		return freeKey
	case free:
		return placeKey
	case !d.Exchange:
		return faceKey
	case !d.Face:
		return exchangeKey
	}
	return "prompt." + nodeKeys[tDeploy]
}

// companions counts those who may still be added to the group.
func (s *State) companions() (n int) {
	for u := s.top[s.group.from]; u != none; u = s.units[u].below {
		if s.mayAdd(int32(u)).ok() {
			n++
		}
	}
	for set := s.leadersAt(int(s.group.from), s.side) &^ s.carried(); set != 0; set &= set - 1 {
		if s.mayAdd(int32(len(s.b.units) + bits.TrailingZeros32(set))).ok() {
			n++
		}
	}
	return n
}

// advances counts the ways of an advance: from which hex, and where to.
func (s *State) advances(t task) (n int) {
	own, enemy, _ := s.fronts(t.a)
	for _, from := range own {
		for _, to := range enemy {
			if s.mayAdvance(t.a, int(from), int(to)).ok() {
				n++
			}
		}
	}
	return n
}

// fugitives names the units of the flight in progress.
func (s *State) fugitives() game.Arg {
	var list []int
	for _, u := range s.flight.units[:s.flight.n] {
		list = append(list, int(u))
	}
	return pieces("units", list)
}

// topUnits names the stacks in hexes by their top units.
func (s *State) topUnits(name string, hexes ...int16) game.Arg {
	var list []int
	for _, h := range hexes {
		if u := s.top[h]; u != none {
			list = append(list, int(u))
		}
	}
	return pieces(name, list)
}

// opposed names the two sides of the melee. Its units are the attackers, or the defenders if the defender is asked.
func (s *State) opposed(defenders bool) []game.Arg {
	m := &s.melee
	own, enemy := m.att[:m.nAtt], m.def[:m.nDef]
	if defenders {
		own, enemy = enemy, own
	}
	return []game.Arg{s.topUnits("units", own...), s.topUnits("targets", enemy...)}
}

// shots names the units that can shoot now and the stacks that they can shoot at.
func (s *State) shots() []game.Arg {
	var units, targets []int
	for i := range s.b.units {
		if u := uint8(i); int8(s.b.units[i].side) == s.toAct && s.findsTarget(u) {
			units = append(units, i)
		} else if h := int(s.units[i].hex); h >= 0 && s.top[h] == u && s.checkShoot(task{}, game.Action{Verb: vShoot, A: int32(h)}).ok() {
			targets = append(targets, i)
		}
	}
	return []game.Arg{pieces("units", units), pieces("targets", targets)}
}

// concerned names the units that a result moves.
func (s *State) concerned(t task) game.Arg {
	var list []int
	for i := range s.b.units {
		if s.units[i].hex >= 0 && s.concernedBy(t, uint8(i)) {
			list = append(list, i)
		}
	}
	return pieces("units", list)
}

// stacksConcerned returns in how many hexes the units are that a question is about.
func (s *State) stacksConcerned(t task) (n int) {
	for h := range s.b.hexes {
		if u := s.top[h]; u != none && s.sideOf(u) == t.a {
			for ; u != none; u = s.units[u].below {
				if s.concernedBy(t, u) {
					n++
					break
				}
			}
		}
	}
	return n
}

func (s *State) concernedBy(t task, u uint8) bool {
	switch t.kind {
	case tRetreats:
		return s.has(u, fRetreat) && s.sideOf(u) == t.a && s.retreatsNow(u)
	case tAdvance:
		_, enemy, flag := s.fronts(t.a)
		return s.has(u, flag) && !s.has(u, fAside) && slices.ContainsFunc(enemy, func(h int16) bool {
			return s.mayAdvanceUnit(u, int(h)).ok()
		})
	case tRallied:
		return s.units[u].hex == t.b
	}
	return s.fleeing(t, u)
}

// worth appends the values of one piece to those of all pieces, and returns its part.
func worth(all *[]game.Value, own ...game.Value) []game.Value {
	from := len(*all)
	*all = append(*all, own...)
	return slices.Clip((*all)[from:])
}

func (s *State) viewUnit(i int, values *[]game.Value, states *[]string) game.PieceView {
	u := uint8(i)
	p := &s.units[u]
	v := game.PieceView{Piece: i, Place: int(p.hex), Facing: int(p.facing)}
	v.Values = worth(values,
		game.Value{Key: "sp", N: s.sp(u)}, game.Value{Key: "quality", N: s.quality(u)}, game.Value{Key: "mp", N: s.mp(u)})
	from := len(*states)
	*states = s.statesOf(*states, u)
	v.States = slices.Clip((*states)[from:])
	if p.hex < 0 {
		v.Place, v.Facing = -1, -1
		if p.hex == waiting {
			v.Values = append(v.Values, game.Value{Key: "arrives", N: int(s.b.units[u].arrives)})
		}
		return v
	}
	for l := range s.b.leaders {
		if s.leaders[l].captor == u {
			v.Captives = append(v.Captives, len(s.b.units)+l)
		}
	}
	if p.flags&fAloft == 0 {
		for w := s.top[p.hex]; w != u && w != none; w = s.units[w].below {
			v.Order++
		}
	}
	if p.disorder == routed {
		v.Facing = -1
	}
	return v
}

// statesOf appends the keys of the states of a unit.
func (s *State) statesOf(buf []string, u uint8) []string {
	p := &s.units[u]
	switch {
	case p.hex == waiting:
		return append(buf, "expected")
	case p.hex < 0:
		return append(buf, "eliminated")
	}
	buf = append(buf, [...]string{"valiant", "discouraged", "routed"}[p.disorder])
	for _, x := range []struct {
		f   flags
		key string
	}{
		{fFatigued, "fatigued"},
		{fOutOfCommand, "out-of-command"},
		{fResting, "resting"},
		{fPilum, "pilum"},
		{fActive, "active"},
		{fMoved, "moved"},
		{fDone, "done"},
		{fShotAt, "shot-at"},
		{fAttacked, "attacked"},
		{fFought, "fought"},
		{fAloft, "fleeing"},
		{fCharging, "charging"},
		{fTarget, "charged"},
		{fRansom, "after-ransom"},
		{fPlunder, "plundering"},
	} {
		if p.flags&x.f != 0 && !(x.f == fAloft && s.running(u)) {
			buf = append(buf, x.key)
		}
	}
	did := p.did | p.flags.acts()
	for i, key := range [...]string{"has-moved", "has-shot", "has-attacked", "was-shot-at", "was-attacked"} {
		if did>>i&1 != 0 {
			buf = append(buf, key)
		}
	}
	if s.canShoot(u) {
		buf = append(buf, "shoots")
	}
	if s.has(u, fChanged) {
		form := "dismounted"
		if s.isMounted(u) {
			form = "remounted"
		}
		buf = append(buf, form)
	}
	return buf
}

func (s *State) viewLeader(i int, values *[]game.Value) game.PieceView {
	l := uint8(i)
	p := &s.leaders[i]
	v := game.PieceView{Piece: len(s.b.units) + i, Place: int(p.hex), Facing: -1}
	v.Values = worth(values,
		game.Value{Key: "bonus", N: s.bonus(l)},
		game.Value{Key: "rating", N: s.activationRating(l)},
		game.Value{Key: "radius", N: s.radius(l)},
		game.Value{Key: "mp", N: s.leaderMP(l)})
	for _, x := range []struct {
		f   lflags
		key string
	}{
		{lWounded, "wounded"},
		{lReplacement, "replacement"},
		{lDead, "removed"},
		{lCitadel, "sheltered"},
		{lActivated, "activated"},
		{lBarred, "inactive"},
		{lWaiting, "waiting"},
	} {
		if p.flags&x.f != 0 {
			v.States = append(v.States, x.key)
		}
	}
	if p.hex == waiting {
		v.Place = -1
		v.States = append(v.States, "expected")
		v.Values = append(v.Values, game.Value{Key: "arrives", N: int(s.arrivesWith(l))})
	}
	if s.b.book.Succession && s.commander(l) {
		v.States = append(v.States, "commander")
	}
	return v
}

// Status implements [game.State]. It does not depend on the viewer: nothing is hidden.
func (s *State) Status(p int, _ game.Side) game.Status {
	var st game.Status
	if s.hasTarget(p) {
		st.CanAct = true
		return st
	}
	for _, a := range s.Legal(nil) {
		if s.concerns(a, p) {
			st.CanAct = true
			return st
		}
	}
	n := s.whyIdle(p)
	if n.ok() {
		n = reason{id: whyNotNow}
	}
	st.Reasons = append(st.Reasons, *s.refusal(n))
	return st
}

// hasTarget reports whether a unit could take part in a shot now: "shoot" names the target only, not who shoots.
func (s *State) hasTarget(p int) bool {
	switch s.current().kind {
	case tArchers, tVolley, tDefend, tOffend:
	default:
		return false
	}
	return p >= 0 && p < len(s.b.units) && int8(s.sideOf(uint8(p))) == s.toAct && s.findsTarget(uint8(p))
}

// concerns reports whether an action concerns the piece: it names the piece, or the hex in which it stands.
func (s *State) concerns(a game.Action, p int) bool {
	if a.Verb == vRoll || a.Verb >= verbs {
		return false
	}
	if a.Verb == vLead {
		return p == len(s.b.units)+int(s.active)
	}
	if a.Verb == vReact {
		return p == int(s.reactor())
	}
	switch syntax[a.Verb].args[0] {
	case opPiece, opUnit, opLeader:
		return int(a.A) == p
	}
	switch a.Verb {
	case vAttack, vMelee, vPair, vJoin, vRetreat, vAdvance, vRally, vFleeAll:
		return p < len(s.b.units) && s.units[p].hex == int16(a.A) && s.sideOf(uint8(p)) == uint8(s.toAct)
	case vTo, vBack:
		return p < len(s.b.units) && s.inGroup(uint8(p))
	case vMount, vDismount, vCharge:
		return p < len(s.b.units) && s.inGroup(uint8(p))
	case vPursue:
		return p == int(s.current().a)
	case vHead:
		return p == int(s.flight.units[0])
	case vRide:
		return p == len(s.b.units)+int(s.current().a)
	case vSwerve:
		return p == int(s.flight.units[0])
	}
	return false
}

// whyIdle returns why a piece has no choice now, by the rule of the phase.
func (s *State) whyIdle(p int) reason {
	if s.over {
		return reason{id: whyOver}
	}
	if p < 0 || p >= len(s.b.units)+len(s.b.leaders) {
		return reason{id: whyNoPiece}
	}
	if p >= len(s.b.units) {
		return s.whyLeaderIdle(uint8(p - len(s.b.units)))
	}
	u := uint8(p)
	if s.units[u].hex < 0 {
		return reason{id: whyGone, a: int16(p)}
	}
	if int8(s.sideOf(u)) != s.toAct {
		return reason{id: whyOtherTurn, a: int16(p)}
	}
	t := s.current()
	h := int(s.units[u].hex)
	switch t.kind {
	case tRest:
		return s.mayRest(t.a, u)
	case tMoves, tStray:
		return s.mayMove(t, u)
	case tGroup:
		return s.mayAdd(int32(u))
	case tArchers, tVolley, tDefend, tOffend:
		if n := s.mayShoot(u); !n.ok() {
			return n
		}
		return reason{id: whyNoTargets, a: int16(u)}
	case tShooters:
		return s.mayCombine(u)
	case tDeclare:
		return s.mayDeclare(h)
	case tRally:
		return s.mayRally(t.a, h)
	case tRetreats:
		if s.has(u, fRetreat) && !s.retreatsNow(u) {
			return reason{id: whyRetreatLater, a: int16(u)}
		}
		return reason{id: whyRetreatNow}
	}
	return reason{}
}

func (s *State) whyLeaderIdle(l uint8) reason {
	p := int16(len(s.b.units)) + int16(l)
	switch {
	case s.leaders[l].flags&lCitadel != 0:
		return reason{id: whyInCitadel, a: p}
	case !s.commands(l):
		return reason{id: whyGone, a: p}
	case int8(s.b.leaders[l].side) != s.toAct:
		return reason{id: whyOtherTurn, a: p}
	case s.leaders[l].flags&lBarred != 0:
		return reason{id: whyBarred, a: p}
	case l != s.active && s.leaders[l].flags&lActivated != 0:
		return reason{id: whyActivated, a: p}
	case l != s.active:
		return reason{id: whyLeaderWaits, a: p}
	}
	return reason{}
}

// Prompts returns the keys of all prompts.
func Prompts() []string {
	list := []string{"prompt.over", pilaKey, declaredKey, movedKey, mayAdvanceKey, freeKey, placeKey, faceKey, exchangeKey}
	for _, k := range nodeKeys {
		if k != "" && k != nodeKeys[tDie] {
			list = append(list, "prompt."+k)
		}
	}
	for _, k := range dieKeys {
		list = append(list, "prompt."+k)
	}
	return list
}

// between is the key of the moments at which an activation has come to its end or a player says who is next (ant-6.Da).
const between = "phase.d"

// phaseKey returns the key of the phase that the question belongs to. Between activations, and for what ends one, D.5 is over.
func (s *State) phaseKey() string {
	if k := s.current().kind; k == tNext || k == tBlow || s.phase == phaseD5 && !s.moveStrays() {
		return between
	}
	return "phase." + phaseKeys[s.phase]
}

// moveStrays reports whether units out of command move now or have yet to move in this activation.
func (s *State) moveStrays() bool {
	return slices.ContainsFunc(s.tasks[:s.nTasks], func(t task) bool { return t.kind == tStray })
}

// phaseNames are the keys of all phases.
var phaseNames = func() (list []string) {
	for i, k := range phaseKeys {
		if phase(i) == phaseD1 {
			list = append(list, between)
		}
		list = append(list, "phase."+k)
	}
	return list
}()

// Phases returns the keys of the phases.
func Phases() []string { return slices.Clone(phaseNames) }

// phases returns the phases of a turn as a track shows them; the set-up is included only while it lasts.
func (s *State) phases() []string {
	last := len(phaseNames) - 1
	if s.phase == phaseSetup {
		return phaseNames[:last]
	}
	return phaseNames[phaseA:last]
}

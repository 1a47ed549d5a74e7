package sword

import (
	"fmt"
	"math/bits"
	"slices"

	"acies/game"
)

// Whether a position could arise, and whether play can go on from it.

// stand checks what must hold of pieces on the map at any moment.
func (r *placing) stand() error {
	if r.s.over {
		return nil // a battle may end in the middle of things
	}
	for i := range r.b.units {
		if err := r.unitStands(uint8(i)); err != nil {
			return err
		}
	}
	for i := range r.b.leaders {
		if err := r.leaderStands(uint8(i)); err != nil {
			return err
		}
	}
	return r.flightStands()
}

func (r *placing) unitStands(u uint8) error {
	s := r.s
	p, d := &s.units[u], &r.b.units[u]
	if p.hex < 0 {
		return nil
	}
	field := "units " + d.id
	h := int(p.hex)
	for _, x := range []struct {
		flags flags
		need  func(task) bool
		what  string
	}{
		{meleeFlags, func(t task) bool { return t.kind == tEndMelee }, "no melee is being fought"},
		{fRetreat, func(t task) bool { return t.kind == tRetreats && t.a == d.side }, "its side has no retreats to make"},
		{fFlee, func(t task) bool { return t.kind == tFlee }, "nobody flees"},
		{fSwept, func(t task) bool { return t.kind == tSwept || t.kind == tFlight }, "nobody has fled through it"},
	} {
		if f := p.flags & x.flags; f != 0 && !slices.ContainsFunc(s.tasks[:s.nTasks], x.need) {
			return wrong(field, "is %s, but %s", unitFlagNames[bits.TrailingZeros32(uint32(f))], x.what)
		}
	}
	if t := &r.b.book.Terrain[r.b.terrain[h]]; t.Cost[s.column(u)] == Closed {
		return wrong(field, "%s may not stand in %s, which is %s (%s)", r.b.book.Types[d.typ].Code, r.b.PlaceID(h), t.ID, t.Clause)
	}
	if p.flags&fAloft != 0 || s.top[h] != u {
		return nil
	}
	sp := s.sp(u)
	for v := p.below; v != none; v = s.units[v].below {
		e := &r.b.units[v]
		sp += s.sp(v)
		switch {
		case d.side != e.side:
			return wrong(field, "%s holds %s of the enemy (%s)", r.b.PlaceID(h), e.id, r.b.clause("ant-5.1d"))
		case r.b.book.Stacking.SP == 0:
			if v != p.below || !s.shareHex(u, v) {
				return wrong(field, "may not share %s with %s (%s)", r.b.PlaceID(h), e.id, r.b.clause("ant-5.1a"))
			}
		case d.name != e.name || d.typ != e.typ:
			return wrong(field, "may not stack with %s in %s: names and types differ (%s)", e.id, r.b.PlaceID(h), r.b.clause("ant-5.2.1a"))
		}
	}
	if limit := r.b.book.Stacking.SP; limit > 0 && sp > limit {
		return wrong(field, "the stack in %s has %d SP, at most %d (%s)", r.b.PlaceID(h), sp, limit, r.b.clause("ant-5.1a"))
	}
	f, ok := s.stackFacing(h)
	for v := u; v != none && ok; v = s.units[v].below {
		if !s.isRouted(v) && int(s.units[v].facing) != f {
			return wrong("units "+r.b.units[v].id, "faces %s, the stack in %s faces %s (%s)",
				r.b.FacingID(int(s.units[v].facing)), r.b.PlaceID(h), r.b.FacingID(f), r.b.clause("ant-5.2.3a"))
		}
	}
	return nil
}

func (r *placing) leaderStands(l uint8) error {
	s := r.s
	p := &s.leaders[l]
	field := "leaders " + r.b.leaders[l].id
	switch {
	case p.flags&lDead != 0 && p.hex >= 0:
		return wrong(field, "a removed leader has no hex")
	case (p.flags&lCitadel != 0) != (p.hex >= 0 && p.hex == r.b.citadel):
		return wrong(field, "a leader is sheltered in the citadel, and only there")
	case p.hex < 0 || p.flags&lCitadel != 0:
		return nil
	case s.enemyAt(int(p.hex), r.b.leaders[l].side):
		return wrong(field, "%s holds the enemy", r.b.PlaceID(int(p.hex)))
	case s.joinable(l, int(p.hex)) || s.aloftWith(l, int(p.hex)) || s.dash.leaders>>l&1 != 0:
		return nil
	case r.p.At != "" || l != s.active || !r.moving():
		return wrong(field, "no unit he may be with is in %s (%s)", r.b.PlaceID(int(p.hex)), r.b.clause("ant-5.1g"))
	}
	return nil
}

// moving reports whether the activated leader still has his move before him: until then his units may leave him alone.
func (r *placing) moving() bool {
	return slices.ContainsFunc(r.s.tasks[:r.s.nTasks], func(t task) bool { return t.kind == tMoves || t.kind == tRide })
}

// flightStands checks that the units in flight are those of the flight under way.
func (r *placing) flightStands() error {
	s := r.s
	under := false
	for i := range s.nTasks {
		switch k := s.tasks[i].kind; {
		case k == tFlight && under:
			return wrong("tasks", "two flights are under way")
		case k == tFlight:
			under = true
		case under && k != tDie && k != tLeaderGo && k != tPlaceLeader && k != tHead && k != tLosses && k != tHold && k != tSucceed:
			return wrong("tasks", "%q comes before a flight has ended", r.b.formatTask(s.tasks[i]))
		}
	}
	f := &s.flight
	if under && f.n == 0 {
		return wrong("flight", "no units are in flight, but the tasks have a flight")
	}
	for i := range r.b.units {
		u := uint8(i)
		in := under && slices.Contains(f.units[:f.n], u)
		if riding := s.dash != (dash{}) && s.dash.unit == u; riding && !in && s.has(u, fAloft) {
			continue
		}
		switch fleeing := s.has(u, fAloft); {
		case fleeing && !in:
			return wrong("units "+r.b.units[i].id, "is fleeing, but not in the flight under way")
		case in && (!fleeing || s.units[u].hex != f.at):
			return wrong("flight units", "%s is not fleeing in %s", r.b.units[i].id, r.b.PlaceID(int(f.at)))
		}
	}
	return nil
}

// play runs to the next choice and tries every choice there is, so that a position that would break down is refused here
// and not in the middle of a game.
func (r *placing) play() (err error) {
	field := "tasks"
	if r.p.At != "" {
		field = "at"
	}
	doing := "going on"
	defer func() {
		if x := recover(); x != nil {
			err = wrong(field, "play cannot go on from this position: %s fails", doing)
		}
	}()
	s := r.s
	if err := r.needs(); err != nil {
		return err
	}
	s.run(nil)
	if s.over {
		return nil
	}
	list := s.Legal(nil)
	if len(list) == 0 {
		return wrong(field, "play cannot go on from this position: nothing is legal")
	}
	for _, a := range list {
		doing = fmt.Sprintf("%q", r.b.Format(a))
		c := *s
		c.Explain(a, s.ToAct())
		if no := c.Apply(a, nil); no != nil {
			return wrong(field, "play cannot go on from this position: %s is offered and refused: %v", doing, no)
		}
	}
	if r.p.At == "" {
		for i := range 3 {
			doing = "a game from here"
			r.playOut(steady(1000 * i))
		}
	}
	return nil
}

// within says upon which tasks some can stand only.
var within = map[taskKind][]taskKind{
	tGroup:    {tMoves, tStray},
	tShooters: {tArchers, tVolley, tDefend, tOffend},
	tAssemble: {tMelees},
	tEndMelee: {tMelees, tPursue},
	tPursue:   {tMelees},
	tDisperse: {tMelees},
	tRun:      {tMoves},
	tFight:    {tEndMelee},
	tReact:    {tFight},
	tOffend:   {tFight, tReact},
	tDefend:   {tOffend},
}

// turnOrder lists the tasks of a turn and of an activation, the last to be done first.
var turnOrder = []taskKind{
	tEndTurn, tTurn, tDeploy, tRouts, tRally, tFlightRule, tRefresh, tNext, tForce, tBar, tFirst, tInitiative, tVictory,
	tArchers, tRest, tCommand, tBlow, tEndActivation, tBurn, tStray, tMelees, tDeclare, tVolley, tMoves,
}

// rank returns the place of a task in the turn, or -1. Where the leader who must act is named first, he comes first.
func (r *placing) rank(k taskKind) int {
	if r.b.book.Command.ForceFirst && k == tForce {
		k = tBar
	} else if r.b.book.Command.ForceFirst && k == tBar {
		k = tForce
	}
	return slices.Index(turnOrder, k)
}

// order checks that the tasks stand in the order in which the rules line them up.
func (r *placing) order() error {
	s := r.s
	last := -1
	for i := range s.nTasks {
		t := s.tasks[i]
		if on := within[t.kind]; on != nil && (i == 0 || !slices.Contains(on, s.tasks[i-1].kind)) {
			return wrong("tasks", "%q can only stand before %s", r.b.formatTask(t), taskSyntax[on[0]].word)
		}
		rank := r.rank(t.kind)
		switch {
		case i == 0 && rank != 0 && t.kind != tTurn:
			return wrong("tasks", "the last is %q, want %s", r.b.formatTask(t), taskSyntax[tEndTurn].word)
		case rank < 0:
		case rank < last || rank == last && (t.a == s.tasks[i-1].a && t.c == s.tasks[i-1].c || t.kind != s.tasks[i-1].kind):
			return wrong("tasks", "%q stands before %q, which in a turn it comes after", r.b.formatTask(t), r.b.formatTask(s.tasks[i-1]))
		default:
			last = rank
		}
	}
	return nil
}

// needs checks that the tasks have what they work on.
func (r *placing) needs() error {
	s := r.s
	if err := r.order(); err != nil {
		return err
	}
	for i := range s.nTasks {
		t := s.tasks[i]
		line := r.b.formatTask(t)
		switch t.kind {
		case tRun, tReact, tPursue, tDisperse, tMoves, tGroup, tRide, tVolley, tDeclare, tMelees, tAssemble, tDefend, tOffend, tFight, tResult, tRetreats,
			tAdvance, tEndMelee, tStray, tBurn, tEndActivation:
			if s.active == none {
				return wrong("tasks", "%q, but no leader is active", line)
			}
		}
		ok := true
		switch t.kind {
		case tBurn:
			ok = r.b.fire != nil
		case tFlightRule:
			ok = r.b.flight != nil
		case tBlow:
			ok = r.b.second != none
		case tDie:
			ok = (t.a != dieFlight || r.b.flight != nil) && (t.a != dieReact || s.reactor() != none)
		case tRun:
			ok = s.dash != (dash{})
		case tReact, tPursue, tDisperse:
			ok = r.b.book.Charge != nil
		case tLosses, tHold, tSucceed:
			ok = r.b.book.Capture
		case tHead:
			ok = r.b.slant
		}
		if !ok {
			return wrong("tasks", "%q, but the battle has no such rule", line)
		}
	}
	return nil
}

// playOut plays on with chosen dice, to see that the tasks hold together. It panics where they do not.
func (r *placing) playOut(src steady) {
	s := *r.s
	var buf []game.Action
	for range r.b.Bound() {
		a := game.Action{}
		switch s.ToAct() {
		case game.Nobody:
			return
		case game.Nature:
			a = s.Roll(&src)
		default:
			buf = s.Legal(buf[:0])
			a = buf[game.Intn(&src, len(buf))]
		}
		if no := s.Apply(a, nil); no != nil {
			panic(no)
		}
	}
}

// steady is a source that gives the same numbers every time.
type steady uint64

func (x *steady) Uint64() uint64 {
	*x++
	return mix(uint64(*x))
}

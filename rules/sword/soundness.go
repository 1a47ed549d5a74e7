package sword

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// Whether a position could arise, and whether play can continue from it.

// stand checks what must always hold of pieces on the map.
func (r *placing) stand() error {
	for i := range r.b.units {
		// Facing and flags of an eliminated unit have no meaning, but older versions wrote them.
		if p := &r.s.units[i]; p.hex == -1 {
			p.facing, p.flags = 0, 0
		}
		if err := cmp.Or(r.unitFlags(uint8(i)), r.unitStands(uint8(i))); err != nil {
			return err
		}
	}
	if r.s.over {
		return nil // a battle may end in the middle of a move or a flight
	}
	for i := range r.b.leaders {
		if err := r.leaderStands(uint8(i)); err != nil {
			return err
		}
	}
	return r.flightStands()
}

// unitFlags checks the state and the flags of a unit.
func (r *placing) unitFlags(u uint8) error {
	s := r.s
	p, d := &s.units[u], &r.b.units[u]
	field := "units " + d.id
	name := func(f flags) string { return unitFlagNames[bits.TrailingZeros32(uint32(f))] }
	switch f := p.flags &^ (fPilum | fChanged); {
	case p.hex == waiting && f != 0:
		return wrong(field, "is %s, but has yet to arrive", name(f))
	case p.hex == waiting && p.did != 0:
		return wrong(field, "has acted, but has yet to arrive")
	case p.hex == waiting && p.disorder != valiant:
		return wrong(field, "is %s, but has yet to arrive", stateNames[p.disorder])
	case p.hex < 0 || s.over:
		return nil
	case d.guns && p.disorder == routed:
		return wrong(field, "is routed, but guns are lost instead (%s)", r.b.clause("med-R76"))
	case p.flags&(fFlee|fSwept) != 0 && p.disorder != routed:
		return wrong(field, "is %s, but not routed", name(p.flags&(fFlee|fSwept)))
	case p.flags&fFurther != 0 && (p.flags&(fFlee|fAloft) == 0 || r.b.book.Capture):
		return wrong(field, "is %s, but no result makes it flee", name(fFurther))
	case p.flags&fChanged != 0 && (r.b.book.Mounting == nil || !r.b.mounts[d.typ] || d.guns):
		return wrong(field, "is %s, but has only one form", name(fChanged))
	}
	for _, x := range []struct {
		flags flags
		need  func(task) bool
		what  string
	}{
		{meleeFlags, func(t task) bool { return t.kind == tEndMelee }, "no melee is being fought"},
		{fRetreat, func(t task) bool { return t.kind == tRetreats && t.a == d.side }, "its side has no retreats to make"},
		{fFlee, func(t task) bool { return t.kind == tFlee }, "nobody flees"},
		{fSwept, r.sweeps(p.hex), "nobody has fled through it"},
	} {
		if f := p.flags & x.flags; f != 0 && !slices.ContainsFunc(s.tasks[:s.nTasks], x.need) {
			return wrong(field, "is %s, but %s", name(f), x.what)
		}
	}
	switch {
	case p.flags&fAtt != 0 && d.side != s.side:
		return wrong(field, "is %s, but the other side attacks", name(fAtt))
	case p.flags&fDef != 0 && d.side == s.side:
		return wrong(field, "is %s, but its side attacks", name(fDef))
	}
	return nil
}

// sweeps returns a test for a task that makes the units of a hex flee because others have fled through it.
func (r *placing) sweeps(h int16) func(task) bool {
	f := &r.s.flight
	return func(t task) bool {
		return t.kind == tSwept && t.b == h || t.kind == tFlight && slices.Contains(f.pending[:f.nPend], h)
	}
}

// unitStands checks where a unit stands, and with whom.
func (r *placing) unitStands(u uint8) error {
	s := r.s
	p, d := &s.units[u], &r.b.units[u]
	if p.hex < 0 {
		return nil
	}
	field := "units " + d.id
	h := int(p.hex)
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
			return wrong(field, "%s holds the enemy unit %s (%s)", r.b.PlaceID(h), e.id, r.b.clause("ant-5.1d"))
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
	case p.flags&(lLost|lTaken|captive|lRank) != 0 && !r.b.book.Capture:
		return wrong(field, "is %s, but leaders are not captured in this book", leaderFlagNames[bits.TrailingZeros16(uint16(p.flags&(lLost|lTaken|captive|lRank)))])
	case p.flags&(lLost|lTaken) != 0 && (p.hex != -1 || p.flags&lLost == 0 || p.flags&lDead != 0 || !r.has(tLosses)):
		return wrong(field, "a lost leader has no hex, and his replacement still has to be placed")
	case p.captor != none && s.units[p.captor].hex < 0:
		return wrong(field, "%s, his captor, is not on the map", r.b.units[p.captor].id)
	case p.bound != none && s.units[p.bound].hex < 0:
		return wrong(field, "%s, whom he may not leave, is not on the map", r.b.units[p.bound].id)
	case p.flags&lDead != 0 && p.hex != -1:
		return wrong(field, "a removed leader has no hex, and will not arrive")
	case (p.flags&lCitadel != 0) != (p.hex >= 0 && p.hex == r.b.citadel):
		return wrong(field, "a leader in the citadel must be sheltered, and only there")
	case p.hex < 0 || p.flags&lCitadel != 0:
		return nil
	case s.enemyAt(int(p.hex), r.b.leaders[l].side):
		return wrong(field, "%s holds an enemy unit", r.b.PlaceID(int(p.hex)))
	case s.joinable(l, int(p.hex)) || s.aloftWith(l, int(p.hex)) || s.dash.leaders>>l&1 != 0:
		return nil
	case r.p.At != "" || l != s.active || !r.moving() || !s.anyUnitFor(l):
		return wrong(field, "no unit he may be with is in %s (%s)", r.b.PlaceID(int(p.hex)), r.b.clause("ant-5.1g"))
	}
	return nil
}

// moving reports whether units are moving in D.1 or D.5, or their leader is: until they have all moved they may leave him
// alone.
func (r *placing) moving() bool {
	return r.has(tMoves) || r.has(tRide) || r.has(tStray) && !r.has(tMelees)
}

// flightStands checks that the units in flight are those of the flight in progress.
func (r *placing) flightStands() error {
	s := r.s
	under := false
	for i := range s.nTasks {
		switch k := s.tasks[i].kind; {
		case k == tFlight && under:
			return wrong("tasks", "two flights are in progress")
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
			return wrong("units "+r.b.units[i].id, "is fleeing, but not in the flight in progress")
		case in && (!fleeing || s.units[u].hex != f.at):
			return wrong("flight units", "%s is not fleeing in %s", r.b.units[i].id, r.b.PlaceID(int(f.at)))
		}
	}
	return nil
}

// play runs to the next choice and tries every choice there is, so that a position that would fail is refused here and
// not in the middle of a game.
func (r *placing) play() (err error) {
	field := "tasks"
	if r.p.At != "" {
		field = "at"
	}
	doing := "continuing"
	defer func() {
		if x := recover(); x != nil {
			err = wrong(field, "play cannot continue from this position: %s fails", doing)
		}
	}()
	s := r.s
	s.run(nil)
	if s.over {
		return nil
	}
	list := s.Legal(nil)
	if len(list) == 0 {
		return wrong(field, "play cannot continue from this position: nothing is legal")
	}
	for _, a := range list {
		doing = fmt.Sprintf("%q", r.b.Format(a))
		c := *s
		c.Explain(a, s.ToAct())
		if no := c.Apply(a, nil); no != nil {
			return wrong(field, "play cannot continue from this position: %s is offered and refused: %v", doing, no)
		}
	}
	return nil
}

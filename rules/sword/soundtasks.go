package sword

import (
	"slices"
)

// Whether each task of a position has the data it works on.

// needs checks that each task has the data it works on.
func (r *placing) needs() error {
	s := r.s
	placed, retreats := uint32(0), 0
	var heirs [2]int
	for i := range s.nTasks {
		t := s.tasks[i]
		var under task
		if i > 0 {
			under = s.tasks[i-1]
		}
		line := r.b.formatTask(t)
		var err error
		switch t.kind {
		case tActivation:
			err = r.named(line, t.a)
		case tDeploy:
			err = r.deploys(t.a, i+1 == s.nTasks)
		case tBlow:
			if t.a != r.b.leaders[r.b.second].side || !s.commands(r.b.second) || s.blow {
				err = wrong("tasks", "%q, but %s cannot make the second blow", line, r.b.leaders[r.b.second].id)
			}
		case tBurn:
			if s.active != r.b.fire.leader {
				err = wrong("tasks", "%q, but %s is active", line, r.b.leaders[s.active].id)
			}
		case tGroup:
			err = r.groupStands(under)
		case tRide:
			if t.a != s.active || !s.commands(t.a) {
				err = wrong("tasks", "%q, but he is not the active leader or not on the map", line)
			}
		case tRun:
			err = r.dashStands()
		case tAssemble:
			err = r.assembles()
		case tEndMelee:
			err = r.meleeStands(under)
		case tPursue, tDisperse:
			err = r.pursues(line, t)
		case tRetreats:
			retreats++
			if retreats > 1 {
				err = wrong("tasks", "%q, but other retreats are in progress", line)
			}
		case tAdvance:
			if e := Effect(t.b); e != Advance && e != MayAdvance {
				err = wrong("tasks", "%q is not an advance", line)
			}
		case tRallied:
			if u, ok := s.rallied(t); !ok || s.sideOf(u) != t.a || under.a != t.a {
				err = wrong("tasks", "%q, but no unit of that side has rallied in %s", line, r.b.PlaceID(int(t.b)))
			}
		case tDie:
			err = r.dieStands(line, t, under)
		case tFlee:
			if t.a < 1 || t.a > 2 {
				err = wrong("tasks", "%q flees %d hexes, expected 1 or 2", line, t.a)
			}
		case tFlight:
			err = r.flees(under)
		case tSettle:
			if p := &s.units[t.a]; p.hex < 0 || p.flags&fAloft != 0 {
				err = wrong("tasks", "%q, but the unit is not there", line)
			}
		case tLeaderGo:
			err = r.mayGo(line, t, under)
		case tPlaceLeader:
			if l := &s.leaders[t.a]; l.hex != -1 || l.flags&(lDead|lLost) != 0 || placed>>t.a&1 != 0 {
				err = wrong("tasks", "%q, but he is not waiting to be placed", line)
			}
			placed |= 1 << t.a
		case tHold:
			if s.leaders[t.a].flags&lTaken == 0 {
				err = wrong("tasks", "%q, but he has not been captured", line)
			}
		case tSucceed:
			side := r.b.leaders[t.a].side
			heirs[side]++
			if heirs[side] > 1 {
				err = wrong("tasks", "%q, but the army command can be vacant only once", line)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// named checks the leader who is forced to act.
func (r *placing) named(line string, l uint8) error {
	s := r.s
	if !s.commands(l) && !s.due(l) || s.leaders[l].flags&lActivated == 0 {
		return wrong("tasks", "%q, but he is not on the map or not marked as activated", line)
	}
	return nil
}

// deploys checks that the units of a side stand as a free set-up allows: in its zone, and where the book allows one
// unit per hex, only units that have been placed share one.
func (r *placing) deploys(side uint8, now bool) error {
	s := r.s
	for i := range r.b.units {
		p := &s.units[i]
		if r.b.free[side] < 0 || r.b.book.Stacking.SP > 0 || p.hex < 0 || r.b.units[i].side != side || p.flags&fAloft != 0 {
			continue
		}
		if !r.b.zones[r.b.free[side]].in[p.hex] {
			return wrong("units "+r.b.units[i].id, "is in %s, outside the zone of its set-up", r.b.PlaceID(int(p.hex)))
		}
		if p.below != none && (p.flags&fPlaced == 0 || !now) {
			return wrong("units "+r.b.units[i].id, "shares %s with %s, but has not been placed there", r.b.PlaceID(int(p.hex)), r.b.units[p.below].id)
		}
	}
	return nil
}

// dieStands checks what a die is rolled for.
func (r *placing) dieStands(line string, t, under task) error {
	s := r.s
	switch t.a {
	case dieReact:
		u := s.reactor()
		if u == none || !s.mayReact(u, uint8(t.b)).ok() {
			return wrong("tasks", "%q, but no unit may charge that unit in reaction", line)
		}
	case diePassed:
		if f := &s.flight; t.b != f.at || !slices.Contains(f.pending[:f.nPend], t.b) {
			return wrong("tasks", "%q, but the flight is in %s and its pending hexes are %v", line, r.b.PlaceID(int(f.at)), s.hexIDs(f.pending[:f.nPend]))
		}
	case dieRally:
		if !s.friendAt(int(t.b), under.a) {
			return wrong("tasks", "%q, but no unit of the side that rallies is there", line)
		}
	case dieFlight:
		if !s.commands(r.b.flight.leader) {
			return wrong("tasks", "%q, but %s is not on the map", line, r.b.leaders[r.b.flight.leader].id)
		}
	}
	return nil
}

// mayGo checks a leader who is asked whether he goes along.
func (r *placing) mayGo(line string, t, under task) error {
	s := r.s
	ok := s.commands(t.a) && s.joinable(t.a, int(s.leaders[t.a].hex))
	switch flight := r.find(tFlight) >= 0; {
	case t.b == goFlight:
		f := &s.flight
		ok = ok && flight && s.leaders[t.a].hex == f.at && f.leaders>>t.a&1 == 0 &&
			slices.ContainsFunc(f.units[:f.n], func(u uint8) bool { return s.mayJoin(t.a, u) })
	default:
		ok = ok && !flight && s.joinable(t.a, int(t.c))
	}
	if !ok {
		return wrong("tasks", "%q, but he has no choice to make", line)
	}
	return nil
}

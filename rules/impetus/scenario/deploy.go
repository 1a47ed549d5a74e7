package scenario

import (
	"fmt"
	"slices"

	"acies/plane"
	"acies/rules/impetus"
)

// The default deployment in U: how far behind the front edge of its zone a line stands, and the gaps in it.
const (
	mainLine   = 4 * impetus.U // skirmishers stand ahead of it, at the edge of the zone
	reserveGap = 3 * impetus.U // from the rear of a unit to the unit behind it, so that Principes can relieve Hastati
	wingGap    = 4 * impetus.U // between foot, elephants and chariots, and cavalry
	campFront  = 8 * impetus.U // from the rear edge of the zone to the front of the camp
	shiftStep  = 2 * impetus.U
)

// Deploy returns places for the units of an army and for its camp on a table: the foot in line in the centre, the heavy
// infantry in its middle, skirmishers ahead of it, elephants and chariots beside it, cavalry on the wings with the
// lightest outside, reserves behind. The first command stands on the right, the last on the left. The whole is shifted
// sideways to where the ground hinders it least.
//
// An army at the north edge stands like one at the south edge, turned about the middle of the table.
func Deploy(a *Army, t *Table, edge impetus.Edge) (map[string]plane.Pose, error) {
	zone := t.Zones[edge]
	if edge == impetus.North { // as seen from the north
		zone.X = [2]int32{plane.Width - zone.X[1], plane.Width - zone.X[0]}
	}
	d := &deployment{army: a, left: zone.X[0], right: zone.X[1], depth: zone.Y[1] - zone.Y[0]}
	d.arrange()
	best, least := map[string]plane.Pose(nil), barred
	for _, shift := range d.shifts() {
		places := map[string]plane.Pose{}
		cost := 0
		for _, s := range d.stands {
			p := plane.Pose{X: s.x + shift, Y: zone.Y[1] - s.behind}
			if edge == impetus.North {
				p = plane.Pose{X: plane.Width - p.X, Y: zone.Y[0] + s.behind, H: plane.Turn / 2}
			}
			u := s.unit
			u.Pose = p
			shape := shapeOf(&u)
			if !inZone(&shape, t.Zones[edge]) {
				cost = barred
			}
			cost += t.hindrance(&u, &shape)
			places[u.ID] = p
		}
		if cost < least {
			best, least = places, cost
		}
		if least == 0 {
			break
		}
	}
	if best == nil {
		return nil, fmt.Errorf("army %s has no room at the %s edge of the table %s", a.ID, edgeNames[edge], t.ID)
	}
	return best, nil
}

// barred is the cost of a place where a unit may not stand.
const barred = 1 << 20

// hindrance says how much the ground under a unit hinders it when it begins to move (T4).
func (t *Table) hindrance(u *impetus.UnitSetup, s *plane.Shape) int {
	cost := 0
	for i := range t.pieces {
		if !t.pieces[i].Holds(s) {
			continue
		}
		light := u.Type == impetus.S || u.Type == impetus.FL
		switch t.Terrain[i].Kind {
		case impetus.Impassable, impetus.Village:
			cost += barred
		case impetus.Broken, impetus.Stream:
			if !light && u.Type != impetus.T {
				cost += 2
			}
		case impetus.SteepHill, impetus.Wood, impetus.Marsh:
			cost += 3
			if light {
				cost -= 2
			}
		}
	}
	return cost
}

// stand is where a unit stands as seen from its own edge of the table: its x and how far its front is behind the front
// edge of the zone.
type stand struct {
	unit      impetus.UnitSetup
	x, behind int32
}

// deployment is an army that is being deployed.
type deployment struct {
	army               *Army
	left, right, depth int32 // of the zone
	line               []file
	stands             []stand
}

// file is a unit of the main line and the gap to its left.
type file struct {
	unit int
	gap  int32
	x    int32
}

// arrange places all units and the camp.
func (d *deployment) arrange() {
	reserve := d.formLine()
	rest := d.shorten()
	d.centre()
	for _, f := range d.line {
		d.add(f.unit, f.x, mainLine)
	}
	d.placeSkirmishers()
	for _, u := range reserve {
		d.placeReserve(u)
	}
	for _, u := range rest {
		d.placeBehind(u, d.shallowest())
	}
	camp := Camp(d.army.ID)
	x := int32(plane.Width / 2)
	d.stands = append(d.stands, stand{camp, x, max(d.rear(x)+reserveGap, d.depth-campFront)})
}

func (d *deployment) add(unit int, x, behind int32) {
	d.stands = append(d.stands, stand{d.army.Units[unit], x, behind})
}

// formLine forms the main line from left to right and returns who is kept in reserve.
func (d *deployment) formLine() (reserve []int) {
	last := len(d.army.Commands) - 1
	for c := last; c >= 0; c-- {
		var foot, shock, horse, held []int
		hastati := false
		for _, u := range d.army.Units {
			hastati = hastati || u.Command == c && u.Hastati
		}
		for i := range d.army.Units {
			u := &d.army.Units[i]
			if u.Command != c || u.Square >= 0 {
				continue
			}
			switch u.Type {
			case impetus.S:
			case impetus.CP, impetus.CM, impetus.CL:
				horse = append(horse, i)
			case impetus.CGL, impetus.CGP, impetus.CF, impetus.El:
				shock = append(shock, i)
			default:
				if hastati && (u.Principes || d.army.Commands[c].Attached == i) {
					held = append(held, i)
				} else {
					foot = append(foot, i)
				}
			}
		}
		// The heaviest cavalry is next to the foot.
		slices.SortStableFunc(horse, func(a, b int) int { return int(d.army.Units[a].Type) - int(d.army.Units[b].Type) })
		var west, east []int
		switch {
		case last == 0:
			for i, u := range append(slices.Clone(shock), horse...) {
				if i%2 == 0 {
					east = append(east, u)
				} else {
					west = append(west, u)
				}
			}
		case c == last:
			west = append(shock, horse...)
		case c == 0:
			east = append(shock, horse...)
		default:
			east, held = shock, append(held, horse...)
		}
		slices.Reverse(west)
		for _, part := range [][]int{west, d.heavyInside(foot, c), east} {
			for _, u := range part {
				d.line = append(d.line, file{unit: u})
			}
		}
		reserve = append(reserve, held...)
	}
	for i := 1; i < len(d.line); i++ {
		if d.arm(d.line[i-1].unit) != d.arm(d.line[i].unit) {
			d.line[i].gap = wingGap
		}
	}
	return reserve
}

// heavyInside returns the foot of a command from left to right with the heavy infantry towards the middle of the army. A
// command that has all the foot has its heavy infantry between the rest.
func (d *deployment) heavyInside(foot []int, command int) []int {
	var heavy, light []int
	for _, i := range foot {
		if d.army.Units[i].Type == impetus.FP {
			heavy = append(heavy, i)
		} else {
			light = append(light, i)
		}
	}
	left := 0 // how many of the light stand on the left
	others := slices.ContainsFunc(d.army.Units, func(u impetus.UnitSetup) bool {
		return u.Command != command && (u.Type == impetus.FP || u.Type == impetus.FL || u.Type == impetus.T)
	})
	switch {
	case !others:
		left = len(light) / 2
	case command > 0:
		left = len(light)
	}
	return slices.Concat(light[:left], heavy, light[left:])
}

// arm returns the part of the line that a unit belongs to.
func (d *deployment) arm(unit int) int {
	switch d.army.Units[unit].Type {
	case impetus.CP, impetus.CM, impetus.CL:
		return 2
	case impetus.CGL, impetus.CGP, impetus.CF, impetus.El:
		return 1
	}
	return 0
}

// shorten takes units from the ends of the line until it fits into the zone, and returns them.
func (d *deployment) shorten() (out []int) {
	for d.length() > d.right-d.left && len(d.line) > 1 {
		if n := len(d.line) - 1; len(out)%2 == 0 {
			out, d.line = append(out, d.line[n].unit), d.line[:n]
		} else {
			out, d.line = append(out, d.line[0].unit), d.line[1:]
			d.line[0].gap = 0
		}
	}
	return out
}

func (d *deployment) length() int32 {
	n := int32(0)
	for _, f := range d.line {
		n += impetus.Frontage + f.gap
	}
	return n
}

// centre sets the places of the line so that the middle of the foot is that of the table, as far as the zone has room.
func (d *deployment) centre() {
	x := int32(0)
	var foot []int32
	for i := range d.line {
		f := &d.line[i]
		f.x = x + f.gap + impetus.Frontage/2
		x = f.x + impetus.Frontage/2
		if d.arm(f.unit) == 0 {
			foot = append(foot, f.x)
		}
	}
	middle := x / 2
	if len(foot) > 0 {
		middle = (foot[0] + foot[len(foot)-1]) / 2
	}
	shift := max(d.left, min(plane.Width/2-middle, d.right-x))
	for i := range d.line {
		d.line[i].x += shift
	}
}

// placeSkirmishers places the skirmishers of each command ahead of its foot, or of its cavalry if it has no foot. Where
// they would overlap those of another command they stand further to the right.
func (d *deployment) placeSkirmishers() {
	free := d.left
	for c := len(d.army.Commands) - 1; c >= 0; c-- {
		var all []int
		for i, u := range d.army.Units {
			if u.Command == c && u.Type == impetus.S {
				all = append(all, i)
			}
		}
		n := int32(len(all))
		x := max(d.middle(c)-(n-1)*impetus.Frontage/2, free+impetus.Frontage/2)
		for _, u := range all {
			d.add(u, x, 0)
			free = x + impetus.Frontage/2
			x += impetus.Frontage
		}
	}
}

// middle returns the middle of the foot of a command in the main line, or of its other units if it has no foot there, or
// that of the table.
func (d *deployment) middle(command int) int32 {
	for _, foot := range []bool{true, false} {
		var at []int32
		for _, f := range d.line {
			if d.army.Units[f.unit].Command == command && (d.arm(f.unit) == 0) == foot {
				at = append(at, f.x)
			}
		}
		if len(at) > 0 {
			return (at[0] + at[len(at)-1]) / 2
		}
	}
	return plane.Width / 2
}

// placeReserve places a unit of the reserve: Principes behind Hastati, others behind the middle of their command.
func (d *deployment) placeReserve(unit int) {
	u := &d.army.Units[unit]
	x := d.middle(u.Command)
	if u.Principes {
		for _, s := range d.stands {
			if s.unit.Hastati && s.unit.Command == u.Command && d.rear(s.x) == s.behind+s.unit.Depth {
				x = s.x
				break
			}
		}
	}
	d.placeBehind(unit, x)
}

func (d *deployment) placeBehind(unit int, x int32) { d.add(unit, x, d.rear(x)+reserveGap) }

// shallowest returns the file of the line with the most room behind it.
func (d *deployment) shallowest() int32 {
	return slices.MinFunc(d.line, func(f, g file) int { return int(d.rear(f.x) - d.rear(g.x)) }).x
}

// rear returns how far behind the front edge of the zone the last base around x ends.
func (d *deployment) rear(x int32) int32 {
	r := int32(0)
	for _, s := range d.stands {
		if max(s.x-x, x-s.x) < impetus.Frontage {
			r = max(r, s.behind+s.unit.Depth)
		}
	}
	return r
}

// shifts returns how far all units may be moved to the side, the least first.
func (d *deployment) shifts() []int32 {
	lo, hi := d.right, d.left
	for _, s := range d.stands {
		lo, hi = min(lo, s.x-impetus.Frontage/2), max(hi, s.x+impetus.Frontage/2)
	}
	list := []int32{0}
	for n := int32(shiftStep); n < plane.Width; n += shiftStep {
		for _, shift := range []int32{-n, n} {
			if lo+shift >= d.left && hi+shift <= d.right {
				list = append(list, shift)
			}
		}
	}
	return list
}

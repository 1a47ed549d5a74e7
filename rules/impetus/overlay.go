package impetus

import (
	"acies/game"
	"acies/plane"
)

// The kinds of [State.Shade].
const (
	OverlayZones   = "zones"
	OverlayFire    = "fire"
	OverlayCommand = "command"
)

// Shade returns the areas of an overlay: the zones of control of both sides, the arc of a unit by bands of range, or the
// command range of its commander. All of it is open to everybody. A piece off the table has none.
func (s *State) Shade(kind string, piece int) (list []game.Shade) {
	if kind == OverlayZones {
		for u := range s.b.units {
			if s.hasZone(uint8(u)) {
				list = append(list, s.zoneShade(uint8(u)))
			}
		}
		return list
	}
	if piece < 0 || piece >= len(s.b.units) || !s.placed(uint8(piece)) {
		return nil
	}
	switch u := uint8(piece); kind {
	case OverlayFire:
		for band, dice := range weaponData[s.data(u).Weapon].dice {
			if dice != [2]int8{no, no} {
				list = append(list, s.fireShade(u, ranges[band]))
			}
		}
	case OverlayCommand:
		if x, ok := s.commandShade(u); ok {
			list = append(list, x)
		}
	}
	return list
}

// zoneShade returns the zone of control of a unit (6.9a).
func (s *State) zoneShade(u uint8) game.Shade {
	x := s.shape(u)
	z := x.Corridor(plane.ZoneDepth)
	return game.Shade{Place: -1, Side: game.Side(s.side(u)), Strength: 2, Outline: outline(&z)}
}

// fireShade returns the part of a unit's arc of fire that is within a range (8.2e, 8.4).
func (s *State) fireShade(u uint8, r int32) game.Shade {
	const eighth = plane.Turn / 8
	x := s.shape(u)
	a := game.Shade{Place: -1, Side: game.Side(s.side(u)), Strength: 1, Reach: r}
	if s.allRound(u) {
		a.Outline = s.around(&x, r)
		return a
	}
	a.Outline = fan(a.Outline, x.Corner[plane.FrontLeft], 0, x.H, x.H)
	a.Outline = fan(a.Outline, x.Corner[plane.FrontLeft], r, x.H.Plus(-eighth), x.H)
	a.Outline = fan(a.Outline, x.Corner[plane.FrontRight], r, x.H, x.H.Plus(eighth))
	a.Outline = fan(a.Outline, x.Corner[plane.FrontRight], 0, x.H, x.H)
	return a
}

// commandShade returns where units are in range of the commander of a unit (4.1h), if there is one.
func (s *State) commandShade(u uint8) (game.Shade, bool) {
	d := &s.b.units[u]
	if d.command == none || !s.commands[d.side][d.command].leader {
		return game.Shade{}, false
	}
	army := &s.b.setup.Sides[d.side]
	r := army.Structure.Range()
	a := game.Shade{Place: -1, Side: game.Side(d.side), Strength: 1, Reach: r}
	if at := army.Commands[d.command].Attached; at >= 0 {
		x := s.shape(uint8(at))
		a.Outline = s.around(&x, r)
		return a, s.placed(uint8(at))
	}
	lo, hi := game.Point{}, game.Point{X: plane.Width, Y: plane.Height}
	switch edges[army.HomeEdge] {
	case plane.South:
		hi.Y = r
	case plane.North:
		lo.Y = hi.Y - r
	case plane.West:
		hi.X = r
	case plane.East:
		lo.X = hi.X - r
	}
	a.Outline = []game.Point{lo, {X: hi.X, Y: lo.Y}, hi, {X: lo.X, Y: hi.Y}}
	return a, true
}

// around returns the outline of all points within a distance of a base. The middle of the list is straight ahead.
func (s *State) around(x *plane.Shape, r int32) (list []game.Point) {
	const quarter = plane.Turn / 4
	for i, c := range [...]int{plane.BackLeft, plane.FrontLeft, plane.FrontRight, plane.BackRight} {
		from := x.H.Plus((i - 2) * quarter)
		list = fan(list, x.Corner[c], r, from, from.Plus(quarter))
	}
	return list
}

// fan appends the points of an arc about a point, from one heading clockwise to another.
func fan(list []game.Point, c plane.Point, r int32, from, to plane.Heading) []game.Point {
	const step = 5 * plane.Turn / 360
	p := plane.Pose{X: int32(c.X), Y: int32(c.Y)}
	for q := 0; ; q += step {
		q = min(q, from.To(to))
		at := p.Straight(from.Plus(q), r)
		list = append(list, game.Point{X: at.X, Y: at.Y})
		if q == from.To(to) {
			return list
		}
	}
}

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
	OverlayThreat  = "threat"
	OverlaySight   = "sight"
)

// Shade returns the areas of an overlay: the zones of control of both sides, what the enemies of the viewer could charge and shoot
// at, the arc of a unit by bands of range, what it sees, or the
// command range of its commander. All of it is open to everybody. A piece off the table has none. A spectator is shown the
// threats of both sides.
func (s *State) Shade(kind string, piece int, viewer game.Side) (list []game.Shade) {
	if kind == OverlayThreat {
		for u := range s.b.units {
			if game.Side(s.side(uint8(u))) != viewer && s.placed(uint8(u)) {
				list = append(list, s.threats(uint8(u))...)
			}
		}
		return list
	}
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
	case OverlaySight:
		list = append(list, s.sightShade(u))
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

// threats returns where a unit could charge, with its move and the greatest extension (10.1h, 10.1m), and weakly where it could
// shoot from its place.
func (s *State) threats(u uint8) (list []game.Shade) {
	if r := s.farthest(u); r > 0 {
		list = append(list, s.fireShade(u, r))
	}
	if d := s.data(u); d.Impetus > 0 && d.Type != ART && d.Type != W && d.Type != Baggage {
		x := s.arc(u, d.Move+s.greatestBonus(u), false)
		x.Strength = 2
		list = append(list, x)
	}
	return list
}

// farthest returns how far a unit can shoot, or 0.
func (s *State) farthest(u uint8) (r int32) {
	for band, dice := range weaponData[s.data(u).Weapon].dice {
		if dice != [2]int8{no, no} {
			r = ranges[band]
		}
	}
	return r
}

// sightShade returns what the middle of a unit's front edge sees all round, as the ground allows (7.3).
func (s *State) sightShade(u uint8) game.Shade {
	const step, far = 5 * plane.Turn / 360, 180 * U
	p := s.units[u].Pose
	from := plane.Point{X: int64(p.X), Y: int64(p.Y)}
	a := game.Shade{Place: -1, Side: game.Side(s.side(u)), Strength: 1}
	for q := 0; q < plane.Turn; q += step {
		h := p.H.Plus(q)
		seen := p
		for d := int32(U); d <= far; d += U {
			at := p.Straight(h, d)
			if at.X < 0 || at.Y < 0 || at.X > plane.Width || at.Y > plane.Height || s.blocked(from, plane.Point{X: int64(at.X), Y: int64(at.Y)}) {
				break
			}
			seen = at
		}
		a.Outline = append(a.Outline, game.Point{X: seen.X, Y: seen.Y})
	}
	return a
}

// fireShade returns the part of a unit's arc of fire that is within a range (8.2e, 8.4).
func (s *State) fireShade(u uint8, r int32) game.Shade { return s.arc(u, r, s.allRound(u)) }

// arc returns what lies within a distance of the front of a unit, up to an eighth of a turn to either side, or all around it.
func (s *State) arc(u uint8, r int32, allRound bool) game.Shade {
	const eighth = plane.Turn / 8
	x := s.shape(u)
	a := game.Shade{Place: -1, Side: game.Side(s.side(u)), Strength: 1, Reach: r}
	if allRound {
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

// What the notes of a piece are about.
const (
	NoteCommand = "command"
	NoteMoves   = "moves"
	NoteShoots  = "shoots"
	NoteCharges = "charges"
)

// Notes calls f with what the rules say about a piece now: whether it is in command range, how far it moves, shoots and charges. Everything
// it says is open to everybody.
func (s *State) Notes(p int, f func(on string, e game.Event)) {
	if p < 0 || p >= len(s.b.units) || !s.placed(uint8(p)) {
		return
	}
	u := uint8(p)
	d := s.data(u)
	if s.b.units[u].command != none {
		e := game.Event{Key: "about.in", Clause: "imp-4.1j"}
		if !s.inRange(u) {
			e = game.Event{Key: "about.out", Clause: "imp-4.1m"}
		}
		f(NoteCommand, e)
	}
	if d.Move > 0 {
		f(NoteMoves, game.Event{Key: "about.move", Clause: "imp-6.1a", Args: []game.Arg{length("move", d.Move)}})
	}
	if r := s.farthest(u); r > 0 {
		f(NoteShoots, game.Event{Key: "about.range", Clause: "imp-8.1b", Args: []game.Arg{length("range", r)}})
	}
	switch {
	case d.Type == ART || d.Type == W || d.Type == Baggage:
	case d.Impetus > 0:
		f(NoteCharges, game.Event{Key: "about.charge", Clause: "imp-10.1h", Args: []game.Arg{length("move", d.Move), length("bonus", s.greatestBonus(u))}})
	default:
		f(NoteCharges, game.Event{Key: "about.no-charge", Clause: "imp-10.1b"})
	}
}

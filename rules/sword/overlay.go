package sword

import (
	"acies/game"
	"acies/grid"
)

// The kinds of [State.Shade].
const (
	OverlayThreat  = "threat"
	OverlaySight   = "sight"
	OverlayCommand = "command"
)

// What a unit could do to a hex in its next activation, the worst last.
const (
	reached = 1 + iota
	shotAt
	attacked
)

// Shade returns the hexes of an overlay: where the enemies of the viewer could move, shoot and attack, what can be seen from a
// hex, or the command radius of a leader, of the leaders of a unit, or of all own leaders. A spectator is shown both sides.
func (s *State) Shade(kind string, piece, hex int, viewer game.Side) (list []game.Shade) {
	if hex < 0 && piece >= 0 {
		hex = s.hexOf(piece)
	}
	switch kind {
	case OverlayThreat:
		for side := range uint8(2) {
			if game.Side(side) != viewer {
				list = s.shadeThreat(side, list)
			}
		}
	case OverlaySight:
		if hex >= 0 {
			list = s.shadeSight(hex)
		}
	case OverlayCommand:
		list = s.shadeCommand(piece, viewer)
	}
	return list
}

// hexOf returns the hex of a piece, or -1.
func (s *State) hexOf(piece int) int {
	switch {
	case piece < len(s.b.units):
		return int(max(s.units[piece].hex, -1))
	case piece < len(s.b.units)+len(s.b.leaders):
		return int(max(s.leaders[piece-len(s.b.units)].hex, -1))
	}
	return -1
}

func (s *State) shadeThreat(side uint8, list []game.Shade) []game.Shade {
	threat := make([]uint8, s.b.m.Len())
	for i := range s.b.units {
		if u := uint8(i); s.sideOf(u) == side && s.units[u].hex >= 0 && !s.isRouted(u) {
			s.threaten(u, threat)
		}
	}
	for h, t := range threat {
		if ground := &s.b.book.Terrain[s.b.terrain[h]]; t > 0 && (ground.Cost[Foot] != Closed || ground.Cost[Horse] != Closed) {
			list = append(list, game.Shade{Place: h, Side: game.Side(side), Strength: int(t)})
		}
	}
	return list
}

// threaten marks what a unit could do if it were activated now: move its allowance, or half of it out of command, then shoot, or
// attack over its front. A unit out of command does neither (ant-7.3, 7.4).
func (s *State) threaten(u uint8, threat []uint8) {
	mark := func(h int, what uint8) { threat[h] = max(threat[h], what) }
	r := newReach()
	defer reaches.Put(r)
	x, dist := &r.search, r.costs[:]
	x.path = s.pathOf(u)
	s.find(x, dist, -1, 0)
	stray, d := s.has(u, fOutOfCommand), &s.b.units[u]
	reach := 0
	if s.canShoot(u) && !stray {
		reach = int(s.b.reach[d.typ])
	}
	for h := range threat {
		if s.b.m.Distance(x.start, h) > x.allowance {
			continue
		}
		at := s.at(x, h)
		for f := range 6 {
			if dist[6*at+f] == 0 || h != x.start && x.turnOnly {
				continue
			}
			mark(h, reached)
			if stray {
				continue
			}
			for k := range 6 {
				if n := int(s.b.next[h][k]); n >= 0 && !d.guns && s.arcOf(u, f, k) == grid.Front && s.b.barred[h]>>k&1 == 0 {
					mark(n, attacked)
				}
			}
			if reach > 0 {
				s.threatenShots(u, h, f, reach, threat)
			}
		}
	}
}

// threatenShots marks what a unit could shoot at from a hex with a facing.
func (s *State) threatenShots(u uint8, from, facing, reach int, threat []uint8) {
	if s.adjacentEnemy(from, s.sideOf(u)) {
		return
	}
	archer := s.b.book.Types[s.b.units[u].typ].Archer
	for h := range threat {
		if d := s.b.m.Distance(from, h); d == 0 || d > reach || threat[h] >= shotAt {
			continue
		}
		s1, s2 := s.b.m.Exit(from, h)
		if s.arcOf(u, facing, s1) == grid.Front && s.arcOf(u, facing, s2) == grid.Front && s.obstacle(archer, from, h) < 0 {
			threat[h] = shotAt
		}
	}
}

// arcOf returns what a side of its hex would be to a unit with a facing.
func (s *State) arcOf(u uint8, facing, side int) grid.Arc {
	kind := 0
	if s.b.units[u].guns {
		kind = 1
	}
	return s.b.arcs[kind][(side-facing+6)%6]
}

// pathOf returns the path data of a unit that moves alone.
func (s *State) pathOf(u uint8) path {
	d := &s.b.units[u]
	h := int(s.units[u].hex)
	p := path{
		side: d.side, column: s.column(u), allowance: s.mp(u), turn: 1, leader: -1, fronts: s.b.frontSides,
		start: h, facing: int(s.units[u].facing), parity: uint8(s.b.m.Col(h)+1) % 2, ban: s.banned(u), turnOnly: s.held(u),
	}
	if s.has(u, fOutOfCommand) {
		p.allowance = (p.allowance + 1) / 2
	}
	if d.guns {
		p.column, p.fronts = Horse, 1
	}
	if d.freeTurn {
		p.turn = 0
	}
	if s.top[h] != u || s.units[u].below != none {
		p.exit, p.splits = 1, true
	}
	return p
}

// shadeSight returns what can be seen from a hex: strongly by everybody, weakly only by those who shoot over units.
func (s *State) shadeSight(from int) (list []game.Shade) {
	side := game.Nobody
	if u := s.top[from]; u != none {
		side = game.Side(s.sideOf(u))
	}
	for h := range s.b.m.Len() {
		switch {
		case h == from:
		case s.obstacle(false, from, h) < 0:
			list = append(list, game.Shade{Place: h, Side: side, Strength: 2})
		case s.obstacle(true, from, h) < 0:
			list = append(list, game.Shade{Place: h, Side: side, Strength: 1})
		}
	}
	return list
}

func (s *State) shadeCommand(piece int, viewer game.Side) (list []game.Shade) {
	for i := range s.b.leaders {
		l := uint8(i)
		side := game.Side(s.b.leaders[l].side)
		shown := side == viewer || viewer < 0
		if piece >= 0 {
			shown = piece == len(s.b.units)+i || piece < len(s.b.units) && s.leads(l, uint8(piece))
		}
		if !shown || !s.commands(l) {
			continue
		}
		for h := range s.b.m.Len() {
			if s.b.m.Distance(int(s.leaders[l].hex), h) <= s.radius(l) {
				list = append(list, game.Shade{Place: h, Side: side, Strength: 1})
			}
		}
	}
	return list
}

// Measure returns how far two hexes are apart, and what blocks the line of sight between them.
func (s *State) Measure(from, to int) []game.Event {
	list := []game.Event{{Key: "ruler.distance", Args: []game.Arg{num("n", s.b.m.Distance(from, to))}}}
	if from == to {
		return list
	}
	over, under := s.obstacle(true, from, to), s.obstacle(false, from, to)
	e := game.Event{Key: "ruler.free", Clause: s.b.clause("ant-9.2c")}
	switch {
	case over >= 0:
		e.Key, e.Args = "ruler.blocked", []game.Arg{place("hex", over)}
	case under >= 0:
		e.Key, e.Args = "ruler.archers", []game.Arg{place("hex", under)}
	}
	return append(list, e)
}

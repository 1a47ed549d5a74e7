package bladebow

import (
	"acies/game"
	"acies/grid"
)

// The kinds of [State.Shade].
const (
	OverlayZones   = "zones"
	OverlayCommand = "command"
	OverlayFire    = "fire"
	OverlayThreat  = "threat"
	OverlaySight   = "sight"
)

// Shade returns the squares of an overlay: the zones of control of both sides, where the enemies of the viewer could move, shoot and
// attack, what can be seen from a square, the command range of a leader or of the
// leaders that command a unit, or where a unit can shoot, strongly without turning and weakly by turning. Everything it
// uses is open to everybody. A piece off the map has none. A spectator is shown the threats of both sides.
func (s *State) Shade(kind string, piece, square int, viewer game.Side) (list []game.Shade) {
	if square < 0 && piece >= 0 && piece < len(s.b.units) && s.placed(uint8(piece)) {
		square = int(s.units[piece].square)
	}
	switch {
	case kind == OverlayZones:
		return s.shadeZones()
	case kind == OverlayThreat:
		for side := range uint8(2) {
			if game.Side(side) != viewer {
				list = s.shadeThreat(side, list)
			}
		}
		return list
	case kind == OverlaySight:
		return s.shadeSight(square)
	case piece < 0:
	case kind == OverlayCommand:
		return s.shadeCommand(piece)
	case kind == OverlayFire && piece < len(s.b.units) && s.placed(uint8(piece)):
		return s.shadeFire(uint8(piece))
	}
	return nil
}

func (s *State) shadeZones() (list []game.Shade) {
	for side := range uint8(2) {
		for q, strength := range s.zone[side][:s.b.squares] {
			if strength != noZone {
				list = append(list, game.Shade{Place: q, Side: game.Side(side), Strength: int(strength)})
			}
		}
	}
	return list
}

func (s *State) shadeCommand(piece int) (list []game.Shade) {
	var leads [MaxLeaders]bool
	side := game.Nobody
	for l := range s.b.leaders {
		if s.leaders[l].where != onMap {
			continue
		}
		if piece < len(s.b.units) {
			u := uint8(piece)
			leads[l] = s.placed(u) && s.b.leaders[l].Side == int(s.side(u)) && s.inCommand(u, uint8(l))
		} else {
			leads[l] = piece == s.b.leaderPiece(l)
		}
		if leads[l] {
			side = game.Side(s.b.leaders[l].Side)
		}
	}
	for q := range s.b.squares {
		for l := range s.b.leaders {
			if leads[l] && s.b.board.Points(int(s.leaders[l].square), q) <= s.b.leaders[l].Range {
				list = append(list, game.Shade{Place: q, Side: side, Strength: 1})
				break
			}
		}
	}
	return list
}

func (s *State) shadeFire(u uint8) (list []game.Shade) {
	from := int(s.units[u].square)
	for q := range s.b.squares {
		if q == from || s.b.board.Points(from, q) > s.b.units[u].Range || !s.sees(from, q) {
			continue
		}
		strength := int(strong)
		if turns, _ := s.turnsTo(u, q); turns > 0 {
			strength = int(weak)
			if s.has(u, fShield) {
				continue
			}
		}
		list = append(list, game.Shade{Place: q, Side: game.Side(s.side(u)), Strength: strength})
	}
	return list
}

// What a unit could do to a square in one action, the worst last.
const (
	reached = 1 + iota
	shotAt
	attacked
)

// shadeThreat adds what the units of a side could do with one action each: move and attack, or shoot.
func (s *State) shadeThreat(side uint8, list []game.Shade) []game.Shade {
	c := *s
	c.form = form{}
	var threat [MaxSquares]uint8
	for i := range c.b.units {
		u := uint8(i)
		if c.side(u) != side || !c.placed(u) {
			continue
		}
		c.move = move{unit: u, mp: int8(c.allowance(u))}
		var way search
		if c.explore(&way) {
			c.threaten(&way, &threat)
		}
		if c.disrupted(u) {
			continue
		}
		for _, x := range c.shadeFire(u) {
			threat[x.Place] = max(threat[x.Place], shotAt)
		}
	}
	for q, t := range threat[:c.b.squares] {
		if t > 0 && !c.closed(q) {
			list = append(list, game.Shade{Place: q, Side: game.Side(side), Strength: int(t)})
		}
	}
	return list
}

// threaten marks where the moving unit could go and what it could attack from there: the three squares before it.
func (s *State) threaten(way *search, threat *[MaxSquares]uint8) {
	low, high := s.rows()
	for at := low * 8; at < high*8; at++ {
		if way.cost[at] == unreached {
			continue
		}
		q, f := at/8, at%8
		threat[q] = max(threat[q], reached)
		for turn := -1; turn <= 1; turn++ {
			if d := grid.Turn(f, turn); s.reaches(q, d) {
				threat[s.b.board.Neighbor(q, d)] = attacked
			}
		}
	}
}

func (s *State) shadeSight(from int) (list []game.Shade) {
	if from < 0 {
		return nil
	}
	side := game.Nobody
	if u := s.at[from]; u != none {
		side = game.Side(s.side(u))
	}
	for q := range s.b.squares {
		if q != from && s.sees(from, q) {
			list = append(list, game.Shade{Place: q, Side: side, Strength: 2})
		}
	}
	return list
}

// Measure returns how far two squares are apart in range points, and whether there is a line of sight between them.
func (s *State) Measure(from, to int) []game.Event {
	list := []game.Event{{Key: "ruler.distance", Clause: "bnb-8.2a", Args: []game.Arg{num("n", s.b.board.Points(from, to))}}}
	if from == to {
		return list
	}
	e := game.Event{Key: "ruler.free", Clause: "bnb-8.3b"}
	if !s.sees(from, to) {
		e.Key = "ruler.blocked"
	}
	return append(list, e)
}

// What the notes of a piece are about.
const (
	NoteCommand = "command"
	NoteMoves   = "moves"
	NoteShoots  = "shoots"
)

// Notes calls f with what the rules say about a piece now: whose command range it is in, how far it moves and shoots. Everything it
// says is open to everybody.
func (s *State) Notes(p int, f func(on string, e game.Event)) {
	if p < 0 || p >= len(s.b.units) || !s.placed(uint8(p)) {
		return
	}
	u := uint8(p)
	var by []int
	for l := range s.b.leaders {
		if s.leaders[l].where == onMap && s.b.leaders[l].Side == int(s.side(u)) && s.inCommand(u, uint8(l)) {
			by = append(by, s.b.leaderPiece(l))
		}
	}
	command := game.Event{Key: "about.in", Clause: "bnb-6.1.2b", Args: []game.Arg{pieces("leaders", by)}}
	if by == nil {
		command = game.Event{Key: "about.out", Clause: "bnb-6.1.2b"}
	}
	f(NoteCommand, command)
	f(NoteMoves, game.Event{Key: "about.mp", Clause: "bnb-7.0a", Args: []game.Arg{num("mp", s.b.units[u].MP[s.index(u)])}})
	if r := s.b.units[u].Range; r > 0 {
		e := game.Event{Key: "about.range", Clause: "bnb-8.2a", Args: []game.Arg{num("range", r)}}
		if s.disrupted(u) {
			e = game.Event{Key: "about.no-shot", Clause: "bnb-3.5f"}
		}
		f(NoteShoots, e)
	}
}

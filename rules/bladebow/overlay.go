package bladebow

import "acies/game"

// The kinds of [State.Shade].
const (
	OverlayZones   = "zones"
	OverlayCommand = "command"
	OverlayFire    = "fire"
)

// Shade returns the squares of an overlay: the zones of control of both sides, the command range of a leader or of the
// leaders that command a unit, or where a unit can shoot, strongly without turning and weakly by turning. Everything it
// uses is open to everybody. A piece off the map has none.
func (s *State) Shade(kind string, piece int) []game.Shade {
	switch {
	case kind == OverlayZones:
		return s.shadeZones()
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

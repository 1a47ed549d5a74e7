package grid

import (
	"fmt"
	"slices"
	"strings"
)

// Arc says where a neighbouring hex lies relative to the facing of a unit.
type Arc uint8

const (
	Front Arc = iota
	Flank
	Rear
)

// SideNames are the names of the sides in notation, in the order of their numbers.
var SideNames = [6]string{"N", "NE", "SE", "S", "SW", "NW"}

// CornerNames are the names of the corners in notation, in the order of their numbers.
var CornerNames = [6]string{"UR", "R", "DR", "DL", "L", "UL"}

// Opposite returns the number of the same side as seen from the neighbour across it.
func Opposite(side int) int { return (side + 3) % 6 }

// ArcByCorner returns the arc of the hex across a side for a unit that faces a corner: the two hexes that touch the
// corner are its front, the next one on each side its flanks, the other two its rear.
func ArcByCorner(facing, side int) Arc {
	return [6]Arc{Front, Front, Flank, Rear, Rear, Flank}[(side-facing+6)%6]
}

// ArcBySide returns the arc of the hex across a side for a unit that faces a side: the hex across the side it faces and
// the next one on each side are its front, the other three its rear.
func ArcBySide(facing, side int) Arc {
	return [6]Arc{Front, Front, Rear, Rear, Rear, Front}[(side-facing+6)%6]
}

// ParseSide returns the number of the side with the given name.
func ParseSide(s string) (int, error) { return parseName("side", s, &SideNames) }

// ParseCorner returns the number of the corner with the given name.
func ParseCorner(s string) (int, error) { return parseName("corner", s, &CornerNames) }

func parseName(what, s string, names *[6]string) (int, error) {
	if k := slices.Index(names[:], s); k >= 0 {
		return k, nil
	}
	return -1, fmt.Errorf("%s %q: expected one of %s", what, s, strings.Join(names[:], ", "))
}

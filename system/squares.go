package system

import (
	"fmt"
	"math"

	"acies/game"
)

// SquareSide is the side of the squares into which reports divide a board without places, in units of the board.
const SquareSide = 10

// SquareAt returns the id of the square in which a point of a board without places lies: the distances of its middle from
// the left and from the bottom, "65,35". A point between two squares belongs to the left or lower one.
func SquareAt(p game.Point) string {
	const side = 1000 * SquareSide
	return squareID((max(int(p.X), 1)-1)/side, (max(int(p.Y), 1)-1)/side)
}

func squareID(col, row int) string {
	return fmt.Sprintf("%d,%d", col*SquareSide+SquareSide/2, row*SquareSide+SquareSide/2)
}

// Squares returns the ids of the squares of a board with the given width and height, in thousandths of its unit, and an
// index for each: row by row from the bottom.
func Squares(width, height int32) map[string]int {
	cols, rows := squaresIn(float64(width)/1000), squaresIn(float64(height)/1000)
	list := make(map[string]int, cols*rows)
	for row := range rows {
		for col := range cols {
			list[squareID(col, row)] = len(list)
		}
	}
	return list
}

// squaresIn returns how many squares cover a length.
func squaresIn(units float64) int { return int(math.Ceil(units / SquareSide)) }

// Squared returns a sheet of a board without places that has squares as its places, with the indexes of [Squares]. A board
// that has places is returned as it is.
func (s *Sheet) Squared() *Sheet {
	if s.Unit == 0 {
		return s
	}
	out := *s
	side := SquareSide * s.Unit
	half := side / 2
	out.Shapes, out.Places = [][]float64{{-half, -half, half, -half, half, half, -half, half}}, nil
	// The margins are the same on opposite sides.
	cols, rows := squaresIn((s.Width-2*s.Left)/s.Unit), squaresIn((2*s.Bottom-s.Height)/s.Unit)
	for row := range rows {
		for col := range cols {
			out.Places = append(out.Places, Place{ID: squareID(col, row), X: s.Left + (float64(col)+.5)*side, Y: s.Bottom - (float64(row)+.5)*side})
		}
	}
	return &out
}

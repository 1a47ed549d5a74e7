package grid

import (
	"fmt"
	"strconv"
	"strings"
)

// DirectionNames are the names of the eight directions on a board of squares, clockwise from the top, in the order of
// their numbers. Even directions lead across a side, odd ones across a corner.
var DirectionNames = [8]string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}

// MaxColumns is the greatest number of columns of a board of squares, because a column is written as one letter.
const MaxColumns = 26

// toSquare are the steps in the eight directions, in columns and rows.
var toSquare = [8]struct{ x, y int }{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}

// Turn returns a direction turned clockwise by a number of eighths, which may be negative.
func Turn(direction, eighths int) int { return (direction + eighths) & 7 }

// Squares is a rectangular board of squares without contents, made with [NewSquares]. A square is written as the letter
// of its column and the number of its row: A1 is at the top left. Inside the program it is its index,
// (row-1)*Cols + (col-1). A board never changes and is safe for concurrent use.
type Squares struct {
	Cols, Rows int

	next [][8]int16
	ids  []string
}

// NewSquares returns a board with the given number of columns, up to [MaxColumns], and rows, up to [MaxSize]. It panics on
// other numbers; the code that loads a map must refuse them first.
func NewSquares(cols, rows int) *Squares {
	if cols < 1 || cols > MaxColumns || rows < 1 || rows > MaxSize {
		panic(fmt.Sprintf("grid: board of %d columns and %d rows: expected 1 to %d and 1 to %d", cols, rows, MaxColumns, MaxSize))
	}
	b := &Squares{Cols: cols, Rows: rows, next: make([][8]int16, cols*rows), ids: make([]string, cols*rows)}
	for i := range b.next {
		col, row := i%cols, i/cols
		b.ids[i] = string(rune('A'+col)) + strconv.Itoa(row+1)
		for d, step := range toSquare {
			b.next[i][d] = -1
			if x, y := col+step.x, row+step.y; x >= 0 && x < cols && y >= 0 && y < rows {
				b.next[i][d] = int16(y*cols + x)
			}
		}
	}
	return b
}

// Len returns the number of squares.
func (b *Squares) Len() int { return len(b.next) }

// Col returns the column of a square, from 1.
func (b *Squares) Col(i int) int { return i%b.Cols + 1 }

// Row returns the row of a square, from 1.
func (b *Squares) Row(i int) int { return i/b.Cols + 1 }

// ID returns the name of a square, such as "H5".
func (b *Squares) ID(i int) string { return b.ids[i] }

// Parse returns the square with a name as returned by [Squares.ID], or an error that says what is wrong with the name.
func (b *Squares) Parse(s string) (int, error) {
	if len(s) < 2 || len(s) > 3 || s[0] < 'A' || s[0] > 'Z' || strings.Trim(s[1:], "0123456789") != "" || s[1] == '0' {
		return -1, fmt.Errorf("square %q: expected the letter of a column and the number of a row, such as \"H5\"", s)
	}
	col := int(s[0] - 'A')
	row, err := strconv.Atoi(s[1:])
	switch {
	case err != nil:
		return -1, fmt.Errorf("square %q: %w", s, err)
	case col >= b.Cols:
		return -1, fmt.Errorf("square %q: column %c is beyond the board's last column, %c", s, s[0], 'A'+b.Cols-1)
	case row > b.Rows:
		return -1, fmt.Errorf("square %q: row %d is beyond the board's %d rows", s, row, b.Rows)
	}
	return (row-1)*b.Cols + col, nil
}

// Neighbor returns the square next to i in a direction, or -1 if that is off the board.
func (b *Squares) Neighbor(i, direction int) int { return int(b.next[i][direction]) }

// Direction returns the direction from a square to a neighbour, or -1 if they are not neighbours.
func (b *Squares) Direction(from, to int) int {
	for d, n := range b.next[from] {
		if int(n) == to {
			return d
		}
	}
	return -1
}

// Offset returns how many columns and rows lie between two squares.
func (b *Squares) Offset(from, to int) (dx, dy int) {
	return to%b.Cols - from%b.Cols, to/b.Cols - from/b.Cols
}

// Points returns the distance between two squares in directional points: 2 for a step across a side, 3 for one across a
// corner.
func (b *Squares) Points(from, to int) int {
	dx, dy := b.Offset(from, to)
	dx, dy = max(dx, -dx), max(dy, -dy)
	return 2*max(dx, dy) + min(dx, dy)
}

// Steps returns the number of steps between two squares.
func (b *Squares) Steps(from, to int) int {
	dx, dy := b.Offset(from, to)
	return max(dx, -dx, dy, -dy)
}

// InWedge reports whether a square lies in the wedge of 90 degrees around a direction from another square, its edges
// included.
func (b *Squares) InWedge(from, direction, to int) bool {
	if from == to {
		return false
	}
	dx, dy := b.Offset(from, to)
	step := toSquare[direction]
	if direction&1 == 1 {
		return dx*step.x >= 0 && dy*step.y >= 0
	}
	forward := dx*step.x + dy*step.y
	aside := dx*step.y + dy*step.x // one of the two terms is 0
	return forward >= max(aside, -aside)
}

// Between appends the squares, other than the two ends, whose interior the line between the centres of two squares
// crosses, from the first end to the second. A line through a corner does not cross the squares beside it.
func (b *Squares) Between(from, to int, buf []int) []int {
	dx, dy := b.Offset(from, to)
	sx, sy := sign(dx), sign(dy)
	dx, dy = max(dx, -dx), max(dy, -dy)
	// The line leaves the square that lies x columns and y rows away across its far vertical edge at (2x+1)/2dx of its
	// length, and across its far horizontal edge at (2y+1)/2dy.
	x, y := 0, 0
	for {
		switch v, h := (2*x+1)*dy, (2*y+1)*dx; {
		case v < h:
			x++
		case v > h:
			y++
		default:
			x, y = x+1, y+1
		}
		if x >= dx && y >= dy {
			return buf
		}
		buf = append(buf, from+sy*y*b.Cols+sx*x)
	}
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

package sheet

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"acies/game"
	"acies/plane"
	"acies/rules/impetus"
	"acies/system"
)

// In text a character is 2 U wide and 4 U high, so that the id of a unit is as wide as its front:
//
//	 ↑
//	R1.1
//
// An arrow ahead of it shows where it faces; the rest of a deep base is filled with colons.
const (
	cellWidth  = 2 * impetus.U
	cellHeight = 4 * impetus.U
	idWidth    = impetus.Frontage / cellWidth
	scale      = 20 // U from one figure of the scale to the next
	leftWidth  = 4  // of the scale at the left
)

var (
	arrows = [8]string{"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"}
	fills  = map[impetus.Kind]string{
		impetus.GentleHill: "^", impetus.SteepHill: "A", impetus.Wood: "&", impetus.Broken: ",", impetus.Marsh: "\"", impetus.Stream: "~",
		impetus.Impassable: "#", impetus.Village: "=", impetus.Road: "-",
	}
	groundColors = map[string]string{
		"^": "\x1b[33m", "A": "\x1b[33m", "&": "\x1b[32m", ",": "\x1b[33m", "\"": "\x1b[32m", "~": "\x1b[36m", "#": "\x1b[36m", "=": "\x1b[30;47m",
		"-": "\x1b[33m", wall: "\x1b[1m",
	}
	textColors = [2]string{"\x1b[1;37;44m", "\x1b[1;37;41m"}
)

// wall is the sign of a fortification.
const wall = "H"

// Text draws the table with its units for a terminal, in colour if color is true, and then lists the units unless brief is
// true.
func Text(out io.Writer, b *impetus.Battle, v game.View, w system.Speaker, color, brief bool) error {
	set := b.Setup()
	t := &text{Battle: b, setup: set, view: v, w: w, color: color, cols: cellsIn(set.Width, cellWidth), rows: cellsIn(set.Height, cellHeight)}
	t.cells = make([]cell, t.cols*t.rows)
	t.ground()
	t.bases()
	buf := bufio.NewWriter(out)
	t.grid(buf)
	t.key(buf)
	if !brief {
		t.list(buf)
	}
	return buf.Flush()
}

func cellsIn(length, cell int32) int { return int((length + cell - 1) / cell) }

type text struct {
	*impetus.Battle
	setup      *impetus.Setup
	view       game.View
	w          system.Speaker
	color      bool
	cols, rows int
	cells      []cell // row by row from the north
}

// cell is one character of the drawing and its colour. Taken says that it belongs to a unit.
type cell struct {
	sign, color string
	taken       bool
}

// at returns the cell of a point of the table, or nil.
func (t *text) at(x, y int32) *cell {
	col, row := int(x/cellWidth), t.rows-1-int(y/cellHeight)
	if x < 0 || y < 0 || col >= t.cols || row < 0 {
		return nil
	}
	return &t.cells[row*t.cols+col]
}

// middle returns the point in the middle of a cell.
func (t *text) middle(i int) plane.Point {
	return plane.Point{X: int64(i%t.cols)*cellWidth + cellWidth/2, Y: int64(t.rows-1-i/t.cols)*cellHeight + cellHeight/2}
}

// ground fills the cells with the signs of the terrain.
func (t *text) ground() {
	for i := range t.cells {
		t.cells[i].sign = " "
	}
	for _, p := range t.setup.Terrain {
		piece, err := plane.NewPiece(p.Polygon...)
		if err != nil {
			panic(err) // package scenario has checked it
		}
		for i := range t.cells {
			if piece.Contains(t.middle(i)) {
				t.cells[i].sign, t.cells[i].color = fills[p.Kind], groundColors[fills[p.Kind]]
			}
		}
	}
	for _, l := range t.setup.Lines {
		for i := 1; i < len(l.Points); i++ {
			a, b := l.Points[i-1], l.Points[i]
			steps := int64(max(math.Abs(float64(b.X-a.X))/cellWidth, math.Abs(float64(b.Y-a.Y))/cellHeight)) + 1
			for k := range steps + 1 {
				if c := t.at(int32(a.X+(b.X-a.X)*k/steps), int32(a.Y+(b.Y-a.Y)*k/steps)); c != nil {
					c.sign, c.color = wall, groundColors[wall]
				}
			}
		}
	}
}

// bases draws the units: first all bases, then their ids, then the arrows where there is room.
func (t *text) bases() {
	for i := range t.view.Pieces {
		if p := &t.view.Pieces[i]; p.Pose != nil {
			t.fill(p)
		}
	}
	for i := range t.view.Pieces {
		if p := &t.view.Pieces[i]; p.Pose != nil {
			t.label(p)
		}
	}
	for i := range t.view.Pieces {
		if p := &t.view.Pieces[i]; p.Pose != nil && t.setup.Units[p.Piece].Type != impetus.Baggage {
			t.arrow(p)
		}
	}
}

// depth returns the depth of a base, which has as many rows as are left.
func (t *text) depth(p *game.PieceView) int32 {
	u := &t.setup.Units[p.Piece]
	rows := int32(1)
	for _, x := range p.Values {
		if x.Key == "rows" {
			rows = int32(x.N)
		}
	}
	return u.Depth / int32(u.Rows) * rows
}

// ahead returns the point at a distance ahead of the front centre of a unit, or behind it.
func ahead(p *game.Pose, distance int32) (x, y int32) {
	sin, cos := math.Sincos(float64(p.Heading) / 4 * math.Pi / 180)
	return p.X + int32(sin*float64(distance)), p.Y + int32(cos*float64(distance))
}

// fill fills the cells whose middle is on a base.
func (t *text) fill(p *game.PieceView) {
	u := &t.setup.Units[p.Piece]
	base := plane.Place(plane.Pose{X: p.Pose.X, Y: p.Pose.Y, H: plane.Heading(p.Pose.Heading)}, plane.Base{Width: impetus.Frontage, Depth: t.depth(p)})
	piece, err := plane.NewPiece(base.Corner[:]...)
	if err != nil {
		return
	}
	for i := range t.cells {
		if piece.Contains(t.middle(i)) {
			t.cells[i] = cell{":", textColors[u.Side], false}
		}
	}
}

// label writes the id of a unit on its base; where another stands already, on the row behind it or before it.
func (t *text) label(p *game.PieceView) {
	u := &t.setup.Units[p.Piece]
	id := []rune(u.ID)
	if u.Type == impetus.Baggage {
		id = []rune("camp")
	}
	id = id[max(0, len(id)-idWidth):] // P1.10 is the only one of its side that ends in 1.10
	x, y := ahead(p.Pose, -t.depth(p)/2)
	for _, shift := range []int32{0, -cellHeight, cellHeight} {
		var cells []*cell
		for i := range int32(len(id)) {
			if c := t.at(x+(i*2+1-idWidth)*cellWidth/2, y+shift); c != nil && !c.taken {
				cells = append(cells, c)
			}
		}
		if len(cells) < len(id) {
			continue
		}
		for i, r := range id {
			*cells[i] = cell{string(r), textColors[u.Side], true}
		}
		return
	}
}

// arrow draws the arrow of a unit ahead of its front, unless something stands there.
func (t *text) arrow(p *game.PieceView) {
	x, y := ahead(p.Pose, cellHeight/2)
	if c := t.at(x, y); c != nil && !c.taken && c.sign != ":" {
		*c = cell{t.arrowOf(p), textColors[t.setup.Units[p.Piece].Side], true}
	}
}

func (t *text) arrowOf(p *game.PieceView) string {
	const eighth = plane.Turn / 8
	return arrows[(int(p.Pose.Heading)+eighth/2)/eighth%8]
}

func (t *text) paint(color, s string) string {
	if !t.color || color == "" {
		return s
	}
	return color + s + "\x1b[0m"
}

// grid writes the drawing with a frame and a scale in U.
func (t *text) grid(out *bufio.Writer) {
	top := []rune(strings.Repeat(" ", t.cols+leftWidth+1))
	for u := 0; u*impetus.U < int(t.setup.Width); u += scale {
		copy(top[leftWidth+u*impetus.U/cellWidth+1:], []rune(fmt.Sprint(u)))
	}
	fmt.Fprintln(out, strings.TrimRight(string(top), " "))
	border := strings.Repeat(" ", leftWidth) + "+" + strings.Repeat("-", t.cols) + "+\n"
	out.WriteString(border)
	for row := range t.rows {
		left := ""
		if u := (t.rows - 1 - row) * cellHeight / impetus.U; u%scale == 0 {
			left = fmt.Sprint(u)
		}
		fmt.Fprintf(out, "%*s|", leftWidth, left)
		for _, c := range t.cells[row*t.cols : (row+1)*t.cols] {
			out.WriteString(t.paint(c.color, c.sign))
		}
		out.WriteString("|\n")
	}
	out.WriteString(border)
}

// key explains the signs.
func (t *text) key(out *bufio.Writer) {
	fmt.Fprintln(out, t.w.Text("ui.key-counter"))
	var signs []string
	seen := map[string]bool{}
	for _, p := range t.setup.Terrain {
		if sign := fills[p.Kind]; sign != "" && !seen[sign] {
			seen[sign] = true
			signs = append(signs, sign+" "+t.w.Text("terrain."+impetus.KindNames[p.Kind]))
		}
	}
	if len(t.setup.Lines) > 0 {
		signs = append(signs, wall+" "+t.w.Text("terrain.fortification"))
	}
	if len(signs) > 0 {
		fmt.Fprintln(out, strings.Join(signs, "  "))
	}
}

// list names the units of each side, by Command: where they stand, their values and states.
func (t *text) list(out *bufio.Writer) {
	for side := range 2 {
		fmt.Fprintf(out, "\n%s\n", t.w.Side(game.Side(side)))
		for i := range t.view.Pieces {
			p := &t.view.Pieces[i]
			u := &t.setup.Units[p.Piece]
			if u.Side != side {
				continue
			}
			where := "–"
			if p.Pose != nil {
				where = t.w.Say("ui.pose", game.Arg{Name: "x", Kind: game.Length, N: int(p.Pose.X)}, game.Arg{Name: "y", Kind: game.Length, N: int(p.Pose.Y)},
					game.Arg{Name: "heading", Kind: game.Angle, N: int(p.Pose.Heading)})
			}
			about := []string{}
			if u.Type != impetus.Baggage {
				about = append(about, u.Type.Code())
			}
			for _, x := range p.Values {
				if u.Type == impetus.Baggage && x.Key == "impetus" {
					continue
				}
				about = append(about, fmt.Sprintf("%s %d", t.w.Text("value."+x.Key), x.N))
			}
			for _, s := range p.States {
				about = append(about, t.w.Text("state."+s))
			}
			fmt.Fprintf(out, "  %s %s %s %s\n", pad(u.ID, t.idColumn()), pad(t.w.Piece(p.Piece), 22), pad(where, 34), strings.Join(about, ", "))
		}
	}
}

// idColumn returns the width of the longest id.
func (t *text) idColumn() int {
	return len(slices.MaxFunc(t.setup.Units, func(a, b impetus.UnitSetup) int { return len(a.ID) - len(b.ID) }).ID)
}

func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-utf8.RuneCountInString(s))) }

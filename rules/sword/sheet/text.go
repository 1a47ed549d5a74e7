package sheet

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"acies/game"
	"acies/rules/sword"
)

func itoa(n int) string { return strconv.Itoa(n) }

// In text a hex is two lines of six characters between slanted sides it shares with its neighbours:
//
//	/RLg↗2*\
//	\0511f!/
//
// The upper line has the side, type and facing of the top unit, the number of units in the stack and an asterisk for a
// leader; the lower one the number of the hex and the state of the top unit. Columns are seven characters wide, so
// that a map of 28 columns fits into 200.
const (
	inner = 6
	pitch = inner + 1
)

// arrows by what units face, and by facing.
var arrows = [...][6]string{
	sword.FaceCorner: {"↗", "→", "↘", "↙", "←", "↖"},
	sword.FaceSide:   {"↑", "↗", "↘", "↓", "↙", "↖"},
}

// arrow returns the sign of a unit's facing.
func (f *field) arrow(unit int) string {
	if k := f.view.Pieces[unit].Facing; k >= 0 {
		return arrows[f.setup.Book.Facing][k]
	}
	return "x"
}

// grounds are the fills of empty hexes by terrain; others show their name.
var grounds = map[string]string{
	"clear": "      ", "city": "::::::", "sea": "~~~~~~", "river": "≈≈≈≈≈≈",
	"wood": "&&&&&&", "bushes": "%%%%%%", "marsh": "\"\"\"\"\"\"", "village": "::::::", "bridge": "======", "ford": "≈ ≈ ≈ ",
}

// sides are the characters of hexsides that have a feature.
var sides = map[string]string{"fortification": "#", "wall": "#", "gate": "+", "river": "≈", "stream": "~", "bridge": "=", "ford": ":"}

// Colours of a terminal: those of the sides, and backgrounds by terrain.
const reset = "\x1b[0m"

var (
	sideColors   = [2]string{"\x1b[1;37;41m", "\x1b[1;37;44m"}
	groundColors = map[string]string{
		"city": "\x1b[30;47m", "temple": "\x1b[30;47m", "tower": "\x1b[30;47m", "sanctuary": "\x1b[30;47m",
		"citadel": "\x1b[30;47m", "sea": "\x1b[36m", "river": "\x1b[36m", "ford-1": "\x1b[36m", "ford-2": "\x1b[36m",
		"ford-3": "\x1b[36m", "ford": "\x1b[36m", "bridge": "\x1b[33m", "wood": "\x1b[32m", "bushes": "\x1b[32m", "marsh": "\x1b[36m",
		"village": "\x1b[30;47m", "farm": "\x1b[30;47m",
	}
	edgeColors = map[string]string{
		"fortification": "\x1b[1;33m", "wall": "\x1b[1;33m", "gate": "\x1b[33m", "river": "\x1b[1;36m", "stream": "\x1b[36m",
		"bridge": "\x1b[33m", "ford": "\x1b[33m",
	}
)

// Text draws the map with its counters for a terminal and, unless brief, lists the stacks below it.
func Text(w io.Writer, b *sword.Battle, v game.View, o Options) error {
	t := &text{field: newField(b, v, o), color: o.Color}
	t.lines()
	out := bufio.NewWriter(w)
	t.sheet(out)
	t.key(out)
	if !o.Brief {
		t.list(out)
	}
	return out.Flush()
}

type text struct {
	*field
	color bool
	cells [][]string // by line and column of the terminal; a cell is a character with its colour
}

// lines draws all hexes into the cells.
func (t *text) lines() {
	t.cells = make([][]string, 2*t.m.Rows+2)
	for i := range t.cells {
		t.cells[i] = make([]string, pitch*t.m.Cols+1)
		for k := range t.cells[i] {
			t.cells[i][k] = " "
		}
	}
	for h := range t.m.Len() {
		t.outline(h)
	}
	for h := range t.m.Len() {
		t.fill(h)
	}
}

// corner returns the line and column of the upper left character of a hex: its slanted side.
func (t *text) corner(h int) (line, col int) {
	return 2*t.m.Row(h) - 1 + (t.m.Col(h)+1)%2, pitch * (t.m.Col(h) - 1)
}

func (t *text) outline(h int) {
	y, x := t.corner(h)
	for k := range inner {
		t.edge(y-1, x+1+k, h, 0, "_")
	}
	for k := range inner {
		t.edge(y+1, x+1+k, h, 3, "_")
	}
	t.edge(y, x, h, 5, "/")
	t.edge(y, x+pitch, h, 1, "\\")
	t.edge(y+1, x, h, 4, "\\")
	t.edge(y+1, x+pitch, h, 2, "/")
}

// edge draws a character of a side of a hex, in the style of its feature.
func (t *text) edge(y, x, h, side int, plain string) {
	kind, ok := t.edges[h][side]
	if !ok {
		if t.cells[y][x] == " " || t.cells[y][x] == "_" {
			t.cells[y][x] = plain
		}
		return
	}
	t.cells[y][x] = t.paint(edgeColors[kind], sides[kind])
}

func (t *text) paint(color, s string) string {
	if !t.color || color == "" {
		return s
	}
	return color + s + reset
}

// fill writes the contents of a hex over its two lines. The lower line shows the side below where it is otherwise
// empty.
func (t *text) fill(h int) {
	y, x := t.corner(h)
	id := t.m.ID(h)
	ground := t.setup.Hexes[h]
	stack, leaders := t.stacks[h], t.lead[h]
	paint := groundColors[ground.Terrain]
	lower := id
	var upper string
	switch {
	case len(stack) > 0:
		upper, lower = t.counter(stack, leaders), id+t.states(stack[0])
		paint = sideColors[t.side(stack[0])]
	case len(leaders) > 0:
		upper = t.letters()[t.side(leaders[0])] + "    *"
		paint = sideColors[t.side(leaders[0])]
	default:
		upper = t.ground(h)
	}
	for k, r := range []rune(upper) {
		t.cells[y][x+1+k] = t.paint(paint, string(r))
	}
	for k, r := range []rune(lower) {
		t.cells[y+1][x+1+k] = t.paint(paint, string(r))
	}
	if t.marked[h] != "" {
		t.cells[y+1][x+inner] = t.paint(paint, "X")
	}
}

// counter returns the upper line of a stack.
func (t *text) counter(stack, leaders []int) string {
	top := stack[0]
	count, leader := " ", " "
	if len(stack) > 1 {
		count = itoa(len(stack))
	}
	if len(leaders) > 0 {
		leader = "*"
	}
	return t.letters()[t.side(top)] + t.setup.Units[top].Type + t.arrow(top) + count + leader
}

// states returns the marks of a unit: f fatigued; ! discouraged, R routed.
func (t *text) states(unit int) string {
	out := ""
	if t.has(unit, "fatigued") {
		out += "f"
	}
	switch {
	case t.has(unit, "discouraged"):
		out += "!"
	case t.has(unit, "routed"):
		out += "R"
	}
	return out
}

// ground returns the upper line of an empty hex: its terrain, the paths through it, its level.
func (t *text) ground(h int) string {
	hex := t.setup.Hexes[h]
	fill, ok := grounds[hex.Terrain]
	if !ok {
		name := []rune(t.w.Text("terrain." + hex.Terrain))
		fill = string(name[:min(len(name), inner)])
		fill += strings.Repeat(" ", inner-len([]rune(fill)))
	}
	r := []rune(fill)
	if len(t.paths[h]) > 0 {
		copy(r[2:4], []rune("=="))
	}
	if hex.Level > 0 {
		copy(r[4:], []rune(fmt.Sprintf("+%d", hex.Level)))
	}
	return string(r)
}

func (t *text) sheet(out *bufio.Writer) {
	for _, line := range t.cells {
		out.WriteString(strings.TrimRight(strings.Join(line, ""), " ") + "\n")
	}
}

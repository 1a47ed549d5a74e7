package sheet

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"acies/game"
	"acies/grid"
	"acies/rules/bladebow"
	"acies/system"
)

// In text a square is two lines of seven characters:
//
//	|GHo↑ +2|
//	|D12 DS*|
//
// The upper line has the side, type and facing of the unit and the ranks that the viewer knows; the lower one the name of
// the square, and the marks of the unit.
const inner = 7

var (
	arrows   = [8]string{"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"}
	typeCode = [bladebow.Types]string{
		bladebow.Hoplite: "Ho", bladebow.Spears: "Sp", bladebow.Immortals: "Im", bladebow.Archers: "Ar", bladebow.Peltasts: "Pe",
		bladebow.Psiloi: "Ps", bladebow.LightCavalry: "LC", bladebow.HeavyCavalry: "HC", bladebow.Maniple: "Ma",
	}
	fills = [bladebow.Terrains]string{
		bladebow.Clear: " ", bladebow.Hill: "^", bladebow.Woods: "&", bladebow.Town: ":", bladebow.River: "≈", bladebow.Stream: "~",
		bladebow.Marsh: "\"", bladebow.Sea: "#", bladebow.GoatPath: "=",
	}
	marks = []struct{ state, sign string }{{"disrupted", "D"}, {"shield", "S"}, {"melee", "m"}, {"overrun", "x"}}
)

// Colours of a terminal: those of the sides, and of the ground.
const reset = "\x1b[0m"

var (
	sideColors   = [2]string{"\x1b[1;37;44m", "\x1b[1;37;41m"}
	groundColors = map[bladebow.Terrain]string{
		bladebow.Hill: "\x1b[33m", bladebow.Woods: "\x1b[32m", bladebow.Town: "\x1b[30;47m", bladebow.River: "\x1b[36m", bladebow.Stream: "\x1b[36m",
		bladebow.Marsh: "\x1b[32m", bladebow.Sea: "\x1b[36m", bladebow.GoatPath: "\x1b[33m",
	}
)

// Text draws the map with its counters for a terminal, in colour if color is true, and then lists the pieces unless brief is
// true.
func Text(out io.Writer, b *bladebow.Battle, v game.View, w system.Speaker, color, brief bool) error {
	t := &text{Battle: b, setup: b.Setup(), view: v, w: w, color: color, at: map[int][]*game.PieceView{}}
	for i := range v.Pieces {
		if p := &v.Pieces[i]; p.Place >= 0 {
			t.at[p.Place] = append(t.at[p.Place], p)
		}
	}
	buf := bufio.NewWriter(out)
	t.grid(buf)
	t.key(buf)
	if !brief {
		t.list(buf)
	}
	return buf.Flush()
}

type text struct {
	*bladebow.Battle
	setup *bladebow.Setup
	view  game.View
	w     system.Speaker
	color bool
	at    map[int][]*game.PieceView
}

func (t *text) paint(color, s string) string {
	if !t.color || color == "" {
		return s
	}
	return color + s + reset
}

// grid draws the squares.
func (t *text) grid(out *bufio.Writer) {
	border := strings.Repeat("+"+strings.Repeat("-", inner), t.setup.Cols) + "+\n"
	for row := range t.setup.Rows {
		out.WriteString(border)
		var lines [2]strings.Builder
		for col := range t.setup.Cols {
			upper, lower, color := t.square(row*t.setup.Cols + col)
			for i, s := range []string{upper, lower} {
				lines[i].WriteString("|" + t.paint(color, pad(s, inner)))
			}
		}
		for i := range lines {
			out.WriteString(lines[i].String() + "|\n")
		}
	}
	out.WriteString(border)
}

// square returns the two lines of a square and their colour.
func (t *text) square(q int) (upper, lower, color string) {
	ground := t.setup.Terrain[q]
	upper, lower, color = strings.Repeat(fills[ground], inner), t.PlaceID(q), groundColors[ground]
	leader := ""
	var unit *game.PieceView
	for _, p := range t.at[q] {
		if k := p.Piece - len(t.setup.Units); k >= 0 && k < len(t.setup.Leaders) {
			leader = "*"
			color = sideColors[t.side(p.Piece)]
		} else if unit == nil || k < 0 {
			unit = p // a unit rather than the camp under it
		}
	}
	if unit != nil {
		side := t.side(unit.Piece)
		color = sideColors[side]
		upper = t.letters()[side] + t.code(unit) + t.ranks(unit)
		lower = pad(lower, 4) + t.marks(unit)
	}
	return upper, lower + leader, color
}

func (t *text) side(piece int) int {
	switch k := piece - len(t.setup.Units); {
	case k < 0:
		return t.setup.Units[piece].Side
	case k < len(t.setup.Leaders):
		return t.setup.Leaders[k].Side
	default:
		return k - len(t.setup.Leaders)
	}
}

// letters are the first letters of the names of the sides, or numbers if these are alike.
func (t *text) letters() [2]string {
	a, b := []rune(t.w.Side(0)), []rune(t.w.Side(1))
	if len(a) == 0 || len(b) == 0 || a[0] == b[0] {
		return [2]string{"1", "2"}
	}
	return [2]string{string(a[0]), string(b[0])}
}

// code returns the type and the facing of a unit, or the sign of a camp.
func (t *text) code(p *game.PieceView) string {
	if p.Piece >= len(t.setup.Units) {
		return "/\\ "
	}
	return typeCode[t.setup.Units[p.Piece].Type] + arrows[p.Facing]
}

func (t *text) ranks(p *game.PieceView) string {
	for _, x := range p.Values {
		switch x.Key {
		case "ranks":
			return fmt.Sprintf(" +%d", x.N)
		case "last-known":
			return fmt.Sprintf("+%d?", x.N)
		}
	}
	return ""
}

func (t *text) marks(p *game.PieceView) string {
	out := ""
	for _, m := range marks {
		if slices.Contains(p.States, m.state) {
			out += m.sign
		}
	}
	return out
}

// key explains the signs of the map.
func (t *text) key(out *bufio.Writer) {
	l := t.letters()
	fmt.Fprintf(out, "%s\n%s  %s\n", t.w.Text("ui.key-counter"), t.paint(sideColors[0], l[0]+" "+t.w.Side(0)), t.paint(sideColors[1], l[1]+" "+t.w.Side(1)))
	var ground []string
	for kind := range bladebow.Terrains {
		if kind != bladebow.Clear && slices.Contains(t.setup.Terrain, kind) {
			ground = append(ground, fills[kind]+" "+t.w.Text("terrain."+kind.Data().Key))
		}
	}
	fmt.Fprintln(out, strings.Join(ground, "  "))
}

// list names the pieces of each side with their values, then the cards that the viewer sees.
func (t *text) list(out *bufio.Writer) {
	cards := len(t.setup.Units) + len(t.setup.Leaders) + 2
	for side := range 2 {
		fmt.Fprintf(out, "\n%s\n", t.w.Side(game.Side(side)))
		for i := range t.view.Pieces {
			if p := &t.view.Pieces[i]; p.Piece < cards && t.side(p.Piece) == side {
				t.piece(out, p)
			}
		}
	}
	if slices.ContainsFunc(t.view.Pieces, func(p game.PieceView) bool { return p.Piece >= cards }) {
		fmt.Fprintln(out)
	}
	for i := range t.view.Pieces {
		if p := &t.view.Pieces[i]; p.Piece >= cards {
			t.piece(out, p)
		}
	}
}

func (t *text) piece(out *bufio.Writer, p *game.PieceView) {
	where := "–"
	if p.Place >= 0 {
		where = t.PlaceID(p.Place)
	}
	if p.Facing >= 0 {
		where += " " + grid.DirectionNames[p.Facing]
	}
	var about []string
	for _, x := range p.Values {
		about = append(about, fmt.Sprintf("%s %d", t.w.Text("value."+x.Key), x.N))
	}
	for _, s := range p.States {
		about = append(about, t.w.Text("state."+s))
	}
	fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("  %s %s %s  %s", pad(where, 6), pad(t.w.Piece(p.Piece), 24), pad(t.PieceID(p.Piece), 18), strings.Join(about, ", ")), " "))
}

func pad(s string, n int) string {
	return s + strings.Repeat(" ", max(0, n-utf8.RuneCountInString(s)))
}

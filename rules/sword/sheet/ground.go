package sheet

import (
	"fmt"
	"slices"
	"strings"

	"acies/game"
	"acies/picture/draw"
	"acies/rules/sword"
)

// Ground draws the board of a battle without its counters, with names in a language, as the content of an SVG element
// of the size of its sheet. The hex numbers, the names of quarters and the rout edges are groups of the classes
// "numbers", "names" (single hexes: "small") and "rout-edge" with "side-0" or "side-1", so that a style sheet can
// change them.
func Ground(b *sword.Battle, o Options) string {
	g := newGround(b, o)
	g.land(true)
	g.ways(true)
	g.works()
	g.margin()
	g.grid()
	g.numbers()
	g.names()
	width, height := g.Extent()
	g.Frame(width, height+draw.Foot)
	g.routEdges()
	g.cartouche()
	return g.String()
}

// Map draws the board without details that would be unreadable in a small picture.
func Map(b *sword.Battle, o Options) string {
	g := newGround(b, o)
	g.land(false)
	g.ways(false)
	g.works()
	g.margin()
	return g.String()
}

// Backdrop draws the board for a figure that has a frame of its own.
func Backdrop(b *sword.Battle, o Options) string {
	g := newGround(b, o)
	g.land(true)
	g.ways(true)
	g.works()
	g.margin()
	g.grid()
	g.numbers()
	g.names()
	return g.String()
}

// ground is the board being drawn.
type ground struct {
	draw.Canvas
	draw.Hexes
	*field
	north    string
	northern bool // the country of the north, not that of the Mediterranean
	seed     int  // of what is scattered over the board
	flooded  []int
	level    *draw.Field    // of the ground, without steps
	streets  [][]draw.Point // roads and paths, as they are drawn
	rivers   [][]draw.Point // the courses of rivers, as they are drawn
}

// northern lists the books whose battles are in the north.
var northern = map[string]bool{"medieval": true}

func newGround(b *sword.Battle, o Options) *ground {
	f := newField(b, game.View{}, o)
	g := &ground{Hexes: draw.Hexes{Board: f.m}, field: f, north: o.North, northern: northern[f.setup.Book.ID]}
	for _, r := range f.setup.ID {
		g.seed = (31*g.seed + int(r)) % 997
	}
	g.flooded = g.where(func(h int) bool { return isFlooded(g.terrain(h)) })
	waver, size, soft := 6.0, 40.0, 6
	if g.northern { // gentle slopes
		waver, size, soft = 17, 105, 12
	}
	g.level = g.spread(waver, size, func(h int) float64 { return float64(g.levelOf(h)) }).Blur(soft)
	g.survey()
	return g
}

func (g *ground) terrain(h int) string { return g.setup.Hexes[h].Terrain }

func (g *ground) levelOf(h int) int { return g.setup.Hexes[h].Level }

// where returns the hexes for which f is true.
func (g *ground) where(f func(h int) bool) []int {
	var list []int
	for h := range g.m.Len() {
		if f(h) {
			list = append(list, h)
		}
	}
	return list
}

// of returns the hexes with any of some terrains.
func (g *ground) of(terrains ...string) []int {
	return g.where(func(h int) bool { return slices.Contains(terrains, g.terrain(h)) })
}

// spread returns the field of a quantity of hexes, whose borders waver by about the given length, in bends of about a size.
func (g *ground) spread(waver, size float64, of func(h int) float64) *draw.Field {
	width, height := g.Extent()
	return draw.NewField(width, height, func(p draw.Point) float64 {
		return of(g.Locate(p.Add(2*waver*(draw.Noise(p, size, g.seed+1)-.5), 2*waver*(draw.Noise(p, size, g.seed+2)-.5))))
	})
}

// depth returns how far a point lies within the hexes for which is is true; it is negative outside of them.
func (g *ground) depth(p draw.Point, is func(h int) bool) float64 {
	if !g.On(p) {
		return -1
	}
	h := g.Locate(p)
	if !is(h) {
		return -1
	}
	c, far := g.Center(h), draw.Flat
	for k := range 6 {
		if n := g.m.Neighbor(h, k); n >= 0 && is(n) {
			continue
		}
		s := g.Ends(h, k)
		m := draw.Middle(s[0], s[1])
		far = min(far, draw.Flat/2-((p.X-c.X)*(m.X-c.X)+(p.Y-c.Y)*(m.Y-c.Y))/(draw.Flat/2))
	}
	return far
}

// margin covers what is drawn beyond the hexes with paper.
func (g *ground) margin() {
	width, height := g.Extent()
	g.Mask(width, height, g.edge())
}

// edge returns the line around the board.
func (g *ground) edge() string {
	var t draw.Path
	for _, ring := range g.Around(g.where(func(int) bool { return true })) {
		for i, s := range ring {
			if i == 0 {
				t.Move(s.From)
			}
			t.WriteString("L" + s.To.String())
		}
		t.WriteString("z")
	}
	return t.String()
}

// grid draws the borders of the hexes.
func (g *ground) grid() {
	var t draw.Hatching
	for h := range g.m.Len() {
		var run []draw.Point // along up to three sides; the others belong to neighbours
		for k := range 3 {
			s := g.Ends(h, k)
			switch {
			case g.m.Neighbor(h, k) < 0:
				t.Line(run...)
				run = nil
			case run == nil:
				run = []draw.Point{s[0], s[1]}
			default:
				run = append(run, s[1])
			}
		}
		t.Line(run...)
	}
	g.Hatch(`stroke="#5f4e2c" opacity=".36"`, .8, &t)
}

// landmark draws a landmark in a hex, at a corner where a counter in the middle does not hide it.
func (g *ground) landmark(h int) {
	kind := g.stands(h)
	parts, ok := landmarks[kind]
	switch {
	case ok:
		fill := "#fbf5e6"
		if kind == "citadel" {
			fill = "#a3937a"
		}
		at, scale := g.corner(h)
		g.Put(`<g transform="translate(%v) scale(%s)" fill="%s" stroke="#3d3222" stroke-width="1.3">`, at, scale, fill)
		for _, p := range parts {
			g.Path(landmarkPaints[p[0]], p[1])
		}
		g.Put(`</g>`)
	case !g.northern && strings.HasPrefix(kind, "ford"): // how steep it is: one to three steps
		var t draw.Path
		for i := range max(1, int(kind[len(kind)-1])-'0') {
			fmt.Fprintf(&t, "M%d %dh%d", i-6, -4*i, 12-2*i)
		}
		g.Path(`fill="none" stroke="#2f5666" stroke-width="2" stroke-linecap="round" transform="translate(`+g.Center(h).Add(0, 25).String()+`)"`, t.String())
	}
}

// corner returns where the landmark of a hex stands, and its size: at the right corner, or at the left one if the right one lies at the edge
// of the map or something runs along its sides. Leaders stand to the left of counters.
func (g *ground) corner(h int) (at draw.Point, scale string) {
	blocked := func(sides ...int) bool {
		return slices.ContainsFunc(sides, func(k int) bool { return g.m.Neighbor(h, k) < 0 || g.edges[h][k] != "" })
	}
	scale = ".74"
	if slices.Contains([]string{"abbey", "camp", "farm", "chapel"}, g.stands(h)) {
		scale = ".64"
	}
	if blocked(1, 2) && !blocked(4, 5) {
		return g.Center(h).Add(-31, 1), scale
	}
	return g.Center(h).Add(31, 1), scale
}

// landmarkPaints says how parts of landmarks are painted that differ from the rest.
var landmarkPaints = map[string]string{
	"dark": `fill="#3d3222"`, "tree": `fill="#8fa468"`, "roof": `fill="#a4604a"`, "cloth": `fill="#d9c9a4"`, "flag": `fill="#8c3b2e"`,
	"fine": `fill="none"`, "sail": `fill="none" stroke-width=".9"`, "bold": `stroke-width="3"`,
}

func (g *ground) numbers() {
	g.Put(`<g class="numbers" %s font-size="7" text-anchor="middle" fill="#6d5c38">`, draw.Sans)
	for h := range g.m.Len() {
		p := g.Center(h).Add(0, -draw.Flat/2+8.5)
		g.Put(`<text x="%d" y="%d">%s</text>`, draw.Round(p.X), draw.Round(p.Y), g.m.ID(h))
	}
	g.Put(`</g>`)
}

// routEdges marks the rout edge of each army along the edges of the sheet.
func (g *ground) routEdges() {
	width, height := g.Extent()
	for i, side := range g.setup.Sides {
		long, turn := width, ""
		switch side.RoutEdge {
		case "left":
			long, turn = height, fmt.Sprintf(` transform="translate(0 %s) rotate(-90)"`, draw.Num(height))
		case "right":
			long, turn = height, fmt.Sprintf(` transform="translate(%s 0) rotate(90)"`, draw.Num(width))
		}
		y, step, text := draw.Margin-15, -7.0, draw.Margin-29
		if side.RoutEdge == "bottom" {
			y, step, text = height-draw.Margin+15, 7, height-draw.Margin+41
		}
		var zigzag draw.Path
		for x := draw.Margin + 4; x < long-draw.Margin-10; x += 14 {
			fmt.Fprintf(&zigzag, "M%vl5 %sl5 %s", draw.At(x, y), draw.Num(step), draw.Num(-step))
		}
		g.Put(`<g class="rout-edge side-%d"%s>`, i, turn)
		g.Path(`fill="none" stroke="`+colors[i].Field+`" stroke-width="2.2" stroke-linecap="round" opacity=".75"`, zigzag.String())
		g.Put(`<text x="%s" y="%s" %s font-size="11.5" font-style="italic" text-anchor="middle" fill="%s">%s</text></g>`, draw.Num(long/2), draw.Num(text), draw.Serif,
			colors[i].Dark, draw.Escape(g.w.Say("ui.rout-edge", game.Arg{Name: "side", Kind: game.Player, N: i})))
	}
}

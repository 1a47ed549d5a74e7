package sheet

import (
	"fmt"
	"math"

	"acies/picture/draw"
	"acies/rules/impetus"
	"acies/system"
)

// Ground draws the table of a battle without its units, with names in a language, as the content of an SVG element of the
// size of its sheet. Every piece of terrain is drawn with soft borders, and a fine line shows exactly where the rules have them. The scale
// along the edges is in a group of the class "numbers", the names are in one of the class "names".
func Ground(s *impetus.Setup, w system.Speaker, kind system.Ground) string {
	g := &ground{setup: s, w: w}
	for _, r := range s.ID {
		g.seed = (31*g.seed + int(r)) % 997
	}
	for i := range s.Terrain {
		g.rings = append(g.rings, g.outline(&s.Terrain[i]))
	}
	width, height := toSheet(s.Width)+2*margin, toSheet(s.Height)+2*margin
	g.Patches(width, height, "#e6e0bd", g.seed)
	g.tilled(kind != system.Card)
	g.pieces(func(p *impetus.Piece) bool { return p.Kind != impetus.Road && !g.wet(p) })
	g.waters()
	g.pieces(func(p *impetus.Piece) bool { return p.Kind == impetus.Road })
	g.bank()
	for i := range s.Lines {
		g.palisade(i)
	}
	g.Mask(width, height, g.edge())
	if kind == system.Card {
		return g.String()
	}
	g.names()
	if kind == system.Whole {
		g.Frame(width, height+draw.Foot)
		g.scale()
		g.cartouche()
	}
	return g.String()
}

// ground is the table being drawn.
type ground struct {
	draw.Canvas
	setup *impetus.Setup
	w     system.Speaker
	seed  int            // of what is scattered over the table
	rings [][]draw.Point // the outlines of the terrain
}

// edge returns the line around the table.
func (g *ground) edge() string {
	width, height := toSheet(g.setup.Width)+margin, toSheet(g.setup.Height)+margin
	return polygon([]draw.Point{draw.At(margin, margin), draw.At(width, margin), draw.At(width, height), draw.At(margin, height)})
}

// on reports whether a point lies on the table.
func (g *ground) on(p draw.Point) bool {
	return p.X >= margin && p.Y >= margin && p.X <= margin+toSheet(g.setup.Width) && p.Y <= margin+toSheet(g.setup.Height)
}

// open reports whether a point lies on open ground.
func (g *ground) open(p draw.Point) bool {
	if !g.on(p) {
		return false
	}
	for _, ring := range g.rings {
		if near(ring, p, 9) && (within(ring, p, 0) || border(ring, p) < 9) {
			return false
		}
	}
	return true
}

// near reports whether a point lies in the rectangle around a closed line, or at most far from it.
func near(ring []draw.Point, p draw.Point, far float64) bool {
	left, top, right, bottom := ring[0].X, ring[0].Y, ring[0].X, ring[0].Y
	for _, c := range ring {
		left, right, top, bottom = min(left, c.X), max(right, c.X), min(top, c.Y), max(bottom, c.Y)
	}
	return p.X >= left-far && p.X <= right+far && p.Y >= top-far && p.Y <= bottom+far
}

// border returns the distance of a point from a closed line.
func border(ring []draw.Point, p draw.Point) float64 {
	far := math.Inf(1)
	for i, a := range ring {
		far = min(far, draw.Gap(p, a, ring[(i+1)%len(ring)]))
	}
	return far
}

// tilled draws fields, and between them dry country.
func (g *ground) tilled(details bool) {
	width, height := toSheet(g.setup.Width)+2*margin, toSheet(g.setup.Height)+2*margin
	use := func(p draw.Point) float64 { return draw.Noise(p, 290, g.seed+31) }
	const least = .55
	var fields draw.Tillage
	for n, furlong := range draw.Parcels(width, height, 118, g.seed) {
		for k, parcel := range furlong {
			if use(draw.Middle(parcel[0], parcel[2])) > least {
				fields.Add(parcel, 16*n+k+g.seed, false, g.open) // trees are woods here
			}
		}
	}
	g.Fields(&fields)
	if details {
		g.Scrub(width, height, g.seed, g.open, func(p draw.Point) float64 { return min(.4, max(.04, 1.6*(least-.02-use(p)))) })
	}
}

// outline returns the corners of a piece on the sheet.
func (g *ground) outline(p *impetus.Piece) []draw.Point {
	list := make([]draw.Point, len(p.Polygon))
	for i, c := range p.Polygon {
		list[i] = at(g.setup, c)
	}
	return list
}

func polygon(list []draw.Point) string {
	var t draw.Path
	t.Polygon(list...)
	return t.String()
}

// clamp returns the point of the table nearest to a point.
func (g *ground) clamp(p draw.Point) draw.Point {
	const inside = .1
	return draw.At(min(max(p.X, margin+inside), margin+toSheet(g.setup.Width)-inside), min(max(p.Y, margin+inside), margin+toSheet(g.setup.Height)-inside))
}

// soft returns the field that is above 0 in a piece of terrain, whose border wavers by about the given length. What reaches an edge of the
// table goes on beyond it.
func (g *ground) soft(ring []draw.Point, waver float64) *draw.Field {
	return g.field(func(p draw.Point) float64 {
		if p = g.clamp(p.Add(2*waver*(draw.Noise(p, 60, g.seed+1)-.5), 2*waver*(draw.Noise(p, 60, g.seed+2)-.5))); within(ring, p, 0) {
			return 1
		}
		return 0
	}).Blur(2).Map(func(_ draw.Point, v float64) float64 { return v - .5 })
}

// field returns the field of a function over the sheet.
func (g *ground) field(at func(p draw.Point) float64) *draw.Field {
	return draw.NewField(toSheet(g.setup.Width)+2*margin, toSheet(g.setup.Height)+2*margin, at)
}

// waver is how far the drawn border of a piece strays from the true one.
const waver = 6.0

// pieces draws the pieces of terrain for which is is true.
func (g *ground) pieces(is func(p *impetus.Piece) bool) {
	for i := range g.setup.Terrain {
		if p := &g.setup.Terrain[i]; is(p) {
			g.Path(`fill="none" stroke="`+g.piece(p, g.rings[i], i)+`" stroke-width="1.1" stroke-dasharray="5 4" stroke-opacity=".8"`, polygon(g.rings[i]))
		}
	}
}

// piece draws a piece of terrain. It returns the colour of its border.
func (g *ground) piece(p *impetus.Piece, ring []draw.Point, i int) string {
	var t draw.Path
	if p.Kind == impetus.Road {
		t.Polygon(ring...)
	} else {
		t.Rounds(g.soft(ring, waver).Above(0))
	}
	d := t.String()
	switch p.Kind {
	case impetus.GentleHill:
		g.hill(p, ring, d, "#decb9a", 1)
	case impetus.SteepHill:
		g.hill(p, ring, d, "#cfb47f", 2.4)
		return "#5f4520"
	case impetus.Wood:
		g.wood(ring, d, i)
		return "#4b5f35"
	case impetus.Broken:
		g.stones(ring, d, i)
		return "#6d5f45"
	case impetus.Marsh:
		g.Path(`fill="#cdd9bb"`, d)
		g.Mire(inside(ring, 26, i), func(k int) (int, int) { return i, k })
		return "#5d7a45"
	case impetus.Impassable:
		g.crags(ring, d, i)
		return "#4f4430"
	case impetus.Village:
		g.Path(`fill="#d9c8a0"`, d)
		var houses []draw.House
		for k, c := range inside(ring, 30, i) {
			houses = append(houses, draw.House{Point: c, Long: 10 + 5*draw.Scatter(i, k)})
		}
		g.Houses(houses)
		return "#4b3a2a"
	case impetus.Road:
		g.Path(`fill="#d5b982"`, d)
		return "#a5884f"
	}
	return "#8a6a36"
}

// hill draws a slope that rises from its border to the crest.
func (g *ground) hill(p *impetus.Piece, ring []draw.Point, d, fill string, steep float64) {
	crest := make([]draw.Point, len(p.Crest))
	for i, c := range p.Crest {
		crest[i] = at(g.setup, c)
	}
	if len(crest) == 0 {
		crest = []draw.Point{middle(ring)}
	}
	g.Path(`fill="`+fill+`"`, d)
	foot := g.soft(ring, waver)
	g.Relief(g.field(func(q draw.Point) float64 {
		if foot.At(q) <= 0 {
			return 0
		}
		top := nearest(crest, q)
		far, up := g.ashore(ring, q), math.Hypot(top.X-q.X, top.Y-q.Y)
		ridge := 1 - 2*math.Abs(draw.Noise(q, 150, g.seed+21)-.5)
		return steep * (1.5*math.Sqrt(far/(far+up+1)) + .5*min(1, far/40)*(ridge*ridge-.5))
	}).Blur(2), g.on)
	if len(crest) > 1 {
		var t draw.Path
		t.Smooth(crest)
		g.Path(`fill="none" stroke="#5f4520" stroke-width="1.8" stroke-dasharray="9 6" stroke-linecap="round"`, t.String())
	}
}

func (g *ground) wood(ring []draw.Point, d string, seed int) {
	g.Path(`fill="#b4c28d"`, d)
	var trees []draw.Tree
	for k, c := range inside(ring, 15, seed) {
		trees = append(trees, draw.Tree{Point: c, R: 7.5 + 4*draw.Scatter(seed, 60+k)})
	}
	g.Trees(trees, "#4a6238", "#7f9a5d", "#b9c98e")
}

// stones draws rough ground: boulders, scrub and cracks.
func (g *ground) stones(ring []draw.Point, d string, seed int) {
	g.Path(`fill="#d6c69c"`, d)
	var dark, light, scrub draw.Path
	for k, c := range inside(ring, 19, seed) {
		r := 3 + 4*draw.Scatter(seed, 70+k)
		if draw.Scatter(seed, 80+k) < .3 {
			fmt.Fprintf(&scrub, "M%vl-3-5M%vv-6M%vl3-5", c, c, c)
			continue
		}
		dark.Polygon(c.Add(-r, .7*r), c.Add(-.6*r, -.5*r), c.Add(.3*r, -.8*r), c.Add(r, 0), c.Add(.8*r, .7*r))
		light.Polygon(c.Add(-.7*r, .2*r), c.Add(-.5*r, -.4*r), c.Add(.25*r, -.65*r), c.Add(.3*r, 0))
	}
	g.Path(`fill="#9c8d6d" stroke="#6d5f45" stroke-width=".7" stroke-linejoin="round"`, dark.String())
	g.Path(`fill="#c6b992"`, light.String())
	g.Path(`fill="none" stroke="#7c8148" stroke-width="1.1" stroke-linecap="round"`, scrub.String())
}

// crags draws impassable ground.
func (g *ground) crags(ring []draw.Point, d string, seed int) {
	g.Path(`fill="#a3957b"`, d)
	var crags draw.Path
	for k, c := range inside(ring, 17, seed) {
		r := 6 + 5*draw.Scatter(seed, 90+k)
		crags.Polygon(c.Add(-r, .8*r), c.Add(-.1*r, -r), c.Add(r, .8*r))
	}
	g.Path(`fill="#8a7b60" stroke="#4f4430" stroke-width="1" stroke-linejoin="round"`, crags.String())
}

// palisade draws a fortification: stakes that point away from the protected side.
func (g *ground) palisade(i int) {
	l := &g.setup.Lines[i]
	out := map[impetus.Edge]draw.Point{impetus.North: draw.At(0, 7), impetus.South: draw.At(0, -7), impetus.West: draw.At(7, 0), impetus.East: draw.At(-7, 0)}[l.Protects]
	var line, stakes draw.Path
	for k := 0; k+1 < len(l.Points); k++ {
		from, to := at(g.setup, l.Points[k]), at(g.setup, l.Points[k+1])
		line.Line(from, to)
		n := max(1, int(math.Hypot(to.X-from.X, to.Y-from.Y)/7))
		for j := range n + 1 {
			p := from.Along(to, float64(j)/float64(n))
			stakes.Line(p, p.Add(out.X, out.Y))
		}
	}
	g.Path(`fill="none" stroke="#4a3420" stroke-width="2.2" stroke-linecap="round"`, stakes.String())
	g.Path(`fill="none" stroke="#4a3420" stroke-width="5"`, line.String())
	g.Path(`fill="none" stroke="#b98f58" stroke-width="2.6" stroke-dasharray="5 2"`, line.String())
}

// name returns the name of a piece of terrain, or what it is if the pack does not name it.
func (g *ground) name(p *impetus.Piece) string {
	key := "place." + p.ID
	if name := g.w.Text(key); name != key {
		return name
	}
	return g.w.Text("terrain." + impetus.KindNames[p.Kind])
}

// names writes the names of the pieces of terrain, larger on larger ones, and that of a stream beside it.
func (g *ground) names() {
	g.Put(`<g class="names" %s font-style="italic" text-anchor="middle" fill="#4c3d22" stroke="#f4ecd0" stroke-width="4" stroke-linejoin="round" paint-order="stroke">`, draw.Serif)
	for i, ring := range g.rings {
		p := &g.setup.Terrain[i]
		c := middle(ring)
		wide, high := extent(ring)
		size := min(30, max(20, min(wide, high)/8))
		turn, paint := "", ""
		switch {
		case p.Kind == impetus.Stream:
			c, paint = c.Add(-.22*wide, high/2+size-4), ` fill="#2f6275"`
		case g.wet(p):
			size, paint = 28, ` fill="#2f6275" stroke="#bcd3d6"`
		}
		if high > 3*wide {
			turn = fmt.Sprintf(` transform="rotate(-90 %v)"`, c)
		}
		g.Put(`<text x="%s" y="%s" font-size="%s" letter-spacing="%s"%s%s>%s</text>`, draw.Num(c.X), draw.Num(c.Y+size/3), draw.Num(size), draw.Num(.1*size), paint, turn, draw.Escape(g.name(p)))
	}
	g.Put(`</g>`)
}

// scale draws ticks along the edges, and every 20 U a number.
func (g *ground) scale() {
	width, height := toSheet(g.setup.Width), toSheet(g.setup.Height)
	var ticks draw.Path
	g.Put(`<g class="numbers" %s font-size="12" text-anchor="middle" fill="#6d5c38">`, draw.Sans)
	tick := func(n int, p, out draw.Point) {
		long := 4.0
		if n%10 == 0 {
			long = 8
		}
		ticks.Line(p, p.Add(long*out.X, long*out.Y))
		if n%20 == 0 {
			t := p.Add(19*out.X, 19*out.Y+4)
			g.Put(`<text x="%s" y="%s">%d</text>`, draw.Num(t.X), draw.Num(t.Y), n)
		}
	}
	for n := 0; float64(n)*perU <= width; n += 5 {
		x := margin + float64(n)*perU
		tick(n, draw.At(x, margin), draw.At(0, -1))
		tick(n, draw.At(x, margin+height), draw.At(0, 1))
	}
	for n := 0; float64(n)*perU <= height; n += 5 {
		y := margin + height - float64(n)*perU
		tick(n, draw.At(margin, y), draw.At(-1, 0))
		tick(n, draw.At(margin+width, y), draw.At(1, 0))
	}
	g.Path(`fill="none" stroke="#7d6a42" stroke-width="1.2"`, ticks.String())
	g.Put(`</g>`)
}

// cartouche draws the title of the map, its scale, compass and key below it.
func (g *ground) cartouche() {
	width, height := toSheet(g.setup.Width)+2*margin, toSheet(g.setup.Height)+2*margin
	var keys []draw.Key
	for _, sign := range legend(g.setup, g.w) {
		keys = append(keys, draw.Key{Sign: sign.SVG, Text: sign.Text})
	}
	g.Cartouche(draw.Plate{
		Title: g.w.Text("battle.name"), Below: g.w.Side(0) + " · " + g.w.Side(1), Unit: g.w.Text("ui.scale"), Step: 10 * perU,
		Steps: 10, North: g.w.Text("ui.north"), Keys: keys,
	}, margin-4, width-margin+4, height-2)
}

// inside returns scattered points in a convex polygon, about step apart and not too near its border.
func inside(ring []draw.Point, step float64, seed int) []draw.Point {
	left, top, right, bottom := ring[0].X, ring[0].Y, ring[0].X, ring[0].Y
	for _, p := range ring {
		left, right, top, bottom = min(left, p.X), max(right, p.X), min(top, p.Y), max(bottom, p.Y)
	}
	var list []draw.Point
	for j := 0; top+step*float64(j)*.8 < bottom; j++ {
		for i := 0; left+step*float64(i) < right; i++ {
			p := draw.At(left+step*(float64(i)+.5*float64(j%2)+.6*(draw.Scatter(97*i+j, seed)-.5)), top+step*(.8*float64(j)+.4*draw.Scatter(97*i+j, seed+1)))
			if within(ring, p, step/3.2) {
				list = append(list, p)
			}
		}
	}
	return list
}

// within reports whether a point lies in a convex polygon, at least rim from its border.
func within(ring []draw.Point, p draw.Point, rim float64) bool {
	side := 0.0
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		far := ((b.X-a.X)*(p.Y-a.Y) - (b.Y-a.Y)*(p.X-a.X)) / math.Hypot(b.X-a.X, b.Y-a.Y)
		if math.Abs(far) < rim || far*side < 0 {
			return false
		}
		side = far
	}
	return true
}

func middle(ring []draw.Point) draw.Point {
	var c draw.Point
	for _, p := range ring {
		c = c.Add(p.X/float64(len(ring)), p.Y/float64(len(ring)))
	}
	return c
}

func extent(ring []draw.Point) (width, height float64) {
	left, top, right, bottom := ring[0].X, ring[0].Y, ring[0].X, ring[0].Y
	for _, p := range ring {
		left, right, top, bottom = min(left, p.X), max(right, p.X), min(top, p.Y), max(bottom, p.Y)
	}
	return right - left, bottom - top
}

// nearest returns the point of a line that is nearest to p.
func nearest(line []draw.Point, p draw.Point) draw.Point {
	best := line[0]
	for i := 0; i+1 < len(line); i++ {
		a, b := line[i], line[i+1]
		dx, dy := b.X-a.X, b.Y-a.Y
		f := ((p.X-a.X)*dx + (p.Y-a.Y)*dy) / (dx*dx + dy*dy)
		if q := a.Along(b, max(0, min(1, f))); math.Hypot(q.X-p.X, q.Y-p.Y) < math.Hypot(best.X-p.X, best.Y-p.Y) {
			best = q
		}
	}
	return best
}

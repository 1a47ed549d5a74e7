package sheet

import (
	"fmt"
	"math"

	"acies/picture/draw"
	"acies/rules/impetus"
	"acies/system"
)

// Ground draws the table of a battle without its units, with names in a language, as the content of an SVG element of the
// size of its sheet. Every piece of terrain is bounded by a line exactly where the rules have its border. The scale along
// the edges is in a group of the class "numbers", the names are in one of the class "names".
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
	for i := range s.Terrain {
		g.piece(i)
	}
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

// piece draws a piece of terrain.
func (g *ground) piece(i int) {
	p := &g.setup.Terrain[i]
	ring := g.outline(p)
	d := polygon(ring)
	g.Put(`<clipPath id="piece-%d"><path d="%s"/></clipPath><g clip-path="url(#piece-%d)">`, i, d, i)
	line := "#8a6a36"
	switch p.Kind {
	case impetus.GentleHill:
		g.hill(p, ring, "#decb9a", 1)
	case impetus.SteepHill:
		g.hill(p, ring, "#cfb47f", 2.4)
		line = "#5f4520"
	case impetus.Wood:
		g.wood(ring, d, i)
		line = "#4b5f35"
	case impetus.Broken:
		g.stones(ring, d, i)
		line = "#6d5f45"
	case impetus.Marsh:
		g.Path(`fill="#cdd9bb"`, d)
		g.Mire(inside(ring, 26, i), func(k int) (int, int) { return i, k })
		line = "#5d7a45"
	case impetus.Stream, impetus.Impassable:
		line = g.water(p, ring, d, i)
	case impetus.Village:
		g.Path(`fill="#d9c8a0"`, d)
		var houses []draw.House
		for k, c := range inside(ring, 30, i) {
			houses = append(houses, draw.House{Point: c, Long: 10 + 5*draw.Scatter(i, k)})
		}
		g.Houses(houses)
		line = "#4b3a2a"
	case impetus.Road:
		g.Path(`fill="#d5b982"`, d)
		line = "#a5884f"
	}
	g.Put(`</g>`)
	g.Path(`fill="none" stroke="`+line+`" stroke-width="1.8" stroke-linejoin="round"`, d)
}

// hill draws a slope that rises from its border to the crest.
func (g *ground) hill(p *impetus.Piece, ring []draw.Point, fill string, steep float64) {
	crest := make([]draw.Point, len(p.Crest))
	for i, c := range p.Crest {
		crest[i] = at(g.setup, c)
	}
	if len(crest) == 0 {
		crest = []draw.Point{middle(ring)}
	}
	g.Path(`fill="`+fill+`"`, polygon(ring))
	width, height := toSheet(g.setup.Width)+2*margin, toSheet(g.setup.Height)+2*margin
	g.Relief(draw.NewField(width, height, func(q draw.Point) float64 {
		if !near(ring, q, 0) || !within(ring, q, 0) {
			return 0
		}
		top := nearest(crest, q)
		far, up := border(ring, q), math.Hypot(top.X-q.X, top.Y-q.Y)
		ridge := 1 - 2*math.Abs(draw.Noise(q, 150, g.seed+21)-.5)
		return steep*1.5*math.Sqrt(far/(far+up+1)) + .5*steep*min(1, far/40)*(ridge*ridge-.5)
	}).Blur(2), func(q draw.Point) bool { return within(ring, q, 0) })
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

// water draws a stream, or impassable ground: the sea if it lies along an edge of the table, otherwise crags. It returns
// the colour of the shore.
func (g *ground) water(p *impetus.Piece, ring []draw.Point, d string, seed int) string {
	if p.Kind == impetus.Impassable && !g.alongEdge(p) {
		g.Path(`fill="#a3957b"`, d)
		var crags draw.Path
		for k, c := range inside(ring, 17, seed) {
			r := 6 + 5*draw.Scatter(seed, 90+k)
			crags.Polygon(c.Add(-r, .8*r), c.Add(-.1*r, -r), c.Add(r, .8*r))
		}
		g.Path(`fill="#8a7b60" stroke="#4f4430" stroke-width="1" stroke-linejoin="round"`, crags.String())
		return "#4f4430"
	}
	if p.Kind == impetus.Stream {
		g.stream(ring, d)
		return "#5f8577"
	}
	g.Path(`fill="#bcd3d6"`, d)
	width, height := toSheet(g.setup.Width)+2*margin, toSheet(g.setup.Height)+2*margin
	g.Shallows(draw.NewField(width, height, func(q draw.Point) float64 {
		if !near(ring, q, 0) || !within(ring, q, 0) {
			return 0
		}
		far := math.Inf(1)
		for i, a := range ring { // the edges of the table are no shore
			b := ring[(i+1)%len(ring)]
			if m := draw.Middle(a, b); g.on(m.Add(4, 0)) && g.on(m.Add(-4, 0)) && g.on(m.Add(0, 4)) && g.on(m.Add(0, -4)) {
				far = min(far, draw.Gap(q, a, b))
			}
		}
		return far
	}), g.on)
	return "#3f6f80"
}

// stream draws a bed of gravel within the borders that the rules have, and the water that winds in it.
func (g *ground) stream(ring []draw.Point, d string) {
	g.Path(`fill="#d5ddc4"`, d)
	var stones draw.Hatching
	for _, c := range inside(ring, 9, g.seed) {
		stones.Line(c, c.Add(1.2, 0))
	}
	g.Hatch(`stroke="#8d8a6c" opacity=".7"`, 1.1, &stones)
	// The axis runs between the middles of the two shortest sides.
	long := func(i int) float64 {
		b := ring[(i+1)%len(ring)]
		return math.Hypot(b.X-ring[i].X, b.Y-ring[i].Y)
	}
	first, second := -1, -1
	for i := range ring {
		switch {
		case first < 0 || long(i) < long(first):
			first, second = i, first
		case second < 0 || long(i) < long(second):
			second = i
		}
	}
	a, b := draw.Middle(ring[first], ring[(first+1)%len(ring)]), draw.Middle(ring[second], ring[(second+1)%len(ring)])
	bed := min(long(first), long(second))
	var run []draw.Point
	n := max(4, int(math.Hypot(b.X-a.X, b.Y-a.Y)/11))
	for i := range n + 1 {
		run = append(run, a.Along(b, float64(i)/float64(n)))
	}
	run = draw.Meander(run, .22*bed, 150, g.seed)
	var body, line draw.Path
	body.Ribbon(run, func(i int) float64 { return bed * (.3 + .16*draw.Noise(run[i], 60, g.seed)) })
	line.Smooth(run)
	g.Path(`fill="#a9c9d2" stroke="#3f6f80" stroke-width="1.5" stroke-linejoin="round"`, body.String())
	g.Path(`fill="none" stroke="#e3eff0" stroke-width="1.3" stroke-dasharray="16 30 8 22" stroke-linecap="round"`, line.String())
}

// alongEdge reports whether two corners of a piece lie on one edge of the table.
func (g *ground) alongEdge(p *impetus.Piece) bool {
	var n [4]int
	for _, c := range p.Polygon {
		for i, on := range [4]bool{c.X <= 0, c.X >= int64(g.setup.Width), c.Y <= 0, c.Y >= int64(g.setup.Height)} {
			if on {
				n[i]++
			}
		}
	}
	return max(n[0], n[1], n[2], n[3]) > 1
}

// bank draws strokes along the bank of a stream from which one fights from above.
func (g *ground) bank() {
	b := g.setup.HighBank
	if b == nil {
		return
	}
	ring := g.outline(&g.setup.Terrain[b.Stream])
	low, high := ring[0].X, ring[0].X
	for _, c := range ring {
		low, high = min(low, c.X), max(high, c.X)
	}
	y := margin + toSheet(g.setup.Height)
	top, foot := y-toSheet(b.Y[1]), y-toSheet(b.Y[0])
	var t draw.Path
	for x := low; x < high; x += 5 {
		t.Line(draw.At(x, top-2*draw.Scatter(int(x), 5)), draw.At(x+1, foot-1))
	}
	g.Path(`fill="none" stroke="#6f5226" stroke-width="1" stroke-linecap="round" opacity=".65"`, t.String())
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

// names writes the names of the pieces of terrain.
func (g *ground) names() {
	g.Put(`<g class="names" %s font-style="italic" text-anchor="middle" fill="#4c3d22" stroke="#f4ecd0" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke">`, draw.Serif)
	for i := range g.setup.Terrain {
		p := &g.setup.Terrain[i]
		ring := g.outline(p)
		c := middle(ring)
		turn := ""
		if w, h := extent(ring); h > 3*w {
			turn = fmt.Sprintf(` transform="rotate(-90 %v)"`, c)
		}
		g.Put(`<text class="small" x="%s" y="%s" font-size="17"%s>%s</text>`, draw.Num(c.X), draw.Num(c.Y+6), turn, draw.Escape(g.name(p)))
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

package sheet

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"acies/picture/draw"
)

// The landscape of the north: fields in strips, hedges, woods, orchards, marshes and villages, scattered over the map
// in the same way every time.

// The approximate size of a field.
const fieldWidth, fieldHeight = 116.0, 88.0

// eachField calls f for each field of an irregular grid that is independent of the hexes.
func (g *ground) eachField(f func(n int, p, q, s, t draw.Point)) {
	width, height := g.Extent()
	cols, rows := int(math.Ceil((width-2*draw.Margin)/fieldWidth)), int(math.Ceil((height-2*draw.Margin)/fieldHeight))
	knot := func(c, r int) draw.Point {
		n := c + 64*r
		return draw.At(draw.Margin+(float64(c)+.62*(draw.Scatter(n, 51)-.5))*fieldWidth, draw.Margin+(float64(r)+.62*(draw.Scatter(n, 52)-.5))*fieldHeight)
	}
	for r := -1; r <= rows; r++ {
		for c := -1; c <= cols; c++ {
			f(c+64*r, knot(c, r), knot(c+1, r), knot(c+1, r+1), knot(c, r+1))
		}
	}
}

// crops paints the fields by their crops.
func (g *ground) crops() {
	var crops [4]draw.Path
	g.eachField(func(n int, p, q, s, t draw.Point) { crops[int(draw.Scatter(n, 53)*4)].Polygon(p, q, s, t) })
	for i, fill := range []string{"#e9dfae", "#d3d8a6", "#dddcb8", "#e3d3a6"} {
		g.Path(`opacity=".5" clip-path="url(#land)" fill="`+fill+`"`, crops[i].String())
	}
}

// country draws the strips and hedges of the fields, and over them the terrain that fills whole hexes.
func (g *ground) country() {
	var strips, hedges draw.Path
	g.eachField(func(n int, p, q, s, t draw.Point) {
		if draw.Scatter(n, 54) < .62 {
			plough(&strips, p, q, s, t, draw.Scatter(n, 55) < .5)
		}
		if draw.Scatter(n, 56) < .34 {
			hedges.Line(p, q)
		}
		if draw.Scatter(n, 57) < .34 {
			hedges.Line(p, t)
		}
	})
	g.Path(`fill="none" stroke="#8d8b55" stroke-width=".7" opacity=".3" clip-path="url(#land)"`, strips.String())
	g.Path(`fill="none" stroke="#7e945c" stroke-width="3.4" stroke-linecap="round" stroke-dasharray=".1 4.6" opacity=".55" clip-path="url(#land)"`, hedges.String())
	g.marshes()
	g.trees("wood", 7.2, "#b9c795", "#55703f", "#86a065", wild)
	g.trees("bushes", 3.6, "#d2d8a8", "#647c43", "#9db56f", rows)
	g.villages()
}

// plough draws the strips of one field, lengthwise or across.
func plough(d *draw.Path, p, q, s, t draw.Point, across bool) {
	count := 12
	if across {
		q, t, count = t, q, 9
	}
	for i := 1; i < count; i++ {
		a, z := p.Along(q, float64(i)/float64(count)), t.Along(s, float64(i)/float64(count))
		d.Line(a.Along(z, .06), a.Along(z, .94))
	}
}

// wild returns irregular positions for trees in a hex, relative to its centre.
func wild(h int) []draw.Point {
	list := make([]draw.Point, 15)
	for i := range list {
		r := .88 * draw.Radius * math.Sqrt((float64(i)+.6)/15)
		sin, cos := math.Sincos(2.4*float64(i) + 6*draw.Scatter(h, 61))
		list[i] = draw.At(r*cos+5*(draw.Scatter(h, 70+i)-.5), r*sin+5*(draw.Scatter(h, 90+i)-.5))
	}
	return list
}

// rows returns positions for trees in rows, as in orchards.
func rows(int) []draw.Point {
	var list []draw.Point
	for r := -2; r <= 2; r++ {
		for c := -2; c <= 2; c++ {
			if p := draw.At(float64(c)*11.5+5*float64(r%2), float64(r)*10.5); math.Hypot(p.X, p.Y) < .86*draw.Radius {
				list = append(list, p)
			}
		}
	}
	return list
}

func (g *ground) trees(terrain string, size float64, floor, shade, crown string, places func(h int) []draw.Point) {
	var all []draw.Tree
	for _, h := range g.of(terrain) {
		c := g.Center(h)
		for i, p := range places(h) {
			all = append(all, draw.Tree{Point: c.Add(p.X, p.Y), R: size * (.8 + .4*draw.Scatter(h, 110+i))})
		}
	}
	g.Path(`fill="`+floor+`"`, g.Border(g.of(terrain)))
	g.Trees(all, shade, crown, "#b9c98e")
}

func (g *ground) marshes() {
	const each = 9 // pools in a hex
	marsh := g.of("marsh")
	var pools []draw.Point
	for _, h := range marsh {
		c := g.Center(h)
		for i := range each {
			pools = append(pools, c.Add((float64(i%3-1)*.42+.24*(draw.Scatter(h, 130+i)-.5))*draw.Flat, (float64(i/3-1)*.3+.14*(draw.Scatter(h, 140+i)-.5))*draw.Flat))
		}
	}
	g.Path(`fill="#cbd8bd"`, g.Border(marsh))
	g.Mire(pools, func(i int) (a, b int) { return marsh[i/each], i % each })
}

// villages draws houses around the middle of their hexes, where a counter does not hide them.
func (g *ground) villages() {
	var houses []draw.House
	for _, h := range g.of("village") {
		c := g.Center(h)
		around := make([]draw.Point, 10)
		for i := range around {
			sin, cos := math.Sincos(float64(i)/10*2*math.Pi + draw.Scatter(h, 171))
			r := draw.Radius * (.62 + .16*draw.Scatter(h, 180+i))
			around[i] = c.Add(1.02*r*cos, .94*r*sin)
		}
		slices.SortStableFunc(around, func(p, q draw.Point) int { return cmp.Compare(p.Y, q.Y) })
		for i, p := range around {
			houses = append(houses, draw.House{Point: p, Long: 5 + 3*draw.Scatter(h, 190+i)})
		}
	}
	g.Path(`fill="#ddcda9"`, g.Border(g.of("village")))
	g.Houses(houses)
}

// stands returns the landmark of a hex in the north: one church in each village; on a farm hex a farm, or the building
// that the id of its zone begins with.
func (g *ground) stands(h int) string {
	switch g.terrain(h) {
	case "village":
		for k := range 6 {
			if n := g.m.Neighbor(h, k); n >= 0 && n < h && g.terrain(n) == "village" {
				return ""
			}
		}
		return "church"
	case "farm":
		for _, z := range g.setup.Zones {
			for _, kind := range []string{"camp", "abbey", "chapel", "mill"} {
				if strings.HasPrefix(z.ID, kind) && slices.Contains(z.Hexes, g.m.ID(h)) {
					return kind
				}
			}
		}
		return "farm"
	}
	return ""
}

// crossings draws the bridges and fords of the north: over a river that fills hexes and, smaller, over one along
// hexsides.
func (g *ground) crossings() {
	for _, h := range g.flooded {
		kind := g.terrain(h)
		if kind == "river" {
			continue
		}
		var ends []draw.Point
		for k := range 6 {
			if n := g.m.Neighbor(h, k); n >= 0 && isFlooded(g.terrain(n)) {
				ends = append(ends, g.wander(g.Center(n)))
			}
		}
		p := g.wander(g.Center(h))
		up := p.Add(0, -1)
		if len(ends) > 0 {
			up = ends[0]
		}
		down := draw.At(2*p.X-up.X, 2*p.Y-up.Y)
		if len(ends) > 1 {
			down = ends[1]
		}
		g.crossing(kind, p, draw.Direction(up, down)+90, "1")
	}
	for _, e := range g.sides {
		p, q := g.Center(e.a), g.Center(e.b)
		switch e.kind {
		case "ford":
			g.crossing(e.kind, draw.Middle(p, q), draw.Direction(p, q), ".7")
		case "bridge":
			g.crossing(e.kind, draw.Middle(p, q), draw.Direction(p, q), ".45")
		}
	}
}

// crossing draws a bridge or a ford in the direction of the road or path across it.
func (g *ground) crossing(kind string, p draw.Point, turn float64, scale string) {
	g.Put(`<g transform="translate(%v) rotate(%d) scale(%s)" fill="none">`, p, draw.Round(turn), scale)
	if kind == "ford" {
		g.Put(`<path d="M-26 0H26" stroke="#e9dfc0" stroke-width="7" stroke-dasharray="6 4"/></g>`)
		return
	}
	g.Put(`<g stroke="#4b3a2a" fill="#cdb78d"><path d="M-29-6.5H29V6.5H-29z" stroke-width="1.2"/><path d="M-24-6V6M-18-6V6M-12-6V6M-6-6V6M0-6V6M6-6V6M12-6V6M18-6V6M24-6V6" stroke-width=".7" opacity=".6"/><path d="M-31-9L-27-6.5H27L31-9M-31 9L-27 6.5H27L31 9" fill="none" stroke-width="1.8"/></g></g>`)
}

package sheet

import (
	"math"

	"acies/picture/draw"
	"acies/rules/impetus"
)

// wet reports whether a piece is drawn as water: a stream, or impassable ground along an edge of the table, which is the sea.
func (g *ground) wet(p *impetus.Piece) bool {
	return p.Kind == impetus.Stream || p.Kind == impetus.Impassable && g.alongEdge(p)
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

// ashore returns the distance of a point from the border of a piece, without what lies on the edges of the table.
func (g *ground) ashore(ring []draw.Point, p draw.Point) float64 {
	far := math.Inf(1)
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		if m := draw.Middle(a, b); g.on(m.Add(4, 0)) && g.on(m.Add(-4, 0)) && g.on(m.Add(0, 4)) && g.on(m.Add(0, -4)) {
			far = min(far, draw.Gap(p, a, b))
		}
	}
	return far
}

// waters draws the sea, and the streams that run into it or beyond the edges of the table.
func (g *ground) waters() {
	sea := g.field(func(draw.Point) float64 { return -1 })
	var brooks []brook
	found := false
	for i, ring := range g.rings {
		switch p := &g.setup.Terrain[i]; {
		case p.Kind == impetus.Stream:
			brooks = append(brooks, g.brook(ring))
		case g.wet(p):
			found = true
			coast := g.soft(ring, 1.3*waver)
			sea = sea.Map(func(p draw.Point, v float64) float64 { return max(v, coast.At(p)) })
		}
	}
	for _, b := range brooks {
		if found {
			sea = sea.Inlet(b.run, b.width)
		}
	}
	g.beds()
	if found {
		g.Sea(sea)
	}
	var body, line draw.Path
	for _, b := range brooks {
		body.Ribbon(b.run, b.width)
		line.Smooth(b.run)
	}
	g.Path(`fill="#a9c9d2" stroke="#3f6f80" stroke-width="1.5" stroke-linejoin="round"`, body.String())
	g.Path(`fill="none" stroke="#e3eff0" stroke-width="1.3" stroke-dasharray="16 30 8 22" stroke-linecap="round"`, line.String())
	if found {
		for _, b := range brooks {
			g.Mouth(sea, b.run)
		}
		g.Shallows(sea.Distance().Blur(2), g.on)
	}
}

// beds draws the gravel beds of the streams, and fine lines along the borders of all water.
func (g *ground) beds() {
	for i, ring := range g.rings {
		p := &g.setup.Terrain[i]
		if p.Kind == impetus.Stream {
			var t draw.Path
			t.Rounds(g.soft(ring, waver).Above(0))
			g.Path(`fill="#d5ddc4"`, t.String())
			var stones draw.Hatching
			for _, c := range inside(ring, 9, g.seed) {
				stones.Line(c, c.Add(1.2, 0))
			}
			g.Hatch(`stroke="#8d8a6c" opacity=".7"`, 1.1, &stones)
		}
		if g.wet(p) {
			g.Path(`fill="none" stroke="#5f8577" stroke-width="1.1" stroke-dasharray="5 4" stroke-opacity=".8"`, polygon(ring))
		}
	}
}

// brook is the water of a stream: its course, and how wide it is at each point.
type brook struct {
	run    []draw.Point
	widths []float64
}

func (b *brook) width(i int) float64 { return b.widths[i] }

// brook returns the water of a stream, which winds in its bed. It runs between the middles of its two shortest sides, and a little
// further: out of the table, into the sea, or down from a hill.
func (g *ground) brook(ring []draw.Point) brook {
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
	bed, axis := min(long(first), long(second)), math.Hypot(b.X-a.X, b.Y-a.Y)
	const step = 11.0
	before, after := g.reach(b, a), g.reach(a, b)
	from, to := a.Along(b, -before/axis), b.Along(a, -after/axis)
	n := max(4, int((before+axis+after)/step))
	var run []draw.Point
	for i := range n + 1 {
		run = append(run, from.Along(to, float64(i)/float64(n)))
	}
	run = draw.Meander(run, .22*bed, 150, g.seed)
	out := brook{run: run}
	for _, p := range run {
		wide := bed * (.3 + .16*draw.Noise(p, 60, g.seed))
		for _, end := range []draw.Point{from, to} {
			if g.on(end) && !g.sea(end) { // a spring
				wide *= min(1, .1+math.Hypot(p.X-end.X, p.Y-end.Y)/140)
			}
		}
		out.widths = append(out.widths, wide)
	}
	return out
}

// sea reports whether a point lies in the sea.
func (g *ground) sea(p draw.Point) bool {
	for i, ring := range g.rings {
		if t := &g.setup.Terrain[i]; t.Kind != impetus.Stream && g.wet(t) && within(ring, p, 0) {
			return true
		}
	}
	return false
}

// reach returns how far water goes on beyond the end of its bed: a little, or up to what it comes from or runs into.
func (g *ground) reach(from, end draw.Point) float64 {
	const little, far, into = 46.0, 130.0, 70.0
	long := math.Hypot(end.X-from.X, end.Y-from.Y)
	for d := 2.0; d < far; d += 4 {
		p := end.Along(from, -d/long)
		if !g.on(p) || g.sea(p) {
			return d + little
		}
		for i, ring := range g.rings {
			if kind := g.setup.Terrain[i].Kind; (kind == impetus.GentleHill || kind == impetus.SteepHill) && within(ring, p, 0) {
				return d + into
			}
		}
	}
	return little
}

package sheet

import (
	"math"
	"slices"
	"strings"

	"acies/picture/draw"
)

// isFlooded reports whether a terrain is a river that fills hexes.
func isFlooded(terrain string) bool {
	return strings.HasPrefix(terrain, "river") || strings.HasPrefix(terrain, "ford") || strings.HasPrefix(terrain, "bridge")
}

// survey finds the lines of roads and of rivers that flow through hexes.
func (g *ground) survey() {
	for _, run := range draw.Chains(g.flow()) {
		reach := 13.0
		if g.northern {
			reach = 7
		}
		g.rivers = append(g.rivers, draw.Meander(draw.Curve(run, 9), reach, 118, g.seed))
	}
	for _, kind := range g.kindsOfWays() {
		g.streets = append(g.streets, g.waysOf(kind)...)
	}
}

// flow returns the course of a river through the hexes it fills, from edge to edge of the sheet or to the sea.
func (g *ground) flow() []draw.Segment {
	wet := func(h int) bool { return h >= 0 && isFlooded(g.terrain(h)) }
	var lines []draw.Segment
	for _, h := range g.flooded {
		own, ways := 0, 0
		for k := range 6 {
			n := g.m.Neighbor(h, k)
			if !wet(n) {
				continue
			}
			if n > h {
				lines = append(lines, draw.Segment{g.Center(h), g.Center(n)})
			}
			if ways == 0 {
				own = k
			}
			ways++
		}
		if ways != 1 {
			continue
		}
		out := -1
		off := func(k int) int { return max((k-own+6)%6-3, 3-(k-own+6)%6) }
		for k := range 6 {
			if n := g.m.Neighbor(h, k); (n < 0 || g.terrain(n) == "sea") && (out < 0 || off(k) < off(out)) {
				out = k
			}
		}
		if out < 0 {
			continue
		}
		end := g.Ends(h, out)
		to := g.Center(h).Along(draw.Middle(end[0], end[1]), 1.5)
		if n := g.m.Neighbor(h, out); n >= 0 {
			to = g.Center(n)
		}
		lines = append(lines, draw.Segment{g.Center(h), to})
	}
	return lines
}

// width returns how wide a river is at a point of its course.
func (g *ground) width(p draw.Point) float64 {
	switch kind := g.terrain(g.Locate(p)); {
	case g.northern:
		return 31 + 5*draw.Noise(p, 60, g.seed)
	case kind == "river":
		return 25 + 4*draw.Noise(p, 60, g.seed)
	}
	return 12 + 6*draw.Noise(p, 50, g.seed)
}

func (g *ground) waters() {
	if g.flooded != nil {
		bed := g.Border(g.flooded)
		if g.northern {
			g.Path(`fill="#cfdabb"`, bed)
		} else {
			g.Path(`fill="#dcdfc6" stroke="#8ba79c" stroke-width="1" stroke-dasharray="4 3"`, bed)
			g.gravel()
		}
	}
	var water *draw.Field
	if g.of("sea") != nil {
		water = g.sea()
		g.Sea(water)
	}
	g.banks()
	var body, line draw.Path
	for _, run := range g.rivers {
		body.Ribbon(run, func(i int) float64 { return g.span(water, run[i]) })
		line.Smooth(run)
	}
	g.Path(`fill="#a9c9d2" stroke="#3f6f80" stroke-width="1.5" stroke-linejoin="round"`, body.String())
	g.Path(`fill="none" stroke="#e3eff0" stroke-width="1.3" stroke-dasharray="16 30 8 22" stroke-linecap="round"`, line.String())
	if water != nil {
		for _, run := range g.rivers {
			g.Mouth(water, run)
		}
		g.Shallows(water.Distance().Blur(2), g.On)
	}
	g.brooks()
}

// sea returns a field that is above 0 in the sea, which reaches into the mouths of rivers.
func (g *ground) sea() *draw.Field {
	water := g.spread(9, 40, func(h int) float64 {
		if g.terrain(h) == "sea" {
			return 1
		}
		return 0
	}).Blur(4).Map(func(_ draw.Point, v float64) float64 { return v - .5 })
	for _, run := range g.rivers {
		water = water.Inlet(run, func(i int) float64 { return g.span(water, run[i]) })
	}
	return water
}

// span returns the width of a river at a point of its course: near the sea, if there is one, it widens.
func (g *ground) span(water *draw.Field, p draw.Point) float64 {
	if water == nil {
		return g.width(p)
	}
	return g.width(p) * (1 + 1.1*min(.7, water.At(p)+.5))
}

// gravel strews stones over the bed of a river that fills hexes.
func (g *ground) gravel() {
	var stones draw.Hatching
	for _, h := range g.flooded {
		c := g.Center(h)
		for i := range 22 {
			p := c.Add(66*(draw.Scatter(h, 300+i)-.5), 62*(draw.Scatter(h, 330+i)-.5))
			if g.depth(p, func(n int) bool { return isFlooded(g.terrain(n)) }) > 3 {
				stones.Line(p, p.Add(1+draw.Scatter(h, 360+i), 0))
			}
		}
	}
	g.Hatch(`stroke="#8d8a6c" opacity=".7"`, 1.1, &stones)
}

// banks draws the slopes down to a river, longer and denser the steeper its ford is, and stakes on top of the steepest, on the side
// where the ground is higher.
func (g *ground) banks() {
	var pens draw.Pens
	var stakes draw.Hatching
	for _, run := range g.rivers {
		for i := 1; i < len(run)-1; i++ {
			a, p, b := run[i-1], run[i], run[i+1]
			kind := g.terrain(g.Locate(p))
			long, pen := 0.0, 0
			switch kind {
			case "ford-1":
				long = 3
			case "ford-2":
				long, pen = 6, 1
			case "ford-3":
				long, pen = 9.5, 2
			case "river", "bridge", "ford":
				long, pen = 4, 1
			}
			if long == 0 {
				continue
			}
			step := max(.01, math.Hypot(b.X-a.X, b.Y-a.Y))
			for _, side := range []float64{1, -1} {
				dx, dy := (b.Y-a.Y)/step*side, (a.X-b.X)/step*side
				for _, f := range []float64{0, .34, .67} {
					q := p.Along(b, f)
					half := g.width(q) / 2
					r := half + long*(.75+.5*draw.Scatter(draw.Round(10*q.X), draw.Round(q.Y)+int(side)))
					pens[pen].Line(q.Add(dx*r, dy*r), q.Add(dx*half, dy*half))
				}
				if kind == "ford-3" && g.level.At(p.Add(40*dx, 40*dy)) > g.level.At(p.Add(-40*dx, -40*dy))+.2 {
					q := p.Add(dx*(g.width(p)/2+long+5), dy*(g.width(p)/2+long+5))
					stakes.Line(q.Add(-2.6, 3), q.Add(2.6, -3.4))
					stakes.Line(q.Add(2.6, 3), q.Add(-2.6, -3.4))
				}
			}
		}
	}
	pens.Draw(&g.Canvas, draw.Slope)
	g.Hatch(`stroke="#4a3420"`, 1.3, &stakes)
}

// brooks draws the water along hexsides. In the north it also draws the water under a bridge or a ford, at its full width.
func (g *ground) brooks() {
	under := "stream"
	if slices.ContainsFunc(g.sides, func(e edge) bool { return e.kind == "river" }) {
		under = "river"
	}
	lines := map[string][]draw.Segment{}
	for _, e := range g.sides {
		kind := e.kind
		if g.northern && (kind == "bridge" || kind == "ford") {
			kind = under
		}
		lines[kind] = append(lines[kind], g.Ends(e.a, g.m.Side(e.a, e.b)))
	}
	for _, kind := range []string{"bridge", "ford", "stream", "river"} {
		wide := 9.0
		if kind == "stream" {
			wide = 5.5
		}
		var bank, body, line draw.Path
		for _, run := range draw.Chains(lines[kind]) {
			run = draw.Meander(draw.Curve(ease(run), 7), 3.4, 83, g.seed)
			g.rivers = append(g.rivers, run)
			body.Ribbon(run, func(i int) float64 { return wide * (.8 + .45*draw.Noise(run[i], 40, g.seed)) })
			bank.Smooth(run)
			line.Smooth(run)
		}
		water := "#a9c9d2"
		if kind == "bridge" || kind == "ford" {
			water = "#d8cba8"
		}
		g.Path(`fill="none" stroke="#c3cd9c" stroke-opacity=".75" stroke-linecap="round" stroke-linejoin="round" stroke-width="`+draw.Num(2.1*wide)+`"`, bank.String())
		g.Path(`fill="`+water+`" stroke="#3f6f80" stroke-width="1.4" stroke-linejoin="round"`, body.String())
		g.Path(`fill="none" stroke="#e3eff0" stroke-width="1" stroke-dasharray="12 24 6 16" stroke-linecap="round"`, line.String())
	}
}

// ease returns a line along hexsides with its bends a little flatter.
func ease(run []draw.Point) []draw.Point {
	out := draw.Straighten(run)
	for i := range out {
		out[i] = run[i].Along(out[i], .55)
	}
	return out
}

// crossings draws the bridges and fords of the north: over a river that fills hexes and, smaller, over one along
// hexsides.
func (g *ground) crossings() {
	for _, h := range g.flooded {
		if kind := g.terrain(h); kind != "river" {
			p, turn := g.passage(h)
			g.crossing(kind, p, turn, "1")
		}
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

// passage returns where one crosses the river in a hex that it fills, and in which direction: straight across, eastward or southward.
func (g *ground) passage(h int) (at draw.Point, turn float64) {
	at, turn = g.Center(h), 90.0
	near := math.Inf(1)
	for _, run := range g.rivers {
		for i := 1; i < len(run)-1; i++ {
			if far := math.Hypot(run[i].X-g.Center(h).X, run[i].Y-g.Center(h).Y); far < near {
				near, at, turn = far, run[i], draw.Direction(run[i-1], run[i+1])+90
			}
		}
	}
	if turn > 135 {
		turn -= 180
	}
	return at, turn
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

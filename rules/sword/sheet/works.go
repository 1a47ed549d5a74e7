package sheet

import (
	"math"

	"acies/picture/draw"
)

// kindsOfWays returns the kinds of roads and paths in the order of the pack.
func (g *ground) kindsOfWays() []string {
	var kinds []string
	seen := map[string]bool{}
	for _, e := range g.roads {
		if !seen[e.kind] {
			seen[e.kind] = true
			kinds = append(kinds, e.kind)
		}
	}
	return kinds
}

// waysOf returns the lines of one kind of way; one that would zigzag from centre to centre is straight. At the edge of the map they go on
// beyond it.
func (g *ground) waysOf(kind string) [][]draw.Point {
	var lines []draw.Segment
	seen := map[edge]bool{}
	for _, e := range g.roads {
		once := edge{min(e.a, e.b), max(e.a, e.b), e.kind}
		if e.kind != kind || seen[once] {
			continue
		}
		seen[once] = true
		lines = append(lines, draw.Segment{g.Center(e.a), g.Center(e.b)})
		for _, h := range []int{e.a, e.b} {
			if k := g.exit(h); k >= 0 {
				s := g.Ends(h, k)
				lines = append(lines, draw.Segment{g.Center(h), g.Center(h).Along(draw.Middle(s[0], s[1]), 1.5)})
			}
		}
	}
	runs := draw.Chains(lines)
	for i, run := range runs {
		if kind != "path" {
			run = draw.Straighten(run)
		}
		runs[i] = draw.Meander(draw.Curve(g.overBridge(run), 14), 2.6, 97, g.seed)
	}
	return runs
}

// exit returns the side through which a way leaves the map from the hex in which it ends, or -1 if it ends there.
func (g *ground) exit(h int) int {
	if len(g.paths[h]) != 1 {
		return -1
	}
	out, least := -1, 6
	for own := range g.paths[h] {
		for k := range 6 {
			bend := (k - own + 3) % 6
			if bend = min((bend+6)%6, 6-(bend+6)%6); g.m.Neighbor(h, k) < 0 && bend < least {
				out, least = k, bend
			}
		}
	}
	return out
}

// overBridge lets a line that ends on the bridge of a river that fills its hex come to it from its head, and cross it.
func (g *ground) overBridge(run []draw.Point) []draw.Point {
	if !g.northern {
		return run
	}
	bridge := func(p draw.Point) bool { return g.On(p) && g.terrain(g.Locate(p)) == "bridge" }
	if first := run[0]; bridge(first) {
		deck := g.deck(g.Locate(first), run[1])
		run = append([]draw.Point{deck(-34), deck(32), deck(46)}, run[1:]...)
	}
	if end := len(run) - 1; bridge(run[end]) {
		deck := g.deck(g.Locate(run[end]), run[end-1])
		run = append(run[:end:end], deck(46), deck(32), deck(-34))
	}
	return run
}

// deck returns the points of a bridge and beyond it by their distance from its middle, toward the side on which a point lies.
func (g *ground) deck(h int, toward draw.Point) func(far float64) draw.Point {
	at, turn := g.passage(h)
	sin, cos := math.Sincos(turn * math.Pi / 180)
	if (toward.X-at.X)*cos+(toward.Y-at.Y)*sin < 0 {
		sin, cos = -sin, -cos
	}
	return func(far float64) draw.Point { return at.Add(far*cos, far*sin) }
}

// lanes draws what is left of a road beyond the bridge at which it ends.
func (g *ground) lanes() {
	var t draw.Path
	for _, h := range g.flooded {
		if g.terrain(h) != "bridge" || len(g.paths[h]) != 1 {
			continue
		}
		for k := range g.paths[h] {
			deck := g.deck(h, g.Center(g.m.Neighbor(h, k)))
			run := []draw.Point{deck(-28)}
			for far := 40.0; far < 2*draw.Flat; far += 12 {
				run = append(run, deck(-far))
			}
			t.Smooth(draw.Meander(run, 7, 70, g.seed))
		}
	}
	g.Path(`fill="none" stroke="#8a754c" stroke-width="4" stroke-opacity=".55" stroke-linecap="round"`, t.String())
	g.Path(`fill="none" stroke="#f7ecd0" stroke-width="2.6" stroke-linecap="round"`, t.String())
}

// ways draws the roads and paths from hex to hex. A small picture shows only the beds of roads.
func (g *ground) ways(beds bool) {
	const round = `fill="none" stroke-linecap="round" stroke-linejoin="round" `
	if g.northern {
		g.lanes()
	}
	paths := map[string]string{}
	for _, kind := range g.kindsOfWays() {
		var t draw.Path
		for _, run := range g.waysOf(kind) {
			t.Smooth(run)
		}
		paths[kind] = t.String()
		switch {
		case kind == "road":
			g.Path(round+`stroke="#6f5a34" stroke-width="6.4"`, paths[kind])
		case beds:
			g.Path(round+`stroke="#f9f2df" stroke-width="5.5" opacity=".85"`, paths[kind])
		}
	}
	for _, kind := range g.kindsOfWays() {
		paint := `stroke="#7a552c" stroke-width="1.9" stroke-dasharray="6 4"`
		if kind == "road" {
			paint = `stroke="#f7ecd0" stroke-width="4.2"`
		}
		g.Path(round+paint, paths[kind])
	}
}

// works draws walls, buildings and other structures.
func (g *ground) works() {
	if g.northern {
		g.crossings()
	}
	for _, kind := range []string{"fortification", "wall", "gate"} {
		g.walls(kind)
	}
	for h := range g.m.Len() {
		g.landmark(h)
	}
}

// walls draws walls with battlements on the inside, which is the first hex of the edge.
func (g *ground) walls(kind string) {
	var lines []draw.Segment
	within := map[draw.Point]draw.Point{} // by the middle of a side
	for _, e := range g.sides {
		if e.kind == kind {
			s := g.Ends(e.a, g.m.Side(e.a, e.b))
			lines = append(lines, s)
			within[rounded(draw.Middle(s[0], s[1]))] = g.Center(e.a)
		}
	}
	if lines == nil {
		return
	}
	runs := draw.Chains(lines)
	switch {
	case g.northern && kind == "fortification": // a fence
		var line, stakes draw.Hatching
		for _, run := range runs {
			for i := 1; i < len(run); i++ {
				line.Line(run[i-1], run[i])
				for j := range 8 {
					p := run[i-1].Along(run[i], float64(j)/8)
					stakes.Line(p.Add(0, 3), p.Add(0, -5))
				}
			}
		}
		g.Hatch(`stroke="#5a4226"`, 2, &stakes)
		g.Hatch(`stroke="#5a4226"`, 2.4, &line)
	case kind == "gate":
		var line draw.Hatching
		for _, s := range lines {
			line.Line(s[0], s[1])
		}
		g.Hatch(`stroke="#40331f"`, 6.5, &line)
		g.Hatch(`stroke="#c08a4a" stroke-dasharray="6 3"`, 3.4, &line)
	default:
		g.Wall(runs, 6.5, func(a, b draw.Point) draw.Point { return within[rounded(draw.Middle(a, b))] })
	}
}

// rounded returns a point in whole numbers, so that points which differ only by floating-point error are equal.
func rounded(p draw.Point) draw.Point {
	return draw.At(float64(draw.Round(p.X)), float64(draw.Round(p.Y)))
}

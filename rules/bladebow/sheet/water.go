package sheet

import (
	"fmt"
	"math"
	"slices"

	"acies/grid"
	"acies/picture/draw"
	"acies/rules/bladebow"
)

// river is the course of running water as it is drawn, and how wide it is at each point.
type river struct {
	run    []draw.Point
	widths []float64
}

func (r *river) width(i int) float64 { return r.widths[i] }

// Widths of running water.
const (
	streamWidth = 9.0
	riverWidth  = 35.0
)

// survey finds the sea, and the courses of rivers and streams through their squares.
func (g *ground) survey() {
	if water := g.of(bladebow.Sea); water != nil {
		g.water = g.spread(8, water).Blur(4).Map(func(_ draw.Point, v float64) float64 { return v - .5 })
	}
	for _, line := range draw.Chains(g.course()) {
		reach := 12.0
		if slices.ContainsFunc(line, func(p draw.Point) bool { return g.is(g.Locate(p), bladebow.River) }) {
			reach = 7
		}
		run := draw.Meander(draw.Curve(line, 10), reach, 140, g.seed)
		g.rivers = append(g.rivers, river{run, g.widths(run)})
		for _, end := range [][]draw.Point{run[max(0, len(run)-9):], reversed(run[:min(len(run), 9)])} {
			if last := end[len(end)-1]; g.On(last) && g.is(g.Locate(last), bladebow.Marsh) {
				g.rills(end)
			}
		}
	}
	if g.water != nil {
		for _, r := range g.rivers {
			g.water = g.water.Inlet(r.run, r.width)
		}
	}
}

// rills lets two narrow arms leave a river where it ends in a marsh.
func (g *ground) rills(end []draw.Point) {
	for _, side := range []float64{1, -1} {
		arm := draw.Meander(draw.Beside(end, func(i int) float64 { return side * (1 + .62*float64(i*i)) }), 5, 46, g.seed)
		wide := make([]float64, len(arm))
		for i := range wide {
			wide[i] = 7 * (1 - float64(i)/float64(len(wide)))
		}
		g.rivers = append(g.rivers, river{arm, wide})
	}
}

func reversed(run []draw.Point) []draw.Point {
	out := slices.Clone(run)
	slices.Reverse(out)
	return out
}

// widths returns how wide running water is along its course: it grows slowly where a stream becomes a river, widens toward the sea, and is
// narrow where it springs and where a marsh swallows it.
func (g *ground) widths(run []draw.Point) []float64 {
	wide := make([]float64, len(run))
	last := 0.0
	for i, p := range run {
		switch k := g.Locate(p); {
		case g.is(k, bladebow.River):
			last = riverWidth
		case g.is(k, bladebow.Stream):
			last = streamWidth
		}
		wide[i] = last
	}
	for i := len(run) - 1; i >= 0; i-- { // before its first square
		if wide[i] == 0 {
			wide[i] = last
		}
		last = wide[i]
	}
	const around = 4 // points
	out := make([]float64, len(run))
	for i, p := range run {
		from, to := max(0, i-around), min(len(run), i+around+1)
		for _, w := range wide[from:to] {
			out[i] += w / float64(to-from)
		}
		out[i] *= (.85 + .3*draw.Noise(p, 50, g.seed)) * g.share(p, run[0]) * g.share(p, run[len(run)-1])
		if g.water != nil {
			out[i] *= 1 + .9*min(.7, g.water.At(p)+.5)
		}
	}
	return out
}

// share returns how much of its width running water has at a point, as far as one of its ends makes it narrower.
func (g *ground) share(p, end draw.Point) float64 {
	far := math.Hypot(p.X-end.X, p.Y-end.Y)
	switch i := g.Locate(end); {
	case !g.On(end) || g.is(i, bladebow.Sea, bladebow.River, bladebow.Stream):
		return 1
	case g.is(i, bladebow.Marsh):
		return min(1, math.Pow(far/84, .8))
	}
	return min(1, .25+far/60)
}

// course returns the lines of rivers and streams from square to square. At their ends they go on to the edge of the board or
// into other water if they can, and otherwise a little further, to their springs.
func (g *ground) course() []draw.Segment {
	var lines []draw.Segment
	joined := map[[2]int]bool{}
	for _, i := range g.of(bladebow.Stream, bladebow.River) {
		kind := g.setup.Terrain[i]
		own, ways := g.ways(i)
		for d := 0; d < 8; d += 2 {
			if n := g.Board.Neighbor(i, d); g.is(n, kind) && n > i {
				lines = append(lines, draw.Segment{g.bend(i), g.bend(n)})
			}
		}
		if ways != 1 {
			continue
		}
		out := g.out(i, grid.Turn(own, 4))
		n := g.Board.Neighbor(i, out)
		if _, more := g.ways(n); !g.is(n, bladebow.Stream, bladebow.River) || more != 1 {
			lines = append(lines, draw.Segment{g.bend(i), g.mouth(i, out)})
			continue
		}
		if pair := [2]int{min(i, n), max(i, n)}; !joined[pair] { // a stream that becomes a river
			joined[pair] = true
			lines = append(lines, draw.Segment{g.bend(i), g.bend(n)})
		}
	}
	return lines
}

// ways returns in how many directions a square of running water goes on in the same kind, and one of them.
func (g *ground) ways(i int) (direction, n int) {
	for d := 0; i >= 0 && d < 8; d += 2 {
		if g.is(g.Board.Neighbor(i, d), g.setup.Terrain[i]) {
			direction, n = d, n+1
		}
	}
	return direction, n
}

// out returns the direction in which running water leaves its last square: straight on, unless it finds other water or the edge of the
// board only to a side.
func (g *ground) out(i, direction int) int {
	for _, d := range []int{direction, grid.Turn(direction, 2), grid.Turn(direction, -2)} {
		if n := g.Board.Neighbor(i, d); n < 0 || g.is(n, bladebow.Sea, bladebow.Marsh, bladebow.River, bladebow.Stream) {
			return d
		}
	}
	return direction
}

// mouth returns where running water ends that leaves its last square in a direction.
func (g *ground) mouth(i, direction int) draw.Point {
	end := g.Ends(i, direction)
	at := draw.Middle(end[0], end[1])
	switch n := g.Board.Neighbor(i, direction); {
	case g.is(n, bladebow.Marsh):
		return g.Center(i).Along(at, 2.8)
	case n < 0 || g.is(n, bladebow.Sea, bladebow.River, bladebow.Stream):
		return g.Center(i).Along(at, 2.2)
	}
	return at
}

// bend returns the point at which a river passes through a square: near its centre.
func (g *ground) bend(i int) draw.Point {
	return g.Center(i).Add(20*(draw.Scatter(i, 61)-.5), 20*(draw.Scatter(i, 62)-.5))
}

// banks draws the green land along rivers and streams.
func (g *ground) banks() {
	var t draw.Path
	for _, r := range g.rivers {
		t.Ribbon(r.run, func(i int) float64 { return r.widths[i] + 11 })
	}
	g.Path(`fill="#c3cd9c" fill-opacity=".7"`, t.String())
}

// waters draws the sea, and the rivers and streams.
func (g *ground) waters() {
	if g.water != nil {
		g.Sea(g.water)
	}
	var body draw.Path
	for _, r := range g.rivers {
		body.Ribbon(r.run, r.width)
	}
	g.Path(`fill="none" stroke="#3f6f80" stroke-width="3" stroke-linejoin="round"`, body.String())
	g.Path(`fill="#a9c9d2"`, body.String()) // over all their lines, where one runs into another
	for k, aside := range []float64{0, -.32, -.14, .12, .29} {
		var line draw.Path
		for _, r := range g.rivers {
			g.flow(&line, &r, aside)
		}
		g.Path(fmt.Sprintf(`fill="none" stroke="#e3eff0" stroke-width="1.1" stroke-dasharray="%d 41 %d 67" stroke-dashoffset="%d" stroke-linecap="round"`, 24-4*k, 12+5*k, 37*k), line.String())
	}
	if g.water != nil {
		for _, r := range g.rivers {
			g.Mouth(g.water, r.run)
		}
		g.Shallows(g.water.Distance().Blur(2), g.On)
	}
}

// flow adds a line with the water, at a share of its width aside of the middle: in the middle where it is narrow, elsewhere where it is wide.
func (g *ground) flow(t *draw.Path, r *river, aside float64) {
	var piece []draw.Point
	for i, p := range draw.Beside(r.run, func(i int) float64 { return aside * r.widths[i] }) {
		if w := r.widths[i]; w > 7 && (w > 20) == (aside != 0) {
			piece = append(piece, p)
			continue
		}
		if len(piece) > 2 {
			t.Smooth(piece)
		}
		piece = nil
	}
	if len(piece) > 2 {
		t.Smooth(piece)
	}
}

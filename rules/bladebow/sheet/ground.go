package sheet

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"acies/grid"
	"acies/picture/draw"
	"acies/rules/bladebow"
	"acies/system"
)

// Ground draws the board of a battle without its counters, with names in a language, as the content of an SVG element
// of the size of its sheet. The names of squares are in a group of the class "numbers", so that a style sheet can hide
// them, and those of parts of the map in a group of the class "names"; the letters and numbers along the rim are always
// shown.
func Ground(s *bladebow.Setup, w system.Speaker, kind system.Ground, places ...Place) string {
	g := &ground{Squares: draw.Squares{Board: grid.NewSquares(s.Cols, s.Rows)}, setup: s, w: w}
	g.Put(`<defs><clipPath id="land"><path d="%s"/></clipPath>`, g.border(g.where(func(int) bool { return true }), 0))
	g.Put(`<clipPath id="sea"><path d="%s"/></clipPath></defs>`, g.border(g.of(bladebow.Sea), coastal))
	if kind == system.Whole {
		g.frame()
	}
	g.plain(kind != system.Card)
	g.hills(kind != system.Card)
	g.beach()
	g.waters()
	g.sea()
	g.marshes()
	g.woods()
	g.town()
	g.path()
	g.walls()
	if kind == system.Card {
		return g.String()
	}
	g.grid()
	g.numbers()
	g.names(places)
	if kind == system.Whole {
		g.coordinates()
		g.compass()
	}
	return g.String()
}

// How far the lines around areas waver.
const (
	coastal = 11.0
	gentle  = 9.0
)

// Place is a part of the map that has a name, the text with the key "place." and its id.
type Place struct {
	ID      string
	Squares []int
}

// ground is the board being drawn.
type ground struct {
	draw.Canvas
	draw.Squares
	setup *bladebow.Setup
	w     system.Speaker
}

// where returns the squares for which f is true.
func (g *ground) where(f func(i int) bool) []int {
	var list []int
	for i := range g.Board.Len() {
		if f(i) {
			list = append(list, i)
		}
	}
	return list
}

func (g *ground) is(i int, kinds ...bladebow.Terrain) bool {
	return i >= 0 && slices.Contains(kinds, g.setup.Terrain[i])
}

// of returns the squares with any of some kinds of ground.
func (g *ground) of(kinds ...bladebow.Terrain) []int {
	return g.where(func(i int) bool { return g.is(i, kinds...) })
}

// border returns the path of the smooth border of a set of squares.
func (g *ground) border(list []int, waver float64) string {
	var t draw.Path
	t.Closed(g.Shore(list, waver))
	return t.String()
}

func (g *ground) frame() {
	width, height := g.Extent()
	g.Put(`<g fill="none" stroke="#a08c62"><rect x="8" y="8" width="%s" height="%s" stroke-width="1.6"/><rect x="12.5" y="12.5" width="%s" height="%s" stroke-width=".6"/></g>`,
		draw.Num(width-16), draw.Num(height-16), draw.Num(width-25), draw.Num(height-25))
}

// plain draws the open ground: large patches of dry and of green country that do not follow the squares, and scattered
// grass.
func (g *ground) plain(details bool) {
	width, height := g.Extent()
	g.Put(`<rect x="%s" y="%s" width="%s" height="%s" fill="#ece0c0"/>`, draw.Num(draw.Margin), draw.Num(draw.Margin), draw.Num(width-2*draw.Margin), draw.Num(height-2*draw.Margin))
	var patches [3]draw.Path
	for i := range g.Board.Len() {
		n := int(draw.Scatter(i, 3) * 9)
		if n >= len(patches) {
			continue
		}
		c := g.Center(i).Add(60*(draw.Scatter(i, 4)-.5), 60*(draw.Scatter(i, 5)-.5))
		ring := make([]draw.Bend, 7)
		for k := range ring {
			sin, cos := math.Sincos(float64(k) / 7 * 2 * math.Pi)
			r := 60 + 60*draw.Scatter(i, 10+k)
			ring[k] = draw.Bend{Point: c.Add(1.5*r*cos, r*sin)}
		}
		patches[n].Closed([][]draw.Bend{ring})
	}
	for n, paint := range []string{`fill="#cfc58d" opacity=".17"`, `fill="#fbf3da" opacity=".26"`, `fill="#d8b981" opacity=".13"`} {
		g.Path(paint+` clip-path="url(#land)"`, patches[n].String())
	}
	if details {
		g.Path(`fill="none" stroke-linecap="round" stroke="#8c8a4c" stroke-width=".8" opacity=".5"`, g.tufts())
		g.Put(`<g opacity=".55">`)
		g.Trees(g.olives(), "#8f8b5c", "#aeb07e", "#c9c99a")
		g.Put(`</g>`)
	}
}

// tufts returns scattered grass on open ground.
func (g *ground) tufts() string {
	var t draw.Path
	for _, i := range g.of(bladebow.Clear) {
		for j := range 3 {
			if draw.Scatter(i, 20+j) > .42 {
				continue
			}
			p := g.Center(i).Add((draw.Scatter(i, 30+j)-.5)*52, (draw.Scatter(i, 40+j)-.5)*52)
			fmt.Fprintf(&t, "M%vl1.2 3M%vv4.2M%vl-1.2 3", p.Add(-2.5, -3), p.Add(0, -4.2), p.Add(2.5, -3))
		}
	}
	return t.String()
}

// olives returns a few small trees at the corners of open squares, where no counter stands.
func (g *ground) olives() []draw.Tree {
	var list []draw.Tree
	for _, i := range g.of(bladebow.Clear) {
		if draw.Scatter(i, 45) > .2 {
			continue
		}
		left, up := 1.0, 1.0
		if draw.Scatter(i, 43) < .5 {
			left = -1
		}
		if draw.Scatter(i, 44) < .5 {
			up = -1
		}
		for k := range 3 {
			at := g.Center(i).Add(left*(20+9*(draw.Scatter(i, 46+k)-.5)-5*float64(k)), up*(21+5*float64(k%2)+4*draw.Scatter(i, 53+k)))
			list = append(list, draw.Tree{Point: at, R: 2.6 + draw.Scatter(i, 56+k)})
		}
	}
	return list
}

// heights are the colours of hills, from their foot up.
var heights = [...]string{"#dcc48e", "#ceb078", "#bf9d64", "#b18c55", "#a67f4a"}

// hills draws high ground as one mass that rises with the distance from its edge. The edge itself keeps to the squares; the
// heights above it are rounder.
func (g *ground) hills(slopes bool) {
	high := g.where(func(i int) bool { return g.is(i, bladebow.Hill, bladebow.GoatPath) })
	for level := range heights {
		shore := g.Shore(high, gentle)
		if level > 0 {
			shore = weather(g.Shore(high, 2.6*gentle), 2+2*level)
		}
		var t draw.Path
		t.Closed(shore)
		g.Path(`stroke="#8a6a36" stroke-opacity=".5" stroke-width="1" fill="`+heights[level]+`" clip-path="url(#land)"`, t.String())
		if slopes {
			g.Path(`fill="none" stroke-linecap="round" stroke="#6f5226" stroke-width=".9" opacity=".5" clip-path="url(#land)"`, hachures(shore, level))
		}
		if level == 0 { // a shoulder, so that small hills have a height too
			var crest draw.Path
			crest.Closed(weather(inset(shore, 13), 3))
			g.Path(`fill="`+heights[1]+`" opacity=".38" clip-path="url(#land)"`, crest.String())
		}
		high = g.inner(high)
		if level > 1 {
			high = g.inner(high) // steep below, broad above
		}
	}
}

// inner returns the squares of a set all of whose eight neighbours on the board belong to it.
func (g *ground) inner(list []int) []int {
	inside := make([]bool, g.Board.Len())
	for _, i := range list {
		inside[i] = true
	}
	return g.where(func(i int) bool {
		for d := range 8 {
			if n := g.Board.Neighbor(i, d); n >= 0 && !inside[n] {
				return false
			}
		}
		return inside[i]
	})
}

// inset moves the bends of clockwise lines inward, except along the rim.
func inset(rings [][]draw.Bend, by float64) [][]draw.Bend {
	out := make([][]draw.Bend, len(rings))
	for r, ring := range rings {
		out[r] = slices.Clone(ring)
		for i, b := range ring {
			before, after := ring[(i+len(ring)-1)%len(ring)], ring[(i+1)%len(ring)]
			dx, dy := after.X-before.X, after.Y-before.Y
			if long := math.Hypot(dx, dy); !b.Fixed && long > 0 {
				out[r][i].Point = b.Add(-dy/long*by, dx/long*by)
			}
		}
	}
	return out
}

// weather rounds lines off, more with each pass, except along the rim.
func weather(rings [][]draw.Bend, passes int) [][]draw.Bend {
	for range passes {
		for r, old := range rings {
			ring := slices.Clone(old)
			for i, b := range old {
				if !b.Fixed {
					ring[i].Point = draw.Middle(b.Point, draw.Middle(old[(i+len(old)-1)%len(old)].Point, old[(i+1)%len(old)].Point))
				}
			}
			rings[r] = ring
		}
	}
	return rings
}

// hachures returns strokes down the slope outside clockwise lines around hills: longer and denser on the sides turned
// away from the light, which comes from the upper left.
func hachures(rings [][]draw.Bend, level int) string {
	var t draw.Path
	for _, ring := range rings {
		for i, b := range ring {
			after := ring[(i+1)%len(ring)]
			if b.Fixed && after.Fixed {
				continue
			}
			dx, dy := after.X-b.X, after.Y-b.Y
			step := math.Hypot(dx, dy)
			if step < 1 {
				continue
			}
			out := draw.At(dy/step, -dx/step)
			dark := .5 + .35*(out.X+out.Y) // from 0 in the light to 1 in the shade
			n := max(2, draw.Round(step/(5.4-1.8*dark)))
			for j := range n {
				p := b.Along(after.Point, (float64(j)+.5)/float64(n))
				long := (3.5 + 6*dark + 4*draw.Scatter(draw.Round(p.X), draw.Round(p.Y)+level)) * .9
				lean := .3 * (draw.Scatter(draw.Round(p.Y), draw.Round(p.X)) - .5)
				t.Line(p, p.Add((out.X-lean*out.Y)*long, (out.Y+lean*out.X)*long))
			}
		}
	}
	return t.String()
}

func (g *ground) marshes() {
	const each = 12 // pools in a square
	marsh := g.of(bladebow.Marsh)
	var pools []draw.Point
	for _, i := range marsh {
		for k := range each {
			pools = append(pools, g.Center(i).Add((float64(k%3-1)*.34+.22*(draw.Scatter(i, 130+k)-.5))*draw.Side, (float64(k/3)*.25-.36+.12*(draw.Scatter(i, 140+k)-.5))*draw.Side))
		}
	}
	border := g.border(marsh, gentle)
	g.Path(`fill="none" stroke="#b7c79d" stroke-width="9" opacity=".5" clip-path="url(#land)"`, border)
	g.Path(`fill="#cdd9bb" clip-path="url(#land)"`, border)
	g.Mire(pools, func(i int) (a, b int) { return marsh[i/each], i % each })
}

// beach draws the sand along the coast; rivers run through it.
func (g *ground) beach() {
	g.Path(`fill="none" stroke="#f7eed2" stroke-width="9" stroke-opacity=".85" stroke-linejoin="round" clip-path="url(#land)"`, coast(g.Shore(g.of(bladebow.Sea), coastal)))
}

// sea draws the sea with lines along the coast, as engravers did: close together at the shore, fainter further out.
func (g *ground) sea() {
	water := g.of(bladebow.Sea)
	if water == nil {
		return
	}
	shore := coast(g.Shore(water, coastal))
	g.Path(`fill="#b7d2da"`, g.border(water, coastal))
	g.Put(`<g clip-path="url(#sea)" fill="none" stroke-linejoin="round">`)
	for _, line := range []struct {
		far     float64
		opacity string
	}{{46, ".14"}, {34, ".2"}, {24, ".28"}, {16, ".38"}, {9.5, ".5"}, {4.5, ".66"}} {
		g.Path(`stroke="#5f93a6" stroke-opacity="`+line.opacity+`" stroke-width="`+draw.Num(2*line.far)+`"`, shore)
		g.Path(`stroke="#b7d2da" stroke-width="`+draw.Num(2*line.far-1.6)+`"`, shore)
	}
	var waves draw.Path
	for _, i := range water {
		open := true
		for d := range 8 {
			n := g.Board.Neighbor(i, d)
			open = open && (n < 0 || g.is(n, bladebow.Sea))
		}
		if open && draw.Scatter(i, 50) < .62 {
			p := g.Center(i).Add(34*(draw.Scatter(i, 51)-.5)-11, 40*(draw.Scatter(i, 52)-.5))
			waves.WriteString("M" + p.String() + "q3.7-4 7.4 0t7.4 0t7.4 0")
		}
	}
	g.Path(`stroke="#6f9fb0" stroke-width="1.1" stroke-linecap="round" opacity=".6"`, waves.String())
	g.Put(`</g>`)
	g.Path(`fill="none" stroke="#4f8396" stroke-width="1.7" stroke-linejoin="round" clip-path="url(#land)"`, shore)
}

// coast returns the path of the parts of closed lines that do not lie along the rim.
func coast(rings [][]draw.Bend) string {
	var t draw.Path
	for _, ring := range rings {
		first := slices.IndexFunc(ring, func(b draw.Bend) bool { return b.Fixed })
		if first < 0 {
			t.Closed([][]draw.Bend{ring})
			continue
		}
		var run []draw.Point
		for i := range len(ring) + 1 {
			b := ring[(first+i)%len(ring)]
			run = append(run, b.Point)
			if b.Fixed {
				if len(run) > 2 {
					t.Smooth(run)
				}
				run = []draw.Point{b.Point}
			}
		}
	}
	return t.String()
}

// waters draws the courses of rivers and streams through their squares.
func (g *ground) waters() {
	for _, w := range []struct {
		kind             bladebow.Terrain
		bank, bed, water string
		flow             []float64 // how far lines of the current lie from the middle
	}{
		{bladebow.River, "46", "34", "31", []float64{-8, -2, 5, 10}},
		{bladebow.Stream, "17", "10.5", "8", nil},
	} {
		course := g.course(w.kind)
		if course == "" {
			continue
		}
		g.Put(`<g clip-path="url(#land)" fill="none" stroke-linejoin="round" stroke-linecap="round">`)
		g.Path(`stroke="#c2cd9d" stroke-opacity=".6" stroke-width="`+w.bank+`"`, course)
		g.Path(`stroke="#5a8b9e" stroke-width="`+w.bed+`"`, course)
		g.Path(`stroke="#a5cad6" stroke-width="`+w.water+`"`, course)
		for n, aside := range w.flow {
			g.Path(fmt.Sprintf(`stroke="#7fb0c1" stroke-width=".9" stroke-opacity=".75" stroke-dasharray="%d 41 %d 67" stroke-dashoffset="%d" stroke-linecap="round" transform="translate(0 %s)"`, 30-4*n, 15+5*n, 37*n, draw.Num(aside)), course)
		}
		g.Put(`</g>`)
	}
}

// course returns the line of a river or a stream from square to square. At its ends it goes on to the edge of the board or
// into other water if it can, and otherwise a little further, to its spring.
func (g *ground) course(kind bladebow.Terrain) string {
	var lines []draw.Segment
	for _, i := range g.of(kind) {
		own, ways := 0, 0
		for d := 0; d < 8; d += 2 {
			if n := g.Board.Neighbor(i, d); g.is(n, kind) {
				own, ways = d, ways+1
				if n > i {
					lines = append(lines, draw.Segment{g.bend(i), g.bend(n)})
				}
			}
		}
		if ways == 1 {
			lines = append(lines, draw.Segment{g.bend(i), g.mouth(i, grid.Turn(own, 4))})
		}
	}
	var t draw.Path
	for _, run := range draw.Chains(lines) {
		t.Smooth(run)
	}
	return t.String()
}

// mouth returns where a river ends that has no further square after i in a direction.
func (g *ground) mouth(i, direction int) draw.Point {
	out := direction
	for _, d := range []int{direction, grid.Turn(direction, 2), grid.Turn(direction, -2)} {
		if n := g.Board.Neighbor(i, d); n < 0 || g.is(n, bladebow.Sea, bladebow.Marsh) {
			out = d
			break
		}
	}
	end := g.Ends(i, out)
	at := draw.Middle(end[0], end[1])
	switch n := g.Board.Neighbor(i, out); {
	case n < 0:
		return g.Center(i).Along(at, 1.2)
	case g.is(n, bladebow.Sea, bladebow.Marsh):
		return g.Center(i).Along(at, 1.45)
	}
	return at
}

// bend returns the point at which a river passes through a square: near its centre.
func (g *ground) bend(i int) draw.Point {
	return g.Center(i).Add(20*(draw.Scatter(i, 61)-.5), 20*(draw.Scatter(i, 62)-.5))
}

func (g *ground) woods() {
	const each = 17
	list := g.of(bladebow.Woods)
	var trees []draw.Tree
	for _, i := range list {
		for k := range each {
			r := .56 * draw.Side * math.Sqrt((float64(k)+.6)/each)
			sin, cos := math.Sincos(2.4*float64(k) + 6*draw.Scatter(i, 63))
			at := draw.At(r*cos+6*(draw.Scatter(i, 70+k)-.5), r*sin+6*(draw.Scatter(i, 90+k)-.5))
			trees = append(trees, draw.Tree{Point: g.Center(i).Add(at.X, at.Y), R: 6.6 * (.78 + .44*draw.Scatter(i, 110+k))})
		}
	}
	g.Put(`<g clip-path="url(#land)">`)
	g.Path(`fill="#bcc793" opacity=".8"`, g.border(list, gentle))
	g.Trees(trees, "#52683d", "#85995f", "#b6c489")
	g.Put(`</g>`)
}

// town draws houses along the lanes of a town, where counters do not hide all of them.
func (g *ground) town() {
	list := g.of(bladebow.Town)
	var houses []draw.House
	for _, i := range list {
		for r := range 5 {
			for c := range 4 {
				n := 4*r + c
				if draw.Scatter(i, 200+n) < .2 {
					continue
				}
				at := g.Center(i).Add(float64(c)*15.5-23.5+float64(r%2)*4+3*draw.Scatter(i, 230+n), float64(r)*12.4-24+2.4*draw.Scatter(i, 260+n))
				houses = append(houses, draw.House{Point: at, Long: 3.5 + 4*draw.Scatter(i, 290+n)})
			}
		}
	}
	slices.SortStableFunc(houses, func(p, q draw.House) int { return draw.Round(10*p.Y) - draw.Round(10*q.Y) })
	border := g.border(list, 5)
	g.Path(`fill="#dcc7a4" stroke="#6f5b41" stroke-width="3.6" stroke-linejoin="round"`, border)
	g.Path(`fill="none" stroke="#cdbc9b" stroke-width="1.6" stroke-dasharray="4 1.4"`, border)
	g.Houses(houses)
}

// path draws the goat path over the mountain, from the square before its first to the square after its last.
func (g *ground) path() {
	if g.setup.Pass == nil || len(g.setup.Pass.Path) < 2 {
		return
	}
	var run []draw.Point
	for _, i := range g.setup.Pass.Path {
		run = append(run, g.Center(i).Add(30*(draw.Scatter(i, 81)-.5), 30*(draw.Scatter(i, 82)-.5)))
	}
	ends := g.setup.Pass.Path
	run = append([]draw.Point{g.exit(ends[0], ends[1])}, append(run, g.exit(ends[len(ends)-1], ends[len(ends)-2]))...)
	var t draw.Path
	t.Smooth(run)
	g.Path(`fill="none" stroke="#f6ead0" stroke-width="7" stroke-opacity=".55" stroke-linecap="round" stroke-linejoin="round"`, t.String())
	g.Path(`fill="none" stroke="#7a4a26" stroke-width="2.3" stroke-dasharray="7 5" stroke-linecap="round" stroke-linejoin="round"`, t.String())
}

// exit returns a point in the open square beside an end of the path; next is the square of the path beside that end.
func (g *ground) exit(end, next int) draw.Point {
	for d := 0; d < 8; d += 2 {
		if n := g.Board.Neighbor(end, d); n >= 0 && n != next && !g.is(n, bladebow.Hill, bladebow.GoatPath, bladebow.Sea) {
			return g.Center(end).Along(g.Center(n), .78)
		}
	}
	return g.Center(end)
}

// walls draws masonry along the sides that nothing crosses, with a tower at each end.
func (g *ground) walls() {
	if g.setup.Pass == nil {
		return
	}
	var lines []draw.Segment
	for _, pair := range g.setup.Pass.Walls {
		if d := g.Board.Direction(pair[0], pair[1]); d >= 0 && d%2 == 0 {
			lines = append(lines, g.Ends(pair[0], d))
		}
	}
	for _, run := range draw.Chains(lines) {
		var line, joints draw.Path
		for k := range run[1:] {
			p, q := run[k], run[k+1]
			line.Line(p, q)
			dx, dy := (q.Y-p.Y)/draw.Side*4, (p.X-q.X)/draw.Side*4
			for j := range 8 { // courses of stones, two rows
				at := p.Along(q, (float64(j)+.5)/8)
				joints.Line(at, at.Add(dx, dy))
				at = p.Along(q, float64(j)/8)
				joints.Line(at, at.Add(-dx, -dy))
			}
			joints.Line(p, q)
		}
		g.Path(`fill="none" stroke="#2b2419" stroke-opacity=".3" stroke-width="12" stroke-linecap="round" transform="translate(1.6 2.4)"`, line.String())
		g.Path(`fill="none" stroke="#4a3d2c" stroke-width="11.5"`, line.String())
		g.Path(`fill="none" stroke="#c9b894" stroke-width="8.6"`, line.String())
		g.Path(`fill="none" stroke="#6b5b42" stroke-width=".8"`, joints.String())
		for _, p := range []draw.Point{run[0], run[len(run)-1]} {
			g.Put(`<rect x="%s" y="%s" width="14" height="14" rx="1.5" fill="#c9b894" stroke="#4a3d2c" stroke-width="1.7"/><path d="M%vh7.6v7.6h-7.6z" fill="#b09c76" stroke="#6b5b42" stroke-width=".8"/>`,
				draw.Num(p.X-7), draw.Num(p.Y-7), p.Add(-3.8, -3.8))
		}
	}
}

func (g *ground) grid() {
	var t draw.Path
	width, height := g.Extent()
	for c := 1; c < g.Board.Cols; c++ {
		x := draw.Margin + draw.Side*float64(c)
		t.Line(draw.At(x, draw.Margin), draw.At(x, height-draw.Margin))
	}
	for r := 1; r < g.Board.Rows; r++ {
		y := draw.Margin + draw.Side*float64(r)
		t.Line(draw.At(draw.Margin, y), draw.At(width-draw.Margin, y))
	}
	g.Path(`fill="none" stroke="#6f5f3a" stroke-width=".8" opacity=".38"`, t.String())
	g.Put(`<rect x="%s" y="%s" width="%s" height="%s" fill="none" stroke="#5d4c2c" stroke-width="1.8"/>`, draw.Num(draw.Margin), draw.Num(draw.Margin), draw.Num(width-2*draw.Margin), draw.Num(height-2*draw.Margin))
}

func (g *ground) numbers() {
	g.Put(`<g class="numbers" %s font-size="7" fill="#5f5030" opacity=".75">`, draw.Sans)
	for i := range g.Board.Len() {
		p := g.Center(i).Add(-draw.Side/2+3, -draw.Side/2+8.5)
		g.Put(`<text x="%s" y="%s">%s</text>`, draw.Num(p.X), draw.Num(p.Y), g.Board.ID(i))
	}
	g.Put(`</g>`)
}

// names writes the names of parts of the map: at sea large, in a river between its banks, along a stream or the path above
// it, and elsewhere where counters leave room.
func (g *ground) names(places []Place) {
	g.Put(`<g class="names" %s font-style="italic" text-anchor="middle" stroke-width="3.2" stroke-linejoin="round" paint-order="stroke">`, draw.Serif)
	width, _ := g.Extent()
	for _, p := range places {
		name := g.w.Text("place." + p.ID)
		size, spacing, class, paint := 16.0, 2.5, "", `fill="#4a3a22" stroke="#f4ecd8" stroke-opacity=".8"`
		down := draw.Side/2 - 3
		switch kind := g.setup.Terrain[p.Squares[0]]; {
		case kind == bladebow.Sea:
			size, spacing, down, paint = 26, 7, 9, `fill="#3d7086" stroke="#b7d2da"`
		case kind == bladebow.River:
			size, spacing, down, paint = 14, 5, 5, `fill="#2f6075" stroke="#a5cad6"`
		case kind == bladebow.Stream, kind == bladebow.GoatPath:
			size, down = 14, -13
		case len(p.Squares) < 3:
			size, spacing, class = 11, .4, ` class="small"`
		case g.walled(p.Squares):
			down = 5
		}
		long := float64(len([]rune(name))) * (.5*size + spacing)
		first, last := g.run(p.Squares, long)
		at := draw.Middle(g.Center(first), g.Center(last))
		if g.is(first, bladebow.River, bladebow.Stream) {
			at.Y = g.bend((first + last) / 2).Y
		}
		x := min(max(at.X, draw.Margin+6+long/2), width-draw.Margin-6-long/2)
		g.Put(`<text x="%s" y="%s" font-size="%s" letter-spacing="%s"%s %s>%s</text>`, draw.Num(x), draw.Num(at.Y+down), draw.Num(size), draw.Num(spacing), class, paint, draw.Escape(name))
	}
	g.Put(`</g>`)
}

// walled reports whether a wall stands on a side of a square of a list.
func (g *ground) walled(list []int) bool {
	return g.setup.Pass != nil && slices.ContainsFunc(g.setup.Pass.Walls, func(pair [2]int) bool {
		return slices.Contains(list, pair[0]) || slices.Contains(list, pair[1])
	})
}

// run returns the ends of a row of squares of a list: of those in which a length has room the one nearest to the middle of
// the list, or else the longest.
func (g *ground) run(list []int, long float64) (first, last int) {
	inside := make([]bool, g.Board.Len())
	sum := 0
	for _, i := range list {
		inside[i] = true
		sum += g.Board.Row(i)
	}
	middle := float64(sum) / float64(len(list))
	best := math.Inf(1)
	for _, i := range list {
		if west := g.Board.Neighbor(i, 6); west >= 0 && inside[west] {
			continue
		}
		end := i
		for n := g.Board.Neighbor(end, 2); n >= 0 && inside[n]; n = g.Board.Neighbor(end, 2) {
			end = n
		}
		missing := max(0, long+draw.Side/2-draw.Side*float64(end-i+1))
		if bad := 100*missing + math.Abs(float64(g.Board.Row(i))-middle); bad < best {
			first, last, best = i, end, bad
		}
	}
	return first, last
}

// coordinates writes the letters of the columns and the numbers of the rows along all four edges.
func (g *ground) coordinates() {
	width, height := g.Extent()
	g.Put(`<g class="coordinates" %s font-size="16" text-anchor="middle" fill="#5d4c2c">`, draw.Serif)
	for c := range g.Board.Cols {
		for _, y := range []float64{draw.Margin - 12, height - draw.Margin + 24} {
			g.Put(`<text x="%s" y="%s">%c</text>`, draw.Num(draw.Margin+draw.Side*(float64(c)+.5)), draw.Num(y), 'A'+c)
		}
	}
	for r := range g.Board.Rows {
		for _, x := range []float64{draw.Margin - 19, width - draw.Margin + 19} {
			g.Put(`<text x="%s" y="%s">%s</text>`, draw.Num(x), draw.Num(draw.Margin+draw.Side*(float64(r)+.5)+5.5), strconv.Itoa(r+1))
		}
	}
	g.Put(`</g>`)
}

// compass draws the rose with the numbers of the eight directions where it disturbs least: on water, or else on ground
// without counters, near a corner of the board.
func (g *ground) compass() {
	at := g.quiet()
	g.Put(`<g class="compass" transform="translate(%v)"><circle r="37" fill="#f4ecd8" fill-opacity=".62"/><g fill="none" stroke="#7d6a42"><circle r="37" stroke-width="1"/><circle r="34.6" stroke-width=".5"/><circle r="20" stroke-width=".6"/></g>`, at)
	for _, turn := range []int{45, 0} {
		long := "27"
		if turn == 45 {
			long = "19"
		}
		g.Put(`<g transform="rotate(%d)" stroke="#4a3a22" stroke-width=".6" stroke-linejoin="round"><path fill="#4a3a22" d="M0-%[2]sL4.2-4.2 0 0zM%[2]s 0L4.2 4.2 0 0zM0 %[2]sL-4.2 4.2 0 0zM-%[2]s 0L-4.2-4.2 0 0z"/><path fill="#fbf5e6" d="M0-%[2]sL-4.2-4.2 0 0zM%[2]s 0L4.2-4.2 0 0zM0 %[2]sL4.2 4.2 0 0zM-%[2]s 0L-4.2 4.2 0 0z"/></g>`, turn, long)
	}
	g.Put(`<g %s font-size="8.5" font-weight="bold" text-anchor="middle" fill="#4a3a22">`, draw.Sans)
	for d := range 8 {
		sin, cos := math.Sincos(float64(d) * math.Pi / 4)
		g.Put(`<text x="%s" y="%s">%d</text>`, draw.Num(30.5*sin), draw.Num(-30.5*cos+3), d+1)
	}
	g.Put(`</g><text y="-41" %s font-size="13" font-weight="bold" text-anchor="middle" fill="#4a3a22">%s</text></g>`, draw.Serif, draw.Escape(g.w.Text("ui.north")))
}

// quiet returns the middle of four squares without counters at the start: of sea if there are such, otherwise of clear
// ground; of several, the ones nearest to a corner of the board, from the lower right clockwise.
func (g *ground) quiet() draw.Point {
	busy := make([]bool, g.Board.Len())
	for _, u := range g.setup.Units {
		if u.Square >= 0 {
			busy[u.Square] = true
		}
	}
	for _, side := range g.setup.Sides {
		for _, i := range side.Camps {
			busy[i] = true
		}
	}
	width, height := g.Extent()
	corners := []draw.Point{draw.At(width, height), draw.At(0, height), draw.At(0, 0), draw.At(width, 0)}
	for _, kind := range []bladebow.Terrain{bladebow.Sea, bladebow.Clear} {
		best, least := draw.Point{}, math.Inf(1)
		for _, i := range g.of(kind) {
			free := true
			for _, d := range []int{2, 3, 4} {
				n := g.Board.Neighbor(i, d)
				free = free && g.is(n, kind) && !busy[n]
			}
			if !free || busy[i] {
				continue
			}
			at := g.Center(i).Add(draw.Side/2, draw.Side/2)
			for n, c := range corners {
				if far := math.Hypot(at.X-c.X, at.Y-c.Y) + float64(n); far < least {
					best, least = at, far
				}
			}
		}
		if !math.IsInf(least, 1) {
			return best
		}
	}
	return draw.At(width-draw.Margin-draw.Side, height-draw.Margin-draw.Side)
}

package sheet

import (
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
	for _, r := range s.ID {
		g.seed = (31*g.seed + int(r)) % 997
	}
	g.survey()
	width, height := g.Extent()
	g.Patches(width, height, "#ebe1bf", g.seed)
	g.tilled(kind != system.Card)
	g.hills()
	g.banks()
	g.marshes()
	g.woods()
	g.waters()
	g.town()
	g.path()
	g.walls()
	g.Mask(width, height, g.edge())
	if kind == system.Card {
		return g.String()
	}
	g.grid()
	g.numbers()
	g.names(places)
	if kind == system.Whole {
		g.Frame(width, height+draw.Foot)
		g.coordinates()
		g.compass()
		g.cartouche()
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
	setup  *bladebow.Setup
	w      system.Speaker
	seed   int         // of what is scattered over the board
	water  *draw.Field // above 0 in the sea; nil if there is none
	rivers []river
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

// edge returns the line around the board.
func (g *ground) edge() string {
	width, height := g.Extent()
	return "M" + draw.Num(draw.Margin) + " " + draw.Num(draw.Margin) + "H" + draw.Num(width-draw.Margin) + "V" + draw.Num(height-draw.Margin) + "H" + draw.Num(draw.Margin) + "z"
}

// spread returns the field that is 1 on some squares and 0 elsewhere, with borders that waver by about the given length.
func (g *ground) spread(waver float64, list []int) *draw.Field {
	inside := make([]bool, g.Board.Len())
	for _, i := range list {
		inside[i] = true
	}
	width, height := g.Extent()
	return draw.NewField(width, height, func(p draw.Point) float64 {
		if inside[g.Locate(p.Add(2*waver*(draw.Noise(p, 44, g.seed+1)-.5), 2*waver*(draw.Noise(p, 44, g.seed+2)-.5)))] {
			return 1
		}
		return 0
	})
}

// depth returns how far a point lies within squares of a kind; it is negative outside of them.
func (g *ground) depth(p draw.Point, kind bladebow.Terrain) float64 {
	i := g.Locate(p)
	if !g.On(p) || !g.is(i, kind) {
		return -1
	}
	far := draw.Side
	for d := 0; d < 8; d += 2 {
		if n := g.Board.Neighbor(i, d); !g.is(n, kind) {
			s := g.Ends(i, d)
			far = min(far, draw.Gap(p, s[0], s[1]))
		}
	}
	return far
}

// open reports whether a point lies on open ground, away from everything else.
func (g *ground) open(p draw.Point) bool {
	if g.depth(p, bladebow.Clear) < 6 {
		return false
	}
	for _, r := range g.rivers {
		for i := 1; i < len(r.run); i++ {
			if draw.Gap(p, r.run[i-1], r.run[i]) < 9 {
				return false
			}
		}
	}
	return true
}

// tilled draws fields and groves, and between them dry country.
func (g *ground) tilled(details bool) {
	width, height := g.Extent()
	use := func(p draw.Point) float64 { return draw.Noise(p, 230, g.seed+31) }
	const least = .55
	var fields draw.Tillage
	for n, furlong := range draw.Parcels(width, height, 92, g.seed) {
		for k, parcel := range furlong {
			if use(draw.Middle(parcel[0], parcel[2])) > least {
				fields.Add(parcel, 16*n+k+g.seed, true, g.open)
			}
		}
	}
	g.Fields(&fields)
	if details {
		g.Scrub(width, height, g.seed, g.open, func(p draw.Point) float64 { return min(.5, max(.05, 1.6*(least-.02-use(p)))) })
	}
}

// hills draws high ground as one mass that rises with the distance from its edge. The edge itself keeps to the squares.
func (g *ground) hills() {
	high := g.where(func(i int) bool { return g.is(i, bladebow.Hill, bladebow.GoatPath) })
	if high == nil {
		return
	}
	foot := g.spread(5, high).Blur(4)
	far := foot.Map(func(_ draw.Point, v float64) float64 { return v - .5 }).Distance().Blur(3)
	height := foot.Map(func(p draw.Point, v float64) float64 {
		ridge := 1 - 2*math.Abs(draw.Noise(p, 150, g.seed+21)-.5)
		rise := min(3, far.At(p)/70)
		return 1.1*v + rise + min(1, far.At(p)/30)*1.7*(ridge*ridge-.5+.3*(draw.Noise(p, 46, g.seed+22)-.5))
	}).Blur(1)
	for level, fill := range []string{"#decb9a", "#d3ba87", "#c8a974", "#bb9862"} {
		var t draw.Path
		if level == 0 {
			t.Rounds(foot.Above(.5))
			g.Path(`stroke="#7d6234" stroke-width="1.3" fill="`+fill+`"`, t.String())
			continue
		}
		t.Rounds(far.Above(52*float64(level) - 14))
		g.Path(`fill="`+fill+`"`, t.String())
	}
	g.Relief(height, g.On)
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
	g.Path(`fill="#c9d7bb" stroke="#7f9a78" stroke-width="1" stroke-dasharray="5 3"`, border)
	g.Mire(pools, func(i int) (a, b int) { return marsh[i/each], i % each })
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
	g.Path(`fill="#b4c28d" stroke="#4a6238" stroke-width=".8" stroke-dasharray="1 2.4" stroke-linecap="round"`, g.border(list, gentle))
	g.Trees(trees, "#4a6238", "#7f9a5d", "#b9c98e")
}

// town draws the blocks of a town between its streets.
func (g *ground) town() {
	list := g.of(bladebow.Town)
	if list == nil {
		return
	}
	left, top, right, bottom := math.Inf(1), math.Inf(1), 0.0, 0.0
	for _, i := range list {
		c := g.Center(i)
		left, right, top, bottom = min(left, c.X), max(right, c.X), min(top, c.Y), max(bottom, c.Y)
	}
	g.Path(`fill="#ead7b4" stroke="#6f5b41" stroke-width="3.6" stroke-linejoin="round"`, g.border(list, 5))
	g.Path(`fill="none" stroke="#cdbc9b" stroke-width="1.6" stroke-dasharray="4 1.4"`, g.border(list, 5))
	g.Blocks(left, top, right, bottom, .5*(draw.Scatter(g.seed, 3)-.5), g.seed, func(p draw.Point) bool { return g.depth(p, bladebow.Town) > 4 })
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
	g.Wall(draw.Chains(lines), 8.5, func(a, b draw.Point) draw.Point { return draw.Middle(a, b).Add(b.Y-a.Y, a.X-b.X) })
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
	g.Path(`fill="none" stroke="#5f4e2c" stroke-width=".9" opacity=".36"`, t.String())
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
	width, height := g.Extent()
	for _, p := range places {
		name := g.w.Text("place." + p.ID)
		size, spacing, class, paint := 16.0, 2.5, "", `fill="#4a3a22" stroke="#f4ecd8" stroke-opacity=".8"`
		down := draw.Side/2 - 3
		flows := false
		switch kind := g.setup.Terrain[p.Squares[len(p.Squares)/2]]; {
		case kind == bladebow.Sea:
			size, spacing, down, paint = 26, 7, 9, `fill="#3d7086" stroke="#b7d2da"`
		case kind == bladebow.River:
			size, spacing, down, flows, paint = 14, 5, 5, true, `fill="#2f6075" stroke="#a5cad6"`
		case kind == bladebow.Stream:
			size, down, flows, paint = 14, -13, true, `fill="#2f6075" stroke="#f4ecd8" stroke-opacity=".8"`
		case kind == bladebow.GoatPath:
			size, down = 14, -13
		case len(p.Squares) < 3:
			size, spacing, class = 11, .4, ` class="small"`
		case g.walled(p.Squares):
			down = 5
		}
		long := float64(len([]rune(name))) * (.5*size + spacing)
		first, last := g.run(p.Squares, long)
		at := draw.Middle(g.Center(first), g.Center(last))
		if flows {
			at = g.afloat(at)
		}
		y := at.Y + down
		if size < 20 && y > height-draw.Margin-14 { // not on the edge of the board
			y = height - draw.Margin - 14
		}
		x := min(max(at.X, draw.Margin+6+long/2), width-draw.Margin-6-long/2)
		g.Put(`<text x="%s" y="%s" font-size="%s" letter-spacing="%s"%s %s>%s</text>`, draw.Num(x), draw.Num(y), draw.Num(size), draw.Num(spacing), class, paint, draw.Escape(name))
	}
	g.Put(`</g>`)
}

// afloat returns the point of a river or stream that is nearest to a point.
func (g *ground) afloat(p draw.Point) draw.Point {
	best, near := p, math.Inf(1)
	for _, r := range g.rivers {
		for _, q := range r.run {
			if far := math.Hypot(p.X-q.X, p.Y-q.Y); far < near {
				best, near = q, far
			}
		}
	}
	return best
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

// cartouche draws the title of the map, its scale and its key below it, beside the compass.
func (g *ground) cartouche() {
	width, height := g.Extent()
	var keys []draw.Key
	for _, sign := range legend(g.setup, g.w) {
		keys = append(keys, draw.Key{Sign: sign.SVG, Text: sign.Text})
	}
	g.Cartouche(draw.Plate{
		Title: g.w.Text("battle.name"), Below: g.w.Side(0) + " · " + g.w.Side(1), Unit: g.w.Text("ui.scale"), Step: draw.Side,
		Keys: keys,
	}, draw.Margin-14, width-draw.Margin+14, height-8)
}

// compass draws the rose with the numbers of the eight directions.
func (g *ground) compass() {
	width, height := g.Extent()
	g.Put(`<g class="compass" transform="translate(%v)"><g fill="none" stroke="#7d6a42"><circle r="37" stroke-width="1"/><circle r="34.6" stroke-width=".5"/><circle r="20" stroke-width=".6"/></g>`, draw.At(width-draw.Margin-30, height+56))
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

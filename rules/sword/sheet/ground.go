package sheet

import (
	"fmt"
	"math"
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
	g.frame()
	g.land()
	g.relief()
	g.ways(true)
	g.works()
	g.numbers()
	g.names()
	g.routEdges()
	g.compass()
	return g.String()
}

// Map draws the board without details that would be unreadable in a small picture.
func Map(b *sword.Battle, o Options) string {
	g := newGround(b, o)
	g.land()
	g.ways(false)
	g.works()
	return g.String()
}

// Backdrop draws the board for a figure that has a frame of its own.
func Backdrop(b *sword.Battle, o Options) string {
	g := newGround(b, o)
	g.land()
	g.relief()
	g.ways(true)
	g.works()
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
	flooded  []int
}

// northern lists the books whose battles are in the north.
var northern = map[string]bool{"medieval": true}

func newGround(b *sword.Battle, o Options) *ground {
	f := newField(b, game.View{}, o)
	g := &ground{Hexes: draw.Hexes{Board: f.m}, field: f, north: o.North, northern: northern[f.setup.Book.ID]}
	g.flooded = g.where(func(h int) bool { return isFlooded(g.terrain(h)) })
	g.Put(`<defs><pattern id="houses" width="22" height="19" patternUnits="userSpaceOnUse"><path d="M2 3h6v4h-6zM12 2h5v6h-5zM4 11h8v4h-8zM15 12h5v4h-5z" fill="#a8765a" opacity=".42"/><path d="M2 3h6v2h-6zM12 2h5v3h-5zM4 11h8v2h-8zM15 12h5v2h-5z" fill="#8f5b41" opacity=".38"/></pattern>`)
	g.Put(`<pattern id="waves" width="30" height="14" patternUnits="userSpaceOnUse"><path d="M0 4q3.7-3.6 7.5 0t7.5 0M15 11q3.7-3.6 7.5 0t7.5 0" fill="none" stroke="#5f8fa3" stroke-width=".9" opacity=".5"/></pattern></defs>`)
	return g
}

func (g *ground) terrain(h int) string { return g.setup.Hexes[h].Terrain }

func (g *ground) level(h int) int { return g.setup.Hexes[h].Level }

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

func (g *ground) frame() {
	width, height := g.Extent()
	g.Put(`<g fill="none" stroke="#a08c62"><rect x="8" y="8" width="%s" height="%s" stroke-width="1.6"/><rect x="12.5" y="12.5" width="%s" height="%s" stroke-width=".6"/></g>`,
		draw.Num(width-16), draw.Num(height-16), draw.Num(width-25), draw.Num(height-25))
}

// Colours of the ground.
var (
	tints  = [...]string{`fill="#d9c58f" opacity=".1"`, `fill="#fff9e4" opacity=".17"`, `fill="#b9b57c" opacity=".07"`, `fill="#c99f6a" opacity=".06"`}
	levels = [...]string{"#dcc592", "#c8a96d", "#b28d4f", "#9b763b"}
	meadow = [...]string{"#cdbb7c", "#b9a062", "#a3864b", "#9b763b"} // the same in the north
	wet    = map[string]string{"ford-1": "#dbe3d3", "ford-2": "#ccdcd6", "ford-3": "#bcd3d4", "river": "#a9cad5"}
)

// land draws the ground itself: hills, fields, towns, waters.
func (g *ground) land() {
	all := g.Border(g.where(func(int) bool { return true }))
	if g.northern {
		g.Path(`fill="#e4e2c2"`, all)
	} else {
		g.Path(`fill="#ebdfbe"`, all)
		for n, paint := range tints {
			var t draw.Path
			for h := range g.m.Len() {
				if int(draw.Scatter(h, 3)*6) == n {
					g.Outline(&t, h, 0)
				}
			}
			g.Path(paint, t.String())
		}
	}
	g.Put(`<clipPath id="land"><path d="%s"/></clipPath>`, all)
	if g.northern {
		g.crops()
	}
	g.hills()
	if g.northern {
		g.country()
	}
	if town := g.of("city", "temple", "tower"); town != nil {
		g.Path(`fill="#dcc3a8" stroke="#a97f62" stroke-width="1.4"`, g.Border(town))
		g.Path(`fill="url(#houses)"`, g.Border(town))
	}
	g.Path(`fill="#c3cc9c" stroke="#8fa068" stroke-width="1.2"`, g.Border(g.of("sanctuary")))
	g.waters()
}

// hills draws each level over the one below.
func (g *ground) hills() {
	for level := 1; level <= g.high(); level++ {
		hill := g.where(func(h int) bool { return g.level(h) >= level })
		shade := min(level, len(levels)) - 1
		if !g.northern {
			g.Path(`stroke="#8a6a36" stroke-width="1.7" fill="`+levels[shade]+`"`, g.Border(hill))
			continue
		}
		var t draw.Path
		t.Closed(draw.Contours(g.Around(hill)))
		g.Path(`stroke="#8b7c48" stroke-width="1.3" fill-opacity=".62" fill="`+meadow[shade]+`"`, t.String())
	}
}

func (g *ground) high() int {
	high := 0
	for h := range g.m.Len() {
		high = max(high, g.level(h))
	}
	return high
}

// isFlooded reports whether a terrain is a river that fills hexes.
func isFlooded(terrain string) bool {
	return strings.HasPrefix(terrain, "river") || strings.HasPrefix(terrain, "ford") || strings.HasPrefix(terrain, "bridge")
}

func (g *ground) waters() {
	stream := g.course()
	if g.northern {
		g.Path(`fill="#c6d4b4"`, g.Border(g.flooded)) // its banks
		if stream != "" {
			g.Put(`<g clip-path="url(#land)" fill="none" stroke-linejoin="round">`)
			g.Path(`stroke="#5e8c9c" stroke-width="37"`, stream)
			g.Path(`stroke="#a3cad6" stroke-width="33.5"`, stream)
			g.Path(`stroke="#d3e6ea" stroke-width="1.4" stroke-dasharray="16 30 8 22" stroke-linecap="round"`, stream)
			g.Put(`</g>`)
		}
	} else {
		var kinds []string
		for _, h := range g.flooded {
			if !slices.Contains(kinds, g.terrain(h)) {
				kinds = append(kinds, g.terrain(h))
			}
		}
		for _, kind := range kinds {
			fill, ok := wet[kind]
			if !ok {
				fill = "#cfdfda"
			}
			var t draw.Path
			for _, h := range g.of(kind) {
				g.Outline(&t, h, .5)
			}
			g.Path(`fill="`+fill+`"`, t.String())
		}
		g.Path(`fill="none" stroke="#6b9aac" stroke-width="17" stroke-linejoin="round"`, stream)
		g.Path(`fill="none" stroke="#9cc6d6" stroke-width="14" stroke-linejoin="round"`, stream)
	}
	if sea := g.of("sea"); sea != nil {
		shore := g.Border(sea)
		g.Path(`fill="none" stroke="#86b0bf" stroke-width="15" opacity=".28" clip-path="url(#land)"`, shore)
		g.Path(`fill="#b4d0d9" stroke="#6f9dae" stroke-width="1.8"`, shore)
		g.Path(`fill="url(#waves)"`, shore)
	}
	g.rivers()
}

// wander moves a point of a river in the north slightly, so that the river winds.
func (g *ground) wander(p draw.Point) draw.Point {
	if !g.northern {
		return p
	}
	x, y := draw.Round(p.X), draw.Round(p.Y)
	return p.Add(15*(draw.Scatter(x, y)-.5), 8*(draw.Scatter(y, x)-.5))
}

// course returns the course of a river through the hexes it fills, from edge to edge of the sheet or to the sea.
func (g *ground) course() string {
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
		to := draw.Middle(end[0], end[1])
		if n := g.m.Neighbor(h, out); n >= 0 {
			to = g.Center(n)
		}
		lines = append(lines, draw.Segment{g.Center(h), to})
	}
	var t draw.Path
	for _, run := range draw.Chains(lines) {
		for i, p := range run {
			run[i] = g.wander(p)
		}
		t.Smooth(run)
	}
	return t.String()
}

// rivers draws the water along hexsides: first all banks, then the water. In the north it also draws the water under a
// bridge or a ford, at its full width.
func (g *ground) rivers() {
	under := "stream"
	if slices.ContainsFunc(g.sides, func(e edge) bool { return e.kind == "river" }) {
		under = "river"
	}
	lines := map[string][]draw.Segment{}
	var kinds []string
	for _, e := range g.sides {
		kind := e.kind
		if g.northern && (kind == "bridge" || kind == "ford") {
			kind = under
		}
		switch kind {
		case "river", "stream", "bridge", "ford":
		default:
			continue
		}
		if lines[kind] == nil {
			kinds = append(kinds, kind)
		}
		lines[kind] = append(lines[kind], g.Ends(e.a, g.m.Side(e.a, e.b)))
	}
	paths := map[string]string{}
	for kind, list := range lines {
		var t draw.Path
		for _, run := range draw.Chains(list) {
			t.Smooth(run)
		}
		paths[kind] = t.String()
	}
	const round = `fill="none" stroke-linecap="round" stroke-linejoin="round" `
	for _, kind := range kinds {
		width := "10.5"
		if kind == "stream" {
			width = "6.5"
		}
		g.Path(round+`stroke="#5f8fa3" stroke-width="`+width+`"`, paths[kind])
	}
	for _, kind := range kinds {
		paint := `stroke="#9cc6d6" stroke-width="8"`
		switch kind {
		case "stream":
			paint = `stroke="#9cc6d6" stroke-width="4.5"`
		case "bridge", "ford":
			paint = `stroke="#d8cba8" stroke-width="8"`
		}
		g.Path(round+paint, paths[kind])
	}
}

// relief draws the slopes and the grid.
func (g *ground) relief() {
	const round = `fill="none" stroke-linecap="round" `
	if g.northern {
		g.Path(round+`stroke="#75683a" stroke-width="1" opacity=".5"`, g.slopes())
	} else {
		g.Path(round+`stroke="#8c8a4c" stroke-width=".8" opacity=".55"`, g.tufts())
		g.Path(round+`stroke="#7d5d2c" stroke-width="1" opacity=".6"`, g.hachures())
	}
	var t draw.Path
	for h := range g.m.Len() {
		for k := range 6 {
			if k > 2 && g.m.Neighbor(h, k) >= 0 {
				continue // each side once
			}
			s := g.Ends(h, k)
			t.Line(s[0], s[1])
		}
	}
	g.Path(`fill="none" stroke="#927e52" stroke-width=".9" opacity=".55"`, t.String())
}

// tufts returns scattered grass on open ground.
func (g *ground) tufts() string {
	var t draw.Path
	for _, h := range g.of("clear") {
		for j := range 3 {
			if draw.Scatter(h, 20+j) > .5 {
				continue
			}
			p := g.Center(h).Add((draw.Scatter(h, 30+j)-.5)*44, (draw.Scatter(h, 40+j)-.5)*44)
			fmt.Fprintf(&t, "M%vl1.2 3M%vv4.2M%vl-1.2 3", p.Add(-2.5, -3), p.Add(0, -4.2), p.Add(2.5, -3))
		}
	}
	return t.String()
}

// hachures returns strokes down the slopes, on the sides across which the ground falls.
func (g *ground) hachures() string {
	var t draw.Path
	for h := range g.m.Len() {
		for k := range 6 {
			n := g.m.Neighbor(h, k)
			if n < 0 || g.level(n) >= g.level(h) {
				continue
			}
			s := g.Ends(h, k)
			for j := range 7 {
				p := s[0].Along(s[1], .12+float64(j)/6*.76)
				t.Line(p, p.Along(g.Center(n), .13+.14*draw.Scatter(h*6+k, j)))
			}
		}
	}
	return t.String()
}

// slopes returns strokes down the slopes, along the smooth line of each level.
func (g *ground) slopes() string {
	var t draw.Path
	for level := 1; level <= g.high(); level++ {
		for _, ring := range draw.Contours(g.Around(g.where(func(h int) bool { return g.level(h) >= level }))) {
			for i, b := range ring {
				after := ring[(i+1)%len(ring)]
				if b.Fixed || after.Fixed {
					continue
				}
				dx, dy := after.X-b.X, after.Y-b.Y
				step := math.Hypot(dx, dy)
				n := max(1, draw.Round(step/5.5))
				for j := range n {
					p := b.Add(dx*float64(j)/float64(n), dy*float64(j)/float64(n))
					long := (4 + 6*draw.Scatter(draw.Round(p.X), draw.Round(p.Y))) / step
					t.WriteString("M" + p.String() + "l" + draw.At(dy*long, -dx*long).String())
				}
			}
		}
	}
	return t.String()
}

// ways draws the roads and paths from hex to hex; one that would zigzag from centre to centre is drawn straight. A
// small picture shows only the beds of roads.
func (g *ground) ways(beds bool) {
	lines := map[string][]draw.Segment{}
	var kinds []string
	seen := map[edge]bool{}
	for _, e := range g.roads {
		once := edge{min(e.a, e.b), max(e.a, e.b), e.kind}
		if seen[once] {
			continue
		}
		seen[once] = true
		if lines[e.kind] == nil {
			kinds = append(kinds, e.kind)
		}
		lines[e.kind] = append(lines[e.kind], draw.Segment{g.Center(e.a), g.Center(e.b)})
	}
	paths := map[string]string{}
	for _, kind := range kinds {
		var t draw.Path
		for _, run := range draw.Chains(lines[kind]) {
			if kind != "path" {
				run = draw.Straighten(run)
			}
			t.Smooth(run)
		}
		paths[kind] = t.String()
	}
	const round = `fill="none" stroke-linecap="round" `
	for _, kind := range kinds {
		switch {
		case kind == "road":
			g.Path(round+`stroke="#8a754c" stroke-width="6.4"`, paths[kind])
		case beds:
			g.Path(round+`stroke="#f9f2df" stroke-width="5.5" opacity=".85"`, paths[kind])
		}
	}
	for _, kind := range kinds {
		paint := `stroke="#86653c" stroke-width="2" stroke-dasharray="6 4"`
		if kind == "road" {
			paint = `stroke="#f3e7c8" stroke-width="4.4"`
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

// walls draws walls with teeth on the inside, which is the first hex of the edge, and a post at each end.
func (g *ground) walls(kind string) {
	var lines []draw.Segment
	var teeth, line draw.Path
	for _, e := range g.sides {
		if e.kind != kind {
			continue
		}
		s := g.Ends(e.a, g.m.Side(e.a, e.b))
		lines = append(lines, s)
		c, m := g.Center(e.a), draw.Middle(s[0], s[1])
		const long = 6 / (draw.Flat / 2)
		for j := range 5 {
			teeth.WriteString("M" + s[0].Along(s[1], (float64(j)+.5)/5).String() + "l" + draw.At((c.X-m.X)*long, (c.Y-m.Y)*long).String())
		}
	}
	runs := draw.Chains(lines)
	for _, run := range runs {
		for i, p := range run {
			if i == 0 {
				line.Move(p)
			} else {
				line.WriteString("L" + p.String())
			}
		}
	}
	const joined = `fill="none" stroke-linejoin="round" `
	if g.northern && kind == "fortification" { // a fence
		g.Path(`fill="none" stroke="#6d5232" stroke-width="2.8"`, teeth.String())
		g.Path(joined+`stroke="#6d5232" stroke-width="2.6"`, line.String())
		return
	}
	top := `stroke="#b3a283" stroke-width="2.4"`
	if kind == "gate" {
		top = `stroke="#c08a4a" stroke-width="3.4" stroke-dasharray="3 1.4"`
	} else {
		g.Path(`fill="none" stroke="#463a2b" stroke-width="2.8"`, teeth.String())
	}
	g.Path(joined+`stroke="#463a2b" stroke-width="6.5"`, line.String())
	g.Path(joined+top, line.String())
	for _, run := range runs {
		for _, p := range []draw.Point{run[0], run[len(run)-1]} {
			g.Put(`<rect x="%s" y="%s" width="9" height="9" rx="1" fill="#b3a283" stroke="#463a2b" stroke-width="2"/>`, draw.Num(p.X-4.5), draw.Num(p.Y-4.5))
		}
	}
}

// landmark draws a landmark in a hex, where counters do not hide it.
func (g *ground) landmark(h int) {
	kind := g.terrain(h)
	if g.northern {
		kind = g.stands(h)
	}
	parts, ok := landmarks[kind]
	switch {
	case ok:
		fill := "#fbf5e6"
		if kind == "citadel" {
			fill = "#a3937a"
		}
		g.Put(`<g transform="translate(%v)" fill="%s" stroke="#3d3222" stroke-width="1.1">`, g.Center(h), fill)
		for _, p := range parts {
			g.Path(landmarkPaints[p[0]], p[1])
		}
		g.Put(`</g>`)
	case !g.northern && strings.HasPrefix(kind, "ford"): // how steep it is: one to three steps
		var t draw.Path
		for i := range max(1, int(kind[len(kind)-1])-'0') {
			fmt.Fprintf(&t, "M%d %dh%d", i-6, -4*i, 12-2*i)
		}
		g.Path(`fill="none" stroke="#47707f" stroke-width="2" stroke-linecap="round" transform="translate(`+g.Center(h).Add(0, 21).String()+`)"`, t.String())
	}
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
		g.Put(`<text x="%s" y="%s">%s</text>`, draw.Num(p.X), draw.Num(p.Y), g.m.ID(h))
	}
	g.Put(`</g>`)
}

// names writes the name of each quarter in its middle.
func (g *ground) names() {
	g.Put(`<g class="names" %s font-size="16" font-style="italic" letter-spacing="3.5" text-anchor="middle" fill="#4a3a22" stroke="#f4ecd8" stroke-width="3.4" stroke-linejoin="round" paint-order="stroke">`, draw.Serif)
	width, _ := g.Extent()
	for _, z := range g.setup.Zones {
		own := g.where(func(h int) bool { return g.zone[h] == z.ID })
		if own == nil {
			continue
		}
		name := g.w.Text("zone." + z.ID)
		letter, down, class := 5.8, draw.Flat/2+4, ""
		if len(own) == 1 {
			letter, down, class = 2.8, draw.Flat/2-2, ` class="small" font-size="10" letter-spacing=".3"`
		}
		half := letter * float64(len([]rune(name))) // about half its width; the name must stay on the sheet
		p := g.Center(g.middleOf(own)).Add(0, down)
		x := min(max(p.X, draw.Margin-20+half), width-draw.Margin+20-half)
		g.Put(`<text x="%s" y="%s"%s>%s</text>`, draw.Num(x), draw.Num(p.Y), class, draw.Escape(name))
	}
	g.Put(`</g>`)
}

// middleOf returns the hex of a list that is nearest to the others; of several, one in the row of the first.
func (g *ground) middleOf(list []int) int {
	remote := func(h int) float64 {
		sum := .01 * math.Abs(float64(g.m.Row(h)-g.m.Row(list[0])))
		for _, o := range list {
			sum += float64(g.m.Distance(h, o))
		}
		return sum
	}
	best := list[0]
	for _, h := range list[1:] {
		if remote(h) < remote(best) {
			best = h
		}
	}
	return best
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

// turns gives the rotation of the compass by the edge of the map that lies to the north.
var turns = map[string]int{"right": 90, "bottom": 180, "left": 270}

func (g *ground) compass() {
	width, _ := g.Extent()
	turn := turns[g.north]
	g.Put(`<g transform="translate(%s %s) rotate(%d)"><g fill="#f4ecd8" fill-opacity=".75" stroke="#7d6a42" stroke-width=".8"><circle r="19"/><circle r="15.5"/></g>`,
		draw.Num(width-draw.Margin-draw.Radius), draw.Num(draw.Margin+draw.Flat*1.1), turn)
	g.Put(`<path fill="#4a3a22" d="M0-22L4.5-4.5 0 0zM22 0L4.5 4.5 0 0zM0 22L-4.5 4.5 0 0zM-22 0L-4.5-4.5 0 0z"/>`)
	g.Put(`<path fill="#fbf5e6" stroke="#4a3a22" stroke-width=".7" d="M0-22L-4.5-4.5 0 0zM22 0L4.5-4.5 0 0zM0 22L4.5 4.5 0 0zM-22 0L-4.5 4.5 0 0z"/>`)
	g.Put(`<text y="-25" transform="rotate(%d 0 -29)" %s font-size="11" font-weight="bold" text-anchor="middle" fill="#4a3a22">%s</text></g>`, -turn, draw.Serif, draw.Escape(g.w.Text("ui.north")))
}

package sheet

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"acies/picture/draw"
)

// The ground itself: the plain with its fields, relief, woods and towns.

// Colours of the levels of the ground, from the plain up.
var (
	south = [...]string{"#ebe1bf", "#decb9a", "#cfb47f", "#bf9c66", "#ad874f"}
	north = [...]string{"#e5e4c2", "#d6cf9c", "#c8ba80", "#b8a268", "#a58a50"}
)

// land draws the ground. A small picture goes without the scrub.
func (g *ground) land(details bool) {
	width, height := g.Extent()
	tints := south
	if g.northern {
		tints = north
	}
	g.Patches(width, height, tints[0], g.seed)
	g.tilled(details)
	for level := 1; level <= g.high(); level++ {
		var t draw.Path
		t.Rounds(g.level.Above(float64(level) - .5))
		g.Path(`stroke="#7d6234" stroke-width="1.1" fill="`+tints[min(level, len(tints)-1)]+`"`, t.String())
	}
	g.relief()
	g.forests()
	g.waters()
	g.towns()
}

func (g *ground) high() int {
	high := 0
	for h := range g.m.Len() {
		high = max(high, g.levelOf(h))
	}
	return high
}

// relief shades the slopes and draws the strokes down them. Within a level the ground rises and falls a little too.
func (g *ground) relief() {
	if g.high() == 0 {
		return
	}
	rough, dome := 1.9, 0.0
	if g.northern { // one level is all of a hill there
		rough, dome = 1.5, 1.5
	}
	within := g.level.Map(func(_ draw.Point, v float64) float64 { return v - .5 }).Distance().Blur(4)
	height := g.level.Map(func(p draw.Point, v float64) float64 {
		ridge := 1 - 2*math.Abs(draw.Noise(p, 150, g.seed+21)-.5)
		return v + dome*min(1, within.At(p)/120) + rough*min(1, max(0, v-.25))*(ridge*ridge-.55+.3*(draw.Noise(p, 46, g.seed+22)-.5))
	}).Blur(1)
	g.Relief(height, g.On)
}

// open reports whether a point lies on open level ground, away from everything else.
func (g *ground) open(p draw.Point) bool {
	return g.depth(p, func(h int) bool { return g.terrain(h) == "clear" && g.levelOf(h) == 0 }) > 5 && g.level.At(p) < .12 && g.away(p, 7)
}

// away reports whether a point is at least a distance from all roads and rivers.
func (g *ground) away(p draw.Point, far float64) bool {
	for _, lines := range [][][]draw.Point{g.streets, g.rivers} {
		for _, line := range lines {
			for i := 1; i < len(line); i++ {
				if a, b := line[i-1], line[i]; min(a.X, b.X)-far < p.X && p.X < max(a.X, b.X)+far && min(a.Y, b.Y)-far < p.Y && p.Y < max(a.Y, b.Y)+far && draw.Gap(p, a, b) < far {
					return false
				}
			}
		}
	}
	return true
}

// tilled draws fields, and between them the dry country of the south.
func (g *ground) tilled(details bool) {
	width, height := g.Extent()
	use := func(p draw.Point) float64 { return draw.Noise(p, 230, g.seed+31) }
	size, least := 92.0, .53
	if g.northern {
		size, least = 132, .2
	}
	var fields draw.Tillage
	for n, furlong := range draw.Parcels(width, height, size, g.seed) {
		for k, parcel := range furlong {
			if use(draw.Middle(parcel[0], parcel[2])) > least {
				fields.Add(parcel, 16*n+k+g.seed, !g.northern, g.open)
			}
		}
		if first := furlong[0]; g.northern && draw.Scatter(n, 91) < .55 {
			fields.Hedge(first[0], first[3], g.open)
		}
	}
	g.Fields(&fields)
	if details {
		g.Scrub(width, height, g.seed, g.open, func(p draw.Point) float64 {
			if g.northern {
				return .03
			}
			return min(.5, max(.05, 2*(least+.02-use(p))))
		})
	}
}

// forests draws woods, bushes and marshes.
func (g *ground) forests() {
	g.marshes()
	g.trees("wood", 7.2, "#b4c28d", "#4a6238", "#7f9a5d", wild)
	g.trees("bushes", 3.6, "#d0d6a4", "#5c7340", "#97ae69", rows)
}

// wild returns irregular positions for trees in a hex, relative to its centre.
func wild(h int) []draw.Point {
	const each = 19
	list := make([]draw.Point, each)
	for i := range list {
		r := .9 * draw.Radius * math.Sqrt((float64(i)+.6)/each)
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
			all = append(all, draw.Tree{Point: c.Add(p.X, p.Y), R: size * (.7 + .5*draw.Scatter(h, 110+i))})
		}
	}
	g.Path(`fill="`+floor+`" stroke="`+shade+`" stroke-width=".8" stroke-dasharray="1 2.4" stroke-linecap="round"`, g.Border(g.of(terrain)))
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
	g.Path(`fill="#c9d7bb" stroke="#7f9a78" stroke-width=".9" stroke-dasharray="5 3"`, g.Border(marsh))
	g.Mire(pools, func(i int) (a, b int) { return marsh[i/each], i % each })
}

// isTown reports whether a terrain is drawn as part of a town.
func isTown(terrain string) bool {
	return terrain == "city" || terrain == "temple" || terrain == "tower"
}

// towns draws towns as plans and villages as houses.
func (g *ground) towns() {
	g.Path(`fill="#c6cf9f" stroke="#7f9160" stroke-width="1.2"`, g.Border(g.of("sanctuary")))
	if town := g.where(func(h int) bool { return isTown(g.terrain(h)) }); town != nil {
		border := g.Border(town)
		g.Path(`fill="#ead7b4" stroke="#8a5c41" stroke-width="1.6"`, border)
		for n, z := range g.setup.Zones {
			own := g.where(func(h int) bool { return g.zone[h] == z.ID && g.terrain(h) == "city" })
			if own == nil {
				continue
			}
			left, top, right, bottom := math.Inf(1), math.Inf(1), 0.0, 0.0
			for _, h := range own {
				c := g.Center(h)
				left, right, top, bottom = min(left, c.X), max(right, c.X), min(top, c.Y), max(bottom, c.Y)
			}
			g.Blocks(left, top, right, bottom, .9*(draw.Scatter(n, g.seed)-.5), g.seed+n, func(p draw.Point) bool {
				return g.depth(p, func(h int) bool { return g.zone[h] == z.ID && g.terrain(h) == "city" }) > 2.5 && g.away(p, 4.5)
			})
		}
	}
	g.villages()
}

// villages draws houses around the middle of their hexes, where a counter does not hide them.
func (g *ground) villages() {
	var houses []draw.House
	var gardens draw.Hatching
	for _, h := range g.of("village") {
		c := g.Center(h)
		church, _ := g.corner(h)
		var around []draw.Point
		for i := range 11 {
			sin, cos := math.Sincos(float64(i)/11*2*math.Pi + draw.Scatter(h, 171))
			r := draw.Radius * (.6 + .18*draw.Scatter(h, 180+i))
			p := c.Add(1.02*r*cos, .94*r*sin)
			if g.stands(h) != "" && math.Hypot(p.X-church.X, p.Y-church.Y) < 16 {
				continue
			}
			around = append(around, p)
			for k := range 4 { // a garden behind each house
				p := c.Add((r+6)*cos-float64(2*k-3)*1.4*sin, (r+6)*sin+float64(2*k-3)*1.4*cos)
				if q := p.Add(6*cos, 6*sin); g.depth(q, func(n int) bool { return g.terrain(n) == "village" }) > 0 {
					gardens.Line(p, q)
				}
			}
		}
		slices.SortStableFunc(around, func(p, q draw.Point) int { return cmp.Compare(p.Y, q.Y) })
		for i, p := range around {
			houses = append(houses, draw.House{Point: p, Long: 5 + 3*draw.Scatter(h, 190+i)})
		}
	}
	g.Path(`fill="#e2d2ab" stroke="#9a7a52" stroke-width="1"`, g.Border(g.of("village")))
	g.Hatch(`stroke="#6f8a4c" opacity=".7"`, 1, &gardens)
	g.Houses(houses)
}

// stands returns the landmark of a hex: one church in each village; on a farm or open ground the building that the id of its
// zone begins with; otherwise that of its terrain.
func (g *ground) stands(h int) string {
	kind := g.terrain(h)
	switch kind {
	case "village":
		for k := range 6 {
			if n := g.m.Neighbor(h, k); n >= 0 && n < h && g.terrain(n) == "village" {
				return ""
			}
		}
		return "church"
	case "farm", "clear":
		for _, z := range g.setup.Zones {
			for _, building := range []string{"camp", "abbey", "chapel", "mill"} {
				if strings.HasPrefix(z.ID, building) && slices.Contains(z.Hexes, g.m.ID(h)) {
					return building
				}
			}
		}
		if kind == "clear" {
			return ""
		}
	}
	return kind
}

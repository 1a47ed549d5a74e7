package picture

import (
	"math"
	"slices"
	"strings"
)

// The country of the north: fields in strips, hedges, woods, orchards, marshes and villages, scattered over the map in the
// same way every time.

// northern are the books that are fought in it.
var northern = map[string]bool{"medieval": true}

// scatter returns a number from 0 to 1 that is always the same for the same two.
func scatter(a, b int) float64 {
	h := uint32(a)*374761393 + uint32(b)*668265263
	h = (h ^ h>>13) * 1274126177
	return float64(h^h>>16) / (1 << 32)
}

type point struct{ x, y float64 }

func (p point) along(q point, f float64) point { return point{p.x + (q.x-p.x)*f, p.y + (q.y-p.y)*f} }

func (p point) String() string { return ftoa(p.x) + " " + ftoa(p.y) }

func line(d *strings.Builder, p, q point) { d.WriteString("M" + p.String() + "L" + q.String()) }

func disc(d *strings.Builder, x, y, r float64) {
	d.WriteString("M" + ftoa(x-r) + " " + ftoa(y) + "a" + ftoa(r) + " " + ftoa(r) + " 0 10" + ftoa(2*r) + " 0a" + ftoa(r) + " " + ftoa(r) + " 0 10" + ftoa(-2*r) + " 0z")
}

// country draws all of it over the ground.
func (s *sheet) country() {
	s.fields()
	s.marshes()
	s.trees("wood", 7, "#55703f", "#86a065", s.wild)
	s.trees("bushes", 3.6, "#647c43", "#9db56f", rows)
	s.villages()
}

// fields ploughs the land in fields that know nothing of hexes: a net with its knots moved about.
func (s *sheet) fields() {
	const wide, high = 116.0, 88.0
	knot := func(c, r int) point {
		n := c + 64*r
		return point{margin + (float64(c)+.62*(scatter(n, 51)-.5))*wide, head + (float64(r)+.62*(scatter(n, 52)-.5))*high}
	}
	var strips, hedges strings.Builder
	for r := -1; float64(r)*high < s.bottom-head; r++ {
		for c := -1; float64(c)*wide < s.width-2*margin; c++ {
			n := c + 64*r
			p, q, t, u := knot(c, r), knot(c+1, r), knot(c+1, r+1), knot(c, r+1)
			if scatter(n, 54) < .62 {
				plough(&strips, p, q, t, u, scatter(n, 55) < .5)
			}
			if scatter(n, 56) < .34 {
				line(&hedges, p, q)
			}
			if scatter(n, 57) < .34 {
				line(&hedges, p, u)
			}
		}
	}
	s.put(`<g clip-path="url(#land)" fill="none"><path d="%s" stroke="#8d8b55" stroke-width=".7" opacity=".3"/>`, strips.String())
	s.put(`<path d="%s" stroke="#7e945c" stroke-width="3.4" stroke-linecap="round" stroke-dasharray=".1 4.6" opacity=".5"/></g>`, hedges.String())
}

// plough draws the strips of one field, along it or across.
func plough(d *strings.Builder, p, q, t, u point, across bool) {
	count := 12
	if across {
		q, u, count = u, q, 9
	}
	for i := 1; i < count; i++ {
		a, z := p.along(q, float64(i)/float64(count)), u.along(t, float64(i)/float64(count))
		line(d, a.along(z, .06), a.along(z, .94))
	}
}

// wild returns places of trees in a hex, from its centre: everywhere, nowhere in rows.
func (s *sheet) wild(h int) []point {
	list := make([]point, 15)
	for i := range list {
		r := .88 * radius * math.Sqrt((float64(i)+.6)/15)
		sin, cos := math.Sincos(2.4*float64(i) + 6*scatter(h, 61))
		list[i] = point{r*cos + 5*(scatter(h, 70+i)-.5), r*sin + 5*(scatter(h, 90+i)-.5)}
	}
	return list
}

// rows returns places of trees as they stand in orchards.
func rows(int) []point {
	var list []point
	for r := -2; r <= 2; r++ {
		for c := -2; c <= 2; c++ {
			if p := (point{float64(c)*11.5 + 5*float64(r%2), float64(r) * 10.5}); math.Hypot(p.x, p.y) < .86*radius {
				list = append(list, p)
			}
		}
	}
	return list
}

func (s *sheet) trees(terrain string, size float64, shade, crown string, places func(h int) []point) {
	var dark, light strings.Builder
	for h := range s.m.Len() {
		if s.setup.Hexes[h].Terrain != terrain {
			continue
		}
		x, y := s.center(h)
		for i, p := range places(h) {
			r := size * (.8 + .4*scatter(h, 110+i))
			disc(&dark, x+p.x+.16*r, y+p.y+.26*r, r)
			disc(&light, x+p.x, y+p.y, .84*r)
		}
	}
	if dark.Len() > 0 {
		s.put(`<path d="%s" fill="%s"/><path d="%s" fill="%s"/>`, dark.String(), shade, light.String(), crown)
	}
}

func (s *sheet) marshes() {
	var pools, reeds strings.Builder
	for h := range s.m.Len() {
		if s.setup.Hexes[h].Terrain != "marsh" {
			continue
		}
		cx, cy := s.center(h)
		for i := range 9 {
			x := cx + (float64(i%3-1)*.42+.24*(scatter(h, 130+i)-.5))*flat
			y := cy + (float64(i/3-1)*.3+.14*(scatter(h, 140+i)-.5))*flat
			pools.WriteString("M" + ftoa(x-7) + " " + ftoa(y) + "h14")
			if scatter(h, 160+i) < .62 {
				reeds.WriteString("M" + ftoa(x-3) + " " + ftoa(y-1) + "l-1.6-5M" + ftoa(x) + " " + ftoa(y-1) + "v-7M" + ftoa(x+3) + " " + ftoa(y-1) + "l1.6-5")
			}
		}
	}
	if pools.Len() > 0 {
		s.put(`<path d="%s" stroke="#6f9fae" stroke-width="1.1" opacity=".75"/><path d="%s" stroke="#5d7a45" stroke-linecap="round"/>`, pools.String(), reeds.String())
	}
}

// villages puts houses around the middle of their hexes, where they are seen beside a counter.
func (s *sheet) villages() {
	var walls, roofs strings.Builder
	for h := range s.m.Len() {
		if s.setup.Hexes[h].Terrain != "village" {
			continue
		}
		cx, cy := s.center(h)
		around := make([]point, 10)
		for i := range around {
			sin, cos := math.Sincos(float64(i)/10*2*math.Pi + scatter(h, 171))
			r := radius * (.62 + .16*scatter(h, 180+i))
			around[i] = point{cx + 1.02*r*cos, cy + .94*r*sin}
		}
		slices.SortFunc(around, func(p, q point) int { return int(math.Copysign(1, p.y-q.y)) })
		for i, p := range around {
			long := 5 + 3*scatter(h, 190+i)
			x := p.x - (long+5)/2
			walls.WriteString("M" + ftoa(x) + " " + ftoa(p.y+4) + "v-4l2.5-3.2 2.5 3.2v4zM" + ftoa(x+5) + " " + ftoa(p.y+4) + "h" + ftoa(long) + "v-4h" + ftoa(-long) + "z")
			roofs.WriteString("M" + ftoa(x+2.5) + " " + ftoa(p.y-3.2) + "h" + ftoa(long) + "l2.5 3.2h" + ftoa(-long) + "z")
		}
	}
	if walls.Len() > 0 {
		s.put(`<g stroke="#4b3a2a" stroke-width=".8" stroke-linejoin="round"><path d="%s" fill="#f6ecd6"/><path d="%s" fill="#ab6a50"/></g>`, walls.String(), roofs.String())
	}
}

// stands returns what stands on a hex of the north: a church in each village; a farm, or what the id of its zone begins
// with.
func (s *sheet) stands(h int) string {
	switch s.setup.Hexes[h].Terrain {
	case "village":
		for k := range 6 {
			if n := s.m.Neighbor(h, k); n >= 0 && n < h && s.setup.Hexes[n].Terrain == "village" {
				return ""
			}
		}
		return "church"
	case "farm":
		for kind := range landmarks {
			if strings.HasPrefix(s.zone[h], kind) {
				return kind
			}
		}
		return "farm"
	case "bridge", "ford":
		return s.setup.Hexes[h].Terrain
	}
	return ""
}

// northernLandmark draws what stands on a hex of the north.
func (s *sheet) northernLandmark(h int) {
	x, y := s.center(h)
	kind := s.stands(h)
	switch kind {
	case "":
		return
	case "bridge", "ford":
		s.crossing(h, kind)
		return
	}
	paints := map[string]string{"built": "#fbf5e6", "dark": ink, "tree": "#8fa468", "roof": "#a4604a", "cloth": "#d9c9a4", "flag": "#8c3b2e"}
	s.put(`<g transform="translate(%.1f %.1f)" stroke="%s" stroke-width="1.1">`, x, y, ink)
	for _, p := range landmarks[kind] {
		fill, ok := paints[p[0]]
		if !ok {
			fill = "none"
		}
		s.put(`<path d="%s" fill="%s"/>`, p[1], fill)
	}
	s.put(`</g>`)
}

// crossing draws a bridge or a ford across the river that fills the hexes.
func (s *sheet) crossing(h int, kind string) {
	var ends []point
	for k := range 6 {
		if n := s.m.Neighbor(h, k); n >= 0 && flooded[s.setup.Hexes[n].Terrain] {
			x, y := s.center(n)
			ends = append(ends, point{x, y})
		}
	}
	x, y := s.center(h)
	turn := 0.0
	if len(ends) > 0 {
		last := ends[len(ends)-1]
		from := point{x, y}
		if len(ends) > 1 {
			from = ends[0]
		}
		turn = math.Atan2(last.y-from.y, last.x-from.x)*180/math.Pi + 90
	}
	if kind == "ford" {
		s.put(`<path transform="translate(%.1f %.1f) rotate(%.0f)" d="M-26 0H26" stroke="#e9dfc0" stroke-width="7" stroke-dasharray="6 4"/>`, x, y, turn)
		return
	}
	s.put(`<g transform="translate(%.1f %.1f) rotate(%.0f)" stroke="#4b3a2a" stroke-width="1.2"><path d="M-29-6.5H29V6.5H-29z" fill="#cdb78d"/><path d="M-24-6V6M-16-6V6M-8-6V6M0-6V6M8-6V6M16-6V6M24-6V6" stroke-width=".7"/></g>`, x, y, turn)
}

// flooded are the terrains through which a river runs.
var flooded = map[string]bool{"river": true, "bridge": true, "ford": true}

// course draws a river from centre to centre of the hexes that it fills, and on to the edge of the map.
func (s *sheet) course() {
	var d strings.Builder
	for h := range s.m.Len() {
		if !flooded[s.setup.Hexes[h].Terrain] {
			continue
		}
		x, y := s.center(h)
		ways := 0
		for k := range 6 {
			if n := s.m.Neighbor(h, k); n >= 0 && flooded[s.setup.Hexes[n].Terrain] {
				nx, ny := s.center(n)
				line(&d, point{x, y}, point{nx, ny})
				ways++
			}
		}
		for _, k := range []int{0, 3, 1, 2, 4, 5} {
			if ways == 1 && s.m.Neighbor(h, k) < 0 {
				x1, y1, x2, y2 := s.ends(h, k)
				line(&d, point{x, y}, point{(x1 + x2) / 2, (y1 + y2) / 2})
				break
			}
		}
	}
	if d.Len() > 0 {
		s.put(`<g clip-path="url(#land)" stroke-linecap="round"><path d="%s" stroke="#5e8c9c" stroke-width="37"/><path d="%s" stroke="#a3cad6" stroke-width="33.5"/></g>`, d.String(), d.String())
	}
}

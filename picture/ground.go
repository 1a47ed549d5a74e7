package picture

import (
	"slices"
	"strings"
)

// Colours of the ground by level, and of terrain that has its own.
var (
	levels   = []string{"#ece0c0", "#dfc99a", "#cdb077", "#b9975b", "#a58147"}
	meadows  = []string{"#e4e2c2", "#d6cb95", "#c5b176", "#b0965a", "#9c8048"} // the same in the north
	terrains = map[string]string{
		"city": "#dcc4ab", "temple": "#dcc4ab", "tower": "#dcc4ab", "sanctuary": "#c9cfa6", "citadel": "#cbb391",
		"wood": "#b9c795", "bushes": "#d2d8a8", "marsh": "#cbd8bd", "village": "#ddcda9", "bridge": "#c6d4b4", "ford": "#c6d4b4",
		"sea": "#b7d0d8", "river": "#a5c7d3", "ford-1": "#cbdcd6", "ford-2": "#bdd5d6", "ford-3": "#afcdd3",
	}
)

// ground draws the map from the paper up: hexes, slopes, paths, waters, walls, names, numbers.
func (s *sheet) ground() {
	for h := range s.m.Len() {
		s.hex(h)
	}
	s.textures()
	if s.north() {
		s.course()
		s.country()
	}
	for h := range s.m.Len() {
		s.slopes(h)
	}
	for h := range s.m.Len() {
		s.tracks(h)
	}
	s.waters()
	for h := range s.m.Len() {
		s.walls(h)
	}
	for h := range s.m.Len() {
		s.landmark(h)
		s.number(h)
	}
}

// north tells whether the ground is that of the north.
func (s *sheet) north() bool { return northern[s.setup.Book.ID] }

// number writes the number of a hex at its top, out of the way of a chevron that points there.
func (s *sheet) number(h int) {
	x, y := s.center(h)
	if len(s.stacks[h]) > 0 {
		switch s.view.Pieces[s.stacks[h][0]].Facing {
		case 0:
			x -= 8
		case 5:
			x += 8
		}
	}
	s.put(`<text x="%.1f" y="%.1f" text-anchor="middle" %s font-size="7" fill="#7d6c48">%s</text>`, x, y-flat/2+8, sans, s.m.ID(h))
}

func (s *sheet) outline(h int) string {
	var points []string
	for k := range 6 {
		x, y := s.corner(h, k)
		points = append(points, ftoa(x)+","+ftoa(y))
	}
	return strings.Join(points, " ")
}

func (s *sheet) hex(h int) {
	d := s.setup.Hexes[h]
	fill, ok := terrains[d.Terrain]
	if !ok || d.Terrain == "city" && d.Level > 0 {
		fill = levels[max(0, min(d.Level, len(levels)-1))]
		if s.north() {
			fill = meadows[max(0, min(d.Level, len(meadows)-1))]
		}
	} else if s.north() && d.Terrain == "river" {
		fill = terrains["ford"] // its banks
	}
	s.put(`<polygon points="%s" fill="%s" stroke="#b5a37a" stroke-width=".9"/>`, s.outline(h), fill)
}

// textures covers towns and waters with their patterns, each in one piece: printed, a pattern costs much each time.
func (s *sheet) textures() {
	var houses, waves strings.Builder
	for h := range s.m.Len() {
		switch s.setup.Hexes[h].Terrain {
		case "city":
			houses.WriteString("M" + s.outline(h) + "z")
		case "sea", "river", "ford-1", "ford-2", "ford-3":
			if s.north() {
				continue // a river has a course there
			}
			waves.WriteString("M" + s.outline(h) + "z")
		}
	}
	if houses.Len() > 0 {
		s.put(`<path d="%s" fill="url(#houses)"/>`, houses.String())
	}
	if waves.Len() > 0 {
		s.put(`<path d="%s" fill="url(#waves)"/>`, waves.String())
	}
}

// slopes hatches the sides over which the ground falls, downhill.
func (s *sheet) slopes(h int) {
	for k := range 6 {
		n := s.m.Neighbor(h, k)
		if n < 0 || s.setup.Hexes[n].Level >= s.setup.Hexes[h].Level {
			continue
		}
		x1, y1, x2, y2 := s.ends(h, k)
		cx, cy := s.center(n)
		s.put(`<path d="M%.1f %.1fL%.1f %.1f" stroke="#8a6a36" stroke-width="2.2" stroke-linecap="round" opacity=".75"/>`, x1, y1, x2, y2)
		for i := range 5 {
			t := (float64(i) + .5) / 5
			x, y := x1+(x2-x1)*t, y1+(y2-y1)*t
			s.put(`<path d="M%.1f %.1fl%.1f %.1f" stroke="#8a6a36" stroke-width="1" opacity=".6"/>`, x, y, (cx-x)*.17, (cy-y)*.17)
		}
	}
}

// tracks draws the ways from centre to centre: roads solid, others dashed.
func (s *sheet) tracks(h int) {
	for k := range 3 { // each way once, from its upper or left end
		kind := s.paths[h][k]
		if kind == "" {
			continue
		}
		x1, y1 := s.bend(h, kind)
		x2, y2 := s.bend(s.m.Neighbor(h, k), kind)
		bed, way := `stroke="#f6eed9" stroke-width="5" opacity=".8"`, `stroke="#8b6b43" stroke-width="2" stroke-dasharray="6 4"`
		if kind == "road" {
			bed, way = `stroke="#8a754c" stroke-width="6.4"`, `stroke="#f3e7c8" stroke-width="4.4" stroke-linecap="round"`
		}
		s.put(`<path d="M%.1f %.1fL%.1f %.1f" stroke-linecap="round" %s/>`, x1, y1, x2, y2, bed)
		s.put(`<path d="M%.1f %.1fL%.1f %.1f" %s/>`, x1, y1, x2, y2, way)
	}
}

// bend returns where a way goes through a hex: its centre, or, in the north, halfway from there to between the hexes before
// and after, so that it does not zigzag.
func (s *sheet) bend(h int, kind string) (x, y float64) {
	x, y = s.center(h)
	var sum point
	n := 0
	for k := range 6 {
		if s.paths[h][k] == kind {
			nx, ny := s.center(s.m.Neighbor(h, k))
			sum, n = point{sum.x + nx, sum.y + ny}, n+1
		}
	}
	if !s.north() || n != 2 {
		return x, y
	}
	return (x + sum.x/2) / 2, (y + sum.y/2) / 2
}

// waters draws rivers and streams along their hexsides: first the banks, then the water over all of them.
func (s *sheet) waters() {
	width := map[string]float64{"river": 7.5, "stream": 4.5, "bridge": 7.5, "ford": 7.5}
	for _, pass := range []struct {
		color string
		more  float64
	}{{"#6b9aac", 2}, {"#9cc6d6", 0}} {
		for h := range s.m.Len() {
			for k := range 3 {
				if w, ok := width[s.edges[h][k]]; ok {
					x1, y1, x2, y2 := s.ends(h, k)
					s.put(`<path d="M%.1f %.1fL%.1f %.1f" stroke="%s" stroke-width="%.1f" stroke-linecap="round"/>`, x1, y1, x2, y2, pass.color, w+pass.more)
				}
			}
		}
	}
}

// walls draws fortifications, with ticks on the inside.
func (s *sheet) walls(h int) {
	for _, k := range sortedSides(s.inside[h]) {
		switch s.edges[h][k] {
		case "fortification", "wall", "gate":
		default:
			continue
		}
		x1, y1, x2, y2 := s.ends(h, k)
		cx, cy := s.center(h)
		s.put(`<path d="M%.1f %.1fL%.1f %.1f" stroke="#4f4334" stroke-width="6" stroke-linecap="round"/>`, x1, y1, x2, y2)
		s.put(`<path d="M%.1f %.1fL%.1f %.1f" stroke="#a8977a" stroke-width="2.2" stroke-linecap="round"/>`, x1, y1, x2, y2)
		for i := range 4 {
			t := (float64(i) + .5) / 4
			x, y := x1+(x2-x1)*t, y1+(y2-y1)*t
			s.put(`<path d="M%.1f %.1fl%.1f %.1f" stroke="#4f4334" stroke-width="2.6"/>`, x, y, (cx-x)*.22, (cy-y)*.22)
		}
	}
}

func sortedSides(set map[int]bool) []int {
	var out []int
	for k := range 6 {
		if set[k] {
			out = append(out, k)
		}
	}
	return out
}

// landmark draws what stands alone on a hex, where counters leave it in sight.
func (s *sheet) landmark(h int) {
	if s.north() {
		s.northernLandmark(h)
		return
	}
	x, y := s.center(h)
	switch s.setup.Hexes[h].Terrain {
	case "temple":
		s.put(`<g transform="translate(%.1f %.1f)" fill="#fbf5e6" stroke="%s" stroke-width="1.1"><path d="M-15-6L0-15 15-6z"/><path d="M-12-6v14M-4-6v14M4-6v14M12-6v14" stroke-width="3"/><rect x="-16" y="8" width="32" height="4"/></g>`, x, y, ink)
	case "tower":
		s.put(`<g transform="translate(%.1f %.1f)" fill="#e8dcc0" stroke="%s" stroke-width="1.1"><path d="M-11 13V-7l11-8 11 8v20z"/><path d="M-4 13V4h8v9z" fill="%s"/><path d="M-11-7h22"/></g>`, x, y, ink, ink)
	case "sanctuary":
		s.put(`<g transform="translate(%.1f %.1f)" stroke="%s" stroke-width="1"><circle cx="-9" cy="-4" r="7" fill="#8fa468"/><circle cx="9" cy="-4" r="7" fill="#8fa468"/><circle cy="-9" r="8" fill="#9db276"/><rect x="-6" y="3" width="12" height="9" fill="#fbf5e6"/></g>`, x, y, ink)
	case "citadel":
		s.put(`<g transform="translate(%.1f %.1f)" fill="#9b8b70" stroke="%s" stroke-width="1.2"><path d="M-17 13V-11h6v5h6v-5h10v5h6v-5h6v24z"/><path d="M-4 13V3a4 4 0 018 0v10z" fill="%s"/></g>`, x, y, ink, ink)
	case "ford-1", "ford-2", "ford-3":
		n := s.setup.Hexes[h].Terrain[len("ford-"):]
		s.put(`<text x="%.1f" y="%.1f" text-anchor="middle" %s font-size="13" font-style="italic" fill="#4c7385">%s</text>`, x, y+flat/2-6, serif, n)
	}
}

// names writes the names of the quarters where their hexes are.
func (s *sheet) names() {
	for _, z := range s.setup.Zones {
		var hexes []int
		for h, id := range s.zone {
			if id == z.ID {
				hexes = append(hexes, h)
			}
		}
		if len(hexes) == 0 {
			continue
		}
		h := s.middle(hexes)
		x, y := s.center(h)
		size, spacing := 13.0, 2.0
		if len(hexes) == 1 {
			size, spacing, y = 9.5, .3, y+flat/2+1
		} else {
			y += flat/2 + 4
		}
		s.put(`<text x="%.1f" y="%.1f" text-anchor="middle" %s font-size="%.1f" letter-spacing="%.1f" font-style="italic" fill="#4a3a22" stroke="#f4ecd8" stroke-width="3" stroke-linejoin="round" paint-order="stroke" opacity=".95">%s</text>`,
			x, y, serif, size, spacing, escape(s.w.Text("zone."+z.ID)))
	}
}

// middle returns the hex nearest to the others; of those, one without counters is better.
func (s *sheet) middle(hexes []int) int {
	return slices.MinFunc(hexes, func(a, b int) int { return s.remote(a, hexes) - s.remote(b, hexes) })
}

func (s *sheet) remote(h int, hexes []int) int {
	sum := 0
	for _, o := range hexes {
		sum += s.m.Distance(h, o)
	}
	if len(s.stacks[h]) > 0 {
		sum += len(hexes)
	}
	return sum
}

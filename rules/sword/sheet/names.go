package sheet

import (
	"math"

	"acies/game"
	"acies/picture/draw"
	"acies/rules/sword"
)

// box is a part of the sheet that names keep clear of.
type box struct{ left, top, right, bottom float64 }

// over returns how much of two boxes is common.
func (a box) over(b box) float64 {
	return max(0, min(a.right, b.right)-max(a.left, b.left)) * max(0, min(a.bottom, b.bottom)-max(a.top, b.top))
}

// taken returns where counters with their arrows, leaders, landmarks and crossings stand at the start.
func (g *ground) taken() []box {
	var list []box
	for _, p := range g.b.Start().View(game.Nobody).Pieces {
		if p.Place >= 0 {
			c := g.Center(p.Place)
			list = append(list, box{c.X - 28, c.Y - 27, c.X + 28, c.Y + 25})
			if p.Facing >= 0 {
				angle := 60 * float64(p.Facing)
				if g.setup.Book.Facing == sword.FaceCorner {
					angle += 30
				}
				sin, cos := math.Sincos(angle * math.Pi / 180)
				tip := c.Add(34*sin, -34*cos)
				list = append(list, box{tip.X - 12, tip.Y - 12, tip.X + 12, tip.Y + 12})
			}
		}
	}
	for h := range g.m.Len() {
		if landmarks[g.stands(h)] != nil {
			c, _ := g.corner(h)
			list = append(list, box{c.X - 16, c.Y - 17, c.X + 16, c.Y + 10})
		}
		if kind := g.terrain(h); kind == "bridge" || kind == "ford" {
			c, _ := g.passage(h)
			list = append(list, box{c.X - 30, c.Y - 30, c.X + 30, c.Y + 30})
		}
	}
	return list
}

// names writes the name of each quarter where it belongs and no counter stands at the start.
func (g *ground) names() {
	g.Put(`<g class="names" %s font-size="16" font-style="italic" letter-spacing="3.5" text-anchor="middle" fill="#3f301a" stroke="#f6eed8" stroke-opacity=".85" stroke-width="3.2" stroke-linejoin="round" paint-order="stroke">`, draw.Serif)
	taken := g.taken()
	for _, z := range g.setup.Zones {
		own := g.where(func(h int) bool { return g.zone[h] == z.ID })
		if own == nil {
			continue
		}
		name := g.w.Text("zone." + z.ID)
		letters := float64(len([]rune(name)))
		switch kind := g.terrain(own[0]); {
		case kind == "sea":
			g.atSea(own, name)
			continue
		case isFlooded(kind) && len(own) > 2:
			g.alongRiver(own, name, taken)
			continue
		}
		half, high, class := 5.8*letters, 16.0, ""
		switch {
		case len(own) == 1:
			// From afar the board writes it larger.
			half, high, class = 3.4*letters, 12, ` class="small" font-size="10.5" letter-spacing=".3"`
		case isTown(g.terrain(own[0])): // over roofs
			half, class = 6.3*letters, ` font-weight="bold" stroke-width="5" stroke-opacity=".95"`
		case g.upright(own, half):
			g.inColumn(own, half, name, taken)
			continue
		}
		at := g.room(own, half, high, taken)
		taken = append(taken, box{at.X - half, at.Y - high, at.X + half, at.Y + 3})
		g.Put(`<text x="%s" y="%s"%s>%s</text>`, draw.Num(at.X), draw.Num(at.Y), class, draw.Escape(name))
	}
	g.Put(`</g>`)
}

// upright reports whether hexes lie in one column that is long enough for a name of a size.
func (g *ground) upright(own []int, half float64) bool {
	for _, h := range own {
		if g.m.Col(h) != g.m.Col(own[0]) {
			return false
		}
	}
	return float64(len(own))*draw.Flat > 2*half+draw.Flat
}

// inColumn writes a name upward between the hexes of a column, near its middle and where no counter stands at the start.
func (g *ground) inColumn(own []int, half float64, name string, taken []box) {
	mid := g.Center(g.middleOf(own))
	at, least := mid, math.Inf(1)
	for _, h := range own {
		p := g.Center(h)
		bad := 1.2 * math.Abs(p.Y-mid.Y)
		if _, height := g.Extent(); p.Y-half < draw.Margin || p.Y+half > height-draw.Margin-draw.Flat/2 {
			continue
		}
		for _, t := range taken {
			bad += 2 * t.over(box{p.X - 8, p.Y - half, p.X + 8, p.Y + half})
		}
		if bad < least {
			at, least = p, bad
		}
	}
	g.Put(`<text x="%s" y="%s" transform="rotate(-90 %v)">%s</text>`, draw.Num(at.X), draw.Num(at.Y+5), at, draw.Escape(name))
}

// room returns where a name of a size fits best: near the middle of its hexes, and over nothing else.
func (g *ground) room(own []int, half, high float64, taken []box) draw.Point {
	width, height := g.Extent()
	c := g.Center(g.middleOf(own))
	near := c.Add(0, draw.Flat/2)
	offsets := []draw.Point{{Y: draw.Flat/2 + .35*high}, {Y: -draw.Flat/2 + .35*high}, {Y: .35 * high}, {X: -draw.Radius, Y: .35 * high}, {X: draw.Radius, Y: .35 * high}, {Y: draw.Flat + .35*high}, {Y: -draw.Flat + .35*high}, {X: 1.8 * draw.Radius, Y: draw.Flat / 2}, {X: -1.8 * draw.Radius, Y: draw.Flat / 2}, {X: 1.1 * draw.Radius, Y: draw.Flat/2 + .35*high}, {X: -1.1 * draw.Radius, Y: draw.Flat/2 + .35*high}, {X: 1.8 * draw.Radius, Y: .35 * high}, {X: -1.8 * draw.Radius, Y: .35 * high}}
	if sign, _ := g.corner(own[0]); len(own) == 1 && landmarks[g.stands(own[0])] != nil { // beside it
		near = sign.Add(0, high+8)
		x := sign.X - c.X
		for _, y := range []float64{high + 28, high + 10, -high - 6, -high - 18} {
			offsets = append(offsets, draw.At(0, y), draw.At(x, y), draw.At(x+.6*half, y))
		}
		offsets = append(offsets, draw.At(x+half+16, 5))
	}
	best, least := c, math.Inf(1)
	for _, h := range own {
		for _, off := range offsets {
			p := g.Center(h).Add(off.X, off.Y)
			p.X = min(max(p.X, draw.Margin+4+half), width-draw.Margin-4-half)
			p.Y = min(max(p.Y, draw.Margin+high), height-draw.Margin-6)
			bad := 1.2 * math.Hypot(p.X-near.X, p.Y-near.Y)
			for _, t := range taken {
				bad += 2 * t.over(box{p.X - half, p.Y - high, p.X + half, p.Y + 3})
			}
			if bad < least {
				best, least = p, bad
			}
		}
	}
	return best
}

// atSea writes a name in large letters over water, along its longer side.
func (g *ground) atSea(own []int, name string) {
	left, top, right, bottom := math.Inf(1), math.Inf(1), 0.0, 0.0
	for _, h := range own {
		c := g.Center(h)
		left, right, top, bottom = min(left, c.X), max(right, c.X), min(top, c.Y), max(bottom, c.Y)
	}
	wide, long := right-left, bottom-top
	var sum draw.Point
	n := 0.0
	for _, h := range own {
		if c := g.Center(h); math.Abs(c.Y-(top+bottom)/2) < long/4 || wide > long {
			sum, n = sum.Add(c.X, c.Y), n+1
		}
	}
	at, turn := draw.At(sum.X/n, sum.Y/n), ""
	if long > wide {
		turn = ` transform="rotate(90 ` + at.String() + `)"`
	}
	spacing := min(16, max(4, .5*max(wide, long)/float64(len([]rune(name)))-14))
	g.Put(`<text x="%s" y="%s" font-size="27" letter-spacing="%s" fill="#2f6275" stroke="#bcd3d6"%s>%s</text>`, draw.Num(at.X), draw.Num(at.Y+9), draw.Num(spacing), turn, draw.Escape(name))
}

// broad is the width from which a name has room on a river.
const broad = 30

// alongRiver writes a name beside a river, or on it if it is wide, in its direction, where no counter stands at the start.
func (g *ground) alongRiver(own []int, name string, taken []box) {
	half := 6.2 * float64(len([]rune(name)))
	at, turn, least := g.Center(own[0]), 0.0, math.Inf(1)
	for _, run := range g.rivers {
		for i := range run {
			j := i
			for j < len(run)-1 && math.Hypot(run[j].X-run[i].X, run[j].Y-run[i].Y) < 2*half {
				j++
			}
			a, b := run[i], run[j]
			if 2*(b.X-a.X)+a.Y-b.Y < 0 { // to be read from the left, or from below
				a, b = b, a
			}
			if j == i || math.Hypot(b.X-a.X, b.Y-a.Y) < 1.9*half || !g.On(a) || !g.On(b) || g.terrain(g.Locate(a)) == "sea" || g.terrain(g.Locate(b)) == "sea" {
				continue
			}
			angle := draw.Direction(a, b)
			sin, cos := math.Sincos(angle * math.Pi / 180)
			wide := g.width(draw.Middle(run[i], run[j]))
			beside, central := []float64{-wide/2 - 16, wide/2 + 27}, .01
			if wide > broad {
				beside, central = []float64{6}, .4
			}
			for _, aside := range beside {
				bad, mid := 0.0, 0.0
				for k := range 9 {
					f := float64(k) / 8
					p := a.Along(b, f).Add(-sin*(aside-6), cos*(aside-6))
					near := run[i]
					for _, q := range run[i : j+1] {
						if math.Hypot(q.X-p.X, q.Y-p.Y) < math.Hypot(near.X-p.X, near.Y-p.Y) {
							near = q
						}
					}
					mid += math.Abs(math.Hypot(near.X-p.X, near.Y-p.Y) - math.Abs(aside-6))
					for _, t := range taken {
						bad += t.over(box{p.X - 10, p.Y - 10, p.X + 10, p.Y + 10})
					}
				}
				if bad = 3*bad + mid + central*math.Abs(float64(i+j-len(run))); bad < least {
					m := draw.Middle(a, b)
					at, turn, least = m.Add(-sin*aside, cos*aside), angle, bad
				}
			}
		}
	}
	halo := ""
	if g.width(at) > broad {
		halo = ` stroke="#a9c9d2"`
	}
	g.Put(`<text x="%s" y="%s" transform="rotate(%s %v)" fill="#2f6275"%s>%s</text>`, draw.Num(at.X), draw.Num(at.Y), draw.Num(turn), at, halo, draw.Escape(name))
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

// turns gives the rotation of the compass by the edge of the map that lies to the north.
var turns = map[string]int{"right": 90, "bottom": 180, "left": 270}

// cartouche draws the title of the map, its scale, compass and key below it.
func (g *ground) cartouche() {
	width, height := g.Extent()
	g.Cartouche(draw.Plate{
		Title: g.w.Text("battle.name"), Below: g.w.Side(0) + " · " + g.w.Side(1), Unit: g.w.Text("ui.scale"), Step: draw.Flat,
		North: g.w.Text("ui.north"), Turn: turns[g.north], Keys: g.keys(),
	}, draw.Margin-14, width-draw.Margin+14, height-8)
}

// keys explains what the ground of this map shows.
func (g *ground) keys() []draw.Key {
	var list []draw.Key
	seen := map[string]bool{}
	tints := south
	if g.northern {
		tints = north
	}
	for level := 1; level <= g.high(); level++ {
		list = append(list, draw.Key{
			Sign: `<path d="M-15 9Q-9-8 0-8T15 9z" fill="` + tints[min(level, len(tints)-1)] + `" stroke="#7d6234" stroke-width="1.1"/><path d="M4-7l2 5M8-4l3 5M11 1l3 5M-4-6l-2 4M-8-3l-2 4" fill="none" stroke="#5f431d"/>`,
			Text: g.w.Say("ui.level-of", game.Arg{Name: "level", N: level}),
		})
	}
	for h := range g.m.Len() {
		kind := g.terrain(h)
		if sign := swatches[kind]; sign != "" && !seen[kind] {
			list = append(list, draw.Key{Sign: sign, Text: g.w.Text("terrain." + kind)})
		}
		seen[kind] = true
	}
	for _, kind := range []string{"fortification", "wall", "gate", "river", "stream", "bridge", "ford", "road", "path", "track"} {
		if sign := swatches["edge "+kind]; sign != "" && g.seen(kind) {
			list = append(list, draw.Key{Sign: sign, Text: g.w.Text("edge." + kind)})
		}
	}
	return list
}

const (
	ribbon = `<path d="M-15 1Q-7-5 0 0T15-1" fill="none" stroke="#3f6f80" stroke-width="9"/><path d="M-15 1Q-7-5 0 0T15-1" fill="none" stroke="#a9c9d2" stroke-width="6.4"/>`
	bed    = `<rect x="-15" y="-9" width="30" height="18" rx="4" fill="#dcdfc6" stroke="#8ba79c"/><path d="M-15 0Q-7-4 0-1T15-2" fill="none" stroke="#3f6f80" stroke-width="6"/><path d="M-15 0Q-7-4 0-1T15-2" fill="none" stroke="#a9c9d2" stroke-width="4"/>`
)

// swatches are small samples of what the ground shows, by terrain and by kind of hexside.
var swatches = map[string]string{
	"ford-1":             bed + `<path d="M-6 6h12" stroke="#2f5666" stroke-width="2"/>`,
	"ford-2":             bed + `<path d="M-6 6h12M-5 3h10" stroke="#2f5666" stroke-width="1.6"/>`,
	"ford-3":             bed + `<path d="M-6 7h12M-5 4.4h10M-4 1.8h8" stroke="#2f5666" stroke-width="1.5"/>`,
	"river":              ribbon,
	"sea":                `<rect x="-15" y="-9" width="30" height="18" rx="3" fill="#bcd3d6" stroke="#3f6f80"/><path d="M-10-2q3-3 6 0t6 0t6 0M-8 4q3-3 6 0t6 0" fill="none" stroke="#4d8093"/>`,
	"city":               `<rect x="-15" y="-9" width="30" height="18" rx="3" fill="#ead7b4" stroke="#8a5c41"/><path d="M-12-6h10v12h-10zM1-6h11v5h-11zM1 2h11v4h-11z" fill="#c88f6c" stroke="#7a4b33" stroke-width=".8"/>`,
	"temple":             `<path d="M-11-4L0-10 11-4zM-9-3v9M-3-3v9M3-3v9M9-3v9M-11 7h22" fill="#fbf5e6" stroke="#3d3222" stroke-width="1.6"/>`,
	"tower":              `<path d="M-8 9V-4l8-6 8 6V9z" fill="#fbf5e6" stroke="#3d3222" stroke-width="1.2"/>`,
	"citadel":            `<path d="M-12 9V-8h5v4h4v-4h6v4h4v-4h5V9z" fill="#a3937a" stroke="#3d3222" stroke-width="1.1"/>`,
	"sanctuary":          `<rect x="-15" y="-9" width="30" height="18" rx="7" fill="#c6cf9f" stroke="#7f9160"/><circle cx="-5" r="5" fill="#8fa468" stroke="#3d3222"/><circle cx="5" cy="-1" r="5" fill="#8fa468" stroke="#3d3222"/>`,
	"wood":               `<rect x="-15" y="-9" width="30" height="18" rx="6" fill="#b4c28d"/><g fill="#7f9a5d" stroke="#4a6238"><circle cx="-7" cy="-1" r="5"/><circle cx="1" cy="-3" r="5"/><circle cx="8" cy="0" r="5"/><circle cx="-1" cy="3" r="5"/></g>`,
	"bushes":             `<rect x="-15" y="-9" width="30" height="18" rx="6" fill="#d0d6a4"/><g fill="#97ae69" stroke="#5c7340"><circle cx="-8" cy="-3" r="3"/><circle cx="0" cy="-3" r="3"/><circle cx="8" cy="-3" r="3"/><circle cx="-4" cy="4" r="3"/><circle cx="4" cy="4" r="3"/></g>`,
	"marsh":              `<rect x="-15" y="-9" width="30" height="18" rx="5" fill="#c9d7bb" stroke="#7f9a78" stroke-dasharray="5 3"/><path d="M-10 4h10M2-1h9" stroke="#6f9fae"/><path d="M-7 3l-1.500-5M-5 3v-7M-3 3l1.500-5M5-2l-1.500-4M7-2v-6M9-2l1.500-4" fill="none" stroke="#5d7a45"/>`,
	"village":            `<rect x="-15" y="-9" width="30" height="18" rx="4" fill="#e2d2ab" stroke="#9a7a52"/><path d="M-10 5v-5l4-4 4 4v5zM2 6v-5l4-4 4 4v5z" fill="#f6ecd6" stroke="#4b3a2a"/><path d="M-11 0l5-5 5 5zM1 1l5-5 5 5z" fill="#ab6a50" stroke="#4b3a2a" stroke-width=".8"/>`,
	"bridge":             ribbon + `<path d="M-4-9v18M4-9v18" stroke="#4b3a2a" stroke-width="1.6"/><path d="M0-9v18" stroke="#cdb78d" stroke-width="6.400"/>`,
	"edge fortification": `<path d="M-14 0h28" stroke="#40331f" stroke-width="6.500"/><path d="M-14 0h28" stroke="#d9c6a0" stroke-width="3.300"/><path d="M-10 2v5M-3.300 2v5M3.300 2v5M10 2v5" stroke="#40331f" stroke-width="2"/>`,
	"edge wall":          `<path d="M-14 0h28" stroke="#40331f" stroke-width="6.500"/><path d="M-14 0h28" stroke="#d9c6a0" stroke-width="3.300"/>`,
	"edge gate":          `<path d="M-14 0h28" stroke="#40331f" stroke-width="6.500"/><path d="M-14 0h28" stroke="#c08a4a" stroke-width="3.400" stroke-dasharray="3 1.500"/>`,
	"edge river":         ribbon,
	"edge stream":        `<path d="M-15 1Q-7-5 0 0T15-1" fill="none" stroke="#3f6f80" stroke-width="6"/><path d="M-15 1Q-7-5 0 0T15-1" fill="none" stroke="#a9c9d2" stroke-width="3.800"/>`,
	"edge road":          `<path d="M-15 0h30" stroke="#6f5a34" stroke-width="6.400"/><path d="M-15 0h30" stroke="#f7ecd0" stroke-width="4.200"/>`,
	"edge path":          `<path d="M-15 0h30" stroke="#7a552c" stroke-width="1.900" stroke-dasharray="6 4"/>`,
	"edge track":         `<path d="M-15 0h30" stroke="#7a552c" stroke-width="1.900" stroke-dasharray="6 4"/>`,
}

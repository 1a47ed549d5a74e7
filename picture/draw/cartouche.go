package draw

// Foot is the height of the strip below a map for its cartouche.
const Foot = 118.0

// Key is a sign of a map, drawn around the origin and at most 28 wide and 18 high, and what it means.
type Key struct{ Sign, Text string }

// Plate is what the cartouche of a map says.
type Plate struct {
	Title, Below string
	Unit         string  // what the scale counts
	Step         float64 // the length of a step of the scale
	Steps        int     // how many of them it is; 0: one
	North        string  // the letter of the compass; empty: it has none
	Turn         int     // how far the compass is turned, clockwise
	Keys         []Key
}

// Frame draws the double line around a sheet.
func (c *Canvas) Frame(width, height float64) {
	c.Put(`<g fill="none" stroke="#8a7448"><rect x="8" y="8" width="%s" height="%s" stroke-width="2.2"/><rect x="12.5" y="12.5" width="%s" height="%s" stroke-width=".7"/><rect x="15" y="15" width="%s" height="%s" stroke-width=".4"/></g>`,
		Num(width-16), Num(height-16), Num(width-25), Num(height-25), Num(width-30), Num(height-30))
}

// Cartouche draws title, scale, compass and key of a map in the strip below it, from y. The compass is at the right end.
func (c *Canvas) Cartouche(p Plate, left, right, y float64) {
	const rows = 4
	c.Put(`<g class="cartouche"><path d="M%s %sH%s" stroke="#8a7448" stroke-width=".8" fill="none"/>`, Num(left), Num(y), Num(right))
	title := min(29, 1.75*(right-left)*.3/float64(len([]rune(p.Title))+1))
	c.Put(`<text x="%s" y="%s" %s font-size="%s" letter-spacing="1" fill="#3d3222">%s</text>`, Num(left+4), Num(y+36), Serif, Num(title), Escape(p.Title))
	c.Put(`<text x="%s" y="%s" %s font-size="12.5" font-style="italic" fill="#5d4c2c">%s</text>`, Num(left+4), Num(y+55), Serif, Escape(p.Below))
	// The scale: four steps, light and dark in turn.
	var bar, light Path
	x, base := left+6, y+72
	for i := range 4 {
		t := &light
		if i%2 == 0 {
			t = &bar
		}
		t.Polygon(At(x+p.Step*float64(i), base), At(x+p.Step*float64(i+1), base), At(x+p.Step*float64(i+1), base+6), At(x+p.Step*float64(i), base+6))
	}
	c.Path(`fill="#3d3222" stroke="#3d3222" stroke-width=".8"`, bar.String())
	c.Path(`fill="#fbf5e6" stroke="#3d3222" stroke-width=".8"`, light.String())
	c.Put(`<g %s font-size="9.5" text-anchor="middle" fill="#5d4c2c">`, Sans)
	for i := range 5 {
		c.Put(`<text x="%s" y="%s">%d</text>`, Num(x+p.Step*float64(i)), Num(base+17), i*max(1, p.Steps))
	}
	c.Put(`</g><text x="%s" y="%s" %s font-size="11" font-style="italic" fill="#5d4c2c">%s</text>`, Num(x+4*p.Step+9), Num(base+8), Serif, Escape(p.Unit))
	if p.North != "" {
		c.rose(At(right-46, y+58), p.North, p.Turn)
	}
	wide := 0.0
	for _, k := range p.Keys {
		wide = max(wide, float64(len([]rune(k.Text))))
	}
	from := max(left+4*p.Step+96, left+.34*(right-left), left+24+.62*title*float64(len([]rune(p.Title))))
	cols := max(1, (len(p.Keys)+rows-1)/rows)
	step := min(60+7.4*wide, (right-100-from)/float64(cols))
	for i, k := range p.Keys {
		at := At(from+step*float64(i/rows)+16, y+20+24*float64(i%rows))
		c.Put(`<g transform="translate(%v)">%s</g><text x="%s" y="%s" %s font-size="12" fill="#3d3222">%s</text>`, at, k.Sign, Num(at.X+22), Num(at.Y+4), Serif, Escape(k.Text))
	}
	c.Put(`</g>`)
}

// rose draws a compass.
func (c *Canvas) rose(at Point, north string, turn int) {
	c.Put(`<g transform="translate(%v)"><g transform="rotate(%d)" stroke-linejoin="round"><g fill="none" stroke="#7d6a42"><circle r="31" stroke-width="1"/><circle r="28.5" stroke-width=".5"/><circle r="15" stroke-width=".5"/></g>`, at, turn)
	c.Put(`<g transform="rotate(45)" stroke="#4a3a22" stroke-width=".5"><path fill="#8a7448" d="M0-21L3.4-3.4 0 0zM21 0L3.4 3.4 0 0zM0 21L-3.4 3.4 0 0zM-21 0L-3.4-3.4 0 0z"/><path fill="#fbf5e6" d="M0-21L-3.4-3.4 0 0zM21 0L3.4-3.4 0 0zM0 21L3.4 3.4 0 0zM-21 0L-3.4 3.4 0 0z"/></g>`)
	c.Put(`<g stroke="#4a3a22" stroke-width=".6"><path fill="#4a3a22" d="M0-33L4.8-4.8 0 0zM30 0L4.8 4.8 0 0zM0 30L-4.8 4.8 0 0zM-30 0L-4.8-4.8 0 0z"/><path fill="#fbf5e6" d="M0-33L-4.8-4.8 0 0zM30 0L4.8-4.8 0 0zM0 30L4.8 4.8 0 0zM-30 0L-4.8 4.8 0 0z"/></g>`)
	c.Put(`<text y="-36" transform="rotate(%d 0 -40)" %s font-size="13" font-weight="bold" text-anchor="middle" fill="#4a3a22">%s</text></g></g>`, -turn, Serif, Escape(north))
}

package picture

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/picture/draw"
	"acies/system"
)

// This file draws the counters of a sheet in the same way as the board in the browser.

const (
	half  = system.CounterSize / 2
	shift = 3.5 // offset of each counter below the top of a stack
)

const hatch = `<pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="4" height="4" fill="#1d1712"/><rect width="1.6" height="4" fill="#fff" opacity=".8"/></pattern>`

// plate returns the outline of a side's counters: square for the first side, with cut corners for the others, so that
// sides differ not only in colour.
func plate(side int, half, cut float64) string {
	if side == 0 {
		return fmt.Sprintf("M%[1]s %[1]sh%[2]sv%[2]sh%[3]sz", draw.Num(-half), draw.Num(2*half), draw.Num(-2*half))
	}
	long := 2 * (half - cut)
	return fmt.Sprintf("M%s %sh%sl%s %sv%sl%s %sh%sl%s %sv%sz", draw.Num(-half+cut), draw.Num(-half), draw.Num(long), draw.Num(cut), draw.Num(cut), draw.Num(long),
		draw.Num(-cut), draw.Num(cut), draw.Num(-long), draw.Num(-cut), draw.Num(-cut), draw.Num(-long))
}

// neutral are the colours of pieces of no side.
var neutral = system.Palette{Field: "#6d5a3a", Dark: "#3d3222", Light: "#fbf5e6", Cloth: "#c9a86a"}

func (p *picture) palette(side int) system.Palette {
	if side < 0 {
		return neutral
	}
	return p.sheet.Colors[side]
}

// occupants are the pieces at one place.
type occupants struct {
	units, leaders []*game.PieceView // units from the top
}

// counters draws all pieces on the board: units, leaders above them, and marks on top.
func (p *picture) counters() {
	occupied := map[int]*occupants{}
	for i := range p.view.Pieces {
		v := &p.view.Pieces[i]
		if v.Pose != nil {
			p.piece(v, p.pose(v.Pose.Point), 1)
		}
		if v.Place < 0 || slices.Contains(v.States, "removed") {
			continue
		}
		s := occupied[v.Place]
		if s == nil {
			s = &occupants{}
			occupied[v.Place] = s
		}
		if p.sheet.Pieces[v.Piece].Shape == "leader" {
			s.leaders = append(s.leaders, v)
		} else {
			s.units = append(s.units, v)
		}
	}
	for place := range p.sheet.Places {
		if s := occupied[place]; s != nil {
			slices.SortStableFunc(s.units, func(a, b *game.PieceView) int { return cmp.Compare(a.Order, b.Order) })
			p.stack(place, s.units)
		}
	}
	for place := range p.sheet.Places {
		if s := occupied[place]; s != nil {
			p.leaders(place, s)
		}
	}
	for _, m := range p.view.Marks {
		if m.Place >= 0 {
			p.mark(m)
		}
	}
}

// pose returns the place of a point of a board without places.
func (p *picture) pose(q game.Point) draw.Point {
	f := p.sheet.Unit / 1000
	if p.sheet.Bottom != 0 {
		return draw.At(p.sheet.Left+float64(q.X)*f, p.sheet.Bottom-float64(q.Y)*f)
	}
	return draw.At(p.sheet.Left+float64(q.X)*f, float64(q.Y)*f)
}

func (p *picture) at(place int) draw.Point {
	return draw.At(p.sheet.Places[place].X, p.sheet.Places[place].Y)
}

// stack draws the units of a place; the edges of the lower ones stay visible.
func (p *picture) stack(place int, units []*game.PieceView) {
	for i, v := range slices.Backward(units) {
		at := p.at(place).Add(shift*float64(i), 2-shift*float64(i))
		if i > 0 {
			c := p.palette(p.sheet.Pieces[v.Piece].Side)
			p.Put(`<path transform="translate(%v)" d="%s" fill="%s" stroke="%s" stroke-width="1.3"/>`, at, plate(p.sheet.Pieces[v.Piece].Side, half, 7), c.Field, c.Dark)
			continue
		}
		p.piece(v, at, len(units))
	}
}

// piece draws a unit or another counter; count is the number of counters in its stack.
func (p *picture) piece(v *game.PieceView, at draw.Point, count int) {
	c := &p.sheet.Pieces[v.Piece]
	p.Put(`<g transform="translate(%v)"><title>%s</title>`, at, draw.Escape(p.caption(c, v)))
	if c.Base != nil {
		p.base(c, v)
		p.Put(`</g>`)
		return
	}
	switch {
	case c.Shape == "leader":
		p.disc(c, v)
	case c.Shape == "card" && c.Figure != "":
		p.card(c, v)
	default:
		p.face(c, v)
	}
	if v.Facing >= 0 || v.Pose != nil {
		p.front(c, v)
	}
	p.badges(v)
	p.signs(c, v)
	if count > 1 {
		p.Put(`<circle cx="21" cy="5" r="7" fill="#fffaf0" stroke="%s" stroke-width="1.2"/><text x="21" y="8.7" text-anchor="middle" %s font-size="10" font-weight="bold" fill="%s">%d</text>`, draw.Ink, draw.Sans, draw.Ink, count)
	}
	for i, l := range v.Captives {
		p.Put(`<g transform="translate(%d 24)">`, 18-15*i)
		p.arms(p.sheet.Pieces[l].Group, "scale(.64)")
		const chain = "M-8 3.8h4M-2 3.8h4M4 3.8h4"
		p.Put(`<path d="%s" stroke="#fffdf6" stroke-width="4.4" stroke-linecap="round"/><path d="%s" stroke="#15110d" stroke-width="2.4" stroke-linecap="round"/></g>`, chain, chain)
	}
	p.Put(`</g>`)
}

// caption returns the name of a piece with its values and states.
func (p *picture) caption(c *system.Counter, v *game.PieceView) string {
	text := c.Name
	if c.TypeName != "" {
		text += ", " + c.TypeName + " " + p.figures(c, v)
	}
	for _, state := range v.States {
		if name := p.sheet.States[state]; name != "" {
			text += ", " + name
		}
	}
	return text
}

// printed returns the values on the side of a counter that is up.
func (p *picture) printed(c *system.Counter, v *game.PieceView) []system.Value {
	if p.turned(v) && len(c.Back) > 0 {
		return c.Back
	}
	return c.Values
}

// figures returns the current values of a counter, in the printed order.
func (p *picture) figures(c *system.Counter, v *game.PieceView) string {
	return row(p.printed(c, v), v)
}

// row returns the current numbers of some values.
func row(list []system.Value, v *game.PieceView) string {
	var text strings.Builder
	for i, printed := range list {
		switch {
		case i == 0:
		case printed.Apart:
			text.WriteByte(' ')
		default:
			text.WriteByte('-')
		}
		text.WriteString(number(printed, v))
	}
	return text.String()
}

// number returns the current number of a value, or the text that is printed instead of it.
func number(printed system.Value, v *game.PieceView) string {
	if printed.Text != "" {
		return printed.Text
	}
	return strconv.Itoa(valueOf(v, printed.Key, printed.N)) + printed.Mark
}

// in returns the values with a slot; the empty one is the row.
func in(list []system.Value, slot string) []system.Value {
	var out []system.Value
	for _, printed := range list {
		if printed.Slot == slot {
			out = append(out, printed)
		}
	}
	return out
}

// slots are the places of values outside of the row.
var slots = map[string]struct{ x, y, scale float64 }{
	system.SlotCorner: {-12.3, -12.3, 1.15}, system.SlotLeft: {-12.3, .6, 1.2}, system.SlotRight: {13.2, .4, 1.15},
}

// slotted draws the values that have slots.
func (p *picture) slotted(c *system.Counter, v *game.PieceView, col system.Palette) {
	for _, slot := range []string{system.SlotCorner, system.SlotLeft, system.SlotRight} {
		if list := in(p.printed(c, v), slot); len(list) > 0 {
			at := slots[slot]
			p.Put(`<g transform="translate(%s %s) scale(%s)">`, draw.Num(at.x), draw.Num(at.y), strconv.FormatFloat(at.scale, 'f', -1, 64))
			p.boxed(list[0].Box, row(list, v), 0, 0, 8.2, col)
			p.Put(`</g>`)
		}
	}
}

// boxed writes a text in a box of the sheet.
func (p *picture) boxed(box, text string, x, y, size float64, col system.Palette) {
	b := p.sheet.Boxes[box]
	p.Put(`<g transform="translate(%s %s)">`, draw.Num(x), draw.Num(y))
	for _, part := range b.Parts {
		p.Path(paint(part, col), part.Path)
	}
	p.Put(`<text y="%s" text-anchor="middle" %s font-size="%s" font-weight="bold" fill="%s">%s</text></g>`, draw.Num(.36*size), draw.Sans, draw.Num(size), cmp.Or(b.Ink, col.Dark), draw.Escape(text))
}

func (p *picture) turned(v *game.PieceView) bool {
	return p.sheet.Turned != "" && slices.Contains(v.States, p.sheet.Turned)
}

// valueOf returns the current value of a piece, or the printed one if the view does not have it.
func valueOf(v *game.PieceView, key string, printed int) int {
	for _, x := range v.Values {
		if x.Key == key {
			return x.N
		}
	}
	return printed
}

// face draws the face of a counter.
func (p *picture) face(c *system.Counter, v *game.PieceView) {
	has := func(state string) bool { return slices.Contains(v.States, state) }
	col := p.palette(c.Side)
	field, light := col.Field, col.Light
	if p.turned(v) {
		field, light = col.Dark, col.Cloth
	}
	way, anchor := 1.0, "start" // the direction in which the figure looks
	band := "M-22 6.5h44v15.5h-44z"
	if c.Side != 0 {
		way, anchor, band = -1, "end", "M-22 6.5h44v8.5l-7 7h-30l-7-7z"
	}
	p.Put(`<path transform="translate(1.5 2.2)" d="%s" fill="#2b2419" opacity=".38"/>`, plate(c.Side, half, 7))
	p.Put(`<path d="%s" fill="%s" stroke="%s" stroke-width="1.3"/><path d="%s" fill="%s"/>`, plate(c.Side, half, 7), field, col.Dark, plate(c.Side, 19, 5), light)
	x, y, scale := 2*way, -7.2, 1.0
	figures, size, room := row(in(p.printed(c, v), ""), v), 13.6, 41.0
	switch {
	case len(p.group(c.Group).Arms) > 0:
		x, y = 5*way, -5.6
	case len(in(p.printed(c, v), system.SlotCorner)) > 0: // room for the values beside it
		x, y, scale, size = 2.5, -6.6, .9, 11.6
	case len(c.Values) == 0:
		x, y, band = 0, 0, ""
	}
	p.Put(`<g transform="translate(%s %s) scale(%s %s)" stroke-linejoin="round" stroke-linecap="round">`, draw.Num(x), draw.Num(y), draw.Num(way*scale), draw.Num(scale))
	p.figure(c, v, col)
	p.Put(`</g>`)
	p.arms(c.Group, fmt.Sprintf("translate(%s -2.4) scale(.58)", draw.Num(-12.6*way)))
	if band != "" {
		p.Put(`<path d="%s" fill="%s"/>`, band, field)
	}
	if p.turned(v) {
		p.Put(`<path d="M-19 3h38v3.5h-38z" fill="url(#hatch)"/>`)
	}
	p.Put(`<text x="%s" y="-12.5" text-anchor="%s" %s font-size="7" font-weight="bold" fill="%s">%s</text>`, draw.Num(-18*way), anchor, draw.Sans, col.Dark, draw.Escape(c.Type))
	squeeze := ""
	if wide := .64 * size * float64(len(figures)); wide > room+2 { // hyphens are narrow
		squeeze = ` textLength="` + draw.Num(room) + `" lengthAdjust="spacingAndGlyphs"`
	}
	p.Put(`<text y="%s" text-anchor="middle" %s font-size="%s" font-weight="bold"%s fill="#fff">%s</text>`, draw.Num(12.3+.36*size), draw.Sans, draw.Num(size), squeeze, draw.Escape(figures))
	p.slotted(c, v, col)
	if has("pilum") {
		p.Put(`<path d="M-17 4.5V-9M-17-9l-1.6 3.4M-17-9l1.6 3.4" fill="none" stroke="%s" stroke-width="1.6"/>`, col.Dark)
	}
	if has("dismounted") || has("remounted") {
		p.Put(`<g transform="translate(%s 2)" fill="none" stroke="#1d1712" stroke-linecap="round"><circle r="5.2" fill="#fffdf6" stroke="%s"/><path d="M-3 2.8h1Q-3.2-3 0-3T2 2.8h1" stroke-width="1.7"/>`, draw.Num(14*way), col.Dark)
		if has("dismounted") {
			p.Put(`<path d="M-4 4L4-4" stroke-width="1.3"/>`)
		}
		p.Put(`</g>`)
	}
	if has("resting") {
		p.Put(`<text x="8" y="2" %s font-size="11" font-weight="bold" font-style="italic" fill="%s">zz</text>`, draw.Serif, col.Dark)
	}
	if has("routed") {
		p.Put(`<path d="M-19-19L19 5.5M19-19L-19 5.5" stroke="#fff" stroke-width="3.6" opacity=".85"/>`)
	}
}

// card draws a card of the size of a counter: its number, its figure and the row at its foot.
func (p *picture) card(c *system.Counter, v *game.PieceView) {
	col := p.palette(c.Side)
	p.Put(`<rect x="-16" y="-22" width="32" height="44" rx="4" fill="%s" stroke="%s" stroke-width="1.6"/>`, col.Light, col.Dark)
	p.Put(`<g transform="translate(0 -1) scale(.68)" stroke-linejoin="round" stroke-linecap="round">`)
	p.figure(c, v, col)
	p.Put(`</g>`)
	for _, printed := range in(c.Values, system.SlotCorner) {
		p.boxed(printed.Box, number(printed, v), -9, -15, 8, col)
	}
	foot := in(c.Values, system.SlotFoot)
	for i, printed := range foot {
		x := 7.4 * (float64(i) - float64(len(foot)-1)/2)
		p.Put(`<g transform="translate(%s 17) scale(.36 .5)">`, draw.Num(x))
		p.boxed(printed.Box, strconv.Itoa(valueOf(v, printed.Key, printed.N)), 0, 0, 11, col)
		p.Put(`</g>`)
	}
}

// figure draws the figures of a counter around the origin, or the letters of its type if it has none.
func (p *picture) figure(c *system.Counter, v *game.PieceView, col system.Palette) {
	key := c.Figure
	for _, state := range v.States {
		if form := c.Forms[state]; form != "" {
			key = form
		}
	}
	parts := p.sheet.Figures[key]
	for _, part := range parts {
		p.Path(paint(part, col), part.Path)
	}
	if len(parts) == 0 {
		way := 1 // the figures of side 1 are mirrored; letters must not be
		if c.Side != 0 {
			way = -1
		}
		p.Put(`<text y="5" transform="scale(%d 1)" text-anchor="middle" %s font-size="14" font-weight="bold" fill="%s">%s</text>`, way, draw.Sans, col.Dark, draw.Escape(c.Type))
	}
}

// paint returns the SVG attributes for painting a part of a drawing.
func paint(part system.Part, c system.Palette) string {
	if part.Fill != "" {
		return `fill="` + part.Fill + `"`
	}
	switch part.Class {
	case "rim":
		return `fill="none" stroke="#1d1712" stroke-width="1.9" stroke-linejoin="round"`
	case "f":
		return `fill="` + c.Dark + `"`
	case "p":
		return `fill="` + c.Light + `"`
	case "s":
		return `fill="#fffdf6" stroke="` + c.Dark + `" stroke-width="1.6"`
	case "h":
		return `fill="` + c.Light + `" stroke="` + c.Dark + `" stroke-width="1.2"`
	case "c":
		return `fill="` + c.Cloth + `" stroke="` + c.Dark + `" stroke-width="1.2"`
	case "p line":
		return `fill="none" stroke="` + c.Light + `" stroke-width="1.3"`
	case "t":
		return `fill="none" stroke="` + c.Dark + `"`
	case "l thin":
		return `fill="none" stroke="` + c.Dark + `" stroke-width="1.4"`
	}
	return `fill="none" stroke="` + c.Dark + `" stroke-width="2.5"` // l
}

func (p *picture) group(id string) system.Group {
	for _, g := range p.sheet.Groups {
		if g.ID == id {
			return g
		}
	}
	return system.Group{}
}

// arms draws the coat of arms of a group, if it has one.
func (p *picture) arms(group, put string) {
	if arms := p.group(group).Arms; len(arms) > 0 {
		p.Put(`<g transform="%s">`, put)
		for _, part := range arms {
			p.Path(paint(part, system.Palette{}), part.Path)
		}
		p.Put(`</g>`)
	}
}

// angle returns the direction that a piece faces, or -1 if it has none.
func (p *picture) angle(v *game.PieceView) float64 {
	if v.Pose != nil {
		return float64(v.Pose.Heading) / 4
	}
	if v.Facing < 0 || v.Facing >= len(p.sheet.Facings) {
		return -1
	}
	return p.sheet.Facings[v.Facing].Angle
}

// plainHead is the arrow of counters without a front in the sheet.
const plainHead = "M21.5-10.5L42 0 21.5 10.5 28 0z"

// front draws the arrow of a unit's facing; two arrows for a charge.
func (p *picture) front(c *system.Counter, v *game.PieceView) {
	front := system.Front{Head: plainHead}
	if fronts := p.sheet.Fronts[c.Front]; v.Facing >= 0 && v.Facing < len(fronts) {
		front = fronts[v.Facing]
	}
	edge := front.Edge
	if c.Side != 0 {
		edge = front.Cut
	}
	p.Path(`fill="none" stroke="#fff6d6" stroke-width="3.2"`, edge)
	for i := range 2 {
		if i == 0 || slices.Contains(v.States, "charging") {
			p.Put(`<path transform="rotate(%s) translate(%s)" d="%s" fill="%s" stroke="#fffaf0" stroke-width="2.6" stroke-linejoin="round" paint-order="stroke"/>`,
				draw.Num(p.angle(v)-90), draw.Num(9.5*float64(i)), front.Head, p.palette(c.Side).Dark)
		}
	}
}

// badges draws the states of a unit as shapes with letters, lower beside an arrow that points past an upper corner.
func (p *picture) badges(v *game.PieceView) {
	has := func(state string) bool { return slices.Contains(v.States, state) }
	right, left := "18 -17", "-19 -17"
	switch a := p.angle(v); {
	case a > 15 && a < 75:
		right = "19 -3"
	case a > 285 && a < 345:
		left = "-20 -3"
	}
	letter := func(size, fill, text string) string {
		return fmt.Sprintf(`<text y="4.5" text-anchor="middle" %s font-size="%s" font-weight="bold" fill="%s">%s</text></g>`, draw.Sans, size, fill, text)
	}
	switch {
	case has("routed"):
		p.Put(`<g transform="translate(%s)"><path d="%s" fill="#15110d" stroke="#fff" stroke-width="1.4"/>%s`, right, routedSign, letter("12", "#fff", "R"))
	case has("discouraged"):
		p.Put(`<g transform="translate(%s)"><path d="%s" fill="#f6c92e" stroke="#15110d" stroke-width="1.4"/>%s`, right, discouragedSign, letter("11", "#15110d", "D"))
	}
	if has("out-of-command") {
		p.Put(`<g transform="translate(%s)"><circle r="7.5" fill="#fff" stroke="#15110d" stroke-width="1.4" stroke-dasharray="2.4 1.6"/>%s`, left, letter("12", "#15110d", "?"))
	}
}

// signs draws the badges of the sheet that a piece has.
func (p *picture) signs(c *system.Counter, v *game.PieceView) {
	for _, b := range p.sheet.Badges {
		n := 0
		if b.Value != "" {
			i := slices.IndexFunc(v.Values, func(x game.Value) bool { return x.Key == b.Value })
			if i < 0 {
				continue
			}
			n = v.Values[i].N
		} else if !slices.Contains(v.States, b.State) {
			continue
		}
		at := draw.At(b.X, b.Y)
		if a := p.angle(v); a >= 0 && c.Base == nil {
			sin, cos := math.Sincos(a * math.Pi / 180)
			switch {
			case math.Hypot(30*sin-b.X, -30*cos-b.Y) >= 16:
			case b.Y < -half/2:
				at.X -= math.Copysign(15, b.X)
			default:
				at.Y += 14
			}
		}
		p.Put(`<g transform="translate(%v)">`, at)
		for _, part := range b.Parts {
			p.Path(paint(part, p.palette(c.Side)), part.Path)
		}
		if b.Text != "" {
			p.Put(`<text y="%s" text-anchor="middle" %s font-size="%s" font-weight="bold" fill="%s">%s</text>`, draw.Num(.37*b.Size), draw.Sans, draw.Num(b.Size), b.Ink,
				draw.Escape(strings.ReplaceAll(b.Text, "{n}", strconv.Itoa(n))))
		}
		p.Put(`</g>`)
	}
}

const (
	routedSign      = "M-4.2-10h8.4l5.8 5.8v8.4l-5.8 5.8h-8.4l-5.8-5.8v-8.4z"
	discouragedSign = "M0-11.5L11.5 0 0 11.5-11.5 0z"
)

// leaders draws the leaders of a place with their names: in the gaps beside its units, which no figures reach.
func (p *picture) leaders(place int, s *occupants) {
	for i, v := range s.leaders {
		c := &p.sheet.Pieces[v.Piece]
		at, name := leaderAt(i), draw.At(0, 34)
		if len(s.units) == 0 {
			at, name = draw.At(26*float64(i)-13*float64(len(s.leaders)-1), 0), draw.At(0, 23)
		} else {
			angle := p.angle(s.units[0])
			if angle > 225 && angle < 315 {
				at.X = -at.X
			}
			if angle > 150 && angle < 210 {
				name.Y = -27
			}
			name.X -= at.X
			name.Y -= at.Y
		}
		p.Put(`<g transform="translate(%v)"><title>%s</title>`, p.at(place).Add(at.X, at.Y), draw.Escape(p.caption(c, v)))
		p.disc(c, v)
		text := draw.Escape(c.Name)
		if rest := unboxed(c.Values); len(rest) < len(c.Values) { // the others stand beside the name
			text += ` <tspan font-style="normal" font-size="9">` + draw.Escape(row(rest, v)) + `</tspan>`
		}
		p.Put(`<text x="%s" y="%s" text-anchor="middle" %s font-size="10" font-style="italic" fill="#2b2216" stroke="#f8f1df" stroke-width="3" stroke-linejoin="round" paint-order="stroke">%s</text></g>`,
			draw.Num(name.X), draw.Num(name.Y), draw.Serif, text)
	}
}

// leaderAt returns where the i-th leader stands beside some units: left, right, above.
func leaderAt(i int) draw.Point {
	return [...]draw.Point{draw.At(-31, -2), draw.At(31, -2), draw.At(0, -30), draw.At(-30, 24), draw.At(30, 24)}[i%5]
}

// unboxed returns the values without boxes.
func unboxed(list []system.Value) []system.Value {
	return slices.DeleteFunc(slices.Clone(list), func(x system.Value) bool { return x.Box != "" })
}

// disc draws a leader: a coat of arms or a bust, and the first value on a small disc. A commander's disc has rays.
func (p *picture) disc(c *system.Counter, v *game.PieceView) {
	has := func(state string) bool { return slices.Contains(v.States, state) }
	col := p.palette(c.Side)
	p.Put(`<circle cx="1" cy="1.6" r="11" fill="#2b2419" opacity=".38"/>`)
	if c.Chief && !has("replacement") || has("commander") {
		p.Put(`<path d="M0-13.5L3.7-10.6 8.2-10.8 9.5-6.5 13-3.6 11.5.6 12.6 5 8.7 7.4 6.8 11.5 2.2 11.3-1.9 13.3-5.2 10.2-9.7 9.2-10.4 4.7-13.3 1.2-11.3-2.8-11.6-7.4-7.5-9.4-4.9-13.1-.5-12z" fill="#e0ae35" stroke="#4a3610" stroke-width="1.2"/>`)
	} else {
		p.Put(`<circle r="11" fill="%s" stroke="#fffaf0" stroke-width="1.6"/>`, col.Dark)
	}
	field := col.Light
	if has("activated") || has("inactive") {
		field = "#b7ac98"
	}
	p.Put(`<circle r="9" fill="%s"/>`, field)
	if len(p.group(c.Group).Arms) > 0 {
		p.arms(c.Group, "translate(-.8 .2) scale(.6)")
	} else {
		way := ".72"
		if c.Side != 0 {
			way = "-.72"
		}
		p.Put(`<g transform="translate(0 1.2) scale(%s .72)">`, way)
		p.figure(c, v, col)
		p.Put(`</g>`)
	}
	if i := slices.IndexFunc(c.Values, func(x system.Value) bool { return x.Box != "" }); i >= 0 {
		p.boxed(c.Values[i].Box, number(c.Values[i], v), -1, 12, 8, col)
	} else if len(c.Values) > 0 {
		p.Put(`<circle cx="9" cy="5" r="6" fill="%s" stroke="#fffaf0"/><text x="9" y="8.3" text-anchor="middle" %s font-size="9" font-weight="bold" fill="#fff">%d</text>`,
			col.Dark, draw.Sans, valueOf(v, c.Values[0].Key, c.Values[0].N))
	}
	if has("commander") {
		p.Put(`<path d="M-6-10L-7.4-16.5-3.4-13.6 0-18 3.4-13.6 7.4-16.5 6-10z" fill="#f3cf5a" stroke="#4a3610" stroke-width="1.1" stroke-linejoin="round"/>`)
	}
	if has("wounded") {
		p.Put(`<path d="M-8-13v8M-12-9h8" stroke="#b5121b" stroke-width="3"/>`)
	}
	if has("inactive") {
		p.Put(`<path d="M-8-8L8 8" stroke="#15110d" stroke-width="3"/>`)
	}
	if has("activated") {
		p.Put(`<g fill="none"><path d="M-5.5 0L-1.5 4.5 6-5" stroke="#fffdf6" stroke-width="4.6"/><path d="M-5.5 0L-1.5 4.5 6-5" stroke="#15110d" stroke-width="2.4"/></g>`)
	}
}

// mark draws crossed swords for a melee or an arrow for a charge: above the counter, or beside it on a board where facing
// arrows can point straight up.
func (p *picture) mark(m game.Mark) {
	at := p.at(m.Place).Add(0, -26)
	if slices.ContainsFunc(p.sheet.Facings, func(f system.Facing) bool { return f.Angle == 0 }) {
		at = p.at(m.Place).Add(-24, 4)
	}
	d := "M-6-6L5 5M6-6L-5 5M-6.5 2.5L-2.5 6.5M6.5 2.5L2.5 6.5"
	if m.Key == "charge" {
		d = "M-6 6L3-3M-1.5-5.5L6.5-6.5 5.5 1.5zM-5.5 1.5L-1.5 5.5"
	}
	p.Put(`<g transform="translate(%v)" stroke="#a01f1f"><circle r="10" fill="#fffdf7" stroke-width="1.6"/><path d="%s" fill="none" stroke-width="2.2" stroke-linecap="round"/></g>`, at, d)
}

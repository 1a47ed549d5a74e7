package picture

import (
	"strconv"

	"acies/game"
	"acies/rules/sword"
)

func ftoa(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// palette is the colours of one army.
type palette struct {
	field, dark, light, cloth string
}

var colors = [2]palette{
	{field: "#a8322d", dark: "#6d1b18", light: "#f6e3d5", cloth: "#c67a70"},
	{field: "#2f5a86", dark: "#193753", light: "#e2ebf2", cloth: "#6f8fae"},
}

const (
	size  = 40.0 // of a counter
	shift = 3.0  // of each counter under another
)

func (s *sheet) counters() {
	for h := range s.m.Len() {
		if len(s.stacks[h]) > 0 {
			s.stack(h)
		}
		for i, l := range s.lead[h] {
			s.leader(h, i, l)
		}
		if key, ok := s.marked[h]; ok {
			s.mark(h, key)
		}
	}
}

// mark draws crossed strokes for a mêlée, an arrow for a charge.
func (s *sheet) mark(h int, key string) {
	x, y := s.center(h)
	d := "M-9-9L9 9M9-9L-9 9"
	if key == "charge" {
		d = "M-9 9L7-7M-3-9L9-9 9 3"
	}
	if s.setup.Book.Facing == sword.FaceSide { // beside the counter, out of the way of the chevron
		x, y = x-size/2-4, y+flat/2
	}
	s.put(`<g transform="translate(%.1f %.1f)" stroke-linecap="round" fill="none"><path d="%s" stroke="#fff" stroke-width="6"/><path d="%s" stroke="#b5121b" stroke-width="3"/></g>`, x, y-flat/2+6, d, d)
}

// stack draws the counters of a hex, the lower ones peeping out, and the facing of the top one.
func (s *sheet) stack(h int) {
	x, y := s.center(h)
	stack := s.stacks[h]
	y += 2
	for i := len(stack) - 1; i >= 0; i-- {
		d := shift * float64(i)
		s.counter(stack[i], x+d, y-d, i == 0)
	}
	if f := s.view.Pieces[stack[0]].Facing; f >= 0 {
		s.chevron(x, y, f, s.has(stack[0], "charging"), colors[s.side(stack[0])])
	}
	for i, l := range s.view.Pieces[stack[0]].Captives {
		cx, cy := x+size/2-2-13*float64(i), y+size/2-2
		s.shield(s.arms(s.setup.Leaders[l-s.b.Units()].Contingent), cx, cy, .54)
		s.put(`<path transform="translate(%.1f %.1f)" d="M-8 0h4M-2 0h4M4 0h4" stroke="#fff" stroke-width="4.4" stroke-linecap="round"/><path transform="translate(%.1f %.1f)" d="M-8 0h4M-2 0h4M4 0h4" stroke="#1d1712" stroke-width="2.4" stroke-linecap="round"/>`, cx, cy, cx, cy)
	}
	if len(stack) > 1 {
		s.put(`<g transform="translate(%.1f %.1f)"><circle r="7" fill="#fffaf0" stroke="%s" stroke-width="1.2"/><text y="3.6" text-anchor="middle" `+sans+` font-size="10" font-weight="bold" fill="%s">%d</text></g>`,
			x+size/2+1, y-size/2+1, ink, ink, len(stack))
	}
}

// chevron points to the corner or over the side that a unit faces; of a charge there are two.
func (s *sheet) chevron(x, y float64, f int, charging bool, c palette) {
	turn, d := (f-1)*60, "M20-7.500L38 0 20 7.500 24 0z"
	if s.setup.Book.Facing == sword.FaceSide {
		turn, d, y = f*60-90, "M22-9.500L34.500 0 22 9.500 25 0z", y+2
	}
	for i := range 2 {
		if i == 0 || charging {
			s.put(`<path transform="translate(%.1f %.1f) rotate(%d) translate(%d)" d="%s" fill="%s" stroke="#fffaf0" stroke-width="1.4" stroke-linejoin="round"/>`,
				x, y-2, turn, 8*i, d, c.dark)
		}
	}
}

// counter draws one unit around a point.
func (s *sheet) counter(u int, x, y float64, top bool) {
	c := colors[s.side(u)]
	d := s.setup.Units[u]
	s.put(`<g transform="translate(%.1f %.1f)"><title>%s</title>`, x, y, escape(s.caption(u)))
	s.put(`<rect x="%.1f" y="%.1f" width="%.0f" height="%.0f" rx="5" fill="#2b2419" opacity=".35"/>`, -size/2+1.6, -size/2+2.2, size, size)
	s.put(`<rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" rx="5" fill="%s" stroke="%s" stroke-width="1.2"/>`, -size/2, -size/2, size, size, c.field, c.dark)
	if top {
		s.put(`<rect x="-17" y="-12" width="34" height="20" rx="2" fill="%s"/>`, c.light)
		s.put(`<text x="-16" y="-13.2" `+sans+` font-size="7" font-weight="bold" fill="#fff">%s</text>`, d.Type)
		if arms := s.arms(d.Contingent); arms == "" {
			s.figure(u, c)
		} else {
			s.put(`<g transform="translate(4.5 -1.6) scale(.86)">`)
			s.figure(u, c)
			s.put(`</g>`)
			s.shield(arms, -11.5, -1.6, .52)
		}
		s.put(`<text y="17.3" text-anchor="middle" `+sans+` font-size="9.4" font-weight="bold" fill="#fff">%s</text>`, s.figures(u))
		s.condition(u)
	}
	s.put(`</g>`)
}

// caption names a unit with its figures and states.
func (s *sheet) caption(u int) string {
	text := s.w.Piece(u) + ", " + s.w.Text("type."+s.setup.Units[u].Type) + " " + s.figures(u)
	for _, state := range s.view.Pieces[u].States {
		text += ", " + s.w.Text("state."+state)
	}
	return text
}

// condition marks what is wrong with a unit, by shape and letter so that colour is not needed.
func (s *sheet) condition(u int) {
	if s.has(u, "fatigued") {
		s.put(`<rect x="-17" y="3.5" width="34" height="4.5" fill="url(#hatch)"/>`)
	}
	badge := func(shape, letter, fill string) {
		s.put(`<g transform="translate(17 -15)">%s<text y="3.6" text-anchor="middle" `+sans+` font-size="9.5" font-weight="bold" fill="%s">%s</text></g>`, shape, fill, letter)
	}
	switch {
	case s.has(u, "routed"):
		s.put(`<path d="M-17-12L17 8M17-12L-17 8" stroke="#fff" stroke-width="3.4" opacity=".85"/>`)
		badge(`<path d="M-4-9.5h8l5.5 5.5v8L4 9.5h-8L-9.5 4v-8z" fill="#1d1712" stroke="#fff" stroke-width="1.2"/>`, "R", "#fff")
	case s.has(u, "discouraged"):
		badge(`<path d="M0-10.5L10.5 0 0 10.5-10.5 0z" fill="#f2c230" stroke="#1d1712" stroke-width="1.2"/>`, "D", "#1d1712")
	}
	if s.has(u, "out-of-command") {
		s.put(`<text x="-17" y="2" ` + sans + ` font-size="11" font-weight="bold" fill="#1d1712">?</text>`)
	}
	if s.has(u, "resting") {
		s.put(`<text x="11" y="5" %s font-size="11" font-style="italic" fill="#1d1712">z</text>`, serif)
	}
	if s.has(u, "dismounted") || s.has(u, "remounted") {
		s.put(`<g transform="translate(13 4)" fill="none" stroke="#1d1712"><circle r="4.800" fill="#fffdf6" stroke-width=".9"/><path d="M-3 2.600h1Q-3-2.800 0-2.800T2 2.600h1" stroke-width="1.5"/>`)
		if s.has(u, "dismounted") {
			s.put(`<path d="M-4 4L4-4" stroke-width="1.2"/>`)
		}
		s.put(`</g>`)
	}
	if s.has(u, "pilum") {
		s.put(`<path d="M-15 6L-10-9M-10-9l-2.6 2.6M-10-9l1 3.4" stroke="#1d1712" stroke-width="1.1" fill="none"/>`)
	}
}

// silhouettes are the arms of each type: what its men carry or ride.
var silhouettes = map[string]string{
	"Lg": `<path d="M-5-9h10q1 8-1 14-4 2-8 0-2-6-1-14z" fill="#fff"/><circle cy="-2" r="2"/><path d="M9-10V7"/>`,
	"Ho": `<circle cy="-2" r="7.5" fill="#fff"/><path d="M-3 2L0-6 3 2"/><path d="M11-11V7M9.5-8L11-11l1.5 3"/>`,
	"Ph": `<circle cx="-6" cy="1" r="4" fill="#fff"/><circle cx="4" cy="1" r="4" fill="#fff"/><path d="M-10 6L-2-11M-4 6L4-11M2 6L10-11M8 6l6-13"/>`,
	"Pe": `<path d="M-7-7a8 8 0 1014 0q-7 6-14 0z" fill="#fff"/><path d="M10-10L4 7M11-10L13 7"/>`,
	"In": `<path d="M-6-8h12v10q-6 6-12 0z" fill="#fff"/><path d="M10-10V7"/>`,
	"Ja": `<path d="M-10 6L6-10M-4 7L12-9M6-10l-3.6.6M6-10l-.6 3.6M12-9l-3.6.6M12-9l-.6 3.6"/>`,
	"Ar": `<path d="M-3-10q13 8 0 16z" fill="none"/><path d="M-10-2H11M11-2l-3-2.4M11-2L8 .4"/>`,
	"Ca": `<path d="M-9 7q0-9 5-11l-2-4 5 2q7 0 10 7l-2 2.6-6-2.6q-1 3 1 6z" fill="#fff"/><path d="M-2-9L-9-2"/>`,
	"Cl": `<path d="M-9 7q0-9 5-11l-2-4 5 2q7 0 10 7l-2 2.6-6-2.6q-1 3 1 6z"/><path d="M6 7L13-8"/>`,
	"Ch": `<circle cx="-4" cy="2" r="5.5" fill="#fff"/><path d="M-4-3.5v11M-9.500 2h11M1 1h13M-9-8h8v4"/>`,
	"El": `<path d="M-12 7V-2q1-7 9-7h5q6 0 7 6v9q3 1 4-2M-6 7V3h5v4" fill="#fff"/>`,
}

// leader draws a disc beside the counter, with the name below.
func (s *sheet) leader(h, i, l int) {
	x, y := s.center(h)
	c := colors[s.side(l)]
	d := s.setup.Leaders[l-s.b.Units()]
	rim := "#fffaf0"
	if d.Commander && !s.has(l, "replacement") || s.has(l, "commander") {
		rim = "#e3b341"
	}
	x, y = x-size/2-3+15*float64(i), y+size/2+3
	if arms := s.arms(d.Contingent); arms != "" {
		s.shield(arms, x-12, y-1, .52)
	}
	s.put(`<g transform="translate(%.1f %.1f)"><title>%s</title><circle r="8" fill="%s" stroke="%s" stroke-width="2.2"/>`,
		x, y, escape(s.w.Piece(l)), c.dark, rim)
	s.put(`<text y="3.7" text-anchor="middle" `+sans+` font-size="10" font-weight="bold" fill="#fff">%s</text></g>`, itoa(s.value(l, "rating")))
	if s.has(l, "wounded") {
		s.put(`<path d="M%.1f %.1fh6M%.1f %.1fv6" stroke="#fff" stroke-width="2"/>`, x+5, y-7, x+8, y-10)
	}
	s.put(`<text x="%.1f" y="%.1f" %s font-size="9" fill="%s" stroke="#f4ecd8" stroke-width="2.6" stroke-linejoin="round" paint-order="stroke">%s</text>`,
		x+10.5, y+7, serif, ink, escape(s.w.Piece(l)))
}

// legend explains the signs below the map.
func (s *sheet) legend() {
	y := s.bottom + 44
	x := margin
	for i := range 2 {
		total := 0
		for _, sc := range s.view.Scores {
			if int(sc.Side) == i {
				total += sc.Points
			}
		}
		s.put(`<rect x="%.1f" y="%.1f" width="22" height="22" rx="4" fill="%s" stroke="%s"/>`, x, y+34*float64(i), colors[i].field, colors[i].dark)
		s.put(`<text x="%.1f" y="%.1f" %s font-size="15" fill="%s">%s</text>`, x+30, y+16+34*float64(i), serif, ink,
			escape(s.w.Say("ui.side-points", game.Arg{Name: "side", Kind: game.Player, N: i}, game.Arg{Name: "points", N: total})))
	}
	x += 250
	for i, item := range s.legendItems() {
		cx, cy := x+[]float64{0, 160, 440, 600}[i/3], y+11+28*float64(i%3)
		s.put(`<g transform="translate(%.1f %.1f)">%s</g>`, cx, cy, item.sign)
		s.put(`<text x="%.1f" y="%.1f" %s font-size="12.5" fill="%s">%s</text>`, cx+26, cy+4, serif, ink, escape(item.text))
	}
}

type legendItem struct{ sign, text string }

func (s *sheet) legendItems() []legendItem {
	items := []legendItem{
		{`<path d="M0-10.500L10.500 0 0 10.500-10.500 0z" fill="#f2c230" stroke="#1d1712"/><text y="3.600" text-anchor="middle" font-family="sans-serif" font-size="9.500" font-weight="bold">D</text>`, s.w.Text("state.discouraged")},
		{`<path d="M-4-9.500h8l5.500 5.500v8L4 9.500h-8L-9.500 4v-8z" fill="#1d1712"/><text y="3.600" text-anchor="middle" font-family="sans-serif" font-size="9.500" font-weight="bold" fill="#fff">R</text>`, s.w.Text("state.routed")},
		{`<rect x="-11" y="-4" width="22" height="8" fill="url(#hatch)"/>`, s.w.Text("state.fatigued")},
		{`<circle r="9" fill="#6d1b18" stroke="#e3b341" stroke-width="2.400"/>`, s.w.Text("ui.leader")},
		{`<path d="M-6-9L8 0-6 9-2 0z" fill="` + ink + `"/>`, s.w.Text("ui.facing")},
		{`<text y="4" text-anchor="middle" font-family="sans-serif" font-size="9" font-weight="bold">5-5-4</text>`, " " + s.w.Text("ui.figures")},
	}
	seen := map[string]bool{}
	for h := range s.m.Len() {
		for k := range 6 {
			seen[s.edges[h][k]] = true
			seen[s.paths[h][k]] = true
		}
	}
	for _, e := range []struct{ id, sign string }{
		{"fortification", `<path d="M-12 0h24" stroke="#4f4334" stroke-width="6"/><path d="M-8 0v6M0 0v6M8 0v6" stroke="#4f4334" stroke-width="2.400"/>`},
		{"river", `<path d="M-12 0h24" stroke="#6b9aac" stroke-width="8" stroke-linecap="round"/><path d="M-12 0h24" stroke="#9cc6d6" stroke-width="6" stroke-linecap="round"/>`},
		{"stream", `<path d="M-12 0h24" stroke="#6b9aac" stroke-width="6.500" stroke-linecap="round"/><path d="M-12 0h24" stroke="#9cc6d6" stroke-width="4.500" stroke-linecap="round"/>`},
		{"path", `<path d="M-12 0h24" stroke="#8b6b43" stroke-width="2" stroke-dasharray="6 4"/>`},
		{"track", `<path d="M-12 0h24" stroke="#8b6b43" stroke-width="2" stroke-dasharray="6 4"/>`},
		{"road", `<path d="M-12 0h24" stroke="#8a754c" stroke-width="6.400"/><path d="M-12 0h24" stroke="#f3e7c8" stroke-width="4.400"/>`},
	} {
		if seen[e.id] {
			items = append(items, legendItem{e.sign, s.w.Text("edge." + e.id)})
		}
	}
	return items
}

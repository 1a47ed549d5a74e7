package picture

import (
	"acies/game"
	"acies/picture/draw"
	"acies/system"
)

// base draws a counter to scale, as the board in the browser does: its rows with their figures, the front edge, and its type
// and first value, which stay upright.
func (p *picture) base(c *system.Counter, v *game.PieceView) {
	col := p.palette(c.Side)
	w, row := c.Base.Width, c.Base.Depth
	rows := max(1, valueOf(v, c.Base.Rows, 1))
	depth := row * float64(rows)
	angle := max(0, p.angle(v))
	p.Put(`<g transform="rotate(%s)">`, draw.Num(angle))
	p.Put(`<rect x="%s" width="%s" height="%s" fill="%s" stroke="%s" stroke-width="1.6"/>`, draw.Num(-w/2), draw.Num(w), draw.Num(depth), col.Cloth, col.Dark)
	for i := rows - 1; i >= 0; i-- {
		p.Put(`<g transform="translate(0 %s)" stroke-linejoin="round" stroke-linecap="round">`, draw.Num(row*float64(i)))
		p.figure(c, v, col)
		p.Put(`</g>`)
		if i > 0 {
			p.Put(`<path d="M%s %sh%s" stroke="%s" stroke-dasharray="4 3"/>`, draw.Num(-w/2), draw.Num(row*float64(i)), draw.Num(w), col.Dark)
		}
	}
	p.Put(`<path d="M%s 1.5h%s" stroke="%s" stroke-width="4"/><path d="M-7 0L0-7 7 0z" fill="%s"/>`, draw.Num(-w/2), draw.Num(w), col.Dark, col.Dark)
	turn := 0
	if angle > 90 && angle < 270 {
		turn = 180
	}
	p.Put(`<g transform="translate(0 %s) rotate(%d)">`, draw.Num(depth/2+1), turn)
	text := c.Type
	if len(c.Values) > 0 {
		text += " " + number(c.Values[0], v)
	}
	p.Put(`<text y="5.5" text-anchor="middle" %s font-size="15" font-weight="bold" fill="%s" stroke="#fffaf0" stroke-width="4" stroke-linejoin="round" paint-order="stroke">%s</text>`, draw.Sans, col.Dark, draw.Escape(text))
	p.signs(c, v)
	p.Put(`</g></g>`)
}

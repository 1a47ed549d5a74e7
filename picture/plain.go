package picture

import (
	"cmp"
	"io"

	"acies/game"
	"acies/picture/draw"
	"acies/system"
)

// Draw writes a view of a battle as an SVG picture, with the ground that the rulebook draws.
func Draw(out io.Writer, p *system.Pack, b game.Battle, v game.View, w system.Speaker) error {
	sheet := p.Sheet(b, w)
	return SVG(out, sheet, Under(p, b, w, sheet, system.Whole), v, w)
}

// Under returns the ground of a battle as its rulebook draws it, or plain outlines if it draws none.
func Under(p *system.Pack, b game.Battle, w system.Speaker, sheet *system.Sheet, kind system.Ground) string {
	if ground := p.Ground(b, w, kind); ground != "" {
		return ground
	}
	return Plain(sheet)
}

// Plain draws the places of a sheet as outlines with their names. It is the ground of a battle that has no map.
func Plain(s *system.Sheet) string {
	var c draw.Canvas
	c.Put(`<g fill="#ebdfbe" stroke="#927e52" stroke-width="1.4" stroke-linejoin="round">`)
	for _, p := range s.Places {
		shape := s.Shapes[p.Shape]
		var corners []draw.Point
		for i := 0; i+1 < len(shape); i += 2 {
			corners = append(corners, draw.At(p.X+shape[i], p.Y+shape[i+1]))
		}
		var t draw.Path
		t.Polygon(corners...)
		c.Path("", t.String())
	}
	c.Put(`</g><g class="numbers" %s font-size="9" text-anchor="middle" fill="#6d5c38">`, draw.Sans)
	for _, p := range s.Places {
		top := 0.0
		for i := 1; i < len(s.Shapes[p.Shape]); i += 2 {
			top = min(top, s.Shapes[p.Shape][i])
		}
		c.Put(`<text x="%s" y="%s">%s</text>`, draw.Num(p.X), draw.Num(p.Y+top+11), draw.Escape(cmp.Or(p.Name, p.ID)))
	}
	c.Put(`</g>`)
	return c.String()
}

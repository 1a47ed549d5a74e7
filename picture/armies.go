package picture

import (
	"acies/game"
	"acies/picture/draw"
	"acies/system"
)

// Armies draws the pieces of a view as plain blocks in the colours of their sides, for a small picture of a battle.
func Armies(s *system.Sheet, v game.View) string {
	p := &picture{sheet: s, view: v}
	seen := map[int]bool{}
	for i := range v.Pieces {
		x := &v.Pieces[i]
		c := &s.Pieces[x.Piece]
		if c.Shape != "unit" && c.Base == nil {
			continue
		}
		switch {
		case x.Pose != nil && c.Base != nil:
			at, deep := p.pose(x.Pose.Point), c.Base.Depth*float64(max(1, valueOf(x, c.Base.Rows, 1)))
			col := p.palette(c.Side)
			p.Put(`<rect transform="translate(%v) rotate(%s)" x="%s" width="%s" height="%s" fill="%s" stroke="#fffaf0" stroke-width="3" paint-order="stroke"/>`,
				at, draw.Num(p.angle(x)), draw.Num(-c.Base.Width/2), draw.Num(c.Base.Width), draw.Num(deep), col.Field)
		case x.Place >= 0 && !seen[x.Place]:
			seen[x.Place] = true
			col := p.palette(c.Side)
			if angle := p.angle(x); angle >= 0 {
				p.Put(`<path transform="translate(%v) rotate(%s)" d="M-16-16L0-36 16-16z" fill="%s" stroke="#fffaf0" stroke-width="5" paint-order="stroke" stroke-linejoin="round"/>`, p.at(x.Place), draw.Num(angle), col.Dark)
			}
			p.Put(`<path transform="translate(%v)" d="%s" fill="%s" stroke="#fffaf0" stroke-width="5" paint-order="stroke" stroke-linejoin="round"/>`, p.at(x.Place), plate(c.Side, half, 7), col.Field)
		}
	}
	return p.String()
}

package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"

	"acies/game"
	"acies/rules/sword"
)

// The sheet, in pixels.
const (
	flat   = 64.0           // a hex across its flats
	radius = flat / 1.73205 // and from its centre to a corner
	margin = 56.0
	head   = 104.0 // above the map, for the title
	foot   = 150.0 // below it, for the key
)

const serif = `font-family="Georgia,'DejaVu Serif',serif"`

const sans = `font-family="'DejaVu Sans',Arial,sans-serif"`

// ink is what is written and drawn on the paper with.
const ink = "#3d3222"

// sheet is a picture being drawn.
type sheet struct {
	*field
	buf           bytes.Buffer
	width, height float64
	bottom        float64 // of the map
}

// SVG draws the battle as a picture that needs nothing but itself: no fonts, no images, no scripts.
func SVG(w io.Writer, b *sword.Battle, v game.View, o Options) error {
	s := &sheet{field: newField(b, v, o)}
	s.width = 2*(margin+radius) + float64(s.m.Cols-1)*1.5*radius
	s.bottom = head + (float64(s.m.Rows)+.5)*flat
	s.height = s.bottom + foot
	s.put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f">`, s.width, s.height, s.width, s.height)
	s.put(`<title>%s</title>`, escape(s.w.Text("battle.name")))
	s.defs()
	s.put(`<rect width="100%%" height="100%%" fill="#f4ecd8"/>`)
	s.put(`<rect x="14" y="14" width="%.0f" height="%.0f" fill="none" stroke="#a08c62" stroke-width="1.5"/>`, s.width-28, s.height-28)
	s.put(`<rect x="19" y="19" width="%.0f" height="%.0f" fill="none" stroke="#a08c62" stroke-width=".6"/>`, s.width-38, s.height-38)
	s.title()
	s.ground()
	s.routEdges()
	s.counters()
	s.names()
	s.legend()
	s.put(`</svg>`)
	_, err := w.Write(s.buf.Bytes())
	return err
}

func (s *sheet) put(format string, args ...any) {
	fmt.Fprintf(&s.buf, format, args...)
	s.buf.WriteByte('\n')
}

func escape(text string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		return ""
	}
	return b.String()
}

// center returns where a hex is on the sheet.
func (s *sheet) center(h int) (x, y float64) {
	x, y = s.m.Center(h)
	return margin + radius + (x-0.8660254)*flat, head + flat/2 + (y-1)*flat
}

// corner returns a corner of a hex: 0 the upper right one, and on clockwise.
func (s *sheet) corner(h, k int) (x, y float64) {
	x, y = s.center(h)
	dx, dy := direction(k)
	return x + radius*dx, y + radius*dy
}

// direction returns the direction of a corner.
func direction(k int) (dx, dy float64) {
	angle := float64(k-1) * math.Pi / 3
	return math.Cos(angle), math.Sin(angle)
}

// ends returns the ends of a hexside: side k lies between the corners k-1 and k.
func (s *sheet) ends(h, k int) (x1, y1, x2, y2 float64) {
	x1, y1 = s.corner(h, (k+5)%6)
	x2, y2 = s.corner(h, k)
	return x1, y1, x2, y2
}

func (s *sheet) defs() {
	s.put(`<defs>
<pattern id="houses" width="16" height="14" patternUnits="userSpaceOnUse"><rect x="2" y="2" width="5" height="4" fill="#b3866a" opacity=".55"/><rect x="9" y="3" width="4" height="5" fill="#a57a60" opacity=".5"/><rect x="4" y="8" width="6" height="4" fill="#b98e73" opacity=".5"/></pattern>
<pattern id="waves" width="18" height="9" patternUnits="userSpaceOnUse"><path d="M0 6q4.5-5 9 0t9 0" fill="none" stroke="#7ea6b5" stroke-width=".8" opacity=".6"/></pattern>
<pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="4" height="4" fill="#2b2419"/><rect width="1.6" height="4" fill="#fff" opacity=".75"/></pattern>
</defs>`)
	if !s.north() {
		return
	}
	var land strings.Builder
	for h := range s.m.Len() {
		land.WriteString("M" + s.outline(h) + "z")
	}
	s.put(`<clipPath id="land"><path d="%s"/></clipPath>`, land.String())
}

func (s *sheet) title() {
	v := s.view
	s.put(`<text x="%.1f" y="60" text-anchor="middle" %s font-size="32" fill="%s" letter-spacing="1.5">%s</text>`,
		s.width/2, serif, ink, escape(s.w.Text("battle.name")))
	line := s.w.Say("ui.turn", game.Arg{Name: "turn", N: v.Turn}, game.Arg{Name: "turns", N: v.Turns}) + " · " + s.w.Text(v.Phase)
	s.put(`<text x="%.1f" y="84" text-anchor="middle" %s font-size="14" font-style="italic" fill="#6b5a3c">%s</text>`,
		s.width/2, serif, escape(line))
}

// routEdges marks along the edge of the map where each army flees to.
func (s *sheet) routEdges() {
	for i, side := range s.setup.Sides {
		y, way := head-8.0, -1.0
		if side.RoutEdge == "bottom" {
			y, way = s.bottom+10, 1
		}
		x := margin + 24
		for n := range 3 {
			cx := x + 13*float64(n)
			s.put(`<path d="M%.1f %.1fl5 %.1fl5 %.1f" fill="none" stroke="%s" stroke-width="2.6" stroke-linecap="round"/>`,
				cx, y, 7*way, -7*way, colors[i].field)
		}
		s.put(`<text x="%.1f" y="%.1f" %s font-size="11" font-style="italic" fill="%s">%s</text>`,
			x+46, y+4+2*way, serif, colors[i].dark, escape(s.w.Say("ui.rout-edge", game.Arg{Name: "side", Kind: game.Player, N: i})))
	}
}

// Package picture draws any battle from its sheet, as SVG for files and reports: counters, marks, maps of heat; and helps
// rulebooks to draw their grounds.
package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"

	"acies/game"
	"acies/system"
)

// What is written on a sheet and with which ink.
const (
	Serif = `font-family="Georgia,'DejaVu Serif',serif"`
	Sans  = `font-family="'DejaVu Sans',Arial,sans-serif"`
	Ink   = "#3d3222"

	paper = "#f4ecd8"
)

// Canvas is SVG being written.
type Canvas struct{ buf bytes.Buffer }

func (c *Canvas) String() string { return c.buf.String() }

// Put writes a line.
func (c *Canvas) Put(format string, args ...any) {
	fmt.Fprintf(&c.buf, format, args...)
	c.buf.WriteByte('\n')
}

// Path draws a path, unless it is empty.
func (c *Canvas) Path(paint, d string) {
	if d != "" {
		c.buf.WriteString(`<path ` + paint + ` d="` + d + "\"/>\n")
	}
}

// Escape returns a text as it stands in SVG.
func Escape(text string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		return ""
	}
	return b.String()
}

// Num writes a length with at most one decimal.
func Num(v float64) string {
	v = math.Floor(v*10+.5) / 10
	if v == 0 {
		return "0" // not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

type point struct{ x, y float64 }

func (p point) String() string { return Num(p.x) + " " + Num(p.y) }

func (p point) add(x, y float64) point { return point{p.x + x, p.y + y} }

// A picture has room above the sheet for the title and below it for the key.
const head, foot = 76.0, 118.0

// SVG draws a moment of a battle as a picture that needs nothing but itself: no fonts, no images, no scripts. Ground is
// what lies under the counters of the sheet.
func SVG(out io.Writer, s *system.Sheet, ground string, v game.View, w system.Speaker) error {
	p := &picture{sheet: s, view: v, w: w}
	height := head + s.Height + foot
	p.Put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s">`, Num(s.Width), Num(height), Num(s.Width), Num(height))
	p.Put(`<title>%s</title>`, Escape(w.Text("battle.name")))
	p.Put(`<defs>%s</defs><rect width="100%%" height="100%%" fill="%s"/>`, hatch, paper)
	p.title()
	p.Put(`<g transform="translate(0 %s)">`, Num(head))
	p.buf.WriteString(ground)
	p.counters()
	p.Put(`</g>`)
	p.legend(head + s.Height)
	p.Put(`</svg>`)
	_, err := out.Write(p.buf.Bytes())
	return err
}

// Standalone returns the content of an SVG element of a sheet as a file of its own: the whole sheet, or only its places
// with a small rim.
func Standalone(s *system.Sheet, content string, whole bool) string {
	left, top, width, height := 0.0, 0.0, s.Width, s.Height
	if !whole {
		left, top, width, height = bounds(s, 8)
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="%s %s %s %s" width="%s" height="%s">`, Num(left), Num(top), Num(width), Num(height), Num(width), Num(height)) +
		"\n" + content + "</svg>\n"
}

// bounds returns the part of the sheet that its places take up, with a rim; the whole if it has none.
func bounds(s *system.Sheet, rim float64) (left, top, width, height float64) {
	if len(s.Places) == 0 {
		return 0, 0, s.Width, s.Height
	}
	left, top = s.Width, s.Height
	right, bottom := 0.0, 0.0
	for _, p := range s.Places {
		shape := s.Shapes[p.Shape]
		for i := 0; i+1 < len(shape); i += 2 {
			left, right = min(left, p.X+shape[i]), max(right, p.X+shape[i])
			top, bottom = min(top, p.Y+shape[i+1]), max(bottom, p.Y+shape[i+1])
		}
	}
	return left - rim, top - rim, right - left + 2*rim, bottom - top + 2*rim
}

// picture is a moment of a battle being drawn.
type picture struct {
	Canvas
	sheet *system.Sheet
	view  game.View
	w     system.Speaker
}

func (p *picture) title() {
	v := p.view
	p.Put(`<text x="%s" y="46" text-anchor="middle" %s font-size="32" fill="%s" letter-spacing="1.5">%s</text>`,
		Num(p.sheet.Width/2), Serif, Ink, Escape(p.w.Text("battle.name")))
	line := p.w.Say("ui.turn", game.Arg{Name: "turn", N: v.Turn}, game.Arg{Name: "turns", N: v.Turns}) + " · " + p.w.Text(v.Phase)
	p.Put(`<text x="%s" y="69" text-anchor="middle" %s font-size="14" font-style="italic" fill="#6b5a3c">%s</text>`,
		Num(p.sheet.Width/2), Serif, Escape(line))
}

// legend gives the points of the sides and explains the signs, below the map.
func (p *picture) legend(top float64) {
	y := top + 12
	const left = 54.0
	for i, c := range p.sheet.Colors {
		total := 0
		for _, sc := range p.view.Scores {
			if int(sc.Side) == i {
				total += sc.Points
			}
		}
		p.Put(`<path transform="translate(%s %s)" d="%s" fill="%s" stroke="%s"/>`, Num(left+11), Num(y+11+34*float64(i)), plate(i, 11, 4), c.Field, c.Dark)
		p.Put(`<text x="%s" y="%s" %s font-size="15" fill="%s">%s</text>`, Num(left+30), Num(y+16+34*float64(i)), Serif, Ink,
			Escape(p.w.Say("ui.side-points", game.Arg{Name: "side", Kind: game.Player, N: i}, game.Arg{Name: "points", N: total})))
	}
	for i, sign := range p.sheet.Legend {
		cx, cy := left+250+170*float64(i/3), y+11+28*float64(i%3)
		p.Put(`<g transform="translate(%s %s)">%s</g>`, Num(cx), Num(cy), sign.SVG)
		p.Put(`<text x="%s" y="%s" %s font-size="12.5" fill="%s">%s</text>`, Num(cx+26), Num(cy+4), Serif, Ink, Escape(sign.Text))
	}
}

// Package picture draws battles of any rulebook from their sheets, as SVG for files and reports: counters, marks and heat
// maps. Package draw helps rulebooks to draw their grounds.
package picture

import (
	"fmt"
	"io"
	"unicode/utf8"

	"acies/game"
	"acies/picture/draw"
	"acies/system"
)

// head and foot are the heights of the title above the sheet and the key below it.
const head, foot = 76.0, 118.0

// SVG draws a view of a battle as a self-contained picture without fonts, images or scripts. ground is drawn under the
// counters.
func SVG(out io.Writer, s *system.Sheet, ground string, v game.View, w system.Speaker) error {
	p := &picture{sheet: s, view: v, w: w}
	height := head + s.Height + foot
	p.Put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s">`, draw.Num(s.Width), draw.Num(height), draw.Num(s.Width), draw.Num(height))
	p.Put(`<title>%s</title>`, draw.Escape(w.Text("battle.name")))
	p.Put(`<defs>%s</defs><rect width="100%%" height="100%%" fill="%s"/>`, hatch, draw.Paper)
	p.title()
	p.Put(`<g transform="translate(0 %s)">`, draw.Num(head))
	p.Put("%s", ground)
	p.counters()
	p.Put(`</g>`)
	p.legend(head + s.Height)
	p.Put(`</svg>`)
	_, err := out.Write(p.Bytes())
	return err
}

// Standalone returns the content of an SVG element of a sheet as a complete SVG file: the whole sheet, or only its places
// with a small rim. It has its colours of the night if it is put below an element with the attribute data-theme="dark", or
// has it itself because night is true.
func Standalone(s *system.Sheet, content string, whole, night bool) string {
	left, top, width, height := 0.0, 0.0, s.Width, s.Height
	if !whole {
		left, top, width, height = bounds(s, 8)
	}
	paper := fmt.Sprintf(`<g class="ground"><rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`, draw.Num(left), draw.Num(top), draw.Num(width), draw.Num(height), draw.Paper)
	theme := ""
	if night {
		theme = ` data-theme="dark"`
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg"%s viewBox="%s %s %s %s" width="%s" height="%s">`, theme, draw.Num(left), draw.Num(top), draw.Num(width), draw.Num(height), draw.Num(width), draw.Num(height)) +
		"<style>" + draw.Night(paper+content) + "</style>\n" + paper + content + "</g></svg>\n"
}

// bounds returns the part of the sheet that its places cover, with a rim, or the whole sheet if it has no places.
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

// picture is a picture of a view of a battle while it is drawn.
type picture struct {
	draw.Canvas
	sheet *system.Sheet
	view  game.View
	w     system.Speaker
}

func (p *picture) title() {
	v := p.view
	p.Put(`<text x="%s" y="46" text-anchor="middle" %s font-size="32" fill="%s" letter-spacing="1.5">%s</text>`,
		draw.Num(p.sheet.Width/2), draw.Serif, draw.Ink, draw.Escape(p.w.Text("battle.name")))
	line := p.w.Say("ui.turn", game.Arg{Name: "turn", N: v.Turn}, game.Arg{Name: "turns", N: v.Turns}) + " · " + p.w.Text(v.Phase)
	p.Put(`<text x="%s" y="69" text-anchor="middle" %s font-size="14" font-style="italic" fill="#6b5a3c">%s</text>`,
		draw.Num(p.sheet.Width/2), draw.Serif, draw.Escape(line))
}

// legend draws the points of the sides and the key of the signs, below the map.
// letterWidth is about the width of a letter of the key in small type.
const letterWidth = 6.4

func (p *picture) legend(top float64) {
	y := top + 12
	const left = 54.0
	x := left + 250
	for i, c := range p.sheet.Colors {
		total := 0
		for _, sc := range p.view.Scores {
			if int(sc.Side) == i {
				total += sc.Points
			}
		}
		p.Put(`<path transform="translate(%s %s)" d="%s" fill="%s" stroke="%s"/>`, draw.Num(left+11), draw.Num(y+11+34*float64(i)), plate(i, 11, 4), c.Field, c.Dark)
		text := p.w.Say("ui.side-points", game.Arg{Name: "side", Kind: game.Player, N: i}, game.Arg{Name: "points", N: total})
		p.Put(`<text x="%s" y="%s" %s font-size="15" fill="%s">%s</text>`, draw.Num(left+30), draw.Num(y+16+34*float64(i)), draw.Serif, draw.Ink, draw.Escape(text))
		x = max(x, left+66+1.25*letterWidth*float64(utf8.RuneCountInString(text)))
	}
	wide := 0.0
	for i, sign := range append(p.stateSigns(), p.sheet.Legend...) {
		if i > 0 && i%3 == 0 {
			x, wide = x+max(170, wide), 0
		}
		wide = max(wide, 40+letterWidth*float64(utf8.RuneCountInString(sign.Text)))
		cx, cy := x, y+11+28*float64(i%3)
		p.Put(`<g transform="translate(%s %s)">%s</g>`, draw.Num(cx), draw.Num(cy), sign.SVG)
		p.Put(`<text x="%s" y="%s" %s font-size="12.5" fill="%s">%s</text>`, draw.Num(cx+26), draw.Num(cy+4), draw.Serif, draw.Ink, draw.Escape(sign.Text))
	}
}

// stateSigns returns the key of the signs for the states of pieces.
func (p *picture) stateSigns() []system.Sign {
	var list []system.Sign
	letter := func(state, d, letter, fill, color string) {
		if name := p.sheet.States[state]; name != "" {
			list = append(list, system.Sign{Text: name, SVG: fmt.Sprintf(`<path d="%s" fill="%s" stroke="#15110d"/><text y="4" text-anchor="middle" %s font-size="11" font-weight="bold" fill="%s">%s</text>`,
				d, fill, draw.Sans, color, letter)})
		}
	}
	letter("discouraged", discouragedSign, "D", "#f6c92e", "#15110d")
	letter("routed", routedSign, "R", "#15110d", "#fff")
	if name := p.sheet.States[p.sheet.Turned]; name != "" {
		list = append(list, system.Sign{Text: name, SVG: `<rect x="-11" y="-4" width="22" height="8" fill="url(#hatch)"/>`})
	}
	for _, b := range p.sheet.Badges {
		name := p.sheet.States[b.State] + p.sheet.Values[b.Value]
		if name == "" || b.State != "" && b.State == p.sheet.Turned {
			continue
		}
		var c draw.Canvas
		c.Put(`<g transform="scale(.7)">`)
		for _, part := range b.Parts {
			c.Path(paint(part, neutral), part.Path)
		}
		c.Put(`</g>`)
		list = append(list, system.Sign{Text: name, SVG: c.String()})
	}
	return list
}

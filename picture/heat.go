package picture

import (
	"fmt"
	"io"
	"math"

	"acies/game"
	"acies/rules/sword"
)

// Half is a figure for each hex, drawn as one half of a disc whose area is in proportion to it.
type Half struct {
	Values []float64 // by hex
	Color  string
}

// groundID is the name under which a page holds the ground.
const groundID = "ground"

// Ground draws the map of a battle without its counters, as a symbol that the heat maps of the same page show.
func Ground(w io.Writer, b *sword.Battle, o Options) error {
	s := bare(b, o)
	s.put(`<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true">`)
	s.defs()
	s.put(`<symbol id="%s" viewBox="%s">`, groundID, s.box())
	s.ground()
	s.names()
	s.put(`</symbol></svg>`)
	_, err := w.Write(s.buf.Bytes())
	return err
}

// Heat draws two figures for each hex over the ground: the left and the right halves of discs. The greatest figure of
// both fills its hex. Name says what the map is about, title what a hex holds, for those who point at it.
func Heat(w io.Writer, b *sword.Battle, o Options, name string, halves [2]Half, title func(h int) string) error {
	s := bare(b, o)
	s.put(`<svg class="heat" xmlns="http://www.w3.org/2000/svg" viewBox="%s" role="img" aria-label="%s">`, s.box(), escape(name))
	place := fmt.Sprintf(`x="%.0f" y="%.0f" width="%.0f" height="%.0f"`, s.left(), s.top(), s.width-2*s.left(), s.bottom+flat/4-s.top())
	s.put(`<use href="#%s" %s/><rect %s fill="#fbf7ed" opacity=".4"/>`, groundID, place, place) // a veil; printers make much of a faded group
	most := 0.0
	for _, half := range halves {
		for _, v := range half.Values {
			most = max(most, v)
		}
	}
	for h := range s.m.Len() {
		if most == 0 || halves[0].Values[h]+halves[1].Values[h] == 0 {
			continue
		}
		x, y := s.center(h)
		s.put(`<g transform="translate(%.1f %.1f)" stroke="#fffdf7" stroke-width="1.2"><title>%s</title>`, x, y, escape(title(h)))
		for i, half := range halves {
			if v := half.Values[h]; v > 0 {
				r := max(1.5, 0.48*flat*math.Sqrt(v/most))
				s.put(`<path d="M0 %.1fA%.1f %.1f 0 0 %d 0 %.1fz" fill="%s" fill-opacity=".86"/>`, -r, r, r, i, r, half.Color)
			}
		}
		s.put(`</g>`)
	}
	s.put(`</svg>`)
	_, err := w.Write(s.buf.Bytes())
	return err
}

// bare returns a sheet for a map with no piece on it.
func bare(b *sword.Battle, o Options) *sheet {
	s := &sheet{field: newField(b, game.View{}, o)}
	s.width = 2*(margin+radius) + float64(s.m.Cols-1)*1.5*radius
	s.bottom = head + (float64(s.m.Rows)+.5)*flat
	return s
}

func (s *sheet) left() float64 { return margin - flat/4 }
func (s *sheet) top() float64  { return head - flat/4 }

// box is the part of the sheet that the map takes up.
func (s *sheet) box() string {
	return ftoa(s.left()) + " " + ftoa(s.top()) + " " + ftoa(s.width-2*s.left()) + " " + ftoa(s.bottom+flat/4-s.top())
}

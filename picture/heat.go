package picture

import (
	"fmt"
	"io"
	"math"

	"acies/picture/draw"
	"acies/system"
)

// Half is a value for each place, drawn as one half of a disc whose area is proportional to the value.
type Half struct {
	Values []float64 // by place
	Color  string
}

// groundID is the id of the ground in a page.
const groundID = "ground"

// rim is the width of the part of the sheet that is shown around its places.
const rim = 16

func box(s *system.Sheet) string {
	left, top, width, height := bounds(s, rim)
	return draw.Num(left) + " " + draw.Num(top) + " " + draw.Num(width) + " " + draw.Num(height)
}

// Symbol writes the ground of a sheet as an SVG symbol that all heat maps of a page use.
func Symbol(w io.Writer, s *system.Sheet, ground string) error {
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true"><symbol id="%s" viewBox="%s">%s</symbol></svg>`,
		groundID, box(s), ground)
	return err
}

// Heat draws two values for each place over the ground, as the left and right halves of discs. The greatest of all values
// fills its place. name is the label of the map, and title returns the tooltip of a place.
func Heat(w io.Writer, s *system.Sheet, name string, halves [2]Half, title func(place int) string) error {
	var c draw.Canvas
	c.Put(`<svg class="heat" xmlns="http://www.w3.org/2000/svg" viewBox="%s" role="img" aria-label="%s">`, box(s), draw.Escape(name))
	left, top, width, height := bounds(s, rim)
	all := fmt.Sprintf(`x="%s" y="%s" width="%s" height="%s"`, draw.Num(left), draw.Num(top), draw.Num(width), draw.Num(height))
	c.Put(`<use href="#%s" %s/><rect %s fill="#fbf7ed" opacity=".4"/>`, groundID, all, all) // the rectangle fades the ground; an opacity on the ground itself prints badly
	most := 0.0
	for _, half := range halves {
		for _, v := range half.Values {
			most = max(most, v)
		}
	}
	for i, place := range s.Places {
		if most == 0 || halves[0].Values[i]+halves[1].Values[i] == 0 {
			continue
		}
		c.Put(`<g transform="translate(%v)" stroke="#fffdf7" stroke-width="1.2"><title>%s</title>`, draw.At(place.X, place.Y), draw.Escape(title(i)))
		for n, half := range halves {
			if v := half.Values[i]; v > 0 {
				r := draw.Num(max(1.5, .96*within(s, place)*math.Sqrt(v/most)))
				c.Put(`<path d="M0 -%sA%s %s 0 0 %d 0 %sz" fill="%s" fill-opacity=".86"/>`, r, r, r, n, r, half.Color)
			}
		}
		c.Put(`</g>`)
	}
	c.Put(`</svg>`)
	_, err := w.Write(c.Bytes())
	return err
}

// within returns the distance from the centre of a place to the nearest of its sides.
func within(s *system.Sheet, p system.Place) float64 {
	shape := s.Shapes[p.Shape]
	near := math.Inf(1)
	for i := 0; i+1 < len(shape); i += 2 {
		j := (i + 2) % len(shape)
		near = min(near, math.Hypot((shape[i]+shape[j])/2, (shape[i+1]+shape[j+1])/2))
	}
	return near
}

package draw

import (
	"math"
	"strconv"
	"strings"
)

// Hatching collects many short strokes in little space: in halves of the unit, each from where the last one ended.
type Hatching struct {
	b    strings.Builder
	x, y int
}

// Line adds a stroke.
func (t *Hatching) Line(points ...Point) {
	for i, p := range points {
		x, y := Round(2*p.X), Round(2*p.Y)
		dx, dy := x-t.x, y-t.y
		t.x, t.y = x, y
		switch {
		case i == 0:
			t.add('m', dx, dy)
		case dx == 0 && dy == 0:
		case dy == 0:
			t.add('h', dx)
		case dx == 0:
			t.add('v', dy)
		default:
			t.add('l', dx, dy)
		}
	}
}

// add writes a command; a space is needed only before a number without a sign.
func (t *Hatching) add(command byte, numbers ...int) {
	t.b.WriteByte(command)
	for i, n := range numbers {
		if i > 0 && n >= 0 {
			t.b.WriteByte(' ')
		}
		t.b.WriteString(strconv.Itoa(n))
	}
}

// Hatch draws strokes of a width with round ends. paint is the rest of their attributes.
func (c *Canvas) Hatch(paint string, width float64, t *Hatching) {
	if t.b.Len() > 0 {
		c.Path(`transform="scale(.5)" fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="`+Num(2*width)+`" `+paint, "M0 0"+t.b.String())
	}
}

// Pens are the strokes of one drawing by weight, from the finest.
type Pens [3]Hatching

// Draw draws the strokes in a colour.
func (t *Pens) Draw(c *Canvas, stroke string) {
	for i, width := range [...]float64{.7, .95, 1.35} {
		c.Hatch(`stroke="`+stroke+`" opacity="`+[...]string{".5", ".6", ".75"}[i]+`"`, width, &t[i])
	}
}

// Hachures adds strokes down the slopes of a height, as engravers of maps drew them: each from one line of equal height to the
// next, denser and heavier where it is steep and on the side turned away from the light, which comes from the upper left. step is the height
// between two lines. Strokes begin where in is true.
func (t *Pens) Hachures(f *Field, step float64, in func(p Point) bool) {
	const steepest = .05 // the slope that is drawn darkest
	high := 0.0
	for _, v := range f.values {
		high = max(high, v)
	}
	for v := step / 2; v < high; v += step {
		for _, ring := range f.Above(v) {
			left := 0.0
			for i, a := range ring {
				b := ring[(i+1)%len(ring)]
				long := math.Hypot(b.X-a.X, b.Y-a.Y)
				for ; left < long; left += 4.9 {
					p := a.Along(b, left/long)
					g := f.Slope(p)
					steep := math.Hypot(g.X, g.Y)
					if steep < .0065 || math.Abs(f.At(p)-v) > step || !in(p) {
						continue
					}
					out := Point{-g.X / steep, -g.Y / steep}
					dark := min(1, steep/steepest) * (.62 + .38*(out.X+out.Y)/math.Sqrt2)
					n := Scatter(Round(p.X*3), Round(p.Y*3))
					if n > .42+1.1*dark {
						continue
					}
					reach := min(step/steep, 15) * (.8 + .3*Scatter(Round(p.Y*3), Round(p.X)))
					mid := p.Add(out.X*reach/2, out.Y*reach/2)
					h := f.Slope(mid)
					if l := math.Hypot(h.X, h.Y); l > 0 {
						out = Point{-h.X / l, -h.Y / l}
					}
					pen := 0
					if dark > .3 {
						pen = 1
					}
					if dark > .58 {
						pen = 2
					}
					t[pen].Line(p, p.Add(out.X*reach, out.Y*reach))
				}
				left -= long
			}
		}
	}
}

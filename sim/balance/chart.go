package balance

import (
	"bytes"
	"fmt"
	"html/template"
	"math"
	"slices"
)

// Colours that belong to neither side; those of the sides are those of the table.
const (
	gold = "#b98a2e"
	ash  = "#8d8370"
)

// causeColors are the colours of the causes of losses, in the order of the causes in [system.Reporting].
var causeColors = []string{"#84301f", "#c99a3c", "#d9652b", "#8aa0ad", "#3f4d57"}

// between returns the colour halfway between two colours of six hexadecimal digits.
func between(a, b string) string {
	var x, y [3]int
	fmt.Sscanf(a, "#%02x%02x%02x", &x[0], &x[1], &x[2])
	fmt.Sscanf(b, "#%02x%02x%02x", &y[0], &y[1], &y[2])
	return fmt.Sprintf("#%02x%02x%02x", (x[0]+y[0])/2, (x[1]+y[1])/2, (x[2]+y[2])/2)
}

// Margins of a chart: at the right for half of the last label, at the top for the label of the axis.
const right, top = 18.0, 20.0

// chart draws a small SVG picture with axes, as wide as a column of the page.
type chart struct {
	buf           bytes.Buffer
	width, height float64
	left, bottom  float64 // margins for the labels of the axes
	x0, x1        float64 // ranges of the axes
	y0, y1        float64
}

func newChart(x0, x1, y0, y1 float64) *chart {
	c := &chart{width: 380, height: 220, left: 42, bottom: 34, x0: x0, x1: x1, y0: y0, y1: y1}
	if c.x1 <= c.x0 {
		c.x1 = c.x0 + 1
	}
	if c.y1 <= c.y0 {
		c.y1 = c.y0 + 1
	}
	return c
}

func (c *chart) put(format string, args ...any) {
	fmt.Fprintf(&c.buf, format, args...)
	c.buf.WriteByte('\n')
}

func (c *chart) x(v float64) float64 {
	return c.left + (v-c.x0)/(c.x1-c.x0)*(c.width-c.left-right)
}

func (c *chart) y(v float64) float64 {
	return top + (c.y1-v)/(c.y1-c.y0)*(c.height-c.bottom-top)
}

// step returns a round distance between the grid lines of an axis, so that there are about four.
func step(span float64) float64 {
	if span <= 0 {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(span/4)))
	for _, m := range []float64{1, 2, 5} {
		if span/(m*unit) <= 5 {
			return m * unit
		}
	}
	return 10 * unit
}

// grid draws the grid lines, numbers and labels of both axes.
func (c *chart) grid(xLabel, yLabel string, x, y func(float64) string) {
	d := step(c.y1 - c.y0)
	for v := math.Ceil(c.y0/d) * d; v <= c.y1+d/1e6; v += d {
		c.put(`<path class="rule" d="M%.1f %.1fH%.1f"/><text class="tick" x="%.1f" y="%.1f" text-anchor="end">%s</text>`,
			c.left, c.y(v), c.width-right, c.left-5, c.y(v)+3.5, y(v))
	}
	d = max(1, step(c.x1-c.x0))
	for v := math.Ceil(c.x0/d) * d; v <= c.x1+d/1e6; v += d {
		c.put(`<text class="tick" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, c.x(v), c.height-c.bottom+14, x(v))
	}
	c.put(`<text class="axis" x="%.1f" y="%.1f" text-anchor="end">%s</text>`, c.width-right, c.height-4, template.HTMLEscapeString(xLabel))
	c.put(`<text class="axis" x="2" y="9">%s</text>`, template.HTMLEscapeString(yLabel))
}

func (c *chart) done(title string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg class="chart" viewBox="0 -4 %.0f %.0f" role="img" aria-label="%s">%s</svg>`,
		c.width, c.height+4, template.HTMLEscapeString(title), c.buf.String()))
}

// line draws a line through points.
func (c *chart) line(xs, ys []float64, color string, width float64) {
	c.put(`<path d="%s" fill="none" stroke="%s" stroke-width="%.1f" stroke-linejoin="round"/>`, c.path(xs, ys), color, width)
}

func (c *chart) path(xs, ys []float64) string {
	var b bytes.Buffer
	for i := range xs {
		fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(i, 1)], c.x(xs[i]), c.y(ys[i]))
	}
	return b.String()
}

// band fills the area between two lines.
func (c *chart) band(xs, low, high []float64, color string, opacity float64) {
	back := slices.Clone(xs)
	slices.Reverse(back)
	under := slices.Clone(low)
	slices.Reverse(under)
	c.put(`<path d="%sz" fill="%s" opacity="%.2f"/>`, c.path(slices.Concat(xs, back), slices.Concat(high, under)), color, opacity)
}

// bins is a histogram whose bins have a round width.
type bins struct {
	from, width float64
	counts      []float64 // as shares of all
}

// binned counts values in about the given number of bins, whose width is least or more. The first bin starts at a
// multiple of the width.
func binned(values []float64, about int, least float64) bins {
	if len(values) == 0 {
		return bins{width: 1, counts: []float64{0}}
	}
	low, high := slices.Min(values), slices.Max(values)
	width := least
	for _, w := range []float64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000} {
		if width = max(w, least); (high-low)/width < float64(about) {
			break
		}
	}
	b := bins{from: math.Floor(low/width) * width, width: width}
	b.counts = make([]float64, int((high-b.from)/width)+1)
	for _, v := range values {
		b.counts[int((v-b.from)/width)] += 1 / float64(len(values))
	}
	return b
}

// columns draws bins as columns; color returns the colour of the bin that starts at a value.
func (c *chart) columns(b bins, color func(from float64) string, opacity float64) {
	for i, n := range b.counts {
		from := b.from + float64(i)*b.width
		if n == 0 {
			continue
		}
		x, w := c.x(from), c.x(from+b.width)-c.x(from)
		c.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s" opacity="%.2f"/>`,
			x+0.5, c.y(n), max(0.5, w-1), c.y(0)-c.y(n), color(from), opacity)
	}
}

func (b bins) end() float64 { return b.from + float64(len(b.counts))*b.width }

// sparkline draws how often each face of a die was rolled, compared with its expected frequency.
func sparkline(faces []int, first int, chance func(face int) float64, color string) template.HTML {
	var b bytes.Buffer
	sum, most := 0, 0.0
	for _, n := range faces {
		sum += n
	}
	for face := first; face < len(faces); face++ {
		most = max(most, chance(face), float64(faces[face])/float64(max(1, sum)))
	}
	const w, h = 8.0, 26.0
	n := len(faces) - first
	fmt.Fprintf(&b, `<svg class="spark" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" aria-hidden="true">`, w*float64(n), h, w*float64(n), h)
	for face := first; face < len(faces); face++ {
		x := w * float64(face-first)
		got := h - h*float64(faces[face])/float64(max(1, sum))/most
		want := h - h*chance(face)/most
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`, x+1, got, w-2, h-got, color)
		fmt.Fprintf(&b, `<path d="M%.1f %.1fh%.1f" stroke="#2a251e" stroke-width="1"/>`, x, want, w)
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}
